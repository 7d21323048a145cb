"""Batches of whole games: one thread a game on an NVIDIA GPU, or all cores of the CPU, with the same results for the
same seed.

    from tripolis import cuda, game
    batch = cuda.playouts(game("quadropolis"), 100_000)            # random games
    batch = cuda.playouts(game("quadropolis"), 1000, advised=True) # each decision by the game's quick choice
    worth = cuda.evaluate(game("quadropolis"), positions, 64)      # mean points and places from each position

The rules are the ones that matches are played with, compiled once more for the GPU by numba-cuda (`pip install
"tripolis[cuda]"`). Game `i` of a batch has the seed Philox(i) under the key of the batch's seed, so it does not matter
where, or beside which others, it is played. A compiled kernel is kept for the process: the first batch of a kind takes
seconds, a further one does not.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np

from ..engine.errors import BadOptions
from ..engine.game import Game
from ..engine.position import Position, seed_row
from ..engine.random import STREAM
from ..engine.record import PLAIN, WHOLE, Layout, Records
from ..engine.words import Message
from .drivers import Memory, Origin, Results
from .kernels import (
    BatchPlan,
    GameKey,
    Tuning,
    as_records,
    as_words,
    cpu_driver,
    gpu_kernel,
    numba_cuda,
    tables_in_place,
    words_of,
    work_of,
)

__all__ = ["Batch", "BatchPlan", "Evaluation", "Tuning", "evaluate", "playouts", "unavailable"]

Device = Literal["cuda", "cpu"]
Array = Any

TUNING = Tuning()
"""How batches are laid out unless something else is asked for: what was fastest on an H200 (`docs/performance.md`)."""


@dataclass(frozen=True)
class Batch:
    """The results of a batch, a row for each game: points and places of each seat, decisions made."""

    points: Array
    places: Array
    decisions: Array
    finals: Records | None
    """The last records, if they were asked for."""
    device: Device


@dataclass(frozen=True)
class Evaluation:
    """Means over the playouts from each position, a row each: points, places and share of first places of each seat."""

    points: Array
    places: Array
    wins: Array
    device: Device


@cache
def unavailable() -> Message | None:
    """Why no batch can be played on a GPU here; None if one can."""
    try:
        available = numba_cuda().is_available()
    except ImportError:
        return Message('numba-cuda is not installed (pip install "tripolis[cuda]"); the CPU plays instead.')
    return None if available else Message("There is no NVIDIA GPU that CUDA can use; the CPU plays instead.")


@cache
def choose_device() -> Device:
    """The GPU if there is one; if not, that is said once."""
    missing = unavailable()
    if missing:
        warnings.warn(str(missing), RuntimeWarning, stacklevel=3)
    return "cpu" if missing else "cuda"


def playouts(
    game: Game,
    n: int,
    *,
    positions: Sequence[Position] | Records | None = None,
    advised: bool = False,
    imagined: bool = False,
    seed: int | bytes | str = 0,
    finals: bool = False,
    device: Device | None = None,
    cores: int | None = None,
    tuning: Tuning | None = None,
) -> Batch:
    """Play n games to their end, or n from each of the given positions (game i from position i // n).

    Decisions are random, or `advised`: the game's own quick choice. A given position is played on in its own world,
    with the chance that its seed holds, or `imagined`: every game in a world of its own that fits what the seat to move
    has seen. `cores` (of the CPU) and `tuning` (of the GPU) change how fast it goes, never what comes out.
    """
    if PLAIN:
        raise BadOptions(Message("Batches need compiled rules: unset TRIPOLIS_PLAIN."))
    plan = BatchPlan(advised, positions is not None)
    start = np.zeros((0, words_of(game.state)), np.int64) if positions is None else given(game, positions)
    games = n if positions is None else n * len(start)
    origin = Origin(start, n, imagined)
    results = Results(
        points=np.empty((games, game.players), np.int32),
        places=np.empty((games, game.players), np.int8),
        decisions=np.empty(games, np.int32),
        finals=np.empty((games if finals else 0, words_of(game.state)), np.int64),
    )
    chosen = device or choose_device()
    if chosen == "cuda":
        missing = unavailable()
        if missing:
            raise BadOptions(missing)
        on_gpu(game, plan, tuning or TUNING, seed_row(seed), origin, results)
    else:
        on_cpu(game, plan, cores or os.cpu_count() or 1, seed_row(seed), origin, results)
    last = as_records(game.state, results.finals) if finals else None
    return Batch(results.points, results.places, results.decisions, last, chosen)


def evaluate(
    game: Game,
    positions: Sequence[Position] | Records,
    n: int = 64,
    *,
    advised: bool = False,
    imagined: bool = True,
    seed: int | bytes | str = 0,
    device: Device | None = None,
) -> Evaluation:
    """What each position is worth to each seat: the means of n playouts."""
    batch = playouts(game, n, positions=positions, advised=advised, imagined=imagined, seed=seed, device=device)
    shape = (-1, n, game.players)
    points, places = batch.points.reshape(shape), batch.places.reshape(shape)
    return Evaluation(points.mean(1), places.mean(1), (places == 1).mean(1), batch.device)


def given(game: Game, positions: Sequence[Position] | Records) -> Array:
    """Positions as rows of words; each must be whole, since an observation cannot be played on."""
    if isinstance(positions, np.ndarray):
        rows = as_words(game.state, np.ascontiguousarray(positions))
    else:  # NumPy would join records without the bytes between and behind their fields
        none = np.zeros((0, words_of(game.state)), np.int64)
        rows = np.concatenate([none, *(as_words(game.state, position.records) for position in positions)])
    if (as_records(game.state, rows)["observer"] != WHOLE).any():
        raise BadOptions(Message("This is an observation: look ahead with imagine() first."))
    return rows


def on_cpu(
    game: Game, plan: BatchPlan, cores: int, seed: Array, origin: Origin, results: Results, work: Layout | None = None
) -> None:
    """Play a batch on several cores; tests try another layout of scratch memory than the game's own."""
    driver, layout = cpu_driver(GameKey(game), plan), work or game.work_layout
    games = len(results.decisions)

    def part(first: int, last: int) -> None:
        records, work, stream = game.state.make(), layout.make(), STREAM.make()
        stream[0].seed[:] = seed
        state = as_words(game.state, records)[0]
        driver(records, state, game.box, work, stream, first, last, origin, results)

    part(0, 0)  # compile before the threads ask for it
    size = max(1, -(-games // (8 * cores)))  # several parts for each core: games are not equally long
    with ThreadPoolExecutor(cores) as pool:
        list(pool.map(lambda first: part(first, min(games, first + size)), range(0, games, size)))


def on_gpu(game: Game, plan: BatchPlan, tuning: Tuning, seed: Array, origin: Origin, results: Results) -> None:
    """Play a batch on the GPU."""
    cuda = numba_cuda()
    kernel = gpu_kernel(GameKey(game), plan, tuning.compiled)
    games = len(results.decisions)
    blocks = -(-min(games, tuning.threads) // tuning.block)
    if not blocks:
        return
    threads = blocks * tuning.block
    memory = []
    if not tuning.local:
        layouts = (game.state, work_of(game, tuning), STREAM)
        memory = [Memory(*(cuda.device_array((threads, words_of(layout)), np.int64) for layout in layouts))]
    on_device = Results(*(cuda.device_array(array.shape, array.dtype) for array in results))
    box, key = cuda.to_device(game.box), cuda.to_device(seed)
    origin = origin._replace(positions=cuda.to_device(origin.positions))
    queue = cuda.to_device(np.array([threads], np.int32))  # every thread has its first game already
    with tables_in_place():  # the first launch compiles
        kernel[blocks, tuning.block](box, key, games, tuning.burst, queue, origin, on_device, *memory)
    for array, computed in zip(results, on_device, strict=True):
        if array.size:
            computed.copy_to_host(array)
