"""Play from Python, move by move: `Match` beside python-chess and OpenSpiel, in CPU seconds of one core.

    python benchmarks/from_python.py [ROUNDS [SECONDS]]

Each lists the legal moves, plays one of them, and could take it back. They take turns on one core (`peers.py`), in
environments of their own; what is printed is the median of the rounds, and how `Match` compares.
"""

from __future__ import annotations

import sys

from peers import Engine, install, one_core
from peers_report import name_of

THEIRS = ("peer:chess", "peer:quoridor", "peer:chinese_checkers")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    python, core = install(), one_core()
    engines = [Engine("match", sys.executable, core, TRIPOLIS_PLAIN="")]
    engines += [Engine(name, python, core) for name in THEIRS]
    try:
        for engine in engines:
            engine.hear()
        for _ in range(rounds):
            for engine in engines:
                engine.play(seconds)
    finally:
        for engine in engines:
            engine.stop()
    ours, *others = [engine.row() for engine in engines]
    print(f"{'Tripolis, Match':<28}{ours['decisions_per_s']:>10,} decisions/s")
    for row in others:
        times = ours["decisions_per_s"] / row["decisions_per_s"]
        print(f"{name_of(row):<28}{row['decisions_per_s']:>10,} decisions/s   Match: {times:.1f} times")


if __name__ == "__main__":
    main()
