"""Files that a person has named: what cannot be read or written is said in one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .errors import BadBox, BadCity, BadOptions
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


def read_box_json(file: str, text: str) -> Any:
    """What a JSON file of a box holds."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        reason = Message("this is not valid JSON (column {column})", column=error.colno)
        raise BadBox(file, error.lineno, reason) from None
    except (RecursionError, ValueError):
        reason = Message("this JSON is nested too deeply, or holds a number that is too long")
        raise BadBox(file, None, reason) from None
