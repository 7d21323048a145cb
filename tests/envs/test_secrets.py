"""Nothing that a seat cannot know is in what it gets: worlds that look alike to it give the same."""

import random

import numpy as np
import pyspiel
import pytest

import tripolis
from tests.envs.variants import SOAK, name_of, shorter
from tests.toy import TOY
from tripolis.envs import openspiel  # registers the games
from tripolis.envs.episode import Episode
from tripolis.envs.vector import VectorEnv

GAMES = [
    TOY.configure(players=3),
    tripolis.game("metropolys", players=3),
    tripolis.game("metropolys", players=2, mode="expert"),
    shorter(tripolis.game("ubuild", players=3)),
    tripolis.game("quadropolis", players=2),
]


def moments(game, seed, share):
    """Some positions of a random match."""
    rng = random.Random(seed)
    match = game.new(seed)
    while not match.over:
        if rng.random() < share:
            yield match.position, rng
        match.play(rng.choice(match.position.legal_numbers()))


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_worlds_that_look_alike_to_a_seat_give_it_the_same_observation_and_mask(game):
    episode, different = Episode(game), 0
    for seed in range(20 if SOAK else 3):
        for position, rng in moments(game, seed, 0.15):
            for seat in range(game.players):
                worlds = [position.seen_by(seat).imagine(rng.randrange(2**31)) for _ in range(3)]
                different += len({world.to_bytes() for world in worlds}) == 3
                given = []
                for world in (position, *worlds):
                    episode.records[:1] = world.records
                    seen = episode.see(seat)
                    given.append((seen["observation"].tobytes(), seen["action_mask"].tobytes()))
                assert len(set(given)) == 1, f"seat {seat} learns something from\n{position.plain}"
    assert different


@pytest.mark.parametrize("game", GAMES[:2], ids=name_of)
def test_the_vector_environment_shows_no_more(game):
    many, episode = VectorEnv(game, 1), Episode(game)
    seen, info = many.reset(seed=1)
    rng = np.random.default_rng(1)
    for n in range(60):
        actor = int(info["actor"][0])
        episode.records[:1] = many.position(0).seen_by(actor).imagine(n).records
        expected = episode.see(actor)
        assert (seen["observation"][0] == expected["observation"]).all()
        assert (seen["action_mask"][0] == expected["action_mask"]).all()
        seen, *_, info = many.step(np.array([rng.choice(np.flatnonzero(seen["action_mask"][0]))]))


@pytest.mark.parametrize("name", ["tripolis_metropolys(players=3)", "tripolis_metropolys(mode=expert,players=2)"])
def test_worlds_that_look_alike_to_a_player_have_the_same_information_state(name):
    state, rng, secrets = pyspiel.load_game(name).new_initial_state(), random.Random(1), set()
    while not state.is_terminal():
        if not state.is_chance_node() and rng.random() < 0.1:
            for player in range(state.num_players()):
                given = set()
                for world in (state, openspiel.resample(state, player), openspiel.resample(state, player)):
                    secrets.add(world.records[:1].tobytes())
                    given.add(
                        (
                            world.information_state_string(player),
                            world.observation_string(player),
                            tuple(world.information_state_tensor(player)),
                            tuple(world.observation_tensor(player)),
                            tuple(world.legal_actions(player)),
                        )
                    )
                assert len(given) == 1
        state.apply_action(rng.choice(state.legal_actions()))
    assert len(secrets) > 3
