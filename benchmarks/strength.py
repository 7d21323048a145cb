"""How strong the bots are: leagues of neighbours in strength, and of search against greedy. Writes the tables of docs/strength.md.

    python benchmarks/strength.py play --game quadropolis --players 2    # resumable; without options everything, for hours
    python benchmarks/strength.py report                                 # docs/strength.md from benchmarks/results/strength

Every pairing is a league of `tripolis arena` with shared shuffles and all seatings, in a file of its own.
"""

import argparse
import itertools
import re
import subprocess
import sys
from pathlib import Path

from tripolis.arena.evidence import judge
from tripolis.arena.results import read
from tripolis.arena.table import ahead, scores_of
from tripolis.bots import STRENGTHS

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "strength"
PAGE = ROOT / "docs" / "strength.md"
GAMES = ("quadropolis", "metropolys", "ubuild")
SEED = 7
NAMES = list(STRENGTHS)
STEPS = [(weaker, stronger) for weaker, stronger in itertools.pairwise(NAMES)]
SEARCH = ("greedy", "mcts:10000")


def file_of(game: str, players: int, pair: tuple[str, str]) -> Path:
    return RESULTS / f"{game}-{players}-{'-'.join(pair).replace(':', '')}.jsonl"


def play(games: list[str], seats: list[int], rounds: int, jobs: int) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    for game in games:
        for players in seats:
            for pair in [*STEPS, SEARCH]:
                n = 200 if pair == SEARCH and players == 2 else rounds
                command = [sys.executable, "-m", "tripolis.cli", "arena", game, "--players", str(players)]
                command += ["--bots", ",".join(pair), "--games", str(n), "--jobs", str(jobs), "--seed", str(SEED)]
                subprocess.run([*command, "--out", str(file_of(game, players, pair))], check=True)


def row(game: str, players: int, pair: tuple[str, str]) -> str | None:
    """A line of the table, None where nothing was played."""
    file = file_of(game, players, pair)
    results = read(file) if file.exists() else []
    if not results:
        return None
    weaker, stronger = pair
    found = judge(scores_of(results, stronger, weaker))
    won = sum(ahead(result, stronger, weaker) for result in results) / len(results)
    span = f"{found.plain_low:+.2f} to {found.plain_high:+.2f}"
    cells = (game, players, f"{stronger} – {weaker}", len(results), f"{won:.0%}", f"{found.mean:+.2f}", span)
    return f"| {' | '.join(map(str, cells))} | {'yes' if found.plain_low > 0 else '**no**'} |"


def table(pairs: list[tuple[str, str]]) -> str:
    lines = [
        "| game | seats | bots | games | won by the first | difference | 95 % interval | excludes 0 |",
        "| --- | ---: | --- | ---: | ---: | ---: | --- | --- |",
    ]
    lines += [r for game in GAMES for players in (2, 4) for pair in pairs if (r := row(game, players, pair))]
    return "\n".join(lines)


def between(text: str, name: str, new: str) -> str:
    return re.sub(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", rf"\g<1>{new}\n\g<2>", text, flags=re.DOTALL)


def report() -> str:
    text = PAGE.read_text(encoding="utf-8")
    return between(between(text, "steps", table(STEPS)), "search", table([SEARCH]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "report"])
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--players", action="append", type=int)
    parser.add_argument("--games", type=int, default=60, help="games of each pairing")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    if asked.what == "play":
        play(asked.game or list(GAMES), asked.players or [2, 4], asked.games, asked.jobs)
    else:
        PAGE.write_text(report(), encoding="utf-8")


if __name__ == "__main__":
    main()
