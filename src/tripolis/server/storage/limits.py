"""How many tables there may be, and at how many bots may think: of one guest, from one address, and in all. They are
counted inside the transaction that adds one."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from tripolis.engine.words import Message

from ..domain.problems import too_many
from ..domain.table import Table
from ..settings import Settings
from .schema import TABLES
from .store import Must

LOCK = "tables"
"""Whoever adds a table waits for all others who do."""
MINUTES, SECONDS = 10, 30
"""Until some tables may be over, and until some bots may have moved."""


def table_limits(settings: Settings, table: Table) -> list[Must]:
    """The statements that refuse a new table where there are too many."""
    guest = Message("You have {n} tables already: finish or close some.", n=settings.tables_per_guest)
    address = Message(
        "There are {n} tables from your network already: finish or close some, or try again in {minutes} minutes.",
        n=settings.tables_per_address,
        minutes=MINUTES,
    )
    server = Message("This server has no room for more tables: try again in {minutes} minutes.", minutes=MINUTES)
    limits = (settings.tables_per_guest, guest), (settings.tables_per_address, address), (settings.tables, server)
    return _limits(table, TABLES.c.status.in_(("open", "playing")), limits, 60 * MINUTES)


def thinking_limits(settings: Settings, table: Table) -> list[Must]:
    """The statements that let no further bots think where too many do."""
    guest = Message("Bots are thinking at {n} of your tables already: try again in {seconds} seconds.")
    address = Message("Bots are thinking at {n} tables from your network already: try again in {seconds} seconds.")
    server = Message("Bots are thinking at too many tables of this server: try again in {seconds} seconds.")
    limits = (
        (settings.thinking_tables_per_guest, guest.fill(n=settings.thinking_tables_per_guest, seconds=SECONDS)),
        (settings.thinking_tables_per_address, address.fill(n=settings.thinking_tables_per_address, seconds=SECONDS)),
        (settings.thinking_tables, server.fill(seconds=SECONDS)),
    )
    return _limits(table, sa.and_(TABLES.c.status == "playing", TABLES.c.thinking), limits, SECONDS)


def _limits(table: Table, counted: Any, limits: Any, wait: int) -> list[Must]:
    """Statements that must find a row: for the guest, the address and all, while this table is not one too many."""
    this = TABLES.alias("this")
    address = sa.select(this.c.address).where(this.c.id == table.id).scalar_subquery()
    scopes = TABLES.c.owner == table.owner, sa.and_(TABLES.c.address == address, TABLES.c.address != ""), sa.true()
    checks = []
    for scope, (limit, message) in zip(scopes, limits, strict=True):
        count = sa.select(sa.func.count()).select_from(TABLES).where(counted, scope).scalar_subquery()
        checks.append(Must(sa.select(sa.literal(1)).where(count <= limit), too_many(message, wait)))
    return checks
