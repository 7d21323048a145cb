"""The rules page: search as one types, contents that show where one is, rulings at their place, a layout that stays."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PHONE
from tests.browser.test_print import count_pages

SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
"""Adds up how far things move on the page by themselves."""


@pytest.fixture
def rules(house):
    """The rules of Quadropolis in French, which has accents."""
    return house.visitor("/rules/quadropolis?lang=fr")


def marks(page):
    return [text.lower() for text in page.locator("article mark").all_inner_texts()]


def test_what_is_typed_is_found_whatever_its_accents_and_case(rules):
    query, hits = rules.get_by_role("search").get_by_role("searchbox"), rules.get_by_role("status").first
    sections = rules.locator("article section").count()
    query.fill("ENERGIE")
    found = rules.locator("article section:visible")
    assert set(marks(rules)) == {"énergie"} and 0 < found.count() < sections
    expect(hits).to_have_text(f"{int(hits.inner_text().split()[0])} passages trouvés")
    assert rules.locator(".toc a:visible").count() == found.count()
    query.fill("énergie parc")
    assert set(marks(rules)) == {"énergie", "parc"}
    query.fill("xylophone")
    expect(hits).to_have_text("Rien trouvé pour « xylophone ».")
    assert found.count() == 0


def test_a_search_is_made_and_ended_by_keys(rules):
    query = rules.locator("#query")
    rules.keyboard.press("/")
    expect(query).to_be_focused()
    rules.keyboard.type("urbaniste")
    expect(rules.locator("mark").first).to_be_visible()
    rules.keyboard.press("Enter")
    first = rules.locator("mark.now")
    expect(first).to_be_in_viewport()
    rules.keyboard.press("Enter")
    rules.keyboard.press("Shift+Enter")
    expect(rules.locator("mark").first).to_have_class("now")
    rules.keyboard.press("Escape")
    expect(query).to_have_value("")
    assert (
        marks(rules) == []
        and rules.locator("article section:visible").count() == rules.locator("article section").count()
    )
    expect(rules.locator("#hits")).to_be_empty()


def test_a_ruling_unfolds_for_what_is_found_in_its_answer_and_folds_again(rules):
    answer = rules.locator(".ruling p").first
    assert not answer.is_visible() and rules.locator(".ruling summary").first.is_visible()
    rules.locator("#query").fill(answer.text_content().strip("."))
    expect(answer).to_be_visible()
    rules.locator("#query").press("Escape")
    assert not answer.is_visible()
    number = rules.locator(".ruling").nth(2).get_attribute("id")
    rules.evaluate(f"location.hash = '{number}'")
    expect(rules.locator(f"#{number} p").first).to_be_visible()


def test_the_contents_show_where_one_is(rules):
    here = rules.locator(".toc a[aria-current=location]")
    expect(here).to_have_attribute("href", "#summary")
    rules.locator("#urbanist").scroll_into_view_if_needed()
    rules.locator(".toc a[href='#urbanist']").click()
    expect(here).to_have_attribute("href", "#urbanist")
    expect(rules.locator("#urbanist h2")).to_be_in_viewport()


def test_a_phone_has_contents_and_search_in_one_line(house):
    page = house.visitor("/rules/metropolys", **PHONE)
    contents = page.locator("#contents")
    assert not page.locator(".toc").is_visible()
    contents.locator("summary").click()
    page.locator(".toc a").nth(4).click()
    assert not page.locator(".toc").is_visible()
    expect(contents.locator("summary")).to_contain_text(page.locator("article h2").nth(4).inner_text())
    boxes = [page.locator(name).bounding_box() for name in ("#query", "#contents summary")]
    assert boxes[0]["y"] == boxes[1]["y"] < 20 and min(box["height"] for box in boxes) >= 44


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_pictures_have_their_place_before_they_are_loaded_and_fit_the_column(house, size):
    page = house.visitor(None, viewport=dict(zip(("width", "height"), size, strict=True)))
    page.add_init_script(SHIFTS)
    page.goto("/rules/quadropolis")
    heights = "() => [...document.querySelectorAll('img.only-light')].map((img) => Math.round(img.getBoundingClientRect().height))"
    before = page.evaluate(heights)
    for picture in page.locator("img.only-light").all():
        picture.scroll_into_view_if_needed()
        page.wait_for_function("(img) => img.complete && img.naturalWidth > 0", arg=picture.element_handle())
    assert page.evaluate(heights) == before and min(before) > 50
    wide = "() => Math.max(...[...document.querySelectorAll('.rules figure, .rules img')].map((node) => node.getBoundingClientRect().right))"
    assert (
        page.evaluate(wide)
        <= page.locator(".rules").bounding_box()["x"] + page.locator(".rules").bounding_box()["width"]
    )
    assert page.evaluate("window.shifted") < 0.01
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_paper_answers_are_unfolded_and_nothing_to_click_is_there(house):
    page = house.visitor("/rules/metropolys", color_scheme="dark")
    folded = page.locator(".ruling:not([open])").count()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator(".ruling p").first.is_visible() and not page.locator(".side").is_visible()
    assert count_pages(page.pdf()) > 2
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".ruling:not([open])").count() == folded > 0
