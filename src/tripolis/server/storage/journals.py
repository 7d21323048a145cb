"""The journals of tables in the database, with what lists show of each table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from tripolis.engine.words import Message

from ..domain.journal import DAMAGED, Entry, encode
from ..domain.problems import no_table, too_many
from ..domain.table import Table, fold_journal
from .schema import ENTRIES, MEMBERS, TABLES
from .store import Must, Store

PAGE = 500


class Journals:
    """Reads and writes journals."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def table(self, table_id: str) -> Table:
        """A table from its whole journal."""
        row = await self.store.row(sa.select(TABLES.c.secret).where(TABLES.c.id == table_id))
        if row is None:
            raise no_table()
        table = fold_journal(table_id, bytes(row.secret), await self.entries(table_id))
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
        return _entry(row) if row else None

    async def last_seqs(self, tables: Iterable[str]) -> dict[str, int]:
        """The last seq of each of these tables."""
        seqs: dict[str, int] = {}
        wanted = sorted(tables)
        for start in range(0, len(wanted), PAGE):
            part = sa.select(TABLES.c.id, TABLES.c.seq).where(TABLES.c.id.in_(wanted[start : start + PAGE]))
            seqs |= {row.id: row.seq for row in await self.store.rows(part)}
        return seqs

    async def create(self, table: Table, entry: Entry, members: Iterable[str], limit: int) -> None:
        """Write a new table with its first entry and those who have it on their lists, unless its owner has too many
        tables already."""
        row = {"id": table.id, "created": table.created, "secret": table.secret, **table_columns(table)}
        running = sa.and_(TABLES.c.owner == table.owner, TABLES.c.status.in_(("open", "playing")))
        few = sa.select(sa.func.count()).select_from(TABLES).where(running).scalar_subquery() < limit
        columns = sa.select(*(sa.literal(value, TABLES.c[name].type) for name, value in row.items())).where(few)
        problem = too_many(Message("You have {n} tables already: finish or close some.", n=limit))
        await self.store.write(
            *self.store.one_at_a_time(table.owner),
            Must(sa.insert(TABLES).from_select([*row], columns), problem),
            _insert(entry),
            *(sa.insert(MEMBERS).values(guest=guest, table_id=table.id, how="seat") for guest in sorted(set(members))),
            order=f" {table.owner}",  # before what is written to tables: those who wait for a lock hold no other
            notify=f"{table.id} {table.seq}",
        )

    async def append(self, table: Table, entry: Entry, *extra_statements: Any) -> None:
        """Write an entry, and what lists show of the table that it leads to, in one transaction."""
        await self.store.write(
            _insert(entry),
            sa.update(TABLES).where(TABLES.c.id == table.id).values(**table_columns(table)),
            *extra_statements,
            order=table.id,
            notify=f"{table.id} {table.seq}",
        )


async def read_journal(connection: AsyncConnection, table: str, after: int = 0) -> list[Entry]:
    """The journal of a table behind a seq, on a connection."""
    chosen = sa.select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.seq > after).order_by(ENTRIES.c.seq)
    return [_entry(row) for row in await connection.execute(chosen)]


def _entry(row: Any) -> Entry:
    try:
        data = msgspec.json.decode(row.data, type=dict[str, Any])
    except msgspec.MsgspecError:
        return Entry(row.table_id, row.seq, DAMAGED, -1, {}, row.client_id, row.at)
    return Entry(row.table_id, row.seq, row.kind, row.seat, data, row.client_id, row.at)


def _insert(entry: Entry) -> Any:
    row = {"table_id": entry.table, "seq": entry.seq, "kind": entry.kind, "seat": entry.seat}
    row |= {"data": encode(entry.data), "client_id": entry.client_id, "at": entry.at}
    return sa.insert(ENTRIES).values(**row)


def result(table: Table) -> dict[str, Any]:
    """Who came where with how much, at a table that is over."""
    if table.status != "over" or table.position is None:
        return {}
    write, totals = table.game.face.write_amount or str, [account.total for account in table.position.scores()]
    return {"ranks": table.ranks(), "totals": [str(write(points)) for points in totals], "points": totals}


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
