"""The names of things, tips for newcomers, and the rules in short: everything that is said outside of a match."""

from __future__ import annotations

from typing import Any

from tripolis.engine.guide import AidTable
from tripolis.engine.position import Position
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, Plural, seat_name

from ..rules.state import DISTRICT_NAMES, NUMBERS, SEAT_STEP, SEATS, Area, Token

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

OPTION_NAMES = {
    "players": Message("Players"),
    "mode": Message("Mode"),
    "first": Message("First player"),
    "layout": Message("Layout of the tokens"),
    "unused": Message("Unused districts"),
    "tokens": Message("Tokens of a given layout"),
}


def points(n: int) -> Plural:
    """So many points."""
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
            return Message("Bridges: {points} for every two of your buildings on both sides of a bridge.", **args)
        case Area.STATUES:
            return Message("Statues: {points} for every three of your buildings around a statue.", **args)
        case Area.LAKES:
            return Message("Lakes: {points} for every lake with at least three of your buildings around it.", **args)
        case Area.DISTRICTS:
            return Message("Districts: {points} for every district with at least three of your buildings.", **args)
    return Message("Chains: {points} for every three of your buildings that hang together.", **args)


def kind_rule(b: Any, kind: int) -> Message:
    """What a neighbourhood card says."""
    worth = points(int(b.neighbourhood_points))
    return Message(
        "Neighbourhood: {points} for each of your buildings on fields of this kind: {kind}.",
        kind=KIND_NAMES[kind - 1],
        points=worth,
    )


def aid(position: Position) -> tuple[AidTable, ...]:
    """What is left now; then the legend of the map and all goal cards of this game, rows of symbol and words."""
    s, b = position.plain, position.game.plain_box
    kinds = tuple((f"kind-{i}", name) for i, name in enumerate(KIND_NAMES, 1))
    places = (
        ("bridge", Message("bridge: its two fields are neighbours")),
        ("statue", Message("statue, beside three fields")),
        ("lake", Message("lake: nobody crosses it")),
    )
    tokens = (
        ("token-1", Message("{token}: {points}", token=TOKEN_NAMES[Token.TRENDY], points=points(int(b.trendy_points)))),
        ("token-2", Message("{token}: {points}", token=TOKEN_NAMES[Token.SUBWAY], points=points(int(b.subway_points)))),
        (
            "card-2",
            Message(
                "The card goes to who has more subway stations: {points}", points=points(int(b.subway_card_points))
            ),
        ),
        ("token-3", Message("{token}: {points}", token=TOKEN_NAMES[Token.SITE], points=points(int(b.site_points)))),
        (
            "card-3",
            Message("The card goes to who took the last site: {points}", points=points(int(b.site_card_points))),
        ),
    )
    cards = tuple((f"goal-area-{int(b.card[i])}", area_rule(b, Area(int(b.card[i])))) for i in range(int(b.n_cards)))
    found = [
        (Message("The map"), (*kinds, *places)),
        (Message("Tokens and cards"), tokens),
        (Message("Area goals"), cards),
    ]
    if b.expert:
        own = tuple((f"goal-kind-{kind}", kind_rule(b, kind)) for kind in range(1, 6))
        found.append((Message("Neighbourhood goals"), own))
        highest = Message("The highest building of each district: {points}", points=points(int(b.highest_points)))
        found.append((Message("Heights"), (("building-3", highest),)))
    legend = (
        AidTable(title, (), tuple((words,) for _, words in rows), symbols=tuple(symbol for symbol, _ in rows))
        for title, rows in found
    )
    return (players_now(position, s), tokens_now(position, s), *legend)


def players_now(position: Position, s: Any) -> AidTable:
    """What everyone has built, and the numbers that are still to be built; bids that lie are among them."""
    rows = []
    for seat in range(position.game.players):
        built = {int(building) % SEAT_STEP for building in s.built if building and int(building) // SEAT_STEP == seat}
        left = " ".join(str(value) for value in range(1, NUMBERS + 1) if value not in built)
        rows.append((seat_name(seat), str(len(built)), left or "–"))
    return AidTable(
        Message("Buildings left"), (Message("Player"), Message("Built"), Message("Not yet built")), tuple(rows)
    )


def tokens_now(position: Position, s: Any) -> AidTable:
    """How many tokens of each sort there are, lie on the map, and have been taken by whom."""
    seats = range(position.game.players)
    rows: list[tuple[Text, ...]] = []
    for token, name in TOKEN_NAMES.items():
        taken = [int(s.tokens[seat][token - 1]) for seat in seats]
        in_all = sum(int(lying) == token for lying in s.token)
        rows.append((name, str(in_all), str(in_all - sum(taken)), *map(str, taken)))
    head = (Message("Token"), Message("In all"), Message("On the map"), *(seat_name(seat) for seat in seats))
    return AidTable(
        Message("Tokens left"), head, tuple(rows), symbols=tuple(f"token-{int(token)}" for token in TOKEN_NAMES)
    )


# ---------------------------------------------------------------------- tips

TIPS = (
    Message("Do not build all your high numbers early: later you could no longer outbid anybody."),
    Message("A field without free neighbours cannot be outbid: open there with your lowest building and win at once."),
    Message("Look at who could still outbid you: whoever has only lower buildings left is out of every higher bid."),
    Message("A bid is not lost if you are outbid: the building comes back. Raise the price where others want to go."),
    Message(
        "Every auction moves on from field to field. Open two or three steps before the field that you really want."
    ),
    Message("Watch where the others build: soon you will guess their secret goals, and can get in their way."),
    Message("Take subway stations early: the card stays with you in a tie."),
    Message("Sometimes an archaeological site is worth taking: the field may be good, and the card wanders on."),
    Message("In Expert a small building can decide a district: it counts if the taller ones are equal."),
)

# --------------------------------------------------------------- rules in short

SUMMARY = (
    (
        Message("The aim"),
        (
            Message(
                "Everyone has 13 buildings, numbered 1 to 13. Build on the right fields of the city and collect prestige points."
            ),
            Message("The game ends at once when somebody has built all 13."),
        ),
    ),
    (
        Message("A call for tender"),
        (
            Message("The starter must open: any own building on any free field."),
            Message(
                "Clockwise, everyone outbids or passes. A higher bid is a building with a higher number on a free field beside the last one."
            ),
            Message(
                "Fields are neighbours if they share a border or a bridge. Nobody crosses the river or a lake elsewhere."
            ),
            Message("Who has passed is out of this call; bids that lie stay where they are until its end."),
            Message("Who has no higher building must pass."),
        ),
    ),
    (
        Message("The end of a call"),
        (
            Message(
                "It ends when all but one have passed, when no free field is left beside the last bid, or when nobody can outbid it."
            ),
            Message(
                "The last bidder builds there for good, and takes the token on the field. All other bids go back to their players."
            ),
            Message("The winner opens the next call."),
        ),
    ),
    (
        Message("Tokens and cards"),
        (
            Message("Trendy neighbourhood: 3 points. Subway station: 1 point. Archaeological site: minus 1 point."),
            Message(
                "The first to take a subway station gets the card Subway, 3 points; it moves on only to somebody who has more stations."
            ),
            Message(
                "Whoever takes an archaeological site gets the card of that name: minus 2 points for its last holder."
            ),
        ),
    ),
    (
        Message("Family"),
        (
            Message(
                "Everyone has one secret goal: 3 points for each own building beside a bridge, a statue or a lake, or at the edge of the city."
            ),
            Message(
                "A building counts once, however many bridges are beside it. With two players there is no city edge."
            ),
        ),
    ),
    (
        Message("Expert"),
        (
            Message(
                "Everyone has two secret goals. The neighbourhood goal brings 2 points for each own building on fields of its kind."
            ),
            Message(
                "The area goal counts groups: two over a bridge 4, three around a statue 7, at least three around a lake 5, a district with at least three 4, a chain of three neighbours 4."
            ),
            Message("A building counts for one group only. The account always finds the best groups."),
            Message(
                "The highest building in each district brings 5 points. Heights count, not numbers: 1 to 5 are small, 6 to 9 medium, 10 to 13 large."
            ),
            Message("In a tie the next highest decides, and so on; who is still equal gets the 5 points too."),
        ),
    ),
    (
        Message("Fewer players"),
        (
            Message("With three players one outer district stays unused, with two players two neighbouring ones."),
            Message("Most points win; in a tie who has built more; if they are still tied, the victory is shared."),
        ),
    ),
)
"""Headings with their paragraphs."""
