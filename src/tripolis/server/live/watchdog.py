"""How late the event loop is, and who holds it: a thread looks while the loop cannot."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback

LOG = logging.getLogger("tripolis.server.watchdog")
PERIOD = 0.1
"""Seconds between two signs of life of the loop."""
HELD = 0.25
"""After this long without one, somebody holds the loop: more than anybody's chat should wait."""
LINES = 6
"""So much of what runs is logged."""


class Watchdog:
    """Measures by how much the loop is late."""

    def __init__(self) -> None:
        self.lag = 0.0
        """Seconds by which the last sign of life was late."""
        self.worst = 0.0
        """The most since somebody last asked."""
        self.times_held = 0
        self._seen = time.monotonic()
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread_of_loop = 0
        self._end = threading.Event()

    def start(self) -> None:
        """Begin to look, from the thread of the loop."""
        self._loop, self._thread_of_loop = asyncio.get_running_loop(), threading.get_ident()
        self._seen = time.monotonic()
        self._task = asyncio.create_task(self._measure(), name="watchdog")
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._end.set()
        if self._task is not None:
            self._task.cancel()

    def take_worst(self) -> float:
        """The longest delay since this was last asked for."""
        worst, self.worst = max(self.worst, self.lag), 0.0
        return worst

    async def _measure(self) -> None:
        while True:
            await asyncio.sleep(PERIOD)
            at = time.monotonic()
            self.lag = max(0.0, at - self._seen - PERIOD)
            self.worst = max(self.worst, self.lag)
            self._seen = at

    def _watch(self) -> None:
        """Look from outside; log once for each time that the loop is held."""
        logged = 0.0
        while not self._end.wait(PERIOD):
            seen = self._seen
            held = time.monotonic() - seen - PERIOD
            if held > HELD and seen != logged:
                logged = seen
                self.times_held += 1
                LOG.warning("the event loop is held for %.0f ms so far by %s", 1000 * held, self.who())

    def who(self) -> str:
        """What the loop is doing: the name of its task, and where in the program that is."""
        task = asyncio.current_task(self._loop) if self._loop is not None else None
        frame = sys._current_frames().get(self._thread_of_loop)
        stack = traceback.extract_stack(frame)[-LINES:] if frame is not None else []
        where = " > ".join(f"{line.filename.rpartition('/')[2]}:{line.lineno} {line.name}" for line in stack)
        return f"{task.get_name() if task is not None else 'nobody'} ({where})"
