"""The tables on a guest's list, and those that are open to all."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from tripolis.engine.game import find, game_names
from tripolis.engine.scene import Text
from tripolis.engine.words import Message

from ..domain.journal import decode
from ..domain.seats import seat_titles
from .schema import MEMBERS, TABLES
from .store import Store

LISTED = 100


def seat_on_list(store: Store, guest: str, table: str) -> Any:
    """The statement that puts a table on a guest's list because they sit there."""
    return _insert(store, guest, table, "seat").on_conflict_do_update(
        index_elements=["guest", "table_id"], set_={"how": "seat"}
    )


async def watch(store: Store, guest: str, table: str, watch: bool) -> None:
    """Put a table on a guest's list, or take it off."""
    if watch:
        await store.write(_insert(store, guest, table, "watch").on_conflict_do_nothing())
    else:
        listed = (MEMBERS.c.guest == guest, MEMBERS.c.table_id == table, MEMBERS.c.how == "watch")
        await store.write(sa.delete(MEMBERS).where(*listed))


async def is_watched(store: Store, guest: str, table: str) -> bool:
    """Is a table on a guest's list because they wanted that?"""
    listed = (MEMBERS.c.guest == guest, MEMBERS.c.table_id == table, MEMBERS.c.how == "watch")
    return await store.row(sa.select(MEMBERS.c.how).where(*listed)) is not None


def _insert(store: Store, guest: str, table: str, how: str) -> Any:
    return store.insert(MEMBERS).values(guest=guest, table_id=table, how=how)


async def tables_of(store: Store, guest: str) -> dict[str, Any]:
    """The tables where a guest sits, where it is their turn, those that they watch, and those that are open to all."""
    mine: list[Any] = []
    if guest:
        chosen = sa.select(TABLES, MEMBERS.c.how).join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
        chosen = chosen.where(MEMBERS.c.guest == guest).order_by(TABLES.c.touched.desc()).limit(LISTED)
        mine = await store.rows(chosen)
    shown = sa.select(TABLES).where(TABLES.c.public, TABLES.c.status.in_(("open", "playing")))
    public = await store.rows(shown.order_by(TABLES.c.touched.desc()).limit(LISTED))
    seated = [
        table
        for row in mine
        if row.how == "seat" and ((table := listed(row, guest))["seat"] >= 0 or row.owner == guest)
    ]
    return {
        "tables": seated,
        "turns": [table["id"] for table in seated if table["your_turn"]],
        "watching": [listed(row, guest) for row in mine if row.how == "watch"],
        "public": [listed(row, guest) for row in public],
    }


def totals(name: str, summary: dict[str, Any]) -> list[Text] | None:
    """The totals of a finished match as its game writes them, or as they were written when it ended."""
    if "points" not in summary or name not in game_names():
        return summary.get("totals")
    return [*map(find(name).face.write_amount or str, summary["points"])]


def progress(said: list[Any] | None) -> Text | None:
    """How far a match is, as it was written down."""
    return Message.kept(*said) if said else None


def listed(row: Any, guest: str) -> dict[str, Any]:
    """A table as lists show it."""
    summary = decode(row.summary)
    actor, seats = summary["actor"], summary["seats"]
    titles = seat_titles([(seat["kind"], seat["name"]) for seat in seats])
    seat = next((i for i, seat in enumerate(seats) if guest and seat["guest"] == guest), -1)
    return {
        "id": row.id,
        "game": row.game,
        "status": row.status,
        "public": row.public,
        "seats": [
            {"kind": seat["kind"], "name": title if seat["kind"] != "open" else ""}
            for seat, title in zip(seats, titles, strict=True)
        ],
        "options": summary["options"],
        "players": summary["players"],
        "custom_box": summary["custom_box"],
        "clock": summary["clock"],
        "ranks": summary.get("ranks"),
        "totals": totals(row.game, summary),
        "actor": actor,
        "ply": summary["ply"],
        "progress": progress(summary.get("progress")),
        "touched": row.touched,
        "due": row.due,
        "seat": seat,
        "your_turn": actor >= 0 and actor == seat and row.status == "playing",
        "open_seats": sum(seat["kind"] == "open" for seat in seats),
    }
