"""The shapes of what a game hands over as a whole: the modules of its rules and its face, the classes of its helper.

A module fits where it defines these names; a type checker says which of them are missing or of another kind.
"""
# ruff: noqa: D102, N802 (`rooms.py` says what they mean; some are names of constants)

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from .actions import Actions, Notation
from .features import Sections
from .record import Layout
from .words import Message

if TYPE_CHECKING:
    from .moves import Move
    from .position import Position
    from .rooms import B, Icons, Outlook, S, Say, SearchPlan, Settings, W
    from .scene import Scene, Text


class StateModule(Protocol):
    """`rules/state.py`: the records, and what is counted."""

    @property
    def STATE(self) -> Layout: ...
    @property
    def BOX(self) -> Layout: ...
    @property
    def WORK(self) -> Layout: ...
    @property
    def ACTIONS(self) -> Actions: ...
    @property
    def CATEGORIES(self) -> tuple[str, ...]: ...
    @property
    def TIES(self) -> tuple[str, ...]: ...
    @property
    def Reason(self) -> type[IntEnum]: ...
    @property
    def Event(self) -> type[IntEnum]: ...


class PlayModule(Protocol):
    """`rules/play.py`: the course of play."""

    def set_up(self, s: S, b: B, w: W, seed: Any, /) -> None: ...
    def apply(self, s: S, b: B, w: W, action: int, /) -> None: ...
    def max_plies(self, b: B, /) -> int: ...
    def derive(self, s: S, b: B, /) -> None: ...


class LegalModule(Protocol):
    """The module that says what is legal; mostly `rules/play.py`."""

    def legal_actions(self, s: S, b: B, w: W, /) -> int: ...
    def refuse(self, s: S, b: B, w: W, action: int, /) -> int: ...


class ScoringModule(Protocol):
    """`rules/scoring.py`: the account."""

    def score(self, s: S, b: B, w: W, seat: int, /) -> int: ...
    def rank(self, s: S, b: B, w: W, /) -> None: ...


class BoxModule(Protocol):
    """`box/reader.py`: the components."""

    def standard_box(self) -> Mapping[str, str]: ...
    def fill_box(self, b: B, files: Mapping[str, str], settings: Settings, /) -> None: ...
    def check_settings(self, settings: Settings, /) -> None: ...


class NotationModule(Protocol):
    """`face/notation.py`: moves as text, as clicks and in words."""

    @property
    def MOVES(self) -> Notation: ...
    def describe(self, s: S, b: B, action: int, /) -> Message: ...


class EventsModule(Protocol):
    """`face/events.py`: events and refusals in words."""

    def why_not(self, s: S, b: B, action: int, code: int, /) -> Message: ...
    def words_of(self, b: B, code: int, args: tuple[int, ...], /) -> Message: ...
    def icons(self, b: B, code: int, args: tuple[int, ...], /) -> Icons: ...


class StepsModule(Protocol):
    """`face/steps.py`: what is asked for at every step of a move, and what it would bring."""

    def prompt(self, position: Position, clicks: tuple[str, ...], /) -> Message: ...
    def in_hand(self, position: Position, clicks: tuple[str, ...], /) -> str | None: ...
    def outlook(self, position: Position, action: int, /) -> Outlook: ...


class LabelsModule(Protocol):
    """`face/labels.py`: what things are called."""

    @property
    def CATEGORY_NAMES(self) -> Mapping[str, Message]: ...
    @property
    def CATEGORY_SYMBOLS(self) -> Mapping[str, str]: ...
    @property
    def TIE_NAMES(self) -> Mapping[str, Message]: ...
    @property
    def NOTATION(self) -> Message: ...


class ChoiceModule(Protocol):
    """`advice/choice.py`: the quick choice."""

    @property
    def choose(self) -> Callable[[S, B, W], int]: ...


class ValueModule(Protocol):
    """`advice/value.py`: how well a seat stands."""

    @property
    def value(self) -> Callable[[S, B, W, int], int]: ...


class FeaturesModule(Protocol):
    """`advice/features.py`: an observation as numbers."""

    @property
    def features(self) -> Callable[[S, B, int, Any], None]: ...
    @property
    def SECTIONS(self) -> Sections: ...
    @property
    def FEATURES_EDITION(self) -> int: ...
    @property
    def NOT_DESCRIBED(self) -> Mapping[str, str]: ...
    @property
    def same_in_play(self) -> Callable[[S, B, str, tuple[int, ...], int], bool]: ...


class SearchModule(Protocol):
    """`advice/search.py`: the plan of the search, and what it tries first."""

    @property
    def weigh_actions(self) -> Callable[[S, B, W, int, Any], None]: ...
    @property
    def SEARCH(self) -> SearchPlan: ...
    @property
    def LOOKS(self) -> Mapping[str, Sequence[int]]: ...
    @property
    def CERTAINTY(self) -> Mapping[str, Sequence[float]]: ...


class CountedAccount(Protocol):
    """An account of a table that was put in by hand."""

    @property
    def total(self) -> int:
        """All points."""

    @property
    def points(self) -> Mapping[str, int]:
        """Points by category."""


class Stepwise(Protocol):
    """Something put together step by step; its whole state is a short text that fits into an address."""

    MODES: ClassVar[tuple[str, ...]]
    """The modes of the game that there is one for."""
    HELP: ClassVar[Message]
    """How a step is written."""

    @property
    def mode(self) -> str:
        """One of `MODES`."""

    @property
    def state(self) -> str:
        """All of it as a text."""

    @classmethod
    def from_state(cls, text: str, box: Mapping[str, str] | None = None) -> Self:
        """What a text says, with the files of a box (None: the standard one); a wrong one is refused."""

    def play(self, text: str) -> None:
        """One step; a wrong one changes nothing."""

    def moves(self) -> Iterator[Move]:
        """Every step that may follow."""

    def scene(self) -> Scene:
        """The picture, with the tools for further steps."""


@dataclass(frozen=True)
class InputField:
    """A field to type, choose or tick in; its value takes the place of `{}` in a step."""

    step: str
    label: Text
    value: str
    seat: int = -1
    """Whose it is; -1: the whole table's."""
    group: Text = ""
    """What it belongs to, such as one district of several."""
    most: int | None = None
    """Of a number: the highest one."""
    by: float = 1
    """Of a number: the difference between two."""
    choices: tuple[tuple[str, Text], ...] = ()
    """Of a choice: its values with their names. Without any and without `most` the field is a tick, `yes` or `no`."""
    symbol: str = ""
    """A small picture beside it."""


class Editor(Stepwise, Protocol):
    """The score helper step by step: what stands on a table, and the accounts."""

    FEWEST: ClassVar[int]
    """The smallest number of players that it counts for."""
    names: tuple[str, ...]
    """What players are called; empty for a player without a name."""

    def __init__(self, mode: str, players: int, box: Mapping[str, str] | None = None) -> None: ...

    def for_players(self, players: int) -> Self:
        """The same for another number of players: what belongs to those who stay is kept."""

    def verdict(self) -> Sequence[CountedAccount]:
        """Everybody's account."""

    def ranks(self) -> list[int]:
        """Everybody's place."""

    def questions(self) -> Sequence[Message]:
        """What must still be said before a winner can be named."""
        return ()

    def fields(self) -> Sequence[InputField]:
        """What can be typed, chosen or ticked instead of clicked."""
        return ()

    def spread(self) -> Sequence[Mapping[str, tuple[int, int]]]:
        """Of each player the categories that rest on values which are not certain, with the lowest and highest
        points."""
        return [{} for _ in self.verdict()]

    def is_settled(self) -> bool:
        """Do all values within their ranges give the same places?"""
        return True

    def lines(self, say: Say) -> Iterator[str]:
        """The accounts for a terminal."""


class Condition(Protocol):
    """What a builder says about one of its conditions."""

    @property
    def level(self) -> str:
        """How well it is met."""

    @property
    def condition(self) -> Message:
        """What must hold."""

    @property
    def problems(self) -> Sequence[Any]:
        """What does not, each with a `message`."""


class Builder(Stepwise, Protocol):
    """An editor that builds what is played on, such as a track."""

    OPTION: ClassVar[str]
    """The option that its state is a value of."""

    def __init__(self, mode: str, box: Mapping[str, str] | None = None) -> None: ...

    def verdict(self) -> Sequence[Condition]:
        """What is wrong with it."""

    @property
    def playable(self) -> bool:
        """Can a match be played on it?"""
