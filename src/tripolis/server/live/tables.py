"""The tables that this process has open, and those who listen to them.

Every change takes the same way: judge it on the table as it is, commit the entry, swap in the table after it, send
it to everyone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa

from tripolis.engine.errors import TripolisError
from tripolis.engine.words import Message

from ..domain.actions import ACTIONS, is_time_up, time_out
from ..domain.identity import Identity
from ..domain.journal import Entry
from ..domain.problems import Conflict, Problem, quarantined, wrong_time
from ..domain.requests import Request
from ..domain.table import Change, Table
from ..now import now
from ..settings import Settings
from ..slices import Slices
from ..storage.ids import check_id
from ..storage.journals import Journals, Notice
from ..storage.limits import LOCK, table_limits, thinking_limits
from ..storage.outage import log_outage
from ..storage.results import result_statements
from ..storage.schema import NOTICES
from ..storage.store import Store
from . import notices
from .preparation import Preparation
from .views import Logs, Moment, Sent, read_log, table_words

LOG = logging.getLogger("tripolis.server")
OPEN_TABLES = 2000
"""Tables kept in memory without anybody listening."""
RETRIES = 8

Judge = Callable[[Table, int], Change]
"""judge(table, now): the new entry and the table after it; raises what forbids it."""


async def nothing_to_settle() -> None:
    """Nobody measures whether this process was away."""


class Listener(Protocol):
    """A connection that hears what happens at a table."""

    seat: int
    identity: Identity

    def hear(self, message: bytes) -> None:
        """Take a message; never waits."""
        ...

    def drop(self) -> None:
        """Cut the connection: the client comes back and asks for everything."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """End the connection."""
        ...


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table in this process: the table as it stands, its lock, and its listeners."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: list[Listener] = field(default_factory=list)
    sent: Sent = field(default_factory=Sent)
    announced: int = 0
    """The last seq that another process has told of."""

    @property
    def behind(self) -> bool:
        """Has another process told of more than is known here?"""
        return self.announced > self.table.seq

    def announce(self, seq: int) -> bool:
        """Another process has written as far as this; returns whether that is more than is known here."""
        self.announced = max(self.announced, seq)
        return self.behind

    def snapshot(self, identity: Identity, logs: Logs, after: int = 0, log: list[msgspec.Raw] | None = None) -> bytes:
        """Everything that somebody may see now, with the log behind a seq (`log`, where it was read already)."""
        table, seat = self.table, identity.seat_at(self.table)
        moment = Moment(table, table.log, None, self.sent, logs)
        return moment.snapshot(seat, identity.guest_at(table, seat), identity.lang, after, log)


class LiveTables:
    """All open tables of a process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.journals = Journals(store)
        self.open: OrderedDict[str, LiveTable] = OrderedDict()
        self.logs = Logs()
        self.changed: Callable[[LiveTable], None] = lambda live: None
        """Called after every change that this process has made: wakes bots."""
        self.ended: Callable[[Table], None] = lambda table: None
        """Called when a match has ended."""
        self.settle: Callable[[], Awaitable[None]] = nothing_to_settle
        """Called before anything is judged by its time."""
        self.preparation: Preparation | None = None
        """What the rules of a game are waited for by."""
        self.closing = False
        self.check: Callable[[Identity, Table, str], None] = lambda identity, table, action: None
        """Raises what the host has forbidden."""
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._arriving: Counter[str] = Counter()
        """How many are about to listen to a table."""

    async def close(self) -> None:
        """Send all listeners away: another process will be there for them."""
        self.closing = True
        listeners = [listener for live in self.open.values() for listener in live.listeners]
        await asyncio.gather(*(listener.close(1012, "restart") for listener in listeners))

    def cut(self, guest: str) -> None:
        """Cut the connections of a guest: whoever may come back does."""
        for live in self.open.values():
            for listener in [*live.listeners]:
                if listener.identity.guest_at(live.table, listener.seat) == guest:
                    listener.drop()

    def announce(self, message: bytes) -> None:
        """Send a message to all listeners of all tables."""
        for live in self.open.values():
            for listener in live.listeners:
                listener.hear(message)

    # --------------------------------------------------------------- opening

    async def find(self, table_id: str, fresh: bool = False) -> LiveTable:
        """A table by its code. `fresh` asks the database whether another process has written to it."""
        live = self.open.get(table_id)
        if live is None:
            check_id(table_id)
            return await self._open(table_id)
        self.open.move_to_end(table_id)
        if fresh and self._may_be_behind(live):
            await self.catch_up(live)
        else:
            await self.catch_up_if_behind(live)
        return live

    async def visit(self, table_id: str) -> LiveTable:
        """A table for somebody who wants to look at it or play."""
        live = await self.find(table_id, fresh=True)
        if live.table.quarantined:
            raise quarantined(live.table.reason or "")
        return live

    @contextlib.contextmanager
    def arriving(self, table_id: str) -> Iterator[None]:
        """While somebody is about to listen to a table it is not evicted: whoever comes next would open it anew, and
        nothing they do would be heard."""
        self._arriving[table_id] += 1
        try:
            yield
        finally:
            self._arriving[table_id] -= 1
            if not self._arriving[table_id]:
                del self._arriving[table_id]

    async def look(self, live: LiveTable, identity: Identity, after: int = 0) -> bytes:
        """Everything that somebody may see of a table now; one that cannot be drawn is left alone from then on."""
        try:
            log = await self._read_log(live, identity, after)
            return live.snapshot(identity, self.logs, after, log)
        except Exception as error:
            await self.quarantine(live.table.id, "drawing", error)
            raise quarantined(live.table.reason or "") from None

    async def _read_log(self, live: LiveTable, identity: Identity, after: int) -> list[msgspec.Raw]:
        """The log behind a seq, up to the table as it is when this returns."""
        log: list[msgspec.Raw] = []
        reader, read, slices = None, after, Slices()
        while True:
            table = live.table
            if reader != (seat := identity.seat_at(table), table.titles):  # perhaps all lines read otherwise now
                reader, read, log = (seat, table.titles), after, []
            say, kept = table_words(identity.lang, table), self.logs.of(table, identity.lang)
            for line in read_log(table, table.log[read:], seat, say, kept):
                log.append(line)
                await slices.pause()
            read = table.seq
            if live.table is table:
                return log

    async def quarantine(self, table_id: str, where: str, error: Exception) -> None:
        """Leave a table alone where something has failed, until its host has looked at it; the others go on. A
        database that is away is nobody's fault."""
        if isinstance(error, Problem | MemoryError):
            LOG.warning("table %s: %s", table_id, error)
            return
        if log_outage(error):
            return
        LOG.error("table %s is in quarantine", table_id, exc_info=error)

        def stop(table: Table, at: int) -> Change:
            if table.status in ("stopped", "closed"):
                raise wrong_time(Message("The match is over."))
            return table.change("stop", -1, {"where": where}, at)

        try:
            await self.append(await self.find(table_id, fresh=True), stop)
        except Problem as problem:
            LOG.warning("table %s: %s", table_id, problem.message)
        except Exception:
            LOG.exception("table %s cannot be put into quarantine", table_id)

    async def _open(self, table_id: str) -> LiveTable:
        """Read a table's journal; only once, however many ask, and even if the first of them goes away."""
        if table_id not in self._opening:
            task = self._opening[table_id] = asyncio.create_task(self._read(table_id), name=f"open {table_id}")
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits any more
        return await asyncio.shield(self._opening[table_id])

    async def _read(self, table_id: str) -> LiveTable:
        try:
            if self.preparation is not None:
                await self.preparation.all_rules()
            return self._add(await self.journals.table(table_id))
        finally:
            del self._opening[table_id]

    def _add(self, table: Table) -> LiveTable:
        """Take a table in. Beyond the limit others are evicted, the longest unused first; tables in use stay."""
        if (known := self.open.get(table.id)) is not None:  # somebody was faster
            if known.table.seq < table.seq:
                self._swap(known, table)
            return known
        live = LiveTable(table)
        for table_id, other in [*self.open.items()] if len(self.open) >= OPEN_TABLES else ():
            if not (other.listeners or other.lock.locked() or other.table.thinking or table_id in self._arriving):
                del self.open[table_id]
                if len(self.open) < OPEN_TABLES:
                    break
        self.open[table.id] = live
        return live

    async def catch_up(self, live: LiveTable) -> None:
        """Take in what other processes have written."""
        async with live.lock:
            await self._catch_up(live)

    async def catch_up_if_behind(self, live: LiveTable) -> None:
        """Take in what other processes have told of, and nobody has needed yet."""
        if live.behind:
            async with live.lock:
                if live.behind:
                    await self._catch_up(live)

    def take(self, live: LiveTable, notice: Notice) -> bool:
        """Take in an entry that another process has committed, as it was told; False where the database has to be
        asked instead: this table is not at the entry before, or something is just being written to it. Where nobody
        listens it can wait."""
        if not live.listeners or live.lock.locked() or notice.seq != live.table.seq + 1:
            return False
        try:
            entry = notice.entry_after(live.table.hash)
            if entry is None:
                return False
            table = live.table.after(entry)
        except Exception:
            return False  # reading it again says what is wrong
        self._swap(live, table)
        return True

    async def _catch_up(self, live: LiveTable) -> bool:
        """Was there anything?"""
        entries = await self.journals.entries(live.table.id, live.table.seq)
        if entries:
            try:
                table = live.table.after(*entries)
            except Exception:
                table = await self.journals.table(live.table.id)  # it stops at the entry that is to blame
            self._swap(live, table)
        return bool(entries)

    def _may_be_behind(self, live: LiveTable) -> bool:
        """Can somebody else have written? Another process on PostgreSQL; anywhere the host, who mends a table."""
        return self.store.postgres or live.table.status == "stopped"

    async def prepared(self, game: str) -> None:
        """Wait until the rules of a game are compiled: the event loop must never wait for them."""
        if self.preparation is not None:
            await self.preparation.ready(game)

    # ---------------------------------------------------------------- acting

    async def create(self, change: Change, members: Iterable[str], address: str) -> LiveTable:
        """A new table with its first entry, and those who have it on their lists, unless there are too many."""
        limits = table_limits(self.settings, change.table)
        await self.journals.create(change.table, change.entry, members, address, *limits, lock=LOCK)
        live = self._add(change.table)
        self.changed(live)
        return live

    async def act(
        self, live: LiveTable, identity: Identity, action: str, request: Request, *extra_statements: Any
    ) -> Entry:
        """Do something at a table; returns the entry, once it is on disk. Sent twice, it counts once.

        A clock that has run out is stopped first: the time at which a request arrives counts, not when it is written.
        """
        arrived = now()
        self.check(identity, live.table, action)
        await self.settle()
        arrived = min(arrived, now())  # the clock may have been set back
        if is_time_up(live.table, arrived):
            await self.time_out(live, arrived)
        if action == "start":
            await self.prepared(live.table.game.name)
        judge, client_id = ACTIONS[action].judge, getattr(request, "id", None)
        key = f"{identity.token[:32] or identity.guest}:{client_id}" if client_id else None
        return await self.append(
            live, lambda table, at: judge(table, identity, request, at), key, *extra_statements, arrived=arrived
        )

    async def time_out(self, live: LiveTable, at: int) -> None:
        """Stop the clock of the one to move, if it has run out."""
        key = f"timeout:{live.table.clock.deadline()}:{live.table.actor}"
        with contextlib.suppress(Problem):
            await self.append(live, time_out, key, arrived=at)

    async def append(
        self,
        live: LiveTable,
        judge: Judge,
        idempotency_key: str | None = None,
        *extra_statements: Any,
        arrived: int | None = None,
    ) -> Entry:
        """Add an entry. It is judged once, and again only where another process was faster."""
        async with live.lock:
            for _ in range(RETRIES):
                before = live.table
                try:
                    entry, after = judge(before, max(arrived or now(), before.updated_ms))  # time never runs backwards
                except (Problem, TripolisError):
                    if sent := await self._sent_before(live, idempotency_key):
                        return sent
                    if self._may_be_behind(live) and await self._catch_up(live):
                        continue
                    raise
                entry.client_id = idempotency_key
                due = [sa.insert(NOTICES).values(**row) for row in notices.due(before, after)]
                due += result_statements(self.store, before, after)
                begins = entry.kind in ("start", "seat") and after.thinking and not before.thinking
                limits = thinking_limits(self.settings, after) if begins else ()
                try:
                    await self.journals.append(
                        after, entry, *due, *extra_statements, *limits, lock=LOCK if begins else ""
                    )
                except Conflict:
                    await self._catch_up(live)
                    if sent := await self._sent_before(live, idempotency_key):
                        return sent
                    continue
                self._swap(live, after)
                self.changed(live)
                if after.status == "over" and before.status != "over":
                    self.ended(after)
                other = self.open.get(after.id)
                if other is not None and other is not live:  # this one was evicted while somebody still held it
                    await self.catch_up(other)
                return entry
        raise Problem(409, "busy", Message("Too much is happening at this table at once: try again."))

    async def _sent_before(self, live: LiveTable, idempotency_key: str | None) -> Entry | None:
        """The entry of a message that was sent before, taken in."""
        sent = await self.journals.find(live.table.id, idempotency_key) if idempotency_key else None
        if sent and sent.seq > live.table.seq:
            await self._catch_up(live)
        return sent

    def _swap(self, live: LiveTable, table: Table) -> None:
        """Swap in a table that is on disk, and send what has changed to everyone."""
        earlier = Moment(live.table, [], None, live.sent)
        live.table = table
        moment = Moment(table, table.log[earlier.table.seq :], earlier)
        live.sent = moment.sent
        if table.quarantined:
            for listener in [*live.listeners]:
                listener.drop()
            return
        seats_changed = any(line.kind == "seat" for line in moment.lines)
        for listener in [*live.listeners]:
            try:
                identity = listener.identity
                seat = identity.seat_at(table) if seats_changed else listener.seat
                if seat == listener.seat:
                    message = moment.update(seat, identity.guest_at(table, seat), identity.lang)
                else:
                    listener.seat = seat
                    message = live.snapshot(identity, self.logs)
                listener.hear(message)
            except Exception:  # it is on disk: a listener that fails must not undo it
                LOG.exception("a message to a listener of table %s failed", table.id)
                listener.drop()
