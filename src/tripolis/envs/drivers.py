# mypy: ignore-errors
# ruff: noqa: F821
"""Compiled drivers of environments: one step, one look, one outcome, and the same for thousands of matches in one call.

As in `engine.drivers`, the names of rules mean the game's own. An array of records has one more than it has matches:
the last is where an observation is made, so that features and legal actions only ever come from what a seat may know.
"""

from tripolis.engine.random import philox
from tripolis.engine.record import rule
from tripolis.engine.steps import copy_record

DRAWS = -2
"""What `go` answers where a decision would draw and may not; below it are refusals: DRAWS - reason."""
ACTOR, NOBODY = -1, -2
"""Who looks: whoever is to decide, or nobody."""


def go(S, B, W, action, may_draw, seat, row, mask):
    """Decide (-1: not now), then look. Returns the next actor (-1: over), DRAWS, or DRAWS - reason.

    A decision is made in the last record and kept if it may be. A look writes a seat's features, and a 1 in the mask (which comes empty)
    for every listed action if the seat is to decide. One driver for both, since calling it costs more than either.
    """
    last = len(S) - 1
    b, w, other = B[0], W[0], S[last]
    if action >= 0:
        code = refuse(S[0], b, w, action)
        if code != 0:
            return DRAWS - code
        copy_record(S, last, 0)
        w.mute = 1
        apply(other, b, w, action)
        w.mute = 0
        if w.chance_block > 0 and not may_draw:
            return DRAWS
        copy_record(S, 0, last)
    actor = S[0].actor + 0
    if seat == ACTOR:
        seat = actor
    if seat >= 0:
        copy_record(S, last, 0)
        observe(other, b, seat)
        features(other, b, seat, row)
        if actor == seat:
            for i in range(legal_actions(other, b, w)):
                mask[w.actions[i]] = 1
    return actor


@rule
def worth(place, seats, seat):
    """A seat's place as a number from 1 (first) to -1 (last); those who share places share their worth."""
    equal = 0
    for other in range(seats):
        if place[other] == place[seat]:
            equal += 1
    return 1 - (2 * (place[seat] - 1) + equal - 1) / (seats - 1) if seats > 1 else 0.0


def step_many(
    S,
    B,
    W,
    actions,
    anew,
    by_points,
    keys,
    begun,
    rows,
    masks,
    listed,
    counts,
    actors,
    rewards,
    ended,
    shares,
    last_rows,
):
    """One decision in every match, or with `anew` none: all begin. A match that ends is counted and begins again at once.

    The n-th match of place i has the seed Philox(n) under the key of i. Of a mask only what was set is cleared. Returns -1, or the first
    place whose action is not allowed: then nothing at all has changed.
    """
    b, w = B[0], W[0]
    n, seats = len(actors), len(shares[0])
    seen = S[n]
    if not anew:
        for i in range(n):
            action = actions[i]
            if action < 0 or action >= len(masks[i]) or (masks[i][action] == 0 and refuse(S[i], b, w, action) != 0):
                return i
    w.mute = 1
    for i in range(n):
        s = S[i]
        rewards[i] = 0
        ended[i] = False
        if not anew:
            apply(s, b, w, actions[i])
            if s.actor < 0:
                ended[i] = True
                copy_record(S, n, i)
                observe(seen, b, actors[i])
                features(seen, b, actors[i], last_rows[i])
                rank(s, b, w)
                for p in range(seats):
                    shares[i][p] = w.total[p] if by_points else worth(w.place, seats, p)
                rewards[i] = shares[i][actors[i]]
        if anew or ended[i]:
            begun[i] = 0 if anew else begun[i]
            philox(keys[i][0], keys[i][1], begun[i], 0, keys[i][2], keys[i][3], keys[n])
            begun[i] += 1
            set_up(s, b, w, keys[n])
        copy_record(S, n, i)
        seat = seen.actor + 0
        observe(seen, b, seat)
        features(seen, b, seat, rows[i])
        mask, old = masks[i], listed[i]
        for k in range(counts[i]):
            mask[old[k]] = 0
        counts[i] = legal_actions(seen, b, w)
        for k in range(counts[i]):
            old[k] = w.actions[k]
            mask[old[k]] = 1
        actors[i] = seat
    w.mute = 0
    return -1
