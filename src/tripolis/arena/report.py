"""The table of a league for a terminal, as CSV and as JSON. (As a page: `page.py`.)"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid

from tripolis.engine.errors import TripolisError
from tripolis.engine.game import Game, find, title_of
from tripolis.engine.words import Message, Plural

from .leaderboard import Board, Standing, expected, shares_won
from .play import Result
from .table import LeagueTable, Line, Pairing

Say = Callable[[Message | str], str]


def percent(share: float | None) -> str:
    """A share of 1 in percent."""
    return "–" if share is None else f"{100 * share:.1f}\u00a0%"


def game_of(table: LeagueTable) -> Game | None:
    """The game, where it is still installed and has these options."""
    try:
        return find(table.game).configure(**dict[str, Any](table.options))
    except TripolisError:
        return None


def amount_of(game: Game | None, say: Say) -> Callable[[float], str]:
    """How a mean of points is written: as the game writes amounts, or with one decimal."""
    write = game.face.write_amount if game else None
    return (lambda points: f"{points:.1f}") if write is None else (lambda points: say(write(round(points))))


def signed(number: float) -> str:
    """A difference."""
    return f"{number:+.2f}".replace("-", "−")


def rating_of(line: Line) -> str:
    """A rating with its interval."""
    return "–" if line.rating is None else f"{line.rating.mu:.1f}\u00a0±\u00a0{line.rating.give:.1f}"


def verdict(pairing: Pairing) -> Message:
    """Which bot of a pairing is better, if that is decided."""
    if pairing.better is None:
        return Message("not decided")
    return Message("{bot} ({rounds})", bot=pairing.better, rounds=pairing.evidence.decided_at)


def title(table: LeagueTable) -> Message:
    """What was played."""
    options = ", ".join(f"{name}={value}" for name, value in table.options.items())
    return Plural(
        "{game}, {n} game ({options})",
        "{game}, {n} games ({options})",
        table.games,
        game=title_of(table.game),
        options=options,
    )


def print_table(table: LeagueTable, say: Say, console: Console | None = None) -> None:
    """Print the table to a terminal."""
    console = console or Console(highlight=False)
    console.print(say(title(table)), markup=False, style="bold")
    console.print(bots_grid(table, say))
    if all(line.rating is None for line in table.lines):
        console.print(say(Message("For ratings: pip install 'tripolis[arena]'")), markup=False, style="dim")
    console.print(seats_grid(table, say))
    console.print(pairings_grid(table, say))
    for message, n in failures_of(table):
        console.print(f"{n} × " + say(message), markup=False, style="yellow")


def print_board(board: Board, new: Standing, results: list[Result], say: Say, console: Console | None = None) -> None:
    """Print a leaderboard, with a bot that was rated and what it won against each anchor."""
    console = console or Console(highlight=False)
    grid = grid_of(say, Message("Bot"), Message("Rating"), Message("Played"), Message("Score"), Message("Expected"))
    for one in board.standings:
        rounds = shares_won(results, new.bot, one.bot)
        score = percent(sum(rounds) / len(rounds)) if rounds else "–"
        forecast = percent(expected(new.rating - one.rating)) if rounds else "–"
        rating, style = f"{one.rating:.0f} ± {one.give:.0f}", "bold" if one == new else None
        grid.add_row(one.bot, rating, str(one.games), score, forecast, style=style)
    console.print(grid)
    low, high = f"{new.rating - new.give:.0f}", f"{new.rating + new.give:.0f}"
    text = Message(
        "{bot}: {rating} (95% interval {low} to {high})", bot=new.bot, rating=f"{new.rating:.0f}", low=low, high=high
    )
    console.print(say(text), markup=False, style="bold")


def grid_of(say: Say, first: Message, *others: Message) -> Grid:
    """A grid with these column heads."""
    grid = Grid(box=SIMPLE_HEAD, padding=(0, 1))
    grid.add_column(say(first), overflow="fold")
    for head in others:
        grid.add_column(say(head), justify="right", no_wrap=True)
    return grid


def bots_grid(table: LeagueTable, say: Say) -> Grid:
    """One row for each bot."""
    heads = (Message("Rating"), Message("Played"), Message("Wins"), Message("Points"), Message("ms per move"))
    grid, amount = grid_of(say, Message("Bot"), *heads, Message("Failures")), amount_of(game_of(table), say)
    for line in table.lines:
        points = "–" if line.points is None else amount(line.points)
        time = f"{line.milliseconds:.2f}"
        grid.add_row(
            line.bot, rating_of(line), str(line.games), percent(line.win_rate), points, time, str(line.failures)
        )
    return grid


def seats_grid(table: LeagueTable, say: Say) -> Grid:
    """How often each bot won on each seat."""
    grid = grid_of(say, Message("Wins by seat"), *seat_heads(table))
    for line in table.lines:
        grid.add_row(line.bot, *map(percent, line.by_seat))
    return grid


def seat_heads(table: LeagueTable) -> list[Message]:
    """A column for each seat."""
    return [Message("Seat {number}", number=seat + 1) for seat in range(table.players)]


def pairings_grid(table: LeagueTable, say: Say) -> Grid:
    """One row for each pairing."""
    heads = (Message("Score"), Message("Difference"), Message("Evidence"), Message("Better"))
    grid = grid_of(say, Message("Pairing"), *heads)
    for each in table.pairings:
        e = each.evidence
        grid.add_row(
            f"{each.a} – {each.b}",
            percent(each.wins),
            f"{signed(e.mean)} ({signed(e.low)} {signed(e.high)})",
            evidence_text(e.e_value),
            say(verdict(each)),
        )
    return grid


def evidence_text(e_value: float) -> str:
    """An e-value, short."""
    return f"{e_value:.1f}" if e_value < 1000 else f"{e_value:.0e}".replace("e+0", "e").replace("e+", "e")


def failures_of(table: LeagueTable) -> list[tuple[Message, int]]:
    """Why games were lost without being played to the end, and how often."""
    failures = (result["failure"] for result in table.failures)
    counts = Counter((failure["bot"], failure["kind"], failure["why"]) for failure in failures)
    kinds = {"crashed": Message("crashed"), "illegal": Message("illegal move"), "slow": Message("too slow")}
    return [
        (Message("{bot}: {kind} ({why})", bot=bot, kind=kinds[kind], why=why), n)
        for (bot, kind, why), n in counts.items()
    ]


# ---------------------------------------------------------------------- files


def as_json(table: LeagueTable, lang: str) -> str:
    """All figures."""
    data = asdict(table)
    for row, pairing in zip(data["pairings"], table.pairings, strict=True):
        row["better"] = pairing.better
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def as_csv(table: LeagueTable, lang: str) -> str:
    """One row for each bot, then after an empty line one for each pairing."""
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    seats = range(1, table.players + 1)
    categories = [*dict.fromkeys(name for line in table.lines for name in line.categories)]
    head = ["bot", "games", "rating", "rating_give", "score", "win_rate", "fair_rate", "place"]
    head += [f"win_rate_seat_{seat}" for seat in seats] + ["points"] + [f"points_{name}" for name in categories]
    sheet.writerow([*head, "failures", "ms_per_decision", "ms_slowest"])
    for line in table.lines:
        rating: list[Any] = [line.rating.mu, line.rating.give] if line.rating else [None] * 2
        row = [line.bot, line.games, *rating, line.score, line.win_rate, line.fair_rate, line.place, *line.by_seat]
        row += [line.points, *(line.categories.get(name) for name in categories)]
        sheet.writerow([_short(cell) for cell in [*row, line.failures, line.milliseconds, line.slowest]])
    sheet.writerow([])
    head = ["a", "b", "games", "rounds", "score_of_a", "difference", "low", "high", "fixed_low", "fixed_high"]
    sheet.writerow([*head, "e_value", "decided_after_rounds", "better"])
    for each in table.pairings:
        e = each.evidence
        numbers = [each.wins, e.mean, e.low, e.high, e.plain_low, e.plain_high, e.e_value]
        sheet.writerow(
            [each.a, each.b, each.games, e.rounds, *map(_short, numbers), e.decided_at or "", each.better or ""]
        )
    return out.getvalue()


def _short(cell: Any) -> Any:
    return f"{cell:.6g}" if isinstance(cell, float) else "" if cell is None else cell
