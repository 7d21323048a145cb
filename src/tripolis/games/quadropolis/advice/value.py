"""The value of a city on its way."""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.points import NEEDS_ENERGY, NEEDS_RESIDENT, count_points, lay_resources
from ..rules.scoring import score
from ..rules.state import CELLS, LOOKS, REMEMBERED

ONE = 16
"""What a point is worth: values are whole numbers."""
# What a lack or a surplus of residents and energy costs on the way, and the mayor's worth, in sixteenths of a point.
LACK_OF_RESIDENTS, LACK_OF_ENERGY = 18, 24
SURPLUS = 10
MAYOR = 12


@rule
def value(s, b, w, seat):
    """What a seat's city is worth on its way, in sixteenths of a point.

    In the last round this is the exact account. Before, everything counts as active, and what is missing for it costs
    something: residents and energy usually still come.
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
    """The value of a seat's city with one more tile on a cell (below 0: without it); the city stays as it is."""
    bonus = 0
    if cell >= 0:
        kind, level, vp = s.kind[seat][cell], s.level[seat][cell], s.vp[seat][cell]
        s.kind[seat][cell] = b.kind[tile]
        s.level[seat][cell] = level + 1
        s.vp[seat][cell] = vp + b.vp[tile]
        s.residents[seat] += b.residents[tile]
        s.energy[seat] += b.energy[tile]
        bonus = MAYOR * b.mayor[tile]
    result = value(s, b, w, seat) + bonus  # the only call: compiling it is costly
    if cell >= 0:
        s.kind[seat][cell] = kind
        s.level[seat][cell] = level
        s.vp[seat][cell] = vp
        s.residents[seat] -= b.residents[tile]
        s.energy[seat] -= b.energy[tile]
    return result


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
