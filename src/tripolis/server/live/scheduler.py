"""What has to happen without a request: time that is up, bots that nobody woke, tables that nobody needs.

Every process looks once a second; the one that holds the lease does the work. Another takes over when it is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
from collections.abc import Coroutine
from typing import Any

import sqlalchemy as sa

from ..domain.actions import need_not_over
from ..domain.clock import DAY, SECOND
from ..domain.problems import Conflict
from ..domain.table import Change, Table
from ..now import now
from ..settings import Settings
from ..storage.outage import log_outage
from ..storage.schema import HOUSE, LEASES, LINKS, TABLES
from .bots import Bots
from .notices import Notices
from .tables import LiveTables

LOG = logging.getLogger("tripolis.server.scheduler")
LEASE = 5 * SECOND
ON_THE_WAY = SECOND
"""A move that has arrived in time at another process is written before its clock is stopped."""
PATIENCE = 2 * SECOND
"""After this long a bot's turn is taken up here: the process that should have done it may be gone."""
COLLECT = 600 * SECOND
"""How often everything is looked at for garbage (see `app.calm_collector`)."""
PAGE = 500


class Scheduler:
    """The part of a process that looks after all tables."""

    def __init__(self, tables: LiveTables, bots: Bots, notices: Notices, settings: Settings) -> None:
        self.tables, self.bots, self.notices, self.settings = tables, bots, notices, settings
        self.store = tables.store
        self.me = secrets.token_hex(8)
        self.holds_lease = False
        self._next_closing = 0
        self._next_collection = now() + COLLECT
        self._task: asyncio.Task[None] | None = None
        self._sending: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._run(), name="scheduler")

    async def stop(self) -> None:
        """Stop looking, and let another process take over at once."""
        for task in (self._task, self._sending):
            if task:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if self.holds_lease and self.store.writable.is_set():
            lease = sa.update(LEASES).where(LEASES.c.name == "sweep", LEASES.c.holder == self.me)
            await self.store.write(lease.values(until=0))

    async def _run(self) -> None:
        first = True
        while True:
            try:
                await self.store.writable.wait()
                await self.tables.settle()
                if await self.take_lease():
                    await self.do_what_is_due(first)
                    first = False
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if not log_outage(error):
                    LOG.exception("the scheduler failed")
            if now() >= self._next_collection:
                self._next_collection = now() + COLLECT
                gc.collect()
            await asyncio.sleep(1)

    # ----------------------------------------------------------------- leases

    async def take_lease(self) -> bool:
        """Hold the lease, if no other process does."""
        at = self.store.clock_sql
        # A lease that ends later than any could was written by a clock that was wrong: it holds nobody up.
        mine = sa.or_(LEASES.c.holder == self.me, LEASES.c.until < at, LEASES.c.until > at + 2 * LEASE)
        lease = {"holder": self.me, "until": at + LEASE}
        [rows] = await self.store.write(sa.update(LEASES).where(LEASES.c.name == "sweep", mine).values(**lease))
        if not rows and await self.store.row(sa.select(LEASES.c.name).where(LEASES.c.name == "sweep")) is None:
            with contextlib.suppress(Conflict):
                await self.store.write(sa.insert(LEASES).values(name="sweep", **lease))
                rows = 1
        self.holds_lease = bool(rows)
        return self.holds_lease

    # --------------------------------------------------------------- the work

    async def do_what_is_due(self, first: bool = False) -> None:
        """Clocks, bots, notices, old tables."""
        at = now()
        due = sa.select(TABLES.c.id).where(TABLES.c.due <= at - ON_THE_WAY, TABLES.c.status == "playing").limit(PAGE)
        for row in await self.store.rows(due):
            await self._alone(row.id, self.time_out(row.id))
        waiting = sa.select(TABLES.c.id).where(TABLES.c.thinking, TABLES.c.status == "playing").limit(PAGE)
        if not first:
            waiting = waiting.where(TABLES.c.touched < at - PATIENCE)
        for row in await self.store.rows(waiting):
            await self._alone(row.id, self.wake_bots(row.id))
        if self._sending is None or self._sending.done():  # a slow mail server must not hold up the clocks
            self._sending = asyncio.create_task(self._send_notices(), name="notices")
        if at >= self._next_closing:
            self._next_closing = at + 60 * SECOND
            await self.close_old(at)

    async def _send_notices(self) -> None:
        try:
            await self.notices.send()
        except Exception as error:
            if not log_outage(error):
                LOG.exception("notices could not be sent")

    async def _alone(self, table_id: str, work: Coroutine[Any, Any, None]) -> None:
        """Work on one table: whatever is wrong there, the others get theirs."""
        try:
            await work
        except Exception as error:
            await self.tables.quarantine(table_id, "care", error)

    async def wake_bots(self, table_id: str) -> None:
        """Let the bots of a table think, if it is their turn."""
        self.bots.consider(await self.tables.find(table_id, fresh=True))

    async def time_out(self, table_id: str) -> None:
        """The time of the one to move is up, unless it was nobody's: the clock may have been set since it was found."""
        live = await self.tables.find(table_id, fresh=True)
        await self.tables.settle()
        await self.tables.time_out(live, now())

    async def close_old(self, at: int) -> None:
        """Close tables that never began and matches without a clock that nobody plays; delete old links."""
        settings, touched = self.settings, TABLES.c.touched
        never = sa.and_(TABLES.c.status == "open", touched < at - round(settings.close_open_days * DAY))
        idle = sa.and_(TABLES.c.status == "playing", touched < at - round(settings.close_idle_days * DAY))
        for row in await self.store.rows(sa.select(TABLES.c.id).where(sa.or_(never, idle)).limit(PAGE)):
            await self._alone(row.id, self.close_idle(row.id))
        ended = sa.and_(HOUSE.c.name.startswith("logout "), HOUSE.c.at < at - DAY)
        await self.store.write(sa.delete(LINKS).where(LINKS.c.expires < at), sa.delete(HOUSE).where(ended))

    async def close_idle(self, table_id: str) -> None:
        """Close a table, if it is not over by now."""

        def close(table: Table, at: int) -> Change:
            need_not_over(table)
            return table.change("close", -1, {"why": "idle"}, at)

        await self.tables.append(await self.tables.find(table_id, fresh=True), close, "close:idle")
