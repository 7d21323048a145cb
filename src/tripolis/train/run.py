"""A training run: collect, learn, accept what is better, write net and report; one folder, to go on from later."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import tripolis
from tripolis.cuda import unavailable
from tripolis.cuda.matches import MANY
from tripolis.cuda.matches import Matches as GpuMatches
from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game, all_kinds
from tripolis.engine.rooms import SearchPlan
from tripolis.engine.words import Message
from tripolis.nets.net import Weights

from .export import from_whole_numbers, to_whole_numbers
from .judge import Judge
from .learner import Collector, Learner, Settings
from .matches import Matches
from .model import Model, Params, Shape
from .report import LOG, write_report

Line = dict[str, Any]
"""A line of the log: an update, and every now and then how strong the net is."""
GPU_ROWS = 8192
"""Matches of each kind side by side on a GPU."""
WORSE = 0.03
"""So much less of the pairs against the quick choice is chance."""
POOL = 3
"""Accepted nets that a new one is measured against."""
SEARCH, SEARCH_SHARE = "mcts:100", 0.02
"""The search that the accepted net meets at the end, for this share of the run's seconds."""
PARAMS, ACCEPTED, PUPIL, NET, LAST = "params.npz", "accepted.npz", "pupil.npz", "net.zip", "last.zip"


def train(
    game: Game,
    folder: Path,
    seconds: float = float("inf"),
    *,
    updates: int | None = None,
    rows: int = 2048,
    groups: int = 2,
    gpu_rows: int = GPU_ROWS,
    measurements: int = 8,
    seed: int = 1,
    shape: Shape | None = None,
    settings: Settings | None = None,
    kinds: Sequence[Game] | None = None,
    judged: Sequence[Game] | None = None,
    start: Weights | None = None,
    log: Callable[[Line], None] | None = None,
) -> Line:
    """Train a net of a game for so many seconds or updates, in `rows` matches of every kind in each of the `groups`.

    While it is taught, matches are played on the CPU; then on the GPU, `gpu_rows` of every kind, if that learns and
    numba-cuda is there (with `rivals` as soon as its code is compiled). So many times in a run the net plays the one
    that was accepted last; it is accepted if the sequential test calls it better in the `judged` kinds (all by default)
    and it does no worse against the quick choice, and only then becomes the folder's `net.zip`. A folder with a net in
    it is gone on from; otherwise a run begins with random weights, or from the net `start`. Each line of
    the log goes to `log` too, for other ways to record a run. Returns the last line.
    """
    if game.advice is None or not game.n_features:
        raise BadOptions(Message("{game} has no features that a net could learn from.", game=game.title))
    folder.mkdir(parents=True, exist_ok=True)
    settings, kinds = settings or Settings(), list(kinds or all_kinds(game))
    model = Model.of(game, shape or Shape())
    key = jax.random.key(seed)
    known, accepted = load_params(folder / PARAMS), load_params(folder / ACCEPTED)
    if known is None and start is not None:
        start.check(game)
        start.save(folder / NET)
        known = accepted = jax.tree.map(jnp.asarray, from_whole_numbers(game, start))
    pool = [jax.tree.map(jnp.copy, accepted)] if accepted else []
    learner = Learner(model, settings, known or model.init(key), len(kinds))
    taught = 0.0 if known else settings.taught
    plan = game.advice.search
    on_gpu, quick_rivals = None, settings.rivals > 0 and not settings.league
    if gpu_plays():
        on_gpu = ThreadPoolExecutor(1).submit(gpu_collector, model, plan, kinds, gpu_rows, seed, quick_rivals)
    on_cpu = None
    if taught or not on_gpu:
        on_cpu = Collector(model, plan, [Matches(kinds, rows, seed * 100 + i) for i in range(groups)])
    judge = Judge(model, judged or kinds, seed)
    begun, total, number, measured = time.monotonic(), 0, 0, 0.0
    best = float(judge.shares(pool[-1]).mean()) if pool else 0.0
    pupil, rival = load_params(folder / PUPIL), None
    line: Line = {}
    run = {
        "game": game.name, "seed": seed, "commit": commit(), "version": tripolis.__version__,
        "features": game.features_version, "device": jax.devices()[0].device_kind, "kinds": list(map(repr, kinds)),
        "rows": rows, "groups": groups, "rows_on_gpu": gpu_rows if on_gpu else 0, "shape": asdict(model.shape),
        "settings": asdict(settings),
    }  # fmt: skip
    if start:
        run["start"] = start.card

    def share_done() -> float:
        return max((time.monotonic() - begun) / seconds, number / updates if updates else 0)

    with (folder / LOG).open("a") as file:

        def write(line: Line) -> None:
            file.write(json.dumps(line) + "\n")
            file.flush()
            if log:
                log(line)

        write({"run": run})
        while (done := share_done()) < 1:
            key, one, two = jax.random.split(key, 3)
            teach = done < taught
            quick, clock = settings.quick if teach else 0, time.monotonic()
            if settings.league and not teach:
                if pupil is None:
                    pupil = jax.tree.map(jnp.copy, learner.params)
                    save_params(folder / PUPIL, pupil)
                rival = [pupil, *pool][number % (1 + len(pool))]
            if on_cpu and not (on_gpu and on_gpu.done() and (quick_rivals or not teach)):
                steps, lasts = on_cpu.collect(learner.params, one, settings.decisions, quick, settings.odd)
                players = [group.players for group in on_cpu.groups]
            else:
                assert on_gpu
                played, on_cpu = on_gpu.result(), None
                rivals = 0 if teach else settings.rivals
                steps, lasts = played.collect(
                    learner.params, one, settings.decisions, quick, rivals, rival, settings.odd
                )
                players = [played.matches.players]
            jax.block_until_ready(lasts)
            collected = time.monotonic()
            figures = learner.learn(steps, lasts, players, done, teach, two)
            number += 1
            total += settings.decisions * sum(map(len, players))
            now, done = time.monotonic() - begun, share_done()
            line = {"seconds": round(now, 1), "updates": number, "decisions": total}
            line |= {"playing": round(collected - clock, 3), "learning": round(time.monotonic() - collected, 3)}
            line |= {name: round(value, 4) for name, value in figures.items()}
            if done - measured > 1 / measurements or done >= 1:
                measured = done
                line |= measure(judge, learner.params, pool, best)
                save_params(folder / PARAMS, learner.params)
                if line["accepted"]:
                    best = float(np.mean(line["pairs_against_greedy"]))
                    pool = [*pool, jax.tree.map(jnp.copy, learner.params)][-POOL:]
                    save_params(folder / ACCEPTED, learner.params)
                    to_whole_numbers(game, learner.params, run | line).save(folder / NET)
            write(line)
        to_whole_numbers(game, learner.params, run | line).save(folder / LAST)
        weights = Weights.load(folder / NET)
        found = judge.against_search(weights, SEARCH, SEARCH_SHARE * (time.monotonic() - begun))
        line = {"against_search": {"bot": SEARCH, "kinds": found}}
        write(line)
    write_report(game, folder)
    return line


def gpu_plays() -> bool:
    """Can matches be played where the net learns, on a GPU?"""
    return jax.default_backend() == "gpu" and unavailable() is None


def gpu_collector(model: Model, plan: SearchPlan, kinds: Sequence[Game], rows: int, seed: int, rivals: bool) -> Any:
    """Matches on the GPU; compiled while others play on the CPU."""
    from .on_gpu import GpuCollector

    few = kinds[0].n_actions <= MANY
    collector = GpuCollector(model, plan, GpuMatches(kinds, rows, seed, turned=True, masks=few))
    if rivals:
        collector.share_choices(jnp.zeros(collector.matches.rows, jnp.int8))  # compiles
    return collector


def measure(judge: Judge, params: Params, pool: Sequence[Params], best: float = 0.0) -> Line:
    """How strong a net is beside quick choices and earlier nets, and whether it is better than the last of them.

    Who beats that one but has become weaker against the quick choice, of which it won the share `best`, is not.
    """
    shares = judge.shares(params).mean(1)
    line: Line = {"pairs_against_greedy": [round(float(share), 3) for share in shares], "accepted": True}
    if pool:
        verdict = judge.compare(params, pool[-1])
        earlier = [round(float(judge.shares(params, other, 32).mean()), 3) for other in pool[:-1]]
        line |= {
            "accepted": verdict.better and bool(shares.mean() > best - WORSE),
            "against_accepted": verdict._asdict(),
            "against_earlier": earlier,
        }
    return line


def commit() -> str:
    """The commit of the sources that train, if they are a checkout."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def load_params(file: Path) -> Params | None:
    """Weights in floating point, if there are any."""
    return {name: jnp.asarray(value) for name, value in np.load(file).items()} if file.exists() else None


def save_params(file: Path, params: Params) -> None:
    """Write weights to go on from."""
    arrays: dict[str, Any] = {name: np.asarray(value) for name, value in params.items()}
    np.savez(file, **arrays)
