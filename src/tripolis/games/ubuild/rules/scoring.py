"""Rent, mortgage value and worth. Pages are those of the German rulebook; rulings are in docs/rules/ubuild.md."""

from tripolis.engine.record import rule
from tripolis.engine.steps import place_by_standing, wide

from .state import DISTRICTS, NOBODY


@rule
def plain_rent(s, b, d, hazard_counts):
    """The rent by blocks, not doubled (p. 12): beside a hazard only industrial blocks count; none left: the base rent (R9)."""
    counted = s.blocks[d][1]
    if not hazard_counts or s.beside_hazard >> d & 1 == 0:
        counted += s.blocks[d][0]
    return b.rent[d][counted]


@rule
def is_doubled(s, b, d):
    """Does a skyscraper of the colour (R10) or the tower of the same owner (R11) double the rent? (p. 9, 12 and 13)."""
    if s.skyscraper[b.group[d]][1] != NOBODY:
        return True
    home = s.tower[1]
    return home != NOBODY and s.owner[d] != NOBODY and s.owner[home] == s.owner[d]


@rule
def rent(s, b, d):
    """What a visitor pays: nothing where nobody owns it or it is mortgaged; doubled once only (p. 12)."""
    if s.owner[d] == NOBODY or s.mortgaged >> d & 1:
        return 0
    found = plain_rent(s, b, d, True)
    return 2 * found if is_doubled(s, b, d) else found


@rule
def mortgage_value(s, b, d):
    """What the bank lends: the current rent, not doubled (p. 13); whether a hazard counts is a switch (R23)."""
    return plain_rent(s, b, d, b.mortgage_ignores_hazard == 0)


@rule
def means(s, b, seat):
    """Cash and the mortgage values of all own districts that are not mortgaged (T3)."""
    total = s.cash[seat]
    free = s.holds[seat] & ~s.mortgaged
    for d in range(DISTRICTS):
        if free >> d & 1:
            total += mortgage_value(s, b, d)
    return total


@rule
def rents_of(s, b, seat):
    """The current rents of all districts of a seat (p. 15, R33)."""
    total = 0
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1:
            total += rent(s, b, d)
    return total


@rule
def count_bits(bits):
    """How many districts a set has."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@rule
def score(s, b, w, seat):
    """Worth: cash and current rents (p. 15). Everything is open, so nothing is ever unknown."""
    w.points[0] = s.cash[seat]
    w.points[1] = rents_of(s, b, seat)
    w.unknown[0] = 0
    w.unknown[1] = 0
    w.ties[0] = s.cash[seat]
    w.ties[1] = count_bits(wide(s.holds[seat]))
    return w.points[0] + w.points[1]


@rule
def rank(s, b, w):
    """The richest wins; then more cash, then more districts; still equal: a shared place (R34). The bankrupt player is last."""
    for p in range(b.players):
        worth = s.cash[p] + rents_of(s, b, p)
        w.total[p] = worth
        w.standing[p] = (worth * (1 << 24) + s.cash[p]) * 32 + count_bits(wide(s.holds[p]))
        if p == s.bankrupt:
            w.standing[p] = -1
    place_by_standing(b, w)
