"""Matches played on the GPU that learns from them: features and lists never leave it."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from tripolis.cuda.matches import MANY, Matches
from tripolis.cuda.sharing import Shared
from tripolis.engine.rooms import SearchPlan

from .learner import Step, act
from .matches import outcomes
from .model import Model, Params


class GpuCollector:
    """Plays matches with the current net, thousands at a time; what is read lies where the rules have written it."""

    def __init__(self, model: Model, plan: SearchPlan, matches: Matches) -> None:
        self.matches, self.players, self.few = matches, jnp.asarray(matches.players), len(model.table) <= MANY
        names = ("features", "masks" if self.few else "listed", "n_listed", "actors", "ended", "points", "places")
        self.seen = [jax.dlpack.from_dlpack(matches.share(name)) for name in names]
        self.look = jax.jit(partial(look, model, plan))
        self.merge = jax.jit(lambda taught, otherwise: jnp.where(taught >= 0, taught, otherwise))
        self.listed = jax.dlpack.from_dlpack(matches.share("listed"))
        self.placed = jax.jit(partial(placed, self.few))
        self.play = jax.jit(partial(play, model))

    def share_choices(self, wanted: Any) -> Any:
        """Quick choices, where the GPU has written them."""
        return jax.dlpack.from_dlpack(Shared(self.matches.quick_choices(wanted)))

    def collect(
        self,
        params: Params,
        key: Any,
        decisions: int,
        quick: float = 0,
        rivals: float = 0,
        rival: Params | None = None,
        odd: float = 0,
    ) -> tuple[list[list[Step]], list[Any]]:
        """So many decisions of every match; and what is expected afterwards.

        A share of all decisions, and in a share of the matches all decisions of all seats but one, are quick choices,
        or those of another net, the `rival`; a share of the net's own are `odd`.
        """
        steps: list[Step] = []
        before = None
        shares = jnp.asarray([quick, rivals, odd])
        for k in jax.random.split(key, decisions + 1):
            now, ended, results, wanted = jax.block_until_ready(self.look(params, k, shares, self.players, *self.seen))
            if before is not None:
                steps.append(before._replace(ended=ended, results=results))
            if len(steps) == decisions:
                break
            choices = now.choices
            if quick or rivals:
                if rival is None:
                    taught = self.placed(self.share_choices(wanted), self.listed)
                else:
                    taught = self.play(rival, k, now.features, now.legal, wanted)
                now = now._replace(quick=self.merge(taught, now.quick))
                choices = jax.block_until_ready(self.merge(taught, choices))
            self.matches.step(choices, by_number=self.few)
            before = now
        return [steps], [now.values]


def look(model: Model, plan: SearchPlan, params: Params, key: Any, shares: Any, players: Any, *seen: Any) -> Any:
    """A decision of every match, copied before the rules go on; which matches the one before has ended, and how; and
    where the quick choice is wanted."""
    features, legal, n_listed, actors, ended, points, places = (array + 0 for array in seen)
    features, legal = features.T, legal.T  # on the GPU a match is a column
    if len(model.table) <= MANY:
        legal = jnp.packbits(legal > 0, axis=1, bitorder="little")
    else:
        legal = jnp.where(jnp.arange(legal.shape[1]) < n_listed[:, None], legal, -1)
    choices, logs, values, whose = act(model, params, key, features, legal, actors, players, shares[2])
    step = Step(features, legal, actors, choices.astype(jnp.int32), whose, logs, values, None, None)
    over = ended > 0
    results = jnp.where(over[:, None, None], outcomes(plan, points, places, players, jnp), 0)
    rows = jnp.arange(len(actors))
    alone = (rows % 1000 < 1000 * shares[1]) & (actors != rows % players)
    wanted = alone | (jax.random.uniform(jax.random.fold_in(key, 1), (len(actors),)) < shares[0])
    return step, over, results, wanted.astype(jnp.int8)


def play(model: Model, params: Params, key: Any, features: Any, legal: Any, wanted: Any) -> Any:
    """Choices drawn from the policy of a net where they are wanted, -1 elsewhere."""
    logits = model.logits(params, model.trunk(params, features), legal)
    return jnp.where(wanted > 0, jax.random.categorical(key, logits), -1).astype(jnp.int32)


def placed(few: bool, quick: Any, listed: Any) -> Any:
    """Quick choices, which the rules write as places in the list, as places in what is legal."""
    return jnp.where(quick >= 0, jnp.take_along_axis(listed.T, quick[:, None], 1)[:, 0], -1) if few else quick + 0
