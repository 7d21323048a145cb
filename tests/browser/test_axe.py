"""axe-core finds nothing, on any page and in any state, in light and in dark."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import TOUR, click, glowing, my_turn, panel, set_up, sit_down


@pytest.fixture
def reader(house):
    """Somebody new on the home page."""
    return house.visitor()


@pytest.fixture
def clean(reader, clean_page):
    """A function that puts the reader's page as it stands before axe."""
    return lambda state, **how: clean_page(reader, state, **how)


def test_home_and_new_table(reader, clean):
    reader.wait_for_load_state("networkidle")
    clean("home, empty")
    reader.locator("#me summary").click()
    clean("home, with its menu", part="#me")
    set_up(reader, "me", "bot:greedy")
    set_up(reader, "me", "open", public=True)
    reader.goto("/")
    reader.locator("#mine li").first.wait_for()
    clean("home, with tables")
    reader.goto("/new")
    reader.locator("#seats select").first.wait_for()
    reader.locator("details.more summary").click()
    reader.get_by_label("Clock").select_option("live")
    clean("new table")


def test_lobby(house, reader, clean):
    reader.goto(set_up(reader, "me", "open", "bot:greedy"))
    reader.get_by_role("button", name="I am ready").wait_for()
    clean("lobby, by the owner")


def test_table_and_its_panels(reader, clean):
    sit_down(reader, "", hints=True)
    clean("table, own turn")
    click(reader, glowing(reader)[-1])
    clean("table, something picked")
    reader.keyboard.press("Escape")
    reader.get_by_role("button", name="Hint").click()
    reader.locator("#boards .ring-hint").first.wait_for()
    clean("table, with a hint")
    for name in ("Points", "Moves", "Scoring & tiles", "Chat", "Log"):
        panel(reader, name)
        if name == "Scoring & tiles":
            reader.locator("#aid table").first.wait_for()
        clean(f"panel: {name}", part="#side")
    menu = panel(reader, "Menu")
    clean("menu", part="#menu")
    menu.get_by_role("button", name="Resign").click()
    expect(reader.locator("#sure")).to_be_visible()
    clean("dialog: sure?", part="#sure")
    reader.locator("#sure").get_by_role("button", name="No").click()
    panel(reader, "Menu").get_by_role("button", name="Continue on another device").click()
    expect(reader.locator("#keep-dialog")).to_be_visible()
    clean("dialog: another device", part="#keep-dialog")


def test_end_and_replay(reader, clean):
    over = set_up(reader, "me", "bot:greedy")
    reader.goto(over)
    my_turn(reader)
    reader.evaluate("window.tripolis.deed('resign')")
    reader.locator("#lead svg").wait_for()
    reader.locator("#ending details summary").last.click()
    reader.get_by_role("button", name="Check the shuffle").click()
    reader.locator("#verdict code").wait_for()
    clean("the end")
    reader.goto(f"{over}/replay")
    reader.locator("#moves .current, #moves li").first.wait_for()
    clean("replay")
    reader.get_by_role("tab", name="Points").click()
    reader.locator("#lead svg").wait_for()
    clean("replay, points")


def test_score_helper(reader, clean):
    reader.goto("/score/quadropolis")
    reader.locator("#points table").wait_for()
    clean("score helper, empty")
    reader.get_by_label("Players", exact=True).select_option("2")
    reader.get_by_role("button", name="Next player").wait_for()
    reader.locator('[data-tool="tool-T1"]').click()
    clean("score helper, two players, a tool in the hand")


def test_rules(reader, clean):
    reader.goto("/rules/quadropolis")
    clean("rules")


def test_tour(reader, clean):
    reader.locator(TOUR).click()
    reader.locator("#tour").wait_for()
    my_turn(reader)
    clean("tour")


def test_small_pages(house, reader, clean):
    house.watch.allow("status of 404")
    for path in ("/keep", "/keep#secret", "/mail", "/table/nowhere"):
        reader.goto(path)
        clean(path)
