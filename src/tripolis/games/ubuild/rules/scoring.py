"""Rent, mortgage value, worth and places. Pages: the German rulebook; rulings (R, T): book/rulings.md."""

from tripolis.engine.record import rule
from tripolis.engine.steps import place_by_standing, wide

from .state import DISTRICTS, HOME, INDUSTRIAL, NOBODY, RESIDENTIAL


@rule
def counted_blocks(s, d, hazard_counts):
    """How many blocks count for the rent: beside a hazard only the industrial ones (p. 12)."""
    if hazard_counts and s.beside_hazard >> d & 1:
        return s.blocks[d][INDUSTRIAL] + 0
    return s.blocks[d][INDUSTRIAL] + s.blocks[d][RESIDENTIAL]


@rule
def plain_rent(s, b, d, hazard_counts):
    """The rent by blocks, not doubled (p. 12); the base rent if no block counts (R9)."""
    return b.rent[d][counted_blocks(s, d, hazard_counts)]


@rule
def skyscraper_doubles(s, b, d):
    """A skyscraper doubles the rents of its colour, whoever owns the districts (p. 9, 12 and 13, R10)."""
    return s.skyscraper[b.group[d]][HOME] != NOBODY


@rule
def tower_doubles(s, d):
    """The tower doubles all rents of the player who owns its home (p. 9, 12 and 13, R11)."""
    home = s.tower[HOME]
    return home != NOBODY and s.owner[d] != NOBODY and s.owner[home] == s.owner[d]


@rule
def is_doubled(s, b, d):
    """Does a skyscraper or the tower double the rent? Both together double it once (p. 12)."""
    return skyscraper_doubles(s, b, d) or tower_doubles(s, d)


@rule
def rent(s, b, d):
    """What a visitor pays (p. 12): nothing if nobody owns the district or it is mortgaged."""
    if s.owner[d] == NOBODY or s.mortgaged >> d & 1:
        return 0
    amount = plain_rent(s, b, d, True)
    return 2 * amount if is_doubled(s, b, d) else amount


@rule
def mortgage_value(s, b, d):
    """What the bank lends: the current rent, not doubled (p. 13); the option `mortgage_ignores_hazard` is R23."""
    return plain_rent(s, b, d, b.mortgage_ignores_hazard == 0)


@rule
def means(s, b, seat):
    """What a player can pay at most: cash and the mortgage values of the districts not yet mortgaged (T3)."""
    total = s.cash[seat]
    free = s.holds[seat] & ~s.mortgaged
    for d in range(DISTRICTS):
        if free >> d & 1:
            total += mortgage_value(s, b, d)
    return total


@rule
def rents_of(s, b, seat):
    """The current rents of a player's districts, added up (p. 15, R33)."""
    total = 0
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1:
            total += rent(s, b, d)
    return total


@rule
def count_bits(bits):
    """How many things are in a set."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@rule
def score(s, b, w, seat):
    """Worth: cash and current rents (p. 15). All of it is public, so no category is ever unknown."""
    w.points[0] = s.cash[seat]
    w.points[1] = rents_of(s, b, seat)
    w.unknown[0] = 0
    w.unknown[1] = 0
    w.ties[0] = s.cash[seat]
    w.ties[1] = count_bits(wide(s.holds[seat]))
    return w.points[0] + w.points[1]


@rule
def rank(s, b, w):
    """The richest wins; ties: more cash, then more districts, else a shared place (R34). The bankrupt is last."""
    for p in range(b.players):
        worth = s.cash[p] + rents_of(s, b, p)
        w.total[p] = worth
        w.standing[p] = (worth * (1 << 24) + s.cash[p]) * 32 + count_bits(wide(s.holds[p]))
        if p == s.bankrupt:
            w.standing[p] = -1
    place_by_standing(b, w)
