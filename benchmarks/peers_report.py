"""What is made of rows: a table, the floors, a chart."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from html import escape
from typing import Any

Row = dict[str, Any]

NAMES = {
    ("quadropolis", "compiled"): "Tripolis, compiled",
    ("quadropolis", "plain"): "Tripolis, plain Python",
    ("quadropolis", "compiled from python"): "Tripolis, move by move",
    ("peer:catanatron", "python"): "Catanatron",
    ("peer:chess", "python"): "python-chess",
    ("peer:quoridor", "c++ from python"): "OpenSpiel quoridor",
    ("peer:chinese_checkers", "c++ from python"): "OpenSpiel chinese checkers",
}
HOW = {
    "compiled": "compiled",
    "compiled from python": "compiled, from Python",
    "plain": "Python",
    "python": "Python",
    "c++ from python": "C++, from Python",
}


def name_of(row: Row) -> str:
    """An engine by name."""
    return NAMES.get((row["game"], row["engine"]), row["game"].removeprefix("peer:"))


def find(rows: list[Row], game: str, engine: str | None = None) -> Row:
    """The row of a game in an engine."""
    found = [row for row in rows if row["game"] == game and engine in (None, row["engine"])]
    if len(found) != 1:
        raise LookupError(f"there are {len(found)} rows of {game} {engine or ''}".rstrip())
    return found[0]


def read(text: str) -> Row:
    """A results file; its rows have the fields of `tripolis bench --json`."""
    found: Row = json.loads(text)
    for row in found["rows"]:
        missing = {"game", "mode", "players", "engine", "decisions_per_s", "games_per_s", "legal_mean", "forced_share"}
        missing -= set(row)
        if missing:
            raise ValueError(f"the row of {row.get('game')} lacks {', '.join(sorted(missing))}")
    return found


def report(found: Row) -> str:
    """A results file with a line for each row, so that a difference between two of them can be read."""
    lines = []
    for key, value in found.items():
        if isinstance(value, list):
            body = ",\n".join(f"    {json.dumps(part)}" for part in value)
            lines.append(f'  "{key}": [\n{body}\n  ]')
        else:
            lines.append(f'  "{key}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


# ----------------------------------------------------------------------- table

HEADS = ("engine", "runs", "players", "decisions/s", "games/s", "legal moves", "forced")


def cells_of(rows: list[Row]) -> list[tuple[str, ...]]:
    """A line of words for each row, the fastest first."""
    return [
        (
            name_of(row),
            HOW.get(row["engine"], row["engine"]),
            str(row["players"]),
            f"{row['decisions_per_s']:,}",
            f"{row['games_per_s']:,.0f}",
            f"{row['legal_mean']:.1f}",
            f"{row['forced_share']:.0%}",
        )
        for row in sorted(rows, key=lambda row: -row["decisions_per_s"])
    ]


def table(rows: list[Row]) -> str:
    """The rows for a terminal."""
    lines = [HEADS, *cells_of(rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEADS))]
    return "\n".join(
        "  ".join(
            f"{word:<{n}}" if i < 2 else f"{word:>{n}}" for i, (word, n) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def markdown(heads: tuple[str, ...], lines: list[tuple[str, ...]], words: int = 1) -> str:
    """A table for a page; the first columns are words, the others numbers."""
    rules = ["---" if i < words else "---:" for i in range(len(heads))]
    return "\n".join(f"| {' | '.join(line)} |" for line in (heads, rules, *lines))


# ---------------------------------------------------------------------- floors

FLOORS = (
    ("compiled", "peer:catanatron", 100),
    ("compiled", "peer:quoridor", 5),
    ("compiled", "peer:chinese_checkers", 5),
    ("plain", "peer:catanatron", 4),
)
"""How many times as fast as a peer we want to be, at least."""


@dataclass(frozen=True)
class Floor:
    """One of them, with what was measured."""

    ours: str
    peer: str
    wanted: float
    ratio: float

    @property
    def met(self) -> bool:
        """Is it held?"""
        return self.ratio >= self.wanted


def floors(rows: list[Row]) -> list[Floor]:
    """All floors, by these rows."""
    found = []
    for ours, peer, wanted in FLOORS:
        mine, theirs = find(rows, "quadropolis", ours), find(rows, peer)
        ratio = mine["decisions_per_s"] / theirs["decisions_per_s"]
        found.append(Floor(name_of(mine), name_of(theirs), wanted, ratio))
    return found


def verdict(floor: Floor) -> str:
    """A floor in a line."""
    met = "met" if floor.met else "not met"
    return f"{floor.ours}: {floor.ratio:.1f} times {floor.peer} (floor {floor.wanted:g}: {met})"


# ----------------------------------------------------------------------- chart

WIDTH, LEFT, RIGHT, TOP, STEP, BAR = 760, 214, 92, 78, 46, 26
OURS, PEER, INK, FAINT, GRID, PAPER = "#b5482f", "#8a9ba8", "#26221f", "#6b645e", "#e4ded6", "#fffdf9"


def chart(rows: list[Row]) -> str:
    """Decisions a second as bars on a logarithmic scale."""
    rows = sorted(rows, key=lambda row: -row["decisions_per_s"])
    speeds = [row["decisions_per_s"] for row in rows]
    low, high = math.floor(math.log10(min(speeds))), math.ceil(math.log10(max(speeds)))
    high = max(high, low + 1)
    bottom = TOP + STEP * len(rows)
    height = bottom + 58

    def x(speed: float) -> float:
        return LEFT + (math.log10(speed) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def text(place: float, line: float, words: str, size: int = 13, fill: str = INK, more: str = "") -> str:
        return f'<text x="{place:.1f}" y="{line:.1f}" font-size="{size}" fill="{fill}"{more}>{escape(words)}</text>'

    summary = "; ".join(f"{name_of(row)} {row['decisions_per_s']:,}" for row in rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'font-family="system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif" role="img">',
        "<title>Random play: decisions a second on one core</title>",
        f"<desc>{escape(summary)}</desc>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="{PAPER}"/>',
        text(24, 34, "Random play: decisions a second on one core", 18, more=' font-weight="600"'),
        text(24, 54, f"Tripolis plays Quadropolis Classic. Logarithmic scale: bars begin at {10**low:,}.", 12, FAINT),
    ]
    for power in range(low, high + 1):
        place = x(10**power)
        parts.append(f'<path d="M{place:.1f} {TOP - 6}V{bottom}" stroke="{GRID}"/>')
        parts.append(text(place, bottom + 18, f"{10**power:,}", 12, FAINT, ' text-anchor="middle"'))
    for i, row in enumerate(rows):
        y = TOP + STEP * i + (STEP - BAR) / 2
        end = x(row["decisions_per_s"])
        fill = PEER if row["game"].startswith("peer:") else OURS
        weight = "" if row["game"].startswith("peer:") else ' font-weight="600"'
        note = f"{row['legal_mean']:.0f} legal moves, {row['forced_share']:.0%} forced"
        parts.append(text(LEFT - 12, y + 11, name_of(row), 13, more=f' text-anchor="end"{weight}'))
        parts.append(text(LEFT - 12, y + 25, note, 11, FAINT, ' text-anchor="end"'))
        parts.append(f'<rect x="{LEFT}" y="{y:.1f}" width="{end - LEFT:.1f}" height="{BAR}" rx="3" fill="{fill}"/>')
        halo = f' stroke="{PAPER}" stroke-width="5" paint-order="stroke"'  # over the lines of the grid
        parts.append(text(end + 8, y + BAR / 2 + 5, f"{row['decisions_per_s']:,}", 13, more=weight + halo))
    foot = "A move is not a unit: games differ in what a decision is, in how many there are to choose from, and in how long a game is."
    parts.append(text(24, height - 16, foot, 11, FAINT))
    return "\n".join([*parts, "</svg>", ""])
