"""The layouts of a game's three records: its own fields, and those that every game has."""

from __future__ import annotations

from .random import CHANCE
from .record import Field, Layout, nobody, public

MAX_EVENT_ARGS = 4


def state_layout(*fields: Field) -> Layout:
    """The layout of a position."""
    common = (nobody("seed", "i8", 4), public("ply", "i4"), public("actor", "i1"), public("observer", "i1"))
    return Layout("state", (*common, *fields))


def box_layout(*fields: Field) -> Layout:
    """The layout of a match's read-only data."""
    return Layout("box", (public("players", "i1"), *fields))


def work_layout(seats: int, actions: int, events: int, categories: int, ties: int, *fields: Field) -> Layout:
    """The layout of scratch memory for at most this many seats, actions, events of a ply, categories and tie-breaks."""
    return Layout(
        "work",
        (
            public("actions", "i4", actions),
            public("events", "i4", (events, 2 + MAX_EVENT_ARGS)),
            public("n_events", "i4"),
            public("mute", "i1"),
            public("revealed", "i1"),
            public("points", "i4", categories),
            public("unknown", "i1", categories),
            public("ties", "i4", max(1, ties)),
            public("tiebreak", "i4", (seats, max(1, ties))),
            public("standing", "i8", seats),
            public("total", "i4", seats),
            public("place", "i1", seats),
            *CHANCE,
            *fields,
        ),
    )
