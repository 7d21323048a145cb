"""People at browsers: pages that are watched for anything that goes wrong, and hands that click only what glows."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, expect

from tests.server.people import OURS

ROOT = Path(__file__).parents[2]
CHROMIUM = next(
    (path for name in ("chromium-headless-shell", "chromium") if (path := Path("/usr/bin") / name).is_file()),
    Path("/usr/bin/chromium-headless-shell"),
)
"""Debian's Chromium: the shell without windows if it is there, since it needs a third of the time for a new browser."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AXE = ROOT / "build" / "axe"
AXE_RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
AXE_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}} | {
    "resultTypes": ["violations"]
}
PATIENCE = 30_000
SOAK = os.environ.get("TRIPOLIS_SOAK", "") not in ("", "0")
BY_HAND = 10_000 if SOAK else 6
"""How many moves of a whole match are made by clicking."""
GLOWING = "#boards .sprite.can, #choices .can"
QUICKLY = """if (location.protocol.startsWith("http")) {
  for (const [key, value] of [["confirm-moves", "never"], ["pace", "instant"], ["forced", false]]) {
    if (localStorage.getItem(`tripolis.${key}`) === null) localStorage.setItem(`tripolis.${key}`, JSON.stringify(value));
  }
}"""
"""Settings for tests that are about something else: nothing is asked before a move is sent, nothing is played
for them, others move at once."""
STEADY = "Crypto.prototype.getRandomValues = (values) => values.fill(7)"
"""What a browser adds to the shuffle is the same in every run."""
QUICK = 'article[aria-labelledby="game-quadropolis"] [data-quick]'
TOUR = '[data-tour="quadropolis"]'
"""Buttons of the home page."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
TELL_VIOLATIONS = """addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy broken: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`))"""
LATE = r"status of (409|422) .*/(preview|gains|prompts|card|draft)\?"
"""What a browser says by itself when a look ahead comes after the move: it is refused."""
AWAY = r"WebSocket connection|ERR_CONNECTION|Failed to load resource: net::"
"""What a browser says by itself while a server is away."""

expect.set_options(timeout=PATIENCE)


def launch(playwright: Playwright) -> Browser:
    """A browser without windows."""
    return playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(ARGUMENTS))


def axe_script() -> str:
    """axe-core, from npm on first use."""
    script = AXE / "node_modules" / "axe-core" / "axe.min.js"
    AXE.mkdir(parents=True, exist_ok=True)
    with (AXE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not script.is_file():
            npm = shutil.which("npm")
            assert npm, "npm is not installed"
            command = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--prefix", str(AXE), "axe-core@4"]
            subprocess.run(command, check=True, capture_output=True, timeout=120)
    return script.read_text(encoding="utf-8")


# ------------------------------------------------------------------ watching


class Watch:
    """Hears what pages complain about: errors, warnings, broken policies, requests that leave the house."""

    def __init__(self, base: str) -> None:
        self.base = urlsplit(base).netloc
        self.complaints: list[str] = []
        self.allowed: list[str] = [LATE]

    def over(self, context: BrowserContext) -> None:
        """Watch all pages of a browser."""
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", self.heard)
        context.on("weberror", lambda error: self.complaints.append(f"page error: {error.error}"))
        context.on("request", lambda request: self.asked(request.url))
        context.on("page", lambda page: page.on("websocket", lambda socket: self.asked(socket.url)))

    def heard(self, message: ConsoleMessage) -> None:
        """A line on the console."""
        if message.type in ("error", "warning", "assert"):
            self.complaints.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def asked(self, address: str) -> None:
        """A request; pictures in the page itself (data:, blob:) ask nobody."""
        parts = urlsplit(address)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.base:
            self.complaints.append(f"a request leaves the house: {address}")

    def allow(self, pattern: str) -> None:
        """Complaints that belong to what a test does, such as a server that is killed."""
        self.allowed.append(pattern)

    def verdict(self) -> list[str]:
        """What is left to complain about."""
        return [text for text in self.complaints if not any(re.search(known, text) for known in self.allowed)]


class House:
    """A server with browsers: every `visitor` has cookies and a memory of their own."""

    def __init__(self, browser: Browser, base: str, watch: Watch) -> None:
        self.browser, self.base, self.watch = browser, base, watch
        self.contexts: list[BrowserContext] = []

    def visitor(self, path: str | None = "/", careful: bool = False, **how: Any) -> Page:
        """Somebody who has never been here opens a page; motion is off unless a test asks for it. One who is careful
        has the settings of a new player; others send moves at once."""
        how = {"locale": "en-GB", "reduced_motion": "reduce", "viewport": {"width": 1280, "height": 900}} | how
        how["extra_http_headers"] = {"Accept-Language": how["locale"]}
        context = self.browser.new_context(base_url=self.base, **how)
        context.set_default_timeout(PATIENCE)
        self.watch.over(context)
        self.contexts.append(context)
        context.add_init_script(STEADY)
        if not careful:
            context.add_init_script(QUICKLY)
        page = context.new_page()
        if path is not None:
            page.goto(path)
        return page

    def close(self) -> None:
        """Everybody goes home."""
        for context in self.contexts:
            context.close()
        self.contexts.clear()


# --------------------------------------------------------------------- talking


def ask(page: Page, method: str, path: str, body: Any = None) -> dict[str, Any]:
    """A request with the cookies of a page's reader, beside the page: for what a test is not about."""
    answer = page.request.fetch(path, method=method, data=body, headers=OURS)
    assert answer.ok, f"{method} {path}: {answer.text()}"
    return dict(answer.json())


def set_up(page: Page, *seats: str, name: str = "Ada", **more: Any) -> str:
    """A table of this reader's, set up without clicking; returns its address."""
    ask(page, "POST", "/api/guest", {"name": name})
    options = {"players": len(seats)} | more.pop("options", {})
    body = {"game": "quadropolis", "options": options, "seats": list(seats), "start": "open" not in seats} | more
    return f"/table/{ask(page, 'POST', '/api/tables', body)['table']}"


def pair_of(house: House, **how: Any) -> tuple[Page, Page]:
    """Ada and Ben at a table that Ada has set up and Ben has joined by its link, both with browsers of their own."""
    ada = house.visitor(None, **how.pop("browser", {}))
    link = set_up(ada, "me", "open", **how)
    ada.goto(link)
    ben = house.visitor(link)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Join and play").click()
    ada.get_by_role("button", name="I am ready").click()
    for page in (ada, ben):
        expect(page.locator("#boards")).to_be_visible()
        page.wait_for_function("() => window.tripolis.state.state.status === 'playing'")
    return ada, ben


def sit_down(page: Page, path: str, name: str = "Ada", **how: Any) -> None:
    """A table against two bots, at one's own turn."""
    page.goto(set_up(page, "me", "bot:greedy", "bot:random", name=name, **how) + path)
    my_turn(page)


# --------------------------------------------------------------------- playing


def status(page: Page) -> Locator:
    """The line that says what is going on."""
    return page.locator("#status")


SETTLED = """() => {
  const page = window.tripolis;
  if (!page?.state || page.busy || page.queue.length || page.line.waiting.size) return false;
  return page.state.state.status !== "playing" || (page.myTurn && page.state.legal.length > 0);
}"""


ARRANGED = """() => {
  const { clientWidth: width, clientHeight: height } = document.querySelector("#boards");
  return innerWidth && window.tripolis.layout.key.startsWith(JSON.stringify([{ width, height }]).slice(0, -2));
}"""
PICKED = """([n, before]) => window.tripolis.line.seq > before || window.tripolis.picker.picks.length >= n"""
SENT = """(before) => window.tripolis.line.seq > before || window.tripolis.line.waiting.size > 0"""


def resize(page: Page, width: int, height: int) -> None:
    """Another size of the window, and the board laid out in it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(ARRANGED)


def my_turn(page: Page) -> bool:
    """Wait until it is this reader's turn, or the match is over; True if there is something to click."""
    page.wait_for_function(SETTLED)
    return page.locator(GLOWING).count() > 0


def to_move(*pages: Page) -> Page:
    """The one of them whose turn it is, when all of them know the same."""
    script = "([seq]) => !window.tripolis.busy && window.tripolis.line.seq >= seq && window.tripolis.state !== null"
    for _ in range(2):
        latest = max(map(seq, pages))
        for page in pages:
            page.wait_for_function(script, arg=[latest])
    found = [page for page in pages if page.evaluate("window.tripolis.myTurn")]
    assert len(found) == 1, f"{len(found)} of them are to move"
    assert my_turn(found[0])
    return found[0]


def panel(page: Page, name: str) -> Locator:
    """Open a panel beside the boards by its tab, or the menu."""
    if name == "Menu":
        page.locator("#menu-open").click()
        return page.locator("#menu")
    page.get_by_role("tab", name=name, exact=True).click()
    return page.get_by_role("tabpanel", name=name)


def seq(page: Page) -> int:
    """How far the table's journal has come, as this page knows it."""
    return int(page.evaluate("window.tripolis.line.seq"))


def glowing(page: Page) -> list[str]:
    """The sprites that may be clicked now."""
    return list(
        page.evaluate(f"[...new Set([...document.querySelectorAll('{GLOWING}')].map((node) => node.dataset.id))]")
    )


def picks(page: Page) -> list[str]:
    """The sprites that have been clicked for the move under construction."""
    return list(page.evaluate("window.tripolis.picker.picks"))


def sprite(page: Page, name: str) -> Locator:
    """A sprite on the boards."""
    return page.locator(f':is(#boards, #choices) [data-id="{name}"]')


def summary_of(page: Page, name: str) -> Locator:
    """The button that stands for an area without room, in which this sprite is the only one to be clicked."""
    area = page.evaluate("(name) => window.tripolis.stage.sprites.get(name).data.area", name)
    return page.locator(f'#boards .area[data-area="{area}"] button.chip')


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where a hand would aim at."""
    seen = sprite(page, name).locator("visible=true")
    found = seen.last if seen.count() else sprite(page, name).first
    found.evaluate('(node) => node.scrollIntoView({ block: "center" })')
    box = found.bounding_box() or summary_of(page, name).bounding_box()
    assert box, f"{name} is not to be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, name: str) -> None:
    """Click in the middle of a sprite, as a mouse does: whatever lies there gets the click."""
    page.mouse.click(*middle(page, name))


def tap(page: Page, name: str) -> None:
    """Tap on a sprite, as a finger does."""
    page.touchscreen.tap(*middle(page, name))


def play_a_move(page: Page, choose: Callable[[list[str]], str], hand: Callable[[Page, str], None] = click) -> list[str]:
    """One move by clicking what glows, until the journal has it; returns the clicks."""
    before = seq(page)
    made: list[str] = []
    while True:
        chosen = choose([name for name in glowing(page) if name not in made])
        hand(page, chosen)
        made.append(chosen)
        page.wait_for_function(PICKED, arg=[len(made), before])
        if page.evaluate(SENT, before):
            page.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)
            return made


CALM = """() => !window.tripolis.draft.working && !window.tripolis.line.waiting.size && !window.tripolis.busy && !window.tripolis.queue.length"""


PLAIN = ("do-roll", "do-end", "do-drop", "do-pass")
"""Buttons of U-Build that cost nothing."""


def pick(page: Page, *names: str, hand: Callable[[Page, str], None] = click) -> None:
    """Click on these sprites one after the other; each must glow."""
    for name in names:
        page.wait_for_function("(name) => window.tripolis.stage.can.has(name)", arg=name)
        hand(page, name)
        page.wait_for_function(CALM)


def put_cash(page: Page, column: str, amount: str) -> None:
    """Type a sum into a column of the form of an offer."""
    field = page.get_by_label(f"{column}: Amount")
    field.fill(amount)
    field.blur()
    page.wait_for_function(CALM)


def plain_move(page: Page, hand: Callable[[Page, str], None] = click, plain: tuple[str, ...] = PLAIN) -> None:
    """A move of U-Build that needs no thought: the first of these that is allowed, or a small bid where one has to
    bid."""
    can = glowing(page)
    found = [name for name in (*plain, "do-bid") if name in can]
    if found:
        pick(page, found[0], hand=hand)
    else:  # what a card asks for may take several clicks
        play_by_program(page, lambda legal: legal[0])


def draft(page: Page) -> list[str]:
    """The moves that were put together and not sent."""
    return list(page.evaluate("window.tripolis.draft.texts()"))


def play_by_program(page: Page, choose: Callable[[list[str]], str]) -> None:
    """One move without clicking, until the page shows it: for what a test is not about."""
    move = choose(page.evaluate("window.tripolis.state.legal.map(({ move }) => move)"))
    made = ask(page, "POST", f"{page.url.replace('/table/', '/api/tables/')}/moves", {"moves": [move]})
    page.wait_for_function("(seq) => window.tripolis.line.seq >= seq && !window.tripolis.busy", arg=made["seq"])


def play_to_the_end(
    page: Page, choose: Callable[[list[str]], str], most: int = 200, then: Callable[[list[str]], str] | None = None
) -> int:
    """A whole match, the first moves by clicking (in a long run all of them), the others by another hand where one is
    given; returns how many moves were made."""
    for made in range(most):
        if not my_turn(page):
            return made
        if made < BY_HAND:
            play_a_move(page, choose)
        else:
            play_by_program(page, then or choose)
    raise AssertionError("this match does not end")


def position(page: Page) -> dict[str, Any]:
    """What the page shows, to compare: where every sprite is, whose turn it is, what is in the log."""
    script = """() => {
      const { state, stage } = window.tripolis;
      const sprites = [...stage.sprites.values()].map(({ data }) => JSON.stringify(data)).sort();
      const shown = [...document.querySelectorAll("#boards [data-id]")].map((node) => node.dataset.id).sort();
      return { sprites, shown, actor: state.position.actor, ply: state.position.ply, legal: state.legal, lines: state.log.map((line) => line.seq) };
    }"""
    return dict(page.evaluate(script))


def overflow(page: Page) -> int:
    """How many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def number(text: str) -> int:
    """A number as people read it: with a real minus."""
    return int(text.replace("\u2212", "-"))
