"""Whoever solves puzzles: a rating that follows the answers, a streak of days, and which puzzle comes next."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping

from .difficulty import expected
from .puzzle import Puzzle

START = 1200
"""The rating of somebody who has answered no puzzle."""
FIRST_STEP, LAST_STEP, CALM = 120.0, 24.0, 4.0
"""By how much an answer can move a rating: the first one, those of a practised solver, and after how many puzzles the
step has come half of the way."""
NEAR = 5
"""The next puzzle is one of so many whose ratings are nearest to the solver's."""


def rating_after(rating: int, answered: int, puzzle: int, right: bool) -> int:
    """A solver's rating after the first answer to a puzzle, which counts; `answered`: so many puzzles before it."""
    step = LAST_STEP + (FIRST_STEP - LAST_STEP) / (1 + answered / CALM)
    return round(rating + step * (right - expected(rating, puzzle)))


def streak(days: Collection[int], today: int) -> int:
    """On how many days in a row the puzzle of the day was solved; today may still be to come."""
    day, length = today if today in days else today - 1, 0
    while day in days:
        day, length = day - 1, length + 1
    return length


def next_puzzle(puzzles: Mapping[str, Puzzle], answered: Collection[str], rating: int) -> Puzzle | None:
    """A puzzle near to a solver's rating: one that is new to them, as long as there are any."""
    left = [puzzle for name, puzzle in puzzles.items() if name not in answered] or list(puzzles.values())
    near = sorted(left, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.name))[:NEAR]
    shuffled = hashlib.sha256(" ".join([str(len(answered)), str(rating)]).encode()).digest()
    return near[shuffled[0] % len(near)] if near else None
