# mypy: ignore-errors
# ruff: noqa: F821
"""Compiled drivers of training: one decision in each of many matches, with forced moves made on the way.

As in `engine.drivers`, the names of rules mean the game's own. The last record is where observations are made, so that
features and listed actions only ever come from what a seat may know.
"""

from typing import Any, NamedTuple

from tripolis.engine.random import philox
from tripolis.engine.steps import copy_record


class Batch(NamedTuple):
    """The arrays of many matches, a row for each."""

    keys: Any
    """Seeds of the rows' seeds; one row more, for the seed of a match."""
    begun: Any
    """Matches that the row has begun."""
    features: Any
    listed: Any
    """The legal actions, by number; the first ones if there are too many."""
    n_listed: Any
    actors: Any
    ended: Any
    """Has a match ended since the last decision?"""
    points: Any
    places: Any
    """Of the match that has ended, for each seat."""


def advance(S, B, W, batch, choices, anew):
    """Make the decision of every match, or with `anew` begin all; then go on to the next that has a choice."""
    b, w, last = B[0], W[0], len(S) - 1
    w.mute = 1
    for i in range(len(batch.actors)):
        batch.ended[i] = False
        if anew:
            batch.begun[i] = 0
            begin(S[i], b, w, batch, i)
        else:
            apply(S[i], b, w, choices[i])
        n = 1
        while n == 1:
            if S[i].actor < 0:
                end(S[i], b, w, batch, i)
                begin(S[i], b, w, batch, i)
            copy_record(S, last, i)
            seat = S[last].actor + 0
            observe(S[last], b, seat)
            n = legal_actions(S[last], b, w)
            if n == 1:
                apply(S[i], b, w, w.actions[0])
        batch.actors[i] = seat
        n = min(n, len(batch.listed[i]))
        batch.n_listed[i] = n
        for k in range(n):
            batch.listed[i][k] = w.actions[k]
        features(S[last], b, seat, batch.features[i])
    w.mute = 0


def begin(s, b, w, batch, i):
    """The n-th match of a row has the seed Philox(n) under the row's key."""
    n = len(batch.actors)
    key = batch.keys[i]
    philox(key[0], key[1], batch.begun[i], 0, key[2], key[3], batch.keys[n])
    batch.begun[i] += 1
    set_up(s, b, w, batch.keys[n])


def end(s, b, w, batch, i):
    """Points and places."""
    batch.ended[i] = True
    rank(s, b, w)
    for seat in range(b.players):
        batch.points[i][seat] = w.total[seat]
        batch.places[i][seat] = w.place[seat]


def quick_choices(S, B, W, batch, wanted, choices):
    """The game's own quick choice, where it is wanted, as its place in `listed`; -1 if it is not listed."""
    b, w, last = B[0], W[0], len(S) - 1
    w.mute = 1
    for i in range(len(batch.actors)):
        if wanted[i]:
            copy_record(S, last, i)
            observe(S[last], b, batch.actors[i])
            action = choose(S[last], b, w)
            choices[i] = -1
            for k in range(batch.n_listed[i]):
                if batch.listed[i][k] == action:
                    choices[i] = k
    w.mute = 0
