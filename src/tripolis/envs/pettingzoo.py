"""PettingZoo: a match as an AEC environment with one agent for each seat."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tripolis.engine.game import Game
from tripolis.engine.match import Match

from .episode import Episode, Observation, Reward, find_game
from .picture import RENDER_MODES, check_mode, render
from .spaces import features_space, observation_space

ILLEGAL_REWARD = -1.0


def env(game: str | Game, *, reward: Reward = "place", render_mode: str | None = None, **settings: Any) -> Any:
    """An environment with PettingZoo's checks; an action outside the mask loses and ends the match."""
    wrapped: Any = raw_env(game, reward=reward, render_mode=render_mode, **settings)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Observation, int | None], EzPickle):  # type: ignore[misc] # noqa: N801 (their name for it)
    """The bare environment. What the rules refuse raises `IllegalMove` and changes nothing.

    The agents are `seat_0`, `seat_1` and so on. Rewards come with the last decision alone, to all seats at once: by
    place from 1 (first) to -1 (last), those who share places share their worth; or in points.
    """

    def __init__(
        self, game: str | Game, *, reward: Reward = "place", render_mode: str | None = None, **settings: Any
    ) -> None:
        EzPickle.__init__(self, game, reward=reward, render_mode=render_mode, **settings)
        check_mode(render_mode)
        self.game = find_game(game, settings)
        self.metadata = {
            "name": f"{self.game.name}_v{self.game.version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.episode = Episode(self.game, reward)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self.agents = self.possible_agents[:]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        bounds = self.game.feature_bounds()
        self.observation_spaces = {agent: observation_space(bounds, self.episode.n_actions) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(self.episode.n_actions) for agent in self.agents}
        self.state_space = features_space(np.tile(bounds, self.game.players))
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Features and mask of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action numbers of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. The same seed gives the same matches from here on."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        self.episode.begin(self._chance.bytes(16))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.episode.actor]

    def step(self, action: int | None) -> None:
        """A decision of `agent_selection`, or None from one that is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to decide: None is for agents that are done")
        self.episode.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.episode.actor >= 0:
            self.agent_selection = self.possible_agents[self.episode.actor]
            return
        self.rewards = dict(zip(self.agents, self.episode.outcome(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What an agent sees; its mask is empty unless it is to decide."""
        return self.episode.see(self._seat[agent])

    def state(self) -> NDArray[np.int8]:
        """What all seats together see: their features, one after the other (for training with a common critic)."""
        seen = [self.episode.see(seat)["observation"] for seat in range(self.game.players)]
        return np.concatenate(seen)

    def match(self) -> Match:
        """The match so far, to save, draw or review."""
        return self.episode.match()

    def render(self) -> Any:
        """The table as the public sees it: SVG text or pixels, as `render_mode` says."""
        return render(self.episode.position.seen_by(-1), self.render_mode)

    def close(self) -> None:
        """Nothing is kept open."""
