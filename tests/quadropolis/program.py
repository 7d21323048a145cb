"""The account as an integer program for HiGHS: a second opinion that knows nothing of how the search goes.

Only the printed tables and the reading of words are shared with the brute force. The three aims are packed into one
number: a point weighs 4096, a resident placed 32, an occupied cell 1 (at most 100 residents, at most 20 cells).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from tests.quadropolis.oracle import (
    BESIDE_FACTORY,
    BESIDE_MONUMENT,
    COLUMNS,
    EMPTY,
    FACTORY,
    HARBOUR,
    HARBOUR_POINTS,
    MONUMENT,
    MOST_CUSTOMERS,
    NEEDS_ENERGY,
    NEEDS_RESIDENT,
    OFFICE,
    OFFICE_POINTS,
    PARK,
    PARK_POINTS,
    PLAYGROUND,
    PUBLIC,
    PUBLIC_POINTS,
    ROWS,
    SHOP,
    SHOP_POINTS,
    TOWER,
    TOWER_POINTS,
    City,
    Triple,
    read,
)

POINT, RESIDENT, BUILDING = 4096, 32, 1
Cell = tuple[int, int]


class Program:
    """Whole-number variables from 0 up to a bound, and rows `low <= sum of coefficient * variable <= high`."""

    def __init__(self) -> None:
        self.gain: list[int] = []
        self.upper: list[int] = []
        self.rows: list[tuple[dict[int, int], float, float]] = []

    def variable(self, gain: int = 0, upper: int = 1) -> int:
        """A new variable, and what each unit of it adds to the aim."""
        self.gain.append(int(gain))
        self.upper.append(upper)
        return len(self.gain) - 1

    def row(self, terms: Iterable[tuple[int, int]], low: float = -np.inf, high: float = np.inf) -> None:
        """A new row; a variable may be named more than once."""
        row: dict[int, int] = {}
        for variable, coefficient in terms:
            row[variable] = row.get(variable, 0) + int(coefficient)
        if row:
            self.rows.append((row, low, high))

    def ladder(self, steps: Iterable[int], supply: list[int]) -> None:
        """Exactly one step of a printed table is reached; step n needs n of the supply."""
        rungs = [self.variable(POINT * points) for points in steps]
        self.row([(rung, 1) for rung in rungs], 1, 1)
        self.row([(v, 1) for v in supply] + [(rung, -n) for n, rung in enumerate(rungs)], low=0)

    def solve(self) -> int:
        """The greatest aim, recomputed in whole numbers from the solution found."""
        where = [(i, v, c) for i, (row, _, _) in enumerate(self.rows) for v, c in row.items()]
        at, of, values = (np.array(column, dtype=np.int64) for column in zip(*where, strict=True))
        matrix = csr_array((values, (at, of)), shape=(len(self.rows), len(self.gain)))
        low, high = np.array([r[1] for r in self.rows]), np.array([r[2] for r in self.rows])
        found = milp(
            -np.array(self.gain, dtype=float),
            integrality=np.ones(len(self.gain)),
            bounds=Bounds(0, np.array(self.upper)),
            constraints=LinearConstraint(matrix, low, high),
            options={"mip_rel_gap": 0},
        )
        assert found.status == 0, found.message
        x = np.rint(found.x).astype(np.int64)
        reached = matrix @ x
        assert (low <= reached).all() and (reached <= high).all(), "the rounded solution breaks a row"
        return int(np.array(self.gain) @ x)


def neighbours(cell: Cell) -> list[Cell]:
    """The cells beside a cell; some may lie on the empty rim."""
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def connected_sets(cells: set[Cell]) -> list[frozenset[Cell]]:
    """All connected sets of some cells."""
    newest = {frozenset([cell]) for cell in cells}
    found = set(newest)
    while newest:
        newest = {s | {n} for s in newest for c in s for n in neighbours(c) if n in cells and n not in s}
        found |= newest
    return sorted(found, key=sorted)


def best_triple(mode: str, city: City, residents: int, energy: int, playgrounds_absorb: bool = True) -> Triple:
    """The best (points, residents placed, -empty cells) of a city, by branch and bound."""
    kind, level, printed, district = read(mode, city)
    cells = [cell for cell in product(range(1, ROWS + 1), range(1, COLUMNS + 1)) if kind[cell] != EMPTY]
    p = Program()

    # All resources count as unused at first (ruling 34); what lies on an active building saves its -1.
    on: dict[Cell, int] = {}
    for cell in cells:
        k = kind[cell]
        if not NEEDS_RESIDENT[k] and not NEEDS_ENERGY[k]:
            continue
        points = NEEDS_RESIDENT[k] + NEEDS_ENERGY[k] + printed[cell]
        points += TOWER_POINTS[level[cell]] if k == TOWER else 0
        points += sum(BESIDE_MONUMENT[k] for n in neighbours(cell) if kind[n] == MONUMENT)
        on[cell] = p.variable(POINT * points + RESIDENT * NEEDS_RESIDENT[k] + BUILDING)

    def active(*kinds: int) -> list[Cell]:
        return [cell for cell in on if kind[cell] in kinds]

    # filled[n]: how many shops have n customers.
    shops = active(SHOP)
    filled = {
        n: p.variable(POINT * (SHOP_POINTS[n] + n) + RESIDENT * n, len(shops))
        for n in range(1, MOST_CUSTOMERS[mode] + 1)
    }
    p.row([(v, 1) for v in filled.values()] + [(on[cell], -1) for cell in shops], high=0)
    takes = [cell for cell in cells if kind[cell] == PARK or (kind[cell] == PLAYGROUND and playgrounds_absorb)]
    absorbed = p.variable(POINT, len(takes))
    p.row([(on[c], NEEDS_RESIDENT[kind[c]]) for c in on] + [(v, n) for n, v in filled.items()], high=residents)
    p.row([(on[c], NEEDS_ENERGY[kind[c]]) for c in on] + [(absorbed, 1)], high=energy)

    for park in (cell for cell in cells if kind[cell] in (PARK, PLAYGROUND)):
        p.ladder(PARK_POINTS, [on[n] for n in neighbours(park) if kind[n] in (TOWER, OFFICE)])

    served = []
    for d in range(1, 6):
        here = [on[cell] for cell in active(PUBLIC) if district[cell] == d]
        if here:
            served.append(p.variable())
            p.row([(v, 1) for v in here] + [(served[-1], -1)], low=0)
    p.ladder(PUBLIC_POINTS[: len(served) + 1], served)

    for factory in active(FACTORY):
        for n in neighbours(factory):
            if BESIDE_FACTORY[kind[n]]:
                both = p.variable(POINT * BESIDE_FACTORY[kind[n]])
                p.row([(on[factory], 1), (both, -1)], low=0)
                p.row([(on[n], 1), (both, -1)], low=0)

    # The best row and the best column are chosen among all segments of two and more harbours (ruling 30).
    for down, right in ((0, 1), (1, 0)):
        segments = []
        for row, column in active(HARBOUR):
            run = [(row, column)]
            while kind[run[-1][0] + down, run[-1][1] + right] == HARBOUR:
                run.append((run[-1][0] + down, run[-1][1] + right))
                segments.append(p.variable(POINT * HARBOUR_POINTS[len(run)]))
                for cell in run:
                    p.row([(on[cell], 1), (segments[-1], -1)], low=0)
        p.row([(v, 1) for v in segments], high=1)

    # Every active office is in exactly one group, and two that adjoin are in the same one (ruling 29).
    offices = set(active(OFFICE))
    groups = {
        group: p.variable(POINT * sum(OFFICE_POINTS[min(len(group), 5), level[cell]] for cell in group))
        for group in connected_sets(offices)
    }
    for cell in offices:
        p.row([(v, 1) for group, v in groups.items() if cell in group] + [(on[cell], -1)], 0, 0)
        for n in neighbours(cell):
            if n in offices and n > cell:
                together = [(v, -1) for group, v in groups.items() if cell in group and n in group]
                p.row([(on[cell], 1), (on[n], 1), *together], high=1)

    # Monuments beside parks, and the cells that need nothing, are the same in every placement.
    always = sum(BESIDE_MONUMENT[kind[n]] for c in cells if kind[c] == MONUMENT for n in neighbours(c) if n not in on)
    points, rest = divmod(p.solve(), POINT)
    placed, buildings = divmod(rest, RESIDENT)
    empty = len(city) * len(city[0]) - len(cells) + len(on) - buildings
    return int(points + always - residents - energy), placed, -empty
