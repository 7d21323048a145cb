"""From the finds of many processes to the puzzles of a game: duplicates out, ratings from who missed what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from . import LEAST
from .difficulty import rate
from .puzzle import TRIALS, Puzzle

MOST_OF_A_MATCH = 4
"""Puzzles that one match may give."""
KNOWN_TO = ("newcomer", "learner", "regular")
"""Strengths that do not look ahead: what all of them always find is trivial."""


def select(
    finds: Iterable[dict[str, Any]], most: int = 0, unwanted: Collection[str] = (), least: float = LEAST
) -> tuple[list[Puzzle], Counter[str], dict[str, float]]:
    """The puzzles among the finds, rated; why positions were left out; and the strengths' ratings as solvers.

    With `most`, so many are kept, spread evenly over easy and hard. `unwanted` are names of puzzles that somebody
    has thrown out.
    """
    counts: Counter[str] = Counter()
    kept: dict[str, Puzzle] = {}
    matches = {(line["player"], line["match"]): line for line in finds}
    for _, line in sorted(matches.items()):
        counts.update(line["counts"])
        counts["matches"] += 1
        taken: list[tuple[int, Puzzle]] = []
        for found in sorted(line["puzzles"], key=lambda one: -one["chance"]):
            place = found["ply"]
            fields = {name: value for name, value in found.items() if name != "ply"}
            puzzle = Puzzle(**fields | {"solved": tuple(found["solved"])})
            reason = left_out(puzzle, place, taken, kept)
            if puzzle.chance < least:
                reason = "too close"
            elif puzzle.name in unwanted:
                reason = "thrown out"
            counts[reason or "puzzles"] += 1
            if not reason:
                kept[puzzle.position] = puzzle
                taken.append((place, puzzle))
    puzzles = list(kept.values())
    ratings, solvers = rate([puzzle.solved for puzzle in puzzles], list(TRIALS.values()))
    rated = [replace(puzzle, rating=round(rating)) for puzzle, rating in zip(puzzles, ratings, strict=True)]
    rated.sort(key=lambda one: (one.rating, one.name))
    if most and len(rated) > most:
        counts["more than asked for"] = len(rated) - most
        rated = [rated[i * len(rated) // most] for i in range(most)]
    return rated, counts, dict(zip(TRIALS, solvers, strict=True))


def left_out(puzzle: Puzzle, place: int, taken: list[tuple[int, Puzzle]], kept: dict[str, Puzzle]) -> str:
    """Why a find does not become a puzzle; nothing if it does."""
    easy = sum(TRIALS[name] - times for name, times in zip(TRIALS, puzzle.solved, strict=True) if name in KNOWN_TO)
    if easy == 0:
        return "trivial"
    if puzzle.position in kept or any(abs(place - other) <= 1 for other, _ in taken):
        return "duplicate"
    if len(taken) == MOST_OF_A_MATCH:
        return "enough of the match"
    return ""
