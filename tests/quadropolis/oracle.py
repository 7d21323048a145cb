"""A brute force for the account, straight from rules/quadropolis.md: every set of active buildings, counted plainly.

It shares no line with `tripolis`. What is not activated is taken off the board before anything is counted (ruling 20),
so all of the counting reads one grid, `standing`, with a rim of empty cells around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numba import njit

City = Sequence[Sequence[str]]
Triple = tuple[int, int, int]
"""Points, residents placed, empty cells with a minus: the greater the better."""

KINDS = (".", "tower", "shop", "public", "park", "playground", "factory", "harbour", "office", "monument")
EMPTY, TOWER, SHOP, PUBLIC, PARK, PLAYGROUND, FACTORY, HARBOUR, OFFICE, MONUMENT = range(10)
CATEGORIES = ("tower", "shop", "public", "park", "factory", "harbour", "office", "monument", "unused")
IN_TOWER, IN_SHOP, IN_PUBLIC, IN_PARK, IN_FACTORY, IN_HARBOUR, IN_OFFICE, IN_MONUMENT, IN_UNUSED = range(9)

# By kind, in the order of KINDS (section 2).
NEEDS_RESIDENT = np.array([0, 0, 0, 1, 0, 0, 1, 1, 1, 0])
NEEDS_ENERGY = np.array([0, 1, 1, 0, 0, 0, 0, 0, 1, 0])
BESIDE_FACTORY = np.array([0, 0, 2, 0, 0, 0, 0, 3, 4, 0])
BESIDE_MONUMENT = np.array([0, 0, 3, 2, 5, 5, -5, -5, 0, 0])

# The printed tables (section 4); an empty column or row of zeros stands for "none".
TOWER_POINTS = np.array([0, 1, 3, 6, 10, 15])
SHOP_POINTS = np.array([0, 1, 2, 4, 7, 11])
PUBLIC_POINTS = np.array([0, 2, 5, 9, 14, 20])
PARK_POINTS = np.array([0, 2, 4, 7, 11])
HARBOUR_POINTS = np.array([0, 0, 3, 7, 12, 18])
OFFICE_POINTS = np.array(  # a row for each size of the group, a column for each level
    [
        [0, 0, 0, 0, 0, 0],
        [0, 0, 1, 3, 6, 10],
        [0, 1, 3, 6, 10, 15],
        [0, 2, 5, 9, 14, 20],
        [0, 3, 7, 12, 18, 25],
        [0, 4, 9, 15, 22, 30],
    ]
)

DISTRICTS = {
    "classic": ("1122", "1122", "3344", "3344"),
    "expert": ("11422", "11422", "55433", "55433"),
}
MOST_CUSTOMERS = {"classic": 4, "expert": 5}
ROWS, COLUMNS = 4, 5  # Classic leaves the last column empty
BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))


def read(mode: str, city: City) -> tuple[Any, Any, Any, Any]:
    """Kinds, levels, printed points and districts, each on a grid with an empty rim."""
    kind, level, printed, district = (np.zeros((ROWS + 2, COLUMNS + 2), np.int64) for _ in range(4))
    for row, words in enumerate(city, start=1):
        for column, word in enumerate(words, start=1):
            name, _, points = word.partition("+")
            name, _, levels = name.partition(":")
            kind[row, column] = KINDS.index(name)
            level[row, column] = int(levels or 1)
            printed[row, column] = int(points or 0)
            district[row, column] = int(DISTRICTS[mode][row - 1][column - 1])
    return kind, level, printed, district


@njit
def longest_run(line: Any) -> int:
    """The most harbours one after another in a row or column (ruling 30)."""
    longest = run = 0
    for kind in line:
        run = run + 1 if kind == HARBOUR else 0
        longest = max(longest, run)
    return longest


@njit
def office_groups(standing: Any, level: Any) -> int:
    """Each office by its level and by the size of its connected group, at most five (ruling 29)."""
    points = 0
    seen = np.zeros(standing.shape, np.bool_)
    group = np.empty((ROWS * COLUMNS, 2), np.int64)
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            if standing[row, column] != OFFICE or seen[row, column]:
                continue
            seen[row, column] = True
            group[0, 0], group[0, 1] = row, column
            size, looked = 1, 0
            while looked < size:
                for down, right in BESIDE:
                    r, c = group[looked, 0] + down, group[looked, 1] + right
                    if standing[r, c] == OFFICE and not seen[r, c]:
                        seen[r, c] = True
                        group[size, 0], group[size, 1] = r, c
                        size += 1
                looked += 1
            for i in range(size):
                points += OFFICE_POINTS[min(size, 5), level[group[i, 0], group[i, 1]]]
    return points


@njit
def count(standing: Any, level: Any, printed: Any, district: Any, points: Any) -> int:
    """Points by category of what stands, and their sum; customers and what is unused are not known here."""
    points[:] = 0
    served = 0  # bits of the districts with a public service
    offices = False
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            kind = standing[row, column]
            homes = by_factory = by_monument = 0
            for down, right in BESIDE:
                neighbour = standing[row + down, column + right]
                homes += neighbour == TOWER or neighbour == OFFICE
                by_factory += BESIDE_FACTORY[neighbour]
                by_monument += BESIDE_MONUMENT[neighbour]
            if kind == TOWER:
                points[IN_TOWER] += TOWER_POINTS[level[row, column]]
            elif kind == PUBLIC:
                points[IN_PUBLIC] += printed[row, column]
                served |= 1 << district[row, column]
            elif kind == PARK or kind == PLAYGROUND:
                points[IN_PARK] += PARK_POINTS[homes]
            elif kind == FACTORY:
                points[IN_FACTORY] += by_factory
            elif kind == HARBOUR:
                points[IN_HARBOUR] += printed[row, column]
            elif kind == OFFICE:
                offices = True
            elif kind == MONUMENT:
                points[IN_MONUMENT] += by_monument
    districts = 0
    for d in range(1, 6):
        districts += served >> d & 1
    points[IN_PUBLIC] += PUBLIC_POINTS[districts]
    across = down = 0
    for row in range(1, ROWS + 1):
        across = max(across, longest_run(standing[row]))
    for column in range(1, COLUMNS + 1):
        down = max(down, longest_run(standing[:, column]))
    points[IN_HARBOUR] += HARBOUR_POINTS[across] + HARBOUR_POINTS[down]
    if offices:
        points[IN_OFFICE] = office_groups(standing, level)
    return points.sum()


@cache
def best_customers(shops: int, most: int) -> Any:
    """By customers: the most points that so many bring in so many active shops, every way to spread them tried.

    Shops differ in nothing that customers care about, so a spread is a multiset of customers for each shop.
    """
    best = np.full(shops * most + 1, -1)
    for spread in combinations_with_replacement(range(most + 1), shops):
        customers = sum(spread)
        best[customers] = max(best[customers], sum(SHOP_POINTS[n] for n in spread))
    return best


@njit
def try_all(
    kind: Any,
    level: Any,
    printed: Any,
    district: Any,
    places: Any,
    spread: Any,
    residents: int,
    energy: int,
    sinks: int,
) -> Any:
    """The best triple over all sets of the buildings at `places` that the resources can activate; empty cells apart."""
    points = np.zeros(9, np.int64)
    standing = kind.copy()
    most = (spread.shape[1] - 1) // (spread.shape[0] - 1)
    best = (-(1 << 30), 0, 0)
    for chosen in range(1 << len(places)):
        residents_left, energy_left, shops, active = residents, energy, 0, 0
        for i in range(len(places)):
            row, column = places[i, 0], places[i, 1]
            if chosen >> i & 1:
                what = kind[row, column]
                standing[row, column] = what
                residents_left -= NEEDS_RESIDENT[what]
                energy_left -= NEEDS_ENERGY[what]
                shops += what == SHOP
                active += 1
            else:
                standing[row, column] = EMPTY
        if residents_left < 0 or energy_left < 0:
            continue
        base = count(standing, level, printed, district, points) - max(0, energy_left - sinks)
        for customers in range(min(residents_left, shops * most) + 1):
            unused = residents_left - customers
            triple = (base + spread[shops, customers] - unused, residents - unused, active)
            if triple > best:
                best = triple
    return best


def best_triple(mode: str, city: City, residents: int, energy: int, playgrounds_absorb: bool = True) -> Triple:
    """The best (points, residents placed, -empty cells) of a city: all placements tried."""
    kind, level, printed, district = read(mode, city)
    can_be_active = (NEEDS_RESIDENT + NEEDS_ENERGY)[kind] > 0
    shops, most = int((kind == SHOP).sum()), MOST_CUSTOMERS[mode]
    spread = np.full((max(shops, 1) + 1, max(shops, 1) * most + 1), -1)
    for n in range(len(spread)):
        spread[n, : n * most + 1] = best_customers(n, most)
    places = np.argwhere(can_be_active)
    sinks = int((kind == PARK).sum() + (kind == PLAYGROUND).sum() * playgrounds_absorb)
    total, placed, active = try_all(kind, level, printed, district, places, spread, residents, energy, sinks)
    always = int(((kind != EMPTY) & ~can_be_active).sum())
    return int(total), int(placed), int(active) + always - len(city) * len(city[0])


def account(
    mode: str, city: City, residents: int, energy: int, allocation: Sequence[Sequence[tuple[int, int]]]
) -> tuple[dict[str, int], Triple]:
    """Points by category and the triple of one placement, which must be a possible one."""
    kind, level, printed, district = read(mode, city)
    standing = kind.copy()
    customers = []
    used_residents = used_energy = 0
    for row, pairs in enumerate(allocation, start=1):
        for column, (people, power) in enumerate(pairs, start=1):
            what = kind[row, column]
            if people < NEEDS_RESIDENT[what] or power < NEEDS_ENERGY[what]:
                standing[row, column] = EMPTY  # what lies there is unused (rulings 23 and 35)
                continue
            used_residents += people
            used_energy += power
            if what == SHOP:
                customers.append(people)
    points = np.zeros(9, np.int64)
    count(standing, level, printed, district, points)
    points[IN_SHOP] = sum(SHOP_POINTS[n] for n in customers)
    points[IN_UNUSED] = used_residents - residents + used_energy - energy
    empty = len(city) * len(city[0]) - int((standing != EMPTY).sum())
    return dict(zip(CATEGORIES, points.tolist(), strict=True)), (int(points.sum()), used_residents, -empty)
