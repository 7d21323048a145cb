"""Counting paths: how many sequences of decisions there are, under each first move, so that two engines can be told
apart.

`python -m tripolis.engine.perft quadropolis 7 3 mode=expert players=2` prints the counts to depth 3 of the match
with seed 7.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from .game import Game, game
from .position import Position
from .record import PLAIN


def count(position: Position, depth: int) -> int:
    """How many sequences of `depth` decisions lead on from here."""
    if depth == 0:
        return 1
    rules = position.game
    data = rules.state.to_bytes(position.records) * (depth + 1)
    records = rules.state.from_bytes(data)
    width = len(rules.work[0].actions)
    actions: Any = np.zeros((depth + 1, width), np.int64)
    left: Any = np.zeros(depth + 1, np.int64)
    if PLAIN:
        actions, left = actions.tolist(), left.tolist()
    return int(rules.call("count_paths")(records, rules.box, rules.work, depth, actions, left))


def divide(position: Position, depth: int) -> dict[str, int]:
    """The count under each first move."""
    counts = {}
    for move in position.legal():
        after = position.copy()
        after.play(move)
        counts[move.text] = count(after, depth - 1)
    return counts


def differences(game: Game, seed: int, moves: str, expected: dict[str, int], depth: int) -> list[str]:
    """Where the counts differ from those expected, in words; empty where they agree."""
    match = game.new(seed)
    match.play(*moves.split())
    counts = divide(match.position, depth)
    words = []
    for text in sorted({*counts, *expected}):
        if counts.get(text) != expected.get(text):
            words.append(f"{text}: {counts.get(text, 'not legal')}, expected {expected.get(text, 'not legal')}")
    return words


if __name__ == "__main__":
    name, first_seed, depth, *options = sys.argv[1:]
    settings: Any = dict(option.split("=", 1) for option in options)
    chosen = game(name, **settings)
    for text, paths in divide(chosen.new(int(first_seed)).position, int(depth)).items():
        print(f"{text}: {paths}")
