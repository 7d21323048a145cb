"""How Metropolys is searched."""

from tripolis.engine.record import rule
from tripolis.engine.rooms import SearchPlan
from tripolis.engine.steps import wide

from ..rules.scoring import area_groups
from ..rules.state import act
from .choice import bid_value
from .value import worth

SEARCH = SearchPlan(explore=1.0, spread=400.0, random=128.0, unit=16.0, scale=160.0)
"""How to search: values are in sixteenths of a point, weights in sixteenths of these."""
SEARCH_WITH_NET = {"own_eyes": 1.0}
"""Goals are secret. With own eyes the search won 66% of the pairs against one without in Expert for four, in the same
time (`benchmarks/plans.py duel`)."""
LOOKS = {"family": (2700, 2350, 2800), "expert": (5900, 5200, 5500)}
"""What the strongest bot looks with the net for a decision, by mode and number of players: as long as plain search
takes (`benchmarks/plans.py pace`)."""
CERTAINTY = {"family": (0.95, 1.25, 1.35), "expert": (1.1, 1.25, 1.4)}
"""The power that calibrates chances to win, likewise (`benchmarks/chances.py`)."""


@rule
def weigh_actions(s, b, w, n, weight):
    """What each listed action promises, as the greedy choice weighs it; passing promises nothing."""
    seat, goal = wide(s.actor), wide(s.goal[s.actor][0])
    w.n_before = area_groups(b, w, wide(s.own[seat]), goal) if goal else 0
    last, gain = -1, 0
    for i in range(n):
        action = wide(w.actions[i])
        weight[i] = 0
        if action != act.PASS:
            field, number = act.bid_field(action), act.bid_value(action)
            if field != last:
                last, gain = field, worth(s, b, w, seat, field)
            weight[i] = bid_value(s, b, seat, field, number, gain)
