"""Cards: what a sprite is, what it needs and gives, what it scores, and how it can be reached."""

from __future__ import annotations

from dataclasses import dataclass

from .scene import Sprite, Text


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
    section: int | None = None
    """The section of the guide that tells the rule, counted from 1."""
