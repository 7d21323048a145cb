"""A training run: collect, learn, measure against quick choices, write the net; one folder, to go on from later."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game
from tripolis.engine.words import Message

from .export import to_whole_numbers
from .learner import Collector, Learner, Settings, best
from .matches import Matches, all_kinds
from .model import Model, Params, Shape

Line = dict[str, Any]
"""A line of the log: an update, and every now and then how strong the net is."""
MEASURED = 8
"""How often the net is measured in a run."""
QUICK = 0.3
"""The share of quick choices while the net is taught."""


def train(
    game: Game,
    folder: Path,
    seconds: float = float("inf"),
    *,
    updates: int | None = None,
    rows: int = 2048,
    groups: int = 2,
    seed: int = 1,
    shape: Shape | None = None,
    settings: Settings | None = None,
    kinds: Sequence[Game] | None = None,
    log: Callable[[Line], None] | None = None,
) -> Line:
    """Train a net of a game for so many seconds or updates, in `rows` matches of every kind in each of the `groups`.

    A folder with a net in it is gone on from. Returns the last line of the log.
    """
    if game.advice is None or not game.n_features:
        raise BadOptions(Message("{game} has no features that a net could learn from.", game=game.title))
    folder.mkdir(parents=True, exist_ok=True)
    settings, kinds = settings or Settings(), list(kinds or all_kinds(game))
    model = Model.of(game, shape or Shape())
    key = jax.random.key(seed)
    known = folder / "params.npz"
    params = {name: jnp.asarray(value) for name, value in np.load(known).items()} if known.exists() else model.init(key)
    taught = 0.0 if known.exists() else settings.taught
    learner = Learner(model, settings, params)
    matches = [Matches(kinds, rows, seed * 100 + i) for i in range(groups)]
    players = [group.players for group in matches]
    collector = Collector(model, game.advice.search, matches)
    begun, total, number, measured = time.monotonic(), 0, 0, 0.0
    line: Line = {}

    def share_done() -> float:
        return max((time.monotonic() - begun) / seconds, number / updates if updates else 0)

    with (folder / "log.jsonl").open("a") as file:
        while (done := share_done()) < 1:
            key, one, two = jax.random.split(key, 3)
            teach = done < taught
            steps, lasts = collector.collect(learner.params, one, settings.decisions, QUICK if teach else 0)
            figures = learner.learn(steps, lasts, players, done, teach, two)
            number += 1
            total += settings.decisions * sum(group.rows for group in matches)
            now, done = time.monotonic() - begun, share_done()
            line = {"seconds": round(now, 1), "updates": number, "decisions": total}
            line |= {name: round(value, 4) for name, value in figures.items()}
            if done - measured > 1 / MEASURED or done >= 1:
                measured = done
                line["pairs_against_greedy"] = against_quick_choices(model, learner.params, kinds)
                card = {"seed": seed, "seconds": round(now), "decisions": total, "kinds": list(map(repr, kinds))}
                save(game, learner.params, folder, card | {"pairs_against_greedy": line["pairs_against_greedy"]})
            file.write(json.dumps(line) + "\n")
            file.flush()
            if log:
                log(line)
    return line


def save(game: Game, params: Params, folder: Path, card: dict[str, Any]) -> None:
    """Write the net as it is now: to go on from, and to play with."""
    arrays: dict[str, Any] = {name: np.asarray(value) for name, value in params.items()}
    np.savez(folder / "params.npz", **arrays)
    to_whole_numbers(game, params, card).save(folder / "net.zip")


def against_quick_choices(
    model: Model, params: Params, kinds: Sequence[Game], rows: int = 256, seed: int = 7
) -> list[float]:
    """The share of pairs that one seat of the net wins against quick choices on all others, for each kind."""
    matches = Matches(kinds, rows, seed)
    batch = matches.batch
    choose = jax.jit(lambda p, f, listed, n: best(model, p, f, listed, n))
    own = np.arange(matches.rows) % matches.players
    done, won = np.zeros(matches.rows, bool), np.zeros(matches.rows)
    while not done.all():
        liked = choose(params, batch.features.copy(), batch.listed.copy(), batch.n_listed.copy())
        quick = matches.quick_choices((batch.actors != own) & ~done)
        matches.choices[:] = np.where(quick >= 0, quick, np.asarray(liked))
        matches.go()
        for i in np.flatnonzero(batch.ended & ~done):
            places = batch.places[i][: matches.players[i]]
            mine = places[own[i]]
            beaten = (places > mine).sum() + 0.5 * ((places == mine).sum() - 1)
            won[i] = beaten / (len(places) - 1)
        done |= batch.ended
    return [round(float(part.mean()), 3) for part in won.reshape(len(kinds), rows)]
