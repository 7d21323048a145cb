"""The points of each kind of building, and the account of a placement (p. 5 and 6; Expert p. 7 and 8).

Sets of cells are bits of a number: bit 0 is cell a1, bit 19 cell d5.
"""

from tripolis.engine.record import rule, table
from tripolis.engine.steps import wide

from .state import (
    CATEGORIES,
    CELLS,
    COLUMNS,
    EMPTY,
    FACTORY,
    HARBOUR,
    MONUMENT,
    OFFICE,
    PARK,
    PLAYGROUND,
    PUBLIC,
    ROWS,
    SHOP,
    TOWER,
    Kind,
)

TOWER_POINTS = table([0, 1, 3, 6, 10, 15])  # by level
SHOP_POINTS = table([0, 1, 2, 4, 7, 11])  # by customers
PUBLIC_POINTS = table([0, 2, 5, 9, 14, 20])  # by districts
PARK_POINTS = table([0, 2, 4, 7, 11])  # by towers and offices beside it
HARBOUR_POINTS = table([0, 0, 3, 7, 12, 18])  # by the longest line
FACTORY_POINTS = {SHOP: 2, HARBOUR: 3, OFFICE: 4}
"""What a factory counts for each building beside it (p. 6; Expert p. 8)."""
MONUMENT_POINTS = {TOWER: 0, SHOP: 3, PUBLIC: 2, PARK: 5, FACTORY: -5, HARBOUR: -5, OFFICE: 0, MONUMENT: 0}
"""What a monument counts for each building beside it (Expert p. 8, ruling 31)."""

# The same as plain numbers: compiled rules read no dictionary.
FACTORY_SHOP, FACTORY_HARBOUR, FACTORY_OFFICE = (FACTORY_POINTS[kind] for kind in (SHOP, HARBOUR, OFFICE))
MONUMENT_SHOP, MONUMENT_PUBLIC, MONUMENT_PARK = (MONUMENT_POINTS[kind] for kind in (SHOP, PUBLIC, PARK))
MONUMENT_INDUSTRY = MONUMENT_POINTS[FACTORY]

# What activates a building, by its kind (p. 5; Expert p. 7): nothing, a resident, an energy, or both.
WORKERS = (PUBLIC, FACTORY, HARBOUR, OFFICE)
POWERED = (TOWER, SHOP, OFFICE)
NEEDS_RESIDENT = table([int(kind in WORKERS) for kind in Kind])
NEEDS_ENERGY = table([int(kind in POWERED) for kind in Kind])

TOWERS, SHOPS, PUBLICS, PARKS, FACTORIES, HARBOURS, OFFICES, MONUMENTS, UNUSED = range(len(CATEGORIES))
"""The categories' places in w.points."""


def _near(cell: int) -> int:
    row, column = divmod(cell, COLUMNS)
    beside = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
    return sum(1 << COLUMNS * r + c for r, c in beside if 0 <= r < ROWS and 0 <= c < COLUMNS)


NEAR = table([_near(cell) for cell in range(CELLS)])
"""Bits of the cells beside a cell; diagonals do not count (ruling 27)."""
NOT_LAST = sum(1 << cell for cell in range(CELLS) if cell % COLUMNS != COLUMNS - 1)
NOT_FIRST = sum(1 << cell for cell in range(CELLS) if cell % COLUMNS != 0)
COUNT = table([bin(i).count("1") for i in range(1024)])


@rule
def count(mask):
    """How many bits are set."""
    return COUNT[mask & 1023] + COUNT[mask >> 10]


@rule
def lowest(mask):
    """The lowest cell of a mask."""
    return count((mask & -mask) - 1)


@rule
def sort_by_kind(w, kinds):
    """w.of_kind[kind]: bits of the cells on which that kind of building stands."""
    of_kind = w.of_kind
    for kind in range(len(of_kind)):
        of_kind[kind] = 0
    for cell in range(CELLS):
        of_kind[kinds[cell]] |= 1 << cell


# ------------------------------------------------------- points of each kind


@rule
def public_points(b, publics):
    """Public services by the number of districts that have one (p. 5)."""
    districts = 0
    for district in range(b.numbers):
        if publics & b.district[district]:
            districts += 1
    return PUBLIC_POINTS[districts]


@rule
def park_points(parks, homes):
    """Each park by the towers and offices beside it (p. 6, Expert p. 8)."""
    points = 0
    while parks:
        points += PARK_POINTS[count(NEAR[lowest(parks)] & homes)]
        parks &= parks - 1
    return points


@rule
def factory_points(cell, shops, harbours, offices):
    """A factory by the shops, harbours and offices beside it (p. 6, Expert p. 8)."""
    near = NEAR[cell]
    return (
        FACTORY_SHOP * count(near & shops)
        + FACTORY_HARBOUR * count(near & harbours)
        + FACTORY_OFFICE * count(near & offices)
    )


@rule
def harbour_points(harbours):
    """Harbours by their longest row and by their longest column (p. 6, ruling 30)."""
    across = harbours
    length = 0
    while across:
        length += 1
        across &= (across >> 1) & NOT_LAST
    down = harbours
    height = 0
    while down:
        height += 1
        down &= down >> COLUMNS
    return HARBOUR_POINTS[length] + HARBOUR_POINTS[height]


@rule
def office_level_points(size, level):
    """An office by its level and the size of its group: what the printed table follows (p. 7)."""
    return (size - 1) * level + level * (level - 1) // 2


@rule
def office_points(levels, offices, cap):
    """Each group of adjoining offices by its size, up to the `cap`, and by their levels (p. 7, ruling 29)."""
    points = 0
    left = offices
    while left:
        group = left & -left
        grown = 0
        while grown != group:
            grown = group
            spread = (group << 1) & NOT_FIRST | (group >> 1) & NOT_LAST | group << COLUMNS | group >> COLUMNS
            group |= spread & offices
        size = min(count(group), cap)
        left &= ~group
        while group:
            cell = lowest(group)
            group &= group - 1
            points += office_level_points(size, levels[cell])
    return points


@rule
def monument_points(cell, industry, publics, shops, parks):
    """A monument by the buildings beside it (Expert p. 8, ruling 31)."""
    near = NEAR[cell]
    return (
        MONUMENT_INDUSTRY * count(near & industry)
        + MONUMENT_PUBLIC * count(near & publics)
        + MONUMENT_SHOP * count(near & shops)
        + MONUMENT_PARK * count(near & parks)
    )


# ---------------------------------------------------------------- a placement


@rule
def room_for_residents(b, kind):
    """Residents that can stand on a building: a shop's customers (p. 5), else the one that activates it."""
    return b.customers if kind == SHOP else NEEDS_RESIDENT[kind]


@rule
def room_for_energy(b, kind):
    """Energy that can lie on a building: one in a park or playground (ruling 25), else the one that activates it."""
    if kind == PARK or (kind == PLAYGROUND and b.playgrounds_absorb != 0):
        return 1
    return NEEDS_ENERGY[kind]


@rule
def lay_resources(b, w, kinds, active, residents, energy):
    """Put residents and energy on the active buildings; the rest become customers and go into parks (p. 5)."""
    for cell in range(CELLS):
        on, kind = active >> cell & 1, kinds[cell]
        w.residents_on[cell] = on * NEEDS_RESIDENT[kind]
        w.energy_on[cell] = on * NEEDS_ENERGY[kind]
        residents -= w.residents_on[cell]
        energy -= w.energy_on[cell]
    for cell in range(CELLS):
        kind = kinds[cell]
        if kind == SHOP and active >> cell & 1:
            w.residents_on[cell] = min(residents, room_for_residents(b, kind))
            residents -= w.residents_on[cell]
        elif energy > 0 and NEEDS_ENERGY[kind] == 0 and room_for_energy(b, kind):
            w.energy_on[cell] = 1
            energy -= 1


@rule
def count_points(b, w, kinds, levels, vp, residents, energy):
    """The account of the placement in w.residents_on and w.energy_on: points by category, what breaks ties, the total.

    A building is active if all that it needs lies on it (ruling 35); what lies on others is not placed.
    """
    for category in range(len(w.points)):
        w.points[category] = 0
        w.unknown[category] = 0
    active = 0
    placed = 0
    unused = residents + energy
    for cell in range(CELLS):
        kind = kinds[cell]
        if kind == EMPTY:
            continue
        if w.residents_on[cell] >= NEEDS_RESIDENT[kind] and w.energy_on[cell] >= NEEDS_ENERGY[kind]:
            active |= 1 << cell
            placed += w.residents_on[cell]
            unused -= w.residents_on[cell]
            if w.energy_on[cell] > 0 and room_for_energy(b, kind):
                unused -= 1
    sort_by_kind(w, kinds)
    towers, shops, publics = w.of_kind[TOWER] & active, w.of_kind[SHOP] & active, w.of_kind[PUBLIC] & active
    factories, harbours = w.of_kind[FACTORY] & active, w.of_kind[HARBOUR] & active
    offices, parks = w.of_kind[OFFICE] & active, wide(w.of_kind[PARK] | w.of_kind[PLAYGROUND])
    for cell in range(CELLS):
        bit = 1 << cell
        if towers & bit:
            w.points[TOWERS] += TOWER_POINTS[levels[cell]]
        elif shops & bit:
            w.points[SHOPS] += SHOP_POINTS[w.residents_on[cell]]
        elif publics & bit:
            w.points[PUBLICS] += vp[cell]
        elif harbours & bit:
            w.points[HARBOURS] += vp[cell]
        elif factories & bit:
            w.points[FACTORIES] += factory_points(cell, shops, harbours, offices)
        elif kinds[cell] == MONUMENT:
            w.points[MONUMENTS] += monument_points(cell, factories | harbours, publics, shops, parks)
    w.points[PUBLICS] += public_points(b, publics)
    w.points[PARKS] = park_points(parks, towers | offices)
    w.points[HARBOURS] += harbour_points(harbours)
    w.points[OFFICES] = office_points(levels, offices, b.office_cap)
    w.points[UNUSED] = -unused
    w.active = active
    w.residents_placed = placed
    w.empty_cells = count(wide(b.cells)) - count(active)
    w.ties[0] = placed
    w.ties[1] = -w.empty_cells
    total = 0
    for category in range(len(w.points)):
        total += w.points[category]
    return total
