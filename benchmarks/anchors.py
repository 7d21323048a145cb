"""Measure the anchors of the leaderboard: each bot against those that are about as strong.

    python benchmarks/anchors.py [--game quadropolis] [--players 2] [--games 60] [--jobs 2]

Writes src/tripolis/arena/leaderboard.json, and its table in docs/datasets.md. The games go to build/anchors, so that the
same command goes on where it was interrupted; delete them after a change of a bot.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from figures import fill

from tripolis.arena.leaderboard import ANCHORS, OURS, Board, make_board, rate_anchors, read_boards, write_boards
from tripolis.arena.league import League
from tripolis.arena.run import Run

ROOT = Path(__file__).parent.parent
FOLDER, PAGE = ROOT / "build" / "anchors", ROOT / "docs" / "datasets.md"
NEAR = 2
"""Each anchor meets those so many places from it; further ones would only lose."""
PAIRS = tuple((a, b) for i, a in enumerate(ANCHORS) for b in ANCHORS[i + 1 : i + 1 + NEAR])


def table(boards: list[Board]) -> str:
    """The ratings of all anchors, a column for each game."""
    lines = ["| anchor | " + " | ".join(f"{each.game}, {each.options['players']} seats" for each in boards) + " |"]
    lines.append("|---|" + "---:|" * len(boards))
    for name in ANCHORS:
        ratings = [f"{one.rating} ± {one.give}" for each in boards for one in each.standings if one.bot == name]
        lines.append(f"| `{name}` | " + " | ".join(ratings) + " |")
    return "\n".join(lines)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--game", action="append", help="one of our games; all, if none is named")
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--games", type=int, default=60)
    asked.add_argument("--jobs", type=int, default=None)
    chosen = asked.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in chosen.game or ("quadropolis", "metropolys", "ubuild"):
        league = League(name, {"players": chosen.players}, ANCHORS, chosen.games, pairs=PAIRS)
        run = Run(league, FOLDER / f"{name}-{chosen.players}.jsonl")
        board = make_board(run.game, rate_anchors(run.play(chosen.jobs), ANCHORS))
        boards = read_boards() if OURS.exists() else []
        kept = [each for each in boards if not each.is_for(run.game)]
        write_boards(sorted([*kept, board], key=lambda each: (each.game, each.options["players"])), OURS)
        for one in board.standings:
            print(f"{name:<12} {chosen.players} {one.bot:<10} {one.rating:>6} ± {one.give}")
    PAGE.write_text(fill(PAGE.read_text(encoding="utf-8"), {"anchors": table(read_boards())}), encoding="utf-8")


if __name__ == "__main__":
    main()
