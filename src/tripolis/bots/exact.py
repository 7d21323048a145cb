# mypy: ignore-errors
# ruff: noqa: F821
"""The end of a match, searched to the last decision: where no chance and no secret can come up any more.

Every seat makes its own outcome as high as it can (max^n). With two seats, outcomes sum to 1, so that what cannot
matter is left out (alpha-beta). If something is drawn or revealed on the way, or the budget is spent, nothing is known.
"""

from functools import cache

from tripolis.engine.record import Layout, public, rule
from tripolis.engine.steps import copy_record, wide

from .search import set_outcomes

DEEPEST = 48
"""Decisions of the longest end."""
UNKNOWN = -1


@cache
def level_layout(seats, actions):
    """A position on the path: its legal actions, the next one, and the best outcome so far."""
    return Layout(
        "level",
        (
            *(public("actions", "i4", actions), public("n", "i8"), public("next", "i8"), public("best", "i8")),
            *(public("outcome", "f8", seats), public("sure", "f8", seats)),
        ),
    )


def solve_end(S, B, W, Q, levels, budget):
    """The best action in S[0], or UNKNOWN. S has a record for each level; `Q[0].outcome` is what it leads to."""
    b, w, q = B[0], W[0], Q[0]
    w.mute = 1
    for i in range(q.players):
        levels[0].sure[i] = 0.0
    open_level(S, b, w, q, levels, 0)
    depth = 0
    while depth >= 0:
        level = levels[depth]
        actor = wide(S[depth].actor)
        if level.next == level.n or (q.players == 2 and level.outcome[actor] >= 1.0 - level.sure[1 - actor]):
            depth -= 1
            if depth >= 0:
                take_over(levels[depth], level.outcome, wide(S[depth].actor), q.players)
            continue
        if budget == 0 or depth + 1 == len(levels):
            w.mute = 0
            return UNKNOWN
        budget -= 1
        copy_record(S, depth + 1, depth)
        apply(S[depth + 1], b, w, level.actions[level.next])
        level.next += 1
        if w.chance_block > 0 or w.revealed != 0:
            w.mute = 0
            return UNKNOWN
        if S[depth + 1].actor < 0:
            rank(S[depth + 1], b, w)
            for i in range(q.players):
                q.points[i] = q.unit * w.total[i]
            set_outcomes(w, q, True)
            take_over(level, q.outcome, actor, q.players)
        else:
            for i in range(q.players):
                levels[depth + 1].sure[i] = level.sure[i]
            levels[depth + 1].sure[actor] = max(level.sure[actor], level.outcome[actor])
            depth += 1
            open_level(S, b, w, q, levels, depth)
    w.mute = 0
    for i in range(q.players):
        q.outcome[i] = levels[0].outcome[i]
    return levels[0].best


def open_level(S, b, w, q, levels, depth):
    """List the actions of a position; nothing is known of it yet."""
    level = levels[depth]
    level.n = legal_actions(S[depth], b, w)
    level.next = 0
    level.best = UNKNOWN
    for i in range(level.n):
        level.actions[i] = w.actions[i]
    for i in range(q.players):
        level.outcome[i] = -1.0


@rule
def take_over(level, outcome, actor, players):
    """Keep the outcome of the last action that was tried, if it is better for the actor."""
    if outcome[actor] > level.outcome[actor]:
        level.best = wide(level.actions[level.next - 1])
        for i in range(players):
            level.outcome[i] = outcome[i]
