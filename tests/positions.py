"""Positions set up by text, for tests of all games."""

from __future__ import annotations

from tripolis.engine.position import Position


def changed(position: Position, **fields: object) -> Position:
    """The same position with other fields, as its text says them; what is derived follows.

    `owner="p3:1"` changes one place and leaves the others as they are; without a place the field is written anew.
    """
    words = dict(word.split("=", 1) for word in position.text().split()[1:])
    for name, value in fields.items():
        old = words.get(name)
        words[name] = f"{old},{value}" if old and ":" in str(value) else str(value)
    return position.game.position(" ".join(f"{name}={value}" for name, value in words.items()))
