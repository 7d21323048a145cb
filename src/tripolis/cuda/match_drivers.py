"""The kernel that plays many matches side by side on a GPU, one decision in each at a time.

As in `drivers.py`, the names of rules mean one game's functions, STATE and WORK are the records' dtypes, and the names
in `..._WORDS` their sizes in words of 8 bytes.
"""

# Compiled code: the names of rules are put in when a driver is bound to a game, and s, b, w have no types.
# ruff: noqa: F821
# mypy: ignore-errors

from typing import Any, NamedTuple

from ..engine.random import philox
from ..engine.steps import copy_row
from ..engine.worth import worth

BEGIN, BY_PLACE, BY_NUMBER = range(3)
"""What a launch does: begin all matches, or play choices by their places in the list or by number."""


class Batch(NamedTuple):
    """The arrays of many matches, a row for each; the last two may have no rows."""

    keys: Any
    """Seeds of the rows' seeds."""
    begun: Any
    """Matches that the row has begun."""
    kinds: Any
    """Which of the boxes the row plays with."""
    states: Any
    """The records as words: a column for each match, so that neighbours read neighbouring words."""
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
    rewards: Any
    """The share of the seat that decided last, where a match has ended."""
    shares: Any
    """What the end is worth to each seat."""
    masks: Any
    """A 1 for every legal action."""
    final_features: Any
    """What the seat that decided last saw at the end."""


def begin_match(s, b, w, batch, i, seed):
    """The n-th match of a row has the seed Philox(n) under the row's key."""
    key = batch.keys[i]
    philox(key[0], key[1], batch.begun[i], 0, key[2], key[3], seed)
    batch.begun[i] += 1
    set_up(s, b, w, seed)


def end_match(s, t, state, seen, b, w, batch, i, by_points):
    """Points, places and what they are worth, and what was seen last."""
    batch.ended[i] = 1
    rank(s, b, w)
    for seat in range(b.players):
        batch.points[i][seat] = w.total[seat]
        batch.places[i][seat] = w.place[seat]
        batch.shares[i][seat] = w.total[seat] if by_points else worth(w.place, b.players, seat)
    batch.rewards[i] = batch.shares[i][batch.actors[i]]
    last_look(s, t, state, seen, b, w, batch, i)


def keep_last_look(s, t, state, seen, b, w, batch, i):
    """What the seat that decided last sees at the end."""
    copy_row(seen, state)
    observe(t, b, batch.actors[i])
    features(t, b, batch.actors[i], batch.final_features[i])


def no_last_look(s, t, state, seen, b, w, batch, i):
    """For learners, who need no more than the result."""


def look(t, b, w, batch, i, n):
    """Features and the n listed actions of the seat to decide. Of a mask only what was set is cleared."""
    listed = batch.listed[i]
    if len(batch.masks):
        mask = batch.masks[i]
        for k in range(batch.n_listed[i]):
            mask[listed[k]] = 0
        for k in range(n):
            mask[w.actions[k]] = 1
    n = min(n, len(listed))
    batch.n_listed[i] = n
    for k in range(n):
        listed[k] = w.actions[k]
    batch.actors[i] = t.observer
    features(t, b, t.observer, batch.features[i])


def advance_match(s, t, state, seen, b, w, batch, i, seed, action, forced, by_points):
    """Make the decision of match i, or begin it (-1); then go on to the next, with `forced` to the next with a choice.

    `state` and `seen` are the records s and t as words; observations are made in the second.
    """
    w.mute = 1
    batch.ended[i] = 0
    batch.rewards[i] = 0
    while True:
        if action >= 0:
            apply(s, b, w, action)
        if action < 0 or s.actor < 0:
            if action >= 0:
                end_match(s, t, state, seen, b, w, batch, i, by_points)
            begin_match(s, b, w, batch, i, seed)
        copy_row(seen, state)
        observe(t, b, t.actor)
        n = legal_actions(t, b, w)
        if n > 1 or not forced:
            break
        action = w.actions[0]
    look(t, b, w, batch, i, n)


def advance_all(B, batch, choices, task, forced, by_points):
    """One thread, one match."""
    i = cuda.grid(1)
    if i >= len(batch.actors):
        return
    state = cuda.local.array(STATE_WORDS, int64)
    seen = cuda.local.array(STATE_WORDS, int64)
    work = cuda.local.array(WORK_WORDS, int64)
    seed = cuda.local.array(4, int64)
    action = -1
    if task == BEGIN:
        batch.begun[i] = 0
    elif task == BY_PLACE:
        action = batch.listed[i][choices[i]]
    else:
        action = choices[i]
    for k in range(STATE_WORDS):
        state[k] = batch.states[k, i] if action >= 0 else 0
    s, t, w = state.view(STATE)[0], seen.view(STATE)[0], work.view(WORK)[0]
    advance_match(s, t, state, seen, B[batch.kinds[i]], w, batch, i, seed, action, forced, by_points)
    for k in range(STATE_WORDS):
        batch.states[k, i] = state[k]


def choose_all(B, batch, wanted, choices):
    """The game's own quick choice where it is wanted, as its place in the list; -1 elsewhere, and if it is not listed.

    The memory of earlier choices starts empty.
    """
    i = cuda.grid(1)
    if i >= len(batch.actors):
        return
    choices[i] = -1
    if not wanted[i]:
        return
    seen = cuda.local.array(STATE_WORDS, int64)
    work = cuda.local.array(WORK_WORDS, int64)
    for k in range(STATE_WORDS):
        seen[k] = batch.states[k, i]
    for k in range(WORK_WORDS):
        work[k] = 0
    t, b, w = seen.view(STATE)[0], B[batch.kinds[i]], work.view(WORK)[0]
    w.mute = 1
    observe(t, b, batch.actors[i])
    action = choose(t, b, w)
    for k in range(batch.n_listed[i]):
        if batch.listed[i][k] == action:
            choices[i] = k


def look_for_illegal(B, batch, choices, illegal):
    """Mark every choice, by number, that is not allowed. What is in the mask is."""
    i = cuda.grid(1)
    if i >= len(batch.actors):
        return
    action = choices[i]
    if 0 <= action < batch.masks.shape[1] and batch.masks[i][action]:
        illegal[i] = 0
        return
    illegal[i] = 1
    if action < 0 or action >= batch.masks.shape[1]:
        return
    state = cuda.local.array(STATE_WORDS, int64)
    work = cuda.local.array(WORK_WORDS, int64)
    for k in range(STATE_WORDS):
        state[k] = batch.states[k, i]
    s, w = state.view(STATE)[0], work.view(WORK)[0]
    if refuse(s, B[batch.kinds[i]], w, action) == 0:
        illegal[i] = 0
