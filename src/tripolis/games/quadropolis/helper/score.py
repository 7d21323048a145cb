"""The account of a city put in by hand: `score_city`, for owners of the box."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tripolis.engine.editor import finished_position, game_for, whole_number
from tripolis.engine.errors import BadCity
from tripolis.engine.position import Position
from tripolis.engine.record import bind, source_of
from tripolis.engine.words import Message, Plural

from ..box.reader import MOST, NOT_IN_CLASSIC
from ..face.labels import CATEGORY_NAMES, MODE_NAMES, TOTAL
from ..rules.play import grows, put_building
from ..rules.points import count_points, room_for_energy, room_for_residents
from ..rules.state import CATEGORIES, CELLS, COLUMNS, ROWS, SIZE, Kind

WORD = re.compile(r"(?P<kind>[a-z]+)(?::(?P<level>[0-9]+))?(?:\+(?P<vp>[0-9]+))?")
KIND_OF = {kind.name.lower(): kind for kind in Kind if kind != Kind.EMPTY}
EMPTY_WORDS = (".", "")
MOST_RESOURCES = 999

Allocation = Sequence[Sequence[tuple[int, int]]]
"""Residents and energy on each cell."""


@dataclass(frozen=True)
class CityAccount:
    """The account of one city: points by category, and what stands on which cell as (residents, energy)."""

    total: int
    points: dict[str, int]
    residents_placed: int
    empty_cells: int
    allocation: list[list[tuple[int, int]]]

    def __getitem__(self, category: str) -> int:
        return self.points[category]

    def __int__(self) -> int:
        return self.total


def score_city(
    mode: str,
    city: Sequence[Sequence[str]],
    residents: int,
    energy: int,
    allocation: Allocation | None = None,
    playgrounds_absorb: bool = True,
    office_cap: bool = True,
    box: Mapping[str, str] | None = None,
) -> CityAccount:
    """The best account of a city, or with an `allocation` (residents and energy on each cell) that one's.

    The city is a list of rows of words: `"tower:3"` (level), `"shop"`, `"public+2"` (printed points), `"park"`,
    `"playground"`, `"factory"`, `"harbour+1"`, `"office:2"`, `"monument"`, `"."`. The switches are rulings 25 and 29.
    """
    if not isinstance(mode, str) or mode not in SIZE:
        raise BadCity(Message("The mode is classic or expert, not {mode}.", mode=mode))
    switches: dict[str, Any] = {"playgrounds_absorb": playgrounds_absorb, "office_cap": office_cap}
    for name, value in switches.items():
        if not isinstance(value, bool):
            raise BadCity(Message("{name} is true or false, not {value}.", name=name, value=value))
    position = finished_position(game_for("quadropolis", 1, box, mode=mode, **switches))
    put_city(position, 0, city, residents, energy)
    if allocation is not None:
        put_allocation(position, allocation)
    return account_of(position, 0, best=allocation is None)


def put_city(position: Position, seat: int, city: Sequence[Sequence[str]], residents: int, energy: int) -> None:
    """Put a seat's city into a position, or refuse one that cannot be."""
    s, b = position.record, position.game.box[0]
    s.residents[seat], s.energy[seat] = read_amount("residents", residents), read_amount("energy", energy)
    if not is_grid(city, int(b.columns)):
        args = {"rows": ROWS, "width": int(b.columns), "mode": MODE_NAMES[position.game.settings["mode"]]}
        raise BadCity(Message("A city has {rows} rows of {width} cells in {mode}.", **args))
    for row, words in enumerate(city):
        for column, word in enumerate(words):
            source_of(put_building)(s, seat, row * COLUMNS + column, *read_building(word, b, row, column))


def read_amount(name: str, value: Any) -> int:
    """How many residents or energy there are."""
    number = whole_number(value)
    if number is None or not 0 <= number <= MOST_RESOURCES:
        args = {"name": name, "most": MOST_RESOURCES, "value": value}
        raise BadCity(Message("{name} must be a whole number from 0 to {most}, not {value}.", **args))
    return number


def is_grid(rows: Any, width: int) -> bool:
    """Is this a list of four rows, each with an entry for every column?"""
    lists = (list, tuple)
    return isinstance(rows, lists) and len(rows) == ROWS and all(isinstance(r, lists) and len(r) == width for r in rows)


def read_building(word: str, b: Any, row: int, column: int) -> tuple[int, int, int]:
    """Kind, level and printed points of a word."""

    def bad(reason: Message) -> BadCity:
        return BadCity(Message("Row {row}, column {column}: {reason}.", row=row + 1, column=column + 1, reason=reason))

    if word in EMPTY_WORDS:
        return int(Kind.EMPTY), 0, 0
    parts = WORD.fullmatch(word) if isinstance(word, str) else None
    if parts is None or parts["kind"] not in KIND_OF:
        args = {"word": word, "kinds": ", ".join(KIND_OF)}
        raise bad(Message("{word} is not a building; write one of {kinds}, or a dot for an empty cell", **args))
    kind, level, vp = KIND_OF[parts["kind"]], int(parts["level"] or 1), int(parts["vp"] or 0)
    if kind in NOT_IN_CLASSIC and not b.expert:
        raise bad(NOT_IN_CLASSIC[kind])
    if parts["level"] and not source_of(grows)(kind):
        raise bad(Message("only towers and offices have levels"))
    if source_of(grows)(kind) and not 1 <= level <= b.levels:
        raise bad(Message("levels go from 1 to {levels}", levels=int(b.levels)))
    if vp and kind not in (Kind.PUBLIC, Kind.HARBOUR):
        raise bad(Message("only public services and harbours have printed points"))
    if vp > MOST["vp"]:
        raise bad(Message("no tile has {vp} printed points", vp=vp))
    return int(kind), level, vp


def put_allocation(position: Position, allocation: Allocation) -> None:
    """Lay a given placement on seat 0's city, or refuse an impossible one (p. 5, rulings 19, 23 and 24)."""
    s, b, w = position.record, position.game.box[0], position.game.work[0]
    if not is_grid(allocation, int(b.columns)):
        args = {"rows": ROWS, "width": int(b.columns)}
        raise BadCity(Message("An allocation has {rows} rows of {width} pairs (residents, energy).", **args))
    for cell in range(CELLS):
        w.residents_on[cell] = w.energy_on[cell] = 0
    for row, pairs in enumerate(allocation):
        for column, pair in enumerate(pairs):
            cell, where = row * COLUMNS + column, {"row": row + 1, "column": column + 1}
            if not isinstance(pair, list | tuple) or len(pair) != 2 or None in map(whole_number, pair):
                message = Message(
                    "Row {row}, column {column}: {pair} is not a pair of whole numbers (residents, energy)."
                )
                raise BadCity(message.fill(pair=pair, **where))
            room = [int(source_of(rule)(b, s.kind[0][cell])) for rule in (room_for_residents, room_for_energy)]
            if not 0 <= pair[0] <= room[0]:
                raise BadCity(wrong_residents(pair[0], room[0], where))
            if not 0 <= pair[1] <= room[1]:
                raise BadCity(wrong_energy(pair[1], room[1], where))
            w.residents_on[cell], w.energy_on[cell] = pair
    residents, energy = (sum(pair[i] for pairs in allocation for pair in pairs) for i in (0, 1))
    if residents > s.residents[0]:
        raise BadCity(
            Plural(
                "The city has only {n} resident; you cannot place {laid}.",
                "The city has only {n} residents; you cannot place {laid}.",
                s.residents[0],
                laid=residents,
            )
        )
    if energy > s.energy[0]:
        raise BadCity(
            Plural(
                "The city has only {n} energy; you cannot place {laid}.",
                "The city has only {n} energy; you cannot place {laid}.",
                s.energy[0],
                laid=energy,
            )
        )


def wrong_residents(n: int, most: int, where: dict[str, int]) -> Message:
    """Why this number of residents cannot stand on a cell."""
    if most == 0:
        return Message("Row {row}, column {column}: you cannot place residents here.", **where)
    args = {"most": most, "given": n, **where}
    return Message("Row {row}, column {column}: you can place 0 to {most} residents here, not {given}.", **args)


def wrong_energy(n: int, most: int, where: dict[str, int]) -> Message:
    """Why this amount of energy cannot stand on a cell."""
    if most == 0:
        return Message("Row {row}, column {column}: you cannot place energy here.", **where)
    args = {"most": most, "given": n, **where}
    return Message("Row {row}, column {column}: you can place 0 to {most} energy here, not {given}.", **args)


def call_count(S, B, W):  # type: ignore[no-untyped-def]
    """Count the placement that lies in W, for seat 0."""
    s = S[0]
    return count_points(B[0], W[0], s.kind[0], s.level[0], s.vp[0], s.residents[0], s.energy[0])


@cache
def _count() -> Any:
    return bind(source_of(call_count), "quadropolis", {})


def account_of(position: Position, seat: int, best: bool = True) -> CityAccount:
    """The best account of a seat's city, or that of the placement which lies there."""
    game, w = position.game, position.game.work[0]
    given = position.records, game.box, game.work
    total = int(game.call("call_score")(*given, seat) if best else _count()(*given))
    cells = [[row * COLUMNS + column for column in range(game.box[0].columns)] for row in range(ROWS)]
    allocation = [[(int(w.residents_on[cell]), int(w.energy_on[cell])) for cell in row] for row in cells]
    points = {name: int(w.points[i]) for i, name in enumerate(CATEGORIES)}
    return CityAccount(total, points, int(w.residents_placed), int(w.empty_cells), allocation)


# ------------------------------------------------------------------- as text

NEEDED = ("mode", "city", "residents", "energy")
ALLOWED = (*NEEDED, "allocation", "playgrounds_absorb", "office_cap")


def count_by_hand(
    given: Any, say: Callable[[Message], str], box: Mapping[str, str] | None = None
) -> tuple[dict[str, Any], list[str]]:
    """The account of a city given as JSON: as plain data, and as lines for people."""
    if not isinstance(given, dict) or not set(NEEDED) <= set(given) <= set(ALLOWED):
        args = {"others": "allocation, playgrounds_absorb, office_cap"}
        raise BadCity(
            Message("Give an object with mode, city, residents and energy (and optionally {others}).", **args)
        )
    account = score_city(**given, box=box)
    rows = {say(CATEGORY_NAMES[key]): points for key, points in account.points.items()} | {say(TOTAL): account.total}
    width = max(map(len, rows))
    lines = [f"{name:<{width}}  {points:>4}" for name, points in rows.items()]
    numbers = {"residents": account.residents_placed, "cells": account.empty_cells}
    lines += ["", say(Message("Residents placed: {residents}, empty cells: {cells}", **numbers))]
    lines += ["", say(Message("Placement (r: resident, e: energy):"))]
    return dict(vars(account)), [*lines, *picture(given["city"], account)]


def picture(rows: Sequence[Sequence[str]], account: CityAccount) -> list[str]:
    """A city as lines of text, each building with the residents and energy that the account lays on it."""
    lines = []
    for words, pairs in zip(rows, account.allocation, strict=True):
        cells = (f"{word or '.'} {'r' * r}{'e' * e}".strip() for word, (r, e) in zip(words, pairs, strict=True))
        lines.append(("  " + "".join(f"{cell:<16}" for cell in cells)).rstrip())
    return lines
