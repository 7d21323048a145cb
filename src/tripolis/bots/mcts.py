"""Search as a bot: how much to think, and what a search has found."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.random import STREAM, seed_words
from tripolis.engine.record import PLAIN, Records, source_of
from tripolis.engine.rooms import SearchPlan

from . import search as drivers

PATH = 4096
"""No walk down the tree is longer."""
BATCH = 64
"""Iterations between two looks at the clock."""
MOST = 1 << 20
"""Nodes of the largest tree."""


def plan_of(game: Game) -> SearchPlan:
    """How to search this game."""
    return game.advice.search if game.advice else SearchPlan()


def zeros(shape: int | tuple[int, int], kind: type = np.float64) -> Any:
    """An array for the search, in plain runs a list: NumPy's own small numbers overflow where Python's do not."""
    made: Any = np.zeros(shape, kind)
    return made.tolist() if PLAIN else made


@dataclass(frozen=True)
class Found:
    """What a search says of one legal action."""

    number: int
    visits: int
    outcome: float
    """Between 0 and 1, what the search steers by."""
    wins: float
    """The share of wins, or a guess of it where playouts are cut off."""
    lead: float
    """By how many points the seat leads in the end, on average."""


class Tree:
    """A search in progress: an observation, and what was learned about it so far.

    With a `forced` action, that one is made first in every iteration: the root then tells what it is worth.
    """

    def __init__(self, seen: Position, seed: int, room: int, plan: SearchPlan | None = None, forced: int = -1) -> None:
        game = seen.game
        if seen.over or seen.observer != seen.actor:
            raise ValueError("a search starts from what the seat to move sees")
        self.game = game
        self.plan = plan or plan_of(game)
        self.records: Records = game.state.make(3)
        self.work = game.work_layout.make()
        self.stream = STREAM.make()
        for i, word in enumerate(seed_words(seed)):
            self.stream[0].seed[i] = word
        if PLAIN:
            from tripolis.engine.record import copy_twin

            copy_twin(self.records[0], seen.records[0])
            self.words: Any = None
        else:
            self.records[:1] = seen.records
            self.words = self.records.view(np.int64).reshape(3, -1)
        nodes = min(MOST, 2 * room + 64)
        table = 1 << (2 * nodes - 1).bit_length()
        self.keys = zeros(table, np.int64)
        self.places = zeros(table, np.int32)
        self.size = zeros(2, np.int64)
        self.visits = zeros(nodes, np.int32)
        self.prior = zeros(nodes)
        self.opened = zeros(nodes, np.int8)
        self.totals = zeros((nodes, game.players))
        self.wins = zeros(nodes)
        self.leads = zeros(nodes)
        self.path = zeros(PATH, np.int32)
        most = len(self.work[0].actions)
        self.weight, self.ranked = zeros(most, np.int64), zeros(most, np.int32)
        self.outcome = zeros(3 * game.players + 2)
        self.parameters = np.array([*astuple(self.plan), forced], np.float64)

    def think(self, iterations: int) -> None:
        """Go on searching."""
        run = bound(self.game)
        run(
            *(self.records, self.words, self.game.box, self.work, self.stream, self.keys, self.places, self.size),
            *(self.visits, self.prior, self.opened, self.totals, self.wins, self.leads, self.path, self.weight),
            *(self.ranked, self.outcome, self.parameters, iterations),
        )

    def chances(self) -> list[float]:
        """Every seat's chance to win, as far as is known; together they are 1."""
        won = [float(share) for share in self.outcome[-self.game.players :]]
        return [share / max(1e-9, sum(won)) for share in won]

    def found(self) -> list[Found]:
        """What is known about each legal action, in the game's order."""
        most = len(self.work[0].actions)
        rows, means = np.zeros((most, 2), np.int64), np.zeros((most, 3))
        driver = self.game.bind(source_of(drivers.look))
        n = driver(
            *(self.records, self.game.box, self.work, self.keys, self.places),
            *(self.visits, self.totals, self.wins, self.leads, rows, means),
        )
        return [Found(int(rows[i][0]), int(rows[i][1]), *map(float, means[i])) for i in range(int(n))]


def bound(game: Game) -> Any:
    """The search bound to a game's rules."""
    return game.bind(source_of(drivers.search), weigh=weighing(game))


def weighing(game: Game) -> Any:
    """The rule that weighs listed actions: the game's own, or one that knows the quick choice alone."""
    return (game.advice and game.advice.weigh_actions) or game.bind(source_of(drivers.weigh_by_choice))


def best_of(found: list[Found]) -> Found:
    """The action that was tried most; of equals the one that did better."""
    return max(found, key=lambda f: (f.visits, f.outcome))


class Mcts:
    """Search with a budget: iterations (the same seed gives the same move), or milliseconds; on one core or several."""

    def __init__(
        self,
        iterations: int = 1000,
        milliseconds: int = 0,
        threads: int = 1,
        plan: SearchPlan | None = None,
        name: str = "",
        tuned_for_two: bool = False,
    ) -> None:
        """With `tuned_for_two` the iterations are meant for two seats; with more, there are fewer where each takes longer."""
        self.iterations = iterations
        self.milliseconds = milliseconds
        self.threads = threads
        self.plan = plan
        self.tuned_for_two = tuned_for_two
        self.name = name or (f"mcts:{milliseconds}ms" if milliseconds else f"mcts:{iterations}")

    def choose(self, seen: Position, seed: int) -> int:
        """The best action that was found; a single one is taken without thinking."""
        legal = seen.legal_numbers()
        if len(legal) == 1:
            return legal[0]
        return best_of(self.study(seen, seed)).number

    def study(self, seen: Position, seed: int) -> list[Found]:
        """Search, and say what is known about each legal action."""
        if self.threads == 1:
            return self._study(seen, seed)
        with ThreadPoolExecutor(self.threads) as pool:
            return merged(list(pool.map(lambda i: self._study(seen, seed * self.threads + i), range(self.threads))))

    def _study(self, seen: Position, seed: int) -> list[Found]:
        return self.tree(seen, seed).found()

    def tree(self, seen: Position, seed: int) -> Tree:
        """Search on one core."""
        iterations = self.iterations
        if self.tuned_for_two and (self.plan or plan_of(seen.game)).slower_with_seats:
            iterations = iterations * 2 // seen.game.players
        share = -(-iterations // self.threads)
        if not self.milliseconds:
            tree = Tree(seen, seed, share, self.plan)
            tree.think(share)
            return tree
        end = time.monotonic() + self.milliseconds / 1000
        tree = Tree(seen, seed, 200 * self.milliseconds, self.plan)
        while time.monotonic() < end:
            tree.think(BATCH)
        return tree


def merged(parts: list[list[Found]]) -> list[Found]:
    """Several searches of one position as one."""
    together = []
    for same in zip(*parts, strict=True):
        visits = sum(f.visits for f in same)
        means = [
            sum(f.visits * getattr(f, name) for f in same) / max(1, visits) for name in ("outcome", "wins", "lead")
        ]
        together.append(Found(same[0].number, visits, *means))
    return together
