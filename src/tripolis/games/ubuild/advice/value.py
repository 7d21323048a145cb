"""What a seat's holdings are worth, in units of 10k."""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.conditions import has_full_colour
from ..rules.scoring import is_doubled, rent
from ..rules.state import DISTRICTS, NOBODY

HORIZON = 24
"""Rounds that a rent is expected to come in for."""


@rule
def visits(b):
    """What a rent is worth, in hundredths of itself: once at the end, and for the visits to come."""
    return 100 + 100 * HORIZON * (b.players - 1) // b.n_spaces


@rule
def worth_of(s, b, seat, d):
    """What a district is worth to the seat that owns it: price, rents to come, and more the nearer its colour is to being whole."""
    price = wide(b.price[d])
    if s.mortgaged >> d & 1:
        found = price - s.mortgage[d]
    else:
        found = price + rent(s, b, d) * visits(b) // 100
    group = wide(b.group[d])
    if has_full_colour(s, b, seat, group):
        found += price + price // 2
        if not is_doubled(s, b, d):
            found += b.rent[d][s.blocks[d][0] + s.blocks[d][1]] * visits(b) // 200
    else:
        missing = b.group_set[group] & ~s.holds[seat]
        if missing & (missing - 1) == 0:
            found += price // 4
    return found


@rule
def value(s, b, w, seat):
    """What a seat is worth on its way: cash, prices, twice the rents, and the stadium; little cash costs something.

    That foretells the final place better than `holdings` does (`benchmarks/ubuild_worth.py`).
    """
    cash = wide(s.cash[seat])
    found = cash + 20 * s.jail_cards[seat]
    if cash < 2 * b.salary:
        found -= (2 * b.salary - cash) // 2
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1:
            found += b.price[d] // 2 if s.mortgaged >> d & 1 else b.price[d] + 2 * rent(s, b, d)
    home = s.stadium[1]
    if home != NOBODY and s.owner[home] == seat:
        found += b.stadium_bonus * 6
    return found


@rule
def holdings(s, b, seat):
    """What deals are judged by: cash, districts, the stadium and jail cards; little cash costs something: raising it is dear."""
    cash = wide(s.cash[seat])
    found = cash + 30 * s.jail_cards[seat]
    if cash < 2 * b.salary:
        found -= (2 * b.salary - cash) // 4
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1:
            found += worth_of(s, b, seat, d)
    home = s.stadium[1]
    if home != NOBODY and s.owner[home] == seat:
        found += b.stadium_bonus * HORIZON * 7 // (2 * b.n_spaces)
    return found


@rule
def reserve(s, b, seat):
    """Cash to keep: a salary's fifth, and half of the highest rent of others."""
    most = 0
    for d in range(DISTRICTS):
        if s.owner[d] != NOBODY and s.owner[d] != seat:
            most = max(most, wide(rent(s, b, d)))
    return b.salary // 5 + most // 2


@rule
def balance(s, b, seat):
    """Own current rents less those of others: what hazards are judged by."""
    found = 0
    for d in range(DISTRICTS):
        if s.owner[d] == seat:
            found += rent(s, b, d)
        elif s.owner[d] != NOBODY:
            found -= rent(s, b, d)
    return found
