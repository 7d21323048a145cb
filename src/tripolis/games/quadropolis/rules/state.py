"""The records of Quadropolis, and the numbers of its actions.

A city is a grid of 4 rows and 5 columns in both modes; Classic leaves the fifth column out (`b.cells`). Cells are
numbered row by row, spaces of the construction site likewise. Tiles are numbered through the rounds, 25 each.
"""

from enum import IntEnum

from tripolis.engine.actions import Actions, Verb
from tripolis.engine.layouts import box_layout, state_layout, work_layout
from tripolis.engine.record import public, table

ROWS, COLUMNS, CELLS = 4, 5, 20
SIZE = {"classic": 4, "expert": 5}
"""Rounds, columns, districts, numbers of architects, levels and customers in each mode (p. 2; Expert p. 7)."""
SITE, SPACES, SLOTS = 5, 25, 20
SEATS, NUMBERS, ROUNDS, TURNS = 4, 5, 5, 4
TILES = SPACES * ROUNDS

NOWHERE = -1
"""The urbanist stands beside the site, or there is no tile in hand."""
TAKEN = -1
"""No tile lies on this space of the site; a face-down one shows its mark: -3 ("3-4") or -4 ("4")."""


class Kind(IntEnum):
    """What stands on a cell."""

    EMPTY = 0
    TOWER = 1
    SHOP = 2
    PUBLIC = 3
    PARK = 4
    PLAYGROUND = 5
    FACTORY = 6
    HARBOUR = 7
    OFFICE = 8
    MONUMENT = 9


EXPERT_KINDS = (Kind.OFFICE, Kind.MONUMENT)
"""Buildings that only Expert has (p. 7)."""


class Phase(IntEnum):
    """What the actor has to decide."""

    PICK = 0
    BUILD = 1


class Event(IntEnum):
    """What can happen; the arguments stand in `events.py`."""

    ROUND = 1
    LAID = 2
    ARCHITECT = 3
    TOOK = 4
    NOTHING = 5
    URBANIST = 6
    BUILT = 7
    DISCARDED = 8
    NO_PLACE = 9
    INCOME = 10
    MAYOR = 11
    CLEARED = 12
    OVER = 13


class Reason(IntEnum):
    """Why an action is not allowed; the sentences stand in `events.py`."""

    LEGAL = 0
    OVER = 1
    BUILD_FIRST = 2
    PICK_FIRST = 3
    NO_ARCHITECT = 4
    SLOT_TAKEN = 5
    URBANIST = 6
    NO_CELL = 7
    CELL_TAKEN = 8
    TOO_HIGH = 9
    WRONG_NUMBER = 10
    NO_ACTION = 11


# The same as plain numbers, for rules: in plain runs looking up a member costs more than the comparison.
EMPTY, TOWER, SHOP, PUBLIC, PARK, PLAYGROUND, FACTORY, HARBOUR, OFFICE, MONUMENT = (int(kind) for kind in Kind)
PICK, BUILD = (int(phase) for phase in Phase)
LEGAL, NO_CELL, CELL_TAKEN = int(Reason.LEGAL), int(Reason.NO_CELL), int(Reason.CELL_TAKEN)
TOO_HIGH, WRONG_NUMBER = int(Reason.TOO_HIGH), int(Reason.WRONG_NUMBER)

ACTIONS = Actions(
    Verb("lay", slot=SLOTS, number=range(1, NUMBERS + 1)),  # an architect
    Verb("build", cell=CELLS),
    Verb("discard"),
)
act = ACTIONS.rules(__name__)

NORTH, EAST, SOUTH, WEST = range(4)
SIDES = "NESW"


def _target(slot: int, number: int, absolute: bool) -> int:
    """The space at which an architect points (rulebook p. 3; from which end it counts: ruling 3a)."""
    side, line = divmod(slot, SITE)
    deep = number - 1
    if not absolute and side in (EAST, SOUTH):
        deep = SITE - number
    row, column = (deep, line) if side in (NORTH, SOUTH) else (line, deep)
    return SITE * row + column


TARGET = table([[[_target(slot, n, how) for n in range(1, 6)] for slot in range(SLOTS)] for how in (False, True)])
"""TARGET[absolute][slot][number - 1]: the space that the architect points at."""

IN_LINE = table(
    [
        [int(line == (space % SITE if side in (NORTH, SOUTH) else space // SITE)) for space in range(SPACES)]
        for side in range(4)
        for line in range(SITE)
    ]
)
"""IN_LINE[slot][space]: does the slot lie at the space's row or column?"""

LEVELS = 8
"""More than there are: a built tile has LEVELS * (CELLS * seat + cell) + level in `s.built`."""


def standing(built: int) -> tuple[int, int, int]:
    """Seat, cell and level of a tile by its `s.built`; the seat is NOWHERE for a tile that is not built."""
    seat, cell = divmod(built // LEVELS, CELLS)
    return seat if built else NOWHERE, cell, built % LEVELS


CELL_NAMES = tuple(f"{'abcd'[cell // COLUMNS]}{cell % COLUMNS + 1}" for cell in range(CELLS))
"""`b4`: row b, column 4."""
SLOT_NAMES = tuple(f"{SIDES[slot // SITE]}{slot % SITE + 1}" for slot in range(SLOTS))
"""`N2`: the second slot of the north side."""
SPACE_NAMES = tuple(f"r{space // SITE + 1}c{space % SITE + 1}" for space in range(SPACES))
"""In positions as text: `r2c4` is row 2, column 4 of the construction site."""
BUILT_NAMES = tuple(
    f"{seat}-{cell}.{level}" if level > 1 else f"{seat}-{cell}" if level else ""
    for seat in range(SEATS)
    for cell in CELL_NAMES
    for level in range(LEVELS)
)
"""In positions as text: `1-b3` stands in the city of seat 1 on b3, `1-b3.2` is the second level there."""

REMEMBERED = 4
CITIES = SEATS * REMEMBERED
"""How many cities the greedy choice remembers: those of each seat's last turns."""
LOOKS = 24
"""How many different tiles it remembers; 19 of the printed ones differ in Classic, 21 in Expert."""

CATEGORIES = ("tower", "shop", "public", "park", "factory", "harbour", "office", "monument", "unused")
TIES = ("residents", "cells")
"""What breaks a tie, in this order: more residents on buildings, fewer empty cells (p. 5, ruling 32)."""

STATE = state_layout(
    public("round_no", "i1"),  # 0..
    public("turn", "i1"),  # turns taken in this round by all seats together
    public("phase", "i1", values=Phase),
    public("mayor", "i1"),  # the seat that holds it
    public("urbanist", "i1", values=SPACE_NAMES),
    public("hand", "i1"),  # the tile taken and not yet built
    public("number", "i1"),  # the architect that took it, 1..5
    public("site", "i1", SPACES, at=SPACE_NAMES),  # tiles, or TAKEN, or a mark
    public("turned", "i4", bits=SPACE_NAMES),  # face-down tiles of this round that were revealed
    public("slot_number", "i1", SLOTS, at=SLOT_NAMES),  # the architect lying there, 0 if none
    public("slot_seat", "i1", SLOTS, at=SLOT_NAMES),  # who laid it
    public("slot_turn", "i1", SLOTS, at=SLOT_NAMES),  # and in which turn of the round
    public("architects", "i1", (SEATS, NUMBERS)),  # left of each number; Expert: row 0 is the common supply
    public("kind", "i1", (SEATS, CELLS), at=CELL_NAMES, values=Kind, derived=True),
    public("level", "i1", (SEATS, CELLS), at=CELL_NAMES, derived=True),
    public("vp", "i1", (SEATS, CELLS), at=CELL_NAMES, derived=True),  # printed points
    public("built", "i2", TILES, values=BUILT_NAMES),  # where each tile stands (see LEVELS), 0 if nowhere
    public("residents", "i2", SEATS),
    public("energy", "i2", SEATS),
)

BOX = box_layout(
    public("expert", "i1"),
    public("rounds", "i1"),
    public("columns", "i1"),  # of a city
    public("numbers", "i1"),  # architects 1..
    public("levels", "i1"),  # highest tower or office
    public("customers", "i1"),  # that a shop takes
    public("first", "i1"),  # start seat, -1: drawn
    public("take_face_down", "i1"),
    public("count_absolute", "i1"),
    public("playgrounds_absorb", "i1"),
    public("office_cap", "i1"),  # largest group that the table knows
    public("cells", "i4"),  # bits of the cells that exist
    public("reach", "i4", NUMBERS),  # bits of the cells that each architect builds on
    public("district", "i4", NUMBERS),  # bits of the cells of each district
    public("kind", "i1", TILES),
    public("residents", "i1", TILES),
    public("energy", "i1", TILES),
    public("vp", "i1", TILES),
    public("mayor", "i1", TILES),
    public("mark", "i1", TILES),  # fewest players: 2, 3, 4
    public("look", "i1", TILES),  # tiles that are alike but for their mark share a number
)

WORK = work_layout(
    SEATS,
    SLOTS * NUMBERS,
    48,
    len(CATEGORIES),
    len(TIES),
    public("left", "i1", NUMBERS),  # numbers of the architects that can be laid
    # the account: what is active, and what stands on which cell
    public("active", "i4"),
    public("residents_on", "i1", CELLS),
    public("energy_on", "i1", CELLS),
    public("residents_placed", "i4"),
    public("empty_cells", "i4"),
    # scratch of the search for the best account; see docs/decisions/002-exact-account.md
    public("of_kind", "i4", len(Kind)),  # bits of the cells of each kind
    public("worth", "i4", CELLS),
    public("order", "i1", CELLS),
    public("public_best", "i4", (NUMBERS + 1, CELLS + 1)),
    public("public_mask", "i4", (NUMBERS + 1, CELLS + 1)),
    public("public_value", "i4", CELLS + 1),
    public("public_cells", "i4", CELLS + 1),
    public("tower_value", "i4", CELLS + 1),
    public("tower_cells", "i4", CELLS + 1),
    public("tower_order", "i1", CELLS),
    public("shop_order", "i1", CELLS),
    public("shop_value", "i4", CELLS + 1),
    public("factory_value", "i4", CELLS + 1),
    public("factory_order", "i1", CELLS),
    public("worker_value", "i4", CELLS + 1),
    public("rest_value", "i4", CELLS + 1),
    public("harbour_best", "i4", CELLS + 1),
    public("energy_value", "i4", CELLS + 1),
    public("energy_cells", "i4", CELLS + 1),
    public("best_sum", "i8"),
    # scratch of the greedy choice
    public("best_cell", "i1"),
    public("pick_known", "i1", SPACES * NUMBERS),
    public("pick_value", "i4", SPACES * NUMBERS),
    public("cell_value", "i4", 1 + CELLS),
    # and what it remembers of cities: their tiles, and what one more would be worth
    public("city_left", "i1", CITIES),
    public("city_residents", "i2", CITIES),
    public("city_energy", "i2", CITIES),
    public("city_kind", "i1", (CITIES, CELLS)),
    public("city_level", "i1", (CITIES, CELLS)),
    public("city_vp", "i1", (CITIES, CELLS)),
    public("known", "i4", (CITIES, LOOKS)),  # bits: cells whose value is known; bit 0: without the tile
    public("known_value", "i4", (CITIES, LOOKS * (1 + CELLS))),
    public("best_known", "i1", (CITIES, LOOKS)),  # bits: architects with which the best cell's value is known
    public("best_value", "i4", (CITIES, LOOKS * NUMBERS)),
)
