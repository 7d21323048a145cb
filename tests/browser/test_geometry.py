"""What may be clicked is inside the window and uncovered, text is legible, nothing is cut or overlaps, and no prompt
moves the board: for every game, at five sizes of the window, in German; in a long run over whole matches of every mode,
track and number of seats."""

import random
from pathlib import Path

import pytest

from tests.browser.browsing import SOAK, my_turn, resize, set_up

CHECK = Path(__file__).with_name("geometry.js").read_text(encoding="utf-8")
SIZES = ((1280, 720), (1440, 900), (1920, 1080), (820, 1180), (390, 844))
TABLES = [
    ("quadropolis", {"mode": "classic"}, 3),
    ("metropolys", {"mode": "family"}, 3),
    ("ubuild", {"track": "starter"}, 3),
]
ALL_TABLES = [
    *(("quadropolis", {"mode": mode}, players) for mode in ("classic", "expert") for players in (2, 3, 4)),
    *(("metropolys", {"mode": mode}, players) for mode in ("family", "expert") for players in (2, 3, 4)),
    *(("ubuild", {"track": track}, players) for track in ("starter", "classic", "pro") for players in range(2, 7)),
]
DECISIONS = 400 if SOAK else 5
QUIET = "() => !window.tripolis.busy && !window.tripolis.draft.working && !window.tripolis.line.waiting.size"


class Surveyor:
    """Looks at a page in all sizes of the window, and remembers where the board was."""

    def __init__(self, page, sizes):
        self.page, self.sizes = page, sizes
        self.boards, self.found, self.looks = {}, {}, 0

    def look(self, state, clicks):
        """Note what is wrong now: before a decision in all sizes, after a click in the short run in one, each in turn."""
        self.looks += 1
        for size in self.sizes if SOAK or clicks == 0 else [self.sizes[self.looks % len(self.sizes)]]:
            resize(self.page, *size)
            seen = self.page.evaluate(CHECK)
            for text in seen["found"]:
                self.found.setdefault(f"{size[0]}x{size[1]}: {text}", state)
            if seen["board"] is not None and self.boards.setdefault(size, seen["board"]) != seen["board"]:
                self.found.setdefault(f"{size[0]}x{size[1]}: the board moves", state)


def play(page, look, rng, decisions=DECISIONS):
    """A match by clicks on anything that is lit, looked at before every click."""
    for n in range(decisions):
        if not my_turn(page):
            return
        before = page.evaluate("window.tripolis.state.position.ply")
        for clicks in range(12):
            page.wait_for_function(QUIET)
            if page.evaluate("window.tripolis.state.position.ply") != before or not page.evaluate("tripolis.myTurn"):
                break
            look(f"decision {n}, {clicks} clicks", clicks)
            can = page.evaluate(
                "[...window.tripolis.stage.can].filter((id) => !window.tripolis.picker.picks.includes(id)).sort()"
            )
            if page.evaluate("!document.querySelector('#send').hidden") and (not can or rng.random() < 0.5):
                page.locator("#send").click()
            elif can:
                page.evaluate("(id) => window.tripolis.clicked(id)", rng.choice(can))
            else:
                break
            page.wait_for_timeout(30)


@pytest.mark.parametrize(("game", "options", "players"), ALL_TABLES if SOAK else TABLES)
def test_the_table_is_sound_in_every_window(house, game, options, players):
    """With three seats in the dark, with others by day."""
    page = house.visitor(None, locale="de", color_scheme="dark" if players == 3 else "light")
    seats = ["me", *["bot:greedy"] * (players - 1)]
    page.goto(set_up(page, *seats, game=game, options=options, hints=True))
    surveyor = Surveyor(page, SIZES)
    play(page, surveyor.look, random.Random(3))
    found = [f"{text} ({state})" for text, state in surveyor.found.items()]
    assert not found, f"{game} {options}, {players} seats: {len(found)} violations\n" + "\n".join(found[:60])
