"""What a search says of a position: `tripolis.analyse`."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from tripolis.engine.errors import BadOptions
from tripolis.engine.match import Match
from tripolis.engine.moves import Move
from tripolis.engine.position import Position
from tripolis.engine.record import PLAIN, WHOLE, copy_twin, row
from tripolis.engine.words import Message

from . import search
from .mcts import Tree
from .strengths import searcher

LIMIT = re.compile(r"([1-9][0-9]{0,6})(ms)?", re.ASCII)
"""Iterations, or milliseconds."""
LONGEST = 16
"""Moves of the longest line."""


@dataclass(frozen=True)
class AnalysisLine:
    """A move, what it leads to, and the moves that are likely to follow."""

    move: Move
    moves: tuple[Move, ...]
    """The move and those that the search tried most after it, in one of the worlds that fit what the seat sees."""
    outcomes: tuple[float, ...]
    """What every seat can expect, from 0 (lost) to 1 (won)."""
    lead: float
    """By how much the deciding seat leads in the end, on average, in the units of the account."""
    visits: int
    """How often the search tried the move."""


def analyse(position: Position | Match, limit: int | str = 1000, lines: int = 3, seed: int = 0) -> list[AnalysisLine]:
    """The best moves of the seat that decides, the best first, each with everybody's prospects and the line behind it.

    `limit` is a number of iterations, or a time such as `"250ms"`. Only what the seat may know is used. A match that is
    over has no lines.
    """
    position = position.position if isinstance(position, Match) else position
    if position.over:
        return []
    budget = LIMIT.fullmatch(str(limit))
    if budget is None:
        raise BadOptions(Message("{limit} is not a limit: write 1000 for iterations, or 250ms.", limit=limit))
    seen = position.seen_by(position.actor) if position.observer == WHOLE else position
    number = int(budget[1])
    search_bot = searcher(seen.game, milliseconds=number) if budget[2] else searcher(seen.game, number)
    tree = search_bot.tree(seen, seed)
    tried = sorted(tree.statistics(), key=lambda one: (-one.visits, -one.outcome))
    result = []
    for one in tried[:lines]:
        outcomes, numbers = follow(tree, seen, one.number, seed)
        world, moves = seen.imagine(seed), []
        for number in numbers:
            moves.append(world.move(number))
            world.play(number)
        result.append(AnalysisLine(moves[0], tuple(moves), outcomes, one.lead, one.visits))
    return result


def follow(tree: Tree, seen: Position, action: int, seed: int) -> tuple[tuple[float, ...], list[int]]:
    """What every seat can expect after an action, and the most tried actions from there."""
    world, game = seen.imagine(seed), seen.game
    if PLAIN:
        copy_twin(tree.records[search.WORLD], world.record)
    else:
        tree.records[search.WORLD : search.WORLD + 1] = world.records
    outcomes, line = np.zeros(game.players), row(LONGEST)
    bound = game.bind(search.best_line)
    n = bound(tree.records, game.box, tree.work, tree.search, tree.nodes, tree.slots, action, outcomes, line)
    # A net judges each seat by itself; together they can expect half a win each.
    outcomes = np.clip(outcomes + 0.5 - outcomes.mean(), 0, 1)
    return tuple(map(float, outcomes)), [int(number) for number in line[: int(n)]]
