"""How sure is it that one bot is better than another? A test that may be looked at after every round.

The score of a round lies between -1 and 1 and is 0 on average if the two are equally good. Forty gamblers share one unit of money; twenty
bet on the one bot and twenty on the other, each a fixed part of what is left, on every round before it is played. If the two are
equally good, no way of betting makes money on average, and the chance that all money together ever reaches 1/error is at most `error`
(Ville's inequality), whenever one looks or stops. So the money is the evidence (an e-value): with 20 units the error rate is 5 %.
If one bot is better, those who bet about right on it grow rich quickly.

Asked for every possible difference instead of 0, the same game gives an interval that is right at all times at once: the differences
against which nobody has grown rich (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024).

Rounds are independent, games of a round are not: they share their shuffle. So rounds are what is counted, here and in `plain_interval`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

PARTS: Numbers = (np.arange(20) + 0.5) / 20
"""The part of what can be lost that each gambler risks."""
EDGE = 1 - 1e-6
"""Differences beyond which nobody bets."""
STEPS = 24
"""Halvings until a border of the interval is exact enough."""


@dataclass(frozen=True)
class Evidence:
    """What the rounds of a pairing say of the difference between two bots."""

    rounds: int
    mean: float
    e_value: float
    """The most money that was ever there: 1 at first, 1/error decides."""
    decided_at: int | None
    """The round after which it was decided, counted from 1."""
    low: float
    high: float
    """Right at all times at once, with the stated error rate."""
    plain_low: float
    plain_high: float
    """Student's interval: right if the number of rounds was fixed beforehand."""


def money(scores: Sequence[float], difference: float = 0.0) -> Numbers:
    """The logarithm of all money after every round, if everybody bets against this difference."""
    x = np.asarray(scores, float)
    bets = PARTS[:, None]
    up = np.log1p(bets * ((1 + x) / (1 + difference) - 1))
    down = np.log1p(bets * ((1 - x) / (1 - difference) - 1))
    purses = np.cumsum(np.concatenate((up, down)), axis=1)
    return np.asarray(np.logaddexp.reduce(purses, axis=0) - math.log(2 * len(PARTS)))


def judge(scores: Sequence[float], error: float = 0.05) -> Evidence:
    """Test the rounds of a pairing, in the order of their numbers."""
    n = len(scores)
    if not n:
        return Evidence(0, 0.0, 1.0, None, -1.0, 1.0, -1.0, 1.0)
    most = max(0.0, float(money(scores).max()))
    always, plain = always_interval(scores, error), plain_interval(scores, error)
    return Evidence(n, float(np.mean(scores)), math.exp(min(most, 700)), decided_at(scores, error), *always, *plain)


def decided_at(scores: Sequence[float], error: float) -> int | None:
    """The round after which the money had reached 1/error for the first time, counted from 1."""
    over = np.flatnonzero(money(scores) >= -math.log(error))
    return int(over[0]) + 1 if len(over) else None


def always_interval(scores: Sequence[float], error: float) -> tuple[float, float]:
    """The differences against which the money has never reached 1/error.

    Every purse is a log-convex function of the difference, so the most money ever is too: it has one valley, whose two borders are found by halving.
    """

    def most(difference: float) -> float:
        return float(money(scores, difference).max())

    left, right = -EDGE, EDGE
    for _ in range(STEPS):
        third = (right - left) / 3
        if most(left + third) < most(right - third):
            right -= third
        else:
            left += third
    bottom, limit = (left + right) / 2, -math.log(error)

    def border(outside: float) -> float:
        inside = bottom
        if most(outside) < limit:
            return math.copysign(1.0, outside)
        for _ in range(STEPS):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if most(middle) < limit else (inside, middle)
        return outside

    return border(-EDGE), border(EDGE)


def plain_interval(scores: Sequence[float], error: float) -> tuple[float, float]:
    """Student's interval of the mean of the rounds."""
    n = len(scores)
    if n < 2:
        return -1.0, 1.0
    half = student(n - 1, error) * float(np.std(scores, ddof=1)) / math.sqrt(n)
    mean = float(np.mean(scores))
    return max(-1.0, mean - half), min(1.0, mean + half)


def student(freedom: int, error: float) -> float:
    """The quantile of Student's distribution for a two-sided interval (Hill's expansion; exact for one and two)."""
    p = 1 - error / 2
    if freedom == 1:
        return math.tan(math.pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) / math.sqrt(2 * p * (1 - p))
    z, n = NormalDist().inv_cdf(p), freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
