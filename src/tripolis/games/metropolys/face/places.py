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


NAME_LEFT, NAME_SIGN = 24.5, 9.3
"""How far a field's kind and name reach to the left of their point, and the width of a sign, in units of the scene."""


def spans(outline: list[list[int]], y: float) -> list[tuple[float, float]]:
    """Where a line across the board at a height lies within an outline, from left to right."""
    edges = zip(outline, outline[1:] + outline[:1], strict=True)
    ends = sorted(x1 + (y - y1) * (x2 - x1) / (y2 - y1) for (x1, y1), (x2, y2) in edges if (y1 > y) != (y2 > y))
    return list(zip(ends[::2], ends[1::2], strict=True))


def place_name(field: dict[str, Any]) -> tuple[float, float]:
    """The point of a field's kind and name: as the board says or, where they would reach beyond it, in the middle
    of its widest place."""
    x, y = field["name_at"]
    width, left = (21.5 + NAME_SIGN * len(field["id"])) / SCALE, NAME_LEFT / SCALE
    if any(start <= x - left and x - left + width <= end for start, end in spans(field["outline"], y)):
        return x, y
    heights = sorted(point[1] for point in field["outline"])
    lines = [(y, span) for y in range(heights[0] + 6, heights[-1] - 5) for span in spans(field["outline"], y + 0.5)]
    y, (start, end) = max(lines, key=lambda line: line[1][1] - line[1][0])
    return (start + end - width) / 2 + left, y


@cache
def places() -> dict[str, Place]:
    """The places of all fields by name."""
    result = {}
    for field in board()["fields"]:
        x, y, width, height = (SCALE * n for n in place_of(field["outline"]))
        points = (field["at"], place_name(field), field["mark_at"])
        at, name_at, mark_at = ((SCALE * px, SCALE * py) for px, py in points)
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
