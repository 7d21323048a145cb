"""Who decides: bots see an observation and name an action."""

from __future__ import annotations

import random
from typing import Protocol

from tripolis.engine.errors import BadOptions
from tripolis.engine.position import Position
from tripolis.engine.words import Message


class Bot(Protocol):
    """A player that is no person. It only ever gets observations; `seed` is all the chance that it may use."""

    name: str

    def choose(self, seen: Position, seed: int) -> int:
        """The number of a legal action of `seen.actor`."""
        ...


class RandomBot:
    """Any legal action, each as likely."""

    name = "random"

    def choose(self, seen: Position, seed: int) -> int:
        """Draw a legal action."""
        return random.Random(seed).choice(seen.legal_numbers())


class GreedyBot:
    """What the game's own advice holds best at once, without looking ahead."""

    name = "greedy"

    def choose(self, seen: Position, seed: int) -> int:
        """Ask the game."""
        return int(seen.game.call("call_choose")(seen.records, seen.game.box, seen.game.work))


BOT_NAMES = {"random": Message("Random bot"), "greedy": Message("Greedy bot")}
"""What people call the bots."""
BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot(name: str) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        names = ", ".join(BOTS)
        raise BadOptions(Message("There is no bot called {name}; there are: {names}.", name=name, names=names))
    return BOTS[name]()
