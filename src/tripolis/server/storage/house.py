"""What holds for the whole server, decided by its host: read-only for maintenance, a message to all, who is banned or
muted. Every process looks once a second."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa

from tripolis.engine.words import Message

from ..domain.clock import MINUTE
from ..domain.identity import Identity
from ..domain.problems import Problem
from ..domain.table import Table
from ..now import now
from ..repeating import Repeating
from .outage import log_outage
from .schema import HOUSE
from .store import Store

LOG = logging.getLogger("tripolis.server.house")
BLOCKED = 60 * MINUTE
"""How long an address from which a banned guest has come gets no new guests."""


def banned() -> Problem:
    """The host does not want this guest."""
    return Problem(403, "banned", Message("The host has banned you from this server."))


def guests_in(names: Iterable[str], kind: str) -> frozenset[str]:
    """The guests about whom there are decisions of a kind."""
    return frozenset(name.partition(" ")[2] for name in names if name.startswith(f"{kind} "))


class House:
    """The host's decisions, as this process knows them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.message = ""
        self.banned: frozenset[str] = frozenset()
        self.muted: frozenset[str] = frozenset()
        self.changed: Callable[[], None] = lambda: None
        self.ended: Callable[[str], None] = lambda guest: None
        """Called with a guest whose connections are to be cut."""
        self._blocked: dict[str, tuple[str, int]] = {}
        self._logouts: dict[str, int] = {}
        self._looking = Repeating("house", self.refresh, self._not_read)

    async def start(self) -> None:
        """Begin to look."""
        await self.refresh()
        self._looking.start()

    async def stop(self) -> None:
        """Stop looking."""
        await self._looking.stop()

    def _not_read(self, error: Exception) -> None:
        if not log_outage(error):
            LOG.error("the host's decisions could not be read", exc_info=error)

    # --------------------------------------------------------------- reading

    async def refresh(self) -> None:
        """Look what the host has decided; whoever was banned or logged out since is cut off."""
        rows = {row.name: row for row in await self.store.rows(sa.select(HOUSE))}
        message = rows["message"].data if "message" in rows else ""
        writable = "read_only" not in rows
        changed = (message, writable) != (self.message, self.store.writable.is_set())
        self.message = message
        (self.store.writable.set if writable else self.store.writable.clear)()
        banned, self.muted = guests_in(rows, "ban"), guests_in(rows, "mute")
        logouts = {guest: rows[f"logout {guest}"].at for guest in guests_in(rows, "logout")}
        for guest in (banned - self.banned) | {
            guest for guest, at in logouts.items() if at != self._logouts.get(guest)
        }:
            self.ended(guest)
        self.banned, self._logouts = banned, logouts
        if changed:
            self.changed()

    def check(self, identity: Identity, table: Table, action: str) -> None:
        """May they do this at a table?"""
        if not self.banned and not self.muted:
            return
        guest = identity.guest_at(table)
        if guest in self.banned:
            raise banned()
        if action == "chat" and guest in self.muted:
            raise Problem(403, "muted", Message("The host has muted you: the others do not see what you write."))

    def check_guest(self, guest: str, address: str) -> None:
        """A banned guest may not even look, and gets no new name for a while."""
        if guest in self.banned:
            self._blocked[address] = guest, now() + BLOCKED
            raise banned()

    def check_new(self, address: str) -> None:
        """May somebody from this address become a guest?"""
        guest, until = self._blocked.get(address, ("", 0))
        if guest in self.banned and until > now():
            raise banned()

    # -------------------------------------------------------------- deciding

    async def decide(self, name: str, data: str | None) -> None:
        """Write a decision down (None takes it back), and act on it here at once."""
        statement: Any = sa.delete(HOUSE).where(HOUSE.c.name == name)
        if data is not None:
            row = {"name": name, "data": data, "at": now()}
            statement = self.store.insert(HOUSE).values(row)
            statement = statement.on_conflict_do_update(index_elements=["name"], set_=row)
        await self.store.write(statement, host=True)
        await self.refresh()
