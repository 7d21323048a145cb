"""What can go wrong, by kind: each error carries a sentence for people, and what a program needs to act on it."""

from __future__ import annotations

import json
from typing import Any

from .words import Message


class TripolisError(Exception):
    """Something that a person did wrong and can put right; `message` says it in words that can be translated."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes as what they hold; Python would call their class with the sentence alone."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[TripolisError], args: tuple[Any, ...], held: dict[str, Any]) -> TripolisError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(held)
    return error


class BadMove(TripolisError):
    """The move cannot be played: a rule forbids it (`IllegalMove`), or it is not a move (`BadNotation`)."""


class IllegalMove(BadMove):
    """The move is understood, and a rule forbids it. `code` and `name` are the game's `Reason`."""

    def __init__(self, message: Message, code: int, name: str) -> None:
        super().__init__(message)
        self.code = code
        self.name = name


class BadNotation(BadMove):
    """The text or number is not a move of this game."""


class BadOptions(TripolisError):
    """An option that the game does not have, or a value that it does not take."""


class BadBox(TripolisError):
    """A box that cannot be played with; says file, line and reason."""

    def __init__(self, file: str, line: int | None, reason: Message) -> None:
        self.file, self.line, self.reason = file, line, reason
        if line is None:
            super().__init__(Message("{file}: {reason}", file=file, reason=reason))
        else:
            super().__init__(Message("{file}, line {line}: {reason}", file=file, line=line, reason=reason))


class BadMatch(TripolisError):
    """A match file that cannot be read; says line, column and reason."""

    def __init__(self, line: int, column: int, reason: Message) -> None:
        self.line, self.column, self.reason = line, column, reason
        super().__init__(Message("line {line}, column {column}: {reason}", line=line, column=column, reason=reason))


class BadPosition(TripolisError):
    """A text that is no position of this game; says column and reason."""

    def __init__(self, column: int, reason: Message) -> None:
        self.column, self.reason = column, reason
        super().__init__(Message("column {column}: {reason}", column=column, reason=reason))


class BadCity(TripolisError):
    """A finished board, put in by hand, that cannot exist; values of its file are said as they are written there."""

    def __init__(self, message: Message) -> None:
        super().__init__(_as_written(message))


def _as_written(message: Message) -> Message:
    """The message with null, true, false, lists and objects as JSON has them."""
    said: dict[str, Any] = {}
    for name, value in message.args.items():
        if isinstance(value, Message):
            said[name] = _as_written(value)
        elif value is None or isinstance(value, bool | list | dict):
            said[name] = json.dumps(value, ensure_ascii=False, default=str)
    return message.fill(**said)
