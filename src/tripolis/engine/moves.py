"""Moves, whose texts, clicks and words are written when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, overload

from .sequences import MadeWhenAsked
from .words import Message

if TYPE_CHECKING:
    from .game import Game
    from .position import Position


class Snapshot:
    """A position as it was when its moves were listed: what their texts and words are written from."""

    __slots__ = ("_plain", "data", "game")

    def __init__(self, game: Game, data: Any, plain: Any = None) -> None:
        self.game, self.data = game, data
        self._plain = plain

    @property
    def plain(self) -> Any:
        """The fields with Python's own numbers and lists, made once."""
        if self._plain is None:
            self._plain = self.game.state.plain(self.game.state.from_snapshot(self.data))
        return self._plain

    def position(self) -> Position:
        """The position itself."""
        from .position import private_position

        return private_position(self.game, self.game.state.from_snapshot(self.data))


class Move:
    """A decision: its number, its text in notation, the sprites to click, and its words, each written when asked."""

    __slots__ = ("_path", "_snapshot", "_text", "_words", "number")
    _snapshot: Snapshot

    def __init__(self, number: int, text: str, path: tuple[str, ...], words: Message) -> None:
        self.number = number
        self._text: str | None = text
        self._path: tuple[str, ...] | None = path
        self._words: Message | None = words

    @classmethod
    def of(cls, number: int, snapshot: Snapshot) -> Move:
        """The move with a number in a position, legal or not."""
        move = cls.__new__(cls)
        move.number, move._snapshot = number, snapshot
        move._text = move._path = move._words = None
        return move

    @property
    def text(self) -> str:
        """The move in notation."""
        if self._text is None:
            snapshot, moves = self._snapshot, self._snapshot.game.face.moves
            fixed = moves.fixed_text(self.number)
            self._text = moves.write(snapshot.plain, snapshot.game.plain_box, self.number) if fixed is None else fixed
        return self._text

    @property
    def path(self) -> tuple[str, ...]:
        """The sprites to click."""
        if self._path is None:
            game, s = self._snapshot.game, self._snapshot.plain
            self._path = tuple(game.face.moves.path(s, game.plain_box, self.number))
        return self._path

    @property
    def words(self) -> Message:
        """The move as a message."""
        if self._words is None:
            game, s = self._snapshot.game, self._snapshot.plain
            self._words = game.face.describe(s, game.plain_box, self.number)
        return self._words

    @property
    def draft(self) -> str:
        """`keep` for a step of what is put together before anybody hears of it, `drop` where that is thrown away."""
        game = self._snapshot.game
        return game.face.draft(self._snapshot.plain, game.plain_box, self.number)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.number == other.number and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.number)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.number}, {self.text!r})"

    def __reduce__(self) -> Any:
        return Move, (self.number, self.text, self.path, self.words)


class LegalMoves(MadeWhenAsked[Move]):
    """The legal moves of a position, each made when it is asked for; `move in legal` takes moves, texts and numbers."""

    __slots__ = ("_snapshot", "numbers")

    def __init__(self, numbers: list[int], snapshot: Snapshot) -> None:
        self.numbers = numbers
        """The listed moves by number."""
        self._snapshot = snapshot

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [Move.of(number, self._snapshot) for number in self.numbers[index]]
        return Move.of(self.numbers[index], self._snapshot)

    def __iter__(self) -> Iterator[Move]:
        return iter(self[:])

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move | str | int) and self._snapshot.position().is_legal(move)
