"""Many matches side by side, on all cores: what a learner plays.

What is legal is said in one of two ways: in a game of few actions by a bit for each of them, otherwise by a list of
their numbers that is filled up with -1. A choice of a learner is a place in that row.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tripolis.cuda.matches import MANY, list_width
from tripolis.engine.game import Game
from tripolis.engine.record import Records
from tripolis.engine.rooms import SearchPlan

from . import drivers
from .drivers import Batch

Array = Any


class Matches:
    """Matches of several kinds of one game; rows of one kind stand together."""

    def __init__(self, kinds: Sequence[Game], rows: int, seed: int, threads: int | None = None) -> None:
        """`rows` matches of each kind."""
        self.kinds, self.rows = kinds, rows * len(kinds)
        game = kinds[0]
        work = game.work_layout.make()[0]
        self.seats, self.few, self.actions = len(work.place), game.n_actions <= MANY, game.n_actions
        n = self.rows
        self.players = np.repeat([kind.players for kind in kinds], rows).astype(np.int32)
        self.batch = Batch(
            keys=np.random.default_rng(seed).integers(2**32, size=(n, 4)),
            begun=np.zeros(n, np.int64),
            features=np.zeros((n, game.n_features), np.int8),
            listed=np.zeros((n, list_width(game)), np.int32),
            n_listed=np.zeros(n, np.int32),
            actors=np.zeros(n, np.int32),
            ended=np.zeros(n, np.bool_),
            points=np.zeros((n, self.seats), np.int32),
            places=np.zeros((n, self.seats), np.int32),
        )
        self.choices = np.zeros(n, np.int32)
        self.advance, self.quick = game.bind(drivers.advance), game.bind(drivers.quick_choices)
        threads = threads or os.cpu_count() or 1
        pieces = max(1, round(2 * threads / len(kinds)))  # for each kind; they are not equally fast
        self.pieces = [
            Piece(self, kind, first + rows * i // pieces, first + rows * (i + 1) // pieces)
            for kind, first in zip(kinds, range(0, n, rows), strict=True)
            for i in range(pieces)
        ]
        self.pool = ThreadPoolExecutor(threads)
        self.pieces[0].go(True)  # compile before the threads ask for it
        self.go(True)

    def go(self, anew: bool = False) -> None:
        """Play the actions in `choices`."""
        list(self.pool.map(lambda piece: piece.go(anew), self.pieces))

    def play(self, choices: Array) -> None:
        """Make all choices, which are places in what is legal."""
        self.choices[:] = choices if self.few else self.batch.listed[np.arange(self.rows), choices]
        self.go()

    def legal(self) -> Array:
        """What each seat to decide may do."""
        batch, width = self.batch, self.batch.listed.shape[1]
        there = np.arange(width) < batch.n_listed[:, None]
        if not self.few:
            return np.where(there, batch.listed, -1)
        mask = np.zeros((self.rows, self.actions + 1), bool)
        np.put_along_axis(mask, np.where(there, batch.listed, self.actions), True, 1)
        return np.packbits(mask[:, :-1], axis=1, bitorder="little")

    def quick_choices(self, wanted: Array | None = None) -> Array:
        """The game's own quick choices, where they are wanted; -1 elsewhere, and where they are not listed."""
        choices = np.full(self.rows, -1, np.int32)
        wanted = np.ones(self.rows, bool) if wanted is None else wanted
        list(self.pool.map(lambda piece: piece.quick_choices(wanted, choices), self.pieces))
        if self.few:
            return np.where(choices >= 0, self.batch.listed[np.arange(self.rows), choices], -1)
        return choices

    def record(self, row: int) -> tuple[Game, Records]:
        """The position of a match."""
        piece = next(piece for piece in self.pieces if piece.first <= row < piece.last)
        i = row - piece.first
        return piece.game, piece.game.state.copy(piece.records[i : i + 1])


class Piece:
    """Matches of one kind that one thread plays."""

    def __init__(self, all_matches: Matches, game: Game, first: int, last: int) -> None:
        self.all, self.game, self.first, self.last = all_matches, game, first, last
        self.records, self.work = game.state.make(last - first + 1), game.work_layout.make()
        batch = all_matches.batch
        parts = {name: value[first:last] for name, value in batch._asdict().items()}
        parts["keys"] = np.vstack([parts["keys"], np.zeros((1, 4), np.int64)])
        self.batch = Batch(**parts)
        self.choices = all_matches.choices[first:last]

    def go(self, anew: bool) -> None:
        """Play the actions in `choices`."""
        self.all.advance(self.records, self.game.box, self.work, self.batch, self.choices, anew)

    def quick_choices(self, wanted: Array, choices: Array) -> None:
        """Quick choices where they are wanted."""
        args = (self.batch, wanted[self.first : self.last], choices[self.first : self.last])
        self.all.quick(self.records, self.game.box, self.work, *args)


def outcomes(plan: SearchPlan, points: Array, places: Array, players: Array, on: Any = np) -> Array:
    """What ends mean to every seat: outcome, share of a win, points (in units of the plan's scale).

    The outcome is what searches steer by: half the lead over every other seat, half the place. `on` is NumPy, or JAX's
    NumPy for arrays on a GPU.
    """
    seats = points.shape[1]
    plays = on.arange(seats) < players[:, None]
    others = plays[:, None, :] & plays[:, :, None] & ~on.eye(seats, dtype=bool)
    lead = (points[:, :, None] - points[:, None, :]) * plan.unit
    ahead = 0.5 + 0.5 * lead / (plan.scale + on.abs(lead))
    place = places[:, :, None].astype(int) - places[:, None, :]
    beaten = (place < 0) + 0.5 * (place == 0)
    each = on.where(others, (1 - plan.place) * ahead + plan.place * beaten, 0).sum(2)
    outcome = each / on.maximum(1, players[:, None] - 1)
    first = (places == 1) & plays
    win = first / on.maximum(1, first.sum(1, keepdims=True))
    return on.stack([outcome * plays, win, points * plan.unit / plan.scale * plays], 1).astype(on.float32)
