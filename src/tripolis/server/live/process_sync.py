"""Several processes on one database: how a process learns that another has written to a table it has open.

A NOTIFY, sent with the commit, brings the entry along. A table to which nobody listens here only remembers that there
is more, and reads it when somebody comes. A NOTIFY may get lost, so that the last seqs of all tables that are listened
to are also asked for once a second.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from ..storage.journals import read_notice
from ..storage.outage import log_outage
from .tables import LiveTable, LiveTables

LOG = logging.getLogger("tripolis.server.process_sync")
EVERY = 1.0


class ProcessSync:
    """Keeps the open tables of a process up to date."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables = tables
        self.heard = 0
        self._behind: set[str] = set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[Any]] = []
        self._stop_listening: Any = None

    async def start(self) -> None:
        """Begin to listen; a single process on SQLite has nobody to listen to."""
        if self.tables.store.postgres:
            self._tasks = [asyncio.create_task(task) for task in (self._listen(), self._poll(), self._follow())]

    async def stop(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._stop_listening:
            await self._stop_listening()

    def hear(self, notification: str) -> None:
        """A table has got an entry in some process, perhaps in this one."""
        self.heard += 1
        notice = read_notice(notification)
        live = self.tables.open.get(notice.table_id) if notice is not None else None
        if notice is not None and live is not None and live.announce(notice.seq) and not self.tables.take(live, notice):
            self._follow_later(live)

    def _follow_later(self, live: LiveTable) -> None:
        """Have a table read, if somebody listens to it."""
        if live.listeners:
            self._behind.add(live.table.id)
            self._wake.set()

    async def _listen(self) -> None:
        """Keep a connection that hears notifications; without it, asking is enough."""
        while True:
            try:
                lost: asyncio.Event = asyncio.Event()
                self._stop_listening = await self.tables.store.listen(self.hear, lost.set)
                await lost.wait()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if not log_outage(error):
                    LOG.warning("no notifications for now: %s", error)
            await asyncio.sleep(EVERY)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                listened_to = [table for table, live in self.tables.open.items() if live.listeners]
                for table, seq in (await self.tables.journals.last_seqs(listened_to)).items():
                    live = self.tables.open.get(table)
                    if live is not None and live.announce(seq):
                        self._follow_later(live)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if not log_outage(error):
                    LOG.warning("open tables could not be compared: %s", error)

    async def _follow(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._behind:
                table = self._behind.pop()
                live = self.tables.open.get(table)
                try:
                    if live is not None:
                        await self.tables.catch_up_if_behind(live)
                except asyncio.CancelledError:
                    raise
                except Exception as error:
                    if not log_outage(error):
                        LOG.warning("table %s could not be read: %s", table, error)
