"""PettingZoo's own tests, unmodified, and what they do not ask."""

import pickle
import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import BaseWrapper

import tripolis
from tests.envs.variants import GAMES, SEEDS, SHORT, name_of, shorter
from tests.toy import TOY
from tripolis.engine.errors import BadOptions, IllegalMove
from tripolis.envs.pettingzoo import env, raw_env


class Other(BaseWrapper):
    """Their tests use one seed; here it means another each time, for the spaces' samples too."""

    def __init__(self, made, shift):
        super().__init__(made)
        self.shift = shift
        for agent in self.possible_agents:
            self.action_space(agent).seed(shift)

    def reset(self, seed=None, options=None):
        super().reset(None if seed is None else seed + self.shift, options)


def listed(seen):
    return np.flatnonzero(seen["action_mask"])


def finish(made, rng, stop=10**9):
    """Random decisions until the end (or so many); returns the steps."""
    n = 0
    while n < stop and not any(made.terminations.values()):
        made.step(rng.choice(listed(made.observe(made.agent_selection))))
        n += 1
    return n


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_the_api_test_of_pettingzoo_passes(game):
    for seed in range(SEEDS):
        with warnings.catch_warnings():
            warnings.filterwarnings("error", category=UserWarning)
            warnings.filterwarnings("ignore", "Observation (is not a NumPy array|space for each agent probably)")
            api_test(Other(env(game), seed), num_cycles=100)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_the_seed_test_of_pettingzoo_passes(game):
    for seed in range(SEEDS):
        seed_test(lambda seed=seed: Other(env(game), seed), num_cycles=100)


@pytest.mark.parametrize("game", [shorter(game) for game in SHORT], ids=name_of)
def test_all_agents_end_in_one_step_with_the_worth_of_their_places(game):
    made = raw_env(game)
    made.reset(seed=5)
    finish(made, random.Random(1))
    assert made.agents == made.possible_agents == [f"seat_{seat}" for seat in range(game.players)]
    assert all(made.terminations.values())
    match = made.match()
    assert match.over
    assert match.position.to_bytes() == made.episode.position.to_bytes()
    first = [rank == 1 for rank in match.ranks()]
    assert [made.rewards[agent] == max(made.rewards.values()) for agent in made.agents] == first
    assert sum(made.rewards.values()) == pytest.approx(0)
    for agent in made.agents[:]:
        assert made.agent_selection == agent
        made.step(None)
    assert not made.agents


def test_rewards_can_be_points():
    made = raw_env("quadropolis", players=3, reward="points")
    made.reset(seed=5)
    finish(made, random.Random(1))
    assert list(made.rewards.values()) == [float(account.total) for account in made.match().scores()]
    with pytest.raises(BadOptions, match="by place or by points, not by luck"):
        raw_env("quadropolis", reward="luck")


def test_equal_places_share_their_worth():
    from tripolis.engine.worth import place_worth

    assert place_worth([1, 2]) == [1, -1]
    assert place_worth([2, 1, 3]) == [0, 1, -1]
    assert place_worth([1, 1, 3, 4]) == pytest.approx([2 / 3, 2 / 3, -1 / 3, -1])
    assert place_worth([1, 1]) == [0, 0]
    assert place_worth([1]) == [0]


def test_an_illegal_action_says_why_and_changes_nothing():
    made = raw_env("quadropolis", players=2)
    made.reset(seed=1)
    before = made.episode.position.to_bytes()
    with pytest.raises(IllegalMove, match="You have no tile in hand"):
        made.step(120)
    with pytest.raises(IllegalMove, match="no action 121"):
        made.step(121)
    with pytest.raises(ValueError, match=r"seat_. has to decide"):
        made.step(None)
    assert made.episode.position.to_bytes() == before and not made.episode.actions


def test_with_the_wrappers_an_illegal_action_loses():
    made = env("quadropolis", players=2)
    made.reset(seed=1)
    loser = made.agent_selection
    made.observe(loser)
    made.step(120)
    assert made.rewards[loser] == -1 and all(made.terminations.values())


def test_an_unlisted_bid_is_legal_in_the_raw_environment():
    made = raw_env(TOY, players=2)
    made.reset(seed=1)
    assert 5 not in listed(made.observe(made.agent_selection))
    made.step(5)
    assert made.episode.actions == [5]


def test_who_is_not_to_decide_has_an_empty_mask():
    made = raw_env("metropolys", players=3)
    made.reset(seed=1)
    for agent in made.agents:
        assert bool(listed(made.observe(agent)).size) == (agent == made.agent_selection)


def test_the_mask_lists_what_the_match_lists_and_the_features_have_names():
    made = raw_env("quadropolis", players=2)
    made.reset(seed=1)
    finish(made, random.Random(1), stop=9)
    seen = made.observe(made.agent_selection)
    match = made.match()
    assert listed(seen).tolist() == match.position.legal_numbers()
    names = made.game.feature_names()
    assert len(names) == len(set(names)) == len(seen["observation"])
    mayor = names.index("mayor at seat 0")
    assert seen["observation"][mayor] == (match.position.record.mayor == match.actor)


def test_the_state_is_what_all_seats_see():
    made = raw_env("metropolys", players=3)
    made.reset(seed=1)
    state = made.state()
    assert made.state_space.contains(state)
    assert (state[: made.episode.n_features] == made.observe("seat_0")["observation"]).all()


def test_one_seed_gives_the_same_matches_and_none_gives_others():
    one, two, three = (raw_env("quadropolis", players=2) for _ in range(3))
    one.reset(seed=3), two.reset(seed=3), three.reset()
    assert one.episode.seed == two.episode.seed != three.episode.seed
    one.reset(), two.reset()
    assert one.episode.seed == two.episode.seed


def test_an_environment_survives_pickle():
    made = pickle.loads(pickle.dumps(raw_env("quadropolis", players=2, mode="expert")))
    assert made.game.settings["mode"] == "expert" and made.game.players == 2


def test_the_table_is_drawn():
    made = raw_env("quadropolis", players=2, render_mode="svg")
    made.reset(seed=1)
    assert made.render().startswith("<svg")
    made = raw_env("quadropolis", players=2)
    made.reset(seed=1)
    assert made.render() is None
    with pytest.raises(BadOptions, match="human is not a render mode"):
        raw_env("quadropolis", render_mode="human")


def test_options_are_those_of_the_game():
    with pytest.raises(BadOptions, match="no option colour"):
        env("quadropolis", colour="red")
    with pytest.raises(BadOptions, match="no game called chess"):
        env("chess")
    assert tripolis.game_names()
