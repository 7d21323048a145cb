"""The player aid of Metropolys: what is left now, the legend of the map, and all goal cards."""

from __future__ import annotations

from typing import Any

from tripolis.engine.guide import AidTable
from tripolis.engine.position import Position
from tripolis.engine.rooms import Book
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, seat_name

from ..face.labels import KIND_NAMES, TOKEN_NAMES, area_rule, kind_rule, points
from ..rules.state import NUMBERS, SEAT_STEP, Area, Token


def aid(position: Position) -> tuple[AidTable, ...]:
    """What brings points; then what is left now."""
    s = position.plain
    return (*legend(position), players_now(position, s), tokens_now(position, s))


def overview(position: Position) -> tuple[AidTable, ...]:
    """What an overview card prints: how a call goes and ends, the legend of the map, and all goal cards."""
    call, end = (position.game.book or Book()).summary[1:3]
    rules = (AidTable(part.title, (), tuple((line,) for line in part.lines)) for part in (call, end))
    return (*rules, *legend(position))


def legend(position: Position) -> tuple[AidTable, ...]:
    """The legend of the map and all goal cards of this game, rows of symbol and words."""
    b = position.game.plain_box
    kinds = tuple((f"kind-{i}", name) for i, name in enumerate(KIND_NAMES, 1))
    places = (
        ("bridge", Message("bridge: its two fields are neighbours")),
        ("statue", Message("statue, beside three fields")),
        ("lake", Message("lake: no way across")),
    )
    tokens = (
        ("token-1", Message("{token}: {points}", token=TOKEN_NAMES[Token.TRENDY], points=points(b.trendy_points))),
        ("token-2", Message("{token}: {points}", token=TOKEN_NAMES[Token.SUBWAY], points=points(b.subway_points))),
        (
            "card-2",
            Message("Card for the most subway stations: {points}", points=points(b.subway_card_points)),
        ),
        ("token-3", Message("{token}: {points}", token=TOKEN_NAMES[Token.SITE], points=points(b.site_points))),
        (
            "card-3",
            Message("Card for the latest archaeological site: {points}", points=points(b.site_card_points)),
        ),
    )
    cards = tuple((f"goal-area-{b.card[i]}", area_rule(b, Area(b.card[i]))) for i in range(b.n_cards))
    tables = [
        (Message("The map"), (*kinds, *places)),
        (Message("Tokens and cards"), tokens),
        (Message("Area goals"), cards),
    ]
    if b.expert:
        own = tuple((f"goal-kind-{kind}", kind_rule(b, kind)) for kind in range(1, 6))
        tables.append((Message("Neighbourhood goals"), own))
        highest = Message("Highest building in each district: {points}", points=points(b.highest_points))
        tables.append((Message("Heights"), (("building-3", highest),)))
    return tuple(
        AidTable(title, (), tuple((words,) for _, words in rows), symbols=tuple(symbol for symbol, _ in rows))
        for title, rows in tables
    )


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
    head = (Message("Token"), Message("In total"), Message("On the map"), *(seat_name(seat) for seat in seats))
    return AidTable(
        Message("Tokens left"), head, tuple(rows), symbols=tuple(f"token-{int(token)}" for token in TOKEN_NAMES)
    )
