"""How strong the bots are: matches of neighbours in strength, of the strongest against plain search, and of search
against greedy. Writes the tables of docs/strength.md.

    python benchmarks/strength.py play --what masters,skilled --jobs 16 --seconds 560 --out one.jsonl
    python benchmarks/strength.py play --game quadropolis --players 2 --mode expert --games 40
    python benchmarks/strength.py report one.jsonl two.jsonl    # benchmarks/results/strength.json and the page
    python benchmarks/strength.py report new.jsonl --anew       # a bot plays otherwise now: forget what it played before

Every pairing is a league of `tripolis arena`: shared shuffles, all seatings. All pairings grow together, round by round,
so that whatever time there was is shared out. What stands in the file, in others named by --known, or among the games
that reports have kept (benchmarks/results/strength-games.jsonl.xz) is not played again, unless --anew says so. Seconds
of a decision are processor time.
"""

import argparse
import json
import lzma
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from threading import Semaphore
from typing import Any, NamedTuple

from tripolis.arena.evidence import evidence_of
from tripolis.arena.league import Fixture, League
from tripolis.arena.play import play
from tripolis.arena.results import key_of, line_of, read
from tripolis.arena.table import scores_of, share_ahead
from tripolis.bots import STRENGTHS, bot, prepare_bots
from tripolis.bots.mcts import plan_of
from tripolis.engine.game import Game
from tripolis.engine.game import game as find_game

ROOT = Path(__file__).parent.parent
ROWS = ROOT / "benchmarks" / "results" / "strength.json"
GAMES_PLAYED = ROOT / "benchmarks" / "results" / "strength-games.jsonl.xz"
PAGE = ROOT / "docs" / "strength.md"
GAMES = ("quadropolis", "metropolys", "ubuild")
SEED = 7
Pair = tuple[str, str]
"""The weaker bot and the one that should be stronger."""

WHATS = ("masters", "skilled", "steps", "search")
"""What is played: the strongest bots and bare instinct against plain search, neighbours, search against greedy."""


class Place(NamedTuple):
    """What is played: a game, its mode and its seats."""

    game: str
    mode: str
    players: int

    @property
    def usual(self) -> bool:
        """Is it the mode that a table has by default, with two or four seats?"""
        return self.mode == find_game(self.game).mode and self.players in (2, 4)

    @property
    def settings(self) -> dict[str, Any]:
        option = find_game(self.game).mode_option
        return {"players": self.players} | ({option.name: self.mode} if option else {})

    def make(self) -> Game:
        return find_game(self.game, **self.settings)


def places() -> list[Place]:
    """All modes and numbers of seats, the usual ones first."""
    found = []
    for name in GAMES:
        game = find_game(name)
        option = game.mode_option
        seats = next(one.values for one in game.options if one.name == "players")
        modes = map(str, option.values or option.names) if option else [""]
        found += [Place(name, mode, players) for mode in modes for players in seats]
    return sorted(found, key=lambda place: not place.usual)


def plain(game: Game, iterations: int) -> str:
    """A strength of version 0.1.0 by its iterations for two seats."""
    return f"mcts:{iterations * 2 // game.players if plan_of(game).slower_with_seats else iterations}"


def pairs(what: str, place: Place) -> list[Pair]:
    """Who meets whom."""
    game = place.make()
    return {
        "masters": [(plain(game, 4000), "master")],
        "skilled": [(plain(game, 400), "skilled")],
        "steps": list(pairwise(STRENGTHS)),
        "search": [("greedy", "mcts:10000")] if place.usual else [],
    }[what]


# ---------------------------------------------------------------------- playing


def warm_up(name: str) -> None:
    """Compile all that the bots of a game need, or load it from the cache."""
    game = find_game(name)
    game.prepare()
    prepare_bots(game, "newcomer", "skilled", "strong", "mcts:10", "greedy")


def play_one(task: tuple[Place, Fixture]) -> dict[str, Any]:
    place, fixture = task
    game = place.make()
    players = {name: bot(name, game) for name in fixture.group}
    return play(game, players, fixture, 1e9, clock=time.process_time)


def tasks(asked: argparse.Namespace) -> list[tuple[Place, Fixture]]:
    """All games that are asked for, round by round."""
    found = []
    for what in asked.what.split(","):
        for place in places():
            wanted = (asked.game or GAMES, asked.mode or [place.mode], asked.players or [place.players])
            if all(value in values for value, values in zip(place, wanted, strict=True)):
                for pair in (pair for pair in pairs(what, place) if not asked.stronger or pair[1] in asked.stronger):
                    league = League(place.game, place.settings, pair, asked.games, SEED)
                    found += [(place, fixture) for fixture in league.fixtures()]
    return sorted(found, key=lambda task: task[1].number)


def play_all(asked: argparse.Namespace) -> None:
    files = [file for file in [*asked.known, asked.out] if file.exists()]
    known = {key(result) for file in files for result in read(file)}
    if not asked.anew:
        known |= {key(result) for result in kept()}
    todo = [task for task in tasks(asked) if (*task[0], *task[1]) not in known]
    names = sorted({place.game for place, _ in todo})
    context = get_context("fork")
    if todo:
        with context.Pool(len(names)) as pool:  # the cache keeps what they compile
            pool.map(warm_up, names)
        for name in names:
            warm_up(name)
    done, slots = 0, Semaphore(2 * asked.jobs)
    with context.Pool(asked.jobs) as pool, asked.out.open("ab") as out:
        for result in pool.imap_unordered(play_one, until(time.monotonic() + asked.seconds, todo, slots)):
            out.write(line_of(result))
            out.flush()
            slots.release()
            done += 1
    print(f"{done} of {len(todo)} games")
    print(table(rows(read(asked.out))))


def until(end: float, todo: list[Any], slots: Semaphore) -> Iterator[Any]:
    """Tasks, while there is time, and few more than are being played."""
    for task in todo:
        slots.acquire()
        if time.monotonic() > end:
            return
        yield task


def key(result: dict[str, Any]) -> tuple[Any, ...]:
    seed, number, group, seats = key_of(result)
    return *place_of(result), seed, number, group, seats


def place_of(result: dict[str, Any]) -> Place:
    options = result["options"]
    return Place(result["game"], options.get("mode") or options.get("track") or "", int(options["players"]))


# ---------------------------------------------------------------------- results


def rows(results: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each pairing of each place."""
    groups: dict[Any, dict[Any, Any]] = defaultdict(dict)
    for result in results:
        groups[pairing(result)][key_of(result)] = result
    return [row(place, pair, list(found.values())) for (place, pair), found in groups.items()]


def pairing(result: dict[str, Any]) -> tuple[Place, Pair]:
    """Who met where."""
    weaker, stronger = result["group"]
    return place_of(result), (weaker, stronger)


def kept() -> list[dict[str, Any]]:
    """The games of earlier reports."""
    if not GAMES_PLAYED.exists():
        return []
    return [json.loads(line) for line in lzma.decompress(GAMES_PLAYED.read_bytes()).splitlines()]


def keep(results: list[dict[str, Any]], anew: bool) -> list[dict[str, Any]]:
    """Put games among those of earlier reports; with `anew` instead of those of the same pairings."""
    played = {pairing(result) for result in results}
    old = [result for result in kept() if not (anew and pairing(result) in played)]
    games = {key(result): result for result in [*old, *results]}
    every = [games[one] for one in sorted(games, key=str)]
    GAMES_PLAYED.write_bytes(lzma.compress(b"".join(map(line_of, every)), preset=9))
    return every


def row(place: Place, pair: Pair, results: list[dict[str, Any]]) -> dict[str, Any]:
    weaker, stronger = pair
    found = evidence_of(scores_of(results, stronger, weaker))
    won = sum(share_ahead(result, stronger, weaker) for result in results) / len(results)
    return place._asdict() | {
        "stronger": stronger,
        "weaker": weaker,
        "games": len(results),
        "won": round(won, 4),
        "low": round((1 + found.plain_low) / 2, 4),
        "high": round((1 + found.plain_high) / 2, 4),
        "ms": [round(time_of(results, name), 2) for name in (stronger, weaker)],
    }


def time_of(results: list[dict[str, Any]], name: str) -> float:
    """Milliseconds of a decision of a bot, on average."""
    spent = [
        (seconds, decisions)
        for result in results
        for seat, seconds, decisions in zip(result["seats"], result["seconds"], result["decisions"], strict=True)
        if seat == name
    ]
    seconds, decisions = map(sum, zip(*spent, strict=True))
    return 1000 * seconds / max(1, decisions)


def what_of(row: dict[str, Any]) -> str:
    """Which table a row belongs to."""
    if row["weaker"] == "greedy":
        return "search"
    if row["weaker"].startswith("mcts:"):
        return "masters" if row["stronger"] == "master" else "skilled"
    return "steps"


def table(found: list[dict[str, Any]]) -> str:
    lines = [
        "| game | seats | bots | games | pairs won by the first | 95 % interval | above half | ms of the first and the second |",
        "| --- | ---: | --- | ---: | ---: | --- | --- | ---: |",
    ]
    names = list(STRENGTHS)
    order = {place: i for i, place in enumerate(places())}
    rank = {name: i for i, name in enumerate(names)}
    found = sorted(
        found, key=lambda one: (order[Place(one["game"], one["mode"], one["players"])], rank.get(one["weaker"], 9))
    )
    for one in found:
        where = f"{one['game']} {one['mode']}".strip()
        span = f"{one['low']:.0%} to {one['high']:.0%}"
        clear = "yes" if one["low"] > 0.5 else "**no**"
        cells = (
            where,
            one["players"],
            f"{one['stronger']} – {one['weaker']}",
            one["games"],
            f"{one['won']:.1%}",
            span,
            clear,
        )
        times = f"{one['ms'][0]:.1f} and {one['ms'][1]:.1f}"
        lines.append(f"| {' | '.join(map(str, cells))} | {times} |")
    return "\n".join(lines)


def report(files: list[Path], anew: bool) -> None:
    """Take over what was played since, and write the page. Rows whose games were not kept stay as they are."""
    known = {identity(one): one for one in json.loads(ROWS.read_text(encoding="utf-8"))} if ROWS.exists() else {}
    known |= {identity(one): one for one in rows(keep([result for file in files for result in read(file)], anew))}
    every = sorted(known.values(), key=lambda one: json.dumps(identity(one)))
    ROWS.write_text("[\n" + ",\n".join(json.dumps(one) for one in every) + "\n]\n", encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    for what in WHATS:
        new = table([one for one in every if what_of(one) == what])
        head, _, rest = text.partition(f"<!-- {what} -->\n")
        text = f"{head}<!-- {what} -->\n{new}\n<!-- /{what} -->{rest.partition(f'<!-- /{what} -->')[2]}"
    PAGE.write_text(text, encoding="utf-8")


def identity(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in ("game", "mode", "players", "stronger", "weaker"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("--what", default="masters,skilled,steps", help=f"of {', '.join(WHATS)}")
    playing.add_argument("--game", action="append", choices=GAMES)
    playing.add_argument("--mode", action="append")
    playing.add_argument("--players", action="append", type=int)
    playing.add_argument("--stronger", action="append", help="only pairings in which this one should win")
    playing.add_argument("--games", type=int, default=200, help="of each pairing")
    playing.add_argument("--jobs", type=int, default=os.cpu_count())
    playing.add_argument("--seconds", type=float, default=1e9, help="no game begins later")
    playing.add_argument("--out", type=Path, default=Path("strength.jsonl"))
    playing.add_argument("--known", type=Path, action="append", default=[], help="files with games played before")
    reporting = commands.add_parser("report")
    reporting.add_argument("files", type=Path, nargs="*")
    for command in (playing, reporting):
        command.add_argument("--anew", action="store_true", help="a bot has changed: earlier games do not count")
    asked = parser.parse_args()
    play_all(asked) if asked.command == "play" else report(asked.files, asked.anew)


if __name__ == "__main__":
    main()
