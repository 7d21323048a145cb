"""Games as pure functions over states, and in words."""

import numpy as np
import pytest

import tripolis
from tests.envs.variants import name_of
from tripolis.engine.errors import IllegalMove
from tripolis.engine.worth import place_worth
from tripolis.envs.episode import Episode
from tripolis.envs.functional import Functional
from tripolis.envs.gymnasium import SeatEnv
from tripolis.envs.text import TextEnv

GAMES = [tripolis.game("quadropolis", players=2), tripolis.game("metropolys", players=3)]


def some_keys(n, seed=1):
    return np.random.default_rng(seed).integers(2**32, size=(n, 4))


def choose(masks, rng):
    return np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks])


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_states_go_the_way_of_a_match(game):
    pure, n, rng = Functional(game), 3, np.random.default_rng(2)
    states = pure.init(some_keys(n))
    alone = [Episode(game) for _ in range(n)]
    for i in range(n):
        alone[i].begin(seed_of(pure.position(states, i)))
    while (seen := pure.observe(states)).actors.max() >= 0:
        assert seen.actors.tolist() == [one.actor for one in alone]
        for i in range(n):
            if alone[i].actor >= 0:
                expected = alone[i].see(alone[i].actor)
                assert (seen.features[i] == expected["observation"]).all()
                assert (seen.masks[i] == expected["action_mask"]).all()
        actions, before = choose(seen.masks, rng), states.tobytes()
        after = pure.step(states, actions)
        assert states.tobytes() == before, "nothing is written in place"
        for i in range(n):
            if alone[i].actor >= 0:
                alone[i].step(int(actions[i]))
        states = after
    assert pure.worth(states).tolist() == [pytest.approx(place_worth(one.position.ranks())) for one in alone]
    assert (pure.step(states, np.zeros(n, int)) == states).all(), "what is over stays"


def test_keys_decide_what_is_drawn():
    pure = Functional("ubuild", players=2)
    equal = np.repeat(some_keys(1), 8, axis=0)
    start = pure.init(equal)

    def looks_after(keys):
        states = start
        for _ in range(6):
            states = pure.step(states, pure.observe(states).masks.argmax(1), keys)
        return [row.tobytes() for row in pure.observe(states).features]

    assert len(set(looks_after(equal))) == 1
    assert len(set(looks_after(some_keys(8, 5)))) > 1
    assert looks_after(some_keys(8, 5)) == looks_after(some_keys(8, 5))


def test_what_is_wrong_is_refused_and_changes_nothing():
    pure = Functional("quadropolis", players=2)
    states = pure.init(some_keys(3))
    actions = pure.observe(states).masks.argmax(1)
    actions[1] = 120
    with pytest.raises(IllegalMove, match="You have no tile in hand"):
        pure.step(states, actions)
    with pytest.raises(ValueError, match="3 states"):
        pure.step(states, actions[:2])
    with pytest.raises(ValueError, match="four whole numbers"):
        pure.init([[1, 2, 3]])


def test_imagined_worlds_look_the_same_to_the_seat_and_hide_something_else():
    pure, n = Functional("metropolys", mode="expert", players=3), 12
    states = pure.init(np.repeat(some_keys(1), n, axis=0))
    for _ in range(8):
        states = pure.step(states, pure.observe(states).masks.argmax(1))
    before, worlds = states.tobytes(), pure.imagine(states, some_keys(n, 9))
    assert states.tobytes() == before, "nothing is written in place"
    hidden = set()
    for i in range(n):
        true, world = pure.position(states, i), pure.position(worlds, i)
        assert world.seen_by(world.actor) == true.seen_by(true.actor)
        assert world == true.seen_by(true.actor).imagine(seed_of(world))
        hidden.add(world.to_bytes())
    assert len(hidden) == n
    assert (pure.imagine(states, some_keys(n, 9)) == worlds).all()
    with pytest.raises(ValueError, match="12 states"):
        pure.imagine(states, some_keys(2))


def seed_of(position):
    """The words of a position's seed, as bytes."""
    return b"".join(int(word).to_bytes(4, "little") for word in position.records[0].seed)


@pytest.mark.parametrize("name", ["quadropolis", "metropolys", "ubuild"])
def test_a_match_in_words(name):
    table = TextEnv(SeatEnv(name, players=2, opponents=["greedy"]), lang="de")
    seen, info = table.reset(seed=3)
    for _ in range(12):
        assert table.observation_space.contains(seen)
        legal = table.position.legal()
        assert all(f"\n{move.text}: " in seen for move in legal)
        seen, reward, over, _, info = table.step(legal[-1].text)
        if over:
            break
    if not over:
        _, reward, over, _, info = table.step("no such move")
        assert over and reward == -1 and info["refused"]
