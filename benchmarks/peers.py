"""Tripolis beside other engines: random play of whole games, in CPU seconds of one core.

    python benchmarks/peers.py [--quick] [--check] [--out benchmarks/results]

The peers are installed once, into build/peers-venv. Every engine runs in a process of its own on the same core, and
they take turns, so that whatever else the machine does hits all alike; a row is the median of the rounds.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import IO, Any

from peers_play import PEERS
from peers_report import chart, floors, report, table, verdict

Row = dict[str, Any]

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "benchmarks"
VENV = ROOT / "build" / "peers-venv"
WANTED = HERE / "peers.txt"
COUNTED = ("decisions_per_s", "games_per_s", "legal_mean", "forced_share")


class NoPeers(Exception):
    """The peers cannot be installed or do not run."""


# ---------------------------------------------------------------- their place


def python_of(place: Path) -> Path:
    """The Python of a virtual environment."""
    return place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install(place: Path = VENV, wanted: Path = WANTED) -> Path:
    """Make the peers' environment if it is missing or the wanted versions have changed."""
    ready, python = place / ".ready", python_of(place)
    if not ready.exists() or ready.read_text(encoding="utf-8") != wanted.read_text(encoding="utf-8"):
        print(f"Installing the peers into {place.relative_to(ROOT)} (only this once)", file=sys.stderr)
        venv.create(place, with_pip=True, clear=True)
        ran = subprocess.run([python, "-m", "pip", "install", "--quiet", "--requirement", wanted], check=False)
        if ran.returncode:
            raise NoPeers("The peers could not be installed; is there a network?")
        ready.write_text(wanted.read_text(encoding="utf-8"), encoding="utf-8")
    return python


def versions(python: Path) -> dict[str, str]:
    """All packages of the peers' environment, and those of ours that count."""
    code = "import importlib.metadata as m, json; print(json.dumps({d.name: d.version for d in m.distributions()}))"
    ran = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    ours = {name: importlib.metadata.version(name) for name in ("tripolis", "numba", "llvmlite", "numpy")}
    theirs = {name: number for name, number in json.loads(ran.stdout).items() if name not in ("pip", "setuptools")}
    found = {"python": platform.python_version()} | ours
    return found | {(f"{name} (peers)" if name in found else name): number for name, number in sorted(theirs.items())}


# ------------------------------------------------------------------- measuring


class Engine:
    """One engine in a process of its own, which waits until it is its turn."""

    def __init__(
        self, name: str, python: Path | str, core: int, script: str = "peers_play.py", **environment: str
    ) -> None:
        self.name = name
        self.complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `stop`)
        self.process = subprocess.Popen(
            [python, HERE / script, name, str(core)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.complaints,
            env={**os.environ, **environment},
            text=True,
        )
        self.rounds: list[Row] = []

    def hear(self) -> str:
        """The next line it says."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            self.complaints.seek(0)
            raise NoPeers(f"{self.name} does not run:\n{self.complaints.read().decode(errors='replace')}")
        return line

    def play(self, seconds: float) -> None:
        """One round."""
        assert self.process.stdin
        print(seconds, file=self.process.stdin, flush=True)
        self.rounds.append(json.loads(self.hear()))

    def row(self) -> Row:
        """The median of all rounds."""
        medians = {key: statistics.median(row[key] for row in self.rounds) for key in COUNTED}
        medians["decisions_per_s"] = round(medians["decisions_per_s"])
        return {**self.rounds[0], **medians}

    def stop(self) -> None:
        """No more rounds: it ends by itself when nobody speaks to it any more."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.complaints.close()


def one_core() -> int:
    """The last core that this process may use; the first has most of the system's own work."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0


def measure(rounds: int, seconds: float, with_ours: bool = True) -> list[Engine]:
    """Let every engine play, in turns."""
    python, core = install(), one_core()
    engines = []
    try:
        if with_ours:
            engines.append(Engine("tripolis", sys.executable, core, TRIPOLIS_PLAIN=""))
            engines.append(Engine("tripolis", sys.executable, core, TRIPOLIS_PLAIN="1"))
            engines.append(Engine("quadropolis", sys.executable, core, TRIPOLIS_PLAIN=""))
        for name in PEERS:
            engines.append(Engine(name, python, core))
        for engine in engines:
            engine.hear()
        for number in range(rounds):
            for engine in engines:
                engine.play(seconds)
            if with_ours:
                print(f"round {number + 1} of {rounds}", file=sys.stderr)
    finally:
        for engine in engines:
            engine.stop()
    return engines


# ------------------------------------------------------------------ the machine


def cpu_model() -> str:
    """The processor's name."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or platform.machine()


def machine() -> Row:
    """What it was measured on."""
    return {"cpu": cpu_model(), "cores": os.cpu_count(), "system": platform.system()}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Tripolis beside other engines, in CPU seconds of one core.")
    parser.add_argument("--quick", action="store_true", help="a rough look, within a minute; writes nothing")
    parser.add_argument("--check", action="store_true", help="exit with 1 unless all floors are met")
    parser.add_argument("--rows", action="store_true", help="print the rows of the peers alone, as JSON; write nothing")
    parser.add_argument("--out", type=Path, help="where results go (benchmarks/results unless --quick)")
    chosen = parser.parse_args(arguments)
    rounds, seconds = (3, 0.5) if chosen.quick else (7, 2.0)
    try:
        if chosen.rows:
            for engine in measure(1 if chosen.quick else 3, seconds, with_ours=False):
                print(json.dumps(engine.row()), flush=True)
            return 0
        engines = measure(rounds, seconds)
    except NoPeers as problem:
        print(problem, file=sys.stderr)
        return 1
    rows = [engine.row() for engine in engines]
    print(table(rows))
    print()
    for floor in floors(rows):
        print(verdict(floor))
    out = chosen.out or (None if chosen.quick else HERE / "results")
    if out:
        written = " ".join(["python", "benchmarks/peers.py", *(arguments if arguments is not None else sys.argv[1:])])
        found = {
            "command": written,
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "machine": machine(),
            "versions": versions(python_of(VENV)),
            "rounds": rounds,
            "seconds": seconds,
            "rows": rows,
            "decisions_per_s": [[one["decisions_per_s"] for one in engine.rounds] for engine in engines],
        }
        out.mkdir(parents=True, exist_ok=True)
        (out / "peers.json").write_text(report(found), encoding="utf-8")
        (out / "peers.svg").write_text(chart(rows), encoding="utf-8")
    return int(chosen.check and not all(floor.met for floor in floors(rows)))


if __name__ == "__main__":
    sys.exit(main())
