"""The sequential test keeps its error rate whenever one looks, its interval holds the truth, and both see real
differences."""

import math

import numpy as np
import pytest
from scipy import stats

from tripolis.arena.evidence import anytime_interval, decided_at, evidence_of, fixed_interval, log_wealth, student

RUNS, ROUNDS = 1000, 200


def fair(rng, n):
    return rng.choice([-1.0, 1.0], n)


def draws(rng, n):
    return rng.choice([-1.0, 0.0, 0.0, 0.0, 1.0], n)


def skewed(rng, n):
    """Seldom much, often little, nought on average."""
    return rng.choice([0.9, -0.1], n, p=[0.1, 0.9])


def waves(rng, n):
    """The spread changes from round to round; the mean does not."""
    return rng.choice([-1.0, 1.0], n) * (0.05 + 0.95 * (np.arange(n) % 50 < 25))


@pytest.mark.parametrize("error", [0.05, 0.2])
@pytest.mark.parametrize("world", [fair, draws, skewed, waves])
def test_equally_good_bots_are_told_apart_no_more_often_than_stated(world, error):
    """Looked at after each of 200 rounds; the bound leaves room for four standard errors of the simulation."""
    rng = np.random.default_rng(7)
    wrong = sum(decided_at(world(rng, ROUNDS), error) is not None for _ in range(RUNS))
    assert wrong / RUNS <= error + 4 * math.sqrt(error * (1 - error) / RUNS)


@pytest.mark.slow
def test_the_money_is_a_fair_game():
    """On average nothing is won: that is why the error rate holds."""
    rng = np.random.default_rng(8)
    last = np.exp([log_wealth(fair(rng, 6))[-1] for _ in range(20_000)])
    assert abs(last.mean() - 1) < 4 * last.std() / math.sqrt(len(last))


@pytest.mark.slow
def test_a_test_that_looks_again_and_again_without_care_would_be_wrong_more_often():
    """The simulation can fail: Student's test after every round is wrong far more often than stated."""
    rng = np.random.default_rng(9)
    wrong = 0
    for _ in range(200):
        scores = fair(rng, ROUNDS)
        wrong += any(low > 0 or high < 0 for low, high in (fixed_interval(scores[:n], 0.05) for n in range(10, ROUNDS)))
    assert wrong / 200 > 0.15


@pytest.mark.parametrize(("p", "rounds"), [(0.95, 20), (0.75, 100), (0.6, 600), (0.55, 2500)])
def test_a_better_bot_is_found(p, rounds):
    rng = np.random.default_rng(10)
    found = [decided_at(rng.choice([1.0, -1.0], rounds, p=[p, 1 - p]), 0.05) for _ in range(20)]
    assert sum(each is not None for each in found) >= 17


@pytest.mark.slow
@pytest.mark.parametrize("truth", [-0.6, 0.0, 0.3, 0.9])
def test_the_interval_holds_the_truth_at_all_times_at_once(truth):
    rng = np.random.default_rng(11)
    missed = 0
    for _ in range(40):
        scores = rng.choice([1.0, -1.0], 60, p=[(1 + truth) / 2, (1 - truth) / 2])
        missed += any(
            not low <= truth <= high for low, high in (anytime_interval(scores[:n], 0.05) for n in (5, 20, 60))
        )
    assert missed <= 6


def test_decision_and_interval_agree():
    rng = np.random.default_rng(12)
    for _ in range(50):
        scores = rng.choice([1.0, 0.0, -1.0], 40, p=[0.5, 0.25, 0.25])
        found = evidence_of(scores)
        assert (found.decided_at is not None) == (found.e_value >= 20)
        if found.decided_at is None:
            assert found.low <= 0 <= found.high


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 9, 30, 300])
def test_students_quantile(freedom):
    exact = stats.t.ppf(0.975, freedom)
    assert student(freedom, 0.05) == pytest.approx(exact, rel=0.01 if freedom == 3 else 0.002)


def test_nothing_is_known_before_the_first_round():
    found = evidence_of([])
    assert (found.low, found.high, found.decided_at) == (-1.0, 1.0, None)
