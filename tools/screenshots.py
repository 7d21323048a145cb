"""Every page as a picture, in light, in dark and on a phone: `make screenshots` writes them into docs/images."""

from __future__ import annotations

import argparse
import base64
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.browser.browsing import (  # noqa: E402
    GLOWING,
    House,
    Watch,
    ask,
    click,
    glowing,
    launch,
    my_turn,
    put_cash,
    set_up,
)
from tests.browser.browsing import pick as put  # noqa: E402
from tests.server.servers import Server  # noqa: E402

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "viewport": {"width": 1180, "height": 800}},
    "dark": {"color_scheme": "dark", "viewport": {"width": 1180, "height": 800}},
    "phone": {
        "color_scheme": "light",
        "viewport": {"width": 390, "height": 844},
        "is_mobile": True,
        "has_touch": True,
    },
}
SAMPLE = ("1a1=T4", "1a2=K", "1a3=P1", "1a4=H", "1b1=K", "1b2=T3", "1b3=K", "1b4=H2", "1c1=F", "1c2=S", "1c3=P2")
SAMPLE += ("1c4=H", "1d1=S", "1d2=F", "1d4=H3", "1r=9", "1e=7", "2a1=P1", "2a2=T2", "2a3=K", "2b1=P2", "2b2=P1")
SAMPLE += ("2b3=T4", "2b4=K", "2c1=H", "2c2=H", "2c3=H1", "2c4=H", "2d1=S", "2d2=F", "2d3=S", "2r=8", "2e=6")
METROPOLYS = ("1c1=11", "1c2=7", "1n3=9", "1e4=S", "1w2=M", "1g=bridges", "1k=parks", "1t=2", "1s=1", "2c5=12", "2s5=8")
METROPOLYS += ("2e6=10", "2w4=M", "2n8=S", "2g=lakes", "2k=housing", "2t=1", "2a=1", "2s=2")
UBUILD = ("1c=3.5M", "2c=1.2M", "b1=1", "b2=1", "p2=2", "p3=1", "r2=2", "b1r=3", "b2r=2", "p2r=4", "p3m")


PALETTE = """async (address) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const colour = (i) => (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
  const counts = new Map();
  for (let i = 0; i < data.length; i += 4) counts.set(colour(i), (counts.get(colour(i)) ?? 0) + 1);
  const ranked = [...counts].sort((a, b) => b[1] - a[1]).map(([found]) => found);
  const bins = new Map();  // every hue has its place, however rare
  for (const found of ranked) if (!bins.has(found & 0xe0e0e0)) bins.set(found & 0xe0e0e0, found);
  const palette = [...new Set([...[...bins.values()].slice(0, 128), ...ranked])].slice(0, 256);
  const near = new Map(palette.map((found, i) => [found, i]));
  const far = (a, b) => 3 * ((a >> 16) - (b >> 16)) ** 2 + 4 * (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + 2 * ((a & 255) - (b & 255)) ** 2;
  for (const found of counts.keys()) {
    if (near.has(found)) continue;
    let best = 0;
    for (let i = 1; i < palette.length; i += 1) if (far(found, palette[i]) < far(found, palette[best])) best = i;
    near.set(found, best);
  }
  let cells = "";
  for (let i = 0; i < data.length; i += 4) cells += String.fromCharCode(near.get(colour(i)));
  return { width, height, palette, cells: btoa(cells) };
}"""


def packed(browser: Browser, picture: bytes) -> bytes:
    """A PNG with a palette of its 256 most frequent colours: a third of the bytes."""
    page = browser.new_page()
    found = page.evaluate(PALETTE, f"data:image/png;base64,{base64.b64encode(picture).decode()}")
    page.close()
    width, height, cells = found["width"], found["height"], base64.b64decode(found["cells"])
    rows = b"".join(b"\0" + cells[y * width : (y + 1) * width] for y in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
    colours = chunk(b"PLTE", b"".join(colour.to_bytes(3, "big") for colour in found["palette"]))
    return b"\x89PNG\r\n\x1a\n" + head + colours + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


class Album:
    """A server with something to see on it, and the pictures of it."""

    def __init__(self, house: House, folder: Path, lang: str, only: tuple[str, ...] = ()) -> None:
        self.house, self.folder, self.lang, self.only = house, folder, lang, only
        self.cookies: Any = None

    def visitor(self, path: str | None, **how: Any) -> Page:
        """The reader, always the same one."""
        more = {"storage_state": self.cookies} if self.cookies else {}
        return self.house.visitor(path, locale=self.lang, **more, **how)

    def take(
        self,
        name: str,
        path: str,
        prepare: Callable[[Page], Any] = lambda page: None,
        whole: bool = False,
        looks: tuple[str, ...] = tuple(LOOKS),
    ) -> None:
        """A page in all looks, or in these; where only some pictures are wanted, nothing for the others."""
        if self.only and not name.startswith(self.only):
            return
        for look, how in ((look, LOOKS[look]) for look in looks):
            page = self.visitor(path, **how)
            page.wait_for_load_state("networkidle")
            prepare(page)
            page.wait_for_timeout(300)
            taken = page.screenshot(full_page=whole and look != "phone")
            (self.folder / f"page-{name}-{look}.png").write_bytes(packed(page.context.browser, taken))
            self.house.close()


def play(page: Page, path: str, moves: int) -> None:
    """Good moves, as many as asked for, without clicking, and on to one that takes more than one click."""
    page.goto(path)
    for made in range(600):
        if not my_turn(page) or (made >= moves and page.evaluate("window.tripolis.state.legal[0].path.length") > 1):
            return
        table = f"/api/tables/{path.rpartition('/')[2]}"
        hint = ask(page, "GET", f"{table}/hint")
        before = page.evaluate("window.tripolis.line.seq")
        ask(page, "POST", f"{table}/moves", {"moves": [hint["move"]]})
        page.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)


def counted(page: Page, game: str, steps: tuple[str, ...], **start: str) -> str:
    """The address of a score helper that has been filled in."""
    state = ""
    for step in steps:
        state = ask(page, "POST", f"/api/score/{game}", {"state": state, "move": step, "start": start})["state"]
    return f"/score/{game}#{quote(state)}"


def offer(page: Page) -> None:
    """An offer on its way: a district and some money, not sent yet."""
    my_turn(page)
    for _ in range(200):
        can = glowing(page)
        if "tool-deal" in can and "do-end" in can:
            break
        put(page, next(name for name in ("do-roll", "do-buy", "do-end", "do-drop", "do-pass", *can) if name in can))
        my_turn(page)
    put(page, "tool-deal", "seat-1")
    theirs = [name for name in glowing(page) if name.startswith("district-")]
    put(page, *theirs[:1])
    put_cash(page, "You give", "500k")
    page.evaluate("scrollTo(0, 0)")


def lit(page: Page) -> None:
    """A goal that lights its fields."""
    my_turn(page)
    page.locator("#boards .sprite.about .face").last.click()
    page.evaluate("document.querySelector('#says').replaceChildren(); scrollTo(0, 0)")


def pick(page: Page) -> None:
    """The first click of a move, and the look ahead at the second."""
    my_turn(page)
    in_sight = page.locator(f"{GLOWING} >> visible=true").last
    click(page, in_sight.get_attribute("data-id") or "")


def panel(name: str) -> Callable[[Page], None]:
    """A page with this panel open."""

    def open_it(page: Page) -> None:
        my_turn(page)
        page.evaluate("(name) => window.tripolis.panels.open(name)", name)
        page.wait_for_timeout(500)
        page.evaluate("scrollTo(0, 0)")

    return open_it


def settle(page: Page) -> None:
    """At one's own turn, with nothing in the way."""
    my_turn(page)
    page.evaluate("scrollTo(0, 0)")


def other_game(page: Page, game: str) -> dict[str, str]:
    """Addresses of pages of Metropolys or U-Build with something on them."""
    if game == "metropolys":
        options, short, moves = {"mode": "expert"}, {"mode": "expert"}, 12
        found = {"score": counted(page, game, METROPOLYS, mode="expert", players="2")}
    else:
        options, short, moves = {"track": "classic"}, {"track": "starter", "round_limit": "8"}, 30
        found = {"score": counted(page, game, UBUILD, mode="starter", players="2")}
        track = ask(page, "POST", "/api/build/ubuild", {"state": "", "move": "template:classic", "start": {}})
        found["build"] = f"/build/ubuild#{quote(track['state'])}"
    found["table"] = set_up(page, "me", "bot:greedy", "bot:greedy", name="Ada", game=game, hints=True, options=options)
    play(page, found["table"], moves)
    found["end"] = set_up(page, "me", "bot:greedy", "bot:random", name="Ada", game=game, hints=True, options=short)
    play(page, found["end"], 600)
    return found


def pictures(album: Album, everything: bool) -> None:
    """All of them."""
    page = album.visitor("/")
    table = set_up(page, "me", "bot:greedy", "bot:greedy", name="Ada", hints=True)
    lobby = set_up(page, "me", "open", "bot:greedy", name="Ada", public=True, undo="consent", start=False)
    tour = ask(page, "POST", "/api/tours/quadropolis", {})["table"]
    play(page, table, 17)
    over = set_up(page, "me", "bot:greedy", "bot:random", name="Ada", hints=True)
    play(page, over, 200)
    score = counted(page, "quadropolis", SAMPLE, mode="classic", players="2")
    others = {game: other_game(page, game) for game in ("metropolys", "ubuild")}
    album.cookies = page.context.storage_state()
    album.house.close()

    album.take("home", "/")
    album.take("new", "/new", lambda page: page.wait_for_selector("#seats select"), whole=True)
    album.take("lobby", lobby, lambda page: page.wait_for_selector("#lobby:not([hidden])"))
    album.take("table", table, settle)
    album.take("pick", table, pick)
    album.take("aid", table, panel("aid"))
    album.take("points", table, panel("points"))
    album.take("end", over, lambda page: page.wait_for_selector("#lead svg", state="attached"))
    album.take("replay", f"{over}/replay?ply=20", lambda page: page.wait_for_selector("#lead svg", state="attached"))
    album.take("score", score, lambda page: page.wait_for_selector("#points table"))
    album.take("rules", "/rules/quadropolis")
    album.take("tour", f"/table/{tour}?tour", settle)
    for game, addresses in others.items():
        prepare = lit if game == "metropolys" else offer
        album.take(f"{game}-table", addresses["table"], prepare, looks=("light", "dark"))
        album.take(f"{game}-phone", addresses["table"], settle, looks=("phone",))
        album.take(f"{game}-aid", addresses["table"], panel("aid"), looks=("light",))
        album.take(
            f"{game}-end",
            addresses["end"],
            lambda page: page.wait_for_selector("#lead svg", state="attached"),
            looks=("light",),
        )
        album.take(f"{game}-score", addresses["score"], lambda page: page.wait_for_selector("#points table"))
        album.take(f"{game}-rules", f"/rules/{game}", looks=("light",))
    album.take("build", others["ubuild"]["build"], lambda page: page.wait_for_selector("#points .verdict"))
    if everything:
        album.take("moves", table, panel("moves"))
        album.take("menu", table, panel("menu"))
        album.take("log", table, panel("log"))
        album.take("keep", "/keep#secret")
        album.take("missing", "/table/nothing")
        album.take("rules-picture", "/rules/quadropolis#take")


def main() -> None:
    """The pictures, into a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--only", nargs="+", default=(), help="pictures whose names begin so, such as ubuild")
    parser.add_argument("--all", action="store_true", help="panels and small pages, too")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = launch(playwright)
        try:
            pictures(
                Album(House(browser, server.base, Watch(server.base)), args.out, args.lang, tuple(args.only)), args.all
            )
        finally:
            browser.close()
            server.stop()
    for file in sorted(args.out.glob("page-*.png")):
        print(f"{file.name}\t{file.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
