"""What players read about U-Build: Markdown in this folder, with facts from the box, and the aid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tripolis.engine.book import read_book
from tripolis.engine.rooms import Book
from tripolis.engine.words import Message

from ..box.files import read_box
from ..face.labels import amount
from ..face.notation import read_amount
from ..options import OPTION_NAMES, OPTIONS
from ..rules.state import DISTRICTS
from .aid import aid, overview, pad

AMOUNTS = ("salary", "hazard_price", "toll", "stadium_price", "stadium_bonus", "tower_price", "fine")
COUNTS = ("hazard_steps", "turn_blocks", "max_blocks", "jail_turns", "stock")
LEAST = 1
"""The lowest bid and the smallest step of a bid, in units."""


def facts() -> dict[str, Any]:
    """What the texts name in braces."""
    box = read_box()
    return {
        **{name: amount(box.constants[name]) for name in AMOUNTS},
        **{name: box.constants[name] for name in COUNTS},
        "spaces": {track: len(box.lay(track).spaces) for track in box.standard},
        "money": {track: amount(units) for track, units in box.constants["money"].items()},
        "least": amount(LEAST),
        "amount": written_amount,
        "districts": DISTRICTS,
        "option": OPTION_NAMES,
        "default": {option.name: option.default for option in OPTIONS},
    }


def written_amount(text: object) -> Message:
    """An amount that a text names: `amount(1.4M)`."""
    units = read_amount(str(text))
    if units is None:
        raise KeyError(text)
    return amount(units)


def open_book() -> Book:
    """The whole book."""
    return read_book(Path(__file__).parent, facts(), aid, overview, pad)
