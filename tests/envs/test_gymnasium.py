"""Gymnasium's own check, unmodified; one seat among bots; and the vector environment beside single matches."""

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from tests.envs.variants import GAMES, SHORT, SOAK, name_of, shorter
from tests.toy import TOY
from tripolis.engine.errors import BadOptions, IllegalMove
from tripolis.engine.random import seed_text
from tripolis.envs.episode import Episode
from tripolis.envs.gymnasium import SeatEnv, VectorEnv

pytestmark = pytest.mark.slow

SETTINGS = ("mode", "track", "players", "round_limit")
MANY = [TOY.configure(players=3), *map(shorter, SHORT if SOAK else SHORT[:3])]
"""U-Build takes long to compile: its vector environment is tried in the long run alone."""


def listed(seen):
    return np.flatnonzero(seen["action_mask"])


@pytest.mark.filterwarnings("ignore:.*A Box observation space (min|max)imum value is:UserWarning")
@pytest.mark.parametrize("game", GAMES if SOAK else [SHORT[0], shorter(SHORT[3])], ids=name_of)
def test_the_check_of_gymnasium_passes(game):
    settings = {name: value for name, value in game.settings.items() if name in SETTINGS}
    check_env(gymnasium.make(f"tripolis/{game.name}-v{game.version}", **settings).unwrapped)


def test_a_module_in_the_name_registers_by_itself():
    made = gymnasium.make("tripolis.envs.gymnasium:tripolis/quadropolis-v1", players=2, opponents=["greedy"])
    seen, info = made.reset(seed=1)
    assert made.observation_space.contains(seen) and info == {"seat": 0}


def play_on(made, seed):
    rng = random.Random(seed)
    seen, _ = made.reset(seed=seed)
    over = False
    while not over:
        assert made.episode.actor == made.seat
        seen, reward, over, cut, _ = made.step(rng.choice(listed(seen)))
        assert not cut and (over or reward == 0)
    return reward


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_learner_has_its_seat_and_the_bots_the_others(seat):
    made = SeatEnv("quadropolis", players=3, seat=seat, opponents=["greedy", "random"])
    reward = play_on(made, 3)
    match = made.match()
    assert match.over and reward == {1: 1, 2: 0, 3: -1}[match.ranks()[seat]]
    others = [other for other in range(3) if other != seat]
    totals = [account.total for account in match.scores()]
    assert totals[others[0]] > totals[others[1]], "greedy beats random"


def test_the_seat_can_be_drawn():
    made = SeatEnv("quadropolis", players=2, seat=None)
    seats = {made.reset(seed=seed)[1]["seat"] for seed in range(8)}
    assert seats == {0, 1}
    assert made.reset(seed=5)[1] == made.reset(seed=5)[1]


def test_an_illegal_action_loses_and_says_why_or_raises():
    made = SeatEnv("quadropolis", players=2)
    made.reset(seed=1)
    _, reward, over, _, info = made.step(120)
    assert reward == -1 and over and info["refused"].startswith("You have no tile in hand")
    with pytest.raises(RuntimeError, match="the match is over"):
        made.step(0)
    strict = SeatEnv("quadropolis", players=2, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove):
        strict.step(120)


def test_wrong_settings_are_refused():
    with pytest.raises(BadOptions, match="2 other seats, but 1 opponents"):
        SeatEnv("quadropolis", players=3, opponents=["greedy"])
    with pytest.raises(BadOptions, match="no bot called deep"):
        SeatEnv("quadropolis", players=2, opponents=["deep"])
    with pytest.raises(BadOptions, match="no seat 2"):
        SeatEnv("quadropolis", players=2, seat=2)
    with pytest.raises(BadOptions, match="can lose or raise, not pass"):
        SeatEnv("quadropolis", players=2, illegal="pass")


# -------------------------------------------------------------------------- many


def seed_of(made, i):
    return bytes.fromhex(seed_text(tuple(made.position(i).records[0].seed.tolist())))


@pytest.mark.parametrize("reward", ["place", "points"])
@pytest.mark.parametrize("game", MANY, ids=name_of)
def test_many_matches_run_as_each_would_alone(game, reward):
    n, rng = 5, np.random.default_rng(1)
    many = VectorEnv(game, n, reward=reward, threads=2)
    seen, info = many.reset(seed=4)
    alone = [Episode(many.game, reward) for _ in range(n)]
    for i in range(n):
        alone[i].begin(seed_of(many, i))
    ends = 0
    for _ in range(400 if SOAK else 150):
        for i in range(n):
            expected = alone[i].see(alone[i].actor)
            assert info["actor"][i] == alone[i].actor
            assert (seen["observation"][i] == expected["observation"]).all()
            assert (seen["action_mask"][i] == expected["action_mask"]).all()
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in seen["action_mask"]])
        deciders = info["actor"].copy()
        seen, rewards, ended, cut, info = many.step(actions)
        assert not cut.any()
        for i in range(n):
            alone[i].step(int(actions[i]))
            assert ended[i] == (alone[i].actor < 0)
            if ended[i]:
                ends += 1
                assert info["_rewards"][i] and info["_final_obs"][i]
                assert info["rewards"][i].tolist() == pytest.approx(alone[i].outcome())
                assert rewards[i] == info["rewards"][i][deciders[i]]
                assert (info["final_obs"][i] == alone[i].see(int(deciders[i]))["observation"]).all()
                alone[i].begin(seed_of(many, i))
            else:
                assert rewards[i] == 0
    assert ends or game.name == "metropolys"


def test_the_same_seed_gives_the_same_matches():
    one, two = (VectorEnv("quadropolis", 3, players=2) for _ in range(2))
    a, b = one.reset(seed=9)[0]["observation"].copy(), two.reset(seed=9)[0]["observation"]
    assert (a == b).all()
    assert (one.reset()[0]["observation"] == two.reset()[0]["observation"]).all()
    assert (one.features != a).any()
    first = one.reset(seed=[1, 2, 3])[0]["observation"].copy()
    again = one.reset(seed=[3, 2, 1])[0]["observation"]
    assert (first[::-1] == again).all()
    with pytest.raises(ValueError, match="3 matches and 2 seeds"):
        one.reset(seed=[1, 2])


def test_arrays_are_written_in_place_and_the_way_of_beginning_anew_is_declared():
    many = VectorEnv("quadropolis", 4, players=2)
    seen, info = many.reset(seed=1)
    assert many.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert many.observation_space.contains(seen) and many.action_space.shape == (4,)
    later, *_, told = many.step(seen["action_mask"].argmax(1))
    assert later["observation"] is seen["observation"] and later["action_mask"] is seen["action_mask"]
    assert told["actor"] is info["actor"]


def test_the_number_of_threads_changes_nothing():
    one, three = (VectorEnv("quadropolis", 7, players=2, threads=threads) for threads in (1, 3))
    rng = np.random.default_rng(2)
    seen, told = one.reset(seed=5)[0], three.reset(seed=5)[0]
    for _ in range(80):
        assert (seen["observation"] == told["observation"]).all() and (seen["action_mask"] == told["action_mask"]).all()
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in seen["action_mask"]])
        (seen, *a), (told, *b) = one.step(actions), three.step(actions)
        assert (a[0] == b[0]).all() and (a[1] == b[1]).all()
    three.close()


def test_an_illegal_action_stops_all_before_anything_has_changed():
    many = VectorEnv("quadropolis", 3, players=2, threads=3)
    with pytest.raises(RuntimeError, match="reset"):
        many.step(np.zeros(3, int))
    seen, _ = many.reset(seed=1)
    actions = seen["action_mask"].argmax(1)
    for wrong, reason in ((120, "You have no tile in hand"), (121, "no action 121"), (-1, "no action -1")):
        actions[1] = wrong
        before = [many.position(i).records.tobytes() for i in range(3)], many.features.copy()
        with pytest.raises(IllegalMove, match=reason) as refused:
            many.step(actions)
        assert "match 1" in refused.value.__notes__[0]
        assert [many.position(i).records.tobytes() for i in range(3)] == before[0]
        assert (many.features == before[1]).all()
    with pytest.raises(ValueError, match="there are 3 matches"):
        many.step(np.zeros(2, int))


def test_an_unlisted_bid_is_legal():
    many = VectorEnv(TOY, 2, players=2)
    seen, _ = many.reset(seed=1)
    assert not seen["action_mask"][0][5]
    many.step(np.array([5, 5]))
    assert many.position(0).record.bid == 5
