"""Two people, each with a browser, play by a link."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import glowing, panel, play_a_move, sprite, status, to_move


@pytest.fixture
def pair(house):
    """A table for two, set up and joined by clicking."""
    ada = house.visitor("/new?game=quadropolis", permissions=["clipboard-read", "clipboard-write"])
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("radio", name="2", exact=True).check()
    ada.get_by_label("Player 2").select_option("open")
    ada.locator("details.more summary").click()
    ada.get_by_label("Taking back").select_option("consent")
    ada.locator("#create").click()
    ada.wait_for_url(re.compile("/table/"))
    expect(ada.locator("#lobby-waiting")).to_contain_text("Waiting for players.")
    expect(ada.locator(".qr img")).to_be_visible()
    expect(ada.locator("#lobby .main:visible")).to_have_text(["Copy the link"])
    ada.locator("#lobby-copy").click()
    expect(ada.locator("#says")).to_contain_text("Copied")
    link = ada.evaluate("navigator.clipboard.readText()")
    assert link == ada.url

    ben = house.visitor(link)
    expect(ben.locator("#lobby-title")).to_have_text("Ada invites you to Quadropolis")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Join and play").click()
    expect(ada.locator("#lobby-seats")).to_contain_text("Ben")
    expect(ben.locator("#lobby-waiting")).to_contain_text("Waiting for: Ada.")
    expect(ada.locator("#lobby .main:visible")).to_have_text(["I am ready"])
    ada.get_by_role("button", name="I am ready").click()
    expect(ben.locator("#boards")).to_be_visible()
    return ada, ben


def test_two_people_play_talk_take_back_pause_and_end(pair, choose):
    """A match by link, with all that people say to each other."""
    ada, ben = pair
    for _ in range(6):
        play_a_move(to_move(ada, ben), choose)
    mover = to_move(ada, ben)
    other, name = (ben, "Ada") if mover is ada else (ada, "Ben")
    assert not glowing(other), "only the one to move can click"
    expect(status(other)).to_contain_text(name)

    panel(other, "Chat")
    other.get_by_label("Say something to the table").fill("well <b>played</b>")
    other.get_by_role("button", name="Send").click()
    expect(mover.locator("#chat .chat")).to_contain_text("well <b>played</b>")

    before = mover.evaluate("window.tripolis.state.position.ply")
    while to_move(ada, ben) is mover:
        play_a_move(mover, choose)
    mover.get_by_role("button", name="Ask to take back").click()
    expect(other.locator("#offer")).to_contain_text(f"{name} asks to take the last turn back.")
    expect(mover.locator("#offer")).to_contain_text("The others are being asked.")
    other.locator("#offer").get_by_role("button", name="Yes").click()
    expect(mover.locator("#offer")).to_be_hidden()
    assert to_move(ada, ben) is mover
    assert mover.evaluate("window.tripolis.state.position.ply") < before + 2

    panel(mover, "Menu").get_by_role("button", name="Ask for a pause").click()
    other.locator("#offer").get_by_role("button", name="Yes").click()
    for page in pair:
        expect(status(page)).to_have_text("The match is paused.")
    assert not glowing(mover)
    panel(other, "Menu").get_by_role("button", name="Resume", exact=True).click()
    assert to_move(ada, ben) is mover

    panel(other, "Menu").get_by_role("button", name="Resign").click()
    expect(other.locator("#sure")).to_be_visible()
    other.locator("#sure").get_by_role("button", name="No").click()
    expect(other.locator("#ending")).to_be_hidden()
    panel(other, "Menu").get_by_role("button", name="Resign").click()
    other.locator("#sure").get_by_role("button", name="Yes").click()
    for page in pair:
        expect(page.locator("#ending")).to_be_visible()
        expect(page.locator("#winner")).to_have_text(re.compile(f"^({name} wins|You win)"))


def test_the_others_move_is_drawn_on_both_screens(pair, choose):
    """After a move both browsers show the same pieces at the same places."""
    ada, ben = pair
    for _ in range(4):
        mover = to_move(ada, ben)
        *_, last = play_a_move(mover, choose)
        to_move(ada, ben)
        for page in pair:
            expect(sprite(page, last)).to_have_count(1)
        public = "[...window.tripolis.stage.sprites.values()].map(({ data }) => data).filter(({ area }) => area === 'board').map((sprite) => `${sprite.id} ${sprite.x} ${sprite.y}`).sort()"
        assert ada.evaluate(public) == ben.evaluate(public)
