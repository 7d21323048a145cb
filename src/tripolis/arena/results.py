"""The results file, one line of JSON for each finished game: appending, reading, resuming, merging."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from tripolis.engine.errors import BadOptions
from tripolis.engine.files import reading, writing
from tripolis.engine.words import Message

from .play import Result

Key = tuple[Any, ...]
MAY_DIFFER = ("seconds", "slowest", "versions")
"""What may differ when a game is played again."""


def kind_of(result: Result) -> tuple[Any, ...]:
    """What is played: results of different kinds do not belong in one table."""
    return result["game"], result["versions"]["rules"], result["box"], tuple(sorted(result["options"].items()))


def key_of(result: Result) -> Key:
    """What identifies a game."""
    return result["seed"], result["number"], tuple(result["group"]), tuple(result["seats"])


def read(file: Path) -> list[Result]:
    """The games of a file, without a last line that an interruption has cut off."""
    with reading(file):
        data = file.read_bytes()
    results = []
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        try:
            result = json.loads(line)
            key_of(result), kind_of(result)
        except (ValueError, KeyError, TypeError):
            args = {"file": file, "line": number}
            raise BadOptions(Message("{file}, line {line}: this is not the result of a game.", **args)) from None
        results.append(result)
    return results


def without_duplicates(results: Iterable[Result]) -> tuple[list[Result], int]:
    """Every game once, in order; and how many games were played twice with different results."""
    by_key: dict[Key, Result] = {}
    different = 0
    for result in results:
        known = by_key.setdefault(key_of(result), result)
        different += any(known.get(name) != result.get(name) for name in {*known, *result} - {*MAY_DIFFER})
    return sorted(by_key.values(), key=key_of), different


def check_same_kind(results: list[Result], files: Iterable[Path]) -> None:
    """Refuse results of different games, options, boxes or rules."""
    if len({kind_of(result) for result in results}) > 1:
        names = ", ".join(map(str, files))
        raise BadOptions(Message("These are results of different games or options: {files}.", files=names))


def read_all(files: list[Path]) -> tuple[list[Result], int]:
    """The games of several files, as `without_duplicates`."""
    results = [result for file in files for result in read(file)]
    check_same_kind(results, files)
    return without_duplicates(results)


class ResultsFile:
    """The file that a league's results are written to, line by line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: list[Result] = []
        with writing(path):
            self._out: IO[bytes] = path.open("ab")
        self._lock()
        self.results = read(path)
        # A line that an interruption has cut off is removed; its game is played again.
        self._out.truncate(path.read_bytes().rfind(b"\n") + 1)

    def _lock(self) -> None:
        """No other process may write to the file; the lock ends with this process."""
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self._out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._out.close()
            raise BadOptions(Message("Another league is writing to {file}.", file=self.path)) from None

    def add(self, result: Result) -> None:
        """Append the result of a game."""
        self._out.write(line_of(result))
        self._out.flush()

    def close(self) -> None:
        """Write everything to disk, and close the file."""
        os.fsync(self._out.fileno())
        self._out.close()


def line_of(result: Result) -> bytes:
    """The result of a game as a line."""
    return json.dumps(result, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def merge(files: list[Path], out: Path) -> tuple[int, int]:
    """Write the games of several files into one, each once; returns how many, and how many had different results."""
    results, different = read_all(files)
    new = out.with_name(out.name + ".new")
    with writing(out):
        new.write_bytes(b"".join(map(line_of, results)))
        new.replace(out)
    return len(results), different
