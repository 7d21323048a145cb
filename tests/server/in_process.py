"""The parts of a server in the process of the test, without routes and without bots."""

import contextlib
from types import SimpleNamespace

from tripolis.server.api import computations
from tripolis.server.api.matches import Matches
from tripolis.server.api.seats import Seats
from tripolis.server.api.table_setup import TableSetup
from tripolis.server.domain.identity import Identity
from tripolis.server.live.computing import Computing
from tripolis.server.live.tables import LiveTables
from tripolis.server.settings import Settings
from tripolis.server.storage.guests import Guests
from tripolis.server.storage.store import Store

HERE = "127.0.0.1"


@contextlib.asynccontextmanager
async def in_process(folder, database="", **limits):
    """The parts of a server by their names, on a file of SQLite unless a database is given."""
    settings = Settings(data=folder, database=database, **limits)
    computing = Computing(settings, computations.COMMAND)
    store = Store(settings.database_url)
    await store.open()
    tables, guests = LiveTables(store, settings), Guests(store, settings)
    parts = {"setup": TableSetup(tables, guests), "seats": Seats(tables, guests)}
    parts |= {"matches": Matches(store, computing, settings), "settings": settings, "computing": computing}
    try:
        yield SimpleNamespace(store=store, tables=tables, guests=guests, **parts)
    finally:
        await computing.stop()
        await store.close()


async def new_guest(server, name="Ada", lang="en", address=HERE):
    """Somebody who has told a name."""
    guest = await server.guests.create(name, lang, address)
    return Identity(guest.id, guest.name, lang=lang, address=address)


async def new_table(server, who, request):
    """An open table."""
    return await server.tables.find((await server.setup.create(who, request))["table"])
