"""Many matches side by side in the memory of a GPU: records, features and listed actions are written there, and a
learner reads them there.

    from tripolis.cuda.matches import Matches
    matches = Matches([game("quadropolis", players=4)], rows=65536, seed=1)
    features = torch.from_dlpack(matches.share("features"))  # a view, not a copy: written anew by every step
    matches.step(choices)                                    # places in the list of each match, an array on the GPU

The matches are those that the CPU plays, with the same bits. Rows of the arrays are matches. What is shared is read
only between two steps: `step` waits for the GPU before and after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from ..engine.game import Game
from ..engine.record import WHOLE, Records, in_python, rule, source_of, with_rules
from ..engine.steps import copy_row
from . import match_drivers as drivers
from .kernels import GameKey, Tuning, as_records, numba_cuda, simulated, tables_in_place, words_of, work_of
from .sharing import Shared

Array = Any
TUNING = Tuning()
BLOCK = 128
"""Threads of a block."""
MANY, MOST_LISTED = 2048, 64
"""With many actions a learner chooses from the first so many; hardly a position lists more."""
NO_ROWS = 0


class Matches:
    """Matches of one or more kinds of a game (its options), `rows` of each; rows of one kind stand together."""

    def __init__(
        self,
        kinds: Sequence[Game],
        rows: int,
        seed: int = 0,
        *,
        keys: Array | None = None,
        forced: bool = True,
        masks: bool = False,
        last_look: bool = False,
        turned: bool = False,
        by_points: bool = False,
    ) -> None:
        """With `forced`, moves without a choice are made on the way. `turned` shares features and lists with a column
        for each match, which a GPU writes faster. `shares` are worths of places, or points with `by_points`."""
        cuda = numba_cuda()
        game = kinds[0]
        work = game.work_layout.make()[0]
        self.kinds, self.game, self.forced, self.turned, self.by_points = list(kinds), game, forced, turned, by_points
        n = self.rows = rows * len(kinds)
        self.seats = len(work.place)
        most = min(len(work.actions), game.n_actions) if masks else list_width(game)
        self.players = np.repeat([kind.players for kind in kinds], rows).astype(np.int32)
        if keys is None:
            keys = np.random.default_rng(seed).integers(2**32, size=(n, 4))
        order = "F" if turned else "C"

        def empty(shape: tuple[int, ...], kind: Any, order: str = "C") -> Array:
            return cuda.to_device(np.zeros(shape, kind, order))  # type: ignore[call-overload]

        self.batch = drivers.Batch(
            keys=cuda.to_device(np.ascontiguousarray(keys, np.int64)),
            begun=empty((n,), np.int64),
            kinds=cuda.to_device(np.repeat(np.arange(len(kinds), dtype=np.int32), rows)),
            states=empty((words_of(game.state), n), np.int64),
            features=empty((n, game.n_features), np.int8, order),
            listed=empty((n, most), np.int32, order),
            n_listed=empty((n,), np.int32),
            actors=empty((n,), np.int32),
            ended=empty((n,), np.int8),
            points=empty((n, self.seats), np.int32),
            places=empty((n, self.seats), np.int32),
            rewards=empty((n,), np.float32),
            shares=empty((n, self.seats), np.float32),
            masks=empty((n if masks else NO_ROWS, game.n_actions), np.int8, order),
            final_features=empty((n if last_look else NO_ROWS, game.n_features), np.int8, order),
        )
        self._boxes = cuda.to_device(np.concatenate([kind.box.view(np.uint8) for kind in kinds]).view(game.box.dtype))
        self._kernel = kernel_of(GameKey(game), drivers.advance_all, last_look)
        self._quick = empty((n,), np.int32)
        self._illegal, self.nothing = empty((n,), np.int8), empty((n,), np.int8)
        self._grid = -(-n // BLOCK), BLOCK
        self.begin()

    def begin(self, keys: Array | None = None) -> None:
        """Begin all matches anew, with other keys if there are any (four words for each match)."""
        if keys is not None:
            self.batch.keys.copy_to_device(np.ascontiguousarray(keys, np.int64))
        self._launch(self._quick, drivers.BEGIN)  # which looks at no choice

    def step(self, choices: Array, by_number: bool = False) -> None:
        """A decision in every match, by its place in the list or by its number: whole numbers of 32 bits, best on the
        GPU already."""
        self._launch(on_device(choices), drivers.BY_NUMBER if by_number else drivers.BY_PLACE)

    def _launch(self, choices: Array, task: int) -> None:
        cuda = numba_cuda()
        with tables_in_place():  # the first launch compiles
            self._kernel[self._grid](self._boxes, self.batch, choices, task, self.forced, self.by_points)
        cuda.synchronize()

    def quick_choices(self, wanted: Array) -> Array:
        """The game's own quick choices where they are wanted, as places in the list; -1 elsewhere. Both on the GPU."""
        cuda = numba_cuda()
        with tables_in_place():
            choose = kernel_of(GameKey(self.game), drivers.choose_all)
            choose[self._grid](self._boxes, self.batch, on_device(wanted), self._quick)
        cuda.synchronize()
        return self._quick

    def first_illegal(self, choices: Array) -> int:
        """The first match whose choice, by its number, is not allowed, or -1. Needs masks."""
        cuda = numba_cuda()
        with tables_in_place():
            look = kernel_of(GameKey(self.game), drivers.look_for_illegal)
            look[self._grid](self._boxes, self.batch, on_device(choices), self._illegal)
        cuda.synchronize()
        rows = np.flatnonzero(self._illegal.copy_to_host())
        return int(rows[0]) if len(rows) else -1

    def share(self, name: str) -> Shared:
        """An array of the batch, to be read by any library that knows DLPack; it stays where it is."""
        return Shared(getattr(self.batch, name), self.turned and name in ("features", "listed", "masks"))

    def record(self, row: int) -> tuple[Game, Records]:
        """The whole position of a match."""
        words = np.ascontiguousarray(self.batch.states.copy_to_host()[:, row])
        records = as_records(self.game.state, words)
        assert records[0].observer == WHOLE
        return self.kinds[row * len(self.kinds) // self.rows], records


def list_width(game: Game) -> int:
    """How many of the listed actions a learner is shown."""
    most = min(len(game.work_layout.make()[0].actions), game.n_actions)
    return min(most, MOST_LISTED) if game.n_actions > MANY else most


def on_device(numbers: Array) -> Array:
    """An array of any library on the GPU, or whole numbers brought there."""
    cuda = numba_cuda()
    there = hasattr(numbers, "__cuda_array_interface__")
    return cuda.as_cuda_array(numbers) if there else cuda.to_device(np.asarray(numbers))


def to_host(numbers: Array) -> Array:
    """An array as NumPy's own, wherever it is."""
    array: Array = on_device(numbers).copy_to_host()
    return array


def kernel_source(key: GameKey, driver: Any, last_look: bool = False, tuning: Tuning = TUNING) -> Any:
    """A kernel for one game, not yet compiled. The simulator interprets it: its arrays are not NumPy's."""
    game = key.game
    names = {**game.compiled, "observe": game.observe, "cuda": numba_cuda(), "int64": np.int64}
    names["last_look"] = drivers.keep_last_look if last_look else drivers.no_last_look
    for field, layout in {"STATE": game.state, "WORK": work_of(game, tuning)}.items():
        names |= {field: layout.dtype, f"{field}_WORDS": words_of(layout)}
    if simulated():
        names |= {"copy_row": source_of(copy_row), "features": in_python(names["features"])}
        return with_rules(driver, game.name, names, numba_cuda().jit(device=True))
    return with_rules(driver, game.name, names, rule)


@cache
def kernel_of(key: GameKey, driver: Any, last_look: bool = False) -> Any:
    """A kernel for one game; it is compiled at its first launch."""
    return numba_cuda().jit(kernel_source(key, driver, last_look))
