"""Numbers that describe an observation, for learners."""

from tripolis.engine.features import count_features
from tripolis.engine.record import rule

from ..rules.state import CELLS, EMPTY, NOWHERE, NUMBERS, ROUNDS, SEATS, SITE, SLOTS, SPACES, TAKEN, Kind

FIFTH, THIRD = 1 / 5, 1 / 3
"""Features are written for every decision of thousands of matches: a product costs a third of a division."""
BUILDINGS = tuple(kind.name.lower() for kind in Kind if kind != EMPTY)
OF_CELL = (*BUILDINGS, "level in fifths", "printed points in thirds")
OF_SPACE = (*BUILDINGS, "residents in thirds", "energy in thirds", "printed points in thirds", "mayor", "face down")
KINDS, CELL_FEATURES, SPACE_FEATURES = len(BUILDINGS), len(OF_CELL), len(OF_SPACE)
SECTIONS = (
    ("city of seat {0} (0: own), cell {1}: {2}", (SEATS, CELLS, OF_CELL)),
    ("site, space {0}: {1}", (SPACES, OF_SPACE)),
    ("slot {0} taken", (SLOTS,)),
    ("architects of seat {0}, number {1}", (SEATS, NUMBERS)),
    ("residents of seat {0}, in twenties", (SEATS,)),
    ("energy of seat {0}, in twenties", (SEATS,)),
    ("mayor at seat {0}", (SEATS,)),
    ("seat {0} plays", (SEATS,)),
    ("urbanist in row {0}", (SITE,)),
    ("urbanist in column {0}", (SITE,)),
    ("round {0}", (ROUNDS,)),
    ("turns of the round taken, as a share", ()),
    ("a tile is in hand", ()),
    ("kind in hand: {0}", (BUILDINGS,)),
    ("architect used: {0}", (NUMBERS,)),
    ("expert", ()),
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
        kinds, levels, points = s.kind[p], s.level[p], s.vp[p]
        i = CELLS * CELL_FEATURES * k
        for cell in range(CELLS):
            kind = kinds[cell]
            out[i + max(kind, 1) - 1] = kind != EMPTY  # no branch: nobody can foresee which cells are empty
            out[i + KINDS] = levels[cell] * FIFTH
            out[i + KINDS + 1] = points[cell] * THIRD
            i += CELL_FEATURES
    i = SEATS * CELLS * CELL_FEATURES
    for space in range(SPACES):
        tile = s.site[space]
        if tile >= 0:
            out[i + b.kind[tile] - 1] = 1
            out[i + KINDS] = b.residents[tile] * THIRD
            out[i + KINDS + 1] = b.energy[tile] * THIRD
            out[i + KINDS + 2] = b.vp[tile] * THIRD
            out[i + KINDS + 3] = b.mayor[tile]
        elif tile != TAKEN:
            out[i + KINDS + 4] = 1
        i += SPACE_FEATURES
    for slot in range(SLOTS):
        out[i] = 1 if s.slot_number[slot] else 0
        i += 1
    for k in range(SEATS):
        p = (seat + k) % b.players
        for n in range(NUMBERS):
            if k < b.players:
                out[i] = s.architects[0][n] / b.players if b.expert else s.architects[p][n]
            i += 1
    for k in range(SEATS):
        if k < b.players:
            p = (seat + k) % b.players
            out[i + k] = s.residents[p] / 20
            out[i + SEATS + k] = s.energy[p] / 20
            out[i + 2 * SEATS + k] = 1 if s.mayor == p else 0
            out[i + 3 * SEATS + k] = 1
    i += 4 * SEATS
    if s.urbanist != NOWHERE:
        out[i + s.urbanist // SITE] = 1
        out[i + SITE + s.urbanist % SITE] = 1
    i += 2 * SITE
    if s.round_no < ROUNDS:
        out[i + s.round_no] = 1
    i += ROUNDS
    out[i] = s.turn / (4 * b.players)
    if s.hand != NOWHERE:
        out[i + 1] = 1
        out[i + 1 + b.kind[s.hand]] = 1
        out[i + 1 + KINDS + s.number] = 1
    out[i + 2 + KINDS + NUMBERS] = b.expert
