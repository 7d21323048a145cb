"""Boards for benchmarks: thirteen buildings that crowd together, and an area goal of which many groups are possible."""

from __future__ import annotations

import random
from typing import Any

from tripolis.engine.game import Game
from tripolis.engine.record import WHOLE

from .box import fields_in
from .state import FIELDS, NUMBERS


def hard_positions(game: Game, rng: random.Random, n: int) -> list[Any]:
    """Positions in which seat 0 has such a board."""
    b = game.plain_box
    found = []
    for _ in range(n):
        own = 1 << rng.randrange(FIELDS)
        while own.bit_count() < NUMBERS:
            around = 0
            for field in fields_in(own):
                around |= int(b.neighbours[field])
            own |= 1 << rng.choice(fields_in(around & ~own))
        records = game.state.make()
        s = records[0]
        s.observer = WHOLE
        s.own[0] = own
        s.goal[0][0] = b.card[rng.randrange(int(b.n_cards))]
        found.append(records)
    return found
