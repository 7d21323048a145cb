"""How sure is it that one bot is better than another? A test that may be looked at after every round.

The score of a round lies between -1 and 1 and is 0 on average if the two are equally good. A gambler with one unit of money bets on every round
before it is played, half of it on the one bot and half on the other. If the two are equally good, no way of betting makes money on average,
and the chance that it ever reaches 1/error is at most `error` (Ville's inequality), whenever one looks or stops. So the money is the
evidence (an e-value): with 20 units the error rate is 5 %. The bets follow Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting" (2024). Asked for every possible difference instead of 0, the same game gives an interval that is right at all times at once.

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

GRID = 801
"""Differences from -1 to 1 that are asked for the interval."""
BOLD = 0.75
"""Share of the money that is risked at most: it never runs out."""
MOST = 600.0
"""No more is written down (as a logarithm): a float could not hold it."""


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


def bets(shares: Numbers, error: float) -> Numbers:
    """How much is bet on each round: from the spread of those before it alone. Shares lie between 0 and 1."""
    n = np.arange(1, len(shares) + 1)
    means = (0.5 + np.cumsum(shares)) / (n + 1)
    spread = (0.25 + np.concatenate(([0.0], np.cumsum((shares - means) ** 2)[:-1]))) / n
    return np.asarray(np.sqrt(2 * math.log(2 / error) / (spread * n * np.log(n + 1))))


def money(scores: Sequence[float], error: float, difference: float = 0.0) -> Numbers:
    """The money after every round, betting against this difference."""
    shares, share = (np.asarray(scores, float) + 1) / 2, (difference + 1) / 2
    bet = bets(shares, error)
    up, down = np.minimum(bet, BOLD / share), np.minimum(bet, BOLD / (1 - share))
    won = np.cumsum(np.log1p(up * (shares - share))), np.cumsum(np.log1p(-down * (shares - share)))
    return np.asarray(0.5 * (np.exp(np.minimum(won[0], MOST)) + np.exp(np.minimum(won[1], MOST))))


def judge(scores: Sequence[float], error: float = 0.05) -> Evidence:
    """Test the rounds of a pairing, in the order of their numbers."""
    n = len(scores)
    if not n:
        return Evidence(0, 0.0, 1.0, None, -1.0, 1.0, -1.0, 1.0)
    mean = float(np.mean(scores))
    most = float(max(1.0, money(scores, error).max()))
    always, plain = always_interval(scores, error), plain_interval(scores, error)
    return Evidence(n, mean, most, decided_at(scores, error), *always, *plain)


def decided_at(scores: Sequence[float], error: float) -> int | None:
    """The round after which the money had reached 1/error for the first time, counted from 1."""
    over = np.flatnonzero(money(scores, error) >= 1 / error)
    return int(over[0]) + 1 if len(over) else None


def always_interval(scores: Sequence[float], error: float) -> tuple[float, float]:
    """The differences against which the money has never reached 1/error."""
    left = [m for m in np.linspace(-1, 1, GRID)[1:-1] if money(scores, error, m).max() < 1 / error]
    step = 2 / (GRID - 1)
    if not left:  # narrower than the grid
        mean = float(np.mean(scores))
        return max(-1.0, mean - step), min(1.0, mean + step)
    return max(-1.0, float(left[0]) - step), min(1.0, float(left[-1]) + step)


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
