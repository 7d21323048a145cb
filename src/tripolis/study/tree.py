"""A tree of variations as plain data, such as a page holds it, and as a match with variations, such as a file has it.

    {"moves": ["3N3", "a3"], "comments": {"1": "a quiet start"},
     "variations": {"1": [{"name": "Harbour", "moves": [...]}]}}

A line's moves follow those of the line that it leaves, from the place that `variations` says. The name of a variation
stands in the file as a comment that begins with `= ` before its first move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tripolis.engine.errors import BadOptions
from tripolis.engine.match import Match
from tripolis.engine.tri import DEEPEST, MOST_VARIATIONS
from tripolis.engine.words import Message

NAME = "= "
"""With this begins the comment that names a variation; its next line is the comment itself."""
LONGEST_NAME, LONGEST_COMMENT = 60, 2000


def lines_of(match: Match, start: int = 0) -> dict[str, Any]:
    """A match and its variations as data, from the moves after the first `start` on."""
    comments = {ply: text for ply, text in match.comments.items() if ply > start or not start}
    name, comment = split_name(match.comments.get(start, "")) if start else ("", "")
    if comment:
        comments[start] = comment
    variations = {
        str(ply): [lines_of(line, ply) for line in lines] for ply, lines in sorted(match.variations.items()) if lines
    }
    data = {"moves": match.texts(start), "comments": {str(ply): text for ply, text in sorted(comments.items())}}
    return data | {"name": name, "variations": variations}


def match_of(first: Match, data: Mapping[str, Any]) -> Match:
    """The match with variations of such data, from a match without moves; every move is checked by the rules."""
    if count(data) > MOST_VARIATIONS + 1 or depth(data) > DEEPEST + 1:
        raise BadOptions(Message("there are too many variations"))
    put(first, data, 0)
    return first


def put(match: Match, data: Mapping[str, Any], start: int) -> None:
    """Play a line on a match, with its names, comments and variations."""
    match.play(*data.get("moves", ()))
    match.comments = {
        int(ply): text[:LONGEST_COMMENT]
        for ply, text in data.get("comments", {}).items()
        if text.strip() and start <= int(ply) <= len(match)
    }
    if name := data.get("name", "").strip()[:LONGEST_NAME]:
        match.comments[start] = join_name(name, match.comments.get(start, ""))
    for place, lines in data.get("variations", {}).items():
        for line in lines:
            if line.get("moves") and start <= int(place) < len(match):
                put(match.vary(int(place)), line, int(place))


def count(data: Mapping[str, Any]) -> int:
    """How many lines there are."""
    return 1 + sum(count(line) for lines in data.get("variations", {}).values() for line in lines)


def depth(data: Mapping[str, Any]) -> int:
    """How deep lines lie within lines."""
    return 1 + max((depth(line) for lines in data.get("variations", {}).values() for line in lines), default=0)


def split_name(comment: str) -> tuple[str, str]:
    """The name of a variation and the comment itself."""
    if not comment.startswith(NAME):
        return "", comment
    name, _, rest = comment.removeprefix(NAME).partition("\n")
    return name.strip(), rest


def join_name(name: str, comment: str) -> str:
    """The comment of a variation with a name."""
    return f"{NAME}{' '.join(name.split())}" + (f"\n{comment}" if comment else "")
