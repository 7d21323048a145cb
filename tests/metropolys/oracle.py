"""Metropolys told a second time, slowly and from the box's files alone: what is allowed, and what a board is worth.

Nothing here uses the rules under test; sets of fields are sets of names.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations

from tripolis.games.metropolys.box.reader import standard_box

BOARD = json.loads(standard_box()["board.json"])
FIELDS = [row["id"] for row in BOARD["fields"]]
KIND = {row["id"]: row["kind"] for row in BOARD["fields"]}
DISTRICT = {row["id"]: row["district"] for row in BOARD["fields"]}
EDGE = {row["id"] for row in BOARD["fields"] if row["edge"]}
BRIDGES = [tuple(bridge["fields"]) for bridge in BOARD["bridges"]]
STATUES = [frozenset(statue["fields"]) for statue in BOARD["statues"]]
LAKES = [frozenset(lake["fields"]) for lake in BOARD["lakes"]]
PAIRS = {frozenset(pair) for pair in [*BOARD["land"], *BRIDGES]}
BESIDE = {field: {other for other in FIELDS if frozenset((field, other)) in PAIRS} for field in FIELDS}
NEAR = {
    "bridges": {field for pair in BRIDGES for field in pair},
    "statues": {field for statue in STATUES for field in statue},
    "lakes": {field for lake in LAKES for field in lake},
    "edge": EDGE,
}
FAMILY = dict.fromkeys(NEAR, 3)
EXPERT = {"bridges": 4, "statues": 7, "lakes": 5, "districts": 4, "chains": 4}


def height(value):
    return 3 if value >= 10 else 2 if value >= 6 else 1


# ------------------------------------------------------------------ area goals


def most_groups(own, fits):
    """The most disjoint groups: every field in turn is in a group with later ones, or in none. Tries everything."""
    own = sorted(own)

    @cache
    def best(left):
        if not left:
            return 0
        first, rest = left[0], left[1:]
        found = best(rest)
        for size in (1, 2):
            for others in combinations(rest, size):
                if fits(frozenset((first, *others))):
                    found = max(found, 1 + best(tuple(field for field in rest if field not in others)))
        return found

    return best(tuple(own))


def joined(group):
    """Three fields that hang together: one of them is beside both others."""
    return len(group) == 3 and any(group - {field} <= BESIDE[field] for field in group)


def lakes_served(own):
    """Every building stands for one of its lakes or for none; lakes with three or more count."""
    shared = [field for field in own if sum(field in lake for lake in LAKES) > 1]
    best = 0
    choices = [[i for i, lake in enumerate(LAKES) if field in lake] for field in shared]

    def assign(n, chosen):
        nonlocal best
        if n == len(shared):
            counts = [
                sum(field in lake for field in own if field not in shared) + chosen.count(i)
                for i, lake in enumerate(LAKES)
            ]
            best = max(best, sum(count >= 3 for count in counts))
            return
        for i in choices[n]:
            assign(n + 1, [*chosen, i])

    assign(0, [])
    return best


def area_points(mode, goal, own):
    if mode == "family":
        return 3 * len(NEAR[goal] & set(own))
    if goal == "bridges":
        return 4 * most_groups(own, lambda group: any(group == set(pair) for pair in BRIDGES))
    if goal == "statues":
        return 7 * most_groups(own, lambda group: group in STATUES)
    if goal == "chains":
        return 4 * most_groups(own, joined)
    if goal == "lakes":
        return 5 * lakes_served(own)
    here = [DISTRICT[field] for field in own]
    return 4 * sum(here.count(district) >= 3 for district in set(here))


def highest(built, seat):
    """Districts in which the seat's heights, sorted downwards, are the greatest list (and not empty)."""
    found = 0
    for district in set(DISTRICT.values()):
        lists = [
            sorted((height(value) for field, value in buildings.items() if DISTRICT[field] == district), reverse=True)
            for buildings in built
        ]
        found += bool(lists[seat]) and lists[seat] == max(lists)
    return found


# --------------------------------------------------------------------- auctions


def bids_allowed(supply, bids, taken, usable):
    """(value, field) of every bid that may be made now; `bids` are (seat, value, field) in their order."""
    free = [field for field in usable if field not in taken and field not in {field for _, _, field in bids}]
    if not bids:
        return {(value, field) for value in supply for field in free}
    _, last, where = bids[-1]
    return {(value, field) for value in supply if value > last for field in free if field in BESIDE[where]}
