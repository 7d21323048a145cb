"""The parts of a server in the process of the test, without routes and without bots."""

import contextlib

from tripolis.server.api.desk import Desk
from tripolis.server.live.background import Background
from tripolis.server.live.bots import Bots
from tripolis.server.live.reviews import Reviews
from tripolis.server.live.tables import Hall
from tripolis.server.settings import Settings
from tripolis.server.storage.guests import Guests
from tripolis.server.storage.store import Store


@contextlib.asynccontextmanager
async def in_process(folder):
    """The desk of a server on SQLite."""
    settings = Settings(data=folder)
    store = Store(settings.database_url)
    await store.open()
    hall = Hall(store)
    guests = Guests(store, b"k" * 32)
    bots = Bots(hall, settings)
    background = Background()
    try:
        yield Desk(settings, hall, guests, bots, Reviews(store, bots, settings), background)
    finally:
        background.stop()
        await store.close()
