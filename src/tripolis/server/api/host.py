"""What the host sees and decides: tables, guests, load, errors, bots, reports."""

from __future__ import annotations

import hmac
import logging
import time
from typing import Any

import sqlalchemy as sa

from tripolis.engine.words import Message

from ..domain.identity import Identity
from ..domain.problems import Problem, not_seated, too_many, wrong_time
from ..domain.table import Change, Table
from ..domain.user_text import clean, clean_chat
from ..live.load import Load
from ..live.tables import LiveTable, LiveTables
from ..live.watchdog import Watchdog
from ..live.workers import Workers
from ..logs import RecentErrors
from ..metrics import Figures
from ..now import now
from ..rate_limit import RateLimit
from ..storage.guests import Guests
from ..storage.ids import new_id
from ..storage.lists import listed
from ..storage.schema import GUESTS, MEMBERS, REPORTS, TABLES

LOG = logging.getLogger("tripolis.server.host")
SHOWN = 100
RUNNING = ("open", "playing", "stopped")
REPORTS_PER_HOUR = 6
MESSAGE_LENGTH = 300


class Host:
    """The one who runs the place."""

    def __init__(
        self,
        tables: LiveTables,
        guests: Guests,
        workers: Workers,
        figures: Figures,
        load: Load,
        watchdog: Watchdog,
        errors: RecentErrors,
    ) -> None:
        self.tables, self.guests, self.workers = tables, guests, workers
        self.figures, self.load, self.watchdog, self.errors = figures, load, watchdog, errors
        self.house, self.store = guests.house, tables.store
        self._reports = RateLimit(REPORTS_PER_HOUR / 60, REPORTS_PER_HOUR)

    def check(self, secret: str) -> None:
        """Only with the secret of the host's link."""
        if not hmac.compare_digest(secret.encode("utf-8", "replace"), self.guests.derive_secret("host").encode()):
            message = Message("Only the host can do this. The server prints the host's link when it starts.")
            raise Problem(403, "not_host", message)

    # --------------------------------------------------------------- looking

    async def overview(self, search: str) -> dict[str, Any]:
        """Everything at one glance; tables and guests whose codes or names hold the words that are searched for."""
        counted = sa.select(TABLES.c.status, sa.func.count()).group_by(TABLES.c.status)
        tables = {row[0]: row[1] for row in await self.store.rows(counted)}
        guests = (await self.store.row(sa.select(sa.func.count()).select_from(GUESTS)))[0]
        listeners = sum(len(live.listeners) for live in self.tables.open.values())
        return {
            "read_only": not self.store.writable.is_set(),
            "message": self.house.message,
            "load": {
                "cpu": round(100 * self.load.cpu),
                "megabytes": self.load.megabytes,
                "lag": round(1000 * self.watchdog.lag),
                "requests": round(self.load.requests),
                "up": round(time.monotonic() - self.load.started),
                "failed": self.figures.failed,
            },
            "bots": self.workers.load | {"ready": self.workers.ready.is_set(), "decisions": self.workers.decisions},
            "counts": {name: tables.get(name, 0) for name in RUNNING} | {"guests": guests, "listeners": listeners},
            "tables": await self._tables(search),
            "guests": await self._guests(search),
            "reports": await self._open_reports(),
            "errors": list(self.errors.lines),
        }

    async def _tables(self, search: str) -> list[dict[str, Any]]:
        chosen = sa.select(TABLES).where(TABLES.c.status.in_(RUNNING)).order_by(TABLES.c.touched.desc()).limit(SHOWN)
        if search:
            chosen = chosen.where(TABLES.c.id.contains(search) | TABLES.c.summary.icontains(search))
        shown = []
        for row in await self.store.rows(chosen):
            table, live = listed(row, ""), self.tables.open.get(row.id)
            kept = ("id", "game", "status", "public", "seats", "actor", "ply", "touched")
            about = {name: table[name] for name in kept}
            shown.append(about | {"thinking": row.thinking, "listeners": len(live.listeners) if live else 0})
        return shown

    async def _guests(self, search: str) -> list[dict[str, Any]]:
        """Those who were here last, and all whom the host has muted or banned."""
        house = self.house
        marked = house.banned | house.muted
        columns = (GUESTS.c.id, GUESTS.c.name, GUESTS.c.seen)
        chosen = sa.select(*columns).order_by(GUESTS.c.id.in_(marked).desc(), GUESTS.c.seen.desc()).limit(SHOWN)
        if search:
            chosen = chosen.where(GUESTS.c.name.icontains(search))
        here = {
            listener.identity.guest_at(live.table, listener.seat)
            for live in self.tables.open.values()
            for listener in live.listeners
        }
        rows = await self.store.rows(chosen)
        sits = (MEMBERS.c.guest.in_([row.id for row in rows]), MEMBERS.c.how == "seat", TABLES.c.status.in_(RUNNING))
        tables: dict[str, list[str]] = {row.id: [] for row in rows}
        for seat in await self.store.rows(sa.select(MEMBERS.c.guest, TABLES.c.id).join(TABLES).where(*sits)):
            tables[seat.guest].append(seat.id)
        return [
            {
                **row._mapping,
                "tables": tables[row.id],
                "here": row.id in here,
                "muted": row.id in house.muted,
                "banned": row.id in house.banned,
            }
            for row in rows
        ]

    async def _open_reports(self) -> list[dict[str, Any]]:
        by, about = GUESTS.alias("by"), GUESTS.alias("about")
        columns = (REPORTS.c.id, REPORTS.c.table_id.label("table"), REPORTS.c.text, REPORTS.c.at, REPORTS.c.about)
        chosen = (
            sa.select(*columns, by.c.name.label("by"), about.c.name.label("about_name"))
            .join(by, by.c.id == REPORTS.c.guest, isouter=True)
            .join(about, about.c.id == REPORTS.c.about, isouter=True)
            .where(REPORTS.c.done.is_(None))
            .order_by(REPORTS.c.at.desc())
            .limit(SHOWN)
        )
        return [dict(row._mapping) for row in await self.store.rows(chosen)]

    # -------------------------------------------------------------- deciding

    async def close(self, table_id: str) -> None:
        """Close a table, whatever happens there."""

        def close(table: Table, at: int) -> Change:
            if table.status not in RUNNING:
                raise wrong_time(Message("The match is over."))
            return table.change("close", -1, {"why": "host"}, at)

        await self.tables.append(await self.tables.find(table_id, fresh=True), close, "close:host")
        LOG.info("the host has closed table %s", table_id)

    async def restrict(self, guest: str, kind: str, on: bool) -> None:
        """Mute or ban a guest, or let them speak or come again."""
        if await self.guests.load(guest) is None:
            raise Problem(404, "no_guest", Message("There is no such guest."))
        await self.house.decide(f"{kind} {guest}", "" if on else None)
        LOG.info("the host: %s %s for guest %s", kind, "on" if on else "off", guest)

    async def say(self, text: str) -> str:
        """A message to all; an empty one takes it back."""
        text = clean(text, MESSAGE_LENGTH)
        await self.house.decide("message", text or None)
        return text

    async def maintain(self, on: bool) -> None:
        """Keep everything as it is for maintenance, or go on."""
        await self.house.decide("read_only", "" if on else None)
        LOG.warning("the host has made the server %s", "read-only" if on else "writable")

    async def settle(self, report: str) -> None:
        """A report has been dealt with."""
        statement = sa.update(REPORTS).where(REPORTS.c.id == report, REPORTS.c.done.is_(None)).values(done=now())
        await self.store.write(statement, host=True)

    # --------------------------------------------------------------- reports

    async def report(self, live: LiveTable, who: Identity, seat: int | None, text: str) -> None:
        """Somebody at a table tells the host of something there."""
        table, guest = live.table, who.guest_at(live.table)
        if not guest:
            raise not_seated()
        if not self._reports.take(guest):
            raise too_many(Message("You have reported a lot: the host will look at it."))
        about = table.seats[seat].guest if seat is not None and 0 <= seat < len(table.seats) else ""
        row = {"id": new_id(), "table_id": table.id, "guest": guest, "about": about, "text": clean_chat(text)}
        await self.store.write(sa.insert(REPORTS).values(**row, at=now()))
