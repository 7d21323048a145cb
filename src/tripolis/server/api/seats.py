"""How people come to a seat: they sit down, or bring it along to another device."""

from __future__ import annotations

from functools import partial
from typing import Any

import sqlalchemy as sa

from tripolis.engine.words import Message

from ..domain import actions
from ..domain.identity import Identity
from ..domain.problems import not_seated, wrong_time
from ..domain.requests import Joining
from ..domain.table import Change, Table
from ..domain.user_text import clean_name
from ..live.tables import LiveTable, LiveTables
from ..now import now
from ..storage.guests import Guests, hashed, new_secret, used_link
from ..storage.lists import seat_on_list
from ..storage.schema import MEMBERS, TABLES
from .identity import named
from .requests import JoinRequest, SecretRequest


class Seats:
    """Gives seats to people."""

    def __init__(self, tables: LiveTables, guests: Guests) -> None:
        self.tables, self.guests = tables, guests

    async def join(self, live: LiveTable, who: Identity, request: JoinRequest) -> dict[str, Any]:
        """Sit down; returns the seat and the token that proves it, which is shown only now."""
        if not who.guest:
            if who.seat_at(live.table) >= 0:
                raise wrong_time(Message("You already have a seat at this table."))
            if not request.id:
                actions.join(live.table, who, Joining(request.seat, ""), now())  # before a guest is made for nothing
        who = await named(who, request.name, self.guests)
        table, token = live.table, new_secret()
        if request.id:
            token = self.guests.derive_secret(f"seat {table.id} {who.guest} {request.id}")
        joining = Joining(request.seat, hashed(token), id=request.id)
        listed = seat_on_list(self.tables.store, who.guest, table.id)
        entry = await self.tables.act(live, who, "join", joining, listed)
        return {"table": table.id, "seat": entry.data["seat"], "token": token, "seq": entry.seq}

    async def transfer_link(self, live: LiveTable, who: Identity) -> dict[str, Any]:
        """A link that moves a seat to another device."""
        table, seat = live.table, who.seat_at(live.table)
        if seat < 0:
            raise not_seated()
        secret, expires = await self.guests.make_link("keep", who.guest_at(table), table_id=table.id, seat=seat)
        return {"secret": secret, "expires": expires, "path": f"/keep#{secret}"}

    async def revoke_tokens(self, guest: str) -> None:
        """Make the tokens of all seats worthless that a guest has at running tables: only the cookie counts there."""
        sits = (MEMBERS.c.guest == guest, MEMBERS.c.how == "seat", TABLES.c.status.in_(("open", "playing")))
        for row in await self.tables.store.rows(sa.select(TABLES.c.id).join(MEMBERS).where(*sits)):
            live = await self.tables.find(row.id, fresh=True)
            if (seat := live.table.seat_of(guest)) >= 0:
                await self.tables.append(live, partial(move_seat, number=seat, guest=guest, token=""))

    async def claim(self, who: Identity, request: SecretRequest) -> tuple[dict[str, Any], str]:
        """Take a seat over on this device; returns the seat, and the guest whose it is now."""
        if "." in request.secret:
            return await self._return(who, *request.secret.split(".", 1))
        link = await self.guests.find_link("keep", request.secret)
        live = await self.tables.find(link.table_id, fresh=True)
        token = new_secret()

        def move(table: Table, at: int) -> Change:
            if table.seats[link.seat].guest != link.guest:
                raise used_link()
            return move_seat(table, at, link.seat, who.guest, hashed(token))

        move(live.table, now())  # before a guest is made for nothing
        who = await named(who, clean_name(request.name) or live.table.seats[link.seat].name, self.guests)
        listed = seat_on_list(self.tables.store, who.guest, link.table_id)
        entry = await self.tables.append(live, move, None, self.guests.use_link(link), listed)
        return {"table": link.table_id, "seat": link.seat, "token": token, "seq": entry.seq}, who.guest

    async def _return(self, who: Identity, table_id: str, token: str) -> tuple[dict[str, Any], str]:
        """Come back by the link of one's own seat, which holds its token and works as often as it is needed."""
        live = await self.tables.find(table_id, fresh=True)
        number = live.table.seat_for("", hashed(token))
        if number < 0 or live.table.seats[number].kind != "person":
            raise used_link()
        seat = live.table.seats[number]
        if who.guest == seat.guest:
            return {"table": table_id, "seat": number, "token": token, "seq": live.table.seq}, who.guest

        def move(table: Table, at: int) -> Change:
            if table.seats[number].token != seat.token:
                raise used_link()
            return move_seat(table, at, number, who.guest, seat.token)

        move(live.table, now())  # before a guest is made for nothing
        who = await named(who, seat.name, self.guests)
        entry = await self.tables.append(live, move, None, seat_on_list(self.tables.store, who.guest, table_id))
        return {"table": table_id, "seat": number, "token": token, "seq": entry.seq}, who.guest


def move_seat(table: Table, at: int, number: int, guest: str, token: str) -> Change:
    """A seat moves to another device, whose guest has no other seat at the table."""
    if table.seat_of(guest) not in (-1, number):
        raise wrong_time(Message("You already have a seat at this table."))
    return table.change("seat", number, {"do": "device", "seat": number, "guest": guest, "token": token}, at)
