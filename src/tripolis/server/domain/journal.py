"""The lines of a table's journal. What a table is, is a fold over them (`table.py`)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

DAMAGED = "damaged"
"""The kind of an entry that cannot be read."""
_encoder = msgspec.json.Encoder()


def encode(data: Any) -> str:
    """Data as JSON text."""
    return _encoder.encode(data).decode()


def decode(text: str | bytes) -> Any:
    """Data from JSON text."""
    return msgspec.json.decode(text)


@dataclass(slots=True)
class Entry:
    """A line of a journal. With a `client_id` a message sent twice counts once; `at` is in milliseconds since 1970."""

    table: str
    seq: int
    kind: str
    seat: int
    data: dict[str, Any]
    client_id: str | None
    at: int
    hash: str = ""
    """Over all of the entry and the hash of the one before (`link`), written with it."""


def link(previous: str, entry: Entry, data: str) -> str:
    """The hash of an entry: over the hash of the one before (empty for the first) and the entry as it is stored."""
    fields = (previous, entry.table, entry.seq, entry.kind, entry.seat, data, entry.client_id, entry.at)
    return hashlib.sha256(_encoder.encode(fields)).hexdigest()


def first_touched(journal: Iterable[tuple[Entry, str]]) -> int | None:
    """The seq of the first entry, given with its data as they are stored, that is not what was once written."""
    previous = ""
    for entry, data in journal:
        if link(previous, entry, data) != entry.hash:
            return entry.seq
        previous = entry.hash
    return None


@dataclass(slots=True, frozen=True)
class Line:
    """What a table keeps of an entry, for those who come later. `events`: the events of the game, in packed form."""

    seq: int
    kind: str
    seat: int
    at: int
    data: bytes
    events: bytes = b""
    muted_by: tuple[int, ...] = ()
    """Seats that had muted the speaker when this was said."""
