"""Pages of study whose boards are those of a table, the analysis and exercises of a review: sound in every window, and
moves are listed in lines of words; in a long run in all languages, by day and in the dark."""

from pathlib import Path
from urllib.parse import quote

import pytest

from tests.browser.browsing import SOAK, resize
from tripolis.bots import bot
from tripolis.engine.game import game

CHECK = Path(__file__).with_name("geometry.js").read_text(encoding="utf-8")
SIZES = ((1280, 720), (1920, 1080), (390, 844)) if SOAK else ((1280, 720), (390, 844))
LANGUAGES = ("de", "en", "fr", "nl") if SOAK else ("de",)
GAMES = {"quadropolis": {}, "metropolys": {}, "ubuild": {"track": "starter"}}
"""Boards whose texts are legible at every size of the window, as in test_geometry.py."""
TABS = ("best", "tree", "points", "keep")
PLIES = 40
NARROW = """[...document.querySelectorAll("#moves button > span:last-child")]
  .filter((node) => node.offsetParent && node.offsetWidth < 0.6 * node.parentElement.clientWidth && node.offsetHeight > 48)
  .map((node) => `a move in a column of ${node.offsetWidth} pixels: ${node.textContent}`)"""


def position(name):
    """A position in the middle of a match."""
    match, player = game(name, players=2, **GAMES[name]).new(5), bot("greedy")
    for n in range(PLIES):
        match.play(player.choose(match.seen_by(match.actor), n))
    return match.position.text()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_analysis_is_sound_in_every_window(house, clean_page, name, lang):
    page = house.visitor(f"/analyse?position={quote(position(name))}", locale=lang)
    page.locator("#lines li .prospect").first.wait_for()
    found = []

    def look(state):
        for width, height in SIZES:
            resize(page, width, height)
            if width < 700:
                page.locator("#sheets button").last.click()
                page.wait_for_timeout(250)
            found.extend(f"{state}, {width}x{height}: {text}" for text in page.evaluate(CHECK)["found"])
            found.extend(f"{state}, {width}x{height}: {text}" for text in page.evaluate(NARROW))

    begun = page.evaluate("window.tripolis.found.ply")
    page.locator("#lines button").first.click()
    page.wait_for_function(
        "(ply) => window.tripolis.found.ply > ply && !!document.querySelector('#moves button')", arg=begun
    )
    for tab in TABS:
        resize(page, 1280, 720)
        page.locator(f"#tab-{tab}").click()
        look(tab)
        page.set_viewport_size({"width": 1280, "height": 720})
        clean_page(page, f"{tab} of the analysis of {name}, {lang}", part="#side")
    assert not found, "\n".join(found)
