"""How matches at tables came out: written with the entry that ends a match, kept longer than its table."""

from __future__ import annotations

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


async def results_of(store: Store, guest: str) -> list[list[Any]]:
    """The matches of a guest, the latest first: for each the rows of all seats."""
    mine = sa.select(RESULTS.c.table_id).where(RESULTS.c.guest == guest)
    chosen = sa.select(RESULTS).where(RESULTS.c.table_id.in_(mine))
    matches: dict[str, list[Any]] = {}
    for row in await store.rows(chosen.order_by(RESULTS.c.ended.desc(), RESULTS.c.table_id, RESULTS.c.seat)):
        matches.setdefault(row.table_id, []).append(row)
    return list(matches.values())
