"""The box of Metropolys: what the board is, and that a wrong one is refused with a reason."""

import json
from collections import Counter

import pytest

import tripolis
from tests.metropolys import oracle
from tests.metropolys.positions import names
from tripolis import BadBox
from tripolis.games.metropolys.box.reader import FIELDS, standard_box

BLIND = {"n10", "e10", "s10", "c15"}


def box(change):
    """The standard box with one file changed as data."""
    files = dict(standard_box())
    for name in files:
        data = json.loads(files[name])
        change(name, data)
        files[name] = json.dumps(data)
    return files


def test_fields_kinds_and_districts():
    """WILLKOMMEN and the board: 55 fields, 11 of each kind, 2 of each in outer districts and 3 in the centre."""
    assert len(oracle.FIELDS) == FIELDS == 55
    assert Counter(oracle.DISTRICT.values()) == {"north": 10, "east": 10, "south": 10, "west": 10, "centre": 15}
    each = Counter((oracle.DISTRICT[field], oracle.KIND[field]) for field in oracle.FIELDS)
    assert all(n == (3 if district == "centre" else 2) for (district, _), n in each.items()) and len(each) == 25


def test_neighbours_bridges_lakes_statues():
    """92 pairs: 71 over land, never between districts, and 21 bridges, always between; all hangs together."""
    assert len(BOARD_LAND) == 71 and len(oracle.BRIDGES) == 21 and len(oracle.PAIRS) == 92
    assert all(oracle.DISTRICT[a] == oracle.DISTRICT[b] for a, b in BOARD_LAND)
    assert all(oracle.DISTRICT[a] != oracle.DISTRICT[b] for a, b in oracle.BRIDGES)
    assert len(oracle.STATUES) == 11 and len(oracle.LAKES) == 6 and len(oracle.EDGE) == 20
    assert {field for field in oracle.FIELDS if len(oracle.BESIDE[field]) == 1} == BLIND
    for unused in ("", "n", "e", "s", "w", "ne", "es", "sw", "wn"):
        left = {field for field in oracle.FIELDS if field[0] not in unused}
        reached, todo = set(), [min(left)]
        while todo:
            field = todo.pop()
            reached.add(field)
            todo += (oracle.BESIDE[field] & left) - reached
        assert reached == left, f"without {unused} the city falls apart"


BOARD_LAND = [tuple(pair) for pair in oracle.BOARD["land"]]


def test_three_fields_around_a_statue_are_neighbours():
    for statue in oracle.STATUES:
        assert len(statue) == 3
        assert all(other in oracle.BESIDE[field] for field in statue for other in statue - {field})


def test_the_record_says_what_the_files_say():
    b = tripolis.game("metropolys", mode="expert").plain_box
    for i, field in enumerate(oracle.FIELDS):
        assert names(b.neighbours[i]) == oracle.BESIDE[field]
        assert [oracle.FIELDS[j] for j in b.beside[i] if j >= 0] == sorted(
            oracle.BESIDE[field], key=oracle.FIELDS.index
        )
    assert sorted(map(sorted, oracle.BRIDGES)) == sorted(sorted(names(b.bridge[i])) for i in range(b.n_bridges))
    assert {frozenset(names(b.statue[i])) for i in range(b.n_statues)} == set(oracle.STATUES)
    assert {frozenset(names(b.lake[i])) for i in range(b.n_lakes)} == set(oracle.LAKES)
    assert names(b.token_fields) == set(oracle.FIELDS) - BLIND
    assert (b.trendy_points, b.subway_points, b.site_points) == (3, 1, -1)
    assert (b.subway_card_points, b.site_card_points, b.highest_points, b.neighbourhood_points) == (3, -2, 5, 2)
    assert list(b.area_points) == [0, 4, 7, 5, 0, 4, 4]
    family = tripolis.game("metropolys").plain_box
    assert list(family.area_points) == [0, 3, 3, 3, 3, 0, 0]


def test_the_first_layout_keeps_sorts_apart():
    """Ours: no two tokens of a sort on neighbouring fields."""
    first = json.loads(standard_box()["layouts.json"])["first"]
    for fields in first.values():
        assert len(fields) == 9
        assert not any(other in oracle.BESIDE[field] for field in fields for other in fields)


def test_a_changed_box_is_played_with_and_kept_in_the_file():
    """An owner whose card says otherwise changes a number; a match carries the box."""

    def dearer(name, data):
        if name == "pieces.json":
            data["points"]["trendy"] = 4

    game = tripolis.game("metropolys", box=box(dearer))
    assert game.box_hash != "standard" and int(game.box[0].trendy_points) == 4
    match = game.new(1)
    assert "%box pieces.json" in str(match)
    assert tripolis.Match.parse(str(match)) == match


WRONG = {
    "a field is missing": ("board.json", lambda d: d["fields"].pop(), "fields must be n1 to c15"),
    "a kind is unknown": ("board.json", lambda d: d["fields"][0].update(kind="castle"), "castle is not a kind of field"),
    "edge is no yes or no": ("board.json", lambda d: d["fields"][0].update(edge=1), "edge is missing or invalid"),
    "a pair is named twice": ("board.json", lambda d: d["land"].append(["n2", "n1"]), "n1, n2 are connected twice"),
    "a bridge repeats a border": ("board.json", lambda d: d["bridges"].append({"fields": ["n1", "n2"]}), "connected twice"),
    "a pair has one field": ("board.json", lambda d: d["land"].append(["n1", "n1"]), "2 to 2 different fields"),
    "a pair names no field": ("board.json", lambda d: d["land"].append(["n1", "x1"]), "is not a list of fields"),
    "a statue has two fields": ("board.json", lambda d: d["statues"][0]["fields"].pop(), "3 to 3 different fields"),
    "a lake is too large": ("board.json", lambda d: d["lakes"][0].update(fields=["n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"]), "3 to 8 different"),
    "too many lakes": ("board.json", lambda d: d["lakes"].extend(d["lakes"]), "lakes: at most 8"),
    "a field is alone": ("board.json", lambda d: d.update(land=[p for p in d["land"] if "n10" not in p]), "n10 must have 1 to 6 neighbours, not 0"),
    "lakes are missing": ("board.json", lambda d: d.pop("lakes"), "lakes is missing"),
    "tokens do not fit": ("pieces.json", lambda d: d["tokens"].update(site=8), "tokens for"),
    "more removed than there are": ("pieces.json", lambda d: d["removed"]["2"].update(site=10), "from 0 to 9, not 10"),
    "points are text": ("pieces.json", lambda d: d["points"].update(trendy="3"), "trendy is missing"),
    "points are many": ("pieces.json", lambda d: d["points"]["expert"].update(chains=100), "from 0 to 9, not 100"),
    "no room for tokens": ("board.json", lambda d: [f.update(blind_alley=True) for f in d["fields"][:6]], "room for 3 tokens, not for 5"),
    "two tokens on a field": ("layouts.json", lambda d: d["first"]["site"].append("n7"), "there are two tokens on n7"),
    "a token in a blind alley": ("layouts.json", lambda d: d["first"].update(trendy=["n10", *d["first"]["trendy"][1:]]), "n10 is a blind alley"),
    "opposite districts": ("layouts.json", lambda d: d["unused"].update({"2": ["north", "south"]}), "must be one of north\\+east"),
    "too few tokens in a district": ("layouts.json", lambda d: d["first"].update(trendy=["e1", *d["first"]["trendy"][1:]]), "there are 4 tokens in the district north; there must be 5"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_box_is_refused(what):
    file, change, sentence = WRONG[what]
    with pytest.raises(BadBox, match=sentence) as found:
        tripolis.game("metropolys", box=box(lambda name, data: change(data) if name == file else None))
    assert found.value.file in standard_box()


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"pieces.json": None}, "pieces.json: this file is missing"),
        ({"cards.json": "{}"}, "cards.json: a Metropolys box has no such file"),
        ({"board.json": "{"}, "board.json, line 2: this is not valid JSON"),
        ({"board.json": "[]"}, "must be a JSON object"),
        ({"board.json": "[" * 100_000}, "nested too deeply"),
    ],
)
def test_wrong_files_are_refused(files, sentence):
    given = {name: text for name, text in {**standard_box(), **files}.items() if text is not None}
    with pytest.raises(BadBox, match=sentence):
        tripolis.game("metropolys", box=given)
