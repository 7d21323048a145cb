"""How strong the bots are: leagues of neighbours in strength, and of search against greedy. Writes the tables of
docs/strength.md.

    python benchmarks/strength.py play --game quadropolis --players 2    # resumable; without options everything, for
    hours
    python benchmarks/strength.py play --others                          # other modes and numbers of seats
    python benchmarks/strength.py report                                 # docs/strength.md from
    benchmarks/results/strength

Every pairing is a league of `tripolis arena` with shared shuffles and all seatings, in a file of its own.
"""

import argparse
import itertools
import re
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tripolis.arena.evidence import evidence_of
from tripolis.arena.results import read
from tripolis.arena.table import scores_of, share_ahead
from tripolis.bots import STRENGTHS

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "strength"
PAGE = ROOT / "docs" / "strength.md"
GAMES = ("quadropolis", "metropolys", "ubuild")
SEED = 7
NAMES = list(STRENGTHS)
Pair = tuple[str, str]
STEPS: list[Pair] = list(itertools.pairwise(NAMES))
SEARCH: Pair = ("greedy", "mcts:10000")

USUAL, OTHERS = 60, 24
"""Games of a pairing in the default modes, and in others."""
MORE = {
    ("metropolys", 4, "regular", "skilled"): 120,
    ("ubuild", 2, "skilled", "strong"): 120,
    ("ubuild", 2, "strong", "master"): 120,
    ("ubuild", 4, "skilled", "strong"): 240,
    ("ubuild", 4, "strong", "master"): 120,
    ("quadropolis", 2, *SEARCH): 200,
    ("metropolys", 2, *SEARCH): 200,
    ("ubuild", 2, *SEARCH): 40,
    ("ubuild", 4, *SEARCH): 100,
}
"""More games where a gap is small or games are short, fewer where a game takes minutes."""


@dataclass(frozen=True)
class Place:
    """What is played: a game, its seats, and a mode other than the default."""

    game: str
    players: int
    option: str = ""

    @property
    def mode(self) -> str:
        return self.option.partition("=")[2]

    def file(self, pair: Pair) -> Path:
        parts = [self.game, *([self.mode] if self.mode else []), str(self.players), *pair]
        return RESULTS / f"{'-'.join(parts).replace(':', '')}.jsonl"

    def games(self, pair: Pair) -> int:
        return MORE.get((self.game, self.players, *pair), USUAL) if self in DEFAULTS else OTHERS


DEFAULTS = [Place(game, players) for game in GAMES for players in (2, 4)]
ELSEWHERE = [
    *(Place(game, 3) for game in GAMES),
    *(Place("quadropolis", players, "mode=expert") for players in (2, 4)),
    *(Place("metropolys", players, "mode=expert") for players in (2, 4)),
    *(Place("ubuild", 4, f"track={track}") for track in ("starter", "pro")),
    Place("ubuild", 6),
]


def play(places: list[Place], pairs: list[Pair], jobs: int) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    for place in places:
        for pair in pairs:
            command = [sys.executable, "-m", "tripolis.cli", "arena", place.game, "--players", str(place.players)]
            command += ["--bots", ",".join(pair), "--games", str(place.games(pair)), "--jobs", str(jobs)]
            command += ["--seed", str(SEED), *(["--option", place.option] if place.option else [])]
            subprocess.run([*command, "--out", str(place.file(pair))], check=True)


def row(place: Place, pair: Pair) -> str | None:
    """A line of the table, None where nothing was played."""
    file = place.file(pair)
    results = read(file) if file.exists() else []
    if not results:
        return None
    weaker, stronger = pair
    found = evidence_of(scores_of(results, stronger, weaker))
    won = sum(share_ahead(result, stronger, weaker) for result in results) / len(results)
    usual = statistics.median(seconds for result in results for seconds in times_of(result, stronger))
    span = f"{found.plain_low:+.2f} to {found.plain_high:+.2f}"
    where = f"{place.game} {place.mode}".strip()
    cells = (where, place.players, f"{stronger} – {weaker}", len(results), f"{won:.0%}", f"{found.mean:+.2f}", span)
    clear = "yes" if found.plain_low > 0 else "**no**"
    return f"| {' | '.join(map(str, cells))} | {clear} | {1000 * usual:.0f} |"


def times_of(result: dict[str, Any], name: str) -> list[float]:
    """Seconds of a decision, on average, of every seat of a bot."""
    columns = zip(result["seats"], result["seconds"], result["decisions"], strict=True)
    return [seconds / max(1, decisions) for seat, seconds, decisions in columns if seat == name]


def table(places: list[Place], pairs: list[Pair]) -> str:
    lines = [
        "| game | seats | bots | games | won by the first | difference | 95 % interval | excludes 0 | ms |",
        "| --- | ---: | --- | ---: | ---: | ---: | --- | --- | ---: |",
    ]
    lines += [found for place in places for pair in pairs if (found := row(place, pair))]
    return "\n".join(lines)


def between(text: str, name: str, new: str) -> str:
    return re.sub(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", rf"\g<1>{new}\n\g<2>", text, flags=re.DOTALL)


def report() -> str:
    text = between(PAGE.read_text(encoding="utf-8"), "steps", table(DEFAULTS, STEPS))
    text = between(text, "others", table(ELSEWHERE, STEPS))
    return between(text, "search", table(DEFAULTS, [SEARCH]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "report"])
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--players", action="append", type=int)
    parser.add_argument("--others", action="store_true", help="modes and numbers of seats beside the usual ones")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    if asked.what == "report":
        PAGE.write_text(report(), encoding="utf-8")
        return
    places = [
        place
        for place in (ELSEWHERE if asked.others else DEFAULTS)
        if place.game in (asked.game or GAMES) and place.players in (asked.players or [place.players])
    ]
    play(places, STEPS if asked.others else [*STEPS, SEARCH], asked.jobs)


if __name__ == "__main__":
    main()
