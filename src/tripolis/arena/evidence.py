"""How certain is it that one bot is better than another? A sequential test that may be looked at after every round.

The score of a round lies between -1 and 1 and is 0 on average if the two are equally good. Forty imaginary gamblers
share one unit of money; twenty bet on one bot and twenty on the other, each a fixed part of what they have left, on
every round before it is played. If the bots are equally good, no way of betting makes money on average, and the chance
that their wealth ever reaches 1/error is at most `error` (Ville's inequality), whenever you look or stop. So the wealth
is the evidence (an e-value): with 20 units the error rate is 5 %. If one bot is better, those who bet about right on it
grow rich quickly.

Asked for every possible difference instead of 0, the same game gives an interval that is right at all times at once:
the differences against which nobody has grown rich (Waudby-Smith and Ramdas, "Estimating means of bounded random
variables by betting", 2024).

Rounds are independent; the games of a round are not, since they share their shuffle. So rounds are what is counted,
here and in `fixed_interval`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

STAKES: Numbers = (np.arange(20) + 0.5) / 20
"""The part of what can be lost that each gambler risks."""
EDGE = 1 - 1e-6
"""Differences beyond which nobody bets."""
STEPS = 24
"""Bisections until an end of the interval is exact enough."""


@dataclass(frozen=True)
class Evidence:
    """What the rounds of a pairing say about the difference between two bots."""

    rounds: int
    mean: float
    e_value: float
    """The highest wealth so far: 1 at first, 1/error decides."""
    decided_at: int | None
    """The round after which it was decided, counted from 1."""
    low: float
    high: float
    """Right at all times at once, with the stated error rate."""
    plain_low: float
    plain_high: float
    """Student's interval: right if the number of rounds was fixed beforehand."""


def log_wealth(scores: Sequence[float], difference: float = 0.0) -> Numbers:
    """The logarithm of the gamblers' wealth after every round, if all bet against this difference."""
    x = np.asarray(scores, float)
    bets = STAKES[:, None]
    up = np.log1p(bets * ((1 + x) / (1 + difference) - 1))
    down = np.log1p(bets * ((1 - x) / (1 - difference) - 1))
    each = np.cumsum(np.concatenate((up, down)), axis=1)
    return np.asarray(np.logaddexp.reduce(each, axis=0) - math.log(2 * len(STAKES)))


def evidence_of(scores: Sequence[float], error: float = 0.05) -> Evidence:
    """Test the rounds of a pairing, in the order of their numbers."""
    n = len(scores)
    if not n:
        return Evidence(0, 0.0, 1.0, None, -1.0, 1.0, -1.0, 1.0)
    highest = max(0.0, float(log_wealth(scores).max()))
    intervals = *anytime_interval(scores, error), *fixed_interval(scores, error)
    return Evidence(n, float(np.mean(scores)), math.exp(min(highest, 700)), decided_at(scores, error), *intervals)


def decided_at(scores: Sequence[float], error: float) -> int | None:
    """The round after which the wealth had reached 1/error for the first time, counted from 1."""
    over = np.flatnonzero(log_wealth(scores) >= -math.log(error))
    return int(over[0]) + 1 if len(over) else None


def anytime_interval(scores: Sequence[float], error: float) -> tuple[float, float]:
    """The differences against which the wealth has never reached 1/error.

    What each gambler has is a log-convex function of the difference, so the highest wealth is one too: it has one
    minimum, and the two ends of the interval are found by bisection.
    """

    def highest(difference: float) -> float:
        return float(log_wealth(scores, difference).max())

    left, right = -EDGE, EDGE
    for _ in range(STEPS):
        third = (right - left) / 3
        if highest(left + third) < highest(right - third):
            right -= third
        else:
            left += third
    minimum, limit = (left + right) / 2, -math.log(error)

    def end(outside: float) -> float:
        inside = minimum
        if highest(outside) < limit:
            return math.copysign(1.0, outside)
        for _ in range(STEPS):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if highest(middle) < limit else (inside, middle)
        return outside

    return end(-EDGE), end(EDGE)


def fixed_interval(scores: Sequence[float], error: float) -> tuple[float, float]:
    """Student's interval of the mean of the rounds, for a number of rounds that was fixed beforehand."""
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
