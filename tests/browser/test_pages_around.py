"""Around the table: invitations, seats lost and found, a rematch, reactions, no connection."""

import re

from playwright.sync_api import expect

from tests.browser.browsing import AWAY, QUICK, my_turn, pair_of, set_up, sit_down

FORGET = """() => localStorage.clear()"""
SEAT = "window.tripolis?.you ?? -1"


def test_two_clicks_lead_from_home_to_a_move_against_bots(page):
    page.goto("/")
    page.locator(QUICK).click()
    page.wait_for_url(re.compile("/table/"))
    assert my_turn(page)


def test_an_invitation_has_one_field_and_one_button(house):
    """Who invites to what, how many are there, the clock; after the click one sits and is ready."""
    ada = house.visitor(None)
    link = set_up(ada, "me", "open", "bot:greedy", clock={"kind": "live", "minutes": 15, "increment": 10})
    ben = house.visitor(link)
    expect(ben.locator("#lobby-title")).to_have_text("Ada invites you to Quadropolis")
    expect(ben.locator("#lobby-count")).to_have_text("2 of 3 seats are taken")
    expect(ben.locator("#lobby-clock")).to_contain_text("15 min for each player")
    expect(ben.locator("#lobby input:visible")).to_have_count(1)
    expect(ben.locator("#lobby button:visible")).to_have_count(1)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Join and play").click()
    expect(ben.locator("#lobby-seats .seat-1")).to_contain_text("Ben")
    expect(ben.locator("#lobby-seats .seat-1 .tag")).to_have_text("ready")


def test_a_browser_that_forgot_its_cookie_takes_its_seat_again(page):
    """The page has kept the token of the seat."""
    page.goto("/")
    page.locator(QUICK).click()
    page.wait_for_url(re.compile("/table/"))
    my_turn(page)
    page.context.clear_cookies()
    page.reload()
    page.wait_for_function(f"() => ({SEAT}) === 0")
    assert my_turn(page)


def test_a_seat_that_is_lost_is_asked_back_from_the_owner(house):
    ada, ben = pair_of(house)
    ben.evaluate(FORGET)
    ben.context.clear_cookies()
    ben.reload()
    ben.wait_for_function("() => window.tripolis?.state && window.tripolis.you === -1")
    ben.locator("#seat-lost summary").click()
    ben.get_by_role("button", name="I am Ben").click()
    expect(ben.locator("#seat-lost-said")).to_contain_text("You have asked for the seat of Ben.")
    expect(ada.locator("#claim")).to_contain_text("Somebody says that they are Ben")
    ada.get_by_role("button", name="Yes, give the seat back").click()
    ben.wait_for_function("() => window.tripolis.you === 1")
    expect(ada.locator("#claim")).to_be_hidden()


def test_play_again_is_offered_to_the_others_and_keeps_the_colours(house):
    ada, ben = pair_of(house)
    ben.evaluate("window.tripolis.deed('resign')")
    expect(ada.locator("#winner")).to_contain_text("You win")
    expect(ben.locator("#winner")).to_contain_text("Ada wins")
    expect(ada.locator("#panel-points > p.small")).to_have_text("Points at the end")
    ada.get_by_role("button", name="Play again").click()
    ada.wait_for_function("() => window.tripolis?.state?.state.status === 'open'")
    expect(ben.locator("#again-offer")).to_have_text("Ada wants to play again.")
    ben.get_by_role("button", name="Join the new table").click()
    ben.wait_for_function("() => window.tripolis?.state?.state.status === 'open'")
    assert ada.url == ben.url and (ada.evaluate(SEAT), ben.evaluate(SEAT)) == (0, 1)
    for page in (ada, ben):
        page.get_by_role("button", name="I am ready").click()
    ben.wait_for_function("() => window.tripolis.state.state.status === 'playing'")


def test_a_reaction_is_one_click(house):
    ada, ben = pair_of(house)
    ada.get_by_role("tab", name="Chat", exact=True).click()
    ada.get_by_role("button", name="Well played!").click()
    expect(ben.locator("#chat")).to_contain_text("Well played!")


def test_without_a_connection_the_page_says_so(house, page):
    """The service worker keeps the shell, and no old page is shown as if it were new."""
    page.goto("/")
    house.watch.allow(AWAY)
    page.wait_for_function("async () => Boolean((await navigator.serviceWorker.ready).active)")
    page.reload()
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Three cities")).to_be_visible()


def test_strengths_are_explained_where_they_are_chosen(page):
    page.goto("/new?game=quadropolis")
    seat = page.get_by_label("Player 2")
    for bot, sentence in (
        ("bot:newcomer", "Mostly guesses."),
        ("bot:master", "forgives nothing"),
        ("open", "your link"),
    ):
        seat.select_option(bot)
        expect(page.locator("#about-seats")).to_contain_text(sentence)


def test_a_page_in_dark_says_what_is_over(house):
    """A finished match on the home page, with its result."""
    page = house.visitor(color_scheme="dark")
    sit_down(page, "")
    page.evaluate("window.tripolis.deed('resign')")
    page.goto("/")
    expect(page.locator("#mine .table-card").first).to_be_visible()
