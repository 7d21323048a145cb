"""Sheets to print: overview card, score pad and short rules of each mode, one side of A4, with no text cut off."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import SOAK
from tripolis.engine.words import LANGUAGES

MODES = {
    "quadropolis": ("classic", "expert"),
    "metropolys": ("family", "expert"),
    "ubuild": ("starter", "classic", "pro"),
}
SHEETS = ("overview", "pad", "rules")
ALL = [
    (f"{game}/{mode}/{sheet}", lang)
    for game, modes in MODES.items()
    for mode, sheet, lang in itertools.product(modes, SHEETS, LANGUAGES)
]
FULLEST = [
    ("quadropolis/expert/overview", "de"),
    ("quadropolis/expert/rules", "fr"),
    ("metropolys/expert/pad", "de"),
    ("ubuild/pro/overview", "fr"),
]
"""The sheets with the most on them, in the longest language."""
LEAST = 7.5
"""The smallest letters of a sheet, in points."""
CUT = """() => {
  const [paper, leaf] = ["#paper", "#leaf"].map((id) => document.querySelector(id).getBoundingClientRect());
  const outside = (box, edge) => box.right > edge.right + 1 || box.bottom > edge.bottom + 1 || box.left < edge.left - 1;
  const walker = document.createTreeWalker(document.querySelector("#paper"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim()) continue;
    range.selectNodeContents(node);
    const edge = node.parentElement.closest("#leaf") ? leaf : paper;
    const cell = node.parentElement.closest("th, td")?.getBoundingClientRect() ?? edge;
    if ([...range.getClientRects()].some((box) => outside(box, edge) || outside(box, cell))) found.push(node.data.trim());
  }
  const drawn = [...document.querySelectorAll("#paper use")].map((use) => use.getAttribute("href"));
  return [...found, ...drawn.filter((href) => !document.querySelector(href)).map((href) => `no drawing ${href}`)];
}"""
"""Texts that reach over the edge of the sheet or of their cell, and symbols that are not there."""


def open_sheet(page, path, lang="en"):
    """A sheet as it goes to the printer; returns the size of its letters."""
    page.goto(f"/print/{path}?lang={lang}")
    size = float(page.locator("#paper[data-size]").get_attribute("data-size"))
    page.emulate_media(media="print")
    return size


def count_pages(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.fixture(scope="module")
def printer(browser, server):
    """A reader who likes it dark, for all sheets."""
    context = browser.new_context(base_url=server.base, color_scheme="dark", viewport={"width": 1000, "height": 1300})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(("path", "lang"), ALL if SOAK else FULLEST)
def test_a_sheet_is_one_side_of_paper_and_nothing_is_cut(printer, path, lang):
    size = open_sheet(printer, path, lang)
    assert size >= LEAST
    assert count_pages(printer.pdf(prefer_css_page_size=True)) == 1
    assert printer.evaluate(CUT) == []
    assert printer.locator("#paper h1").is_visible() and not printer.locator("header.site").is_visible()


def test_what_does_not_fit_is_noticed(printer):
    open_sheet(printer, "quadropolis/classic/rules")
    printer.evaluate(
        "document.querySelector('#leaf').append(...Array.from({ length: 40 }, () => "
        "Object.assign(document.createElement('p'), { textContent: 'One line too many. '.repeat(9) })))"
    )
    assert any("too many" in text for text in printer.evaluate(CUT))
    printer.evaluate(
        "document.querySelector('#leaf').style.height = '500mm'; "
        "document.querySelector('#paper').style.height = '600mm'"
    )
    assert count_pages(printer.pdf(prefer_css_page_size=True)) > 1


def test_the_rules_lead_to_every_sheet(house):
    page = house.visitor("/rules/metropolys")
    links = [link.get_attribute("href") for link in page.locator(".prints a").all()]
    assert links == [f"/print/metropolys/{mode}/{sheet}" for mode in MODES["metropolys"] for sheet in SHEETS]
    page.get_by_role("link", name="Score pad").first.click()
    expect(page.get_by_role("rowheader", name="Trendy neighbourhoods").first).to_be_visible()
    house.watch.allow("404")
    assert page.goto("/print/metropolys/classic/pad").status == 404
    assert page.goto("/print/metropolys/family/nothing").status == 404


@pytest.mark.parametrize("chosen", [None, "dark"])
def test_paper_is_light_whatever_the_theme(house, chosen):
    """The system is dark, or the reader has chosen it."""
    page = house.visitor("/rules/quadropolis", color_scheme="dark" if chosen is None else "light")
    if chosen:
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.locator("img.only-dark").first.is_visible()
    page.emulate_media(media="print")
    assert not page.locator("img.only-dark").first.is_visible() and page.locator("img.only-light").first.is_visible()
    look = page.evaluate(
        "() => ['color-scheme', '--ink', '--board'].map((name) => "
        "getComputedStyle(document.documentElement).getPropertyValue(name))"
    )
    assert look[0] == "light" and look[1] != look[2]
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("header.site").is_visible() and not page.locator(".prints").is_visible()


def test_axe_finds_nothing_on_a_sheet(house, clean_page):
    page = house.visitor("/print/quadropolis/classic/overview", color_scheme="dark")
    page.locator("#paper[data-size]").wait_for()
    clean_page(page, "a sheet to print", dark=False)
