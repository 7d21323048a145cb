"""Mining: matches of strong players are played, and every decision with one clearly best move becomes a puzzle."""

from __future__ import annotations

import hashlib
import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tripolis.bots import bot, prepare_bots
from tripolis.bots.playing import play
from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game, all_kinds, find
from tripolis.engine.position import Position
from tripolis.engine.words import Message
from tripolis.review.assessment import decisions

from .judging import USUAL, Bench, Judge, searcher
from .puzzle import TRIALS, Puzzle


@dataclass(frozen=True)
class Plan:
    """What is mined, and how; a match of it follows from its number alone."""

    game: str
    players: tuple[str, ...] = ("master", "mcts:2000")
    """Who plays: match by match one of them sits on all seats."""
    bench: Bench = USUAL
    seats: tuple[int, ...] = (2, 3, 4)
    options: Mapping[str, Any] | None = None
    """Options of the game; with none, all modes take turns."""

    def kinds(self) -> list[Game]:
        """The games that take turns."""
        game = find(self.game)
        if self.options:
            return [game.configure(players=n, **self.options) for n in self.seats]
        return [kind for kind in all_kinds(game) if kind.players in self.seats]

    def check(self) -> None:
        """Refuse a plan that cannot be carried out."""
        kinds = self.kinds()
        if not kinds:
            raise BadOptions(Message("{game} is not played with these numbers of players.", game=find(self.game).title))
        for name in self.players:
            bot(name, kinds[0])
        for name, _, _ in self.bench.stages():
            searcher(name, kinds[0])

    def prepare(self) -> None:
        """Compile all that is needed, once for all processes."""
        searches = (name for name, _, _ in self.bench.stages())
        prepare_bots(self.kinds()[0], *self.players, *searches, *TRIALS, "greedy")


def mine_match(plan: Plan, number: int) -> dict[str, Any]:
    """Play a match and judge its decisions; what comes out is a line of the file of finds."""
    kinds = plan.kinds()
    game = kinds[number % len(kinds)]
    name = plan.players[number // len(kinds) % len(plan.players)]
    match = play(game, [name] * game.players, seed_of(plan.game, number))
    judge = Judge(game, plan.bench)
    found = []
    for ply, seen, played in decisions(match):
        if (verdict := judge.verdict(seen, played)) is not None:
            move = seen.move(verdict.best).text
            puzzle = Puzzle(seen.text(), move, verdict.points, verdict.chance, tried(seen, verdict.best))
            found.append({"ply": ply, **asdict(puzzle)})
    return {"game": plan.game, "match": number, "player": name, "counts": dict(judge.counts), "puzzles": found}


def seed_of(name: str, number: int) -> bytes:
    """The seed of a match."""
    return hashlib.sha256(f"tripolis puzzles {name} {number}".encode()).digest()[:16]


def tried(seen: Position, best: int) -> tuple[int, ...]:
    """How often each strength finds the best move."""
    return tuple(
        sum(bot(name, seen.game).choose(seen.copy(), 1000 * times + trial) == best for trial in range(times))
        for name, times in TRIALS.items()
    )


def mine(
    plan: Plan, numbers: range, jobs: int, seconds: float, progress: Callable[[int, int], None]
) -> Iterator[dict[str, Any]]:
    """Mine matches with several processes; none is begun after so many seconds (0: no limit)."""
    end = time.monotonic() + seconds if seconds else float("inf")
    plan.check()
    plan.prepare()
    done = found = 0
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        waiting = iter(numbers)
        running = [
            pool.apply_async(mine_match, (plan, number)) for number, _ in zip(waiting, range(jobs), strict=False)
        ]
        while running:
            ready = next((result for result in running if result.ready()), None)
            if ready is None:
                running[0].wait(0.1)
                continue
            running.remove(ready)
            if time.monotonic() < end and (number := next(waiting, None)) is not None:
                running.append(pool.apply_async(mine_match, (plan, number)))
            line = ready.get()
            done, found = done + 1, found + len(line["puzzles"])
            progress(done, found)
            yield line
