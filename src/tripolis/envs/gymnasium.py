"""Gymnasium: one seat that learns among bots (`SeatEnv`), and thousands of matches in one compiled call (`VectorEnv`).

Importing this module registers every installed game as `tripolis/<name>-v<version of its rules>`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
from gymnasium import spaces

from tripolis.bots import Bot, bot
from tripolis.engine.errors import BadOptions, IllegalMove
from tripolis.engine.game import Game, find, game_names
from tripolis.engine.match import Match
from tripolis.engine.words import Message

from .episode import Episode, Observation, Reward, find_game
from .picture import RENDER_MODES, check_mode, render
from .spaces import observation_space
from .vector import VectorEnv

__all__ = ["SeatEnv", "VectorEnv", "register"]


class SeatEnv(gymnasium.Env[Any, Any]):
    """A match in which one seat learns and bots have the others.

    A step is a decision of the learner and all that follows until it has to decide again. The reward comes at the end:
    by place from 1 (first) to -1 (last), or in points. An illegal action ends the match: the learner is last (reward
    -1, by points 0), and `info["refused"]` says why; with `illegal="raise"` it raises `IllegalMove` and changes
    nothing.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 (Gymnasium's own way)

    def __init__(
        self,
        game: str | Game,
        *,
        opponents: Sequence[str | Bot] | None = None,
        seat: int | None = 0,
        reward: Reward = "place",
        illegal: str = "lose",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        check_mode(render_mode)
        self.game = find_game(game, settings)
        others = self.game.players - 1
        chosen = ["random"] * others if opponents is None else list(opponents)
        if len(chosen) != others:
            args = {"seats": others, "bots": len(chosen)}
            raise BadOptions(Message("There are {seats} other seats, but {bots} opponents were named.", **args))
        if seat is not None and not 0 <= seat <= others:
            raise BadOptions(Message("There is no seat {seat}.", seat=seat))
        if illegal not in ("lose", "raise"):
            raise BadOptions(Message("An illegal action can lose or raise, not {illegal}.", illegal=illegal))
        self.opponents: list[Bot] = [bot(one) if isinstance(one, str) else one for one in chosen]
        self.seat = 0 if seat is None else seat
        self.render_mode = render_mode
        self._drawn_seat = seat is None
        self._raises = illegal == "raise"
        self._lost = False
        self.episode = Episode(self.game, reward)
        self.observation_space = observation_space(self.game.feature_bounds(), self.episode.n_actions)
        self.action_space = spaces.Discrete(self.episode.n_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match, up to the learner's first decision."""
        super().reset(seed=seed)
        self._lost = False
        if self._drawn_seat:
            self.seat = int(self.np_random.integers(self.game.players))
        self.episode.begin(self.np_random.bytes(16))
        self._others()
        return self.episode.see(self.seat), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's decision, and those of the others until it is the learner's turn again."""
        if self.episode.actor < 0 or self._lost:
            raise RuntimeError("the match is over: reset() begins a new one")
        try:
            self.episode.step(int(action))
        except IllegalMove as refused:
            if self._raises:
                raise
            self._lost = True
            worst = 0.0 if self.episode.by_points else -1.0
            return self.episode.see(self.seat), worst, True, False, {**self._info(), "refused": str(refused)}
        self._others()
        over = self.episode.actor < 0
        reward = self.episode.outcome()[self.seat] if over else 0.0
        return self.episode.see(self.seat), reward, over, False, self._info()

    def _others(self) -> None:
        """The bots decide until it is the learner's turn, each from what its own seat sees."""
        while self.episode.actor >= 0 and self.episode.actor != self.seat:
            actor = self.episode.actor
            mind = self.opponents[actor - (actor > self.seat)]
            seen = self.episode.position.seen_by(actor)
            self.episode.step(mind.choose(seen, int(self.np_random.integers(2**31))))

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def match(self) -> Match:
        """The match so far, to save, draw or review."""
        return self.episode.match()

    def render(self) -> Any:
        """The table as the learner sees it: SVG text or pixels, as `render_mode` says."""
        return render(self.episode.position.seen_by(self.seat), self.render_mode)


def register() -> None:
    """Make every installed game known to `gymnasium.make`."""
    for name in game_names():
        known = f"tripolis/{name}-v{find(name).version}"
        if known not in gymnasium.registry:
            gymnasium.register(known, entry_point=f"{__name__}:SeatEnv", kwargs={"game": name})


register()
