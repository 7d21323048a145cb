"""How fast match files are read and written: Quadropolis Classic with 2 seats, in CPU seconds of one core.

python benchmarks/match_files.py [MATCHES]
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from tripolis import Match, game, read_matches, write_matches


def random_match(seed: int) -> Match:
    """A match of random moves, with the headers that tables write."""
    match, chance = game("quadropolis", players=2, mode="classic").new(seed), Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal_numbers()))
    match.headers = {"Date": "2026-11-16", "Seat0": "Ada", "Seat1": "Grace"}
    return match


def rate(name: str, n: int, work: Callable[[], object]) -> None:
    """Print how many matches a second."""
    start = time.process_time()
    work()
    print(f"{name:<24}{n / (time.process_time() - start):10,.0f} matches/s")


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    matches = [random_match(seed) for seed in range(n)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "matches.tri"
        rate("written", n, lambda: write_matches(file, matches))
        rate("read, not played", n, lambda: [text.headers["Result"] for text in read_matches(file)])
        rate("read and checked", n, lambda: [text.match().over for text in read_matches(file)])


if __name__ == "__main__":
    main()
