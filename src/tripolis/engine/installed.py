"""What installed packages offer: games and bots, by their entry points."""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Mapping
from functools import lru_cache

OURS = tuple(
    importlib.metadata.EntryPoint(name, f"tripolis.games.{name}:GAME", "tripolis.games")
    for name in ("metropolys", "quadropolis", "ubuild")
)
"""Our own games, which are found without an installation too, where only Python's path leads to them."""


def installed(group: str) -> Mapping[str, importlib.metadata.EntryPoint]:
    """The entry points of a group by their names. A search of all packages takes milliseconds, so there is one for each
    state of Python's path."""
    return _search(group, tuple(sys.path))


@lru_cache(maxsize=16)
def _search(group: str, path: tuple[str, ...]) -> Mapping[str, importlib.metadata.EntryPoint]:
    points = [*importlib.metadata.entry_points(group=group), *(point for point in OURS if point.group == group)]
    return {point.name: point for point in reversed(points)}  # of two of a name the first counts
