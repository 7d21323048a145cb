"""The one writer of a database: what was handed to it before the end is written, what comes later is refused at
once."""

import asyncio

import pytest
import sqlalchemy as sa

from tests.server.in_process import in_process, new_guest, new_table
from tests.server.servers import Postgres
from tripolis.engine.errors import BadOptions
from tripolis.server import slices
from tripolis.server.api.requests import TableRequest
from tripolis.server.domain.requests import ChatRequest
from tripolis.server.storage import journals
from tripolis.server.storage.schema import LEASES
from tripolis.server.storage.store import Store


def lease(name):
    return sa.insert(LEASES).values(name=name, holder="", until=0)


def test_what_is_being_written_when_the_store_closes_is_written(tmp_path):
    async def run():
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tripolis.sqlite'}")
        await store.open()
        writing, go_on = asyncio.Event(), asyncio.Event()
        write_batch = store._write_batch

        async def slow_batch(batch):
            writing.set()
            await go_on.wait()
            await write_batch(batch)

        store._write_batch = slow_batch
        in_flight = asyncio.create_task(store.write(lease("in flight")))
        await writing.wait()
        waiting = asyncio.create_task(store.write(lease("waiting")))
        await asyncio.sleep(0)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        with pytest.raises(ConnectionError):
            await asyncio.wait_for(store.write(lease("too late")), 30)
        go_on.set()
        await asyncio.wait_for(asyncio.gather(in_flight, waiting, closing), 30)
        again = Store(f"sqlite+aiosqlite:///{tmp_path / 'tripolis.sqlite'}")
        await again.open()
        assert {row.name for row in await again.rows(sa.select(LEASES))} == {"in flight", "waiting"}
        await again.close()

    asyncio.run(run())


def test_nobody_waits_for_ever_where_the_writer_has_ended(tmp_path):
    async def run():
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tripolis.sqlite'}")
        await store.open()
        writing = asyncio.Event()

        async def hang(batch):
            writing.set()
            await asyncio.Event().wait()

        store._write_batch = hang
        waiting = [asyncio.create_task(store.write(lease("first")))]
        await writing.wait()
        waiting += [asyncio.create_task(store.write(lease(name))) for name in "abcd"]
        await asyncio.sleep(0)
        store._writer.cancel()
        await store.close()
        ends = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 30)
        assert [type(end) for end in ends] == [ConnectionError] * 5

    asyncio.run(run())


def test_others_get_their_turn_while_a_long_journal_is_folded(tmp_path, monkeypatch):
    monkeypatch.setattr(slices, "SECONDS", 0)

    async def run():
        async with in_process(tmp_path) as server:
            ada = await new_guest(server)
            live = await new_table(server, ada, TableRequest("quadropolis", {"players": 2}))
            for n in range(20):
                await server.tables.act(live, ada, "chat", ChatRequest(text=f"{n}"))
            turns = 0

            async def others():
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            task = asyncio.create_task(others())
            entries = await server.tables.journals.entries(live.table.id)
            before = turns
            table = await journals.fold_in_slices(live.table.id, live.table.secret, entries)
            assert table.seq == live.table.seq == 21 and turns - before >= 20
            task.cancel()

    asyncio.run(run())


class EncryptedPostgres(Postgres):
    """One that takes only encrypted connections."""

    def start(self):
        data = self.folder / "data"
        certificate = ("-new", "-x509", "-days", "2", "-nodes", "-subj", "/CN=localhost")
        self.run("openssl", "req", *certificate, "-keyout", "data/server.key", "-out", "data/server.crt")
        with (data / "postgresql.conf").open("a") as settings:
            settings.write("ssl = on\n")
        (data / "pg_hba.conf").write_text("hostssl all all 127.0.0.1/32 trust\n")
        super().start()


def test_a_database_that_takes_only_encrypted_connections_is_used_and_heard(postgres):
    """`postgres` skips where there is none."""
    cluster = EncryptedPostgres()
    try:
        url = cluster.database()

        async def run():
            with pytest.raises(BadOptions):
                await Store(f"{url}?ssl=disable").open()
            store, heard = Store(f"{url}?ssl=require"), asyncio.Queue()
            await store.open()
            stop = await store.listen(heard.put_nowait, lambda: None)
            await store.write(lease("encrypted"), notify="table 1")
            assert await asyncio.wait_for(heard.get(), 30) == "table 1"
            await stop()
            await store.close()

        asyncio.run(run())
    finally:
        cluster.stop()
