"""All figures of the server under load, one after the other, on a machine with two quiet cores: about eight minutes.

    python benchmarks/server.py [--only load many processes delay] [--share 1.0] [--out build/bench/server]

load: 1,000 tables with a move every ten seconds, and boardgame.io beside it. many: 4,000 tables with 16,000 sockets at
the same pace on one process. processes: CPU time per move on PostgreSQL with one process, with two where all players
of a table sit at the same one (as the proxy in `deploy/` deals), and with two where they sit at both. delay: how long
others wait while each costly request is sent at its limit.

`--share 0.1` measures a tenth of the tables, to see that everything is there; its figures mean nothing. PostgreSQL is
started by the step itself, in a temporary folder. A process must be allowed 20,000 open files (`ulimit -n`) for `many`.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.servers import Postgres  # noqa: E402

STEPS = ("load", "many", "processes", "delay")
WAYS = {"one": ("1",), "two, one for a table": ("2", "--sticky"), "two, both for a table": ("2",)}
"""How processes are measured: their number, and where players of a table sit."""
ROUNDS = 2


def commands(step: str, share: float, out: Path) -> Iterator[list[str]]:
    """The commands of a step; with a database, each has one of its own."""

    def load(tables: int, *more: str, name: str) -> list[str]:
        count = str(max(10, round(tables * share)))
        return ["load.py", "--tables", count, *more, "--out", str(out / f"{name}.json")]

    if step == "load":
        yield load(1000, "--seconds", "30", name="load")
    elif step == "many":
        yield load(4000, "--seconds", "30", "--no-peer", name="many")
    elif step == "processes":
        postgres = Postgres()
        try:
            for n in range(ROUNDS):
                for way, processes in WAYS.items():
                    how = ("--pace", "2", "--seconds", "10", "--no-peer", "--database", postgres.database())
                    yield load(
                        200, "--processes", *processes, *how, name=f"{way}-{n}".replace(", ", "-").replace(" ", "-")
                    )
        finally:
            postgres.stop()
    else:
        yield ["delay.py", "--seconds", "4", "--out", str(out / "delay.json")]


def main() -> int:
    parser = argparse.ArgumentParser(description="All figures of the server under load.")
    parser.add_argument("--only", nargs="*", choices=STEPS, default=STEPS)
    parser.add_argument("--share", type=float, default=1.0, help="of the tables")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench" / "server", help="a folder")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for step in chosen.only:
        for script, *arguments in commands(step, chosen.share, chosen.out.resolve()):
            began = time.monotonic()
            print(f"\n$ python benchmarks/{script} {shlex.join(arguments)}", flush=True)
            command = [sys.executable, str(ROOT / "benchmarks" / script), *arguments]
            failed += subprocess.run(command, cwd=ROOT, check=False).returncode != 0
            print(f"({time.monotonic() - began:.0f} s)", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
