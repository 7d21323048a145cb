"""Search as a bot: its budget, the records that `search.py` works on, and statistics of the actions at the root."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cache

from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.random import STREAM, seed_words
from tripolis.engine.record import PLAIN, Layout, Records, Rule, copy_twin, public
from tripolis.engine.rooms import SearchPlan

from . import search as drivers

MOST_NODES = 1 << 20
"""Nodes of the largest tree."""
PATH = 4096
"""Nodes of the longest path down the tree."""
BATCH = 64
"""Iterations between two looks at the clock."""


def plan_of(game: Game) -> SearchPlan:
    """How to search this game."""
    return game.advice.search if game.advice else SearchPlan()


@dataclass(frozen=True)
class ActionStatistics:
    """What a search says of one legal action."""

    number: int
    visits: int
    outcome: float
    """Between 0 and 1, what the search steers by."""
    wins: float
    """The share of wins, or a guess of it where playouts are cut off."""
    lead: float
    """By how many points the seat leads in the end, on average."""


STATISTICS = Layout(
    "statistics",
    [public(field.name, "i8" if field.name in ("number", "visits") else "f8") for field in fields(ActionStatistics)],
)
SLOT = Layout("slot", (public("key", "i8"), public("node", "i4")))
"""A slot of the hash table of children; an empty one has the key 0."""


@cache
def node_layout(seats: int) -> Layout:
    """A node of the tree, with sums over its visits: every seat's outcomes, wins and leads."""
    sums = tuple(public(name, "f8", seats) for name in ("totals", "wins", "leads"))
    return Layout("node", (public("visits", "i4"), public("expanded", "i1"), public("prior", "f8"), *sums))


@cache
def search_layout(seats: int, actions: int) -> Layout:
    """The record of a search, for a game's largest number of seats and of listed actions."""
    return Layout(
        "search",
        (
            *(public(field.name, "f8") for field in fields(SearchPlan)),
            *(public(name, "i8") for name in ("seat", "players", "forced", "iterations", "n_nodes")),
            # The nodes of this iteration's path, and who decided last.
            *(public("path", "i4", PATH), public("length", "i8"), public("last", "i8")),
            # The actions of the node that is expanded.
            *(public("weight", "i8", actions), public("children", "i4", actions)),
            # What this iteration means for every seat.
            *(public(name, "f8", seats) for name in ("points", "outcome", "won", "lead")),
            # Sums over all iterations.
            public("wins", "f8", seats),
        ),
    )


class Tree:
    """A search in progress: an observation, and what was learned about it so far.

    With a `forced` action, that one is made first in every iteration: the root then tells what it is worth.
    """

    def __init__(self, seen: Position, seed: int, room: int, plan: SearchPlan | None = None, forced: int = -1) -> None:
        self.game = game = seen.game
        if seen.over or seen.observer != seen.actor:
            raise ValueError("a search starts from what the seat to move sees")
        self.records: Records = game.state.make(3)
        if PLAIN:
            copy_twin(self.records[0], seen.records[0])
        else:
            self.records[:1] = seen.records
        self.work, self.stream = game.work_layout.make(), STREAM.make()
        for i, word in enumerate(seed_words(seed)):
            self.stream[0].seed[i] = word
        nodes, seats = min(MOST_NODES, 2 * room + 64), len(self.work[0].place)
        self.nodes, self.slots = node_layout(seats).make(nodes), SLOT.make(1 << (2 * nodes - 1).bit_length())
        self.search = search_layout(seats, len(self.work[0].actions)).make()
        start = {"seat": seen.actor, "players": game.players, "forced": forced, "n_nodes": 1}
        for name, value in (vars(plan or plan_of(game)) | start).items():
            setattr(self.search[0], name, value)

    @property
    def root(self) -> Records:
        """The record of the root."""
        return self.nodes[drivers.ROOT]

    def think(self, iterations: int) -> None:
        """Go on searching."""
        records, box, work = self.records, self.game.box, self.work
        bound(self.game)(records, box, work, self.stream, self.search, self.nodes, self.slots, iterations)

    def chances(self) -> list[float]:
        """Every seat's chance to win, as far as is known; together they are 1."""
        wins = [float(n) for n in self.search[0].wins[: self.game.players]]
        return [n / max(1e-9, sum(wins)) for n in wins]

    def statistics(self) -> list[ActionStatistics]:
        """What is known about each legal action, in the game's order."""
        lines = STATISTICS.make(len(self.work[0].actions))
        read = self.game.bind(drivers.root_statistics)
        n = read(self.records, self.game.box, self.work, self.nodes, self.slots, lines)
        return [
            ActionStatistics(int(one.number), int(one.visits), float(one.outcome), float(one.wins), float(one.lead))
            for one in lines[: int(n)]
        ]


def bound(game: Game) -> Rule:
    """The search bound to a game's rules."""
    return game.bind(drivers.search, **weighing(game))


def weighing(game: Game) -> dict[str, Rule]:
    """The game's own rule that weighs listed actions, where it has one; `search.weigh` knows the quick choice alone."""
    own = game.advice.weigh_actions if game.advice else None
    return {"weigh": own} if own else {}


def best_of(statistics: list[ActionStatistics]) -> ActionStatistics:
    """The action that was tried most; of equals the one that did better."""
    return max(statistics, key=lambda line: (line.visits, line.outcome))


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
        """With `tuned_for_two` the iterations are those for two seats; fewer with more seats, if each takes longer."""
        self.iterations = iterations
        self.milliseconds = milliseconds
        self.threads = threads
        self.plan = plan
        self.tuned_for_two = tuned_for_two
        self.name = name or (f"mcts:{milliseconds}ms" if milliseconds else f"mcts:{iterations}")
        self.tried: list[ActionStatistics] = []
        """What the last search said."""

    def choose(self, seen: Position, seed: int) -> int:
        """The best action; a single one is taken without thinking."""
        legal = seen.legal_numbers()
        if len(legal) == 1:
            return legal[0]
        self.tried = self.search(seen, seed)
        return best_of(self.tried).number

    def search(self, seen: Position, seed: int) -> list[ActionStatistics]:
        """Search, and say what is known about each legal action."""
        if self.threads == 1:
            return self.tree(seen, seed).statistics()
        with ThreadPoolExecutor(self.threads) as pool:
            trees = pool.map(lambda i: self.tree(seen, seed * self.threads + i), range(self.threads))
            return merge([tree.statistics() for tree in trees])

    def start(self, seen: Position, seed: int, room: int, forced: int = -1) -> Tree:
        """A tree with room for so many iterations; with a `forced` action, of what comes after that one."""
        return Tree(seen, seed, room, self.plan, forced)

    def tree(self, seen: Position, seed: int, forced: int = -1) -> Tree:
        """Search on one core."""
        iterations = self.iterations
        if self.tuned_for_two and (self.plan or plan_of(seen.game)).slower_with_seats:
            iterations = iterations * 2 // seen.game.players
        share = -(-iterations // self.threads)
        if not self.milliseconds:
            tree = self.start(seen, seed, share, forced)
            tree.think(share)
            return tree
        end = time.monotonic() + self.milliseconds / 1000
        tree = self.start(seen, seed, 200 * self.milliseconds, forced)
        while time.monotonic() < end:
            tree.think(BATCH)
        return tree


def merge(parts: list[list[ActionStatistics]]) -> list[ActionStatistics]:
    """Several searches of one position as one."""
    together = []
    for same in zip(*parts, strict=True):
        visits = sum(one.visits for one in same)
        means = [
            sum(one.visits * getattr(one, name) for one in same) / max(1, visits)
            for name in ("outcome", "wins", "lead")
        ]
        together.append(ActionStatistics(same[0].number, visits, *means))
    return together
