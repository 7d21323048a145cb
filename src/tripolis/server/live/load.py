"""How busy this process is, measured once a second."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from ..metrics import Figures

EVERY = 1.0
STATM = Path("/proc/self/statm")


class Load:
    """Processor, memory and requests."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.started = time.monotonic()
        self.cpu = 0.0
        """The share of one core that was used in the last second."""
        self.requests = 0.0
        """Requests in the last second."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to measure."""
        self._task = asyncio.create_task(self._run(), name="load")

    async def stop(self) -> None:
        """Stop measuring."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            began, used, answered = time.monotonic(), time.process_time(), self.figures.answered
            await asyncio.sleep(EVERY)
            took = time.monotonic() - began
            self.cpu = (time.process_time() - used) / took
            self.requests = (self.figures.answered - answered) / took

    @property
    def megabytes(self) -> int:
        """Memory in use; 0 where the system does not say."""
        if not STATM.is_file():
            return 0
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20
