"""Somebody who has never been here plays a whole match by clicking what glows."""

import re

from playwright.sync_api import expect

from tests.browser.browsing import GLOWING, QUICK, my_turn, number, play_a_move, play_to_the_end, position


def test_a_newcomer_plays_a_whole_match_against_two_bots(page, choose):
    """From the home page to the score sheet, the graph and the replay."""
    page.goto("/")
    page.locator("#me summary").click()
    page.get_by_label("Name at the table").fill("Nell")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(QUICK).click()
    page.wait_for_url(re.compile("/table/"))
    assert my_turn(page)
    expect(page.locator("#players")).to_contain_text("Nell")
    expect(page.locator("#players .tag")).to_have_text(["Regular", "Regular"])
    assert page.title().startswith("● Your turn")
    assert play_to_the_end(page, choose) >= 16

    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator("#winner")).to_have_text(re.compile(r"^(You win|.+ wins) with \d+ points$|^Tie: "))
    sheet = page.locator("#ending-sheet table")
    heads = [text.strip() for text in sheet.locator("thead th").all_text_contents()]
    assert len(heads) == 3 and "Nell" in heads
    rows = [row.locator("td").all_text_contents() for row in sheet.locator("tbody tr").all()]
    *categories, totals, places = rows
    for seat in range(3):
        assert sum(number(row[seat]) for row in categories) == number(totals[seat]), "the sheet adds up"
    best = max(map(number, totals))
    assert any(number(total) == best and place.startswith("1") for total, place in zip(totals, places, strict=True))
    expect(page.locator("#lead svg polyline")).to_have_count(3)
    assert page.locator(GLOWING).count() == 0, "nothing can be clicked any more"
    page.locator("#ending details summary").last.click()
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.locator("#verdict")).to_contain_text("nobody has changed it")

    page.get_by_role("link", name="Look back").click()
    page.wait_for_url(re.compile("/replay"))
    expect(page.locator("#at")).to_contain_text("After move 0 of")
    page.go_back()
    expect(page.locator("#ending")).to_be_visible()
    old = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/table/" in url and url != old)


def test_turns_with_motion_come_to_rest_at_the_same_place(house, choose):
    """With motion on, what is shown after some turns is what a fresh look shows."""
    page = house.visitor(reduced_motion="no-preference")
    page.locator(QUICK).click()
    page.wait_for_url(re.compile("/table/"))
    for _ in range(4):
        assert my_turn(page)
        play_a_move(page, choose)
    my_turn(page)
    after = position(page)
    boxes = "[...document.querySelectorAll('#boards [data-id]')].map((node) => node.getBoundingClientRect()).map(({ x, y, width }) => [x, y, width].map(Math.round).join(' ')).sort()"
    page.evaluate("scrollTo(0, 0)")
    drawn = page.evaluate(boxes)
    page.reload()
    my_turn(page)
    page.evaluate("scrollTo(0, 0)")
    assert position(page) == after
    assert page.evaluate(boxes) == drawn


def test_what_is_not_allowed_says_why(page):
    """A click on something that does not glow names the rule; nothing is sent."""
    page.goto("/")
    page.locator(QUICK).click()
    page.wait_for_url(re.compile("/table/"))
    assert my_turn(page)
    before = position(page)
    dull = page.locator("#boards .sprite:not(.can)").first
    dull.click(force=True)
    expect(page.locator("#info")).not_to_be_empty()
    assert position(page) == before
    assert my_turn(page)
