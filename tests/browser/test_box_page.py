"""My box: values typed in, confirmed, saved, opened, and used by the score helper and new tables."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import ask, overflow

CLOSE = "/score/ubuild#classic.400_340.p1-1.l1-2.r1-2"
"""Two reconstructed rents of player 2 may change the places."""


def card(page, name):
    """A card, opened."""
    item = page.locator(f'[data-card="{name}"]')
    item.wait_for()
    if item.get_attribute("open") is None:
        item.locator("summary").click()
    item.locator(".box-card").wait_for()
    return item


def summary(page):
    return page.locator("#box-sum")


def test_typed_values_are_kept_saved_opened_and_used(house, tmp_path):
    page = house.visitor("/box/ubuild")
    expect(summary(page)).to_contain_text("Values that differ: 0.")
    price = card(page, "b2").get_by_label("Price", exact=True)
    price.fill("0.7")
    price.press("Tab")
    expect(summary(page)).to_contain_text("Values that differ: 1.")
    expect(card(page, "b2").get_by_text("ours: 0.6")).to_be_visible()
    page.reload()
    expect(summary(page)).to_contain_text("Values that differ: 1.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "box.json"
    download.value.save_as(file)
    saved = json.loads(Path(file).read_text())
    assert saved == {"game": "ubuild", "values": {"districts.json/districts/b2/price": 700_000}, "confirmed": []}
    page.get_by_role("button", name="Back to our values").click()
    expect(summary(page)).to_contain_text("Values that differ: 0.")
    page.get_by_label("Open a file").set_input_files(file)
    expect(summary(page)).to_contain_text("Values that differ: 1.")
    page.goto("/new?game=ubuild")
    expect(page.get_by_label("Play with my box")).to_be_checked()
    page.locator("#create").click()
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/")[2]
    assert ask(page, "GET", f"/api/tables/{table}")["table"]["custom_box"] is True


def test_a_wrong_value_is_said_beside_its_field_and_not_kept(house, tmp_path):
    house.watch.allow(r"status of 4\d\d .*/api/box")
    page = house.visitor("/box/ubuild")
    name = card(page, "b2").get_by_label("Name", exact=True)
    name.fill("")
    name.press("Tab")
    expect(card(page, "b2").locator(".wrong:not(:empty)")).to_contain_text("b2: a name")
    expect(summary(page)).to_contain_text("Values that differ: 0.")
    for text in ("nonsense", '{"game": "quadropolis"}'):
        file = tmp_path / "wrong.json"
        file.write_text(text)
        page.get_by_label("Open a file").set_input_files(file)
        expect(page.locator("#says .bad")).to_contain_text("not a file" if text == "nonsense" else "another game")


def test_a_winner_is_named_when_the_cards_are_confirmed(house):
    page = house.visitor(CLOSE)
    expect(page.locator("#winner")).to_contain_text("No winner is named")
    expect(page.locator("#points .sum .unsure")).to_have_text("3.42M to 4.4M")
    page.locator(".sheet-card").get_by_role("link", name="My box").click()
    for name in ("l1", "r1"):
        card(page, name).get_by_role("button", name="My card says the same").click()
        expect(card(page, name).get_by_role("button", name="Confirmed. Take it back")).to_be_focused()
    expect(summary(page)).to_contain_text("Cards confirmed: 2.")
    page.goto(CLOSE)
    expect(page.locator("#winner")).to_have_text("Player 1 wins.")
    expect(page.locator("#points .unsure")).to_have_count(0)
    expect(page.locator("#unsure")).to_be_hidden()


def test_cards_are_found_by_name_and_by_certainty(house):
    page = house.visitor("/box/quadropolis")
    expect(page.locator(".box-item")).to_have_count(144)
    page.get_by_label("Find a card").fill("harbour")
    expect(page.locator(".box-item").first).to_contain_text("harbour")
    page.get_by_label("Find a card").fill("")
    page.get_by_label("Only what we are not sure of").check()
    expect(page.locator(".box-item .tag").first).to_have_text("not certain")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_a_phone_does_not_scroll_sideways(house, clean_page, scheme):
    page = house.visitor("/box/ubuild", color_scheme=scheme, viewport={"width": 390, "height": 844})
    card(page, "b2")
    card(page, "constants")
    clean_page(page, "My box")
    assert overflow(page) <= 0
    page.goto(CLOSE)
    expect(page.locator("#winner")).to_contain_text("No winner is named")
    clean_page(page, "score helper with ranges")
    assert overflow(page) <= 0
