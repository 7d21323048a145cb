"""How heavy and how quick the pages are: bytes of a table page of each game, what shifts after the first paint, seconds
to the first move, milliseconds from a click until the move is drawn. Prints JSON."""

from __future__ import annotations

import argparse
import json
import math
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

LIMITS = {
    "without_fonts_kib": 80,
    "layout_shift": 0,
    "first_move_seconds": 15,
    "own_move_drawn_ms": 50,
    "own_move_p95_ms": 100,
}
GAMES = ("quadropolis", "metropolys", "ubuild")
SHIFTS = """window.shift = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true })"""
DRAWN = """() => {
  const { line, stage } = window.tripolis;
  window.drawn = [];
  window.settled = [];
  let [clicked, sent, ghosted] = [null, null, null];
  const shown = (times, since) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - since)));
  addEventListener("click", (event) => (clicked = event.timeStamp), true);
  const ghost = stage.ghost.bind(stage);
  stage.ghost = (sprites, how) => {
    ghost(sprites, how);
    if (how !== "sent" || !sprites.length) return;
    ghosted = clicked;
    shown(window.drawn, clicked);
  };
  const ask = line.ask.bind(line);
  line.ask = (deed, body) => {
    if (deed === "moves") sent = clicked;
    return ask(deed, body);
  };
  const change = stage.change.bind(stage);
  stage.change = (...how) => {
    const done = change(...how);
    if (sent !== null) shown(window.settled, sent);
    if (sent !== null && sent !== ghosted) shown(window.drawn, sent);
    sent = null;
    return done;
  };
}"""
"""Notes when an own move is first drawn, and when it is drawn as the server has answered."""


def weight(house: House, game: str) -> dict[str, Any]:
    """All bytes of a first visit to a table as they come over the line, with the headers of responses; the snapshot on
    the stream as long as it is uncompressed. Bodies without fonts are counted apart."""
    page = house.visitor("/rules/quadropolis")
    address = set_up(page, "me", "bot:greedy", "bot:greedy", game=game)
    fresh = house.visitor(None, storage_state=page.context.storage_state())
    fresh.add_init_script(SHIFTS)
    wire = fresh.context.new_cdp_session(fresh)
    wire.send("Network.enable")
    sizes: dict[str, float] = {}
    heads: dict[str, float] = {}
    names: dict[str, str] = {}
    frames: list[int] = []

    def answered(event: dict[str, Any]) -> None:
        names[event["requestId"]] = event["response"]["url"]
        heads[event["requestId"]] = event["response"]["encodedDataLength"]

    wire.on("Network.responseReceived", answered)
    wire.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    wire.on(
        "Network.webSocketFrameReceived",
        lambda event: frames.append(len(event["response"]["payloadData"].encode())),
    )
    fresh.goto(address)
    my_turn(fresh)
    fresh.wait_for_load_state("networkidle")
    parts = {
        names.get(key, key).rpartition("/")[2].partition("?")[0]: round(size - heads.get(key, 0))
        for key, size in sizes.items()
    }
    total = sum(sizes.values()) + (frames[0] if frames else 0)
    return {
        "table_page_kib": round(total / 1024, 1),
        "without_fonts_kib": round(sum(size for name, size in parts.items() if not name.endswith(".woff2")) / 1024, 1),
        "layout_shift": round(fresh.evaluate("window.shift"), 4),
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
    """From the click that completes a move to the frame that shows it, and to the one that shows the server's answer, on
    the loopback, motion off, four clicks a second."""
    drawn: list[float] = []
    settled: list[float] = []
    while len(settled) < most:
        page.goto(set_up(page, "me", "bot:greedy", "bot:greedy"))
        my_turn(page)
        page.evaluate(DRAWN)
        while my_turn(page) and len(settled) + len(page.evaluate("window.settled")) < most:
            click(page, [name for name in glowing(page) if name != "discard"][-1])
            page.wait_for_timeout(250)
        drawn += page.evaluate("window.drawn")
        settled += page.evaluate("window.settled")
    return {"moves": len(settled)} | quantiles("own_move", drawn) | quantiles("answered_move", settled)


def quantiles(name: str, times: list[float]) -> dict[str, Any]:
    """Median, 95th percentile and worst."""
    times.sort()
    return {
        f"{name}_drawn_ms": round(statistics.median(times), 1),
        f"{name}_p95_ms": round(times[math.ceil(0.95 * len(times)) - 1], 1),
        f"{name}_worst_ms": round(times[-1], 1),
        f"{name}s": len(times),
    }


def main() -> None:
    """All figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        warm = Server(Path(folder) / "warm").start()
        browser = launch(playwright)
        try:
            house = House(browser, warm.base, Watch(warm.base))
            pages = {game: weight(house, game) for game in GAMES}
            found: dict[str, Any] = {"pages": pages}
            for name in ("table_page_kib", "without_fonts_kib", "layout_shift"):
                found[name] = max(page[name] for page in pages.values())
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
