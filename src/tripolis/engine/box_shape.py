"""Boxes of strangers, checked against the standard one: every value has a type that stands there, every status is one.

What a game reads of a box its own reader judges; this is for the rest, which pages show.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from math import isfinite
from typing import Any

from .errors import BadBox
from .game import Game
from .own_box import LETTERS
from .words import Message

STATUS = re.compile(r"\b(known|decoded|inferred|reconstructed|A|B|C)\b")
"""What a status says among other words."""
TYPES: dict[type, Message] = {
    dict: Message("names with values"),
    list: Message("a list"),
    str: Message("a text"),
    bool: Message("true or false"),
    int: Message("a number"),
    float: Message("a number"),
    type(None): Message("nothing"),
}
Types = dict[str, set[type]]
"""The types of values by the way to them, and by their last name alone: what stands elsewhere in the standard box, such
as a field of another event, may stand here too."""


def check_box(game: Game, files: Mapping[str, str]) -> None:
    """Refuse a box with anything that the standard box could not hold, with its place; a file that is missing, unknown
    or broken as a whole is left to the game's own reader."""
    for name, standard in game.rules.standard_box().items():
        text = files.get(name, standard)
        if text == standard:
            continue
        if name.endswith(".json"):
            try:
                tree = json.loads(text)
            except (ValueError, RecursionError):
                continue
            _check(name, "", ".", ".", tree, _types_of(standard))
        else:
            _check_rows(name, text)


@lru_cache(maxsize=32)
def _types_of(text: str) -> Types:
    """The types of all values of a file."""
    types: Types = {}

    def collect(way: str, name: str, value: Any) -> None:
        for key in (way, name):
            types.setdefault(key, set()).add(type(value))
        for _, key, part in _parts(name, value):
            collect(f"{way}.{key}", key, part)

    collect(".", ".", json.loads(text))
    return types


def _parts(name: str, value: Any) -> list[tuple[str, str, Any]]:
    """The parts of a value, each with its place in it and its name; those of a list are named as the list with
    brackets."""
    if isinstance(value, dict):
        return [(f".{key[:40]}", key, part) for key, part in value.items()]
    return [(f"[{n}]", f"{name}[]", part) for n, part in enumerate(value)] if isinstance(value, list) else []


def _check(file: str, place: str, way: str, name: str, value: Any, types: Types) -> None:
    def wrong(reason: Message) -> BadBox:
        return BadBox(file, None, Message("{where}: {reason}", where=place.lstrip(".") or file, reason=reason))

    allowed = types.get(way) or types.get(name)
    if allowed is None:
        raise wrong(Message("this name does not belong here"))
    if type(value) not in allowed or (isinstance(value, float) and not isfinite(value)):
        raise wrong(Message("this must be {type}", type=TYPES[min(allowed, key=[*TYPES].index)]))
    if isinstance(value, str):
        if not is_text(value):
            raise wrong(Message("this is not text"))
        if name.removesuffix("[]").endswith("status") and not STATUS.search(value):
            raise wrong(Message("this is not a status: {text}", text=value[:40]))
    for step, key, part in _parts(name, value):
        if not is_text(key):
            raise wrong(Message("this is not text"))
        _check(file, place + step, f"{way}.{key}", key, part, types)


def _check_rows(file: str, text: str) -> None:
    """A table: columns whose names end in `conf` hold statuses."""
    reader = csv.DictReader(io.StringIO(text))
    try:
        for row in reader:
            for name, value in row.items():
                if name and name.endswith("conf") and value not in LETTERS:
                    reason = Message("this is not a status: {text}", text=repr(value)[:40])
                    raise BadBox(file, reader.line_num, Message("{where}: {reason}", where=name, reason=reason))
    except csv.Error:
        return  # the game's reader says so


def is_text(text: str) -> bool:
    """Can it be written? A lone half of a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
