# mypy: ignore-errors
# ruff: noqa: F821
"""Compiled drivers: how matches end after each of two actions, in the same imagined worlds. Names of rules mean the
game's own."""

from tripolis.engine.random import begin_chance, below, philox
from tripolis.engine.record import rule
from tripolis.engine.steps import copy_record, wide
from tripolis.nets.forward import forward, set_shares

SEEN, WORLD, LOOK = 0, 1, 2
FINE = 12
"""Shares are drawn without their lowest bits: their sum has to be below 2**32."""


def ends_by_choice(S, B, W, R, seat, actions, ends, random):
    """Play each world to the end by quick choices and, `random` times in 256, by any action; `ends[world][k][p]` gets
    the account of seat p after action k."""
    s, b, w = S[WORLD], B[0], W[0]
    w.mute = 1
    for i in range(len(ends)):
        for k in range(len(actions)):
            begin_again(S, R[0], i)
            imagine(s, b, w, seat, R[0].chance)
            apply(s, b, w, actions[k])
            while s.actor >= 0:
                apply(s, b, w, quick_or_any(s, b, w, R[0], random))
            note_accounts(s, b, w, ends[i][k])
    w.mute = 0


def ends_by_net(S, B, W, R, seat, actions, ends, net, memory):
    """The same, where everybody draws by the shares that a net gives the actions, by what they see."""
    s, b, w = S[WORLD], B[0], W[0]
    w.mute = 1
    for i in range(len(ends)):
        for k in range(len(actions)):
            begin_again(S, R[0], i)
            imagine(s, b, w, seat, R[0].chance)
            apply(s, b, w, actions[k])
            while s.actor >= 0:
                apply(s, b, w, drawn(S, s, b, w, R[0], net, memory))
            note_accounts(s, b, w, ends[i][k])
    w.mute = 0


def quick_or_any(s, b, w, r, random):
    """The quick choice, or any action: matches that always go the same way would tell of chance, not of a move."""
    if random > 0 and below(r, r, 256) < random:
        n = legal_actions(s, b, w)
        return wide(w.actions[below(r, r, n)])
    return wide(choose(s, b, w))


def drawn(S, s, b, w, r, net, memory):
    """An action by the shares that a net gives them."""
    n = legal_actions(s, b, w)
    if n == 1:
        return wide(w.actions[0])
    actor = wide(s.actor)
    copy_record(S, LOOK, WORLD)
    observe(S[LOOK], b, actor)
    features(S[LOOK], b, actor, memory.row)
    forward(net, memory, actor)
    set_shares(net, memory, w.actions, n, 1.0)
    total = 0
    for i in range(n):
        total += memory.shares[i] >> FINE
    left = below(r, r, max(1, total))
    for i in range(n):
        left -= memory.shares[i] >> FINE
        if left < 0:
            return wide(w.actions[i])
    return wide(w.actions[n - 1])


@rule
def begin_again(S, r, i):
    """What the seat sees, to become the world i by the seed in `r.chance`."""
    copy_record(S, WORLD, SEEN)
    philox(r.seed[0], r.seed[1], i, 0, r.seed[2], r.seed[3], r.chance)
    r.ply = i
    begin_chance(r)
    r.chance_block = 1


def note_accounts(s, b, w, row):
    """Every seat's points by category."""
    for p in range(b.players):
        score(s, b, w, p)
        for category in range(len(w.points)):
            row[p][category] = w.points[category]
