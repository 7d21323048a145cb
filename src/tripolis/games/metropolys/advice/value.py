"""How a seat stands, and what a field is worth to it."""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.scoring import area_groups, count, score
from ..rules.state import BRIDGES, BY_DISTRICT, CHAINS, LAKES, NUMBERS, SITE, STATUES, SUBWAY, TRENDY

ONE = 16
"""What a point is worth: values are whole numbers."""
PRICE = 5
"""What each step of a building's number is worth in the hand, in sixteenths of a point."""
BUILDING = 8
"""What another building is worth by itself: it ends the game sooner and breaks ties."""
CARD = 32
"""What the subway card is worth on the way; it may move on, as the site card may."""
HIGHEST = 40
"""What the highest building of a district is worth on the way."""


@rule
def value(s, b, w, seat):
    """How a seat stands, in sixteenths of a point: its account as far as it is known, and the numbers it still has."""
    numbers = 0
    for number in range(NUMBERS):
        if s.supply[seat] >> number & 1:
            numbers += number + 1
    return ONE * score(s, b, w, seat) + PRICE * numbers + BUILDING * s.n_built[seat]


@rule
def promise(b, own, open_fields, goal, field):
    """What a building on a field begins: part of a group's points if the rest can still be built (Expert)."""
    parts = 0
    here = 1 << field
    if goal == BRIDGES:
        for i in range(b.n_bridges):
            if b.bridge[i] & here and b.bridge[i] & own == 0 and b.bridge[i] & ~(open_fields | here) == 0:
                parts = 4
    elif goal == STATUES:
        for i in range(b.n_statues):
            if b.statue[i] & here and b.statue[i] & ~(open_fields | own | here) == 0:
                parts = max(parts, 2 + 4 * count(b.statue[i] & own))
    elif goal == LAKES:
        for i in range(b.n_lakes):
            if b.lake[i] & here and count(b.lake[i] & (open_fields | own | here)) >= 3:
                parts = max(parts, 2 + 4 * count(b.lake[i] & own))
    elif goal == BY_DISTRICT:
        around = wide(b.district_fields[b.district[field]])
        if count(around & (open_fields | own | here)) >= 3:
            parts = 2 + 3 * count(around & own)
    elif goal == CHAINS:
        parts = 1 + 4 * min(1, count(b.neighbours[field] & own))
    return parts * b.area_points[goal] if parts <= 10 else 0


@rule
def worth(s, b, w, seat, field):
    """What building on a field brings or promises a seat at any height, in sixteenths of a point."""
    total = BUILDING
    token = s.token[field]
    if token == TRENDY:
        total += ONE * b.trendy_points
    elif token == SUBWAY:
        total += ONE * b.subway_points
        if s.subway_card < 0 or (s.subway_card != seat and s.tokens[seat][1] + 1 > s.tokens[s.subway_card][1]):
            total += CARD
    elif token == SITE:
        total += ONE * b.site_points
        if s.site_card != seat:
            total -= CARD * 3 // 4
    goal, kind = wide(s.goal[seat][0]), wide(s.goal[seat][1])
    own = wide(s.own[seat])
    if kind and b.kind[field] == kind:
        total += ONE * b.neighbourhood_points
    if goal:
        more = area_groups(b, w, own | 1 << field, goal) - w.n_before
        total += ONE * b.area_points[goal] * more
        if more == 0 and b.expert:
            open_fields = wide(s.fields)
            for other in range(b.players):
                open_fields &= ~s.own[other]
            total += promise(b, own, open_fields, goal, field)
    return total
