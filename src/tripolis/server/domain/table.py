"""A table: what a fold over its journal has come to. Nothing here waits for anything, and nothing here decides what is allowed
(`deeds.py` does); the same entries always make the same table."""

from __future__ import annotations

import copy
import hmac
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from tripolis.bots import BOT_NAMES
from tripolis.engine.errors import TripolisError
from tripolis.engine.game import Game, find
from tripolis.engine.layouts import MAX_EVENT_ARGS
from tripolis.engine.position import Event, Position, position_after
from tripolis.engine.random import seed_text, seed_words
from tripolis.engine.scene import Text
from tripolis.engine.words import Message
from tripolis.proof import commitment, final_seed

from .clock import RETURN, Clock, ClockRule
from .journal import Entry, Line, encode

STAND_IN = "greedy"
"""The bot that plays for one who has resigned or whose time is up."""
EVENT = struct.Struct(f"<{2 + MAX_EVENT_ARGS}i")


@dataclass(slots=True)
class Seat:
    """A seat and who sits there: a person, a bot, or nobody yet (`open`)."""

    kind: str = "open"
    name: str = ""
    guest: str = ""
    token: str = ""
    bot: str = ""
    ready: bool = False
    nonce: str = ""
    resigned: int = 0
    """The seq at which the seat gave up."""
    late: bool = False
    stand_in: bool = False
    """A bot plays for the person."""

    @property
    def player(self) -> str:
        """The bot that decides here; empty where a person does, or nobody."""
        if self.kind == "bot":
            return self.bot
        return STAND_IN if self.stand_in else ""


@dataclass(slots=True)
class Offer:
    """Something that the others are asked: to take moves back to a ply, or to pause."""

    what: str
    seat: int
    ply: int
    agreed: list[int]


@dataclass(slots=True)
class Order:
    """A standing order: play this move whenever it is legal at one's turn, until it is not, or so many times."""

    move: str
    times: int


@lru_cache(maxsize=256)
def shared_game(name: str, settings: tuple[tuple[str, Any], ...], box: tuple[tuple[str, str], ...] | None) -> Game:
    """A game with its settings, shared by all tables that play the same."""
    return find(name).configure(dict(box) if box is not None else None, **dict(settings))


def game_of(data: dict[str, Any]) -> Game:
    """The game that an entry names."""
    box = data.get("box")
    return shared_game(
        data["game"], tuple(sorted(data["options"].items())), tuple(sorted(box.items())) if box is not None else None
    )


def titles_of(seats: Sequence[tuple[str, str]]) -> tuple[Text, ...]:
    """What people read for seats of such kinds and names: bots of one kind are numbered, an open seat is a question mark."""
    found: list[Text] = []
    for number, (kind, name) in enumerate(seats):
        bot = BOT_NAMES.get(name) if kind == "bot" else None
        same = [i for i, other in enumerate(seats) if other == (kind, name)]
        if bot is None:
            found.append(name or "?")
        elif len(same) == 1:
            found.append(bot)
        else:
            found.append(Message("{name} {number}", name=bot, number=same.index(number) + 1))
    return tuple(found)


@dataclass(slots=True)
class Table:
    """All that is known of a table after `seq` entries."""

    id: str
    secret: bytes
    seq: int = 0
    owner: str = ""
    created: int = 0
    game: Game = None  # type: ignore[assignment]
    public: bool = False
    undo: str = "turn"
    on_timeout: str = "bot"
    chat: bool = True
    hints: bool = False
    tour: bool = False
    """A guided first game: its shuffle is known, and bots follow its script."""
    status: str = "open"
    """open, playing, over, closed, or stopped (the rules of this program lead elsewhere than the journal says)."""
    reason: Message | None = None
    """Why the table is over, closed or stopped, where it is not by the rules of the game."""
    stopped_at: int = 0
    """The first entry that the rules of this program lead elsewhere with."""
    seats: list[Seat] = field(default_factory=list)
    position: Position | None = None
    position_seq: int = 0
    """The last entry that changed the position."""
    numbers: list[int] = field(default_factory=list)
    actors: list[int] = field(default_factory=list)
    reveals: list[bool] = field(default_factory=list)
    times: list[tuple[int, ...]] = field(default_factory=list)
    """What was on the clocks before each move."""
    last: tuple[str, ...] = ()
    """The sprites of the last move."""
    clock: Clock = field(default_factory=lambda: Clock(ClockRule()))
    offer: Offer | None = None
    paused: bool = False
    orders: dict[int, Order] = field(default_factory=dict)
    mutes: frozenset[tuple[int, int]] = frozenset()
    """(who does not want to hear, whom); -1 for everybody."""
    successor: str = ""
    touched: int = 0
    log: list[Line] = field(default_factory=list)

    # --------------------------------------------------------------- looking

    @property
    def actor(self) -> int:
        """The seat to decide, -1 if nobody is."""
        return self.position.actor if self.position is not None and self.status == "playing" else -1

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self.numbers)

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple(seat.name for seat in self.seats)

    @property
    def titles(self) -> tuple[Text, ...]:
        """What people read for the seats."""
        return titles_of([(seat.kind, seat.name) for seat in self.seats])

    @property
    def nonces(self) -> list[str]:
        """What the seats have added to the shuffle."""
        return [seat.nonce for seat in self.seats]

    @property
    def commitment(self) -> str:
        """The fingerprint of the shuffle."""
        return commitment(self.secret, self.game, self.id)

    @property
    def seed(self) -> bytes:
        """The seed of the match: never shown before the end."""
        if self.tour:
            return bytes.fromhex(seed_text(seed_words(self.game.tour.seed)))
        return final_seed(self.secret, self.nonces)

    @property
    def people(self) -> list[int]:
        """The seats where people sit who have not given up."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == "person" and not seat.resigned]

    @property
    def thinking(self) -> bool:
        """Is a bot or a standing order to move?"""
        actor = self.actor
        return actor >= 0 and not self.paused and bool(self.seats[actor].player or actor in self.orders)

    def seat_of(self, guest: str) -> int:
        """Where a guest sits, -1 for nowhere."""
        if guest:
            for i, seat in enumerate(self.seats):
                if seat.guest == guest and seat.kind == "person":
                    return i
        return -1

    def seat_for(self, guest: str, token: str) -> int:
        """The seat of one who shows a token (its hash) or else a guest's cookie."""
        if not token:
            return self.seat_of(guest)
        held = [i for i, seat in enumerate(self.seats) if seat.token and hmac.compare_digest(seat.token, token)]
        return held[0] if held else -1

    def ranks(self) -> list[int]:
        """Every seat's place: by the game's own rules, and those who gave up behind all others, the first of them last."""
        assert self.position is not None
        places = self.position.ranks()
        order = sorted(
            range(len(places)),
            key=lambda i: (self.seats[i].resigned > 0, -self.seats[i].resigned, places[i]),
        )
        found = [0] * len(places)
        for n, seat in enumerate(order):
            before = order[n - 1]
            equal = n > 0 and not self.seats[seat].resigned and not self.seats[before].resigned
            found[seat] = found[before] if equal and places[seat] == places[before] else n + 1
        return found

    # --------------------------------------------------------------- folding

    def after(self, *entries: Entry) -> Table:
        """The table after more entries; this one stays as it is."""
        table = copy.copy(self)
        table.seats = [copy.copy(seat) for seat in self.seats]
        table.position = self.position.copy() if self.position is not None else None
        table.clock = self.clock.copy()
        table.offer = copy.deepcopy(self.offer)
        table.orders = {seat: copy.copy(order) for seat, order in self.orders.items()}
        table.numbers, table.actors, table.reveals = [*self.numbers], [*self.actors], [*self.reveals]
        table.times, table.log = [*self.times], [*self.log]
        for entry in entries:
            table.fold(entry)
        return table

    def fold(self, entry: Entry) -> None:
        """Take one entry in."""
        assert entry.seq == self.seq + 1, f"entry {entry.seq} does not follow {self.seq}"
        events = b""
        if self.status != "stopped" or entry.kind in MENDING:
            try:
                events = FOLDS[entry.kind](self, entry) or b""
            except (TripolisError, Diverged) as error:
                self.status, self.stopped_at = "stopped", entry.seq
                self.reason = Message(
                    "The rules of this program lead elsewhere at entry {seq}: {reason}",
                    seq=entry.seq,
                    reason=getattr(error, "message", Message("another position")),
                )
            self._settle(entry)
        self.seq = entry.seq
        self.touched = entry.at
        data = {name: value for name, value in entry.data.items() if name != "box"}  # the game has it
        deaf = tuple(who for who, other in self.mutes if other == entry.seat) if entry.kind == "chat" else ()
        self.log.append(Line(entry.seq, entry.kind, entry.seat, entry.at, encode(data).encode(), events, deaf))

    def _settle(self, entry: Entry) -> None:
        """What follows from an entry of any kind: the end, and whose clock runs."""
        if self.status == "playing" and self.position is not None:
            left = [seat for seat in range(len(self.seats)) if not self.seats[seat].resigned]
            gone = any(seat.resigned for seat in self.seats)
            if self.position.over:
                self.status = "over"
            elif gone and (len(left) == 1 or not self.people):
                self.status, self.reason = "over", Message("The others have given up.")
        if self.status in ("over", "closed", "stopped"):
            self.offer, self.orders = None, {}
        actor = self.actor
        runs = actor if actor >= 0 and not self.paused and self.clocked(actor) else -1
        if runs != self.clock.running:
            self.clock.pass_on(runs, entry.at)

    def clocked(self, seat: int) -> bool:
        """Does the clock run for this seat when it is to move?"""
        return self.seats[seat].kind == "person" and not self.seats[seat].stand_in and not self.seats[seat].late

    def play(self, number: int) -> bytes:
        """Make a move; returns what the game told, packed."""
        assert self.position is not None
        move = self.position.move(number)
        self.actors.append(self.position.actor)
        self.times.append(tuple(self.clock.left))
        try:
            events = self.position.play(number)
        except TripolisError:
            del self.actors[-1], self.times[-1]
            raise
        self.reveals.append(self.position.revealed)
        self.numbers.append(number)
        self.last = move.path
        return b"".join(EVENT.pack(e.code, e.audience, *e.args) for e in events)

    def rewind(self, ply: int) -> None:
        """Take moves back."""
        del self.numbers[ply:], self.actors[ply:], self.reveals[ply:], self.times[ply:]
        self.position = position_after(self.game, self.seed, self.numbers[: ply - 1] if ply else [])
        self.last = ()
        if ply:
            self.last = self.position.move(self.numbers[ply - 1]).path
            self.position.play(self.numbers[ply - 1])


class Diverged(Exception):
    """The position is not the one that the journal was written for."""

    message = Message("another position")


def unpack(events: bytes) -> list[Event]:
    """What the game told, as events."""
    return [Event(row[0], row[1], tuple(row[2:])) for row in EVENT.iter_unpack(events)]


# ------------------------------------------------------------------- folds


def _create(t: Table, e: Entry) -> None:
    """The table is set up: the first entry of every journal."""
    t.owner, t.created = e.data["owner"], e.at
    _options(t, e)
    for number, seat in enumerate(e.data["seats"]):
        t.seats[number] = msgspec.convert(seat, Seat)


def _options(t: Table, e: Entry) -> None:
    """What will be played, and how. Whoever was ready has to look again."""
    t.game = game_of(e.data)
    t.public, t.undo, t.on_timeout, t.chat = (e.data[name] for name in ("public", "undo", "on_timeout", "chat"))
    t.hints, t.tour = e.data.get("hints", False), e.data.get("tour", False)
    t.clock = Clock(msgspec.convert(e.data["clock"], ClockRule))
    t.seats = (t.seats + [Seat() for _ in range(t.game.players)])[: t.game.players]
    for seat in t.seats:
        seat.ready, seat.nonce = seat.kind == "bot", ""


def _seat(t: Table, e: Entry) -> None:
    """Somebody sits down, stands up, comes back or moves to another device, or a bot is put there."""
    do, number = e.data["do"], e.data["seat"]
    old = t.seats[number]
    if do == "join":
        new = Seat("person", e.data["name"], e.data["guest"], e.data["token"])
    elif do == "bot":
        new = Seat("bot", e.data["name"], bot=e.data["bot"], ready=True)
    elif do in ("leave", "open"):
        new = Seat()
    elif do == "device":
        if t.owner == old.guest:
            t.owner = e.data["guest"]
        old.guest, old.token = e.data["guest"], e.data["token"]
        new = old
    else:
        assert do == "back", do
        old.late = old.stand_in = False
        if t.clock.left:
            t.clock.left[number] = max(t.clock.left[number], RETURN)
        new = old
    if t.status == "playing":  # the shuffle is made of what the seats said when it began
        new.nonce, new.ready = old.nonce, True
    t.seats[number] = new
    t.orders.pop(number, None)
    if t.offer and new is not old:  # one who goes takes question and answer along
        if t.offer.seat == number:
            t.offer = None
        else:
            t.offer.agreed = [seat for seat in t.offer.agreed if seat != number]
            _grant(t, e)


def _ready(t: Table, e: Entry) -> None:
    """A person has seen the commitment, and adds a nonce."""
    t.seats[e.seat].ready, t.seats[e.seat].nonce = e.data["ready"], e.data["nonce"]


def _start(t: Table, e: Entry) -> bytes:
    """The match begins."""
    t.status = "playing"
    t.position = position_after(t.game, t.seed)
    events = t.position.heard()
    _check(t, e)
    t.position_seq = e.seq
    t.clock.start(t.game.players, e.at)
    return b"".join(EVENT.pack(event.code, event.audience, *event.args) for event in events)


def _check(t: Table, e: Entry) -> None:
    """The position must be the one that the entry was written for."""
    assert t.position is not None
    if t.position.digest() != e.data["digest"]:
        raise Diverged


def _moves(t: Table, e: Entry) -> bytes:
    """One move or several."""
    assert t.position is not None
    mover, ply = t.actor, t.ply
    t.clock.charge(e.at)
    try:
        events = b"".join(t.play(t.position.number_of(move)) for move in e.data["moves"])
        _check(t, e)
    except (TripolisError, Diverged):
        t.rewind(ply)
        raise
    t.position_seq = e.seq
    t.offer = None
    order = t.orders.get(mover)
    if order and order.times and e.data.get("order"):
        order.times -= 1
        if order.times == 0:
            del t.orders[mover]
    if t.clock.rule.kind == "days" and not t.seats[mover].stand_in:
        t.seats[mover].late = False
    if t.actor != mover:
        t.clock.pass_on(-1, e.at, bonus=True)
    return events


def _undo(t: Table, e: Entry) -> None:
    """Moves inside one's own turn are taken back; the time that they took is not given back."""
    t.rewind(e.data["ply"])
    t.position_seq = e.seq
    t.offer = None


def _offer(t: Table, e: Entry) -> None:
    """The others are asked. Where nobody is left to ask, it is granted."""
    t.offer = Offer(e.data["what"], e.seat, e.data.get("ply", 0), [e.seat])
    _grant(t, e)


def _answer(t: Table, e: Entry) -> None:
    """Yes or no; one no is enough."""
    assert t.offer is not None
    if e.data["yes"]:
        t.offer.agreed.append(e.seat)
        _grant(t, e)
    else:
        t.offer = None


def _grant(t: Table, e: Entry) -> None:
    """When all people have agreed, it is done."""
    offer = t.offer
    if offer is None or not set(t.people) <= set(offer.agreed):
        return
    t.offer = None
    if offer.what == "pause":
        t.paused = True
        return
    times = t.times[offer.ply]
    t.rewind(offer.ply)
    t.position_seq = e.seq
    t.clock.left = [*times]
    t.clock.running, t.clock.since = -1, e.at


def _resume(t: Table, e: Entry) -> None:
    """The match goes on."""
    t.paused = False


def _resign(t: Table, e: Entry) -> None:
    """A person gives up; with more than two seats a bot plays on for them."""
    t.seats[e.seat].resigned = e.seq
    t.seats[e.seat].stand_in = True
    t.orders.pop(e.seat, None)
    if t.offer and t.offer.seat != e.seat and len(t.seats) > 2:
        _grant(t, e)
    else:
        t.offer = None


def _timeout(t: Table, e: Entry) -> None:
    """A seat's time is up."""
    t.clock.charge(e.at)
    t.seats[e.seat].late = True
    t.seats[e.seat].stand_in = t.on_timeout == "bot"


def _downtime(t: Table, e: Entry) -> None:
    """The server was away."""
    t.clock.shift(e.data["gap"])


def _order(t: Table, e: Entry) -> None:
    """A standing order is given or withdrawn."""
    if e.data["move"]:
        t.orders[e.seat] = Order(e.data["move"], e.data["times"])
    else:
        t.orders.pop(e.seat, None)


def _mute(t: Table, e: Entry) -> None:
    """A seat does not want to hear another, or the owner lets nobody hear it."""
    pair = (-1 if e.data["all"] else e.seat, e.data["seat"])
    t.mutes = t.mutes | {pair} if e.data["mute"] else t.mutes - {pair}


def _chat(t: Table, e: Entry) -> None:
    """Words change nothing."""


def _rematch(t: Table, e: Entry) -> None:
    """The next table is set up."""
    t.successor = e.data["table"]


def _close(t: Table, e: Entry) -> None:
    """Nobody plays on here."""
    t.status = "closed"
    t.reason = CLOSED[e.data["why"]]


def _mend(t: Table, e: Entry) -> None:
    """The host lets a stopped match go on from the last position that today's rules agree with."""
    t.status, t.reason, t.stopped_at = "playing", None, 0
    t.position_seq = e.seq
    t.clock.running, t.clock.since = -1, e.at


CLOSED = {
    "owner": Message("The table was closed by the one who set it up."),
    "player": Message("A player has closed the table."),
    "idle": Message("Nobody has come here for a long time."),
    "host": Message("The host has closed the table."),
}

FOLDS: dict[str, Callable[[Table, Entry], bytes | None]] = {
    "create": _create,
    "options": _options,
    "seat": _seat,
    "ready": _ready,
    "start": _start,
    "moves": _moves,
    "undo": _undo,
    "offer": _offer,
    "answer": _answer,
    "resume": _resume,
    "resign": _resign,
    "timeout": _timeout,
    "downtime": _downtime,
    "order": _order,
    "mute": _mute,
    "chat": _chat,
    "rematch": _rematch,
    "close": _close,
    "mend": _mend,
}
MENDING = ("mend", "close")
"""What the host may do with a stopped table."""
