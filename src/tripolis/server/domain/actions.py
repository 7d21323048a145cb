"""What people may do at a table: each function judges a request, and returns the new entry with the table after it.

A table is judged as it is; if another process has written to its journal in the meantime, the request is judged again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tripolis.bots import public_bot as find_bot
from tripolis.engine.errors import BadNotation, IllegalMove
from tripolis.engine.words import Message

from . import requests
from .clock import DAY
from .games import game_of, options_data
from .identity import Identity
from .problems import Problem, bad_value, not_owner, not_seated, too_many, wrong_time
from .table import Change, Table
from .user_text import clean_chat

ABANDONED = 7 * DAY
"""After this long without an entry a player may close a table."""
ENTRIES_PER_TABLE = 20_000
TALK_PER_TABLE = ENTRIES_PER_TABLE // 2
"""Behind so many entries nothing more is said: then a journal has room for those who sit down and play."""


def need_seat(t: Table, who: Identity) -> int:
    """The seat of the person who asks."""
    seat = who.seat_at(t)
    if seat < 0 or t.seats[seat].kind != "person":
        raise not_seated()
    return seat


def need_owner(t: Table, who: Identity) -> None:
    """Only the owner of the table."""
    guest = who.guest_at(t)
    if not guest or guest != t.owner:
        raise not_owner()


def need_playing(t: Table) -> None:
    """Only while the match goes on."""
    if t.status == "stopped":
        assert t.reason is not None
        raise Problem(409, "stopped", t.reason)
    if t.status == "open":
        raise wrong_time(Message("The match has not begun yet."))
    if t.status != "playing":
        raise wrong_time(Message("The match is over."))


def need_not_over(t: Table) -> None:
    """Before the match or while it goes on."""
    if t.status not in ("open", "playing"):
        raise wrong_time(Message("The match is over."))


def need_open(t: Table) -> None:
    """Only before the match."""
    if t.status != "open":
        raise wrong_time(Message("The match has begun: this can no longer be changed."))


def need_not_resigned(t: Table, seat: int) -> None:
    """Not after giving up."""
    if t.seats[seat].resigned:
        raise wrong_time(Message("You have given up this match."))


def need_player(t: Table, who: Identity) -> int:
    """Somebody who plays, and has not given up."""
    need_playing(t)
    seat = need_seat(t, who)
    need_not_resigned(t, seat)
    return seat


def need_not_paused(t: Table) -> None:
    """Not in a pause."""
    if t.paused:
        raise wrong_time(Message("The match is paused."))


def need_no_bot(t: Table, seat: int) -> None:
    """Not while a bot plays for the person."""
    if t.seats[seat].stand_in:
        raise wrong_time(Message("A bot is playing for you: first say that you are back."))


def need_current(t: Table, seen: int | None) -> None:
    """Not on an old position."""
    if seen is not None and not t.position_seq <= seen <= t.seq:
        raise Problem(409, "stale", Message("The position has changed in the meantime: look at it again."))


def need_no_offer(t: Table) -> None:
    """One question at a time."""
    if t.offer is not None:
        raise wrong_time(Message("There is a question on the table already: answer it first."))


def find_seat(t: Table, number: int) -> int:
    """A seat by its number."""
    if not 0 <= number < len(t.seats):
        raise bad_value(Message("There is no such seat at this table."))
    return number


# ---------------------------------------------------------- before the match


def join(t: Table, who: Identity, request: requests.Joining, at: int) -> Change:
    """Sit down on an open seat: a named one, or the first."""
    need_not_over(t)
    if who.seat_at(t) >= 0:
        raise wrong_time(Message("You already have a seat at this table."))
    free = [i for i, seat in enumerate(t.seats) if seat.kind == "open"]
    wanted = find_seat(t, request.seat) if request.seat is not None else (free or [-1])[0]
    if wanted not in free:
        raise Problem(409, "taken", Message("This seat is taken.") if free else Message("All seats are taken."))
    data = {"do": "join", "seat": wanted, "name": who.name, "guest": who.guest, "token": request.token}
    return t.change("seat", wanted, data, at)


def leave(t: Table, who: Identity, request: requests.PlainRequest, at: int) -> Change:
    """Stand up; the seat is open again."""
    need_not_over(t)
    seat = need_seat(t, who)
    need_not_resigned(t, seat)
    return t.change("seat", seat, {"do": "leave", "seat": seat}, at)


def back(t: Table, who: Identity, request: requests.PlainRequest, at: int) -> Change:
    """Come back after one's time was up: the bot that played on stands up."""
    seat = need_player(t, who)
    if not t.seats[seat].late and not t.seats[seat].stand_in:
        raise wrong_time(Message("You are playing already."))
    return t.change("seat", seat, {"do": "back", "seat": seat}, at)


def set_seat(t: Table, who: Identity, request: requests.SeatRequest, at: int) -> Change:
    """The owner puts a bot on a seat, or opens it. A person who plays stays, unless their time is up.

    While the match is going on, any player may put a bot on a seat that nobody has: whoever goes must not hold up
    the others.
    """
    need_not_over(t)
    number = find_seat(t, request.seat)
    seat, own = t.seats[number], who.seat_at(t)
    if not (t.status == "playing" and seat.kind == "open" and request.bot and own >= 0):
        need_owner(t, who)
    if seat.resigned or (seat.kind == "person" and t.status == "playing" and not seat.late):
        raise wrong_time(Message("Somebody already plays there."))
    if not request.bot:
        return t.change("seat", own, {"do": "open", "seat": number}, at)
    bot = find_bot(request.bot, t.game)
    return t.change("seat", own, {"do": "bot", "seat": number, "bot": bot.name, "name": bot.name}, at)


def options(t: Table, who: Identity, request: requests.OptionsRequest, at: int) -> Change:
    """The owner changes what will be played."""
    data = options_data(request)
    need_owner(t, who)
    need_open(t)
    if any(seat.kind != "open" for seat in t.seats[game_of(data).players :]):
        raise wrong_time(Message("Somebody has a seat that would disappear."))
    return t.change("options", who.seat_at(t), data, at)


def ready(t: Table, who: Identity, request: requests.ReadyRequest, at: int) -> Change:
    """A person has seen the options and the commitment."""
    need_open(t)
    seat = need_seat(t, who)
    if request.commitment and request.commitment != t.commitment:
        raise Problem(409, "stale", Message("The options have changed: look at them again."))
    return t.change("ready", seat, {"ready": request.ready, "nonce": request.nonce if request.ready else ""}, at)


def start(t: Table, who: Identity, request: requests.PlainRequest, at: int) -> Change:
    """The owner or a player starts the match when all are ready."""
    if who.seat_at(t) < 0:
        need_owner(t, who)
    need_open(t)
    if any(seat.kind == "open" for seat in t.seats):
        raise wrong_time(Message("Seats are still open: wait for players, or put bots there."))
    if waiting := [str(title) for seat, title in zip(t.seats, t.titles, strict=True) if not seat.ready]:
        raise wrong_time(Message("Not everybody is ready: {names}.", names=", ".join(waiting)))
    return t.change("start", who.seat_at(t), {}, at)


def close(t: Table, who: Identity, request: requests.PlainRequest, at: int) -> Change:
    """A table that has not begun, or where only bots play, is closed by its owner; an abandoned one by any player."""
    need_not_over(t)
    if t.status == "open" or not t.people:
        need_owner(t, who)
        return t.change("close", who.seat_at(t), {"why": "owner"}, at)
    seat = need_player(t, who)
    if t.people != [seat] and at - t.updated_ms < ABANDONED:
        raise wrong_time(Message("A table is abandoned when nobody has done anything for seven days."))
    return t.change("close", seat, {"why": "player"}, at)


# ------------------------------------------------------------------- playing


def moves(t: Table, who: Identity, request: requests.MovesRequest, at: int) -> Change:
    """One move, or several that are sent together: all of them, or none. They must all be the same seat's."""
    seat = need_player(t, who)
    need_not_paused(t)
    need_current(t, request.seq)
    if t.actor != seat:
        raise Problem(409, "not_your_turn", Message("It is not your turn."))
    need_no_bot(t, seat)
    return t.change("moves", seat, {"moves": request.moves}, at)


def undo_ply(t: Table, seat: int) -> int | None:
    """The ply to which a seat may take its own moves back at once: the one before its last."""
    if t.undo == "none" or not t.ply or t.actor != seat or t.actors[-1] != seat or t.reveals[-1]:
        return None
    return t.ply - 1


def undo_offer_ply(t: Table, seat: int) -> int | None:
    """The ply that a seat may ask to go back to: before its last turn, if nothing new has been revealed since."""
    if t.undo != "consent" or t.status != "playing":
        return None
    ply = t.ply
    while ply and not t.reveals[ply - 1]:
        ply -= 1
        if t.actors[ply] == seat and (ply == 0 or t.actors[ply - 1] != seat or t.reveals[ply - 1]):
            return ply
    return None


def undo(t: Table, who: Identity, request: requests.UndoRequest, at: int) -> Change:
    """Take the last move back: one's own inside one's turn at once, otherwise by asking the others."""
    seat = need_player(t, who)
    need_not_paused(t)
    need_no_bot(t, seat)
    need_current(t, request.seq)
    ply = undo_ply(t, seat)
    if ply is not None:
        return t.change("undo", seat, {"ply": ply}, at)
    if t.undo == "none":
        raise Problem(409, "no_undo", Message("Moves cannot be taken back at this table."))
    ply = undo_offer_ply(t, seat)
    if ply is None:
        why = Message("You can't take anything back: it is not your turn, or new information has been revealed.")
        raise Problem(409, "no_undo", why)
    need_no_offer(t)
    return t.change("offer", seat, {"what": "undo", "ply": ply}, at)


def pause(t: Table, who: Identity, request: requests.PlainRequest, at: int) -> Change:
    """Ask the others for a pause."""
    seat = need_player(t, who)
    need_not_paused(t)
    need_no_offer(t)
    return t.change("offer", seat, {"what": "pause"}, at)


def resume(t: Table, who: Identity, request: requests.PlainRequest, at: int) -> Change:
    """Any player ends a pause."""
    seat = need_player(t, who)
    if not t.paused:
        raise wrong_time(Message("The match is not paused."))
    return t.change("resume", seat, {}, at)


def answer(t: Table, who: Identity, request: requests.AnswerRequest, at: int) -> Change:
    """Say yes or no to what somebody has asked; whoever asked may say no, too."""
    seat = need_player(t, who)
    if t.offer is None:
        raise wrong_time(Message("There is no question on the table."))
    if request.yes and seat in t.offer.agreed:
        raise wrong_time(Message("You have said yes already."))
    return t.change("answer", seat, {"yes": request.yes}, at)


def resign(t: Table, who: Identity, request: requests.PlainRequest, at: int) -> Change:
    """Give up."""
    return t.change("resign", need_player(t, who), {}, at)


def order(t: Table, who: Identity, request: requests.OrderRequest, at: int) -> Change:
    """Set or cancel an automatic move. Only its shape is judged: whether it is legal shows at one's turn."""
    seat = need_player(t, who)
    if request.move:
        assert t.position is not None
        t.position.number_of(request.move)
    elif seat not in t.orders:
        raise wrong_time(Message("You have no automatic move to withdraw."))
    return t.change("order", seat, {"move": request.move or "", "times": request.times}, at)


def follow_order(t: Table, seat: int, at: int) -> Change:
    """What an automatic move leads to at the seat's turn: its move or, where that is not legal, the end of it."""
    try:
        return t.change("moves", seat, {"moves": [t.orders[seat].move], "order": True}, at)
    except (IllegalMove, BadNotation, Problem):
        return t.change("order", seat, {"move": "", "times": 0}, at)


def is_time_up(t: Table, at: int) -> bool:
    """Has the clock of the one to move run out?"""
    deadline = t.clock.deadline()
    return t.status == "playing" and deadline is not None and deadline <= at


def time_out(t: Table, at: int) -> Change:
    """The time of the one to move is up."""
    if not is_time_up(t, at):
        raise wrong_time(Message("The match is over."))
    return t.change("timeout", t.actor, {}, at)


# ------------------------------------------------------------------- talking


def chat(t: Table, who: Identity, request: requests.ChatRequest, at: int) -> Change:
    """Say something to the table."""
    seat = need_seat(t, who)
    if not t.chat:
        raise wrong_time(Message("There is no chat at this table."))
    if (-1, seat) in t.mutes:
        raise Problem(403, "muted", Message("You have been muted at this table."))
    if request.react:
        return t.change("chat", seat, {"react": request.react}, at)
    text = clean_chat(request.text or "")
    if not text:
        raise bad_value(Message("This message is empty."))
    return t.change("chat", seat, {"text": text}, at)


def claim(t: Table, who: Identity, request: requests.ClaimRequest, at: int) -> Change:
    """Ask for a seat whose cookie was lost: the owner decides or, where it is the owner's, another player."""
    need_not_over(t)
    if who.seat_at(t) >= 0:
        raise wrong_time(Message("You already have a seat at this table."))
    seat = t.seats[find_seat(t, request.seat)]
    if seat.kind != "person" or seat.resigned or not who.guest:
        raise bad_value(Message("Nobody has lost this seat."))
    return t.change("claim", -1, {"seat": request.seat, "guest": who.guest, "name": seat.name}, at)


def grant(t: Table, who: Identity, request: requests.AnswerRequest, at: int) -> Change:
    """Give a seat back to somebody who has asked for it, or not."""
    own = need_seat(t, who)
    if t.claim is None or own == t.claim.seat or t.seat_of(t.claim.guest) >= 0:
        raise wrong_time(Message("Nobody has asked for a seat."))
    if t.seats[t.claim.seat].guest != t.owner:
        need_owner(t, who)
    if not request.yes:
        return t.change("refuse_claim", own, {"seat": t.claim.seat}, at)
    data = {"do": "device", "seat": t.claim.seat, "guest": t.claim.guest, "token": t.seats[t.claim.seat].token}
    return t.change("seat", t.claim.seat, data, at)


def mute(t: Table, who: Identity, request: requests.MuteRequest, at: int) -> Change:
    """Do not hear a seat any more (or again); the owner can mute it for all."""
    seat = need_seat(t, who)
    if request.all:
        need_owner(t, who)
    other = find_seat(t, request.seat)
    if other == seat:
        raise bad_value(Message("You cannot mute yourself."))
    return t.change("mute", seat, {"seat": other, "mute": request.mute, "all": request.all}, at)


# ----------------------------------------------------------------- all of them


@dataclass(frozen=True, slots=True)
class Action:
    """Something that people may do at a table."""

    decide: Callable[[Table, Identity, Any, int], Change]
    request: type[requests.Request] = requests.PlainRequest
    vital: bool = False
    """Is it still possible at a table whose journal is full?"""
    talk: bool = False
    """May it be repeated at will, and is not needed to play?"""

    def judge(self, t: Table, who: Identity, request: requests.Request, at: int) -> Change:
        """The new entry and the table after it, or a problem."""
        if t.seq >= TALK_PER_TABLE and self.talk:
            raise too_many(
                Message("Too much has been said at this table: only what belongs to the match is accepted now.")
            )
        if t.seq >= ENTRIES_PER_TABLE and not self.vital:
            raise too_many(Message("Too much has happened at this table: only moves are accepted now."))
        return self.decide(t, who, request, at)


ACTIONS = {
    "join": Action(join, requests.Joining),
    "leave": Action(leave, vital=True),
    "back": Action(back, vital=True),
    "set_seat": Action(set_seat, requests.SeatRequest),
    "options": Action(options, requests.OptionsRequest),
    "ready": Action(ready, requests.ReadyRequest),
    "start": Action(start),
    "close": Action(close, vital=True),
    "moves": Action(moves, requests.MovesRequest, vital=True),
    "undo": Action(undo, requests.UndoRequest),
    "pause": Action(pause),
    "resume": Action(resume, vital=True),
    "answer": Action(answer, requests.AnswerRequest, vital=True),
    "resign": Action(resign, vital=True),
    "order": Action(order, requests.OrderRequest, talk=True),
    "chat": Action(chat, requests.ChatRequest, talk=True),
    "mute": Action(mute, requests.MuteRequest, talk=True),
    "claim": Action(claim, requests.ClaimRequest, talk=True),
    "grant": Action(grant, requests.AnswerRequest, vital=True),
}
