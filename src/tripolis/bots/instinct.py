"""Learned players: by instinct, one look of a net at the position; or a search that a net guides."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.record import PLAIN, Rule, as_list, copy_twin
from tripolis.engine.rooms import SearchPlan
from tripolis.nets import drivers
from tripolis.nets.forward import Scratch
from tripolis.nets.net import Weights, net_of

from . import exact, net_search
from .mcts import Mcts, Tree, plan_of, search_layout

ENDING = 20_000
"""Positions of an end that is searched completely."""
NODES = 8
"""Nodes that an iteration adds, at most half of them on average."""

_local = threading.local()


def scratch_of(game: Game, weights: Weights) -> Scratch:
    """This thread's memory for forward passes of a net. What it remembers changes nothing but the time a pass takes."""
    known: dict[int, tuple[Weights, Scratch]] = _local.__dict__.setdefault("known", {})
    if id(weights) not in known:
        known[id(weights)] = weights, weights.scratch(game)
    return known[id(weights)][1]


def look(seen: Position, weights: Weights) -> tuple[list[int], list[int]]:
    """The listed actions, and the policy's logit of each."""
    game, scratch = seen.game, scratch_of(seen.game, weights)
    n = int(game.bind(drivers.net_look)(seen.records, game.box, game.work, weights.net, scratch))
    return as_list(game.work[0].actions, n), as_list(scratch.logits, n)


class NetBot:
    """Plays by instinct: one forward pass for each decision, of the game's own net or of a given one."""

    def __init__(self, weights: Weights | None = None, name: str = "net") -> None:
        self.name, self.weights = name, weights

    def choose(self, seen: Position, seed: int) -> int:
        """What the policy likes best, of equals the first; a single action is taken without looking."""
        legal = seen.legal_numbers()
        if len(legal) == 1:
            return legal[0]
        legal, logits = look(seen, self.weights or net_of(seen.game))
        return legal[logits.index(max(logits))]


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

    def chances(self) -> list[float]:
        """Every seat's chance to win, calibrated on matches (`benchmarks/chances.py`)."""
        said = self.game.advice.certainty if self.game.advice else {}
        return raised(super().chances(), for_seats(said, self.game, 1.0))


def raised(chances: list[float], power: float) -> list[float]:
    """Chances raised to a power: above 1 they become more certain, below 1 less."""
    parts = [max(0.0, chance) ** power for chance in chances]
    return [part / sum(parts) for part in parts]


def for_seats(said: Mapping[str, Sequence[float]], game: Game, otherwise: float) -> float:
    """What a game says for its mode and number of players."""
    seats = list(next(option.values for option in game.options if option.name == "players"))
    return said[game.mode][seats.index(game.players)] if game.mode in said else otherwise


def bound(game: Game) -> Rule:
    """The search with a net, bound to a game's rules."""
    return game.bind(net_search.search_with_net)


def net_plan(game: Game) -> SearchPlan:
    """How to search with a net: as the game says, but outcomes are what nets are trained for."""
    plan = replace(plan_of(game), explore=0.35, heat=4.0, doubt=0.05, rest=0.02, others=0.0, pairs=1.0)
    return replace(plan, **(game.advice.search_with_net if game.advice else {}))


def exact_action(seen: Position, plan: SearchPlan, budget: int = ENDING) -> int | None:
    """The best action, if so many positions are enough to search to the end and nothing is left to chance."""
    game = seen.game
    records, work = game.state.make(exact.DEEPEST + 1), game.work_layout.make()
    if PLAIN:
        copy_twin(records[0], seen.records[0])
    else:
        records[:1] = seen.records
    seats, actions = len(work[0].place), len(work[0].actions)
    search = search_layout(seats, actions).make()
    for name, value in (vars(plan) | {"seat": seen.actor, "players": game.players}).items():
        setattr(search[0], name, value)
    levels = exact.level_layout(seats, actions).make(exact.DEEPEST)
    found = int(game.bind(exact.solve_end)(records, game.box, work, search, levels, budget))
    return None if found == exact.UNKNOWN else found


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

    def choose(self, seen: Position, seed: int) -> int:
        """The best action, which near the end is certain."""
        certain = exact_action(seen, self.plan or net_plan(seen.game)) if len(seen.legal_numbers()) > 1 else None
        return super().choose(seen, seed) if certain is None else certain

    def start(self, seen: Position, seed: int, room: int, forced: int = -1) -> NetTree:
        """A tree without iterations yet; a net opens more nodes than a playout."""
        weights, plan = self.weights or net_of(seen.game), self.plan or net_plan(seen.game)
        return NetTree(seen, seed, NODES * room, weights, plan, forced)
