"""Where things lie on the map of the standard board: fields, what is drawn on them, bridges, statues and lakes."""

from __future__ import annotations

import json
from functools import cache
from math import atan2, degrees
from typing import Any, NamedTuple

from ..box.reader import BOARD_JSON, standard_box

SCALE = 1.6
"""Units of the scene for a unit of the board."""
MAP_WIDTH, MAP_HEIGHT = 796, 554
MARGIN = 4
"""Room around a field for its rings, in units of the board."""


@cache
def board() -> dict[str, Any]:
    """The standard board: the map is drawn for it."""
    data: dict[str, Any] = json.loads(standard_box()[BOARD_JSON])
    return data


def place_of(outline: list[list[int]]) -> tuple[int, int, int, int]:
    """Corner, width and height of a field's symbol on the map."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    return left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top


class Place(NamedTuple):
    """Where a field lies in the scene: the box of its symbol, and the points of its pieces, its name and its mark."""

    x: float
    y: float
    width: float
    height: float
    at: tuple[float, float]
    name_at: tuple[float, float]
    mark_at: tuple[float, float]
    blind: bool


@cache
def places() -> dict[str, Place]:
    """The places of all fields by name."""
    result = {}
    for field in board()["fields"]:
        x, y, width, height = (SCALE * n for n in place_of(field["outline"]))
        at, name_at, mark_at = ((SCALE * field[n][0], SCALE * field[n][1]) for n in ("at", "name_at", "mark_at"))
        result[field["id"]] = Place(x, y, width, height, at, name_at, mark_at, field["blind_alley"])
    return result


@cache
def landmarks() -> tuple[tuple[str, str, float, float, float, int, str], ...]:
    """Bridges, statues and lakes: id, symbol, middle, width, turn, and the fields beside them."""
    result = []
    middle = {field["id"]: field["at"] for field in board()["fields"]}
    for i, bridge in enumerate(board()["bridges"], 1):
        (x1, y1), (x2, y2) = (middle[name] for name in bridge["fields"])
        turn = round(degrees(atan2(y2 - y1, x2 - x1)))
        x, y = bridge["at"]
        result.append((f"bridge-{i}", "bridge", SCALE * x, SCALE * y, 46.0, turn, ", ".join(bridge["fields"])))
    for name, symbol, width in (("statues", "statue", 30.0), ("lakes", "lake", 0.0)):
        for i, thing in enumerate(board()[name], 1):
            x, y = thing["at"]
            result.append((f"{symbol}-{i}", symbol, SCALE * x, SCALE * y, width, 0, ", ".join(thing["fields"])))
    return tuple(result)
