"""How busy this process is, measured once a second. How late its loop is, the watchdog measures."""

from __future__ import annotations

import logging
import os
import time
from pathlib import Path

from ..metrics import Figures
from ..repeating import Repeating

LOG = logging.getLogger("tripolis.server.load")
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
        self._last = self._totals()
        self._measuring = Repeating("load", self._measure, lambda error: LOG.error("the load", exc_info=error))

    async def start(self) -> None:
        """Begin to measure."""
        self._last = self._totals()
        self._measuring.start()

    async def stop(self) -> None:
        """Stop measuring."""
        await self._measuring.stop()

    def _totals(self) -> tuple[float, float, int]:
        return time.monotonic(), time.process_time(), self.figures.answered

    async def _measure(self) -> None:
        before, self._last = self._last, self._totals()
        seconds, cpu, requests = (new - old for new, old in zip(self._last, before, strict=True))
        self.cpu, self.requests = cpu / seconds, requests / seconds

    @property
    def megabytes(self) -> int:
        """Memory in use; 0 where the system does not say."""
        if not STATM.is_file():
            return 0
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20
