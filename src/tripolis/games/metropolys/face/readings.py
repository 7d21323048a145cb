"""What `position.named()` says in place of numbers: goals by their names, heights, seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..rules.state import NUMBERS, Area
from .labels import AREA_NAMES, KIND_NAMES


def goals(b: Any, seats: list[list[int]]) -> list[tuple[str, ...]]:
    """Each seat's goals as words and pictures name them; none where they are not known."""
    return [
        tuple(
            str(name) for name in (AREA_NAMES[Area(area)] if area else "", KIND_NAMES[kind - 1] if kind else "") if name
        )
        for area, kind in seats
    ]


def seat(b: Any, number: int) -> int | None:
    """A seat, None for nobody."""
    return None if number < 0 else number


READINGS: dict[str, Callable[[Any, Any], Any]] = {
    "goal": goals,
    "supply": lambda b, seats: [tuple(n + 1 for n in range(NUMBERS) if bits >> n & 1) for bits in seats],
    "tokens": lambda b, seats: [dict(zip(("trendy", "subway", "site"), row, strict=True)) for row in seats],
    "subway_card": seat,
    "site_card": seat,
    "passed": lambda b, bits: tuple(n for n in range(b.players) if bits >> n & 1),
}
