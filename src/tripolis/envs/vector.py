"""Thousands of matches in one compiled call, as a vector environment of Gymnasium."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tripolis.engine.game import Game
from tripolis.engine.position import Position

from . import drivers
from .episode import Observation, Reward, by_points, find_game, refusal
from .spaces import observation_space

ENOUGH = 256
"""Matches that are worth a thread."""
Steps = tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many matches, each seen by the seat that has to decide in it (`info["actor"]`): one policy for all seats, or one
    for each.

    The mask marks the listed actions; by number they are `info["listed"][i][: info["n_listed"][i]]`. A match that ends
    is scored and begins anew in the same step: then `terminations` is set, `info["rewards"]` has a share for each seat,
    `rewards` that of the seat which decided last, and `info["final_obs"]` what it saw at the end. Observations, masks,
    rewards and the arrays in `info` are **written in place**: every call returns the same arrays, so copy what you
    keep. An illegal action raises `IllegalMove` before anything has changed.

    Matches are played on `threads` cores at once; by default on all, if each has enough to do. The number of threads
    changes nothing but the time.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1024,
        *,
        reward: Reward = "place",
        threads: int | None = None,
        **settings: Any,
    ) -> None:
        self.game = game = find_game(game, settings)
        self.num_envs = n = num_envs
        self._by_points = by_points(reward)
        n_features = game.n_features
        self.single_observation_space = observation_space(game.feature_bounds(), game.n_actions)
        self.single_action_space = gymnasium.spaces.Discrete(game.n_actions)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.features = np.zeros((n, n_features), np.int8)
        self.masks = np.zeros((n, game.n_actions), np.int8)
        self.actors = np.zeros(n, np.int64)
        self._batch = drivers.Batch(
            keys=np.zeros((n, 4), np.int64),
            begun=np.zeros(n, np.int64),
            features=self.features,
            masks=self.masks,
            listed=np.zeros((n, len(game.work[0].actions)), np.int32),
            n_listed=np.zeros(n, np.int32),
            actors=self.actors,
            rewards=np.zeros(n, np.float32),
            ended=np.zeros(n, np.bool_),
            shares=np.zeros((n, game.players), np.float32),
            final_features=np.zeros((n, n_features), np.int8),
        )
        self._never = np.zeros(n, np.bool_)
        threads = threads or max(1, min(os.cpu_count() or 1, n // ENOUGH))
        ends = [n * i // threads for i in range(threads + 1)]
        self._pieces = [Piece(game, self._batch, *part) for part in pairwise(ends) if part[0] < part[1]]
        self._pool = ThreadPoolExecutor(len(self._pieces)) if len(self._pieces) > 1 else None
        self._rng: np.random.Generator | None = None

    def _each(self, work: Callable[[Piece], Any]) -> list[Any]:
        """Something done with all pieces, each on a core."""
        return list((self._pool.map if self._pool else map)(work, self._pieces))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all matches anew. The same seed, or seeds (one per match), gives the same matches from here on."""
        keys, self._rng = keys_of(seed, self.num_envs, self._rng)
        for piece in self._pieces:
            piece.batch.keys[:-1] = keys[piece.first : piece.last]
        self._pieces[0].step(self.actors, True, self._by_points)  # compiles, before others want the same
        self._each(lambda piece: piece.step(self.actors, True, self._by_points))
        return self._observation(), self._info()

    def step(self, actions: NDArray[np.int64]) -> Steps:
        """One decision in every match."""
        actions = np.asarray(actions, np.int64)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"there are {self.num_envs} matches; the actions have the shape {actions.shape}")
        if self._batch.begun[0] == 0:
            raise RuntimeError("reset() begins the matches")
        illegal = next((row for row in self._each(lambda piece: piece.first_illegal(actions)) if row >= 0), -1)
        if illegal >= 0:
            refused = refusal(self.position(illegal), int(actions[illegal]))
            refused.add_note(f"It is the action of match {illegal}; nothing was played.")
            raise refused
        self._each(lambda piece: piece.step(actions, False, self._by_points))
        batch, info = self._batch, self._info()
        if batch.ended.any():
            info |= {"rewards": batch.shares, "_rewards": batch.ended}
            info |= {"final_obs": batch.final_features, "_final_obs": batch.ended}
        return self._observation(), batch.rewards, batch.ended, self._never, info

    def _observation(self) -> Observation:
        return {"observation": self.features, "action_mask": self.masks}

    def _info(self) -> dict[str, Any]:
        return {"actor": self.actors, "listed": self._batch.listed, "n_listed": self._batch.n_listed}

    def position(self, i: int) -> Position:
        """The whole position of one of the matches, as a copy."""
        piece = next(piece for piece in self._pieces if piece.first <= i < piece.last)
        row = i - piece.first
        return Position(self.game, self.game.state.copy(piece.records[row : row + 1]))

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        if self._pool:
            self._pool.shutdown()


def keys_of(
    seed: int | Sequence[int | None] | None, n: int, rng: np.random.Generator | None
) -> tuple[NDArray[np.int64], np.random.Generator | None]:
    """The keys of n matches from a seed, from seeds (one per match), or from what comes next of the last seed."""
    if isinstance(seed, Sequence):
        if len(seed) != n:
            raise ValueError(f"there are {n} matches and {len(seed)} seeds")
        return np.array([seeding.np_random(one)[0].integers(2**32, size=4) for one in seed], np.int64), rng
    if seed is not None or rng is None:
        rng, _ = seeding.np_random(seed)
    return rng.integers(2**32, size=(n, 4)), rng


class Piece:
    """Matches that one core plays: rows of the arrays of all, with records of their own."""

    def __init__(self, game: Game, batch: drivers.Batch, first: int, last: int) -> None:
        self.first, self.last = first, last
        self.records = game.state.make(last - first + 1)
        rows = {name: value[first:last] for name, value in batch._asdict().items()}
        rows["keys"] = np.zeros((last - first + 1, 4), np.int64)
        self.batch = drivers.Batch(**rows)
        self._game = game.box, game.work_layout.make()
        self._step, self._first_illegal = game.bind(drivers.step_many), game.bind(drivers.first_illegal)

    def step(self, actions: NDArray[np.int64], anew: bool, by_points: bool) -> None:
        """One decision in every match, or all begin."""
        self._step(self.records, *self._game, self.batch, actions[self.first : self.last], anew, by_points)

    def first_illegal(self, actions: NDArray[np.int64]) -> int:
        """The first match whose action is not allowed, or -1."""
        row = int(self._first_illegal(self.records, *self._game, self.batch, actions[self.first : self.last]))
        return row if row < 0 else self.first + row
