"""The first start: rules and bots are compiled in processes of their own, while the server already answers."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from tripolis.bots import is_cold, prepare_bots
from tripolis.engine.game import Game, find, game_names
from tripolis.engine.record import PLAIN
from tripolis.study.why import prepare_analysis

LOG = logging.getLogger("tripolis.server.preparation")
COMMAND = (sys.executable, "-m", "tripolis.server.live.preparation")
PARTS = ("rules", "bots", "search")
"""What is compiled of a game, in this order: the match, bots that do not look ahead, bots that do."""
SHARES = {"rules": 11, "bots": 1, "search": 4}
"""Steps of each part, for a progress line."""


class Preparation:
    """What has been compiled of which game. On a machine that has it in its cache, everything is there at once."""

    def __init__(self, tell: Callable[[Preparation], None] = lambda preparation: None) -> None:
        self.tell = tell
        """Called after every step."""
        self.finished = asyncio.Event()
        self._done: dict[str, int] = {}
        self._events = {(name, part): asyncio.Event() for name in game_names() for part in PARTS}
        self._running: dict[str, asyncio.Task[None]] = {}

    @property
    def of(self) -> int:
        """How many steps there are, where anything has to be compiled."""
        return sum(SHARES.values()) * len(self._done)

    @property
    def done(self) -> int:
        """How many steps have been made."""
        return sum(self._done.values())

    async def ready(self, name: str, part: str = "rules") -> None:
        """Wait until a part of a game is there; a game that is waited for is compiled next."""
        event = self._events.get((name, part))
        if event is None or event.is_set():
            return
        if name in self._done:
            self._start(name)
        await event.wait()

    async def all_rules(self) -> None:
        """Wait for the rules of all games."""
        for name in game_names():
            await self.ready(name)

    async def run(self) -> None:
        """Load what the cache has; compile the rest, as many games at a time as there are cores."""
        games = [find(name) for name in game_names()]
        cold = [game.name for game in games if not PLAIN and (game.is_cold or is_cold(game))]
        self._done = dict.fromkeys(cold, 0)
        for game in games:
            if game.name not in cold:
                await asyncio.to_thread(game.prepare)
                self._set(game.name, *PARTS)
        while True:
            running = [task for task in self._running.values() if not task.done()]
            waiting = [name for name in cold if name not in self._running]
            for name in waiting[: max(0, (os.cpu_count() or 1) - len(running))]:
                self._start(name)
                running.append(self._running[name])
            if not running:
                break
            await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        self.finished.set()
        self.tell(self)

    def stop(self) -> None:
        """End all compiling."""
        for task in self._running.values():
            task.cancel()

    def _start(self, name: str) -> None:
        if name not in self._running:
            self._running[name] = asyncio.create_task(self._compile(find(name)), name=f"compile {name}")

    def _set(self, name: str, *parts: str) -> None:
        for part in parts:
            self._events[name, part].set()

    async def _compile(self, game: Game) -> None:
        """Let another process compile, so that this one goes on answering, and load what it has made."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *COMMAND, game.name, stdin=pipe, stdout=pipe, start_new_session=True
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                self._done[game.name] += 1
                self.tell(self)
                part = line.decode().strip()
                if part == "rules":
                    await asyncio.to_thread(game.prepare)
                if part in PARTS:
                    self._set(game.name, part)
            if await process.wait():
                LOG.error("%s could not be compiled beforehand", game.name)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            self._done[game.name] = sum(SHARES.values())
            self._set(game.name, *PARTS)  # what is missing is compiled when it is first used


def end_with_server() -> None:
    """Go when the server goes, however it went: then standard input ends."""
    while os.read(0, 1):
        pass
    os._exit(1)


def main() -> None:
    """Compile a game, and say each step on standard output."""
    threading.Thread(target=end_with_server, daemon=True).start()
    game = find(sys.argv[1])
    game.prepare(lambda done, of: print(".", flush=True) if 0 < done < of else None)
    print("rules", flush=True)
    prepare_bots(game, "newcomer")
    print("bots", flush=True)
    prepare_bots(game, "strong")
    prepare_analysis(game)
    print("search", flush=True)


if __name__ == "__main__":
    main()
