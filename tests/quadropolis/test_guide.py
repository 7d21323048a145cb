"""The guide of Quadropolis: what it counts is in the box and in the docs. That it can be shown, played and said the
kit tries."""

import csv
import io
import random
import re
from functools import cache, partial
from pathlib import Path

import pytest

import tripolis
from tests.books import match_of, picture_of
from tripolis.engine.guide import Items, Table, show, start, walk
from tripolis.engine.record import source_of
from tripolis.games.quadropolis import GAME
from tripolis.games.quadropolis.book import facts
from tripolis.games.quadropolis.book.aid import office_row
from tripolis.games.quadropolis.face.events import tile_name
from tripolis.games.quadropolis.face.labels import CATEGORY_NAMES
from tripolis.games.quadropolis.rules import points as rules
from tripolis.games.quadropolis.rules.state import CELL_NAMES, ROWS, SEATS, SLOTS, SPACES, TURNS, Kind, Reason

DOCS = Path(__file__).parent.parent.parent / "docs" / "rules" / "quadropolis.md"
GUIDE, RULINGS, TOUR, aid = GAME.book.guide, GAME.book.rulings, GAME.book.tour, GAME.book.aid
FACTS = facts()
TABLES = [("classic", 2), ("classic", 3), ("classic", 4), ("expert", 2), ("expert", 3), ("expert", 4)]


picture = partial(picture_of, GAME)
at = partial(match_of, GAME)
SETUPS = [picture("Set-up, step by step", number) for number in range(3)]
EXPERT_SETUPS = [picture("Expert: set-up", number) for number in range(3)]
TAKE = picture("Place an architect, take a tile")
CLOSED = picture("The urbanist")
BUILD = picture("Build")
GROW = picture("Towers and the mayor")
INACTIVE = picture("Activate your buildings")
ADJACENT = picture("What counts as adjacent?")
HOMES = picture("Points: towers, shops, public services")
INDUSTRY = picture("Points: parks, factories, harbours")
NUMBERS = picture("Expert: city and architects")
GROUP = picture("Expert: offices")
BETWEEN = picture("Expert: monuments and longer tables")


def cells(picture):
    return {sprite.rpartition("-")[2] for sprite in picture.marked}


def section(name):
    return next(section for section in GAME.book.guide if section.name == name)


def rows(name, number=0):
    """A table of a section: the cells of each row by the first one."""
    tables = [block for block in section(name).blocks if isinstance(block, Table)]
    return {str(first): [str(cell) for cell in others] for first, *others in tables[number].rows}


def positions(mode, players, **options):
    """Random moments of a match, the end included."""
    match, chance = tripolis.game("quadropolis", mode=mode, players=players, **options).new(players), random.Random(1)
    yield match
    while not match.over:
        match.play(chance.choice(match.position.legal_numbers()))
        if len(match.moves) % 11 == 0 or match.over:
            yield match


# --------------------------------------------------------------------- rules


def test_areas_of_a_picture_stand_side_by_side():
    first, second = show(GAME, SETUPS[0]).areas
    assert (first.x, first.y, second.y) == (0, 0, 0) and second.x > first.width


@pytest.mark.parametrize("picture", [BUILD, GROW, NUMBERS], ids=["build", "grow", "expert"])
def test_the_marked_cells_are_those_that_can_be_built_on(picture):
    assert cells(picture) == {move.text for move in at(picture).legal()} - {"x"}


def test_the_marked_slots_are_those_that_the_urbanist_closes():
    """All but the one at which an architect lies."""
    position = at(CLOSED).position
    closed = {
        f"slot-{position.move(5 * slot).text[1:]}"
        for slot in range(SLOTS)
        if position.why_not(5 * slot) and position.why_not(5 * slot).code == Reason.URBANIST
    }
    assert set(CLOSED.marked) == closed


@pytest.mark.parametrize("number", range(3))
def test_set_up_pictures_show_tables_with_two_three_and_four_players(number):
    """Each number of a step is at a piece that the picture shows; face-down tiles are numbered if there are any."""
    for setup in (SETUPS[number], EXPERT_SETUPS[number]):
        match, sprites = at(setup), {sprite.id for sprite in show(GAME, setup).sprites}
        assert match.game.players == number + 2 and not match.moves
        names = {name for names in setup.numbered for name in names}
        assert names - {"hand"} <= sprites
    back = SETUPS[number].numbered[5]
    assert bool(back) == (number < 2) and all(name.startswith("back-") for name in back)
    (steps,) = [block for block in section("setup").blocks if isinstance(block, Items)]
    assert len(SETUPS[number].numbered) == len(steps.items)


def test_the_marked_cells_are_adjacent_to_the_park():
    """And two of them have a tower, as the caption says."""
    assert cells(ADJACENT) == {"a2", "b1", "b3", "c2"}
    kinds = at(ADJACENT).position.record.kind[0]
    assert kinds[CELL_NAMES.index("b2")] in (Kind.PARK, Kind.PLAYGROUND)
    assert sum(kinds[CELL_NAMES.index(name)] == Kind.TOWER for name in cells(ADJACENT)) == 2


def test_the_marked_architect_takes_the_marked_tile():
    match = at(TAKE)
    match.play("3N4")
    assert TAKE.marked == ("slot-N4", f"tile-{int(match.position.record.hand)}")
    assert str(tile_name(GAME.plain_box, int(match.position.record.hand))) == "tower (2 residents)"


def test_the_inactive_tower_is_marked_and_its_residents_are_unused():
    position = at(INACTIVE).position
    assert position.score(0)["unused"] == -3 and position.score(0)["tower"] == 0


def test_captions_count_as_the_account_does():
    """The city of the examples, category by category."""
    account, homes, industry = (
        at(HOMES).scores()[0],
        HOMES.caption.args,
        INDUSTRY.caption.args,
    )
    assert account.total == homes["total"]
    assert account["shop"] == homes["shop"]
    assert account["tower"] == homes["tower"] + int(rules.TOWER_POINTS[1])
    assert account["public"] == homes["districts"] + homes["printed"]
    assert homes["tower"] == rules.TOWER_POINTS[4] and homes["districts"] == rules.PUBLIC_POINTS[2]
    assert account["harbour"] == industry["row"] + industry["column"] + industry["printed"]
    assert (industry["row"], industry["column"]) == tuple(int(rules.HARBOUR_POINTS[n]) for n in (3, 2))
    assert account["factory"] == industry["first"] + industry["second"]
    assert account["park"] == 2 * industry["park"]
    offices, group = at(GROUP).scores()[1], GROUP.caption.args
    assert offices["office"] == group["together"] == 2 * (group["high"] + group["low"])
    assert (group["low"], group["high"]) == tuple(office_row(4, 5)[1:3])
    near = {"park": 3 * rules.MONUMENT_PARK, "public": rules.MONUMENT_PUBLIC}
    assert BETWEEN.caption.args["points"] == sum(near.values())


@pytest.mark.parametrize(("mode", "size"), [(mode, FACTS[mode]) for mode in ("classic", "expert")])
def test_sizes_are_those_of_the_box(mode, size):
    b = GAME.configure(mode=mode).plain_box
    assert size == b.rounds == b.numbers == b.levels == b.customers == b.columns
    assert b.cells.bit_count() == ROWS * size and sum(1 for district in b.district if district) == size


def test_other_numbers_of_the_rules_are_those_of_the_box():
    for mode, players in TABLES:
        b = GAME.configure(mode=mode, players=players).plain_box
        for number in range(b.rounds):
            marks = b.mark[SPACES * number : SPACES * (number + 1)]
            assert sum(mark <= players for mark in marks) == {**FACTS["face_up"], 4: SPACES}[players]
        monuments = [
            tile // SPACES + 1 for tile, kind in enumerate(b.kind) if kind == Kind.MONUMENT and b.mark[tile] <= players
        ]
        assert monuments == ([*range(2, 2 + players)] if mode == "expert" else []), (
            "one from round 2 on for each player"
        )
    b = GAME.configure(mode="expert").plain_box
    assert all(bin(reach).count("1") == FACTS["reach"] for reach in b.reach)
    needs = {kind: (rules.NEEDS_RESIDENT[kind], rules.NEEDS_ENERGY[kind]) for kind in Kind}
    assert needs[Kind.TOWER] == needs[Kind.SHOP] == (0, 1) and needs[Kind.PARK] == needs[Kind.MONUMENT] == (0, 0)
    assert needs[Kind.PUBLIC] == needs[Kind.FACTORY] == needs[Kind.HARBOUR] == (1, 0) and needs[Kind.OFFICE] == (1, 1)


def test_tiles_of_the_box_are_those_that_it_lists():
    """Box and modes; the rulebook gives the numbers of the box (p. 5 to 7)."""
    tiles = list(csv.DictReader(io.StringIO(GAME.rules.standard_box()["tiles.csv"])))
    listed = rows("box", 1)
    kinds = ("tower", "shop", "public", "park", "factory", "harbour", "office", "monument")
    for row, kind in zip(listed.values(), kinds, strict=True):
        sets = [tile["set"] for tile in tiles if tile["type"] == kind]
        numbers = [sets.count("both") + sets.count("classic"), sets.count("both") + sets.count("expert"), len(sets)]
        assert row == [str(n) if n else "–" for n in numbers], kind
    assert rows("box")["Building tiles"] == [str(len(tiles))]


def test_gives_and_needs_are_those_of_the_tiles():
    """Every number of residents, energy and points that some tile of a kind has; whether it can be stacked (p. 4 to 7)."""
    named = {
        Kind[name.partition(" (")[0].upper().replace(" SERVICE", "")]: row for name, row in rows("activate").items()
    }
    assert list(named) == [kind for kind in Kind if kind]
    b = GAME.configure(mode="expert", players=4).plain_box
    for kind, (gives, needs, stacked) in named.items():
        tiles = [tile for tile in range(SPACES * b.rounds) if b.kind[tile] == kind]
        assert stacked == ("yes" if kind in (Kind.TOWER, Kind.OFFICE) else "no")
        wanted = [
            f"1 {what}" for what, n in (("resident", rules.NEEDS_RESIDENT), ("energy", rules.NEEDS_ENERGY)) if n[kind]
        ]
        assert needs == (" and ".join(wanted) or "nothing")
        given = {(int(b.residents[tile]), int(b.energy[tile]), int(b.vp[tile])) for tile in tiles}
        assert given == GIVEN[gives], kind


GIVEN = {
    "nothing": {(0, 0, 0)},
    "1 resident": {(1, 0, 0)},
    "1, 2 or 3 residents": {(n, 0, 0) for n in (1, 2, 3)},
    "1, 2 or 3 energy": {(0, n, 0) for n in (1, 2, 3)},
    "0, 1 or 2 points": {(0, 0, n) for n in (0, 1, 2)},
    "2 residents, 2 energy, one of each, or 1 to 3 points": {
        (2, 0, 0),
        (0, 2, 0),
        (1, 1, 0),
        *((0, 0, n) for n in (1, 2, 3)),
    },
}


def test_scoring_tables_of_the_guide_are_those_of_the_rules():
    row, most = rows("points"), FACTS["expert"]
    tables = (rules.TOWER_POINTS, rules.SHOP_POINTS, rules.PUBLIC_POINTS, rules.PARK_POINTS, rules.HARBOUR_POINTS)
    longest = (most, most, most, len(rules.PARK_POINTS) - 1, most, ROWS)
    for cells, table, end in zip(row.values(), (*tables, rules.HARBOUR_POINTS), longest, strict=True):
        assert cells == [str(int(table[n])) if n <= end else "–" for n in range(1, most + 1)]
    beside = {
        "Shop": Kind.SHOP,
        "Harbour": Kind.HARBOUR,
        "Office (Expert)": Kind.OFFICE,
        "Park or playground": Kind.PARK,
    }
    beside |= {"Public service": Kind.PUBLIC, "Factory": Kind.FACTORY, "Tower or monument": Kind.TOWER}
    for name, numbers in rows("points", 1).items():
        factory, monument = (table.get(beside[name]) for table in (rules.FACTORY_POINTS, rules.MONUMENT_POINTS))
        assert numbers == ["–" if n is None else str(int(n)).replace("-", "−") for n in (factory, monument)]
    offices = list(rows("offices").values())
    assert offices == [[str(n) for n in office_row(size, most)[1:]] for size in range(1, 6)]


def test_the_worked_score_is_that_of_the_city():
    account, row = at(HOMES).scores()[0], rows("score")
    names = {str(CATEGORY_NAMES[name]): n for name, n in account.points.items()}
    *categories, unused, total = row.items()
    assert [(name, int(cells[-1])) for name, cells in categories] == [(name, names[name]) for name, _ in categories]
    assert int(unused[1][-1]) == account["unused"] and int(total[1][-1]) == account.total
    (table,) = [block for block in section("score").blocks if isinstance(block, Table)]
    assert all(sum(sums.args.values()) == int(points) for _, sums, points in table.rows[: len(categories)])


def test_what_changes_with_the_number_of_players_is_in_the_box():
    row = rows("players")
    for number, players in enumerate((2, 3, 4)):
        b = GAME.configure(mode="expert", players=players).plain_box
        up = sum(mark <= players for mark in b.mark[:SPACES])
        assert row["Tiles face up each round"][number] == str(up) == rows("setup")[str(players)][-1]
        assert row["Turns in a round"][number] == str(TURNS * players)
        assert row["Expert: architects in the supply"][number] == str(b.numbers * players)
        assert row["Expert: architects left over"][number] == str((b.numbers - TURNS) * players)
        rounds = ", ".join(str(n) for n in range(2, 2 + players))
        assert row["Expert: rounds with a monument"][number] == rounds
    assert players == SEATS


# ------------------------------------------------------------------- rulings


def test_every_ruling_is_there():
    assert sorted(ruling.number for ruling in RULINGS) == sorted(["3a", *map(str, range(1, 38))])


def test_rulings_that_are_switches_name_their_option():
    named = {ruling.number for ruling in RULINGS if "option" in ruling.answer.args}
    last = RULINGS[-1].answer.args
    assert named == {*last["numbers"].split(", "), last["last"]} == {"2", "3a", "25", "29"}


# ----------------------------------------------------------------------- aid


def table(position, title):
    return next(found for found in aid(position) if found.title.text == title)


@cache
def box_counts(mode, number, players=4):
    """Tiles of a round by what is printed on them, read from the file."""
    found: dict[tuple[str, ...], int] = {}
    for row in csv.DictReader(io.StringIO(GAME.rules.standard_box()["tiles.csv"])):
        if row["set"] in ("both", mode) and int(row["round"]) == number and int(row["players"][0]) <= players:
            kind = row["variant"] or row["type"]
            key = (kind, *(row[name] for name in ("mayor", "residents", "energy", "vp")))
            found[key] = found.get(key, 0) + 1
    return found


@cache
def names(mode):
    """What tiles are called, by what is printed on them."""
    b = GAME.configure(mode=mode).plain_box
    return {
        (
            Kind(b.kind[tile]).name.lower(),
            *(str(values[tile]) for values in (b.mayor, b.residents, b.energy, b.vp)),
        ): str(tile_name(b, tile))
        for tile in range(SPACES * b.rounds)
    }


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_tiles_of_all_rounds_are_those_of_the_box(mode, players):
    position = tripolis.game("quadropolis", mode=mode, players=players).new(1).seen_by(0)
    found = table(position, "Face-up tiles of each round")
    rows = {str(name): counts for name, *counts in found.rows}
    down = rows.pop("Face down", ["0"] * position.game.plain_box.rounds)
    for number in range(1, position.game.plain_box.rounds + 1):
        wanted = {names(mode)[key]: str(n) for key, n in box_counts(mode, number, players).items()}
        assert {name: counts[number - 1] for name, counts in rows.items() if counts[number - 1] != "–"} == wanted
        assert int(down[number - 1]) + sum(map(int, wanted.values())) == SPACES


@pytest.mark.parametrize(("mode", "players"), TABLES)
@pytest.mark.parametrize("take", [False, True])
def test_tiles_of_this_round_are_taken_left_or_face_down(mode, players, take):
    """Counted from what lies on the site, stands in cities, is in hand or was discarded."""
    for match in positions(mode, players, take_face_down=take):
        s, b = match.position.record, match.game.plain_box
        number = min(int(s.round_no), b.rounds - 1)
        found = table(match.seen_by(-1), "Tiles of this round ({n} of {of})")
        wanted = {names(mode)[key]: n for key, n in box_counts(mode, number + 1).items()}
        *rows, total = found.rows
        assert {str(row[0]): int(row[1]) for row in rows} == wanted
        on_site = [str(tile_name(b, int(tile))) for tile in s.site if tile >= 0]
        for row in rows:
            assert int(row[1]) == sum(map(int, row[2:])), "face down, taken and left are all there are"
            assert int(row[-1]) == on_site.count(str(row[0]))
        assert int(total[1]) == SPACES
        assert int(total[-1]) == sum(tile >= 0 for tile in s.site)
        if players < 4:
            assert int(total[2]) == sum(tile < -1 for tile in s.site)
        assert len(found.columns) == (4 if players == 4 else 5) == len(total)


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_everyone_has_what_the_position_says(mode, players):
    for match in positions(mode, players):
        s, expert = match.position.record, mode == "expert"
        found = table(match.seen_by(0), "What everyone has")
        assert len(found.rows) == players
        for seat, row in enumerate(found.rows):
            account = match.scores()[seat]
            unused, total = (str(n).replace("-", "−") for n in (-account["unused"], account.total))
            assert row[1:5] == (str(s.residents[seat]), str(s.energy[seat]), unused, total)
            if not expert:
                assert row[5].replace("–", "").split() == [str(n + 1) for n in range(4) if s.architects[seat][n]]
        assert found.note.args["seat"] == found.rows[int(s.mayor)][0]
        if expert:
            (left,) = table(match.seen_by(0), "Architects in the supply").rows
            assert [int(n) for n in left] == [int(n) for n in s.architects[0]]


def numbers_of_the_docs(name):
    """A row of the scoring tables."""
    section = DOCS.read_text(encoding="utf-8").partition("\n### Tables\n")[2].partition("\n### ")[0]
    row = re.search(rf"^\| {re.escape(name)} \|(.+)\|$", section, re.MULTILINE)[1]
    return [cell.strip().replace("-", "−") for cell in row.split("|")]


@pytest.mark.parametrize("mode", ["classic", "expert"])
def test_scoring_tables_are_those_of_the_docs(mode):
    position = tripolis.game("quadropolis", mode=mode, players=2).new(1).seen_by(0)
    wanted = [
        "tower, by levels",
        "shop, by customers",
        "public services, by districts that have one",
        "park, by towers and offices beside it",
        "harbours: longest row, and longest column",
        "office by levels, alone",
        *(f"each office of a group of {size}" for size in range(2, 6)),
    ]
    found = table(position, "Points by number")
    most = 5 if mode == "expert" else 4
    for row, name in zip(found.rows, wanted if mode == "expert" else wanted[:5], strict=True):
        assert list(row[1:]) == [n or "–" for n in numbers_of_the_docs(name)[:most]], name
    beside = table(position, "Points by neighbours")
    columns = numbers_of_the_docs("beside it, each")
    assert len(beside.rows) == (2 if mode == "expert" else 1)
    for row in beside.rows:
        points = dict(zip(map(str, beside.columns[1:]), row[1:], strict=True))
        for column, n in zip(columns, numbers_of_the_docs(str(row[0])), strict=True):
            if mode == "expert" or column in ("shop", "harbour"):
                assert points[column] == (n or "–"), (row[0], column)


def test_offices_count_as_the_rules_do():
    count = source_of(rules.office_points)
    for size in range(1, 6):
        for level in range(1, 6):
            assert count([level] * 20, (1 << size) - 1, 5) == size * office_row(size, 5)[level]


def test_the_aid_follows_the_options():
    def note(title, **options):
        return str(
            table(tripolis.game("quadropolis", mode="expert", players=2, **options).new(1).seen_by(0), title).note
        )

    assert "playground does not" in note("What a building needs", playgrounds_absorb=False)
    assert "playground does not" not in note("What a building needs")
    assert "more than 5 offices" in note("Points by number", office_cap=False)
    position = tripolis.game("quadropolis", mode="expert", players=2, office_cap=False).new(1).seen_by(0)
    assert "or more" not in str(table(position, "Points by number").rows[-1][0])


# ---------------------------------------------------------------------- tour


def tour_at_its_end():
    match = start(GAME, TOUR.options, TOUR.seed)
    for step in TOUR.steps:
        match.play(*filter(None, (step.move, *step.replies)))
    return match


def test_the_tour_ends_with_the_first_round():
    assert tour_at_its_end().position.record.round_no == 1


def test_the_tour_tells_the_truth():
    steps = [(step, match.position.copy(), match.scores()[0]) for step, match in walk(GAME, TOUR)]
    b = GAME.configure(**TOUR.options).plain_box
    assert steps[0][0].text.args == {"cells": bin(b.cells).count("1"), "rounds": b.rounds}
    for step, position, account in steps:
        for key in ("total", "tower", "shop", "factory"):
            if key in step.text.args:
                assert step.text.args[key] == (account.total if key == "total" else account[key])
        if "residents" in step.text.args:
            assert step.text.args["residents"] == position.record.residents[0] and position.record.energy[0] == 0
            assert account["tower"] == 0, "not active"
        if "round" in step.text.args:
            assert step.text.args["round"] == position.record.round_no + 1 and position.record.mayor == 0
    closed = next(position for step, position, _ in steps if "slot-E4" in step.sprites)
    for slot in ("N2", "S2", "E4"):
        assert closed.why_not(f"1{slot}").code == Reason.URBANIST
    (unused,) = (account for step, _, account in steps if "account-unused-0" in step.sprites)
    assert unused["unused"] == -3
