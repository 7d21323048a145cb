"""A hand plays games in a process of its own, watched from outside: no bot can take the league down with it.

The process writes into shared memory whom it is asking. If it dies, or an answer does not come, that bot has lost its game; the
hand starts another process and goes on.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection
from typing import Any

from tripolis.bots import Bot
from tripolis.bots.process import BotFailed, ProcessBot, find_player
from tripolis.engine.record import PLAIN

from .league import Fixture, League
from .play import Failed, Result, describe, lost, play, versions_of

GRACE = 2.0
"""Seconds beyond the limit after which nobody waits for an answer any more."""
WARM_UP_SECONDS = 600.0
"""How long a bot may take for its first decision of all, in which it compiles what it needs."""
WATCH_SECONDS = 0.25

SPAWN = multiprocessing.get_context("spawn")


class Watch(ctypes.Structure):
    """Whom the process is asking: a seat (-1: nobody), the ply, and since when. While warming up, `bot` is the bot's number."""

    _fields_ = (("since", ctypes.c_double), ("seat", ctypes.c_int), ("ply", ctypes.c_int), ("bot", ctypes.c_int))


class Hand:
    """Plays one game after the other in a process of its own."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.game = league.make_game()
        self.watch = SPAWN.RawValue(Watch)
        self.cold: set[int] = set()
        """Bots whose first decision ended the process: they are not warmed up again, and lose their games one by one."""
        self.process: Any = None
        self.line: Connection | None = None

    def start(self) -> None:
        """Start the process, and wait until all of its bots have decided once."""
        while True:
            self.watch.seat, self.watch.bot, self.watch.since = -1, -1, time.time()
            self.line, theirs = SPAWN.Pipe()
            process = SPAWN.Process(
                target=work, args=(self.league, theirs, self.watch, frozenset(self.cold)), daemon=True
            )
            process.start()
            self.process = process  # only now can somebody else end it
            theirs.close()
            with contextlib.suppress(EOFError, OSError):
                while not self.line.poll(WATCH_SECONDS):
                    if self.watch.bot >= 0 and time.time() - self.watch.since > WARM_UP_SECONDS:
                        break
                else:
                    self.line.recv()
                    return
            bot = self.watch.bot
            self.stop()
            if bot < 0:
                raise RuntimeError("a process that plays games could not be started")
            self.cold.add(bot)

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Result]:
        """Play games; each result is given back as soon as it is there."""
        for fixture in fixtures:
            yield self.play_one(fixture)

    def play_one(self, fixture: Fixture) -> Result:
        """Play a game; if the process dies or hangs over a decision, the bot that was asked has lost."""
        if self.process is None:
            self.start()
        assert self.line is not None
        self.watch.seat = -1
        try:
            self.line.send(fixture)
            while not self.line.poll(WATCH_SECONDS):
                if self.watch.seat >= 0 and time.time() - self.watch.since > self.league.seconds + GRACE:
                    return self._lost(fixture, Failed("slow", f"no answer within {self.league.seconds:g} s"))
            found: Result | BaseException = self.line.recv()
        except (EOFError, OSError):
            self.process.join(5)
            if self.watch.seat < 0:
                code = self.process.exitcode
                self.stop()
                raise RuntimeError(f"a process that plays games has ended with code {code}") from None
            return self._lost(fixture, Failed("crashed", f"its process has ended with code {self.process.exitcode}"))
        if isinstance(found, BaseException):
            raise found
        return found

    def _lost(self, fixture: Fixture, failure: Failed) -> Result:
        """The result of a game whose process is gone, or is ended now."""
        seat, ply = self.watch.seat, self.watch.ply
        self.stop()
        nothing = [0] * self.game.players
        return (
            describe(self.game, fixture)
            | {"plies": ply}
            | lost(fixture.seating, seat, ply, failure)
            | {"decisions": nothing, "seconds": nothing, "slowest": nothing}
            | {"versions": versions_of(self.game, fixture.group)}
        )

    def stop(self) -> None:
        """End the process: it ends the programs that it has started, unless it is too busy to hear of it."""
        # The league may end a hand while its own thread does: each part is taken by one of them.
        process, self.process = self.process, None
        line, self.line = self.line, None
        if process is not None:
            process.terminate()
            process.join(1)
            process.kill()
            process.join()
        if line is not None:
            line.close()


def work(league: League, line: Connection, watch: Any, cold: frozenset[int]) -> None:
    """What the process does: warm up, then play what it is told until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who started us decides when to stop
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    os.dup2(2, 1)  # what a bot prints is not the league's table
    bots = {name: find_player(name, league.seconds) for name in league.bots}
    try:
        serve(league, bots, line, watch, cold)
    finally:
        for bot in bots.values():
            if isinstance(bot, ProcessBot):
                bot.close()


def serve(league: League, bots: dict[str, Bot], line: Connection, watch: Any, cold: frozenset[int]) -> None:
    """Let every bot decide once without a clock, then play games."""
    game = league.make_game()
    if not PLAIN:
        game.prepare()
    first = game.new(0)
    seen = first.seen_by(first.actor)
    for number, bot in enumerate(bots.values()):
        if number not in cold:
            watch.since, watch.bot = time.time(), number
            with contextlib.suppress(Exception):
                bot.choose(seen.copy(), 0)
    watch.bot = -1
    line.send("ready")

    def note(seat: int, ply: int) -> None:
        watch.since, watch.ply, watch.seat = time.time(), ply, seat

    with contextlib.suppress(EOFError, OSError):
        while True:
            fixture = line.recv()
            for name in set(fixture.seating):
                player = bots[name]
                if isinstance(player, ProcessBot):
                    with contextlib.suppress(BotFailed):  # the first question will say so again
                        player.start(game)
            try:
                line.send(play(game, bots, fixture, league.seconds, note))
            except Exception as error:
                line.send(RuntimeError(f"{type(error).__name__}: {error}"))
                raise
