"""The net in floating point, as it learns: the same layers as `nets.forward`, in JAX."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tripolis.cuda.matches import MANY
from tripolis.engine.game import Game
from tripolis.nets.forward import OUTCOME, WIN
from tripolis.nets.tokens import token_table

Params = dict[str, Any]
HIGH = 15.99
"""What neurons are cut off at, so that they fit into whole numbers."""


@dataclass(frozen=True)
class Shape:
    """The size of a net."""

    first: int = 512
    second: int = 128
    third: int = 128


@dataclass(frozen=True)
class Model:
    """What does not change in training."""

    shape: Shape
    bounds: Any
    table: Any
    tokens: int
    seats: int

    @classmethod
    def of(cls, game: Game, shape: Shape) -> Model:
        """A model for a game."""
        table, tokens = token_table(game.rules.actions)
        seats = len(game.work_layout.make()[0].place)
        return cls(shape, np.maximum(1, game.feature_bounds()).astype(np.float32), table, tokens, seats)

    def init(self, key: Any) -> Params:
        """Random weights."""
        sizes = [len(self.bounds), *asdict(self.shape).values()]
        keys = jax.random.split(key, 5)
        params: Params = {}
        for name, rows, columns, k in zip(("first", "second", "third"), sizes, sizes[1:], keys, strict=False):
            fan = 120 if name == "first" else rows  # about so many features are not 0
            params[name] = jax.random.normal(k, (rows, columns)) * np.sqrt(2 / fan)
            params[f"{name}_bias"] = jnp.zeros(columns)
        params["tokens"] = jax.random.normal(keys[3], (self.tokens, sizes[-1])) * 0.01
        params["token_bias"] = jnp.zeros(self.tokens)
        params["values"] = jax.random.normal(keys[4], (3 * self.seats, sizes[-1])) * 0.01
        params["value_bias"] = jnp.zeros(3 * self.seats)
        return params

    def trunk(self, params: Params, features: Any) -> Any:
        """All layers, from features to the last neurons."""
        kind = jnp.bfloat16 if jax.default_backend() == "gpu" else jnp.float32
        x = (features.astype(jnp.float32) / self.bounds).astype(kind)
        for name in ("first", "second", "third"):
            sums = jnp.matmul(x, params[name].astype(kind), preferred_element_type=jnp.float32) + params[f"{name}_bias"]
            x = jnp.clip(sums, 0, HIGH).astype(kind)
        return x

    def logits(self, params: Params, x: Any, legal: Any) -> Any:
        """The logits of actions; minus a lot where one is not allowed. What is `legal` is said as in `matches.py`."""
        kind = x.dtype
        table = jnp.asarray(self.table)
        if len(self.table) <= MANY:  # few actions: a row for each
            used = (table > 0)[..., None]
            rows = (params["tokens"][table] * used).sum(1)
            bias = (params["token_bias"][table] * used[..., 0]).sum(1)
            logits = jnp.matmul(x, rows.T.astype(kind), preferred_element_type=jnp.float32) + bias
            allowed = jnp.unpackbits(legal, axis=1, count=len(table), bitorder="little") > 0
        else:  # many: only the listed ones are put together
            every = jnp.matmul(x, params["tokens"].T.astype(kind), preferred_element_type=jnp.float32)
            every = (every + params["token_bias"]).at[:, 0].set(0)
            allowed = legal >= 0
            tokens = table[jnp.maximum(legal, 0)]
            logits = every[jnp.arange(len(x))[:, None, None], tokens].sum(2)
        return jnp.where(allowed, logits, -1e9)

    def values(self, params: Params, x: Any) -> Any:
        """The value head before its last step: (rows, 3, seats)."""
        sums = jnp.matmul(x, params["values"].T.astype(x.dtype), preferred_element_type=jnp.float32)
        return (sums + params["value_bias"]).reshape(-1, 3, self.seats)

    def expected(self, raw: Any, players: Any) -> Any:
        """What the value head expects: probabilities, and points."""
        plays = jnp.arange(self.seats) < players[:, None]
        outcome = jax.nn.sigmoid(raw[:, OUTCOME])
        win = jax.nn.softmax(jnp.where(plays, raw[:, WIN], -1e9), 1)
        return jnp.stack([outcome, win, raw[:, 2]], 1) * plays[:, None, :]


def turn(values: Any, actors: Any, players: Any, back: bool = False) -> Any:
    """Values by seat counted from the actor, as values by seat; or `back`."""
    seats = values.shape[-1]
    seat = jnp.arange(seats)
    shift = actors[:, None] if back else -actors[:, None]
    index = jnp.where(seat < players[:, None], (seat + shift) % players[:, None], seat)
    return jnp.take_along_axis(values, index[:, None, :], 2)
