"""What has to happen without anybody asking: time that is up, bots that nobody woke, tables that nobody needs.

Every process looks once a second; one of them holds the lease and does the work. Another takes over when it is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
from typing import TYPE_CHECKING

import sqlalchemy as sa

from tripolis.engine.words import Message

from ..domain.clock import DAY, SECOND
from ..domain.journal import Entry, now
from ..domain.problems import Conflict, Problem, wrong_time
from ..domain.table import Table
from ..settings import Settings
from ..storage.schema import LEASES, LINKS, TABLES
from .tables import Hall

if TYPE_CHECKING:
    from .bots import Bots
    from .notices import Notices

LOG = logging.getLogger("tripolis.server.scheduler")
LEASE = 5 * SECOND
DOWN = 3 * SECOND
"""A server that gave no sign of life for so long was down."""
PATIENCE = 2 * SECOND
"""After so long a bot's turn is taken up by the one who sweeps: the process that should have done it may be gone."""
COLLECT = 600 * SECOND
"""How often everything is looked at for garbage (see `app.calm_collector`)."""
PAGE = 500


class Sweeper:
    """The part of a process that looks after all tables."""

    def __init__(self, hall: Hall, bots: Bots, notices: Notices, settings: Settings) -> None:
        self.hall, self.bots, self.notices, self.settings = hall, bots, notices, settings
        self.me = secrets.token_hex(8)
        self.holds = False
        self._next_closing = 0
        self._next_collection = now() + COLLECT
        self._task: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Give live clocks back the time that the server was away, and begin to look."""
        await self._after_downtime()
        self._task = asyncio.create_task(self._run(), name="sweeper")

    async def stop(self) -> None:
        """Stop looking, and let another process take over at once."""
        for task in (self._task, self._telling):
            if task:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if self.holds:
            lease = sa.update(LEASES).where(LEASES.c.name == "sweep", LEASES.c.holder == self.me)
            await self.hall.store.write(lease.values(until=0))

    async def _run(self) -> None:
        first = True
        while True:
            try:
                await self.beat()
                if await self.take_lease():
                    await self.sweep(first)
                    first = False
            except asyncio.CancelledError:
                raise
            except Exception:
                LOG.exception("a sweep failed")
            if now() >= self._next_collection:
                self._next_collection = now() + COLLECT
                gc.collect()
            await asyncio.sleep(1)

    # ----------------------------------------------------------------- leases

    async def take_lease(self) -> bool:
        """Hold the lease, if no other process does."""
        at = now()
        mine = sa.or_(LEASES.c.holder == self.me, LEASES.c.until < at)
        taken = sa.update(LEASES).where(LEASES.c.name == "sweep", mine).values(holder=self.me, until=at + LEASE)
        [rows] = await self.hall.store.write(taken)
        if not rows:
            if await self.hall.store.row(sa.select(LEASES.c.name).where(LEASES.c.name == "sweep")) is None:
                try:
                    await self.hall.store.write(
                        sa.insert(LEASES).values(name="sweep", holder=self.me, until=at + LEASE)
                    )
                    rows = 1
                except Conflict:
                    rows = 0
        self.holds = bool(rows)
        return self.holds

    async def beat(self) -> None:
        """Give a sign of life."""
        at = now()
        [rows] = await self.hall.store.write(sa.update(LEASES).where(LEASES.c.name == "beat").values(until=at))
        if not rows:
            with contextlib.suppress(Conflict):
                await self.hall.store.write(sa.insert(LEASES).values(name="beat", holder="", until=at))

    async def _after_downtime(self) -> None:
        """If no process was there for a while, live clocks get the gap back; days go on."""
        row = await self.hall.store.row(sa.select(LEASES.c.until).where(LEASES.c.name == "beat"))
        at = now()
        if row is not None and at - row.until > DOWN:
            chosen = sa.select(TABLES.c.id).where(TABLES.c.status == "playing", TABLES.c.due.is_not(None))
            for found in await self.hall.store.rows(chosen):
                await self._append(found.id, "downtime", {"gap": at - row.until}, f"downtime:{row.until}", _is_live)
        await self.beat()

    # --------------------------------------------------------------- sweeping

    async def sweep(self, first: bool = False) -> None:
        """Look at everything that is due."""
        at = now()
        due = sa.select(TABLES.c.id).where(TABLES.c.due <= at, TABLES.c.status == "playing").limit(PAGE)
        for row in await self.hall.store.rows(due):
            await self.time_out(row.id)
        waiting = sa.select(TABLES.c.id).where(TABLES.c.thinking, TABLES.c.status == "playing").limit(PAGE)
        if not first:
            waiting = waiting.where(TABLES.c.touched < at - PATIENCE)
        for row in await self.hall.store.rows(waiting):
            self.bots.consider(await self.hall.room(row.id, fresh=True))
        if self._telling is None or self._telling.done():  # a slow mail server must not hold up the clocks
            self._telling = asyncio.create_task(self._tell(), name="notices")
        if at >= self._next_closing:
            self._next_closing = at + 60 * SECOND
            await self.close_old(at)

    async def _tell(self) -> None:
        """Send notices."""
        try:
            await self.notices.send()
        except Exception:
            LOG.exception("notices could not be sent")

    async def time_out(self, table_id: str) -> None:
        """The time of the one to move is up."""
        room = await self.hall.room(table_id, fresh=True)
        actor, deadline = room.table.actor, room.table.clock.deadline()
        await self._append(table_id, "timeout", {}, f"timeout:{deadline}:{actor}", _is_due, actor)

    async def close_old(self, at: int) -> None:
        """Close tables that never began, and matches without a clock that nobody plays; forget links that are too old."""
        never = sa.and_(TABLES.c.status == "open", TABLES.c.touched < at - round(self.settings.close_open_days * DAY))
        idle = sa.and_(TABLES.c.status == "playing", TABLES.c.touched < at - round(self.settings.close_idle_days * DAY))
        for row in await self.hall.store.rows(sa.select(TABLES.c.id).where(sa.or_(never, idle)).limit(PAGE)):
            await self._append(
                row.id, "close", {"why": "idle"}, "close:idle", lambda table, _: table.status in ("open", "playing")
            )
        await self.hall.store.write(sa.delete(LINKS).where(LINKS.c.expires < at))

    async def _append(self, table_id, kind, data, once, holds, seat=-1):  # type: ignore[no-untyped-def]
        """Write an entry where it still holds."""

        def make(table: Table, at: int) -> Entry:
            if not holds(table, at):
                raise wrong_time(Message("The match is over."))
            return Entry(table.id, table.seq + 1, kind, seat, data, once, at)

        with contextlib.suppress(Problem):
            await self.hall.append(await self.hall.room(table_id, fresh=True), make, once)


def _is_due(table: Table, at: int) -> bool:
    """Is the time of the one to move up?"""
    deadline = table.clock.deadline()
    return table.status == "playing" and deadline is not None and deadline <= at


def _is_live(table: Table, at: int) -> bool:
    """Does a live clock run here?"""
    return table.status == "playing" and table.clock.rule.kind == "live" and table.clock.running >= 0
