"""What a process makes of what another one tells it: two sets of parts on one PostgreSQL, and notices handed over by
the test."""

import asyncio
import contextlib
from types import SimpleNamespace

import msgspec
import pytest
import sqlalchemy as sa

from tests.server.in_process import in_process, new_guest, new_table
from tripolis.server.api.requests import TableRequest
from tripolis.server.domain.requests import ChatRequest
from tripolis.server.live.process_sync import ProcessSync
from tripolis.server.storage.journals import NOTICE_BYTES, Notice, read_notice, write_notice

WAITING = TableRequest("quadropolis", {"players": 2}, seats=["me", "open"])


class Ear:
    """Somebody who listens to a table."""

    seat = 0

    def __init__(self, who):
        self.identity, self.heard = who, []

    def hear(self, message):
        self.heard.append(msgspec.json.decode(message))

    def drop(self):
        self.heard.append("dropped")


@contextlib.asynccontextmanager
async def two_processes(postgres, folder):
    """A table of Ada's at two processes. `say` writes a line at the first one and returns its notice, which the second
    has not heard yet."""
    database = postgres.database()
    async with in_process(folder, database) as first, in_process(folder, database) as second:
        ada = await new_guest(first)
        here = await new_table(first, ada, WAITING)
        there = await second.tables.find(here.table.id)
        told, write = [], first.store.write

        async def write_and_note(*statements, notify="", **about):
            done = await write(*statements, notify=notify, **about)
            told.append(notify)
            return done

        async def say(text):
            await first.tables.act(here, ada, "chat", ChatRequest(text=text))
            return told[-1]

        first.store.write = write_and_note
        sync = ProcessSync(second.tables)
        yield SimpleNamespace(first=first, second=second, here=here, there=there, sync=sync, say=say, ada=ada)


async def nothing_may_be_read(*about):
    raise AssertionError("the database was asked")


def test_an_entry_is_taken_in_as_it_was_told_and_the_database_is_not_asked(postgres, tmp_path):
    async def run():
        async with two_processes(postgres, tmp_path) as two:
            ear = Ear(two.ada)
            two.there.listeners.append(ear)
            two.second.tables.journals.entries = nothing_may_be_read
            for text in ("hello", "Grüß Gott"):
                two.sync.hear(await two.say(text))
            assert two.there.table == two.here.table and two.there.table.hash == two.here.table.hash
            assert [message["seq"] for message in ear.heard] == [2, 3]

    asyncio.run(run())


@pytest.mark.parametrize("told", ["lost", "changed", "place"])
def test_what_does_not_follow_is_read_from_the_journal(postgres, tmp_path, told):
    async def run():
        async with two_processes(postgres, tmp_path) as two:
            ear = Ear(two.ada)
            two.there.listeners.append(ear)
            notice = await two.say("hello")
            if told == "lost":  # the first of two
                notice = await two.say("again")
            elif told == "changed":
                notice = notice.replace("hello", "hullo")
            else:
                notice = msgspec.json.encode(msgspec.json.decode(notice)[:2]).decode()
            two.sync.hear(notice)
            assert two.there.behind and not ear.heard
            await two.second.tables.catch_up_if_behind(two.there)
            assert two.there.table == two.here.table and not two.there.behind

    asyncio.run(run())


def test_a_table_is_told_of_while_something_is_written_to_it(postgres, tmp_path):
    async def run():
        async with two_processes(postgres, tmp_path) as two:
            two.there.listeners.append(Ear(two.ada))
            async with two.there.lock:
                two.sync.hear(await two.say("hello"))
                assert two.there.table.seq == 1
            await two.second.tables.catch_up_if_behind(two.there)
            assert two.there.table == two.here.table

    asyncio.run(run())


def test_a_table_that_nobody_listens_to_is_read_when_it_is_needed(postgres, tmp_path):
    async def run():
        async with two_processes(postgres, tmp_path) as two:
            for text in ("hello", "again"):
                two.sync.hear(await two.say(text))
            assert two.there.table.seq == 1
            found = await two.second.tables.find(two.there.table.id)
            assert found.table == two.here.table

    asyncio.run(run())


def test_whoever_opens_a_stream_at_another_process_hears_what_was_told_meanwhile(postgres, tmp_path):
    async def run():
        async with two_processes(postgres, tmp_path) as two:
            notice = await two.say("hello")
            seen = await two.second.tables.visit(two.there.table.id)  # reads it, whether it was told of or not
            assert seen.table == two.here.table
            late = await two.say("while the snapshot is made")
            two.sync.hear(notice)
            two.sync.hear(late)
            ear = Ear(two.ada)
            seen.listeners.append(ear)
            await two.second.tables.catch_up_if_behind(seen)
            assert [message["seq"] for message in ear.heard] == [3]

    asyncio.run(run())


def test_a_notice_of_another_version_is_passed_over(postgres, tmp_path):
    async def run():
        async with two_processes(postgres, tmp_path) as two:
            for notice in (f"{two.there.table.id} 7", "[]", "{}", ""):
                two.sync.hear(notice)
            assert two.there.table.seq == 1 and not two.there.behind

    asyncio.run(run())


def test_an_entry_that_is_too_long_to_be_told_is_told_by_its_place(postgres, tmp_path):
    row = {"table_id": "T", "seq": 5, "kind": "chat", "seat": 0, "client_id": None, "at": 1, "hash": "00"}
    room = NOTICE_BYTES - len(write_notice(row | {"data": ""}).encode())
    assert read_notice(write_notice(row | {"data": "x" * room})).data
    assert read_notice(write_notice(row | {"data": "ü" * room})) == Notice("T", 5)

    async def run():
        async with two_processes(postgres, tmp_path) as two:
            longest = write_notice(row | {"data": "x" * room})
            await two.first.store.write(sa.select(1), notify=longest)
            with pytest.raises(sa.exc.DBAPIError):
                await two.first.store.write(sa.select(1), notify=longest + "x")

    asyncio.run(run())


def test_a_connection_that_the_database_has_closed_is_replaced(postgres, tmp_path):
    async def run():
        async with in_process(tmp_path, postgres.database()) as server:
            for _ in range(3):
                assert (await server.store.row(sa.select(1)))[0] == 1
                await server.store.write(sa.select(1))
                async with server.store.engine.connect() as connection:
                    line = (await connection.get_raw_connection()).driver_connection
                name = server.store.url.database
                postgres.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
                while not line.is_closed():
                    await asyncio.sleep(0.01)

    asyncio.run(run())
