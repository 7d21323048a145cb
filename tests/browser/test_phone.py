"""A phone: fingers, a narrow window, one part of the table at a time."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import GLOWING, PHONE, SOAK, ask, glowing, my_turn, overflow, seq, set_up, sit_down, tap


@pytest.fixture
def phone(house):
    """Somebody with a phone in the hand."""
    return house.visitor(careful=True, **PHONE)


def test_a_turn_by_touch(phone):
    """The page goes by itself to where the next click lies; a move that ends the turn is asked for, with its gain."""
    sit_down(phone, "")
    assert overflow(phone) == 0
    for _ in range(12):
        if not phone.locator("#send").is_hidden():
            break
        seen = phone.locator(f"{GLOWING} >> visible=true")
        expect(seen.first).to_be_in_viewport()
        tap(phone, seen.last.get_attribute("data-id"))
        phone.wait_for_timeout(400)
    before = seq(phone)
    expect(phone.locator("#gain")).not_to_be_empty()
    phone.get_by_role("button", name="Confirm").tap()
    phone.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)
    assert my_turn(phone)
    assert overflow(phone) == 0


def test_every_part_of_the_table_is_one_tap_away(phone):
    sit_down(phone, "")
    side = phone.locator("#side")
    expect(side).to_be_hidden()
    sheets = phone.locator("#sheets button")
    assert sheets.count() >= 4
    for n in range(sheets.count() - 1):
        sheets.nth(n).tap()
        expect(phone.locator("#boards .area >> visible=true").first).to_be_in_viewport()
        assert overflow(phone) == 0
    sheets.last.tap()
    expect(side).to_be_in_viewport()
    for name in ("Points", "Moves", "Scoring & tiles", "Chat", "Log"):
        phone.get_by_role("tab", name=name, exact=True).tap()
        expect(phone.get_by_role("tabpanel", name=name)).to_be_visible()
        assert overflow(phone) == 0, name
    phone.locator("#menu-open").tap()
    expect(phone.get_by_role("dialog", name="Menu")).to_be_visible()
    phone.get_by_role("button", name="Close").tap()
    sheets.first.tap()
    expect(side).to_be_hidden()
    assert glowing(phone)


def test_a_building_is_fetched_without_leaving_the_site(phone):
    """After a slot one's architects are buttons that show what each would take; in the city the building has a card."""
    sit_down(phone, "")
    tap(phone, next(name for name in glowing(phone) if name.startswith("slot-")))
    architect = phone.locator("#choices .piece.can:has(.glyph)").first
    expect(architect).to_be_in_viewport()
    assert phone.evaluate("window.tripolis.layout.page") == 0
    architect.tap()
    expect(phone.locator("#decision")).to_be_in_viewport(ratio=1)
    city = phone.locator(".area[data-role=own] >> visible=true").bounding_box()
    assert city["y"] + city["height"] <= phone.locator("#decision").bounding_box()["y"]


def test_a_guide_covers_no_board_that_it_speaks_of(phone):
    """Where nothing of the action bar is asked for, its bubble lies there."""
    ask(phone, "POST", "/api/guest", {"name": "Ada"})
    phone.goto(f"/table/{ask(phone, 'POST', '/api/tours/quadropolis', {})['table']}?tour")
    phone.locator("#tour-next").wait_for()
    bubble, city = phone.locator("#tour"), phone.locator(".area[data-role=own] >> visible=true")
    expect(city).to_be_in_viewport(ratio=1)
    phone.wait_for_function(
        "(down) => document.querySelector('#tour').getBoundingClientRect().top >= down",
        arg=city.bounding_box()["y"] + city.bounding_box()["height"],
    )
    expect(bubble).to_be_in_viewport(ratio=1)


def test_a_finger_that_goes_sideways_turns_the_page(phone):
    sit_down(phone, "")
    touch = phone.context.new_cdp_session(phone)

    def swipe(way, across=0):
        """A finger from the middle of the board, in four steps."""
        for n in range(5):
            at = {"x": 195 + way * 40 * n, "y": 330 + across * 40 * n}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove" if n else "touchStart", "touchPoints": [at]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    page, places = "window.tripolis.layout.page", phone.locator("#sheets button")
    assert phone.evaluate(page) == 0
    swipe(-1)
    phone.wait_for_function(f"() => {page} === 1")
    expect(places.nth(1)).to_have_attribute("aria-pressed", "true")
    swipe(1)
    phone.wait_for_function(f"() => {page} === 0")
    swipe(1)
    swipe(-1, across=1)
    assert phone.evaluate(page) == 0, "there is nothing before the first, and a finger that goes down scrolls"
    assert phone.evaluate("window.tripolis.picker.picks.length") == 0


def test_what_can_be_tapped_is_large_enough(phone):
    """44 pixels at least; pieces on a board 28."""
    sit_down(phone, "")
    small = phone.evaluate("""[...document.querySelectorAll("#boards .sprite.can, button, select, input, a.button, a.main")]
      .map((node) => [node, node.getBoundingClientRect(), node.closest("#boards") ? 28 : 44])
      .filter(([, box, least]) => box.width && (box.width < least || box.height < least) && box.left >= 0)
      .map(([node, box]) => `${node.id || node.dataset.id || node.textContent} ${box.width}x${box.height}`)""")
    assert small == []


@pytest.mark.parametrize("lang", ["de", "fr", "en", "nl"] if SOAK else ["de", "fr"])
def test_no_page_is_wider_than_the_phone(house, lang):
    """In the longest words, too; on the narrowest phones."""
    page = house.visitor(None, **(PHONE | {"viewport": {"width": 340, "height": 700}, "locale": lang}))
    table = set_up(page, "me", "bot:greedy", "bot:random")
    lobby = set_up(page, "me", "open", "bot:greedy")
    over = set_up(page, "me", "bot:greedy")
    page.goto(over)
    my_turn(page)
    page.evaluate("window.tripolis.deed('resign')")
    page.locator("#lead svg").wait_for()
    for path in (
        "/",
        "/new",
        table,
        lobby,
        over,
        f"{over}/replay",
        "/score/quadropolis",
        "/rules/quadropolis",
        "/keep",
    ):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert overflow(page) <= 0, path
