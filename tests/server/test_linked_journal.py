"""Every entry of a journal carries a hash over itself and the one before: what was touched is named."""

import asyncio
import copy
import gzip
import json

import pytest
import sqlalchemy as sa

from tests.server.in_process import in_process, new_guest, new_table
from tripolis.engine.words import words
from tripolis.server.api.requests import TableRequest
from tripolis.server.domain.journal import Entry, encode, first_touched, link
from tripolis.server.domain.requests import ChatRequest
from tripolis.server.storage import maintenance
from tripolis.server.storage.journals import read_rows
from tripolis.server.storage.schema import ENTRIES
from tripolis.server.storage.store import Store


def journal(n=5):
    """A journal as it is stored: entries with their data as text."""
    lines, previous = [], ""
    for seq in range(1, n + 1):
        entry = Entry("k3fq8w2mzr7p", seq, "chat", 0, {}, f"guest:{seq}", 1_794_700_000_000 + seq)
        data = encode({"text": f"line {seq}"})
        previous = entry.hash = link(previous, entry, data)
        lines.append((entry, data))
    return lines


def test_a_journal_as_it_was_written_is_whole():
    assert first_touched([]) is None
    assert first_touched(journal()) is None


CHANGES = {
    "table": "another1",
    "seq": 7,
    "kind": "moves",
    "seat": 1,
    "client_id": None,
    "at": 1_794_700_000_000,
    "hash": "0" * 64,
}


@pytest.mark.parametrize("at", [1, 3, 5])
@pytest.mark.parametrize("name", [*CHANGES, "data"])
def test_a_change_of_any_field_is_named_by_its_entry(name, at):
    lines = journal()
    entry, data = copy.copy(lines[at - 1][0]), lines[at - 1][1]
    if name == "data":
        data = data.replace("line", "lime")
    else:
        setattr(entry, name, CHANGES[name])
    lines[at - 1] = entry, data
    assert first_touched(lines) == entry.seq


def test_entries_taken_out_put_in_or_exchanged_are_named():
    lines = journal()
    assert first_touched([*lines[:2], *lines[3:]]) == 4, "the one behind the gap does not follow"
    assert first_touched([*lines[:2], lines[1], *lines[2:]]) == 2
    assert first_touched([lines[0], lines[2], lines[1], *lines[3:]]) == 3


async def talk(server):
    """A table with a few entries; returns its code."""
    who = await new_guest(server)
    live = await new_table(server, who, TableRequest(game="quadropolis", seats=["me", "open"]))
    for n in range(3):
        await server.tables.act(live, who, "chat", ChatRequest(f"line {n}", id=f"n{n}"))
    return live.table.id


async def stored(store, table):
    async with store.reading() as connection:
        return [tuple(row) for row in await read_rows(connection, table)]


def said(problems):
    return [words("en").render(problem) for problem in problems]


@pytest.mark.both_databases
def test_a_journal_of_an_older_version_is_linked_when_the_database_is_upgraded(tmp_path, database):
    url = database()

    async def run():
        async with in_process(tmp_path, url) as server:
            table = await talk(server)
            before = await stored(server.store, table)
            assert all(len(row[-1]) == 64 for row in before) and await maintenance.check(server.store) == []
            await server.store.write(sa.text("ALTER TABLE entries DROP COLUMN hash"))
            await server.store.write(*older_version())
            database_url = server.settings.database_url
        store = Store(database_url)
        await store.open()
        try:
            assert await stored(store, table) == before
            assert await maintenance.check(store) == []
            await store.write(sa.update(ENTRIES).where(ENTRIES.c.seq == 3).values(data=encode({"text": "never said"})))
            assert said(await maintenance.check(store)) == [
                f"Table {table}: entry 3 of the journal is not as it was written."
            ]
        finally:
            await store.close()

    asyncio.run(run())


def older_version():
    """The statements that make a database of version 3 of one of today, but for the hashes."""
    later = ("ALTER TABLE guests DROP COLUMN session", "DROP TABLE house", "DROP TABLE reports")
    later += ("DROP TABLE answers", "DROP TABLE results", "DROP TABLE ratings", "ALTER TABLE guests DROP COLUMN board")
    later += ("DROP INDEX tables_by_address", "DROP INDEX tables_by_owner", "ALTER TABLE tables DROP COLUMN address")
    return [sa.text(text) for text in (*later, "UPDATE alembic_version SET version_num = '0003'")]


def test_a_backup_of_an_older_version_is_linked_when_it_is_restored(tmp_path):
    file, old = tmp_path / "new.gz", tmp_path / "old.gz"

    async def run():
        async with in_process(tmp_path / "a") as server:
            table = await talk(server)
            await maintenance.backup(server.store, file)
            before = await stored(server.store, table)
        with gzip.open(file, "rt") as lines, gzip.open(old, "wt") as out:
            for line in lines:
                entry = json.loads(line)
                entry.get("row", {}).pop("hash", None)
                out.write(json.dumps(entry) + "\n")
        async with in_process(tmp_path / "b") as server:
            await maintenance.restore(server.store, old)
            assert await stored(server.store, table) == before
            assert await maintenance.check(server.store) == []

    asyncio.run(run())
