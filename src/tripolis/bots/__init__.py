"""Bots: players that are given an observation and return the number of an action."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Protocol

from tripolis.engine import cache as engine_cache
from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game
from tripolis.engine.installed import installed
from tripolis.engine.position import Position
from tripolis.engine.record import PLAIN, source_of
from tripolis.engine.words import Message
from tripolis.nets.net import has_net, net_of

from .analysis import analyse
from .instinct import NetBot, NetSearch
from .instinct import bound as bound_to_net
from .mcts import Mcts, bound
from .strengths import STRENGTHS as STRENGTHS


class Bot(Protocol):
    """A computer player. It only ever gets observations; `seed` is all the chance that it may use."""

    name: str

    def choose(self, seen: Position, seed: int) -> int:
        """The number of a legal action of `seen.actor`."""
        ...


class RandomBot:
    """Any legal action, all equally likely."""

    name = "random"

    def choose(self, seen: Position, seed: int) -> int:
        """Draw a legal action."""
        return random.Random(seed).choice(seen.legal_numbers())


class GreedyBot:
    """The action that the game's own advice prefers, without looking ahead."""

    name = "greedy"

    def choose(self, seen: Position, seed: int) -> int:
        """Ask the game."""
        check_bot(self.name, seen.game)
        return quick_choice(seen)


def quick_choice(seen: Position) -> int:
    """The game's own quick choice; the first legal action where it gives no advice."""
    return int(seen.game.call("call_choose")(seen.records, seen.game.box, seen.game.work))


def check_bot(name: str, game: Game) -> None:
    """Refuse a bot that cannot play a game."""
    if name == GreedyBot.name and game.advice is None:
        message = Message("{game} gives no advice, so the bot {bot} cannot play it.", game=game.title, bot=name)
        raise BadOptions(message)


ENTRY_POINTS = "tripolis.bots"
"""The group under which an installed package registers its bots, each a class or a function that returns one."""

BOTS: dict[str, Callable[[], Bot]] = {**STRENGTHS, "greedy": GreedyBot, "random": RandomBot}

BOT_NAMES = {
    "newcomer": Message("Newcomer"),
    "learner": Message("Learner"),
    "regular": Message("Regular"),
    "skilled": Message("Skilled"),
    "strong": Message("Strong"),
    "master": Message("Master"),
    "random": Message("Random bot"),
    "greedy": Message("Greedy bot"),
}
"""What people call the bots."""

SEARCHES = re.compile(r"(mcts|net):([1-9][0-9]{0,6})(ms)?", re.ASCII)
"""A search by its budget: `mcts:5000` iterations, `mcts:250ms`. Not for the public: it may think for minutes."""


SEARCHING = ("skilled", "strong", "master")
"""Strengths that look ahead, if only in games without a net."""


def is_compiled(name: str) -> bool:
    """Is this one of our bots with code of their own that is compiled for each game?"""
    return name in STRENGTHS or name == NetBot().name or SEARCHES.fullmatch(name) is not None


def first_decision(game: Game) -> Position:
    """What a seat sees at the first choice of a match that is not forced: bots do not think about a single action."""
    match = game.new(0)
    while len(forced := match.position.legal_numbers()) == 1:
        match.play(forced[0])
    return match.seen_by(match.actor)


def prepare_bots(game: Game, *names: str) -> None:
    """Compile all that bots need, or load it from the cache; with names, only what these need."""
    if PLAIN:
        return  # there is nothing to compile, and a search takes seconds
    seen = first_decision(game)
    for name in names or ("newcomer", "strong"):  # one without and one with a search
        bot(name, game).choose(seen.copy(), 0)
        if name in SEARCHING:
            analyse(seen.copy(), 1, 1)  # the line behind a move


def is_cold(game: Game) -> bool:
    """Has the search of this game never been compiled on this machine? (Then `prepare_bots` takes a while.)"""
    return not PLAIN and engine_cache.is_cold(source_of((bound_to_net if has_net(game) else bound)(game)))


def bot_names() -> list[str]:
    """The names of all bots: our own, and those of other installed packages."""
    return [*BOTS, *sorted(set(installed(ENTRY_POINTS)) - set(BOTS))]


def public_bot(name: str, game: Game | None = None) -> Bot:
    """A bot that the public may ask for, by its name: one that does not think for minutes. Only installed ones are
    imported."""
    if game is not None:
        check_bot(name, game)
    if name in BOTS:
        return BOTS[name]()
    if (point := installed(ENTRY_POINTS).get(name)) is not None:
        other: Bot = point.load()()
        return other
    names = ", ".join(bot_names())
    raise BadOptions(Message("There is no bot called {name}; there are: {names}.", name=name, names=names))


def bot(name: str, game: Game | None = None) -> Bot:
    """A bot that can play the game, by its name; a search by its budget (`mcts:5000`, `mcts:250ms`); or a learned
    player (`net`, `net:400`)."""
    budget = SEARCHES.fullmatch(name)
    if budget is None and name != NetBot().name:
        return public_bot(name, game)
    if name.startswith("net") and game is not None:
        net_of(game)  # a game without one says so
    if budget is None:
        return NetBot()
    search = Mcts if budget[1] == "mcts" else NetSearch
    return search(milliseconds=int(budget[2])) if budget[3] else search(int(budget[2]))
