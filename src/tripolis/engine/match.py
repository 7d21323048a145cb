"""A match: its seed and its moves, and nothing else. Everything is found again by playing the moves."""

from __future__ import annotations

import copy
import os
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, overload

from .errors import BadBox, BadMatch, BadNotation, BadOptions, IllegalMove
from .events import Events
from .game import Game, find
from .moves import LegalMoves, Move, Snapshot
from .position import Accounts, Position, position_after
from .random import seed_text, seed_words
from .tri import TriFile, check_headers, clean_comment, quote, read_tri, wrapped
from .words import Message

RECENT = 16
"""Records that a match keeps of its last moves: taking one of them back costs nothing."""
EVERY = 16
"""Of the older ones every 16th is kept, so that any moment is found again within 15 moves."""


class MovesMade(Sequence[Move]):
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
        position = position_after(match.game, match.seed)
        for number in match.numbers:
            yield position.move(number)
            position.play(number)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


class Match:
    """A match of a game: play it, look at any moment of it, save it."""

    def __init__(self, game: Game, seed: int | bytes | str | None = None) -> None:
        self.game = game
        self.seed = seed_text(seed_words(seed))
        self.position = position_after(game, self.seed)
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
        self._kept: dict[int, Any] = {}
        """Snapshots of earlier positions, by ply."""

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
        ply = len(self.numbers) - n
        self.position._put(self.at(ply))
        del self.numbers[ply:], self.actors[ply:], self.reveals[ply:], self.events[ply + 1 :]
        self._kept = {at: snapshot for at, snapshot in self._kept.items() if at < ply}
        self.comments = {at: text for at, text in self.comments.items() if at <= ply}

    def at(self, ply: int) -> Position:
        """The position after this many moves."""
        if not 0 <= ply <= len(self.numbers):
            raise ValueError(f"the match has {len(self.numbers)} moves, not {ply}")
        if ply == 0:
            return position_after(self.game, self.seed)
        if ply == len(self.numbers):
            return self.position.copy()
        start = ply
        while start not in self._kept:
            start -= 1
        position = Snapshot(self.game, self._kept[start]).position()
        position._replay(self.numbers[start:ply])
        position._events, position.revealed = self.events[ply], self.reveals[ply - 1]
        return position

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

    __hash__ = None  # type: ignore[assignment]  # a match changes with every move

    def __repr__(self) -> str:
        turn = "over" if self.over else f"seat {self.actor} decides"
        return f"<Match of {self.game.name}, seed {self.seed}, {len(self)} moves, {turn}>"

    def copy(self) -> Match:
        """The same match, independent of this one."""
        other = object.__new__(type(self))
        other.__dict__.update({name: copy.copy(value) for name, value in vars(self).items()})
        other.position._match = weakref.ref(other)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.game, self.seed, self.numbers, self.headers, self.comments)

    def __str__(self) -> str:
        """The match as `.tri` text."""
        game = self.game
        known = [*game.header(), ("Seed", self.seed)]
        check_headers(self.headers, taken={*(name for name, _ in known), "Result"})
        known += self.headers.items()
        if self.over:
            known.append(("Result", self.result()))
        lines = [f"[{name} {quote(value)}]" for name, value in known] + [""]
        run: list[str] = []
        for ply, text in enumerate([*self.texts(), "" if self.over else "*"]):
            if ply in self.comments:
                lines += wrapped(run)
                lines.append("{" + clean_comment(self.comments[ply]) + "}")
                run = []
            run.append(text)
        lines += wrapped(run)
        if game.box_hash != "standard":
            assert game.box_files is not None
            for name in sorted(game.box_files):
                lines += [f"%box {name}", *("> " + line for line in game.box_files[name].split("\n"))]
        return "\n".join(lines) + "\n"

    def texts(self) -> list[str]:
        """The moves in notation; only those that are written differently in other positions are looked at in theirs."""
        texts = [self.game.face.moves.fixed_text(number) for number in self.numbers]
        return [move.text for move in self.moves] if None in texts else texts  # type: ignore[return-value]

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
        Path(file).write_text(str(self), encoding="utf-8")

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> Match:
        """Read a match from a file."""
        return cls.parse(read_text(file))

    @classmethod
    def parse(cls, text: str, game: Game | None = None) -> Match:
        """Read a match from text; every move is checked by the rules. `game` is needed only if it is not installed."""
        file = read_tri(text)
        game = _game_of(file, game)
        seed = file.need("Seed")
        try:
            match = cls(game, seed)
        except ValueError:
            raise file.bad("Seed", Message("a seed has 32 hex digits")) from None
        match.comments = file.comments
        own = {"Game", "Rules", "Box", "Seed", "Result", *(option.header for option in game.options)}
        match.headers = {name: value for name, value in file.headers.items() if name not in own}
        for word, line, column in file.moves:
            try:
                match.play(word)
            except (IllegalMove, BadNotation) as error:
                raise BadMatch(line, column, Message("{move}: {reason}", move=word, reason=error.message)) from None
        if match.over and file.unfinished:
            reason = Message("the match is over here, but the file says with * that it goes on")
            raise BadMatch(*file.unfinished, reason)
        if not match.over and not file.unfinished:
            reason = Message("the moves end here, but the match goes on; an unfinished match ends with *")
            raise BadMatch(*file.end, reason)
        if "Result" in file.headers and not match.over:
            raise file.bad("Result", Message("the moves do not finish the match"))
        if "Result" in file.headers and match.result() != file.headers["Result"]:
            raise file.bad("Result", Message("the moves lead to {result}", result=match.result()))
        return match


def _again(game: Game, seed: str, numbers: list[int], headers: dict[str, str], comments: dict[int, str]) -> Match:
    """A match that came from another process."""
    match = Match(game, seed)
    match.play(*numbers)
    match.headers, match.comments = headers, comments
    return match


def _game_of(file: TriFile, game: Game | None) -> Game:
    """The game, options and box that a file names."""
    name = file.need("Game")
    try:
        game = game if game is not None and game.name == name else find(name)
    except BadOptions as error:
        raise file.bad("Game", error.message) from None
    if file.need("Rules") != str(game.version):
        reason = Message(
            "the match was played by version {theirs} of the rules of {game}; this program has version {ours}"
        )
        raise file.bad("Rules", reason.fill(theirs=file.headers["Rules"], game=game.title, ours=game.version))
    settings = {}
    file.need("Players")
    for option in game.options:
        if option.header in file.headers:
            try:
                settings[option.name] = option.parse(file.headers[option.header])
            except BadOptions as error:
                raise file.bad(option.header, error.message) from None
    try:
        game = game.configure(file.box or None, **settings)
    except BadOptions as error:
        raise file.bad("Game", error.message) from None
    except BadBox as error:
        raise file.bad("Box", Message("the embedded box is wrong: {reason}", reason=error.message)) from None
    if (needed := file.need("Box")) != game.box_hash:
        reason = Message("the match needs the box {needed}, but the file has {found}")
        raise file.bad("Box", reason.fill(needed=needed, found=game.box_hash))
    return game


def read_text(file: str | os.PathLike[str]) -> str:
    """The text of a match file."""
    data = Path(file).read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise BadMatch(line, column, Message("this is not UTF-8 text")) from None
