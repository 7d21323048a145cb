"""The pictures of the rules: moments of three matches that can be played."""

from __future__ import annotations

from tripolis.engine.guide import Picture
from tripolis.engine.words import Message

from .tours import OPTIONS, SEED


def moves(text: str) -> tuple[str, ...]:
    """The moves of a match, written one after the other."""
    return tuple(text.split())


CITY = {"players": 2, "mode": "classic", "first": 0}
CITY_SEED = 336
CITY_MOVES = moves(
    "4N5 a4 1N1 a1 2N3 a2 3E3 a3 1W4 a2 4W3 a4 3E5 a2 2N4 a2 4N2 a2 3N3 b3 1N1 a1 4E3 b4 2W1 b1 2N4 c2 3E1 c1 1W2 b1 "
    "1N3 d1 4N5 c4 4E1 d2 2N1 b1 3E3 c2 1N4 c1 2S2 b2 3E5 c3 1N3 d1 4N2 d3 2N5 b2 2N1 b3 4S2 d3 1S1 a3 3N4 3E2 c3"
)
"""A match with a city of seat 0 that has all kinds of buildings."""

OFFICES = {"players": 2, "mode": "expert", "first": 0}
OFFICES_SEED = 161
OFFICES_MOVES = moves(
    "2N2 a1 1N5 a1 4N1 a3 2N3 a4 4E1 a3 5S1 b1 1S2 a3 5W2 c1 4W3 a3 4N3 a3 5E3 a3 1W4 a2 3N2 a2 1S3 b2 5S5 b1 2N1 c2 "
    "3N4 a5 2E1 b3 1E2 b2 2N2 b4 1S4 c1 5S1 d1 5W3 c2 4N3 b5 4S4 c3 1S1 a4 3N2 d2 2W1 b4 3N5 c4 2N1 b3 5W4 d3 5N4 d2 "
    "5N2 d4 5N1 b4 4N4 d3 2N5 b4 3E1 a5 4E2 d1 1E4 c1 2S3 b4"
)
"""An Expert match; seat 1 has offices and two monuments."""

TABLE = Picture(
    Message(
        "The table at the start, with two players: the construction site, and your city with your four architects."
    ),
    OPTIONS,
    SEED,
    (),
    ("board", "panel:city-0"),
)
TAKE = Picture(
    Message("Architect 3, laid at N4, looks three spaces into its column: it takes the tower with 2 residents."),
    OPTIONS,
    SEED,
    (),
    ("board",),
    ("slot-N4", "tile-0"),
)
CLOSED = Picture(
    Message(
        "The tower is gone, and the urbanist stands on its space. The marked slots are closed to the next player; at "
        "N4 there is the architect."
    ),
    OPTIONS,
    SEED,
    ("3N4", "c3"),
    ("board",),
    ("slot-S4", "slot-E3", "slot-W3"),
)
BUILD = Picture(
    Message(
        "Architect 3 has taken a tile. It can be built on the marked cells: in row 3, which is row c, or in column 3."
    ),
    OPTIONS,
    SEED,
    ("3N4",),
    ("panel:city-0",),
    tuple(f"cell-0-{cell}" for cell in ("a3", "b3", "c1", "c2", "c3", "c4", "d3")),
)
GROW = Picture(
    Message(
        "Architect 2 has taken the mayor's tower. It can go to row b or column 2, or onto the tower on c3, as its "
        "second level."
    ),
    OPTIONS,
    SEED,
    ("3N4", "c3", "2W4", "b1", "2W2"),
    ("panel:city-0",),
    tuple(f"cell-0-{cell}" for cell in ("a2", "b1", "b2", "b3", "b4", "c2", "c3", "d2")),
)
INACTIVE = Picture(
    Message(
        "Two levels and three residents, but no energy: the tower is not active, and its residents have nothing to do."
    ),
    OPTIONS,
    SEED,
    ("3N4", "c3", "2W4", "b1", "2W2", "c3"),
    ("panel:city-0",),
    ("cell-0-c3", "energys-0"),
)
HOMES = Picture(
    Message(
        "A finished Classic city with {total} points. Marked: the tower with 4 levels ({tower} points), the full shop "
        "({shop}), the public services in two districts ({districts}, and {printed} printed points).",
        total=63,
        tower=10,
        shop=7,
        districts=5,
        printed=4,
    ),
    CITY,
    CITY_SEED,
    CITY_MOVES,
    ("panel:city-0", "panel:account"),
    ("cell-0-a1", "cell-0-a2", "cell-0-a4", "cell-0-c3"),
)
INDUSTRY = Picture(
    Message(
        "The same city. The harbours count {row} for the row of three, {column} for the column of two, and {printed} "
        "printed points. The factories on b1 and c2 count {first} and {second}. The parks on a3 and b2 count {park} "
        "each: both have two towers beside them.",
        row=7,
        column=3,
        printed=7,
        first=5,
        second=6,
        park=4,
    ),
    CITY,
    CITY_SEED,
    CITY_MOVES,
    ("panel:city-0",),
    ("cell-0-b1", "cell-0-c2", "cell-0-c1", "cell-0-d1", "cell-0-d2", "cell-0-d3"),
)
NUMBERS = Picture(
    Message("Expert: architect 3 builds on the marked cells, those with the number 3 and all of district 3."),
    OFFICES,
    OFFICES_SEED,
    ("3N2",),
    ("panel:city-0",),
    tuple(f"cell-0-{cell}" for cell in ("a2", "a5", "c3", "c4", "c5", "d2", "d4", "d5")),
)
GROUP = Picture(
    Message(
        "Four offices in one group: those with 2 levels count {high} each, those with 1 level {low} each, together "
        "{together} points.",
        high=7,
        low=3,
        together=20,
    ),
    OFFICES,
    OFFICES_SEED,
    OFFICES_MOVES,
    ("panel:city-1",),
    tuple(f"cell-1-{cell}" for cell in ("c1", "c2", "d2", "d3")),
)
BETWEEN = Picture(
    Message(
        "The monument on b3 stands between three parks and a public service, all of them marked, and counts {points} "
        "points.",
        points=17,
    ),
    OFFICES,
    OFFICES_SEED,
    OFFICES_MOVES,
    ("panel:city-1",),
    tuple(f"cell-1-{cell}" for cell in ("a3", "b2", "b3", "b4", "c3")),
)
