"""Scenes: an observation as sprites over boards, and the picture of a scene as SVG.

A game says what lies where; nothing here knows any game. A page keeps one element for each sprite's id and moves it
when its place changes; a move is a path of ids to click. Symbols come from the game's `art.svg`, colours from a
theme.
"""

from __future__ import annotations

import re
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from .errors import BadOptions
from .themes import THEMES, for_seat, inline
from .words import Message, seat_name

if TYPE_CHECKING:
    from .position import Position

ROLES = ("piece", "target", "place", "button", "info")
"""A `place` is an empty one that pages show only while it may be clicked."""
AREA_ROLES = ("main", "own", "hand", "choices", "rival", "open", "info")
KINDS = ("", "main", "ends", "done", "cancel", "amount", "extra")
Text = str | Message


@dataclass(slots=True)
class Mark:
    """A small glyph or text on a sprite; place and size are in hundredths of the sprite's width."""

    x: float
    y: float
    size: float
    symbol: str = ""
    text: Text = ""
    colour: str = "ink"
    anchor: str = "middle"
    width: float = 0
    """A text that would be wider is written smaller, and narrower if that is not enough; 0: as wide as it is."""
    lines: int = 1
    """A text that would be wider goes on below, in at most so many lines."""
    coordinate: bool = False
    """A name for notation, which a page hides unless somebody asks for it."""
    detail: bool = False
    """A text that a page may leave out where it would be too small to read."""


@dataclass(slots=True)
class Sprite:
    """One thing that can be seen: where it lies in its area, what it shows, and what it is called.

    Values, though not frozen: a server draws hundreds of them for every move, and freezing takes three times as long.
    """

    id: str
    symbol: str
    area: str
    x: float
    y: float
    width: float = 100
    height: float = 100
    z: int = 0
    turn: int = 0
    role: str = "info"
    owner: int = -1
    shape: str = ""
    """The shape of the rings around it, where it is not a square: `slot` for the symbols `ring-can-slot` and so on."""
    label: Text = ""
    marks: tuple[Mark, ...] = ()
    about: tuple[str, ...] = ()
    """Other sprites that it speaks of: they are lit while somebody looks at it."""
    kind: str = ""
    """Of a button: `main` is the first choice, `ends` ends the turn or cannot be taken back, `cancel` goes back,
    `amount` is a step of an amount."""
    note: Text = ""
    """The small second line of a button."""


class SharedSprite(Sprite):
    """A sprite that is made once and lies on many tables: where it lies still, nothing has changed. In a set or a
    dictionary each is another one, even of the same look."""

    __slots__ = ()
    __hash__ = object.__hash__


SPRITE_FIELDS = tuple(field.name for field in fields(Sprite))
MOST_SHARED = 8192


class SharedSprites:
    """Sprites by the values that they follow from: a server draws a table after every move, and most of it is as it
    was."""

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[SharedSprite, ...]] = {}

    def once(
        self, key: Hashable, make: Callable[..., Sprite | Iterable[Sprite]], *args: Any
    ) -> tuple[SharedSprite, ...]:
        """The sprites of a key, made when they are first needed."""
        sprites = self._made.get(key)
        if sprites is None:
            if len(self._made) >= MOST_SHARED:
                self._made.clear()
            drawn = make(*args)
            drawn = (drawn,) if isinstance(drawn, Sprite) else drawn
            sprites = tuple(SharedSprite(*(getattr(one, name) for name in SPRITE_FIELDS)) for one in drawn)
            self._made[key] = sprites
        return sprites


@dataclass(frozen=True, slots=True)
class Chip:
    """A symbol with a short text, for an area that is only summed up."""

    symbol: str
    text: Text = ""
    label: Text = ""
    owner: int = -1


@dataclass(frozen=True)
class Area:
    """A part of the table with its own units; x and y place it in a picture of the whole table."""

    name: str
    x: float
    y: float
    width: float
    height: float
    title: Text = ""
    role: str = "main"
    """What it is for: the board, a seat's own things, what is laid, buttons that are not on the board, what is open
    between players now, information."""
    seat: int = -1
    """Whose it is; what belongs to other seats than the viewer's is a rival's."""
    text: float = 0
    """The size of its smallest text, which says how small the area may be drawn; 0: it has none."""
    summary: tuple[Chip, ...] = ()
    """What is shown of it where there is no room."""
    free: tuple[float, ...] = ()
    """Left, top, width and height of a part in which nothing lies that has to be seen: a page may put there what is
    open now, such as a form or a card."""
    ground: bool = False
    """Are its targets a ground on which smaller pieces stand? Then their rings lie below the pieces, and while only
    some of them may be clicked the others step back."""
    stood_on: bool = False
    """Do small pieces stand on its targets? Then their rings lie below the pieces, too, and nothing else changes."""


@dataclass(frozen=True)
class Scene:
    """Areas and the sprites that lie in them."""

    areas: tuple[Area, ...]
    sprites: tuple[Sprite, ...]

    def __getitem__(self, sprite_id: str) -> Sprite:
        return self.by_id[sprite_id]

    @property
    def by_id(self) -> dict[str, Sprite]:
        """The sprites by their ids."""
        return {sprite.id: sprite for sprite in self.sprites}

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of its picture."""
        width = max(a.x + a.width for a in self.areas) + 2 * MARGIN
        return width, max(a.y + a.height for a in self.areas) + 2 * MARGIN

    def as_data(self, say: Callable[[Text], str] = str) -> dict[str, Any]:
        """The scene as plain data, for pages; `say` turns messages into words."""
        return {"areas": [_said(a, say) for a in self.areas], "sprites": [_said(s, say) for s in self.sprites]}


class Drawing(ABC):
    """What a game draws from one observation: a base for its scene."""

    def __init__(self, position: Position, names: tuple[Text, ...] | None) -> None:
        self.position = position
        self.s, self.b = position.plain, position.game.plain_box
        self.seats = range(position.game.players)
        self.names = names or tuple(seat_name(seat) for seat in self.seats)

    @abstractmethod
    def areas(self) -> Iterator[Area]:
        """The areas of the table."""

    @abstractmethod
    def sprites(self) -> Iterator[Sprite]:
        """All that lies in them."""

    def scene(self) -> Scene:
        """The whole table."""
        return Scene(tuple(self.areas()), tuple(self.sprites()))


def _said(thing: Any, say: Callable[[Text], str]) -> dict[str, Any]:
    shallow = {name: getattr(thing, name) for name in thing.__dataclass_fields__}
    for name, value in shallow.items():
        if isinstance(value, Message):
            shallow[name] = say(value)
    for name in {"marks", "summary"} & shallow.keys():
        shallow[name] = [_said(part, say) for part in shallow[name]]
    return shallow


@dataclass(frozen=True)
class Changes:
    """What makes one scene another."""

    added: tuple[Sprite, ...]
    changed: tuple[Sprite, ...]
    removed: tuple[str, ...]


def diff(old: Scene, new: Scene) -> Changes:
    """The sprites that came, changed or went."""
    before, here = old.by_id, new.by_id
    return Changes(
        tuple(s for s in new.sprites if s.id not in before),
        tuple(s for s in new.sprites if s.id in before and before[s.id] != s),
        tuple(sprite_id for sprite_id in before if sprite_id not in here),
    )


# ----------------------------------------------------------------------- SVG

MARGIN = 24


@cache
def art(file: Path) -> Mapping[str, str]:
    """The symbols of an art sheet by their ids."""
    found = re.finditer(r'<symbol\b[^>]*?\bid="([^"]+)".*?</symbol>', file.read_text(encoding="utf-8"), re.DOTALL)
    return {symbol[1]: symbol[0] for symbol in found}


SIGN = 0.58
"""How wide a sign of a text is on average, of its size."""
LINE = 1.2
"""The distance between two lines, of their size."""
SMALLEST = 0.7
"""How small a text may become to fit; after that it is squeezed."""


def fit_text(text: str, size: float, width: float) -> tuple[float, float]:
    """The size in which a text fits a width, and the width to squeeze it into (0: it fits)."""
    wanted = SIGN * size * len(text)
    if not width or wanted <= width:
        return size, 0
    smaller = round(max(SMALLEST, width / wanted) * size, 2)
    return smaller, width if width / wanted < SMALLEST else 0


def wrap_text(text: str, size: float, width: float, most: int) -> list[str]:
    """The text in at most `most` lines, each as long as the width allows."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and SIGN * size * len(longer) > width and len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class Picture:
    """Writes a scene as SVG: the symbols it uses, in the colours of a theme and of the seats that own the pieces."""

    def __init__(self, art_file: Path, theme: str, say: Callable[[Text], str]) -> None:
        self.art = art(art_file)
        if theme not in THEMES:
            names = ", ".join(THEMES)
            raise BadOptions(Message("There is no theme {theme}; there are: {names}.", theme=theme, names=names))
        self.colours = THEMES[theme]
        self.say = say
        # Pictures of several themes may stand on one page: their symbols must not share ids.
        self.prefix = f"{theme}-{zlib.crc32(art_file.read_bytes()):08x}"
        self.symbols: dict[str, str] = {}

    def use(self, symbol: str, x: float, y: float, width: float, height: float, turn: int = 0, owner: int = -1) -> str:
        """A symbol somewhere; those that show their owner's colour are kept once for each seat."""
        name = self.keep(symbol, owner if owner >= 0 and "var(--seat)" in self.art[symbol] else -1)
        turned = f' transform="rotate({turn} {x + width / 2:g} {y + height / 2:g})"' if turn else ""
        return f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{turned}/>'

    def keep(self, symbol: str, owner: int = -1) -> str:
        """Take a symbol into the picture, with those it uses; returns its id there."""
        name = f"{self.prefix}-{symbol}" if owner < 0 else f"{self.prefix}-{symbol}-of-{owner}"
        if name not in self.symbols:
            text = self.art[symbol].replace(f'id="{symbol}"', f'id="{name}"')
            for inner in re.findall(r'href="#([^"]+)"', text):
                text = text.replace(f'href="#{inner}"', f'href="#{self.keep(inner)}"')
            self.symbols[name] = inline(text, for_seat(self.colours, owner)) if owner >= 0 else text
        return name

    def mark(self, sprite: Sprite, mark: Mark) -> str:
        """A glyph or a text on a sprite."""
        unit = sprite.width / 100
        x, y, size = sprite.x + mark.x * unit, sprite.y + mark.y * unit, mark.size * unit
        glyph = self.use(mark.symbol, x - size / 2, y - size / 2, size, size) if mark.symbol else ""
        if mark.text == "":
            return glyph
        colours = for_seat(self.colours, sprite.owner) if sprite.owner >= 0 else self.colours
        said, width = self.say(mark.text), mark.width * unit
        for i, text in enumerate(wrap_text(said, size, width, mark.lines) if mark.lines > 1 else [said]):
            tall, squeezed = fit_text(text, size, width)
            narrow = f' textLength="{squeezed:g}" lengthAdjust="spacingAndGlyphs"' if squeezed else ""
            top = y + LINE * size * i + tall * 0.36
            glyph += (
                f'<text x="{x:g}" y="{top:g}" font-size="{tall:g}" text-anchor="{mark.anchor}" '
                f'font-weight="600" fill="{colours[mark.colour]}"{narrow}>{escape(text)}</text>'
            )
        return glyph

    def sprite(self, sprite: Sprite) -> str:
        """A sprite with its marks; its label is the title that a screen reader says."""
        label = self.say(sprite.label)
        title = f"<title>{escape(label)}</title>" if label else ""
        body = ""
        if sprite.symbol:
            place = sprite.x, sprite.y, sprite.width, sprite.height
            body = self.use(sprite.symbol, *place, sprite.turn, sprite.owner)
        marks = "".join(self.mark(sprite, mark) for mark in sprite.marks)
        return f"<g data-id={quoteattr(sprite.id)}>{title}{body}{marks}</g>"

    def ring(self, kind: str, sprite: Sprite) -> str:
        """A ring round a sprite, in its shape."""
        return self.use(
            f"{kind}-{sprite.shape}" if sprite.shape else kind,
            sprite.x,
            sprite.y,
            sprite.width,
            sprite.height,
            sprite.turn,
        )

    def number(self, n: int, x: float, y: float, size: float) -> str:
        """A number in a disc of its own, readable on everything."""
        return (
            f'<circle cx="{x:g}" cy="{y:g}" r="{size / 2:g}" stroke-width="{size / 9:g}" '
            'style="fill:var(--ink);stroke:var(--surface)"/>'
            f'<text x="{x:g}" y="{y + size * 0.22:g}" font-size="{size * 0.62:g}" text-anchor="middle" '
            f'font-weight="700" style="fill:var(--surface)">{n}</text>'
        )


DISC = 1 / 22
"""The size of a number's disc, of the wider side of the picture."""


def discs(scene: Scene, numbered: Sequence[Iterable[str]], size: float) -> Iterator[tuple[int, float, float]]:
    """Each number with its place: the upper left corner of the sprites or areas that have it, inside the picture."""
    areas, known = {area.name: area for area in scene.areas}, scene.by_id
    for n, names in enumerate(numbered, 1):
        for name in names:
            sprite = known.get(name)
            area = areas[sprite.area if sprite else name]
            x, y = (area.x + sprite.x, area.y + sprite.y) if sprite else (area.x, area.y)
            yield n, max(size / 2, x + MARGIN), max(size / 2, y + MARGIN)


def svg(
    scene: Scene,
    art_file: Path,
    theme: str = "light",
    can: Iterable[str] = (),
    last: Iterable[str] = (),
    say: Callable[[Text], str] = str,
    title: Text = "",
    numbered: Sequence[Iterable[str]] = (),
    ground: bool = True,
) -> str:
    """A picture of the whole table. `can` are sprites that may be clicked now, `last` those of the last move;
    `numbered` are sprites and areas with the number 1, with 2, and so on. Without `ground`, what lies below shines
    through."""
    picture = Picture(art_file, theme, say)
    lit, recent = set(can), set(last)
    body = []
    for area in scene.areas:
        inside = sorted((s for s in scene.sprites if s.area == area.name), key=lambda s: s.z)
        body.append(f'<g transform="translate({area.x + MARGIN:g} {area.y + MARGIN:g})">')
        body += [picture.sprite(sprite) for sprite in inside]
        body += [picture.ring("ring-last", sprite) for sprite in inside if sprite.id in recent]
        body += [picture.ring("ring-can", sprite) for sprite in inside if sprite.id in lit]
        body.append("</g>")
    width, height = scene.size
    size = DISC * max(width, height)
    body += [picture.number(n, x, y, size) for n, x, y in discs(scene, numbered, size)]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="group" '
        'font-family="system-ui, sans-serif" font-variant-numeric="tabular-nums">',
        f"<title>{escape(say(title))}</title>" if title else "",
        "<defs>" + "\n".join(picture.symbols.values()) + "</defs>",
        f'<rect width="{width:g}" height="{height:g}" style="fill:var(--surface)"/>' if ground else "",
        *body,
        "</svg>",
    ]
    return inline("\n".join(line for line in lines if line), theme)
