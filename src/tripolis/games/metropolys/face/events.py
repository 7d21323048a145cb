"""What happened and why not, as messages."""

from __future__ import annotations

from typing import Any

from tripolis.engine.rooms import Icons
from tripolis.engine.words import Message, Plural, seat_name

from ..rules.state import ACTIONS, FIELD_NAMES, HEIGHT, SEAT_STEP, Area, Ending, Event, Reason, Token
from .labels import AREA_NAMES, CARD_NAMES, DISTRICT_LABELS, KIND_NAMES, TOKEN_NAMES


def words_of(b: Any, code: int, args: tuple[int, ...]) -> Message:
    """An event as a sentence."""
    match Event(code), args:
        case Event.STARTS, (seat, *_):
            return Message("{seat} starts.", seat=seat_name(seat))
        case Event.UNUSED, (district, *_):
            return Message("Unused district: {district}.", district=DISTRICT_LABELS[district])
        case Event.LAID, (field, token, *_):
            return Message("Field {field}: {token}.", field=FIELD_NAMES[field], token=TOKEN_NAMES[Token(token)])
        case Event.GOAL, (_, area, kind, *_) if kind:
            names = {"area": AREA_NAMES[Area(area)], "kind": KIND_NAMES[kind - 1]}
            return Message("Your secret goals: {area}; {kind}.", **names)
        case Event.GOAL, (_, area, *_):
            return Message("Your secret goal: {area}.", area=AREA_NAMES[Area(area)])
        case Event.OPENED, (seat, value, field, *_):
            args_ = {"seat": seat_name(seat), "value": value, "field": FIELD_NAMES[field]}
            return Message("{seat} opens the call for tender: building {value} on {field}.", **args_)
        case Event.BID, (seat, value, field, *_):
            args_ = {"seat": seat_name(seat), "value": value, "field": FIELD_NAMES[field]}
            return Message("{seat} bids higher: building {value} on {field}.", **args_)
        case Event.PASSED, (seat, *_):
            return Message("{seat} passes.", seat=seat_name(seat))
        case Event.MUST_PASS, (seat, *_):
            return Message("{seat} has no higher number and must pass.", seat=seat_name(seat))
        case Event.BUILT, (seat, value, field, how):
            return built(seat_name(seat), value, FIELD_NAMES[field], Ending(how))
        case Event.TOOK, (seat, token, *_):
            return Message("{seat} takes the token: {token}.", seat=seat_name(seat), token=TOKEN_NAMES[Token(token)])
        case Event.CARD, (seat, token, *_):
            return Message("{seat} takes the card: {card}.", seat=seat_name(seat), card=CARD_NAMES[Token(token)])
        case Event.RETURNED, (n, *_):
            return Plural("{n} bid goes back to its player.", "{n} bids go back to their players.", n)
        case Event.OVER, _:
            return Message("A player has built their last building: the game is over.")
        case Event.SHOWN, (seat, area, kind, *_) if kind:
            names = {"seat": seat_name(seat), "area": AREA_NAMES[Area(area)], "kind": KIND_NAMES[kind - 1]}
            return Message("{seat} reveals both goals: {area}; {kind}.", **names)
        case Event.SHOWN, (seat, area, *_):
            return Message("{seat} reveals the goal: {area}.", seat=seat_name(seat), area=AREA_NAMES[Area(area)])
    raise ValueError(f"there is no event {code} with the arguments {args}")


def icons(b: Any, code: int, args: tuple[int, ...]) -> Icons:
    """What a line of the log shows, and the sprites that it speaks of."""
    match Event(code), args:
        case ((Event.OPENED | Event.BID | Event.BUILT), (seat, value, field, *_)):
            words = SHORT[Event(code)].fill(value=value, **place_of(b, field))
            about = (f"building-{seat}-{value}", f"field-{FIELD_NAMES[field]}")
            return Icons((f"building-{int(HEIGHT[value])}",), about, seat=seat, short=words)
        case Event.RETURNED, _:
            return Icons(quiet=True)
        case ((Event.PASSED | Event.MUST_PASS), (seat, *_)):
            return Icons(("passed",), (f"passed-{seat}",))
        case Event.LAID, (field, token, *_):
            return Icons((f"token-{token}",), (f"field-{FIELD_NAMES[field]}",))
        case Event.TOOK, (seat, token, *_):
            name, worth = TOKEN_NAMES[Token(token)], change(token_points(b, Token(token)))
            return Icons((f"token-{token}",), (f"panel-{seat}",), seat=seat, short=name, change=worth)
        case Event.CARD, (_, token, *_):
            return Icons((f"card-{token}",), (f"card-{token}",))
        case ((Event.GOAL | Event.SHOWN), (seat, area, kind, *_)):
            second = (f"goal-kind-{kind}",) if kind else ()
            return Icons((f"goal-area-{area}", *second), (f"goal-{seat}-area", f"goal-{seat}-kind")[: 1 + bool(kind)])
    return Icons()


SHORT = {
    Event.OPENED: Message("opens with {value} ({kind}, {district})"),
    Event.BID: Message("bids {value} ({kind}, {district})"),
    Event.BUILT: Message("builds {value} ({kind}, {district})"),
}
"""What a player does, below their name."""


def place_of(b: Any, field: int) -> dict[str, Message]:
    """A field as one finds it without names of fields: its kind and its district."""
    return {"kind": KIND_NAMES[b.kind[field] - 1], "district": DISTRICT_LABELS[b.district[field]]}


def token_points(b: Any, token: Token) -> int:
    """What a token brings."""
    return int({Token.TRENDY: b.trendy_points, Token.SUBWAY: b.subway_points, Token.SITE: b.site_points}[token])


def change(points: int) -> Message:
    """Points that are won or lost."""
    return Message("+{n}", n=points) if points > 0 else Message("−{n}", n=-points)


def built(seat: Message, value: int, field: str, how: Ending) -> Message:
    """A call for tender is won, in one of three ways."""
    args = {"seat": seat, "value": value, "field": field}
    if how == Ending.PASSED:
        return Message("Everyone else has passed. {seat} builds building {value} on {field}.", **args)
    if how == Ending.ENCLOSED:
        return Message("There is no free field beside {field}. {seat} builds building {value} there.", **args)
    return Message("Nobody can outbid building {value}. {seat} builds on {field}.", **args)


def why_not(s: Any, b: Any, action: int, code: int) -> Message:
    """A refusal as a sentence with its heading of the rulebook, translated."""
    field, value = "", 0
    match ACTIONS.split(action):
        case "bid", at, value:
            field = FIELD_NAMES[at]
    last = int(s.n_bids) - 1
    match Reason(code):
        case Reason.OVER:
            return Message("The game is over.")
        case Reason.MUST_OPEN:
            return Message(
                "You open the call for tender: put a building on any free field (rulebook: Call for tender)."
            )
        case Reason.NO_BUILDING if any(int(s.bid[i]) == SEAT_STEP * int(s.actor) + value for i in range(int(s.n_bids))):
            return Message("Your building {value} is already on the board as a bid (rulebook: Passing).", value=value)
        case Reason.NO_BUILDING:
            return Message("Your building {value} is already built (rulebook: End of the call).", value=value)
        case Reason.UNUSED:
            return Message("{field} is in an unused district (rulebook: Games for two and three).", field=field)
        case Reason.FIELD_TAKEN:
            return Message("{field} is not free (rulebook: Call for tender).", field=field)
        case Reason.TOO_LOW:
            at_least = int(s.bid[last]) % SEAT_STEP + 1
            return Message("The next bid must be {n} or more (rulebook: Outbidding).", n=at_least)
        case Reason.NOT_BESIDE:
            beside = FIELD_NAMES[int(s.bid_field[last])]
            return Message(
                "{field} is not beside {last}, the field of the last bid (rulebook: Outbidding).",
                field=field,
                last=beside,
            )
        case Reason.NO_ACTION:
            return Message("This move does not exist.")
    raise ValueError(f"there is no reason {code}")
