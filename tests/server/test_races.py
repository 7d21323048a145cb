"""Writers who want the same place in a journal at the same time: exactly one of them gets it, and the others are
told so."""

import asyncio
import os

import pytest
import sqlalchemy as sa

from tripolis.server.domain.problems import Conflict
from tripolis.server.storage.journals import Journals
from tripolis.server.storage.schema import ENTRIES, TABLES
from tripolis.server.storage.store import Store

pytestmark = pytest.mark.both_databases

TIMES = 1000
TOGETHER = 1 if os.environ.get("TRIPOLIS_SOAK") else 10
"""Races at the same time; what a writer finds waiting it commits together."""


def entry(table, seq, client_id, writer):
    """A line of a journal, as the database keeps it."""
    row = {
        "table_id": table,
        "seq": seq,
        "kind": "chat",
        "seat": 0,
        "data": f'{{"writer": {writer}}}',
        "client_id": client_id,
        "at": seq,
    }
    return sa.insert(ENTRIES).values(**row)


async def new_table(store, name):
    head = {"game": "toy", "public": False, "owner": "", "secret": b"", "created": 0, "seq": 0, "status": "open"}
    await store.write(sa.insert(TABLES).values(id=name, **head, touched=0, thinking=False, summary="{}"))


def run_of(store, k, n):
    """What the store `k` writes in race `n`: what the other wants, too, and something of its own."""
    yield store.write(entry("same seq", n, f"{n} of {k}", str(k)), order="same seq")
    yield store.write(entry("same message", 2 * n + k, f"{n}", str(k)), order="same message")
    yield store.write(entry(f"own {k}", n, None, str(k)), order=f"own {k}")


async def race(url):
    """Two stores, each with a writer of its own, write at the same time; returns what each was told, and the
    journals."""
    stores = [Store(url), Store(url)]
    for store in stores:
        await store.open()
    try:
        for name in ("same seq", "same message", "own 0", "own 1"):
            await new_table(stores[0], name)
        told = []
        for start in range(1, TIMES + 1, TOGETHER):
            rounds = range(start, start + TOGETHER)
            writes = [run for n in rounds for k, store in enumerate(stores) for run in run_of(store, k, n)]
            results = await asyncio.gather(*writes, return_exceptions=True)
            told += [(results[i : i + 3], results[i + 3 : i + 6]) for i in range(0, len(results), 6)]
        names = ("same seq", "same message", "own 0", "own 1")
        return told, {name: await Journals(stores[0]).entries(name) for name in names}
    finally:
        for store in stores:
            await store.close()


def test_of_two_writers_who_race_exactly_one_wins(database, tmp_path):
    told, journals = asyncio.run(race(database() or f"sqlite+aiosqlite:///{tmp_path / 'race.sqlite'}"))
    winners = {"same seq": [], "same message": []}
    for n, (first, second) in enumerate(told, 1):
        for result in (*first, *second):
            assert isinstance(result, list | Conflict), f"race {n}: {result!r}"
        for place, name in enumerate(winners):
            won = [k for k, results in enumerate((first, second)) if isinstance(results[place], list)]
            assert len(won) == 1, f"race {n} for the {name} was won by {won}"
            winners[name] += won
        assert [first[2], second[2]] == [[1], [1]], f"race {n} took others along"
    assert [entry.seq for entry in journals["same seq"]] == list(range(1, TIMES + 1))
    assert [int(entry.client_id) for entry in journals["same message"]] == list(range(1, TIMES + 1))
    for name, won in winners.items():
        assert [entry.data["writer"] for entry in journals[name]] == won, "the journal names another winner"
    for k in (0, 1):
        assert [entry.seq for entry in journals[f"own {k}"]] == list(range(1, TIMES + 1))


def test_of_many_writers_in_one_process_exactly_one_wins(database, tmp_path):
    writers = 8

    async def work(url):
        store = Store(url)
        await store.open()
        try:
            await new_table(store, "t")
            for n in range(1, 51):
                asked = [store.write(entry("t", n, None, str(k)), order="t") for k in range(writers)]
                results = await asyncio.gather(*asked, return_exceptions=True)
                assert sum(result == [1] for result in results) == 1, f"race {n}: {results}"
                assert sum(isinstance(result, Conflict) for result in results) == writers - 1
            return await Journals(store).entries("t")
        finally:
            await store.close()

    entries = asyncio.run(work(database() or f"sqlite+aiosqlite:///{tmp_path / 'race.sqlite'}"))
    assert [entry.seq for entry in entries] == list(range(1, 51))
