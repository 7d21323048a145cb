"""A match: its seed and its moves, and nothing else. Everything is found again by playing the moves.

A match that goes on from a position, as in an analysis, has that instead of a seed.
"""

from __future__ import annotations

import copy
import os
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, overload

from .errors import BadMatch
from .events import Events
from .game import Game
from .moves import LegalMoves, Move
from .position import Accounts, Position, position_after, private_position
from .random import seed_text, seed_words
from .record import WHOLE
from .sequences import MadeWhenAsked
from .tri import UNFINISHED, check_headers, lay_out, quote, read_tri, write_clock, write_comment
from .words import Message

RECENT = 16
"""Records that a match keeps of its last moves: taking one of them back costs nothing."""
EVERY = 16
"""Of the older ones every 16th is kept, so that any moment is found again within 15 moves."""


class MovesMade(MadeWhenAsked[Move]):
    """The moves of a match, each made when it is asked for."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def __len__(self) -> int:
        return len(self._match.numbers)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        plies = range(len(self))[index]
        if isinstance(plies, range):
            return [self[ply] for ply in plies]
        return self._match.at(plies).move(self._match.numbers[plies])

    def __iter__(self) -> Iterator[Move]:
        match = self._match
        position = match.first()
        for number in match.numbers:
            yield position.move(number)
            position.play(number)


class Match:
    """A match of a game: play it, look at any moment of it, save it."""

    def __init__(self, game: Game, seed: int | bytes | str | None = None, start: Position | None = None) -> None:
        """A new match, or one that goes on from a whole position."""
        self.game = game
        self.start = start.copy() if start is not None else None
        """The position that it goes on from; None: the set-up of its seed."""
        if start is not None and start.observer != WHOLE:
            raise ValueError("a match goes on from a whole position: take imagine() of an observation first")
        self.seed = seed_text(start.plain.seed if start is not None else seed_words(seed))
        self.position = self.first()
        """The position now; it moves on with the match, and a move made there is made in the match."""
        self.position._match = weakref.ref(self)
        self.numbers: list[int] = []
        """The moves by number."""
        self.events: list[Events] = [self.position.heard()]
        """What happened: events[0] at the set-up, events[n] with the n-th move."""
        self.reveals: list[bool] = []
        """Whether each move made something hidden known; tables let nobody take such a move back."""
        self.actors: list[int] = []
        """The seat that made each move."""
        self.headers: dict[str, str] = {}
        """Further headers of the file, such as `{"Date": "2026-11-15", "Seat0": "Ada"}`."""
        self.comments: dict[int, str] = {}
        """What the file says before the move of a ply (or after the last one). Braces are written as parentheses."""
        self.clocks: dict[int, float] = {}
        """Seconds that the seat of the n-th move had left after it, by n."""
        self.variations: dict[int, list[Match]] = {}
        """Other ways to go on after some moves, by their number; each is a match that shares the moves before."""
        self._revealed_at_start = self.position.revealed
        self._kept: dict[int, Any] = {}
        """Snapshots of earlier positions, by ply."""

    def first(self) -> Position:
        """A copy of the position before the first move."""
        return self.start.copy() if self.start is not None else position_after(self.game, self.seed)

    # -------------------------------------------------------------- playing

    @property
    def moves(self) -> Sequence[Move]:
        """The moves that were made."""
        return MovesMade(self)

    def __len__(self) -> int:
        return len(self.numbers)

    def __bool__(self) -> bool:
        return True

    @property
    def actor(self) -> int:
        """The seat that decides next, -1 when the match is over."""
        return self.position.actor

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.position.actor < 0

    def legal(self) -> LegalMoves:
        """The legal moves."""
        return self.position.legal()

    def legal_numbers(self) -> list[int]:
        """The legal moves by number."""
        return self.position.legal_numbers()

    def is_legal(self, move: Move | str | int) -> bool:
        """Can this move be made? A text that is not a move cannot."""
        return self.position.is_legal(move)

    def play(self, *moves: Move | str | int) -> Events:
        """Make one or several moves; returns what happened. At the first illegal one nothing more is played."""
        position, state, numbers = self.position, self.game.state, self.numbers
        before = len(numbers)
        for move in moves:
            ply, actor, snapshot = len(numbers), position.actor, state.snapshot(position._records)
            numbers.append(position._step(move))
            self.actors.append(actor)
            self.reveals.append(position.revealed)
            self.events.append(position._events)
            self._kept[ply] = snapshot
            if (ply - RECENT) % EVERY:
                self._kept.pop(ply - RECENT, None)
        return position._events if len(moves) == 1 else Events.joined(self.events[before + 1 :])

    def undo(self, n: int = 1) -> None:
        """Take the last moves back."""
        if not 0 <= n <= len(self.numbers):
            raise ValueError(f"{len(self.numbers)} moves were made; {n} cannot be taken back")
        before, ply = len(self.numbers), len(self.numbers) - n
        if n == 0:
            return
        self.position._go_back(*self._moment(ply))
        del self.numbers[ply:], self.actors[ply:], self.reveals[ply:], self.events[ply + 1 :]
        for at in range(ply, before):
            self._kept.pop(at, None)
            self.comments.pop(at + 1, None)
            self.clocks.pop(at + 1, None)
            self.variations.pop(at, None)

    def vary(self, ply: int, *moves: Move | str | int) -> Match:
        """Add a variation: other moves in place of those after the first `ply`. It is a match and can go on."""
        if not 0 <= ply < len(self.numbers):
            raise ValueError(f"the match has {len(self.numbers)} moves; none follows the first {ply}")
        line = self._bare_copy()
        line.undo(len(line) - ply)
        line.headers, line.comments, line.clocks = {}, {}, {}
        line.play(*moves)
        self.variations.setdefault(ply, []).append(line)
        return line

    def at(self, ply: int) -> Position:
        """The position after this many moves."""
        if not 0 <= ply <= len(self.numbers):
            raise ValueError(f"the match has {len(self.numbers)} moves, not {ply}")
        if ply == len(self.numbers):
            return self.position.copy()
        position = private_position(self.game, self.game.state.make())
        position._go_back(*self._moment(ply))
        return position

    def _moment(self, ply: int) -> tuple[Any, list[int], Events, bool]:
        """An earlier position: a snapshot, the moves from there to it, what happened with the last and whether it
        revealed something."""
        start = ply
        while start not in self._kept:
            start -= 1
        revealed = self.reveals[ply - 1] if ply else self._revealed_at_start
        return self._kept[start], self.numbers[start:ply], self.events[ply], revealed

    # ------------------------------------------------------------- counting

    def seen_by(self, seat: int) -> Position:
        """What a seat may know now (-1: the public)."""
        return self.position.seen_by(seat)

    def scores(self) -> Accounts:
        """Every seat's account, as if the match ended now."""
        return self.position.scores()

    def ranks(self) -> list[int]:
        """Every seat's place, from 1."""
        return self.position.ranks()

    # -------------------------------------------------------------- drawing

    def draw(self, ply: int | None = None, seat: int | None = None, theme: str = "light", **how: Any) -> str:
        """A picture of the table as SVG: now or after some moves, whole or as a seat sees it (-1: the public)."""
        ply = len(self.numbers) if ply is None else ply
        position = self.position if ply == len(self.numbers) else self.at(ply)
        last = self.moves[ply - 1].path if ply else ()
        seen = position if seat is None else position.seen_by(seat)
        return seen.draw(theme, last, names=self.names, **how)

    def _repr_svg_(self) -> str | None:
        """The match in a notebook: what the public sees now."""
        return None if self.game.face.scene is None else self.draw(seat=-1)

    def _repr_html_(self) -> str | None:
        """A game without pictures shows the fields of its position."""
        return self.position._repr_html_()

    # --------------------------------------------------------------- files

    def __eq__(self, other: object) -> bool:
        """Would both be written to the same file?"""
        if not isinstance(other, Match):
            return NotImplemented
        return self.numbers == other.numbers and self.seed == other.seed and str(self) == str(other)

    def __repr__(self) -> str:
        turn = "over" if self.over else f"seat {self.actor} decides"
        return f"<Match of {self.game.name}, seed {self.seed}, {len(self)} moves, {turn}>"

    def copy(self) -> Match:
        """The same match, independent of this one."""
        other = self._bare_copy()
        other.variations = {ply: [line.copy() for line in lines] for ply, lines in self.variations.items()}
        return other

    __copy__ = copy

    def _bare_copy(self) -> Match:
        """The same match without its variations: a further one must not cost more where there are many."""
        other = object.__new__(type(self))
        held = {name: copy.copy(value) for name, value in vars(self).items() if name != "variations"}
        other.__dict__.update(held, variations={})
        other.position._match = weakref.ref(other)
        return other

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        held = {name: getattr(self, name) for name in ("headers", "comments", "clocks", "variations")}
        return _again, (self.game, self.seed, self.start, self.numbers, held)

    def __str__(self) -> str:
        """The match as `.tri` text."""
        game = self.game
        known = [*game.header(), ("Position", self.start.text()) if self.start is not None else ("Seed", self.seed)]
        check_headers(self.headers, taken={*(name for name, _ in known), "Result"})
        known += self.headers.items()
        if self.over:
            known.append(("Result", self.result()))
        lines = [f"[{name} {quote(value)}]" for name, value in known] + [""]
        lines += lay_out([*self._words(0), *([] if self.over else [UNFINISHED])])
        if game.box_hash != "standard":
            assert game.box_files is not None
            for name in sorted(game.box_files):
                lines += [f"%box {name}", *("> " + line for line in game.box_files[name].split("\n"))]
        return "\n".join(lines) + "\n"

    def _words(self, start: int) -> Iterator[str]:
        """The moves from a ply on, as a file has them, with comments, clocks and variations."""
        for ply, text in enumerate([*self.texts(start), ""], start):
            if ply in self.comments:
                yield write_comment(self.comments[ply])
            if text:
                yield text
            if ply + 1 in self.clocks:
                yield write_clock(self.clocks[ply + 1])
            for line in self.variations.get(ply, ()):
                yield from ("(", *line._words(ply), ")")

    def texts(self, start: int = 0) -> list[str]:
        """The moves from a ply on in notation; only those that are written differently in other positions are looked at
        in theirs."""
        numbers = self.numbers[start:]
        texts = list(map(self.game.face.moves.fixed_text, numbers))
        position = self.at(start) if None in texts else None
        if position is not None:
            for n, number in enumerate(numbers):
                texts[n] = position.move(number).text
                position.play(number)
        return [text for text in texts if text is not None]

    @property
    def names(self) -> tuple[str, ...] | None:
        """Who sits where, from the headers Seat0, Seat1 and so on; None if the file does not say."""
        if not any(f"Seat{seat}" in self.headers for seat in range(self.game.players)):
            return None
        return tuple(self.headers.get(f"Seat{seat}", "?") for seat in range(self.game.players))

    def result(self) -> str:
        """The totals of all seats, as in "59 48"."""
        return " ".join(str(account.total) for account in self.scores())

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the match to a file."""
        Path(file).write_text(str(self), encoding="utf-8", newline="\n")

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> Match:
        """Read a match from a file."""
        return cls.parse(read_text(file))

    @classmethod
    def parse(cls, text: str, game: Game | None = None) -> Match:
        """Read a match from text; every move is checked by the rules. `game` is needed only if it is not installed."""
        return read_tri(text).match(game)


def _again(game: Game, seed: str, start: Position | None, numbers: list[int], held: dict[str, Any]) -> Match:
    """A match that came from another process."""
    match = Match(game, seed, start)
    match.play(*numbers)
    match.__dict__.update(held)
    return match


def read_text(file: str | os.PathLike[str]) -> str:
    """The text of a match file."""
    data = Path(file).read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise BadMatch(line, column, Message("this is not UTF-8 text")) from None
