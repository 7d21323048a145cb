# mypy: ignore-errors
# ruff: noqa: F821
"""Compiled drivers of environments: one step, one look, one outcome, and the same for thousands of matches in one call.

As in `engine.drivers`, the names of rules mean the game's own. An array of records has one more than it has matches:
the last is where an observation is made, so that features and legal actions only ever come from what a seat may know.
"""

from tripolis.engine.random import philox
from tripolis.engine.record import rule
from tripolis.engine.steps import copy_record


def turn(S, B, W, action):
    """One decision if it is allowed; returns the next actor (-1: over), or -2 - reason if it is not."""
    s, b, w = S[0], B[0], W[0]
    code = refuse(s, b, w, action)
    if code != 0:
        return -2 - code
    w.mute = 1
    apply(s, b, w, action)
    w.mute = 0
    return s.actor + 0


def look(S, B, W, seat, row, mask):
    """What a seat sees: its features, and a 1 in the mask for every listed action if it is to decide (the mask comes empty)."""
    last = len(S) - 1
    copy_record(S, last, 0)
    seen, b, w = S[last], B[0], W[0]
    observe(seen, b, seat)
    features(seen, b, seat, row)
    if seen.actor == seat:
        for i in range(legal_actions(seen, b, w)):
            mask[w.actions[i]] = 1


@rule
def worth(place, seats, seat):
    """A seat's place as a number from 1 (first) to -1 (last); those who share places share their worth."""
    equal = 0
    for other in range(seats):
        if place[other] == place[seat]:
            equal += 1
    return 1 - (2 * (place[seat] - 1) + equal - 1) / (seats - 1) if seats > 1 else 0.0


def outcome(S, B, W, seats, by_points, out):
    """What a finished match is worth to every seat: by place, or in points."""
    s, b, w = S[0], B[0], W[0]
    if by_points:
        for seat in range(seats):
            out[seat] = score(s, b, w, seat)
    else:
        rank(s, b, w)
        for seat in range(seats):
            out[seat] = worth(w.place, seats, seat)


def see_many(S, B, W, i, rows, masks, listed, counts, actors):
    """Write what the actor of match i sees; of its mask only what was set is cleared."""
    last = len(S) - 1
    copy_record(S, last, i)
    seen, b, w = S[last], B[0], W[0]
    seat = seen.actor + 0
    observe(seen, b, seat)
    features(seen, b, seat, rows[i])
    mask, old = masks[i], listed[i]
    for k in range(counts[i]):
        mask[old[k]] = 0
    n = legal_actions(seen, b, w)
    for k in range(n):
        action = w.actions[k]
        old[k] = action
        mask[action] = 1
    counts[i] = n
    actors[i] = seat


def begin_many(S, B, W, keys, begun, rows, masks, listed, counts, actors):
    """Start match after match: the n-th of place i has the seed Philox(n) under the key of i."""
    w = W[0]
    w.mute = 1
    for i in range(len(actors)):
        begun[i] = 1
        philox(keys[i][0], keys[i][1], 0, 0, keys[i][2], keys[i][3], keys[len(actors)])
        set_up(S[i], B[0], w, keys[len(actors)])
        see_many(S, B, W, i, rows, masks, listed, counts, actors)
    w.mute = 0


def step_many(
    S, B, W, actions, by_points, keys, begun, rows, masks, listed, counts, actors, rewards, ended, shares, last_rows
):
    """One decision in every match; one that ends is counted and begins anew at once.

    Returns -1, or the first place whose action is not allowed: then nothing at all has changed.
    """
    b, w = B[0], W[0]
    n, seats = len(actors), len(shares[0])
    for i in range(n):
        action = actions[i]
        if action < 0 or action >= len(masks[i]) or (masks[i][action] == 0 and refuse(S[i], b, w, action) != 0):
            return i
    w.mute = 1
    for i in range(n):
        s = S[i]
        seat = actors[i]
        apply(s, b, w, actions[i])
        ended[i] = s.actor < 0
        rewards[i] = 0
        if s.actor < 0:
            copy_record(S, n, i)
            observe(S[n], b, seat)
            features(S[n], b, seat, last_rows[i])
            if by_points:
                for p in range(seats):
                    shares[i][p] = score(s, b, w, p)
            else:
                rank(s, b, w)
                for p in range(seats):
                    shares[i][p] = worth(w.place, seats, p)
            rewards[i] = shares[i][seat]
            philox(keys[i][0], keys[i][1], begun[i], 0, keys[i][2], keys[i][3], keys[n])
            begun[i] += 1
            set_up(s, b, w, keys[n])
        see_many(S, B, W, i, rows, masks, listed, counts, actors)
    w.mute = 0
    return -1
