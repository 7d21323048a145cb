"""An owner's box: what they type in becomes the files of a whole box, and what cannot be is refused with its place."""

import json
import os
import subprocess

import pytest

import tripolis
from tests.fork_server import python
from tripolis import BadBox
from tripolis.engine.editor import is_settled
from tripolis.engine.game import find
from tripolis.engine.own_box import box_data, is_certain, look_up, parse, read_own_box, standard_cards
from tripolis.games.metropolys.helper.editor import BoardEditor
from tripolis.games.metropolys.helper.score import count_by_hand as count_board
from tripolis.games.quadropolis.helper.editor import CityEditor
from tripolis.games.ubuild.box.files import read_box
from tripolis.games.ubuild.helper.editor import TableEditor
from tripolis.games.ubuild.helper.score import Worth, count_by_hand

GAMES = ("quadropolis", "metropolys", "ubuild")
PRICE = "districts.json/districts/b2/price"
CLOSE = "classic.400_340.p1-1.l1-2.r1-2"
"""Player 2 has two reconstructed rents: 20k to 1M, which may be enough for the first place."""


@pytest.mark.parametrize("name", GAMES)
def test_an_empty_box_is_the_standard_one_and_every_value_can_be_looked_up(name):
    game = find(name)
    own = read_own_box(game, {})
    assert own.files == game.rules.standard_box() and own.values == {}
    data = box_data(game, own)
    assert data["files"] is None and len({card["id"] for card in data["cards"]}) == len(data["cards"])
    trees = parse(own.files)
    for card in standard_cards(game):
        for value in card.values:
            standard = look_up(trees, value.place)
            assert standard is not None
            if value.choices:
                assert standard in dict(value.choices), value.place
            if value.status:
                assert isinstance(look_up(trees, value.status), str), value.status
    typed = {value["place"]: value["value"] for card in data["cards"] for value in card["values"]}
    assert read_own_box(game, {"values": typed}).values == {}, "what is the same is not kept"


@pytest.mark.parametrize("name", GAMES)
def test_all_confirmed_is_all_certain_and_nothing_else_changes(name):
    game = find(name)
    ids = [card.id for card in standard_cards(game)]
    own = read_own_box(game, {"confirmed": ids})
    for card in box_data(game, own)["cards"]:
        assert card["confirmed"] and card["certain"] and all(value["certain"] for value in card["values"]), card["id"]
    standard, confirmed = game.configure().plain_box, game.configure(own.files).plain_box
    for field in game.box_layout.fields:
        assert getattr(standard, field.name) == getattr(confirmed, field.name), field.name
    assert read_own_box(game, json.loads(json.dumps({"values": own.values, "confirmed": list(own.confirmed)}))) == own


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("quadropolis", {"tiles.csv/112/vp": 1, "tiles.csv/103/players": "4", "tiles.csv/102/players": "3-4"}),
        ("metropolys", {"pieces.json/points/expert/statues": 6}),
        ("ubuild", {PRICE: 700_000, "districts.json/districts/b2/name": "Altstadt"}),
    ],
)
def test_typed_values_reach_the_game(name, values):
    game = find(name)
    own = read_own_box(game, {"game": name, "values": values})
    assert own.values == values
    other = tripolis.game(name, box=own.files)
    assert other.box_hash != "standard"
    for place, value in values.items():
        assert str(look_up(parse(own.files), place)) == str(value)
    match = other.new(1)
    match.play(match.position.legal_numbers()[0])


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "give game, values and confirmed"),
        ({"more": 1}, "give game, values and confirmed"),
        ({"game": "quadropolis"}, "another game: quadropolis"),
        ({"values": [1]}, "values have names"),
        ({"confirmed": "b1"}, "confirmed is a list"),
        ({"confirmed": ["b9"]}, "there is no card b9"),
        ({"confirmed": [["b1"]]}, "there is no card"),
        ({"values": {"x": 1}}, "^x: nothing of this name"),
        ({"values": {"../secret": 1}}, "nothing of this name"),
        ({"values": {PRICE: "1"}}, f"^{PRICE}: this is a whole number from 10000 to 300000000, not 1"),
        ({"values": {PRICE: True}}, "whole number"),
        ({"values": {PRICE: 600_000.5}}, "whole number"),
        ({"values": {PRICE: None}}, "whole number"),
        ({"values": {PRICE: 5}}, "whole number"),
        ({"values": {PRICE: 605_000}}, "districts.json: b2: price: an amount is a multiple"),
        ({"values": {"districts.json/districts/b2/name": 5}}, "this is a text"),
        ({"values": {"districts.json/districts/b2/name": "x" * 500}}, "this is a text"),
        ({"values": {"districts.json/districts/b2/name": ""}}, "districts.json: b2: a name"),
        ({"values": {"tracks.json/tiles/BB/halves/0": "z9"}}, "this is one of"),
        ({"values": {"tracks.json/tiles/BB/halves/0": "l1"}}, "tracks.json: .*12 double tiles"),
        ({"values": {"tracks.json/tracks/pro/layout": "nonsense"}}, "tracks.json"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(data, sentence):
    with pytest.raises(BadBox, match=sentence):
        read_own_box(find("ubuild"), data)


def test_a_tile_too_many_is_refused_with_its_line():
    with pytest.raises(BadBox, match=r"tiles\.csv"):
        read_own_box(find("quadropolis"), {"values": {"tiles.csv/101/set": "classic"}})


# ------------------------------------------------------------------- certainty


@pytest.mark.parametrize(
    ("status", "certain"),
    [
        ("known", True),
        ("known, p. 9", True),
        ("decoded", True),
        ("inferred", True),
        ("A", True),
        ("decoded, low confidence", False),
        ("reconstructed: 10,000 times the classic game", False),
        ("B", False),
        ("C", False),
        ("", False),
    ],
)
def test_a_status_says_whether_a_value_has_a_range(status, certain):
    assert is_certain(status) == certain


def test_a_reconstructed_rent_may_be_any_of_its_kind_in_the_box():
    editor = TableEditor.from_state(CLOSE)
    bases = [row["base_rent"] // 10_000 for row in read_box().districts]
    assert editor.spread() == [{}, {"rents": (2 * min(bases), 2 * max(bases))}]
    assert not editor.is_settled()
    assert "No winner is named" in "".join(editor.lines(str))


def test_confirming_the_cards_settles_the_places():
    files = read_own_box(find("ubuild"), {"confirmed": ["l1", "r1"]}).files
    editor = TableEditor.from_state(CLOSE, files)
    assert editor.spread() == [{}, {}] and editor.is_settled() and editor.ranks() == [1, 2]
    typed = {f"districts.json/districts/{name}/base_rent": 400_000 for name in ("l1", "r1")}
    editor = TableEditor.from_state(CLOSE, read_own_box(find("ubuild"), {"values": typed}).files)
    assert editor.is_settled() and editor.ranks() == [2, 1]


def test_a_lead_that_no_value_can_change_is_a_win():
    editor = TableEditor.from_state("classic.9000_340.p1-1.l1-2.r1-2")
    assert editor.spread()[1] and editor.is_settled() and editor.ranks() == [1, 2]


def test_ends_that_touch_are_not_settled_and_certain_ties_are():
    def worth(cash, rents):
        return Worth(cash, {}, {"cash": cash, "rents": rents}, cash + rents, 1)

    one, two = worth(100, 0), worth(0, 50)
    assert not is_settled([one, two], [{}, {"rents": (20, 100)}])
    assert is_settled([one, two], [{}, {"rents": (20, 99)}])
    assert is_settled([one, worth(100, 0)], [{}, {}])


KINDS = {
    "mode": "expert",
    "buildings": [["Ln1", "Ln2", "Ln3", "Mn4", "Mn5"], ["Sc3", "5c5", "Mc6"]],
    "tokens": [{}, {}],
    "goals": [{"neighbourhood": "malls"}, {"neighbourhood": "housing"}],
}


def test_kinds_that_were_read_once_may_be_exchanged():
    """Housing, malls and administration have status B; parks and industry are certain."""
    editor = BoardEditor("expert", 2)
    for step in ("1n1=L", "1n2=L", "1n3=L", "1n4=M", "1n5=M", "1k=malls", "2k=parks"):
        editor.play(step)
    low, high = editor.spread()[0]["neighbourhood"]
    assert low <= editor.verdict()[0]["neighbourhood"] <= high and low < high and editor.spread()[1] == {}
    files = read_own_box(find("metropolys"), {"confirmed": ["kinds"]}).files
    assert BoardEditor.from_state(editor.state, files).spread() == [{}, {}]
    data, lines = count_board(KINDS, str)
    assert "its kind is not certain" in "\n".join(lines) and data["players"][0]["range"]
    assert "range" not in count_board(KINDS, str, files)[0]["players"][0]


def test_cities_rest_on_what_was_entered():
    editor = CityEditor("classic", 2)
    editor.play("1a1=P2")
    assert editor.spread() == [{}, {}] and editor.is_settled()


def test_the_command_takes_an_owners_file(tmp_path):
    table = {"players": [{"cash": "4M", "districts": {"p1": {}}}, {"cash": "3.4M", "districts": {"l1": {}, "r1": {}}}]}
    file, box = tmp_path / "table.json", tmp_path / "box.json"
    file.write_text(json.dumps(table))
    box.write_text(json.dumps({"game": "ubuild", "values": {}, "confirmed": ["l1", "r1"]}))

    def score(*more):
        command = [python(plain=True), "-m", "tripolis.cli", "score", "ubuild", str(file), *map(str, more)]
        env = {**os.environ, "TRIPOLIS_PLAIN": "1", "TRIPOLIS_LANG": "en"}
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False)

    plain = score()
    assert "rents rest on reconstructed values: 20k to 1M" in plain.stdout and "No winner is named" in plain.stdout
    own = score("--box", box)
    assert own.returncode == 0 and "reconstructed" not in own.stdout and "No winner" not in own.stdout
    box.write_text(json.dumps({"values": {"x": 1}}))
    wrong = score("--box", box)
    assert wrong.returncode != 0 and "x: nothing of this name" in wrong.stderr
    data, _ = count_by_hand(table, str)
    assert data["settled"] is False and data["players"][1]["range"] == (2, 100)
