"""A position as Python sees it: whose turn it is, what may be done, and the account."""

from __future__ import annotations

import hashlib
import operator
import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from struct import Struct
from typing import TYPE_CHECKING, Any

import numpy as np

from .drivers import OBSERVED, STEP
from .errors import BadNotation, BadOptions, IllegalMove
from .events import EVENT, NOTHING, Event, Events
from .game import Game, feature_row
from .moves import LegalMoves, Move, Snapshot
from .random import seed_words
from .record import PLAIN, WHOLE, Layout, Records, as_list, plain_value, row
from .scene import Scene, Text, svg
from .words import Message

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .match import Match


@dataclass(frozen=True)
class Account:
    """Points by category, their total, and what breaks ties. A category nobody may know yet is None."""

    total: int
    points: dict[str, int | None]
    ties: dict[str, int]
    unit: str = ""
    """What one of these points is, where it is not a point: 10k of money."""

    def __getitem__(self, category: str) -> int | None:
        return self.points[category]

    def __int__(self) -> int:
        return self.total

    def _repr_html_(self) -> str:
        """The account in a notebook."""
        cells = [*self.points.items(), ("total", self.total), *self.ties.items()]
        return html_table([(name, "?" if n is None else n) for name, n in cells])


def html_table(rows: list[tuple[object, ...]]) -> str:
    """A small table for notebooks: the first cell of each row is its name."""
    lines = []
    for name, *cells in rows:
        numbers = "".join(f"<td style='text-align:right'>{escape(str(cell))}</td>" for cell in cells)
        lines.append(f"<tr><th style='text-align:left'>{escape(str(name))}</th>{numbers}</tr>")
    return f"<table>{''.join(lines)}</table>"


class Accounts(list[Account]):
    """Every seat's account; in a notebook they stand side by side."""

    def _repr_html_(self) -> str:
        """A column for each seat."""
        rows: list[tuple[object, ...]] = [("", *(f"seat {seat}" for seat in range(len(self))))]
        for name in self[0].points if self else ():
            rows.append((name, *("?" if account[name] is None else account[name] for account in self)))
        rows.append(("total", *(account.total for account in self)))
        return html_table(rows)


LEFT = Struct(f"{STEP}q")
"""What `call_step` leaves before the list of legal actions."""


def seed_row(seed: int | bytes | str | None) -> Any:
    """A seed as the row of numbers that rules take."""
    words = seed_words(seed)
    if PLAIN:
        return list(words)
    import numpy as np

    return np.array(words, np.int64)


class Scratch:
    """This thread's scratch memory of positions. Rules leave secrets in it: no observation leads here."""

    __slots__ = ("_fields", "_rows", "most_events", "n_actions", "work")

    def __init__(self, layout: Layout) -> None:
        self.work = layout.make()
        events = self.work[0].events
        self._rows: Any = events if PLAIN else memoryview(events).cast("B")
        self.most_events, self.n_actions = len(events), len(self.work[0].actions)
        self._fields: dict[str, Any] = {}

    def field(self, name: str) -> Any:
        """A copy of a field with Python's own numbers and lists, without the detour of NumPy's records."""
        if PLAIN:
            return plain_value(getattr(self.work[0], name))
        field = self._fields.get(name)
        if field is None:
            field = self._fields[name] = self.work[name]
        return field.tolist()[0]

    def events(self, game: Game, n: int) -> Events:
        """What the rules told with the last decision."""
        if n > self.most_events:
            raise OverflowError(f"{game.name} told {n} events in one ply; its WORK holds {self.most_events}")
        if PLAIN:
            return Events(b"".join(EVENT.pack(*told) for told in self._rows[:n]), game.event_names)
        return Events(self._rows[: n * EVENT.size].tobytes(), game.event_names)


class Scratches(threading.local):
    """The scratch memory of a thread, by the layout of its records."""

    def __init__(self) -> None:
        self.by_layout: dict[Layout, Scratch] = {}


_SCRATCHES = Scratches()


def _scratch(game: Game) -> Scratch:
    """This thread's scratch memory for a game."""
    layout = game.work_layout
    if (scratch := _SCRATCHES.by_layout.get(layout)) is None:
        scratch = _SCRATCHES.by_layout[layout] = Scratch(layout)
    return scratch


class Position:
    """One position of a match, whole or as a seat sees it."""

    __slots__ = ("_actor", "_events", "_listed", "_match", "_out", "_plain", "_private", "_records", "game", "revealed")

    def __init__(self, game: Game, records: Records) -> None:
        self.game = game
        self.revealed = False
        """Whether the last move made here made something hidden known."""
        self._records = records
        self._events = NOTHING
        self._match: weakref.ref[Match] | None = None
        """The match that this is the position of: moves made here are made there."""
        self._private = False
        """Does nobody else hold the records? Only then the list of actions that `call_step` leaves stays true."""
        self._plain: Any = False
        """The copy of the fields, kept where nobody can change them; None before it is asked for, False where not."""
        self._out: Any = None
        """What `call_step` leaves."""
        self._listed = -1
        """How many legal actions are listed there; -1 if they are not known."""
        self._actor = -1

    def __eq__(self, other: object) -> bool:
        """The same game, and the same record?"""
        if not isinstance(other, Position):
            return NotImplemented
        return self.to_bytes() == other.to_bytes() and self.game == other.game

    def __repr__(self) -> str:
        viewer = "the public" if self.observer == -1 else f"seat {self.observer}"
        seen = "" if self.observer == WHOLE else f", seen by {viewer}"
        turn = "over" if self.over else f"seat {self.actor} decides"
        return f"<Position of {self.game.name}, ply {self.ply}, {turn}{seen}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.game, self.to_bytes(), self._events.data, self.revealed)

    # ------------------------------------------------------------- looking

    @property
    def records(self) -> Records:
        """The record, in an array of length one, as drivers take it."""
        self._private, self._listed, self._plain = False, -1, False
        return self._records

    @records.setter
    def records(self, records: Records) -> None:
        self._private, self._listed, self._plain = False, -1, False
        self._records = records

    @property
    def record(self) -> Any:
        """The fields, as `position.record.residents`."""
        return self.records[0]

    @property
    def plain(self) -> Any:
        """A copy of the fields with Python's own numbers and lists, made once for an observation: only read it."""
        if self._plain:
            return self._plain
        plain = self.game.state.plain(self.game.state.copy(self._records) if PLAIN else self._records)
        if self._plain is None:
            self._plain = plain
        return plain

    def named(self) -> dict[str, Any]:
        """The fields with the names that positions as text have for places and values: `{"phase": "buy", ...}`. A row
        whose places have names is a dictionary, a set of bits a tuple of names."""
        from .position_text import named_fields

        return named_fields(self)

    @property
    def actor(self) -> int:
        """The seat that decides next, -1 when the match is over."""
        return self._actor if self._listed >= 0 else self._number("actor")

    def _number(self, name: str) -> int:
        """A field that is one number, without the detour of NumPy's records."""
        return int(getattr(self._records[0], name) if PLAIN else self._records[name][0])

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.actor < 0

    @property
    def ply(self) -> int:
        """How many decisions were made."""
        return self._number("ply")

    @property
    def observer(self) -> int:
        """Whose eyes this is seen through: a seat, -1 for the public, or `WHOLE`."""
        return self._number("observer")

    def to_bytes(self) -> bytes:
        """The whole record."""
        return self.game.state.to_bytes(self._records)

    def text(self) -> str:
        """The whole record as one short line; `game.position(text)` reads it back (`position_text.py`)."""
        from .position_text import write_position

        return write_position(self)

    @classmethod
    def parse(cls, text: str, game: Game | None = None) -> Position:
        """Read a position from text. `game` is needed if it is not installed, or a text cannot hold its box."""
        from .position_text import read_position

        return read_position(text, game)

    def digest(self) -> str:
        """A short hash of what the public sees, equal on every machine."""
        return hashlib.sha256(self.seen_by(-1).to_bytes()).hexdigest()[:16]

    def copy(self) -> Position:
        """The same position, independent of this one."""
        other = private_position(self.game, self.game.state.copy(self._records))
        other.revealed, other._events = self.revealed, self._events
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def seen_by(self, seat: int) -> Position:
        """What a seat may know (-1: the public)."""
        if seat != -1:
            self.game.check_seat(seat)
        if self.observer not in (WHOLE, seat):
            raise ValueError("this position is already seen through another seat's eyes")
        seen = private_position(self.game, self.game.state.copy(self._records))
        self.game.call("call_observe")(seen._records, self.game.box, seat)
        seen._events, seen._plain = self._events.heard_by(seat), None
        return seen

    def imagine(self, seed: int | bytes | str | None = None) -> Position:
        """A random world that fits this observation."""
        if self.observer == WHOLE:
            raise ValueError("imagine() fills in an observation: take seen_by(seat) first")
        world = self.copy()
        work = _scratch(self.game).work
        self.game.call("call_imagine")(world._records, self.game.box, work, self.observer, seed_row(seed))
        return world

    # ------------------------------------------------------------ deciding

    def legal_numbers(self) -> list[int]:
        """The legal actions by number."""
        if self._listed >= 0:
            return as_list(self._out[STEP:], self._listed)
        work = _scratch(self.game).work
        n = self.game.call("call_legal_actions")(self._records, self.game.box, work)
        return as_list(work[0].actions, int(n))

    def legal(self) -> LegalMoves:
        """The legal moves."""
        return LegalMoves(self.legal_numbers(), self._snapshot())

    def _snapshot(self) -> Snapshot:
        return Snapshot(self.game, self.game.state.snapshot(self._records), self._plain or None)

    def is_legal(self, move: Move | str | int) -> bool:
        """Can this move be made? A text that is not a move cannot."""
        try:
            return self._refused(self.number_of(move)) == 0
        except BadNotation:
            return False

    def move(self, number: int, s: Any = None) -> Move:
        """The move with a number, legal or not (`s`: this position's plain record, if it is at hand)."""
        return Move.of(number, self._snapshot() if s is None else Snapshot(self.game, None, s))

    def number_of(self, move: Move | str | int) -> int:
        """The action number of a move, a text in notation, or a number."""
        if isinstance(move, str):
            return int(self.game.face.moves.read(self._records[0], self.game.plain_box, move.strip()))
        number = -1 if isinstance(move, bool) else operator.index(move.number if isinstance(move, Move) else move)
        if not 0 <= number < self.game.n_actions:
            raise BadNotation(Message("There is no action {number}.", number=move))
        return number

    def why_not(self, move: Move | str | int) -> IllegalMove | None:
        """The rule that forbids a move, or None if it is legal."""
        number = self.number_of(move)
        code = self._refused(number)
        return self._refusal(number, code) if code else None

    def _refused(self, number: int) -> int:
        return int(self.game.call("call_refuse")(self._records, self.game.box, _scratch(self.game).work, number))

    def _refusal(self, number: int, code: int) -> IllegalMove:
        if code == OBSERVED:
            message = Message("This is an observation: look ahead with imagine() first.")
            return IllegalMove(message, code, "OBSERVATION")
        message = self.game.face.why_not(self.plain, self.game.plain_box, number, code)
        return IllegalMove(message, code, self.game.reasons(code).name)

    def play(self, move: Move | str | int) -> Events:
        """Make a move, in place; returns what happened. An illegal one changes nothing and says why. The position of a
        match makes it in that match."""
        match = self._match() if self._match is not None else None
        if match is not None:
            return match.play(move)
        self._step(move)
        return self._events

    def _step(self, move: Move | str | int) -> int:
        """Judge a move, make it and list what is legal then, in one call of compiled rules; returns its number."""
        game = self.game
        number = move if type(move) is int and 0 <= move < game.n_actions else self.number_of(move)
        scratch = _scratch(game)
        if self._out is None:
            self._out = row(STEP + scratch.n_actions)
        code = game.step(self._records, game.box, scratch.work, number, self._out)
        if code:
            raise self._refusal(number, int(code))
        self._actor, listed, n_events, revealed = self._out[:STEP] if PLAIN else LEFT.unpack_from(self._out)
        self._listed = listed if self._private else -1
        self.revealed = revealed != 0
        self._events = scratch.events(game, n_events)
        return number

    def _replay(self, numbers: Sequence[int]) -> None:
        """Make moves that are known to be legal, in place."""
        if not numbers:
            return
        apply, box, work = self.game.call("call_apply"), self.game.box, _scratch(self.game).work
        for number in numbers:
            apply(self._records, box, work, number)

    def _go_back(self, snapshot: Any, numbers: Sequence[int], events: Events, revealed: bool) -> None:
        """Become an earlier position of the same match: a snapshot, and the moves that followed it."""
        self.game.state.put(self._records, snapshot)
        self._replay(numbers)
        self._events, self.revealed, self._listed = events, revealed, -1

    def heard(self) -> Events:
        """What happened with the last move made here, or at the set-up, as far as the viewer may hear of it."""
        return self._events

    def heard_by(self, seat: int) -> Events:
        """What a seat could hear of the last move (-1: the public)."""
        if seat != -1:
            self.game.check_seat(seat)
        return self._events.heard_by(seat)

    # ----------------------------------------------------------- for learners

    def features(self, seat: int | None = None) -> NDArray[np.int8]:
        """What a seat sees, in whole numbers (`game.feature_names()`, `game.feature_bounds()`); the seat that decides,
        if none is given."""
        seen = self._through(seat)
        out = feature_row(self.game)
        self.game.call("call_features")(seen._records, self.game.box, seen.observer, out)
        return np.array(out, np.int8) if PLAIN else out

    def mask(self) -> NDArray[np.int8]:
        """A 1 for every listed legal action, as environments give it."""
        mask = np.zeros(self.game.n_actions, np.int8)
        mask[self.legal_numbers()] = 1
        return mask

    def value(self, seat: int | None = None) -> int:
        """How well a seat stands in the eyes of the game's own advice, in its units; the seat that decides, if none is
        given. Only differences count."""
        seat = self.actor if seat is None else seat
        self.game.check_seat(seat)
        return int(self.game.call("call_value")(self._records, self.game.box, _scratch(self.game).work, seat))

    def _through(self, seat: int | None) -> Position:
        """This position as a seat sees it; that of an observer, or else the one that decides, if none is given."""
        if seat is None:
            seat = self.observer if self.observer >= 0 else self.actor
        self.game.check_seat(seat)
        return self if self.observer == seat else self.seen_by(seat)

    def words(self, event: Event) -> Message:
        """An event as a sentence."""
        return self.game.face.words_of(self.game.plain_box, event.code, event.args)

    # -------------------------------------------------------------- drawing

    def scene(self, names: tuple[Text, ...] | None = None) -> Scene:
        """The table as sprites."""
        if self.game.face.scene is None:
            raise BadOptions(Message("There are no pictures of {game}.", game=self.game.title))
        return self.game.face.scene(self, names)

    def draw(
        self,
        theme: str = "light",
        last: tuple[str, ...] = (),
        say: Callable[[Text], str] = str,
        names: tuple[Text, ...] | None = None,
    ) -> str:
        """A picture of the table as SVG, with what may be clicked and what was last moved."""
        can = {sprite for move in self.legal() for sprite in move.path} if self.observer in (WHOLE, self.actor) else ()
        return svg(self.scene(names), self.game.art_file, theme, can, last, say, title=self.game.title)

    def _repr_svg_(self) -> str | None:
        """The position in a notebook, as its observer sees it (the public, if it is whole)."""
        if self.game.face.scene is None:
            return None
        return (self.seen_by(-1) if self.observer == WHOLE else self).draw()

    def _repr_html_(self) -> str | None:
        """A game without pictures shows the fields of its position."""
        if self.game.face.scene is not None:
            return None
        return html_table((self.seen_by(-1) if self.observer == WHOLE else self).fields())

    def fields(self) -> list[tuple[object, ...]]:
        """The fields of the record by name, for a game without pictures."""
        s = self.plain
        return [(f.name, getattr(s, f.name)) for f in self.game.state.fields if f.name != "seed"]

    # ------------------------------------------------------------- counting

    def score(self, seat: int) -> Account:
        """A seat's account, as if the match ended now."""
        account: Account = self.score_with(seat)[0]
        return account

    def score_with(self, seat: int, *fields: str) -> tuple[Any, ...]:
        """A seat's account, and fields of scratch memory that explain it, such as which buildings are active."""
        self.game.check_seat(seat)
        scratch, field = _scratch(self.game), _scratch(self.game).field
        total = self.game.call("call_score")(self._records, self.game.box, scratch.work, seat)
        rows = zip(self.game.categories, field("points"), field("unknown"), strict=True)
        points = {name: None if unknown else points for name, points, unknown in rows}
        account = Account(
            int(total), points, dict(zip(self.game.ties, field("ties"), strict=False)), self.game.face.unit
        )
        return account, *map(field, fields)

    def scores(self) -> Accounts:
        """Every seat's account."""
        return Accounts(self.score(seat) for seat in range(self.game.players))

    def ranks(self) -> list[int]:
        """Every seat's place, from 1; equal places are shared."""
        work = _scratch(self.game).work
        self.game.call("call_rank")(self._records, self.game.box, work)
        return as_list(work[0].place, self.game.players)


def private_position(game: Game, records: Records) -> Position:
    """A position whose records nobody else holds."""
    position = Position(game, records)
    position._private = True
    return position


def _again(game: Game, data: bytes, events: bytes, revealed: bool) -> Position:
    """A position that came from another process."""
    position = private_position(game, game.state.from_bytes(data))
    position._events, position.revealed = Events(events, game.event_names), revealed
    return position


def position_after(game: Game, seed: int | bytes | str | None, numbers: Sequence[int] = ()) -> Position:
    """The position of a match after actions that are known to be legal."""
    position = private_position(game, game.state.make())
    game.call("call_set_up")(position._records, game.box, _scratch(game).work, seed_row(seed))
    position._replay(numbers)
    scratch = _scratch(game)
    w = scratch.work[0]
    position._events, position.revealed = scratch.events(game, int(w.n_events)), bool(w.revealed)
    return position
