"""OpenSpiel: importing this module registers every installed game, as in `tripolis_quadropolis(mode=expert,players=3)`.

Chance is explicit. Before the set-up, and before every decision whose consequences draw cards, tiles or dice, there is
a chance node with 256 equal outcomes; the outcome re-keys the match's generator, which then makes all draws of that
step. See docs/envs.md.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from tripolis.engine.game import Game, find, game_names
from tripolis.engine.game import game as game_of
from tripolis.engine.options import Option
from tripolis.engine.position import Position, seed_row
from tripolis.engine.random import seed_words
from tripolis.engine.worth import place_worth

from . import drivers
from .episode import refusal

OUTCOMES = 256
"""Of every chance node."""
PREFIX = "tripolis_"


# ---------------------------------------------------------------------- chance


def rekeyed(seed: bytes, outcome: int) -> bytes:
    """The seed after a chance node."""
    return hashlib.sha256(b"tripolis chance" + seed + outcome.to_bytes(2, "little")).digest()[:16]


# ----------------------------------------------------------------------- state


class TripolisState(pyspiel.State):  # type: ignore[misc]
    """A position, or a chance node: before the set-up, or between a decision that draws and what it leads to.

    `clone` copies and `serialize` writes whatever is in `__dict__`: so it is small, and the game is not in it.
    """

    def __init__(self, game: TripolisGame) -> None:
        super().__init__(game)
        # Bytes: a copy of records would leave the holes between their fields to chance.
        self.raw = game.shared.blank.copy()
        self.seed = game.shared.seed
        self.histories = [b""] * len(game.shared.watchers)
        self.actor = -1
        self.begun = False
        self.pending = -1

    @property
    def records(self) -> Any:
        """The position, and a record of scratch."""
        return self.raw.view(self.shared.game.state.dtype)

    @property
    def shared(self) -> SharedGame:
        """The game behind the state."""
        shared: SharedGame = self.get_game().shared
        return shared

    def current_player(self) -> int:
        """The seat to decide, chance, or nobody any more."""
        if not self.begun or self.pending >= 0:
            return int(pyspiel.PlayerId.CHANCE)
        return self.actor if self.actor >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Is the match over?"""
        return self.begun and self.pending < 0 and self.actor < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All 256, equally likely."""
        return UNIFORM

    def _legal_actions(self, player: int) -> list[int]:
        """The listed actions, in the order of their numbers."""
        return self.shared.legal(self.records)

    def _apply_action(self, action: int) -> None:
        shared, records = self.shared, self.records
        if self.begun and self.pending < 0:
            actor = shared.step(records, action, may_draw=False)
            if actor == drivers.DRAWS:
                self.pending = action
                return
            self.actor = actor
        else:
            self.seed = rekeyed(self.seed, action)
            if self.begun:
                shared.set_seed(records, self.seed)
                self.actor = shared.step(records, self.pending, may_draw=True)
                self.pending = -1
            else:
                self.actor = shared.set_up(records, self.seed)
                self.begun = True
        watched = zip(shared.watchers, self.histories, strict=True)
        self.histories = [shared.extend_history(records, seat, history) for seat, history in watched]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.shared.game.face.moves.write(self.position.plain, self.shared.game.plain_box, action)

    def returns(self) -> list[float]:
        """Places as numbers from 1 to -1 when the match is over."""
        return place_worth(self.position.ranks()) if self.is_terminal() else [0.0] * self.num_players()

    @property
    def position(self) -> Position:
        """The whole position, as a copy."""
        return Position(self.shared.game, self.shared.game.state.copy(self.records[:1]))

    def __str__(self) -> str:
        return f"{self.shared.game.name} {' '.join(map(str, self.history()))}"


UNIFORM = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]


def resample(state: TripolisState, player: int) -> TripolisState:
    """The same state in a random world that fits all that a player has seen: the resampler of OpenSpiel's ISMCTS."""
    other: TripolisState = state.clone()
    if other.is_chance_node() or other.is_terminal():
        return other
    chance = np.random.default_rng().bytes(16)
    world = other.position.seen_by(player).imagine(chance)
    other.records[:1] = world.records
    other.seed = chance
    return other


# ------------------------------------------------------------------------ game


class SharedGame:
    """A game with its options, compiled and filled: what all its states share."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.n_features = game, game.n_features
        self.blank = np.zeros(2 * game.state.size, np.uint8)
        self.seed = b"".join(word.to_bytes(4, "little") for word in seed_words(seed))
        self.box, self.work = game.box, game.work_layout.make()
        self.secret = has_secrets(game)
        self.watchers = tuple(range(game.players)) if self.secret else (-1,)
        """Those whose history is kept: every seat, or the public alone where no seat knows more."""
        self._step = game.bind(drivers.step)
        self._row, self._bounds = np.zeros(self.n_features, np.int8), game.feature_bounds()
        self._mask = np.zeros(game.n_actions, np.int8)
        self._legal, self._set_up = game.call("call_legal_actions"), game.call("call_set_up")
        self._observe = game.call("call_observe")

    def set_up(self, records: Any, seed: bytes) -> int:
        """Begin; returns the first actor."""
        self._set_up(records, self.box, self.work, seed_row(seed))
        return int(records[0].actor)

    def set_seed(self, records: Any, seed: bytes) -> None:
        """Re-key the generator."""
        records["seed"][0] = seed_row(seed)

    def step(self, records: Any, action: int, may_draw: bool) -> int:
        """Decide; returns the next actor, or DRAWS where this would draw and may not."""
        actor = drivers.DRAWS - 1
        if 0 <= action < self.game.n_actions:
            no_look = drivers.NOBODY, self._row, self._mask
            actor = int(self._step(records, self.box, self.work, action, may_draw, *no_look))
        if actor < drivers.DRAWS:
            raise refusal(Position(self.game, self.game.state.copy(records[:1])), action)
        return actor

    def legal(self, records: Any) -> list[int]:
        """The listed actions, sorted."""
        n = self._legal(records, self.box, self.work)
        return sorted(self.work[0].actions[:n].tolist())

    def extend_history(self, records: Any, seat: int, history: bytes) -> bytes:
        """What a seat has seen so far, as a short hash: its history before, and what it sees now."""
        records[1:] = records[:1]
        self._observe(records[1:], self.box, seat)
        return hashlib.blake2b(history + records[1:].tobytes(), digest_size=16).digest()

    def features(self, records: Any, seat: int, tensor: Any) -> None:
        """What a seat sees, as features divided by their bounds: tensors of OpenSpiel are real numbers."""
        self.game.check_seat(seat)
        self._step(records, self.box, self.work, -1, True, seat, self._row, self._mask)
        np.divide(self._row, self._bounds, out=tensor, dtype=tensor.dtype)


def has_secrets(game: Game) -> bool:
    """Is there anything in a position that some seat does not know? (The generator does not count.)"""
    return any(field.sight != "public" and field.name != "seed" for field in game.state.fields)


class TripolisGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Tripolis with its options; each has a class of its own."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        usual = defaults(find(self.name))
        chosen = {key: value for key, value in (params or {}).items() if value != usual[key]}
        self.shared = shared_game(self.name, tuple(sorted(chosen.items(), key=lambda item: item[0])))
        game = self.shared.game
        self.max_plies = int(game.rules.max_plies(game.box[0]))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.n_actions,
            max_chance_outcomes=OUTCOMES,
            num_players=game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(game_type(find(self.name)), info, chosen)

    def new_initial_state(self) -> TripolisState:
        """The chance node before the set-up."""
        return TripolisState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One before the set-up, and at most one for each decision."""
        return self.max_plies + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TripolisObserver:
        """What a player sees, as numbers and as text."""
        return TripolisObserver(self.shared, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


@cache
def shared_game(name: str, params: tuple[tuple[str, Any], ...]) -> SharedGame:
    """The game with these parameters, made once."""
    settings: dict[str, Any] = {k: v.removeprefix("_") if isinstance(v, str) else v for k, v in params}
    seed = settings.pop("seed", 0)
    return SharedGame(game_of(name, **settings), int(seed))


# -------------------------------------------------------------------- observer


class TripolisObserver:
    """What a player may know: features as the tensor, the fields of the observation as text.

    With perfect recall the text is a hash of everything that the player has seen since the set-up; the tensor is the
    same as without.
    """

    def __init__(self, shared: SharedGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters; there were {params}")
        self.shared, self.recalls, self.public = shared, kind.perfect_recall, kind.public_info
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees what all players know")
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self.public and self.private:
            self.tensor = np.zeros(shared.n_features, np.float32)
            self.dict = {"features": self.tensor}

    def set_from(self, state: TripolisState, player: int) -> None:
        """Describe a state as a player sees it."""
        if self.tensor is not None and state.begun:
            self.shared.features(state.records, player, self.tensor)

    def string_from(self, state: TripolisState, player: int) -> str:
        """The same as text."""
        if not state.begun:
            return "before the set-up" if self.public else ""
        if self.recalls and self.public and self.private:
            watched = self.shared.watchers.index(player) if self.shared.secret else 0
            return f"seat {player} ply {int(state.records[0].ply)} {state.histories[watched].hex()}"
        mine = self._fields(state, player)
        if self.public:
            return f"seat {player} {_text(mine)}" if self.private else _text(self._fields(state, -1))
        common = self._fields(state, -1)
        return _text({name: value for name, value in mine.items() if value != common[name]}) if self.private else ""

    def _fields(self, state: TripolisState, seat: int) -> dict[str, Any]:
        plain = state.position.seen_by(seat).plain
        return {
            f.name: getattr(plain, f.name) for f in self.shared.game.state.fields if f.name not in ("seed", "observer")
        }


def _text(fields: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}".replace(" ", "") for name, value in fields.items())


# ---------------------------------------------------------------- registration


def parameter(option: Option) -> Any:
    """An option's default as OpenSpiel takes it: yes or no, a number, or text.

    OpenSpiel reads whatever looks like a number as one. So an option that is a number takes numbers only, and where an
    option takes numbers and words, its numbers are written `_0`, `_1` and so on.
    """
    default = option.default
    if option.number:
        return default
    return default if {type(value) for value in option.values} in ({bool}, {int}) else str(default)


def defaults(game: Game) -> dict[str, Any]:
    """All parameters of a game; `seed` is where the chance nodes start from."""
    return {option.name: parameter(option) for option in game.options} | {"seed": 0}


@cache
def game_type(game: Game) -> Any:
    """What OpenSpiel knows about a game before it is loaded."""
    players = next(option.values for option in game.options if option.name == "players")
    hidden = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=f"Tripolis {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hidden if has_secrets(game) else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(game),
    )


def register() -> None:
    """Make every installed game known to `pyspiel.load_game`."""
    known = set(pyspiel.registered_names())
    for name in game_names():
        if PREFIX + name not in known:
            # A class, not a function: OpenSpiel lets go of it when Python has ended, which only a class survives.
            pyspiel.register_game(game_type(find(name)), type(f"Tripolis_{name}", (TripolisGame,), {"name": name}))


register()
