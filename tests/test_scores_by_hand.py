"""Finished tables given as JSON: whatever is wrong with one gets a sentence, never a traceback, and never silence."""

import copy
import re

import pytest

import tripolis
from tripolis.engine.errors import BadCity

GIVEN = {
    "quadropolis": {
        "mode": "classic",
        "city": [["tower:2", "shop", ".", "park"], ["public+1", "harbour", ".", "."], ["."] * 4, ["."] * 4],
        "residents": 3,
        "energy": 3,
        "playgrounds_absorb": True,
        "office_cap": False,
    },
    "metropolys": {
        "mode": "expert",
        "buildings": [["11c4", "Lc5"], ["3c1"]],
        "tokens": [{"trendy": 1, "subway": 1}, {"site": 1}],
        "goals": [{"area": "bridges", "neighbourhood": "parks"}, {"area": "lakes"}],
        "subway_card": 0,
        "site_card": 1,
    },
    "ubuild": {
        "players": [
            {"cash": "3.5M", "districts": {"p3": {"industrial": 4, "hazard": True}, "p1": {}}},
            {"cash": "2M", "districts": {"l1": {"mortgaged": True}, "o1": {"residential": 1}}},
        ],
        "skyscrapers": ["pink"],
        "tower": "o1",
    },
}
WRONG = [None, True, -1, 10**9, 1.5, "no", "x" * 30, [], {}, [None], {"a": 1}, [[]], [{}], {"zz": {}}]
MEANT = {
    "quadropolis": [(("playgrounds_absorb",), True), (("office_cap",), True)],
    "metropolys": [
        (("goals", 0), {}),
        (("goals", 1), {}),
        (("goals", 0, "area"), None),
        (("goals", 1, "area"), None),
        (("goals", 0, "neighbourhood"), None),
        (("subway_card",), None),
        (("site_card",), None),
    ],
    "ubuild": [
        (("players", 0), {}),
        (("players", 0, "districts"), {}),
        (("players", 0, "districts", "p3"), {}),
        (("players", 0, "districts", "p1"), {}),
        (("players", 1, "districts", "l1"), {}),
        (("players", 1, "districts", "o1"), {}),
        (("players", 0, "districts", "p3", "hazard"), True),
        (("players", 1, "districts", "l1", "mortgaged"), True),
        (("skyscrapers",), []),
    ],
}
"""What looks wrong and means something: a goal that is not told, no districts, a switch that is on."""


def places(data, path=()):
    """The path of every value inside a value, and its own."""
    yield path
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        yield from places(value, (*path, key))


def put(data, path, value):
    """The same data with another value at a place."""
    if not path:
        return value
    other = copy.deepcopy(data)
    inner = other
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return other


def count(game, given):
    return tripolis.game(game).helper.count_by_hand(given, str)


@pytest.mark.slow
@pytest.mark.parametrize("game", GIVEN)
def test_a_wrong_value_anywhere_gets_a_sentence(game):
    count(game, GIVEN[game])
    accepted, said = [], []
    for path in places(GIVEN[game]):
        for value in WRONG:
            try:
                count(game, put(GIVEN[game], path, value))
            except BadCity as error:
                said.append(str(error))
                continue
            accepted.append((path, value))
    assert accepted == [pair for pair in accepted if pair in MEANT[game]]
    assert [sentence for sentence in said if re.search(r"\b(None|True|False)\b", sentence)] == []


@pytest.mark.parametrize(
    ("game", "path", "value", "sentence"),
    [
        ("quadropolis", ("playgrounds_absorb",), "no", "playgrounds_absorb is true or false, not no."),
        ("quadropolis", ("mode",), [], "The mode is classic or expert, not []."),
        ("metropolys", ("goals", 0, "area"), ["lakes"], 'Player 1: ["lakes"] is not an area goal; choose from'),
        ("quadropolis", ("mode",), None, "The mode is classic or expert, not null."),
        ("quadropolis", ("residents",), True, "residents must be a whole number from 0 to"),
        (
            "metropolys",
            ("tokens", 0, "trendy"),
            False,
            "Player 1: trendy must be a whole number from 0 to 9, not false.",
        ),
        ("ubuild", ("tower",), None, "Somebody must own the home district of the tower: null."),
        ("ubuild", ("players", 0, "districts"), None, "Player 1: districts are an object such as"),
        ("ubuild", ("players", 0, "districts"), {"zz": {}}, "There is no district zz; there are b1"),
        ("ubuild", ("skyscrapers",), None, "A skyscraper belongs to a colour: brown"),
        ("ubuild", ("tower",), ["o1"], 'Somebody must own the home district of the tower: ["o1"].'),
    ],
)
def test_the_sentence_says_what_is_wrong(game, path, value, sentence):
    with pytest.raises(BadCity) as error:
        count(game, put(GIVEN[game], path, value))
    assert str(error.value).startswith(sentence)
