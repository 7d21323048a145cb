"""The box: 142 tiles and the two sides of the city board, read from `tiles.csv` and `boards.json` and checked.

Every value has its status in the files: A printed or cross-checked, B one source or a strong inference, C our own
reconstruction. An owner of the real box can put other values in: `tripolis box export quadropolis FOLDER`, edit,
`tripolis box check FOLDER`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files as resource_files
from typing import Any

from tripolis.engine.errors import BadBox, BadOptions
from tripolis.engine.files import read_box_json
from tripolis.engine.words import Message, Plural

from ..face.labels import MODE_NAMES
from ..rules.state import COLUMNS, NUMBERS, ROUNDS, ROWS, SIZE, SPACES, Kind

TILES_CSV, BOARDS_JSON = "tiles.csv", "boards.json"

COLUMNS_OF_TILES = ("id", "round", "set", "type", "variant", "residents", "energy", "vp", "mayor", "players")
"""The columns that the game reads; the others say how sure each value is."""

MARKS = {"2-4": 2, "3-4": 3, "4": 4}
SETS = {"both": ("classic", "expert"), "classic": ("classic",), "expert": ("expert",)}
KINDS = {kind.name.lower(): kind for kind in Kind if kind not in (Kind.EMPTY, Kind.PLAYGROUND)}
NOT_IN_CLASSIC = {
    Kind.OFFICE: Message("there is no office in Classic"),
    Kind.MONUMENT: Message("there is no monument in Classic"),
}
MOST = {"residents": 9, "energy": 9, "vp": 9, "mayor": 1}


@cache
def standard_box() -> dict[str, str]:
    """The files of the box as it was sold, as far as it is known."""
    folder = resource_files(__package__)
    return {name: (folder / name).read_text(encoding="utf-8") for name in (TILES_CSV, BOARDS_JSON)}


def check_settings(settings: Mapping[str, Any]) -> None:
    """The start seat must be one of those that play."""
    if settings["first"] != "drawn" and settings["first"] >= settings["players"]:
        args = {"seat": settings["first"], "players": settings["players"], "last": settings["players"] - 1}
        raise BadOptions(Message("Seat {seat} cannot start: with {players} players the seats are 0 to {last}.", **args))


def read_tiles(text: str) -> list[dict[str, Any]]:
    """The tiles, with numbers instead of words; each row knows its line."""
    reader = csv.DictReader(io.StringIO(text))
    missing = [name for name in COLUMNS_OF_TILES if name not in (reader.fieldnames or ())]
    if missing:
        raise BadBox(TILES_CSV, 1, Message("the column {name} is missing", name=missing[0]))
    tiles = []
    seen: dict[str, int] = {}
    for row in reader:
        line = reader.line_num

        def bad(reason: Message, line: int = line) -> BadBox:
            return BadBox(TILES_CSV, line, reason)

        if None in row or None in row.values():
            raise bad(Message("a row has {n} values, separated by commas", n=len(reader.fieldnames or ())))
        tile: dict[str, Any] = {"id": row["id"], "line": line}
        if row["id"] in seen:
            raise bad(Message("tile {id} is already in line {first}", id=row["id"], first=seen[row["id"]]))
        seen[row["id"]] = line
        if row["type"] not in KINDS:
            args = {"name": repr(row["type"]), "names": ", ".join(KINDS)}
            raise bad(Message("{name} is not a kind of building; write one of {names}", **args))
        tile["kind"] = KINDS[row["type"]]
        if row["type"] == "park" and row["variant"] not in ("park", "playground"):
            raise bad(Message("the variant of a park is park or playground, not {text}", text=repr(row["variant"])))
        if row["type"] != "park" and row["variant"]:
            raise bad(Message("only parks have variants"))
        if row["variant"] == "playground":
            tile["kind"] = Kind.PLAYGROUND
        if row["set"] not in SETS:
            raise bad(Message("the set is both, classic or expert, not {text}", text=repr(row["set"])))
        tile["modes"] = SETS[row["set"]]
        if "classic" in tile["modes"] and tile["kind"] in NOT_IN_CLASSIC:
            raise bad(NOT_IN_CLASSIC[tile["kind"]])
        if row["players"] not in MARKS:
            raise bad(Message("the players' mark is 2-4, 3-4 or 4, not {text}", text=repr(row["players"])))
        tile["mark"] = MARKS[row["players"]]
        for name, most in (("round", ROUNDS), *MOST.items()):
            fewest = 1 if name == "round" else 0
            if not re.fullmatch("[0-9]{1,4}", row[name]) or not fewest <= int(row[name]) <= most:
                limits = {"name": name, "fewest": fewest, "most": most, "text": repr(row[name])}
                raise bad(Message("{name} is a number from {fewest} to {most}, not {text}", **limits))
            tile[name] = int(row[name])
        if tile["mayor"] and (tile["kind"] != Kind.TOWER or tile["mark"] != 2):
            raise bad(Message("the mayor must be on a tower that is in play with any number of players"))
        if tile["vp"] and tile["kind"] not in (Kind.PUBLIC, Kind.HARBOUR):
            raise bad(Message("only public services and harbours have printed points"))
        tiles.append(tile)
    return tiles


def tiles_of(tiles: list[dict[str, Any]], mode: str) -> list[dict[str, Any]]:
    """The tiles of a mode: 25 a round, with one mayor's tower in each round but the last (rulings 1 and 17)."""
    rounds = SIZE[mode]
    name = MODE_NAMES[mode]
    chosen = []
    for number in range(1, rounds + 1):
        here = [tile for tile in tiles if mode in tile["modes"] and tile["round"] == number]
        last_line, args = here[-1]["line"] if here else None, {"round": number, "mode": name}
        reason: Message
        if len(here) != SPACES:
            reason = Plural(
                "round {round} of {mode} has {n} tile; it needs {needed}",
                "round {round} of {mode} has {n} tiles; it needs {needed}",
                len(here),
                needed=SPACES,
                **args,
            )
            raise BadBox(TILES_CSV, last_line, reason)
        mayors = [tile for tile in here if tile["mayor"]]
        if number == rounds and mayors:
            reason = Message("round {round} is the last of {mode}: it has no mayor's tower", **args)
            raise BadBox(TILES_CSV, mayors[0]["line"], reason)
        if number < rounds and len(mayors) != 1:
            reason = Plural(
                "round {round} of {mode} has {n} mayor's tower; it needs one",
                "round {round} of {mode} has {n} mayor's towers; it needs one",
                len(mayors),
                **args,
            )
            raise BadBox(TILES_CSV, mayors[1]["line"] if mayors else last_line, reason)
        chosen += here
    late = [tile for tile in tiles if mode in tile["modes"] and tile["round"] > rounds]
    if late:
        reason = Message("{mode} has only {rounds} rounds", mode=name, rounds=rounds)
        raise BadBox(TILES_CSV, late[0]["line"], reason)
    return chosen


def read_boards(text: str) -> dict[str, Any]:
    """The city boards: for each mode the bits of cells that each architect reaches, and of each district."""
    boards = read_box_json(BOARDS_JSON, text)
    sides = {}
    for mode, numbers in SIZE.items():
        board = boards.get(mode) if isinstance(boards, dict) else None
        if not isinstance(board, dict):
            raise BadBox(BOARDS_JSON, None, Message("the {mode} board is missing", mode=mode))
        district = _grid(board, mode, "district", numbers)
        if mode == "classic":
            rows, columns = (_line(board, mode, name, ROWS) for name in ("rows", "columns"))
            reach = [
                sum(_bit(r, c) for r in range(ROWS) for c in range(numbers) if n in (rows[r], columns[c]))
                for n in range(1, numbers + 1)
            ]
        else:
            cell = _grid(board, mode, "cell", numbers)
            reach = [
                sum(_bit(r, c) for r in range(ROWS) for c in range(COLUMNS) if n in (cell[r][c], district[r][c]))
                for n in range(1, numbers + 1)
            ]
        sides[mode] = {
            "cells": sum(_bit(r, c) for r in range(ROWS) for c in range(len(district[r]))),
            "reach": reach,
            "district": [
                sum(_bit(r, c) for r in range(ROWS) for c in range(len(district[r])) if district[r][c] == n)
                for n in range(1, numbers + 1)
            ],
        }
    return sides


def _bit(row: int, column: int) -> int:
    return 1 << COLUMNS * row + column


def _line(board: dict[str, Any], mode: str, name: str, numbers: int) -> list[int]:
    """Each of the numbers 1.. once, in any order."""
    line = board.get(name)
    if not isinstance(line, list) or any(type(n) is not int for n in line) or sorted(line) != [*range(1, numbers + 1)]:
        reason = Message(
            "{where} must hold each number from 1 to {last} exactly once", where=f"{mode}: {name}", last=numbers
        )
        raise BadBox(BOARDS_JSON, None, reason)
    return line


def _grid(board: dict[str, Any], mode: str, name: str, numbers: int) -> list[list[int]]:
    """Four rows of numbers, each number on four cells."""
    grid = board.get(name)
    width = SIZE[mode]
    if (
        not isinstance(grid, list)
        or len(grid) != ROWS
        or any(not isinstance(row, list) or len(row) != width for row in grid)
    ):
        reason = Message(
            "{where} must have {rows} rows of {width} numbers", where=f"{mode}: {name}", rows=ROWS, width=width
        )
        raise BadBox(BOARDS_JSON, None, reason)
    cells = [number for row in grid for number in row]
    for number in range(1, numbers + 1):
        if sum(type(cell) is int and cell == number for cell in cells) != ROWS:
            reason = Message("{where} {number} must have four cells", where=f"{mode}: {name}", number=number)
            raise BadBox(BOARDS_JSON, None, reason)
    return grid


def check_files(files: Mapping[str, str]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Read all files of a box, whichever mode will be played."""
    for name in (TILES_CSV, BOARDS_JSON):
        if name not in files:
            raise BadBox(name, None, Message("this file is missing"))
    for name in files:
        if name not in (TILES_CSV, BOARDS_JSON):
            raise BadBox(name, None, Message("a Quadropolis box does not have this file"))
    tiles = read_tiles(files[TILES_CSV])
    for mode in SIZE:
        tiles_of(tiles, mode)
    return tiles, read_boards(files[BOARDS_JSON])


def fill_box(b: Any, files: Mapping[str, str], settings: Mapping[str, Any]) -> None:
    """Check a box and fill the record of a match with it."""
    tiles, boards = check_files(files)
    mode = settings["mode"]
    b.expert = int(mode == "expert")
    b.rounds = b.columns = b.numbers = b.levels = b.customers = SIZE[mode]
    b.first = -1 if settings["first"] == "drawn" else settings["first"]
    b.take_face_down = int(settings["take_face_down"])
    b.count_absolute = int(settings["count_absolute"])
    b.playgrounds_absorb = int(settings["playgrounds_absorb"])
    b.office_cap = 5 if settings["office_cap"] else ROWS * COLUMNS
    b.cells = boards[mode]["cells"]
    for n in range(NUMBERS):
        b.reach[n] = boards[mode]["reach"][n] if n < b.numbers else 0
        b.district[n] = boards[mode]["district"][n] if n < b.numbers else 0
    looks: dict[tuple[int, ...], int] = {}
    for i, tile in enumerate(tiles_of(tiles, mode)):
        for name in ("kind", "residents", "energy", "vp", "mayor", "mark"):
            getattr(b, name)[i] = int(tile[name])
        look = tuple(int(tile[name]) for name in ("kind", "residents", "energy", "vp", "mayor"))
        b.look[i] = looks.setdefault(look, len(looks))
