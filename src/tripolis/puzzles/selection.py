"""From the finds of many processes to the puzzles of a game: duplicates out, ratings from who missed what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from . import LEAST
from .difficulty import rate
from .puzzle import TRIALS, Puzzle

MOST_OF_A_MATCH = 4
"""Puzzles that one match may give."""
MOST_OF_A_KIND = 3
"""Puzzles of one kind of decision that one match may give."""
KNOWN_TO = ("newcomer", "learner", "regular")
"""Strengths that do not look ahead: what all of them always find is trivial."""
LOOKING_AHEAD = tuple(name for name in TRIALS if name not in KNOWN_TO)


def select(
    finds: Iterable[dict[str, Any]],
    most: int = 0,
    unwanted: Collection[str] = (),
    least: float = LEAST,
    of_a_kind: int = 0,
) -> tuple[list[Puzzle], Counter[str], dict[str, float]]:
    """The puzzles among the finds, rated; why positions were left out; and the strengths' ratings as solvers.

    With `most`, so many are kept, and with `of_a_kind` so many of each kind of decision, spread evenly over easy and
    hard. `unwanted` are names of puzzles that somebody has thrown out.
    """
    counts: Counter[str] = Counter()
    kept: dict[str, Puzzle] = {}
    kinds: dict[str, str] = {}
    matches = {(line["player"], line["match"]): line for line in finds}
    for _, line in sorted(matches.items()):
        counts.update(line["counts"])
        counts["matches"] += 1
        taken: list[tuple[int, Puzzle]] = []
        for found in sorted(line["puzzles"], key=lambda one: -one["chance"]):
            place = found["ply"]
            fields = {name: value for name, value in found.items() if name not in ("ply", "kind")}
            puzzle = Puzzle(**fields | {"solved": tuple(found["solved"])})
            reason = left_out(puzzle, place, taken, kept)
            if puzzle.chance < least:
                reason = "too close"
            elif puzzle.name in unwanted:
                reason = "thrown out"
            counts[reason or "puzzles"] += 1
            if not reason:
                kept[puzzle.position], kinds[puzzle.position] = puzzle, found["kind"]
                taken.append((place, puzzle))
    puzzles = list(kept.values())
    ratings, solvers = rate([puzzle.solved for puzzle in puzzles], list(TRIALS.values()))
    rated = [replace(puzzle, rating=round(rating)) for puzzle, rating in zip(puzzles, ratings, strict=True)]
    rated.sort(key=lambda one: (one.rating, one.name))
    enough = [
        one
        for kind in sorted(set(kinds.values()))
        for one in spread([one for one in rated if kinds[one.position] == kind], of_a_kind)
    ]
    counts["enough of the kind"] = len(rated) - len(enough)
    chosen = spread(sorted(enough, key=lambda one: (one.rating, one.name)), most)
    counts["more than asked for"] = len(enough) - len(chosen)
    return chosen, counts, dict(zip(TRIALS, solvers, strict=True))


def spread(rated: list[Puzzle], most: int) -> list[Puzzle]:
    """So many of the puzzles, evenly from the easiest to the hardest; with 0, all."""
    if not most or len(rated) <= most:
        return rated
    return [rated[i * len(rated) // most] for i in range(most)]


def left_out(puzzle: Puzzle, place: int, taken: list[tuple[int, Puzzle]], kept: dict[str, Puzzle]) -> str:
    """Why a find does not become a puzzle; nothing if it does."""
    if is_trivial(puzzle.solved):
        return "trivial"
    if puzzle.position in kept or any(abs(place - other) <= 1 for other, _ in taken):
        return "duplicate"
    if len(taken) == MOST_OF_A_MATCH:
        return "enough of the match"
    return ""


def is_trivial(solved: Sequence[int]) -> bool:
    """Do all that do not look ahead always find a solution? `solved` begins with their trials."""
    return all(times == TRIALS[name] for name, times in zip(KNOWN_TO, solved, strict=False))
