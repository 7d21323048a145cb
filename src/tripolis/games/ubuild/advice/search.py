"""How U-Build is searched: which actions deserve attention beside the quick choice."""

from tripolis.engine.record import rule
from tripolis.engine.rooms import SearchPlan
from tripolis.engine.steps import wide

from ..rules.legal import legal_actions
from ..rules.state import ANSWER, AUCTION, BUILD, BUY, DEAL, EVENT, HAZARD, JAIL, PLANNING, RAISE, act
from .choice import build_gain, choose, piece_gain, price_limit

SEARCH = SearchPlan(
    explore=0.3, doubt=0.02, spread=1.0, depth=40.0, random=8.0, scale=1500.0, pairs=1.0, slower_with_seats=0.0
)
"""Values are in units of 10k. The dice decide much, so actions differ little and doubt is small."""

CHOSEN, LIKELY, THINKABLE, ODD = 6, 4, 2, 0
"""How much attention an action deserves."""
LOOKS = {
    "starter": (3500, 3200, 2900, 2700, 2500),
    "classic": (4700, 4400, 4100, 3700, 3300),
    "pro": (5500, 5100, 4700, 4200, 3700),
}
"""What the strongest bot looks with the net for a decision, by mode and number of players: as long as plain search
takes (`benchmarks/plans.py pace`)."""
CERTAINTY = {"starter": (1.05, 1.15, 1.15, 1.15, 1.15), "classic": (1.15, 1.15, 1.2, 1.2, 1.2)}
"""The power that calibrates chances to win, likewise (`benchmarks/chances.py`)."""


@rule
def gain_of(s, b, seat, action):
    """What an action brings where projects or pieces are compared."""
    return build_gain(s, b, seat, action) if s.phase == BUILD else piece_gain(s, b, seat, action)


@rule
def likelihood(s, b, seat, action, best):
    """What an action beside the quick choice deserves; `best` is the highest gain of all, where gains are compared."""
    phase = wide(s.phase)
    if phase == JAIL or phase == ANSWER or action == act.BUY or action == act.AUCTION:
        return LIKELY
    if action == act.DROP or action == act.CANCEL or action == act.END or action == act.PASS:
        return LIKELY
    if phase == AUCTION:
        d = wide(b.district[s.at[s.turn]])
        return THINKABLE if act.bid_amount(action) <= price_limit(s, b, seat, d) else ODD
    if phase == RAISE:
        return THINKABLE if act.is_mortgage(action) else ODD
    if phase == DEAL or phase == BUY:
        return ODD
    gain = gain_of(s, b, seat, action)
    if gain <= 0:
        return ODD
    return LIKELY if 2 * gain > best else THINKABLE


@rule
def weigh_actions(s, b, w, n, weight):
    """What each listed action deserves: the quick choice most, then what a player would think about."""
    chosen = choose(s, b, w)
    legal_actions(s, b, w)
    seat, phase = wide(s.actor), wide(s.phase)
    best = 0
    for i in range(n):
        if phase == BUILD or phase == PLANNING or phase == EVENT or phase == HAZARD:
            best = max(best, gain_of(s, b, seat, wide(w.actions[i])))
    for i in range(n):
        action = wide(w.actions[i])
        weight[i] = CHOSEN if action == chosen else likelihood(s, b, seat, action, best)
