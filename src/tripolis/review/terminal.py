"""A review in the terminal: progress, the costliest moves, a bar of chances, and all costly decisions."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tripolis.engine.errors import BadOptions
from tripolis.engine.files import writing
from tripolis.engine.match import Match
from tripolis.engine.words import Message, words

from .page import Say, heads, rows
from .report import Review, review

BARS = "▁▂▃▄▅▆▇█"
BAR_WIDTH = 60


def run(match: Match, budget: int, as_json: Path | None, html: Path | None, lang: str) -> None:
    """Review a match, print the review, and write it to the files that were asked for."""
    say = words(lang, match.game).render
    if not len(match):
        raise BadOptions(Message("This match has no moves yet: there is nothing to review."))
    finished = with_progress(match, budget, say)
    if as_json is not None:
        write(as_json, json.dumps(finished.data(say), ensure_ascii=False, indent=1) + "\n")
    if html is not None:
        write(html, finished.html(lang))
    show(finished, say, Console(highlight=False))


def with_progress(match: Match, budget: int, say: Say) -> Review:
    """Review a match with a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say(Message("Judging decisions")), total=None)
        return review(match, budget or None, lambda done, of: bar.update(task, completed=done, total=of))


def write(file: Path, text: str) -> None:
    """Write a file."""
    with writing(file):
        file.write_text(text, encoding="utf-8")


def show(finished: Review, say: Say, console: Console) -> None:
    """Print a review."""
    for message in finished.summary():
        console.print(say(message), markup=False)
    console.print()
    console.print(say(Message("Chance to win over the match")) + ":", markup=False)
    names = [say(finished.name(seat)) for seat in range(finished.match.game.players)]
    for seat, name in enumerate(names):
        line = [row[seat] for row in finished.chances]
        text = f"{name:<{max(map(len, names))}} {bars(line)} {finished.share(line[-1])}"
        console.print(text, markup=False, soft_wrap=True)
    costly = rows(finished, say, costly=True)
    if costly:
        console.print()
        table = Table(box=None, pad_edge=False, header_style="bold")
        for i, head in enumerate(heads()):
            table.add_column(say(head), justify="right" if i in (0, 4, 5, 6) else "left", no_wrap=i in (0, 4, 5, 6))
        for row in costly:
            table.add_row(*row)
        console.print(table)
        for ply, reasons in sorted(finished.reasons.items()):
            words = " ".join(map(say, reasons))
            console.print(f"\n{ply + 1}: {words}", markup=False)


def bars(line: list[float]) -> str:
    """Chances as a row of bars, at most `BAR_WIDTH` of them."""
    width = min(BAR_WIDTH, len(line))
    picked = [line[round(i * (len(line) - 1) / max(1, width - 1))] for i in range(width)]
    return "".join(BARS[min(7, int(8 * chance))] for chance in picked)
