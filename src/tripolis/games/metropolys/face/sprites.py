"""Sprites of Metropolys that are made once: a server draws a table after every move and for every viewer, and most of
it is as it was. Whatever follows from a few values is made once for them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from tripolis.engine.scene import Mark, SharedSprite, Sprite, Text
from tripolis.engine.words import Message

from ..rules.state import FIELD_NAMES, HEIGHT, SEAT_STEP, Token
from .labels import CATEGORY_NAMES, DISTRICT_LABELS, HEIGHT_NAMES, KIND_NAMES, TOKEN_NAMES, TOTAL
from .places import MAP_HEIGHT, MAP_WIDTH, SCALE, landmarks, places

WIDTH, HEIGHT_OF_MAP = MAP_WIDTH * SCALE, MAP_HEIGHT * SCALE
PANEL_WIDTH, PANEL_HEIGHT, GOALS_HEIGHT = 460, 94, 62
"""A player: name and points, buildings and tokens; at the end the goals below."""
OWN_HEIGHT, HIGHEST_ROW = 54, 40
"""The viewer's own panel is one row, as their buildings lie in the hand; Expert has the highest buildings below."""
ROW = 30
BUILDING, STEP = 16.5, 17.5
"""Width of a building in front of its player, and how far apart they stand; on the map they are larger."""
SKYLINE = 86
"""The ground on which they stand."""
ON_MAP = 50
TOKEN, TOKEN_ON_MAP = 28, 40
TOKENS, TOKEN_STEP = 300, 50
"""Where tokens begin, and how far apart their kinds are; the viewer's lie in the upper row."""
OWN_TOKENS = 156
HAND_STEP, HAND_EDGE, IN_HAND = 45.0, 2.0, 46.0
HAND_RATIO, FEWEST_IN_HAND = 0.17, 8
"""The hand is as wide as the buildings that are left, and always of the same shape, so that nothing moves when one has
been built and the others grow."""
POINTS = PANEL_WIDTH - 80
"""Where the points begin."""
TAG_WIDTH, TAG_HEIGHT = 80, 24
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
    return at[0] - (25 if blind else 9), at[1] - 35, ON_MAP, 1.3 * ON_MAP


def token_place(own: bool, token: int) -> tuple[float, float]:
    """Where the tokens of a kind lie in a seat's panel."""
    return (OWN_TOKENS if own else TOKENS) + TOKEN_STEP * (token - 1), row_of(own) - 14 if own else 56


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
def field_sprite(field: int, kind: int, building: int, token: int, owner: Text, named: bool) -> Sprite:
    """A field with its kind (0: in an unused district), and what lies on it in words; its name is for notation, unless
    it is `named` in what players read."""
    name = FIELD_NAMES[field]
    place = places()[name]
    marks: tuple[Mark, ...] = ()
    unit = 100 / place.width
    if kind:
        left, top = (place.name_at[0] - place.x - 15) * unit, (place.name_at[1] - place.y) * unit
        marks = (
            Mark(left, top, 24 * unit, symbol=f"kind-{kind}"),
            Mark(left + 14 * unit, top, 16 * unit, text=name, anchor="start", coordinate=not named),
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


def hand_size(left: int) -> tuple[float, float]:
    """Width and height of the hand with so many buildings."""
    width = 2 * HAND_EDGE + HAND_STEP * max(FEWEST_IN_HAND, left)
    return width, HAND_RATIO * width


def hand_x(place: int, left: int) -> float:
    """Where a place of the hand begins, with so many buildings; a short hand lies in the middle."""
    return HAND_EDGE + HAND_STEP * (place + max(0, FEWEST_IN_HAND - left) / 2)


@cache
def too_low_sprite(low: int, left: int) -> Sprite:
    """Words above the first buildings of a hand, which beat no bid."""
    words, first = Message("too low"), hand_x(0, left)
    mark = Mark(0, 0, 13, text=words, colour="ink-muted", width=HAND_STEP * low)
    return SharedSprite("too-low", "", "hand", first + HAND_STEP * low / 2, 10, z=7, label=words, marks=(mark,))


@cache
def unused_sprite(district: int, fields: tuple[int, ...]) -> Sprite:
    """Why nothing is coloured there: words in the largest field of a district that is not used."""
    name = DISTRICT_LABELS[district]
    largest = max((places()[FIELD_NAMES[field]] for field in fields), key=lambda place: place.width * place.height)
    x, y = largest.x + largest.width / 2, largest.y + largest.height / 2
    mark = Mark(0, 0, 24, text=Message("not in play"), colour="ink-muted", width=0.8 * largest.width, detail=True)
    label = Message("Unused district: {district}", district=name)
    return SharedSprite(f"unused-{district}", "", "board", x, y, z=4, label=label, marks=(mark,))


@lru_cache(maxsize=1024)
def mark_sprite(field: int, symbols: tuple[str, ...]) -> Sprite:
    """What the viewer's goals say about a field."""
    name = FIELD_NAMES[field]
    at = places()[name].mark_at
    label = Message("{field} counts for your goals", field=name)
    again = tuple(Mark(100, 50, 100, symbol=symbol) for symbol in symbols[1:])
    box = (at[0] - 12, at[1] - 12, 24, 24)
    return SharedSprite(f"mark-{name}", symbols[0], "board", *box, 4, label=label, marks=again)


@lru_cache(maxsize=16_384)
def building_sprite(
    seat: int, value: int, owner: Text, own: tuple[int, int] | None, field: int, state: int, last: bool
) -> Sprite:
    """A building in front of its player, or on a field with its number as a bid, built with its owner's emblem; `own`
    is its place in the viewer's hand and how many there are."""
    height = int(HEIGHT[value])
    words = {"height": HEIGHT_NAMES[height], "value": value, "seat": owner}
    number = Mark(50, 99, 46, text=str(value), colour="on-seat")
    area, x, y, width = f"panel:seat-{seat}", 16 + STEP * (value - 1), SKYLINE - 1.3 * BUILDING, BUILDING
    label: Message = Message("{height} {value} of {seat}, not yet built", **words)
    if own:
        size = hand_size(own[1])
        area, x, width = "hand", hand_x(*own), IN_HAND
        y = (size[1] - 1.3 * IN_HAND) / 2
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
    area, size, x, y = "board", TOKEN_ON_MAP, at[0] - 43, at[1] - 12
    label: Message = Message("{field}: {token}", field=name, token=TOKEN_NAMES[token])
    if seat >= 0:
        area, size, (x, y) = f"panel:seat-{seat}", TOKEN, token_place(own, int(token))
        label = Message("{seat} has: {token}", seat=owner, token=TOKEN_NAMES[token])
    place = (area, x, y, size, size, 5)
    return SharedSprite(f"token-{name}", f"token-{int(token)}", *place, role="piece", label=label)


@lru_cache(maxsize=4096)
def panel_sprites(
    seat: int, name: Text, turn: bool, own: bool, height: int, wide: int, passed: bool, bid: int
) -> tuple[Sprite, ...]:
    """The panel of a seat with its name, and what it has said in this call: its last `bid` (0: none) or a pass."""
    area, middle = f"panel:seat-{seat}", row_of(own)
    label: Text = Message("{name}, whose turn it is", name=name) if turn else name
    box, look = (0, 0, PANEL_WIDTH, height), {"owner": seat, "label": label}
    panel = SharedSprite(f"panel-{seat}", "panel-on" if turn else "panel", area, *box, **look)  # type: ignore[arg-type]
    marks = (
        Mark(28, middle, 26, symbol=f"seat-{seat}"),
        Mark(48, middle, 20, text=name, anchor="start", width=wide),
    )
    title = SharedSprite(f"name-{seat}", "", area, 0, 0, z=1, marks=marks, **look)  # type: ignore[arg-type]
    if not passed and not bid:
        return panel, title
    said: Message = Message("passed") if passed else Message("bids {n}", n=bid)
    place = (area, wide + 54, middle - TAG_HEIGHT / 2, TAG_WIDTH, TAG_HEIGHT, 2)
    mark = Mark(50, 15, 19, text=said, colour="ink" if passed else "on-seat", width=92)
    how: dict[str, Any] = {"owner": seat, "label": Message("{name} has passed", name=name) if passed else said}
    name_of, symbol = ("passed", "tag-passed") if passed else ("bids", "tag-bid")
    return panel, title, SharedSprite(f"{name_of}-{seat}", symbol, *place, marks=(mark,), **how)


def row_of(own: bool) -> int:
    """The middle of the upper row of a panel."""
    return 27 if own else 26


@lru_cache(maxsize=512)
def gone_sprite(seat: int, value: int) -> Sprite:
    """Where a building stood in front of its player that is on the map now."""
    place = (f"panel:seat-{seat}", 16 + STEP * (value - 1), SKYLINE - 1.3 * BUILDING, BUILDING, 1.3 * BUILDING)
    return SharedSprite(f"gone-{seat}-{value}", "gone", *place, 1)


@lru_cache(maxsize=4096)
def points_sprite(seat: int, own: bool, total: int) -> Sprite:
    """The points of a seat, as far as they are known."""
    words = Message("Points known so far: {n}", n=total)
    mark = (Mark(122, 52, 84, text=signed(total), anchor="start"),)
    box = (POINTS, row_of(own) - 14, 28, 28)
    return SharedSprite(f"points-{seat}", "point", f"panel:seat-{seat}", *box, 2, label=words, marks=mark)


@lru_cache(maxsize=4096)
def tokens_sprite(seat: int, own: bool, kind: int, n: int) -> Sprite:
    """How many tokens of a kind a seat has."""
    words = Message("{token}: {n}", token=TOKEN_NAMES[Token(kind)], n=n)
    mark = (Mark(112, 52, 60, text=str(n), colour="ink" if n else "ink-muted", anchor="start"),)
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
