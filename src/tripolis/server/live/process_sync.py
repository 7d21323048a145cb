"""Several processes on one database: how a process learns that another has written to a table it has open.

Notices say "table T has reached seq N". They are hints that may get lost, so that the heads of all open tables are also asked
for once a second.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from .tables import Hall

LOG = logging.getLogger("tripolis.server.process_sync")
EVERY = 1.0


class Hints:
    """Keeps the open tables of a process up to date."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.heard = 0
        self._behind: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[Any]] = []
        self._silence: Any = None

    async def start(self) -> None:
        """Begin to listen; a single process on SQLite has nobody to listen to."""
        if self.hall.store.postgres:
            self._tasks = [asyncio.create_task(task) for task in (self._listen(), self._poll(), self._follow())]

    async def stop(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._silence:
            await self._silence()

    def hear(self, notice: str) -> None:
        """A notice of some process, perhaps of this one."""
        table, _, seq = notice.partition(" ")
        room = self.hall.rooms.get(table)
        self.heard += 1
        if room is not None and seq.isdigit() and int(seq) > room.table.seq:
            self._behind[table] = int(seq)
            self._wake.set()

    async def _listen(self) -> None:
        """Keep a connection that hears notices; without it, asking is enough."""
        while True:
            try:
                lost: asyncio.Event = asyncio.Event()
                self._silence = await self.hall.store.listen(self.hear, lost.set)
                await lost.wait()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                LOG.warning("no notices for now: %s", error)
            await asyncio.sleep(EVERY)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                open_rooms = [table for table, room in self.hall.rooms.items() if room.listeners]
                for table, seq in (await self.hall.store.heads(open_rooms)).items():
                    self.hear(f"{table} {seq}")
            except asyncio.CancelledError:
                raise
            except Exception as error:
                LOG.warning("the database does not answer: %s", error)

    async def _follow(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._behind:
                table, seq = self._behind.popitem()
                room = self.hall.rooms.get(table)
                try:
                    if room is not None and room.table.seq < seq:
                        await self.hall.catch_up(room)
                except asyncio.CancelledError:
                    raise
                except Exception as error:
                    LOG.warning("table %s could not be read: %s", table, error)
