"""The account of a seat, and everybody's place (p. 5)."""

from tripolis.engine.record import rule
from tripolis.engine.steps import place_by_standing, wide

from .placement import POINT, best_placement, unchanged_sum
from .points import count_points, lay_resources


@rule
def score(s, b, w, seat):
    """A seat's best account, as if the match ended now (p. 5)."""
    kinds, levels, vp = s.kind[seat], s.level[seat], s.vp[seat]
    residents, energy = wide(s.residents[seat]), wide(s.energy[seat])
    active = best_placement(b, w, kinds, levels, vp, residents, energy)
    lay_resources(b, w, kinds, active, residents, energy)
    return count_points(b, w, kinds, levels, vp, residents, energy)


@rule
def rank(s, b, w):
    """Most points; ties: more residents on buildings, then fewer empty cells, else a shared place (p. 5, ruling 32).

    The sum that the best placement brings compares all three.
    """
    for seat in range(wide(b.players)):
        residents, energy = wide(s.residents[seat]), wide(s.energy[seat])
        best_placement(b, w, s.kind[seat], s.level[seat], s.vp[seat], residents, energy)
        w.standing[seat] = w.best_sum + unchanged_sum(w, residents, energy)
        w.total[seat] = w.standing[seat] // POINT
    place_by_standing(b, w)
