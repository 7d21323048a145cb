"""What `position.named()` says in place of numbers: tiles by their names, architects that are left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..rules.state import TAKEN
from .events import tile_name


def tile(b: Any, number: int) -> str | None:
    """A tile as words and pictures name it; None where none lies."""
    if number == TAKEN:
        return None
    return str(tile_name(b, number)) if number >= 0 else "face down"


def numbers_left(b: Any, seats: list[list[int]]) -> list[tuple[int, ...]]:
    """The architects that each seat has left; in Expert the first row is the common supply."""
    return [tuple(n + 1 for n, left in enumerate(row) for _ in range(left)) for row in seats]


READINGS: dict[str, Callable[[Any, Any], Any]] = {
    "site": lambda b, site: {space: tile(b, number) for space, number in site.items()},
    "hand": tile,
    "architects": numbers_left,
    "built": lambda b, built: {tile_number: place for tile_number, place in enumerate(built) if place},
}
