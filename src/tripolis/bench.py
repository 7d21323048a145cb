"""How fast a game is: random play, copying and deciding in CPU seconds of one core, scoring in time on the clock."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .engine.game import Game, find, game_names
from .engine.position import seed_row
from .engine.random import STREAM, seed_words
from .engine.record import PLAIN, row

Row = dict[str, Any]
BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
"""What only a checkout has."""


def seconds_of_one(run: Callable[[int], object], seconds: float) -> float:
    """CPU seconds of one unit of `run(n)`, with n doubled until it takes long enough."""
    n = 1
    while True:
        start = time.process_time()
        run(n)
        spent = time.process_time() - start
        if spent >= seconds:
            return spent / n
        n = max(2 * n, int(n * 1.2 * seconds / max(spent, seconds / 50)))


MODES = ("mode", "track")
"""Options that choose a variant of a game; of one that takes any text, the named values count."""


def variants(game: Game) -> Iterator[Game]:
    """A game in each of its modes or named tracks (where it has such) and seat counts."""
    named = {option.name: option for option in game.options}
    option = next((named[name] for name in MODES if name in named), None)
    for mode in (option.values or tuple(option.names)) if option else (None,):
        for players in named["players"].values:
            yield game.configure(players=players, **({option.name: mode} if option else {}))


def last_variants(game: Game) -> list[Game]:
    """A game in each of its modes, with the most seats."""
    last = {mode_of(variant): variant for variant in variants(game)}
    return list(last.values())


def mode_of(game: Game) -> Any:
    """The mode or track of a variant, None where there is neither."""
    return next((game.settings[name] for name in MODES if name in game.settings), None)


def random_play(game: Game, seconds: float) -> Row:
    """Whole matches of random decisions, with every seat scored at the end."""
    states, stream = game.state.make(), STREAM.make()
    for i, word in enumerate(seed_words(2026)):
        stream[0].seed[i] = word
    totals, counts = row(game.players), row(3)
    play = game.call("playouts")
    play(states, game.box, game.work, stream, 1, game.players, totals, counts)  # compile
    games = 0

    def run(n: int) -> None:
        nonlocal games
        for i in range(3):
            counts[i] = 0
        games = n
        play(states, game.box, game.work, stream, n, game.players, totals, counts)

    cost = seconds_of_one(run, seconds)
    return {
        **name_of(game),
        "decisions_per_s": round(counts[0] / games / cost),
        "games_per_s": round(1 / cost, 1),
        "legal_mean": round(float(counts[1] / counts[0]), 2),
        "forced_share": round(float(counts[2] / counts[0]), 4),
    }


def name_of(game: Game) -> Row:
    """What a row is about."""
    return {
        "game": game.name,
        "mode": mode_of(game),
        "players": game.players,
        "engine": "plain" if PLAIN else "compiled",
    }


def small_steps(game: Game, seconds: float) -> Row:
    """Nanoseconds of a copy, of `apply` and of `legal_actions`, each inside compiled code."""
    match = game.new(1)
    rng = random.Random(1)
    middle = None
    while not match.over:
        match.play(rng.choice(match.position.legal_numbers()))
        if len(match) == 12:
            middle = match.position.copy()
    assert middle is not None
    actions = row(len(match))
    for i, number in enumerate(match.numbers):
        actions[i] = number
    two = game.state.make(2)
    copies, legal, again = game.call("copies"), game.call("repeat_legal"), game.call("repeat_apply")
    seed = seed_row(match.seed)
    copies(two, 1), legal(middle.records, game.box, game.work, 1)
    states = game.state.make()

    def replay(n: int) -> None:
        for _ in range(n):
            again(states, game.box, game.work, actions, seed)

    replay(1)
    return {
        **name_of(game),
        "clone_ns": round(seconds_of_one(lambda n: copies(two, n), seconds) * 1e9, 1),
        "apply_ns": round(seconds_of_one(replay, seconds) * 1e9 / len(actions), 1),
        "legal_ns": round(seconds_of_one(lambda n: legal(middle.records, game.box, game.work, n), seconds) * 1e9, 1),
        "state_bytes": game.state.size,
        "box_bytes": game.box_layout.size,
        "work_bytes": game.work_layout.size,
    }


def scoring(game: Game, label: str, positions: list[Any], seats: int) -> Row:
    """Microseconds of one account, called from Python: the best of three, as other work on the machine slows it."""
    score = game.call("call_score")
    times = []
    for records in positions:
        for seat in range(seats):
            times.append(min(nanoseconds_of(score, records, game, seat) for _ in range(3)) / 1000)
    times.sort()
    return {
        **name_of(game),
        "cities": label,
        "n": len(times),
        "score_median_us": round(times[len(times) // 2], 2),
        "score_p99_us": round(times[len(times) * 99 // 100], 2),
        "score_max_us": round(times[-1], 2),
    }


def nanoseconds_of(score: Any, records: Any, game: Game, seat: int) -> int:
    """The time of one account on the clock."""
    start = time.perf_counter_ns()
    score(records, game.box, game.work, seat)
    return time.perf_counter_ns() - start


def final_positions(game: Game, n: int) -> list[Any]:
    """The ends of matches that the game's own advice played."""
    play = game.call("advised_match")
    positions = []
    for seed in range(n):
        states = game.state.make()
        play(states, game.box, game.work, seed_row(seed))
        positions.append(states)
    return positions


def rows_of(game: Game, quick: bool) -> Iterator[Row]:
    """All rows of a game in this process's way of running."""
    seconds = 0.2 if quick else 2.0
    for variant in variants(game):
        yield random_play(variant, seconds)
    if PLAIN:
        return
    for variant in last_variants(game):
        yield small_steps(variant, seconds / 3)
        matches = 50 if quick else 500
        yield scoring(variant, "ends of greedy matches", final_positions(variant, matches), variant.players)


def rows_from(*program: str, **environment: str) -> list[Row]:
    """The rows that a Python program prints, run in a process of its own; where it fails it has said why."""
    command = [sys.executable, *program]
    process = subprocess.run(command, env=os.environ | environment, stdout=subprocess.PIPE, text=True, check=False)
    if process.returncode:
        sys.exit(process.returncode)
    return [json.loads(line) for line in process.stdout.splitlines()]


def hard_rows(name: str, quick: bool) -> list[Row]:
    """The rows of positions that are hard to score, in a checkout."""
    script = BENCHMARKS / "hard_positions.py"
    if PLAIN or not script.exists():
        return []
    return rows_from(str(script), name, *(["--quick"] if quick else []))


def peer_rows(install: bool, quick: bool) -> list[Row]:
    """The rows of public engines, in a checkout whose peers are installed (or are to be installed now)."""
    script = BENCHMARKS / "peers.py"
    ready = BENCHMARKS.parent / "build" / "peers-venv" / ".ready"
    if not script.exists() or not (install or ready.exists()):
        return []
    return rows_from(str(script), "--rows", *(["--quick"] if quick else []))


def batch_rows(names: list[str] | None, quick: bool) -> Iterator[Row]:
    """Batches on the GPU (or, without one, on all cores of the CPU) beside one core of the CPU, random and advised."""
    for name in names or game_names():
        for variant in variants(find(name)):
            for advised in (False, True):
                yield batch_speed(variant, advised, 0.2 if quick else 1.0)


def batch_speed(game: Game, advised: bool, seconds: float) -> Row:
    """Decisions a second of whole batches, results fetched, on the clock; of one core in its CPU seconds."""
    from .cuda import playouts, unavailable

    def rate(clock: Callable[[], float], games: int, **how: Any) -> tuple[float, str]:
        playouts(game, 1, advised=advised, **how)  # compile
        while True:
            start = clock()
            batch = playouts(game, games, advised=advised, **how)
            spent = clock() - start
            if spent >= seconds:
                return float(batch.decisions.sum()) / spent, batch.device
            games = max(2 * games, int(games * 1.2 * seconds / max(spent, seconds / 50)))

    core, _ = rate(time.process_time, 16, device="cpu", cores=1)
    batch, device = rate(time.perf_counter, 1024, device="cpu" if unavailable() else "cuda")
    return {
        **name_of(game),
        "engine": f"batch on {device}",
        "decisions": "advised" if advised else "random",
        "decisions_per_s": round(batch),
        "core_decisions_per_s": round(core),
        "ratio": round(batch / core, 1),
    }


def all_rows(names: list[str] | None, quick: bool, peers: bool = False) -> Iterator[Row]:
    """Every row of the named games (all if None), and the peers' where they are installed (not in a quick run)."""
    for name in names or game_names():
        yield from rows_of(find(name), quick)
        yield from hard_rows(name, quick)
        yield from rows_from("-m", "tripolis.bench", name, TRIPOLIS_PLAIN="1")
    if peers or not (quick or names):
        yield from peer_rows(peers, quick)


if __name__ == "__main__":
    for result in rows_of(find(sys.argv[1]), quick=True):
        print(json.dumps(result))
