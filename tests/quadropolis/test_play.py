"""The course of play of Quadropolis: the rulebook's examples and the rulings 2 to 18 and 32, each a test with its
page."""

from __future__ import annotations

from collections import Counter

import pytest

import tripolis
from tests.quadropolis.positions import (
    CELL,
    SLOT,
    SPACE,
    city,
    kinds_told,
    legal,
    pass_turns,
    picture,
    position,
    refused,
    tile_code,
    told,
)
from tripolis.games.quadropolis.rules.state import ACTIONS, NOWHERE, SPACES, TAKEN, Event, Phase, Reason

ALL_CLASSIC = {f"{row}{column}" for row in "abcd" for column in "1234"}
EXPERT_REACH = {
    1: "a1 a2 b1 b2 a3 a4 c1 c4",
    2: "a4 a5 b4 b5 a1 b3 c2 c5",
    3: "c4 c5 d4 d5 a2 a5 c3 d2",
    4: "a3 b3 c3 d3 b2 b5 d1 d5",
    5: "c1 c2 d1 d2 b1 b4 d3 d4",
}


def line(n):
    """The cells of row n and column n of a Classic city."""
    return {cell for cell in ALL_CLASSIC if cell[0] == "abcd"[n - 1] or cell[1] == str(n)}


# ------------------------------------------------------------ taking a tile


def test_architect_3_at_row_4_takes_the_third_tile_of_it():
    """p. 3: architect 3 laid beside row 4 takes the building in column 3 of it."""
    p = position(site={"r4c3": "H20"})
    events = p.play("3W4")
    assert tile_code(p, p.record.hand) == "H20", picture(p)
    assert told(events, Event.ARCHITECT)[:3] == (0, 3, SLOT["W4"])
    assert told(events, Event.TOOK)[:3] == (0, p.record.hand, SPACE["r4c3"])


def test_architect_2_at_row_3_takes_a_public_service_and_the_urbanist_follows():
    """p. 3: the green player's example, in the order of the four steps; nothing lies where the urbanist stands."""
    p = position(players=4, site={"r3c2": "P"}, slots={"N4": (1, 1), "E5": (2, 0)}, actor=2)
    events = p.play("2W3")
    assert kinds_told(events) == [Event.ARCHITECT, Event.TOOK, Event.URBANIST], picture(p)
    assert tile_code(p, p.record.hand) == "P"
    assert (p.record.urbanist, p.record.site[SPACE["r3c2"]]) == (SPACE["r3c2"], TAKEN)
    assert "from row 3, column 2: public service" in str(p.words(events[1]))


def test_the_public_service_may_then_be_built_in_row_2_or_column_2():
    """p. 4: the same example goes on; all free cells of row 2 and of column 2, or discard."""
    p = position(site={"r3c2": "P"}, cities={0: {"b3": "S"}})
    p.play("2W3")
    assert legal(p) == line(2) - {"b3"} | {"x"}, picture(p)


def test_slots_are_closed_by_architects_and_by_the_urbanist():
    """p. 3, the picture: crossed out are the slots where architects lie and those that point at the urbanist."""
    laid = {"N1": (4, 0), "W2": (1, 1), "S5": (3, 2), "E4": (2, 3), "N3": (1, 0)}
    p = position(players=4, slots=laid, urbanist="r4c2", actor=1)
    for slot in SLOT:
        for number in (2, 3, 4):
            found = p.why_not(f"{number}{slot}")
            closed = "SLOT_TAKEN" if slot in laid else "URBANIST" if slot in ("N2", "S2", "W4", "E4") else None
            assert (found.name if found else None) == closed, f"{number}{slot}\n{picture(p)}"
        assert refused(p, f"1{slot}").name == "NO_ARCHITECT", "seat 1 laid its architect 1 in the west"


@pytest.mark.parametrize("space", ["r1c1", "r3c2", "r5c5", "r2c4"])
def test_the_urbanist_closes_both_ends_of_its_row_and_column_for_every_number(space):
    """Ruling 4 (p. 3): four slots, whatever number is used."""
    p = position("expert", urbanist=space)
    row, column = space[1], space[3]
    closed = {f"N{column}", f"S{column}", f"W{row}", f"E{row}"}
    assert legal(p) == {f"{n}{slot}" for n in range(1, 6) for slot in SLOT if slot not in closed}, picture(p)


def test_a_tile_face_down_counts_as_an_empty_space():
    """Ruling 2: the architect may point at it, nothing is taken, the urbanist moves there; the mark stays readable."""
    p = position(site={"r1c2": "?4"})
    events = p.play("2W1")
    assert kinds_told(events) == [Event.ARCHITECT, Event.NOTHING, Event.URBANIST], picture(p)
    assert (p.record.phase, p.actor, p.record.hand, p.record.urbanist) == (Phase.PICK, 1, NOWHERE, SPACE["r1c2"])
    assert tile_code(p, p.record.site[SPACE["r1c2"]]) == "?4"


@pytest.mark.parametrize(("players", "mark", "picks"), [(2, 3, 4), (2, 4, 5), (3, 4, 5)])
def test_with_the_switch_a_tile_face_down_is_turned_up_and_taken(players, mark, picks):
    """Ruling 2, switch `take_face_down`: the tiles of a mark come to light one by one, each once."""
    p = position("expert", players, take_face_down=True, site={f"r{i}c{i}": f"?{mark}" for i in range(1, picks + 1)})
    taken = []
    for i in range(1, picks + 1):
        taken.append(told(p.play(f"{i}W{i}"), Event.TOOK)[1])
        assert p.record.site[p.record.urbanist] == TAKEN, picture(p)
        p.play("x")
    marks = p.game.box[0].mark
    assert sorted(taken) == [tile for tile in range(SPACES) if marks[tile] == mark]


def test_an_empty_space_may_be_chosen_on_purpose():
    """Ruling 3 (p. 3): the architect is laid, nothing is taken, the urbanist moves there, and the turn is over."""
    p = position(site={"r2c2": None})
    events = p.play("2W2")
    assert told(events, Event.NOTHING)[:2] == (0, SPACE["r2c2"])
    assert told(events, Event.URBANIST)[0] == SPACE["r2c2"]
    assert (p.actor, p.record.turn, p.record.slot_number[SLOT["W2"]]) == (1, 1, 2), picture(p)
    assert refused(p, "1N2").code == Reason.URBANIST


@pytest.mark.parametrize(
    ("pick", "own_edge", "absolute"),
    [
        ("2W4", "r4c2", "r4c2"),
        ("2E4", "r4c4", "r4c2"),
        ("1N5", "r1c5", "r1c5"),
        ("1S5", "r5c5", "r1c5"),
        ("5E1", "r1c1", "r1c5"),
    ],
)
def test_the_number_counts_from_the_architects_own_edge(pick, own_edge, absolute):
    """Ruling 3a (p. 3); with the switch `count_absolute` the number names a column or row of the site."""
    for switch, space in ((False, own_edge), (True, absolute)):
        p = position("expert", count_absolute=switch)
        p.play(pick)
        assert p.record.urbanist == SPACE[space], picture(p)


def test_the_first_turn_of_a_round_is_free():
    """Ruling 5 (p. 3): the urbanist stands beside the site, every slot and every architect may be chosen."""
    assert len(legal(position())) == 20 * 4
    assert len(legal(position("expert"))) == 20 * 5


def test_two_slots_are_open_even_when_fifteen_architects_lie():
    """Ruling 6: at most 15 of 20 slots are taken, and one of the urbanist's four is among them."""
    for seed in range(12):
        p = position(players=4, seed=seed)
        pass_turns(p, 15)
        assert len({move[1:] for move in legal(p)}) >= 2, picture(p)


def test_the_opposite_end_of_an_occupied_line_is_open():
    """Ruling 7 (p. 3): only the slot on which an architect lies is taken."""
    p = position(slots={"N2": 1, "W5": 3}, urbanist="r4c4")
    assert {"2S2", "2E5"} <= legal(p), picture(p)
    assert refused(p, "2N2").code == Reason.SLOT_TAKEN


# --------------------------------------------------------------- building it


def test_a_tile_may_be_discarded_at_will_and_brings_nothing():
    """Ruling 8 (p. 4): no income for a discarded building."""
    p = position(hand="T3", number=2)
    tile = p.record.hand
    events = p.play("x")
    assert kinds_told(events) == [Event.DISCARDED]
    assert told(events, Event.DISCARDED)[:2] == (0, tile)
    assert (p.record.residents[0], city(p, 0), p.actor) == (0, {}, 1), picture(p)


def test_a_tile_without_any_place_is_discarded_unasked():
    """p. 4: no possible cell, so there is nothing to decide; the turn ends."""
    p = position(site={"r1c2": "H20"}, cities={0: dict.fromkeys(line(2), "S")})
    events = p.play("2W1")
    assert kinds_told(events)[-1] == Event.NO_PLACE, picture(p)
    assert (p.actor, p.record.phase, p.record.residents[0]) == (1, Phase.PICK, 0)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_classic_builds_on_an_empty_cell_of_row_or_column_n(number):
    """Ruling 9 (p. 4)."""
    p = position(hand="S", number=number, cities={0: {"a4": "K", "c2": "S"}})
    assert legal(p) == line(number) - {"a4", "c2"} | {"x"}, picture(p)


@pytest.mark.parametrize("number", EXPERT_REACH)
def test_expert_builds_on_a_cell_of_number_n_or_in_district_n(number):
    """Ruling 10 (p. 7): eight cells for each architect, less those that are taken."""
    cells = EXPERT_REACH[number].split()
    p = position("expert", hand="O", number=number, cities={0: {cells[0]: "K"}})
    assert legal(p) == set(cells[1:]) | {"x"}, picture(p)


def test_architect_3_with_a_tower_builds_in_line_3_or_as_third_level_anywhere():
    """Ruling 11 (p. 4), the blue player's example; a tower in line 3 grows by any level."""
    towers = {"a1": "T:2", "b2": "T", "c1": "T", "d3": "T:3", "c4": "T:4", "c3": "S", "d4": "T:3"}
    p = position(hand="T2", number=3, cities={0: towers})
    assert legal(p) == line(3) - {"c3", "c4"} | {"a1", "x"}, picture(p)


def test_expert_towers_and_offices_grow_by_number_district_or_level():
    """Ruling 11 (p. 7): the same clause with cell number and district in place of row and column."""
    stands = {"b3": "O", "c1": "O:3", "d5": "O:2", "d1": "O:4", "a1": "O", "b4": "O:4", "c5": "T:2"}
    p = position("expert", hand="O", number=2, cities={0: stands})
    assert legal(p) == set(EXPERT_REACH[2].split()) - {"c5"} | {"x"}, "no office has one level outside number 2"
    p = position("expert", hand="O", number=4, cities={0: stands})
    assert legal(p) == set(EXPERT_REACH[4].split()) | {"c1", "x"}, picture(p)


def test_the_level_rule_does_not_build_ground_floors():
    """Ruling 12 (p. 5, "each level after the first"): architect 1 has only row and column 1 for a new tower."""
    p = position(hand="T2", number=1, cities={0: {"d4": "T"}})
    assert legal(p) == line(1) | {"x"}, picture(p)


@pytest.mark.parametrize(("mode", "hand", "most"), [("classic", "T2", 4), ("expert", "T2", 5), ("expert", "O", 5)])
def test_buildings_end_at_their_highest_level(mode, hand, most):
    """Ruling 13 (p. 5 and 7): four levels in Classic, five in Expert, for towers and offices."""
    letter = hand[0]
    stands = {"d1": f"{letter}:{most}", "d4": f"{letter}:{most - 1}", "b2": f"{letter}:{most - 1}"}
    p = position(mode, hand=hand, number=4, cities={0: stands})
    assert refused(p, "d1").code == Reason.TOO_HIGH
    assert ("d4" in legal(p)) == (mode == "classic"), "d4 lies in row 4, but has neither number nor district 4"
    assert "b2" in legal(p), picture(p)
    assert told(p.play("b2"), Event.BUILT)[3] == most


def test_only_a_tower_grows_a_tower_and_an_office_an_office():
    """Ruling 14 (p. 4: buildings of this kind)."""
    stands = {"a1": "T", "b3": "O", "a4": "S", "a5": "M", "b4": "Y"}
    for hand, closed in (("O", "a1 a4 a5 b4"), ("T2", "b3 a4 a5 b4"), ("S", "a1 b3 a4 a5 b4")):
        p = position("expert", hand=hand, number=2, cities={0: stands})
        for cell in closed.split():
            assert refused(p, cell).code == Reason.CELL_TAKEN, picture(p)
        assert len(legal(p)) == 8 - len(closed.split()) + 1, picture(p)


def test_a_harbour_brings_one_resident_and_one_energy():
    """p. 4: the red player's example."""
    p = position(players=4, hand="H11", number=1)
    events = p.play("a3")
    assert kinds_told(events) == [Event.BUILT, Event.INCOME]
    assert told(events, Event.INCOME)[:3] == (0, 1, 1)
    assert (p.record.residents[0], p.record.energy[0], city(p, 0)) == (1, 1, {"a3": "H"}), picture(p)


def test_every_level_brings_its_income():
    """Ruling 15 (p. 4): also a tile built as an upper level."""
    p = position(hand="T3", number=2, cities={0: {"d4": "T"}}, residents=[2])
    events = p.play("d4")
    assert told(events, Event.BUILT)[2:4] == (CELL["d4"], 2)
    assert (p.record.residents[0], city(p, 0)) == (5, {"d4": "T:2"}), picture(p)


def test_a_tower_of_three_levels_needs_one_energy():
    """p. 4 and 5: what the uppermost tile shows is enough; a tower of three levels counts 6."""
    p = position(cities={0: {"a1": "T:3"}, 1: {"a1": "T:3"}}, energy=[1, 0])
    assert [account["tower"] for account in p.scores()] == [6, 0], picture(p)


def test_printed_points_count_only_on_an_active_building():
    """p. 4 (ruling 21): 2 points, if the building is activated; a public service alone counts 2 for its district."""
    p = position(cities={0: {"a1": "P+2"}, 1: {"a1": "P+2"}}, residents=[1, 0])
    assert [account["public"] for account in p.scores()] == [4, 0], picture(p)


# ------------------------------------------------------- the mayor and rounds


def test_the_mayor_goes_to_whoever_builds_his_tower_not_to_whoever_takes_it():
    """Ruling 16 (p. 5): at once, on building, also as an upper level."""
    for cities in ({}, {1: {"d3": "T:2"}}):
        p = position(players=3, hand="TM", number=3, actor=1, mayor=0, cities=cities)
        assert p.record.mayor == 0, picture(p)
        events = p.play("d3")
        assert kinds_told(events) == [Event.BUILT, Event.INCOME, Event.MAYOR]
        assert (told(events, Event.MAYOR)[0], p.record.mayor) == (1, 1)
    p = position(players=3, site={"r4c3": "TM"}, actor=1, mayor=0)
    events = p.play("3W4") + p.play("x")
    assert kinds_told(events) == [Event.ARCHITECT, Event.TOOK, Event.URBANIST, Event.DISCARDED]
    assert p.record.mayor == 0, "taken and discarded, so the mayor stays"


def test_the_holder_of_the_mayor_may_build_his_tower_himself():
    """Ruling 16: he keeps it."""
    p = position(hand="TM", number=3, mayor=1)
    assert told(p.play("c3"), Event.MAYOR)[0] == p.record.mayor == 1


@pytest.mark.parametrize("mode", ["classic", "expert"])
@pytest.mark.parametrize("takes_over", [False, True])
def test_the_mayor_decides_the_start_of_the_next_round_only(mode, takes_over):
    """p. 3 and 5: this round goes on clockwise; nobody built the tower, so the start seat stays (ruling 16)."""
    p = position(mode, 3, mayor=2, site={"r3c2": "TM"})
    pass_turns(p, 1)
    if takes_over:
        p.play("2W3")
        p.play("b3")
    for turn in range(int(p.record.turn), 12):
        assert p.actor == (2 + turn) % 3, picture(p)
        pass_turns(p, 1)
    assert (p.actor, p.record.mayor, p.record.round_no) == ((0, 0, 1) if takes_over else (2, 2, 1)), picture(p)


@pytest.mark.parametrize(("mode", "numbers", "each"), [("classic", 4, 1), ("expert", 5, 3)])
def test_a_round_ends_after_four_turns_of_everyone(mode, numbers, each):
    """p. 3 and 5: architects go back, the site is cleared and laid again, the urbanist stands beside it."""
    p = position(mode, 3)
    pass_turns(p, 11)
    assert (p.record.round_no, sum(n > 0 for n in p.record.slot_number)) == (0, 11), picture(p)
    events = pass_turns(p, 1)
    last = kinds_told(events)
    assert last[last.index(Event.CLEARED) :] == [Event.CLEARED, Event.ROUND] + [Event.LAID] * SPACES
    assert told(events, Event.ROUND)[:2] == (1, 0)
    s = p.record
    assert (s.round_no, s.turn, s.urbanist, sum(s.slot_number)) == (1, 0, NOWHERE, 0), picture(p)
    assert list(s.architects[0])[:numbers] == [each] * numbers
    face_up = [tile for tile in s.site if tile >= 0]
    assert len(set(face_up)) == 20 and all(25 <= tile < 50 for tile in face_up)
    assert Counter(tile_code(p, tile) for tile in s.site if tile < 0) == {"?4": 5}


@pytest.mark.parametrize(("mode", "rounds"), [("classic", 4), ("expert", 5)])
def test_the_game_has_so_many_rounds_and_no_mayors_tower_in_the_last(mode, rounds):
    """p. 3, 5 and 7 (ruling 17)."""
    p = position(mode)
    for number in range(rounds):
        assert p.record.round_no == number
        codes = [tile_code(p, tile) for tile in p.record.site]
        assert codes.count("TM") == (number < rounds - 1), picture(p)
        events = pass_turns(p, 8)
        assert Counter(event.args[0] for event in events if event.code == Event.ARCHITECT) == {0: 4, 1: 4}
    assert p.over and kinds_told(events)[-1] == Event.OVER
    assert legal(p) == set()


def test_expert_architects_are_a_common_supply():
    """Ruling 18 (p. 7): one of each number per player, any free one may be used, the same number repeatedly."""
    p = position("expert", 2, site=dict.fromkeys(("r1c3", "r2c1", "r4c3")))
    for pick in ("3W1", "1W2", "3W4"):
        p.play(pick)
    assert list(p.record.architects[0]) == [1, 2, 0, 2, 2], picture(p)
    assert refused(p, "3E5").code == Reason.NO_ARCHITECT


@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_expert_architects_are_left_as_there_are_players(players):
    """Ruling 18 (p. 7): before the last turn of a round, n + 1."""
    p = position("expert", players)
    pass_turns(p, 4 * players - 1)
    assert sum(p.record.architects[0]) == players + 1, picture(p)


@pytest.mark.parametrize("mode", ["classic", "expert"])
@pytest.mark.parametrize(("players", "down"), [(2, {"?3": 4, "?4": 5}), (3, {"?4": 5}), (4, {})])
def test_tiles_marked_for_more_players_stay_face_down(mode, players, down):
    """p. 2; ruling 36: the mark is public, the face is not."""
    p = position(mode, players)
    assert Counter(tile_code(p, tile) for tile in p.record.site if tile < 0) == down, picture(p)


def test_the_start_player_is_drawn_or_given():
    """p. 2: by any means; he holds the mayor."""
    assert {position(first="drawn", players=3, seed=seed).actor for seed in range(30)} == {0, 1, 2}
    assert [position(players=3, mayor=seat).record.mayor for seat in range(3)] == [0, 1, 2]


# ----------------------------------------------------------- ties, refusals

TIES = [
    ("more residents on buildings", {0: {"a1": "P+1"}, 1: {"a1": "T", "a2": "K"}}, [1, 0], [0, 1], [1, 2]),
    ("customers are residents on buildings", {0: {"a1": "S", "b1": "K"}, 1: {"a1": "T"}}, [1, 0], [1, 1], [1, 2]),
    ("fewer empty cells", {0: {"a1": "T"}, 1: {"a1": "T", "c3": "K"}}, [0, 0], [1, 1], [2, 1]),
    ("a removed building leaves its cell empty", {0: {"a1": "T"}, 1: {"a1": "T", "c3": "F"}}, [0, 0], [1, 1], [1, 1]),
    ("residents come before cells", {0: {"a1": "P+1"}, 1: {"a1": "T", "a2": "K", "d4": "K"}}, [1, 0], [0, 1], [1, 2]),
]


@pytest.mark.parametrize(("why", "cities", "residents", "energy", "places"), TIES, ids=[row[0] for row in TIES])
def test_ties_are_broken_by_residents_then_by_empty_cells_then_shared(why, cities, residents, energy, places):
    """Ruling 32 (p. 5): equal points in all of these."""
    p = position(cities=cities, residents=residents, energy=energy)
    totals = [account.total for account in p.scores()]
    assert totals[0] == totals[1], picture(p)
    assert p.ranks() == places, f"{why}\n{p.scores()}\n{picture(p)}"


def test_a_shared_place_takes_the_next_one_too():
    """Ruling 32: two firsts, then a third."""
    p = position(
        players=4, cities={0: {"a1": "T"}, 2: {"b2": "T"}, 3: {"a1": "P"}}, residents=[0, 1, 0, 1], energy=[1, 0, 1]
    )
    assert ([account.total for account in p.scores()], p.ranks()) == ([1, -1, 1, 2], [2, 4, 2, 1]), picture(p)


STANDS = {"a1": "T", "b2": "S", "c3": "T:4"}
REFUSALS = [
    ("NO_ARCHITECT", "2N1", "p. 3", {"slots": {"S5": (2, 1)}}),
    ("NO_ARCHITECT", "5N1", "p. 2", {}),
    ("NO_ARCHITECT", "2N1", "p. 7", {"mode": "expert", "slots": {"S5": 2, "S4": 2}}),
    ("SLOT_TAKEN", "2N1", "p. 3", {"slots": {"N1": 1}}),
    ("URBANIST", "2N1", "p. 3", {"urbanist": "r4c1"}),
    ("PICK_FIRST", "a1", "p. 3", {}),
    ("PICK_FIRST", "x", "p. 3", {}),
    ("BUILD_FIRST", "1N1", "p. 4", {"hand": "T2", "number": 3}),
    ("NO_CELL", "c5", "p. 2", {"hand": "T2", "number": 3}),
    ("CELL_TAKEN", "b2", "p. 4", {"hand": "T2", "number": 2}),
    ("CELL_TAKEN", "a1", "p. 4", {"hand": "S", "number": 1}),
    ("TOO_HIGH", "c3", "p. 5", {"hand": "T2", "number": 3}),
    ("WRONG_NUMBER", "b4", "p. 4", {"hand": "T2", "number": 3}),
    ("WRONG_NUMBER", "a1", "p. 4", {"hand": "T2", "number": 3}),
    ("WRONG_NUMBER", "a1", "p. 7", {"mode": "expert", "hand": "T2", "number": 3}),
]


@pytest.mark.parametrize(("name", "move", "page", "how"), REFUSALS, ids=[f"{r[0]}-{r[1]}-{r[2]}" for r in REFUSALS])
def test_a_refused_move_says_why_and_where_it_is_written(name, move, page, how):
    """Every `Reason` with its code, a sentence with its page, and nothing changed."""
    p = position(**{"cities": {0: STANDS, 1: STANDS}, "actor": 1, **how})
    before = p.to_bytes()
    with pytest.raises(tripolis.IllegalMove) as error:
        p.play(move)
    assert (error.value.name, error.value.code) == (name, Reason[name]), picture(p)
    assert f"({page})" in str(error.value)
    assert move not in legal(p) and p.to_bytes() == before


def test_when_the_game_is_over_every_move_is_refused():
    """p. 5: the end."""
    p = position()
    pass_turns(p, 4 * 8)
    for move in ("1N1", "a1", "x"):
        assert refused(p, move).code == Reason.OVER


def test_a_number_beyond_all_actions_is_refused_by_the_rules_too():
    """The contract: `refuse` answers for any number."""
    p = position()
    refuse = p.game.call("call_refuse")
    for number in (-1, ACTIONS.count, 10_000):
        assert refuse(p.records, p.game.box, p.game.work, number) == Reason.NO_ACTION


def test_every_reason_is_tested_above():
    """The table and the two tests after it know all of them."""
    tested = {row[0] for row in REFUSALS} | {"LEGAL", "OVER", "NO_ACTION"}
    assert tested == set(Reason.__members__)
