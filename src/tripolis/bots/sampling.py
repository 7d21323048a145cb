"""A player who overlooks moves: considers a random sample of them, and takes the one that promises most."""

from __future__ import annotations

import random

import numpy as np

from tripolis.engine.position import Position

from .mcts import weighing
from .search import call_weigh


def glance(seen: Position, n: int) -> list[int]:
    """What each of the n listed actions promises at a glance."""
    game = seen.game
    weight = np.zeros(n, np.int64)
    game.bind(call_weigh, **weighing(game))(seen.records, game.box, game.work, n, weight)
    return [int(number) for number in weight]


class SamplingBot:
    """Plays like a beginner: notices each move with the probability `share`, and does not look ahead."""

    def __init__(self, name: str, share: float) -> None:
        self.name = name
        self.share = share

    def choose(self, seen: Position, seed: int) -> int:
        """The most promising of the moves that are noticed."""
        rng = random.Random(seed)
        legal = seen.legal_numbers()
        if len(legal) == 1:
            return legal[0]
        weight = glance(seen, len(legal))
        noticed = [i for i in range(len(legal)) if rng.random() < self.share] or [rng.randrange(len(legal))]
        best = max(weight[i] for i in noticed)
        return legal[rng.choice([i for i in noticed if weight[i] == best])]
