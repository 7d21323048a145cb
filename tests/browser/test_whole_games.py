"""Every game by keyboard alone, by touch alone, and in a window at 200 %: some turns of it, in a long run to its end."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PHONE, SOAK, glowing, middle, my_turn, overflow, seq, set_up
from tests.browser.test_keyboard import focused

GAMES = {
    "quadropolis": {"mode": "classic"},
    "metropolys": {"mode": "family"},
    "ubuild": {"track": "starter"},
}
ZOOMED = {"viewport": {"width": 640, "height": 360}, "device_scale_factor": 2}
"""1280x720 at 200 %."""
TURNS = 400 if SOAK else 5
QUIET = """() => {
  const { busy, queue, draft, judging, line, myTurn, stage } = window.tripolis;
  if (busy || queue.length || draft.working || judging || line.waiting.size) return false;
  return !myTurn || stage.can.size > 0 || !document.querySelector("#send").hidden;
}"""
"""Nothing is under way, and there is something to do: no dead stop."""
SEEN = """() => [...window.tripolis.stage.can].filter((id) => {
  const page = window.tripolis;
  const kept = page.stage.sprites.get(id);
  const area = page.stage.areas.get(kept.data.area);
  const node = document.querySelector(`#choices [data-id="${id}"]`) ?? (area?.place?.how === "chip" ? area.chip : kept.face);
  const { left, top, width, height } = node.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  return width > 0 && hit && (node.contains(hit) || (hit.closest("#boards") && page.stage.under({ clientX: x, clientY: y }) === id));
}).filter((id) => !window.tripolis.picker.picks.includes(id)).sort()"""
"""What may be clicked and is seen: in the window, and nothing lies over it."""


def calm(names, rng):
    """Something that leads on: dice, purchases and ends rather than deals."""
    return rng.choice([name for name in names if not name.startswith(("tool-", "seat-"))] or names)


def by_pointer(press, rng):
    """A hand that clicks what it sees, and confirms when it is asked to. It never scrolls and turns no page."""

    def click(page):
        send = page.locator("#send")
        page.wait_for_function(f"() => !document.querySelector('#send').hidden || ({SEEN})().length > 0")
        if send.is_visible():
            press(page, *centre(send))
            return
        press(page, *middle(page, calm(page.evaluate(SEEN), rng)))

    return click


def by_key(rng):
    """A hand on the keyboard: the focus is where the next choice is; arrows and Tab walk on, Enter clicks."""

    def click(page):
        if page.evaluate("document.activeElement.id === 'send'"):
            page.keyboard.press("Enter")
            return
        wanted = calm(glowing(page), rng)
        if not focused(page):
            page.keyboard.press("g")
        assert focused(page), "g leads to something to click"
        page.keyboard.press(rng.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
        for _ in range(120):
            if focused(page) == wanted:
                break
            page.keyboard.press("Tab")
        assert focused(page) == wanted, f"Tab leads to {wanted}"
        page.keyboard.press("Enter")

    return click


def centre(locator):
    """Where a hand would aim at."""
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play(page, click, checks=lambda: None):
    """Own turns until the end, or as many as there is time for; returns whether the match is over."""
    for _ in range(TURNS):
        if not my_turn(page):
            expect(page.locator("#ending")).to_be_visible()
            return True
        before = seq(page)
        for _ in range(60):
            page.wait_for_function(QUIET)
            if seq(page) != before or not page.evaluate("window.tripolis.myTurn"):
                break
            click(page)
            checks()
            page.wait_for_timeout(20)
        else:
            raise AssertionError("this turn has no end")
    return False


@pytest.fixture(params=GAMES)
def table(request):
    """A game with its options."""
    return {"game": request.param, "options": GAMES[request.param]}


def sit_down(house, table, **how):
    """One who is asked before a move is sent; only moves are not played for them, so that a hand is not too late."""
    page = house.visitor(None, careful=True, **how)
    page.add_init_script("localStorage.setItem('tripolis.forced', 'false')")
    page.goto(set_up(page, "me", "bot:greedy", **table))
    return page


def test_by_keyboard_alone(house, table):
    page = sit_down(house, table)
    assert play(page, by_key(random.Random(5))) is SOAK


def test_by_touch_alone(house, table):
    page = sit_down(house, table, **PHONE)

    def checks():
        assert overflow(page) == 0

    assert play(page, by_pointer(lambda page, x, y: page.touchscreen.tap(x, y), random.Random(6)), checks) is SOAK


def test_at_200_percent(house, table):
    page = sit_down(house, table, **ZOOMED)

    def checks():
        assert overflow(page) == 0

    assert play(page, by_pointer(lambda page, x, y: page.mouse.click(x, y), random.Random(7)), checks) is SOAK
