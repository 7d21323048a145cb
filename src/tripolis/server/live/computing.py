"""Long computations in processes of their own (`api/computations.py`): each has a deadline, its cost is counted for the
guest and the address who want it, and its result is kept."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import logging
import math
from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from tripolis.engine.words import Message, Plural

from ..domain.identity import Identity
from ..domain.problems import Problem, too_costly, too_many
from ..rate_limit import CostLimit
from ..settings import Settings
from .fair_queue import FairQueue
from .preparation import Preparation
from .workers import Worker

LOG = logging.getLogger("tripolis.server.computing")
PROCESSES = 2
WAITING, WAITING_PER_ADDRESS = 128, 16
"""Computations that may run and wait: in all, and of one address."""
KEPT_BYTES = 32 << 20
"""So much is kept of results."""
MOST_BYTES = 16 << 20
"""The longest reply of a process."""
HOUSE = Identity(address="house")
"""Whoever asks for what nobody pays for."""


class Computing:
    """The processes, those who wait for them, and what they have found out."""

    def __init__(self, settings: Settings, command: Sequence[str], preparation: Preparation | None = None) -> None:
        self.settings, self.preparation = settings, preparation
        self.done = 0
        self.by_guest = CostLimit(settings.cpu_seconds_per_minute)
        self.by_address = CostLimit(4 * settings.cpu_seconds_per_minute)
        self._all = [Worker(settings, command, MOST_BYTES) for _ in range(PROCESSES)]
        self._free: FairQueue[Worker] = FairQueue()
        for worker in self._all:
            self._free.put(worker)
        self._lengths: Counter[str] = Counter()
        self._locks: dict[str, asyncio.Lock] = {}
        self._results: OrderedDict[bytes, bytes] = OrderedDict()
        self._bytes = 0
        self._running: dict[bytes, asyncio.Task[bytes]] = {}
        self._numbers = itertools.count()

    async def start(self) -> None:
        """Start one process before anybody waits for it; the other starts when it is first needed."""
        worker = await self._free.get()
        try:
            await worker.start()
        except (TimeoutError, OSError) as error:
            LOG.error("a process for computations did not start: %r", error)
        finally:
            self._free.put(worker)

    async def stop(self) -> None:
        """End the processes; what still waits is dropped."""
        for task in self._running.values():
            task.cancel()
        for worker in self._all:
            await worker.stop()

    # ----------------------------------------------------------------- costs

    def admit(self, who: Identity) -> None:
        """Refuse somebody who has used up their share, with the time to wait."""
        wait = max(self.by_guest.wait(who.guest or who.token), self.by_address.wait(who.address))
        if wait > 0 and who is not HOUSE:
            seconds = math.ceil(wait)
            message = Plural(
                "You have asked for a lot of computing: try again in {n} second.",
                "You have asked for a lot of computing: try again in {n} seconds.",
                seconds,
            )
            raise too_many(message, seconds)

    def charge(self, who: Identity, seconds: float) -> None:
        """Count what somebody has caused, whatever came of it."""
        if who is not HOUSE:
            self.by_guest.charge(who.guest or who.token, seconds)
            self.by_address.charge(who.address, seconds)

    # ------------------------------------------------------------------ work

    async def run(self, who: Identity, work: str, **arguments: Any) -> bytes:
        """The result of a computation as JSON, in the reader's language: a kept one, one that is under way for
        somebody else, or a new one."""
        request = msgspec.json.encode({"work": work, "lang": who.lang, "arguments": arguments})
        key = hashlib.sha256(request).digest()
        if (kept := self._results.get(key)) is not None:
            self._results.move_to_end(key)
            return kept
        if key not in self._running:
            self.admit(who)
            if self._lengths[who.address] >= WAITING_PER_ADDRESS or self._lengths.total() >= WAITING:
                raise too_many(Message("Too many requests: wait a moment."))
            self._lengths[who.address] += 1
            task = asyncio.create_task(self._run(who, msgspec.Raw(request), key), name=f"{work} for {who.address}")
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits any more
            self._running[key] = task
        return await asyncio.shield(self._running[key])

    async def _run(self, who: Identity, request: msgspec.Raw, key: bytes) -> bytes:
        """One address gets one process at a time, so that it cannot keep all others waiting."""
        try:
            async with self._locks.setdefault(who.address, asyncio.Lock()):
                if self.preparation is not None:  # nobody's time runs before the code is there
                    await self.preparation.all_rules()
                result = await self._ask(who, request)
        finally:
            del self._running[key]
            self._lengths[who.address] -= 1
            if self._lengths[who.address] <= 0:
                del self._lengths[who.address], self._locks[who.address]
        self._results[key] = result
        self._bytes += len(result)
        while self._bytes > KEPT_BYTES:
            self._bytes -= len(self._results.popitem(last=False)[1])
        return result

    async def _ask(self, who: Identity, request: msgspec.Raw) -> bytes:
        """Have the next free process do it. One that takes too long is ended, and its time counts."""
        seconds, number = self.settings.computing_seconds, next(self._numbers)
        worker = await self._free.get(who.address, urgent=who is not HOUSE)
        self.done += 1
        try:
            reply = await worker.ask({"number": number, "request": request}, seconds)
        except (TimeoutError, OSError):
            self.charge(who, seconds)
            raise too_costly() from None
        finally:
            self._free.put(worker)
        self.charge(who, reply["cpu"])
        if "problem" in reply:
            raise Problem(**reply["problem"])
        if "failure" in reply:
            raise RuntimeError(f"a computation failed: {reply['failure']}")
        return str(reply["result"]).encode()


def decoded(result: bytes) -> Any:
    """A result as data."""
    with contextlib.suppress(msgspec.DecodeError):
        return msgspec.json.decode(result)
    raise RuntimeError("a computation has replied with nonsense")
