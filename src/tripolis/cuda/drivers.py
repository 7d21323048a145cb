"""Drivers of batches: whole games one after another on the CPU, one thread a game on a GPU, from the same source.

As in `engine.drivers`, the names of rules mean one game's functions. `start` and `decide` mean functions below that a
batch's plan chooses. STATE, WORK and STREAM are the records' dtypes, and the names in `..._WORDS` their sizes in words
of 8 bytes: a thread keeps its records in rows of such words.
"""

# Compiled code: the names of rules are put in when a driver is bound to a game, and s, b, w have no types.
# ruff: noqa: F821
# mypy: ignore-errors

from typing import Any, NamedTuple

from ..engine.random import begin_chance, below, philox
from ..engine.steps import copy_row

ENDLESS = 1 << 30
"""More decisions than any game has."""


class Origin(NamedTuple):
    """Where the games of a batch start."""

    positions: Any
    """Rows of words; none if all games start afresh."""
    per: Any
    """Games from each position."""
    imagined: Any
    """Is every game played in a world of its own that fits what the seat to move has seen?"""


class Results(NamedTuple):
    """The results of a batch, a row for each game."""

    points: Any
    places: Any
    decisions: Any
    finals: Any
    """The last positions as rows of words, or no rows."""


class Memory(NamedTuple):
    """Rows of global memory for the records of every thread."""

    states: Any
    works: Any
    streams: Any


def start_fresh(s, b, w, r, state, origin, i):
    """A match of its own, with the seed Philox(i) under the batch's key."""
    philox(r.seed[0], r.seed[1], i, 0, r.seed[2], r.seed[3], r.chance)
    set_up(s, b, w, r.chance)


def start_given(s, b, w, r, state, origin, i):
    """Position number i // per: as it is, or imagined with the seed Philox(i)."""
    copy_row(state, origin.positions[i // origin.per])
    if origin.imagined and s.actor >= 0:
        seat = s.actor + 0
        philox(r.seed[0], r.seed[1], i, 0, r.seed[2], r.seed[3], r.chance)
        observe(s, b, seat)
        imagine(s, b, w, seat, r.chance)


def decide_at_random(s, b, w, r):
    """Any legal action, all equally likely."""
    n = legal_actions(s, b, w)
    return w.actions[below(r, r, n)]


def decide_as_advised(s, b, w, r):
    """The game's own quick choice."""
    return choose(s, b, w)


def begin_game(s, b, w, r, state, origin, i):
    """Game i of a batch before its first decision; `state` is the record s as words."""
    w.mute = 1
    start(s, b, w, r, state, origin, i)
    r.ply = i
    begin_chance(r)
    r.chance_block = 1  # block 0 made the seed


def go_on(s, b, w, r, limit):
    """Play on for at most `limit` decisions; returns how many there were."""
    n = 0
    while s.actor >= 0 and n < limit:
        apply(s, b, w, decide(s, b, w, r))
        n += 1
    return n


def end_game(s, b, w, state, i, n, results):
    """The row of results of game i, over after n decisions."""
    results.decisions[i] = n
    rank(s, b, w)
    for seat in range(b.players):
        results.points[i][seat] = w.total[seat]
        results.places[i][seat] = w.place[seat]
    if results.finals.shape[0]:
        copy_row(results.finals[i], state)


def on_cpu(S, state, B, W, R, first, last, origin, results):
    """Games first..last-1, one after another."""
    s, b, w, r = S[0], B[0], W[0], R[0]
    for i in range(first, last):
        begin_game(s, b, w, r, state, origin, i)
        n = go_on(s, b, w, r, ENDLESS)
        end_game(s, b, w, state, i, n, results)


def play_burst(s, b, w, r, state, burst, i, n, origin, results):
    """At most `burst` decisions of game i, which is n decisions old (-1: not begun); returns its new age, -1 if it is
    over.

    The 32 threads of a warp go step by step together, and those that are done wait. With bursts none waits for the
    longest game: after each, the threads whose games are over write their results together and take their next games.
    """
    if n < 0:
        begin_game(s, b, w, r, state, origin, i)
        n = 0
    n += go_on(s, b, w, r, burst)
    if s.actor >= 0:
        return n
    end_game(s, b, w, state, i, n, results)
    return -1


def play_games(B, key, games, burst, queue, origin, results, state, work, stream):
    """The games of one thread: its own number first, then the next of the queue. Its records are rows of words."""
    clear(state)
    clear(work)
    clear(stream)
    b, s, w, r = B[0], state.view(STATE)[0], work.view(WORK)[0], stream.view(STREAM)[0]
    copy_row(r.seed, key)
    i, n = cuda.grid(1), -1
    while i < games:
        n = play_burst(s, b, w, r, state, burst, i, n, origin, results)
        if n < 0:
            i = cuda.atomic.add(queue, 0, 1)


def on_gpu_local(B, key, games, burst, queue, origin, results):
    """A thread's records lie in local memory, which the hardware interleaves."""
    state = cuda.local.array(STATE_WORDS, int64)
    work = cuda.local.array(WORK_WORDS, int64)
    stream = cuda.local.array(STREAM_WORDS, int64)
    play_games(B, key, games, burst, queue, origin, results, state, work, stream)


def on_gpu_global(B, key, games, burst, queue, origin, results, memory):
    """A thread's records lie in rows of global memory."""
    thread = cuda.grid(1)
    state, work, stream = memory.states[thread], memory.works[thread], memory.streams[thread]
    play_games(B, key, games, burst, queue, origin, results, state, work, stream)


def clear(row):
    """New records are all zero."""
    for i in range(len(row)):
        row[i] = 0


def twice_legal_actions(s, b, w):
    """Twice the work with the same result: the extra time is what `legal_actions` costs. Likewise those below."""
    once(s, b, w)
    return once(s, b, w)


def twice_rank(s, b, w):
    """See above."""
    once(s, b, w)
    once(s, b, w)


def twice_set_up(s, b, w, seed):
    """See above."""
    once(s, b, w, seed)
    once(s, b, w, seed)
