"""From a game to a compiled batch: the drivers of `drivers.py` bound to its rules, for the CPU, for a GPU, or as PTX."""

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
from ..engine.record import Layout, bind, rule, source_of
from ..engine.steps import copy_row
from . import drivers

WORD = 8
"""Bytes of a word; every record with a seed or a stream in it is a whole number of them."""


TABLES = "global"
"""Where a GPU keeps the rules' tables: "constant" memory serves the entries that a warp's threads ask for one after another, "global"
memory all at once, but farther away. Taken up when the first kernel is compiled; one place serves a whole process."""


@dataclass(frozen=True)
class Plan:
    """What a batch does: how decisions are made, and whether it goes on from given positions."""

    advised: bool = False
    given: bool = False

    def __str__(self) -> str:
        return f"{'advised' if self.advised else 'random'}_{'given' if self.given else 'fresh'}"


@dataclass(frozen=True)
class Tuning:
    """How a batch is laid out on a GPU. Results never depend on it; `benchmarks/gpu.py` measures what is fast."""

    local: bool = True
    """A thread's records lie in its local memory, interleaved by the hardware; else in rows of global memory."""
    block: int = 128
    """Threads of a block."""
    threads: int = 1 << 17
    """At most so many threads; where there are more games, each thread plays several."""
    burst: int = 256
    """After so many decisions a warp's threads whose games are over take their next ones together."""
    registers: int | None = None
    """At most so many registers for a thread, so that more threads fit; None leaves it to the compiler."""
    slim: bool = True
    """Scratch memory is cut down to what a batch needs (`slim_work`)."""
    twice: str = ""
    """A rule that is done twice to find out what it costs: "legal_actions", "rank" or "set_up"."""

    @property
    def compiled(self) -> Tuning:
        """What of it a kernel is compiled for; the rest is given at launch."""
        return replace(self, block=0, threads=0, burst=0)


def slim_work(game: Game) -> Layout:
    """A game's scratch memory as a batch needs it: muted games write no events, and numbers of actions mostly fit into two bytes.

    It is the same source of rules that is compiled for it.
    """
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


def put_in(fn: Any, name: str, names: dict[str, Any]) -> types.FunctionType:
    """A copy of a driver with these names put in."""
    source = source_of(fn)
    made = types.FunctionType(source.__code__, {**source.__globals__, **names}, f"{source.__name__}_{name}")
    made.__qualname__ = made.__name__
    made.__doc__ = source.__doc__
    return made


@cache
def play_of(game_key: GameKey, plan: Plan, gpu: bool = False, interpreted: bool = False, twice: str = "") -> Any:
    """The driver of one game and plan: `play_burst` for a GPU, or `on_cpu`, kept on disk.

    The simulator interprets it, since its arrays are not NumPy's.
    """
    game = game_key.game
    name = f"{game.name}_{plan}"
    names = {**game.compiled, "observe": game.observe}
    if interpreted:
        names["copy_row"] = source_of(copy_row)

    def made(fn: Any, **more: Any) -> Any:
        copy = put_in(fn, name, names | more)
        return copy if interpreted else rule(copy)

    if twice:
        names[twice] = made(getattr(drivers, f"twice_{twice}"), once=names[twice])
    start = made(drivers.start_given if plan.given else drivers.start_fresh)
    decide = made(drivers.decide_as_advised if plan.advised else drivers.decide_at_random)
    parts = {
        "begin_game": made(drivers.begin_game, start=start),
        "go_on": made(drivers.go_on, decide=decide),
        "end_game": made(drivers.end_game),
    }
    if gpu:
        return made(drivers.play_burst, **parts)
    return bind(source_of(drivers.on_cpu), name, parts)


class GameKey:
    """A game as far as its compiled code goes: other settings and boxes of it share that."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.apply = game.rules.apply

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameKey) and other.apply is self.apply

    def __hash__(self) -> int:
        return hash(self.apply)


# --------------------------------------------------------------------- GPU


@cache
def numba_cuda() -> Any:
    """Numba's module for CUDA. Some releases ask for names that newer NumPy has dropped, when they compile at the latest."""
    for name, new in {"row_stack": np.vstack, "in1d": np.isin, "trapz": np.trapezoid}.items():
        if not hasattr(np, name):
            setattr(np, name, new)
    from numba import cuda

    return cuda


def simulated() -> bool:
    """Does Numba only play a GPU, in Python (`NUMBA_ENABLE_CUDASIM=1`)?"""
    import numba

    config: Any = numba.config
    return bool(config.ENABLE_CUDASIM)


def gpu_source(key: GameKey, plan: Plan, tuning: Tuning) -> types.FunctionType:
    """A kernel for one game and plan, not yet compiled."""
    game, layouts = key.game, {"STATE": key.game.state, "WORK": work_of(key.game, tuning), "STREAM": STREAM}
    names: dict[str, Any] = {name: layout.dtype for name, layout in layouts.items()}
    names |= {f"{name}_WORDS": words_of(layout) for name, layout in layouts.items()}
    play = play_of(key, plan, True, simulated(), tuning.twice)
    names |= {"cuda": numba_cuda(), "int64": np.int64, "play": play}
    names["clear"] = drivers.clear_rows if simulated() else rule(drivers.clear_rows)
    if simulated():
        names["copy_row"] = source_of(copy_row)
    driver = drivers.on_gpu_local if tuning.local else drivers.on_gpu_global
    return put_in(driver, f"{game.name}_{plan}", names)


@cache
def gpu_kernel(key: GameKey, plan: Plan, tuning: Tuning) -> Any:
    """A kernel for one game and plan, and a tuning as far as it is `compiled`; it is compiled at its first launch."""
    limits = {} if tuning.registers is None else {"max_registers": tuning.registers}
    return numba_cuda().jit(**limits)(gpu_source(key, plan, tuning))


def to_ptx(game: Game, plan: Plan, tuning: Tuning, capability: tuple[int, int] = (9, 0), optimised: bool = True) -> str:
    """A kernel as PTX, the text that NVIDIA's driver makes machine code from. Needs the compiler, but no GPU."""
    from numba import from_dtype, int8, int32, int64
    from numba import types as nb

    rows = int64[:, ::1]
    box = nb.Array(from_dtype(game.box_layout.dtype), 1, "C")
    signature = [
        box,
        int64[::1],
        int64,
        int64,
        int32[::1],
        rows,
        int64,
        nb.boolean,
        int32[:, ::1],
        int8[:, ::1],
        int32[::1],
        rows,
    ]
    source = gpu_source(GameKey(game), plan, tuning)
    with pretended_device(capability), tables_in_place():
        types_of_arguments = (*signature, *([] if tuning.local else [rows] * 3))
        ptx, _ = numba_cuda().compile_ptx(source, types_of_arguments, cc=capability, opt=optimised)
    return str(ptx)


@contextmanager
def tables_in_place() -> Iterator[None]:
    """Kernels compiled meanwhile keep the rules' tables where `TABLES` says."""
    if TABLES == "constant" or simulated():
        yield
        return
    numba_cuda()
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    usual = nvvm.ADDRSPACE_CONSTANT
    nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL
    try:
        yield
    finally:
        nvvm.ADDRSPACE_CONSTANT = usual


@contextmanager
def pretended_device(capability: tuple[int, int]) -> Iterator[None]:
    """Functions that a kernel calls are compiled for the present device, even where the kernel names another: let this be it."""
    numba_cuda()
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = asked
