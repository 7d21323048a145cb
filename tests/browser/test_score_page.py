"""The score helper: published cities put together by clicking, counted as published."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import ROOT, SOAK, number
from tests.quadropolis.cities import words_of
from tripolis.games.quadropolis.helper.editor import CityEditor

CASES = {
    case["name"]: case for case in json.loads((ROOT / "tests/quadropolis/scoring_cases.json").read_text())["hand_made"]
}
CODES = {"tower": "T", "shop": "S", "public": "P", "park": "K", "playground": "Y", "factory": "F", "harbour": "H"}
CODES |= {"office": "O", "monument": "M"}


def tool_and_clicks(word):
    """The tool for a building, and how often a cell is clicked with it: once, and once more for each level or
    printed point."""
    kind, _, level = word.partition(":")
    kind, _, points = kind.partition("+")
    return f"kind-{CODES[kind]}", int(level or 1) if level else 1 + int(points or 0)


def click(page, name):
    """A click on a sprite of the helper."""
    node = page.locator(f'[data-id="{name}"]')
    node.scroll_into_view_if_needed()
    box = node.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def state(page):
    return page.evaluate("decodeURIComponent(location.hash.slice(1))")


def build(page, seat, rows):
    """A city, cell by cell; the tool stays in the hand."""
    cells = [
        (word, f"cell-{seat}-{'abcd'[r]}{c + 1}")
        for r, row in enumerate(rows)
        for c, word in enumerate(row)
        if word != "."
    ]
    held = None
    for word, cell in sorted(cells):
        tool, clicks = tool_and_clicks(word)
        if tool != held:
            click(page, tool)
            held = tool
        for _ in range(clicks):
            before = state(page)
            click(page, cell)
            page.wait_for_function("(before) => decodeURIComponent(location.hash.slice(1)) !== before", arg=before)


def more(page, what, seat, times):
    for _ in range(times):
        before = state(page)
        click(page, f"{what}-more-{seat}")
        page.wait_for_function("(before) => decodeURIComponent(location.hash.slice(1)) !== before", arg=before)


def put_in(page, step):
    """A step by typing."""
    page.get_by_label("Or type a step").fill(step)
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_label("Or type a step")).to_have_value("")


def totals(page):
    return [number(text) for text in page.locator("#points .sum td").all_inner_texts()]


def expected(mode, rows, residents, energy):
    """What the rules say, and the state that belongs to it."""
    editor = CityEditor(mode, 1)
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            if word != ".":
                tool, clicks = tool_and_clicks(word)
                number = clicks if tool[-1] in "TO" else clicks - 1
                editor.play(f"1{'abcd'[r]}{c + 1}={tool[-1]}{number or ''}")
    editor.play(f"1r={residents}")
    editor.play(f"1e={energy}")
    return editor


def test_the_published_allocation_is_found_by_clicking(house):
    """A low tower, a park and a high one, with 1 to 4 energy."""
    case = CASES["classic_allocation"]
    page = house.visitor("/score/quadropolis")
    page.locator("#points table").wait_for()
    build(page, 0, words_of(case))
    more(page, "residents", 0, case["residents"])
    for energy, total in sorted(case["best_total_by_energy"].items(), key=lambda pair: int(pair[0])):
        more(page, "energy", 0, int(energy) - expected_energy(page))
        assert totals(page) == [total]


def expected_energy(page):
    return int(state(page).rpartition("_")[2])


CITIES = [("classic_A", 13, 15), ("classic_B", 10, 7)]


@pytest.mark.parametrize(("name", "residents", "energy"), CITIES if SOAK else CITIES[:1])
def test_a_published_city_counts_the_same_and_survives_a_reload(house, name, residents, energy):
    page = house.visitor("/score/quadropolis")
    page.locator("#points table").wait_for()
    rows = words_of(CASES[name])
    build(page, 0, rows)
    for step in (f"1r={residents}", f"1e={energy}"):
        put_in(page, step)
    editor = expected("classic", rows, residents, energy)
    assert state(page) == editor.state
    assert totals(page) == [editor.verdict()[0].total]
    page.reload()
    page.locator("#points table").wait_for()
    assert totals(page) == [editor.verdict()[0].total] and state(page) == editor.state


def test_several_players_have_a_winner_and_a_sheet_to_print(house):
    page = house.visitor("/score/quadropolis")
    page.get_by_label("Players", exact=True).select_option("2")
    expect(page.locator("#points thead th")).to_have_count(2)
    expect(page.locator("#winner")).to_have_text("")
    expect(page.locator("#points")).not_to_contain_text("Offices")
    for step in ("1a1=T3", "1r=4", "1e=4", "2a1=P2", "2r=1"):
        put_in(page, step)
    one, two = totals(page)
    assert one != two
    expect(page.locator("#winner")).to_have_text(f"Player {1 if one > two else 2} wins.")
    page.get_by_label("Mode").select_option("expert")
    expect(page.locator("#points")).to_contain_text("Offices")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#winner")).to_have_text(f"Player {1 if one > two else 2} wins.")
    page.emulate_media(media="print")
    for hidden in (".top", "#hand", "#type-form"):
        expect(page.locator(hidden)).to_be_hidden()
    for shown in ("#points table", "#own .area >> nth=0"):
        expect(page.locator(shown)).to_be_visible()


def test_another_number_of_players_keeps_the_city(house):
    page = house.visitor("/score/quadropolis")
    page.locator("#points table").wait_for()
    put_in(page, "1a1=K")
    before = state(page)
    page.get_by_label("Players", exact=True).select_option("2")
    expect(page.locator("#points thead th")).to_have_count(2)
    assert state(page).startswith(before)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#points thead th")).to_have_count(1)
    assert state(page) == before


def test_a_wrong_step_says_why(house):
    house.watch.allow(r"status of 4\d\d .*/api/score")
    page = house.visitor("/score/quadropolis")
    page.locator("#points table").wait_for()
    before = state(page)
    page.get_by_label("Or type a step").fill("1a1=T9")
    page.get_by_role("button", name="Enter").click()
    expect(page.locator("#says .bad")).to_contain_text("levels")
    assert state(page) == before


def test_a_cell_may_be_clicked_before_its_building(house):
    page = house.visitor("/score/quadropolis")
    page.locator("#points table").wait_for()
    before = state(page)
    click(page, "cell-0-b2")
    click(page, "kind-K")
    page.wait_for_function("(before) => decodeURIComponent(location.hash.slice(1)) !== before", arg=before)
    editor = CityEditor("classic", 1)
    editor.play("1b2=K")
    assert state(page) == editor.state
