"""The Python face: values that compare, copy and travel between processes; one error for moves that cannot be played;
features, masks, names; bots by any budget; matches between bots, and analysis."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest

import tripolis
from tests.toy import TOY
from tripolis import BadMatch, BadMove, BadNotation, BadOptions, BadPosition, IllegalMove
from tripolis.engine.game import Game
from tripolis.engine.installed import OURS, installed
from tripolis.engine.words import Message

GAMES = {
    "quadropolis": lambda: tripolis.game("quadropolis", players=2),
    "metropolys": lambda: tripolis.game("metropolys", players=3),
    "ubuild": lambda: tripolis.game("ubuild", players=2, round_limit=3),
    "toy": lambda: TOY.configure(players=3),
}


def after(game, plies, seed=1):
    match, chance = game.new(seed), Random(seed)
    while len(match) < plies and not match.over:
        match.play(chance.choice(match.legal_numbers()))
    return match


@pytest.fixture(params=GAMES)
def match(request):
    return after(GAMES[request.param](), 9)


# ----------------------------------------------------------------------- values


def test_everything_of_a_match_is_copied_and_travels(match):
    """As pickles do between processes: games, matches, positions, observations, moves and events."""
    match.comments, match.headers = {0: "so"}, {"Date": "today"}
    for each in (match.game, match, match.position, match.seen_by(0), match.legal()[0], match.events[1]):
        again = pickle.loads(pickle.dumps(each))
        assert again == each and type(again) is type(each)
        assert copy.copy(each) == each == copy.deepcopy(each)
    assert pickle.loads(pickle.dumps(match.seen_by(0))).heard() == match.seen_by(0).heard()


def test_a_copy_goes_its_own_way(match):
    other, text, before = copy.copy(match), str(match), match.position.to_bytes()
    other.play(other.legal_numbers()[-1])
    other.headers["Date"] = "today"
    other.undo(3)
    assert str(match) == text and match.position.to_bytes() == before and len(other) == len(match) - 2
    assert other != match and other.position != match.position


def result_of(match):
    return len(match), match.position.digest()


def refuse(match):
    match.play("no move at all")


def test_a_pool_of_processes_takes_matches_and_gives_errors_back():
    """A worker that raises does not break the pool."""
    matches = [after(GAMES["quadropolis"](), n) for n in (2, 3)]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert list(pool.map(result_of, matches)) == [result_of(match) for match in matches]
        with pytest.raises(BadNotation, match="no move at all is not a valid move"):
            pool.submit(refuse, matches[0]).result()
        assert pool.submit(result_of, matches[0]).result()[0] == 2


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove(Message("no {n}", n=3), 7, "WHY"),
        BadMatch(3, 4, Message("a reason")),
        BadPosition(5, Message("a reason")),
        tripolis.BadBox("tiles.csv", None, Message("a reason")),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_keeps_all_it_holds(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and str(again) == str(error) and vars(again) == vars(error)


def test_games_are_equal_if_they_are_played_alike():
    one, two = GAMES["quadropolis"](), GAMES["quadropolis"]()
    assert one == two and hash(one) == hash(two) and len({one, two}) == 1
    assert one != tripolis.game("quadropolis", players=3) and one != GAMES["ubuild"]()
    boxed = one.configure({**one.rules.standard_box()})
    assert boxed == one, "the standard box by name and by its files"


def test_a_game_that_no_module_names_says_so():
    lost = Game("lost", title="Lost", version=1, options=TOY.options, rules=TOY.rules, face=TOY.face)
    with pytest.raises(pickle.PicklingError, match="Lost is not installed"):
        pickle.dumps(lost)


def test_matches_and_positions_say_what_they_are(match):
    assert f"{match.game.name}, " in repr(match) and "9 moves" in repr(match) and match.seed in repr(match)
    assert f"ply 9, seat {match.actor} decides>" in repr(match.position)
    assert "seen by the public" in repr(match.seen_by(-1))
    assert len(match) == 9 and match and len(match.game.new(1)) == 0 and match.game.new(1)


# ------------------------------------------------------------------------ moves


def test_a_move_made_in_the_position_of_a_match_is_made_in_the_match(match):
    """Nothing happens behind the back of a match."""
    number = match.legal_numbers()[0]
    events = match.position.play(number)
    assert match.numbers[-1] == number and match.events[-1] == events and len(match) == match.position.ply == 10
    assert tripolis.Match.parse(str(match), match.game) == match
    copied = match.position.copy()
    copied.play(copied.legal_numbers()[0])
    assert len(match) == 10


def test_legal_moves_are_looked_at_when_asked(match):
    legal = match.legal()
    numbers, texts = legal.numbers, [move.text for move in legal]
    assert numbers == match.legal_numbers() == match.position.legal_numbers() == [move.number for move in legal]
    for move in (legal[0], texts[0], numbers[0]):
        assert move in legal and match.is_legal(move) and match.position.is_legal(move)
    for wrong in ("no move at all", -1, 10**9, True, None, 1.5):
        assert wrong not in legal
    forbidden = next(n for n in range(match.game.n_actions) if match.position.why_not(n))
    assert forbidden not in legal and not match.is_legal(forbidden)
    match.play(numbers[0])
    assert [move.text for move in legal] == texts and legal[0].words is not None, "they stay what they were"


def test_events_and_moves_are_used_like_lists(match):
    """They are made when asked, and nobody need know."""
    events, moves, legal = match.events[1], match.moves, match.legal()
    none: list = []
    assert events + match.events[2] == [*events, *match.events[2]] and none + events == list(events) == events
    assert moves + moves[:1] == [*moves, moves[0]] and moves[-1] == list(moves)[-1] and len(moves) == 9
    assert none + legal == list(legal) == legal[:]
    assert repr(legal) == repr(list(legal)) and repr(events) == repr([*events])
    assert legal.index(legal[-1]) == len(legal) - 1 and next(reversed(legal)) == legal[-1]


@pytest.mark.parametrize("move", [True, False])
def test_a_truth_value_is_no_action(match, move):
    with pytest.raises(BadNotation, match=str(move)):
        match.play(move)
    assert len(match) == 9


def test_one_error_says_that_a_move_cannot_be_played(match):
    forbidden = next(n for n in range(match.game.n_actions) if match.position.why_not(n))
    for wrong in ("no move at all", forbidden, -1, True):
        with pytest.raises(BadMove):
            match.play(wrong)


def test_a_list_of_actions_follows_a_record_that_was_changed_by_hand():
    """What `call_step` has listed is not trusted once somebody holds the record."""
    position = GAMES["quadropolis"]().new(1).position
    position.play(position.legal_numbers()[0])
    record, building = position.record, position.legal_numbers()
    position.play(building[0])
    record.actor = -1
    assert position.over and position.legal_numbers() == [] != building


@pytest.mark.parametrize("text", ["block:p3:ri", "block:p3:", "block:p3", "block:p3:r:i"])
def test_what_follows_a_move_is_not_dropped(text):
    with pytest.raises(BadNotation):
        GAMES["ubuild"]().new(1).position.number_of(text)


# ----------------------------------------------------------------------- looking


def test_a_plain_record_is_a_copy(match):
    """In plain runs too."""
    plain = match.position.plain
    plain.actor = 77
    assert match.actor != 77


def test_features_masks_and_values_have_a_public_face():
    match = after(GAMES["quadropolis"](), 9)
    game, seat = match.game, match.actor
    seen = match.seen_by(seat)
    assert match.position.features().tolist() == seen.features().tolist() == match.position.features(seat).tolist()
    assert len(seen.features()) == game.n_features and (seen.features() <= game.feature_bounds()).all()
    assert seen.features().tolist() != match.position.features(1 - seat).tolist()
    assert [int(n) for n in seen.mask().nonzero()[0]] == sorted(match.legal_numbers())
    assert match.position.value() == match.position.value(seat) != match.position.value(1 - seat)
    with pytest.raises(ValueError, match="seat"):
        match.position.value(2)
    with pytest.raises(ValueError, match="another seat"):
        seen.features(1 - seat)


def test_events_have_names_and_an_audience():
    match = TOY.configure(players=3).new(1)
    assert {event.name for event in match.events[0]} >= {"DEALT"}
    whispered = [event for event in match.events[0] if event.audience >= 0]
    assert whispered and all(event.audience in (-1, 1) for event in match.position.heard_by(1))
    assert match.position.heard_by(1) == match.seen_by(1).heard() != match.position.heard_by(-1)
    assert GAMES["quadropolis"]().new(1).play("1N1")[0].name == "ARCHITECT"


def test_fields_of_a_position_are_read_by_their_names():
    match = GAMES["ubuild"]().new(1)
    while match.position.named()["owner"]["p1"] is None and len(match) < 400 and not match.over:
        match.play("buy" if match.is_legal("buy") else match.legal_numbers()[0])
    named = match.position.named()
    assert isinstance(named["phase"], str) and set(named["owner"]) > {"p1", "b2"} and "seed" not in named
    for seat, districts in enumerate(named["holds"]):
        assert all(named["owner"][district] == seat for district in districts)
    assert named["owner"]["b2"] is None and all(isinstance(space, str) for space in named["at"])
    assert GAMES["quadropolis"]().new(1).position.named()["kind"][0]["a1"] == "empty"


def test_numbers_that_stand_for_something_are_read_as_words_and_pictures_say_it():
    match = GAMES["quadropolis"]().new(1)
    named, took = match.position.named(), []
    while not took:
        named = match.position.named()
        took = [event for event in match.play(match.legal_numbers()[0]) if event.name == "TOOK"]
    lying = [tile for tile in named["site"].values() if tile is not None]
    assert any("shop" in tile for tile in lying) and match.position.named()["hand"] in lying
    assert match.position.named()["hand"] in str(match.position.words(took[0]))
    goals = tripolis.game("metropolys", players=2, mode="expert").new(1).seen_by(0).named()["goal"]
    assert len(goals[0]) == 2 and not goals[1], "others' goals are secret"


def test_a_theme_that_does_not_exist_is_refused_with_those_that_do():
    match = GAMES["quadropolis"]().new(1)
    with pytest.raises(tripolis.BadOptions, match="There is no theme sepia; there are: light, dark"):
        match.draw(theme="sepia")


def test_units_are_said_where_they_are_not_points():
    account = GAMES["ubuild"]().new(1).scores()[0]
    assert account.unit == "10k" and GAMES["quadropolis"]().new(1).scores()[0].unit == ""


# ----------------------------------------------------------------------- options


def test_options_keep_their_types():
    limited, endless = tripolis.game("ubuild", round_limit=7), tripolis.game("ubuild", round_limit=None)
    assert limited.settings["round_limit"] == 7 and endless.settings["round_limit"] is None
    assert tripolis.game("ubuild", round_limit="7") == limited and tripolis.game("ubuild", round_limit="off") == endless
    assert '[RoundLimit "off"]' in str(endless.new(1)) and tripolis.Match.parse(str(endless.new(1))).game == endless
    for wrong in ("many", -1, True, "07x"):
        with pytest.raises(BadOptions, match="round_limit is a number"):
            tripolis.game("ubuild", round_limit=wrong)
    with pytest.raises(BadOptions):
        tripolis.game("quadropolis", players=None)


def test_our_games_are_those_that_the_package_registers():
    assert {point.name: point.value for point in OURS} == {
        name: point.value for name, point in installed("tripolis.games").items() if name in ("quadropolis", "metropolys", "ubuild")
    }  # fmt: skip


def test_our_games_are_found_where_only_the_path_leads_to_them(tmp_path):
    """Without any installed package: no metadata tells of a game."""
    code = (
        "import importlib.metadata as m; m.entry_points = lambda **_: ()\n"
        "import tripolis; print(tripolis.game_names(), len(tripolis.game('quadropolis').new(1).legal()))"
    )
    source = Path(tripolis.__file__).parent.parent
    path = os.pathsep.join([str(source), *sys.path])
    env = {**os.environ, "PYTHONPATH": path, "TRIPOLIS_PLAIN": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("['metropolys', 'quadropolis', 'ubuild'] ")


# -------------------------------------------------------------------------- bots


def test_bots_play_a_match_to_its_end():
    match = tripolis.play("quadropolis", ["random", "greedy"], seed=3)
    assert match.over and match.names == ("random", "greedy")
    assert tripolis.play(tripolis.game("quadropolis", players=2), ["random", "greedy"], seed=3) == match
    assert tripolis.play("quadropolis", ["random", tripolis.bot("greedy")], seed=4) != match
    with pytest.raises(BadOptions, match="2 seats here, but there are 3 bots"):
        tripolis.play(tripolis.game("quadropolis", players=2), ["random"] * 3)


def test_analysis_gives_the_best_moves_with_everybodys_prospects():
    match = after(GAMES["quadropolis"](), 40)
    lines = tripolis.analyse(match, 200, lines=3)
    assert all(line.visits > 0 for line in lines) and len(lines) == 3
    for line in lines:
        assert line.move in match.legal() and line.moves[0] == line.move
        assert len(line.outcomes) == 2 and sum(line.chances) == pytest.approx(1)
        seen = match.seen_by(match.actor).imagine(0)
        for move in line.moves:
            seen.play(move)
    assert len(lines[0].moves) > 1
    assert [line.move for line in tripolis.analyse(match.seen_by(match.actor), 200)] == [line.move for line in lines]
    assert tripolis.bot("net:200").choose(match.seen_by(match.actor), 0) == lines[0].move.number
    with pytest.raises(BadOptions, match="soon is not a limit"):
        tripolis.analyse(match, "soon")


def test_a_match_that_is_over_has_nothing_to_analyse():
    assert tripolis.analyse(tripolis.play("quadropolis", ["random", "random"], seed=1)) == []
