"""What score helpers share: a finished table put together step by step, counted by the rules of its game.

An editor has the shape of a match: moves as text and as paths of clicks, a scene, a verdict. It waits for no seat,
and its whole state is one short text that fits into an address. What was put in becomes a position of the game, so
that accounts, ties and places come from the rules.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from .game import Game, find
from .parts import CountedAccount, Editor
from .position import Position
from .position_text import put_derived
from .sound import check_position
from .words import Message, seat_name


class ScoreEditor(Editor):
    """The base of a game's score helper."""

    FEWEST = 1
    mode = ""
    names: tuple[str, ...] = ()

    @property
    @abstractmethod
    def players(self) -> int:
        """For how many players something was put in."""

    @abstractmethod
    def position(self) -> Position:
        """What was put in, as a position that is over."""

    @abstractmethod
    def to_play(self, first: int) -> tuple[Position, tuple[Message, ...]]:
        """What was put in as a position to go on from, where seat `first` decides; and how what cannot be known was
        filled in."""

    def titles(self) -> tuple[str | Message, ...]:
        """What everybody is called: by the names that were given, else by numbers."""
        return tuple(name or seat_name(seat) for seat, name in enumerate((*self.names, *[""] * self.players)))

    def ranks(self) -> list[int]:
        """Everybody's place, by the rules."""
        return places(self.position(), self.players)

    def is_settled(self) -> bool:
        """Do all values within their ranges give the same places? (Where they move totals independently.)"""
        return is_settled(self.verdict(), self.spread())


NOT_SETTLED = Message(
    "No winner is named: other values within the ranges would change the places. Type in the values of your own box."
)


def is_settled(accounts: Sequence[CountedAccount], spread: Sequence[Mapping[str, tuple[int, int]]]) -> bool:
    """Are everybody's totals apart from one another, or certain, whatever the values within their ranges are?"""
    ends = []
    for account, unsure in zip(accounts, spread, strict=True):
        sure = account.total - sum(account.points[key] for key in unsure)
        ends.append((sure + sum(low for low, _ in unsure.values()), sure + sum(high for _, high in unsure.values())))
    return all(a[0] > b[1] or b[0] > a[1] or (a[0] == a[1] and b[0] == b[1]) for a, b in combinations(ends, 2))


def game_for(name: str, players: int, box: Mapping[str, str] | None = None, **options: Any) -> Game:
    """An installed game with a seat for each player, and at least the fewest seats that the game has."""
    game = standard_game(name, players, **options)
    return game if box is None else game.configure(box)


@cache
def standard_game(name: str, players: int, **options: Any) -> Game:
    """The same with the standard box."""
    game = find(name)
    seats = next(option for option in game.options if option.name == "players").values
    return game.configure(players=max(players, min(seats)), **options)


def finished_position(game: Game) -> Position:
    """An empty table at the end of a match: nobody is to decide, and all lies open."""
    position = Position(game, game.state.make())
    position.record.actor = position.record.observer = -1
    return position


DRAWN = 20_150_301
"""The seed of what nobody can know of a table that is put in: the same table always becomes the same position."""


def goes_on(game: Game, fill: Callable[[Any], None]) -> Position:
    """A position to play on from: a new match's record, changed by `fill`, and checked."""
    s = game.new(DRAWN).position.plain
    s.ply = 0
    fill(s)
    put_derived(game, s)
    position = Position(game, game.state.from_plain(s))
    check_position(position)
    return position


def places(position: Position, players: int) -> list[int]:
    """The places of the first seats by the rules' `rank`; one alone is compared with nobody."""
    return position.ranks()[:players] if players > 1 else [1]


def whole_number(value: Any) -> int | None:
    """A whole number, NumPy's too, as Python's own; True and False are none."""
    return None if isinstance(value, bool) or not hasattr(value, "__index__") else operator.index(value)
