"""Six opponents by name, each clearly stronger than the one before (`docs/strength.md`).

In a game with a net they play by it: three by a weakened instinct, one by instinct alone, two by a search that it
guides. Elsewhere they play by the game's quick choices and plain search, as they did before there were nets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.nets.net import has_net

from .careless import CarelessBot
from .instinct import NetBot, NetSearch, for_seats
from .mcts import Mcts
from .sampling import SamplingBot

if TYPE_CHECKING:
    from . import Bot

LOOKS = 1000
"""Looks of the strongest bot for two seats, where a game says nothing."""
LEAST_LOOKS = 16


@dataclass
class Strength:
    """One of the six."""

    name: str
    learned: Callable[[Game], Bot]
    """What it is in a game with a net."""
    other: Bot
    """What it is in a game without one."""

    def at(self, game: Game) -> Bot:
        """The bot that it is in this game."""
        return self.learned(game) if has_net(game) else self.other

    def bot(self) -> Bot:
        """The strength itself: it plays any game."""
        return self

    def choose(self, seen: Position, seed: int) -> int:
        """The number of a legal action."""
        return self.at(seen.game).choose(seen, seed)


def most_looks(game: Game) -> int:
    """How often the strongest bot looks with the game's net for a decision."""
    said = game.advice.looks if game.advice else {}
    return int(for_seats(said, game, 2 * LOOKS / game.players))


def searching(name: str, part: int) -> Callable[[Game], Bot]:
    """A search with the game's net that looks a `part`-th of the strongest bot's times."""
    return lambda game: NetSearch(max(LEAST_LOOKS, most_looks(game) // part), name=name)


def searcher(game: Game, iterations: int = 0, milliseconds: int = 0) -> Mcts:
    """The strongest way to search this game, for reviews and hints."""
    return (NetSearch if has_net(game) else Mcts)(iterations, milliseconds)


SIX = (
    Strength("newcomer", lambda game: CarelessBot("newcomer", 0.2, 1.5, 1.2), SamplingBot("newcomer", 0.15)),
    Strength("learner", lambda game: CarelessBot("learner", 0.08, 0.4, 0.8), SamplingBot("learner", 0.5)),
    Strength("regular", lambda game: CarelessBot("regular", 0.04, 0.2, 0.6), SamplingBot("regular", 0.75)),
    Strength("skilled", lambda game: NetBot(name="skilled"), Mcts(40, name="skilled", tuned_for_two=True)),
    Strength("strong", searching("strong", 10), Mcts(400, name="strong", tuned_for_two=True)),
    Strength("master", searching("master", 1), Mcts(4000, name="master", tuned_for_two=True)),
)

STRENGTHS: dict[str, Callable[[], Bot]] = {strength.name: strength.bot for strength in SIX}
"""How to make each of them."""
