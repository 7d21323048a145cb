# mypy: ignore-errors
# ruff: noqa: F821
"""Compiled drivers of environments: one step of one match, and one step of thousands of matches in one call.

As in `engine.drivers`, the names of rules mean the game's own. An array of records has one more than it has matches:
the last is where an observation is made, so that features and legal actions only ever come from what a seat may know.
"""

from typing import Any, NamedTuple

from tripolis.engine.random import philox
from tripolis.engine.steps import copy_record, copy_row
from tripolis.engine.worth import worth

DRAWS = -2
"""What `step` returns where a decision would draw and may not; below it are refusals: DRAWS - reason."""
ACTOR, NOBODY = -1, -2
"""Who looks: whoever is to decide, or nobody."""


def step(S, B, W, action, may_draw, seat, row, mask):
    """Decide (-1: not now), then look. Returns the next actor (-1: over), DRAWS, or DRAWS - reason.

    A decision is made in the last record and kept if it may be. A look writes a seat's features, and a 1 in the mask
    (which comes empty) for every listed action if the seat is to decide. One driver for both, since calling it costs
    more than either.
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


# --------------------------------------------------------------- many matches


class Batch(NamedTuple):
    """The arrays of many matches, a row for each match."""

    keys: Any
    """Seeds of the rows' seeds; one row more, for the seed of a match."""
    begun: Any
    """Matches that the row has begun."""
    features: Any
    masks: Any
    listed: Any
    """The actions in the mask, by number."""
    n_listed: Any
    actors: Any
    rewards: Any
    """The share of the seat that decided last, where the match has ended."""
    ended: Any
    shares: Any
    """What the end is worth to each seat."""
    final_features: Any


def step_many(S, B, W, batch, actions, anew, by_points):
    """One decision in every match, or with `anew` none: all begin. A match that ends is scored and begins again at
    once. The actions are allowed: `first_illegal` has looked."""
    b, w = B[0], W[0]
    w.mute = 1
    for i in range(len(batch.actors)):
        batch.rewards[i] = 0
        batch.ended[i] = False
        if anew:
            batch.begun[i] = 0
            begin(S[i], b, w, batch, i)
        else:
            apply(S[i], b, w, actions[i])
            if S[i].actor < 0:
                end(S, b, w, batch, i, by_points)
                begin(S[i], b, w, batch, i)
        look(S, b, w, batch, i)
    w.mute = 0


def first_illegal(S, B, W, batch, actions):
    """The first match whose action is not allowed, or -1. What is in the mask is legal."""
    b, w = B[0], W[0]
    for i in range(len(batch.actors)):
        action, mask = actions[i], batch.masks[i]
        if action < 0 or action >= len(mask) or (mask[action] == 0 and refuse(S[i], b, w, action) != 0):
            return i
    return -1


def begin(s, b, w, batch, i):
    """The n-th match of a row has the seed Philox(n) under the row's key."""
    n = len(batch.actors)
    key = batch.keys[i]
    philox(key[0], key[1], batch.begun[i], 0, key[2], key[3], batch.keys[n])
    batch.begun[i] += 1
    set_up(s, b, w, batch.keys[n])


def end(S, b, w, batch, i, by_points):
    """The features of the seat that decided last, and what the end is worth to each seat."""
    n, seats = len(batch.actors), len(batch.shares[i])
    batch.ended[i] = True
    copy_record(S, n, i)
    observe(S[n], b, batch.actors[i])
    features(S[n], b, batch.actors[i], batch.final_features[i])
    rank(S[i], b, w)
    for seat in range(seats):
        batch.shares[i][seat] = w.total[seat] if by_points else worth(w.place, seats, seat)
    batch.rewards[i] = batch.shares[i][batch.actors[i]]


def look(S, b, w, batch, i):
    """Features and listed actions of the seat to decide. Of a mask only what was set is cleared."""
    n = len(batch.actors)
    copy_record(S, n, i)
    seat = S[n].actor + 0
    observe(S[n], b, seat)
    features(S[n], b, seat, batch.features[i])
    mask, listed = batch.masks[i], batch.listed[i]
    for k in range(batch.n_listed[i]):
        mask[listed[k]] = 0
    batch.n_listed[i] = legal_actions(S[n], b, w)
    for k in range(batch.n_listed[i]):
        listed[k] = w.actions[k]
        mask[listed[k]] = 1
    batch.actors[i] = seat


# ------------------------------------------------------------ states as values


def begin_states(S, B, W, keys):
    """A new match for every key."""
    w = W[0]
    w.mute = 1
    for i in range(len(keys)):
        set_up(S[i], B[0], w, keys[i])
    w.mute = 0


def step_states(S, B, W, actions, keys, most):
    """An action in every match that is not over, with chance from its key if there are any. Returns the first match
    whose action is not allowed, or -1."""
    b, w = B[0], W[0]
    for i in range(len(actions)):
        if S[i].actor >= 0:
            if actions[i] < 0 or actions[i] >= most or refuse(S[i], b, w, actions[i]) != 0:
                return i
    w.mute = 1
    for i in range(len(actions)):
        if S[i].actor >= 0:
            if len(keys) > 0:
                copy_row(S[i].seed, keys[i])
            apply(S[i], b, w, actions[i])
    w.mute = 0
    return -1


def look_at_states(S, B, W, rows, masks, actors):
    """Features and listed actions of the seats to decide."""
    b, w, last = B[0], W[0], len(S) - 1
    for i in range(len(actors)):
        copy_record(S, last, i)
        seat = S[last].actor + 0
        actors[i] = seat
        if seat >= 0:
            observe(S[last], b, seat)
            features(S[last], b, seat, rows[i])
            for k in range(legal_actions(S[last], b, w)):
                masks[i][w.actions[k]] = 1


def worth_of_states(S, B, W, shares):
    """What ends are worth to every seat."""
    b, w = B[0], W[0]
    for i in range(len(shares)):
        if S[i].actor < 0:
            rank(S[i], b, w)
            for seat in range(len(shares[i])):
                shares[i][seat] = worth(w.place, len(shares[i]), seat)


def imagine_states(S, B, W, keys):
    """In place of every state that is not over, a world that fits what its seat to decide has seen and heard."""
    b, w = B[0], W[0]
    w.mute = 1
    for i in range(len(keys)):
        seat = S[i].actor + 0
        if seat >= 0:
            observe(S[i], b, seat)
            imagine(S[i], b, w, seat, keys[i])
    w.mute = 0
