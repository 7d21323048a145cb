"""Looking after the database: back it up, restore it, check it, purge it. Works alike on SQLite and PostgreSQL."""

from __future__ import annotations

import base64
import errno
import gzip
import json
import os
import tempfile
import zlib
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from tripolis.engine.errors import BadOptions
from tripolis.engine.words import Message

from ..domain.clock import DAY
from ..domain.journal import DAMAGED, Entry, first_touched
from ..domain.problems import Conflict, Problem
from ..domain.table import Table, fold_journal
from ..now import now
from .journals import Journals, link_rows, read_entry, read_rows, stored_entry
from .schema import ANSWERS, GUESTS, MATCHES, MEMBERS, METADATA, RATINGS, RESULTS, REVIEWS, TABLES
from .store import Store

FORMAT = "tripolis backup 1"
PAGE = 1000


async def backup(store: Store, file: Path) -> int:
    """Write everything into one new file, as of one moment; returns how many rows. It is there when it is whole."""
    if file.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))
    handle, name = tempfile.mkstemp(
        prefix=f"{file.name}.", suffix=".part", dir=file.parent
    )  # for the host's eyes alone
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as out:
                rows = await _write_rows(store, out)
            raw.flush()
            os.fsync(raw.fileno())
        try:
            os.link(part, file)  # unlike a new name it never takes the place of another file
        except FileExistsError:
            raise
        except OSError:  # no links here
            part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return rows


async def _write_rows(store: Store, out: IO[str]) -> int:
    rows = 0
    out.write(json.dumps({"format": FORMAT, "at": now()}) + "\n")
    async with store.snapshot() as connection:
        for table in METADATA.sorted_tables:
            async for row in _all_rows(connection, table):
                out.write(json.dumps({"table": table.name, "row": row}) + "\n")
                rows += 1
    out.write(json.dumps({"rows": rows}) + "\n")
    return rows


async def _all_rows(connection: Any, table: sa.Table) -> AsyncIterator[dict[str, Any]]:
    result = await connection.stream(sa.select(table))
    async for row in result.mappings():
        yield {name: {"base64": base64.b64encode(v).decode()} if isinstance(v, bytes) else v for name, v in row.items()}


async def restore(store: Store, file: Path) -> int:
    """Fill an empty database from a backup; all of it, or nothing."""
    for used in METADATA.sorted_tables:
        if used.name != "leases" and (await store.row(sa.select(sa.func.count()).select_from(used)))[0]:
            raise BadOptions(Message("The database is not empty: restore into a new one."))
    bad = BadOptions(Message("{file} is not a complete backup of Tripolis.", file=file))
    known = {table.name: table for table in METADATA.sorted_tables}
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in known}
    total: int | None = None
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            if json.loads(next(lines)).get("format") != FORMAT:
                raise bad
            for line in lines:
                entry = json.loads(line)
                if "rows" in entry:
                    total = entry["rows"]
                    break
                rows[entry["table"]].append({key: _value(value) for key, value in entry["row"].items()})
        rows["entries"] = _linked(rows["entries"])
    except (OSError, EOFError, ValueError, LookupError, StopIteration, AttributeError, TypeError, zlib.error):
        raise bad from None
    count = sum(map(len, rows.values()))
    if total != count:
        raise bad
    statements = [
        sa.insert(known[name]).values(part[start : start + PAGE])
        for name, part in rows.items()
        for start in range(0, len(part), PAGE)
    ]
    try:
        await store.write(sa.delete(known["leases"]), *statements)
    except (sa.exc.SQLAlchemyError, Conflict):
        raise bad from None
    return count


def _linked(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All entries, linked where they come from a version that did not yet do so."""
    if all("hash" in row for row in entries):
        return entries
    journals: dict[str, list[dict[str, Any]]] = {}
    for row in sorted(entries, key=lambda row: (row["table_id"], row["seq"])):
        journals.setdefault(row["table_id"], []).append(row)
    return [row for journal in journals.values() for row in link_rows(journal)]


def _value(value: Any) -> Any:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


async def check(store: Store) -> list[Message]:
    """Fold every journal again; returns what is wrong. A server may go on writing meanwhile."""
    problems: list[Message] = []
    if not store.postgres:
        verdict = (await store.row(sa.text("PRAGMA integrity_check")))[0]
        if verdict != "ok":
            problems.append(Message("SQLite reports that the file is damaged: {verdict}", verdict=verdict))
    for (table_id,) in await store.rows(sa.select(TABLES.c.id)):
        try:
            async with store.snapshot() as connection:
                row = (await connection.execute(sa.select(TABLES).where(TABLES.c.id == table_id))).first()
                rows = await read_rows(connection, table_id)
            if row is None:  # purged by now
                continue
            entries = [read_entry(stored) for stored in rows]
            touched = first_touched(map(stored_entry, rows))
            if touched is not None and not _is_known(entries, touched, row.status):
                message = Message("Table {table}: entry {seq} of the journal is not as it was written.")
                problems.append(message.fill(table=table_id, seq=touched))
                continue
            if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
                problems.append(Message("Table {table}: the journal has a gap.", table=table_id))
                continue
            table = fold_journal(table_id, bytes(row.secret), entries)
        except Problem as damaged:
            if row is not None and row.status == "closed":  # the host knows of it
                continue
            problems.append(Message("Table {table}: {reason}", table=table_id, reason=damaged.message))
            continue
        if table.status == "stopped":
            problems.append(Message("Table {table}: {reason}", table=table_id, reason=table.reason))
        elif (table.seq, table.status) != (row.seq, row.status):
            problems.append(Message("Table {table}: the list does not match the journal.", table=table_id))
    return problems


def _is_known(entries: Sequence[Entry], touched: int, status: str) -> bool:
    """Has the host decided about the table since an entry was touched?"""
    later = [entry for entry in entries if entry.seq > touched]
    cut = any(entry.kind == "mend" and entry.data["entry"] <= touched for entry in later)
    closed = any(entry.kind == "close" and entry.data.get("why") == "host" for entry in later)
    return cut or closed or (status == "closed" and any(entry.kind == DAMAGED for entry in entries))


async def purge(store: Store, days: float) -> dict[str, int]:
    """Forget what has been finished for so long, imported matches, and guests who have left nothing behind."""
    before = now() - round(days * DAY)
    old = sa.select(TABLES.c.id).where(TABLES.c.status.in_(("over", "closed")), TABLES.c.touched < before)
    gone = RESULTS.c.guest != "", RESULTS.c.guest.not_in(sa.select(GUESTS.c.id))
    tables, matches, guests, *_ = await store.write(
        sa.delete(TABLES).where(TABLES.c.id.in_(old)),
        sa.delete(MATCHES).where(MATCHES.c.created < before),
        sa.delete(GUESTS).where(
            GUESTS.c.seen < before,
            GUESTS.c.id.not_in(sa.select(MEMBERS.c.guest)),
            GUESTS.c.id.not_in(sa.select(TABLES.c.owner)),
        ),
        sa.delete(REVIEWS).where(
            REVIEWS.c.id.not_in(sa.select(TABLES.c.id)), REVIEWS.c.id.not_in(sa.select(MATCHES.c.id))
        ),
        sa.update(RESULTS).where(*gone).values(guest=""),
        sa.delete(ANSWERS).where(ANSWERS.c.guest.not_in(sa.select(GUESTS.c.id))),
        sa.delete(RATINGS).where(RATINGS.c.player.not_like("bot:%"), RATINGS.c.player.not_in(sa.select(GUESTS.c.id))),
    )
    return {"tables": tables, "matches": matches, "guests": guests}


async def mend(store: Store, table_id: str, cut: bool, works: Callable[[Table], bool]) -> Message:
    """What the host decides about a stopped table: go back to the last entry that today's rules allow and that works,
    or close it."""
    journals = Journals(store)
    try:
        table = await journals.table(table_id)
    except Problem as problem:
        if cut or problem.code != "damaged_table":
            raise
        closed = sa.update(TABLES).where(TABLES.c.id == table_id)  # there is no table left to write an entry for
        await store.write(closed.values(status="closed", due=None, thinking=False))
        return Message("Table {table} is closed.", table=table_id)
    if table.status != "stopped":
        raise BadOptions(Message("The table is fine: there is nothing to repair."))
    kind = "mend" if cut else "close"
    data: dict[str, Any] = {"entry": table.stopped_at} if cut else {"why": "host"}
    if cut and table.quarantined:
        data |= last_good(table, works)
    entry, after = table.change(kind, -1, data, max(now(), table.updated_ms))
    await journals.append(after, entry)
    if cut:
        return Message("Table {table} continues from before entry {seq}.", table=table.id, seq=table.stopped_at)
    return Message("Table {table} is closed.", table=table.id)


def last_good(table: Table, works: Callable[[Table], bool]) -> dict[str, int]:
    """How many moves of a table in quarantine are left when it is taken back as far as it works again."""
    if works(table):
        return {}
    for ply in range(table.ply, -1, -1) if table.position is not None else ():
        tried = table.copy()
        tried.rewind(ply)
        if works(tried):
            return {"ply": ply}
    raise BadOptions(Message("No position of this table works: it can only be closed."))
