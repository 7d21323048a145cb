"""The hall: the tables that this process has open, and those who listen to them.

Every change takes the same way: judge it on the table as it is, fold it into a copy, commit it, swap the copy in, tell everyone.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import sqlalchemy as sa

from tripolis.engine.errors import TripolisError
from tripolis.engine.words import Message

from ..domain.actions import DEEDS, Who
from ..domain.journal import Entry, decode, encode, now
from ..domain.problems import Conflict, Problem, no_table, too_many
from ..domain.table import Table
from ..storage.schema import ENTRIES, MEMBERS, NOTICES, TABLES
from ..storage.store import Store
from . import notices
from .views import Moment, Signature

LOG = logging.getLogger("tripolis.server")
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No 0, 1, i, l, o: codes are read aloud and typed."""
ID_LENGTH = 12
ROOMS = 2000
"""Tables kept in memory without anybody listening."""
RETRIES = 8
ENTRIES_PER_TABLE = 20_000
VITAL = ("moves", "answer", "resign", "resume", "back", "leave", "close")
"""What can still be done at a table whose journal is full."""


def new_id(secret: str = "") -> str:
    """An unguessable code for a table or a match, drawn or made of a secret."""
    if secret:
        number = int.from_bytes(hashlib.sha256(secret.encode()).digest())
        return "".join(ALPHABET[number // len(ALPHABET) ** i % len(ALPHABET)] for i in range(ID_LENGTH))
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def check_id(text: str) -> None:
    """Only what can be a code is ever looked for."""
    if not (text.isascii() and text.isalnum() and len(text) <= 16):
        raise no_table()


class Listener(Protocol):
    """One who hears what happens at a table: a connection."""

    seat: int
    guest: str
    token: str
    lang: str

    def hear(self, message: bytes) -> None:
        """Take a message; never waits."""
        ...

    def drop(self) -> None:
        """Cut the connection: who is there comes back and asks for everything."""
        ...


@dataclass(eq=False, slots=True)
class Room:
    """A table in this process: the table as it stands, its lock, and its listeners."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: list[Listener] = field(default_factory=list)
    signatures: dict[int, Signature] = field(default_factory=dict)

    def moment(self) -> Moment:
        """The table now, for one who comes."""
        return Moment(self.table, self.table.log, None, self.signatures)


class Hall:
    """All open tables of a process."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.changed: Callable[[Room], None] = lambda room: None
        """Called after every change that this process has made: wakes bots."""
        self._opening: dict[str, asyncio.Task[Room]] = {}

    # --------------------------------------------------------------- opening

    async def room(self, table_id: str, fresh: bool = False) -> Room:
        """A table by its code. `fresh` asks the database whether another process has written to it."""
        room = self.rooms.get(table_id)
        if room is None:
            check_id(table_id)
            return await self._open(table_id)
        self.rooms.move_to_end(table_id)
        if fresh and self._may_be_behind(room):
            await self.catch_up(room)
        return room

    async def _open(self, table_id: str) -> Room:
        """Read a table's journal; only once, however many ask, and even if the first of them goes away."""
        if table_id not in self._opening:
            task = self._opening[table_id] = asyncio.create_task(self._read(table_id), name=f"open {table_id}")
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits any more
        return await asyncio.shield(self._opening[table_id])

    async def _read(self, table_id: str) -> Room:
        """A table from its journal."""
        try:
            row = await self.store.row(sa.select(TABLES.c.secret).where(TABLES.c.id == table_id))
            if row is None:
                raise no_table()
            table = Table(table_id, bytes(row.secret))
            for entry in await self.store.entries(table_id):
                table.fold(entry)
            if table.seq == 0:
                raise no_table()
            return self._add(table)
        finally:
            del self._opening[table_id]

    def _add(self, table: Table) -> Room:
        """Take a table in. Beyond the limit others are evicted, the longest unused first; tables in use stay."""
        room = Room(table)
        for table_id, other in [*self.rooms.items()] if len(self.rooms) >= ROOMS else ():
            if not other.listeners and not other.lock.locked() and not other.table.thinking:
                del self.rooms[table_id]
                if len(self.rooms) < ROOMS:
                    break
        self.rooms[table.id] = room
        return room

    async def catch_up(self, room: Room) -> None:
        """Take in what other processes have written."""
        async with room.lock:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        entries = await self.store.entries(room.table.id, room.table.seq)
        if entries:
            self._tell(room, room.table.after(*entries))

    # ---------------------------------------------------------------- acting

    async def create(self, table: Table, entries: list[Entry], members: list[str]) -> Room:
        """A new table with its first entries."""
        table = table.after(*entries)
        head = self.head(table) | {"id": table.id, "created": table.created}
        await self.store.write(
            sa.insert(TABLES).values(**head, secret=table.secret),
            sa.insert(ENTRIES).values([self.entry_row(entry) for entry in entries]),
            *(sa.insert(MEMBERS).values(guest=guest, table_id=table.id, how="seat") for guest in sorted(set(members))),
            order=table.id,
            notice=f"{table.id} {table.seq}",
        )
        room = self._add(table)
        self.changed(room)
        return room

    async def act(
        self, room: Room, who: Who, deed: str, ask: dict[str, Any], client_id: str | None = None, *also: Any
    ) -> Entry:
        """Do something at a table; returns the entry, once it is on disk. Sent twice, it counts once."""
        judge = DEEDS[deed]
        once = f"{who.token[:32] or who.guest}:{client_id}" if client_id else None

        def entry(table: Table, at: int) -> Entry:
            if table.seq >= ENTRIES_PER_TABLE and deed not in VITAL:
                raise too_many(Message("Too much has happened at this table: only moves are taken now."))
            kind, seat, data = judge(table, who.at(table), ask, at)
            return Entry(table.id, table.seq + 1, kind, seat, data, once, at)

        return await self.append(room, entry, once, *also)

    async def append(
        self, room: Room, make: Callable[[Table, int], Entry], once: str | None = None, *also: Any
    ) -> Entry:
        """Add an entry that is judged anew if another process was faster."""
        async with room.lock:
            for _ in range(RETRIES):
                at = max(now(), room.table.touched)  # time never runs backwards in a journal
                try:
                    entry = make(room.table, at)
                except (Problem, TripolisError):
                    if once and (found := await self.find_once(room.table.id, once)):
                        if found.seq > room.table.seq:
                            await self._catch_up(room)
                        return found
                    if self._may_be_behind(room) and await self._is_behind(room):
                        continue
                    raise
                table = room.table.after(entry)
                told = [sa.insert(NOTICES).values(**row) for row in notices.due(room.table, table)]
                try:
                    await self.commit(table, [entry], *told, *also)
                except Conflict:
                    await self._catch_up(room)
                    if once and (found := await self.find_once(room.table.id, once)):
                        return found
                    continue
                self._tell(room, table)
                self.changed(room)
                other = self.rooms.get(table.id)
                if other is not None and other is not room:  # this room was let go of while somebody still held it
                    await self.catch_up(other)
                return entry
        raise Problem(409, "busy", Message("Too many write to this table at the same time: try again."))

    def _may_be_behind(self, room: Room) -> bool:
        """Can somebody else have written? Another process on PostgreSQL; anywhere the host, who mends a stopped table."""
        return self.store.postgres or room.table.status == "stopped"

    async def _is_behind(self, room: Room) -> bool:
        """Has another process written something, so that a refusal may not hold?"""
        before = room.table.seq
        await self._catch_up(room)
        return room.table.seq != before

    async def find_once(self, table_id: str, once: str) -> Entry | None:
        """The entry of a message that was sent before."""
        row = await self.store.row(
            sa.select(ENTRIES).where(ENTRIES.c.table_id == table_id, ENTRIES.c.client_id == once)
        )
        return Entry(table_id, row.seq, row.kind, row.seat, decode(row.data), once, row.at) if row else None

    async def commit(self, table: Table, entries: list[Entry], *also: Any) -> None:
        """Write entries and what lists show of the table they lead to, in one transaction."""
        await self.store.write(
            *(sa.insert(ENTRIES).values(**self.entry_row(entry)) for entry in entries),
            sa.update(TABLES).where(TABLES.c.id == table.id).values(**self.head(table)),
            *also,
            order=table.id,
            notice=f"{table.id} {table.seq}",
        )

    @staticmethod
    def entry_row(entry: Entry) -> dict[str, Any]:
        """An entry as the database keeps it."""
        return {
            "table_id": entry.table,
            "seq": entry.seq,
            "kind": entry.kind,
            "seat": entry.seat,
            "data": encode(entry.data),
            "client_id": entry.client_id,
            "at": entry.at,
        }

    @staticmethod
    def head(table: Table) -> dict[str, Any]:
        """The columns by which a table is found without being folded."""
        summary = {
            "players": table.game.players,
            "options": {o.name: o.show(table.game.settings[o.name]) for o in table.game.options if o.name != "players"},
            "custom_box": table.game.box_hash != "standard",
            "seats": [{"kind": s.kind, "name": s.name, "guest": s.guest} for s in table.seats],
            "actor": table.actor,
            "ply": table.ply,
            "clock": table.clock.rule.kind,
        }
        return {
            "game": table.game.name,
            "public": table.public,
            "owner": table.owner,
            "seq": table.seq,
            "status": table.status,
            "touched": table.touched,
            "due": table.clock.deadline(),
            "thinking": table.thinking,
            "summary": encode(summary),
        }

    # --------------------------------------------------------------- telling

    def _tell(self, room: Room, table: Table) -> None:
        """Swap in what was committed, and tell everyone."""
        earlier = Moment(room.table, [], None, room.signatures)
        room.table = table
        moment = Moment(table, [line for line in table.log if line.seq > earlier.table.seq], earlier)
        moved = any(line.kind == "seat" for line in moment.lines)
        for listener in [*room.listeners]:
            try:
                seat = table.seat_for(listener.guest, listener.token) if moved else listener.seat
                guest = table.seats[seat].guest if listener.token and seat >= 0 else listener.guest
                if seat == listener.seat:
                    message = moment.update(seat, guest, listener.lang)
                else:
                    listener.seat = seat
                    message = room.moment().snapshot(seat, guest, listener.lang)
                listener.hear(message)
            except Exception:  # it is on disk: one who cannot be told must not undo it
                LOG.exception("a listener of table %s could not be told", table.id)
                listener.drop()
        room.signatures = moment.signatures
