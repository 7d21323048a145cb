"""The results file: one line of JSON for each finished game. Appending, reading, going on after an interruption, merging."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from tripolis.engine.errors import BadOptions
from tripolis.engine.words import Message

from .play import Result

Key = tuple[Any, ...]
TIMES = ("seconds", "slowest", "versions")
"""What may differ when a game is played again."""


def kind_of(result: Result) -> tuple[Any, ...]:
    """What is played: results of different kinds do not belong into one table."""
    return result["game"], result["versions"]["rules"], result["box"], tuple(sorted(result["options"].items()))


def key_of(result: Result) -> Key:
    """What makes a game this game and no other."""
    return result["seed"], result["number"], tuple(result["group"]), tuple(result["seats"])


def read(file: Path) -> list[Result]:
    """The games of a file. A last line that was cut off by an interruption does not count."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise BadOptions(Message("{file} cannot be read: there is no such file.", file=file)) from None
    except OSError as error:
        raise BadOptions(Message("{file} cannot be read: {why}.", file=file, why=error.strerror)) from None
    found = []
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        try:
            result = json.loads(line)
            key_of(result), kind_of(result)
        except (ValueError, KeyError, TypeError):
            args = {"file": file, "line": number}
            raise BadOptions(Message("{file}, line {line}: this is no result of a game.", **args)) from None
        found.append(result)
    return found


def once(results: Iterable[Result]) -> tuple[list[Result], int]:
    """Every game once, in order; and how many games were played twice with different ends."""
    found: dict[Key, Result] = {}
    different = 0
    for result in results:
        known = found.setdefault(key_of(result), result)
        different += known is not result and _lasting(known) != _lasting(result)
    return sorted(found.values(), key=key_of), different


def _lasting(result: Result) -> Result:
    return {name: value for name, value in result.items() if name not in TIMES}


def one_kind(results: list[Result], files: Iterable[Path]) -> None:
    """Refuse results of different games, options, boxes or rules."""
    if len({kind_of(result) for result in results}) > 1:
        names = ", ".join(map(str, files))
        raise BadOptions(Message("These are results of different games or options: {files}.", files=names))


class Book:
    """The file that a league's results go to, line by line."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.results: list[Result] = []
        try:
            self._out: IO[bytes] = file.open("ab")
        except OSError as error:
            raise BadOptions(Message("{file} cannot be written: {why}.", file=file, why=error.strerror)) from None
        self._lock()
        self.results = read(file)
        # What an interruption has cut off is played again: the line must not stand in the way of the next.
        self._out.truncate(file.read_bytes().rfind(b"\n") + 1)

    def _lock(self) -> None:
        """Nobody else may write to the file; the lock goes with the process."""
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self._out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._out.close()
            raise BadOptions(Message("Another league is writing to {file}.", file=self.file)) from None

    def add(self, result: Result) -> None:
        """Append a game."""
        self._out.write(line_of(result))
        self._out.flush()

    def close(self) -> None:
        """Make sure that all is on disk."""
        os.fsync(self._out.fileno())
        self._out.close()


def line_of(result: Result) -> bytes:
    """A game as a line."""
    return json.dumps(result, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def merge(files: list[Path], out: Path) -> tuple[int, int]:
    """Put the games of several files together, each once; returns how many, and how many were played twice with different ends."""
    results = [result for file in files for result in read(file)]
    one_kind(results, files)
    kept, different = once(results)
    fresh = out.with_name(out.name + ".new")
    try:
        fresh.write_bytes(b"".join(map(line_of, kept)))
        fresh.replace(out)
    except OSError as error:
        raise BadOptions(Message("{file} cannot be written: {why}.", file=out, why=error.strerror)) from None
    return len(kept), different
