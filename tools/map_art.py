"""The map's symbols, drawn from the outlines in `board.json`: python tools/map_art.py writes them into `art.svg`.

Each field is a ground in the colour of its kind with a pattern of its own (bricks, trees, roofs, awnings, columns);
`off-n1` is the same field in a district that is not used; the rings follow the outline. The rest of `art.svg` is
drawn by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tripolis.games.metropolys import GAME
from tripolis.games.metropolys.face.places import MAP_HEIGHT, MAP_WIDTH, board, place_of

FILE = GAME.art_file
BEGIN = "  <!-- The map: written by map_art.py from the outlines of the board -->\n"
STEP_X, STEP_Y = 17, 13
ROOM = {"at": (28, 22), "name_at": (22, 11), "mark_at": (12, 11)}
"""Half width and height of what is drawn at a field's three points, with a motif beside it: there is no pattern."""
SHORE = "fill:var(--water);stroke:var(--rule);stroke-width:1;stroke-linejoin:round"

Point = tuple[float, float]


def path_of(outline: list[list[int]], left: int = 0, top: int = 0) -> str:
    """An outline as path data."""
    return "M" + "L".join(f"{x - left} {y - top}" for x, y in outline) + "Z"


# ------------------------------------------------------------------- patterns


def inside(x: float, y: float, outline: list[list[int]]) -> bool:
    """Does a point lie within an outline?"""
    found = False
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
    return found


MOTIFS = {
    "industry": "m-6 0h12v4h-12zm6 0v4m-3-8h6v4h-6zm3 4",
    "parks": "m0 4v-3a3.5 3.5 0 1 1 .01 0m-.01-1",
    "housing": "m-5.5 0l5.5-5l5.5 5m-9-1v5h7v-5m-3.5 1",
    "malls": "m-6 0v-3.5h12v3.5a2 2 0 0 1-4 0a2 2 0 0 1-4 0a2 2 0 0 1-4 0m6 0",
    "administration": "m-5.5-4h11m-11 8h11m-9.5-8v8m4-8v8m4-8v8m-4-4",
}
"""Bricks, a tree, a small house, an awning, columns: each goes back to where it began, so that all of a kind are the
same text and a page needs little room for them."""


def pattern(field: dict[str, Any], left: int, top: int) -> str:
    """The pattern of a field: its motif in staggered rows, laid so that as many as possible fit beside what is drawn
    there."""
    grids = [(dx, dy) for dx in range(0, STEP_X, 4) for dy in range(0, STEP_Y, 3)]
    best = max((motifs(field, dx, dy, ROOM) for dx, dy in grids), key=len)
    if not best:  # a small field: under the pieces there is room for some
        best = max((motifs(field, dx, dy, {"name_at": ROOM["name_at"]}) for dx, dy in grids), key=len)
    moves = ((x - x0, y - y0) for (x0, y0), (x, y) in zip([(left, top), *best], best, strict=False))
    return "".join(f"m{x:g} {y:g}{MOTIFS[field['kind']]}" for x, y in moves)


def motifs(field: dict[str, Any], dx: int, dy: int, rooms: dict[str, tuple[int, int]]) -> list[Point]:
    """The points of a grid at which a whole motif fits into a field, and stands in nobody's way."""
    outline = field["outline"]
    x0, y0, width, height = place_of(outline)
    kept = [(*field[name], *room) for name, room in rooms.items()]
    found: list[Point] = []
    for row in range(height // STEP_Y + 1):
        y = y0 + dy + row * STEP_Y
        for column in range(width // STEP_X + 2):
            x = x0 + dx + (column - row % 2 / 2) * STEP_X
            corners = [(x + cx, y + cy) for cx in (-8, 0, 8) for cy in (-7, 0, 6)]
            free = all(abs(x - kx) > w or abs(y - ky) > h for kx, ky, w, h in kept)
            if free and all(inside(*corner, outline) for corner in corners):
                found.append((x, y))
    return found


# -------------------------------------------------------------------- symbols


def symbol(name: str, width: int, height: int, *shapes: str) -> str:
    """A symbol of the sheet."""
    inner = "".join(f"    {shape}\n" for shape in shapes)
    return f'  <symbol id="{name}" viewBox="0 0 {width} {height}">\n{inner}  </symbol>\n'


def drawn(data: str, style: str) -> str:
    """A path."""
    return f'<path d="{data}" style="{style}"/>'


def field_symbols(field: dict[str, Any]) -> Iterator[str]:
    """A field as it is played on, as it looks when it is not used, and its rings."""
    left, top, width, height = place_of(field["outline"])
    outline, kind, name = path_of(field["outline"], left, top), field["kind"], field["id"]
    line = f"var(--map-{kind}-line)"
    ground = drawn(outline, f"fill:var(--map-{kind});stroke:{line};stroke-width:1.5;stroke-linejoin:round")
    motif = pattern(field, left, top)
    thin = "stroke-width:1.1;stroke-linejoin:round;stroke-linecap:round;opacity:.55"
    more = [drawn(motif, f"fill:none;stroke:{line};{thin}")] if motif else []
    yield symbol(f"field-{name}", width, height, ground, *more)
    off = "fill:var(--block);stroke:var(--line);stroke-width:1.5;stroke-linejoin:round"
    if name[0] != "c":
        yield symbol(f"off-{name}", width, height, drawn(outline, off))
    join = "fill:none;stroke-linejoin:round;stroke:var"
    halo = drawn(outline, f"{join}(--halo);stroke-width:6")
    yield symbol(f"ring-can-field-{name}", width, height, halo, drawn(outline, f"{join}(--can);stroke-width:3"))
    dashed = drawn(outline, f"{join}(--last);stroke-width:3;stroke-dasharray:7 5")
    yield symbol(f"ring-last-field-{name}", width, height, halo, dashed)
    thick = drawn(outline, f"{join}(--can);stroke-width:5")
    yield symbol(f"ring-picked-field-{name}", width, height, drawn(outline, f"{join}(--halo);stroke-width:8"), thick)


def map_symbol(data: dict[str, Any]) -> str:
    """The city below the fields, as a plate with a side and a shadow: streets, the river, the lakes."""
    outline = path_of(data["city"])
    shadow = drawn(outline, "fill:var(--edge);opacity:.22").replace("<path", '<path transform="translate(5 11)"')
    thick = "fill:var(--rule);stroke:var(--rule);stroke-width:5;stroke-linejoin:round"
    side = drawn(outline, thick).replace("<path", '<path transform="translate(0 5)"')
    city = drawn(outline, "fill:var(--road);stroke:var(--rule);stroke-width:4;stroke-linejoin:round")
    river = "".join(path_of(outline) for outline in data["river"])
    lakes = "".join(path_of(lake["outline"]) for lake in data["lakes"])
    plate = symbol("map", MAP_WIDTH, MAP_HEIGHT, shadow, side, city, drawn(river, SHORE), drawn(lakes, SHORE))
    return plate.replace('">', '" style="overflow:visible">', 1)


def written() -> str:
    """The symbols of the map as text."""
    data = board()
    return map_symbol(data) + "".join("".join(field_symbols(field)) for field in data["fields"])


def sheet(old: str) -> str:
    """A symbol sheet with its map drawn anew."""
    return old[: old.index(BEGIN)] + BEGIN + written() + "</svg>\n"


if __name__ == "__main__":
    FILE.write_text(sheet(FILE.read_text(encoding="utf-8")), encoding="utf-8")
