"""Moves as text and as clicks: `3N2` lays architect 3 at the second slot of the north side, `b4` builds, `x` discards.

Slots are named by side (N, E, S, W) and place: 1 to 5 from the left, or from the top. Cells are named by row (a to d
from the top) and column (1 to 5 from the left).
"""

from __future__ import annotations

from typing import Any

from tripolis.engine.actions import Notation
from tripolis.engine.words import Message

from ..rules.state import ACTIONS, CELL_NAMES, SLOT_NAMES, TAKEN, TARGET
from .events import cell_words, slot_name, slot_words, tile_name


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


def describe(s: Any, b: Any, action: int) -> Message:
    """An action as a sentence."""
    tile = tile_name(b, int(s.hand)) if s.hand >= 0 else None
    match ACTIONS.split(action):
        case "lay", slot, number:
            where = {"number": number, "slot": slot_words(slot)}
            target = int(s.site[TARGET[int(b.count_absolute)][slot][number - 1]])
            if target >= 0:
                return Message("Architect {number} at {slot}: {tile}", tile=tile_name(b, target), **where)
            if target < TAKEN and b.take_face_down:
                return Message("Architect {number} at {slot}: a face-down tile", **where)
            return Message("Architect {number} at {slot}: nothing to take", **where)
        case "build", cell:
            if tile is None:
                return Message("Build in {cell}", cell=cell_words(cell))
            return Message("Build in {cell}: {tile}", cell=cell_words(cell), tile=tile)
    return Message("Discard: {tile}", tile=tile) if tile else Message("Discard")
