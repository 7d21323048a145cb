"""Cities for benchmarks: every cell built, kinds as frequent as in the box, half of them short of residents or energy."""

from __future__ import annotations

import random
from typing import Any

from tripolis.engine.game import Game

from .scoring import NEEDS_ENERGY, NEEDS_RESIDENT
from .state import CELLS, SPACES, Kind


def hard_positions(game: Game, rng: random.Random, n: int) -> list[Any]:
    """Positions in which seat 0 has such a city."""
    b = game.box[0]
    tiles = range(SPACES * int(b.rounds))
    found = []
    for _ in range(n):
        records = game.state.make()
        s = records[0]
        residents = energy = 0
        for cell in range(CELLS):
            if not int(b.cells) >> cell & 1:
                continue
            tile = rng.choice(tiles)
            kind = Kind(int(b.kind[tile]))
            s.kind[0][cell] = int(kind)
            s.level[0][cell] = rng.randint(1, int(b.levels)) if kind in (Kind.TOWER, Kind.OFFICE) else 1
            s.vp[0][cell] = int(b.vp[tile])
            residents += int(NEEDS_RESIDENT[kind]) + (int(b.customers) if kind == Kind.SHOP else 0)
            energy += int(NEEDS_ENERGY[kind])
        short = rng.random() < 0.5
        s.residents[0] = rng.randint(0, residents) if short else residents + rng.randint(0, 3)
        s.energy[0] = rng.randint(0, energy) if short else energy + rng.randint(0, 3)
        found.append(records)
    return found
