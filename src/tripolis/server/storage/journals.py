"""The journals of tables in the database, with what lists show of each table."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..domain.journal import DAMAGED, Entry, encode, link
from ..domain.problems import no_table
from ..domain.table import Table, fold_by_steps
from ..slices import Slices
from .schema import ENTRIES, MEMBERS, TABLES
from .store import Must, Store

PAGE = 500
NOTICE_BYTES = 7999
"""PostgreSQL takes no longer notification."""
ENTRY = sa.insert(ENTRIES)
COLUMNS = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("table"))
"""What every entry writes, made once: SQLAlchemy takes longer to make statements than SQLite to run them."""


class Notice(msgspec.Struct, array_like=True):
    """What the processes of a host tell each other once an entry is committed: its columns, or only its place where
    they are too long for a notification."""

    table_id: str
    seq: int
    kind: str = ""
    seat: int = -1
    data: str = ""
    client_id: str | None = None
    at: int = 0
    hash: str = ""

    def entry_after(self, previous: str) -> Entry | None:
        """The entry, if it is here and follows the entry with this hash."""
        entry, data = stored_entry(self)
        return read_entry(self) if entry.hash and link(previous, entry, data) == entry.hash else None


def write_notice(row: dict[str, Any]) -> str:
    """The notification of an entry."""
    text = msgspec.json.encode(Notice(**row))
    if len(text) > NOTICE_BYTES:
        text = msgspec.json.encode((row["table_id"], row["seq"]))
    return text.decode()


def read_notice(text: str) -> Notice | None:
    """A notification of another process, or of this one; None for one of another version, which is not understood."""
    try:
        return msgspec.json.decode(text, type=Notice)
    except msgspec.MsgspecError:
        return None


class Journals:
    """Reads and writes journals."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def table(self, table_id: str) -> Table:
        """A table from its whole journal."""
        row = await self.store.row(sa.select(TABLES.c.secret).where(TABLES.c.id == table_id))
        if row is None:
            raise no_table()
        table = await fold_in_slices(table_id, bytes(row.secret), await self.entries(table_id))
        if table.seq == 0:
            raise no_table()
        return table

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The journal of a table behind a seq."""
        async with self.store.reading() as connection:
            return await read_journal(connection, table, after)

    async def find(self, table: str, idempotency_key: str) -> Entry | None:
        """The entry of a message that was sent before."""
        sent = sa.select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.client_id == idempotency_key)
        row = await self.store.row(sent)
        return read_entry(row) if row else None

    async def last_seqs(self, tables: Iterable[str]) -> dict[str, int]:
        """The last seq of each of these tables."""
        seqs: dict[str, int] = {}
        wanted = sorted(tables)
        for start in range(0, len(wanted), PAGE):
            part = sa.select(TABLES.c.id, TABLES.c.seq).where(TABLES.c.id.in_(wanted[start : start + PAGE]))
            seqs |= {row.id: row.seq for row in await self.store.rows(part)}
        return seqs

    async def create(
        self, table: Table, entry: Entry, members: Iterable[str], address: str, *limits: Must, lock: str = ""
    ) -> None:
        """Write a new table with its first entry and those who have it on their lists, unless a limit refuses it."""
        row = {"id": table.id, "created": table.created, "secret": table.secret, "address": address}
        columns = _columns(table, entry)
        await self.store.write(
            sa.insert(TABLES).values(**row | table_columns(table)),
            (ENTRY, columns),
            *(sa.insert(MEMBERS).values(guest=guest, table_id=table.id, how="seat") for guest in sorted(set(members))),
            *limits,
            order=table.id,
            notify=write_notice(columns),
            lock=lock,
        )

    async def append(self, table: Table, entry: Entry, *extra_statements: Any, lock: str = "") -> None:
        """Write an entry, and what lists show of the table that it leads to, in one transaction."""
        columns = _columns(table, entry)
        await self.store.write(
            (ENTRY, columns),
            (COLUMNS, table_columns(table) | {"table": table.id}),
            *extra_statements,
            order=table.id,
            notify=write_notice(columns),
            lock=lock,
        )


async def fold_in_slices(table_id: str, secret: bytes, entries: list[Entry]) -> Table:
    """A table from its whole journal; others get their turn every few milliseconds."""
    folding, slices = fold_by_steps(table_id, secret, entries), Slices()
    while True:
        try:
            next(folding)
        except StopIteration as end:
            table: Table = end.value
            return table
        await slices.pause()


async def read_journal(connection: AsyncConnection, table: str, after: int = 0) -> list[Entry]:
    """The journal of a table behind a seq, on a connection."""
    return [read_entry(row) for row in await read_rows(connection, table, after)]


async def read_rows(connection: AsyncConnection, table: str, after: int = 0) -> list[Any]:
    """The same as rows of the database."""
    chosen = sa.select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.seq > after).order_by(ENTRIES.c.seq)
    return list((await connection.execute(chosen)).all())


def stored_entry(row: Any) -> tuple[Entry, str]:
    """An entry by all that is stored of it but its data, which come as they are."""
    return Entry(row.table_id, row.seq, row.kind, row.seat, {}, row.client_id, row.at, row.hash), row.data


def link_rows(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of one journal from its beginning, with the hashes that they should have."""
    linked: list[dict[str, Any]] = []
    previous = ""
    for row in rows:
        entry, data = stored_entry(SimpleNamespace(**row | {"hash": ""}))
        previous = link(previous, entry, data)
        linked.append(row | {"hash": previous})
    return linked


def read_entry(row: Any) -> Entry:
    """An entry as it is folded."""
    entry, text = stored_entry(row)
    try:
        entry.data = msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError:
        entry.kind, entry.seat = DAMAGED, -1
    return entry


def _columns(table: Table, entry: Entry) -> dict[str, Any]:
    """An entry as it is written, linked to the one before; `table` is the table after it."""
    data = encode(entry.data)
    entry.hash = table.hash = link(table.hash, entry, data)
    row = {"table_id": entry.table, "seq": entry.seq, "kind": entry.kind, "seat": entry.seat}
    return row | {"data": data, "client_id": entry.client_id, "at": entry.at, "hash": entry.hash}


def result(table: Table) -> dict[str, Any]:
    """Who came where with how much, at a table that is over."""
    if table.status != "over" or table.position is None:
        return {}
    write, totals = table.game.face.write_amount or str, [account.total for account in table.position.scores()]
    return {"ranks": table.ranks(), "totals": [str(write(points)) for points in totals], "points": totals}


def progress(table: Table) -> list[Any] | None:
    """How far a match is, such as round 2 of 4: a sentence and its arguments, for any language."""
    said = table.game.face.progress
    if said is None or table.status != "playing" or table.position is None:
        return None
    message = said(table.position)
    return [message.text, message.args]


def table_columns(table: Table) -> dict[str, Any]:
    """The columns by which a table is found without being folded."""
    game = table.game
    summary = {
        "players": game.players,
        "options": {o.name: o.show(game.settings[o.name]) for o in game.options if o.name != "players"},
        "custom_box": game.box_hash != "standard",
        "seats": [{"kind": s.kind, "name": s.name, "guest": s.guest} for s in table.seats],
        "actor": table.actor,
        "ply": table.ply,
        "clock": table.clock.rule.kind,
        "progress": progress(table),
        **result(table),
    }
    return {
        "game": game.name,
        "public": table.public,
        "owner": table.owner,
        "seq": table.seq,
        "status": table.status,
        "touched": table.updated_ms,
        "due": table.clock.deadline(),
        "thinking": table.thinking,
        "summary": encode(summary),
    }
