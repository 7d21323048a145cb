"""Our environments beside those of others: random play with observations and masks, in CPU seconds of one core.

    python benchmarks/envs.py [--quick] [--check] [--out FILE]

The peers (PettingZoo's connect four, pgx on JAX) are installed once, into build/envs-venv. Every environment runs in
a process of its own on the same core, and they take turns; a row is the median of the rounds.
"""

from __future__ import annotations

import argparse
import datetime
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from envs_play import OURS, PEERS
from peers import HERE, ROOT, Engine, NoPeers, install, machine, one_core, python_of

Row = dict[str, Any]

VENV = ROOT / "build" / "envs-venv"
WANTED = HERE / "envs.txt"
RESULTS = HERE / "results" / "envs.json"
PAGE = ROOT / "docs" / "envs.md"
PACKAGES = ("tripolis", "numba", "numpy", "pettingzoo", "gymnasium", "open_spiel", "pgx", "jax", "jaxlib")
FLOORS = (
    ("raw AEC beside PettingZoo's connect four", "aec:quadropolis", "peer:connect_four", 5.0),
    ("vector environment, decisions/s", "vector:quadropolis", None, 1_000_000.0),
)
"""What is measured, of which row, beside which other (or by itself), and how much it must be."""


class Env(Engine):
    """One environment in a process of its own."""

    def row(self) -> Row:
        """The median of all rounds."""
        return {
            **self.rounds[0],
            "decisions_per_s": round(statistics.median(r["decisions_per_s"] for r in self.rounds)),
        }


def measure(rounds: int, seconds: float) -> list[Env]:
    """Let every environment play, in turns."""
    python, core, envs = install(VENV, WANTED), one_core(), []
    try:
        envs += [Env(name, sys.executable, core, script="envs_play.py", TRIPOLIS_PLAIN="") for name in OURS]
        envs += [Env(name, python, core, script="envs_play.py", JAX_PLATFORMS="cpu") for name in PEERS]
        for env in envs:
            env.hear()
        for number in range(rounds):
            for env in envs:
                env.play(seconds)
            print(f"round {number + 1} of {rounds}", file=sys.stderr)
    finally:
        for env in envs:
            env.stop()
    return envs


def verdicts(rows: list[Row]) -> list[tuple[str, bool]]:
    """What the floors say, as sentences, and whether they are met."""
    speed = {row["env"]: row["decisions_per_s"] for row in rows}
    found = []
    for what, name, other, floor in FLOORS:
        reached = speed[name] / (speed[other] if other else 1)
        met = reached >= floor
        written = f"{reached:.1f} times" if other else f"{reached:,.0f}"
        found.append((f"{what}: {written} (floor {floor:,.0f}: {'met' if met else 'not met'})", met))
    return found


def table(rows: list[Row]) -> str:
    """The rows as Markdown, the fastest of each kind first."""
    lines = ["| environment | kind | decisions/s |", "|---|---|---:|"]
    for row in sorted(rows, key=lambda row: (row["kind"], -row["decisions_per_s"])):
        lines.append(f"| {row['env']} | {row['kind']} | {row['decisions_per_s']:,} |")
    return "\n".join(lines)


def section(found: Row) -> str:
    """What the page shows of a run."""
    where = found["machine"]
    packages = ", ".join(f"{name} {number}" for name, number in sorted(found["versions"].items()))
    lines = [
        table(found["rows"]),
        "",
        *(f"- {sentence}" for sentence, _ in verdicts(found["rows"])),
        "",
        f"`{found['command']}`, {found['date']}, {where['cpu']} with {where['cores']} cores, {where['system']}, other work going on.",
        f"{found['rounds']} rounds of {found['seconds']:g} CPU seconds for each, in turns. Versions: {packages}.",
    ]
    return "\n".join(lines)


def fill(page: str, found: Row) -> str:
    """The page with a run between its marks."""
    head, rest = page.split("<!-- envs -->", 1)
    return f"{head}<!-- envs -->\n{section(found)}\n<!-- /envs -->{rest.split('<!-- /envs -->', 1)[1]}"


def versions(python: Path) -> dict[str, str]:
    """The packages that count, ours and theirs."""
    code = "import importlib.metadata as m, json, sys; print(json.dumps({n: m.version(n) for n in sys.argv[1:] if any(d.name.replace('-', '_') == n for d in m.distributions())}))"
    found: dict[str, str] = {}
    for one in (python, sys.executable):
        ran = subprocess.run([one, "-c", code, *PACKAGES], capture_output=True, text=True, check=True)
        found |= json.loads(ran.stdout)
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Our environments beside others, in CPU seconds of one core.")
    parser.add_argument("--quick", action="store_true", help="a rough look; writes nothing")
    parser.add_argument("--check", action="store_true", help="exit with 1 unless the floors are met")
    parser.add_argument("--out", type=Path, help="where results go (benchmarks/results/envs.json unless --quick)")
    chosen = parser.parse_args(arguments)
    rounds, seconds = (3, 0.3) if chosen.quick else (5, 1.5)
    try:
        envs = measure(rounds, seconds)
    except NoPeers as problem:
        print(problem, file=sys.stderr)
        return 1
    rows = [env.row() for env in envs]
    print(table(rows), end="\n\n")
    for sentence, _ in verdicts(rows):
        print(sentence)
    out = chosen.out or (None if chosen.quick else RESULTS)
    if out:
        found = {
            "command": " ".join(["python", "benchmarks/envs.py", *(sys.argv[1:] if arguments is None else arguments)]),
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "machine": machine(),
            "versions": versions(python_of(VENV)),
            "rounds": rounds,
            "seconds": seconds,
            "rows": rows,
        }
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        if out.resolve() == RESULTS:
            PAGE.write_text(fill(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")
    return int(chosen.check and not all(met for _, met in verdicts(rows)))


if __name__ == "__main__":
    sys.exit(main())
