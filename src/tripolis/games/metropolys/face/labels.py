"""The names of things."""

from __future__ import annotations

from typing import Any

from tripolis.engine.words import Message, Plural, seat_name

from ..rules.state import DISTRICT_NAMES, SEATS, Area, Token

# --------------------------------------------------------------------- names

DISTRICT_LABELS = (Message("north"), Message("east"), Message("south"), Message("west"), Message("centre"))
KIND_NAMES = (
    Message("industry"),
    Message("parks"),
    Message("housing"),
    Message("malls"),
    Message("administration"),
)
KIND_LETTERS = "iphma"
"""A letter for each kind of field, the same in every language: for the terminal. Tokens have capitals."""

TOKEN_NAMES = {
    Token.TRENDY: Message("trendy neighbourhood"),
    Token.SUBWAY: Message("subway station"),
    Token.SITE: Message("archaeological site"),
}
TOKEN_LETTERS = ("T", "S", "A")
CARD_NAMES = {Token.SUBWAY: Message("Subway"), Token.SITE: Message("Archaeological site")}

AREA_NAMES = {
    Area.BRIDGES: Message("bridges"),
    Area.STATUES: Message("statues"),
    Area.LAKES: Message("lakes"),
    Area.EDGE: Message("city edge"),
    Area.DISTRICTS: Message("districts"),
    Area.CHAINS: Message("chains"),
}

AREA_TITLES = {
    Area.BRIDGES: Message("Bridges"),
    Area.STATUES: Message("Statues"),
    Area.LAKES: Message("Lakes"),
    Area.EDGE: Message("City edge"),
    Area.DISTRICTS: Message("Districts"),
    Area.CHAINS: Message("Chains"),
}
KIND_TITLES = (
    Message("Industry"),
    Message("Parks"),
    Message("Housing"),
    Message("Malls"),
    Message("Administration"),
)
"""The names of the goals as titles."""

HEIGHT_NAMES = (
    Message("no building"),
    Message("small building"),
    Message("medium building"),
    Message("large building"),
)

CATEGORY_NAMES = {
    "highest": Message("Highest buildings"),
    "trendy": Message("Trendy neighbourhoods"),
    "subway": Message("Subway stations"),
    "subway_card": Message("Card: Subway"),
    "site": Message("Archaeological sites"),
    "site_card": Message("Card: Archaeological site"),
    "area": Message("Area goal"),
    "neighbourhood": Message("Neighbourhood goal"),
}


CATEGORY_SYMBOLS = {
    "highest": "building-3",
    "trendy": "token-1",
    "subway": "token-2",
    "subway_card": "card-2",
    "site": "token-3",
    "site_card": "card-3",
    "area": "goal-mark",
    "neighbourhood": "goal-mark",
}


def shown_categories(b: Any) -> tuple[str, ...]:
    """What a score sheet lists: Family has no highest buildings and no neighbourhood goals."""
    return tuple(name for name in CATEGORY_NAMES if b.expert or name not in ("highest", "neighbourhood"))


TIE_NAMES = {"buildings": Message("Buildings built")}
TOTAL = Message("Total")

MODE_NAMES = {"family": Message("Family"), "expert": Message("Expert")}
FIRST_NAMES: dict[str | int, Message] = {
    "drawn": Message("drawn by lot"),
    **{seat: seat_name(seat) for seat in range(SEATS)},
}
LAYOUT_NAMES = {"random": Message("random"), "first": Message("first game"), "given": Message("given")}


def unused_names(players: int) -> tuple[str, ...]:
    """The districts that may stay unused: one of four, or two neighbours of the ring."""
    ring = DISTRICT_NAMES[:4]
    if players == 2:
        return tuple(f"{one}+{other}" for one, other in zip(ring, (*ring[1:], ring[0]), strict=True))
    return ring if players == 3 else ()


UNUSED_LABELS = {
    "drawn": Message("drawn by lot"),
    "north": DISTRICT_LABELS[0],
    "east": DISTRICT_LABELS[1],
    "south": DISTRICT_LABELS[2],
    "west": DISTRICT_LABELS[3],
    "north+east": Message("north and east"),
    "east+south": Message("east and south"),
    "south+west": Message("south and west"),
    "west+north": Message("west and north"),
}


def points(n: int) -> Plural:
    """A number of points."""
    return Plural("{n} point", "{n} points", n)


NOTATION = Message("7c4 puts your building 7 on field c4 (n, e, s, w: outer districts, c: centre), - passes.")

# ----------------------------------------------------------------- goal cards


def area_rule(b: Any, area: Area) -> Message:
    """What an area card says."""
    args = {"points": points(int(b.area_points[area]))}
    if not b.expert:
        match area:
            case Area.BRIDGES:
                return Message("Bridges: {points} for each of your buildings beside a bridge.", **args)
            case Area.STATUES:
                return Message("Statues: {points} for each of your buildings beside a statue.", **args)
            case Area.LAKES:
                return Message("Lakes: {points} for each of your buildings beside a lake.", **args)
        return Message("City edge: {points} for each of your buildings at the edge of the city.", **args)
    match area:
        case Area.BRIDGES:
            return Message("Bridges: {points} for every two of your buildings on the two sides of a bridge.", **args)
        case Area.STATUES:
            return Message("Statues: {points} for every three of your buildings around a statue.", **args)
        case Area.LAKES:
            return Message("Lakes: {points} for every lake with at least three of your buildings around it.", **args)
        case Area.DISTRICTS:
            return Message("Districts: {points} for every district with at least three of your buildings.", **args)
    return Message("Chains: {points} for every three of your buildings that are connected.", **args)


def kind_rule(b: Any, kind: int) -> Message:
    """What a neighbourhood card says."""
    worth = points(int(b.neighbourhood_points))
    return Message(
        "Neighbourhood: {points} for each of your buildings on fields of this kind: {kind}.",
        kind=KIND_NAMES[kind - 1],
        points=worth,
    )


DECISION_NAMES = {
    "bid": Message("Bidding"),
    "pass": Message("Passing"),
}
"""What people call decisions."""
