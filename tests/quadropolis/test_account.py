"""The account is exactly the best one: published cities, the rulings, a brute force and an integer program.

Pages are those of the German rulebook; rulings and their sources are in book/rulings.md.
`TRIPOLIS_SOAK=1` tries many more cities.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.quadropolis import cities, oracle, program
from tests.quadropolis.cities import all_active, board, lay, words_of
from tripolis.engine.errors import BadCity
from tripolis.games.quadropolis import CityAccount, score_city

SOAK = os.environ.get("TRIPOLIS_SOAK", "") not in ("", "0")
CASES = json.loads((Path(__file__).parent / "scoring_cases.json").read_text())
HAND_MADE = {case["name"]: case for case in CASES["hand_made"]}
LAYOUTS = {case["file"].split("/quad--")[1][:8]: case for case in CASES["layouts"]}
RESIDENTS_OF, ENERGY_OF = {"G": 1, "1": 1, "4": 2}, {"F": 3, "A": 2, "1": 1, "5": 2}
MODES = ("classic", "expert")


def points(account: CityAccount) -> dict[str, int]:
    """The categories that are not zero."""
    return {name: n for name, n in account.points.items() if n}


def triple(account: CityAccount) -> oracle.Triple:
    """What the account makes as great as it can."""
    return account.total, account.residents_placed, -account.empty_cells


@pytest.mark.parametrize(("name", "spare"), [("classic_A", (0, 0)), ("classic_B", (1, 0)), ("classic_B", (0, 4))])
def test_hand_made_boards_count_as_published(name: str, spare: tuple[int, int]) -> None:
    """dbravender/mittmcts test_fourcity.py, by hand; the unused one of B is a resident, or energy beyond the parks'."""
    case = HAND_MADE[name]
    city = words_of(case)
    customers = [n for row in case.get("customers", []) for n in row if n]
    laid = all_active("classic", city, customers, spare[1])
    residents, energy = (sum(pair[i] for row in laid for pair in row) for i in range(2))
    residents, energy = residents + spare[0], energy + (1 if spare[1] else 0)
    expected = dict(case["points"])
    total = expected.pop("total")
    given = score_city("classic", city, residents, energy, allocation=laid)
    assert (points(given), given.total) == ({name: n for name, n in expected.items() if n}, total)
    best = score_city("classic", city, residents, energy)
    assert (points(best), best.total) == (points(given), total)


def test_energy_goes_where_it_counts_most() -> None:
    """dbravender/mittmcts test_fourcity.py: a low tower, a park and a high one, with 1 to 4 energy."""
    case = HAND_MADE["classic_allocation"]
    for energy, total in case["best_total_by_energy"].items():
        assert score_city("classic", words_of(case), case["residents"], int(energy)).total == total


@pytest.mark.parametrize("name", ["office_DE_FR", "office_NL"])
def test_office_group_of_three_counts_as_in_the_rulebook(name: str) -> None:
    """German and French rulebook p. 8 (19 points), Dutch rulebook p. 8 (24 points)."""
    case = HAND_MADE[name]
    city = board("expert", " ".join(f"office:{level}" for level in case["group_levels"]))
    assert points(score_city("expert", city, 3, 3)) == {"office": case["office_points"]}


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts_of_the_solver_count_as_logged(name: str) -> None:
    """johandebock/quadropolis_solver, Expert, everything activated: the logged categories; the best is no worse."""
    case = LAYOUTS[name]
    city = words_of(case)
    symbols = [symbol for row in case["board"] for symbol in row]
    floors = sum(
        level
        for row in zip(case["board"], case["levels"], strict=True)
        for s, level in zip(*row, strict=True)
        if s == "T"
    )
    made = 2 * floors + case["extra_residents"] + sum(RESIDENTS_OF.get(s, 0) for s in symbols)
    assert made == case["residents_produced"], "towers bring 2 residents a floor, but for the logged extra"
    assert sum(ENERGY_OF.get(s, 0) for s in symbols) == case["energy_produced"]
    left = case["residents_left"]
    customers = [min(5, max(0, left - 5 * i)) for i in range(symbols.count("S"))]
    laid = all_active("expert", city, customers, case["energy_produced"] - case["energy_used"])
    account = score_city("expert", city, case["residents_produced"], case["energy_produced"], allocation=laid)
    assert points(account) == {c: n for c, n in case["points"].items() if n and c != "total"}
    assert account.total == case["points"]["total"]
    best = score_city("expert", city, case["residents_produced"], case["energy_produced"])
    assert best.total >= case["points"]["total"]


def test_ruling_20_what_is_not_activated_is_gone() -> None:
    """p. 5: no points of its own, no neighbour, no district, an empty cell."""
    city = board("expert", "factory shop park office:2", "harbour+3 public+2 tower:5")
    assert triple(score_city("expert", city, 0, 0)) == (0, 0, -19)
    lone_factory = score_city("expert", city, 1, 0, allocation=lay("expert", {(1, 1): (1, 0)}))
    assert (points(lone_factory), lone_factory.empty_cells) == ({}, 18)


def test_ruling_21_printed_points_count_if_activated() -> None:
    """p. 4: two harbours and a public service in one district; one resident is missing."""
    city = board("classic", "harbour+3 . harbour+2", "public+1")
    assert points(score_city("classic", city, 2, 0)) == {"harbour": 3, "public": 3}
    assert points(score_city("classic", city, 3, 0)) == {"harbour": 5, "public": 3}


def test_ruling_22_a_shop_without_customers_is_a_neighbour() -> None:
    """p. 5, p. 6, Expert p. 8: no points itself, 2 for the factory and 3 for the monument."""
    account = score_city("expert", board("expert", "monument shop factory"), 1, 1)
    assert points(account) == {"factory": 2, "monument": 3}


def test_ruling_23_customers_stand_in_active_shops_up_to_the_most() -> None:
    """p. 5, Expert p. 7: four customers, in Expert five; the others count -1, and so do those in a dark shop."""
    assert points(score_city("classic", board("classic", "shop"), 6, 1)) == {"shop": 7, "unused": -2}
    assert points(score_city("expert", board("expert", "shop"), 6, 1)) == {"shop": 11, "unused": -1}
    dark = score_city("classic", board("classic", "shop"), 3, 1, allocation=lay("classic", {(1, 1): (3, 0)}))
    assert (points(dark), dark.residents_placed) == ({"unused": -4}, 0)


def test_ruling_24_a_park_takes_one_energy_and_needs_none() -> None:
    """p. 6."""
    city = board("classic", "tower:1 park")
    assert [score_city("classic", city, 0, energy).total for energy in range(4)] == [0, 3, 3, 2]


def test_ruling_25_playgrounds_absorb_energy_unless_switched_off() -> None:
    """p. 6 says each park; the tile has no crossed barrel."""
    city = board("classic", "park playground")
    assert score_city("classic", city, 0, 3).total == -1
    assert score_city("classic", city, 0, 3, playgrounds_absorb=False).total == -2


def test_ruling_28_parks_count_towers_and_offices_whatever_their_height() -> None:
    """p. 6, Expert p. 8; a diagonal neighbour is none (ruling 27)."""
    city = board("classic", ". tower:1", "tower:4 park tower:2", ". tower:3")
    assert points(score_city("classic", city, 0, 4)) == {"tower": 20, "park": 11}
    city = board("expert", "tower:1 office:1", "tower:5 park office:1")
    assert points(score_city("expert", city, 2, 4)) == {"tower": 16, "park": 7}


def test_ruling_29_office_groups_count_apart_and_as_five_at_most() -> None:
    """Expert p. 8: two and one; six; five and one that a diagonal does not join."""
    city = board("expert", "office:2 office:2 . office:3")
    assert points(score_city("expert", city, 3, 3)) == {"office": 3 + 3 + 3}
    city = board("expert", "office:1 office:1 office:5", "office:1 office:1 office:2")
    assert points(score_city("expert", city, 6, 6)) == {"office": 4 * 4 + 30 + 9}
    city = board("expert", "office:1 office:1 . .", "office:1 office:1 office:2 .", ". . . office:4")
    assert points(score_city("expert", city, 6, 6)) == {"office": 4 * 4 + 9 + 6}


def test_ruling_30_the_longest_row_and_the_longest_column_of_harbours() -> None:
    """p. 6; solver log 105--620: a row of 5 and a column of 4 share a corner; of two equal runs one counts."""
    city = board("expert", "harbour harbour harbour harbour harbour", *[". . . . harbour+1"] * 3)
    assert points(score_city("expert", city, 8, 0)) == {"harbour": 18 + 12 + 3}
    city = board("expert", "harbour harbour . harbour harbour")
    assert points(score_city("expert", city, 4, 0)) == {"harbour": 3}
    gap = lay("expert", {(1, 1): (1, 0), (1, 3): (1, 0)})
    assert points(score_city("expert", board("expert", "harbour harbour harbour"), 2, 0, allocation=gap)) == {}


def test_ruling_31_monuments_by_their_neighbours() -> None:
    """Expert p. 8: public 2, shop 3, parks 5, factory and harbour -5 each, towers, offices and monuments 0."""
    city = board("expert", ". public", "shop monument park", ". playground")
    assert points(score_city("expert", city, 1, 1)) == {"public": 2, "monument": 2 + 3 + 5 + 5}
    city = board("expert", ". tower:1", "office:1 monument monument")
    assert points(score_city("expert", city, 1, 2)) == {"tower": 1}
    city, on = board("expert", ". factory", "harbour monument"), {(1, 2): (1, 0), (2, 1): (1, 0)}
    assert points(score_city("expert", city, 2, 0, allocation=lay("expert", on))) == {"monument": -10}


def test_ruling_31_a_harbour_beside_a_monument_is_left_off_on_purpose() -> None:
    """Expert p. 8, ruling 19: -1 for the idle resident is better than 3 - 5; with a long row it is worth it."""
    lone = score_city("expert", board("expert", "monument harbour+3"), 1, 0)
    assert (lone.total, lone.allocation) == (-1, lay("expert", {}))
    row = score_city("expert", board("expert", "harbour harbour+3 harbour harbour", ". monument"), 4, 0)
    assert points(row) == {"harbour": 15, "monument": -5}


def test_ruling_34_each_unused_resident_and_energy_costs_a_point() -> None:
    """p. 5."""
    assert points(score_city("classic", board("classic"), 2, 3)) == {"unused": -5}


@pytest.mark.parametrize("half", [(1, 0), (0, 1)])
def test_ruling_35_a_half_activated_office_is_unused(half: tuple[int, int]) -> None:
    """Expert p. 7: a resident and an energy; one alone counts -1 and not for the tie-break."""
    city = board("expert", "office:3 park factory")
    account = score_city("expert", city, *half, allocation=lay("expert", {(1, 1): half}))
    assert (points(account), *triple(account)[1:]) == ({"unused": -1}, 0, -19)


def test_equal_points_are_decided_by_residents_and_then_by_cells() -> None:
    """p. 5, ruling 32: 3 + 1 - 5 equals one idle resident; a lit shop is no better than a park, but no empty cell."""
    city = board("expert", "monument harbour+1 harbour")
    assert triple(score_city("expert", city, 2, 0)) == (-1, 2, -17)
    assert triple(score_city("classic", board("classic", "shop park"), 0, 1)) == (0, 0, -14)
    # 2 points and a resident either way: an office beside a park, or a public service and a shop
    city = board("expert", "office:1 park . shop", ". . . public")
    assert triple(score_city("expert", city, 1, 1)) == (2, 1, -17)


IMPOSSIBLE = {
    "a fifth customer": ({(1, 1): (5, 1)}, "Row 1, column 1: you can place 0 to 4 residents here, not 5."),
    "a second energy": ({(1, 2): (0, 2)}, "Row 1, column 2: you can place 0 to 1 energy here, not 2."),
    "a resident in a park": ({(1, 3): (1, 0)}, "Row 1, column 3: you cannot place residents here."),
    "energy on a harbour": ({(1, 4): (1, 1)}, "Row 1, column 4: you cannot place energy here."),
    "a resident nowhere": ({(2, 1): (1, 0)}, "Row 2, column 1: you cannot place residents here."),
    "fewer than none": ({(1, 1): (-1, 1)}, "Row 1, column 1: you can place 0 to 4 residents here, not -1."),
    "too many residents": ({(1, 1): (4, 1), (1, 4): (1, 0)}, "The city has only 4 residents; you cannot place 5."),
    "too much energy": (
        {(1, 1): (0, 1), (1, 2): (0, 1), (1, 3): (0, 1)},
        "The city has only 2 energy; you cannot place 3.",
    ),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_impossible_allocations_are_refused_with_the_reason(case: str) -> None:
    """p. 5, rulings 19, 23 and 24."""
    on, sentence = IMPOSSIBLE[case]
    with pytest.raises(BadCity) as error:
        score_city("classic", board("classic", "shop tower park harbour"), 4, 2, allocation=lay("classic", on))
    assert str(error.value) == sentence


def test_more_impossible_allocations() -> None:
    """Ruling 25's switch, and a grid of the other mode."""
    laid = lay("classic", {(1, 1): (0, 1)})
    assert score_city("classic", board("classic", "playground"), 0, 1, allocation=laid).total == 0
    with pytest.raises(BadCity, match="you cannot place energy here"):
        score_city("classic", board("classic", "playground"), 0, 1, allocation=laid, playgrounds_absorb=False)
    with pytest.raises(BadCity, match="4 rows of 4 pairs"):
        score_city("classic", board("classic"), 0, 0, allocation=lay("expert", {}))


@pytest.mark.parametrize("pair", [(1,), (1, 1, 1), 3, None, ("1", 0), (0.5, 0), (True, 0)])
def test_what_is_no_pair_is_refused(pair: object) -> None:
    """A clear sentence, not a Python error."""
    allocation: list[list[object]] = [[(0, 0)] * 4 for _ in range(4)]
    allocation[1][2] = pair
    with pytest.raises(BadCity, match=r"Row 2, column 3: .* is not a pair of whole numbers"):
        score_city("classic", board("classic"), 4, 2, allocation=allocation)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("castle", "castle is not a building"),
        ("office", "there is no office in Classic"),
        ("tower:5", "levels go from 1 to 4"),
        ("park:1", "only towers and offices have levels"),
        ("shop+1", "only public services and harbours have printed points"),
        ("tower:\u0663", "is not a building"),
        (None, "is not a building"),
    ],
)
def test_words_that_are_no_buildings_are_refused(word: object, sentence: str) -> None:
    """With row and column."""
    city: list[list[object]] = [["."] * 4 for _ in range(4)]
    city[3][0] = word
    with pytest.raises(BadCity, match=f"Row 4, column 1: .*{sentence}"):
        score_city("classic", city, 0, 0)  # type: ignore[arg-type]


def test_an_office_group_of_six_without_the_cap() -> None:
    """Ruling 29 and its switch: six offices of one level give 6 * 4 points with the cap, 6 * 5 without."""
    city = board("expert", "office office office . .", "office office office . .")
    assert score_city("expert", city, 6, 6)["office"] == 24
    assert score_city("expert", city, 6, 6, office_cap=False)["office"] == 30


def check(
    what: str, n: int, mode: str, draw: Callable[[Random, str], cities.City], best: Callable[..., oracle.Triple]
) -> None:
    """The account's triple is the best there is, and the account agrees with itself."""
    for seed in range(n):
        rng = cities.rng_of(what, mode, seed)
        city = draw(rng, mode)
        given = (mode, city, *cities.resources(rng, city, mode))
        absorb = rng.random() < 0.75
        account, expected = score_city(*given, playgrounds_absorb=absorb), best(*given, absorb)
        where = f'rng_of("{what}", "{mode}", {seed})\n{cities.picture(*given, absorb)}\n{account}'
        if triple(account) != expected:
            text = "score_city: {}, expected: {} (points, residents placed, -empty cells)"
            pytest.fail(f"{where}\n{text.format(triple(account), expected)}", pytrace=False)
        assert sum(account.points.values()) == account.total, where
        again = score_city(*given, allocation=account.allocation, playgrounds_absorb=absorb)
        assert again == account, f"{where}\nthe returned allocation, given back, makes {again}"


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_small_cities_equal_the_brute_force(mode: str) -> None:
    """Final placement: most points, then most residents placed, then fewest empty cells."""
    check("small", 20_000 if SOAK else 400, mode, cities.small_city, oracle.best_triple)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_full_cities_equal_the_brute_force(mode: str) -> None:
    """Final placement, with every cell built."""
    check("full", 100 if SOAK else 6, mode, cities.full_city, oracle.best_triple)


def few_offices(rng: Random, mode: str) -> cities.City:
    """A full city of at most ten offices: the program has a variable for each connected set of them."""
    while cities.kinds_of(city := cities.full_city(rng, mode)).count("office") > 10:
        pass
    return city


@pytest.mark.parametrize("mode", MODES)
def test_full_cities_equal_the_integer_program(mode: str) -> None:
    """Final placement, against HiGHS."""
    check("program", 300 if SOAK else 8, mode, few_offices, program.best_triple)


@pytest.mark.parametrize("mode", MODES)
def test_any_given_allocation_is_counted_as_it_is(mode: str) -> None:
    """p. 5: good or bad placements, with half-activated offices and customers in dark shops."""
    for seed in range(5_000 if SOAK else 200):
        rng = cities.rng_of("given", mode, seed)
        city = cities.full_city(rng, mode)
        given = (mode, city, *cities.resources(rng, city, mode))
        laid = cities.any_allocation(rng, *(city, mode, *given[2:]), playgrounds_absorb=True)
        account, expected = score_city(*given, allocation=laid), oracle.account(*given, laid)
        assert (account.points, triple(account)) == expected, f"seed {seed}\n{cities.picture(*given)}\n{laid}"
