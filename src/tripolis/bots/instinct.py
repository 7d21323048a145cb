"""Learned players: by instinct, one look of a net at the position; or a search that a net guides."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.record import Rule
from tripolis.engine.rooms import SearchPlan
from tripolis.nets import drivers
from tripolis.nets.forward import Scratch
from tripolis.nets.net import Weights, net_of

from . import net_search
from .mcts import Mcts, Tree, plan_of

NODES = 8
"""Nodes that an iteration adds, at most half of them on average."""

_local = threading.local()


def scratch_of(game: Game, weights: Weights) -> Scratch:
    """This thread's memory for forward passes of a net. What it remembers changes nothing but the time a pass takes."""
    known: dict[int, tuple[Weights, Scratch]] = _local.__dict__.setdefault("known", {})
    if id(weights) not in known:
        known[id(weights)] = weights, weights.scratch(game)
    return known[id(weights)][1]


class NetBot:
    """Plays by instinct: one forward pass for each decision, of the game's own net or of a given one."""

    def __init__(self, weights: Weights | None = None, name: str = "net") -> None:
        self.name, self.weights = name, weights

    def choose(self, seen: Position, seed: int) -> int:
        """What the policy likes best; a single action is taken without looking."""
        legal = seen.legal_numbers()
        if len(legal) == 1:
            return legal[0]
        game, weights = seen.game, self.weights or net_of(seen.game)
        look = game.bind(drivers.net_choose)
        return int(look(seen.records, game.box, game.work, weights.net, scratch_of(game, weights)))


class NetTree(Tree):
    """A search that a net guides."""

    def __init__(
        self, seen: Position, seed: int, room: int, weights: Weights, plan: SearchPlan, forced: int = -1
    ) -> None:
        super().__init__(seen, seed, room, plan, forced)
        self.weights = weights

    def think(self, iterations: int) -> None:
        """Go on searching."""
        args: tuple[Any, ...] = (self.records, self.game.box, self.work, self.stream, self.search, self.nodes)
        guide = self.weights.net, scratch_of(self.game, self.weights)
        bound(self.game)(*args, self.slots, *guide, iterations)


def bound(game: Game) -> Rule:
    """The search with a net, bound to a game's rules."""
    return game.bind(net_search.search_with_net)


def net_plan(game: Game) -> SearchPlan:
    """How to search with a net: leads count as in the game's own plan."""
    return replace(plan_of(game), explore=1.5, doubt=0.05, rest=0.02)


class NetSearch(Mcts):
    """Search with a net and a budget: iterations (the same seed gives the same move), or milliseconds."""

    def __init__(
        self,
        iterations: int = 400,
        milliseconds: int = 0,
        weights: Weights | None = None,
        plan: SearchPlan | None = None,
        name: str = "",
    ) -> None:
        """With the game's own net, or a given one."""
        name = name or (f"net:{milliseconds}ms" if milliseconds else f"net:{iterations}")
        super().__init__(iterations, milliseconds, plan=plan, name=name)
        self.weights = weights

    def start(self, seen: Position, seed: int, room: int) -> NetTree:
        """A tree without iterations yet; a net opens more nodes than a playout."""
        weights, plan = self.weights or net_of(seen.game), self.plan or net_plan(seen.game)
        return NetTree(seen, seed, NODES * room, weights, plan)
