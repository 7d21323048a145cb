"""Matches played on the GPU that learns from them: features and lists never leave it."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from tripolis.cuda.matches import Matches
from tripolis.engine.rooms import SearchPlan

from .learner import Step, act
from .matches import MANY, outcomes
from .model import Model, Params


class GpuCollector:
    """Plays matches with the current net, thousands at a time; what is read lies where the rules have written it."""

    def __init__(self, model: Model, plan: SearchPlan, matches: Matches) -> None:
        self.matches, self.players = matches, jnp.asarray(matches.players)
        names = ("features", "listed", "n_listed", "actors", "ended", "points", "places")
        self.seen = [jax.dlpack.from_dlpack(matches.share(name)) for name in names]
        self.look = jax.jit(partial(look, model, plan))

    def collect(self, params: Params, key: Any, decisions: int) -> tuple[list[list[Step]], list[Any]]:
        """So many decisions of every match; and what is expected afterwards."""
        steps: list[Step] = []
        before = None
        for k in jax.random.split(key, decisions + 1):
            now, ended, results = jax.block_until_ready(self.look(params, k, self.players, *self.seen))
            if before is not None:
                steps.append(before._replace(ended=ended, results=results))
            if len(steps) == decisions:
                break
            self.matches.step(now.choices)
            before = now
        return [steps], [now.values]


def look(model: Model, plan: SearchPlan, params: Params, key: Any, players: Any, *seen: Any) -> Any:
    """A decision of every match, copied before the rules go on; and which matches the one before has ended, and how."""
    features, listed, n_listed, actors, ended, points, places = (array + 0 for array in seen)
    features, listed = features.T, listed.T  # on the GPU a match is a column
    choices, logs, values = act(model, params, key, features, listed, n_listed, actors, players)
    quick = jnp.full(len(actors), -1, jnp.int32)
    if len(model.table) <= MANY:
        listed = listed.astype(jnp.int16)  # it is what takes most memory
    step = Step(features, listed, n_listed, actors, choices.astype(jnp.int32), quick, logs, values, None, None)
    over = ended > 0
    results = jnp.where(over[:, None, None], outcomes(plan, points, places, players, jnp), 0)
    return step, over, results
