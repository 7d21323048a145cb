"""How matches at tables came out: written with the entry that ends a match, kept longer than its table."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import sqlalchemy as sa

from ..domain.journal import encode
from ..domain.table import Table
from .schema import RESULTS
from .store import Store

PLAYED = ("start", "moves")
"""Entries between which somebody thinks."""


def result_statements(store: Store, before: Table, after: Table) -> list[Any]:
    """The statements that write down how a match came out, if it has just ended."""
    if before.status == after.status or after.status != "over" or after.tour or after.position is None:
        return []
    return [store.insert(RESULTS).values(**row).on_conflict_do_nothing() for row in result_rows(after)]


def result_rows(table: Table) -> list[dict[str, Any]]:
    """A row for every seat of a match that is over."""
    assert table.position is not None
    accounts, ranks, seconds = table.position.scores(), table.ranks(), seconds_of(table)
    match = {
        "table_id": table.id,
        "game": table.game.name,
        "mode": table.game.mode,
        "players": table.game.players,
        "rated": "waits" if table.rated and counts(table) else "no",
        "ended": table.updated_ms,
    }
    return [
        match
        | {
            "seat": number,
            "guest": seat.guest if seat.kind == "person" else "",
            "bot": seat.bot if seat.kind == "bot" else "",
            "place": ranks[number],
            "total": accounts[number].total,
            "points": encode(accounts[number].points),
            "seconds": seconds[number],
        }
        for number, seat in enumerate(table.seats)
    ]


def counts(table: Table) -> bool:
    """Can ratings follow from this match? Not where somebody plays on two seats, or with an own box."""
    people = [seat.guest for seat in table.seats if seat.kind == "person"]
    return len(set(people)) == len(people) and table.game.box_hash == "standard"


def seconds_of(table: Table) -> list[int]:
    """How long every seat has thought, all in all: from the move before to its own."""
    times = [0] * len(table.seats)
    for line, following in pairwise(line for line in table.log if line.kind in PLAYED):
        if following.kind == "moves" and following.seat >= 0:
            times[following.seat] += following.at - line.at
    return [time // 1000 for time in times]


def own_seats(guest: str) -> Any:
    """The seat of a guest in each of their matches; the first one, where they sat on several."""
    seat, ended = sa.func.min(RESULTS.c.seat).label("seat"), sa.func.max(RESULTS.c.ended).label("ended")
    own = sa.select(RESULTS.c.table_id, RESULTS.c.game, seat, ended).where(RESULTS.c.guest == guest)
    return own.group_by(RESULTS.c.table_id, RESULTS.c.game).subquery()


def own_results(guest: str) -> tuple[Any, Any]:
    """The results of a guest, and what they are read from."""
    own, mine = own_seats(guest), RESULTS.alias()
    return mine, own.join(mine, sa.and_(mine.c.table_id == own.c.table_id, mine.c.seat == own.c.seat))


async def places_of(store: Store, guest: str) -> dict[str, list[Any]]:
    """How often a guest was on each place, and how long they thought in those matches, by game."""
    mine, source = own_results(guest)
    figures = sa.func.count().label("times"), sa.func.sum(mine.c.seconds).label("seconds")
    chosen = sa.select(mine.c.game, mine.c.place, *figures).select_from(source).group_by(mine.c.game, mine.c.place)
    return by_game(await store.rows(chosen.order_by(mine.c.place)))


async def bots_of(store: Store, guest: str) -> dict[str, list[Any]]:
    """The bots that a guest has met, by game: how many seats, how many of them behind, the mean totals of both."""
    mine, source = own_results(guest)
    other = RESULTS.alias()
    met = source.join(other, sa.and_(other.c.table_id == mine.c.table_id, other.c.bot != ""))
    figures = (
        sa.func.count().label("met"),
        sa.func.sum(sa.case((mine.c.place < other.c.place, 1), else_=0)).label("ahead"),
        sa.func.avg(mine.c.total).label("total"),
        sa.func.avg(other.c.total).label("par"),
    )
    chosen = sa.select(mine.c.game, other.c.bot, *figures).select_from(met).group_by(mine.c.game, other.c.bot)
    return by_game(await store.rows(chosen))


def by_game(rows: Iterable[Any]) -> dict[str, list[Any]]:
    """Rows sorted into games."""
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row.game, []).append(row)
    return found


async def latest_of(store: Store, guest: str, game: str, most: int) -> list[list[Any]]:
    """The latest matches of a guest, the last one first: for each the rows of all seats."""
    own = own_seats(guest)
    tables = sa.select(own.c.table_id).where(own.c.game == game).order_by(own.c.ended.desc(), own.c.table_id)
    chosen = sa.select(RESULTS).where(RESULTS.c.table_id.in_(tables.limit(most)))
    matches: dict[str, list[Any]] = {}
    for row in await store.rows(chosen.order_by(RESULTS.c.ended.desc(), RESULTS.c.table_id, RESULTS.c.seat)):
        matches.setdefault(row.table_id, []).append(row)
    return list(matches.values())
