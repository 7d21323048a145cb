"""The desk: everything that guests ask of the server beyond a deed at one table. Routes and streams call it, and only it."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tripolis.bots import bot as find_bot
from tripolis.engine.errors import BadMatch, BadOptions
from tripolis.engine.game import Game, find
from tripolis.engine.match import Match
from tripolis.engine.tri import read_tri
from tripolis.engine.words import Message

from ..domain import actions as deeds
from ..domain.actions import Who
from ..domain.journal import Entry, decode, now
from ..domain.problems import Conflict, Problem, bad_value, no_table, too_many, wrong_time
from ..domain.table import Seat, Table, game_of, titles_of
from ..domain.user_text import clean_name
from ..live.background import Background
from ..live.bots import Bots
from ..live.reviews import Reviews
from ..live.tables import Hall, Room, check_id, new_id
from ..settings import Settings
from ..storage.guests import Guest, Guests, hashed, new_secret, used_link
from ..storage.schema import MATCHES, MEMBERS, TABLES
from . import queries as study
from . import requests as asks
from .guard import Buckets

LISTED = 100
KEPT_MATCHES = 32
HOUR = 3_600_000


@dataclass(slots=True)
class Caller:
    """Who asks: a guest by their cookie, or the holder of a seat's token."""

    guest: Guest | None
    token: str
    lang: str
    address: str

    def at(self, table: Table) -> Who:
        """Who this is at a table."""
        seat = table.seat_for(self.guest.id if self.guest else "", self.token)
        if seat >= 0 and self.token:
            return Who(table.seats[seat].guest, seat, self.token)
        return Who(self.guest.id if self.guest and not self.token else "", seat, self.token)


class Desk:
    """Answers requests."""

    def __init__(
        self, settings: Settings, hall: Hall, guests: Guests, bots: Bots, reviews: Reviews, background: Background
    ) -> None:
        self.settings, self.hall, self.guests, self.bots, self.reviews = settings, hall, guests, bots, reviews
        self.background = background
        self.store = hall.store
        self.new_guests = Buckets(settings.guests_per_hour / 60, settings.guests_per_hour)
        self._matches: OrderedDict[str, asyncio.Task[Match]] = OrderedDict()

    # ----------------------------------------------------------------- tables

    async def owner_of_new(self, caller: Caller, name: str) -> Guest:
        """The guest who sits down: the one of the cookie, or a new one for a program that has none."""
        if caller.guest is not None:
            return caller.guest
        cleaned = clean_name(name)
        if not cleaned:
            raise Problem(401, "no_name", Message("Tell your name first."))
        return await self.new_guest(caller, cleaned)

    async def new_guest(self, caller: Caller, name: str, lang: str | None = None) -> Guest:
        """A guest whom nobody knows yet; not too many from one address."""
        if not self.new_guests.take(caller.address):
            raise too_many(Message("Too many new guests from your address: wait a while."))
        return await self.guests.create(name, lang or caller.lang)

    async def create(self, caller: Caller, ask: asks.TableAsk) -> dict[str, Any]:
        """Set up a table; with `start`, and nobody to wait for, begin at once."""
        data = self.options(ask)
        game = game_of(data)
        wishes = [*(ask.seats or ["me"])]
        if len(wishes) > game.players:
            raise bad_value(
                Message("There are {n} seats, but {wishes} are described.", n=game.players, wishes=len(wishes))
            )
        wishes += ["open"] * (game.players - len(wishes))
        for wish in wishes:
            self.first_seat(wish, Guest("", "", ""), "", game)
        if wishes.count("me") > 1:
            raise bad_value(Message("You can sit on one seat only."))
        if ask.start and "open" in wishes:
            raise wrong_time(Message("Seats are still open: wait for players, or put bots there."))
        guest = await self.owner_of_new(caller, ask.name)
        open_tables = sa.select(sa.func.count()).where(
            TABLES.c.owner == guest.id, TABLES.c.status.in_(("open", "playing"))
        )
        if (await self.store.row(open_tables))[0] >= self.settings.tables_per_guest:
            raise too_many(
                Message("You have {n} tables already: finish or close some.", n=self.settings.tables_per_guest)
            )
        # Asked for twice under the same id, it is the same table with the same token.
        token = self.guests.derived(f"token {guest.id} {ask.id}") if ask.id else new_secret()
        seats = [self.first_seat(wish, guest, token) for wish in wishes]
        table_id = new_id(self.guests.derived(f"table {guest.id} {ask.id}")) if ask.id else new_id()
        try:
            room = await self._found(guest, data, seats, table_id)
        except Conflict:
            room = await self.hall.room(table_id, fresh=True)
        seat = room.table.seat_of(guest.id)
        who = Who(guest.id, seat)
        if ask.start and room.table.status == "open":
            if seat >= 0:
                await self.hall.act(room, who, "ready", {"ready": True, "nonce": ask.nonce})
            await self.hall.act(room, who, "start", {})
        found = {"table": room.table.id, "seat": seat, "commitment": room.table.commitment, "seq": room.table.seq}
        return found | ({"token": token} if seat >= 0 else {})

    async def _found(self, guest: Guest, data: dict[str, Any], seats: list[Seat], table_id: str = "") -> Room:
        """A new table with its first entry."""
        from msgspec import to_builtins

        table = Table(table_id or new_id(), secrets.token_bytes(32))
        whole = data | {"owner": guest.id, "seats": [to_builtins(seat) for seat in seats]}
        entry = Entry(table.id, 1, "create", -1, whole, None, now())
        members = [guest.id, *(seat.guest for seat in seats if seat.guest)]
        return await self.hall.create(table, [entry], members)

    async def tour(self, caller: Caller, name: str) -> dict[str, Any]:
        """A guided first game: the reader on the first seat, and bots that follow its script."""
        game = find(name)
        tour = game.tour
        guest = await self.owner_of_new(caller, "")
        token = new_secret()
        data = self.options(asks.OptionsAsk(name, dict(tour.options), hints=True)) | {"tour": True}
        seats = [self.first_seat("me", guest, token)]
        seats += [self.first_seat("bot:greedy", guest, token) for _ in range(game_of(data).players - 1)]
        room = await self._found(guest, data, seats)
        who = Who(guest.id, 0)
        await self.hall.act(room, who, "ready", {"ready": True, "nonce": ""})
        await self.hall.act(room, who, "start", {})
        return {"table": room.table.id, "seat": 0, "token": token, "seq": room.table.seq}

    def first_seat(self, wish: str, guest: Guest, token: str, game: Game | None = None) -> Seat:
        """A seat as it is wished for."""
        if wish == "me":
            return Seat("person", guest.name, guest.id, hashed(token))
        if wish == "open":
            return Seat()
        kind, _, name = wish.partition(":")
        if kind != "bot":
            raise bad_value(Message("A seat is me, open or bot:NAME, not {text}.", text=wish))
        chosen = find_bot(name, game)
        return Seat("bot", chosen.name, bot=chosen.name, ready=True)

    def options(self, ask: asks.OptionsAsk) -> dict[str, Any]:
        """What is played and how, checked and made whole."""
        if ask.box is not None and sum(len(text.encode()) for text in ask.box.values()) > asks.BOX_BYTES:
            raise Problem(413, "too_large", Message("This is too large: at most {n} KiB.", n=asks.BOX_BYTES // 1024))
        if ask.clock.kind == "live" and ask.clock.minutes <= 0 and ask.clock.increment <= 0:
            raise bad_value(Message("A live clock needs minutes or an increment."))
        if ask.clock.kind == "days" and ask.clock.days <= 0:
            raise bad_value(Message("A clock by days needs a number of days."))
        try:
            game = game_of({"game": ask.game, "options": ask.options, "box": ask.box})
        except UnicodeEncodeError:
            raise BadOptions(Message("This is no text.")) from None
        return {
            "game": game.name,
            "rules": game.version,
            "options": game.settings,
            "box": ask.box if game.box_hash != "standard" else None,
            "public": ask.public,
            "undo": ask.undo,
            "clock": asks.fields(ask.clock),
            "on_timeout": ask.on_timeout,
            "chat": ask.chat,
            "hints": ask.hints,
        }

    async def change_options(self, room: Room, who: Who, ask: asks.OptionsAsk) -> Entry:
        """The owner changes what will be played."""
        data = self.options(ask)
        return await self.hall.act(room, who, "options", data | {"players": game_of(data).players})

    async def join(self, room: Room, caller: Caller, ask: asks.JoinAsk) -> dict[str, Any]:
        """Sit down; returns the seat and the token that proves it, which is shown only now."""
        who = caller.at(room.table)
        if caller.guest is None and who.seat >= 0:
            raise wrong_time(Message("You already have a seat at this table."))
        wish: dict[str, Any] = {"seat": ask.seat, "name": "", "token": ""}
        if caller.guest is None and not ask.id:
            deeds.join(room.table, who, wish, now())  # before a guest is made for nothing
        guest = await self.owner_of_new(caller, ask.name)
        if who.seat < 0:
            who = Who(guest.id, room.table.seat_of(guest.id))
        token = self.guests.derived(f"seat {room.table.id} {guest.id} {ask.id}") if ask.id else new_secret()
        wish |= {"name": guest.name, "token": hashed(token)}
        entry = await self.hall.act(room, who, "join", wish, ask.id, self.member(guest.id, room.table.id, "seat"))
        return {"table": room.table.id, "seat": entry.data["seat"], "token": token, "seq": entry.seq}

    def member(self, guest: str, table: str, how: str) -> Any:
        """Put a table on a guest's list."""
        if self.store.postgres:
            from sqlalchemy.dialects.postgresql import insert
        else:
            from sqlalchemy.dialects.sqlite import insert  # type: ignore[assignment]
        values = insert(MEMBERS).values(guest=guest, table_id=table, how=how)
        if how == "watch":
            return values.on_conflict_do_nothing()
        return values.on_conflict_do_update(index_elements=["guest", "table_id"], set_={"how": how})

    async def watch(self, room: Room, caller: Caller, watch: bool) -> None:
        """Keep a table on one's list, or not."""
        if caller.guest is None:
            raise Problem(401, "no_name", Message("Tell your name first."))
        if watch:
            await self.store.write(self.member(caller.guest.id, room.table.id, "watch"))
        else:
            chosen = sa.delete(MEMBERS).where(MEMBERS.c.guest == caller.guest.id, MEMBERS.c.table_id == room.table.id)
            await self.store.write(chosen.where(MEMBERS.c.how == "watch"))

    async def rematch(self, room: Room, caller: Caller) -> dict[str, Any]:
        """The same people at a new table, each one seat further; asked twice, it is the same table."""
        who = caller.at(room.table)
        old = room.table
        if who.seat < 0 and who.guest != old.owner:
            raise Problem(403, "not_your_seat", Message("This seat is not yours."))
        if old.status not in ("over", "closed"):
            raise wrong_time(Message("The match is not over yet."))
        if not old.successor:
            first = decode(next(line for line in reversed(old.log) if line.kind in ("create", "options")).data)
            first["box"] = dict(old.game.box_files) if old.game.box_files is not None else None
            data = {
                name: first[name]
                for name in (
                    "game",
                    "rules",
                    "options",
                    "box",
                    "public",
                    "undo",
                    "clock",
                    "on_timeout",
                    "chat",
                )
            } | {"hints": first.get("hints", False)}  # journals of older versions do not say
            guest = await self.guests.load(who.guest)
            if guest is None:
                raise no_table()
            seats = [
                Seat("bot", seat.name, bot=seat.bot, ready=True) if seat.kind == "bot"
                else Seat("person", seat.name, seat.guest, seat.token) if seat.kind == "person" else Seat()
                for seat in old.seats[-1:] + old.seats[:-1]
            ]  # fmt: skip
            new = await self._found(guest, data, seats)

            def make(table: Table, at: int) -> Entry:
                if table.successor:
                    raise wrong_time(Message("The match is over."))
                return Entry(table.id, table.seq + 1, "rematch", who.seat, {"table": new.table.id}, "rematch", at)

            try:
                await self.hall.append(room, make)
            except Problem:  # somebody else was faster: theirs is the table
                close = {"why": "owner"}
                await self.hall.append(
                    new, lambda table, at: Entry(table.id, table.seq + 1, "close", -1, close, None, at)
                )
        successor = await self.hall.room(room.table.successor, fresh=True)
        return {"table": successor.table.id, "seat": caller.at(successor.table).seat}

    # ------------------------------------------------------------------ links

    async def keep(self, room: Room, caller: Caller) -> dict[str, Any]:
        """A link that moves a seat to another device."""
        who = caller.at(room.table)
        if who.seat < 0:
            raise Problem(403, "not_your_seat", Message("This seat is not yours."))
        secret, expires = await self.guests.make_link("keep", who.guest, room.table.id, who.seat)
        return {"secret": secret, "expires": expires, "path": f"/keep#{secret}"}

    async def take(self, caller: Caller, ask: asks.SecretAsk) -> tuple[dict[str, Any], Guest]:
        """Take a seat over on this device."""
        row = await self.guests.find_link("keep", ask.secret)
        room = await self.hall.room(row.table_id, fresh=True)
        table = room.table
        if table.seats[row.seat].guest != row.guest:
            raise used_link()
        guest = caller.guest
        if guest is not None and guest.id != row.guest and table.seat_of(guest.id) >= 0:
            raise wrong_time(Message("You already have a seat at this table."))
        if guest is None:
            guest = await self.new_guest(caller, clean_name(ask.name) or table.seats[row.seat].name)
        await self.guests.use_link("keep", ask.secret)
        token = new_secret()
        data = {"do": "device", "seat": row.seat, "guest": guest.id, "token": hashed(token)}

        def make(at_table: Table, at: int) -> Entry:
            return Entry(at_table.id, at_table.seq + 1, "seat", row.seat, data, None, at)

        entry = await self.hall.append(room, make, None, self.member(guest.id, table.id, "seat"))
        return {"table": table.id, "seat": row.seat, "token": token, "seq": entry.seq}, guest

    # ------------------------------------------------------------------- home

    async def home(self, caller: Caller) -> dict[str, Any]:
        """My tables, where it is my turn, tables that I watch, and tables that are open to all."""
        mine: list[Any] = []
        if caller.guest is not None:
            await self.guests.saw(caller.guest)
            chosen = (
                sa.select(TABLES, MEMBERS.c.how)
                .join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
                .where(MEMBERS.c.guest == caller.guest.id)
                .order_by(TABLES.c.touched.desc())
                .limit(LISTED)
            )
            mine = await self.store.rows(chosen)
        shown = sa.select(TABLES).where(TABLES.c.public, TABLES.c.status.in_(("open", "playing")))
        public = await self.store.rows(shown.order_by(TABLES.c.touched.desc()).limit(LISTED))
        guest = caller.guest.id if caller.guest else ""
        seated = [self.listed(row, guest) for row in mine if row.how == "seat"]
        owned = {row.id for row in mine if row.owner == guest}
        seated = [table for table in seated if table["seat"] >= 0 or table["id"] in owned]
        return {
            "name": caller.guest.name if caller.guest else None,
            "lang": caller.lang,
            "tables": seated,
            "turns": [table["id"] for table in seated if table["your_turn"]],
            "watching": [self.listed(row, guest) for row in mine if row.how == "watch"],
            "public": [self.listed(row, guest) for row in public],
        }

    def listed(self, row: Any, guest: str) -> dict[str, Any]:
        """A table as lists show it."""
        summary = decode(row.summary)
        actor = summary["actor"]
        known = [(seat["kind"], seat["name"]) for seat in summary["seats"]]
        seats = [
            {"kind": kind, "name": title if kind != "open" else ""}
            for (kind, _), title in zip(known, titles_of(known), strict=True)
        ]
        seat = next((i for i, seat in enumerate(summary["seats"]) if guest and seat["guest"] == guest), -1)
        return {
            "id": row.id,
            "game": row.game,
            "status": row.status,
            "public": row.public,
            "seats": seats,
            "options": summary["options"],
            "players": summary["players"],
            "custom_box": summary["custom_box"],
            "clock": summary["clock"],
            "actor": actor,
            "ply": summary["ply"],
            "touched": row.touched,
            "due": row.due,
            "seat": seat,
            "your_turn": actor >= 0 and actor == seat and row.status == "playing",
            "open_seats": sum(seat["kind"] == "open" for seat in seats),
        }

    # ---------------------------------------------------------------- matches

    async def bring(self, caller: Caller, text: str) -> dict[str, Any]:
        """Take in a match file."""
        if caller.guest is None:
            raise Problem(401, "no_name", Message("Tell your name first."))
        hour = sa.select(sa.func.count()).where(MATCHES.c.guest == caller.guest.id, MATCHES.c.created > now() - HOUR)
        if (await self.store.row(hour))[0] >= self.settings.imports_per_hour:
            raise too_many(Message("You have brought many matches: wait an hour."))
        if "\0" in text:
            raise BadMatch(1, 1, Message("this is not UTF-8 text"))
        match = await self.background.run(caller.address, lambda: read_match(text))
        match_id = new_id()
        row = {"id": match_id, "guest": caller.guest.id, "text": str(match), "created": now()}
        await self.store.write(sa.insert(MATCHES).values(**row))
        return {"match": match_id, "plies": len(match.moves)}

    async def brought(self, match_id: str, caller: Caller) -> Match:
        """A match that somebody has brought."""
        if match_id in self._matches:
            return await self._match(match_id)
        check_id(match_id)
        row = await self.store.row(sa.select(MATCHES.c.text).where(MATCHES.c.id == match_id))
        if row is None:
            raise Problem(404, "no_match", Message("There is no such match."))
        return await self._match(match_id, caller, lambda: Match.parse(row.text))

    async def finished(self, table: Table, caller: Caller) -> Match:
        """The match of a finished table."""
        return await self._match(table.id, caller, lambda: study.finished(table))

    async def _match(self, key: str, caller: Caller | None = None, replay: Callable[[], Match] | None = None) -> Match:
        """A match that is replayed once, in the background; the last ones are kept: who replays one asks for many moments."""
        if key not in self._matches:
            assert caller is not None and replay is not None
            self._matches[key] = asyncio.create_task(self.background.run(caller.address, replay), name=f"replay {key}")
            while len(self._matches) > KEPT_MATCHES:
                self._matches.popitem(last=False)
        self._matches.move_to_end(key)
        try:
            return await asyncio.shield(self._matches[key])
        except Exception:
            self._matches.pop(key, None)
            raise


def read_match(text: str) -> Match:
    """A match from a file that somebody has sent."""
    if sum(len(box.encode()) for box in read_tri(text).box.values()) > asks.BOX_BYTES:
        raise Problem(413, "too_large", Message("This is too large: at most {n} KiB.", n=asks.BOX_BYTES // 1024))
    return Match.parse(text)
