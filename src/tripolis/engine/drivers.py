"""Drivers: written once for all games, bound to each game's own rules by `engine.record.bind`.

The names `set_up`, `legal_actions`, `refuse`, `apply`, `observe`, `imagine`, `score`, `rank`, `value`, `choose` and
`features` mean the game's functions. Records come in arrays of length one: a call from Python with an array costs a
tenth of one with a record.
"""

from .random import begin_chance, below, philox
from .record import WHOLE, rule
from .steps import copy_record, copy_row

# ------------------------------------------------- what a game may leave to the engine


def list_allowed(s, b, w):
    """Every action that is not refused."""
    n = 0
    for action in range(len(w.actions)):
        if refuse(s, b, w, action) == 0:
            w.actions[n] = action
            n += 1
    return n


def rank_by_points(s, b, w):
    """Most points, then more of what breaks ties, in its order; whoever is still equal shares a place."""
    for p in range(b.players):
        w.total[p] = score(s, b, w, p)
        copy_row(w.tiebreak[p], w.ties)
    for p in range(b.players):
        w.place[p] = 1
        for q in range(b.players):
            if is_ahead(w, q, p):
                w.place[p] += 1


@rule
def is_ahead(w, one, other):
    """Has one seat more points than another, or as many and more of what breaks the tie?"""
    if w.total[one] != w.total[other]:
        return w.total[one] > w.total[other]
    for k in range(len(w.ties)):
        if w.tiebreak[one][k] != w.tiebreak[other][k]:
            return w.tiebreak[one][k] > w.tiebreak[other][k]
    return False


def choose_first(s, b, w):
    """The first legal action."""
    legal_actions(s, b, w)
    return w.actions[0]


def describe_nothing(s, b, seat, out):
    """No features."""


# ------------------------------------------------------------------- the drivers


@rule
def check_seat(b, seat, least):
    """A seat that does not exist would read foreign memory; `least` is -1 where the public may look on."""
    if seat < least or seat >= b.players:
        raise ValueError("there is no such seat")


def call_set_up(S, B, W, seed):
    """Start a match."""
    set_up(S[0], B[0], W[0], seed)


def call_legal_actions(S, B, W):
    """List the legal actions."""
    return legal_actions(S[0], B[0], W[0])


def call_refuse(S, B, W, action):
    """Why not this action?"""
    return refuse(S[0], B[0], W[0], action)


def call_apply(S, B, W, action):
    """Make one decision."""
    apply(S[0], B[0], W[0], action)


STEP = 4
"""Numbers that `call_step` leaves before the list of legal actions."""
OBSERVED = -1
"""What `call_step` says of a move in an observation."""


def call_step(S, B, W, action, out):
    """Make one decision if it is allowed, and list what can be decided then; returns why not, or 0.

    `out` gets the next actor, the number of legal actions and of events, whether something hidden became known, and
    then the legal actions.
    """
    s, b, w = S[0], B[0], W[0]
    if s.observer != WHOLE:
        return OBSERVED
    code = refuse(s, b, w, action)
    if code == 0:
        apply(s, b, w, action)
        out[0] = s.actor
        out[2] = w.n_events
        out[3] = w.revealed
        n = legal_actions(s, b, w)
        out[1] = n
        for i in range(n):
            out[STEP + i] = w.actions[i]
    return code


def call_observe(S, B, seat):
    """Blank what the seat may not know."""
    check_seat(B[0], seat, -1)
    observe(S[0], B[0], seat)


def call_imagine(S, B, W, seat, seed):
    """Fill in a world that fits what the seat has seen."""
    check_seat(B[0], seat, -1)
    imagine(S[0], B[0], W[0], seat, seed)


def call_score(S, B, W, seat):
    """Make a seat's account."""
    check_seat(B[0], seat, 0)
    return score(S[0], B[0], W[0], seat)


def call_rank(S, B, W):
    """Find every seat's place."""
    rank(S[0], B[0], W[0])


def playouts(S, B, W, R, games, seats, totals, counts):
    """Whole matches of random decisions, events muted, every seat scored at the end.

    Match `i` has the seed Philox(i) under the key of the stream `R`, which also makes the decisions. `totals` sums
    the points of each seat, `counts` the decisions, legal actions, and decisions with one legal action.
    """
    s, b, w, r = S[0], B[0], W[0], R[0]
    w.mute = 1
    decisions = listed = forced = 0
    for i in range(games):
        philox(r.seed[0], r.seed[1], i, 0, r.seed[2], r.seed[3], r.chance)
        set_up(s, b, w, r.chance)
        r.ply = i
        begin_chance(r)
        r.chance_block = 1
        while s.actor >= 0:
            n = legal_actions(s, b, w)
            decisions += 1
            listed += n
            if n == 1:
                forced += 1
            apply(s, b, w, w.actions[below(r, r, n)])
        for seat in range(seats):
            totals[seat] += score(s, b, w, seat)
    counts[0] += decisions
    counts[1] += listed
    counts[2] += forced
    w.mute = 0


def copies(S, n):
    """Copy one record n times."""
    for i in range(n):
        copy_record(S, 1 - (i & 1), i & 1)


def repeat_apply(S, B, W, actions, seed):
    """Play the same match again and again: what `apply` alone costs."""
    s, b, w = S[0], B[0], W[0]
    w.mute = 1
    set_up(s, b, w, seed)
    for i in range(len(actions)):
        apply(s, b, w, actions[i])
    w.mute = 0


def repeat_legal(S, B, W, n):
    """What `legal_actions` alone costs."""
    total = 0
    for _ in range(n):
        total += legal_actions(S[0], B[0], W[0])
    return total


def call_choose(S, B, W):
    """A quick sensible action."""
    return choose(S[0], B[0], W[0])


def call_features(S, B, seat, out):
    """Describe an observation in numbers."""
    check_seat(B[0], seat, 0)
    features(S[0], B[0], seat, out)


def call_value(S, B, W, seat):
    """How well a seat stands."""
    check_seat(B[0], seat, 0)
    return value(S[0], B[0], W[0], seat)


def advised_match(S, B, W, seed):
    """A whole match of the game's own quick choices, events muted; returns the decisions made."""
    s, b, w = S[0], B[0], W[0]
    w.mute = 1
    set_up(s, b, w, seed)
    n = 0
    while s.actor >= 0:
        apply(s, b, w, choose(s, b, w))
        n += 1
    w.mute = 0
    return n


def count_paths(S, B, W, depth, next_actions, n_actions):
    """How many sequences of `depth` decisions lead on from S[0] (chance fixed by the seed); S has depth + 1 records."""
    b, w = B[0], W[0]
    w.mute = 1
    total = 0
    level = 0
    n_actions[0] = legal_actions(S[0], b, w)
    for i in range(n_actions[0]):
        next_actions[0][i] = w.actions[i]
    while level >= 0:
        if level == depth - 1:
            total += n_actions[level]
            n_actions[level] = 0
        if n_actions[level] == 0:
            level -= 1
            continue
        n_actions[level] -= 1
        copy_record(S, level + 1, level)
        apply(S[level + 1], b, w, next_actions[level][n_actions[level]])
        level += 1
        n_actions[level] = legal_actions(S[level], b, w)
        for i in range(n_actions[level]):
            next_actions[level][i] = w.actions[i]
    w.mute = 0
    return total
