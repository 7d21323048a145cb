"""Nets as whole numbers: tokens of actions, the forward pass, and players that use it."""

import os
import random
from dataclasses import replace

import numpy as np
import pytest

import tripolis
from tests.toy import TOY
from tripolis.bots import bot
from tripolis.bots.instinct import NetBot, NetSearch, exact_action, net_plan
from tripolis.bots.mcts import plan_of
from tripolis.engine.errors import BadOptions
from tripolis.engine.record import in_python
from tripolis.nets import drivers, forward
from tripolis.nets.net import Weights, net_file, net_of, powers
from tripolis.nets.tokens import token_table


def games_of_nets():
    """A game for each net that is shipped, in a mode that plays by it."""
    found = {}
    for name in tripolis.game_names():
        game = tripolis.game(name)
        option = game.mode_option
        for mode in option.values or option.names:
            one = game.configure(**{option.name: str(mode)})
            found.setdefault(net_file(one), one)
    found.pop(None, None)
    return list(found.values())


each_net = pytest.mark.parametrize("game", games_of_nets(), ids=lambda game: f"{game.name} {game.mode}")


def test_every_game_has_a_net():
    assert {game.name for game in games_of_nets()} == {"quadropolis", "metropolys", "ubuild"}


def positions(game, n, seed=5, matches=1):
    """What the seat to move sees, on the way through matches of quick choices."""
    seen, quick = [], bot("greedy")
    for number in range(seed, seed + matches):
        match = game.new(number)
        while not match.over and len(seen) < n:
            if len(match.legal_numbers()) > 1:
                seen.append(match.seen_by(match.actor))
            match.play(quick.choose(match.seen_by(match.actor), 0))
    return seen


def reference(arrays, rows):
    """The last neurons of a net for rows of features: the layers as products of whole matrices of float64, which are
    exact for such numbers."""
    x = rows * arrays["gain"].astype(np.float64)
    for name in ("first", "second", "third"):
        sums = x @ arrays[name].astype(np.float64) + arrays[f"{name}_bias"]
        x = np.clip(np.floor(sums / 2.0 ** arrays[f"{name}_shift"]), 0, forward.MOST)
    return x


@each_net
def test_ten_thousand_passes_are_those_of_the_matrices(game):
    """Positions of random matches: the neurons, the logits of listed actions, and the values."""
    weights, many = net_of(game), 10_000
    arrays, scratch, look = weights.arrays, weights.scratch(game), game.bind(drivers.net_look)
    rows, neurons = np.zeros((many, game.n_features)), np.zeros((many, arrays["third"].shape[1]))
    rng, position, done = random.Random(4), game.new(0).position, 0
    for i in range(many):
        if position.over:
            position, done = game.new(i).position, done + 1
        legal, seen = position.legal_numbers(), position.seen_by(position.actor)
        n = look(seen.records, game.box, game.work, weights.net, scratch)
        rows[i], neurons[i] = scratch.row, scratch.three
        logits = np.array(scratch.logits[:n])
        if i % 50 == 0:
            sums = (arrays["tokens"].astype(int) @ np.array(scratch.three) + arrays["token_bias"]) >> arrays[
                "token_shift"
            ]
            sums[0] = 0
            assert (logits == sums[arrays["table"][game.work[0].actions[:n]]].sum(1)).all()
            values = (arrays["values"].astype(int) @ np.array(scratch.three) + arrays["value_bias"]) >> arrays[
                "value_shift"
            ]
            wanted = 1 / (1 + np.exp(-values[: game.players] / forward.LOGIT))
            assert np.allclose(scratch.values[forward.OUTCOME][: game.players], wanted, atol=0.02)
        position.play(rng.choice(legal))
    assert (reference(arrays, rows) == neurons).all()
    assert done > 10 and neurons.any()


@pytest.mark.parametrize("name", ["quadropolis", "metropolys", "ubuild"])
def test_no_two_actions_have_the_same_tokens(name):
    actions = tripolis.game(name).rules.actions
    table, count = token_table(actions)
    assert len(np.unique(table, axis=0)) == actions.count
    assert table.max() == count - 1 and count < 2000


def test_powers_are_those_of_e():
    row = np.array(powers())
    assert np.allclose(row / 2**30, np.exp(-np.arange(len(row)) / 32), atol=1e-6)


@each_net
def test_compiled_and_plain_forward_passes_give_the_same_bits(game):
    """On 200 positions in a long run."""
    weights = net_of(game)
    compiled, plain = weights.scratch(game), forward.Scratch(*(part.tolist() for part in weights.scratch(game)))
    listed = forward.Net(*(np.asarray(part).tolist() for part in weights.net))
    look = game.bind(drivers.net_look)
    for seen in positions(game, 200 if os.environ.get("TRIPOLIS_SOAK") else 12):
        n = look(seen.records, game.box, game.work, weights.net, compiled)
        actions = game.work[0].actions[:n].tolist()
        plain.row[:] = compiled.row.tolist()
        in_python(forward.forward)(listed, plain, seen.actor)
        in_python(forward.set_shares)(listed, plain, actions, n, 1.0)
        in_python(forward.set_values)(listed, plain, game.players)
        assert plain.three == compiled.three.tolist()
        assert plain.logits[:n] == compiled.logits[:n].tolist()
        assert plain.values == compiled.values.tolist()


def test_sums_brought_up_to_date_are_the_sums_of_a_fresh_start():
    game = tripolis.game("quadropolis")
    weights = net_of(game)
    used, look = weights.scratch(game), game.bind(drivers.net_look)
    for seen in positions(game, 12):
        fresh = weights.scratch(game)
        for scratch in (used, fresh):
            look(seen.records, game.box, game.work, weights.net, scratch)
        assert (used.sums[seen.actor] == fresh.sums[seen.actor]).all()
        assert (used.three == fresh.three).all() and fresh.three.any()


def test_chances_are_probabilities():
    game = tripolis.game("quadropolis", players=3)
    weights = net_of(game)
    scratch, look = weights.scratch(game), game.bind(drivers.net_look)
    for seen in positions(game, 5):
        look(seen.records, game.box, game.work, weights.net, scratch)
        assert sum(scratch.values[forward.WIN]) == pytest.approx(1)
        assert all(0 < chance < 1 for chance in scratch.values[forward.OUTCOME][:3])


def test_a_net_of_other_features_is_refused():
    game = tripolis.game("quadropolis")
    weights = net_of(game)
    with pytest.raises(BadOptions, match="was not trained for Quadropolis"):
        replace(weights, card=weights.card | {"features": "another"}).check(game)
    with pytest.raises(BadOptions, match="was not trained for Metropolys"):
        weights.check(tripolis.game("metropolys"))


def test_a_game_without_a_net_says_so():
    with pytest.raises(BadOptions, match=f"no trained net of {TOY.title}"):
        bot("net:100", TOY)


def test_a_file_gives_the_same_net_and_the_same_bytes(tmp_path):
    weights = net_of(tripolis.game("quadropolis"))
    for name in ("one.zip", "two.zip"):
        weights.save(tmp_path / name)
    again = Weights.load(tmp_path / "one.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert again.card == weights.card
    assert all((again.arrays[name] == array).all() for name, array in weights.arrays.items())


def worth_after(seen, action, **plan):
    """What a search expects for its seat when it has looked once, at the decision of another after an action."""
    tree = NetSearch(1, plan=replace(net_plan(seen.game), **plan)).tree(seen, 3, forced=action)
    return float(tree.root.totals[seen.actor])


def with_goal(seen, goal):
    """What the seat would see, had it drawn another goal."""
    other = seen.copy()
    other.record.goal[seen.actor][0] = goal
    return other


def test_with_own_eyes_a_search_knows_its_secrets_where_another_is_to_decide():
    """Goals of Metropolys are secret: another seat's eyes tell apart its own goals alone, of which it is dealt few."""
    game = tripolis.game("metropolys", players=2, mode="family")
    seen = positions(game, 12)[-1]
    bid = seen.legal_numbers()[-1]
    goals = [goal for goal in game.box[0].card if goal]
    own, theirs = ({worth_after(with_goal(seen, goal), bid, own_eyes=eyes) for goal in goals} for eyes in (1.0, 0.0))
    assert len(own) == len(goals) > len(theirs)


def test_a_search_with_a_net_gives_the_same_move_for_the_same_seed_whatever_it_saw_before():
    game = tripolis.game("quadropolis")
    seen = positions(game, 10)
    first = [NetSearch(60).choose(one, 3) for one in seen]
    assert [NetSearch(60).choose(one, 3) for one in reversed(seen)] == first[::-1]
    assert all(number in one.legal_numbers() for number, one in zip(first, seen, strict=True))


def test_instinct_beats_the_quick_choice():
    game, net, quick = tripolis.game("quadropolis", players=2), NetBot(), bot("greedy")
    won = 0.0
    for i in range(12):
        match, own = game.new(i // 2), i % 2
        while not match.over:
            player = net if match.actor == own else quick
            match.play(player.choose(match.seen_by(match.actor), 0))
        own_place, other = match.ranks()[own], match.ranks()[1 - own]
        won += (own_place < other) + 0.5 * (own_place == other)
    assert won >= 8  # the seeds are fixed: it is the same number every time


def best_by_trying(position, game):
    """The outcomes that every seat can reach when all lines are played to the end, and the first action of such a line."""
    if position.over:
        return outcomes_at_the_end(position, game), None
    best = None
    for number in position.legal_numbers():
        after = position.copy()
        after.play(number)
        reached, _ = best_by_trying(after, game)
        if best is None or reached[position.actor] > best[0][position.actor]:
            best = reached, number
    return best


def outcomes_at_the_end(position, game):
    """Half the lead over every other seat, half the place."""
    places, points, plan = position.ranks(), [score.total for score in position.scores()], plan_of(game)
    outcomes = []
    for seat in range(game.players):
        others = [other for other in range(game.players) if other != seat]
        leads = [(points[seat] - points[other]) * plan.unit for other in others]
        ahead = sum(0.5 + 0.5 * lead / (plan.scale + abs(lead)) for lead in leads)
        beaten = sum((places[other] > places[seat]) + 0.5 * (places[other] == places[seat]) for other in others)
        outcomes.append(((1 - plan.place) * ahead + plan.place * beaten) / len(others))
    return outcomes


@pytest.mark.parametrize("players", [2, 3])
def test_the_end_of_a_match_is_searched_exactly(players):
    game, quick = tripolis.game("quadropolis", players=players), bot("greedy")
    for seed in range(4):
        match = game.new(seed)
        while not match.over:
            match.play(quick.choose(match.seen_by(match.actor), 0))
        for back in (1, 2, 3):
            position = match.at(match.position.ply - back)
            exact = exact_action(position.seen_by(position.actor), plan_of(game))
            reached, _ = best_by_trying(position, game)
            after = position.copy()
            after.play(exact)
            assert best_by_trying(after, game)[0][position.actor] == pytest.approx(reached[position.actor])


def test_nothing_is_called_exact_while_chance_or_secrets_are_left():
    game = tripolis.game("quadropolis")
    seen = positions(game, 3) + positions(TOY, 1000)  # the toy's cards come up with the last decision
    assert len(seen) > 6
    assert [exact_action(one, plan_of(one.game)) for one in seen] == [None] * len(seen)
