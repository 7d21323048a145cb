"""Moves as text and as clicks: `7c4` puts building 7 on field c4, `-` passes.

Fields are named by district (n, e, s, w, c for the centre) and number, as on the map.
"""

from __future__ import annotations

import re
from typing import Any

from tripolis.engine.errors import BadNotation
from tripolis.engine.words import Message

from ..box.reader import FIELD
from ..rules.state import FIELD_NAMES, NUMBERS, PASS, Token
from .labels import TOKEN_NAMES

BID = re.compile(r"([1-9]|1[0-3])([neswc](?:[1-9]|1[0-5]))", re.IGNORECASE)


def write(s: Any, b: Any, action: int) -> str:
    """An action as text."""
    if action == PASS:
        return "-"
    return f"{action % NUMBERS + 1}{FIELD_NAMES[action // NUMBERS]}"


def read(s: Any, b: Any, text: str) -> int:
    """The action of a text; upper and lower case mean the same."""
    if text == "-":
        return PASS
    found = BID.fullmatch(text)
    if found and found[2].lower() in FIELD:
        return FIELD[found[2].lower()] * NUMBERS + int(found[1]) - 1
    raise BadNotation(
        Message("{text} is no move: write 7c4 to put your building 7 on field c4, or - to pass.", text=text)
    )


def path(s: Any, b: Any, action: int) -> list[str]:
    """The sprites to click."""
    if action == PASS:
        return ["pass"]
    return [f"building-{int(s.actor)}-{action % NUMBERS + 1}", f"field-{FIELD_NAMES[action // NUMBERS]}"]


def describe(s: Any, b: Any, action: int) -> Message:
    """An action as a sentence."""
    if action == PASS:
        return Message("Pass")
    field = action // NUMBERS
    where = {"value": action % NUMBERS + 1, "field": FIELD_NAMES[field]}
    token = Token(int(s.token[field]))
    if token and not s.built[field]:
        return Message("Building {value} on {field}: {token}", token=TOKEN_NAMES[token], **where)
    return Message("Building {value} on {field}", **where)
