"""The six strengths in games with a net: each is what its name says, and the weak ones err as people do."""

from collections import Counter
from dataclasses import replace
from statistics import mean

import pytest

import tripolis
from tests.toy import TOY
from tripolis.bots import STRENGTHS, bot
from tripolis.bots.careless import CarelessBot
from tripolis.bots.instinct import NetBot, NetSearch, exact_action, look, net_plan, raised
from tripolis.bots.mcts import Mcts, Tree, plan_of
from tripolis.bots.sampling import SamplingBot, glance
from tripolis.bots.strengths import most_looks, searcher
from tripolis.nets.net import has_net, net_of

pytestmark = pytest.mark.slow

WITH_NETS = [name for name in tripolis.game_names() if has_net(tripolis.game(name))]


def decisions(game, n, player="regular", seed=3):
    """What the seat to move sees, on the way through matches."""
    seen = []
    while len(seen) < n:
        match, own = game.new(seed), bot(player, game)
        while not match.over and len(seen) < n:
            if len(match.legal_numbers()) > 1:
                seen.append(match.seen_by(match.actor))
                match.play(own.choose(seen[-1], len(match)))
            else:
                match.play(match.legal_numbers()[0])
        seed += 1
    return seen


def test_there_are_nets_to_play_by():
    assert set(WITH_NETS) == {"quadropolis", "metropolys", "ubuild"}


@pytest.mark.parametrize("name", WITH_NETS)
def test_with_a_net_the_strengths_are_instinct_and_search(name):
    game = tripolis.game(name)
    kinds = [type(make().at(game)) for make in STRENGTHS.values()]
    assert kinds == [CarelessBot, CarelessBot, CarelessBot, NetBot, NetSearch, NetSearch]
    strong, master = (STRENGTHS[each]().at(game) for each in ("strong", "master"))
    assert 0 < strong.iterations < master.iterations == most_looks(game)
    assert [make().at(game).name for make in STRENGTHS.values()] == list(STRENGTHS)


def test_without_a_net_they_are_what_they_were():
    kinds = [type(make().at(TOY)) for make in STRENGTHS.values()]
    assert kinds == [SamplingBot, SamplingBot, SamplingBot, Mcts, Mcts, Mcts]
    assert type(searcher(TOY, 10)) is Mcts


@pytest.mark.parametrize("name", WITH_NETS)
def test_the_looks_are_said_for_every_kind_of_table(name):
    game = tripolis.game(name)
    option, seats = game.mode_option, next(one.values for one in game.options if one.name == "players")
    modes = [str(value) for value in option.values or option.names]
    assert set(game.advice.looks) == set(modes)
    assert all(len(numbers) == len(seats) and min(numbers) >= 100 for numbers in game.advice.looks.values())
    assert most_looks(game.configure(players=seats[-1], **{option.name: modes[-1]})) == game.advice.looks[modes[-1]][-1]


@pytest.mark.parametrize("name", WITH_NETS)
@pytest.mark.parametrize("strength", ["newcomer", "learner", "regular"])
def test_the_same_seed_makes_the_same_mistake(name, strength):
    seen, player = decisions(tripolis.game(name), 30), bot(strength)
    first = [player.choose(one.copy(), 7) for one in seen]
    assert first == [player.choose(one.copy(), 7) for one in seen]
    assert first != [player.choose(one.copy(), 8) for one in seen]
    assert all(number in one.legal_numbers() for number, one in zip(first, seen, strict=True))


@pytest.mark.parametrize("name", WITH_NETS)
def test_mistakes_look_good_at_a_glance_and_grow_with_weakness(name):
    """Whatever is not the best move is in the better half at a glance; and the weaker, the further behind the best."""
    seen, found = decisions(tripolis.game(name), 60), Counter()
    behind = {strength: [] for strength in ("newcomer", "learner", "regular")}
    for one in seen:
        promise = dict(zip(one.legal_numbers(), glance(one, len(one.legal_numbers())), strict=True))
        legal, logits = look(one, net_of(one.game))
        for strength, gaps in behind.items():
            chosen = bot(strength).choose(one.copy(), one.ply)
            gaps.append(max(logits) - logits[legal.index(chosen)])
            if gaps[-1]:
                found[strength] += 1
                better = sum(promise[chosen] >= other for other in promise.values())
                assert 2 * better >= len(promise)
    assert found["newcomer"] > found["regular"] > 0
    assert mean(behind["newcomer"]) > mean(behind["learner"]) > mean(behind["regular"]) > 0


def test_what_is_overlooked_leaves_the_best_move():
    """Whoever overlooks everything plays what a look shows; whoever overlooks nothing and is cold does too."""
    for one in decisions(tripolis.game("quadropolis"), 20):
        best = NetBot().choose(one, 0)
        for blind in (CarelessBot("blind", 1.0, 9.0, 9.0), CarelessBot("cold", 0.0, 0.0, 0.0)):
            assert look(one, net_of(one.game))[1][one.legal_numbers().index(blind.choose(one, 3))] == max(
                look(one, net_of(one.game))[1]
            )
        assert best in one.legal_numbers()


@pytest.mark.parametrize("name", WITH_NETS)
def test_outcomes_of_a_search_are_those_that_nets_learn(name):
    """Over every other seat, whatever the plan of plain search says."""
    game = tripolis.game(name)
    plan = net_plan(game)
    assert plan.pairs == 1.0 and (plan.scale, plan.place, plan.unit) == (
        plan_of(game).scale,
        plan_of(game).place,
        plan_of(game).unit,
    )


def test_a_search_with_a_net_beats_plain_search_of_the_same_iterations():
    game, players = tripolis.game("quadropolis", players=2), [bot("net:100"), bot("mcts:100")]
    won = 0.0
    for i in range(8):
        match, own = game.new(50 + i // 2), i % 2
        while not match.over:
            match.play(players[match.actor != own].choose(match.seen_by(match.actor), len(match)))
        won += (match.ranks()[own] == 1) / match.ranks().count(1)
    assert won >= 5  # the seeds are fixed: it is the same number every time


def result_with(position, number, plan):
    """Won, level or lost for the seat that decides, if everybody plays the end as well as possible after an action."""
    seat, position = position.actor, position.copy()
    position.play(number)
    while not position.over:
        legal = position.legal_numbers()
        seen = position.seen_by(position.actor)
        certain = legal[0] if len(legal) == 1 else exact_action(seen, plan, 1_000_000)
        assert certain is not None
        position.play(certain)
    places = position.ranks()
    return places[1 - seat] - places[seat]


def test_no_result_is_thrown_away_at_the_end():
    """In 200 different ends of Quadropolis that 20,000 positions solve, the strong bots keep what perfect play keeps."""
    game, quick = tripolis.game("quadropolis", players=2), bot("greedy")
    plan, ends, decided = net_plan(game), 0, Counter()
    players = [bot("strong"), bot("master")]
    seed = 0
    while ends < 200:
        match = game.new(seed)
        while not match.over:
            match.play(quick.choose(match.seen_by(match.actor), 0))
        for back in range(1, 7):
            position = match.at(len(match) - back)
            if len(position.legal_numbers()) == 1:
                continue
            certain = exact_action(position.seen_by(position.actor), plan)
            if certain is None:
                continue
            chosen = players[ends % 2].choose(position.seen_by(position.actor), ends)
            best, own = (result_with(position, number, plan) for number in (certain, chosen))
            assert own >= best, (seed, back)
            ends += 1
            decided[best] += 1
        seed += 1
    assert decided[1] > 20 and decided[-1] > 20


def test_chances_stay_in_order_and_sum_to_one_when_they_are_raised():
    chances = [0.6, 0.3, 0.1]
    sharper, duller = raised(chances, 2.0), raised(chances, 0.5)
    assert sum(sharper) == pytest.approx(1) and sum(duller) == pytest.approx(1)
    assert sharper[0] > 0.6 > duller[0] > duller[1] > duller[2] > 0.1 > sharper[2]
    assert raised(chances, 1.0) == pytest.approx(chances)


def test_a_search_says_calibrated_chances(monkeypatch):
    game = tripolis.game("quadropolis", players=3)
    seen = decisions(game, 8)[-1]
    tree = searcher(game, 50).tree(seen, 1)
    monkeypatch.setattr(game, "advice", replace(game.advice, certainty={game.mode: (1.0, 2.0, 1.0)}))
    assert tree.chances() == pytest.approx(raised(Tree.chances(tree), 2.0))
    assert max(tree.chances()) > max(Tree.chances(tree))
