"""One's own record: a match that was rated, many matches, the board of ratings; exported and deleted."""

import json
import re
import sqlite3
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.browsing import PHONE, ask, my_turn, set_up
from tripolis.server.domain.journal import encode

MANY = 30
FLOW = Path(__file__).with_name("flow.js").read_text(encoding="utf-8")


def rated_match(page):
    """A rated match that is over at once; returns its table."""
    path = set_up(page, "me", "bot:random", rated=True)
    page.goto(path)
    my_turn(page)
    page.evaluate("window.tripolis.deed('resign')")
    expect(page.locator("#ending")).to_be_visible()
    return path


def counted(page):
    """Wait until the last match is in the record, with a rating."""
    page.wait_for_function("""async () => {
      const { games } = await (await fetch("/api/me/record")).json();
      return games.quadropolis?.rating;
    }""")


def fill(server, page):
    """Many matches of the past, as the server keeps them."""
    with sqlite3.connect(server.folder / "tripolis.sqlite", timeout=20) as database:
        [guest] = database.execute("SELECT guest FROM results WHERE guest != '' ORDER BY ended DESC").fetchone()
        rows = [
            (f"{guest[:8]}{n}", seat, "quadropolis", "classic", 2, guest if seat == 0 else "", bot, place, total,
             encode({"tower": total}), 600, "no", 10**12 + n)
            for n in range(MANY)
            for seat, bot, place, total in ((0, "", 1 + n % 2, 40 + n % 5), (1, "skilled", 2 - n % 2, 41))
        ]  # fmt: skip
        database.executemany(f"INSERT INTO results VALUES ({', '.join('?' * 13)})", rows)


def test_a_record_with_many_matches_is_shown_saved_and_deleted(house, server):
    page = house.visitor(None)
    rated_match(page)
    counted(page)
    fill(server, page)
    page.goto("/me")
    expect(page.locator("#which :checked")).to_have_value("quadropolis")
    tiles = page.locator(".tiles")
    expect(tiles).to_contain_text(str(MANY + 1))
    expect(page.locator(".against tbody tr")).to_have_count(2)
    expect(page.locator(".against tbody tr", has_text="Skilled")).to_contain_text(f"15 of {MANY}")
    expect(page.locator(".sources tbody tr", has_text="Towers")).to_be_visible()
    expect(page.locator(".places li")).to_have_count(2)
    rows = page.locator(".latest tbody tr:visible")
    expect(rows).to_have_count(8)
    page.get_by_role("button", name=re.compile("Show all")).click()
    expect(rows).to_have_count(MANY + 1)
    page.locator("#which [value=ubuild]").check()
    expect(page.locator("#record-none")).to_be_visible()
    page.locator("#which [value=quadropolis]").check()

    with page.expect_download() as found:
        page.get_by_role("link", name="Save as a file").click()
    saved = json.loads(Path(found.value.path()).read_text())
    assert saved["games"]["quadropolis"]["matches"] == MANY + 1

    page.get_by_role("button", name="Delete my record").click()
    page.locator("#sure").get_by_role("button", name="No").click()
    expect(tiles).to_be_visible()
    page.get_by_role("button", name="Delete my record").click()
    page.locator("#sure").get_by_role("button", name="Delete my record").click()
    expect(page.locator("#record-none")).to_be_visible()
    assert ask(page, "GET", "/api/me/record")["games"] == {}


def test_the_board_of_ratings_shows_who_wants_to_be_seen(house):
    page, other = house.visitor(None), house.visitor(None)
    rated_match(page)
    counted(page)
    page.goto("/me")
    mine = page.locator("#board-of tr.mine")
    expect(page.locator("#board-of tr", has_text="Random bot")).to_contain_text("Bot")
    expect(mine).to_have_count(0)
    page.get_by_label("Show my ratings to everybody").check()
    expect(mine).to_contain_text("Ada")
    other.goto("/me")
    other.locator("#which [value=quadropolis]").check()
    names = other.locator("#board-of .board-name")
    expect(names.get_by_text("Ada", exact=True).first).to_be_visible()
    expect(other.locator("#board-of tr.mine")).to_have_count(0)
    before = names.count()
    page.get_by_label("Show my ratings to everybody").uncheck()
    expect(mine).to_have_count(0)
    other.reload()
    expect(names).to_have_count(before - 1)


def test_the_pages_of_study_are_sound_by_day_in_the_dark_and_on_a_phone(house, server, clean_page):
    """In the longest language; a record with matches, one without, puzzles, and where an analysis begins."""
    pages = {"desk": house.visitor(None, locale="de", viewport={"width": 1280, "height": 720})}
    pages["phone"] = house.visitor(None, locale="de", **PHONE)
    rated_match(pages["desk"])
    counted(pages["desk"])
    fill(server, pages["desk"])
    pages["phone"].context.add_cookies(pages["desk"].context.cookies())
    empty = house.visitor(None, locale="de", **PHONE)
    found = []
    for where, page in (*pages.items(), ("empty", empty)):
        for path in ("/me", "/puzzles", "/analyse"):
            page.goto(path)
            page.wait_for_load_state("networkidle")
            found += [f"{where} {path}: {text}" for text in page.evaluate(FLOW)]
            clean_page(page, f"{where} {path}")
    assert not found, "\n".join(found)
