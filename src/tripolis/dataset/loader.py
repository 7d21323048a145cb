"""Loading a dataset: rows as examples, or batches of arrays for a learner."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, overload

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from tripolis.engine.errors import BadOptions
from tripolis.engine.files import reading
from tripolis.engine.game import Game
from tripolis.engine.game import game as find_game
from tripolis.engine.position import Position
from tripolis.engine.words import Message
from tripolis.engine.worth import place_worth


@dataclass(frozen=True)
class Example:
    """A decision: what a seat saw, what it chose, and how the match ended."""

    game: Game
    match: int
    seed: str
    ply: int
    seat: int
    bot: str
    text: str
    """What the seat saw, as a position in text."""
    action: int
    move: str
    visits: dict[int, int]
    """How often a search tried each action; empty if the bot did not search."""
    points: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def position(self) -> Position:
        """What the seat saw."""
        return self.game.position(self.text)

    @property
    def worth(self) -> float:
        """What the end was worth to the seat, from 1 (first) to -1 (last), as environments reward it."""
        return place_worth(list(self.places))[self.seat]


@dataclass(frozen=True)
class Batch:
    """Decisions as arrays, a row for each."""

    examples: tuple[Example, ...]
    features: NDArray[np.int8]
    actions: NDArray[np.int32]
    worth: NDArray[np.float32]

    @cached_property
    def policy(self) -> NDArray[np.float32]:
        """The share of visits of each action; all of it for the chosen one where the bot did not search."""
        shares = np.zeros((len(self.examples), self.examples[0].game.n_actions), np.float32)
        for row, one in zip(shares, self.examples, strict=True):
            visits = one.visits or {one.action: 1}
            row[[*visits]] = np.array([*visits.values()], np.float32) / sum(visits.values())
        return shares

    @cached_property
    def masks(self) -> NDArray[np.int8]:
        """A 1 for every listed legal action."""
        return np.array([one.position.mask() for one in self.examples])


class Dataset(Sequence[Example]):
    """The decisions of a file."""

    def __init__(self, file: str | os.PathLike[str]) -> None:
        with reading(Path(file)):
            try:
                self._table: Any = pq.read_table(file)
                self.about: dict[str, Any] = json.loads(self._table.schema.metadata[b"tripolis"])
                """What it was made of: game, settings, bots, games, seed and versions."""
            except (pa.ArrowInvalid, KeyError, TypeError):
                raise BadOptions(Message("{file} is not a dataset of Tripolis.", file=file)) from None
        self.game: Game = find_game(self.about["game"], **self.about["settings"])
        if self.game.version != self.about["rules"]:
            args = {"file": file, "theirs": self.about["rules"], "ours": self.game.version}
            raise BadOptions(Message("{file} is of rules version {theirs}; these are version {ours}.", **args))

    def __len__(self) -> int:
        return int(self._table.num_rows)

    @overload
    def __getitem__(self, index: int) -> Example: ...
    @overload
    def __getitem__(self, index: slice) -> list[Example]: ...
    def __getitem__(self, index: int | slice) -> Example | list[Example]:
        rows = range(len(self))[index]
        if isinstance(rows, range):
            return self._examples(self._table.take(pa.array(rows, pa.int64())))
        return self._examples(self._table.slice(rows, 1))[0]

    def _examples(self, table: Any) -> list[Example]:
        """Rows as examples."""
        same = ("match", "seed", "ply", "seat", "bot", "action", "move")
        return [
            Example(
                game=self.game,
                text=row["position"],
                visits=dict(zip(row["tried"] or (), row["visits"] or (), strict=True)),
                points=tuple(row["points"]),
                places=tuple(row["places"]),
                **{name: row[name] for name in same},
            )
            for row in table.to_pylist()
        ]

    def batches(self, size: int, seed: int | None = None) -> Iterator[Batch]:
        """All decisions in batches: in their order, or shuffled by a seed."""
        order = np.arange(len(self)) if seed is None else np.random.default_rng(seed).permutation(len(self))
        for first in range(0, len(self), size):
            yield self._batch(self._table.take(pa.array(order[first : first + size])))

    def _batch(self, table: Any) -> Batch:
        """Rows as arrays."""
        stored = "features" in table.column_names and self.about["features"] == self.game.features_version
        examples = self._examples(table.drop_columns(["features"]) if "features" in table.column_names else table)
        if stored:
            features = table["features"].combine_chunks().flatten().to_numpy().reshape(len(examples), -1)
        else:
            features = np.array([one.position.features() for one in examples], np.int8)
        worth = np.array([one.worth for one in examples], np.float32)
        return Batch(tuple(examples), features, np.array([one.action for one in examples], np.int32), worth)


def load(file: str | os.PathLike[str]) -> Dataset:
    """The dataset of a file."""
    return Dataset(file)
