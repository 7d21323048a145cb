"""The seats of a table, and what their holders have asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count

from tripolis.bots import BOT_NAMES
from tripolis.engine.scene import Text

from .user_text import look_of

STAND_IN = "skilled"
"""The bot that plays for somebody who has resigned or whose time is up."""


BOTS_AT_TABLES = ("Mira", "Jonas", "Lina", "Otto", "Nora", "Emil")
"""What bots are called at a table, in the order of their seats: how strong they are is told beside their name."""


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
    """An automatic move: play this move at every turn until it is not legal or, unless 0, this many times."""

    move: str
    times: int


def seat_titles(seats: Sequence[tuple[str, str]]) -> tuple[Text, ...]:
    """What people read for seats of these kinds and names."""
    return _seat_titles(tuple(seats))


@lru_cache(maxsize=4096)
def _seat_titles(seats: tuple[tuple[str, str], ...]) -> tuple[Text, ...]:
    """Bots have names that nobody else has, people who look alike are numbered, an open seat is a "?"."""
    looks = [look_of(name) if kind != "bot" or name not in BOT_NAMES else "" for kind, name in seats]
    names = chain(BOTS_AT_TABLES, (f"{name} {n}" for n in count(2) for name in BOTS_AT_TABLES))
    free = (name for name in names if look_of(name) not in looks)
    titles: list[Text] = []
    for number, (kind, name) in enumerate(seats):
        same = [i for i, other in enumerate(looks) if other == looks[number]]
        if not name:
            titles.append("?")
        elif kind == "bot" and name in BOT_NAMES:
            titles.append(next(free))
        else:
            titles.append(name if len(same) == 1 else f"{name} ({same.index(number) + 1})")
    return tuple(titles)
