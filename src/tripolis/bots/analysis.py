"""What a search says of a position: `tripolis.analyse`, by the strongest player that its game has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from tripolis.engine.errors import BadOptions
from tripolis.engine.match import Match
from tripolis.engine.moves import Move
from tripolis.engine.position import Position
from tripolis.engine.record import PLAIN, WHOLE, copy_twin, row
from tripolis.engine.words import Message

from . import search
from .mcts import Mcts, Tree
from .strengths import searcher

LIMIT = re.compile(r"([1-9][0-9]{0,6})(ms)?", re.ASCII)
"""Iterations, or milliseconds."""
LONGEST = 16
"""Moves of the longest line."""
LOOK, MOST_LOOKS = 16, 60
"""Iterations of the short search of an action that nothing has tried yet, and so many actions at most."""
WORLDS = 4
"""Worlds in which somebody else's decision is looked at by what a seat sees."""


@dataclass(frozen=True)
class AnalysisLine:
    """A move, what it leads to, and the moves that are likely to follow."""

    move: Move
    moves: tuple[Move, ...]
    """The move and those that the search tried most after it, in one of the worlds that fit what the seat sees."""
    outcomes: tuple[float, ...]
    """What every seat can expect, from 0 (lost) to 1 (won): the place and the lead."""
    lead: float
    """By how much the deciding seat leads in the end, on average, in the units of the account."""
    visits: int
    """How often the search tried the move."""
    chances: tuple[float, ...]
    """Every seat's chance to win; together they are 1."""
    leads: tuple[float, ...]
    """By how much every seat leads its best rival in the end, on average."""


def analyst(seen: Position, limit: int | str) -> Mcts:
    """Who analyses a position for so many iterations, or a time such as `250ms`: a search with the game's net where it
    has one, else the plain search."""
    budget = LIMIT.fullmatch(str(limit))
    if budget is None:
        raise BadOptions(Message("{limit} is not a limit: write 1000 for iterations, or 250ms.", limit=limit))
    number = int(budget[1])
    return searcher(seen.game, milliseconds=number) if budget[2] else searcher(seen.game, number)


def analyse(position: Position | Match, limit: int | str = 1000, lines: int = 3, seed: int = 0) -> list[AnalysisLine]:
    """The best moves of the seat that decides, the best first, each with everybody's prospects and the line behind it.

    `limit` is a number of iterations, or a time such as `"250ms"`. Only what the seat may know is used. Of what another
    seat sees, the decision is looked at in several worlds that fit it. A match that is over has no lines.
    """
    position = position.position if isinstance(position, Match) else position
    if position.over:
        return []
    deciders = as_decider(position, seed)
    parts = [one for seen in deciders for one in search_lines(seen, shared(limit, len(deciders)), lines, seed)]
    return sorted(together(parts), key=lambda one: -surely(one, position.actor))[:lines]


def surely(line: AnalysisLine, seat: int) -> float:
    """What a seat can expect at least: what was tried less is less certain."""
    return line.outcomes[seat] - 0.5 / sqrt(line.visits)


def as_decider(position: Position, seed: int) -> list[Position]:
    """What the seat that decides sees; where only another seat's sight is known, what it may see in several worlds."""
    if position.observer == WHOLE:
        return [position.seen_by(position.actor)]
    if position.observer == position.actor:
        return [position]
    return [position.imagine(seed + n).seen_by(position.actor) for n in range(WORLDS)]


def shared(limit: int | str, parts: int) -> str:
    """A limit for each of several searches."""
    number = LIMIT.fullmatch(str(limit))
    return str(limit) if number is None else f"{max(1, int(number[1]) // parts)}{number[2] or ''}"


def search_lines(seen: Position, limit: str, lines: int, seed: int) -> list[AnalysisLine]:
    """The most promising moves: half of the limit finds them, the other half looks at each of them by a search of its
    own, equally long and in the same worlds."""
    half, share = shared(limit, 2), shared(limit, 2 * max(1, lines))
    whole = analyst(seen, half).tree(seen, seed)
    visits = {one.number: one.visits for one in whole.statistics()}
    numbers = promising(visits, lines)
    if len(numbers) < min(lines, len(visits)):
        numbers += first_looks(seen, numbers, seed)[: lines - len(numbers)]
    result = []
    for action in numbers:
        alone = analyst(seen, share).tree(seen, seed, action)
        looks = [line_of(alone, seen, action, int(alone.root.visits), seed)]
        if visits[action]:
            looks.append(line_of(whole, seen, action, visits[action], seed))
        result.append(mean(looks))
    return result


def line_of(tree: Tree, seen: Position, action: int, visits: int, seed: int) -> AnalysisLine:
    """A move as a search knows it."""
    prospects, follows = follow(tree, seen, action, seed)
    world, moves = seen.imagine(seed), []
    for number in follows:
        moves.append(world.move(number))
        world.play(number)
    outcomes, wins, leads = (tuple(map(float, part)) for part in prospects)
    chances = tuple(won / max(1e-9, sum(wins)) for won in wins)
    return AnalysisLine(moves[0], tuple(moves), outcomes, leads[seen.actor], visits, chances, leads)


def promising(visits: dict[int, int], lines: int) -> list[int]:
    """The actions that a search tried most."""
    return [number for number in sorted(visits, key=lambda number: -visits[number])[:lines] if visits[number]]


def first_looks(seen: Position, known: list[int], seed: int) -> list[int]:
    """Actions that the search has not tried, the better ones first by a short search of each."""
    others = [number for number in seen.legal_numbers() if number not in known][:MOST_LOOKS]
    looks = {number: analyst(seen, LOOK).tree(seen, seed, number) for number in others}
    return sorted(looks, key=lambda number: -float(looks[number].root.totals[seen.actor]))


def together(parts: list[AnalysisLine]) -> list[AnalysisLine]:
    """Lines that begin with the same move as one: its prospects are the mean over all visits."""
    by_move: dict[int, list[AnalysisLine]] = {}
    for part in parts:
        by_move.setdefault(part.move.number, []).append(part)
    return [mean(same) for same in by_move.values()]


def mean(same: list[AnalysisLine]) -> AnalysisLine:
    """Several searches of one move; the line behind it is that of the longest search."""
    longest, visits = max(same, key=lambda one: one.visits), sum(one.visits for one in same)
    if len(same) == 1 or not visits:
        return longest

    def of(name: str) -> tuple[float, ...]:
        rows = [[one.visits / visits * value for value in getattr(one, name)] for one in same]
        return tuple(map(sum, zip(*rows, strict=True)))

    lead = sum(one.visits / visits * one.lead for one in same)
    return AnalysisLine(longest.move, longest.moves, of("outcomes"), lead, visits, of("chances"), of("leads"))


def follow(tree: Tree, seen: Position, action: int, seed: int) -> tuple[Any, list[int]]:
    """What every seat can expect after an action (outcomes, wins, leads), and the most tried actions from there."""
    world, game = seen.imagine(seed), seen.game
    if PLAIN:
        copy_twin(tree.records[search.WORLD], world.record)
    else:
        tree.records[search.WORLD : search.WORLD + 1] = world.records
    prospects, line = np.zeros((3, game.players)), row(LONGEST)
    bound = game.bind(search.best_line)
    n = bound(tree.records, game.box, tree.work, tree.search, tree.nodes, tree.slots, action, prospects, line)
    # A net judges each seat by itself; together they can expect half a win each.
    prospects[0] = np.clip(prospects[0] + 0.5 - prospects[0].mean(), 0, 1)
    return prospects, [int(number) for number in line[: int(n)]]
