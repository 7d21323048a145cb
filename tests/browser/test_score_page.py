"""The score helper: boards put together by clicks, drawing and typing, counted as published, in few clicks."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import ROOT, SOAK, number
from tests.quadropolis.cities import words_of
from tripolis.games.metropolys.helper.editor import BoardEditor
from tripolis.games.quadropolis.helper.editor import CityEditor
from tripolis.games.ubuild.helper.editor import TableEditor

CASES = {
    case["name"]: case for case in json.loads((ROOT / "tests/quadropolis/scoring_cases.json").read_text())["hand_made"]
}
CODES = {"tower": "T", "shop": "S", "public": "P", "park": "K", "playground": "Y", "factory": "F", "harbour": "H"}
CODES |= {"office": "O", "monument": "M"}
CELLS = [f"{row}{column}" for row in "abcd" for column in "1234"]


def code_of(word):
    """A building as the helper writes it."""
    kind, _, level = word.partition(":")
    kind, _, points = kind.partition("+")
    return CODES[kind] + (level or points.strip("0"))


class Hand:
    """Somebody at the score helper, whose clicks are counted; drawing is one click, typing is none."""

    def __init__(self, page):
        self.page, self.clicks = page, 0
        page.locator("#points table").wait_for()

    def state(self):
        return self.page.evaluate("decodeURIComponent(location.hash.slice(1).split('/')[0])")

    def middle(self, name):
        box = self.page.locator(f'#own [data-id="{name}"] .face').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def changes(self, work):
        """Do something that the address must show."""
        before = self.state()
        work()
        self.page.wait_for_function(
            "(before) => decodeURIComponent(location.hash.slice(1).split('/')[0]) !== before", arg=before
        )

    def press(self, target):
        self.clicks += 1
        target.click()

    def tool(self, name):
        """Take a tool, unless it is in the hand."""
        button = self.page.locator(f'[data-tool="{name}"]')
        if button.get_attribute("aria-pressed") != "true":
            self.press(button)
            expect(button).to_have_attribute("aria-pressed", "true")

    def put(self, tool):
        """The tool that goes to the chosen cell."""
        self.changes(lambda: self.press(self.page.locator(f'[data-tool="{tool}"]')))

    def click(self, name):
        self.clicks += 1
        self.page.mouse.click(*self.middle(name))

    def draw(self, *names):
        """Draw over places without lifting."""
        self.clicks += 1
        mouse, (first, *others) = self.page.mouse, [self.middle(name) for name in names]

        def stroke():
            mouse.move(*first)
            mouse.down()
            for place in others:
                mouse.move(*place, steps=3)
            mouse.up()

        self.changes(stroke)

    def fill(self, label, value, group=None):
        """Click into a field and type."""
        within = self.page.get_by_role("group", name=group, exact=True) if group else self.page.locator("#fields")
        field = within.get_by_label(label, exact=True)
        self.press(field)
        self.changes(lambda: self.page.keyboard.insert_text(str(value)))  # at once: a pause between two digits counts

    def choose(self, label, option):
        """A list is opened, and something chosen."""
        self.clicks += 2
        self.changes(lambda: self.page.locator("#fields").get_by_label(label, exact=True).select_option(option))

    def next_player(self):
        self.press(self.page.get_by_role("button", name="Next player"))

    def type_in(self, step):
        """A step in writing."""
        form = self.page.get_by_label("Step", exact=True)
        if not form.is_visible():
            self.page.get_by_text("Or type a step").click()
        form.fill(step)
        self.page.get_by_role("button", name="Enter").click()
        expect(form).to_have_value("")

    def totals(self):
        return [number(text) for text in self.page.locator("#points .sum td").all_inner_texts()]


@pytest.fixture
def hand(house):
    """A function: somebody at the helper of a game, with this many players."""

    def at(path, players=1, **how):
        found = Hand(house.visitor(f"/score/{path}", **how))
        if players > 1:
            found.page.get_by_label("Players", exact=True).select_option(str(players))
            expect(found.page.locator("#points thead th")).to_have_count(players)
        return found

    return at


def build(hand, rows):
    """A city from the first cell to the last, tile by tile."""
    words = [word for row in rows for word in row]
    if hand.page.locator('#own [data-id^="cell-"].picked').count() == 0:
        hand.click(f"cell-{hand.page.locator('#player-name').get_attribute('data-seat')}-a1")
    for i, word in enumerate(words):
        before = hand.state()
        hand.press(hand.page.locator(f'[data-tool="{"clear" if word == "." else f"tool-{code_of(word)}"}"]'))
        if word != ".":
            hand.page.wait_for_function(
                "(before) => decodeURIComponent(location.hash.slice(1).split('/')[0]) !== before", arg=before
            )
        if i + 1 < len(words):
            expect(hand.page.locator(f'#own [data-id$="-{CELLS[i + 1]}"].picked')).to_have_count(1)


def expected(*cities):
    """What the rules say of cities with residents and energy."""
    editor = CityEditor("classic", len(cities))
    for player, (rows, residents, energy) in enumerate(cities, 1):
        for cell, word in zip(CELLS, [word for row in rows for word in row], strict=True):
            if word != ".":
                editor.play(f"{player}{cell}={code_of(word)}")
        editor.play(f"{player}r={residents}")
        editor.play(f"{player}e={energy}")
    return editor


def full(name, *fillings):
    """A published city whose empty cells are filled."""
    rest = iter(fillings)
    return [[word if word != "." else next(rest) for word in row] for row in words_of(CASES[name])]


# ------------------------------------------------------------------- few clicks


def assert_entered(helper, editor, most):
    """The page shows what the same steps make without it, after at most so many clicks."""
    assert helper.state() == editor.state
    assert helper.totals() == [account.total for account in editor.verdict()]
    assert helper.clicks <= most, helper.clicks


def test_two_full_cities_are_entered_in_45_clicks(hand):
    """Before, it took 106: a click for every level, point, resident and energy."""
    anna = full("classic_A", "public+1", "shop", "park")
    ben = full("classic_B", "factory")
    helper = hand("quadropolis", 2)
    helper.clicks = 0
    build(helper, anna)
    helper.fill("Residents", 13)
    helper.fill("Energy", 15)
    helper.next_player()
    build(helper, ben)
    helper.fill("Residents", 10)
    helper.fill("Energy", 7)
    editor = expected((anna, 13, 15), (ben, 10, 7))
    expect(helper.page.locator("#points .sum td").first).to_have_text(str(editor.verdict()[0].total))
    assert_entered(helper, editor, 45)


def test_a_metropolys_board_for_two_is_entered_in_40_clicks(hand):
    """Eleven buildings, tokens and a goal each; before, it took 66."""
    helper = hand("metropolys", 2)
    helper.clicks = 0
    editor = BoardEditor("family", 2)
    boards = [
        {"S": ["n1", "n2", "n3"], "M": ["c1", "c2", "s1", "s3"], "L": ["w1", "w3", "e1", "e4"]},
        {"S": ["n5", "n7", "n9"], "M": ["c4", "c6", "s5", "s7"], "L": ["w5", "w7", "e6", "e8"]},
    ]
    tokens = [{"t": 4, "s": 3, "a": 1}, {"t": 3, "s": 4, "a": 2}]
    names = {"t": "trendy neighbourhood", "s": "subway station", "a": "archaeological site"}
    for seat, (board, held, goal) in enumerate(zip(boards, tokens, ("bridges", "lakes"), strict=True)):
        if seat:
            helper.next_player()
        for height, (letter, fields) in enumerate(board.items(), 1):
            helper.tool(f"height-{seat}-{height}")
            for field in fields:
                helper.changes(lambda field=field: helper.click(f"field-{field}"))
                editor.play(f"{seat + 1}{field}={letter}")
        for letter, n in held.items():
            helper.fill(names[letter], n)
            editor.play(f"{seat + 1}{letter}={n}")
        helper.choose("Area goal", goal)
        editor.play(f"{seat + 1}g={goal}")
    helper.choose("Card: Archaeological site", "2")
    editor.play("2+a")
    assert_entered(helper, editor, 40)


def test_a_ubuild_table_for_two_is_entered_in_20_clicks(hand):
    """All eight districts of the Starter track with ten blocks, cash, a hazard and a mortgage; before, it took 50."""
    helper = hand("ubuild", 2)
    helper.clicks = 0
    editor = TableEditor("starter", 2)
    ids = editor.ids
    for seat, (cash, mine) in enumerate((("12.5", ids[:4]), ("7.31", ids[4:]))):
        if seat:
            helper.next_player()
        helper.fill("Cash in millions", cash)
        editor.play(f"{seat + 1}c={cash}M")
        for pair in (mine[:2], mine[2:]):
            helper.draw(*(f"district-{name}" for name in pair))
            for name in pair:
                editor.play(f"{name}={seat + 1}")
        helper.tool("tool-residential")
        helper.draw(*(f"district-{name}" for name in mine[:2]))
        for name in mine[:2]:
            editor.play(f"{name}r=1")
        titles = helper.page.locator("#fields fieldset:not(.table) legend").all_inner_texts()
        assert len(titles) == 4
        helper.fill("residential block", 3, titles[2])
        editor.play(f"{mine[2]}r=3")
    helper.tool("tool-hazard")
    helper.changes(lambda: helper.click(f"district-{ids[0]}"))
    helper.tool("tool-mortgage")
    helper.changes(lambda: helper.click(f"district-{ids[5]}"))
    for step in (f"{ids[0]}h", f"{ids[5]}m"):
        editor.play(step)
    assert helper.state() == editor.state
    assert helper.clicks <= 20, helper.clicks


# ------------------------------------------------------------------ one by one


def test_the_published_allocation_is_found(hand):
    """A low tower, a park and a high one, with 1 to 4 energy."""
    case = CASES["classic_allocation"]
    helper = hand("quadropolis")
    build(helper, words_of(case))
    helper.type_in(f"1r={case['residents']}")
    for energy, total in sorted(case["best_total_by_energy"].items(), key=lambda pair: int(pair[0])):
        helper.page.get_by_label("Energy", exact=True).fill(energy)
        expect(helper.page.locator("#points .sum td")).to_have_text(str(total))


CITIES = [("classic_A", 13, 15), ("classic_B", 10, 7)]


@pytest.mark.parametrize(("name", "residents", "energy"), CITIES if SOAK else CITIES[:1])
def test_a_published_city_drawn_with_its_tiles_survives_a_reload(hand, name, residents, energy):
    helper = hand("quadropolis")
    rows = words_of(CASES[name])
    editor = expected((rows, residents, energy))
    places = {}
    for cell, word in zip(CELLS, [word for row in rows for word in row], strict=True):
        if word != ".":
            places.setdefault(code_of(word), []).append(cell)
    for code, cells in places.items():
        helper.tool(f"tool-{code}")
        for cell in cells:
            helper.changes(lambda cell=cell: helper.click(f"cell-0-{cell}"))
    for step in (f"1r={residents}", f"1e={energy}"):
        helper.type_in(step)
    assert helper.state() == editor.state
    assert helper.totals() == [editor.verdict()[0].total]
    helper.page.reload()
    again = Hand(helper.page)
    assert again.totals() == [editor.verdict()[0].total] and again.state() == editor.state


def test_drawing_fills_what_it_touches_and_is_taken_back_at_once(hand):
    helper = hand("quadropolis")
    empty = helper.state()
    helper.tool("tool-K")
    helper.draw(*(f"cell-0-{cell}" for cell in ("a1", "a2", "a3", "b3")))
    editor = CityEditor("classic", 1)
    for cell in ("a1", "a2", "a3", "b3"):
        editor.play(f"1{cell}=K")
    assert helper.state() == editor.state
    helper.changes(lambda: helper.page.get_by_role("button", name="Undo").click())
    assert helper.state() == empty


def test_a_finger_draws_too(hand):
    """Touches come from the browser's own input, so that a page that scrolls instead goes red."""
    helper = hand("quadropolis", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    helper.page.locator('[data-tool="tool-S"]').tap()
    expect(helper.page.locator('[data-tool="tool-S"]')).to_have_attribute("aria-pressed", "true")
    helper.page.locator('#own [data-id="cell-0-a1"]').scroll_into_view_if_needed()
    devtools = helper.page.context.new_cdp_session(helper.page)

    def touch(kind, name=None):
        x, y = helper.middle(name) if name else (0, 0)
        points = [{"x": x, "y": y}] if name else []
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def stroke():
        touch("touchStart", "cell-0-a1")
        for cell in ("a1", "b1", "c1"):
            touch("touchMove", f"cell-0-{cell}")
        touch("touchEnd")

    helper.changes(stroke)
    editor = CityEditor("classic", 1)
    for cell in ("a1", "b1", "c1"):
        editor.play(f"1{cell}=S")
    assert helper.state() == editor.state


def test_names_are_kept_and_travel_with_the_link(hand, house):
    helper = hand("quadropolis", 2)
    page = helper.page
    page.get_by_label("Name", exact=True).fill("Änne / 1")
    helper.next_player()
    page.get_by_label("Name", exact=True).fill("Ben")
    expect(page.locator("#points thead th")).to_have_text(["Änne / 1", "Ben"])
    helper.type_in("2a1=P2")
    helper.type_in("2r=1")
    expect(page.locator("#winner")).to_have_text("Ben wins.")
    other = house.visitor(None)
    other.goto(page.url)
    expect(other.locator("#winner")).to_have_text("Ben wins.")
    expect(other.locator("#points thead th")).to_have_text(["Änne / 1", "Ben"])
    page.goto("/score/metropolys")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Änne / 1")


def test_several_players_have_a_winner_and_a_sheet_to_print(hand):
    helper = hand("quadropolis", 2)
    page = helper.page
    expect(page.locator("#winner")).to_have_text("")
    expect(page.locator("#points")).not_to_contain_text("Offices")
    for step in ("1a1=T3", "1r=4", "1e=4", "2a1=P2", "2r=1"):
        helper.type_in(step)
    one, two = helper.totals()
    assert one != two
    expect(page.locator("#winner")).to_have_text(f"Player {1 if one > two else 2} wins.")
    page.get_by_label("Mode").select_option("expert")
    expect(page.locator("#points")).to_contain_text("Offices")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#winner")).to_have_text(f"Player {1 if one > two else 2} wins.")
    page.emulate_media(media="print")
    for hidden in (".site", "#tools", "#fields", "#type-form"):
        expect(page.locator(hidden)).to_be_hidden()
    for shown in ("#points table", "#own .area >> nth=0", "#own .area >> nth=1"):
        expect(page.locator(shown)).to_be_visible()


def test_rulings_25_and_29_can_be_switched(hand):
    """A playground beside a factory that has energy to spare."""
    helper = hand("quadropolis")
    for step in ("1a1=Y", "1e=1"):
        helper.type_in(step)
    before = helper.totals()
    helper.changes(lambda: helper.page.get_by_label("Playgrounds take energy").uncheck())
    assert helper.state().startswith("classic-25.") and helper.totals() != before
    helper.page.get_by_label("Mode").select_option("expert")
    expect(helper.page.get_by_role("group", name="The whole table").get_by_role("checkbox")).to_have_count(2)


def test_another_number_of_players_keeps_the_city(hand):
    helper = hand("quadropolis")
    helper.type_in("1a1=K")
    before = helper.state()
    helper.page.get_by_label("Players", exact=True).select_option("2")
    expect(helper.page.locator("#points thead th")).to_have_count(2)
    assert helper.state().startswith(before)
    helper.type_in("2a1=S")
    both = helper.state()
    helper.page.get_by_label("Players", exact=True).select_option("1")
    expect(helper.page.locator("#points thead th")).to_have_count(1)
    helper.page.get_by_role("button", name="Undo").click()
    expect(helper.page.locator("#points thead th")).to_have_count(2)
    assert helper.state() == both


def test_a_wrong_step_or_link_says_why(hand, house):
    house.watch.allow(r"status of 4\d\d .*/api/score")
    helper = hand("quadropolis")
    before = helper.state()
    helper.page.get_by_text("Or type a step").click()
    helper.page.get_by_label("Step", exact=True).fill("1a1=T9")
    helper.page.get_by_role("button", name="Enter").click()
    expect(helper.page.locator("#says .bad")).to_contain_text("levels")
    assert helper.state() == before
    broken = house.visitor("/score/quadropolis#classic.nonsense")
    expect(broken.locator("#says .bad")).to_contain_text("state of the score helper")
    expect(broken.locator("#points table")).to_be_visible()
