"""The analysis room: each game from an edited position, by mouse, by touch and by keys; variations that come back."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PHONE

EDITED = {
    "quadropolis": "classic.T2SH---P-K-------_5_3.T1---------------_2_0",
    "metropolys": "expert.11c4-2n2_010_bridges_parks.3c1_000__.10",
    "ubuild": "starter.1500_1500.p3-1r2",
}
"""Tables as the score helper keeps them in its address."""
HOW = {"quadropolis": "keys", "metropolys": "touch", "ubuild": "mouse"}


@pytest.mark.parametrize("game", EDITED)
def test_an_edited_table_is_analysed(house, clean_page, game):
    how = HOW[game]
    page = house.visitor(f"/score/{game}#{EDITED[game]}", **(PHONE if how == "touch" else {}))
    page.locator("#points table").wait_for()
    go = {"mouse": lambda one: one.click(), "touch": lambda one: one.tap(), "keys": lambda one: one.press("Enter")}[how]
    page.locator("#goes-on").select_option("1")
    go(page.locator("#analyse"))
    page.wait_for_url(re.compile("/analyse"))

    def beside():
        """What stands beside the boards is a page of its own on a phone."""
        if how == "touch":
            page.locator("#sheets button").last.tap()

    beside()
    first = page.locator("#lines li").first
    expect(first.locator(".prospect")).to_have_count(2)
    expect(page.locator("#filled li").first).to_be_visible()
    go(first.locator("button"))
    expect(page.locator("#at")).to_contain_text("1")
    go(page.locator("#before"))
    expect(page.locator("#at")).to_have_text("Start")
    # Another move is a variation; it gets a name, and a link brings it back.
    beside()
    page.locator("#legal summary").click()
    page.locator("#legal button").last.click()
    expect(page.locator("#at")).to_contain_text("1")
    beside()
    go(page.locator("#tab-tree"))
    if page.locator("#naming").is_visible():
        page.locator("#line-name").fill("Quiet plan")
        page.locator("#line-name").press("Tab")
    page.locator("#comment").fill("what if")
    page.locator("#comment").press("Tab")
    go(page.locator("#tab-keep"))
    go(page.locator("#link"))
    page.wait_for_url(re.compile(r"match="))
    clean_page(page, f"the analysis of {game}", dark=False)
    page.reload()
    beside()
    go(page.locator("#tab-tree"))
    expect(page.locator("#comment")).to_have_value("what if")
