"""Mining: matches of strong players are played, and every decision with one clearly best move becomes a puzzle."""

from __future__ import annotations

import hashlib
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from tripolis.bots import bot, prepare_bots
from tripolis.bots.playing import play
from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game, all_kinds, find
from tripolis.engine.position import Position
from tripolis.engine.words import Message
from tripolis.review.assessment import decisions

from .judging import USUAL, Bench, Candidate, Judge, Verdict, searcher
from .puzzle import TRIALS, Puzzle
from .selection import KNOWN_TO, LOOKING_AHEAD, MOST_OF_A_KIND, MOST_OF_A_MATCH, is_trivial


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
    only: tuple[str, ...] = ()
    """The kinds of decisions that are looked for; with none, all."""

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
        verbs = kinds[0].rules.actions.verbs
        if unknown := set(self.only) - set(verbs):
            args = {"name": sorted(unknown)[0], "names": ", ".join(verbs)}
            raise BadOptions(Message("There is no kind of decision called {name}; there are: {names}.", **args))
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
    judge = Judge(game, plan.bench, plan.only)
    screened = (judge.screen(ply, seen, played) for ply, seen, played in decisions(match))
    found: list[dict[str, Any]] = []
    taken: Counter[str] = Counter()
    for candidate in in_turns([one for one in screened if one is not None]):
        if any(abs(candidate.ply - one["ply"]) <= 1 for one in found):
            judge.counts["neighbour"] += 1
        elif len(found) == MOST_OF_A_MATCH or taken[candidate.kind] == MOST_OF_A_KIND:
            judge.counts["enough of the match"] += 1
        elif is_trivial(easy := tried(candidate.seen, candidate.best, KNOWN_TO)):
            judge.counts["trivial"] += 1
        elif (verdict := judge.verdict(candidate)) is not None:
            solved = (*easy, *tried(candidate.seen, candidate.best, LOOKING_AHEAD))
            puzzle = puzzle_of(candidate.seen, verdict, solved)
            found.append({"ply": candidate.ply, "kind": candidate.kind, **asdict(puzzle)})
            taken[candidate.kind] += 1
    return {"game": plan.game, "match": number, "player": name, "counts": dict(judge.counts), "puzzles": found}


def in_turns(candidates: list[Candidate]) -> list[Candidate]:
    """The best candidate of each kind of decision, then the second of each, and so on: what instinct misses comes
    first, then what is clearest."""
    rank: Counter[str] = Counter()
    turns = []
    for candidate in sorted(candidates, key=lambda one: (one.best in one.temptations, -one.chance)):
        turns.append((rank[candidate.kind], candidate))
        rank[candidate.kind] += 1
    return [candidate for _, candidate in sorted(turns, key=lambda turn: turn[0])]


def puzzle_of(seen: Position, verdict: Verdict, solved: tuple[int, ...]) -> Puzzle:
    """The puzzle of a position."""
    return Puzzle(seen.text(), seen.move(verdict.best).text, verdict.points, verdict.chance, solved)


def seed_of(name: str, number: int) -> bytes:
    """The seed of a match."""
    return hashlib.sha256(f"tripolis puzzles {name} {number}".encode()).digest()[:16]


def tried(seen: Position, best: int, strengths: Iterable[str]) -> tuple[int, ...]:
    """How often each of these strengths finds the best move."""
    return tuple(
        sum(
            bot(name, seen.game).choose(seen.copy(), 1000 * TRIALS[name] + trial) == best
            for trial in range(TRIALS[name])
        )
        for name in strengths
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
        running = [pool.apply_async(mine_match, (plan, number)) for number in islice(waiting, jobs)]
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
