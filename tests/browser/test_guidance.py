"""What explains the game: the tour on the real table, and the rules with their pictures."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import TOUR, ask, click, glowing, my_turn
from tripolis.engine.game import find

GAME = find("quadropolis")


def follow(page):
    """The tour to its end; returns the texts of its steps."""
    texts = []
    for _ in range(60):
        if page.locator("#tour").is_hidden():
            return texts
        page.wait_for_function("!document.querySelector('#tour-text').innerText.endsWith('…')")
        text = page.locator("#tour-text").inner_text()
        if not texts or texts[-1] != text:
            texts.append(text)
        following = page.locator("#tour-next")
        if following.is_visible():
            following.click()
            continue
        my_turn(page)
        if page.locator("#tour-text").inner_text() != text:
            continue
        can = glowing(page)
        assert can, f"nothing glows at: {text}"
        picked = page.evaluate("window.tripolis.picker.picks.length")
        click(page, can[0])
        page.wait_for_function(
            "([text, picked]) => document.querySelector('#tour-text').innerText !== text || "
            "window.tripolis.picker.picks.length > picked",
            arg=[text, picked],
        )
        if page.evaluate("window.tripolis.line.waiting.size > 0 || !document.querySelector('#boards .sprite.can')"):
            page.wait_for_function(
                "(text) => ![text, ''].includes(document.querySelector('#tour-text').innerText) && "
                "!document.querySelector('#tour-text').innerText.endsWith('…')",
                arg=text,
            )
    raise AssertionError("the tour has no end")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_tour_is_followed_to_its_end(house, lang):
    """By clicking what glows and reading on; then the match goes on without it."""
    page = house.visitor(locale=lang)
    page.locator(TOUR).click()
    page.wait_for_url(re.compile("/table/.*tour"))
    my_turn(page)
    texts = follow(page)
    assert len(texts) == len(GAME.book.tour.steps)
    assert my_turn(page) and glowing(page)


def test_the_tour_goes_on_after_a_reload_and_can_be_left(house):
    page = house.visitor()
    page.locator(TOUR).click()
    page.wait_for_url(re.compile("/table/.*tour"))
    my_turn(page)
    for _ in range(2):
        page.locator("#tour-next").click()
    expect(page.locator("#tour-count")).to_have_text(re.compile("^Step 3 of"))
    while page.locator("#tour-count").inner_text().startswith("Step 3 "):
        click(page, glowing(page)[0])
        page.wait_for_timeout(300)
    page.reload()
    my_turn(page)
    expect(page.locator("#tour-count")).to_have_text(re.compile("^Step 4 of"))
    expect(page.locator(".tour-mark")).not_to_have_count(0)
    page.get_by_role("button", name="Leave the tour").click()
    expect(page.locator("#tour")).to_be_hidden()
    expect(page.locator(".tour-mark")).to_have_count(0)
    assert "tour" not in page.url, "a reload does not bring it back"
    assert len(glowing(page)) > 1


def test_the_bubble_of_the_tour_stands_at_its_target_and_moves_nothing(house):
    """It floats: the boards stay where they are from step to step, and a click elsewhere says what is asked for."""
    page = house.visitor()
    page.locator(TOUR).click()
    page.wait_for_url(re.compile("/table/.*tour"))
    my_turn(page)
    where = "JSON.stringify(document.querySelector('#boards').getBoundingClientRect())"
    before = page.evaluate(where)
    for _ in range(2):
        page.locator("#tour-next").click()
        assert page.evaluate(where) == before
    page.wait_for_timeout(400)
    apart = """() => {
      const box = document.querySelector("#tour").getBoundingClientRect();
      const marks = [...document.querySelectorAll(".tour-mark")].map((node) => node.getBoundingClientRect());
      return { inside: box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth,
        clear: marks.every((at) => at.right <= box.left || at.left >= box.right || at.bottom <= box.top || at.top >= box.bottom) };
    }"""
    assert page.evaluate(apart) == {"inside": True, "clear": True}
    dull = page.locator("#boards .sprite:not(.can):not(.tour-mark)").first
    dull.click(force=True)
    expect(page.locator("#says .why")).to_contain_text("The tour asks for something else")


def test_the_bubble_stays_away_from_the_spaces_of_a_ring(house):
    """At the first step of U-Build's tour, which speaks of the pieces on GO: no space is hidden for more than a part."""
    page = house.visitor("/")
    ask(page, "POST", "/api/guest", {"name": "Ada"})
    page.goto("/table/" + ask(page, "POST", "/api/tours/ubuild", {})["table"] + "?tour")
    my_turn(page)
    page.wait_for_function("() => document.querySelector('#tour').style.left")
    hidden = """() => {
      const { tour, stage } = window.tripolis;
      tour.place();
      const box = document.querySelector("#tour").getBoundingClientRect();
      const over = (from, to, low, high) => Math.max(0, Math.min(to, high) - Math.max(from, low));
      return [...stage.sprites.values()].filter(({ data }) => /^(district|space)-/.test(data.id)).map(({ data, node }) => [data.id, node.getBoundingClientRect()])
        .filter(([, at]) => over(at.left, at.right, box.left, box.right) * over(at.top, at.bottom, box.top, box.bottom) > 0.3 * at.width * at.height)
        .map(([id]) => id);
    }"""
    assert page.evaluate(hidden) == []


def test_where_a_bubble_has_no_room_it_lies_over_the_log_and_the_clicks_have_numbers(house):
    """At the third step of Quadropolis' tour, with marks at three places of two boards."""
    page = house.visitor("/", viewport={"width": 1280, "height": 720})
    ask(page, "POST", "/api/guest", {"name": "Ada"})
    page.goto("/table/" + ask(page, "POST", "/api/tours/quadropolis", {})["table"] + "?tour")
    my_turn(page)
    for _ in range(2):
        page.locator("#tour-next").click()
    expect(page.locator("#tour-spot .number text")).to_have_text(["1", "2"])
    covers = """() => {
      const [box, panels] = ["#tour", "#panels"].map((name) => document.querySelector(name).getBoundingClientRect());
      return box.left >= panels.left && box.right <= panels.right + 1 && box.top >= panels.top && box.bottom <= panels.bottom;
    }"""
    page.wait_for_function(covers)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_rules_show_all_sections_and_their_pictures(house, scheme):
    page = house.visitor("/rules/quadropolis", color_scheme=scheme)
    sections = GAME.book.guide
    for section in sections:
        expect(page.get_by_role("heading", name=section.title.text, exact=True).first).to_be_attached()
    expect(page.locator("details.ruling")).to_have_count(len(GAME.book.rulings))
    expect(page.locator("#tips li")).to_have_count(len(GAME.book.tips))
    pictures = page.locator(f".only-{scheme}")
    assert pictures.count() == len(GAME.book.pictures)
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        page.wait_for_function(
            "(picture) => picture.complete && picture.naturalWidth > 100", arg=picture.element_handle()
        )
    for link in page.locator(".toc a").all():
        assert page.locator(link.get_attribute("href")).count() == 1
