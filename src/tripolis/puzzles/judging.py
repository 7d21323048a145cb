"""Is one move clearly the best? Searches answer, ever deeper, and from seeds of their own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tripolis.bots import bot, quick_choice
from tripolis.bots.instinct import NetBot
from tripolis.bots.mcts import ActionStatistics, Mcts, best_of
from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.words import Message
from tripolis.nets.net import has_net
from tripolis.review.assessment import BATCHES, SURE, batches, draft, is_drafting
from tripolis.study.why import mean_and_error

from . import LEAST
from .outcome import world_seed

CHOICES = 2
"""Fewer legal moves are no choice."""
OPEN = (0.03, 0.97)
"""The chance to win with the best move must lie between these."""
RIVALS = 4
"""So many other moves are compared with the best one: those that the search tried most."""
LEFT_BEHIND = 0.5
"""A search that is sure tries no other move more often than this share of its tries of the best one."""


@dataclass(frozen=True)
class Verdict:
    """One move that is clearly the best, and by how much."""

    best: int
    points: float
    chance: float


@dataclass(frozen=True)
class Candidate:
    """A decision that has passed the screen."""

    ply: int
    seen: Position
    best: int
    temptations: tuple[int, ...]
    """What a player takes who does not look ahead: at least one of these is another move."""
    chance: float
    """By how much the next best move lowers the chance to win, as the screen sees it."""

    @property
    def kind(self) -> str:
        """The verb of the best move."""
        return kind_of(self.seen, self.best)


@dataclass(frozen=True)
class Bench:
    """The searches that judge a position, by their names."""

    screen: str = "mcts:4000"
    """Every decision is shown to this one first."""
    deeper: tuple[str, ...] = ("mcts:16000", "mcts:40000")
    """All of these must find the same move, by the whole margin."""
    witness: str = ""
    """A search of another kind, where there is one: it must find the same move too, by any margin."""
    least: float = LEAST
    """By how much the next best move must lower the chance to win; half of it is enough for the screen."""

    def stages(self) -> list[tuple[str, float, float]]:
        """The searches in their order, the gain in chance and the standard errors that each wants to see."""
        stages = [(self.screen, self.least / 2, 0.0), *((name, self.least, SURE) for name in self.deeper)]
        return [*stages, (self.witness, 0.0, 0.0)] if self.witness else stages


USUAL = Bench()


@dataclass
class Judge:
    """Finds positions with one clearly best move, and counts why the others are none."""

    game: Game
    bench: Bench = USUAL
    only: tuple[str, ...] = ()
    """The kinds of decisions that are looked for; with none, all."""
    counts: Counter[str] = field(default_factory=Counter)
    """How many positions ended with which finding."""

    def screen(self, ply: int, seen: Position, played: int) -> Candidate | None:
        """Does a position that a strong player answered with `played` look like a puzzle? A cheap search says so."""
        self.counts["positions"] += 1
        found = self.look(ply, seen, played)
        if isinstance(found, str):
            self.counts[found] += 1
            return None
        return found

    def look(self, ply: int, seen: Position, played: int) -> Candidate | str:
        """What the screen says, or why the position is no puzzle."""
        if len(seen.legal_numbers()) < CHOICES:
            return "forced"
        if is_drafting(seen):
            return "draft"
        tempting = temptations(seen)
        if set(tempting) == {played}:
            return "quick"
        name, least, sure = self.bench.stages()[0]
        search, seed = searcher(name, self.game), world_seed(seen)
        lines = search.search(seen, seed)
        best = best_of(lines)
        if set(tempting) == {best.number}:
            return "quick"
        if draft(seen, best.number):
            return "draft"
        if self.only and kind_of(seen, best.number) not in self.only:
            return "other kind"
        if not OPEN[0] <= best.wins <= OPEN[1]:
            return "decided"
        if is_close(lines):
            return "close"
        others = rivals(lines, best.number, tempting)
        gained = margin(seen, search, best.number, others, seed, least, sure)
        return Candidate(ply, seen, best.number, tempting, gained[1]) if gained else "close"

    def verdict(self, candidate: Candidate) -> Verdict | None:
        """The clearly best move of a candidate, if deeper searches confirm it."""
        found = self.confirm(candidate)
        self.counts[found if isinstance(found, str) else "kept"] += 1
        return None if isinstance(found, str) else found

    def confirm(self, candidate: Candidate) -> Verdict | str:
        """The clearly best move, or why there is none. All searches must agree before moves are compared, which costs
        more."""
        seen, best, stages, found = candidate.seen, candidate.best, self.bench.stages()[1:], []
        searches = [searcher(name, self.game) for name, _, _ in stages]
        lines = []
        for depth, search in enumerate(searches, 1):
            lines.append(search.search(seen, world_seed(seen) + depth))
            if best_of(lines[-1]).number != best:
                return "unstable"
        for depth, (_, least, sure) in enumerate(stages, 1):
            others = rivals(lines[depth - 1], best, candidate.temptations)
            gained = margin(seen, searches[depth - 1], best, others, world_seed(seen) + depth, least, sure)
            if gained is None:
                return "close"
            found.append(gained)
        counted = found[: len(self.bench.deeper)]
        return Verdict(best, min(points for points, _ in counted), min(chance for _, chance in counted))


def kind_of(seen: Position, number: int) -> str:
    """What kind of decision a move is: its verb."""
    verb: str = seen.game.rules.actions.split(number)[0]
    return verb


def temptations(seen: Position) -> tuple[int, ...]:
    """What players take who do not look ahead: the game's quick choice, and the net's instinct where there is one."""
    quick = quick_choice(seen)
    return (quick, NetBot().choose(seen, 0)) if has_net(seen.game) else (quick,)


def is_close(lines: list[ActionStatistics]) -> bool:
    """Does a search waver between its two favourite moves?"""
    most, next_most = sorted((line.visits for line in lines), reverse=True)[:2]
    return next_most > LEFT_BEHIND * most


def margin(
    seen: Position,
    search: Mcts,
    best: int,
    others: list[int],
    seed: int,
    least: float,
    sure: float,
) -> tuple[float, float] | None:
    """By how many points, and how much chance to win, the best move leads before the next best one; None if that is
    not clear. Every move is searched for itself, equally long and in the same imagined worlds."""
    step = max(1, search.iterations // (2 * BATCHES))

    def grown(number: int) -> tuple[list[float], float]:
        tree = search.start(seen, seed, step * BATCHES, number)
        return batches(tree, step), float(tree.root.wins[seen.actor]) / (step * BATCHES)

    leads, chance = grown(best)
    points, gain = float("inf"), float("inf")
    for number in others:
        other_leads, other_chance = grown(number)
        mean, error = mean_and_error([one - other for one, other in zip(leads, other_leads, strict=True)])
        if mean <= sure * error or chance - other_chance < least:
            return None
        points, gain = min(points, mean), min(gain, chance - other_chance)
    return points, gain


def searcher(name: str, game: Game) -> Mcts:
    """A search by its name."""
    found = bot(name, game)
    if not isinstance(found, Mcts) or found.milliseconds:
        raise BadOptions(Message("{name} cannot judge: name a search, such as mcts:20000 or net:2000.", name=name))
    return found


def rivals(lines: list[ActionStatistics], best: int, tempting: tuple[int, ...]) -> list[int]:
    """The moves that might be as good as the best: those tried most, and what tempts."""
    others = [line for line in lines if line.number != best]
    tried = sorted(others, key=lambda line: (-line.visits, -line.outcome))[:RIVALS]
    return list(dict.fromkeys([*(line.number for line in tried), *(one for one in tempting if one != best)]))
