"""A puzzle, the file that holds those of a game, and the puzzle of a day."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tripolis.engine.game import Game, find
from tripolis.engine.position import Position

TRIALS = {"newcomer": 12, "learner": 12, "regular": 12, "skilled": 8, "strong": 8, "master": 4}
"""How often each strength tries a puzzle."""
HEAD = "# id rating points chance solved solution position"


@dataclass(frozen=True)
class Puzzle:
    """A position as the deciding seat sees it, and its best move."""

    position: str
    """The position as text, which names the game, its options and the seat."""
    solution: str
    """The best move in notation."""
    points: float
    """By how many points the next best move leads less in the end."""
    chance: float
    """By how much the next best move lowers the chance to win."""
    solved: tuple[int, ...]
    """How often each strength of `TRIALS` found the solution."""
    rating: int = 0
    """How hard it is: a solver with the same rating finds it every second time."""

    @property
    def name(self) -> str:
        """A short name that follows from the position."""
        return hashlib.sha256(self.position.encode()).hexdigest()[:8]

    def seen(self, game: Game | None = None) -> Position:
        """The position."""
        return Position.parse(self.position, game)

    def line(self) -> str:
        """The puzzle as a line of the file."""
        solved = "/".join(map(str, self.solved))
        return f"{self.name} {self.rating} {self.points:.1f} {self.chance:.2f} {solved} {self.solution} {self.position}"

    @classmethod
    def read(cls, line: str) -> Puzzle:
        """A puzzle from a line of the file."""
        _, rating, points, chance, solved, solution, position = line.split(" ", 6)
        counts = tuple(int(count) for count in solved.split("/"))
        return cls(position, solution, float(points), float(chance), counts, int(rating))


def puzzles_file(game: Game) -> Path:
    """Where the puzzles of a game are, beside the game."""
    return game.art_file.parent.parent / "puzzles.txt"


def write_puzzles(puzzles: Iterable[Puzzle], file: Path) -> None:
    """Write puzzles as a file, the easiest first."""
    lines = [puzzle.line() for puzzle in sorted(puzzles, key=lambda one: (one.rating, one.name))]
    file.write_text("\n".join([HEAD, *lines]) + "\n", encoding="utf-8")


@cache
def puzzles_of(name: str) -> dict[str, Puzzle]:
    """The puzzles of an installed game by their names, the easiest first; a game may have none."""
    file = puzzles_file(find(name))
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    puzzles = (Puzzle.read(line) for line in lines if line and not line.startswith("#"))
    return {puzzle.name: puzzle for puzzle in puzzles}


def puzzle_of_day(name: str, day: datetime.date) -> Puzzle | None:
    """The puzzle of a game for a day: each of them once, in an order of their own, and then again."""
    order = sorted(puzzles_of(name), key=lambda one: hashlib.sha256(one.encode()).digest())
    return puzzles_of(name)[order[day.toordinal() % len(order)]] if order else None
