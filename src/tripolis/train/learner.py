"""Proximal policy optimisation (PPO) by self-play: one net plays all seats, and learns from every seat's outcome."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from tripolis.engine.rooms import SearchPlan
from tripolis.nets.forward import OUTCOME, POINTS, WIN

from .matches import Matches, outcomes
from .model import Model, Params, turn

OWN, ODD = -1, -2
"""Instead of a quick choice: the choice was the net's own, or an odd one."""
HOT = 4.0
"""The temperature at which odd choices are drawn, as high as that of the policy in a search with a net."""


@dataclass(frozen=True)
class Settings:
    """How a net learns."""

    decisions: int = 64
    """Decisions of each match between two updates."""
    minibatch: int = 16384
    passes: int = 3
    rate: float = 5e-4
    last_rate: float = 2e-5
    entropy: float = 0.015
    last_entropy: float = 0.001
    trace: float = 0.96
    """Lambda: how far outcomes count against expectations on the way."""
    clip: float = 0.2
    largest: float = 0.5
    """The largest norm of a gradient."""
    taught: float = 0.12
    """The first share of a run, in which the net learns the game's own quick choices before it finds better ones."""
    quick: float = 0.3
    """The share of quick choices while it is taught."""
    rivals: float = 0.0
    """The share of matches on a GPU in which all seats but one take the quick choice."""
    odd: float = 0.0
    """The share of choices drawn at a high temperature. Nobody learns from them; from what follows the net learns what
    positions are worth that a search looks at and that it does not play itself."""
    league: bool = False
    """Let these seats be played by the net as it was when it had been taught, and by accepted ones in turn: faster than
    quick choices that take long."""
    imitation: float = 0.1
    """How much such choices still teach at the beginning, when the net learns from results; nothing at the end."""


class Step(NamedTuple):
    """A decision of every match, on the learner's device."""

    features: Any
    legal: Any
    """What was allowed, as in `matches.py`; choices are places in it."""
    actors: Any
    choices: Any
    quick: Any
    """The game's own quick choices, where the net is taught; else `OWN` or `ODD`."""
    logs: Any
    """The logarithm of the probability of the choice."""
    values: Any
    """What was expected for each seat."""
    ended: Any
    results: Any


class Collector:
    """Plays matches with the current net; several groups take turns on the cores and on the GPU."""

    def __init__(self, model: Model, plan: SearchPlan, groups: list[Matches]) -> None:
        self.model, self.plan, self.groups = model, plan, groups
        self.pool = ThreadPoolExecutor(len(groups))
        self.act = jax.jit(partial(act, model))
        self.copy = jax.default_backend() == "cpu"  # there, arrays would share memory with what is played on

    def collect(
        self, params: Params, key: Any, decisions: int, quick: float = 0, odd: float = 0
    ) -> tuple[list[list[Step]], list[Any]]:
        """So many decisions of every match; and what is expected afterwards. A share of them are `quick` or `odd`."""
        keys = jax.random.split(key, len(self.groups))
        pairs = list(zip(self.groups, keys, strict=True))
        both = list(self.pool.map(lambda pair: self._group(params, pair[0], pair[1], decisions, quick, odd), pairs))
        return [steps for steps, _ in both], [last for _, last in both]

    def _group(
        self, params: Params, matches: Matches, key: Any, decisions: int, quick: float, odd: float
    ) -> tuple[list[Step], Any]:
        batch = matches.batch
        steps: list[Step] = []
        chance = np.random.default_rng(np.asarray(jax.random.key_data(key)))
        players = jnp.asarray(matches.players)
        for k in jax.random.split(key, decisions + 1):
            features, actors = self._put(batch.features), self._put(batch.actors)
            legal = jnp.asarray(matches.legal())
            choices, logs, values, whose = self.act(params, k, features, legal, actors, players, odd)
            if len(steps) == decisions:
                break
            taught = matches.quick_choices(chance.random(matches.rows) < quick)
            taught = np.where(taught >= 0, taught, np.asarray(whose))
            matches.play(np.where(taught >= 0, taught, np.asarray(choices)))
            ended, results = batch.ended, np.zeros((matches.rows, 3, matches.seats), np.float32)
            if ended.any():
                results[ended] = outcomes(self.plan, batch.points[ended], batch.places[ended], matches.players[ended])
            seen = (features, legal, actors, choices, jnp.asarray(taught), logs, values)
            steps.append(Step(*seen, jnp.asarray(ended.copy()), jnp.asarray(results)))
        return steps, values

    def _put(self, array: Any) -> Any:
        return jnp.asarray(array.copy() if self.copy else array)


def act(
    model: Model, params: Params, key: Any, features: Any, legal: Any, actors: Any, players: Any, odd: Any = 0.0
) -> Any:
    """Choices drawn from the policy, their logarithms, what is expected for each seat, and which choices are odd."""
    x = model.trunk(params, features)
    logits = model.logits(params, x, legal)
    hot = jax.random.uniform(jax.random.fold_in(key, 2), (len(x),)) < odd
    choices = jax.random.categorical(key, logits / jnp.where(hot, HOT, 1.0)[:, None])
    logs = jnp.take_along_axis(jax.nn.log_softmax(logits), choices[:, None], 1)[:, 0]
    expected = turn(model.expected(model.values(params, x), players), actors, players)
    return choices, logs, expected, jnp.where(hot, ODD, OWN)


def best(model: Model, params: Params, features: Any, legal: Any) -> Any:
    """The choices that the policy likes best."""
    x = model.trunk(params, features)
    return model.logits(params, x, legal).argmax(1)


def advantages(values: Any, last: Any, ended: Any, results: Any, odd: Any, trace: float) -> Any:
    """How much better than expected it went for each seat (generalised advantage estimation), by decision.

    What comes of an odd choice says nothing of it, nor of the choices before.
    """
    after = jnp.concatenate([values[1:], last[None]])

    def back(carry: Any, step: Any) -> Any:
        value, following, over, result, counts = step
        live = (1.0 - over)[:, None, None]
        carry = counts[:, None, None] * (result + live * following - value + trace * live * carry)
        return carry, carry

    steps = (values, after, ended.astype(jnp.float32), results, 1.0 - odd.astype(jnp.float32))
    return jax.lax.scan(back, jnp.zeros_like(last), steps, reverse=True)[1]


def loss(model: Model, params: Params, data: Any, taught: Any, entropy: Any, clip: float) -> tuple[Any, Any]:
    """What is made small: a worse policy, wrong expectations, too little variety."""
    features, legal, choices, quick, logs, better, wanted, players = data
    x = model.trunk(params, features)
    log = jax.nn.log_softmax(model.logits(params, x, legal))
    ratio = jnp.exp(jnp.clip(pick(log, choices) - logs, -5, 5))
    gain = jnp.minimum(ratio * better, jnp.clip(ratio, 1 - clip, 1 + clip) * better)
    own = quick == OWN  # what others have chosen says nothing of the policy
    gain = jnp.where(own, jnp.maximum(gain, 3 * jnp.minimum(better, 0)), 0)  # one bad surprise must not outweigh all
    policy = -gain.sum() / jnp.maximum(1, own.sum())
    imitation = -jnp.where(quick >= 0, pick(log, quick), 0).mean()
    policy = jnp.where(taught < 1, policy, 0) + taught * imitation
    chances = jnp.exp(log)
    variety = -(chances * jnp.where(chances > 0, log, 0)).sum(1).mean()
    raw = model.values(params, x)
    plays = jnp.arange(model.seats) < players[:, None]
    n = plays.sum()
    outcome = jnp.where(plays, bce(raw[:, OUTCOME], wanted[:, OUTCOME]), 0).sum() / n
    chance = jax.nn.log_softmax(jnp.where(plays, raw[:, WIN], -1e9), 1)
    win = -jnp.where(plays, wanted[:, WIN] * chance, 0).sum(1).mean()
    points = jnp.where(plays, jnp.square(jnp.clip(raw[:, POINTS] - wanted[:, POINTS], -2, 2)), 0).sum() / n
    total = policy + outcome + 0.3 * win + 0.1 * points - entropy * variety
    return total, (policy, variety, outcome, win, points)


def pick(rows: Any, places: Any) -> Any:
    """The number at one place of each row, 0 for -1; as a sum, since a GPU is slow at the slope of a look-up."""
    return jnp.where(jnp.arange(rows.shape[1]) == places[:, None], rows, 0).sum(1)


def bce(logit: Any, wanted: Any) -> Any:
    """The cross entropy of a probability."""
    return jnp.maximum(logit, 0) - logit * jnp.clip(wanted, 0, 1) + jnp.log1p(jnp.exp(-jnp.abs(logit)))


class Adam(NamedTuple):
    """The state of the optimiser."""

    mean: Params
    square: Params
    count: Any


def start(params: Params) -> Adam:
    """A fresh optimiser."""
    mean, square = (jax.tree.map(jnp.zeros_like, params) for _ in range(2))
    return Adam(mean, square, jnp.zeros((), jnp.int32))


def adam(params: Params, state: Adam, slope: Params, rate: Any, largest: float) -> tuple[Params, Adam]:
    """A step of Adam, with the gradient cut to a norm."""
    norm = jnp.sqrt(sum(jnp.square(s).sum() for s in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda s: s * jnp.minimum(1.0, largest / (norm + 1e-9)), slope)
    count = state.count + 1
    mean = jax.tree.map(lambda m, s: 0.9 * m + 0.1 * s, state.mean, slope)
    square = jax.tree.map(lambda v, s: 0.999 * v + 0.001 * s * s, state.square, slope)
    first, second = 1 - 0.9**count, 1 - 0.999**count
    after = jax.tree.map(lambda p, m, v: p - rate * (m / first) / (jnp.sqrt(v / second) + 1e-5), params, mean, square)
    fine = jnp.isfinite(norm)  # a gradient that is no number is left out
    old, new = (params, state), (after, Adam(mean, square, count))
    params, state = jax.tree.map(lambda a, b: jnp.where(fine, a, b), new, old)
    return params, state


class Learner:
    """A net on its way."""

    def __init__(self, model: Model, settings: Settings, params: Params, kinds: int = 1) -> None:
        """`kinds` of matches stand in equal parts of the rows."""
        self.model, self.settings, self.params, self.kinds = model, settings, params, kinds
        self.state = start(params)
        self._prepare = jax.jit(self._targets)
        self._learn = jax.jit(self._passes, donate_argnums=(0, 1))

    def learn(
        self, groups: list[list[Step]], lasts: list[Any], players: list[Any], done: float, taught: bool, key: Any
    ) -> dict[str, float]:
        """Learn from what was collected, and let go of it; `done` is the share of the run that is over."""
        parts = []
        for steps, last, seats in zip(groups, lasts, players, strict=True):
            whole = Step(*map(jnp.stack, zip(*steps, strict=True)))
            steps.clear()  # there is not enough memory for both
            parts.append(self._prepare(whole, last, jnp.asarray(seats)))
            del whole
        data = parts[0] if len(parts) == 1 else [jnp.concatenate(rows) for rows in zip(*parts, strict=True)]
        settings = self.settings
        rate = settings.rate + (settings.last_rate - settings.rate) * done
        entropy = settings.entropy + (settings.last_entropy - settings.entropy) * done
        taught_now = 1.0 if taught else settings.imitation * (1 - done)
        self.params, self.state, figures = self._learn(self.params, self.state, data, taught_now, rate, entropy, key)
        names = ("policy", "variety", "outcome", "win", "points")
        return dict(zip(names, (float(f) for f in figures), strict=True))

    def _targets(self, steps: Step, last: Any, players: Any) -> Any:
        """What to learn from, a row for each decision."""
        odd = steps.quick == ODD
        gain = advantages(steps.values, last, steps.ended, steps.results, odd, self.settings.trace)
        parts = jnp.take_along_axis(gain[:, :, OUTCOME], steps.actors[..., None], 2)
        parts = parts.reshape(len(steps.actors), self.kinds, -1)  # a good choice counts alike in every kind of match
        mean, spread = (f(parts, (0, 2), keepdims=True) for f in (jnp.mean, jnp.std))
        own = ((parts - mean) / (spread + 1e-6)).ravel()
        flat = jax.tree.map(lambda a: a.reshape(-1, *a.shape[2:]), (steps, gain))
        one, gain = flat
        seats = jnp.tile(players, len(steps.actors))
        wanted = turn(gain + one.values, one.actors, seats, back=True)
        return one.features, one.legal, one.choices, one.quick, one.logs, own, wanted, seats

    def _passes(self, params: Params, state: Adam, data: Any, taught: Any, rate: Any, entropy: Any, key: Any) -> Any:
        rows = len(data[0])
        size = min(self.settings.minibatch, rows)
        n = rows // size
        slope = jax.value_and_grad(partial(loss, self.model), has_aux=True)

        def one(carry: Any, index: Any) -> Any:
            params, state = carry
            (_, figures), gradient = slope(params, [part[index] for part in data], taught, entropy, self.settings.clip)
            return adam(params, state, gradient, rate, self.settings.largest), jnp.stack(figures)

        carry, figures = (params, state), []
        for k in jax.random.split(key, self.settings.passes):
            order = jax.random.permutation(k, rows)[: n * size].reshape(n, size)
            carry, lines = jax.lax.scan(one, carry, order)
            figures.append(lines)
        return *carry, figures[-1].mean(0)
