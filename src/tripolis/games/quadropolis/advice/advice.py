"""Advice for bots and learners: the value of a city on its way, a greedy choice, and features of an observation."""

from tripolis.engine.features import count_features, name_features
from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.play import refuse_build, refuse_pick
from ..rules.scoring import NEEDS_ENERGY, NEEDS_RESIDENT, NEVER, count_points, lay_resources, score
from ..rules.state import (
    BUILD,
    BUILD0,
    CELLS,
    DISCARD,
    EMPTY,
    LEGAL,
    LOOKS,
    NOWHERE,
    NUMBERS,
    REMEMBERED,
    ROUNDS,
    SEATS,
    SITE,
    SLOTS,
    SPACES,
    TAKEN,
    TARGET,
    Kind,
)

ONE = 16
"""Values are whole numbers; a point is worth so many."""

# What a lack or a surplus of residents and energy costs on the way, and what the mayor is worth, in sixteenths of a point.
LACK_OF_RESIDENTS, LACK_OF_ENERGY = 18, 24
SURPLUS = 10
MAYOR = 12


@rule
def value(s, b, w, seat):
    """What a seat's city is worth on its way, in sixteenths of a point.

    In the last round this is the exact account. Before, everything counts as active, and what is missing for it costs something:
    residents and energy usually still come.
    """
    left = b.rounds - 1 - s.round_no
    if left <= 0:
        return ONE * score(s, b, w, seat)
    residents, energy = 0, 0
    for cell in range(CELLS):
        residents += NEEDS_RESIDENT[s.kind[seat][cell]]
        energy += NEEDS_ENERGY[s.kind[seat][cell]]
    have_r, have_e = max(residents, wide(s.residents[seat])), max(energy, wide(s.energy[seat]))
    lack_r, lack_e = have_r - s.residents[seat], have_e - s.energy[seat]
    lay_resources(b, w, s.kind[seat], wide(b.cells), have_r, have_e)
    total = ONE * count_points(b, w, s.kind[seat], s.level[seat], s.vp[seat], have_r, have_e)
    unused = -w.points[len(w.points) - 1]
    keep = min(left, 2) * SURPLUS
    return total + unused * keep - LACK_OF_RESIDENTS * lack_r - LACK_OF_ENERGY * lack_e


@rule
def value_with(s, b, w, seat, tile, cell):
    """The value of a seat's city with one more tile on a cell (a negative one: without it). Takes the tile away again."""
    bonus = 0
    if cell >= 0:
        kind, level, vp = s.kind[seat][cell], s.level[seat][cell], s.vp[seat][cell]
        s.kind[seat][cell] = b.kind[tile]
        s.level[seat][cell] = level + 1
        s.vp[seat][cell] = vp + b.vp[tile]
        s.residents[seat] += b.residents[tile]
        s.energy[seat] += b.energy[tile]
        bonus = MAYOR * b.mayor[tile]
    found = value(s, b, w, seat) + bonus  # the only call: compiling it is costly
    if cell >= 0:
        s.kind[seat][cell] = kind
        s.level[seat][cell] = level
        s.vp[seat][cell] = vp
        s.residents[seat] -= b.residents[tile]
        s.energy[seat] -= b.energy[tile]
    return found


@rule
def recall(s, b, w, seat):
    """Where the values of this seat's city are remembered. If another city was there, it is forgotten.

    Searches look at the same few cities thousands of times, so that most values are found there.
    """
    city = seat * REMEMBERED + s.turn // b.players % REMEMBERED
    left = b.rounds - s.round_no
    same = w.city_left[city] == left
    same = same and w.city_residents[city] == s.residents[seat] and w.city_energy[city] == s.energy[seat]
    kinds, levels, points = s.kind[seat], s.level[seat], s.vp[seat]
    for cell in range(CELLS):
        if w.city_kind[city][cell] != kinds[cell] or w.city_level[city][cell] != levels[cell]:
            same = False
        if w.city_vp[city][cell] != points[cell]:
            same = False
    if not same:
        w.city_left[city] = left
        w.city_residents[city] = s.residents[seat]
        w.city_energy[city] = s.energy[seat]
        for cell in range(CELLS):
            w.city_kind[city][cell] = kinds[cell]
            w.city_level[city][cell] = levels[cell]
            w.city_vp[city][cell] = points[cell]
        for look in range(LOOKS):
            w.known[city][look] = 0
            w.best_known[city][look] = 0
    return city


@rule
def best_build(s, b, w, city, tile, number):
    """The best cell for a tile taken by an architect (w.best_cell, NOWHERE: discard it), and the value then."""
    seat = wide(s.actor)
    hand, used = s.hand, s.number
    s.hand = tile
    s.number = number
    best = NEVER
    w.best_cell = NOWHERE
    for cell in range(-1, CELLS):
        if cell >= 0 and (tile < 0 or refuse_build(s, b, cell) != LEGAL):
            continue
        look = wide(b.look[tile]) if cell >= 0 else 0
        known = look < LOOKS and w.known[city][look] >> (1 + cell) & 1 == 1
        found = 0 if known else value_with(s, b, w, seat, tile, cell)
        if known:
            found = wide(w.known_value[city][look * (1 + CELLS) + 1 + cell])
        elif look < LOOKS:
            w.known[city][look] |= 1 << (1 + cell)
            w.known_value[city][look * (1 + CELLS) + 1 + cell] = found
        w.cell_value[1 + cell] = found
        if found > best:
            best = found
            w.best_cell = cell
    s.hand = hand
    s.number = used
    return best


@rule
def choose(s, b, w):
    """The greedy choice: the tile and the cell that make the own city most valuable at once. Leaves the position as it was."""
    building = s.phase == BUILD
    for i in range(SPACES * NUMBERS):
        w.pick_known[i] = 0
    city = recall(s, b, w, wide(s.actor))
    best = NEVER
    action = DISCARD
    for slot in range(SLOTS):
        for number in range(1, NUMBERS + 1):
            tile, used, i = wide(s.hand), wide(s.number), 0
            if not building:
                if refuse_pick(s, b, slot, number) != LEGAL:
                    continue
                space = TARGET[b.count_absolute][slot][number - 1]
                tile, used, i = wide(s.site[space]), number, space * NUMBERS + number - 1
            if w.pick_known[i] == 0:
                w.pick_known[i] = 1
                look = wide(b.look[tile]) if tile >= 0 else LOOKS
                at = look * NUMBERS + used - 1
                if not building and look < LOOKS and w.best_known[city][look] >> used & 1:
                    w.pick_value[i] = w.best_value[city][at]
                else:
                    w.pick_value[i] = best_build(s, b, w, city, tile, used)
                    if look < LOOKS:
                        w.best_known[city][look] |= 1 << used
                        w.best_value[city][at] = w.pick_value[i]
                if building:
                    return DISCARD if w.best_cell == NOWHERE else BUILD0 + w.best_cell
            if w.pick_value[i] > best:
                best = w.pick_value[i]
                action = slot * NUMBERS + number - 1
    return action


@rule
def weigh_actions(s, b, w, n, weight):
    """What each listed action promises: the value of the own city after it, and after the best place for a tile that is taken."""
    choose(s, b, w)
    for i in range(n):
        action = w.actions[i]
        if s.phase != BUILD:
            slot, number = action // NUMBERS, action % NUMBERS
            weight[i] = w.pick_value[TARGET[b.count_absolute][slot][number] * NUMBERS + number]
        else:
            weight[i] = w.cell_value[0 if action == DISCARD else 1 + action - BUILD0]


SEARCH = {
    "spread": 24.0,
    "depth": 0.0,
    "explore": 0.3,
    "unit": 16.0,
    "scale": 160.0,
    "others": 1.0,
    "pairs": 1.0,
}
"""How to search: values are in sixteenths of a point. What others take matters less than what is left for one's next turn."""


# ------------------------------------------------------------------- features

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


def feature_names() -> list[str]:
    """What each feature means, index by index."""
    return name_features(SECTIONS)


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
