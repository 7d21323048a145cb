"""Advice for bots and learners: how a seat stands, a greedy choice, and features of an observation."""

from tripolis.engine.features import count_features, name_features
from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.scoring import area_groups, bits, score
from ..rules.state import (
    BRIDGES,
    BY_DISTRICT,
    CHAINS,
    DISTRICTS,
    FIELDS,
    HEIGHT,
    KINDS,
    LAKES,
    NUMBERS,
    PASS,
    SEAT_STEP,
    SEATS,
    SITE,
    STATUES,
    STRENGTH,
    SUBWAY,
    TOKENS,
    TRENDY,
    Area,
)

ONE = 16
"""Values are whole numbers; a point is worth so many."""

PRICE = 5
"""What each step of a building's number is worth in the hand, in sixteenths of a point."""
BUILDING = 8
"""What another building is worth by itself: it ends the game sooner and breaks ties."""
CARD = 32
"""What the subway card is worth on the way; it may move on, as the site card may."""
HIGHEST = 40
"""What the highest building of a district is worth on the way."""
NEVER = -(1 << 30)


# ---------------------------------------------------------------------- value


@rule
def value(s, b, w, seat):
    """How a seat stands, in sixteenths of a point: its account as far as it is known, and the numbers it still has."""
    strength = 0
    for number in range(NUMBERS):
        if s.supply[seat] >> number & 1:
            strength += number + 1
    return ONE * score(s, b, w, seat) + PRICE * strength + BUILDING * s.n_built[seat]


@rule
def promise(b, own, open_fields, goal, field):
    """What a building on a field begins: a part of a group's points if the rest of the group can still be built (Expert)."""
    parts = 0
    here = 1 << field
    if goal == BRIDGES:
        for i in range(b.n_bridges):
            if b.bridge[i] & here and b.bridge[i] & own == 0 and b.bridge[i] & ~(open_fields | here) == 0:
                parts = 4
    elif goal == STATUES:
        for i in range(b.n_statues):
            if b.statue[i] & here and b.statue[i] & ~(open_fields | own | here) == 0:
                parts = max(parts, 2 + 4 * bits(b.statue[i] & own))
    elif goal == LAKES:
        for i in range(b.n_lakes):
            if b.lake[i] & here and bits(b.lake[i] & (open_fields | own | here)) >= 3:
                parts = max(parts, 2 + 4 * bits(b.lake[i] & own))
    elif goal == BY_DISTRICT:
        around = wide(b.district_fields[b.district[field]])
        if bits(around & (open_fields | own | here)) >= 3:
            parts = 2 + 3 * bits(around & own)
    elif goal == CHAINS:
        parts = 1 + 4 * min(1, bits(b.neighbours[field] & own))
    return parts * b.area_points[goal] if parts <= 10 else 0


@rule
def worth(s, b, w, seat, field):
    """What building on a field would bring a seat at once or promise it, in sixteenths of a point, whatever the building's height."""
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


@rule
def in_front(s, b, seat, field, number):
    """What a building's height would change in its district (Expert): first alone, or no longer behind."""
    d = b.district[field]
    best = 0
    for other in range(b.players):
        if other != seat:
            best = max(best, wide(s.strength[other][d]))
    before = s.strength[seat][d]
    after = before + STRENGTH[number]
    if before <= best < after:
        return HIGHEST if before < best or before == 0 else HIGHEST // 2
    return HIGHEST if before < best == after else 0


@rule
def can_be_outbid(s, b, seat, field, number):
    """Is there a free field beside it, and somebody still in with a higher building?"""
    if b.neighbours[field] & s.free & ~(1 << field) == 0:
        return False
    for other in range(b.players):
        if other != seat and s.passed >> other & 1 == 0 and s.supply[other] >> number != 0:
            return True
    return False


@rule
def bid_value(s, b, seat, field, number, gain):
    """What a bid promises: what the field brings against the number spent, times the chance that the bid holds."""
    found = gain - PRICE * number
    if b.expert:
        found += in_front(s, b, seat, field, number)
    return found * (number + 3 if can_be_outbid(s, b, seat, field, number) else ONE)


@rule
def choose(s, b, w):
    """The greedy choice: the field's value for the own goals against the number spent, times the chance that the bid holds."""
    seat = wide(s.actor)
    opening = s.n_bids == 0
    above, open_fields = 0, wide(s.free)
    if not opening:
        above = s.bid[s.n_bids - 1] % SEAT_STEP
        open_fields &= b.neighbours[s.bid_field[s.n_bids - 1]]
    goal = wide(s.goal[seat][0])
    w.n_before = area_groups(b, w, wide(s.own[seat]), goal) if goal else 0
    best, action = NEVER if opening else 0, PASS
    for field in range(FIELDS):
        if open_fields >> field & 1 == 0:
            continue
        gain = worth(s, b, w, seat, field)
        for number in range(above + 1, NUMBERS + 1):
            if s.supply[seat] >> (number - 1) & 1 == 0:
                continue
            found = bid_value(s, b, seat, field, number, gain)
            if found > best:
                best = found
                action = field * NUMBERS + number - 1
    return action


@rule
def weigh_actions(s, b, w, n, weight):
    """What each listed action promises, as the greedy choice weighs it; passing promises nothing."""
    seat, goal = wide(s.actor), wide(s.goal[s.actor][0])
    w.n_before = area_groups(b, w, wide(s.own[seat]), goal) if goal else 0
    last, gain = -1, 0
    for i in range(n):
        action = wide(w.actions[i])
        weight[i] = 0
        if action != PASS:
            field, number = action // NUMBERS, action % NUMBERS + 1
            if field != last:
                last, gain = field, worth(s, b, w, seat, field)
            weight[i] = bid_value(s, b, seat, field, number, gain)


SEARCH = {"spread": 400.0, "explore": 1.0, "random": 128.0, "unit": 16.0, "scale": 160.0}
"""How to search: values are in sixteenths of a point, weights in sixteenths of these."""


# ------------------------------------------------------------------- features

AREA_NAMES = tuple(area.name.lower() for area in Area if area)
TOKEN_NAMES = ("trendy", "subway", "site")
AREAS = len(AREA_NAMES)
SECTIONS = (
    ("seat {0} (0: own), field {1}: {2} building", (SEATS, FIELDS, ("small", "medium", "large"))),
    ("bid on field {0}, in thirteenths", (FIELDS,)),
    ("own bid on field {0}", (FIELDS,)),
    ("last bid on field {0}", (FIELDS,)),
    ("field {0} can be built on", (FIELDS,)),
    ("token on field {0}: {1}", (FIELDS, TOKEN_NAMES)),
    ("seat {0} has building {1}", (SEATS, NUMBERS)),
    ("tokens of seat {0}, in fifths: {1}", (SEATS, TOKEN_NAMES)),
    ("subway card at seat {0}", (SEATS,)),
    ("site card at seat {0}", (SEATS,)),
    ("seat {0} has passed", (SEATS,)),
    ("seat {0} plays", (SEATS,)),
    ("strength of seat {0} in district {1}, in large buildings", (SEATS, DISTRICTS)),
    ("own area goal: {0}", (AREA_NAMES,)),
    ("own neighbourhood goal: {0}", (KINDS,)),
    ("last bid, in thirteenths", ()),
    ("expert", ()),
)
"""The parts of the feature vector in order. Seats are counted from the one that looks."""

N_FEATURES = count_features(SECTIONS)


def feature_names() -> list[str]:
    """What each feature means, index by index."""
    return name_features(SECTIONS)


@rule
def features(s, b, seat, out):
    """Write the features of an observation into a row of N_FEATURES numbers."""
    for i in range(N_FEATURES):
        out[i] = 0
    for field in range(FIELDS):
        building = s.built[field]
        if building:
            k = (building // SEAT_STEP - seat) % b.players
            out[3 * (FIELDS * k + field) + HEIGHT[building % SEAT_STEP] - 1] = 1
    i = 3 * SEATS * FIELDS
    for n in range(s.n_bids):
        field = s.bid_field[n]
        out[i + field] = s.bid[n] % SEAT_STEP / 13
        out[i + FIELDS + field] = 1 if s.bid[n] // SEAT_STEP == seat else 0
        if n == s.n_bids - 1:
            out[i + 2 * FIELDS + field] = 1
    i += 3 * FIELDS
    for field in range(FIELDS):
        out[i + field] = s.free >> field & 1
        if s.token[field] != 0 and s.built[field] == 0:
            out[i + FIELDS + TOKENS * field + s.token[field] - 1] = 1
    i += FIELDS * (1 + TOKENS)
    for k in range(b.players):
        p = (seat + k) % b.players
        for number in range(NUMBERS):
            out[i + NUMBERS * k + number] = s.supply[p] >> number & 1
    i += SEATS * NUMBERS
    for k in range(b.players):
        p = (seat + k) % b.players
        for t in range(TOKENS):
            out[i + TOKENS * k + t] = s.tokens[p][t] / 5
    i += SEATS * TOKENS
    for k in range(b.players):
        p = (seat + k) % b.players
        out[i + k] = 1 if s.subway_card == p else 0
        out[i + SEATS + k] = 1 if s.site_card == p else 0
        out[i + 2 * SEATS + k] = s.passed >> p & 1
        out[i + 3 * SEATS + k] = 1
        for d in range(DISTRICTS):
            out[i + 4 * SEATS + DISTRICTS * k + d] = s.strength[p][d] / 1024
    i += (4 + DISTRICTS) * SEATS
    if seat >= 0:
        if s.goal[seat][0] != 0:
            out[i + s.goal[seat][0] - 1] = 1
        if s.goal[seat][1] != 0:
            out[i + AREAS + s.goal[seat][1] - 1] = 1
    i += AREAS + KINDS
    if s.n_bids:
        out[i] = s.bid[s.n_bids - 1] % SEAT_STEP / 13
    out[i + 1] = b.expert
