"""What an answer to a puzzle leads to, found by search in the bots' processes and drawn in those for computing."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from tripolis.puzzles.puzzle import Puzzle

from ..domain.identity import Identity
from ..live.computing import Computing, decoded
from ..live.workers import Workers

COST = 0.3
"""Seconds of computing that a search counts for at once; what it takes beyond that is counted when it is known."""
SHOWN = 6
"""Moves that are shown of what follows an answer."""
KEPT = 2000
"""Outcomes that are kept."""

Outcome = dict[str, Any]


class Outcomes:
    """What moves lead to in puzzles. Each is searched once, whoever asks."""

    def __init__(self, workers: Workers, computing: Computing) -> None:
        self.workers, self.computing = workers, computing
        self._kept: OrderedDict[tuple[str, int], Outcome] = OrderedDict()

    async def of_answer(self, who: Identity, puzzle: Puzzle, number: int, wrong: bool) -> dict[str, Any]:
        """What a move leads to, step by step, and the chances after it and after the best one. The best move itself is
        only told to whoever has found it, or has given up."""
        best = puzzle.seen().number_of(puzzle.solution)
        found = await self._of(who, puzzle, sorted({number, best}))
        line = found.get(number, {"line": [number]})["line"][:SHOWN]
        moments = decoded(await self.computing.run(who, "puzzle_line", position=puzzle.position, numbers=line))
        chances = {name: found.get(n, {}).get("chance") for name, n in (("chance", number), ("best_chance", best))}
        return chances | {"moments": moments, "best": None if wrong else puzzle.solution}

    async def _of(self, who: Identity, puzzle: Puzzle, numbers: list[int]) -> dict[int, Outcome]:
        """The outcomes of these moves; none of one that could not be searched in time."""
        new = [number for number in numbers if (puzzle.name, number) not in self._kept]
        if new:
            self.computing.admit(who)
            self.computing.charge(who, COST)
            reply = await self.workers.ask(puzzle.seen(), who.guest, urgent=True, follow=new)
            seconds = reply["cpu"] if reply else self.workers.settings.bot_seconds
            self.computing.charge(who, max(0.0, seconds - COST))
            for number, outcome in zip(new, reply["outcomes"] if reply else [], strict=False):
                self._kept[puzzle.name, number] = outcome
        found = {number: self._kept[puzzle.name, number] for number in numbers if (puzzle.name, number) in self._kept}
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found
