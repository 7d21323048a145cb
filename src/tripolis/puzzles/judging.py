"""Is one move clearly the best? Searches answer, ever deeper, and from seeds of their own."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field

from tripolis.bots import bot, quick_choice
from tripolis.bots.mcts import ActionStatistics, Mcts, best_of
from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.words import Message
from tripolis.review.assessment import BATCHES, SURE, batches, mean_and_error

CHOICES = 3
"""Fewer legal moves are no choice."""
LEAST_CHANCE = 0.02
"""By how much the next best move must lower the chance to win, to be worth keeping; `selection.py` wants more."""
OPEN = (0.03, 0.97)
"""The chance to win with the best move must lie between these."""
RIVALS = 4
"""So many other moves are compared with the best one: those that the search tried most."""


@dataclass(frozen=True)
class Verdict:
    """One move that is clearly the best, and by how much."""

    best: int
    points: float
    chance: float


@dataclass(frozen=True)
class Bench:
    """The searches that judge a position, by their names."""

    screen: str = "mcts:4000"
    """Every decision is shown to this one first: half of the margin is enough for it."""
    deeper: tuple[str, ...] = ("mcts:16000", "mcts:40000")
    """All of these must find the same move, by the whole margin."""
    witness: str = ""
    """A search of another kind, where there is one: it must find the same move too, by any margin."""

    def stages(self) -> list[tuple[str, float, float]]:
        """The searches in their order, the gain in chance and the standard errors that each wants to see."""
        stages = [(self.screen, LEAST_CHANCE / 2, 0.0), *((name, LEAST_CHANCE, SURE) for name in self.deeper)]
        return [*stages, (self.witness, 0.0, 0.0)] if self.witness else stages


USUAL = Bench()


@dataclass
class Judge:
    """Finds positions with one clearly best move, and counts why the others are none."""

    game: Game
    bench: Bench = USUAL
    counts: Counter[str] = field(default_factory=Counter)
    """How many positions ended with which finding."""

    def verdict(self, seen: Position, played: int) -> Verdict | None:
        """The clearly best move of a position that a strong player answered with `played`, if there is one."""
        finding = self.find(seen, played)
        self.counts["positions"] += 1
        self.counts[finding if isinstance(finding, str) else "kept"] += 1
        return None if isinstance(finding, str) else finding

    def find(self, seen: Position, played: int) -> Verdict | str:
        """The clearly best move, or why there is none."""
        if len(seen.legal_numbers()) < CHOICES:
            return "forced"
        quick, best, found = quick_choice(seen), -1, []
        if played == quick:
            return "quick"
        seed = int.from_bytes(hashlib.sha256(seen.to_bytes()).digest()[:6])
        for depth, (name, least, sure) in enumerate(self.bench.stages()):
            search = searcher(name, self.game)
            lines = search.search(seen, seed + depth)
            tried = best_of(lines)
            best = tried.number if best < 0 else best
            if best == quick:
                return "quick"
            if tried.number != best:
                return "unstable"
            if depth == 0 and not OPEN[0] <= tried.wins <= OPEN[1]:
                return "decided"
            gained = margin(seen, search, best, rivals(lines, best, quick), seed + depth, least, sure)
            if gained is None:
                return "close"
            found.append(gained)
        counted = found[1 : 1 + len(self.bench.deeper)]
        return Verdict(best, min(points for points, _ in counted), min(chance for _, chance in counted))


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


def rivals(lines: list[ActionStatistics], best: int, quick: int) -> list[int]:
    """The moves that might be as good as the best: those tried most, and the quick choice."""
    tried = sorted((line for line in lines if line.number != best), key=lambda line: (-line.visits, -line.outcome))
    return list(dict.fromkeys([*(line.number for line in tried[:RIVALS]), quick]))
