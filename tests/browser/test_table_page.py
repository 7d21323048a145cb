"""The table page beside plain moves: watching, taking back, running out of time, looking ahead, hints, panels,
another device."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import (
    GLOWING,
    ask,
    click,
    glowing,
    my_turn,
    panel,
    picks,
    play_a_move,
    position,
    seq,
    set_up,
    sit_down,
    sprite,
    status,
)


def test_a_spectator_sees_the_game_and_cannot_click(house, page, choose):
    sit_down(page, "")
    watcher = house.visitor(page.url)
    expect(status(watcher)).to_have_text("Ada is choosing an architect")
    expect(watcher.locator("#chat-form")).to_be_hidden()
    for _ in range(2):
        play_a_move(page, choose)
        assert my_turn(page)
    watcher.wait_for_function("(seq) => window.tripolis.line.seq >= seq && !window.tripolis.busy", arg=seq(page))
    assert watcher.locator(GLOWING).count() == 0
    board = "[...window.tripolis.stage.sprites.values()].map(({ data }) => data).filter(({ area }) => area === 'board').map((sprite) => `${sprite.id} ${sprite.x} ${sprite.y}`).sort()"
    assert watcher.evaluate(board) == page.evaluate(board)
    before = position(watcher)
    for name in glowing(page)[:3]:
        click(watcher, name)
    assert picks(watcher) == [] and position(watcher) == before
    panel(watcher, "Moves")
    expect(watcher.locator("#moves li")).to_have_count(0)
    assert not watcher.title().startswith("●")


def test_a_move_is_taken_back_inside_ones_own_turn(page):
    sit_down(page, "")
    before = position(page)
    legal = page.evaluate("window.tripolis.state.legal")
    for sprite_id in next(
        move["path"] for move in legal if "nothing" not in move["text"]
    ):  # a tile in hand: the turn goes on
        click(page, sprite_id)
    page.wait_for_function("(ply) => window.tripolis.state.position.ply === ply", arg=before["ply"] + 1)
    assert my_turn(page)
    page.get_by_role("button", name="Take back").click()
    page.wait_for_function("(ply) => window.tripolis.state.position.ply === ply", arg=before["ply"])
    assert my_turn(page)
    after = position(page)
    assert after.pop("lines") != before.pop("lines"), "the log keeps what happened"
    assert after == before


def test_a_click_is_taken_back_by_another_click_or_the_button(page):
    sit_down(page, "")
    first = glowing(page)[-1]
    click(page, first)
    assert picks(page) == [first]
    expect(sprite(page, first).locator(".face")).to_have_attribute("aria-pressed", "true")
    click(page, first)
    assert picks(page) == []
    click(page, first)
    page.get_by_role("button", name="Back", exact=True).click()
    assert picks(page) == []


def test_a_bot_plays_on_when_time_is_up_until_the_player_is_back(house, page):
    """A live clock of a few seconds; the other one is a person, so that the match does not run away."""
    clock = {"kind": "live", "minutes": 0.1, "increment": 0}
    table = set_up(page, "me", "open", options={"first": 0}, clock=clock, on_timeout="bot")
    ben = house.visitor(None)
    ask(ben, "POST", "/api/guest", {"name": "Ben"})
    ask(ben, "POST", f"/api/tables/{table[7:]}/join", {})
    for person in (page, ben):
        ask(person, "POST", f"/api/tables/{table[7:]}/ready", {})
    ask(page, "POST", f"/api/tables/{table[7:]}/start", {})
    page.goto(table)
    expect(page.locator(".clock").first).to_have_text(re.compile(r"^0:0\d$"))
    back = page.get_by_role("button", name="I am back")
    expect(back).to_be_visible()
    expect(page.locator("#players")).to_contain_text("time is up")
    expect(page.locator("#log")).to_contain_text("Ada's time is up.")
    back.click()
    expect(page.locator("#log")).to_contain_text("Ada is back.")


def test_a_look_ahead_says_what_a_move_would_bring(page, choose):
    """Asked before it is sent: nothing is done until it is confirmed."""
    sit_down(page, "")
    panel(page, "Menu").get_by_label("Ask before a move is sent").select_option("always")
    page.keyboard.press("Escape")
    before = seq(page)
    while page.locator("#send").is_hidden():
        click(page, choose(glowing(page)))
        page.wait_for_timeout(100)
    expect(page.locator("#gain")).to_have_text(re.compile("score now|something new|up to|takes no tile"))
    assert seq(page) == before
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)


def test_a_hint_marks_a_move(page):
    """And stays: what is said only for a while would be gone after 6 s."""
    page.clock.install()
    sit_down(page, "", hints=True)
    page.get_by_role("button", name="Hint").click()
    expect(status(page)).to_contain_text("The bot would do this:")
    expect(page.locator("#boards .ring-hint")).not_to_have_count(0)
    page.clock.fast_forward(6500)
    expect(status(page)).to_contain_text("The bot would do this:")
    click(page, glowing(page)[0])
    expect(page.locator("#boards .ring-hint")).to_have_count(0)


def test_every_panel_opens_by_tab_and_by_key(page):
    sit_down(page, "")
    for name, key in (("Points", "p"), ("Moves", "m"), ("Scoring & tiles", "a"), ("Log", "l")):
        panel(page, "Chat")
        page.locator("#boards").click(position={"x": 2, "y": 2})
        page.keyboard.press(key)
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
    panel(page, "Scoring & tiles")
    expect(page.locator("#aid table")).not_to_have_count(0)
    expect(page.locator("#aid h3")).not_to_have_count(0)
    legal = page.evaluate("window.tripolis.state.legal.length")
    panel(page, "Moves")
    expect(page.locator("#moves li")).to_have_count(legal)
    text = page.locator("#moves li").first.inner_text()
    page.get_by_label("Search the legal moves").fill(text)
    assert page.locator("#moves li").count() < legal


@pytest.mark.parametrize("number", [2, 4])
def test_another_players_city_is_a_summary_that_opens_large(page, number):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(set_up(page, "me", *["bot:greedy"] * (number - 1)))
    my_turn(page)
    others = page.locator('#boards .area[data-role="rival"]')
    assert others.count() == number - 1
    small = others.first.bounding_box()
    if number == 4:
        assert small["height"] < page.locator('.area[data-role="own"]').bounding_box()["height"] / 2
        summary = others.first.locator(".chip")
        expect(summary).to_have_accessible_name(re.compile("Magnify: .*Score now"))
        summary.click()
        assert others.first.bounding_box()["height"] > 2 * small["height"]
        page.keyboard.press("Escape")
    assert others.first.bounding_box() == small


def test_a_link_takes_a_seat_to_another_device(house, page, choose):
    """It works once; the first device gives the seat up."""
    sit_down(page, "")
    panel(page, "Menu").get_by_role("button", name="Continue on another device").click()
    expect(page.locator("#keep-dialog")).to_be_visible()
    link = page.locator("#keep-address").input_value()
    page.locator("#keep-dialog").get_by_role("button", name="Close").click()

    other = house.visitor(link)
    assert "#" not in other.url, "the secret does not stay in the address"
    other.get_by_role("button", name="Take the seat").click()
    other.wait_for_url(re.compile("/table/"))
    assert my_turn(other)
    play_a_move(other, choose)

    page.wait_for_function("() => window.tripolis.you === -1 && !window.tripolis.busy")
    assert not glowing(page)
    late = house.visitor(link)
    house.watch.allow(r"status of 4\d\d .*/api/keep")
    late.get_by_role("button", name="Take the seat").click()
    expect(late.locator("#says .bad")).to_be_visible()


def test_a_link_without_a_secret_says_so(house):
    page = house.visitor("/keep")
    expect(page.locator("#keep-status")).to_contain_text("This link is incomplete")
    expect(page.get_by_role("button", name="Take the seat")).to_be_disabled()


def test_a_table_that_is_not_there(house):
    house.watch.allow("status of 404")
    page = house.visitor("/table/nowhere")
    expect(page.get_by_role("heading", name="There is nothing at this address.")).to_be_visible()
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", name="Three cities")).to_be_visible()


def test_the_home_page_finds_tables(house, page):
    """My tables with whose turn it is, public ones, ones that I watch, and a code to join by."""
    address = set_up(page, "me", "bot:greedy", name="Gil")
    public = set_up(page, "me", "open", name="Gil", public=True)
    page.goto("/")
    expect(page.locator("#mine .badge.turn")).to_have_text("Your turn")
    assert page.title() == "(1) Tripolis"
    other = house.visitor(public)
    ask_name = other.get_by_label("Your name")
    expect(ask_name).to_be_visible()
    other.goto("/")
    expect(other.locator(f'#public a[href="{public}"]')).to_be_visible()
    other.get_by_label("Got an invitation?").fill(house.base + address)
    other.get_by_role("button", name="Join", exact=True).click()
    other.wait_for_url(re.compile(address))
