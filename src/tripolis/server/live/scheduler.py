"""What has to happen without a request: time that is up, bots that nobody woke, tables that nobody needs.

Every process looks once a second; the one that holds the lease does the work. Another takes over when it is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from tripolis.engine.words import Message

from ..domain.clock import DAY, SECOND
from ..domain.problems import Conflict, Problem, wrong_time
from ..domain.table import Change, Table
from ..now import now
from ..settings import Settings
from ..storage.schema import LEASES, LINKS, TABLES
from .bots import Bots
from .notices import Notices
from .tables import LiveTables

LOG = logging.getLogger("tripolis.server.scheduler")
LEASE = 5 * SECOND
DOWN = 3 * SECOND
"""A server without a sign of life for this long was down."""
PATIENCE = 2 * SECOND
"""After this long a bot's turn is taken up here: the process that should have done it may be gone."""
COLLECT = 600 * SECOND
"""How often everything is looked at for garbage (see `app.calm_collector`)."""
PAGE = 500


@dataclass(frozen=True, slots=True)
class Due:
    """An entry that is due at a table, under which conditions, and what makes it count once."""

    kind: str
    idempotency_key: str
    holds: Callable[[Table, int], bool]
    data: dict[str, Any] = field(default_factory=dict)
    seat: int = -1

    def judge(self, table: Table, at: int) -> Change:
        """The entry, if it still holds."""
        if not self.holds(table, at):
            raise wrong_time(Message("The match is over."))
        return table.change(self.kind, self.seat, self.data, at)


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
        """Give live clocks back the time that the server was away, and begin to look."""
        await self._after_downtime()
        self._task = asyncio.create_task(self._run(), name="scheduler")

    async def stop(self) -> None:
        """Stop looking, and let another process take over at once."""
        for task in (self._task, self._sending):
            if task:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if self.holds_lease:
            lease = sa.update(LEASES).where(LEASES.c.name == "sweep", LEASES.c.holder == self.me)
            await self.store.write(lease.values(until=0))

    async def _run(self) -> None:
        first = True
        while True:
            try:
                await self.beat()
                if await self.take_lease():
                    await self.do_what_is_due(first)
                    first = False
            except asyncio.CancelledError:
                raise
            except Exception:
                LOG.exception("the scheduler failed")
            if now() >= self._next_collection:
                self._next_collection = now() + COLLECT
                gc.collect()
            await asyncio.sleep(1)

    # ----------------------------------------------------------------- leases

    async def take_lease(self) -> bool:
        """Hold the lease, if no other process does."""
        at = now()
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

    async def beat(self) -> None:
        """Give a sign of life."""
        at = now()
        [rows] = await self.store.write(sa.update(LEASES).where(LEASES.c.name == "beat").values(until=at))
        if not rows:
            with contextlib.suppress(Conflict):
                await self.store.write(sa.insert(LEASES).values(name="beat", holder="", until=at))

    async def _after_downtime(self) -> None:
        """If no process was there for a while, live clocks get the gap back; days go on."""
        row = await self.store.row(sa.select(LEASES.c.until).where(LEASES.c.name == "beat"))
        at = now()
        if row is not None and at - row.until > DOWN:
            due = Due("downtime", f"downtime:{row.until}", _is_live, {"gap": at - row.until})
            running = sa.select(TABLES.c.id).where(TABLES.c.status == "playing", TABLES.c.due.is_not(None))
            for table in await self.store.rows(running):
                await self._alone(table.id, self._append(table.id, due))
        await self.beat()

    # --------------------------------------------------------------- the work

    async def do_what_is_due(self, first: bool = False) -> None:
        """Clocks, bots, notices, old tables."""
        at = now()
        due = sa.select(TABLES.c.id).where(TABLES.c.due <= at, TABLES.c.status == "playing").limit(PAGE)
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
        except Exception:
            LOG.exception("notices could not be sent")

    async def _alone(self, table_id: str, work: Coroutine[Any, Any, None]) -> None:
        """Work on one table: whatever is wrong there, the others get theirs."""
        try:
            await work
        except Problem as problem:
            LOG.warning("table %s: %s", table_id, problem.message)
        except Exception:
            LOG.exception("table %s could not be looked after", table_id)

    async def wake_bots(self, table_id: str) -> None:
        """Let the bots of a table think, if it is their turn."""
        self.bots.consider(await self.tables.find(table_id, fresh=True))

    async def time_out(self, table_id: str) -> None:
        """The time of the one to move is up."""
        table = (await self.tables.find(table_id, fresh=True)).table
        key = f"timeout:{table.clock.deadline()}:{table.actor}"
        await self._append(table_id, Due("timeout", key, _is_due, seat=table.actor))

    async def close_old(self, at: int) -> None:
        """Close tables that never began and matches without a clock that nobody plays; delete old links."""
        settings, touched = self.settings, TABLES.c.touched
        never = sa.and_(TABLES.c.status == "open", touched < at - round(settings.close_open_days * DAY))
        idle = sa.and_(TABLES.c.status == "playing", touched < at - round(settings.close_idle_days * DAY))
        for row in await self.store.rows(sa.select(TABLES.c.id).where(sa.or_(never, idle)).limit(PAGE)):
            await self._alone(row.id, self._append(row.id, Due("close", "close:idle", _is_not_over, {"why": "idle"})))
        await self.store.write(sa.delete(LINKS).where(LINKS.c.expires < at))

    async def _append(self, table_id: str, due: Due) -> None:
        """Write an entry where it still holds."""
        with contextlib.suppress(Problem):
            live = await self.tables.find(table_id, fresh=True)
            await self.tables.append(live, due.judge, due.idempotency_key)


def _is_not_over(table: Table, at: int) -> bool:
    return table.status in ("open", "playing")


def _is_due(table: Table, at: int) -> bool:
    """Is the time of the one to move up?"""
    deadline = table.clock.deadline()
    return table.status == "playing" and deadline is not None and deadline <= at


def _is_live(table: Table, at: int) -> bool:
    """Does a live clock run here?"""
    return table.status == "playing" and table.clock.rule.kind == "live" and table.clock.running >= 0
