"""How hard puzzles are, and how good solvers: both on one scale, found together from who solved what."""

from __future__ import annotations

from collections.abc import Sequence

MIDDLE = 1500
"""The mean rating of a game's puzzles."""
SPAN = 400.0
"""A solver whose rating is so much higher than a puzzle's finds it ten times of eleven."""
LOWEST, HIGHEST = 0.0, 4000.0
DOUBT = 0.5
"""Trials that nobody has made: as many won as lost against a solver of the middle, so that no rating runs away."""
ROUNDS = 40


def expected(solver: float, puzzle: float) -> float:
    """The chance that a solver finds a puzzle."""
    return float(1.0 / (1.0 + 10.0 ** ((puzzle - solver) / SPAN)))


def rate(solved: Sequence[Sequence[int]], trials: Sequence[int]) -> tuple[list[float], list[float]]:
    """Ratings of puzzles and of solvers, from how often each solver (a column) solved each puzzle (a row)."""
    puzzles, solvers = [float(MIDDLE)] * len(solved), [float(MIDDLE)] * len(trials)
    columns = list(zip(*solved, strict=True)) if solved else [()] * len(trials)
    for _ in range(ROUNDS):
        solvers = [
            fit(list(zip(puzzles, [times] * len(puzzles), strict=True)), sum(column))
            for column, times in zip(columns, trials, strict=True)
        ]
        puzzles = [fit(list(zip(solvers, trials, strict=True)), sum(trials) - sum(row)) for row in solved]
        mean = sum(puzzles) / max(1, len(puzzles))
        puzzles = [one + MIDDLE - mean for one in puzzles]
        solvers = [one + MIDDLE - mean for one in solvers]
    return puzzles, solvers


def fit(others: Sequence[tuple[float, float]], won: float) -> float:
    """The rating of one who won so many of the trials against others, each a rating and a number of trials."""
    low, high = LOWEST, HIGHEST
    against = [*others, (float(MIDDLE), 2 * DOUBT)]
    while high - low > 0.5:
        middle = (low + high) / 2
        if sum(times * expected(middle, other) for other, times in against) < won + DOUBT:
            low = middle
        else:
            high = middle
    return (low + high) / 2
