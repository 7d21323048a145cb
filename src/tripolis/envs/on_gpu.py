"""The vector environment on a GPU: records, features and masks stay there (`pip install "tripolis[research,cuda]"`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from tripolis import cuda
from tripolis.cuda.matches import Matches, to_host
from tripolis.cuda.sharing import Shared
from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game
from tripolis.engine.position import Position

from .episode import Reward, by_points, find_game, refusal
from .spaces import observation_space
from .vector import keys_of

Arrays = dict[str, Shared]


class CudaVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`VectorEnv` on a GPU, with the same matches, bit for bit; what it returns are arrays there.

    Observations, masks, rewards and the arrays in `info` are `Shared`: `torch.from_dlpack(array)` or
    `jax.dlpack.from_dlpack(array)` is a view of the GPU's memory, made once and **written in place** by every step.
    Actions come from any library as an array of int32 on the GPU; each call waits until the GPU is ready.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 16384,
        *,
        reward: Reward = "place",
        check: bool = True,
        **settings: Any,
    ) -> None:
        """Without `check`, actions that are not in the mask are not looked for."""
        if missing := cuda.unavailable():
            raise BadOptions(missing)
        self.game = game = find_game(game, settings)
        self.num_envs, self.check = num_envs, check
        self.single_observation_space = observation_space(game.feature_bounds(), game.n_actions)
        self.single_action_space = gymnasium.spaces.Discrete(game.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.matches = Matches([game], num_envs, forced=False, masks=True, last_look=True, by_points=by_points(reward))
        shared = {name: self.matches.share(name) for name in self.matches.batch._fields}
        self._observation = {"observation": shared["features"], "action_mask": shared["masks"]}
        self._rewards, self._ended = shared["rewards"], shared["ended"]
        self._never = Shared(self.matches.nothing)
        self._info = {"actor": shared["actors"], "listed": shared["listed"], "n_listed": shared["n_listed"]}
        self._ends = {"rewards": shared["shares"], "final_obs": shared["final_features"]}
        self._begun = False
        self._rng: np.random.Generator | None = None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin all matches anew. The same seed, or seeds (one per match), gives the same matches from here on."""
        keys, self._rng = keys_of(seed, self.num_envs, self._rng)
        self.matches.begin(keys)
        self._begun = True
        return self._observation, dict(self._info)

    def step(self, actions: Any) -> tuple[Arrays, Shared, Shared, Shared, dict[str, Any]]:
        """One decision in every match. Where `terminations` is set, `info["rewards"]` has a share for each seat and
        `info["final_obs"]` what was seen at the end."""
        if not self._begun:
            raise RuntimeError("reset() begins the matches")
        if self.check and (row := self.matches.first_illegal(actions)) >= 0:
            refused = refusal(self.position(row), int(to_host(actions)[row]))
            refused.add_note(f"It is the action of match {row}; nothing was played.")
            raise refused
        self.matches.step(actions, by_number=True)
        return self._observation, self._rewards, self._ended, self._never, {**self._info, **self._ends}

    def position(self, i: int) -> Position:
        """The whole position of one of the matches, as a copy."""
        return Position(*self.matches.record(i))
