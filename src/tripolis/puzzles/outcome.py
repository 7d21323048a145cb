"""What an answer leads to: a search of what comes after it, beside the one of what comes after the solution."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from tripolis.bots.analysis import follow
from tripolis.bots.strengths import searcher
from tripolis.engine.position import Position

ITERATIONS = 4000


@dataclass(frozen=True)
class Outcome:
    """What a move leads to."""

    chance: float
    """To win."""
    lead: float
    """By how much the seat leads in the end, on average, in the units of the account."""
    line: tuple[int, ...]
    """The move and those that are likely to follow, in one of the worlds that fit what the seat sees."""


def world_seed(seen: Position) -> int:
    """The seed of all that is imagined of a position: whoever asks again is told the same."""
    return int.from_bytes(hashlib.sha256(seen.to_bytes()).digest()[:6])


def outcomes(seen: Position, numbers: Sequence[int], iterations: int = ITERATIONS) -> list[Outcome]:
    """What each of these moves leads to: searched equally long, and in the same imagined worlds."""
    seed, found = world_seed(seen), []
    for number in numbers:
        tree = searcher(seen.game, iterations).start(seen, seed, iterations, number)
        tree.think(iterations)
        _, line = follow(tree, seen, number, seed)
        root = tree.root
        found.append(
            Outcome(float(root.wins[seen.actor]) / iterations, float(root.leads[seen.actor]) / iterations, tuple(line))
        )
    return found
