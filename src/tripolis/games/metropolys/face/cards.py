"""Cards of Metropolys: every field, building, token, card and goal says what it is and what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tripolis.engine.cards import Card, Fact, MakeCard, by_kind
from tripolis.engine.position import Position
from tripolis.engine.prompts import decides
from tripolis.engine.words import Message, listed, seat_name

from ..rules.state import ACTIONS, DISTRICTS, FIELD_NAMES, HEIGHT, SEAT_STEP, Area, Token
from .events import token_points
from .goals import goal_fields, groups, highest_holders, known_goal
from .labels import (
    AREA_TITLES,
    CARD_NAMES,
    CATEGORY_NAMES,
    DISTRICT_LABELS,
    HEIGHT_NAMES,
    KIND_NAMES,
    KIND_TITLES,
    TOKEN_NAMES,
    area_rule,
    kind_rule,
    points,
)
from .sprites import signed

CITY, NEIGHBOURS, BUILDINGS, CALL, TOKENS = "city", "neighbours", "buildings", "call", "tokens"
FAMILY_GOAL, EXPERT_GOALS, HIGHEST = "goal", "goals", "highest"
"""Sections of the guide."""
HIGHEST_RULE: Message = Message("The highest building in a district scores: large beats medium, medium beats small.")
BESIDE = {
    Area.BRIDGES: Message("beside a bridge"),
    Area.STATUES: Message("beside a statue"),
    Area.LAKES: Message("beside a lake"),
    Area.EDGE: Message("at the city edge"),
}


# ------------------------------------------------------------------- the city


def field_card(position: Position, parts: list[str]) -> Card:
    """A field: its kind and district, what lies there and beside it, and what it takes to build there."""
    s, b, field = position.plain, position.game.plain_box, FIELD_NAMES.index(parts[0])
    title = Message("Field {field}", field=parts[0])
    if not s.fields >> field & 1:
        return Card(title, Message("in an unused district"), section=CITY)
    kind = KIND_NAMES[b.kind[field] - 1]
    where = Message("{kind}, {district}", kind=kind, district=DISTRICT_LABELS[b.district[field]])
    facts = (*field_facts(s, b, field), *goal_facts(s, b, position.observer, field), *around_facts(s, b, field))
    return Card(title, where, facts=facts, reach=reach_words(position, field), section=NEIGHBOURS)


def field_facts(s: Any, b: Any, field: int) -> Iterator[Fact]:
    """What stands or lies on a field."""
    bids = {s.bid_field[i]: s.bid[i] for i in range(s.n_bids)}
    if s.built[field] or field in bids:
        seat, value = divmod(s.built[field] or bids[field], SEAT_STEP)
        height = int(HEIGHT[value])
        words = {"height": HEIGHT_NAMES[height], "value": value, "seat": seat_name(seat)}
        label = Message("Built") if s.built[field] else Message("Bid")
        yield Fact(label, Message("{height} {value} of {seat}", **words), f"building-{height}")
    token = Token(s.token[field])
    if token and not s.built[field]:
        yield Fact(TOKEN_NAMES[token], token_worth(b, token), f"token-{int(token)}")


def goal_facts(s: Any, b: Any, viewer: int, field: int) -> Iterator[Fact]:
    """Whether the viewer's goals, if they name fields, are about one that is not built on."""
    if viewer < 0 or s.built[field]:
        return
    area, kind = known_goal(s, viewer)
    near, of_kind = goal_fields(s, b, viewer)
    no = Message("does not count")
    if near:
        each = Message("would count") if b.expert else worth(b.area_points[area])
        yield Fact(AREA_TITLES[area], each if field in near else no, f"goal-area-{int(area)}")
    if kind:
        counts = worth(b.neighbourhood_points)
        yield Fact(KIND_TITLES[kind - 1], counts if field in of_kind else no, f"goal-kind-{kind}")


def around_facts(s: Any, b: Any, field: int) -> Iterator[Fact]:
    """What a field lies beside, and its neighbours."""
    areas = [area for area in BESIDE if b.near[area] >> field & 1 and (area != Area.EDGE or not b.expert)]
    if areas:
        symbol = ("", "bridge", "statue", "lake", "edge")[areas[0]] if len(areas) == 1 else ""
        yield Fact(Message("Location"), listed([BESIDE[area] for area in areas]), symbol)
    near = [FIELD_NAMES[other] for other in b.beside[field] if other >= 0 and s.fields >> other & 1]
    yield Fact(Message("Neighbours"), ", ".join(near))


def reach_words(position: Position, field: int) -> Message | None:
    """The lowest building with which the viewer can bid on a field now."""
    if not decides(position):
        return None
    bids = (ACTIONS.split(number) for number in position.legal_numbers())
    values = [bid[2] for bid in bids if bid[0] == "bid" and bid[1] == field]
    if not values:
        return None
    if position.plain.n_bids:
        return Message("You can bid here with {value} or more.", value=min(values))
    return Message("You can open here with {value} or more.", value=min(values))


def landmark_card(title: Message, area: Area, name: str) -> MakeCard:
    """A bridge, a statue or a lake, with the fields beside it."""

    def make(position: Position, parts: list[str]) -> Card:
        b = position.game.plain_box
        bits = getattr(b, name)[int(parts[0]) - 1]
        fields = ", ".join(FIELD_NAMES[field] for field in range(len(FIELD_NAMES)) if bits >> field & 1)
        lines = [area_rule(b, area)]
        if area == Area.BRIDGES:
            lines.insert(0, Message("The fields at both ends of a bridge are neighbours."))
        facts = (Fact(Message("Fields"), fields),)
        return Card(title, facts=facts, lines=tuple(lines), section=NEIGHBOURS)

    return make


def building_card(position: Position, parts: list[str]) -> Card:
    """A building: its number is what it bids."""
    seat, value = int(parts[0]), int(parts[1])
    lines = [Message("Its number is the bid: any higher number outbids it.")]
    if position.game.plain_box.expert:
        lines.append(HIGHEST_RULE)
    height = HEIGHT_NAMES[int(HEIGHT[value])]
    title = Message("Building {value}", value=value)
    subtitle = Message("{height}, {seat}", height=height, seat=seat_name(seat))
    return Card(title, subtitle, lines=tuple(lines), section=BUILDINGS)


# ------------------------------------------------------------ tokens and cards


def worth(n: int) -> str:
    """Points with their sign."""
    return f"{int(n):+d}".replace("-", "−")


def token_worth(b: Any, token: Token) -> str:
    """What a token brings whoever builds on its field."""
    return worth(token_points(b, token))


def token_card(position: Position, parts: list[str]) -> Card:
    """A token: whoever builds on its field takes it."""
    s, b = position.plain, position.game.plain_box
    field = FIELD_NAMES.index(parts[0])
    token = Token(s.token[field])
    lines = [Message("You take it when you build on its field.")]
    if token == Token.SUBWAY:
        lines.append(Message("The player with the most stations holds the Subway card."))
    if token == Token.SITE:
        lines.append(Message("The player who took the latest site holds the Archaeological site card."))
    where = Message("on field {field}", field=parts[0])
    if s.built[field]:
        where = Message("of {seat}", seat=seat_name(s.built[field] // SEAT_STEP))
    facts = (Fact(Message("Brings"), token_worth(b, token), "point"),)
    return Card(TOKEN_NAMES[token], where, facts=facts, lines=tuple(lines), section=TOKENS)


def special_card(position: Position, parts: list[str]) -> Card:
    """One of the two special cards."""
    s, b, token = position.plain, position.game.plain_box, Token(int(parts[0]))
    holder = s.subway_card if token == Token.SUBWAY else s.site_card
    n = b.subway_card_points if token == Token.SUBWAY else b.site_card_points
    rule = Message("The player with the most subway stations holds it; a tie does not move it.")
    if token == Token.SITE:
        rule = Message("The player who took the latest archaeological site holds it.")
    who = Message("of {seat}", seat=seat_name(holder)) if holder >= 0 else Message("nobody has it yet")
    facts = (Fact(Message("Brings"), worth(n), "point"),)
    return Card(CARD_NAMES[token], who, facts=facts, lines=(rule,), section=TOKENS)


def goal_card(position: Position, parts: list[str]) -> Card:
    """A goal as far as the viewer may know it, with what it brings now."""
    s, b, seat, sort = position.plain, position.game.plain_box, int(parts[0]), parts[1]
    section = EXPERT_GOALS if b.expert else FAMILY_GOAL
    area, kind = known_goal(s, seat)
    if not area:
        line = Message("Secret until the end of the game.")
        return Card(Message("Secret goal"), Message("of {seat}", seat=seat_name(seat)), lines=(line,), section=section)
    account = position.score(seat)
    now = account.points["area" if sort == "area" else "neighbourhood"]
    facts = [Fact(Message("Now"), points(now or 0), "point")]
    if sort == "area" and (listed := groups(position, s, seat)):
        facts.append(Fact(Message("Counted"), "; ".join(", ".join(group.fields) for group in listed)))
    title = AREA_TITLES[area] if sort == "area" else KIND_TITLES[kind - 1]
    rule = area_rule(b, area) if sort == "area" else kind_rule(b, kind)
    whose = Message("secret goal of {seat}", seat=seat_name(seat))
    return Card(title, whose, facts=tuple(facts), lines=(rule,), section=section)


# -------------------------------------------------------------------- players


def points_card(position: Position, parts: list[str]) -> Card:
    """The points of a seat by category."""
    account = position.score(int(parts[0]))
    named = ((CATEGORY_NAMES[key], n) for key, n in account.points.items() if n or n is None)
    facts = tuple(Fact(name, signed(n)) for name, n in named)
    return Card(points(account.total), Message("known so far"), facts=facts, section=TOKENS)


def highest_card(position: Position, parts: list[str]) -> Card:
    """The highest building of a district; what has no district is the heading of them all."""
    b = position.game.plain_box
    brings = Fact(Message("Brings"), worth(b.highest_points), "point")
    if len(parts) == 1:
        return Card(CATEGORY_NAMES["highest"], facts=(brings,), lines=(HIGHEST_RULE,), section=HIGHEST)
    district = int(parts[1])
    holders = highest_holders(position.plain, b)[district] if 0 <= district < DISTRICTS else []
    facts = [brings, *(Fact(Message("Holder"), seat_name(seat)) for seat in holders)]
    title = Message("Highest building: {district}", district=DISTRICT_LABELS[district])
    return Card(title, facts=tuple(facts), section=HIGHEST)


def pass_card(position: Position, parts: list[str]) -> Card:
    """Passing."""
    return Card(Message("Pass"), lines=(Message("You stay out until this call for tender ends."),), section=CALL)


def mark_card(position: Position, parts: list[str]) -> Card:
    """A field that counts for the viewer's goals."""
    return field_card(position, parts)


card = by_kind(
    {
        "field": field_card,
        "mark": mark_card,
        "bridge": landmark_card(Message("Bridge"), Area.BRIDGES, "bridge"),
        "statue": landmark_card(Message("Statue"), Area.STATUES, "statue"),
        "lake": landmark_card(Message("Lake"), Area.LAKES, "lake"),
        "building": building_card,
        "gone": building_card,
        "token": token_card,
        "card": special_card,
        "goal": goal_card,
        "points": points_card,
        "highest": highest_card,
        "pass": pass_card,
        "passed": pass_card,
    }
)
