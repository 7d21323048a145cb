"""What players read about Quadropolis: Markdown in this folder, with facts from the rules, and the player aid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tripolis.engine.book import read_book
from tripolis.engine.rooms import Book

from ..options import OPTION_NAMES
from ..rules import points
from ..rules.state import ROWS, SEATS, SITE, SIZE, SLOTS, SPACES, TURNS, Kind
from .aid import LARGEST_GROUP, aid, figure, overview

CLOSED = 4
"""Slots that the urbanist closes."""
LAID = TURNS * SEATS - 1
"""Architects that can lie at the site before a turn."""


def facts() -> dict[str, Any]:
    """What the texts name in braces."""
    classic, expert = SIZE["classic"], SIZE["expert"]
    tables = {
        "tower": points.TOWER_POINTS,
        "shop": points.SHOP_POINTS,
        "public": points.PUBLIC_POINTS,
        "park": points.PARK_POINTS,
        "harbour": points.HARBOUR_POINTS,
    }
    return {
        **SIZE,
        "cells": {mode: ROWS * columns for mode, columns in SIZE.items()},
        "side": SITE,
        "slots": SLOTS,
        "spaces": SPACES,
        "face_up": {2: 16, 3: 20},
        "turns": TURNS,
        "reach": 8,
        "laid": LAID,
        "free": SLOTS - LAID,
        "closed": CLOSED,
        "left": SLOTS - LAID - (CLOSED - 1),
        "beside": len(points.PARK_POINTS) - 1,
        "largest_group": LARGEST_GROUP,
        "listed": {kind: listed(table, classic) for kind, table in tables.items()},
        "with_five": {kind: int(table[expert]) for kind, table in tables.items() if len(table) > expert},
        "factory": {Kind(kind).name.lower(): n for kind, n in points.FACTORY_POINTS.items()},
        "monument": {Kind(kind).name.lower(): figure(n) for kind, n in points.MONUMENT_POINTS.items()},
        "option": OPTION_NAMES,
    }


def listed(table: Any, most: int) -> str:
    """The points for 1, 2, 3 ... up to the most."""
    return ", ".join(str(int(table[n])) for n in range(1, most + 1))


def open_book() -> Book:
    """The whole book."""
    return read_book(Path(__file__).parent, facts(), aid, overview)
