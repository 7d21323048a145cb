"""A game as pure functions over arrays of states: nothing is remembered, and nothing is written in place."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.record import PLAIN, Records, copy_twin

from . import drivers
from .episode import find_game, refusal


class Seen(NamedTuple):
    """What the seats that have to decide see, a row for each state; where a match is over, nothing but zeros."""

    features: NDArray[np.int8]
    masks: NDArray[np.int8]
    actors: NDArray[np.int32]
    """-1 where the match is over."""


class Functional:
    """`init`, `step`, `observe`, `imagine` and `worth` of a game, each a function of its arguments alone.

    States are an array of records, one for each match: keep them, slice them, repeat them, step each with many actions.
    """

    def __init__(self, game: str | Game, **settings: Any) -> None:
        self.game = find_game(game, settings)
        self._begin, self._go = self.game.bind(drivers.begin_states), self.game.bind(drivers.step_states)
        self._look, self._worth = self.game.bind(drivers.look_at_states), self.game.bind(drivers.worth_of_states)
        self._imagine = self.game.bind(drivers.imagine_states)

    def init(self, keys: ArrayLike) -> Records:
        """New matches. A key is four whole numbers below 2**32, and the same key gives the same match."""
        rows = key_rows(keys)
        states = self.game.state.make(len(rows))
        self._begin(states, self.game.box, self.game.work_layout.make(), rows)
        return states

    def step(self, states: Records, actions: ArrayLike, keys: ArrayLike | None = None) -> Records:
        """The states after these actions. Matches that are over stay as they are, whatever their action.

        With keys, what is drawn from now on comes from them; without, from the match's own key. An illegal action
        raises `IllegalMove`.
        """
        n, chosen = len(states), np.asarray(actions, np.int64)
        rows = np.zeros((0, 4), np.int64) if keys is None else key_rows(keys)
        if chosen.shape != (n,) or len(rows) not in (0, n):
            raise ValueError(f"there are {n} states; actions and keys need a row for each")
        after = self._copy(states)
        wrong = int(self._go(after, self.game.box, self.game.work_layout.make(), chosen, rows, self.game.n_actions))
        if wrong >= 0:
            raise refusal(self.position(states, wrong), int(chosen[wrong]))
        return after[:n]

    def observe(self, states: Records) -> Seen:
        """What the seats to decide see."""
        n, game = len(states), self.game
        features, masks = np.zeros((n, game.n_features), np.int8), np.zeros((n, game.n_actions), np.int8)
        seen = Seen(features, masks, np.zeros(n, np.int32))
        self._look(self._copy(states), game.box, game.work_layout.make(), *seen)
        return seen

    def imagine(self, states: Records, keys: ArrayLike) -> Records:
        """For each state a world that fits all that the seat to decide has seen and heard, drawn by a key; what comes
        after it is drawn from the key too. Matches that are over stay as they are."""
        n, rows = len(states), key_rows(keys)
        if len(rows) != n:
            raise ValueError(f"there are {n} states; keys need a row for each")
        worlds = self._copy(states)
        self._imagine(worlds, self.game.box, self.game.work_layout.make(), rows)
        return worlds[:n]

    def worth(self, states: Records) -> NDArray[np.float32]:
        """What each match is worth to each seat: 1 (first) to -1 (last) where it is over, else 0."""
        shares = np.zeros((len(states), self.game.players), np.float32)
        self._worth(self._copy(states), self.game.box, self.game.work_layout.make(), shares)
        return shares

    def position(self, states: Records, i: int) -> Position:
        """One of the states as a position."""
        return Position(self.game, self.game.state.copy(states[i : i + 1]))

    def _copy(self, states: Records) -> Records:
        """The states, and a record of scratch."""
        copies = self.game.state.make(len(states) + 1)
        if PLAIN:
            for i, state in enumerate(states):
                copy_twin(copies[i], state)
        else:
            copies[:-1] = states
        return copies


def key_rows(keys: ArrayLike) -> Any:
    """Keys as rules take them."""
    rows = np.asarray(keys, np.int64)
    if rows.ndim != 2 or rows.shape[1] != 4 or ((rows < 0) | (rows >= 2**32)).any():
        raise ValueError("a key is four whole numbers from 0 to 2**32 - 1")
    return rows.tolist() if PLAIN else rows  # plain rules count with numbers of Python
