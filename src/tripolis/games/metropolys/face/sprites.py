"""Sprites of Metropolys that are made once: a server draws a table after every move and for every viewer, and most of
it is as it was. Whatever follows from a few values is made once for them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from tripolis.engine.scene import Mark, SharedSprite, Sprite, Text
from tripolis.engine.words import Message

from ..rules.state import FIELD_NAMES, HEIGHT, SEAT_STEP, Token
from .labels import CATEGORY_NAMES, HEIGHT_NAMES, KIND_NAMES, TOKEN_NAMES, TOTAL
from .places import MAP_HEIGHT, MAP_WIDTH, SCALE, landmarks, places

WIDTH, HEIGHT_OF_MAP = MAP_WIDTH * SCALE, MAP_HEIGHT * SCALE
PANEL_WIDTH, PANEL_HEIGHT, GOALS_HEIGHT = 560, 108, 62
"""A player: name and points, buildings and tokens; at the end the goals below."""
OWN_HEIGHT, HIGHEST_ROW = 60, 34
"""The viewer's own panel is one row, as their buildings lie in the hand; Expert has the highest buildings below."""
ROW = 30
BUILDING = 25
"""Width of a building in front of its player; on the map they are larger."""
ON_MAP = 46
TOKEN = 34
OWN_TOKENS, OWN_STEP = 186, 74
TOKENS, TOKEN_STEP = 374, 58
"""Where tokens begin, the viewer's and others', and how far apart their kinds are."""
LANDMARKS = {
    "bridge": Message("Bridge between {fields}"),
    "statue": Message("Statue beside {fields}"),
    "lake": Message("Lake beside {fields}"),
}
NOT_BUILT, BID, BUILT = range(3)
ACCOUNT = 262
"""Where the numbers of the account begin."""


def box_on(name: str) -> tuple[float, float, float, float]:
    """Where a building stands on a field: beside its token, or in the middle of a blind alley, which has none."""
    at, blind = places()[name].at, places()[name].blind
    return at[0] - (23 if blind else 10), at[1] - 31, ON_MAP, 1.3 * ON_MAP


def token_place(own: bool, token: int) -> tuple[float, float]:
    """Where the tokens of a kind lie in a seat's panel."""
    return (OWN_TOKENS + OWN_STEP * (token - 1), 13) if own else (TOKENS + TOKEN_STEP * (token - 1), 60)


@cache
def map_sprites() -> tuple[Sprite, ...]:
    """Streets, river and lakes; on top of the fields the bridges and statues."""
    sprites = [SharedSprite("map", "map", "board", 0, 0, WIDTH, HEIGHT_OF_MAP, label=Message("The city"))]
    for name, symbol, x, y, width, turn, fields in landmarks():
        height = width * (0.5 if symbol == "bridge" else 1)
        drawn = symbol if width else ""  # lakes are part of the map
        box = (x - width / 2, y - height / 2, width or 1, height or 1)
        sprites.append(SharedSprite(name, drawn, "board", *box, 3, turn, label=LANDMARKS[symbol].fill(fields=fields)))
    return tuple(sprites)


@lru_cache(maxsize=16_384)
def field_sprite(field: int, kind: int, building: int, token: int, owner: Text) -> Sprite:
    """A field with its name and kind (0: in an unused district), and what lies on it in words."""
    name = FIELD_NAMES[field]
    place = places()[name]
    marks: tuple[Mark, ...] = ()
    unit = 100 / place.width
    if kind:
        left, top = (place.name_at[0] - place.x - 15) * unit, (place.name_at[1] - place.y) * unit
        marks = (
            Mark(left, top, 19 * unit, symbol=f"kind-{kind}"),
            Mark(left + 12 * unit, top, 16 * unit, text=name, anchor="start", coordinate=True),
        )
    symbol = f"field-{name}" if kind else f"off-{name}"
    box = (place.x, place.y, place.width, place.height)
    z = 2 if place.blind else 1  # names of blind alleys are nearly as wide as they are
    label = field_label(name, kind, building, token, owner)
    look: dict[str, Any] = {"shape": f"field-{name}", "label": label, "marks": marks}
    return SharedSprite(f"field-{name}", symbol, "board", *box, z, role="target", **look)


def field_label(name: str, kind: int, building: int, token: int, owner: Text) -> Message:
    """What a field is, and what lies on it."""
    if not kind:
        return Message("Field {field}, in an unused district", field=name)
    what = {"field": name, "kind": KIND_NAMES[kind - 1]}
    if building:
        value = building % SEAT_STEP
        who = {"seat": owner, "height": HEIGHT_NAMES[int(HEIGHT[value])], "value": value}
        return Message("Field {field}, {kind}: {height} {value} of {seat}", **what, **who)
    if token:
        return Message("Field {field}, {kind}: {token}", token=TOKEN_NAMES[Token(token)], **what)
    return Message("Field {field}, {kind}", **what)


@lru_cache(maxsize=1024)
def mark_sprite(field: int, symbols: tuple[str, ...]) -> Sprite:
    """What the viewer's goals say about a field."""
    name = FIELD_NAMES[field]
    at = places()[name].mark_at
    label = Message("{field} counts for your goals", field=name)
    again = tuple(Mark(100, 50, 100, symbol=symbol) for symbol in symbols[1:])
    box = (at[0] - 9, at[1] - 9, 18, 18)
    return SharedSprite(f"mark-{name}", symbols[0], "board", *box, 4, label=label, marks=again)


@lru_cache(maxsize=16_384)
def building_sprite(seat: int, value: int, owner: Text, own: bool, field: int, state: int, last: bool) -> Sprite:
    """A building in front of its player, or on a field with its number as a bid, built with its owner's emblem."""
    height = int(HEIGHT[value])
    words = {"height": HEIGHT_NAMES[height], "value": value, "seat": owner}
    number = Mark(50, 99, 46, text=str(value), colour="on-seat")
    area, x, y, width = f"panel:seat-{seat}", 16.0 + (BUILDING + 2) * (value - 1), 62.0, float(BUILDING)
    label: Message = Message("{height} {value} of {seat}, not yet built", **words)
    if own:
        area, x, y, width = "hand", 8 + 45.0 * (value - 1), 8.0, 44.0
        label = Message("Building {value}: choose a field", value=value)
    if state != NOT_BUILT:
        name = FIELD_NAMES[field]
        area, (x, y, width, _) = "board", box_on(name)
        label = Message("{height} {value} of {seat}, bid on {field}", field=name, **words)
        if state == BUILT:
            label = Message("{height} {value} of {seat}, built on {field}", field=name, **words)
            number = Mark(50, 96, 40, symbol=f"seat-{seat}")
    box, z = (x, y, width, width * 1.3), 8 if last else 6
    # In somebody else's row its place says which one it is.
    marks = (number,) if area in ("board", "hand") else ()
    look: dict[str, Any] = {"owner": seat, "shape": "building", "label": label, "marks": marks}
    return SharedSprite(f"building-{seat}-{value}", f"building-{height}", area, *box, z, role="piece", **look)


@lru_cache(maxsize=16_384)
def token_sprite(field: int, kind: int, seat: int, owner: Text, own: bool) -> Sprite:
    """A token on its field, or with the player who took it."""
    name, token = FIELD_NAMES[field], Token(kind)
    at = places()[name].at
    area, x, y = "board", at[0] - 38, at[1] - 8
    label: Message = Message("{field}: {token}", field=name, token=TOKEN_NAMES[token])
    if seat >= 0:
        area, (x, y) = f"panel:seat-{seat}", token_place(own, int(token))
        label = Message("{seat} has: {token}", seat=owner, token=TOKEN_NAMES[token])
    place = (area, x, y, TOKEN, TOKEN, 5)
    return SharedSprite(f"token-{name}", f"token-{int(token)}", *place, role="piece", label=label)


@lru_cache(maxsize=4096)
def panel_sprites(seat: int, name: Text, turn: bool, own: bool, height: int, passed: bool) -> tuple[Sprite, ...]:
    """The panel of a seat with its name, and whether it has passed."""
    area, (middle, wide) = f"panel:seat-{seat}", row_of(own)
    label: Text = Message("{name}, whose turn it is", name=name) if turn else name
    box, look = (0, 0, PANEL_WIDTH, height), {"owner": seat, "label": label}
    panel = SharedSprite(f"panel-{seat}", "panel-on" if turn else "panel", area, *box, **look)  # type: ignore[arg-type]
    marks = (
        Mark(28, middle, 28, symbol=f"seat-{seat}"),
        Mark(50, middle, 21, text=name, anchor="start", width=wide),
    )
    title = SharedSprite(f"name-{seat}", "", area, 0, 0, z=1, marks=marks, **look)  # type: ignore[arg-type]
    if not passed:
        return panel, title
    said = Message("{name} has passed", name=name)
    return panel, title, SharedSprite(f"passed-{seat}", "passed", area, wide + 54, middle - 14, 28, 28, 2, label=said)


def row_of(own: bool) -> tuple[int, int]:
    """The middle of the upper row of a panel, and how wide its name may be."""
    return (30, 100) if own else (26, 158)


@lru_cache(maxsize=4096)
def points_sprite(seat: int, own: bool, total: int) -> Sprite:
    """The points of a seat, as far as they are known."""
    words = Message("Points known so far: {n}", n=total)
    mark = (Mark(125, 52, 72, text=signed(total), anchor="start"),)
    box = (PANEL_WIDTH - 82, row_of(own)[0] - 15, 30, 30)
    return SharedSprite(f"points-{seat}", "point", f"panel:seat-{seat}", *box, 2, label=words, marks=mark)


@lru_cache(maxsize=4096)
def tokens_sprite(seat: int, own: bool, kind: int, n: int) -> Sprite:
    """How many tokens of a kind a seat has."""
    words = Message("{token}: {n}", token=TOKEN_NAMES[Token(kind)], n=n)
    mark = (Mark(112, 52, 62, text=str(n), colour="ink" if n else "ink-muted", anchor="start"),)
    place = (f"panel:seat-{seat}", *token_place(own, kind), TOKEN, TOKEN, 1)
    return SharedSprite(f"tokens-{seat}-{kind}", f"token-{kind}", *place, label=words, marks=mark)


def account_x(seat: int, seats: int) -> float:
    """The middle of a seat's column."""
    return ACCOUNT + (PANEL_WIDTH - ACCOUNT) / seats * (seat + 0.5)


@cache
def account_name(category: str, row: int) -> Sprite:
    """The name of a category of the account."""
    name, (size, colour) = account_title(category), account_look(category)
    marks = (Mark(6, 15, size, text=name, colour=colour, anchor="start", width=240),)
    return SharedSprite(f"account-{category}", "", "panel:account", 0, ROW * row, label=name, marks=marks)


def account_title(category: str) -> Message:
    """The name of a row of the account."""
    return TOTAL if category == "total" else CATEGORY_NAMES[category]


def account_look(category: str) -> tuple[int, str]:
    """Size and colour of a row of the account."""
    return (20, "ink") if category == "total" else (16, "ink-muted")


@lru_cache(maxsize=16_384)
def account_number(
    category: str, row: int, seat: int, seats: int, name: Text, points: int | None, listed: str
) -> Sprite:
    """A number of the account; the area goal names its groups, as they are `listed`."""
    words: dict[str, Any] = {"name": name, "category": account_title(category)}
    label = Message("{name}, {category}: {points}", points=points, **words)
    if points is None:
        label = Message("{name}, {category}: not known yet", **words)
    elif listed:
        label = Message("{name}, {category}: {points} ({groups})", points=points, groups=listed, **words)
    marks = (Mark(0, 15, account_look(category)[0], text=signed(points)),)
    place = ("panel:account", account_x(seat, seats), ROW * row)
    return SharedSprite(f"account-{category}-{seat}", "", *place, label=label, marks=marks)


def signed(points: int | None) -> str:
    """A number with a real minus, or a question mark."""
    return "?" if points is None else str(points).replace("-", "−")
