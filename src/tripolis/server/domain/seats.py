"""The seats of a table, and what their holders have asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tripolis.bots import BOT_NAMES
from tripolis.engine.scene import Text
from tripolis.engine.words import Message

STAND_IN = "greedy"
"""The bot that plays for somebody who has resigned or whose time is up."""


@dataclass(slots=True)
class Seat:
    """A seat and who sits there: a person, a bot, or nobody yet (`open`)."""

    kind: str = "open"
    name: str = ""
    guest: str = ""
    token: str = ""
    bot: str = ""
    ready: bool = False
    nonce: str = ""
    resigned: int = 0
    """The seq at which the seat gave up."""
    late: bool = False
    stand_in: bool = False
    """A bot plays for the person."""

    @property
    def player(self) -> str:
        """The bot that decides here; empty where a person does, or nobody."""
        if self.kind == "bot":
            return self.bot
        return STAND_IN if self.stand_in else ""


@dataclass(slots=True)
class Offer:
    """Something that the others are asked: to take moves back to a ply, or to pause."""

    what: str
    seat: int
    ply: int
    agreed: list[int]


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat that a guest says is theirs."""

    seat: int
    guest: str


@dataclass(slots=True)
class Order:
    """A standing order: play this move at every turn until it is not legal or, unless 0, this many times."""

    move: str
    times: int


def seat_titles(seats: Sequence[tuple[str, str]]) -> tuple[Text, ...]:
    """What people read for seats of these kinds and names: bots of one kind are numbered, an open seat is a "?"."""
    titles: list[Text] = []
    for number, (kind, name) in enumerate(seats):
        bot = BOT_NAMES.get(name) if kind == "bot" else None
        same = [i for i, other in enumerate(seats) if other == (kind, name)]
        if bot is None:
            titles.append(name or "?")
        elif len(same) == 1:
            titles.append(bot)
        else:
            titles.append(Message("{name} {number}", name=bot, number=same.index(number) + 1))
    return tuple(titles)
