"""The figures of docs/performance.md.

    python benchmarks/figures.py [--quick]    measure starting and `tripolis bench`, write results/figures.json, fill in
    the page
    python benchmarks/figures.py --page       only fill in the page from what lies in benchmarks/results

The page keeps its words; between `<!-- NAME -->` and `<!-- /NAME -->` stands what is made here.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
from typing import Any

from peers import HERE, ROOT, machine, one_core
from peers_play import SEED, pin, timed
from peers_report import HEADS, cells_of, floors, markdown, read, report, verdict

from tripolis.engine.game import title_of

Row = dict[str, Any]

PAGE = ROOT / "docs" / "performance.md"
PEERS = HERE / "results" / "peers.json"
FIGURES = HERE / "results" / "figures.json"

# ------------------------------------------------------------------- measuring

STARTS = (
    ("import tripolis", "import tripolis", 5),
    ("first use ever: all rules are compiled", "import tripolis; tripolis.game('quadropolis').prepare()", 1),
    ("every later start: compiled rules are loaded", "import tripolis; tripolis.game('quadropolis').prepare()", 5),
    ("plain Python, nothing compiled", "import tripolis; tripolis.game('quadropolis').new().legal()", 5),
)
"""What starts, its code, and how often it is measured; the second fills the cache that the third uses."""


def start_times() -> list[Row]:
    """CPU seconds of whole processes, from the start of Python to the end of the code."""
    found = []
    with tempfile.TemporaryDirectory() as cache:
        for what, code, times in STARTS:
            env = {**os.environ, "TRIPOLIS_CACHE": cache, "TRIPOLIS_PLAIN": "1" if what.startswith("plain") else ""}
            code += "; import time; print(time.process_time())"
            spent = [
                float(subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True).stdout)
                for _ in range(times)
            ]
            found.append({"start": what, "cpu_s": round(statistics.median(spent), 2)})
    return found


def match_speed(seconds: float) -> int:
    """Decisions a second of random matches through `Match`: refused or not, told in events, kept in a list."""
    import tripolis

    game = tripolis.game("quadropolis", mode="classic", players=4)

    def play(chance: Any) -> int:
        match = game.new(int(chance() * 2**31))
        while not match.over:
            legal = match.position.legal_numbers()
            match.play(legal[int(chance() * len(legal))])
        match.scores()
        return len(match.moves)

    chance = random.Random(SEED).random
    play(chance)
    return int(timed(play, seconds, chance)["decisions_per_s"])


def bench_rows(quick: bool) -> list[Row]:
    """The rows of `tripolis bench --json`, of our own games."""
    import tripolis
    from tripolis.bench import all_rows

    return list(all_rows(tripolis.game_names(), quick))


# ------------------------------------------------------------------------ page


def mode_of(row: Row) -> str:
    """A game with its mode."""
    return f"{title_of(row['game'])} {row['mode'] or ''}".rstrip()


def speeds(rows: list[Row]) -> str:
    """Random play of every variant."""
    lines = []
    plain = {(r["game"], r["mode"], r["players"]): r for r in rows if r["engine"] == "plain" and "decisions_per_s" in r}
    for row in rows:
        if row["engine"] != "compiled" or "decisions_per_s" not in row:
            continue
        other = plain.get((row["game"], row["mode"], row["players"]))
        lines.append(
            (
                mode_of(row),
                str(row["players"]),
                f"{row['decisions_per_s']:,}",
                f"{row['games_per_s']:,.0f}",
                f"{other['decisions_per_s']:,}" if other else "",
                f"{row['legal_mean']:.1f}",
                f"{row['forced_share']:.1%}",
            )
        )
    heads = ("game", "players", "compiled, decisions/s", "games/s", "plain, decisions/s", "legal moves", "forced")
    return markdown(heads, lines)


def small_steps(rows: list[Row]) -> str:
    """Copying, deciding, and the sizes of records."""
    lines = [
        (
            mode_of(row),
            str(row["players"]),
            f"{row['clone_ns']:.0f}",
            f"{row['apply_ns']:.0f}",
            f"{row['legal_ns']:.0f}",
            f"{row['state_bytes']:,}",
            f"{row['box_bytes']:,}",
            f"{row['work_bytes']:,}",
        )
        for row in rows
        if "clone_ns" in row
    ]
    heads = ("game", "players", "copy, ns", "`apply`, ns", "`legal_actions`, ns", "STATE, bytes", "BOX", "WORK")
    return markdown(heads, lines)


def accounts(rows: list[Row]) -> str:
    """How long the exact account takes."""
    lines = [
        (
            mode_of(row),
            row["cities"],
            f"{row['n']:,}",
            f"{row['score_median_us']:.1f}",
            f"{row['score_p99_us']:.1f}",
            f"{row['score_max_us']:.1f}",
        )
        for row in rows
        if "score_median_us" in row
    ]
    return markdown(("game", "cities", "how many", "median, µs", "99 %, µs", "most, µs"), lines, words=2)


def source(found: Row) -> str:
    """Where figures come from."""
    made = found["machine"]
    cores = f"{made['cores']} cores" if made["cores"] != 1 else "1 core"
    return f"`{found['command']}`, {found['date']}, {made['cpu']} with {cores}, {made['system']}."


def packages(found: Row) -> str:
    """The versions that were measured."""
    shown = ("python", "tripolis", "numba", "numpy", "catanatron", "chess", "open-spiel")
    return ", ".join(f"{name} {found['versions'][name]}" for name in shown if name in found["versions"])


def sections(peers: Row, figures: Row) -> dict[str, str]:
    """What stands between the marks of the page."""
    rows = figures["rows"]
    starts = [(row["start"], f"{row['cpu_s']:.2f}") for row in figures["starts"]]
    return {
        "peers": markdown(HEADS, cells_of(peers["rows"]), words=2),
        "floors": "\n".join(f"- {verdict(floor)}" for floor in floors(peers["rows"])),
        "peers-source": f"{source(peers)} {peers['rounds']} rounds of {peers['seconds']:g} CPU seconds for each engine.\nVersions: {packages(peers)}.",
        "speeds": speeds(rows),
        "match": f"Through `Match` it is {figures['match_decisions_per_s']:,} decisions a second.",
        "steps": small_steps(rows),
        "accounts": accounts(rows),
        "starts": markdown(("what starts", "CPU seconds"), starts),
        "figures-source": source(figures),
    }


def fill(page: str, made: dict[str, str]) -> str:
    """The page with its sections filled in; every mark must have something, and everything a mark."""
    marks = re.findall(r"^<!-- ([a-z-]+) -->$", page, re.MULTILINE)
    if sorted(marks) != sorted(made):
        raise ValueError(f"the page has the marks {', '.join(sorted(marks))}, and there is {', '.join(sorted(made))}")
    for name, text in made.items():
        mark = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        page = mark.sub(lambda found, text=text: f"{found[1]}{text}\n{found[2]}", page)
    return page


def main() -> None:
    parser = argparse.ArgumentParser(description="The figures of docs/performance.md.")
    parser.add_argument("--quick", action="store_true", help="a rough look")
    parser.add_argument("--page", action="store_true", help="measure nothing, only fill in the page")
    chosen = parser.parse_args()
    if not chosen.page:
        pin(one_core())
        found = {
            "command": " ".join(["python", "benchmarks/figures.py", *sys.argv[1:]]),
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "machine": machine(),
            "starts": start_times(),
            "match_decisions_per_s": match_speed(0.5 if chosen.quick else 3),
            "rows": bench_rows(chosen.quick),
        }
        FIGURES.write_text(report(found), encoding="utf-8")
    peers, figures = read(PEERS.read_text(encoding="utf-8")), json.loads(FIGURES.read_text(encoding="utf-8"))
    PAGE.write_text(fill(PAGE.read_text(encoding="utf-8"), sections(peers, figures)), encoding="utf-8")


if __name__ == "__main__":
    main()
