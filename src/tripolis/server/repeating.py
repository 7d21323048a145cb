"""Work that a process does once a second until it is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

EVERY = 1.0


class Repeating:
    """A task that repeats some work; a failure is handed on, and the work goes on."""

    def __init__(self, name: str, work: Callable[[], Awaitable[None]], failed: Callable[[Exception], None]) -> None:
        self.name, self.work, self.failed = name, work, failed
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, a second from now."""
        self._task = asyncio.create_task(self._run(), name=self.name)

    async def stop(self) -> None:
        """Stop, and wait until it has."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.work()
            except Exception as error:
                self.failed(error)
