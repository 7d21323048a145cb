"""The names of things."""

from __future__ import annotations

from typing import Any

from tripolis.engine.words import Message, Plural, seat_name

from ..rules.state import EXPERT_KINDS, SEATS, Kind

# --------------------------------------------------------------------- names

KIND_NAMES = {
    Kind.TOWER: Plural("tower", "towers", 1),
    Kind.SHOP: Plural("shop", "shops", 1),
    Kind.PUBLIC: Plural("public service", "public services", 1),
    Kind.PARK: Plural("park", "parks", 1),
    Kind.PLAYGROUND: Plural("playground", "playgrounds", 1),
    Kind.FACTORY: Plural("factory", "factories", 1),
    Kind.HARBOUR: Plural("harbour", "harbours", 1),
    Kind.OFFICE: Plural("office", "offices", 1),
    Kind.MONUMENT: Plural("monument", "monuments", 1),
}
"""One building of each kind; `KIND_NAMES[kind].of(3)` is the plural."""

LETTERS = dict(zip(KIND_NAMES, "TSPKYFHOM", strict=True))
"""A letter for each kind, the same in every language: for the terminal and the score helper."""

MAYORS_TOWER = Message("mayor's tower")

THE_KIND = {
    Kind.TOWER: Message("the tower"),
    Kind.SHOP: Message("the shop"),
    Kind.PUBLIC: Message("the public service"),
    Kind.PARK: Message("the park"),
    Kind.PLAYGROUND: Message("the playground"),
    Kind.FACTORY: Message("the factory"),
    Kind.HARBOUR: Message("the harbour"),
    Kind.OFFICE: Message("the office"),
    Kind.MONUMENT: Message("the monument"),
}
"""As in "build the tower": in other languages with the article of an object."""
THE_MAYORS_TOWER = Message("the mayor's tower")

CATEGORY_NAMES = {
    "tower": Message("Towers"),
    "shop": Message("Shops"),
    "public": Message("Public services"),
    "park": Message("Parks"),
    "factory": Message("Factories"),
    "harbour": Message("Harbours"),
    "office": Message("Offices"),
    "monument": Message("Monuments"),
    "unused": Message("Unused resources"),
}


CATEGORY_SYMBOLS = {name: f"tile-{name}" for name in CATEGORY_NAMES} | {"unused": "inactive"}


def kinds(b: Any) -> tuple[Kind, ...]:
    """The kinds of buildings of this mode."""
    return tuple(kind for kind in KIND_NAMES if b.expert or kind not in EXPERT_KINDS)


def shown_categories(b: Any) -> tuple[str, ...]:
    """What a score sheet lists: Classic has no offices and no monuments."""
    left_out = () if b.expert else tuple(kind.name.lower() for kind in EXPERT_KINDS)
    return tuple(name for name in CATEGORY_NAMES if name not in left_out)


TIE_NAMES = {"residents": Message("Residents placed"), "cells": Message("Empty cells")}
TOTAL = Message("Total")

MODE_NAMES = {"classic": Message("Classic"), "expert": Message("Expert")}
FIRST_NAMES: dict[str | int, Message] = {
    "drawn": Message("drawn by lot"),
    **{seat: seat_name(seat) for seat in range(SEATS)},
}


def residents(n: int) -> Plural:
    """A number of residents."""
    return Plural("{n} resident", "{n} residents", n)


def energy(n: int) -> Plural:
    """An amount of energy."""
    return Plural("{n} energy", "{n} energy", n)


def points(n: int) -> Plural:
    """A number of points."""
    return Plural("{n} point", "{n} points", n)


NOTATION = Message(
    "3N2 places architect 3 at the second slot in the north (N, E, S, W; slots are counted from the left or from the "
    "top), b4 builds in row b, column 4, x discards."
)

DECISION_NAMES = {
    "lay": Message("Placing an architect"),
    "build": Message("Building a tile"),
    "discard": Message("Discarding a tile"),
}
"""What people call decisions."""
