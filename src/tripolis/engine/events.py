"""What happened with a move, as rules tell it: events, kept as bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from struct import Struct
from types import MappingProxyType
from typing import overload

from .layouts import MAX_EVENT_ARGS
from .sequences import MadeWhenAsked


@dataclass(frozen=True)
class Event:
    """Something that happened: the game's code, who may hear of it (-1: everyone), and its arguments."""

    code: int
    audience: int
    args: tuple[int, ...]
    name: str = field(default="", compare=False)
    """What the rules call it, where they say so."""


EVENT = Struct(f"{2 + MAX_EVENT_ARGS}i")
"""An event as rules leave it in scratch memory: its code, who may hear of it, its arguments."""


class Events(MadeWhenAsked[Event]):
    """What happened, in order; kept as bytes, and made into events when somebody looks."""

    __slots__ = ("_names", "data")

    def __init__(self, data: bytes = b"", names: Mapping[int, str] = MappingProxyType({})) -> None:
        self._names = names
        self.data = data
        """The rows of `EVENT`, one after another."""

    def _all(self) -> list[Event]:
        return [Event(row[0], row[1], row[2:], self._names.get(row[0], "")) for row in EVENT.iter_unpack(self.data)]

    def __len__(self) -> int:
        return len(self.data) // EVENT.size

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self._all()[index]

    def __iter__(self) -> Iterator[Event]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Events):
            return self.data == other.data
        return super().__eq__(other)

    @classmethod
    def joined(cls, parts: Iterable[Events]) -> Events:
        """All events of several moves."""
        parts = list(parts)
        return cls(b"".join(part.data for part in parts), parts[0]._names) if parts else cls()

    def heard_by(self, seat: int) -> Events:
        """The events that a seat may hear of (-1: the public)."""
        rows = EVENT.iter_unpack(self.data)
        return Events(b"".join(EVENT.pack(*row) for row in rows if row[1] in (-1, seat)), self._names)


NOTHING = Events()
"""No events."""
