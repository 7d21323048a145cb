"""What is printed for a table of one's own: overview card, score pad and short rules, one side of A4 for each mode."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from tripolis.engine.game import Game
from tripolis.engine.guide import AidTable
from tripolis.engine.rooms import Book
from tripolis.engine.scene import Text

from .book import rows_data, section_data

SHEETS = ("overview", "pad", "rules")
WIDE = 7
"""A table with as many columns is as wide as the sheet."""
PAD_ROWS = 26
"""How many rows of pads a sheet has room for; a short pad stands there more than once."""


def modes_of(game: Game, say: Callable[[Text], str]) -> list[dict[str, str]]:
    """The modes of a game and what they are called; a game without modes has one without a name."""
    option = game.mode_option
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
    book, option = game.book or Book(), game.mode_option
    if sheet == "rules":
        parts = [section_data(game, part, say) for part in book.short_rules(mode)]
        return {"parts": parts, "tips": [say(tip) for tip in book.short_tips(mode)]}
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
    """A table of an overview card."""
    return {
        "title": say(table.title),
        **rows_data(table.columns, table.rows, say),
        "note": say(table.note) if table.note else "",
        "symbols": table.symbols,
        "wide": len(table.columns) >= WIDE,
    }
