"""A worker plays games in a separate process and watches it from outside, so that no bot can take the league down.

The process notes in shared memory which bot is deciding. If the process dies or the decision does not come, that bot
has lost its game, and the worker starts another process. Compiling is not thinking: it stops the clock.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import multiprocessing
import os
import signal
import sys
import time
from multiprocessing.connection import Connection
from typing import Any

from tripolis.bots import Bot, first_decision
from tripolis.bots.process import BotFailed, ProcessBot, find_player
from tripolis.engine.errors import BadOptions
from tripolis.engine.position import Position
from tripolis.engine.record import PLAIN
from tripolis.engine.words import Message

from .league import Fixture, League
from .play import Failed, Result, describe, forfeit, play, versions_of

GRACE = 2.0
"""Seconds beyond the limit after which a decision is no longer waited for."""
WARM_UP_SECONDS = 600.0
"""How long a bot may take for its very first decision, not counting what Numba compiles for it."""
POLL_SECONDS = 0.25

SPAWN = multiprocessing.get_context("spawn")


class Watch(ctypes.Structure):
    """Which seat is deciding (-1: none), at which ply, and since when. While warming up, `bot` is the bot's number."""

    _fields_ = (("since", ctypes.c_double), ("seat", ctypes.c_int), ("ply", ctypes.c_int), ("bot", ctypes.c_int))


class Worker:
    """Plays one game after another in a separate process."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.game = league.make_game()
        self.watch = SPAWN.RawValue(Watch)
        self.cold: set[int] = set()
        """Bots whose first decision ended the process: they are not warmed up again, and forfeit their games."""
        self.process: Any = None
        self.pipe: Connection | None = None

    def start(self) -> None:
        """Start the process, and wait until each of its bots has decided once."""
        while True:
            self.watch.seat, self.watch.bot, self.watch.since = -1, -1, time.time()
            self.pipe, other_end = SPAWN.Pipe()
            process = SPAWN.Process(
                target=work, args=(self.league, other_end, self.watch, frozenset(self.cold)), daemon=True
            )
            process.start()
            self.process = process  # only now can another thread end it
            other_end.close()
            with contextlib.suppress(EOFError, OSError):
                while not self.pipe.poll(POLL_SECONDS):
                    if self.watch.bot >= 0 and time.time() - self.watch.since > WARM_UP_SECONDS:
                        break
                else:
                    refused = self.pipe.recv()
                    if refused is None:
                        return
                    self.stop()
                    raise BadOptions(refused)
            bot = self.watch.bot
            self.stop()
            if bot < 0:
                raise RuntimeError("a process that plays games could not be started")
            self.cold.add(bot)

    def play(self, fixture: Fixture) -> Result:
        """Play a game; if the process dies or hangs during a decision, the bot that was deciding has lost."""
        if self.process is None:
            self.start()
        assert self.pipe is not None
        self.watch.seat = -1
        try:
            self.pipe.send(fixture)
            while not self.pipe.poll(POLL_SECONDS):
                if self.watch.seat >= 0 and time.time() - self.watch.since > self.league.seconds + GRACE:
                    return self._forfeit(fixture, Failed("slow", f"no answer within {self.league.seconds:g} s"))
            result: Result | BaseException = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(5)
            if self.watch.seat < 0:
                code = self.process.exitcode
                self.stop()
                raise RuntimeError(f"a process that plays games has ended with code {code}") from None
            return self._forfeit(fixture, Failed("crashed", f"its process has ended with code {self.process.exitcode}"))
        if isinstance(result, BaseException):
            raise result
        return result

    def _forfeit(self, fixture: Fixture, failure: Failed) -> Result:
        """The result of a game whose process has died, or is ended now."""
        seat, ply = self.watch.seat, self.watch.ply
        self.stop()
        zeros = [0] * self.game.players
        return (
            describe(self.game, fixture)
            | {"plies": ply}
            | forfeit(fixture.seating, seat, ply, failure)
            | {"decisions": zeros, "seconds": zeros, "slowest": zeros}
            | {"versions": versions_of(self.game.version, fixture.group)}
        )

    def stop(self) -> None:
        """End the process. It ends the programs that it has started, unless it is too busy to handle the signal."""
        # The league and the worker's own thread may stop it at once: each part is taken by one of them.
        process, self.process = self.process, None
        pipe, self.pipe = self.pipe, None
        if process is not None:
            process.terminate()
            process.join(1)
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()


class Clock:
    """Seconds of this process without those in which Numba compiles; meanwhile `watch.since` lets nobody be late."""

    def __init__(self, watch: Any) -> None:
        self.watch = watch
        self.depth = 0
        self.begun = self.compiled = self.since = 0.0

    def __call__(self) -> float:
        """The time now."""
        return time.perf_counter() - self.compiled

    def listen(self) -> None:
        """Let Numba notify this clock of every compilation from now on."""
        from numba.core.event import Listener, register

        Listener.register(Clock)
        register("numba:compile", self)

    def notify(self, event: Any) -> None:
        """A compilation begins or ends; one may lie within another."""
        self.depth += 1 if event.is_start else -1
        if event.is_start and self.depth == 1:
            self.begun, self.since = time.perf_counter(), self.watch.since
            self.watch.since = math.inf
        elif self.depth == 0:
            took = time.perf_counter() - self.begun
            self.compiled += took
            self.watch.since = self.since + took


def work(league: League, pipe: Connection, watch: Any, cold: frozenset[int]) -> None:
    """The main function of the process: warm up, then play the games that are sent until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides when to stop
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    os.dup2(2, 1)  # what a bot prints must not mix with the league's table
    bots = {name: find_player(name, league.seconds) for name in league.bots}
    try:
        play_games(league, bots, pipe, watch, cold)
    finally:
        for bot in bots.values():
            if isinstance(bot, ProcessBot):
                bot.close()


def play_games(league: League, bots: dict[str, Bot], pipe: Connection, watch: Any, cold: frozenset[int]) -> None:
    """Let every bot decide once without a time limit, then play games; what cannot play is sent as a message."""
    game, clock = league.make_game(), Clock(watch)
    if not PLAIN:
        clock.listen()
        game.prepare()
    seen = first_decision(game)
    for number, bot in enumerate(bots.values()):
        if number not in cold:
            watch.since, watch.bot = time.time(), number
            refused = warm_up(bot, seen.copy())
            if refused is not None:
                pipe.send(refused)
                return
    watch.bot = -1
    pipe.send(None)

    def watch_seat(seat: int, ply: int) -> None:
        watch.since, watch.ply, watch.seat = time.time(), ply, seat

    with contextlib.suppress(EOFError, OSError):
        while True:
            fixture = pipe.recv()
            for name in set(fixture.seating):
                if isinstance(bots[name], ProcessBot):
                    warm_up(bots[name], seen.copy())  # if it cannot be started again, its first decision will fail
            try:
                pipe.send(play(game, bots, fixture, league.seconds, watch_seat, clock))
            except Exception as error:
                pipe.send(RuntimeError(f"{type(error).__name__}: {error}"))
                raise


def warm_up(bot: Bot, seen: Position) -> Message | None:
    """Let a bot decide once; says why a program cannot be started."""
    if isinstance(bot, ProcessBot):
        try:
            bot.prepare(seen)
        except BotFailed as error:
            return error.message
    else:
        with contextlib.suppress(Exception):
            bot.choose(seen, 0)
    return None
