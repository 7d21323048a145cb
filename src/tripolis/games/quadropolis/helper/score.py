"""The account of a city put in by hand: `score_city`, for owners of the box."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tripolis.engine.errors import BadCity
from tripolis.engine.game import Game
from tripolis.engine.record import Records, bind, source_of
from tripolis.engine.words import Message, Plural

from ..box.reader import NOT_IN_CLASSIC
from ..face.labels import CATEGORY_NAMES, MODE_NAMES, TOTAL
from ..rules.scoring import NEEDS_ENERGY, NEEDS_RESIDENT, count_points
from ..rules.state import CATEGORIES, COLUMNS, ROWS, Kind

WORD = re.compile(r"(?P<kind>[a-z]+)(?::(?P<level>[0-9]+))?(?:\+(?P<vp>[0-9]+))?")
KIND_OF = {kind.name.lower(): kind for kind in Kind if kind != Kind.EMPTY}
EMPTY_WORDS = (".", "")
STACKS = (Kind.TOWER, Kind.OFFICE)
MOST_RESOURCES = 999


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


@cache
def _game(mode: str, playgrounds_absorb: bool, office_cap: bool) -> Game:
    from .. import GAME

    return GAME.configure(mode=mode, playgrounds_absorb=playgrounds_absorb, office_cap=office_cap)


def call_count(S, B, W):  # type: ignore[no-untyped-def]
    """Count the placement that lies in W."""
    s = S[0]
    return count_points(B[0], W[0], s.kind[0], s.level[0], s.vp[0], s.residents[0], s.energy[0])


@cache
def _count() -> Any:
    return bind(source_of(call_count), "quadropolis", {})


def score_city(
    mode: str,
    city: Sequence[Sequence[str]],
    residents: int,
    energy: int,
    allocation: Sequence[Sequence[tuple[int, int]]] | None = None,
    playgrounds_absorb: bool = True,
    office_cap: bool = True,
) -> CityAccount:
    """The best account of a city, or with an `allocation` (residents and energy on each cell) that one's.

    The city is a list of rows of words: `"tower:3"` (level), `"shop"`, `"public+2"` (printed points), `"park"`, `"playground"`, `"factory"`,
    `"harbour+1"`, `"office:2"`, `"monument"`, `"."`. The two switches are those of rulings 25 and 29.
    """
    if mode not in ("classic", "expert"):
        raise BadCity(Message("The mode is classic or expert, not {mode}.", mode=mode))
    game = _game(mode, bool(playgrounds_absorb), bool(office_cap))
    records = game.state.make()
    s = records[0]
    s.residents[0], s.energy[0] = _amount("residents", residents), _amount("energy", energy)
    _put_city(s, game, mode, city)
    work = game.work
    if allocation is None:
        total = game.call("call_score")(records, game.box, work, 0)
    else:
        _put_allocation(work, s, game, allocation)
        total = _count()(records, game.box, work)
    return _account(int(total), work, game)


def _amount(name: str, value: Any) -> int:
    """How many residents or energy there are."""
    number = _whole(value)
    if number is None or not 0 <= number <= MOST_RESOURCES:
        args = {"name": name, "most": MOST_RESOURCES, "value": value}
        raise BadCity(Message("{name} must be a whole number from 0 to {most}, not {value}.", **args))
    return number


def _whole(value: Any) -> int | None:
    """A whole number, also NumPy's; True and False are none."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return operator.index(value)


def _rows(what: Any, width: int) -> bool:
    """Is this a list of four rows of so many entries?"""
    lists = (list, tuple)
    return isinstance(what, lists) and len(what) == ROWS and all(isinstance(r, lists) and len(r) == width for r in what)


def _put_city(s: Any, game: Game, mode: str, city: Sequence[Sequence[str]]) -> None:
    width = 5 if game.box[0].expert else 4
    if not _rows(city, width):
        args = {"rows": ROWS, "width": width, "mode": MODE_NAMES[mode]}
        raise BadCity(Message("A city has {rows} rows of {width} cells in {mode}.", **args))
    for row, words in enumerate(city):
        for column, word in enumerate(words):
            kind, level, vp = _building(word, game, row, column)
            cell = row * COLUMNS + column
            s.kind[0][cell], s.level[0][cell], s.vp[0][cell] = int(kind), level, vp


def _building(word: str, game: Game, row: int, column: int) -> tuple[Kind, int, int]:
    """Kind, level and printed points of a word."""

    def bad(reason: Message) -> BadCity:
        return BadCity(Message("Row {row}, column {column}: {reason}.", row=row + 1, column=column + 1, reason=reason))

    if word in EMPTY_WORDS:
        return Kind.EMPTY, 0, 0
    found = WORD.fullmatch(word) if isinstance(word, str) else None
    if found is None or found["kind"] not in KIND_OF:
        kinds = ", ".join(KIND_OF)
        raise bad(
            Message("{word} is no building; write one of {kinds}, or a dot for an empty cell", word=word, kinds=kinds)
        )
    kind = KIND_OF[found["kind"]]
    level, vp = int(found["level"] or 1), int(found["vp"] or 0)
    b = game.box[0]
    if kind in NOT_IN_CLASSIC and not b.expert:
        raise bad(NOT_IN_CLASSIC[kind])
    if found["level"] and kind not in STACKS:
        raise bad(Message("only towers and offices have levels"))
    if kind in STACKS and not 1 <= level <= b.levels:
        raise bad(Message("there are levels 1 to {levels}", levels=int(b.levels)))
    if vp and kind not in (Kind.PUBLIC, Kind.HARBOUR):
        raise bad(Message("points are printed on public services and harbours only"))
    if vp > 9:
        raise bad(Message("no tile has {vp} printed points", vp=vp))
    return kind, level, vp


def _put_allocation(work: Records, s: Any, game: Game, allocation: Sequence[Sequence[tuple[int, int]]]) -> None:
    """Lay a given placement, or refuse an impossible one (p. 5, rulings 19, 23 and 24)."""
    b, w = game.box[0], work[0]
    width = 5 if b.expert else 4
    if not _rows(allocation, width):
        args = {"rows": ROWS, "width": width}
        raise BadCity(Message("An allocation has {rows} rows of {width} pairs (residents, energy).", **args))
    laid = [0, 0]
    for cell in range(ROWS * COLUMNS):
        w.residents_on[cell] = w.energy_on[cell] = 0
    for row, pairs in enumerate(allocation):
        for column, pair in enumerate(pairs):
            cell = row * COLUMNS + column
            kind = Kind(int(s.kind[0][cell]))
            most = _most(kind, b)
            where = {"row": row + 1, "column": column + 1}
            if not isinstance(pair, list | tuple) or len(pair) != 2 or None in map(_whole, pair):
                raise BadCity(
                    Message(
                        "Row {row}, column {column}: {pair} is no pair of whole numbers (residents, energy).",
                        pair=pair,
                        **where,
                    )
                )
            if not 0 <= pair[0] <= most[0]:
                raise BadCity(_wrong_residents(pair[0], most[0], where))
            if not 0 <= pair[1] <= most[1]:
                raise BadCity(_wrong_energy(pair[1], most[1], where))
            laid[0] += pair[0]
            laid[1] += pair[1]
            w.residents_on[cell], w.energy_on[cell] = pair
    if laid[0] > s.residents[0]:
        raise BadCity(
            Plural(
                "The city has {n} resident; {laid} cannot be laid.",
                "The city has {n} residents; {laid} cannot be laid.",
                s.residents[0],
                laid=laid[0],
            )
        )
    if laid[1] > s.energy[0]:
        raise BadCity(
            Plural(
                "The city has {n} energy; {laid} cannot be laid.",
                "The city has {n} energy; {laid} cannot be laid.",
                s.energy[0],
                laid=laid[1],
            )
        )


def _wrong_residents(n: int, most: int, where: dict[str, int]) -> Message:
    """Why so many residents cannot stand on a cell."""
    if most == 0:
        return Message("Row {row}, column {column}: residents cannot stand here.", **where)
    return Message(
        "Row {row}, column {column}: from 0 to {most} residents can stand here, not {given}.",
        most=most,
        given=n,
        **where,
    )


def _wrong_energy(n: int, most: int, where: dict[str, int]) -> Message:
    """Why so much energy cannot stand on a cell."""
    if most == 0:
        return Message("Row {row}, column {column}: energy cannot stand here.", **where)
    return Message(
        "Row {row}, column {column}: from 0 to {most} energy can stand here, not {given}.", most=most, given=n, **where
    )


def _most(kind: Kind, b: Any) -> tuple[int, int]:
    """Residents and energy that fit on a building."""
    if kind == Kind.SHOP:
        return int(b.customers), 1
    if kind == Kind.PARK or (kind == Kind.PLAYGROUND and b.playgrounds_absorb):
        return 0, 1
    return int(NEEDS_RESIDENT[kind]), int(NEEDS_ENERGY[kind])


def _account(total: int, work: Records, game: Game) -> CityAccount:
    w = work[0]
    width = 5 if game.box[0].expert else 4
    return CityAccount(
        total,
        {name: int(w.points[i]) for i, name in enumerate(CATEGORIES)},
        int(w.residents_placed),
        int(w.empty_cells),
        [
            [
                (int(w.residents_on[row * COLUMNS + column]), int(w.energy_on[row * COLUMNS + column]))
                for column in range(width)
            ]
            for row in range(ROWS)
        ],
    )


# ------------------------------------------------------------------- as text

NEEDED = ("mode", "city", "residents", "energy")
ALLOWED = (*NEEDED, "allocation", "playgrounds_absorb", "office_cap")


def count_by_hand(given: Any, say: Callable[[Message], str]) -> tuple[dict[str, Any], list[str]]:
    """The account of a city given as JSON: as plain data, and as lines for people."""
    if not isinstance(given, dict) or not set(NEEDED) <= set(given) <= set(ALLOWED):
        raise BadCity(
            Message(
                "Give an object with mode, city, residents and energy (and, if you like, {others}).",
                others="allocation, playgrounds_absorb, office_cap",
            )
        )
    account = score_city(**given)
    found = {"total": account.total, "points": account.points, "residents_placed": account.residents_placed}
    found |= {"empty_cells": account.empty_cells, "allocation": account.allocation}
    rows = {say(CATEGORY_NAMES[key]): points for key, points in account.points.items()} | {say(TOTAL): account.total}
    width = max(map(len, rows))
    lines = [f"{name:<{width}}  {points:>4}" for name, points in rows.items()]
    numbers = {"residents": account.residents_placed, "cells": account.empty_cells}
    lines += ["", say(Message("Residents placed: {residents}, empty cells: {cells}", **numbers))]
    lines += ["", say(Message("What stands where (r: resident, e: energy):"))]
    return found, [*lines, *picture(given["city"], account)]


def picture(rows: Sequence[Sequence[str]], account: CityAccount) -> list[str]:
    """A city as lines of text, each building with the residents and energy that the account lays on it."""
    lines = []
    for words, pairs in zip(rows, account.allocation, strict=True):
        cells = (f"{word or '.'} {'r' * r}{'e' * e}".strip() for word, (r, e) in zip(words, pairs, strict=True))
        lines.append(("  " + "".join(f"{cell:<16}" for cell in cells)).rstrip())
    return lines
