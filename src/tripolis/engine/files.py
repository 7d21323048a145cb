"""Files that a person has named: what cannot be read or written is said in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import BadCity, BadOptions
from .words import Message


@contextmanager
def reading(file: Path | str, problem: type[BadOptions | BadCity] = BadOptions) -> Iterator[None]:
    """Raise the problem where the file cannot be read."""
    try:
        yield
    except FileNotFoundError:
        raise problem(Message("{file} cannot be read: there is no such file.", file=file)) from None
    except OSError as error:
        raise problem(Message("{file} cannot be read: {why}.", file=file, why=error.strerror)) from None


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Raise `BadOptions` where the file cannot be written."""
    try:
        yield
    except OSError as error:
        raise BadOptions(Message("{file} cannot be written: {why}.", file=file, why=error.strerror)) from None
