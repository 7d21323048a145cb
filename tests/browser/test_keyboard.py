"""A whole match without a mouse."""

import re

from playwright.sync_api import expect

from tests.browser.browsing import QUICK, SOAK, my_turn, picks, seq


def tab_to(page, text, where="*", most=80):
    """Press Tab until the focus is on something with this text."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if text in page.evaluate(
            "(where) => (document.activeElement.matches(where) ? document.activeElement.textContent : '')", where
        ):
            return
    raise AssertionError(f"Tab does not lead to {text!r}")


def focused(page):
    """The sprite that has the focus, or the only one to be clicked in an area whose summary has it."""
    return page.evaluate("""() => {
      const summary = document.activeElement.closest(".chip");
      const can = summary ? window.tripolis.stage.canIn(summary.closest(".area").dataset.area) : [];
      return document.activeElement.closest("[data-id]")?.dataset.id ?? (can.length === 1 ? can[0] : null);
    }""")


def by_arrows(page, turn):
    """A move on the boards: g goes there, arrows walk, Enter clicks."""
    before = seq(page)
    for made in range(1, 9):
        page.keyboard.press("g")
        for key in ["ArrowRight", "ArrowDown", "ArrowLeft"][: turn % 4]:
            page.keyboard.press(key)
        name = focused(page)
        assert name, "the focus is on something to click"
        page.keyboard.press("Enter")
        page.wait_for_function(
            "([n, before]) => window.tripolis.line.seq > before || window.tripolis.line.waiting.size || "
            "window.tripolis.picker.picks.length >= n",
            arg=[made, before],
        )
        if page.evaluate(
            "(before) => window.tripolis.line.seq > before || window.tripolis.line.waiting.size > 0", before
        ):
            page.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)
            return
    raise AssertionError("this move has no end")


def by_list(page):
    """A move from the plain list: m opens it, Tab walks, Enter chooses."""
    before = seq(page)
    page.keyboard.press("m")
    for _ in range(90):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#moves') !== null"):
            break
    page.keyboard.press("Enter")
    page.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)


def test_from_the_home_page_into_a_match_by_keyboard_alone(page):
    """Tab and Enter on the home page, then arrows on the boards, and now and then the list of moves; in a long run to
    the end and into the replay."""
    page.goto("/")
    tab_to(page, "Play", QUICK)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/table/"))
    for turn in range(200 if SOAK else 6):
        if not my_turn(page):
            break
        if turn % 5 == 4:
            by_list(page)
        else:
            by_arrows(page, turn)
    if not SOAK:
        return
    expect(page.locator("#ending")).to_be_visible()
    tab_to(page, "Look back")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/replay"))


def test_escape_takes_the_last_click_back(page):
    page.goto("/")
    tab_to(page, "Play", QUICK)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/table/"))
    assert my_turn(page)
    before = seq(page)
    page.keyboard.press("g")
    page.keyboard.press(" ")
    assert len(picks(page)) == 1
    page.keyboard.press("Escape")
    assert picks(page) == [] and seq(page) == before


def test_everything_that_glows_can_be_reached_and_has_a_name(page):
    page.goto("/")
    tab_to(page, "Play", QUICK)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/table/"))
    assert my_turn(page)
    wanted = set(page.evaluate("[...document.querySelectorAll('#boards .sprite.can')].map((node) => node.dataset.id)"))
    found = set()
    for _ in range(len(wanted) + 60):
        page.keyboard.press("Tab")
        found.add(focused(page))
    assert wanted <= found
    names = page.evaluate(
        "[...document.querySelectorAll('#boards .sprite.can .face')].map((node) => node.getAttribute('aria-label'))"
    )
    assert all(names) and len(set(names)) == len(names)
