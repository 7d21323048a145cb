"""Which positions cannot stand on a table: tiles in two places, towers without a ground floor, architects too many."""

from collections import defaultdict
from typing import Any

from tripolis.engine.record import in_python
from tripolis.engine.sound import outside, twice
from tripolis.engine.words import Message

from .play import grows
from .state import (
    BUILD,
    CELLS,
    LEVELS,
    NOWHERE,
    SEATS,
    SITE,
    SPACES,
    TAKEN,
    TILES,
    TURNS,
    standing,
)

MOST_RESOURCES = 999


def why_impossible(s: Any, b: Any) -> Message | None:
    """Why a position cannot stand on a table; None if it can."""
    return outside(s, ranges(s, b)) or wrong_round(s, b) or wrong_site(s, b) or wrong_cities(s, b) or wrong_hand(s, b)


def ranges(s: Any, b: Any) -> tuple[tuple[str, int, int], ...]:
    """The least and the largest number of each field."""
    return (
        ("round_no", 0, b.rounds if s.actor < 0 else b.rounds - 1),
        ("turn", 0, TURNS * b.players if s.actor < 0 else TURNS * b.players - 1),
        ("phase", 0, BUILD),
        ("mayor", 0, b.players - 1),
        ("urbanist", NOWHERE, SPACES - 1),
        ("hand", NOWHERE, TILES - 1),
        ("number", 0, b.numbers),
        ("site", -SITE, TILES - 1),
        ("turned", 0, (1 << SPACES) - 1),
        ("slot_number", 0, b.numbers),
        ("slot_seat", 0, b.players - 1),
        ("slot_turn", 0, TURNS * b.players - 1),
        ("architects", 0, SEATS),
        ("built", 0, LEVELS * CELLS * b.players - 1),
        ("residents", 0, MOST_RESOURCES),
        ("energy", 0, MOST_RESOURCES),
    )


def wrong_round(s: Any, b: Any) -> Message | None:
    """Every turn lays one architect, of one's own or, in Expert, of all (p. 3; Expert p. 7)."""
    laid = [(seat, n) for seat, n in zip(s.slot_seat, s.slot_number, strict=True) if n]
    if len(laid) != s.turn + (s.phase == BUILD):
        return Message("each turn of a round has laid one architect")
    for seat in range(SEATS):
        for number in range(len(s.architects[seat])):
            there = number < b.numbers and (seat == 0 if b.expert else seat < b.players)
            of_all = (b.players if b.expert else 1) if there else 0
            used = sum(n == number + 1 and (b.expert or who == seat) for who, n in laid) if there else 0
            if s.architects[seat][number] != of_all - used:
                return Message("an architect {number} is missing or too many", number=number + 1)
    return None


def wrong_site(s: Any, b: Any) -> Message | None:
    """On the site lie tiles of this round, those for more players face down (p. 2, ruling 36)."""
    first = SPACES * s.round_no
    for tile in s.site:
        face_up = first <= tile < first + SPACES and b.mark[tile] <= b.players
        if s.actor >= 0 and not face_up and tile != TAKEN and not (tile in (-3, -4) and -tile > b.players):
            return Message("such a tile does not lie on the site in this round")
    for mark in (3, 4):
        unseen = sum(b.mark[first + i] == mark and not s.turned >> i & 1 for i in range(SPACES)) if s.actor >= 0 else 0
        if s.actor >= 0 and s.site.count(-mark) > unseen:
            return Message("more tiles lie face down than the round has")
    if twice([tile for tile in s.site if tile >= 0], NOWHERE):
        return Message("a tile lies in two places")
    return None


def wrong_cities(s: Any, b: Any) -> Message | None:
    """A cell holds one building; towers and offices grow level by level (p. 4; Expert p. 8)."""
    levels: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    rounds: dict[tuple[int, int], int] = defaultdict(int)
    for tile, built in enumerate(s.built):
        if not built:
            continue
        seat, cell, level = standing(built)
        if tile in s.site or tile == s.hand or tile // SPACES > s.round_no:
            return Message("a tile stands in a city that has not come yet, or lies elsewhere too")
        if not b.cells >> cell & 1:
            return Message("a city has no such cell")
        levels[seat, cell].append((level, b.kind[tile]))
        rounds[seat, tile // SPACES] += 1
    for floors in levels.values():
        kind = floors[0][1]
        whole = sorted(level for level, _ in floors) == [*range(1, len(floors) + 1)]
        most = b.levels if in_python(grows)(kind) else 1
        if not whole or len(floors) > most or any(other != kind for _, other in floors):
            return Message("a building has its levels from the ground up, all of one kind, at most {n}", n=most)
    if max(rounds.values(), default=0) > TURNS:
        return Message("nobody takes more than {n} tiles in a round", n=TURNS)
    return None


def wrong_hand(s: Any, b: Any) -> Message | None:
    """Whoever builds has the tile of an architect in hand; else nobody has one (p. 4)."""
    if s.phase != BUILD:
        return None if s.hand == NOWHERE and s.number == 0 else Message("nobody has a tile in hand before taking one")
    if s.actor < 0 or s.hand // SPACES != s.round_no or s.hand in s.site or s.number == 0:
        return Message("the tile in hand is one of this round, taken by an architect")
    return None
