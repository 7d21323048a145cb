"""Four languages: switching keeps the table and changes all words."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import my_turn, play_a_move, position, set_up, sit_down
from tripolis.engine.words import words
from tripolis.server.web.texts import WORDS

OTHERS = ("de", "fr", "nl")
COMMON = {"Over", "Log", "Menu", "Start", "Code", "Total", "Place", "Mode", "Options", "Pause", "Open"}
"""Words that are written the same elsewhere."""


def english(lang):
    """English words of the pages that must not stand there in this language: those that its catalogue translates."""
    say = words(lang)
    found = set()
    for message in WORDS.values():
        if say.template(message) != message.text and "{" not in message.text and message.text not in COMMON:
            found.add(message.text)
    return found


def shown(page):
    """Every text and name on the page, one by one."""
    return set(
        page.evaluate("""() => {
          const found = [];
          const walk = document.createTreeWalker(document.querySelector("body"), NodeFilter.SHOW_TEXT);
          while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("script, [data-area], #language")) found.push(walk.currentNode.textContent.trim());
          for (const node of document.querySelectorAll("[aria-label], [placeholder], [title]"))
            for (const name of ["aria-label", "placeholder", "title"]) if (node.getAttribute(name)) found.push(node.getAttribute(name).trim());
          return found.filter(Boolean);
        }""")
    )


def test_switching_the_language_keeps_the_table(page, choose):
    sit_down(page, "")
    play_a_move(page, choose)
    assert my_turn(page)
    before, address, prompts = position(page), page.url, set()
    for lang in (*OTHERS, "en"):
        page.locator("#menu-open").click()
        page.locator("#language").select_option(lang)
        page.wait_for_function("(lang) => document.documentElement.lang === lang && window.tripolis?.state", arg=lang)
        assert my_turn(page)
        after = position(page)
        assert page.url == address
        assert (after["ply"], after["actor"], len(after["sprites"])) == (
            before["ply"],
            before["actor"],
            len(before["sprites"]),
        )
        assert [move["move"] for move in after["legal"]] == [move["move"] for move in before["legal"]]
        prompts.add(page.locator("#status").inner_text())
    assert len(prompts) == 4, "what is asked for is said in each language"


@pytest.mark.parametrize("lang", OTHERS)
def test_no_english_word_is_left(house, lang):
    """On any page, as far as the catalogue goes."""
    wrong = english(lang)
    page = house.visitor(locale=lang)
    lobby = set_up(page, "me", "open", "bot:greedy")
    over = set_up(page, "me", "bot:greedy")
    page.goto(over)
    my_turn(page)
    for key in ("points", "moves", "aid", "log"):
        page.locator(f"#tab-{key}").click()
        assert not shown(page) & wrong, (key, shown(page) & wrong)
    page.locator("#menu-open").click()
    assert not shown(page) & wrong, ("menu", shown(page) & wrong)
    page.keyboard.press("Escape")
    page.evaluate("window.tripolis.deed('resign')")
    page.locator("#lead svg").wait_for()
    assert not shown(page) & wrong, shown(page) & wrong
    for path in ("/", "/new", lobby, f"{over}/replay", "/score/quadropolis", "/rules/quadropolis", "/keep"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.lang") == lang
        assert not shown(page) & wrong, (path, shown(page) & wrong)


def test_the_choice_of_language_and_colours_is_remembered(page):
    page.goto("/")
    page.locator("#me summary").click()
    page.locator("#language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.wait_for_load_state()  # before that, nobody listens to the next choice
    page.locator("#me summary").click()
    page.locator("#theme").select_option("dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.goto("/rules/quadropolis")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    page.locator("#me summary").click()
    page.locator("#theme").select_option("light")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


@pytest.mark.parametrize("path", ["/", "/new", "/score/quadropolis", "/rules/quadropolis", "/keep", "table"])
def test_every_page_in_light_and_dark(house, path):
    """The page follows the system, and the paper is light or dark indeed."""
    light = {}
    for scheme in ("light", "dark"):
        page = house.visitor(color_scheme=scheme)
        if path == "table":
            sit_down(page, "")
        else:
            page.goto(path)
            page.wait_for_load_state("networkidle")
        red, green, blue = map(
            int, re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).backgroundColor"))[:3]
        )
        light[scheme] = red + green + blue
    assert light["light"] > 600 and light["dark"] < 200
