"""A game in words, for language models: what a seat sees as text, and its moves in the game's own notation."""

from __future__ import annotations

import io
import string
from typing import Any

import gymnasium
from gymnasium import spaces
from rich.console import Console

from tripolis.engine.errors import BadNotation
from tripolis.engine.position import Position
from tripolis.engine.words import words
from tripolis.terminal import render_table

from .gymnasium import SeatEnv

MOST = 100_000
"""Letters of an observation, at most."""
LETTERS = "".join(map(chr, range(0xA0, 0x2C00)))
CHARSET = string.printable + LETTERS


class TextEnv(gymnasium.Wrapper[str, str, Any, int]):
    """A `SeatEnv` in words. An observation shows the table and lists the legal moves, each with its meaning; an action
    is such a move as text, `1b3` for example. What is no move at all counts as an illegal action.
    """

    def __init__(self, env: SeatEnv, lang: str = "en", width: int = 100) -> None:
        super().__init__(env)
        self.seats, self.say, self.width = env, words(lang, env.game).render, width
        self.observation_space = spaces.Text(max_length=MOST, min_length=0, charset=CHARSET)
        self.action_space = spaces.Text(max_length=200, min_length=0, charset=CHARSET)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """A new match, up to the learner's first decision."""
        _, info = self.seats.reset(seed=seed, options=options)
        return self.text(), info

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """The move of the learner, and those of the others until it is the learner's turn again."""
        refused = None
        try:
            number = self.position.number_of(action)
        except BadNotation as wrong:
            number, refused = self.seats.game.n_actions, wrong  # there is no such action
        _, reward, over, cut, info = self.seats.step(number)
        if refused:
            info["refused"] = self.say(refused.message)
        return self.text(), reward, over, cut, info

    @property
    def position(self) -> Position:
        """What the learner sees."""
        return self.seats.episode.position.seen_by(self.seats.seat)

    def text(self) -> str:
        """The table and the legal moves, as the learner's seat sees them."""
        seen = self.position
        printed = io.StringIO()
        screen = Console(file=printed, width=self.width, color_system=None, legacy_windows=False)
        screen.print(render_table(seen, None, self.say))
        lines = [printed.getvalue()]
        if seen.actor == self.seats.seat:
            lines += [f"{move.text}: {self.say(move.words)}" for move in seen.legal()]
        return "\n".join(lines)
