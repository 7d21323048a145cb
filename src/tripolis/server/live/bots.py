"""Bots at tables: they think in processes of their own, which are ended when they take too long or too much."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import secrets
import sys
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from tripolis.bots import quick_choice
from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.words import Message

from ..domain import actions as deeds
from ..domain.journal import Entry
from ..domain.problems import Problem
from ..domain.table import Table
from ..settings import Settings
from .tables import Hall, Room
from .worker import LENGTH

LOG = logging.getLogger("tripolis.server.bots")
WORKER = (sys.executable, "-m", "tripolis.server.live.worker")
PASSED_ON = ("PATH", "HOME", "LANG", "SYSTEMROOT", "TRIPOLIS_CACHE", "TRIPOLIS_PLAIN", "PYTHONPATH", "XDG_CACHE_HOME")
"""All of the environment that a bot's process gets to see."""
START_SECONDS = 600
RETRY_SECONDS = (1, 2, 5, 10, 30, 60)
"""How long to wait before a process that failed to start is started again; the last one for all further times."""
KEPT_HINTS = 256
FAILURES = (TimeoutError, OSError, EOFError, ValueError, RuntimeError, msgspec.DecodeError)
"""What talking to a process may end in: too late, gone (uvloop says RuntimeError), or nonsense."""


class Worker:
    """One process that thinks for bots."""

    def __init__(self, settings: Settings, command: Sequence[str]) -> None:
        self.settings = settings
        self.command = command
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the process, and wait until its games are compiled."""
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=pipe, stdout=pipe, env=environment, start_new_session=True
        )
        await self._ask_in_time({"megabytes": self.settings.bot_megabytes}, START_SECONDS)

    async def ask(self, question: dict[str, Any], seconds: float) -> Any:
        """Put a question; the process is started where there is none (any more)."""
        if self.process is None or self.process.returncode is not None:
            await self.start()
        return await self._ask_in_time(question, seconds)

    async def _ask_in_time(self, question: dict[str, Any], seconds: float) -> Any:
        """The process is ended if it does not answer in time, or answers nonsense or another question."""
        try:
            async with asyncio.timeout(seconds):
                answer = await self._ask(question)
            if not isinstance(answer, dict) or answer.get("number") != question.get("number"):
                raise ValueError("this is no answer to the question")
            return answer
        except FAILURES as error:
            LOG.warning("a bot's process was ended: %s", type(error).__name__)
            await self.stop()
            raise TimeoutError from error

    async def _ask(self, question: dict[str, Any]) -> Any:
        assert self.process and self.process.stdin and self.process.stdout
        text = msgspec.json.encode(question)
        self.process.stdin.write(LENGTH.pack(len(text)) + text)
        await self.process.stdin.drain()
        length = LENGTH.unpack(await self.process.stdout.readexactly(LENGTH.size))[0]
        if length > 1 << 20:
            raise ValueError("an answer is short")
        return msgspec.json.decode(await self.process.stdout.readexactly(length))

    async def stop(self) -> None:
        """End the process by its id."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Bots:
    """All bots of a server process."""

    def __init__(self, hall: Hall, settings: Settings, command: Sequence[str] = WORKER) -> None:
        self.hall = hall
        self.settings = settings
        self.ready = asyncio.Event()
        self.failures = 0
        self.decisions = 0
        self._workers = [Worker(settings, command) for _ in range(settings.workers)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._busy: set[str] = set()
        self._hints: OrderedDict[tuple[str, int], asyncio.Task[tuple[int, float | None]]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    # -------------------------------------------------------------- processes

    async def start(self) -> None:
        """Start the processes; the first compiles the games, the others find them in the cache."""
        for worker in self._workers:
            await self._start(worker)
            self._free.put_nowait(worker)
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

    async def stop(self) -> None:
        """End all thinking."""
        for task in (*self._tasks, *self._hints.values()):
            task.cancel()
        for worker in self._workers:
            await worker.stop()

    async def think(self, table: Table, bot: str) -> int:
        """The action of a bot; greedy's, where the bot has none to give in time."""
        assert table.position is not None
        seen = table.position.seen_by(table.actor)
        if table.tour:
            script = tour_script(table.game)
            if table.numbers == script[: table.ply] and table.ply < len(script):
                return script[table.ply]
        found = await self._ask(seen, bot=bot)
        if found is not None:
            if _legal(seen, found.get("action")):
                return int(found["action"])
            LOG.warning("the bot %s has no legal answer", bot)
        self.failures += 1
        return quick_choice(seen)

    async def _ask(self, seen: Position, patience: float | None = None, **what: Any) -> dict[str, Any] | None:
        """Put a question about an observation to the next free process; None if there is no answer in time.

        `patience`: how many seconds to wait for a free one.
        """
        game = seen.game
        question = {
            "game": game.name,
            "options": game.settings,
            "box": dict(game.box_files) if game.box_files is not None else None,
            "seen": seen.to_bytes().hex(),
            "seed": secrets.randbits(62),
            "number": self.decisions,
            **what,
        }
        self.decisions += 1
        try:
            worker = await asyncio.wait_for(self._free.get(), patience)
        except TimeoutError:
            return None
        try:
            found: dict[str, Any] = await worker.ask(question, self.settings.bot_seconds)
            return found
        except (TimeoutError, OSError, EOFError):
            return None
        finally:
            self._free.put_nowait(worker)

    async def hint(self, key: tuple[str, int], seen: Position) -> tuple[int, float | None]:
        """The best move that a short search finds, and the chance to win; each position (by its key) is searched once.

        Greedy's choice, where no process has an answer in time.
        """
        if key not in self._hints:
            self._hints[key] = asyncio.create_task(self._hint(seen), name=f"hint at {key[0]}")
            while len(self._hints) > KEPT_HINTS:
                self._hints.popitem(last=False)
        return await asyncio.shield(self._hints[key])

    async def _hint(self, seen: Position) -> tuple[int, float | None]:
        found = await self._ask(seen, self.settings.bot_seconds, hint=self.settings.hint_milliseconds)
        if found is None or not _legal(seen, found.get("action")):
            return quick_choice(seen), None
        return int(found["action"]), float(found["chance"])

    async def judge(self, seen: Position, played: int, budget: int) -> dict[str, Any] | None:
        """A decision judged by search (see `review.assess`); None if there is no answer in time."""
        await self.ready.wait()
        found = await self._ask(seen, judge=played, budget=budget)
        return found.get("judged") if found else None

    # ----------------------------------------------------------------- turns

    def consider(self, room: Room) -> None:
        """If a bot or a standing order is to move at this table, let it."""
        if room.table.thinking and room.table.id not in self._busy:
            self._busy.add(room.table.id)
            task = asyncio.create_task(self._play(room), name=f"bots of {room.table.id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _play(self, room: Room) -> None:
        """Move until a person is to move, or nobody."""
        try:
            await self.ready.wait()
            while room.table.thinking:
                table = room.table
                seat, bot = table.actor, table.seats[table.actor].player
                once = f"bot:{table.position_seq}" if bot else f"order:{table.seq}"
                if bot:
                    number = await self.think(table, bot)
                    move = table.position.move(number).text  # type: ignore[union-attr]
                    data = deeds.played(table, seat, [move])
                    found: tuple[str, int, dict[str, Any]] = ("moves", seat, data)
                else:
                    found = deeds.follow_order(table, seat)
                try:
                    await self.hall.append(room, _on(table, bot, once, *found), once)
                except Problem:
                    await asyncio.sleep(0.05)  # the table has changed while the bot was thinking
        except asyncio.CancelledError:
            raise
        except Exception:
            LOG.exception("bots of table %s", room.table.id)
        finally:
            self._busy.discard(room.table.id)


@lru_cache(maxsize=16)
def tour_script(game: Game) -> list[int]:
    """All moves of a guided first game, as numbers."""
    tour = game.tour
    match = game.new(tour.seed)
    for step in tour.steps:
        match.play(*([step.move] if step.move else []), *step.replies)
    return [move.number for move in match.moves]


def _legal(seen: Position, action: Any) -> bool:
    """Is this what a bot may do here? Bots may answer anything."""
    return isinstance(action, int) and 0 <= action < seen.game.n_actions and seen.why_not(action) is None


def _on(table: Table, bot: str, once: str, kind: str, seat: int, data: dict[str, Any]) -> Any:
    """An entry that holds only on the position that it was made for."""

    def make(now_at: Table, at: int) -> Entry:
        changed = now_at.position_seq != table.position_seq or now_at.orders.get(seat) != table.orders.get(seat)
        if changed or not now_at.thinking or now_at.seats[seat].player != bot:
            raise Problem(409, "stale", Message("The position has changed in the meantime: look at it again."))
        return Entry(table.id, now_at.seq + 1, kind, seat, data, once, at)

    return make
