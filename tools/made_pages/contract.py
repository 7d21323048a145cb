"""The contract of a game: the parts of its five rooms, from the sentences that stand beside them in
`engine/rooms.py`."""

from __future__ import annotations

import ast
import inspect

from tripolis.engine import rooms

from .markdown import code, parts, table

ROOMS = ("Rules", "Face", "Book", "Helper", "Advice")


def page(about: str, root: str) -> str:
    """A table for each room: its parts, whether a game needs them, and what they are."""
    return parts(*(room_page(name) for name in ROOMS))


def room_page(name: str) -> str:
    """The parts of one room."""
    room = getattr(rooms, name)
    rows = [(code(part), "" if optional else "yes", said) for part, optional, said in parts_of(name)]
    return parts(f"### {name}", inspect.getdoc(room) or "", table(("part", "needed", "what"), rows))


def parts_of(room: str) -> list[tuple[str, bool, str]]:
    """Name, whether it may be left out, and the sentence of every part of a room."""
    tree = ast.parse(inspect.getsource(getattr(rooms, room)))
    body, rows = tree.body[0].body, []
    for node, follows in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign):
            said = follows.value.value if isinstance(follows, ast.Expr) else ""
            rows.append((node.target.id, node.value is not None, " ".join(said.split())))
    return rows
