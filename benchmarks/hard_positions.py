"""Positions that are hard to score, and how long their accounts take: python benchmarks/hard_positions.py quadropolis
[--quick].

`tripolis bench` runs this in a checkout.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from tripolis.bench import last_variants, scoring
from tripolis.engine.game import Game, find
from tripolis.engine.record import WHOLE
from tripolis.games.metropolys.box.reader import fields_in
from tripolis.games.metropolys.rules.state import FIELDS
from tripolis.games.metropolys.rules.state import NUMBERS as BUILDINGS
from tripolis.games.quadropolis.rules.points import NEEDS_ENERGY, NEEDS_RESIDENT
from tripolis.games.quadropolis.rules.state import CELLS, SPACES, Kind


def hard_boards(game: Game, rng: random.Random, n: int) -> list[Any]:
    """Metropolys: thirteen buildings of seat 0 that crowd together, and an area goal of which many groups are
    possible."""
    b = game.plain_box
    positions = []
    for _ in range(n):
        own = 1 << rng.randrange(FIELDS)
        while own.bit_count() < BUILDINGS:
            around = 0
            for field in fields_in(own):
                around |= int(b.neighbours[field])
            own |= 1 << rng.choice(fields_in(around & ~own))
        records = game.state.make()
        s = records[0]
        s.observer = WHOLE
        s.own[0] = own
        s.goal[0][0] = b.card[rng.randrange(int(b.n_cards))]
        positions.append(records)
    return positions


def hard_cities(game: Game, rng: random.Random, n: int) -> list[Any]:
    """Quadropolis: seat 0 has built every cell, kinds as frequent as in the box, half of them short of residents or
    energy."""
    b = game.box[0]
    tiles = range(SPACES * int(b.rounds))
    positions = []
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
        positions.append(records)
    return positions


HARD = {"metropolys": hard_boards, "quadropolis": hard_cities}


def main(name: str, quick: bool) -> None:
    """One row for each mode of a game that has hard positions."""
    if name not in HARD:
        return
    for variant in last_variants(find(name)):
        positions = HARD[name](variant, random.Random(1), 500 if quick else 5000)
        print(json.dumps(scoring(variant, "made up, hard", positions, 1)))


if __name__ == "__main__":
    main(sys.argv[1], "--quick" in sys.argv)
