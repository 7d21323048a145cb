"""Answers of guests to puzzles, and what follows from them: ratings, and streaks of days."""

from __future__ import annotations

import contextlib
import datetime
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tripolis.puzzles.puzzle import Puzzle, puzzle_of_day
from tripolis.puzzles.solver import START, rating_after, streak

from ..domain.problems import Conflict
from ..now import now
from .schema import ANSWERS
from .store import Store

WEEK = 7


@dataclass(frozen=True)
class Solver:
    """What is known of a guest who solves puzzles of a game."""

    rating: int
    answered: dict[str, bool]
    """Puzzles whose first answer was given: was it right?"""

    @property
    def solved(self) -> int:
        """How many puzzles were solved at once."""
        return sum(self.answered.values())


def today() -> datetime.date:
    """The day of the puzzle of the day, everywhere the same."""
    return datetime.datetime.fromtimestamp(now() / 1000, datetime.UTC).date()


async def solver_of(store: Store, guest: str, game: str) -> Solver:
    """A guest as a solver of a game's puzzles."""
    chosen = sa.select(ANSWERS).where(ANSWERS.c.guest == guest, ANSWERS.c.game == game).order_by(ANSWERS.c.at)
    rows = await store.rows(chosen) if guest else []
    return Solver(rows[-1].rating if rows else START, {row.puzzle: row.correct for row in rows})


async def streak_of(store: Store, guest: str) -> int:
    """On how many days in a row a guest has solved the puzzle of the day."""
    chosen = sa.select(ANSWERS.c.day).where(ANSWERS.c.guest == guest, ANSWERS.c.correct, ANSWERS.c.day > 0)
    days = {row.day for row in await store.rows(chosen)} if guest else set()
    return streak(days, today().toordinal())


async def week_of(store: Store, guest: str) -> list[tuple[datetime.date, dict[str, bool]]]:
    """The last seven days, and how the puzzles of the day went on each, by game."""
    days = [today() - datetime.timedelta(days=before) for before in reversed(range(WEEK))]
    chosen = sa.select(ANSWERS).where(ANSWERS.c.guest == guest, ANSWERS.c.day >= days[0].toordinal())
    rows = await store.rows(chosen) if guest else []
    return [(day, {row.game: row.correct for row in rows if row.day == day.toordinal()}) for day in days]


async def note_answer(store: Store, guest: str, game: str, puzzle: Puzzle, right: bool) -> Solver:
    """Note the first answer of a guest to a puzzle, which moves their rating; later ones change nothing."""
    solver = await solver_of(store, guest, game)
    if puzzle.name in solver.answered:
        return solver
    row: dict[str, Any] = {"guest": guest, "puzzle": puzzle.name, "game": game, "correct": right, "at": now()}
    row["rating"] = rating_after(solver.rating, len(solver.answered), puzzle.rating, right)
    row["day"] = today().toordinal() if puzzle == puzzle_of_day(game, today()) else 0
    with contextlib.suppress(Conflict):  # the same answer, sent twice at once
        await store.write(sa.insert(ANSWERS).values(**row))
    return await solver_of(store, guest, game)
