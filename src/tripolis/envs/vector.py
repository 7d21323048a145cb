"""Thousands of matches in one compiled call, as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
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
from .play import Observation, Reward, by_points, find_game, refusal
from .spaces import observation_space

Steps = tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many matches, each seen by the seat that has to decide in it (`info["actor"]`): one policy for all seats, or one for each.

    The listed actions stand in the mask, and also by number: match i may take `info["listed"][i][: info["n_listed"][i]]`. A match that ends is counted and begins anew in the same step: then `terminations` is set, `info["rewards"]` has a share for each
    seat, `rewards` that of the seat which decided last, and `info["final_obs"]` what it saw at the end. Observations, masks, rewards
    and what stands in `info` are **written in place**: the same arrays come back from every call, so copy what you keep.
    An illegal action raises `IllegalMove` before anything has changed.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, game: str | Game, num_envs: int = 1024, *, reward: Reward = "place", **settings: Any) -> None:
        self.game = made = find_game(game, settings)
        self.num_envs = n = num_envs
        self._by_points = by_points(reward)
        n_features, seats = made.n_features, made.players
        self.single_observation_space = observation_space(n_features, made.n_actions)
        self.single_action_space = gymnasium.spaces.Discrete(made.n_actions)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.records = made.state.make(n + 1)
        self._keys = np.zeros((n + 1, 4), np.int64)  # the last row is scratch
        self._begun = np.zeros(n, np.int64)
        self._work = made.work_layout.make()
        self._listed = np.zeros((n, len(self._work[0].actions)), np.int32)
        self._counts = np.zeros(n, np.int32)
        self.features = np.zeros((n, n_features), np.float32)
        self.masks = np.zeros((n, made.n_actions), np.int8)
        self.actors = np.zeros(n, np.int64)
        self._rewards = np.zeros(n, np.float32)
        self._ended = np.zeros(n, np.bool_)
        self._never = np.zeros(n, np.bool_)
        self._shares = np.zeros((n, seats), np.float32)
        self._last = np.zeros((n, n_features), np.float32)
        self._step = made.bind(drivers.step_many)
        self._chance: np.random.Generator | None = None

    def _go(self, actions: NDArray[np.int64], anew: bool) -> int:
        """The compiled call; returns the first match whose action is not allowed, -1 if all are."""
        seen = self._begun, self.features, self.masks, self._listed, self._counts, self.actors
        told = self._rewards, self._ended, self._shares, self._last
        records, box = self.records, self.game.box
        return int(self._step(records, box, self._work, actions, anew, self._by_points, self._keys, *seen, *told))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New matches everywhere. The same seed (or list of seeds, one for each match) gives the same matches from here on."""
        if isinstance(seed, Sequence):
            if len(seed) != self.num_envs:
                raise ValueError(f"there are {self.num_envs} matches and {len(seed)} seeds")
            keys = np.array([seeding.np_random(one)[0].integers(2**32, size=4) for one in seed], np.int64)
        else:
            if seed is not None or self._chance is None:
                self._chance, _ = seeding.np_random(seed)
            keys = self._chance.integers(2**32, size=(self.num_envs, 4))
        self._keys[:-1] = keys
        self._go(self.actors, anew=True)
        return self._observed(), self._told()

    def step(self, actions: NDArray[np.int64]) -> Steps:
        """One decision in every match."""
        actions = np.asarray(actions, np.int64)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"there are {self.num_envs} matches; the actions have the shape {actions.shape}")
        if self._begun[0] == 0:
            raise RuntimeError("reset() begins the matches")
        wrong = self._go(actions, anew=False)
        if wrong >= 0:
            refused = refusal(self.position(wrong), int(actions[wrong]))
            refused.add_note(f"It is the action of match {wrong}; nothing was played.")
            raise refused
        info = self._told()
        if self._ended.any():
            info |= {"rewards": self._shares, "_rewards": self._ended}
            info |= {"final_obs": self._last, "_final_obs": self._ended}
        return self._observed(), self._rewards, self._ended, self._never, info

    def _observed(self) -> Observation:
        return {"observation": self.features, "action_mask": self.masks}

    def _told(self) -> dict[str, Any]:
        return {"actor": self.actors, "listed": self._listed, "n_listed": self._counts}

    def position(self, i: int) -> Position:
        """The whole position of one of the matches, as a copy."""
        return Position(self.game, self.game.state.copy(self.records[i : i + 1]))
