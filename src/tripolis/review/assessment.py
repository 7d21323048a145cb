"""One decision, assessed: the best move that search finds beside the one that was played."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tripolis.bots.mcts import Tree, best_of
from tripolis.bots.strengths import searcher
from tripolis.engine.game import Game
from tripolis.engine.match import Match
from tripolis.engine.position import Position
from tripolis.nets.net import has_net
from tripolis.study.why import Difference, differences, mean_and_error, titles, why

BATCHES = 8
"""Parts of a comparison of two moves: the deviation between them tells how much of the difference is noise."""
SURE = 3.0
"""Standard errors from which on a difference counts."""
LEAST = 0.5
"""Points from which on a loss counts."""
NAMED = 3
"""How many of the costliest moves are named."""
WORLDS, OF_OTHERS, LEAST_WORLDS = 256, 64, 16
"""Matches that are played on from each of two moves, for those that are named and for others."""
PLAYED_ON = 150_000
"""Moves of such matches in a review: about two seconds."""


@dataclass(frozen=True)
class Assessment:
    """What a search says of a decision."""

    ply: int
    """Moves made before it."""
    seat: int
    played: int
    """The number of the action."""
    best: int
    before: float
    """The seat's chance to win, with the best move."""
    after: float
    """The same with the move that was played."""
    loss: float
    """By how many points less the seat leads in the end, on average; 0 where the search sees no clear difference."""
    visits: int
    """How often the search has tried the best move."""
    chances: tuple[float, ...]
    """Every seat's chance to win before the decision, as the deciding seat may think."""
    ends: tuple[Difference, ...] = ()
    """Of the costliest decisions: how matches end after the best move and after the one played."""


def usual_budget(game: Game, decisions: int) -> int:
    """Iterations for each decision of a match with so many: with a net, a review takes seconds."""
    least, whole, most = (32, 60_000, 1_000) if has_net(game) else (64, 400_000, 4_000)
    return max(least, min(most, whole // max(1, decisions)))


def decisions(match: Match) -> Iterator[tuple[int, Position, int]]:
    """Ply, what the deciding seat sees, and the action played, of every decision with a choice. Of an offer that is put
    together step by step, the decision is whether it is made."""
    position = match.first()
    for ply, number in enumerate(match.numbers):
        seen = position.seen_by(position.actor)
        legal = seen.legal_numbers()
        if draft(seen, number) != "keep" and (len(legal) > 1 or number not in legal):
            yield ply, seen, number
        position.play(number)


def draft(seen: Position, number: int) -> str:
    """What a move means for an offer that is put together before anybody hears of it."""
    return seen.game.face.draft(seen.plain, seen.game.plain_box, number)


def is_drafting(seen: Position) -> bool:
    """Is an offer being put together?"""
    return any(draft(seen, number) == "drop" for number in seen.legal_numbers())


def assess(seen: Position, played: int, budget: int, ply: int = -1) -> Assessment:
    """Assess one decision by an observation alone: positions that look alike to the seat get the same assessment.

    A first search looks for the best move. If it is not the one played, two more compare them, equally long and in the
    same imagined worlds.
    """
    seed = int.from_bytes(hashlib.sha256(seen.to_bytes()).digest()[:7])
    tree = searcher(seen.game, budget).tree(seen, seed)
    best = best_of(tree.statistics())
    seat, before = seen.actor, tree.chances()
    after, loss = before[seat], 0.0
    if best.number != played and not (is_drafting(seen) and draft(seen, best.number) == "keep"):
        loss, before, after = compare(seen, best.number, played, budget, seed)
        if not loss:
            after = before[seat]
    place = seen.ply if ply < 0 else ply
    return Assessment(place, seat, played, best.number, before[seat], after, loss, best.visits, tuple(before))


def to_play_on(assessments: Sequence[Assessment]) -> Iterator[tuple[int, int]]:
    """The costly decisions, the costliest first, by their place in the list, and how many matches are played on from
    them: more for those that are named, for others as far as the time of a review goes."""
    costly = sorted((i for i, one in enumerate(assessments) if one.loss), key=lambda i: -assessments[i].loss)
    left = PLAYED_ON
    for rank, i in enumerate(costly):
        moves = 2 * (assessments[-1].ply + 1 - assessments[i].ply)
        worlds = min(OF_OTHERS, left // moves) if rank >= NAMED else min(WORLDS, PLAYED_ON // (NAMED * moves))
        worlds = worlds if worlds >= LEAST_WORLDS else 0
        left -= worlds * moves
        yield i, worlds


def played_on(seen: Position, one: Assessment, worlds: int) -> Assessment:
    """A costly decision with how so many matches end. Where they say the contrary, or nothing speaks for the better
    move, the search is not believed: nothing is lost."""
    ends = differences(seen, one.best, one.played, worlds) if worlds else ()
    believed = not ends or ends[one.seat].lead >= 0
    if believed and why(seen, one.best, one.played, ends, titles(seen.game), (one.before, one.after)):
        return replace(one, ends=ends)
    return replace(one, after=one.before, loss=0.0)


def compare(seen: Position, best: int, played: int, budget: int, seed: int) -> tuple[float, list[float], float]:
    """The points that a move loses against the best one (0: no clear difference), everybody's chances with the best
    one, and the seat's chance with the one played."""
    step = max(1, budget // (2 * BATCHES))
    search = searcher(seen.game, step * BATCHES)
    trees = [search.start(seen, seed, step * BATCHES, number) for number in (best, played)]
    apart = [one - other for one, other in zip(*(batches(tree, step) for tree in trees), strict=True)]
    mean, error = mean_and_error(apart)
    one, other = (float(tree.root.totals[seen.actor]) for tree in trees)
    clear = mean >= LEAST and mean > SURE * error and one > other
    chances = [tree.chances() for tree in trees]
    return mean if clear else 0.0, chances[0], min(chances[1][seen.actor], chances[0][seen.actor])


def batches(tree: Tree, step: int) -> list[float]:
    """Search on in `BATCHES` parts of `step` iterations, and say by how much the seat leads in each."""
    leads, seat = [], int(tree.search[0].seat)
    for _ in range(BATCHES):
        before = float(tree.root.leads[seat])
        tree.think(step)
        leads.append((float(tree.root.leads[seat]) - before) / step)
    return leads
