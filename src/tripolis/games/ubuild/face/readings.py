"""What `position.named()` says in place of numbers: spaces and districts by their names, owners, pieces on slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..rules.state import DISTRICT_IDS
from .labels import slot_name, space_name


def seat(b: Any, number: int) -> int | None:
    """A seat, None for nobody."""
    return None if number < 0 else number


def home(b: Any, piece: list[int]) -> tuple[str, str] | None:
    """The slot of a building and its home district, None if it is not built."""
    slot, district = piece
    return None if slot < 0 else (slot_name(slot), DISTRICT_IDS[district])


def slots(b: Any, pieces: list[int]) -> tuple[str, ...]:
    """The slots on which pieces lie."""
    return tuple(slot_name(slot) for slot in pieces if slot >= 0)


READINGS: dict[str, Callable[[Any, Any], Any]] = {
    "at": lambda b, spaces: [str(space_name(b, space)) for space in spaces[: b.players]],
    "owner": lambda b, owners: {district: seat(b, number) for district, number in owners.items()},
    "bonus": slots,
    "hazard": slots,
    "stadium": home,
    "tower": home,
    "skyscraper": lambda b, groups: {group: home(b, piece) for group, piece in groups.items()},
    "raised": lambda b, bits: tuple(str(space_name(b, i)) for i in range(64) if bits >> i & 1),
    "bidding": lambda b, bits: tuple(n for n in range(b.players) if bits >> n & 1),
    **dict.fromkeys(("bankrupt", "debtor", "creditor", "leader", "opener", "partner"), seat),
}
