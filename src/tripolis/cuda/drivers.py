"""Drivers of batches: whole games one after another on the CPU, one thread a game on a GPU, from the same source.

As in `engine.drivers`, the names of rules mean one game's functions; `start`, `decide`, `begin_game`, `go_on`, `end_game`, `play`, `once` and
`clear` mean those below, or the rule, that a batch was put together from. STATE, WORK and STREAM are the records' dtypes there, and the names in `..._WORDS` their sizes in words of 8 bytes: a
thread keeps its records in rows of such words, wherever these lie.
"""

# Compiled code: the names of rules are put in when a driver is bound to a game, and s, b, w have no types.
# ruff: noqa: F821
# mypy: ignore-errors

from ..engine.random import begin_chance, below, philox
from ..engine.steps import copy_row

ENDLESS = 1 << 30
"""More decisions than any game has."""


def start_fresh(s, b, w, r, state, positions, per, imagined, i):
    """A match of its own, with the seed Philox(i) under the batch's key."""
    philox(r.seed[0], r.seed[1], i, 0, r.seed[2], r.seed[3], r.chance)
    set_up(s, b, w, r.chance)


def start_given(s, b, w, r, state, positions, per, imagined, i):
    """Position number i // per: as it is, or in a world that fits what the seat to move has seen, with the seed Philox(i)."""
    copy_row(state, positions[i // per])
    if imagined and s.actor >= 0:
        seat = s.actor + 0
        philox(r.seed[0], r.seed[1], i, 0, r.seed[2], r.seed[3], r.chance)
        observe(s, b, seat)
        imagine(s, b, w, seat, r.chance)


def decide_at_random(s, b, w, r):
    """Any legal action, all of them alike."""
    n = legal_actions(s, b, w)
    return w.actions[below(r, r, n)]


def decide_as_advised(s, b, w, r):
    """The game's own quick choice."""
    return choose(s, b, w)


def begin_game(s, b, w, r, state, positions, per, imagined, i):
    """Game i of a batch before its first decision; `state` is the record s as words."""
    w.mute = 1
    start(s, b, w, r, state, positions, per, imagined, i)
    r.ply = i
    begin_chance(r)
    r.chance_block = 1  # block 0 made the seed


def go_on(s, b, w, r, most):
    """So many decisions at most; how many it were."""
    n = 0
    while s.actor >= 0 and n < most:
        apply(s, b, w, decide(s, b, w, r))
        n += 1
    return n


def end_game(s, b, w, state, i, n, points, places, decisions, finals):
    """The row of results of game i, over after n decisions."""
    decisions[i] = n
    rank(s, b, w)
    for seat in range(b.players):
        points[i][seat] = w.total[seat]
        places[i][seat] = w.place[seat]
    if finals.shape[0]:
        copy_row(finals[i], state)


def on_cpu(S, state, B, W, R, first, last, positions, per, imagined, points, places, decisions, finals):
    """Games first..last-1, one after another."""
    s, b, w, r = S[0], B[0], W[0], R[0]
    for i in range(first, last):
        begin_game(s, b, w, r, state, positions, per, imagined, i)
        n = go_on(s, b, w, r, ENDLESS)
        end_game(s, b, w, state, i, n, points, places, decisions, finals)


def play_burst(s, b, w, r, state, burst, i, n, positions, per, imagined, points, places, decisions, finals):
    """A thread's game i, n decisions old (-1: not begun), for at most `burst` decisions; how old it is then, or -1 if it is over.

    The 32 threads of a warp go step by step together, and whoever is ready waits. With bursts nobody waits for the longest game: after
    each, those whose games are over account for them together and take their next ones.
    """
    if n < 0:
        begin_game(s, b, w, r, state, positions, per, imagined, i)
        n = 0
    n += go_on(s, b, w, r, burst)
    if s.actor >= 0:
        return n
    end_game(s, b, w, state, i, n, points, places, decisions, finals)
    return -1


def on_gpu_local(B, key, games, burst, queue, positions, per, imagined, points, places, decisions, finals):
    """A thread's records lie in local memory, which the hardware interleaves."""
    state = cuda.local.array(STATE_WORDS, int64)
    work = cuda.local.array(WORK_WORDS, int64)
    stream = cuda.local.array(STREAM_WORDS, int64)
    clear(state, work, stream)
    b, s, w, r = B[0], state.view(STATE)[0], work.view(WORK)[0], stream.view(STREAM)[0]
    copy_row(r.seed, key)
    i, n = cuda.grid(1), -1
    while i < games:
        n = play(s, b, w, r, state, burst, i, n, positions, per, imagined, points, places, decisions, finals)
        if n < 0:
            i = cuda.atomic.add(queue, 0, 1)


def on_gpu_global(
    B, key, games, burst, queue, positions, per, imagined, points, places, decisions, finals, states, works, streams
):
    """A thread's records lie in rows of global memory."""
    thread = cuda.grid(1)
    state, work, stream = states[thread], works[thread], streams[thread]
    clear(state, work, stream)
    b, s, w, r = B[0], state.view(STATE)[0], work.view(WORK)[0], stream.view(STREAM)[0]
    copy_row(r.seed, key)
    i, n = cuda.grid(1), -1
    while i < games:
        n = play(s, b, w, r, state, burst, i, n, positions, per, imagined, points, places, decisions, finals)
        if n < 0:
            i = cuda.atomic.add(queue, 0, 1)


def twice_legal_actions(s, b, w):
    """Twice the work with the same result: what it takes longer is what `legal_actions` costs. So with those below."""
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


def clear_rows(state, work, stream):
    """New records are all zero."""
    for i in range(len(state)):
        state[i] = 0
    for i in range(len(work)):
        work[i] = 0
    for i in range(len(stream)):
        stream[i] = 0
