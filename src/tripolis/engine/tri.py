"""The text of `.tri` files: headers like PGN's, moves, comments in braces, variations in parentheses, clocks, and the
box if it is not standard (`docs/files.md`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .errors import BadMatch
from .words import Message

if TYPE_CHECKING:
    from .game import Game
    from .match import Match

HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) "((?:[^"\\]|\\.)*)"\]\s*$')
TOKEN = re.compile(r"\{(?P<comment>[^}]*)\}|[{}()]|[^\s{}()]+")
CLOCK = re.compile(r"@([0-9]{1,9}(?:\.[0-9]{1,3})?)", re.ASCII)
UNFINISHED = "*"
MOST_VARIATIONS, DEEPEST = 1000, 20
"""Variations of a match, and of one within another."""
WIDTH = 100
"""Characters of a line of moves."""


@dataclass
class TriLine:
    """Moves one after another, and what stands between them."""

    start: int = 0
    """Moves of the match before the first of these."""
    moves: list[str] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    """By the moves of the match before them."""
    clocks: dict[int, float] = field(default_factory=dict)
    """Seconds left after a move, by the moves of the match up to it."""
    variations: dict[int, list[TriLine]] = field(default_factory=dict)
    """Other ways to go on, by the moves of the match before them."""
    offsets: list[int] = field(default_factory=list)
    """Where each move stands among the lines of moves; empty if nothing stands between them."""

    @property
    def ply(self) -> int:
        """Moves of the match up to the end of these."""
        return self.start + len(self.moves)


@dataclass
class MatchText(TriLine):
    """A match as it stands in a file, not played yet, with the places of its parts."""

    headers: dict[str, str] = field(default_factory=dict)
    header_lines: dict[str, int] = field(default_factory=dict)
    box: dict[str, str] = field(default_factory=dict)
    unfinished: int | None = None
    """Where the * stands."""
    body: str = ""
    """The lines of moves."""
    first_line: int = 1
    body_line: int = 1
    n_variations: int = 0

    def match(self, game: Game | None = None) -> Match:
        """The match, every move checked by the rules. `game` is needed only if it is not installed."""
        from .match_files import match_of

        return match_of(self, game)

    def need(self, header: str) -> str:
        """A header that must be there."""
        if header not in self.headers:
            raise BadMatch(self.first_line, 1, Message("the header [{header} ...] is missing", header=header))
        return self.headers[header]

    def bad(self, header: str, reason: Message) -> BadMatch:
        """An error about a header."""
        line = self.header_lines.get(header, self.first_line)
        column = len(header) + 4 if header in self.header_lines else 1
        return BadMatch(line, column, Message("{header}: {reason}", header=header, reason=reason))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a place among the lines of moves."""
        before = self.body[:offset]
        return self.body_line + before.count("\n"), offset - before.rfind("\n")

    def place_of(self, line: TriLine, i: int) -> tuple[int, int]:
        """Line and column of a move."""
        return self.place(line.offsets[i] if line.offsets else [m.start() for m in TOKEN.finditer(self.body)][i])

    @property
    def end(self) -> tuple[int, int]:
        """Line and column behind the last move."""
        return self.place(len(self.body.rstrip()))


# ----------------------------------------------------------------------- writing


def quote(value: str) -> str:
    """A header's value in quotes."""
    return '"' + unix(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def unix(text: str) -> str:
    """A text with the line ends of match files."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_headers(headers: dict[str, str], taken: set[str]) -> None:
    """Further headers must be readable again."""
    for name in headers:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name):
            raise ValueError(f"{name!r} cannot be a header: use letters and digits")
        if name in taken:
            raise ValueError(f"the header {name} is written by the match itself")


def write_comment(text: str) -> str:
    """A comment in braces: its own become parentheses, and its line ends those of the file."""
    return "{" + unix(text).replace("{", "(").replace("}", ")") + "}"


def write_clock(seconds: float) -> str:
    """What is left on a clock, to the millisecond."""
    return "@" + f"{seconds:.3f}".rstrip("0").rstrip(".")


def lay_out(words: Iterable[str]) -> list[str]:
    """Moves in lines, none ever broken; a comment has lines of its own."""
    lines: list[str] = []
    line = ""
    for word in words:
        if word.startswith("{"):
            lines += [line, word] if line else [word]
            line = ""
        elif line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line] if line else lines


# ----------------------------------------------------------------------- reading


def split_files(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The texts of all matches in the lines of a file, each with the number of its first line.

    A match begins with its headers: with the first line in brackets after the moves or the box of the one before.
    """
    first, number, part = 1, 0, list[str]()
    playing = commenting = False
    for number, line in enumerate(lines, start=1):
        if line.startswith("[") and not commenting:
            if playing:
                yield first, "".join(part)
                first, part, playing = number, [], False
        elif line.strip():
            playing = True
            if commenting or not line.startswith((">", "%")):  # a box has braces of its own
                commenting = line.rfind("{") > line.rfind("}") or (commenting and "}" not in line)
        part.append(line)
    if "".join(part).strip():
        yield first, "".join(part)


def read_tri(text: str, first_line: int = 1) -> MatchText:
    """Take the text of one match apart, in one pass; the moves are not judged here."""
    file = MatchText(first_line=first_line, body_line=first_line)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    body: list[str] = []
    commenting = False
    boxes: dict[str, list[str]] = {}
    name = ""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=first_line):
        if line.startswith("%box ") and not commenting:
            name = line[5:].strip()
            if not re.fullmatch(r"[a-z0-9_]+\.[a-z]+", name):
                raise BadMatch(number, 6, Message("{name} is not the name of a box file", name=repr(name)))
            if name in boxes:
                raise BadMatch(number, 6, Message("the box file {name} appears twice", name=name))
            boxes[name] = []
        elif boxes:
            if line.startswith(">"):
                boxes[name].append(line[2:])
            elif line.strip():
                raise BadMatch(number, 1, Message("a line of a box file starts with >"))
        elif line.startswith("[") and not body:
            _header(file, number, line)
        elif line.strip() or body:
            file.body_line = file.body_line if body else number
            body.append(line)
            commenting = line.rfind("{") > line.rfind("}") or (commenting and "}" not in line)
    file.box = {name: "\n".join(lines) for name, lines in boxes.items()}
    file.body = "\n".join(body)
    if any(mark in file.body for mark in "{}()@"):
        _read_line(file, file, TOKEN.finditer(file.body))
    else:
        _read_moves(file)
    return file


def _header(file: MatchText, number: int, line: str) -> None:
    match = HEADER.match(line)
    if not match:
        raise BadMatch(number, 1, Message('a header looks like [Name "value"]'))
    name, value = match.groups()
    if name in file.headers:
        raise BadMatch(number, 2, Message("the header {name} appears twice", name=name))
    file.headers[name] = re.sub(r"\\(.)", r"\1", value) if "\\" in value else value
    file.header_lines[name] = number


def _read_moves(file: MatchText) -> None:
    """Moves with nothing between them, which is how most files look."""
    file.moves = file.body.split()
    if UNFINISHED in file.moves:
        at = file.moves.index(UNFINISHED)
        if at + 1 < len(file.moves):
            raise behind_the_end(file.moves[at + 1], *file.place_of(file, at + 1))
        file.unfinished = len(file.body.rstrip()) - 1
        del file.moves[at]


def behind_the_end(text: str, line: int, column: int) -> BadMatch:
    """An error about something after the end of the moves."""
    return BadMatch(line, column, Message("{text} follows the * that ends the moves", text=text))


def _read_line(
    file: MatchText, line: TriLine, tokens: Iterator[re.Match[str]], opened: re.Match[str] | None = None, depth: int = 0
) -> None:
    """Moves with comments, clocks and variations, up to the end of the file or of the variation that was opened."""
    comments: dict[int, list[str]] = {}
    for token in tokens:
        text, comment = token[0], token["comment"]
        if comment is not None:
            comments.setdefault(line.ply, []).append(comment)
        elif text == "{":
            raise BadMatch(*file.place(token.start()), Message("this comment is never closed"))
        elif text == "}":
            raise BadMatch(*file.place(token.start()), Message("this brace does not close a comment"))
        elif text == "(" and line.moves:
            file.n_variations += 1
            if file.n_variations > MOST_VARIATIONS or depth == DEEPEST:
                raise BadMatch(*file.place(token.start()), Message("there are too many variations"))
            variation = TriLine(line.ply - 1)
            line.variations.setdefault(variation.start, []).append(variation)
            _read_line(file, variation, tokens, token, depth + 1)
        elif text == ")" and opened:
            opened = None
            break
        elif text in "()":
            raise BadMatch(*file.place(token.start()), Message("this parenthesis does not belong to a variation"))
        elif file.unfinished is not None:
            raise behind_the_end(text, *file.place(token.start()))
        elif text == UNFINISHED and line is file:
            file.unfinished = token.start()
        elif line.moves and (clock := CLOCK.fullmatch(text)):
            line.clocks[line.ply] = float(clock[1])
        else:
            line.moves.append(text)
            line.offsets.append(token.start())
    if opened:
        raise BadMatch(*file.place(opened.start()), Message("this variation is never closed"))
    line.comments = {ply: " ".join(parts) for ply, parts in comments.items()}
