"""OpenSpiel's own tests, unmodified; what its states mean; search with its bots; Shimmy."""

import json
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import tripolis
from tests.envs.variants import GAMES, SOAK, name_of
from tripolis.engine.errors import IllegalMove
from tripolis.envs import openspiel

pytestmark = pytest.mark.slow

LIMITS = ("mode", "track", "players")


def load(game, **more):
    """A variant by the text that OpenSpiel reads."""
    chosen = {key: value for key, value in game.settings.items() if key in LIMITS} | more
    return pyspiel.load_game(f"tripolis_{game.name}({','.join(f'{key}={value}' for key, value in chosen.items())})")


def short(game):
    return {"round_limit": 2} if game.name == "ubuild" else {}


def begun(text, outcome=3):
    state = pyspiel.load_game(text).new_initial_state()
    state.apply_action(outcome)
    return state


def at_random(state, rng, stop=10**9):
    """Random decisions and chance until the end, or so many."""
    while not state.is_terminal() and stop > 0:
        state.apply_action(rng.choice(state.legal_actions()))
        stop -= 1
    return state


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_the_simulation_test_of_openspiel_passes_with_serialisation(game):
    pyspiel.random_sim_test(load(game, **short(game)), num_sims=3 if SOAK else 1, serialize=True, verbose=False)


API = """
import sys, unittest
import tripolis.envs.openspiel
from open_spiel.integration_tests import api_test
api_test.FLAGS(["api_test", "--test_only_games=tripolis_" + sys.argv[1]])
ran = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromModule(api_test))
print(ran.testsRun)
sys.exit(not ran.wasSuccessful())
"""


@pytest.mark.parametrize("games", ["(quadropolis|metropolys|ubuild)$"] if SOAK else ["(quadropolis|metropolys)$"])
def test_the_api_test_of_openspiel_passes(games):
    ran = subprocess.run([sys.executable, "-c", API, games], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert int(ran.stdout.split()[-1]) == 5 * len(games.split("|"))


def test_the_parameters_are_the_options_of_the_game():
    game = pyspiel.load_game("tripolis_quadropolis(mode=expert,players=3,first=_1,take_face_down=True)")
    assert game.num_players() == 3 and game.num_distinct_actions() == 121
    settings = game.shared.game.settings
    assert (settings["mode"], settings["first"], settings["take_face_down"]) == ("expert", 1, True)
    assert pyspiel.load_game(str(game)).shared is game.shared
    assert pyspiel.load_game("tripolis_ubuild(round_limit=7)").shared.game.settings["round_limit"] == 7


def test_only_metropolys_has_secrets():
    kinds = {game.short_name: game.information for game in pyspiel.registered_games()}
    hidden = {name for name in tripolis.game_names() if kinds[f"tripolis_{name}"].name == "IMPERFECT_INFORMATION"}
    assert hidden == {"metropolys"}


def test_a_chance_node_stands_before_every_draw_and_nowhere_else():
    state = pyspiel.load_game("tripolis_quadropolis(players=2)").new_initial_state()
    rng, nodes = random.Random(1), []
    while not state.is_terminal():
        if state.is_chance_node():
            nodes.append(int(state.records[0].round_no) if state.begun else -1)
            assert state.chance_outcomes() == [(n, 1 / 256) for n in range(256)]
            before = state.records[0].round_no
            state.apply_action(rng.randrange(256))
            assert state.records[0].round_no == before + (len(nodes) > 1)
        else:
            before = state.records[0].round_no
            state.apply_action(rng.choice(state.legal_actions()))
            assert state.records[0].round_no == before or state.is_terminal()
    assert nodes == [-1, 0, 1, 2], "the set-up, and the ends of the rounds but the last"


def test_the_outcomes_of_a_chance_node_lead_to_different_worlds_and_each_to_one():
    game = pyspiel.load_game("tripolis_quadropolis(players=2)")
    sites = {bytes(game.new_initial_state().child(n).records[0].site.tobytes()) for n in range(256)}
    assert len(sites) == 256
    one, two = (begun("tripolis_quadropolis(players=2)", 7) for _ in range(2))
    assert one.records.tobytes() == two.records.tobytes()
    other = begun("tripolis_quadropolis(players=2,seed=1)", 7)
    assert other.records.tobytes() != one.records.tobytes()


def test_returns_are_places():
    state = at_random(begun("tripolis_quadropolis(players=4)"), random.Random(2))
    assert sum(state.returns()) == pytest.approx(0)
    ranks = state.position.ranks()
    assert [ranks[seat] for seat in np.argsort(state.returns())[::-1]] == sorted(ranks)


def test_a_state_survives_its_text_and_a_clone_is_independent():
    state = at_random(begun("tripolis_metropolys(players=2)"), random.Random(2), stop=20)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(state) and again.records.tobytes() == state.records.tobytes()
    assert again.information_state_string(0) == state.information_state_string(0)
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert again.records.tobytes() == state.records.tobytes()


def test_moves_are_written_in_notation_and_illegal_ones_refused():
    state = begun("tripolis_quadropolis(players=2)")
    player = state.current_player()
    position = state.position
    for action in state.legal_actions():
        assert position.number_of(state.action_to_string(player, action)) == action
    with pytest.raises(IllegalMove):
        state.apply_action(120)


def test_an_information_state_tells_paths_apart_and_an_observation_does_not():
    """Two ways to the same position: perfect recall keeps them apart."""
    state = begun("tripolis_metropolys(players=3)")
    seen = {state.information_state_string(seat) for seat in range(3)}
    assert len(seen) == 3
    before = state.information_state_string(0)
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0) != before
    assert json.dumps(state.observation_string(0))


# ------------------------------------------------------------------------ search


def test_mcts_of_openspiel_plays():
    state = begun("tripolis_quadropolis(players=2)")
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(state.get_game(), 1.4, 8, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    for _ in range(2):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_ismcts_of_openspiel_plays_with_imagined_worlds():
    state = at_random(begun("tripolis_metropolys(players=2,mode=expert)"), random.Random(3), stop=12)
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, chance), 1.4, 6, random_state=chance)
    asked = []
    bot.set_resampler(lambda of, player: asked.append(player) or openspiel.resample(of, player))
    assert bot.step(state) in state.legal_actions()
    assert asked and set(asked) == {state.current_player()}


# ------------------------------------------------------------------------ shimmy


@pytest.mark.filterwarnings("ignore")
def test_shimmy_makes_an_environment_of_it():
    from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

    made = OpenSpielCompatibilityV0(game_name="tripolis_quadropolis", config={"mode": "expert", "players": 3})
    made.reset(seed=1)
    assert made.possible_agents == ["player_0", "player_1", "player_2"]
    rng = np.random.default_rng(1)
    for _ in made.agent_iter():
        _, _, over, cut, info = made.last()
        made.step(None if over or cut else int(rng.choice(np.flatnonzero(info["action_mask"]))))
    assert made.game_state.is_terminal()
