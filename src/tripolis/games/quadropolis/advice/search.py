"""How Quadropolis is searched."""

from tripolis.engine.record import rule
from tripolis.engine.rooms import SearchPlan

from ..rules.state import BUILD, NUMBERS, TARGET, act
from .choice import choose

SEARCH = SearchPlan(explore=0.3, spread=24.0, depth=0.0, unit=16.0, scale=160.0, others=1.0, pairs=1.0)
"""How to search, in sixteenths of a point. What others take matters less than what is left for one's next turn."""
LOOKS = {"classic": (2600, 1600, 1300), "expert": (3700, 2000, 1600)}
"""What the strongest bot looks with the net for a decision, by mode and number of players: as long as plain search
takes (`benchmarks/plans.py pace`); in Expert by the times of whole matches."""
CERTAINTY = {"classic": (1.1, 1.4, 1.4), "expert": (0.85, 1.2, 1.3)}
"""The power that calibrates chances to win, likewise (`benchmarks/chances.py`)."""


@rule
def weigh_actions(s, b, w, n, weight):
    """What each listed action promises: the value of the own city after it, with a taken tile on its best cell."""
    choose(s, b, w)
    for i in range(n):
        action = w.actions[i]
        if s.phase != BUILD:
            slot, number = act.lay_slot(action), act.lay_number(action) - 1
            weight[i] = w.pick_value[TARGET[b.count_absolute][slot][number] * NUMBERS + number]
        else:
            weight[i] = w.cell_value[0 if action == act.DISCARD else 1 + act.build_cell(action)]
