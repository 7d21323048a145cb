"""Are chances to win what they say? Matches that no net has learned from, and how often what was said came true.

    python benchmarks/chances.py play --matches 600 --jobs 2      # benchmarks/results/chances.json, resumable by place
    python benchmarks/chances.py report                           # docs/images/chances.svg and the table of docs/review.md

All seats play by instinct (`skilled`). At every eighth decision on average a search of 64 looks says everybody's
chances, as reviews and hints do, before they are calibrated. A power for each kind of table is fitted on every other
match (the game's `certainty`), and the error is measured on the rest.
"""

import argparse
import json
import math
import os
import random
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from strength import Place, places, warm_up

from tripolis.bots import bot
from tripolis.bots.instinct import raised
from tripolis.bots.mcts import Tree
from tripolis.bots.strengths import searcher
from tripolis.html_report import element
from tripolis.nets.net import has_net

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "chances.json"
PAGE, PICTURE = ROOT / "docs" / "review.md", ROOT / "docs" / "images" / "chances.svg"
LOOKS, BINS = 64, 10
ASKED = 6
"""Decisions of a match before which chances are asked for."""
FIRST = 10_000_000
"""Seeds from here on: none of these matches was learned from."""
POWERS = [n / 20 for n in range(6, 61)]
Said = list[tuple[list[float], list[float]]]
"""Everybody's chances at a decision, and the shares of the win at the end."""


def watch(task: tuple[Place, int]) -> Said:
    """What was said in a match, and how it ended."""
    place, number = task
    game = place.make()
    match, player, rng = game.new(FIRST + number), bot("skilled", game), random.Random(number)
    seen = []
    while not match.over:
        if len(match.legal_numbers()) > 1:
            seen.append(match.seen_by(match.actor))
        match.play(player.choose(match.seen_by(match.actor), rng.getrandbits(60)))
    asked = rng.sample(seen, min(ASKED, len(seen)))
    said = [Tree.chances(searcher(game, LOOKS).tree(one, rng.getrandbits(60))) for one in asked]
    first = [float(rank == 1) for rank in match.ranks()]
    return [(chances, [share / sum(first) for share in first]) for chances in said]


def loss(said: Said, power: float) -> float:
    """The mean logarithmic loss of chances raised to a power."""
    total = 0.0
    for chances, won in said:
        total -= sum(w * math.log(max(1e-9, c)) for c, w in zip(raised(chances, power), won, strict=True))
    return total / len(said)


def bins(said: Said, power: float) -> list[list[float]]:
    """For each tenth of the scale: how many chances were said, their mean, and how many came true."""
    sums = [[0.0, 0.0, 0.0] for _ in range(BINS)]
    for chances, won in said:
        for chance, share in zip(raised(chances, power), won, strict=True):
            line = sums[min(BINS - 1, int(BINS * chance))]
            line[0] += 1
            line[1] += chance
            line[2] += share
    return [[n, round(chance / max(1, n), 4), round(share / max(1, n), 4)] for n, chance, share in sums]


def error_of(lines: list[list[float]]) -> float:
    """The expected calibration error."""
    return sum(n * abs(chance - share) for n, chance, share in lines) / max(1, sum(line[0] for line in lines))


def play(asked: argparse.Namespace) -> None:
    found = {tuple(one["place"]): one for one in load()}
    todo = [place for place in places() if has_net(place.make()) and (not asked.game or place.game in asked.game)]
    for name in dict.fromkeys(place.game for place in todo):
        warm_up(name)
    with get_context("fork").Pool(asked.jobs) as pool:
        for place in todo:
            if tuple(place) in found and found[tuple(place)]["matches"] >= asked.matches:
                continue
            every = pool.map(watch, [(place, number) for number in range(asked.matches)], chunksize=8)
            fit, held = ([one for said in every[i::2] for one in said] for i in (0, 1))
            power = min(POWERS, key=lambda power: loss(fit, power))
            found[tuple(place)] = {
                "place": list(place),
                "matches": asked.matches,
                "power": power,
                "before": round(error_of(bins(held, 1.0)), 4),
                "after": round(error_of(bins(held, power)), 4),
                "bins": bins(held, power),
            }
            print(place, {name: value for name, value in found[tuple(place)].items() if name != "bins"}, flush=True)
            lines = ",\n".join(json.dumps(one) for one in found.values())
            RESULTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def load() -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    return results


def together(found: list[dict[str, Any]]) -> list[list[float]]:
    """The bins of several places as one."""
    lines = []
    for same in zip(*(one["bins"] for one in found), strict=True):
        n = sum(line[0] for line in same)
        lines.append([n, *(sum(line[0] * line[i] for line in same) / max(1, n) for i in (1, 2))])
    return lines


def diagram(games: dict[str, list[list[float]]]) -> str:
    """Reliability diagrams side by side: what was said from left to right, what came true upwards."""
    size, gap, parts = 220, 60, []
    for i, (name, lines) in enumerate(games.items()):
        left = gap + i * (size + gap)
        most = max(line[0] for line in lines)
        parts.append(element("rect", x=left, y=30, width=size, height=size, class_="frame"))
        parts.append(element("line", x1=left, y1=30 + size, x2=left + size, y2=30, class_="even"))
        for n, chance, share in lines:
            if n:
                place = {"cx": left + size * chance, "cy": 30 + size * (1 - share)}
                parts.append(element("circle", **place, r=3 + 7 * math.sqrt(n / most), class_="dot"))
        parts.append(element("text", f"{name}: error {error_of(lines):.1%}", x=left, y=20))
        for tenth in (0, 5, 10):
            parts.append(
                element("text", f"{10 * tenth}%", x=left + size * tenth / 10, y=48 + size, text_anchor="middle")
            )
            parts.append(
                element("text", f"{10 * tenth}%", x=left - 6, y=34 + size * (1 - tenth / 10), text_anchor="end")
            )
    style = (
        "text{font:13px sans-serif;fill:#555}.frame{fill:none;stroke:#999}.even{stroke:#999;stroke-dasharray:4}"
        ".dot{fill:#2a78b8;fill-opacity:.7}"
    )
    width, height = gap + len(games) * (size + gap), size + 60
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
    return f"{head}<style>{style}</style>{''.join(parts)}</svg>\n"


def report() -> None:
    found = load()
    games = {
        name: [one for one in found if one["place"][0] == name]
        for name in dict.fromkeys(one["place"][0] for one in found)
    }
    PICTURE.write_text(diagram({name: together(rows) for name, rows in games.items()}), encoding="utf-8")
    lines = [
        "| game | seats | matches | power | error without it | error |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for one in found:
        game, mode, players = one["place"]
        cells = (
            f"{game} {mode}",
            players,
            one["matches"] // 2,
            one["power"],
            f"{one['before']:.1%}",
            f"{one['after']:.1%}",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    head, _, rest = PAGE.read_text(encoding="utf-8").partition("<!-- chances -->\n")
    PAGE.write_text(
        f"{head}<!-- chances -->\n" + "\n".join(lines) + f"\n<!-- /chances -->{rest.partition('<!-- /chances -->')[2]}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "report"])
    parser.add_argument("--game", action="append")
    parser.add_argument("--matches", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    play(asked) if asked.what == "play" else report()


if __name__ == "__main__":
    main()
