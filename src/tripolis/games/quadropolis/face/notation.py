"""Moves as text and as clicks: `3N2` lays architect 3 at the second slot of the north side, `b4` builds, `x` discards.

Slots are named by side (N, E, S, W) and place: 1 to 5 from the left, or from the top. Cells are named by row (a to d from the top) and
column (1 to 5 from the left).
"""

from __future__ import annotations

import re
from typing import Any

from tripolis.engine.errors import BadNotation
from tripolis.engine.words import Message

from ..rules.state import BUILD0, COLUMNS, DISCARD, NUMBERS, SIDES, SITE, TAKEN, TARGET
from .events import cell_name, slot_name, tile_name

PICK = re.compile(r"([1-5])([NESW])([1-5])", re.IGNORECASE)
BUILD = re.compile(r"([a-d])([1-5])", re.IGNORECASE)


def write(s: Any, b: Any, action: int) -> str:
    """An action as text."""
    if action == DISCARD:
        return "x"
    if action >= BUILD0:
        return cell_name(action - BUILD0)
    return f"{action % NUMBERS + 1}{slot_name(action // NUMBERS)}"


def read(s: Any, b: Any, text: str) -> int:
    """The action of a text; upper and lower case mean the same."""
    if text.lower() == "x":
        return DISCARD
    if found := PICK.fullmatch(text):
        number, side, place = int(found[1]), SIDES.index(found[2].upper()), int(found[3])
        return (side * SITE + place - 1) * NUMBERS + number - 1
    if found := BUILD.fullmatch(text):
        return BUILD0 + "abcd".index(found[1].lower()) * COLUMNS + int(found[2]) - 1
    raise BadNotation(
        Message(
            "{text} is no move: write 3N2 to lay architect 3 at the second slot in the north, b4 to build there, x to discard.",
            text=text,
        )
    )


def path(s: Any, b: Any, action: int) -> list[str]:
    """The sprites to click."""
    if action == DISCARD:
        return ["discard"]
    if action >= BUILD0:
        return [f"cell-{int(s.actor)}-{cell_name(action - BUILD0)}"]
    return [architect_id(s, b, action % NUMBERS + 1), f"slot-{slot_name(action // NUMBERS)}"]


def architect_id(s: Any, b: Any, number: int) -> str:
    """The piece that the actor would lay: an own one, in Expert the next of that number in the supply."""
    if b.expert:
        return f"architect-{number}-{int(b.players) - int(s.architects[0][number - 1])}"
    return f"architect-{int(s.actor)}-{number}"


def describe(s: Any, b: Any, action: int) -> Message:
    """An action as a sentence."""
    if action < BUILD0:
        slot, number = action // NUMBERS, action % NUMBERS + 1
        where = {"number": number, "slot": slot_name(slot)}
        target = int(s.site[TARGET[int(b.count_absolute)][slot][number - 1]])
        if target >= 0:
            return Message("Architect {number} at {slot}: {tile}", tile=tile_name(b, target), **where)
        if target < TAKEN and b.take_face_down:
            return Message("Architect {number} at {slot}: a face-down tile", **where)
        return Message("Architect {number} at {slot}: nothing to take", **where)
    if s.hand < 0:
        return Message("Discard") if action == DISCARD else Message("Build on {cell}", cell=cell_name(action - BUILD0))
    tile = tile_name(b, int(s.hand))
    if action == DISCARD:
        return Message("Discard: {tile}", tile=tile)
    return Message("Build on {cell}: {tile}", cell=cell_name(action - BUILD0), tile=tile)
