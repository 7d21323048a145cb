"""The account of Metropolys: examples, counter-examples, and every goal against a brute force over random boards."""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.metropolys import oracle
from tests.metropolys.positions import AREA, KIND, game, position
from tripolis.engine.position import Position
from tripolis.games.metropolys.box.reader import FIELD, FIELDS, standard_box

SOAK = os.environ.get("TRIPOLIS_SOAK", "") not in ("", "0")
BOARDS = 20_000 if SOAK else 100 if os.environ.get("TRIPOLIS_PLAIN") else 2000


def groups(p, seat=0):
    """The chosen groups of a seat as sets of names; the bits of lakes are left out."""
    _, chosen, n = p.score_with(seat, "chosen", "n_chosen")
    return [{oracle.FIELDS[f] for f in range(FIELDS) if bits >> f & 1} for bits in chosen[:n]]


def points(goal, fields, mode="expert", kind="none"):
    """The area points of a set of fields, and the groups."""
    p = position(mode, goals=[(goal, kind)])
    p.record.own[0] = sum(1 << FIELD[name] for name in fields.split())
    return p.score(0)["area"], groups(p)


# -------------------------------------------------------------- area goals, Expert


@pytest.mark.parametrize(
    ("goal", "fields", "worth"),
    [
        # bridges: a pair over a bridge, each building once
        ("bridges", "", 0),
        ("bridges", "n1 w1", 4),
        ("bridges", "n1 n2", 0),
        ("bridges", "n9 w2 c1", 4),  # n9 is at both bridges: it counts once
        ("bridges", "n9 w2 c1 n7", 8),  # so pair it with w2, and c1 with n7
        ("bridges", "e6 s4 c7", 4),  # a triangle
        ("bridges", "e6 s4 c7 s6", 8),
        # statues: three around one
        ("statues", "w1 w2", 0),
        ("statues", "w1 w2 w10", 7),
        ("statues", "w1 w2 w10 w9", 7),  # two statues share w2 and w10
        ("statues", "c1 c2 c14 c3 c12", 7),  # c2 stands at both
        ("statues", "e3 e4 e7 n3 n4 n5", 14),
        # lakes: at least three, one group for each lake
        ("lakes", "n1 n2", 0),
        ("lakes", "n1 n2 n8", 5),
        ("lakes", "n1 n2 n8 n9 n10", 5),  # five around one lake are one group
        ("lakes", "c10 c11 c12", 5),  # three around two lakes count once
        ("lakes", "c10 c11 c12 c13 c14", 5),
        ("lakes", "c10 c11 c12 c13 c14 c8", 10),  # c13 c14 and one of the three, c8 and the other two
        ("lakes", "c2 c13 c14 c6 c8 c9", 10),
        # districts: three or more, once each
        ("districts", "n1 n2", 0),
        ("districts", "n1 n2 n3", 4),
        ("districts", "n1 n2 n3 n4 n5 n6", 4),
        ("districts", "n1 n2 n3 c1 c2 c3 w1 w2", 8),
        # chains: three that hang together, over a bridge too
        ("chains", "c1 n9 n8", 4),  # the card's picture
        ("chains", "n1 n2 n4", 0),
        ("chains", "n1 n2 n3 n4 n5", 4),
        ("chains", "n1 n2 n3 n4 n5 n6", 8),
    ],
)  # fmt: skip
def test_area_goals_of_the_expert_game(goal, fields, worth):
    """GEHEIME ZIELE, and the rulings 11 to 16."""
    found, chosen = points(goal, fields)
    assert found == worth == oracle.area_points("expert", goal, fields.split())
    assert len(chosen) == worth // oracle.EXPERT[goal]


def test_six_fields_that_hang_together_need_not_be_two_chains():
    """Ruling 15: the counter-example to dividing the size of a component by three."""
    found, chosen = points("chains", "s1 s2 s8 s10 c9 w4")
    assert found == 4
    assert oracle.joined(frozenset(chosen[0])) and len(chosen) == 1


def test_a_lake_counts_once_however_many_stand_around_it():
    """Ruling 14: on a changed board with six fields around one lake, all six are one group."""
    files = dict(standard_box())
    files["board.json"] = files["board.json"].replace(
        '["n1", "n2", "n8", "n9", "n10"]', '["n1", "n2", "n8", "n9", "n10", "n7"]'
    )
    p = game("expert", box=files).new(1).position
    p.record.goal[0][0] = AREA["lakes"]
    p.record.own[0] = sum(1 << FIELD[name] for name in ("n1", "n2", "n8", "n9", "n10", "n7"))
    assert p.score(0)["area"] == 5


@pytest.mark.slow
def test_chosen_groups_share_no_building_and_fit():
    rng = Random(5)
    fits = {
        "bridges": lambda g: any(g == set(pair) for pair in oracle.BRIDGES),
        "statues": lambda g: frozenset(g) in oracle.STATUES,
        "lakes": lambda g: len(g) >= 3 and any(g <= lake for lake in oracle.LAKES),
        "districts": lambda g: len(g) >= 3 and len({oracle.DISTRICT[f] for f in g}) == 1,
        "chains": lambda g: oracle.joined(frozenset(g)),
    }
    for _ in range(80):
        own = board(rng)
        for goal, fit in fits.items():
            worth, chosen = points(goal, " ".join(own))
            assert worth == oracle.EXPERT[goal] * len(chosen)
            assert all(fit(group) and group <= set(own) for group in chosen), (goal, chosen)
            assert sum(map(len, chosen)) == len(set().union(*chosen)), (goal, chosen)


def board(rng):
    """Up to 13 fields: scattered, or grown along the neighbours, where groups crowd."""
    size = rng.randint(0, 13)
    if rng.random() < 0.4:
        return rng.sample(oracle.FIELDS, size)
    own = [rng.choice(oracle.FIELDS)]
    while len(own) < size:
        around = sorted({other for field in own for other in oracle.BESIDE[field]} - set(own))
        own.append(rng.choice(around if rng.random() < 0.9 else sorted(set(oracle.FIELDS) - set(own))))
    return own[:size]


@pytest.mark.parametrize("goal", oracle.EXPERT)
def test_area_points_equal_brute_force(goal):
    """The chosen groups are the best there are."""
    rng = Random(f"{goal} 1")
    p = position("expert", goals=[(goal, "none")])
    score = p.game.call("call_score")
    most = 0
    for _ in range(BOARDS):
        own = board(rng)
        p.record.own[0] = sum(1 << FIELD[name] for name in own)
        score(p.records, p.game.box, p.game.work, 0)
        found = int(p.game.work[0].points[6])
        assert found == oracle.area_points("expert", goal, own), (goal, own)
        most = max(most, found)
    assert most >= (2 if BOARDS > 1000 else 1) * oracle.EXPERT[goal], "the boards were hard enough to have two groups"


# -------------------------------------------------------------- area goals, Family


@pytest.mark.parametrize("goal", oracle.FAMILY)
def test_family_goals_count_each_building_once(goal):
    """GEHEIME ZIELE: a building beside several bridges counts once; rulings family and unused_districts."""
    rng = Random(goal)
    for _ in range(60):
        own = board(rng)
        worth, chosen = points(goal, " ".join(own), mode="family")
        assert worth == oracle.area_points("family", goal, own)
        assert sorted(f for group in chosen for f in group) == sorted(set(own) & oracle.NEAR[goal])


def test_a_bridge_into_an_unused_district_still_counts_in_family():
    """Ruling 18: n9's bridge to w2 with the west unused."""
    p = position("family", 3, goals=[("bridges", "none")], built=[["1e9"]], unused="north")
    assert p.score(0)["area"] == 3
    p = position("family", 3, goals=[("edge", "none")], built=[["1e9"]], unused="north")
    assert p.score(0)["area"] == 0, "the rim of the city is the printed one"


# ----------------------------------------------------------- neighbourhood, highest


@pytest.mark.parametrize("kind", [kind for kind in KIND if kind != "none"])
def test_the_neighbourhood_goal(kind):
    """EXPERTEN-SPIEL: 2 points for each building on fields of the kind, also where it counts for the area goal."""
    on = [field for field in oracle.FIELDS if oracle.KIND[field] == kind]
    p = position("expert", goals=[("bridges", kind)])
    p.record.own[0] = sum(1 << FIELD[name] for name in [*on[:6], *[f for f in oracle.FIELDS if f not in on][:3]])
    assert p.score(0)["neighbourhood"] == 12


def test_the_first_picture_of_the_highest_building():
    """Example 1: blue has the highest building, whatever the numbers of smaller ones."""
    p = position("expert", built=[["10n1", "1n2"], ["9n3", "8n4", "7n5"]])
    assert [p.score(seat)["highest"] for seat in range(4)] == [5, 0, 0, 0]


def test_the_second_picture_of_the_highest_building():
    """Example 2: two large ones each; red has a further building."""
    p = position("expert", built=[["13n1", "12n2"], ["10n3", "11n4", "1n5"]])
    assert [p.score(seat)["highest"] for seat in range(4)] == [0, 5, 0, 0]


@pytest.mark.parametrize(
    ("built", "worth"),
    [
        ([["10n1"], ["13n2"]], [5, 5]),  # heights, not numbers; a full tie pays all
        ([["10n1", "6n3"], ["13n2", "5n4", "4n5"]], [5, 0]),  # the second: medium beats two small
        ([["1n1"], []], [5, 0]),
        ([[], []], [0, 0]),  # a district without buildings
        ([["13n1", "1e1"], ["9n2", "6e2"]], [5, 5]),  # each district by itself
    ],
)
def test_highest_buildings(built, worth):
    """Ruling 10."""
    p = position("expert", built=built)
    assert [p.score(seat)["highest"] for seat in range(2)] == worth


def test_family_has_no_highest_building():
    p = position("family", built=[["13n1"]])
    assert p.score(0)["highest"] == 0


def test_whole_accounts_equal_the_oracle_along_random_matches():
    rng = Random(3)
    for mode in ("family", "expert"):
        for players in (2, 3, 4):
            match = game(mode, players).new(rng.randrange(1000))
            while not match.over:
                match.play(rng.choice(match.position.legal_numbers()))
                if match.position.record.n_bids == 0:
                    check_accounts(match.position, mode)


def check_accounts(p, mode):
    s = p.record
    built = [
        {oracle.FIELDS[f]: int(s.built[f]) % 16 for f in range(FIELDS) if s.built[f] and int(s.built[f]) // 16 == seat}
        for seat in range(p.game.players)
    ]
    for seat, account in enumerate(p.scores()):
        area = next(name for name, number in AREA.items() if number == s.goal[seat][0])
        kind = next(name for name, number in KIND.items() if number == s.goal[seat][1])
        trendy, subway, site = (int(n) for n in s.tokens[seat])
        wanted = {
            "highest": 5 * oracle.highest(built, seat) if mode == "expert" else 0,
            "trendy": 3 * trendy,
            "subway": subway,
            "subway_card": 3 * (s.subway_card == seat),
            "site": -site,
            "site_card": -2 * (s.site_card == seat),
            "area": oracle.area_points(mode, area, built[seat]),
            "neighbourhood": 2 * sum(oracle.KIND[field] == kind for field in built[seat]),
        }
        assert account.points == wanted
        assert account.ties == {"buildings": len(built[seat])}


# ------------------------------------------------------------------- observations


def test_secret_categories_of_others_are_unknown_until_the_end():
    """Ruling 25: cards and highest buildings are public, goals are not."""
    match = game("expert", 3).new(4)
    rng = Random(1)
    while not match.over:
        for seat in range(-1, 3):
            seen = match.seen_by(seat)
            for other in range(3):
                hidden = {name for name, n in seen.score(other).points.items() if n is None}
                assert hidden == (set() if other == seat else {"area", "neighbourhood"})
        match.play(rng.choice(match.position.legal_numbers()))
    assert all(None not in account.points.values() for account in match.seen_by(-1).scores())
    family = game("family", 3).new(4).seen_by(0)
    assert {name for name, n in family.score(1).points.items() if n is None} == {"area"}


def test_imagined_goals_are_as_likely_as_they_should_be():
    """Seat 0 holds bridges and parks: each of the others has any of the four other cards of each sort, never the
    same one."""
    p = position(
        "expert", 4, goals=[("bridges", "parks"), ("chains", "malls"), ("lakes", "housing"), ("statues", "industry")]
    )
    seen = p.seen_by(0)
    assert [int(n) for n in seen.record.goal[1]] == [0, 0]
    areas = []
    for seed in range(1200):
        world = seen.imagine(seed)
        goals = [tuple(int(n) for n in row) for row in world.record.goal]
        assert goals[0] == (AREA["bridges"], KIND["parks"])
        assert len({area for area, _ in goals}) == 4 and len({kind for _, kind in goals}) == 4
        areas.append(goals[1][0])
    for area in ("statues", "lakes", "districts", "chains"):
        assert 240 < areas.count(AREA[area]) < 360


def test_an_observation_of_the_end_is_whole():
    match = game("family", 2).new(1)
    rng = Random(2)
    while not match.over:
        match.play(rng.choice(match.position.legal_numbers()))
    world = match.seen_by(0).imagine(5)
    assert [list(row) for row in world.record.goal] == [list(row) for row in match.position.record.goal]
    assert isinstance(world, Position)
