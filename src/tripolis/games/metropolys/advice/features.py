"""Whole numbers that describe an observation, for learners."""

from tripolis.engine.features import Section, starts
from tripolis.engine.record import rule

from ..rules.state import DISTRICTS, FIELDS, HEIGHT, KINDS, NUMBERS, SEAT_STEP, SEATS, TOKENS, Area

AREA_NAMES = tuple(area.name.lower() for area in Area if area)
TOKEN_NAMES = ("trendy", "subway", "site")
HEIGHT_NAMES = ("small", "medium", "large")
AREAS, HEIGHTS = len(AREA_NAMES), len(HEIGHT_NAMES)
SECTIONS = (
    Section("seat {0} (0: own), field {1}: {2} building", (SEATS, FIELDS, HEIGHT_NAMES)),
    Section("bid of seat {0} on field {1}", (SEATS, FIELDS), NUMBERS),
    Section("last bid on field {0}", (FIELDS,)),
    Section("last bid: {0}", (range(1, NUMBERS + 1),)),
    Section("bids in this auction", (), NUMBERS),
    Section("field {0} can be built on", (FIELDS,)),
    Section("token on field {0}: {1}", (FIELDS, TOKEN_NAMES)),
    Section("seat {0} has building {1}", (SEATS, range(1, NUMBERS + 1))),
    Section("buildings of seat {0} that stand", (SEATS,), NUMBERS),
    Section("tokens of seat {0}: {1}", (SEATS, TOKEN_NAMES), FIELDS),
    Section("subway card at seat {0}", (SEATS,)),
    Section("site card at seat {0}", (SEATS,)),
    Section("seat {0} has passed", (SEATS,)),
    Section("seat {0} plays", (SEATS,)),
    Section("seat {0} is to decide", (SEATS,)),
    Section("seat {0}, district {1}: {2} buildings", (SEATS, DISTRICTS, HEIGHT_NAMES), NUMBERS),
    Section("area goal of seat {0}: {1}", (SEATS, AREA_NAMES)),
    Section("neighbourhood goal of seat {0}: {1}", (SEATS, range(1, KINDS + 1))),
    Section("district {0} is in use", (DISTRICTS,)),
    Section("expert", ()),
)
"""The parts of the feature row in order. Seats are counted from the one that looks."""
FEATURES_EDITION = 1
(
    BUILT, BID, LAST_FIELD, LAST_BID, BIDS, FREE, TOKEN, SUPPLY, STANDING, TAKEN, SUBWAY_CARD, SITE_CARD, PASSED, PLAYS,
    DECIDES, STRENGTH, AREA, NEIGHBOURHOOD, IN_USE, EXPERT, N_FEATURES,
) = starts(SECTIONS)  # fmt: skip
NOT_DESCRIBED = {"own": "the buildings on the fields say it"}


def same_in_play(s, b, field, place, number):
    """Districts are in use as a whole; of a building its player and height count; a token under it has been taken."""
    if field == "fields":
        return all(bool(s.fields & district) == bool(number & district) for district in b.district_fields)
    if field == "token":
        return s.built[place[0]] != 0
    if field != "built" or number == 0:
        return False
    seat, value = divmod(s.built[place[0]], SEAT_STEP)
    return (seat, HEIGHT[value]) == (number // SEAT_STEP, HEIGHT[number % SEAT_STEP])


HEIGHT_BITS = 5
"""`s.heights` counts the buildings of each height in so many bits (HEIGHT_WEIGHT)."""


@rule
def features(s, b, seat, out):
    """Write the features of an observation into a row of N_FEATURES numbers."""
    for i in range(N_FEATURES):
        out[i] = 0
    for field in range(FIELDS):
        building = s.built[field]
        out[FREE + field] = s.free >> field & 1
        if building:
            k = (building // SEAT_STEP - seat) % b.players
            out[BUILT + HEIGHTS * (FIELDS * k + field) + HEIGHT[building % SEAT_STEP] - 1] = 1
        elif s.token[field] != 0:
            out[TOKEN + TOKENS * field + s.token[field] - 1] = 1
    for n in range(s.n_bids):
        bid, field = s.bid[n], s.bid_field[n]
        out[BID + FIELDS * ((bid // SEAT_STEP - seat) % b.players) + field] = bid % SEAT_STEP
    if s.n_bids:
        out[LAST_FIELD + s.bid_field[s.n_bids - 1]] = 1
        out[LAST_BID + s.bid[s.n_bids - 1] % SEAT_STEP - 1] = 1
    out[BIDS] = s.n_bids
    for k in range(b.players):
        p = (seat + k) % b.players
        for number in range(NUMBERS):
            out[SUPPLY + NUMBERS * k + number] = s.supply[p] >> number & 1
        out[STANDING + k] = s.n_built[p]
        for t in range(TOKENS):
            out[TAKEN + TOKENS * k + t] = s.tokens[p][t]
        out[SUBWAY_CARD + k] = 1 if s.subway_card == p else 0
        out[SITE_CARD + k] = 1 if s.site_card == p else 0
        out[PASSED + k] = s.passed >> p & 1
        out[PLAYS + k] = 1
        out[DECIDES + k] = 1 if s.actor == p else 0
        for d in range(DISTRICTS):
            for height in range(HEIGHTS):
                n = s.heights[p][d] >> HEIGHT_BITS * height & (1 << HEIGHT_BITS) - 1
                out[STRENGTH + HEIGHTS * (DISTRICTS * k + d) + height] = n
        if s.goal[p][0] != 0:
            out[AREA + AREAS * k + s.goal[p][0] - 1] = 1
        if s.goal[p][1] != 0:
            out[NEIGHBOURHOOD + KINDS * k + s.goal[p][1] - 1] = 1
    for d in range(DISTRICTS):
        out[IN_USE + d] = 1 if s.fields & b.district_fields[d] else 0
    out[EXPERT] = b.expert
