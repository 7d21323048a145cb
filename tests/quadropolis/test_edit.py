"""The score helper as an editor: steps, clicks, state, verdict."""

import random

import pytest

from tests.editors import assert_fields_are_steps, assert_kept_for_others, assert_refused, click
from tests.quadropolis.cities import full_city, resources
from tripolis import BadCity, BadNotation
from tripolis.games.quadropolis import score_city
from tripolis.games.quadropolis.helper.editor import CityEditor


def test_a_city_is_put_together_step_by_step():
    """The allocation case of the published tests: 1 energy lights the high tower, the third lies on the park."""
    editor = CityEditor("classic")
    for step in ("1a1=T1", "1a2=K", "1a3=T4"):
        editor.play(step)
    for energy, points in ((1, 12), (2, 15), (3, 15), (4, 14)):
        editor.play(f"1e={energy}")
        account = editor.verdict()[0]
        assert account.total == points == sum(account.points.values())


@pytest.mark.parametrize("mode", ["classic", "expert"])
def test_the_verdict_is_the_account(mode):
    rng = random.Random(mode)
    for _ in range(30):
        city = full_city(rng, mode)
        residents, energy = resources(rng, city, mode)
        editor = CityEditor(mode)
        for row, words in enumerate(city):
            for column, word in enumerate(words):
                kind, _, level = word.partition(":")
                kind, _, points = kind.partition("+")
                code = {"tower": "T", "shop": "S", "public": "P", "park": "K", "playground": "Y", "factory": "F"}
                code |= {"harbour": "H", "office": "O", "monument": "M"}
                number = level or (points if points != "0" else "")
                editor.play(f"1{'abcd'[row]}{column + 1}={code[kind]}{number}")
        editor.play(f"1r={min(99, residents)}")
        editor.play(f"1e={min(99, energy)}")
        assert editor.verdict() == [score_city(mode, city, min(99, residents), min(99, energy))]


def test_clicks_build_and_clear():
    """A building with its level or points, then a cell; each of the box can be chosen."""
    editor = CityEditor("classic")
    for code, word in (("T1", "tower:1"), ("T4", "tower:4"), ("H3", "harbour+3"), ("H", "harbour"), ("P2", "public+2")):
        click(editor, f"tool-{code}", "cell-0-b2")
        assert editor.rows(0)[1][1] == word
    click(editor, "clear", "cell-0-b2")
    assert editor.rows(0)[1][1] == "."
    assert "tool-T5" in {name for move in CityEditor("expert").moves() for name in move.path}
    assert {move.path[0] for move in editor.moves()} == {sprite.id for sprite in editor.tools()}


def test_fields_are_steps_and_rulings_can_be_switched():
    editor = CityEditor("expert", 2)
    editor.play("1a1=O1")
    steps = {field.step for field in editor.fields()}
    assert steps == {"1r={}", "1e={}", "2r={}", "2e={}", "25={}", "29={}"}
    assert_fields_are_steps(editor)
    editor = CityEditor("classic")
    assert "29={}" not in {field.step for field in editor.fields()}
    for step in ("1a1=Y", "1e=1"):
        editor.play(step)
    before = editor.verdict()[0]
    editor.play("25=no")
    assert editor.state.startswith("classic-25.") and editor.verdict()[0] != before
    assert CityEditor.from_state(editor.state).verdict() == editor.verdict() == editor.for_players(2).verdict()[:1]
    assert editor.verdict() == [score_city("classic", editor.rows(0), 0, 1, playgrounds_absorb=False)]


def test_every_building_is_drawn_where_the_box_has_fewer_such_tiles():
    """A city may have more harbours with 3 points than the box; other harbours stand for them in the picture."""
    editor = CityEditor("classic")
    for cell in ("a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4"):
        editor.play(f"1{cell}=H3")
    tiles = [sprite for sprite in editor.scene().sprites if sprite.symbol == "tile-harbour" and sprite.role == "piece"]
    assert len({(sprite.x, sprite.y) for sprite in tiles}) == len(tiles) == 8


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ("hello", BadNotation),
        ("1b3=X", BadNotation),
        ("1a1=T5", BadCity),
        ("1a5=S", BadCity),
        ("1a1=O1", BadCity),
        ("1a1=S1", BadCity),
        ("1a1=P3", BadCity),
        ("2a1=S", BadCity),
        ("5a1=S", BadNotation),
        ("1r=100", BadNotation),
        ("1a1=2", BadNotation),
    ],
)
def test_wrong_steps_are_refused_and_change_nothing(step, error):
    assert_refused(CityEditor("classic"), step, error)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "classic",
        "classic.T3_1_1",
        "other." + "-" * 16 + "_0_0",
        "classic." + "X" * 16 + "_0_0",
        "classic." + "-" * 20 + "_0_0",
    ],
)
def test_wrong_states_are_refused(text):
    with pytest.raises((BadCity, BadNotation)):
        CityEditor.from_state(text)


def test_winner_and_tie_break():
    """More residents on buildings break a tie (p. 5)."""
    editor = CityEditor("classic", 3)
    for seat in (1, 2, 3):
        editor.play(f"{seat}a1=P1")
        editor.play(f"{seat}r=1")
    assert editor.ranks() == [1, 1, 1]
    editor.play("2a2=S")
    editor.play("2e=1")
    assert editor.verdict()[1].total == editor.verdict()[0].total
    assert editor.ranks() == [2, 1, 2], "fewer empty cells"


def test_another_number_of_players_keeps_what_was_put_in():
    assert_kept_for_others(CityEditor("classic", 2), "1a1=T2", "1r=4", "2b2=S")


def test_drawn_tiles_show_what_was_put_in_and_nothing_else():
    """The box has four public services without points; the fifth is drawn without a star all the same."""
    editor = CityEditor("classic", 2)
    for step in ("1a1=P", "1b1=P", "1c1=P", "2a1=P", "2b1=P", "2c1=P1", "2a2=T1"):
        editor.play(step)
    tiles = [sprite for sprite in editor.scene().sprites if sprite.id.startswith("tile-")]
    assert len(tiles) == 7
    starred = [str(sprite.label) for sprite in tiles if any(mark.symbol == "point" for mark in sprite.marks)]
    assert starred == ["c1: public service (1 point)"]
    tower = next(sprite for sprite in tiles if sprite.symbol == "tile-tower")
    assert str(tower.label) == "a2: tower"
    assert not any(mark.symbol in ("resident", "mayor") for mark in tower.marks)
