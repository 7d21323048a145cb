"""New tables: as somebody asks for them, guided first games, rematches."""

from __future__ import annotations

import contextlib
import secrets
from typing import Any

import msgspec

from tripolis.bots import public_bot as find_bot
from tripolis.engine.game import Game, find
from tripolis.engine.words import Message

from ..domain import actions
from ..domain.games import game_of, options_data
from ..domain.identity import Identity
from ..domain.journal import decode
from ..domain.problems import Conflict, Problem, bad_value, no_table, not_seated, wrong_time
from ..domain.requests import OptionsRequest, PlainRequest, ReadyRequest
from ..domain.seats import Seat
from ..domain.table import Change, Table
from ..live.tables import LiveTable, LiveTables
from ..now import now
from ..storage.guests import Guests, hashed, new_secret
from ..storage.ids import new_id
from .identity import named
from .requests import TableRequest

KEPT = ("game", "rules", "options", "box", "public", "undo", "clock", "on_timeout", "chat", "hints", "rated")
"""What a rematch takes over from the table before."""


class TableSetup:
    """Sets up tables."""

    def __init__(self, tables: LiveTables, guests: Guests) -> None:
        self.tables, self.guests = tables, guests

    async def create(self, who: Identity, request: TableRequest) -> dict[str, Any]:
        """Set up a table; with `start`, and nobody to wait for, begin at once."""
        data = options_data(request)
        game = game_of(data)
        wishes = check_wishes(request, game)
        who = await named(who, request.name, self.guests)
        if request.id:  # asked for twice under the same id, it is the same table with the same token
            token = self.guests.derive_secret(f"token {who.guest} {request.id}")
            table_id = new_id(self.guests.derive_secret(f"table {who.guest} {request.id}"))
        else:
            token, table_id = new_secret(), new_id()
        seats = [wished_seat(wish, who, token, game) for wish in wishes]
        live = await self._create_table(who, data, seats, table_id)
        if request.start and live.table.status == "open":
            await self._start(live, who, request.nonce, again=bool(request.id))
        table, seat = live.table, live.table.seat_of(who.guest)
        kind = "start" if request.start else "create"
        seq = next(line.seq for line in table.log if line.kind == kind)  # whatever has happened there since
        created = {"table": table.id, "seat": seat, "commitment": table.commitment, "seq": seq}
        return created | ({"token": token} if seat >= 0 else {})

    async def tour(self, who: Identity, name: str) -> dict[str, Any]:
        """A guided first game: the reader on the first seat, and bots that follow its script."""
        await self.tables.prepared(name)
        tour = find(name).tour
        who = await named(who, "", self.guests)
        token = new_secret()
        data = options_data(OptionsRequest(name, dict(tour.options), hints=True)) | {"tour": True}
        game = game_of(data)
        wishes = ["me", *["bot:greedy"] * (game.players - 1)]
        live = await self._create_table(who, data, [wished_seat(wish, who, token, game) for wish in wishes])
        await self._start(live, who)
        return {"table": live.table.id, "seat": 0, "token": token, "seq": live.table.seq}

    async def rematch(self, live: LiveTable, who: Identity) -> dict[str, Any]:
        """The same people at a new table, on the same seats, so that colours are kept; asked twice, it is the same
        table."""
        old, seat, guest = live.table, who.seat_at(live.table), who.guest_at(live.table)
        if seat < 0 and guest != old.owner:
            raise not_seated()
        if old.status not in ("over", "closed"):
            raise wrong_time(Message("The match is not over yet."))
        if not old.successor:
            if await self.guests.load(guest) is None:
                raise no_table()
            seats = [
                Seat(one.kind, one.name, one.guest, one.token, one.bot, ready=one.kind == "bot") for one in old.seats
            ]
            table_id = new_id(self.guests.derive_secret(f"rematch {old.id}"))
            new = await self._create_table(who.as_guest(guest, ""), options_of(old), seats, table_id)

            def rematch(table: Table, at: int) -> Change:
                if table.successor:
                    raise wrong_time(Message("The match is over."))
                return table.change("rematch", seat, {"table": new.table.id}, at)

            await self.tables.append(live, rematch, "rematch")
        successor = await self.tables.find(live.table.successor, fresh=True)
        return {"table": successor.table.id, "seat": who.seat_at(successor.table)}

    async def _create_table(
        self, who: Identity, data: dict[str, Any], seats: list[Seat], table_id: str = ""
    ) -> LiveTable:
        """A new table with its first entry; with a code that was made of a request, the one that this request has got
        before."""
        about = {"owner": who.guest, "seats": [msgspec.to_builtins(seat) for seat in seats]}
        change = Table(table_id or new_id(), secrets.token_bytes(32)).change("create", -1, data | about, now())
        members = [who.guest, *(seat.guest for seat in seats if seat.kind == "person")]
        try:
            return await self.tables.create(change, members, self.guests.derive_secret(f"address {who.address}"))
        except (Conflict, Problem):
            with contextlib.suppress(Problem):
                return await self.tables.find(table_id, fresh=True)
            raise

    async def _start(self, live: LiveTable, who: Identity, nonce: str = "", again: bool = False) -> None:
        """Begin a match for which nobody has to be waited for; once, however often the table was asked for. One that
        may not begin is closed, unless it can be asked for `again`."""
        await self.tables.prepared(live.table.game.name)
        if live.table.seat_of(who.guest) >= 0:
            ready = ReadyRequest(nonce=nonce)
            await self.tables.append(live, lambda table, at: actions.ready(table, who, ready, at), "create:ready")
        request = PlainRequest()
        try:
            await self.tables.append(live, lambda table, at: actions.start(table, who, request, at), "create:start")
        except Problem:
            if not again:
                await self.tables.append(live, lambda table, at: actions.close(table, who, request, at))
            raise


def check_wishes(request: TableRequest, game: Game) -> list[str]:
    """The wishes for all seats; what is not said is open."""
    wishes = [*(request.seats or ["me"])]
    if len(wishes) > game.players:
        message = Message("There are {n} seats, but {wishes} are described.", n=game.players, wishes=len(wishes))
        raise bad_value(message)
    wishes += ["open"] * (game.players - len(wishes))
    for wish in wishes:  # before a guest is made for nothing
        wished_seat(wish, Identity(), "", game)
    if wishes.count("me") > 1:
        raise bad_value(Message("You can take only one seat."))
    if request.start and "open" in wishes:
        raise wrong_time(Message("Seats are still open: wait for players, or put bots there."))
    return wishes


def wished_seat(wish: str, who: Identity, token: str, game: Game) -> Seat:
    """A seat as it is wished for."""
    if wish == "me":
        return Seat("person", who.name, who.guest, hashed(token))
    if wish == "open":
        return Seat()
    kind, _, name = wish.partition(":")
    if kind != "bot":
        raise bad_value(Message("A seat must be me, open or bot:NAME, not {text}.", text=wish))
    bot = find_bot(name, game)
    return Seat("bot", bot.name, bot=bot.name, ready=True)


def options_of(table: Table) -> dict[str, Any]:
    """The options of a table as its journal has them."""
    data = decode(next(line for line in reversed(table.log) if line.kind in ("create", "options")).data)
    data["box"] = dict(table.game.box_files) if table.game.box_files is not None else None
    return {name: data.get(name, False) for name in KEPT}  # older journals do not say whether there are hints
