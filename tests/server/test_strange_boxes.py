"""Boxes and tracks of strangers are checked completely before anything is made of them."""

import contextlib
import json

import pytest

import tripolis
from tripolis.engine.box_shape import check_box
from tripolis.engine.errors import BadBox, TripolisError
from tripolis.server.domain.games import options_data
from tripolis.server.domain.requests import OptionsRequest

JSON_FILES = [
    (name, file)
    for name in ("quadropolis", "metropolys", "ubuild")
    for file in tripolis.game(name).rules.standard_box()
    if file.endswith(".json")
]
WRONG = (5, True, None, [], {}, "x", "\ud800", [["x"]])


def ways(node, way=()):
    """The way to one value of each name."""
    parts = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, part in parts:
        yield (*way, key)
        yield from ways(part, (*way, key))


def one_of_each(tree):
    return {tuple(key if isinstance(key, str) else 0 for key in way): way for way in ways(tree)}.values()


def changed(text, way, value):
    """A file with another value, and the old one."""
    tree = node = json.loads(text)
    for key in way[:-1]:
        node = node[key]
    old, node[way[-1]] = node[way[-1]], value
    return json.dumps(tree), old


@pytest.mark.parametrize(("name", "file"), JSON_FILES)
def test_a_value_of_another_type_is_refused_wherever_it_stands(name, file):
    game = tripolis.game(name)
    standard = game.rules.standard_box()
    taken = []
    for way in one_of_each(json.loads(standard[file])):
        for value in WRONG:
            text, old = changed(standard[file], way, value)
            try:
                check_box(game, {file: text})
            except BadBox:
                pass
            else:
                assert isinstance(value, type(old) | list | dict | None), (way, value)
                taken.append(text)
    for text in taken[:: 1 + len(taken) // 100]:  # of the right type, and yet perhaps nonsense
        with contextlib.suppress(TripolisError):
            options_data(OptionsRequest(name, {}, {**standard, file: text}))


@pytest.mark.parametrize(
    ("name", "file", "way", "value", "place"),
    [
        ("ubuild", "districts.json", ("districts", 4, "price_status"), 5, "districts[4].price_status"),
        ("ubuild", "districts.json", ("districts", 4, "price_status"), "perhaps", "districts[4].price_status"),
        ("ubuild", "districts.json", ("districts", 0, "name"), "\ud800", "districts[0].name"),
        ("ubuild", "districts.json", ("districts", 5, "as_printed", "rents"), 5, "districts[5].as_printed.rents"),
        ("ubuild", "cards.json", ("cards", 0, "up", "op"), ["go_to_jail"], "cards[0].up.op"),
        ("ubuild", "cards.json", ("cards", 0, "up", "op"), "burn_all", "up: op is one of"),
        ("ubuild", "tracks.json", ("tracks", "pro", "layout"), ["pro"], "tracks.pro.layout"),
        ("metropolys", "board.json", ("kinds", "industry", "status"), {}, "kinds.industry.status"),
    ],
)
def test_a_strange_box_is_a_422_with_its_place(client, name, file, way, value, place):
    standard = tripolis.game(name).rules.standard_box()
    text, _ = changed(standard[file], way, value)
    answer = client.post("/api/tables", json={"game": name, "name": "Ada", "box": {**standard, file: text}})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_box"), answer.text
    assert file in answer.json()["detail"] and place in answer.json()["detail"]


def test_a_status_in_a_table_is_checked_too():
    standard = tripolis.game("quadropolis").rules.standard_box()
    text = standard["tiles.csv"].replace("2-4,A,A,A", "2-4,A,sure,A", 1)
    with pytest.raises(BadBox) as refused:
        options_data(OptionsRequest("quadropolis", {}, {**standard, "tiles.csv": text}))
    assert (refused.value.file, refused.value.line) == ("tiles.csv", 2) and "mark_conf" in str(refused.value)


def test_an_owners_own_values_are_no_strange_box():
    for name, file in JSON_FILES:
        game = tripolis.game(name)
        text = json.dumps(json.loads(game.rules.standard_box()[file]), indent=3)
        check_box(game, {file: text})


@pytest.mark.parametrize(
    "track", ["pro:" + "GO." * 190 + ":0:", "classic:GO.LL:012345x99y99z:x0y0z", "\ud800", "x" * 9000]
)
def test_a_strange_track_is_refused(track):
    with pytest.raises(TripolisError):
        options_data(OptionsRequest("ubuild", {"track": track}))
