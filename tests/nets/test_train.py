"""A tiny net is trained, written, read, and plays."""

import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("jax")

import jax

from tests.toy import TOY
from tripolis.bots.instinct import NetBot
from tripolis.engine.game import all_kinds
from tripolis.nets.net import Weights
from tripolis.train.judge import Judge
from tripolis.train.learner import ODD, OWN, Settings, act, advantages
from tripolis.train.matches import Matches, outcomes
from tripolis.train.model import Model, Shape
from tripolis.train.run import load_params, measure, train


def test_outcomes_share_what_is_tied_and_leave_out_empty_seats():
    points, places = np.array([[30, 20, 0, 0], [5, 5, 9, 1]]), np.array([[1, 2, 0, 0], [2, 2, 1, 4]])
    plan = TOY.advice.search
    outcome, win, scaled = outcomes(plan, points, places, np.array([2, 4])).transpose(1, 0, 2)
    assert win.tolist() == [[1, 0, 0, 0], [0, 0, 1, 0]]
    assert outcome[0].sum() == pytest.approx(1) and outcome[0][2:].tolist() == [0, 0]
    assert outcome[1][0] == outcome[1][1] and outcome[1].sum() == pytest.approx(2)
    assert scaled[0].tolist() == pytest.approx([30 / plan.scale, 20 / plan.scale, 0, 0])


def test_forced_moves_are_made_on_the_way_and_ends_are_told():
    matches = Matches(all_kinds(TOY), 8, seed=1, threads=1)
    ended = 0
    for _ in range(60):
        assert (matches.batch.n_listed > 1).all()
        matches.choices[:] = matches.batch.listed[:, 0]
        matches.go()
        ended += int(matches.batch.ended.sum())
        over = matches.batch.ended
        assert (matches.batch.places[over].min(1, where=matches.batch.places[over] > 0, initial=9) == 1).all()
    assert ended > 20


def test_odd_choices_are_marked_and_hotter():
    model = Model.of(TOY, Shape(32, 16, 16))
    params = model.init(jax.random.key(1))
    params["tokens"] = 40 * params["tokens"]
    matches = Matches(all_kinds(TOY), 400, seed=1, threads=1)
    seen = matches.batch.features, matches.legal(), matches.batch.actors, matches.players
    _, cool, _, own = act(model, params, jax.random.key(2), *seen)
    _, hot, _, odd = act(model, params, jax.random.key(2), *seen, 1.0)
    _, _, _, some = act(model, params, jax.random.key(2), *seen, 0.3)
    assert set(own.tolist()) == {OWN} and set(odd.tolist()) == {ODD} and set(some.tolist()) == {OWN, ODD}
    assert hot.mean() < cool.mean()  # such choices were less likely


def test_what_comes_of_an_odd_choice_says_nothing_of_those_before():
    values, last = np.full((4, 1, 1, 2), 0.5), np.full((1, 1, 2), 0.5)
    ended = np.array([[False], [False], [False], [True]])
    results = np.where(ended[:, :, None, None], np.array([1.0, 0.0]), 0.0)
    none, one = np.zeros((4, 1), bool), np.array([[False], [True], [False], [False]])
    gain = advantages(values, last, ended, results, none, 1.0)[:, 0, 0]
    assert gain.tolist() == [[0.5, -0.5]] * 4
    gain = advantages(values, last, ended, results, one, 1.0)[:, 0, 0]
    assert gain.tolist() == [[0, 0], [0, 0], [0.5, -0.5], [0.5, -0.5]]


def test_a_run_that_begins_with_a_net_has_to_beat_it(tmp_path):
    how = {"rows": 16, "groups": 1, "measurements": 1, "shape": Shape(16, 8, 8)}
    settings = Settings(decisions=4, minibatch=64, taught=0.0, odd=0.2)
    first, second = tmp_path / "first", tmp_path / "second"
    train(TOY, first, updates=1, **how, settings=settings)
    start, lines = Weights.load(first / "net.zip"), []
    train(
        TOY,
        second,
        updates=1,
        **how,
        settings=replace(settings, rate=0.0, last_rate=0.0),
        start=start,
        log=lines.append,
    )
    assert not lines[-2]["accepted"] and lines[-2]["against_accepted"]["share"] == pytest.approx(0.5, abs=0.1)
    assert (Weights.load(second / "net.zip").arrays["first"] == start.arrays["first"]).all()


@pytest.mark.slow
def test_a_tiny_net_learns_is_exported_loads_and_plays(tmp_path):
    settings = Settings(decisions=16, minibatch=512, rate=3e-3, taught=0.0, odd=0.02)
    how = {"rows": 64, "groups": 1, "measurements": 2, "shape": Shape(32, 16, 16), "settings": settings}
    lines = []
    train(TOY, tmp_path, updates=30, **how, log=lines.append)
    updates = [line for line in lines if "updates" in line]
    assert updates[-1]["variety"] < updates[0]["variety"]
    assert updates[-1]["outcome"] < updates[0]["outcome"]
    assert lines[0]["run"]["seed"] == 1 and set(lines[-1]) == {"against_search"}
    assert [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()] == lines
    weights = Weights.load(tmp_path / "net.zip")
    weights.check(TOY)
    assert weights.arrays["first"].dtype == np.int8
    bot = NetBot(weights)
    won = 0.0
    for i in range(60):
        match, own = TOY.new(i // 2), i % TOY.players
        chance = np.random.default_rng(i)
        while not match.over:
            seen = match.seen_by(match.actor)
            legal = seen.legal_numbers()
            match.play(bot.choose(seen, 0) if match.actor == own else legal[chance.integers(len(legal))])
        won += match.ranks()[own] == 1
    assert won > 60 / TOY.players

    judge = Judge(Model.of(TOY, how["shape"]), all_kinds(TOY), seed=5)
    first, last = judge.model.init(jax.random.key(9)), load_params(tmp_path / "params.npz")
    assert judge.compare(last, first).better
    assert not judge.compare(first, last).better

    still = measure(judge, last, [first, last])  # the same net once more is not better, and is not accepted
    assert not still["accepted"] and len(still["against_earlier"]) == 1
    report = (tmp_path / "report.html").read_text()
    assert report.count("<polyline") >= 2 and "mcts:100" in report
