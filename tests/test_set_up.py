"""The editor of positions: from an empty table every step stays possible, what is not is refused with the reason."""

import random

import pytest

import tripolis
from tripolis.engine.errors import TripolisError
from tripolis.engine.game import find
from tripolis.engine.sound import check_position
from tripolis.study import Room, begin

GAMES = ("quadropolis", "metropolys", "ubuild")
KINDS = [(name, mode, players) for name in GAMES for mode in find(name).set_up.MODES for players in (2, 3, 4)]


def a_step(editor, chance):
    """Any step that is offered: a click's, or a field's."""
    if chance.random() < 0.7:
        return chance.choice([move.text for move in editor.moves()])
    field = chance.choice(editor.fields())
    values = [value for value, _ in field.choices] or [str(n) for n in range((field.most or 0) + 1)]
    return field.step.replace("{}", chance.choice(values if field.most is not None or field.choices else ["yes", "no"]))


@pytest.mark.parametrize(("name", "mode", "players"), KINDS)
def test_whatever_is_put_together_can_stand_on_a_table_and_is_played_on(name, mode, players):
    editor, chance = find(name).set_up(mode, players), random.Random(players)
    made, refused = 0, []
    for _ in range(60):
        step, before = a_step(editor, chance), editor.state
        try:
            editor.play(step)
            made += 1
        except TripolisError:
            refused.append((editor.state, before))
        check_position(editor.now)
        again = type(editor).from_state(editor.state)
        assert again.state == editor.state and again.now == editor.now
    assert made > 30 and all(now == before for now, before in refused)
    ids = editor.scene().by_id
    assert all(name in ids for move in editor.moves() for name in move.path), "every click has its sprite"
    assert (editor.mode, editor.players) == (mode, players) and editor.questions() and editor.verdict()
    world = begin(editor.state).match.position
    for _ in range(30):
        if not world.over:
            world.play(chance.choice(world.legal_numbers()))


@pytest.mark.parametrize("name", GAMES)
def test_any_moment_of_a_match_can_be_changed(name):
    match = tripolis.play(name, ["random"] * 3, seed=4)
    editor = find(name).set_up
    for ply in range(0, len(match), max(1, len(match) // 12)):
        position = match.at(ply)
        assert editor.from_state(position.text()).now == position
        seen = editor.from_state(position.seen_by(position.actor).text()).now
        assert seen.seen_by(position.actor) == position.seen_by(position.actor), "only what cannot be known is imagined"
    with pytest.raises(TripolisError):
        editor.from_state(match.position.text())
    other = GAMES[GAMES.index(name) - 1]
    with pytest.raises(TripolisError):
        editor.from_state(find(other).new(1).position.text())


BUILT = {
    "quadropolis": ["round=2", "1a1=T2", "1b1=K", "2d4=H2", "1r=3", "2e=4", "r1c1=", "3N2", "2W4", "mayor=2"],
    "metropolys": ["1c4=11", "2c5=3", "c4=s", "c5=t", "1g=bridges", "2g=lakes", "decides=2", "unused=north+east"],
    "ubuild": ["1c=4.5M", "p3=1", "p2=2", "p3r=2", "hazard:s03", "2@4", "decides=2", "up:3", "round=3"],
}


def step_by_step(name, steps, mode="", players=2):
    editor = find(name).set_up(mode, players)
    for step in steps:
        editor.play(step)
    return editor


def test_a_city_a_site_and_architects_are_what_was_put_in():
    editor = step_by_step("quadropolis", BUILT["quadropolis"])
    s = editor.now.plain
    assert (s.level[0][0], s.residents[0], s.energy[1], s.mayor, s.turn) == (2, 3, 4, 1, 2)
    assert s.actor == 0 and s.slot_number.count(0) == 18 and s.site[s.urbanist] < 0
    editor.play("W4=")
    assert editor.now.actor == 1 and editor.now.why_not("2W4") is None
    editor.play("round=3")
    assert not any(editor.now.plain.slot_number) and editor.now.plain.level[0][0] == 2


def test_a_board_of_metropolys_is_what_was_put_in():
    editor = step_by_step("metropolys", BUILT["metropolys"])
    s = editor.now.plain
    assert (s.n_built[0], s.tokens[0], s.subway_card, s.actor) == (1, [0, 1, 0], 0, 1)
    assert [goal[0] for goal in s.goal[:2]] == [1, 3]
    editor.play("1g=lakes")
    assert [goal[0] for goal in editor.now.plain.goal[:2]] == [3, 1], "goals are exchanged"


def test_a_track_of_ubuild_is_what_was_put_in():
    editor = step_by_step("ubuild", BUILT["ubuild"], "starter")
    s = editor.now.plain
    assert (s.cash[0], s.hazard[0], s.at[1], s.turn, s.rounds) == (450, 3, 4, 1, 2)
    assert s.raised == 1 << 3 and editor.now.scores()[0].points["rents"]


REFUSED = {
    "quadropolis": {
        "3N2": "urbanist|already|architect",
        "round=9": "number from 1 to 4",
        "1a5=P": "no cell",
        "E5=": "No architect|taken back one after the other",
        "3a1=P": "number from 1 to 2",
        "hello": "is not a step",
    },
    "metropolys": {
        "1n1=5": "not in use",
        "c1=x": "is not a step",
        "c15=t": "No token can lie",
        "1c4=14": "number from 1 to 13",
        "1g=edges": "is not a goal",
        "unused=north": "choose from",
    },
    "ubuild": {
        "o3=1": "no such district",
        "r3r=2": "Nobody owns",
        "up:1": "Only bridges",
        "tower:p3:s03": "only skyscrapers",
        "clear:s99": "number from 0",
        "phase=buy": "nobody owns it",
        "1k=9": "cards are left",
    },
}


@pytest.mark.parametrize(("name", "step"), [(name, step) for name in GAMES for step in REFUSED[name]])
def test_what_the_rules_do_not_allow_is_refused_with_the_reason(name, step):
    mode = "starter" if name == "ubuild" else ""
    editor = step_by_step(name, BUILT[name], mode)
    before = editor.state
    with pytest.raises(TripolisError, match=REFUSED[name][step]):
        editor.play(step)
    assert editor.state == before


@pytest.mark.parametrize("name", GAMES)
def test_a_position_that_was_put_together_is_analysed(name):
    editor = step_by_step(name, BUILT[name], "starter" if name == "ubuild" else "")
    lines = Room(begin(editor.state).match).analyse(100)
    assert lines and all(sum(line.chances) == pytest.approx(1) for line in lines)
