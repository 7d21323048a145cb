"""Moves as text and as clicks: `7c4` puts building 7 on field c4, `-` passes.

Fields are named by district (n, e, s, w, c for the centre) and number, as on the map.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tripolis.engine.actions import Notation
from tripolis.engine.words import Message, SharedMessage

from ..rules.state import ACTIONS, FIELD_NAMES, Token
from .labels import TOKEN_NAMES

MOVES = Notation(
    ACTIONS,
    texts={"bid": "{value}{field}", "pass": "-"},
    clicks={"bid": "building-{actor}-{value} field-{field}", "pass": "pass"},
    axes={"field": FIELD_NAMES},
    wrong=lambda text: Message(
        "{text} is not a valid move: write 7c4 to put your building 7 on field c4, or - to pass.", text=text
    ),
)


def describe(s: Any, b: Any, action: int) -> Message:
    """An action as a sentence."""
    match ACTIONS.split(action):
        case "bid", field, value:
            return bid_words(field, value, 0 if s.built[field] else int(s.token[field]))
    return PASS


PASS = SharedMessage("Pass")


@cache
def bid_words(field: int, value: int, token: int) -> Message:
    """A building on a field, with the token that lies there; all these are said again and again, at all tables."""
    where = {"value": value, "field": FIELD_NAMES[field]}
    if token:
        return SharedMessage("Building {value} on {field}: {token}", token=TOKEN_NAMES[Token(token)], **where)
    return SharedMessage("Building {value} on {field}", **where)
