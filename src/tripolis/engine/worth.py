"""What the end of a match is worth to each seat, as environments and datasets count it."""

from __future__ import annotations

from typing import Any

from .record import rule, source_of


@rule
def worth(place: Any, seats: int, seat: int) -> float:
    """A seat's place as a number from 1 (first) to -1 (last); those who share places share their worth."""
    equal = 0
    for other in range(seats):
        if place[other] == place[seat]:
            equal += 1
    return 1 - (2 * (place[seat] - 1) + equal - 1) / (seats - 1) if seats > 1 else 0.0


def place_worth(places: list[int]) -> list[float]:
    """Places as numbers from 1 (first) to -1 (last); those who share places share their worth."""
    return [float(source_of(worth)(places, len(places), seat)) for seat in range(len(places))]
