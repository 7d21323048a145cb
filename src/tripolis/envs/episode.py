"""A match in progress as environments need it: quick steps, what a seat sees as arrays, and what the end is worth."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tripolis.engine.errors import BadOptions, IllegalMove
from tripolis.engine.game import Game, game
from tripolis.engine.match import Match
from tripolis.engine.position import Position, seed_row
from tripolis.engine.words import Message
from tripolis.engine.worth import place_worth

from . import drivers

Reward = Literal["place", "points"]
Observation = dict[str, NDArray[Any]]
SMALL = np.dtype(np.int8)


def by_points(reward: str) -> bool:
    """Do rewards count points (or places)?"""
    if reward not in ("place", "points"):
        raise BadOptions(Message("A reward is counted by place or by points, not by {reward}.", reward=reward))
    return reward == "points"


class Episode:
    """One match: decisions by number, observations of any seat as features and a mask."""

    def __init__(self, game: Game, reward: str = "place") -> None:
        self.game, self.by_points = game, by_points(reward)
        self.n_features, self.n_actions = game.n_features, game.n_actions
        self.records = game.state.make(2)
        self._box, self._work = game.box, game.work_layout.make()  # `game.work` can be read by bots
        self._step = game.bind(drivers.step)
        self._set_up = game.call("call_set_up")
        self.seed = b""
        self.actor = -1
        self.actions: list[int] = []
        self._next: Observation | None = None  # what the actor sees since the last step; handed out once

    def begin(self, seed: bytes) -> None:
        """A new match of this seed."""
        self.seed, self.actions, self._next = seed, [], None
        self._work[0].mute = 1
        self._set_up(self.records, self._box, self._work, seed_row(seed))
        self._work[0].mute = 0
        self.actor = int(self.records[0].actor)

    def step(self, action: int) -> None:
        """One decision of the actor. What the rules refuse changes nothing and raises `IllegalMove`."""
        if not 0 <= action < self.n_actions:
            raise refusal(self.position, action)
        row, mask = np.empty(self.n_features, SMALL), np.zeros(self.n_actions, SMALL)
        actor = self._step(self.records, self._box, self._work, action, True, drivers.ACTOR, row, mask)
        if actor < -1:
            raise refusal(self.position, action)
        self.actor = actor
        self.actions.append(action)
        self._next = {"observation": row, "action_mask": mask} if actor >= 0 else None

    def see(self, seat: int) -> Observation:
        """A seat's features, and the mask of its listed actions (all 0 if it is not its turn); always new arrays."""
        if seat == self.actor and self._next is not None:
            seen, self._next = self._next, None
            return seen
        self.game.check_seat(seat)
        row, mask = np.empty(self.n_features, SMALL), np.zeros(self.n_actions, SMALL)
        self._step(self.records, self._box, self._work, -1, True, seat, row, mask)
        return {"observation": row, "action_mask": mask}

    def outcome(self) -> list[float]:
        """What the end is worth to every seat."""
        if self.by_points:
            return [float(account.total) for account in self.position.scores()]
        return place_worth(self.position.ranks())

    @property
    def position(self) -> Position:
        """The whole position, as a copy."""
        return Position(self.game, self.game.state.copy(self.records[:1]))

    def match(self) -> Match:
        """The match so far, to save, draw or review."""
        match = Match(self.game, self.seed)
        match.play(*self.actions)
        return match


def find_game(name: str | Game, settings: dict[str, Any]) -> Game:
    """A game, given or by its name, with these options."""
    return game(name, **settings) if isinstance(name, str) else name.configure(**settings)


def refusal(position: Position, action: int) -> IllegalMove:
    """Why an action is not allowed."""
    if not 0 <= action < position.game.n_actions:
        return IllegalMove(Message("There is no action {number}.", number=action), -1, "NO_ACTION")
    refused = position.why_not(action)
    assert refused is not None
    return refused
