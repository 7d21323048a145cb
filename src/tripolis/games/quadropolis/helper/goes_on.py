"""A table of the score helper as a position to go on from: the next round begins."""

from __future__ import annotations

import random
from typing import Any

from tripolis.engine.editor import DRAWN, goes_on
from tripolis.engine.errors import BadCity
from tripolis.engine.position import Position
from tripolis.engine.words import Message

from ..rules.state import CELLS, LEVELS, NOWHERE, PICK, SPACES, TURNS


def start_round(given: Position, first: int) -> tuple[Position, tuple[Message, ...]]:
    """The next round after the buildings that stand there; `first` begins, with the mayor."""
    game, put_in = given.game, given.plain
    b, built = game.plain_box, tiles_for(put_in, game.plain_box)
    round_no = max((tile // SPACES + 1 for tile in built), default=0)
    if round_no >= b.rounds:
        raise BadCity(Message("So many buildings take all {n} rounds: nothing is left to play.", n=b.rounds))

    def fill(s: Any) -> None:
        s.round_no, s.turn, s.phase, s.mayor, s.actor, s.hand, s.number = round_no, 0, PICK, first, first, NOWHERE, 0
        s.built = [built.get(tile, 0) for tile in range(len(s.built))]
        s.residents, s.energy = list(put_in.residents), list(put_in.energy)
        tiles = list(range(SPACES * round_no, SPACES * (round_no + 1)))
        random.Random(DRAWN).shuffle(tiles)
        s.site = [tile if b.mark[tile] <= b.players else -b.mark[tile] for tile in tiles]

    filled = (Message("Round {n} begins; how its tiles lie is drawn.", n=round_no + 1),)
    return goes_on(game, fill), filled


def tiles_for(s: Any, b: Any) -> dict[int, int]:
    """A tile of the box for every level of every building, from the earliest round that has one left for its player."""
    built: dict[int, int] = {}
    taken: dict[tuple[int, int], int] = {}
    for seat in range(b.players):
        for cell in range(CELLS):
            for level in range(1, s.level[seat][cell] + 1):
                points = s.vp[seat][cell] if level == 1 else 0
                tile = free_tile(b, built, taken, seat, s.kind[seat][cell], points)
                built[tile] = LEVELS * (CELLS * seat + cell) + level
                taken[seat, tile // SPACES] = taken.get((seat, tile // SPACES), 0) + 1
    return built


def free_tile(
    b: Any, built: dict[int, int], taken: dict[tuple[int, int], int], seat: int, kind: int, points: int
) -> int:
    """The first tile of a kind that is still there and that the player can have taken."""
    for tile in range(SPACES * b.rounds):
        alike = b.kind[tile] == kind and b.vp[tile] == points and b.mark[tile] <= b.players
        if alike and tile not in built and taken.get((seat, tile // SPACES), 0) < TURNS:
            return tile
    raise BadCity(Message("The box does not have that many tiles of this kind for {n} players.", n=b.players))
