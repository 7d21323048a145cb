"""What editors of positions share: any table that can be analysed, put together step by step.

Every step leads from a position that the rules allow to another one; a step that does not is refused with the rule
that it offends. The state is the position as text.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from .editor import DRAWN, ScoreEditor, game_for
from .errors import BadCity, BadNotation
from .game import Game, find
from .parts import InputField
from .position import Position
from .position_text import copy_of, put_derived
from .prompts import prompt
from .record import WHOLE
from .sound import BadTable, check_position
from .words import Message


@dataclass(frozen=True)
class Count:
    """An account as a score sheet takes it."""

    total: int
    points: Mapping[str, int]


class SetUpEditor(ScoreEditor):
    """The base of a game's editor of positions."""

    NAME: ClassVar[str]
    """The game."""
    KIND: ClassVar[str] = "mode"
    """The option that is chosen first."""

    def __init__(self, mode: str = "", players: int = 0, box: Mapping[str, str] | None = None) -> None:
        mode = mode or self.MODES[0]
        if mode not in self.MODES:
            raise BadCity(Message("There is no {mode}; choose from {modes}.", mode=mode, modes=", ".join(self.MODES)))
        most = max(next(option for option in find(self.NAME).options if option.name == "players").values)
        if not self.FEWEST <= (players or self.FEWEST) <= most:
            raise BadCity(Message("Choose {least} to {most} players.", least=self.FEWEST, most=most))
        game = game_for(self.NAME, players or self.FEWEST, box, **{self.KIND: mode})
        self.now = game.new(DRAWN).position
        s = copy_of(game, self.now.plain)
        self.clear(s)
        self.put(s)

    @abstractmethod
    def clear(self, s: Any) -> None:
        """Make a new match the one that the editor begins with."""

    @abstractmethod
    def change(self, s: Any, text: str) -> bool:
        """Make a step; False if it cannot be read."""

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.now.game

    @property
    def b(self) -> Any:
        """Its box."""
        return self.game.plain_box

    @property
    def mode(self) -> str:  # type: ignore[override]
        """One of `MODES`; the first one for a table of another kind."""
        mode = self.game.settings_text()[self.KIND]
        return mode if mode in self.MODES else self.MODES[0]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.game.players

    @property
    def state(self) -> str:
        """The position as text."""
        return self.now.text()

    @classmethod
    def from_state(cls, text: str, box: Mapping[str, str] | None = None) -> Self:
        """The editor of a position; what its viewer cannot know is imagined."""
        position = Position.parse(text)
        if position.game.name != cls.NAME:
            raise BadCity(Message("This is a position of {game}.", game=position.game.title))
        check_position(position)
        editor = cls.__new__(cls)
        editor.now = position if position.observer == WHOLE else position.imagine(DRAWN)
        if editor.now.over:
            raise BadTable(Message("the match is over"))
        return editor

    def for_players(self, players: int) -> Self:
        """A new table for so many."""
        return type(self)(self.mode, players)

    def put(self, s: Any) -> None:
        """Take a record as the position, if the rules allow it."""
        put_derived(self.game, s)
        position = Position(self.game, self.game.state.from_plain(s))
        check_position(position)
        self.now = position

    def play(self, text: str) -> None:
        """One step, as `HELP` says; a wrong one changes nothing."""
        s = copy_of(self.game, self.now.plain)
        if not self.change(s, text.strip().lower()):
            raise BadNotation(Message("{text} is not a step; “help” lists them.", text=text[:40]))
        self.put(s)

    # ------------------------------------------------------------- verdict

    def position(self) -> Position:
        """What was put together."""
        return self.now

    def to_play(self, first: int) -> tuple[Position, tuple[Message, ...]]:
        """The same: it says itself who decides."""
        return self.now, self.filled()

    def filled(self) -> tuple[Message, ...]:
        """What cannot be put in, and how it was filled in."""
        return ()

    def verdict(self) -> list[Count]:
        """Everybody's account now."""
        return [
            Count(account.total, {key: points for key, points in account.points.items() if points is not None})
            for account in self.now.scores()
        ]

    def ranks(self) -> list[int]:
        """Nobody has a place yet."""
        return []

    def questions(self) -> list[Message]:
        """Who decides, and what: as long as that is open, nobody has won."""
        who, seen = self.titles()[self.now.actor], self.now.seen_by(self.now.actor)
        return [Message("{name} decides: {prompt}", name=who, prompt=prompt(seen))]

    def lines(self, say: Callable[[Message], str]) -> Iterator[str]:
        """The position for a terminal: its text, the accounts, and who decides."""
        yield self.state
        for seat, account in enumerate(self.verdict()):
            line = Message("Player {number}: points {points}", number=seat + 1, points=account.total)
            yield say(line)
        yield from map(say, self.questions())


def seat_field(editor: SetUpEditor, step: str, label: Message, seat: int, symbol: str = "") -> InputField:
    """A field that names a seat."""
    choices = tuple((str(one + 1), editor.titles()[one]) for one in range(editor.players))
    return InputField(step, label, str(seat + 1), choices=choices, symbol=symbol)


WHO_DECIDES = Message("Next to move")


def in_range(number: int, least: int, most: int) -> int:
    """A number that was typed in, if it can be."""
    if not least <= number <= most:
        raise BadCity(Message("Give a number from {least} to {most}, not {n}.", least=least, most=most, n=number))
    return number
