"""Who gets a free process next: nobody who asks much keeps those waiting who ask little."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Gives out things that come back. Where several wait, urgent ones come first; among equals each asker is served
    once before anybody is served twice."""

    def __init__(self) -> None:
        self._free: deque[T] = deque()
        self._urgent: OrderedDict[str, deque[asyncio.Future[T]]] = OrderedDict()
        self._patient: OrderedDict[str, deque[asyncio.Future[T]]] = OrderedDict()

    @property
    def free(self) -> int:
        """How many things nobody has."""
        return len(self._free)

    @property
    def waiting(self) -> int:
        """How many wait for one."""
        return sum(len(turns) for line in (self._urgent, self._patient) for turns in line.values())

    async def get(self, asker: str = "", urgent: bool = False) -> T:
        """The next free thing, when it is the asker's turn."""
        if self._free:
            return self._free.popleft()
        waiting = self._urgent if urgent else self._patient
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        waiting.setdefault(asker, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it came too late
                self.put(turn.result())
            raise

    def put(self, thing: T) -> None:
        """Give a thing back, or a new one."""
        for waiting in (self._urgent, self._patient):
            while waiting:
                asker, turns = waiting.popitem(last=False)
                while turns:
                    turn = turns.popleft()
                    if not turn.done():
                        turn.set_result(thing)
                        if turns:
                            waiting[asker] = turns
                        return
        self._free.append(thing)
