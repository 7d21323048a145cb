"""The processes in which bots think (`worker.py`): sent one request at a time, ended when they take too much."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import secrets
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from tripolis.bots import SEARCHING
from tripolis.engine.position import Position

from ..domain.games import game_data
from ..settings import Settings
from .fair_queue import FairQueue
from .preparation import Preparation
from .worker import LENGTH

LOG = logging.getLogger("tripolis.server.workers")
COMMAND = (sys.executable, "-m", "tripolis.server.live.worker")
PASSED_ON = ("PATH", "HOME", "LANG", "SYSTEMROOT", "TRIPOLIS_CACHE", "TRIPOLIS_PLAIN", "PYTHONPATH", "XDG_CACHE_HOME")
"""All of the environment that a bot's process gets to see."""
START_SECONDS = 600
RETRY_SECONDS = (1, 2, 5, 10, 30, 60)
"""How long to wait before a process that failed to start is started again; the last one for all further times."""
FAILURES = (TimeoutError, OSError, EOFError, ValueError, RuntimeError, msgspec.DecodeError)
"""What talking to a process may end in: too late, gone (uvloop says RuntimeError), or nonsense."""


class Worker:
    """One process that thinks for bots, or computes."""

    def __init__(self, settings: Settings, command: Sequence[str], longest: int = 1 << 20) -> None:
        self.settings = settings
        self.command = command
        self.longest = longest
        """So many bytes a reply may have."""
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the process, and wait until its games are loaded."""
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=pipe, stdout=pipe, env=environment, start_new_session=True
        )
        await self._ask_in_time({"megabytes": self.settings.bot_megabytes}, START_SECONDS)

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a request; the process is started where there is none (any more)."""
        if self.process is None or self.process.returncode is not None:
            await self.start()
        return await self._ask_in_time(request, seconds)

    async def _ask_in_time(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The process is ended if it does not answer in time, or replies with nonsense or to another request."""
        try:
            async with asyncio.timeout(seconds):
                reply = await self._exchange(request)
            if not isinstance(reply, dict) or reply.get("number") != request.get("number"):
                raise ValueError("this is no reply to the request")
            return reply
        except FAILURES as error:
            LOG.warning("a process of %s was ended: %s", self.command[-1], type(error).__name__)
            await self.stop()
            raise TimeoutError from error

    async def _exchange(self, request: dict[str, Any]) -> Any:
        assert self.process and self.process.stdin and self.process.stdout
        text = msgspec.json.encode(request)
        self.process.stdin.write(LENGTH.pack(len(text)) + text)
        await self.process.stdin.drain()
        length = LENGTH.unpack(await self.process.stdout.readexactly(LENGTH.size))[0]
        if length > self.longest:
            raise ValueError("a reply is short")
        return msgspec.json.decode(await self.process.stdout.readexactly(length))

    async def stop(self) -> None:
        """End the process by its id."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Workers:
    """All such processes of a server process."""

    def __init__(
        self, settings: Settings, command: Sequence[str] = COMMAND, preparation: Preparation | None = None
    ) -> None:
        self.settings = settings
        self.preparation = preparation
        self.ready = asyncio.Event()
        self.decisions = 0
        self._all = [Worker(settings, command) for _ in range(settings.workers)]
        self._free: FairQueue[Worker] = FairQueue()

    async def start(self) -> None:
        """Start the processes; each loads the games that are in the cache, and others when they are first asked for."""
        for worker in self._all:
            await self._start(worker)
            self._free.put(worker)
            self.ready.set()

    async def _start(self, worker: Worker) -> None:
        """Start a process, again and again until it succeeds: without one, no bot ever moves."""
        for wait in itertools.chain(RETRY_SECONDS, itertools.repeat(RETRY_SECONDS[-1])):
            try:
                await worker.start()
                return
            except (TimeoutError, OSError) as error:
                LOG.error("a bot's process did not start, again in %s seconds: %r", wait, error)
            await asyncio.sleep(wait)

    @property
    def load(self) -> dict[str, int]:
        """How many processes there are, how many think, and how many requests wait for one."""
        return {"workers": len(self._all), "busy": len(self._all) - self._free.free, "waiting": self._free.waiting}

    async def stop(self) -> None:
        """End all processes."""
        for worker in self._all:
            await worker.stop()

    async def ask(
        self, seen: Position, asker: str, *, urgent: bool = False, patience: float | None = None, **what: Any
    ) -> dict[str, Any] | None:
        """Send a request about an observation to the next free process; None if there is no reply in time.

        `asker` is who causes the work, and gets a fair share; `urgent`: somebody sits and waits; `patience`: how many
        seconds to wait for a free process.
        """
        game = seen.game
        request = {
            **game_data(game),
            "seen": seen.to_bytes().hex(),
            "seed": secrets.randbits(62),
            "number": self.decisions,
            **what,
        }
        self.decisions += 1
        if self.preparation is not None:  # nobody's time runs before the code is there
            search = "bot" not in what or what["bot"] in SEARCHING
            await self.preparation.ready(game.name, "search" if search else "bots")
        try:
            worker = await asyncio.wait_for(self._free.get(asker, urgent), patience)
        except TimeoutError:
            return None
        try:
            return await worker.ask(request, self.settings.bot_seconds)
        except (TimeoutError, OSError, EOFError):
            return None
        finally:
            self._free.put(worker)
