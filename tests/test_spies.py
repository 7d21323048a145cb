"""A bot that looks for others' secrets in all that its observation leads to finds none; seats that do not exist are
refused."""

import random

import pytest

import tripolis
from tests.toy import TOY
from tripolis.arena.league import Fixture
from tripolis.arena.play import play
from tripolis.engine.game import Game, feature_row
from tripolis.envs.gymnasium import SeatEnv

GAMES = {
    "toy": lambda: TOY.configure(players=3),
    "quadropolis": lambda: tripolis.game("quadropolis", players=3),
    "metropolys": lambda: tripolis.game("metropolys", players=3),
    "ubuild": lambda: tripolis.game("ubuild", players=3, round_limit="3"),
}


@pytest.fixture(params=GAMES)
def game(request) -> Game:
    found = GAMES[request.param]()
    found._local.__dict__.clear()  # scratch memory of other tests
    return found


class Spy:
    """Moves at random, and looks at what others left."""

    name = "spy"

    def __init__(self):
        self.looks = 0

    def choose(self, seen, seed):
        self.looks += 1
        assert all(event.audience in (-1, seen.observer) for event in seen.heard())
        assert not any(seen.game.work_layout.to_bytes(seen.game.work)), "scratch memory of the true position"
        return random.Random(seed).choice(seen.legal_numbers())


def test_observations_of_a_match_hold_what_their_seat_may_hear(game):
    """Metropolys whispers every seat its goals at the set-up; U-Build and Quadropolis have no whispers."""
    match, rng, spy, whispers = game.new(7), random.Random(1), Spy(), 0
    while True:
        match.scores(), match.ranks(), match.legal()
        whispers += sum(event.audience >= 0 for event in match.events[-1])
        for seat in range(-1, game.players):
            seen = match.seen_by(seat)
            wanted = [event for event in match.events[-1] if event.audience in (-1, seat)]
            assert seen.heard() == seen.copy().heard() == wanted
            if not match.over and seat == match.actor:
                spy.choose(seen, 0)
        if match.over or len(match.moves) > 60:
            break
        match.play(rng.choice(match.position.legal_numbers()))
    assert spy.looks and (whispers > 0) == (game.name in ("metropolys", "toy"))


def test_a_spy_in_the_arena_finds_nothing(game):
    spy = Spy()
    result = play(game, {"spy": spy}, Fixture(seed=1, number=0, group=("spy",), seating=("spy",) * 3), seconds=600)
    assert result["failure"] is None and spy.looks > 5


def test_a_spy_among_the_opponents_of_a_learner_finds_nothing(game):
    spy = Spy()
    env = SeatEnv(game, opponents=[spy, spy])
    seen, _ = env.reset(seed=3)
    for _ in range(40):
        seen, _, over, _, _ = env.step(int(seen["action_mask"].nonzero()[0][0]))
        if over:
            break
    assert spy.looks > 3


@pytest.mark.parametrize("seat", [-2, 3, 4, 100, 10**9, 10**30])
def test_a_seat_that_does_not_exist_is_refused(game, seat):
    position = game.new(1).position
    for ask in (position.score, position.seen_by, SeatEnv(game).episode.see):
        with pytest.raises(ValueError, match=f"there is no seat {seat}"):
            ask(seat)


def test_the_public_has_no_account(game):
    with pytest.raises(ValueError, match="there is no seat -1"):
        game.new(1).position.score(-1)


@pytest.mark.parametrize("seat", [-2, 3, 10**9])
def test_drivers_refuse_a_seat_that_does_not_exist(game, seat):
    position = game.new(1).position
    s, b, w, out, seed = position.records, game.box, game.work, feature_row(game), game.state.make()[0].seed
    asks = {
        "call_score": (s, b, w, seat),
        "call_value": (s, b, w, seat),
        "call_features": (s, b, seat, out),
        "call_observe": (s, b, seat),
        "call_imagine": (s, b, w, seat, seed),
    }
    for name, arguments in asks.items():
        with pytest.raises(ValueError, match="there is no such seat"):
            game.call(name)(*arguments)
