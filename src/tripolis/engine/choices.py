"""Choices that are no pieces: an amount that is asked for, an offer that is put together. Pages show them as fields
and forms."""

from __future__ import annotations

from dataclasses import dataclass

from .scene import Text


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that is asked for: `template` with the number put in is the move."""

    template: str
    least: int
    most: int
    step: int = 1
    steps: tuple[int, ...] = ()
    """What buttons beside the field add to it."""
    value: int | None = None
    """Where the field begins; `least` without one."""
    of: Text = ""
    """What it is taken from: "of your 4.2M"."""
    title: Text = ""
    """The words of the button, with `{amount}` where the number stands."""
    note: Text = ""
    """The small second line of the button, with `{left}` where it says what is left."""
    units: tuple[tuple[int, str], ...] = ()
    """How numbers are written, the largest first: 4200 is 4.2M with `((1000, "M"), (1, "k"))`."""
    forms: tuple[tuple[int, Text], ...] = ()
    """The same in the words of each language, with `{n}` where the number stands."""
    have: int | None = None
    """What it is paid from: `{left}` is this less the number."""


@dataclass(frozen=True, slots=True)
class OfferPart:
    """One thing of an offer; `remove` is the path of clicks that takes it out."""

    id: str
    text: Text
    symbol: str = ""
    note: Text = ""
    remove: tuple[str, ...] = ()
    typed: bool = False
    """Is it a sum that the form has a field for?"""
    colour: str = ""
    """The token of the colour by which it is known, such as that of its group."""


@dataclass(frozen=True, slots=True)
class OfferStep:
    """A button that adds to a column of an offer, such as +100k of cash."""

    text: Text
    path: tuple[str, ...]
    amount: int = 0
    """What it adds, where it adds a number."""


@dataclass(frozen=True, slots=True)
class OfferEffect:
    """What an offer would change, seen by the one who decides."""

    text: Text
    sign: int = 0
    """1: good for them, -1: bad."""


@dataclass(frozen=True, slots=True)
class Composing:
    """An offer that is being put together: two columns, their totals, and the paths that send it or throw it away."""

    give: tuple[OfferPart, ...]
    get: tuple[OfferPart, ...]
    total_give: Text
    total_get: Text
    send: tuple[str, ...] = ()
    cancel: tuple[str, ...] = ()
    seat: int = -1
    """The other seat."""
    more_give: tuple[OfferStep, ...] = ()
    more_get: tuple[OfferStep, ...] = ()
    """What can be added to each column: steps of a sum, and things, most of which can be clicked on the board too."""
    add: Text = ""
    """The words for adding such a thing."""
    balance: int = 0
    """What the steps have added to the left column, less what they have added to the right one."""
    most: tuple[int, int] = (0, 0)
    """How large the sum of each column can be."""
    units: tuple[tuple[int, str], ...] = ()
    forms: tuple[tuple[int, Text], ...] = ()
    """How these numbers are written, as in `Amount`."""
    effects: tuple[OfferEffect, ...] = ()
    """What it would bring if it were accepted."""
