"""What is printed for a table of one's own: overview card, score pad and short rules, one side of A4 for each mode."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from tripolis.engine.game import Game
from tripolis.engine.guide import AidTable
from tripolis.engine.options import Option
from tripolis.engine.rooms import Book
from tripolis.engine.scene import Text

from .render import summary_data

SHEETS = ("overview", "pad", "rules")
WIDE = 7
"""A table with as many columns is as wide as the sheet."""
FIGURE = 12
"""A longer text is no figure."""
PAD_ROWS = 26
"""How many rows of pads a sheet has room for; a short pad stands there more than once."""


def mode_option(game: Game) -> Option | None:
    """The option that says which mode is played."""
    return next((option for option in game.options if option.name in ("mode", "track")), None)


def modes_of(game: Game, say: Callable[[Text], str]) -> list[dict[str, str]]:
    """The modes of a game and what they are called; a game without modes has one without a name."""
    option = mode_option(game)
    keys = (option.values or tuple(option.names)) if option else ()
    return [{"key": str(key), "name": say(option.name_of(key))} for key in keys if option] or [
        {"key": "all", "name": ""}
    ]


def sheets_of(game: Game) -> list[str]:
    """The sheets that there are for a game."""
    book = game.book or Book()
    there = {"overview": book.overview is not None, "pad": True, "rules": bool(book.summary)}
    return [sheet for sheet in SHEETS if there[sheet]]


def sheet_data(game: Game, mode: str, sheet: str, say: Callable[[Text], str]) -> dict[str, Any]:
    """What stands on a sheet, for the template."""
    book, option = game.book or Book(), mode_option(game)
    if sheet == "rules":
        return {"parts": summary_data(book.short_rules(mode), say), "tips": [say(tip) for tip in book.tips]}
    seats = max(next((one.values for one in game.options if one.name == "players"), (game.players,)))
    options: dict[str, Any] = {option.name: mode} if option else {}
    played = game.configure(players=seats, **options)
    position = played.new(0).position
    if sheet == "overview" and book.overview:
        found = [table_data(table, say) for table in book.overview(position)]
        return {"tables": sorted(found, key=operator.itemgetter("wide"))}
    names, symbols = played.face.category_names, played.face.category_symbols
    rows = [{"name": say(names.get(key, key)), "symbol": symbols.get(key, "")} for key in played.shown_categories()]
    if book.pad:
        rows = [{"name": say(text), "symbol": symbol} for symbol, text in book.pad(position)]
    ties = [say(played.face.tie_names.get(key, key)) for key in played.ties if key not in names]
    height = len(rows) + len(ties) + 3
    return {"rows": rows, "ties": ties, "seats": seats, "pads": max(1, PAD_ROWS // height)}


def table_data(table: AidTable, say: Callable[[Text], str]) -> dict[str, Any]:
    """A table of an overview card; columns with sentences are known apart from those with figures."""
    rows = [[say(text) for text in row] for row in table.rows]
    return {
        "title": say(table.title),
        "columns": [say(text) for text in table.columns],
        "rows": rows,
        "said": [max(map(len, column)) > FIGURE for column in zip(*rows, strict=True)],
        "note": say(table.note) if table.note else "",
        "symbols": table.symbols,
        "wide": len(table.columns) >= WIDE,
    }
