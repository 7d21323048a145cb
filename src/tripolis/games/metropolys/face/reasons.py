"""What speaks for one move of a call for tender against another: who could outbid it and with what, where the call
could go on, what a number is kept for, and which fields complete a group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tripolis.engine.position import Position
from tripolis.engine.rooms import Tried
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, Plural, listed

from ..box.reader import fields_in
from ..rules.state import ACTIONS, FIELD_NAMES, NUMBERS, SEAT_STEP, Token
from .goals import gain, known_goal
from .labels import TOKEN_NAMES

MUCH = 3
"""Steps of a number that are worth a word."""
MORE = 2
"""Points that a number brings more elsewhere, to be worth a word."""
NAMED = 4
"""Fields that a sentence names."""


@dataclass(frozen=True)
class Bid:
    """A building on a field, and who could outbid it there."""

    position: Position
    field: int
    number: int

    @property
    def name(self) -> str:
        """The field."""
        return FIELD_NAMES[self.field]

    @cached_property
    def beside(self) -> list[int]:
        """The free fields on which the next bid could lie."""
        s, b = self.position.plain, self.position.game.plain_box
        return fields_in(int(b.neighbours[self.field]) & int(s.free) & ~(1 << self.field))

    @cached_property
    def rivals(self) -> dict[int, int]:
        """Those still in who have a higher number, each with the lowest of them."""
        s = self.position.plain
        found = {}
        for seat in range(self.position.game.players):
            if seat != s.actor and not s.passed >> seat & 1:
                higher = [n for n in range(self.number + 1, NUMBERS + 1) if s.supply[seat] >> (n - 1) & 1]
                if higher:
                    found[seat] = min(higher)
        return found

    @property
    def holds(self) -> bool:
        """Can nobody outbid it?"""
        return not self.beside or not self.rivals

    def why_it_holds(self) -> Message:
        """Why nobody can outbid it."""
        args = {"field": self.name, "number": self.number}
        if self.beside:
            return Message("Nobody can outbid the {number} on {field}: nobody still in has a higher number.", **args)
        return Message("Nobody can outbid the {number} on {field}: no free field lies beside it.", **args)

    def how_it_falls(self, names: Sequence[Text]) -> Message:
        """Who could outbid it, and where."""
        fields = listed([FIELD_NAMES[field] for field in self.beside])
        who = listed([names[seat] for seat in self.rivals])
        args = {"number": self.number, "field": self.name, "who": who, "fields": fields, "n": min(self.rivals.values())}
        return Message("The {number} on {field} can still be outbid by {who}, with {n} or more on {fields}.", **args)

    @property
    def strength(self) -> tuple[int, int]:
        """How hard it is to outbid: fewer rivals can, or only with a higher number."""
        return -len(self.rivals), min(self.rivals.values(), default=NUMBERS + 1)

    def presents(self) -> list[int]:
        """The fields beside it that have something that others want."""
        s = self.position.plain
        return [f for f in self.beside if s.token[f] in (Token.TRENDY, Token.SUBWAY)] if self.rivals else []


def bid_of(position: Position, number: int) -> Bid | None:
    """The bid of an action; None for a pass."""
    match ACTIONS.split(number):
        case "bid", field, value:
            return Bid(position, field, value)
    return None


def reasons(seen: Position, better: Tried, played: Tried, names: Sequence[Text]) -> Iterator[Message]:
    """What speaks for the better move, the weightiest first."""
    one, other = bid_of(seen, better.number), bid_of(seen, played.number)
    yield from last_call(seen, one, names)
    if one is not None and other is not None:
        yield from between_bids(one, other, names)
    elif one is not None:
        yield one.why_it_holds() if one.holds else how_dear(one, names)
    elif other is not None:
        yield from for_passing(seen, other)
    if other is not None:
        yield from better_elsewhere(seen, better, one, other)
    yield from groups_to_complete(seen, one, other)
    if other is not None and (presents := [f for f in other.presents() if one is None or f not in one.presents()]):
        token = TOKEN_NAMES[Token(int(seen.plain.token[presents[0]]))]
        args = {"field": other.name, "next": FIELD_NAMES[presents[0]], "token": token}
        yield Message("From {field} the others can go on to {next} ({token}).", **args)
    if one is not None and other is not None and not one.holds and len(one.beside) < len(other.beside):
        ways = {"fields": listed([FIELD_NAMES[f] for f in one.beside]), "n": len(other.beside)}
        yield Message(
            "From {field} the call can only go on to {fields}; from {other} there are {n} ways.",
            field=one.name, other=other.name, **ways,
        )  # fmt: skip


def between_bids(one: Bid, other: Bid, names: Sequence[Text]) -> Iterator[Message]:
    """Which of two bids is safer, or cheaper."""
    saved, kept = other.number - one.number, {"number": one.number, "other": other.number, "field": one.name}
    if one.holds and saved > 0:
        if one.beside:
            yield Message(
                "The {number} on {field} is enough, since nobody still in has a higher number; the {other} stays for "
                "later.",
                **kept,
            )
        else:
            yield Message(
                "No free field lies beside {field}: there even the {number} wins at once, and the {other} stays for "
                "later.",
                **kept,
            )
        if not other.holds and one.field != other.field:
            yield other.how_it_falls(names)
    elif one.holds and not other.holds:
        yield one.why_it_holds()
        yield other.how_it_falls(names)
    elif one.field == other.field and saved > 0:
        yield how_dear(one, names)
        yield Message(
            "Should it hold, the {number} is all that {field} costs, and the {other} stays for later.", **kept
        )
    elif one.field == other.field and min(one.rivals.values()) > min(other.rivals.values()):
        args = {"n": min(one.rivals.values()), "least": min(other.rivals.values())}
        yield Message(
            "The {other} can be outbid with {least}; against the {number} it takes {n} or more.", **kept | args
        )
    elif saved >= MUCH:
        yield Message("Should the better move hold, it costs only the {number}; the {other} stays for later.", **kept)
    elif not one.holds and not other.holds and one.strength > other.strength:
        yield how_dear(one, names)
        yield other.how_it_falls(names)


def how_dear(bid: Bid, names: Sequence[Text]) -> Message:
    """What it would take to outbid it."""
    args = {"number": bid.number, "field": bid.name, "who": listed([names[seat] for seat in bid.rivals])}
    least, n = min(bid.rivals.values()), len(bid.rivals)
    args |= {"least": least}
    return Plural(
        "Only {who} could outbid the {number} on {field}, and would have to spend {least} or more.",
        "Whoever outbids the {number} on {field} has to spend {least} or more ({who}).",
        n,
        **args,
    )


def for_passing(seen: Position, other: Bid) -> Iterator[Message]:
    """What a pass saves."""
    s = seen.plain
    token = int(s.token[other.field])
    args = {"number": other.number, "field": other.name}
    if token == Token.SITE:
        yield Message("Passing keeps the {number}, and leaves the archaeological site on {field} to others.", **args)
    elif other.holds:
        yield Message("Nobody would outbid the {number}: it would be spent on {field}. Passing keeps it.", **args)
    else:
        yield Message("Passing keeps the {number}, which {field} would cost if nobody outbids it.", **args)


def better_elsewhere(seen: Position, better: Tried, one: Bid | None, other: Bid) -> Iterator[Message]:
    """Where the number that the better move keeps could bring more than here."""
    if better.after.over or (one is not None and one.number >= other.number):
        return
    here, seat = gain(seen, bid_number(seen, other)) or 0, seen.actor
    world = better.after.imagine(0)
    world.record.actor, world.record.n_bids, world.record.passed = seat, 0, 0
    found = {}
    for action in world.legal_numbers():
        match ACTIONS.split(action):
            case "bid", field, value if value == other.number and field != other.field:
                found[field] = gain(world, action) or 0
    best = max(found, key=lambda field: found[field], default=None)
    if best is not None and found[best] >= max(0, here) + MORE:
        args = {"number": other.number, "field": FIELD_NAMES[best], "other": other.name}
        yield Message(
            "Elsewhere the {number} could bring more if nobody outbids it: {points} on {field}, instead of {here} on "
            "{other}.",
            points=signed(found[best]), here=signed(here), **args,
        )  # fmt: skip


def signed(points: int) -> str:
    """Points with their sign."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def bid_number(seen: Position, bid: Bid) -> int:
    """The action of a bid."""
    return next(n for n in seen.legal_numbers() if ACTIONS.split(n) == ("bid", bid.field, bid.number))


def last_call(seen: Position, one: Bid | None, names: Sequence[Text]) -> Iterator[Message]:
    """Does the last bidder end the match with their last building, unless somebody outbids it?"""
    s = seen.plain
    if one is None or not s.n_bids:
        return
    leader = int(s.bid[s.n_bids - 1]) // SEAT_STEP
    if s.n_built[leader] == NUMBERS - 1:
        yield Message("If nobody outbids {name} now, the match is over.", name=names[leader])


def groups_to_complete(seen: Position, one: Bid | None, other: Bid | None) -> Iterator[Message]:
    """The fields that complete a group of the area goal once the better bid is built (Expert)."""
    b, seat = seen.game.plain_box, seen.actor
    if not b.expert or one is None:
        return
    new = completing(seen, one.field) if one else []
    rest = completing(seen, other.field) if other else []
    if len(new) <= len(rest):
        return
    points = int(b.area_points[known_goal(seen.plain, seat)[0]])
    fields = listed([FIELD_NAMES[field] for field in new[:NAMED]])
    args = {"field": one.name, "fields": fields, "points": Plural("{n} point", "{n} points", points)}
    if len(new) == 1:
        yield Message("With {field} built, {fields} would complete a group of the area goal ({points}).", **args)
    else:
        yield Message(
            "With {field} built, one more building would complete a group of the area goal ({points}): {fields}.",
            **args,
        )


def completing(seen: Position, field: int) -> list[int]:
    """The free fields that complete a group only because a building stands on this one."""
    s = seen.plain
    free = [f for f in fields_in(int(s.free)) if f != field]
    before = {f for f in free if area_with(seen, (f,)) > area_with(seen, ())}
    base = area_with(seen, (field,))
    return [f for f in free if f not in before and area_with(seen, (field, f)) > base]


def area_with(seen: Position, fields: tuple[int, ...]) -> int:
    """What the area goal would bring with buildings on these fields too."""
    seat, world = seen.actor, seen.copy()
    for field in fields:
        world.record.own[seat] |= 1 << field
    return world.score(seat).points["area"] or 0
