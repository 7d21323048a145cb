"""The database of a server, read and changed beside it."""

import asyncio

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
