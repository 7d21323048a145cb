"""The analysis room: a place in a tree of variations, from which one steps, branches, names and comments."""

from __future__ import annotations

from collections.abc import Iterator

from tripolis.bots.analysis import AnalysisLine, analyse
from tripolis.engine.match import Match
from tripolis.engine.moves import Move
from tripolis.engine.position import Position
from tripolis.engine.record import WHOLE

from .tree import join_name, split_name


class Room:
    """A match with variations, looked at from one place in one of its lines, through the eyes of a seat or openly."""

    def __init__(self, match: Match, ply: int = 0, eyes: int = WHOLE) -> None:
        self.match, self.eyes = match, eyes
        self.line, self.ply = match, ply
        self._left: list[tuple[Match, int]] = []
        """The lines that were left for the one that is looked at, and where."""

    # --------------------------------------------------------------- looking

    @property
    def position(self) -> Position:
        """The position here, whole."""
        return self.line.at(self.ply)

    @property
    def seen(self) -> Position:
        """The position here as the eyes see it."""
        return self.position if self.eyes == WHOLE else self.position.seen_by(self.eyes)

    @property
    def known(self) -> Position:
        """What an analysis may use here: all that the seat which decides sees, or only what the eyes see of it."""
        position = self.position
        return position if self.eyes in (WHOLE, -1, position.actor) else position.seen_by(self.eyes)

    def analyse(self, limit: int | str = 1000, lines: int = 3) -> list[AnalysisLine]:
        """The best moves here."""
        return analyse(self.known, limit, lines)

    def choices(self) -> Iterator[tuple[Move, Match]]:
        """The moves that lines of the tree make here, each with its line; that of this line comes first."""
        if self.ply < len(self.line):
            yield self.line.moves[self.ply], self.line
        for other in self.line.variations.get(self.ply, ()):
            yield other.moves[self.ply], other

    # -------------------------------------------------------------- stepping

    def go(self, ply: int) -> None:
        """To another place of this line; before its first move, to the line that it left."""
        self.ply = max(0, min(ply, len(self.line)))
        while self._left and self.ply <= self._left[-1][1]:
            self.line = self._left.pop()[0]

    def step(self, by: int = 1) -> None:
        """Forward or back."""
        self.go(self.ply + by)

    def up(self) -> None:
        """Back to where this variation leaves its line."""
        if self._left:
            self.go(self._left[-1][1])

    def play(self, move: Move | str | int) -> None:
        """A move from here: along a line that makes it, or as a new variation."""
        number = self.position.number_of(move)
        for known, line in self.choices():
            if known.number == number:
                return self._enter(line)
        if self.ply == len(self.line):
            self.line.play(number)
            self.ply += 1
            return None
        return self._enter(self.line.vary(self.ply, number))

    def _enter(self, line: Match) -> None:
        if line is not self.line:
            self._left.append((self.line, self.ply))
        self.line, self.ply = line, self.ply + 1

    # ------------------------------------------------------------- annotating

    @property
    def in_variation(self) -> bool:
        """Is this a variation, which can have a name?"""
        return bool(self._left)

    @property
    def name(self) -> str:
        """What this variation is called."""
        return split_name(self.line.comments.get(self._left[-1][1], ""))[0] if self._left else ""

    @name.setter
    def name(self, name: str) -> None:
        if self._left:
            start = self._left[-1][1]
            comment = split_name(self.line.comments.get(start, ""))[1]
            self._note(start, join_name(name, comment) if name.strip() else comment)

    @property
    def comment(self) -> str:
        """What is said of the position here."""
        return self.line.comments.get(self.ply, "")

    @comment.setter
    def comment(self, text: str) -> None:
        self._note(self.ply, text)

    def _note(self, ply: int, text: str) -> None:
        self.line.comments.pop(ply, None)
        if text.strip():
            self.line.comments[ply] = text.strip()

    def remove(self) -> None:
        """Take this variation out of the tree, or the moves that follow here in the main line."""
        if self._left:
            line, (parent, start) = self.line, self._left[-1]
            self.up()
            parent.variations[start] = [other for other in parent.variations[start] if other is not line]
        else:
            self.line.undo(len(self.line) - self.ply)
