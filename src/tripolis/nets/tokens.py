"""Actions as a few tokens each, from their declaration: what a net knows about one action helps it with its like.

The action `lay slot 3 number 2` has the tokens "lay", "lay slot 3", "lay number 2" and "lay slot 3 number 2". So
U-Build's 35,251 actions need some 3,000 rows of weights, and an amount is two digits instead of a row of its own.
"""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import Any

import numpy as np

from tripolis.engine.actions import Actions, Verb

DIGIT = 100
"""An axis with more numbers than twice this becomes two digits of this base."""
MOST_PAIRS = 1024
"""Two axes of a verb get tokens together if there are at most so many pairs."""


def token_table(actions: Actions) -> tuple[Any, int]:
    """The tokens of each action, a row each, filled up with 0, which stands for none; and how many tokens there are."""
    kinds = {verb: axes_of(verb) for verb in actions.verbs.values()}
    table = np.zeros((actions.count, max(map(len, kinds.values()))), np.int32)
    count = 1
    for verb, axes in kinds.items():
        for column, (at, size) in enumerate(axes):
            table[verb.first : verb.stop, column] = count + at
            count += size
    return table, count


def axes_of(verb: Verb) -> list[tuple[Any, int]]:
    """For each kind of token of a verb: which of them each action has, and how many there are."""
    numbers = np.arange(verb.count)
    sizes = [len(axis) for axis in verb.axes.values()]
    axes = []
    for i, size in enumerate(sizes):
        at = numbers // prod(sizes[i + 1 :]) % size
        if size > 2 * DIGIT:
            axes += [(at // DIGIT, -(-size // DIGIT)), (at % DIGIT, DIGIT)]
        else:
            axes.append((at, size))
    pairs = [(a * n + b, m * n) for (a, m), (b, n) in combinations(axes, 2) if m * n <= MOST_PAIRS]
    return [(np.zeros(verb.count, int), 1), *axes, *pairs]
