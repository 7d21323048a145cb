"""Numbers that describe an observation, for learners."""

from tripolis.engine.features import count_features
from tripolis.engine.record import rule

from ..rules.state import DISTRICTS, FIELDS, HEIGHT, KINDS, NUMBERS, SEAT_STEP, SEATS, TOKENS, Area

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
            out[i + 4 * SEATS + DISTRICTS * k + d] = s.heights[p][d] / 1024
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
