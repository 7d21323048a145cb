"""What each kind of entry makes of a table, in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from tripolis.engine.errors import TripolisError
from tripolis.engine.words import Message

from .clock import RETURN, Clock, ClockRule
from .games import game_of
from .journal import Entry
from .problems import Problem
from .seats import Claim, Offer, Order, Seat

if TYPE_CHECKING:
    from .table import Table

Fold = Callable[["Table", Entry], bytes | None]
"""fold(table, entry): changes the table; returns the game's events, packed, where there are any."""


class Diverged(Exception):
    """The position is not the one that the journal was written for."""

    message = Message("another position")


# ---------------------------------------------------------- before the match


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
    t.hints, t.tour, t.rated = (e.data.get(name, False) for name in ("hints", "tour", "rated"))
    t.clock = Clock(msgspec.convert(e.data["clock"], ClockRule))
    t.seats = (t.seats + [Seat() for _ in range(t.game.players)])[: t.game.players]
    for seat in t.seats:
        seat.ready, seat.nonce = seat.kind == "bot", ""


def _seat(t: Table, e: Entry) -> None:
    """Somebody sits down, stands up, comes back or moves to another device, or a bot is put there."""
    do, number = e.data["do"], e.data["seat"]
    new = old = t.seats[number]
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
    else:
        assert do == "back", do
        old.late = old.stand_in = False
        if t.clock.left:
            t.clock.left[number] = max(t.clock.left[number], RETURN)
    if t.status == "playing":  # the shuffle is made of what the seats said when it began
        new.nonce, new.ready = old.nonce, True
    t.seats[number] = new
    if t.claim and t.claim.seat == number:
        t.claim = None
    t.orders.pop(number, None)
    if t.offer and new is not old:  # whoever goes takes question and answer along
        if t.offer.seat == number:
            t.offer = None
        else:
            t.offer.agreed = [seat for seat in t.offer.agreed if seat != number]
            _grant(t, e)


def _ready(t: Table, e: Entry) -> None:
    """A person has seen the commitment, and adds a nonce."""
    t.seats[e.seat].ready, t.seats[e.seat].nonce = e.data["ready"], e.data["nonce"]


def _start(t: Table, e: Entry, new: bool = False) -> bytes:
    """The match begins."""
    events = t.begin()
    if new:
        e.data = {"digest": t.digest}
    elif t.digest != e.data["digest"]:
        raise Diverged
    t.position_seq = e.seq
    t.clock.start(t.game.players, e.at)
    return events


# ------------------------------------------------------------------- playing


def _moves(t: Table, e: Entry) -> bytes:
    """One move or several, as the journal has them."""
    mover, ply = t.actor, t.ply
    t.clock.charge(e.at)
    try:
        events = b"".join(t.play(move)[1] for move in e.data["moves"])
        if t.digest != e.data["digest"]:
            raise Diverged
    except (TripolisError, Diverged):
        t.rewind(ply)
        raise
    _moved(t, e, mover)
    return events


def _new_moves(t: Table, e: Entry) -> bytes:
    """One move or several, new: all by the entry's seat. The entry gets their texts and the digest."""
    t.clock.charge(e.at)
    texts: list[str] = []
    events = b""
    for move in e.data["moves"]:
        if texts and t.reveals[-1]:  # or trying out what is revealed, and whose turn it is then, would cost nothing
            message = Message("{move} follows new information; send it separately.", move=move)
            raise Problem(409, "revealing", message)
        if t.actor != e.seat:
            raise Problem(409, "not_your_turn", Message("Before {move} it is somebody else's turn.", move=move))
        played, happened = t.play(move)
        texts.append(played.text)
        events += happened
    e.data = {"moves": texts, "digest": t.digest} | {k: v for k, v in e.data.items() if k != "moves"}
    _moved(t, e, e.seat)
    return events


def _moved(t: Table, e: Entry, mover: int) -> None:
    """What moves mean for questions, automatic moves and clocks."""
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


def _undo(t: Table, e: Entry) -> None:
    """Moves within your own turn are taken back; the time that they took is not given back."""
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
    """An automatic move is set or cancelled."""
    if e.data["move"]:
        t.orders[e.seat] = Order(e.data["move"], e.data["times"])
    else:
        t.orders.pop(e.seat, None)


def _claim(t: Table, e: Entry) -> None:
    """A guest who has lost their cookie asks for a seat; the last one who asks is heard."""
    t.claim = Claim(e.data["seat"], e.data["guest"])


def _refuse_claim(t: Table, e: Entry) -> None:
    """The seat stays where it is."""
    t.claim = None


def _mute(t: Table, e: Entry) -> None:
    """A seat does not want to hear another, or the owner lets nobody hear it."""
    pair = (-1 if e.data["all"] else e.seat, e.data["seat"])
    t.mutes = t.mutes | {pair} if e.data["mute"] else t.mutes - {pair}


def _chat(t: Table, e: Entry) -> None:
    """Words change nothing."""


# ------------------------------------------------------------------- the end


def _rematch(t: Table, e: Entry) -> None:
    """The next table is set up."""
    t.successor = e.data["table"]


def _close(t: Table, e: Entry) -> None:
    """Nobody plays on here."""
    t.status = "closed"
    t.reason = CLOSED[e.data["why"]]


def _stop(t: Table, e: Entry) -> None:
    """Something has failed here: the table is left alone until the host has looked at it."""
    t.status, t.stopped_at, t.reason, t.quarantined = "stopped", e.seq, QUARANTINE[e.data["where"]], True


def _mend(t: Table, e: Entry) -> None:
    """The host lets a stopped match go on from the last position that today's rules agree with, or that works."""
    t.quarantined = False
    if "ply" in e.data:
        t.rewind(e.data["ply"])
    t.status, t.reason, t.stopped_at = "playing" if t.position is not None else "open", None, 0
    t.position_seq = e.seq
    t.clock.running, t.clock.since = -1, e.at


CLOSED = {
    "owner": Message("The table was closed by its owner."),
    "player": Message("A player has closed the table."),
    "idle": Message("Nobody has been here for a long time."),
    "host": Message("The host has closed the table."),
}
QUARANTINE = {
    "drawing": Message("This table is in quarantine: it cannot be shown."),
    "care": Message("This table is in quarantine: the server cannot look after it."),
    "bots": Message("This table is in quarantine: its bots cannot move."),
}
"""Why a table is left alone, by what has failed."""
FOLDS: dict[str, Fold] = {
    "create": _create, "options": _options, "seat": _seat, "ready": _ready, "start": _start, "moves": _moves,
    "undo": _undo, "offer": _offer, "answer": _answer, "resume": _resume, "resign": _resign, "timeout": _timeout,
    "downtime": _downtime, "order": _order, "mute": _mute, "chat": _chat, "rematch": _rematch, "close": _close,
    "mend": _mend, "claim": _claim, "refuse_claim": _refuse_claim, "stop": _stop,
}  # fmt: skip
NEW_FOLDS: dict[str, Fold] = {"start": lambda t, e: _start(t, e, new=True), "moves": _new_moves}
"""New entries are not compared with anything: they get the digest that later folds must meet."""
MENDING = ("mend", "close")
"""What the host may do with a stopped table."""
