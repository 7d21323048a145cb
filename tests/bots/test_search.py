"""The search: deterministic, blind to what is hidden, the same in all three ways to run, and right where one can
count."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tripolis
from tests.toy import TOY
from tripolis.bots import BOTS, STRENGTHS, bot, public_bot
from tripolis.bots import search as drivers
from tripolis.bots.mcts import Mcts, Tree, best_of, plan_of, weighing
from tripolis.engine.errors import BadOptions

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
GAMES = {
    "quadropolis": {"players": 2},
    "metropolys": {"mode": "expert", "players": 3},
    "ubuild": {"track": "starter", "players": 3, "round_limit": "4", "max_edits": "4"},
}


def middle(name, plies, seed=3, **options):
    """A position on the way, reached by quick choices."""
    game = tripolis.game(name, **(GAMES[name] | options))
    position = game.new(seed).position
    for _ in range(plies):
        position.play(bot("greedy").choose(position.seen_by(position.actor), 0))
    return position


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_finds_the_same_and_another_seed_something_else(name):
    position = middle(name, 9)
    seen = position.seen_by(position.actor)
    first = Mcts(150).search(seen, 1)
    assert first == Mcts(150).search(seen, 1)
    assert sum(found.visits for found in first) > 100
    assert {found.number for found in first} == set(seen.legal_numbers())
    assert len(first) == 1 or first != Mcts(150).search(seen, 2)


@pytest.mark.parametrize("name", GAMES)
def test_searching_in_parts_is_searching_at_once(name):
    position = middle(name, 9)
    seen = position.seen_by(position.actor)
    whole, parts = Tree(seen, 5, 200), Tree(seen, 5, 200)
    whole.think(120)
    for n in (1, 19, 100):
        parts.think(n)
    assert whole.statistics() == parts.statistics()


def test_worlds_that_look_alike_are_searched_alike():
    """Goals of other seats are secret (Metropolys); whatever they are, the search is the same."""
    position = middle("metropolys", 12)
    seat = position.actor
    worlds = [position.seen_by(seat).imagine(seed) for seed in range(5)]
    assert len({world.to_bytes() for world in worlds}) == 5
    found = [Mcts(200).search(world.seen_by(seat), 7) for world in worlds]
    assert all(one == found[0] for one in found)


def test_a_search_starts_from_what_the_seat_to_move_sees():
    position = middle("metropolys", 4)
    with pytest.raises(ValueError, match="what the seat to move sees"):
        Tree(position, 0, 10)
    with pytest.raises(ValueError, match="what the seat to move sees"):
        Tree(position.seen_by((position.actor + 1) % 3), 0, 10)


def test_the_last_decision_is_found_by_counting():
    """With one decision left the search must take one that ends best: better place, then more points."""
    tried = 0
    for seed in range(6):
        position = middle("quadropolis", 0, seed=seed)
        while True:
            ahead = position.copy()
            ahead.play(bot("greedy").choose(position.seen_by(position.actor), 0))
            if ahead.over:
                break
            position = ahead
        ends = {}
        for number in position.legal_numbers():
            end = position.copy()
            end.play(number)
            ends[number] = (-end.ranks()[position.actor], end.score(position.actor).total)
        if len(set(ends.values())) > 1:
            tried += 1
            chosen = Mcts(200).choose(position.seen_by(position.actor), seed)
            assert ends[chosen] == max(ends.values())
    assert tried >= 3


def test_threads_share_the_work():
    position = middle("metropolys", 6)
    seen = position.seen_by(position.actor)
    found = Mcts(200, threads=2).search(seen, 1)
    alone = Mcts(100).search(seen, 2)
    assert sum(f.visits for f in found) > sum(f.visits for f in alone) > 0
    assert found == Mcts(200, threads=2).search(seen, 1)


def test_a_budget_in_milliseconds_thinks_at_all():
    position = middle("metropolys", 6)
    found = Mcts(milliseconds=20).search(position.seen_by(position.actor), 1)
    assert sum(f.visits for f in found) > 0


WAYS = """
from tests.bots.test_search import middle
from tripolis.bots.instinct import NetSearch
from tripolis.bots.mcts import Mcts
for name, plies in (("quadropolis", 3), ("metropolys", 5), ("ubuild", 12)):
    position = middle(name, plies)
    for search in (Mcts(40), NetSearch(20)):
        tree = search.tree(position.seen_by(position.actor), 4)
        print(tree.statistics(), tree.chances())
"""


def ways(**environment):
    ran = subprocess.run(
        [sys.executable, "-c", WAYS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_plain_and_compiled_searches_are_equal():
    assert ways() == ways(TRIPOLIS_PLAIN="1")


@pytest.mark.skipif(not os.environ.get("TRIPOLIS_SOAK"), reason="compiling with bounds checks takes a minute")
def test_bounds_checked_and_compiled_searches_are_equal():
    assert ways() == ways(NUMBA_BOUNDSCHECK="1")


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_without_weights_is_searched_too(players):
    """The toy has secret cards, dice, and an auction with bids that are not listed."""
    game = TOY.configure(players=players)
    position = game.new(1).position
    while not position.over:
        position.play(Mcts(30).choose(position.seen_by(position.actor), position.ply))
    assert position.ply > 5


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("strength", ["newcomer", "regular", "skilled"])
def test_strengths_play_whole_games(name, strength):
    position = middle(name, 0)
    player = bot(strength)
    assert player.name == strength
    while not position.over:
        position.play(player.choose(position.seen_by(position.actor), position.ply))
    assert min(position.ranks()) == 1


def test_without_a_net_each_strength_thinks_more_than_the_one_before():
    players = [make().at(TOY) for make in STRENGTHS.values()]
    budgets = [getattr(player, "iterations", 0) for player in players]
    shares = [getattr(player, "share", 1) for player in players]
    assert budgets == [0, 0, 0, 40, 400, 4000]
    assert shares == [0.15, 0.5, 0.75, 1, 1, 1]
    assert list(BOTS)[:6] == list(STRENGTHS) == [player.name for player in players]


def test_a_search_is_named_by_its_budget_on_ones_own_machine_alone():
    assert bot("mcts:500").name == "mcts:500"
    assert bot("mcts:20ms").name == "mcts:20ms"
    for name in ("mcts:500", "mcts:20ms", "net", "net:100"):
        with pytest.raises(BadOptions):
            public_bot(name)
    for name in ("mcts:0", "mcts", "mcts:5s", "greedy:5"):
        with pytest.raises(BadOptions):
            bot(name)


def test_search_beats_a_glance():
    """A few games only: what the strengths are worth is measured by the arena (docs/strength.md)."""
    game = tripolis.game("metropolys", players=2)
    won = 0
    for seed in range(8):
        position = game.new(seed).position
        players = [Mcts(150), bot("newcomer")]
        if seed % 2:
            players.reverse()
        while not position.over:
            position.play(players[position.actor].choose(position.seen_by(position.actor), position.ply))
        won += position.ranks()[seed % 2] == 1
    assert won >= 6


def test_plans_are_made_of_known_fields():
    for name in GAMES:
        assert plan_of(tripolis.game(name)).unit > 0
    position = middle("quadropolis", 3)
    found = Mcts(60).search(position.seen_by(position.actor), 0)
    assert best_of(found).visits == max(f.visits for f in found)


def test_others_may_take_the_quick_choice():
    """Quadropolis: only own actions are searched, so that a tree of many turns has fewer nodes than one of
    everybody's actions."""
    position = middle("quadropolis", 8, players=4)
    seen = position.seen_by(position.actor)
    own, everybody = plan_of(position.game), replace(plan_of(position.game), others=0.0)
    assert own.others == 1.0
    trees = [Tree(seen, 3, 1000, plan) for plan in (own, everybody)]
    for tree in trees:
        tree.think(1000)
    assert trees[0].search[0].n_nodes < trees[1].search[0].n_nodes


def test_a_lead_counts_over_the_best_other_seat_or_over_all():
    """Of 30, 20 and 10 points with a scale of 10: the second is behind by half, or as far ahead of the third as
    behind the first."""
    position = middle("quadropolis", 0, players=3)
    plan = replace(plan_of(position.game), scale=10.0, unit=1.0)
    found = {}
    for pairs in (0.0, 1.0):
        tree = Tree(position.seen_by(position.actor), 0, 1, replace(plan, pairs=pairs))
        search = tree.search[0]
        search.seat, search.points[:3] = 1, [30.0, 20.0, 10.0]
        drivers.set_outcomes(tree.work[0], search, False)
        found[pairs] = search.outcome[:3].tolist()
        assert search.won[1] == 0.25, "the chance to win is guessed by the best other seat"
        assert search.lead[:3].tolist() == [10.0, -10.0, -20.0]
    assert found[0.0] == [0.75, 0.25, 0.5 - 0.5 * 20 / 30]
    assert found[1.0] == pytest.approx([(0.75 + 0.5 + 0.5 * 20 / 30) / 2, 0.5, (0.25 + 0.5 - 0.5 * 20 / 30) / 2])


@pytest.mark.parametrize("name", GAMES)
def test_the_quick_choice_weighs_most_and_the_list_stays(name):
    game = tripolis.game(name, **GAMES[name])
    weigh = game.bind(drivers.call_weigh, **weighing(game))
    position, tried = game.new(4).position, 0
    while not position.over and tried < 60:
        seen = position.seen_by(position.actor)
        legal, quick = seen.legal_numbers(), bot("greedy").choose(seen, 0)
        weight = np.zeros(len(game.work[0].actions), np.int64)
        before = seen.to_bytes()
        weigh(seen.records, game.box, game.work, len(legal), weight)
        assert seen.to_bytes() == before
        assert list(game.work[0].actions[: len(legal)]) == legal
        if quick in legal:  # a bid that is not listed may be the quick choice
            tried += len(legal) > 1
            assert weight[legal.index(quick)] == max(weight[: len(legal)])
        position.play(quick)
    assert tried >= 20
