"""A position as Python sees it: whose turn it is, what may be done, and the account."""

from __future__ import annotations

import hashlib
import operator
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Any

from .errors import BadNotation, BadOptions, IllegalMove
from .game import Game
from .random import seed_words
from .record import PLAIN, WHOLE, Layout, Records, as_list, plain_value
from .scene import Scene, Text, svg
from .words import Message


@dataclass(frozen=True)
class Move:
    """A decision: its number, its text in notation, the sprites to click, and its words."""

    number: int
    text: str
    path: tuple[str, ...] = field(compare=False)
    words: Message = field(compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Event:
    """Something that happened: the game's code, who may hear of it (-1: everyone), and its arguments."""

    code: int
    audience: int
    args: tuple[int, ...]


@dataclass(frozen=True)
class Account:
    """Points by category, their total, and what breaks ties. A category nobody may know yet is None."""

    total: int
    points: dict[str, int | None]
    ties: dict[str, int]

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


def seed_row(seed: int | bytes | str | None) -> Any:
    """A seed as the row of numbers that rules take."""
    words = seed_words(seed)
    if PLAIN:
        return list(words)
    import numpy as np

    return np.array(words, np.int64)


_LOCAL = threading.local()


def _scratch(game: Game) -> Records:
    """This thread's scratch memory of positions. Rules leave secrets in it: no observation leads here."""
    works: dict[Layout, Records] = _LOCAL.__dict__.setdefault("works", {})
    if game.work_layout not in works:
        works[game.work_layout] = game.work_layout.make()
    return works[game.work_layout]


class Position:
    """One position of a match, whole or as a seat sees it."""

    __slots__ = ("_events", "game", "records", "revealed")

    def __init__(self, game: Game, records: Records) -> None:
        self.game = game
        self.records = records
        self.revealed = False
        """Whether the last move made here made something hidden known."""
        self._events: tuple[Event, ...] = ()

    # ------------------------------------------------------------- looking

    @property
    def record(self) -> Any:
        """The fields, as `position.record.residents`."""
        return self.records[0]

    @property
    def plain(self) -> Any:
        """A copy of the fields with Python's own numbers and lists."""
        return self.game.state.plain(self.records)

    @property
    def actor(self) -> int:
        """The seat that decides next, -1 when the match is over."""
        return int(self.record.actor)

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.actor < 0

    @property
    def ply(self) -> int:
        """How many decisions were made."""
        return int(self.record.ply)

    @property
    def observer(self) -> int:
        """Whose eyes this is seen through: a seat, -1 for the public, or `WHOLE`."""
        return int(self.record.observer)

    def to_bytes(self) -> bytes:
        """The whole record."""
        return self.game.state.to_bytes(self.records)

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
        other = Position(self.game, self.game.state.copy(self.records))
        other.revealed, other._events = self.revealed, self._events
        return other

    def seen_by(self, seat: int) -> Position:
        """What a seat may know (-1: the public)."""
        if seat != -1:
            self.game.check_seat(seat)
        if self.observer not in (WHOLE, seat):
            raise ValueError("this position is already seen through another seat's eyes")
        seen = Position(self.game, self.game.state.copy(self.records))
        self.game.call("call_observe")(seen.records, self.game.box, seat)
        seen._events = tuple(event for event in self._events if event.audience in (-1, seat))
        return seen

    def imagine(self, seed: int | bytes | str | None = None) -> Position:
        """A random world that fits this observation."""
        if self.observer == WHOLE:
            raise ValueError("imagine() fills in an observation: take seen_by(seat) first")
        world = self.copy()
        work = _scratch(self.game)
        self.game.call("call_imagine")(world.records, self.game.box, work, self.observer, seed_row(seed))
        return world

    # ------------------------------------------------------------ deciding

    def legal_numbers(self) -> list[int]:
        """The legal actions by number."""
        work = _scratch(self.game)
        n = self.game.call("call_legal_actions")(self.records, self.game.box, work)
        return as_list(work[0].actions, int(n))

    def legal(self) -> list[Move]:
        """The legal moves."""
        s = self.plain
        return [self.move(number, s) for number in self.legal_numbers()]

    def move(self, number: int, s: Any = None) -> Move:
        """The move with a number, legal or not (`s`: this position's plain record, if it is at hand)."""
        s, b, face = self.plain if s is None else s, self.game.plain_box, self.game.face
        text, path = face.moves.write(s, b, number), tuple(face.moves.path(s, b, number))
        return Move(number, text, path, face.describe(s, b, number))

    def number_of(self, move: Move | str | int) -> int:
        """The action number of a move, a text in notation, or a number."""
        if isinstance(move, str):
            return int(self.game.face.moves.read(self.record, self.game.plain_box, move.strip()))
        number = operator.index(move.number if isinstance(move, Move) else move)
        if not 0 <= number < self.game.n_actions:
            raise BadNotation(Message("There is no action {number}.", number=number))
        return number

    def why_not(self, move: Move | str | int) -> IllegalMove | None:
        """The rule that forbids a move, or None if it is legal."""
        number = self.number_of(move)
        code = int(self.game.call("call_refuse")(self.records, self.game.box, _scratch(self.game), number))
        if code == 0:
            return None
        message = self.game.face.why_not(self.plain, self.game.plain_box, number, code)
        return IllegalMove(message, code, self.game.reasons(code).name)

    def play(self, move: Move | str | int) -> list[Event]:
        """Make a move, in place; returns what happened. An illegal one changes nothing and says why."""
        if self.observer != WHOLE:
            message = Message("This is an observation: look ahead with imagine() first.")
            raise IllegalMove(message, -1, "OBSERVATION")
        number = self.number_of(move)
        refused = self.why_not(number)
        if refused:
            raise refused
        work = _scratch(self.game)
        self.game.call("call_apply")(self.records, self.game.box, work, number)
        self._take_events(work[0])
        return self.heard()

    def heard(self) -> list[Event]:
        """What happened with the last move made here, or at the set-up, as far as the viewer may hear of it."""
        return list(self._events)

    def _take_events(self, w: Any) -> None:
        """Keep what the rules left in scratch memory of the move that was made."""
        n = int(w.n_events)
        if n > len(w.events):
            raise OverflowError(f"{self.game.name} told {n} events in one ply; its WORK holds {len(w.events)}")
        self._events = tuple(Event(row[0], row[1], tuple(row[2:])) for row in as_list(w.events, n))
        self.revealed = bool(w.revealed)

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
        work = _scratch(self.game)
        total = self.game.call("call_score")(self.records, self.game.box, work, seat)
        w = work[0]
        rows = zip(self.game.categories, as_list(w.points), as_list(w.unknown), strict=True)
        points = {name: None if unknown else points for name, points, unknown in rows}
        account = Account(int(total), points, dict(zip(self.game.ties, as_list(w.ties), strict=False)))
        return account, *(plain_value(getattr(w, name)) for name in fields)

    def scores(self) -> Accounts:
        """Every seat's account."""
        return Accounts(self.score(seat) for seat in range(self.game.players))

    def ranks(self) -> list[int]:
        """Every seat's place, from 1; equal places are shared."""
        work = _scratch(self.game)
        self.game.call("call_rank")(self.records, self.game.box, work)
        return as_list(work[0].place, self.game.players)


def position_after(game: Game, seed: int | bytes | str | None, numbers: Iterable[int] = ()) -> Position:
    """The position of a match after actions that are known to be legal."""
    position, work, apply = Position(game, game.state.make()), _scratch(game), game.call("call_apply")
    game.call("call_set_up")(position.records, game.box, work, seed_row(seed))
    for number in numbers:
        apply(position.records, game.box, work, number)
    position._take_events(work[0])
    return position
