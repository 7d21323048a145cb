"""Numbers that describe an observation, for learners."""

from tripolis.engine.features import count_features
from tripolis.engine.record import rule

from ..rules.scoring import rent
from ..rules.state import DISTRICTS, NOBODY, SEATS, SLOTS, SPACES, Phase, Use

DECISIONS = tuple(phase.name.lower() for phase in Phase if phase < Phase.OVER)
IN_SLOT = tuple(use.name.lower() for use in Use if use != Use.EMPTY)
PHASES, USES = len(DECISIONS), len(IN_SLOT)
SECTIONS = (
    ("cash of seat {0} (0: own), in 20M", (SEATS,)),
    ("seat {0} plays", (SEATS,)),
    ("tries in jail of seat {0}, in thirds, from 1/3", (SEATS,)),
    ("jail cards of seat {0}", (SEATS,)),
    ("seat {0} on space {1}", (SEATS, SPACES)),
    ("seat {0} owns district {1}", (SEATS, DISTRICTS)),
    ("residential blocks on district {0}, in eighths", (DISTRICTS,)),
    ("industrial blocks on district {0}, in eighths", (DISTRICTS,)),
    ("district {0} is mortgaged", (DISTRICTS,)),
    ("rent of district {0}, in 10M", (DISTRICTS,)),
    ("district {0} beside a hazard", (DISTRICTS,)),
    ("district {0} beside a bonus", (DISTRICTS,)),
    ("district {0} offered", (DISTRICTS,)),
    ("district {0} asked for", (DISTRICTS,)),
    ("in slot {0}: {1}", (SLOTS, IN_SLOT)),
    ("space {0} is a raised bridge", (SPACES,)),
    ("to decide: {0}", (DECISIONS,)),
    ("seat {0} is on turn", (SEATS,)),
    ("seat {0} is the partner of the deal", (SEATS,)),
    ("highest bid, in 10M", ()),
    ("open debt, in 10M", ()),
    ("cash added to the offer, in 10M", ()),
    ("blocks bought in this turn, in thirds", ()),
    ("further turn noted", ()),
    ("rounds, as a share of the limit or of 100", ()),
    ("residential blocks left, in 50", ()),
    ("industrial blocks left, in 50", ()),
    ("cards not seen yet, as a share", ()),
)
"""The parts of the feature vector in order. Seats are counted from the one that looks."""
N_FEATURES = count_features(SECTIONS)


@rule
def features(s, b, seat, out):
    """Write the features of an observation into a row of N_FEATURES numbers."""
    for i in range(N_FEATURES):
        out[i] = 0
    for k in range(b.players):
        p = (seat + k) % b.players
        out[k] = s.cash[p] / 2000
        out[SEATS + k] = 1
        out[2 * SEATS + k] = s.jail[p] / 3
        out[3 * SEATS + k] = s.jail_cards[p]
        out[4 * SEATS + SPACES * k + s.at[p]] = 1
        base = (4 + SPACES) * SEATS + DISTRICTS * k
        for d in range(DISTRICTS):
            out[base + d] = s.holds[p] >> d & 1
    i = (4 + SPACES + DISTRICTS) * SEATS
    for d in range(DISTRICTS):
        out[i + d] = s.blocks[d][0] / 8
        out[i + DISTRICTS + d] = s.blocks[d][1] / 8
        out[i + 2 * DISTRICTS + d] = s.mortgaged >> d & 1
        out[i + 3 * DISTRICTS + d] = rent(s, b, d) / 1000
        out[i + 4 * DISTRICTS + d] = s.beside_hazard >> d & 1
        out[i + 5 * DISTRICTS + d] = s.beside_bonus >> d & 1
        out[i + 6 * DISTRICTS + d] = s.given >> d & 1
        out[i + 7 * DISTRICTS + d] = s.taken >> d & 1
    i += 8 * DISTRICTS
    for slot in range(SLOTS):
        if s.slot_use[slot]:
            out[i + USES * slot + s.slot_use[slot] - 1] = 1
    i += USES * SLOTS
    for space in range(SPACES):
        out[i + space] = s.raised >> space & 1
    i += SPACES
    if s.phase < PHASES:
        out[i + s.phase] = 1
    i += PHASES
    out[i + (s.turn - seat) % b.players] = 1
    i += SEATS
    if s.partner != NOBODY:
        out[i + (s.partner - seat) % b.players] = 1
    i += SEATS
    out[i] = s.bid / 1000
    out[i + 1] = s.debt / 1000
    out[i + 2] = s.offer_cash / 1000
    out[i + 3] = s.bought / 3
    out[i + 4] = s.again
    out[i + 5] = s.rounds / (b.round_limit if b.round_limit > 0 else 100)
    out[i + 6] = s.stock[0] / 50
    out[i + 7] = s.stock[1] / 50
    unseen = 0
    for card in range(b.n_cards):
        unseen += s.unseen >> card & 1
    out[i + 8] = unseen / b.n_cards
