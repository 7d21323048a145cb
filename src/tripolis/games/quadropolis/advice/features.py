"""Whole numbers that describe an observation, for learners."""

from tripolis.engine.features import MOST, Section, starts
from tripolis.engine.record import rule

from ..rules.points import NEEDS_ENERGY, NEEDS_RESIDENT
from ..rules.state import (
    BUILD,
    CELLS,
    EMPTY,
    LEVELS,
    NOWHERE,
    NUMBERS,
    ROUNDS,
    SEATS,
    SITE,
    SLOTS,
    SPACES,
    TAKEN,
    TURNS,
    Kind,
)

BUILDINGS = tuple(kind.name.lower() for kind in Kind if kind != EMPTY)
KINDS = len(BUILDINGS)
MARKS = ("3-4", "4")
FIRST_MARK = 3
PRINTED = 9
"""The most residents, energy or points that a tile of a box can have."""
ALL_POINTS = (LEVELS - 1) * PRINTED

SECTIONS = (
    Section("city of seat {0} (0: own), cell {1}: {2}", (SEATS, CELLS, BUILDINGS)),
    Section("city of seat {0}, cell {1}: levels", (SEATS, CELLS), LEVELS - 1),
    Section("city of seat {0}, cell {1}: printed points", (SEATS, CELLS), ALL_POINTS),
    Section("buildings of seat {0}: {1}", (SEATS, BUILDINGS), CELLS),
    Section("residents of seat {0}", (SEATS,), MOST),
    Section("energy of seat {0}", (SEATS,), MOST),
    Section("buildings of seat {0} that need a resident", (SEATS,), CELLS),
    Section("buildings of seat {0} that need an energy", (SEATS,), CELLS),
    Section("architects of seat {0}, number {1} (Classic)", (SEATS, NUMBERS)),
    Section("common architects, number {0} (Expert)", (NUMBERS,), SEATS),
    Section("mayor at seat {0}", (SEATS,)),
    Section("seat {0} plays", (SEATS,)),
    Section("seat {0} is to decide", (SEATS,)),
    Section("site, space {0}: {1}", (SPACES, BUILDINGS)),
    Section("site, space {0}: residents", (SPACES,), PRINTED),
    Section("site, space {0}: energy", (SPACES,), PRINTED),
    Section("site, space {0}: printed points", (SPACES,), PRINTED),
    Section("site, space {0}: mayor", (SPACES,)),
    Section("site, space {0}: face down, marked {1}", (SPACES, MARKS)),
    Section("slot {0} taken", (SLOTS,)),
    Section("slot {0}: number of its architect", (SLOTS,), NUMBERS),
    Section("urbanist in row {0}", (SITE,)),
    Section("urbanist in column {0}", (SITE,)),
    Section("round {0}", (ROUNDS,)),
    Section("turns of the round taken", (), TURNS * SEATS),
    Section("a tile is in hand", ()),
    Section("kind in hand: {0}", (BUILDINGS,)),
    Section("residents in hand", (), PRINTED),
    Section("energy in hand", (), PRINTED),
    Section("printed points in hand", (), PRINTED),
    Section("mayor in hand", ()),
    Section("architect used: {0}", (NUMBERS,)),
    Section("face-down tile {0} of the round came to light", (SPACES,)),
    Section("tiles marked {0} still face down: {1}", (MARKS, BUILDINGS), SPACES),
    Section("expert", ()),
    Section("face-down tiles can be taken", ()),
    Section("architects count from fixed edges", ()),
    Section("playgrounds take energy", ()),
    Section("office groups count as five at most", ()),
)
"""The parts of the feature row in order. Seats are counted from the one that looks."""
FEATURES_EDITION = 1
(
    CITY, LEVEL, POINTS, OF_KIND, RESIDENTS, ENERGY, WORKERS, POWERED, ARCHITECTS, COMMON, MAYOR, PLAYS, DECIDES,
    ON_SITE, SITE_RESIDENTS, SITE_ENERGY, SITE_POINTS, SITE_MAYOR, FACE_DOWN, SLOT_TAKEN, SLOT_NUMBER, ROW, COLUMN,
    ROUND, TURN, IN_HAND, HAND, HAND_RESIDENTS, HAND_ENERGY, HAND_POINTS, HAND_MAYOR, USED, TURNED, HIDDEN, EXPERT,
    TAKE_FACE_DOWN, COUNT_ABSOLUTE, PLAYGROUNDS_ABSORB, OFFICE_CAP, N_FEATURES,
) = starts(SECTIONS)  # fmt: skip
NOT_DESCRIBED = {
    "slot_seat": "no rule asks who laid an architect",
    "slot_turn": "no rule asks when an architect was laid",
    "built": "kind, levels and printed points of the cells say all that counts",
}


def same_in_play(s, b, field, place, number):
    """Tiles that look alike are alike."""
    if field not in ("site", "hand"):
        return False
    tile = s.hand if field == "hand" else s.site[place[0]]
    return tile >= 0 and number >= 0 and b.look[tile] == b.look[number]


PRINTED_OFFICES = 5
"""The largest group of offices in the printed table."""


@rule
def features(s, b, seat, out):
    """Write the features of an observation into a row of N_FEATURES numbers."""
    for i in range(N_FEATURES):
        out[i] = 0
    for k in range(b.players):
        p = (seat + k) % b.players
        describe_city(s, p, k, out)
        out[RESIDENTS + k] = min(s.residents[p], MOST)
        out[ENERGY + k] = min(s.energy[p], MOST)
        out[PLAYS + k] = 1
        if not b.expert:
            for n in range(NUMBERS):
                out[ARCHITECTS + NUMBERS * k + n] = s.architects[p][n]
    if b.expert:
        for n in range(NUMBERS):
            out[COMMON + n] = s.architects[0][n]
    out[MAYOR + (s.mayor - seat) % b.players] = 1
    if s.actor >= 0:
        out[DECIDES + (s.actor - seat) % b.players] = 1
    describe_site(s, b, out)
    if s.round_no < ROUNDS:
        out[ROUND + s.round_no] = 1
    out[TURN] = s.turn
    out[IN_HAND] = 1 if s.phase == BUILD else 0
    if s.hand != NOWHERE:
        tile = s.hand
        out[HAND + b.kind[tile] - 1] = 1
        out[HAND_RESIDENTS] = b.residents[tile]
        out[HAND_ENERGY] = b.energy[tile]
        out[HAND_POINTS] = b.vp[tile]
        out[HAND_MAYOR] = b.mayor[tile]
    if s.number:
        out[USED + s.number - 1] = 1
    if b.take_face_down:
        describe_face_down(s, b, out)
    out[EXPERT] = b.expert
    out[TAKE_FACE_DOWN] = b.take_face_down
    out[COUNT_ABSOLUTE] = b.count_absolute
    out[PLAYGROUNDS_ABSORB] = b.playgrounds_absorb
    out[OFFICE_CAP] = 1 if b.office_cap == PRINTED_OFFICES else 0


@rule
def describe_city(s, p, k, out):
    """What stands in a city, and how many of its buildings need a resident or an energy (p. 5)."""
    kinds, levels, points = s.kind[p], s.level[p], s.vp[p]
    i = KINDS * CELLS * k
    for cell in range(CELLS):
        kind = kinds[cell]
        here = 1 if kind != EMPTY else 0  # no branch: nobody can foresee which cells are empty
        building = max(kind, 1) - 1
        out[CITY + i + building] = here
        out[OF_KIND + KINDS * k + building] += here
        out[LEVEL + CELLS * k + cell] = levels[cell]
        out[POINTS + CELLS * k + cell] = points[cell]
        i += KINDS
    workers, powered = 0, 0
    for building in range(KINDS):
        n = out[OF_KIND + KINDS * k + building]
        workers += n * NEEDS_RESIDENT[building + 1]
        powered += n * NEEDS_ENERGY[building + 1]
    out[WORKERS + k] = workers
    out[POWERED + k] = powered


@rule
def describe_site(s, b, out):
    """The construction site: tiles, architects beside it, the urbanist."""
    for space in range(SPACES):
        tile = s.site[space]
        if tile >= 0:
            out[ON_SITE + KINDS * space + b.kind[tile] - 1] = 1
            out[SITE_RESIDENTS + space] = b.residents[tile]
            out[SITE_ENERGY + space] = b.energy[tile]
            out[SITE_POINTS + space] = b.vp[tile]
            out[SITE_MAYOR + space] = b.mayor[tile]
        elif tile != TAKEN:
            out[FACE_DOWN + 2 * space - tile - FIRST_MARK] = 1
    for slot in range(SLOTS):
        number = s.slot_number[slot]
        out[SLOT_TAKEN + slot] = 1 if number else 0
        out[SLOT_NUMBER + slot] = number
    if s.urbanist != NOWHERE:
        out[ROW + s.urbanist // SITE] = 1
        out[COLUMN + s.urbanist % SITE] = 1


@rule
def describe_face_down(s, b, out):
    """Which face-down tiles of the round came to light, and what the others are (switch of ruling 2)."""
    for i in range(SPACES):
        tile = SPACES * s.round_no + i
        if s.turned >> i & 1:
            out[TURNED + i] = 1
        elif s.round_no < b.rounds and b.mark[tile] > b.players:
            out[HIDDEN + KINDS * (b.mark[tile] - FIRST_MARK) + b.kind[tile] - 1] += 1
