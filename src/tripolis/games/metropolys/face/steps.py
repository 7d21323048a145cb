"""What a player is asked for at each step of a call for tender, and what a bid is about."""

from __future__ import annotations

from tripolis.engine.position import Position
from tripolis.engine.prompts import decides
from tripolis.engine.rooms import Outlook, Submit
from tripolis.engine.words import Message, seat_name

from ..rules.state import ACTIONS, SEAT_STEP, act
from .goals import settle


def prompt(position: Position, clicks: tuple[str, ...]) -> Message:
    """Open the call, or outbid the last building beside it."""
    s = position.plain
    if not decides(position):
        seat = seat_name(s.actor)
        if s.n_bids:
            return Message("{seat} is thinking about a bid", seat=seat)
        return Message("{seat} is opening a call for tender", seat=seat)
    value = next((click.split("-")[2] for click in clicks if click.startswith("building-")), "")
    field = next((click.split("-")[1] for click in clicks if click.startswith("field-")), "")
    if not s.n_bids:
        if value:
            return Message("Building {value}: choose any free field", value=value)
        if field:
            return Message("Choose a building to open with")
        return Message("Open a call for tender: choose a building and a free field")
    seat, last = divmod(s.bid[s.n_bids - 1], SEAT_STEP)
    if value:
        beaten = {"value": value, "last": last, "seat": seat_name(seat)}
        return Message("Building {value} beats the {last} of {seat}: choose a field beside it", **beaten)
    if field:
        return Message("Choose a building of {n} or more", n=last + 1)
    bid = {"seat": seat_name(seat), "value": last}
    if position.legal_numbers() == [act.PASS]:
        return Message("{seat} bids {value}: you can only pass", **bid)
    return Message("{seat} bids {value}: bid {n} or more beside it, or pass", n=last + 1, **bid)


def progress(position: Position) -> Message:
    """The number of the call for tender: each ends with a building."""
    return Message("Call for tender {n}", n=sum(map(int, position.plain.n_built)) + 1)


def submit(position: Position, clicks: tuple[str, ...]) -> Submit | None:
    """The button that bids: it waits for a building and a field."""
    s = position.plain
    if not decides(position) or position.legal_numbers() == [act.PASS]:
        return None
    value = next((click.split("-")[2] for click in clicks if click.startswith("building-")), "")
    if value:
        title = Message("Bid {value}", value=value) if s.n_bids else Message("Open with {value}", value=value)
        return Submit(title, Message("choose a field"))
    return Submit(Message("Bid") if s.n_bids else Message("Open"), Message("choose a building"))


def in_hand(position: Position, clicks: tuple[str, ...]) -> str | None:
    """The building that is to be laid."""
    return next((click for click in clicks if click.startswith("building-")), None)


def outlook(position: Position, action: int) -> Outlook:
    """Points count only if the bid stays the highest."""
    if ACTIONS.split(action)[0] == "bid":
        account = settle(position, action).score(position.actor)
        if account.points == position.score(position.actor).points:
            return Outlook(note=Message("if nobody bids higher: no token, no goal"), after=account)
        return Outlook(note=Message("if nobody bids higher"), after=account)
    return Outlook(note=Message("You are out of this call for tender"))
