"""A player who overlooks moves: considers a random sample of them, and takes the one that promises most."""

from __future__ import annotations

import random

import numpy as np

from tripolis.engine.position import Position

from .mcts import weighing
from .search import call_weigh


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
        game = seen.game
        weight = np.zeros(len(game.work[0].actions), np.int64)
        game.bind(call_weigh, **weighing(game))(seen.records, game.box, game.work, len(legal), weight)
        noticed = [i for i in range(len(legal)) if rng.random() < self.share] or [rng.randrange(len(legal))]
        best = max(weight[i] for i in noticed)
        return legal[rng.choice([i for i in noticed if weight[i] == best])]
