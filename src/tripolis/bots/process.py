"""Bots in any language: separate programs that exchange lines of JSON with us (the protocol: docs/bots.md).

Only the command line may start one, as `run:COMMAND`. `tripolis.bots.public_bot`, which gets names from the public,
does not know them.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
import queue
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any

from tripolis.bots import Bot, bot
from tripolis.engine.errors import BadOptions, TripolisError
from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.words import Message

PREFIX = "run:"
PROTOCOL = 1
START_SECONDS = 60.0
"""How long a program may take to start."""
FIRST_SECONDS = 500.0
"""How long its first decision may take, in which it compiles what it needs."""
MAX_LINE = 1 << 20
"""Bytes of the longest reply."""
HIDDEN = ("seed", "observer")
"""Fields that no program needs: the seed is blank in every observation, and the observer is the seat."""


class BotFailed(TripolisError):
    """A bot's program has crashed, is too slow, or sent an invalid reply. `kind` is crashed, slow or illegal."""

    def __init__(self, kind: str, message: Message) -> None:
        super().__init__(message)
        self.kind = kind


def find_player(name: str, seconds: float = START_SECONDS, game: Game | None = None) -> Bot:
    """A bot by its name, or a program as `run:COMMAND`: for the command line only."""
    return ProcessBot(name, seconds) if name.startswith(PREFIX) else bot(name, game)


def read_names(text: str) -> list[str]:
    """Names of bots separated by commas; a name that contains commas stands in double quotes."""
    return [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]


class ProcessBot:
    """A bot that is a program. It is started with the first request, and again for another game."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name = name
        self.seconds = seconds
        self.command = shlex.split(name.removeprefix(PREFIX), posix=os.name == "posix")
        if not self.command:
            raise BadOptions(
                Message("Write a program as {prefix}COMMAND, for example {prefix}python my_bot.py.", prefix=PREFIX)
            )
        self._program: Program | None = None
        self._game: Game | None = None
        self._is_waited_for = True
        """Does a first decision get its time? Not after one that never came."""

    def prepare(self, seen: Position) -> None:
        """Start the program unless it is running, and let it decide once without counting: only then its clock starts.

        A program that cannot be started is an error; one that fails at its first decision will fail in a game too.
        """
        if self._program is not None and self._game is seen.game:
            return
        self.start(seen.game)
        if not self._is_waited_for:
            return
        assert self._program is not None
        try:
            self._program.ask(decision_request(seen, 0, FIRST_SECONDS), FIRST_SECONDS)
        except BotFailed as error:
            self._is_waited_for = error.kind != "slow"
            self.close()

    def start(self, game: Game) -> None:
        """Start the program unless it is running for this game already, and wait until it is ready."""
        if self._program is None or self._game is not game:
            self.close()
            self._program, self._game = Program(self.name, self.command), game
            try:
                self._program.greet(game)
            except BotFailed:
                self.close()
                raise

    def choose(self, seen: Position, seed: int) -> int:
        """Ask the program; if it fails it is ended, and started again for the next decision."""
        try:
            self.start(seen.game)
            assert self._program is not None
            return self._read(seen, self._program.ask(decision_request(seen, seed, self.seconds), self.seconds))
        except BotFailed:
            self.close()
            raise

    def _read(self, seen: Position, reply: Any) -> int:
        """The action that a reply names."""
        move = reply.get("move") if isinstance(reply, dict) else None
        if not isinstance(move, str | int) or isinstance(move, bool):
            raise invalid_reply(self.name, reply)
        try:
            number = seen.number_of(move)
            refused = seen.why_not(number)
        except TripolisError as error:
            raise BotFailed("illegal", Message("{move}: {reason}", move=move, reason=error.message)) from None
        if refused:
            raise BotFailed("illegal", Message("{move}: {reason}", move=move, reason=refused.message))
        return number

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()
            self._program = None


def hello(game: Game) -> dict[str, Any]:
    """The first line: which game is played, with which options."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": game.name,
        "rules": game.version,
        "players": game.players,
        "options": game.settings,
        "categories": list(game.categories),
        "actions": game.n_actions,
    }


def decision_request(seen: Position, seed: int, seconds: float) -> dict[str, Any]:
    """One decision: all that the seat may know, by the names of the game's fields, and its legal actions."""
    plain, write = seen.plain, seen.game.face.moves.write
    box = seen.game.plain_box
    accounts = seen.scores()
    return {
        "type": "choose",
        "seat": seen.actor,
        "ply": seen.ply,
        "seed": seed,
        "seconds": seconds,
        "legal": [{"number": number, "move": write(plain, box, number)} for number in seen.legal_numbers()],
        "points": [account.points for account in accounts],
        "seen": {f.name: getattr(plain, f.name) for f in seen.game.state.fields if f.name not in HIDDEN},
    }


def invalid_reply(name: str, reply: Any) -> BotFailed:
    """The error for a reply that does not follow the protocol."""
    text = reply if isinstance(reply, str) else json.dumps(reply)
    return BotFailed("illegal", Message("{bot} gave an invalid answer: {text}", bot=name, text=text[:200]))


class Program:
    """A running program: for each line written to it, one line is read back within a time limit."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115
        own: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {}
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, **own
            )
        except OSError as error:
            self.errors.close()
            why = Message("{bot} cannot be started: {why}.", bot=name, why=error.strerror or str(error))
            raise BotFailed("crashed", why) from None
        self._replies: queue.Queue[bytes] = queue.Queue()
        self._requests: queue.Queue[bytes | None] = queue.Queue()
        # A program that neither reads nor writes must not block us: separate threads wait for the pipes.
        for loop in (self._read_replies, self._write_requests):
            threading.Thread(target=loop, daemon=True).start()

    def _read_replies(self) -> None:
        out = self.process.stdout
        assert out is not None
        with contextlib.suppress(OSError, ValueError):
            while line := out.readline(MAX_LINE):
                self._replies.put(line)
        self._replies.put(b"")

    def _write_requests(self) -> None:
        into = self.process.stdin
        assert into is not None
        with contextlib.suppress(OSError, ValueError):
            while (line := self._requests.get()) is not None:
                into.write(line)
                into.flush()
        with contextlib.suppress(OSError, ValueError):
            into.close()

    def greet(self, game: Game) -> None:
        """Send what is played; the program replies that it is ready, and with which protocol."""
        reply = self.ask(hello(game), START_SECONDS)
        if not isinstance(reply, dict) or reply.get("type") != "ready":
            raise invalid_reply(self.name, reply)
        if reply.get("protocol") != PROTOCOL:
            args = {"bot": self.name, "theirs": reply.get("protocol"), "ours": PROTOCOL}
            raise BotFailed("crashed", Message("{bot} speaks protocol {theirs}, not {ours}.", **args))

    def ask(self, request: dict[str, Any], seconds: float) -> Any:
        """Write one line, and read the reply."""
        self._requests.put(json.dumps(request, separators=(",", ":")).encode() + b"\n")
        try:
            line = self._replies.get(timeout=seconds)
        except queue.Empty:
            late = Message("{bot} gave no answer within {seconds} seconds.", bot=self.name, seconds=f"{seconds:g}")
            raise BotFailed("slow", late) from None
        if not line:
            raise BotFailed("crashed", self._why_it_ended())
        try:
            return json.loads(line)
        except ValueError:
            raise invalid_reply(self.name, line.decode(errors="replace").strip()) from None

    def _why_it_ended(self) -> Message:
        """How the program ended, with the last line of its standard error."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, self.errors.tell() - 2000))
        lines = self.errors.read().decode(errors="replace").strip().splitlines()
        args = {"bot": self.name, "code": self.process.returncode, "why": lines[-1][:200] if lines else "-"}
        return Message("{bot} has ended with code {code}: {why}", **args)

    def close(self) -> None:
        """Close the program's input; if it does not end by itself, end it and what it has started."""
        self._requests.put(None)
        start = time.monotonic()
        while self.process.poll() is None and time.monotonic() - start < 0.5:
            time.sleep(0.005)
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self.process.pid, signal.SIGKILL)
            elif self.process.poll() is None:
                self.process.kill()
        self.process.wait()
        if self.process.stdout is not None and sys.platform != "win32":
            self.process.stdout.close()
        self.errors.close()
