"""Long computations in threads beside the event loop; compiled rules run there without Python's lock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from tripolis.engine.words import Message

from ..domain.problems import too_many

T = TypeVar("T")
THREADS = 2
PER_ADDRESS = 16
"""Computations that one address may have running and waiting."""


@dataclass(slots=True)
class _Line:
    """The computations of one address: one runs, the others wait."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    length: int = 0


class Background:
    """The threads of a process. One address gets one of them at a time, so that it cannot keep all others waiting."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="background")
        self._lines: dict[str, _Line] = {}

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """Do some work that an address has asked for."""
        line = self._lines.setdefault(address, _Line())
        if line.length >= PER_ADDRESS:
            raise too_many(Message("Too many requests: wait a moment."))
        line.length += 1
        try:
            async with line.lock:
                return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            line.length -= 1
            if not line.length:
                del self._lines[address]

    def stop(self) -> None:
        """Let the threads end; what still waits is dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)
