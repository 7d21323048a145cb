"""Tripolis: a home for three city-building board games."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from .bots import bot, bot_names
    from .bots.analysis import AnalysisLine, analyse
    from .bots.playing import play
    from .engine.errors import (
        BadBox,
        BadCity,
        BadMatch,
        BadMove,
        BadNotation,
        BadOptions,
        BadPosition,
        IllegalMove,
        TripolisError,
    )
    from .engine.events import Event
    from .engine.game import Game, game, game_names
    from .engine.match import Match
    from .engine.match_files import read_matches, write_matches
    from .engine.moves import Move
    from .engine.position import Account, Position
    from .engine.tri import MatchText

_HOMES = {
    "bots": ("bot", "bot_names"),
    "bots.analysis": ("AnalysisLine", "analyse"),
    "bots.playing": ("play",),
    "engine.errors": (
        "BadBox",
        "BadCity",
        "BadMatch",
        "BadMove",
        "BadNotation",
        "BadOptions",
        "BadPosition",
        "IllegalMove",
        "TripolisError",
    ),
    "engine.events": ("Event",),
    "engine.game": ("Game", "game", "game_names"),
    "engine.match": ("Match",),
    "engine.match_files": ("read_matches", "write_matches"),
    "engine.moves": ("Move",),
    "engine.position": ("Account", "Position"),
    "engine.tri": ("MatchText",),
}

__all__ = [
    "Account", "AnalysisLine", "BadBox", "BadCity", "BadMatch", "BadMove", "BadNotation", "BadOptions", "BadPosition",
    "Event", "Game", "IllegalMove", "Match", "MatchText", "Move", "Position", "TripolisError", "analyse", "bot",
    "bot_names", "game", "game_names", "play", "read_matches", "write_matches",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Names are fetched when they are asked for, so that `tripolis --help` need not load Numba."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"tripolis.{home}"), name)
    raise AttributeError(f"module 'tripolis' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
