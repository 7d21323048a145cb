"""A quick choice: the bid that promises most."""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.scoring import area_groups
from ..rules.state import FIELDS, HEIGHT_WEIGHT, NUMBERS, SEAT_STEP, act
from .value import HIGHEST, ONE, PRICE, worth

NEVER = -(1 << 30)


@rule
def in_front(s, b, seat, field, number):
    """What a building's height would change in its district (Expert): first alone, or no longer behind."""
    d = b.district[field]
    best = 0
    for other in range(b.players):
        if other != seat:
            best = max(best, wide(s.heights[other][d]))
    before = s.heights[seat][d]
    after = before + HEIGHT_WEIGHT[number]
    if before <= best < after:
        return HIGHEST if before < best or before == 0 else HIGHEST // 2
    return HIGHEST if before < best == after else 0


@rule
def can_be_outbid(s, b, seat, field, number):
    """Is there a free field beside it, and somebody still in with a higher number?"""
    if b.neighbours[field] & s.free & ~(1 << field) == 0:
        return False
    for other in range(b.players):
        if other != seat and s.passed >> other & 1 == 0 and s.supply[other] >> number != 0:
            return True
    return False


@rule
def bid_value(s, b, seat, field, number, gain):
    """What a bid promises: what the field brings against the number spent, times the chance that the bid holds."""
    promise = gain - PRICE * number
    if b.expert:
        promise += in_front(s, b, seat, field, number)
    return promise * (number + 3 if can_be_outbid(s, b, seat, field, number) else ONE)


@rule
def choose(s, b, w):
    """The greedy choice: what a field brings against the number spent, times the chance that the bid holds."""
    seat = wide(s.actor)
    opening = s.n_bids == 0
    above, open_fields = 0, wide(s.free)
    if not opening:
        above = s.bid[s.n_bids - 1] % SEAT_STEP
        open_fields &= b.neighbours[s.bid_field[s.n_bids - 1]]
    goal = wide(s.goal[seat][0])
    w.n_before = area_groups(b, w, wide(s.own[seat]), goal) if goal else 0
    best, action = NEVER if opening else 0, act.PASS
    for field in range(FIELDS):
        if open_fields >> field & 1 == 0:
            continue
        gain = worth(s, b, w, seat, field)
        for number in range(above + 1, NUMBERS + 1):
            if s.supply[seat] >> (number - 1) & 1 == 0:
                continue
            promise = bid_value(s, b, seat, field, number, gain)
            if promise > best:
                best = promise
                action = act.bid(field, number)
    return action
