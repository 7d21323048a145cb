"""What can go wrong at a table, as a stable code for programs and a sentence for people."""

from __future__ import annotations

from tripolis.engine.errors import BadBox, BadMatch, BadNotation, BadOptions, IllegalMove, TripolisError
from tripolis.engine.words import Message


class Problem(TripolisError):
    """A request that cannot be granted; nothing was changed."""

    def __init__(self, status: int, code: str, message: Message | str, reason: str = "", wait: int = 0) -> None:
        super().__init__(message)  # type: ignore[arg-type]  # a text that was said already stays as it is
        self.status = status
        self.code = code
        self.reason = reason
        """The name of the rule that forbids a move."""
        self.wait = wait
        """Seconds after which the request may be granted."""


class Conflict(Exception):
    """Another writer has taken this seq, or this message was already written."""


def no_table() -> Problem:
    """No such table."""
    return Problem(404, "no_table", Message("There is no such table."))


def damaged_table() -> Problem:
    """A table of which not even the first entry can be read."""
    message = Message("This table cannot be opened: its journal is damaged. Ask the host to look at it.")
    return Problem(503, "damaged_table", message)


def quarantined(reason: Message | str) -> Problem:
    """A table where something has failed."""
    return Problem(503, "quarantined", reason, wait=600)


def not_seated() -> Problem:
    """Somebody else's seat, or none."""
    return Problem(403, "not_your_seat", Message("This seat is not yours."))


def not_owner() -> Problem:
    """Only the owner of the table may do this."""
    return Problem(403, "not_owner", Message("Only the owner of the table can do this."))


def changed() -> Problem:
    """Somebody else has written meanwhile."""
    return Problem(409, "changed", Message("This has changed meanwhile: try again."))


def too_costly() -> Problem:
    """A computation that takes more time or memory than it may."""
    return Problem(422, "too_costly", Message("This takes more computing than the server allows."))


def wrong_time(message: Message) -> Problem:
    """Right person, wrong moment."""
    return Problem(409, "wrong_time", message)


def bad_value(message: Message) -> Problem:
    """A value that makes no sense here."""
    return Problem(422, "bad_value", message)


def too_many(message: Message, wait: int = 10) -> Problem:
    """A limit of the host."""
    return Problem(429, "too_many", message, wait=wait)


def too_large(limit: int) -> Problem:
    """More bytes than a limit."""
    return Problem(413, "too_large", Message("This is too large: at most {n} KiB.", n=limit // 1024))


CODES: dict[type[TripolisError], str] = {
    IllegalMove: "illegal_move",
    BadNotation: "bad_notation",
    BadOptions: "bad_options",
    BadBox: "bad_box",
    BadMatch: "bad_match",
}


def as_problem(error: TripolisError) -> Problem:
    """Any of our errors as a problem."""
    if isinstance(error, Problem):
        return error
    reason = error.name if isinstance(error, IllegalMove) else ""
    return Problem(422, CODES.get(type(error), "bad_value"), error.message, reason)
