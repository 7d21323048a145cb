"""Play from Python, move by move: `Match` and our PettingZoo environment beside python-chess, OpenSpiel and PettingZoo.

    python benchmarks/from_python.py [ROUNDS [SECONDS]]    # measures, writes results/from_python.json and the page
    python benchmarks/from_python.py --page                # writes the page alone

All play random matches on one core and take turns, each in a process and an environment of its own (`peers.py`,
`envs.py`). A `Match` lists the legal moves, plays one by its number, keeps what happened and can be taken back.
Environments give an observation and a mask for every decision. A row is the median of the rounds, in CPU seconds.
"""

from __future__ import annotations

import datetime
import json
import re
import statistics
import sys
from pathlib import Path
from typing import Any

import envs
import peers
from peers import Engine, install, machine, one_core

RESULTS = peers.HERE / "results" / "from_python.json"
PAGE = peers.ROOT / "docs" / "performance.md"
MARK = "python.table"

Row = dict[str, Any]
ROWS: dict[str, tuple[str, str]] = {
    "match": ("Tripolis, `Match`", "Quadropolis, 4 seats"),
    "peer:chess": ("python-chess", "chess"),
    "peer:quoridor": ("OpenSpiel, C++", "Quoridor"),
    "peer:chinese_checkers": ("OpenSpiel, C++", "Chinese checkers, 4 seats"),
    "aec:quadropolis": ("Tripolis, PettingZoo AEC", "Quadropolis, 2 seats"),
    "peer:connect_four": ("PettingZoo AEC", "connect four"),
}
"""What is measured: the engine and its game. Environments of PettingZoo stand at the end."""
FLOORS = (
    ("`Match` beside python-chess", "match", "peer:chess", 10),
    ("our AEC environment beside PettingZoo's", "aec:quadropolis", "peer:connect_four", 5),
)
"""What we want to hold: which row, beside which other, and how many times."""


def engines() -> list[Engine]:
    """All engines, each in a process that waits for its turn."""
    theirs, environments, core = install(), install(envs.VENV, envs.WANTED), one_core()
    found = []
    for name in ROWS:
        if name == "match":
            found.append(Engine(name, sys.executable, core, TRIPOLIS_PLAIN=""))
        elif name.startswith("aec:"):
            found.append(Engine(name, sys.executable, core, "envs_play.py", TRIPOLIS_PLAIN=""))
        elif name == "peer:connect_four":
            found.append(Engine(name, environments, core, "envs_play.py"))
        else:
            found.append(Engine(name, theirs, core))
    return found


def measure(rounds: int, seconds: float) -> dict[str, int]:
    """Decisions a second of every engine."""
    playing = engines()
    try:
        for engine in playing:
            engine.hear()
        for _ in range(rounds):
            for engine in playing:
                engine.play(seconds)
    finally:
        for engine in playing:
            engine.stop()
    return {one.name: round(statistics.median(row["decisions_per_s"] for row in one.rounds)) for one in playing}


def section(found: Row) -> str:
    """What the page shows of a run."""
    speed = found["decisions_per_s"]
    lines = ["| from Python | game | decisions/s | times python-chess |", "| --- | --- | ---: | ---: |"]
    for name, (engine, game) in ROWS.items():
        lines.append(f"| {engine} | {game} | {speed[name]:,} | {speed[name] / speed['peer:chess']:.1f} |")
    lines.append("")
    for what, name, other, floor in FLOORS:
        times = speed[name] / speed[other]
        lines.append(f"- {what}: {times:.1f} times (floor {floor}: {'met' if times >= floor else 'not met'})")
    where = found["machine"]
    lines += [
        "",
        f"`{found['command']}`, {found['date']}, {where['cpu']} with {where['cores']} cores, {where['system']}, "
        f"other work going on. {found['rounds']} rounds of {found['seconds']:g} CPU seconds for each, in turns.",
    ]
    return "\n".join(lines)


def fill(page: str, found: Row) -> str:
    """The page with a run between its marks."""
    mark = re.compile(rf"(<!-- {re.escape(MARK)} -->\n).*?(<!-- /{re.escape(MARK)} -->)", re.DOTALL)
    return mark.sub(lambda marks: f"{marks[1]}{section(found)}\n{marks[2]}", page)


def main() -> None:
    asked = [one for one in sys.argv[1:] if one != "--page"]
    if "--page" not in sys.argv:
        rounds, seconds = int(asked[0]) if asked else 5, float(asked[1]) if len(asked) > 1 else 1.0
        found = {
            "command": " ".join(["python", "benchmarks/from_python.py", *asked]),
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "machine": machine(),
            "rounds": rounds,
            "seconds": seconds,
            "decisions_per_s": measure(rounds, seconds),
        }
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(section(found))
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    Path(PAGE).write_text(fill(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")


if __name__ == "__main__":
    main()
