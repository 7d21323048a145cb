"""Compiled batches: the drivers of `drivers.py` bound to a game's rules, for the CPU, for a GPU, or as PTX."""

from __future__ import annotations

import types
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from ..engine.game import Game
from ..engine.random import STREAM
from ..engine.record import Layout, Rule, bind, inlined, rule, source_of, with_rules
from ..engine.steps import copy_row
from . import drivers

WORD = 8
"""Bytes of a word; every record with a seed or a stream in it is a whole number of them."""


TABLES = "global"
"""Where a GPU keeps the rules' tables: "constant" memory serves the entries that the threads of a warp read one after
another, "global" memory all at once, but from farther away. Read when the first kernel is compiled."""


@dataclass(frozen=True)
class BatchPlan:
    """What a batch does: how decisions are made, and whether it goes on from given positions."""

    advised: bool = False
    given: bool = False

    def __str__(self) -> str:
        return f"{'advised' if self.advised else 'random'}_{'given' if self.given else 'fresh'}"


@dataclass(frozen=True)
class Tuning:
    """How a batch is laid out on a GPU. The results never depend on it; `benchmarks/gpu.py` measures what is fast."""

    local: bool = True
    """A thread's records lie in its local memory, interleaved by the hardware; else in rows of global memory."""
    block: int = 128
    """Threads of a block."""
    threads: int = 1 << 17
    """The most threads; with more games, each thread plays several."""
    burst: int = 256
    """Decisions after which the threads of a warp whose games are over take their next ones together."""
    registers: int | None = None
    """The most registers of a thread, so that more threads fit; None leaves it to the compiler."""
    slim: bool = True
    """Scratch memory is cut down to what a batch needs (`slim_work`)."""
    twice: str = ""
    """A rule that is called twice to find out what it costs: "legal_actions", "rank" or "set_up"."""

    @property
    def compiled(self) -> Tuning:
        """The part that a kernel is compiled for; the rest is given at launch."""
        return replace(self, block=0, threads=0, burst=0)


def slim_work(game: Game) -> Layout:
    """A game's scratch memory as a batch needs it: no events, and action numbers in two bytes if they fit."""
    fields = list(game.work_layout.fields)
    for k, field in enumerate(fields):
        if field.name == "events":
            fields[k] = replace(field, shape=(1, *field.shape[1:]))
        if field.name == "actions" and game.n_actions <= 1 << 15:
            fields[k] = replace(field, kind="i2")
    return Layout("work", fields)


def work_of(game: Game, tuning: Tuning) -> Layout:
    """The scratch memory of a thread."""
    return slim_work(game) if tuning.slim else game.work_layout


def words_of(layout: Layout) -> int:
    """The size of a record in words."""
    words, rest = divmod(layout.size, WORD)
    assert rest == 0, f"{layout.name} has {layout.size} bytes"
    return words


def as_words(layout: Layout, records: Any) -> Any:
    """Records as rows of words, without a copy."""
    return records.view(np.uint8).view(np.int64).reshape(len(records), words_of(layout))


def as_records(layout: Layout, rows: Any) -> Any:
    """Rows of words as the records that they are, without a copy."""
    return rows.reshape(-1).view(np.uint8).view(layout.dtype)


class GameKey:
    """A game as a key of compiled code, which its settings and boxes share."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.apply = game.rules.apply

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameKey) and other.apply is self.apply

    def __hash__(self) -> int:
        return hash(self.apply)


def rules_of(game: Game, plan: BatchPlan, twice: str = "") -> dict[str, Any]:
    """What the names of rules mean in the drivers of a batch."""
    rules = {**game.compiled, "observe": game.observe}
    rules["start"] = drivers.start_given if plan.given else drivers.start_fresh
    rules["decide"] = drivers.decide_as_advised if plan.advised else drivers.decide_at_random
    return rules | ({"once": rules[twice], twice: getattr(drivers, f"twice_{twice}")} if twice else {})


@cache
def cpu_driver(key: GameKey, plan: BatchPlan) -> Rule:
    """The driver for one game and plan, kept on disk."""
    return bind(drivers.on_cpu, f"{key.game.name}_{plan}", rules_of(key.game, plan))


# --------------------------------------------------------------------- GPU


@cache
def numba_cuda() -> Any:
    """Numba's module for CUDA. Some of its releases need names that newer releases of NumPy have dropped."""
    for name, new in {"row_stack": np.vstack, "in1d": np.isin, "trapz": np.trapezoid}.items():
        if not hasattr(np, name):
            setattr(np, name, new)
    from numba import cuda

    return cuda


def simulated() -> bool:
    """Does Numba simulate a GPU in Python (`NUMBA_ENABLE_CUDASIM=1`)?"""
    import numba

    config: Any = numba.config
    return bool(config.ENABLE_CUDASIM)


def gpu_source(key: GameKey, plan: BatchPlan, tuning: Tuning) -> types.FunctionType:
    """A kernel for one game and plan, not yet compiled. The simulator interprets it: its arrays are not NumPy's."""
    layouts = {"STATE": key.game.state, "WORK": work_of(key.game, tuning), "STREAM": STREAM}
    names = rules_of(key.game, plan, tuning.twice) | {"cuda": numba_cuda(), "int64": np.int64}
    for field, layout in layouts.items():
        names |= {field: layout.dtype, f"{field}_WORDS": words_of(layout)}
    name, driver = f"{key.game.name}_{plan}", drivers.on_gpu_local if tuning.local else drivers.on_gpu_global
    if simulated():
        names["copy_row"] = source_of(copy_row)
        return with_rules(driver, name, names, numba_cuda().jit(device=True))
    # The loop is part of the kernel; as a function of its own it made the machine code a quarter larger.
    names["play_games"] = inlined(with_rules(drivers.play_games, name, names, rule))
    return with_rules(driver, name, names, rule)


@cache
def gpu_kernel(key: GameKey, plan: BatchPlan, tuning: Tuning) -> Any:
    """A kernel for one game, plan and `compiled` tuning; it is compiled at its first launch."""
    limits = {} if tuning.registers is None else {"max_registers": tuning.registers}
    return numba_cuda().jit(**limits)(gpu_source(key, plan, tuning))


def to_ptx(
    game: Game, plan: BatchPlan, tuning: Tuning, capability: tuple[int, int] = (9, 0), optimised: bool = True
) -> str:
    """A kernel as PTX, the text that NVIDIA's driver compiles. Needs the compiler, but no GPU."""
    from numba import from_dtype, int8, int32, int64
    from numba import types as nb

    rows = int64[:, ::1]
    box = nb.Array(from_dtype(game.box_layout.dtype), 1, "C")
    origin = nb.NamedTuple((rows, int64, nb.boolean), drivers.Origin)
    results = nb.NamedTuple((int32[:, ::1], int8[:, ::1], int32[::1], rows), drivers.Results)
    signature = [box, int64[::1], int64, int64, int32[::1], origin, results]
    if not tuning.local:
        signature.append(nb.NamedUniTuple(rows, 3, drivers.Memory))
    source = gpu_source(GameKey(game), plan, tuning)
    with pretended_device(capability), tables_in_place():
        ptx, _ = numba_cuda().compile_ptx(source, tuple(signature), cc=capability, opt=optimised)
    return str(ptx)


@contextmanager
def tables_in_place() -> Iterator[None]:
    """Compile kernels with the rules' tables where `TABLES` says."""
    if TABLES == "constant" or simulated():
        yield
        return
    numba_cuda()
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    original = nvvm.ADDRSPACE_CONSTANT
    nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL
    try:
        yield
    finally:
        nvvm.ADDRSPACE_CONSTANT = original


@contextmanager
def pretended_device(capability: tuple[int, int]) -> Iterator[None]:
    """Compile for this device: numba-cuda compiles what a kernel calls for the current device only."""
    numba_cuda()
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    original = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = original
