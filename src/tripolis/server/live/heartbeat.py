"""A sign of life once a second. From it a process knows when nobody was there: it was stopped, the machine has slept,
or its clock has jumped. That time is nobody's.

All processes follow one clock, that of the database's machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

import sqlalchemy as sa

from tripolis.engine.words import Message

from ..domain.clock import DAY, SECOND
from ..domain.problems import Problem, wrong_time
from ..domain.table import Change, Table
from ..now import machine_time, now, set_time
from ..repeating import Repeating
from ..storage.outage import log_outage
from ..storage.schema import LEASES, TABLES
from .tables import LiveTables

LOG = logging.getLogger("tripolis.server.heartbeat")
AWAY = 3 * SECOND
"""After this long without a sign of life nobody was there."""
TOGETHER = 20
"""Tables whose clocks are shifted at once, between two looks at the time."""


class Heartbeat:
    """The sign of life of a process."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables, self.store = tables, tables.store
        self._last = 0
        self._ahead = 0
        """By how much this machine's clock is ahead of the one that all processes follow."""
        self._maintained = False
        """Has the host kept the server read-only since the last beat?"""
        self._begun = self._held = 0
        """The number of the beat that has begun last, and of the last one that has ended well."""
        self._lock = asyncio.Lock()
        self._beating = Repeating("heartbeat", self.beat, self._missed_beat)

    async def start(self) -> None:
        """Give clocks back the time that no process was there, and begin to beat."""
        await self.beat()
        self._beating.start()

    async def stop(self) -> None:
        """Stop beating."""
        await self._beating.stop()

    def _missed_beat(self, error: Exception) -> None:
        if not log_outage(error):
            LOG.warning("no sign of life: %s", error)

    @property
    def missed(self) -> bool:
        """Was this process away since its last beat, or has the clock of its machine jumped?"""
        if self._maintained:  # nobody's time either
            return self.store.writable.is_set()
        return now() - self._last > AWAY or abs(machine_time() - now() - self._ahead) > AWAY

    async def settle(self) -> None:
        """Before anything is judged by its time: whoever was away says so first. Those who come while time is given
        back wait for the next beat, all for the same one."""
        if self.missed:
            await self.beat(after=self._begun)

    async def beat(self, after: int | None = None) -> None:
        """Follow the clock, give back time that was nobody's, and give a sign of life; not where that was done since,
        by a beat that has begun `after` the one with this number."""
        if not self.store.writable.is_set():
            self._maintained = True
            return
        async with self._lock:
            if after is not None and self._held > after:
                return
            self._begun += 1
            await self._follow_clock()
            row = await self.store.row(sa.select(LEASES.c.until).where(LEASES.c.name == "beat"))
            at = now()
            if row is not None and (self._maintained or abs(at - row.until) > AWAY):
                at = await self._give_back(at, row.until)
            self._maintained = False
            sign = {"name": "beat", "holder": "", "until": at}
            insert = self.store.insert(LEASES).values(sign)
            await self.store.write(insert.on_conflict_do_update(index_elements=["name"], set_=sign))
            self._last, self._held = at, self._begun

    async def _follow_clock(self) -> None:
        """Set the time of this process by the database's, if it is wrong by more than the way there can explain."""
        before = now()
        clock = await self.store.clock()
        if not before - AWAY <= clock <= now() + AWAY:
            LOG.warning("the clock has jumped by %s ms", clock - now())
            set_time(clock)
        self._ahead = machine_time() - now()

    async def _give_back(self, at: int, last: int) -> int:
        """Shift clocks by the time since the last sign of life, back too where the clock was set back. With thousands
        of tables that takes seconds, in which somebody is there; returns until when."""
        level = logging.WARNING if self._last else logging.INFO  # a start after some time is nothing special
        LOG.log(level, "no server was running for %.0f s: running clocks are shifted", (at - last) / SECOND)
        running = sa.select(TABLES.c.id).where(TABLES.c.status == "playing", TABLES.c.due.is_not(None))
        there, tables = at, [row.id for row in await self.store.rows(running)]
        for start in range(0, len(tables), TOGETHER):
            await asyncio.gather(*(self._shift(table, at, last) for table in tables[start : start + TOGETHER]))
            if now() - there <= AWAY:
                there = now()
        return there

    async def _shift(self, table_id: str, at: int, last: int) -> None:
        """Shift the clock of a table."""
        try:
            live = await self.tables.find(table_id, fresh=True)
            with contextlib.suppress(Problem):  # its clock stands
                await self.tables.append(live, lambda t, _: give_back(t, at, last), f"downtime:{last}")
        except Exception as error:
            await self.tables.quarantine(table_id, "care", error)


def give_back(table: Table, at: int, last: int) -> Change:
    """The entry that gives a running clock the time back in which nobody was there. Days go on, unless they would be
    over now or (the clock was wrong) more than there are; so does a clock that was started after that time."""
    rule, deadline, since = table.clock.rule, table.clock.deadline(), table.clock.since
    fine = rule.kind == "days" and deadline is not None and at < deadline <= at + round(rule.days * DAY)
    gap = at - max(last, since) if at > last else at - last if since > at else 0
    if table.status != "playing" or deadline is None or fine or not gap:
        raise wrong_time(Message("The match is over."))
    return table.change("downtime", -1, {"gap": gap}, at)
