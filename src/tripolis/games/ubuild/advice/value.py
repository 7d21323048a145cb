"""What a seat's holdings are worth, in units of 10k."""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.conditions import has_full_colour
from ..rules.scoring import is_doubled, rent
from ..rules.state import DISTRICTS, HOME, INDUSTRIAL, NOBODY, RESIDENTIAL

HORIZON = 24
"""Rounds that a rent is expected to come in for."""


@rule
def visits(b):
    """What a rent is worth, in hundredths of itself: once at the end, and for the visits to come."""
    return 100 + 100 * HORIZON * (b.players - 1) // b.n_spaces


@rule
def worth_of(s, b, seat, d):
    """What a district is worth to its owner: price, rents to come, more for a colour that is full or nearly so."""
    price = wide(b.price[d])
    if s.mortgaged >> d & 1:
        worth = price - s.mortgage[d]
    else:
        worth = price + rent(s, b, d) * visits(b) // 100
    group = wide(b.group[d])
    if has_full_colour(s, b, seat, group):
        worth += price + price // 2
        if not is_doubled(s, b, d):
            worth += b.rent[d][s.blocks[d][RESIDENTIAL] + s.blocks[d][INDUSTRIAL]] * visits(b) // 200
    else:
        missing = b.group_set[group] & ~s.holds[seat]
        if missing & (missing - 1) == 0:
            worth += price // 4
    return worth


@rule
def value(s, b, w, seat):
    """What a seat is worth during the match: cash, prices, twice the rents, the stadium, less for a lack of cash.

    This predicts the final place better than `holdings` does (`benchmarks/ubuild_worth.py`).
    """
    cash = wide(s.cash[seat])
    worth = cash + 20 * s.jail_cards[seat]
    if cash < 2 * b.salary:
        worth -= (2 * b.salary - cash) // 2
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1:
            worth += b.price[d] // 2 if s.mortgaged >> d & 1 else b.price[d] + 2 * rent(s, b, d)
    home = s.stadium[HOME]
    if home != NOBODY and s.owner[home] == seat:
        worth += b.stadium_bonus * 6
    return worth


@rule
def holdings(s, b, seat):
    """What deals are judged by: cash, districts, the stadium and jail cards; being short of cash costs something."""
    cash = wide(s.cash[seat])
    worth = cash + 30 * s.jail_cards[seat]
    if cash < 2 * b.salary:
        worth -= (2 * b.salary - cash) // 4
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1:
            worth += worth_of(s, b, seat, d)
    home = s.stadium[HOME]
    if home != NOBODY and s.owner[home] == seat:
        worth += b.stadium_bonus * HORIZON * 7 // (2 * b.n_spaces)
    return worth


@rule
def reserve(s, b, seat):
    """Cash to keep: a fifth of the salary, and half of the highest rent of the others."""
    most = 0
    for d in range(DISTRICTS):
        if s.owner[d] != NOBODY and s.owner[d] != seat:
            most = max(most, wide(rent(s, b, d)))
    return b.salary // 5 + most // 2


@rule
def balance(s, b, seat):
    """The current rents of a seat less those of the others: what hazards are judged by."""
    total = 0
    for d in range(DISTRICTS):
        if s.owner[d] == seat:
            total += rent(s, b, d)
        elif s.owner[d] != NOBODY:
            total -= rent(s, b, d)
    return total
