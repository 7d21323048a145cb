"""Moves as text and as clicks: `3N2` lays architect 3 at the second slot of the north side, `b4` builds, `x` discards.

Slots are named by side (N, E, S, W) and place: 1 to 5 from the left, or from the top. Cells are named by row (a to d from the top) and
column (1 to 5 from the left).
"""

from __future__ import annotations

import re
from typing import Any

from tripolis.engine.errors import BadNotation
from tripolis.engine.words import Message

from .events import cell_name, slot_name, tile_name
from .state import BUILD0, COLUMNS, DISCARD, NUMBERS, SIDES, SITE

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
    sentence = "{text} is no move: write 3N2 to lay architect 3 at the second slot in the north, b4 to build there, x to discard."
    raise BadNotation(Message(sentence, text=text))


def path(s: Any, b: Any, action: int) -> list[str]:
    """The sprites to click."""
    if action == DISCARD:
        return ["discard"]
    if action >= BUILD0:
        return [f"cell-{int(s.actor)}-{cell_name(action - BUILD0)}"]
    return [f"architect-{action % NUMBERS + 1}", f"slot-{slot_name(action // NUMBERS)}"]


def describe(s: Any, b: Any, action: int) -> Message:
    """An action as a sentence."""
    tile = tile_name(b, int(s.hand)) if s.hand >= 0 else Message("tile")
    if action == DISCARD:
        return Message("Discard the {tile}", tile=tile)
    if action >= BUILD0:
        return Message("Build the {tile} on {cell}", tile=tile, cell=cell_name(action - BUILD0))
    return Message("Lay architect {number} at {slot}", number=action % NUMBERS + 1, slot=slot_name(action // NUMBERS))
