"""A finished match, moment by moment; files that come in and go out."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import ROOT, my_turn, panel, set_up

GOLDEN = ROOT / "tests" / "quadropolis" / "golden"
FILE = GOLDEN / "00.tri"


@pytest.fixture
def replay(page):
    """A match file, brought in on the home page."""
    page.goto("/")
    page.locator("#import-file").set_input_files(FILE)
    page.wait_for_url(re.compile("/match/"))
    expect(page.locator("#at")).to_contain_text("After move 0 of")
    page.locator("#lead svg").wait_for(state="attached")
    return page


def plies(page):
    expect(page.locator("#at")).not_to_be_empty()
    return int(re.search(r"of (\d+)", page.locator("#at").inner_text())[1])


def at(page, ply):
    """Wait until this moment is shown."""
    expect(page.locator("#at")).to_have_text(f"After move {ply} of {plies(page)}")


def test_slider_buttons_keys_and_list_lead_to_every_moment(replay):
    last = plies(replay)
    replay.locator("#final").click()
    at(replay, last)
    expect(replay.locator("#points table")).to_contain_text("Place")
    replay.locator("#before").click()
    at(replay, last - 1)
    replay.locator("#first").click()
    at(replay, 0)
    replay.locator("#after").click()
    at(replay, 1)
    expect(replay.locator("#events")).not_to_be_empty()
    replay.locator("#main").focus()
    for key, ply in (("ArrowRight", 2), ("ArrowLeft", 1), ("PageDown", 11), ("End", last), ("Home", 0)):
        replay.keyboard.press(key)
        at(replay, ply)
    replay.locator("#ply").fill("5")
    at(replay, 5)
    replay.locator("#moves button").nth(7).click()
    at(replay, 8)
    assert "ply=8" in replay.url
    replay.reload()
    at(replay, 8)


def test_an_address_within_an_offer_leads_to_its_line(page):
    """The steps of an offer are hidden: the moment that is shown is the one whose line is marked."""
    page.goto("/")
    page.locator("#import-file").set_input_files(ROOT / "tests" / "ubuild" / "golden" / "00.tri")
    page.wait_for_url(re.compile("/match/"))
    page.locator("#lead svg").wait_for(state="attached")
    folded = page.evaluate("window.tripolis.folded")
    step = folded.index(True)
    page.goto(f"{page.url.split('?')[0]}?ply={step + 1}")
    at(page, folded.index(False, step) + 1)
    expect(page.locator("#moves .current .number")).to_have_text(str(folded.index(False, step) + 1))


def test_it_plays_by_itself_and_stops(replay):
    replay.get_by_role("button", name="Autoplay", exact=True).click()
    at(replay, 2)
    replay.get_by_role("button", name="Stop").click()
    expect(replay.get_by_role("button", name="Autoplay", exact=True)).to_be_visible()
    shown = replay.locator("#at").inner_text()
    replay.wait_for_timeout(1500)
    assert replay.locator("#at").inner_text() in (shown, f"After move 3 of {plies(replay)}")


def test_it_is_seen_through_every_seats_eyes(replay):
    names = replay.locator("#eyes option").all_inner_texts()
    assert names[0] == "everybody" and len(names) >= 3
    replay.locator("#final").click()
    for seat in range(len(names) - 1):
        replay.get_by_label("Seen by").select_option(str(seat))
        expect(replay.locator(f'.area[data-role="own"][data-area$="-{seat}"]')).to_be_visible()


def test_the_file_comes_out_as_it_went_in(replay):
    with replay.expect_download() as found:
        replay.get_by_role("tab", name="Review").click()
        replay.get_by_role("link", name=re.compile("Download")).click()
    assert found.value.suggested_filename.endswith(".tri")
    assert Path(found.value.path()).read_text() == FILE.read_text()


def test_a_broken_file_is_refused_with_its_line(house, page, tmp_path):
    page.goto("/")
    house.watch.allow(r"status of 422 .*/api/matches")
    broken = tmp_path / "broken.tri"
    broken.write_text(FILE.read_text().replace("[Players ", "[Layers "))
    page.locator("#import-file").set_input_files(broken)
    expect(page.locator("#says .bad")).to_be_visible()
    assert page.evaluate("location.pathname") == "/"


def test_a_finished_match_is_downloaded_as_file_and_picture(page):
    """The end page: what is downloaded can be brought in again."""
    page.goto(set_up(page, "me", "bot:greedy"))
    my_turn(page)
    panel(page, "Menu").get_by_role("button", name="Resign").click()
    page.locator("#sure").get_by_role("button", name="Yes").click()
    expect(page.locator("#ending")).to_be_visible()
    with page.expect_download() as found:
        page.get_by_role("link", name="Save", exact=True).click()
    file = Path(found.value.path())
    text = file.read_text()
    assert '[Game "quadropolis"]' in text and '[Seat0 "Ada"]' in text
    page.locator("#ending details summary").last.click()
    with page.expect_download() as found:
        page.get_by_role("link", name="Download a picture").click()
    assert Path(found.value.path()).read_text().startswith("<svg")
    again = file.with_suffix(".again.tri")
    again.write_text(text)
    page.goto("/")
    page.locator("#import-file").set_input_files(again)
    page.wait_for_url(re.compile("/match/"))
    expect(page.locator("#points")).to_contain_text("Ada")
