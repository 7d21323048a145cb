"""The database of a server, read and changed beside it."""

import asyncio

import sqlalchemy as sa

from tripolis.server.storage.journals import link_rows, read_rows
from tripolis.server.storage.schema import ENTRIES
from tripolis.server.storage.store import Store


def in_database(server, work):
    """Do something with a server's database, beside the server."""

    async def run():
        store = Store(server.database)
        await store.open(upgrade=False)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def relink(store, table):
    """Link the entries of a table anew, as if what was changed by hand had been written so."""
    async with store.reading() as connection:
        rows = [dict(row._mapping) for row in await read_rows(connection, table)]
    place = (ENTRIES.c.table_id, ENTRIES.c.seq)
    await store.write(
        *(
            sa.update(ENTRIES).where(place[0] == table, place[1] == row["seq"]).values(hash=row["hash"])
            for row in link_rows(rows)
        )
    )
