"""The editor of positions: from an empty table to an analysis, in each game by mouse, by touch and by keys."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PHONE

FLOW = Path(__file__).with_name("flow.js").read_text(encoding="utf-8")
BUILT = {
    "quadropolis": [
        (0, "tool-T2", "cell-0-b2"),
        (0, "tool-K", "cell-0-b3"),
        (1, "tool-take-away", "space-1-1"),
        (2, "tool-architect-3", "slot-N2"),
    ],
    "metropolys": [(0, "tool-0-11", "field-c4"), (0, "tool-0-3", "field-c6"), (1, "tool-token-2", "field-c10")],
    "ubuild": [
        (0, "seat-0", "district-p2"),
        (0, "tool-residential", "district-p2"),
        (1, "tool-hazard", "slot-3"),
        (2, "tool-piece-1", "space-4"),
    ],
}
"""Kind of tools, tool, place."""
REFUSED = {"quadropolis": "3N2", "metropolys": "1c15=99", "ubuild": "hazard:s03"}
HOW = ("mouse", "touch", "keys")
WALK = 300


def press(page, selector):
    """Walk by Tab, and choose by Enter."""
    for _ in range(WALK):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => Boolean(document.activeElement?.closest(wanted))", selector):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def act(page, how, selector):
    """A click, a tap or a key on a thing; whatever lies over it would get it."""
    if how == "keys":
        return press(page, selector)
    found = page.locator(selector).first
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return page.touchscreen.tap(*middle) if how == "touch" else page.mouse.click(*middle)


def state(page):
    return page.evaluate("location.hash")


@pytest.mark.parametrize(("game", "how"), [(game, how) for game in BUILT for how in HOW])
def test_from_an_empty_table_to_an_analysis(house, watch, game, how):
    watch.allow(r"status of 422 .*/set-up/")
    page = house.visitor("/analyse", **(PHONE if how == "touch" else {}))
    act(page, how, f'a[href="/analyse/{game}"]')
    page.locator("#points table").wait_for()
    kind = 0
    for wanted, tool, place in BUILT[game]:
        if wanted != kind:
            kind = wanted
            act(page, how, f"#kinds button:nth-child({kind + 1})")
        chosen = page.locator(f'[data-tool="{tool}"]')
        if chosen.get_attribute("aria-pressed") != "true":
            act(page, how, f'[data-tool="{tool}"]')
        expect(chosen).to_have_attribute("aria-pressed", "true")
        before = state(page)
        act(page, how, f'#own [data-id="{place}"]')
        page.wait_for_function("(before) => location.hash !== before", arg=before)
    # What the rules do not allow is refused with the reason.
    before = state(page)
    page.locator("details:has(#type-form) summary").click()
    page.locator("#type-move").fill(REFUSED[game])
    page.locator("#type-move").press("Enter")
    expect(page.locator("#says")).to_contain_text(re.compile(r"\w{3}"))
    assert state(page) == before
    if how == "touch":
        page.locator("#analyse").tap()
    else:
        page.locator("#analyse").press("Enter") if how == "keys" else page.locator("#analyse").click()
    page.wait_for_url(re.compile(r"/analyse\?position="))
    if how == "touch":
        page.locator("#sheets button").last.tap()
    expect(page.locator("#lines li").first.locator(".prospect")).to_have_count(2)
    # And back: the position is changed further.
    page.locator("#tab-keep").click()
    page.locator("#edit").click()
    page.wait_for_url(re.compile(rf"/analyse/{game}#"))
    page.locator("#points table").wait_for()
    assert page.locator("#undo").is_disabled() and state(page) == before


@pytest.mark.parametrize("game", BUILT)
def test_the_editor_is_sound_by_day_in_the_dark_and_on_a_phone(house, clean_page, game):
    """In the longest language, with each kind of tools."""
    found = []
    for where, size in (("desk", {"viewport": {"width": 1280, "height": 720}}), ("phone", PHONE)):
        page = house.visitor(f"/analyse/{game}", locale="de", **size)
        page.locator("#points table").wait_for()
        for kind in range(page.locator("#kinds button").count()):
            page.locator("#kinds button").nth(kind).click()
            found += [f"{where}, {kind}: {text}" for text in page.evaluate(FLOW)]
        clean_page(page, f"{where} set up {game}")
    assert not found, "\n".join(found)
