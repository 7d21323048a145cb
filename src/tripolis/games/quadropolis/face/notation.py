"""Moves as text and as clicks: `3N2` lays architect 3 at the second slot of the north side, `b4` builds, `x` discards.

Slots are named by side (N, E, S, W) and place: 1 to 5 from the left, or from the top. Cells are named by row (a to d
from the top) and column (1 to 5 from the left).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tripolis.engine.actions import Notation
from tripolis.engine.words import Message, SharedMessage

from ..rules.state import ACTIONS, CELL_NAMES, SLOT_NAMES, TAKEN, TARGET
from .events import Printed, cell_words, named_tile, printed_on, slot_name, slot_words


def architect_id(s: Any, b: Any, number: int) -> str:
    """The piece that the actor would lay: an own one, in Expert the next of that number in the supply."""
    if b.expert:
        return f"architect-{number}-{int(b.players) - int(s.architects[0][number - 1])}"
    return f"architect-{int(s.actor)}-{number}"


def lay_path(s: Any, b: Any, slot: int, number: int) -> list[str]:
    """An architect, and where it is laid."""
    return [architect_id(s, b, number), f"slot-{slot_name(slot)}"]


MOVES = Notation(
    ACTIONS,
    texts={"lay": "{number}{slot}", "build": "{cell}", "discard": "x"},
    clicks={"lay": lay_path, "build": "cell-{actor}-{cell}", "discard": "discard"},
    axes={"slot": SLOT_NAMES, "cell": CELL_NAMES},
    wrong=lambda text: Message(
        "{text} is not a valid move: write 3N2 to place architect 3 at the second slot in the north, b4 to build on "
        "b4, x to discard.",
        text=text,
    ),
)

TARGETS = [[list(map(int, spaces)) for spaces in slots] for slots in TARGET]
"""With Python's own numbers, which are quicker one by one."""


def describe(s: Any, b: Any, action: int) -> Message:
    """An action as a sentence."""
    in_hand = printed_on(b, int(s.hand)) if s.hand >= 0 else None
    match ACTIONS.split(action):
        case "lay", slot, number:
            target = s.site[TARGETS[b.count_absolute][slot][number - 1]]
            printed = printed_on(b, target) if target >= 0 else None
            return lay_words(slot, number, printed, target < TAKEN and bool(b.take_face_down))
        case "build", cell:
            return build_words(cell, in_hand)
    return discard_words(in_hand)


@lru_cache(maxsize=16_384)
def lay_words(slot: int, number: int, tile: Printed | None, face_down: bool) -> Message:
    """Laying an architect, with the tile that it takes; all these are said again and again, at all tables."""
    where: dict[str, Any] = {"number": number, "slot": slot_words(slot)}
    if tile is not None:
        return SharedMessage("Architect {number} at {slot}: {tile}", tile=named_tile(*tile), **where)
    if face_down:
        return SharedMessage("Architect {number} at {slot}: a face-down tile", **where)
    return SharedMessage("Architect {number} at {slot}: nothing to take", **where)


@lru_cache(maxsize=16_384)
def build_words(cell: int, tile: Printed | None) -> Message:
    """Building the tile in hand."""
    if tile is None:
        return SharedMessage("Build in {cell}", cell=cell_words(cell))
    return SharedMessage("Build in {cell}: {tile}", cell=cell_words(cell), tile=named_tile(*tile))


@lru_cache(maxsize=4096)
def discard_words(tile: Printed | None) -> Message:
    """Discarding the tile in hand."""
    return SharedMessage("Discard: {tile}", tile=named_tile(*tile)) if tile else SharedMessage("Discard")
