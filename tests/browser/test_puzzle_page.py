"""Puzzles: found and missed with a mouse, a finger and keys; what an answer leads to, the rating, the streak."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, PHONE, SOAK, ask, click, resize, tap
from tripolis.puzzles.puzzle import puzzles_of

CHECK = Path(__file__).with_name("geometry.js").read_text(encoding="utf-8")
SIZES = ((1280, 720), (1920, 1080), (390, 844))
HOW = {"quadropolis": "keys", "metropolys": "touch", "ubuild": "mouse"}
WAYS = [(game, how) for game in HOW for how in ("mouse", "touch", "keys") if SOAK or HOW[game] == how]
ASKS = (
    "() => window.tripolis?.phase === 'ask' && window.tripolis.found && document.querySelector('#status').textContent"
)


def press(page, name):
    """Walk to a sprite or a button by Tab, and choose it by Enter."""
    for _ in range(250):
        page.keyboard.press("Tab")
        if page.evaluate("(name) => document.activeElement.closest('[data-id]')?.dataset.id === name", name):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab does not lead to {name}")


SMALL = {"ubuild": "/track=starter"}
"""Boards whose texts are legible at every size of the window, as in test_geometry.py."""
HANDS = {"mouse": click, "touch": tap, "keys": press}


def opened(page, game, name):
    """A puzzle's page, when it asks."""
    page.goto(f"/puzzles/{game}/{name}")
    page.wait_for_function(ASKS)
    return page.evaluate("window.tripolis.found.name")


def moves_of(page, game, name):
    """The best move and another one, as clicks."""
    legal = [move for move in ask(page, "GET", f"/api/puzzles/{game}/{name}")["legal"] if not move.get("amount")]
    best = next((move["path"] for move in legal if move["move"] == puzzles_of(game)[name].solution), None)
    return best, next((move["path"] for move in legal if move["path"] != best), None)


def clickable(page, game, of=""):
    """A puzzle whose best move is made by clicks alone; `of` is a part of its position."""
    names = sorted(name for name, puzzle in puzzles_of(game).items() if of in puzzle.position)
    for name in random.Random(game).sample(names, len(names)):
        best, other = moves_of(page, game, name)
        if best and other:
            return name, best, other
    raise AssertionError(f"every puzzle of {game} asks for an amount")


def answer(page, path, hand):
    """Click what a move consists of, one after the other, until the answer is there."""
    for n, name in enumerate(path):
        hand(page, name)
        if n + 1 < len(path):
            page.wait_for_function("(n) => window.tripolis.picker.picks.length === n", arg=n + 1)
    page.wait_for_function("() => ['shown', 'over'].includes(window.tripolis.phase)", timeout=3 * PATIENCE)


@pytest.mark.parametrize(("game", "how"), WAYS)
def test_a_wrong_answer_shows_what_it_leads_to_and_the_best_move_can_still_be_found(house, game, how):
    page = house.visitor(None, **(PHONE if how == "touch" else {"viewport": {"width": 1280, "height": 720}}))
    hand = HANDS[how]
    name, best, other = clickable(page, game)
    opened(page, game, name)
    rating = page.evaluate("window.tripolis.rated")
    answer(page, other, hand)
    expect(page.locator("#who")).to_have_text("There is a better move.")
    expect(page.locator("#verdict .chance")).to_have_count(2)
    expect(page.locator("#moves li").first).to_contain_text(re.compile(r"\w"))
    expect(page.locator("#solver .bad")).to_have_text(re.compile(r"−\d+"))
    after = page.evaluate("window.tripolis.rated")
    assert after < rating
    page.keyboard.press("Escape") if how == "keys" else page.locator("#again").click()
    page.wait_for_function(ASKS)
    answer(page, best, hand)
    expect(page.locator("#who")).to_have_text("That is the best move.")
    expect(page.locator("#verdict .chance")).to_have_count(1)
    assert page.evaluate("window.tripolis.rated") == after, "the first answer counts"
    page.locator("#next").press("Enter") if how == "keys" else page.locator("#next").click()
    page.wait_for_function(ASKS)
    expect(page).not_to_have_url(re.compile(name))


def test_the_puzzle_of_the_day_moves_rating_streak_and_week(page):
    """Shown on the page of all puzzles too."""
    for game in HOW:
        name = opened(page, game, "today")
        best, _ = moves_of(page, game, name)
        if best:
            break
    answer(page, best, click)
    expect(page.locator("#solver")).to_contain_text(re.compile(r"\+\d+"))
    expect(page.locator("#solver .days")).to_have_text("Days in a row: 1")
    page.goto("/puzzles")
    expect(page.locator(".streak")).to_have_text("Days in a row: 1")
    expect(page.locator(".week .today .mark-right")).to_have_count(1)
    solved = page.locator(f".g-{game}:has(.state-right)")
    expect(solved).to_contain_text(f"1 of {len(puzzles_of(game))} solved")
    expect(solved.locator(".board img").first).to_have_js_property("complete", True)
    assert solved.locator(".board img").first.evaluate("(picture) => picture.naturalWidth") > 0


def test_who_gives_up_is_shown_the_best_move(page):
    [name, *_] = random.Random(5).sample(sorted(puzzles_of("quadropolis")), 1)
    opened(page, "quadropolis", name)
    page.locator("#solution").click()
    expect(page.locator("#who")).to_have_text("This is the best move.")
    expect(page.locator("#next")).to_be_focused()
    page.goto(f"/puzzles/quadropolis/{name}")
    expect(page.locator("#about")).to_contain_text("Your first answer was wrong.")


@pytest.mark.parametrize("game", HOW)
def test_a_puzzle_is_sound_in_every_window(house, clean_page, game):
    page = house.visitor(None, locale="de", viewport={"width": 1280, "height": 720})
    name, _, other = clickable(page, game, SMALL.get(game, ""))
    opened(page, game, name)
    found = []

    def look(state):
        for width, height in SIZES:
            resize(page, width, height)
            found.extend(f"{state}, {width}x{height}: {text}" for text in page.evaluate(CHECK)["found"])

    look("asked")
    clean_page(page, f"a puzzle of {game}")
    resize(page, 1280, 720)
    answer(page, other, click)
    page.wait_for_timeout(300)
    look("answered")
    clean_page(page, f"an answered puzzle of {game}")
    assert not found, "\n".join(found)
