"""What score helpers share: a finished table put together step by step, counted by the rules of its game.

An editor has the shape of a match: moves as text and as paths of clicks, a scene, a verdict. It waits for no seat,
and its whole state is one short text that fits into an address. What was put in becomes a position of the game, so
that accounts, ties and places come from the rules.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from functools import cache
from typing import Any

from .game import Game, find
from .parts import Editor
from .position import Position


class ScoreEditor(Editor):
    """The base of a game's score helper."""

    FEWEST = 1
    mode = ""

    @property
    @abstractmethod
    def players(self) -> int:
        """For how many players something was put in."""

    @abstractmethod
    def position(self) -> Position:
        """What was put in, as a position that is over."""

    def ranks(self) -> list[int]:
        """Everybody's place, by the rules."""
        return places(self.position(), self.players)


@cache
def game_for(name: str, players: int, **options: Any) -> Game:
    """An installed game with a seat for each player, and at least the fewest seats that the game has."""
    game = find(name)
    seats = next(option for option in game.options if option.name == "players").values
    return game.configure(players=max(players, min(seats)), **options)


def finished_position(game: Game) -> Position:
    """An empty table at the end of a match: nobody is to decide, and all lies open."""
    position = Position(game, game.state.make())
    position.record.actor = position.record.observer = -1
    return position


def places(position: Position, players: int) -> list[int]:
    """The places of the first seats by the rules' `rank`; one alone is compared with nobody."""
    return position.ranks()[:players] if players > 1 else [1]


def whole_number(value: Any) -> int | None:
    """A whole number, NumPy's too, as Python's own; True and False are none."""
    return None if isinstance(value, bool) or not hasattr(value, "__index__") else operator.index(value)
