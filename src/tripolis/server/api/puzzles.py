"""What an answer to a puzzle leads to, found by search in the bots' processes and drawn in those for computing."""

from __future__ import annotations

from typing import Any

from tripolis.puzzles.puzzle import Puzzle

from ..domain.identity import Identity
from ..live.computing import Computing, decoded
from ..live.workers import Workers

COST = 0.3
"""Seconds of computing that an answer counts for."""
SHOWN = 6
"""Moves that are shown of what follows an answer."""


async def outcomes_of(
    computing: Computing, workers: Workers, who: Identity, puzzle: Puzzle, number: int, wrong: bool
) -> dict[str, Any]:
    """What a move leads to, step by step, and the chances after it and after the best one. The best move itself is
    only told to whoever has found it, or has given up."""
    computing.admit(who)
    computing.charge(who, COST)
    seen = puzzle.seen()
    best = seen.number_of(puzzle.solution)
    reply = await workers.ask(seen, who.guest, urgent=True, follow=[number, best])
    after, other = reply["outcomes"] if reply and "outcomes" in reply else ({"line": [number]}, {})
    line = after["line"][:SHOWN]
    moments = decoded(await computing.run(who, "puzzle_line", position=puzzle.position, numbers=line))
    chances = {"chance": after.get("chance"), "best_chance": other.get("chance")}
    return chances | {"moments": moments, "best": None if wrong else puzzle.solution}
