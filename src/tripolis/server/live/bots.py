"""Bots at tables: whose turn it is to think, the moves that come of it, and hints for people."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from functools import lru_cache
from typing import Any

from tripolis.bots import quick_choice
from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.words import Message

from ..domain.actions import follow_order
from ..domain.problems import Problem
from ..domain.table import Change, Table
from ..settings import Settings
from .tables import LiveTable, LiveTables
from .workers import Workers

LOG = logging.getLogger("tripolis.server.bots")
KEPT_HINTS = 256


class Bots:
    """All bots of a server process."""

    def __init__(self, tables: LiveTables, workers: Workers, settings: Settings) -> None:
        self.tables, self.workers, self.settings = tables, workers, settings
        self.failures = 0
        self._busy: set[str] = set()
        self._hints: OrderedDict[tuple[str, int], asyncio.Task[tuple[int, float | None]]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        """End all thinking."""
        for task in (*self._tasks, *self._hints.values()):
            task.cancel()

    # ----------------------------------------------------------------- turns

    def consider(self, live: LiveTable) -> None:
        """If a bot or an automatic move is to move at this table, let it."""
        if live.table.thinking and live.table.id not in self._busy:
            self._busy.add(live.table.id)
            task = asyncio.create_task(self._play(live), name=f"bots of {live.table.id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _play(self, live: LiveTable) -> None:
        """Move until a person is to move, or nobody."""
        try:
            await self.workers.ready.wait()
            while live.table.thinking:
                await self.tables.store.writable.wait()
                table = live.table
                bot = table.seats[table.actor].player
                key = f"bot:{table.position_seq}" if bot else f"order:{table.seq}"
                turn = Turn(table, bot, await self.think(table, bot) if bot else None)
                try:
                    await self.tables.append(live, turn.judge, key)
                except Problem:
                    await asyncio.sleep(0.05)  # the table has changed while the bot was thinking
        except asyncio.CancelledError:
            raise
        except Exception as error:
            await self.tables.quarantine(live.table.id, "bots", error)
        finally:
            self._busy.discard(live.table.id)

    async def think(self, table: Table, bot: str) -> int:
        """The action of a bot; greedy's, where the bot has none to give in time."""
        assert table.position is not None
        seen = table.position.seen_by(table.actor)
        if table.tour:
            script = tour_script(table.game)
            if table.numbers == script[: table.ply] and table.ply < len(script):
                return script[table.ply]
        reply = await self.workers.ask(seen, table.owner, urgent=bool(table.people), bot=bot)
        if reply is not None:
            if _legal(seen, reply.get("action")):
                return int(reply["action"])
            LOG.warning("the bot %s has no legal answer", bot)
        self.failures += 1
        return quick_choice(seen)

    # ----------------------------------------------------------------- hints

    def knows_hint(self, key: tuple[str, int]) -> bool:
        """Was this position searched already?"""
        return key in self._hints

    async def hint(self, key: tuple[str, int], seen: Position) -> tuple[int, float | None]:
        """The best move that a short search finds, and the chance to win; each position (by its key) is searched once.

        Greedy's choice, where no process has an answer in time.
        """
        if key not in self._hints:
            self._hints[key] = asyncio.create_task(self._hint(key[0], seen), name=f"hint at {key[0]}")
            while len(self._hints) > KEPT_HINTS:
                self._hints.popitem(last=False)
        return await asyncio.shield(self._hints[key])

    async def _hint(self, asker: str, seen: Position) -> tuple[int, float | None]:
        reply = await self.workers.ask(
            seen, asker, urgent=True, patience=self.settings.bot_seconds, hint=self.settings.hint_milliseconds
        )
        if reply is None or not _legal(seen, reply.get("action")):
            return quick_choice(seen), None
        return int(reply["action"]), float(reply["chance"])


class Turn:
    """A decision of a bot (by its action) or of an automatic move; it holds only on the position it was made for."""

    def __init__(self, table: Table, bot: str, action: int | None) -> None:
        self.table, self.bot, self.action = table, bot, action

    def judge(self, table: Table, at: int) -> Change:
        """The entry of the turn on the table as it is now."""
        seat = self.table.actor
        changed = table.position_seq != self.table.position_seq or table.orders.get(seat) != self.table.orders.get(seat)
        if changed or not table.thinking or table.seats[seat].player != self.bot:
            raise Problem(409, "stale", Message("The position has changed in the meantime: look at it again."))
        if self.action is None:
            return follow_order(table, seat, at)
        return table.change("moves", seat, {"moves": [self.action]}, at)


@lru_cache(maxsize=16)
def tour_script(game: Game) -> list[int]:
    """All moves of a guided first game, as numbers."""
    tour = game.tour
    match = game.new(tour.seed)
    for step in tour.steps:
        match.play(*([step.move] if step.move else []), *step.replies)
    return match.numbers


def _legal(seen: Position, action: Any) -> bool:
    """Is this what a bot may do here? Bots may answer anything."""
    return isinstance(action, int) and 0 <= action < seen.game.n_actions and seen.why_not(action) is None
