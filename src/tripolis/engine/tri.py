"""The text of a `.tri` file: headers like PGN's, moves, comments in braces, and the box if it is not standard."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field
from itertools import accumulate

from .errors import BadMatch
from .words import Message

HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) "((?:[^"\\]|\\.)*)"\]\s*$')
TOKEN = re.compile(r"\{(?P<comment>[^}]*)\}|[{}]|[^\s{}]+")
UNFINISHED = "*"


@dataclass
class TriFile:
    """What stands in a file, with the places of its parts."""

    headers: dict[str, str] = field(default_factory=dict)
    header_lines: dict[str, int] = field(default_factory=dict)
    moves: list[tuple[str, int, int]] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    box: dict[str, str] = field(default_factory=dict)
    unfinished: tuple[int, int] | None = None
    end: tuple[int, int] = (1, 1)

    def need(self, header: str) -> str:
        """A header that must be there."""
        if header not in self.headers:
            raise BadMatch(1, 1, Message("the header [{header} ...] is missing", header=header))
        return self.headers[header]

    def bad(self, header: str, reason: Message) -> BadMatch:
        """An error about a header."""
        line = self.header_lines.get(header, 1)
        column = len(header) + 4 if header in self.header_lines else 1
        return BadMatch(line, column, Message("{header}: {reason}", header=header, reason=reason))


def quote(value: str) -> str:
    """A header's value in quotes."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def check_headers(headers: dict[str, str], taken: set[str]) -> None:
    """Further headers must be readable again."""
    for name in headers:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name):
            raise ValueError(f"{name!r} cannot be a header: use letters and digits")
        if name in taken:
            raise ValueError(f"the header {name} is written by the match itself")


def clean_comment(text: str) -> str:
    """A comment that can stand between braces: its own become parentheses."""
    return text.replace("{", "(").replace("}", ")")


def wrapped(moves: list[str]) -> list[str]:
    """Moves in lines; none is ever broken."""
    return textwrap.wrap(" ".join(moves), 100, break_on_hyphens=False, break_long_words=False)


def read_tri(text: str) -> TriFile:
    """Take a file apart, in one pass over its text; the moves are not judged here."""
    file = TriFile()
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    body: list[str] = []
    first_line = 1
    commenting = False
    boxes: dict[str, list[str]] = {}
    name = ""
    for number, line in enumerate(text.split("\n"), start=1):
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
            first_line = first_line if body else number
            body.append(line)
            commenting = line.rfind("{") > line.rfind("}") or (commenting and "}" not in line)
    file.box = {name: "\n".join(lines) for name, lines in boxes.items()}
    _moves(file, body, first_line)
    return file


def _header(file: TriFile, number: int, line: str) -> None:
    match = HEADER.match(line)
    if not match:
        raise BadMatch(number, 1, Message('a header looks like [Name "value"]'))
    name, value = match.groups()
    if name in file.headers:
        raise BadMatch(number, 2, Message("the header {name} appears twice", name=name))
    file.headers[name] = re.sub(r"\\(.)", r"\1", value)
    file.header_lines[name] = number


def _moves(file: TriFile, lines: list[str], first_line: int) -> None:
    body = "\n".join(lines)
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    row = 0

    def place(offset: int) -> tuple[int, int]:
        """Line and column of an offset that is not before the last one asked for."""
        nonlocal row
        while row + 1 < len(lines) and starts[row + 1] <= offset:
            row += 1
        return first_line + row, offset - starts[row] + 1

    comments: dict[int, list[str]] = {}
    for token in TOKEN.finditer(body):
        where = place(token.start())
        if token["comment"] is not None:
            comments.setdefault(len(file.moves), []).append(token["comment"])
        elif token[0] == "{":
            raise BadMatch(*where, Message("this comment is never closed"))
        elif token[0] == "}":
            raise BadMatch(*where, Message("this brace does not close a comment"))
        elif file.unfinished:
            raise BadMatch(*where, Message("{text} follows the * that ends the moves", text=token[0]))
        elif token[0] == UNFINISHED:
            file.unfinished = where
        else:
            file.moves.append((token[0], *where))
    file.comments = {ply: " ".join(parts) for ply, parts in comments.items()}
    file.end = place(len(body.rstrip()))
