"""Cards: what a sprite is, what it needs and gives, what it scores, and how it can be reached."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from .scene import Sprite, Text

if TYPE_CHECKING:
    from .position import Position


@dataclass(frozen=True, slots=True)
class Fact:
    """A line such as "Needs: 1 resident", with a symbol of the game's art."""

    label: Text
    text: Text
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class CardTable:
    """A row of a scoring table: a head, rows as long as it, and the column that holds now."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    now: int | None = None
    bars: tuple[int, ...] = ()
    """What the columns after the first are worth, where they are drawn as bars."""


@dataclass(frozen=True, slots=True)
class Card:
    """What answers "what is that?"; the sprite is drawn large if none is given that looks different."""

    title: Text
    subtitle: Text = ""
    sprite: Sprite | None = None
    facts: tuple[Fact, ...] = ()
    lines: tuple[Text, ...] = ()
    table: CardTable | None = None
    reach: Text | None = None
    """How the viewer can get at it now."""
    section: str = ""
    """The name of the section of the guide that tells the rule."""
    colour: str = ""
    """A colour of the themes for the band with the title, such as `group-1`; texts on it have `on-group-1`."""


MakeCard: TypeAlias = "Callable[[Position, list[str]], Card]"
"""`(position, parts)`: the card of a sprite, from the parts of its id behind the first."""


def by_kind(makers: Mapping[str, MakeCard]) -> Callable[[Position, str], Card | None]:
    """A `Face.card` that looks up who makes a sprite's card by the first part of its id: `tile` for `tile-12`."""

    def card(position: Position, sprite: str) -> Card | None:
        kind, *parts = sprite.split("-")
        make = makers.get(kind)
        return make(position, parts) if make else None

    return card
