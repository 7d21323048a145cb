"""What people may do at a table: each function judges a request and says what goes into the journal, or raises a `Problem`.

A table is judged as it is; if another process has written to its journal in the meantime, the request is judged again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tripolis.bots import bot as find_bot
from tripolis.engine.errors import BadNotation, IllegalMove
from tripolis.engine.position import position_after
from tripolis.engine.words import Message

from .clock import DAY
from .problems import Problem, bad_value, not_owner, not_seated, wrong_time
from .table import Table
from .user_text import clean_chat

ABANDONED = 7 * DAY
"""After so long without a sign of life a player may close a table."""


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody at a table: a guest, and the seat that they hold there (-1: none)."""

    guest: str = ""
    seat: int = -1
    token: str = ""
    """The hash of the token that was shown, if one was: it tells who it is even when the seat is no longer theirs."""

    def at(self, table: Table) -> Who:
        """The same one at the table as it is now: another process may have given them a seat, or their seat to another."""
        if not self.token:
            return Who(self.guest, table.seat_of(self.guest))
        seat = table.seat_for("", self.token)
        return Who(table.seats[seat].guest if seat >= 0 else "", seat, self.token)


Deed = Callable[[Table, Who, dict[str, Any], int], tuple[str, int, dict[str, Any]]]
"""deed(table, who, request, now) -> kind, seat and data of the entry."""


def need_seat(t: Table, who: Who) -> int:
    """The seat of the one who asks."""
    if not 0 <= who.seat < len(t.seats) or t.seats[who.seat].kind != "person":
        raise not_seated()
    return who.seat


def need_owner(t: Table, who: Who) -> None:
    """Only the one who set the table up."""
    if not who.guest or who.guest != t.owner:
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


def need_open(t: Table) -> None:
    """Only before the match."""
    if t.status != "open":
        raise wrong_time(Message("The match has begun: this can no longer be changed."))


def need_player(t: Table, who: Who) -> int:
    """One who plays, and has not given up."""
    need_playing(t)
    seat = need_seat(t, who)
    if t.seats[seat].resigned:
        raise wrong_time(Message("You have given up this match."))
    return seat


def find_seat(t: Table, number: Any) -> int:
    """A seat by its number."""
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(t.seats):
        raise bad_value(Message("There is no such seat at this table."))
    return number


# ------------------------------------------------------------ before a match


def join(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """Sit down on an open seat: a named one, or the first."""
    if t.status not in ("open", "playing"):
        raise wrong_time(Message("The match is over."))
    if who.seat >= 0:
        raise wrong_time(Message("You already have a seat at this table."))
    free = [i for i, seat in enumerate(t.seats) if seat.kind == "open"]
    wanted = find_seat(t, ask["seat"]) if ask.get("seat") is not None else (free or [-1])[0]
    if wanted not in free:
        raise Problem(409, "taken", Message("This seat is taken.") if free else Message("All seats are taken."))
    data = {"do": "join", "seat": wanted, "name": ask["name"], "guest": who.guest, "token": ask["token"]}
    return "seat", wanted, data


def leave(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """Stand up; the seat is open again."""
    if t.status not in ("open", "playing"):
        raise wrong_time(Message("The match is over."))
    seat = need_seat(t, who)
    if t.seats[seat].resigned:
        raise wrong_time(Message("You have given up this match."))
    return "seat", seat, {"do": "leave", "seat": seat}


def back(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """Come back after one's time was up: the bot that played on stands up."""
    seat = need_player(t, who)
    if not t.seats[seat].late and not t.seats[seat].stand_in:
        raise wrong_time(Message("You are playing already."))
    return "seat", seat, {"do": "back", "seat": seat}


def set_seat(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """The owner puts a bot on a seat, or opens it. A person who plays stays, unless their time is up.

    While the match is going on, any player may put a bot on a seat that nobody has: one who goes must not hold up the others.
    """
    if t.status not in ("open", "playing"):
        raise wrong_time(Message("The match is over."))
    number = find_seat(t, ask["seat"])
    seat = t.seats[number]
    if not (t.status == "playing" and seat.kind == "open" and ask.get("bot") and who.seat >= 0):
        need_owner(t, who)
    if seat.resigned or (seat.kind == "person" and t.status == "playing" and not seat.late):
        raise wrong_time(Message("Somebody plays there."))
    if not ask.get("bot"):
        return "seat", who.seat, {"do": "open", "seat": number}
    chosen = find_bot(ask["bot"], t.game)
    return "seat", who.seat, {"do": "bot", "seat": number, "bot": chosen.name, "name": chosen.name}


def options(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """The owner changes what will be played; `ask` has been checked and made whole."""
    need_owner(t, who)
    need_open(t)
    if any(seat.kind != "open" for seat in t.seats[ask["players"] :]):
        raise wrong_time(Message("Somebody sits on a seat that there would be no longer."))
    return "options", who.seat, {name: value for name, value in ask.items() if name != "players"}


def ready(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """A person has seen the options and the commitment."""
    need_open(t)
    seat = need_seat(t, who)
    if ask.get("commitment") and ask["commitment"] != t.commitment:
        raise Problem(409, "stale", Message("The options have changed: look at them again."))
    return "ready", seat, {"ready": ask["ready"], "nonce": ask["nonce"] if ask["ready"] else ""}


def start(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """The owner starts the match when all are ready."""
    need_owner(t, who)
    need_open(t)
    if any(seat.kind == "open" for seat in t.seats):
        raise wrong_time(Message("Seats are still open: wait for players, or put bots there."))
    if waiting := [seat.name for seat in t.seats if not seat.ready]:
        raise wrong_time(Message("Not everybody is ready: {names}.", names=", ".join(waiting)))
    return "start", who.seat, {"digest": position_after(t.game, t.seed).digest()}


def close(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """A table that has not begun, or where only bots play, is closed by its owner; an abandoned one by any player."""
    if t.status not in ("open", "playing"):
        raise wrong_time(Message("The match is over."))
    if t.status == "open" or not t.people:
        need_owner(t, who)
        return "close", who.seat, {"why": "owner"}
    seat = need_player(t, who)
    if t.people == [seat]:
        return "close", seat, {"why": "player"}
    if now - t.touched < ABANDONED:
        raise wrong_time(Message("A table is abandoned when nobody has done anything for seven days."))
    return "close", seat, {"why": "player"}


# ------------------------------------------------------------------- playing


def moves(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """One move, or several that are sent together: all of them, or none. They must all be the same seat's."""
    seat = need_player(t, who)
    need_turn(t, seat, ask.get("seq"))
    if t.seats[seat].stand_in:
        raise wrong_time(Message("A bot plays for you: say first that you are back."))
    return "moves", seat, played(t, seat, ask["moves"])


def need_turn(t: Table, seat: int, seen: int | None) -> None:
    """Only at one's turn, and not on an old position."""
    if t.paused:
        raise wrong_time(Message("The match is paused."))
    if seen is not None and not t.position_seq <= seen <= t.seq:
        raise Problem(409, "stale", Message("The position has changed in the meantime: look at it again."))
    if t.actor != seat:
        raise Problem(409, "not_your_turn", Message("It is not your turn."))


def played(t: Table, seat: int, wanted: list[str]) -> dict[str, Any]:
    """Moves as the journal takes them, with the digest of the position that they lead to."""
    assert t.position is not None
    trial = t.position.copy()
    texts: list[str] = []
    for move in wanted:
        if texts and trial.revealed:  # or one could try for nothing what comes to light, and whose turn it is then
            raise Problem(
                409, "revealing", Message("Something new comes to light before {move}: send it by itself.", move=move)
            )
        if trial.actor != seat:
            raise Problem(409, "not_your_turn", Message("Before {move} it is somebody else's turn.", move=move))
        made = trial.move(trial.number_of(move))
        trial.play(made)
        texts.append(made.text)
    return {"moves": texts, "digest": trial.digest()}


def may_undo(t: Table, seat: int) -> int | None:
    """The ply to which a seat may take its own moves back at once: the one before its last."""
    if t.undo == "none" or not t.ply or t.actor != seat or t.actors[-1] != seat or t.reveals[-1]:
        return None
    return t.ply - 1


def may_ask(t: Table, seat: int) -> int | None:
    """The ply to which a seat may ask the others to go back: before its last turn, if nothing new has come to light since."""
    if t.undo != "consent" or t.status != "playing":
        return None
    ply = t.ply
    while ply and not t.reveals[ply - 1]:
        ply -= 1
        if t.actors[ply] == seat and (ply == 0 or t.actors[ply - 1] != seat or t.reveals[ply - 1]):
            return ply
    return None


def undo(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """Take the last move back: one's own inside one's turn at once, otherwise by asking the others."""
    seat = need_player(t, who)
    if t.paused:
        raise wrong_time(Message("The match is paused."))
    if t.seats[seat].stand_in:
        raise wrong_time(Message("A bot plays for you: say first that you are back."))
    if ask.get("seq") is not None and not t.position_seq <= ask["seq"] <= t.seq:
        raise Problem(409, "stale", Message("The position has changed in the meantime: look at it again."))
    ply = may_undo(t, seat)
    if ply is not None:
        return "undo", seat, {"ply": ply}
    if t.undo == "none":
        raise Problem(409, "no_undo", Message("At this table no move is taken back."))
    ply = may_ask(t, seat)
    if ply is None:
        raise Problem(
            409,
            "no_undo",
            Message(
                "There is nothing that can be taken back: it is not your turn, or something new has come to light."
            ),
        )
    need_no_offer(t)
    return "offer", seat, {"what": "undo", "ply": ply}


def need_no_offer(t: Table) -> None:
    """One question at a time."""
    if t.offer is not None:
        raise wrong_time(Message("There is a question on the table already: answer it first."))


def pause(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """Ask the others for a pause."""
    seat = need_player(t, who)
    if t.paused:
        raise wrong_time(Message("The match is paused."))
    need_no_offer(t)
    return "offer", seat, {"what": "pause"}


def resume(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """Any player ends a pause."""
    seat = need_player(t, who)
    if not t.paused:
        raise wrong_time(Message("The match is not paused."))
    return "resume", seat, {}


def answer(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """Say yes or no to what somebody has asked; who asked may say no, too."""
    seat = need_player(t, who)
    if t.offer is None:
        raise wrong_time(Message("There is no question on the table."))
    if ask["yes"] and seat in t.offer.agreed:
        raise wrong_time(Message("You have said yes already."))
    return "answer", seat, {"yes": ask["yes"]}


def resign(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """Give up."""
    return "resign", need_player(t, who), {}


def order(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """Give or withdraw a standing order. Only its shape is judged: whether it is legal shows at one's turn."""
    seat = need_player(t, who)
    move = ask.get("move") or ""
    if move:
        assert t.position is not None
        t.position.number_of(move)
    elif seat not in t.orders:
        raise wrong_time(Message("There is no standing order to withdraw."))
    return "order", seat, {"move": move, "times": ask.get("times", 0)}


def follow_order(t: Table, seat: int) -> tuple[str, int, dict[str, Any]]:
    """What a standing order leads to at the seat's turn: its move or, where that is not legal, the end of the order."""
    try:
        return "moves", seat, played(t, seat, [t.orders[seat].move]) | {"order": True}
    except (IllegalMove, BadNotation, Problem):
        return "order", seat, {"move": "", "times": 0}


# ------------------------------------------------------------------- talking


def chat(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """Say something to the table."""
    seat = need_seat(t, who)
    if not t.chat:
        raise wrong_time(Message("There is no chat at this table."))
    if (-1, seat) in t.mutes:
        raise Problem(403, "muted", Message("You have been muted at this table."))
    text = clean_chat(ask["text"])
    if not text:
        raise bad_value(Message("There is nothing to say in this message."))
    return "chat", seat, {"text": text}


def mute(t: Table, who: Who, ask: dict[str, Any], now: int) -> tuple[str, int, dict[str, Any]]:
    """Do not hear a seat any more (or again); the owner can mute it for all."""
    seat = need_seat(t, who)
    if ask["all"]:
        need_owner(t, who)
    other = find_seat(t, ask["seat"])
    if other == seat:
        raise bad_value(Message("You cannot mute yourself."))
    return "mute", seat, {"seat": other, "mute": ask["mute"], "all": ask["all"]}


DEEDS: dict[str, Deed] = {
    "join": join,
    "leave": leave,
    "back": back,
    "set_seat": set_seat,
    "options": options,
    "ready": ready,
    "start": start,
    "close": close,
    "moves": moves,
    "undo": undo,
    "pause": pause,
    "resume": resume,
    "answer": answer,
    "resign": resign,
    "order": order,
    "chat": chat,
    "mute": mute,
}
