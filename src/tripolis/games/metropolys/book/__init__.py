"""What players read about Metropolys: Markdown in this folder, with facts from the box, and the player aid."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tripolis.engine.book import read_book
from tripolis.engine.rooms import Book

from ..box.reader import standard_box
from ..rules.state import DISTRICTS, FIELDS, KINDS, NUMBERS
from .aid import aid, overview


def facts() -> dict[str, Any]:
    """What the texts name in braces; points that are lost are said without their sign."""
    pieces = json.loads(standard_box()["pieces.json"])
    points, places = pieces["points"], pieces["places"]
    expert, family = points.pop("expert"), points.pop("family")["lakes"]
    return {
        "buildings": NUMBERS,
        "fields": FIELDS,
        "districts": DISTRICTS,
        "kinds": KINDS,
        "points": {name: abs(n) for name, n in {**points, **expert, "family": family}.items()},
        "places": places,
        "tokens": lambda players: places["centre"] + players * places["outer"],
    }


def open_book() -> Book:
    """The whole book."""
    return read_book(Path(__file__).parent, facts(), aid, overview)
