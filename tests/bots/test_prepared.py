"""What is prepared before a match is all that our bots call in it."""

import pytest

import tripolis
from tripolis.bots import bot, first_decision, is_compiled, prepare_bots
from tripolis.engine.record import PLAIN

pytestmark = pytest.mark.slow


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize("name", tripolis.game_names())
def test_nothing_is_left_to_compile_after_the_warm_up(name):
    game = tripolis.game(name, players=2)
    game._bound = {}  # as in a new process
    game.prepare()
    prepare_bots(game)
    prepared = signatures(game)
    match = game.new(4)
    for ply in range(6):
        seen = match.seen_by(match.actor)
        chosen = [bot(who).choose(seen.copy(), ply) for who in ("newcomer", "skilled", "strong", "greedy", "random")]
        match.play(chosen[0])
        match.scores()
    assert signatures(game) == prepared


def signatures(game):
    """How many compiled forms each driver has."""
    return {name: len(driver.signatures) for name, driver in game._bound.items() if hasattr(driver, "signatures")}


@pytest.mark.parametrize("name", tripolis.game_names())
def test_the_first_decision_leaves_a_choice(name):
    assert len(first_decision(tripolis.game(name)).legal_numbers()) > 1


def test_bots_that_are_compiled_are_known_by_their_names():
    names = ("master", "newcomer", "mcts:100", "net:5ms", "net", "greedy", "random", "run:mcts:100")
    assert [is_compiled(name) for name in names] == [True] * 5 + [False] * 3
