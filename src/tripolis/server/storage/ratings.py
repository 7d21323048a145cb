"""Ratings of people and bots of this server: openskill's Plackett-Luce model, match by match."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa
from openskill.models import PlackettLuce

from ..domain.problems import Conflict, Problem, changed
from .schema import GUESTS, RATINGS, RESULTS
from .store import Must, Store

MODEL = PlackettLuce()
TRIES = 5
PAGE = 200
SHOWN = 100
"""Lines of the board."""


class Rating(NamedTuple):
    """What is believed of a player: `mu` is the middle, `sigma` how unsure it is."""

    mu: float = float(MODEL.mu)
    sigma: float = float(MODEL.sigma)
    matches: int = 0

    @property
    def shown(self) -> int:
        """The rating as people read it: 1500 at first, and by two deviations on the safe side."""
        return round(1500 + 40 * (self.mu - MODEL.mu) - 40 * 2 * self.sigma + 40 * 2 * MODEL.sigma)

    @property
    def give(self) -> int:
        """How far it may be off."""
        return round(40 * 2 * self.sigma)


def rated(ratings: dict[str, Rating], players: Sequence[str], places: Sequence[int]) -> dict[str, Rating]:
    """The ratings of all players of a match after it; a bot on several seats gets the mean of what each earns."""
    teams = [[MODEL.rating(mu=ratings[name].mu, sigma=ratings[name].sigma)] for name in players]
    after = defaultdict(list)
    for name, [new] in zip(players, MODEL.rate(teams, ranks=[float(place) for place in places]), strict=True):
        after[name].append(new)
    return {
        name: Rating(
            sum(one.mu for one in new) / len(new),
            sum(one.sigma for one in new) / len(new),
            ratings[name].matches + 1,
        )
        for name, new in after.items()
    }


def player_of(row: Any) -> str:
    """Who sat on a seat, as ratings name them; nobody, where a guest has had their record deleted."""
    return str(row.guest or (f"bot:{row.bot}" if row.bot else ""))


@dataclass(frozen=True)
class BoardLine:
    """Who is on the board: a guest with a name, or a bot without one."""

    player: str
    name: str
    rating: Rating

    @property
    def bot(self) -> str:
        """Which bot it is, if it is one."""
        return "" if self.name else self.player.removeprefix("bot:")


@dataclass
class Ratings:
    """Counts rated matches, each once, however many processes try."""

    store: Store
    task: asyncio.Task[None] | None = None

    def soon(self) -> None:
        """Count what waits, beside other work."""
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self.count(), name="ratings")

    async def stop(self) -> None:
        """Leave what is not counted to the next process."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def count(self) -> None:
        """Count all matches that wait, in the order in which they ended."""
        waits = sa.select(RESULTS.c.table_id).where(RESULTS.c.rated == "waits").group_by(RESULTS.c.table_id)
        order = sa.func.min(RESULTS.c.ended), RESULTS.c.table_id
        while rows := await self.store.rows(waits.order_by(*order).limit(PAGE)):
            for row in rows:
                await self._count_match(row.table_id)

    async def _count_match(self, table_id: str) -> None:
        """Count one match; where another process was faster, what it has written is read first."""
        for _ in range(TRIES):
            chosen = sa.select(RESULTS).where(RESULTS.c.table_id == table_id, RESULTS.c.rated == "waits")
            rows = await self.store.rows(chosen.order_by(RESULTS.c.seat))
            if not rows:
                return
            with contextlib.suppress(Problem, Conflict):
                await self._write(table_id, rows)
                return

    async def _write(self, table_id: str, rows: list[Any]) -> None:
        players, game = [player_of(row) for row in rows], rows[0].game
        done = sa.update(RESULTS).where(RESULTS.c.table_id == table_id, RESULTS.c.rated == "waits")
        statements: list[Any] = [Must(done.values(rated="counted"), changed())]
        if all(players) and len(set(players)) > 1:
            before = await self.of(players, game)
            known = {name: before.get(name, Rating()) for name in players}
            for name, new in rated(known, players, [row.place for row in rows]).items():
                values = {"mu": new.mu, "sigma": new.sigma, "matches": new.matches}
                if name not in before:
                    statements.append(sa.insert(RATINGS).values(player=name, game=game, **values))
                    continue
                mine = RATINGS.c.player == name, RATINGS.c.game == game, RATINGS.c.matches == before[name].matches
                statements.append(Must(sa.update(RATINGS).where(*mine).values(**values), changed()))
        await self.store.write(*statements)

    async def of(self, players: Sequence[str], game: str) -> dict[str, Rating]:
        """The ratings of these players in a game, where they have one."""
        chosen = sa.select(RATINGS).where(RATINGS.c.player.in_(set(players)), RATINGS.c.game == game)
        return {row.player: Rating(row.mu, row.sigma, row.matches) for row in await self.store.rows(chosen)}

    async def of_guest(self, guest: str) -> dict[str, Rating]:
        """The ratings of a guest, by game."""
        rows = await self.store.rows(sa.select(RATINGS).where(RATINGS.c.player == guest))
        return {row.game: Rating(row.mu, row.sigma, row.matches) for row in rows}

    async def board(self, game: str) -> list[BoardLine]:
        """The best of a game: bots, and guests who want to be seen."""
        named = sa.select(RATINGS, GUESTS.c.name).outerjoin(
            GUESTS, sa.and_(GUESTS.c.id == RATINGS.c.player, GUESTS.c.board)
        )
        shown = sa.or_(RATINGS.c.player.like("bot:%"), GUESTS.c.id.is_not(None))
        best = (RATINGS.c.mu - 2 * RATINGS.c.sigma).desc(), RATINGS.c.player  # as `Rating.shown` has it
        rows = await self.store.rows(named.where(RATINGS.c.game == game, shown).order_by(*best).limit(SHOWN))
        return [BoardLine(row.player, row.name or "", Rating(row.mu, row.sigma, row.matches)) for row in rows]
