"""How heavy and how quick the pages are: bytes of a table page, seconds to the first move, milliseconds until a move
is drawn. Prints JSON."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from tests.browser.browsing import House, Watch, click, glowing, launch, my_turn, set_up  # noqa: E402
from tests.server.people import set_up as set_up_by_program  # noqa: E402
from tests.server.servers import Server  # noqa: E402

LIMITS = {"table_page_kib": 250, "first_move_seconds": 15, "own_move_drawn_ms": 100}
DRAWN = """() => {
  const { line, stage } = window.tripolis;
  window.drawn = [];
  let sent = null;
  const ask = line.ask.bind(line);
  line.ask = (deed, body) => {
    if (deed === "moves") sent = performance.now();
    return ask(deed, body);
  };
  const change = stage.change.bind(stage);
  stage.change = (changes, moving) => {
    const done = change(changes, moving);
    if (sent !== null) {
      const since = sent;
      sent = null;
      requestAnimationFrame(() => setTimeout(() => window.drawn.push(performance.now() - since)));
    }
    return done;
  };
}"""


def weight(house: House) -> dict[str, Any]:
    """All bytes of a first visit to a table, as they come over the line; the snapshot on the stream as long as it is
    uncompressed."""
    page = house.visitor("/rules/quadropolis")
    address = set_up(page, "me", "bot:greedy", "bot:greedy")
    cookies = page.context.storage_state()
    fresh = house.visitor(None, storage_state=cookies)
    wire = fresh.context.new_cdp_session(fresh)
    wire.send("Network.enable")
    sizes: dict[str, float] = {}
    names: dict[str, str] = {}
    frames: list[int] = []
    wire.on("Network.responseReceived", lambda event: names.update({event["requestId"]: event["response"]["url"]}))
    wire.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    wire.on(
        "Network.webSocketFrameReceived",
        lambda event: frames.append(len(event["response"]["payloadData"].encode())),
    )
    fresh.goto(address)
    my_turn(fresh)
    fresh.wait_for_load_state("networkidle")
    parts = {
        names.get(key, key).rpartition("/")[2].partition("?")[0] or "/": round(size) for key, size in sizes.items()
    }
    total = sum(sizes.values()) + (frames[0] if frames else 0)
    return {
        "table_page_kib": round(total / 1024, 1),
        "requests": len(sizes),
        "snapshot_bytes": frames[0] if frames else 0,
        "parts": dict(sorted(parts.items(), key=lambda pair: -pair[1])),
    }


def first_move(folder: Path) -> dict[str, Any]:
    """From the start of the server's process to the first move of a program at a table with bots."""
    began = time.perf_counter()
    server = Server(folder).start()
    try:
        with server.client() as client:
            ada = set_up_by_program(client, "me", "bot:greedy", "bot:greedy", start=True)
            deadline = time.monotonic() + 60
            while not (legal := ada.look().get("legal")):
                assert time.monotonic() < deadline
                time.sleep(0.02)
            ada.play(legal[0]["move"])
        return {"first_move_seconds": round(time.perf_counter() - began, 2)}
    finally:
        server.stop()


def own_moves(page: Page, most: int) -> dict[str, Any]:
    """From sending a move to the frame that shows it, on the loopback, motion off."""
    page.goto(set_up(page, "me", "bot:greedy", "bot:greedy"))
    my_turn(page)
    page.evaluate(DRAWN)
    for _ in range(4 * most):
        if not my_turn(page) or len(page.evaluate("window.drawn")) >= most:
            break
        click(page, glowing(page)[-1])
        page.wait_for_timeout(60)
    times = sorted(page.evaluate("window.drawn"))
    return {
        "own_move_drawn_ms": round(statistics.median(times), 1),
        "own_move_worst_ms": round(times[-1], 1),
        "moves": len(times),
    }


def main() -> None:
    """All figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=24)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        warm = Server(Path(folder) / "warm").start()
        browser = launch(playwright)
        try:
            house = House(browser, warm.base, Watch(warm.base))
            found = weight(house)
            found |= own_moves(house.visitor("/"), args.moves)
        finally:
            browser.close()
            warm.stop()
        found |= first_move(Path(folder) / "first")
    found["limits"] = LIMITS
    found["holds"] = {name: found[name] <= limit for name, limit in LIMITS.items()}
    text = json.dumps(found, indent=1)
    if args.out:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        args.out.write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
