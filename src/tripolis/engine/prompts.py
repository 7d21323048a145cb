"""Prompts: what is asked of the one to decide at every step of a move, and what the others are told meanwhile.

A game without words of its own gets plain ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from .moves import Move
from .position import Position
from .record import WHOLE
from .scene import Sprite
from .words import Message, seat_name

Clicks = tuple[str, ...]

MOST = 6
"""Longer paths are steps of an amount, which a page asks for in a field."""


def decides(seen: Position) -> bool:
    """Does the viewer decide now?"""
    return not seen.over and seen.observer in (WHOLE, seen.actor)


def prompt(seen: Position, clicks: Clicks = ()) -> Message:
    """What is asked of the viewer, or what somebody else decides."""
    if seen.over:
        return Message("The match is over.")
    if seen.game.face.prompt is not None:
        return seen.game.face.prompt(seen, clicks)
    if not decides(seen):
        return Message("{seat} is thinking", seat=seat_name(seen.actor))
    return Message("Choose what goes with it") if clicks else Message("Your turn: choose a move")


def in_hand(seen: Position, clicks: Clicks = ()) -> str | None:
    """The sprite that is drawn large beside the prompt."""
    return seen.game.face.in_hand(seen, clicks) if seen.game.face.in_hand is not None and not seen.over else None


def open_card(seen: Position) -> str | None:
    """The sprite whose card lies open while nothing is in hand."""
    return seen.game.face.open_card(seen) if seen.game.face.open_card is not None and not seen.over else None


def click_sets(moves: Iterable[Move]) -> Iterator[Clicks]:
    """Every set of clicks on the way of a move, each once and sorted; the empty one first."""
    known: set[Clicks] = set()
    for path in dict.fromkeys(tuple(sorted(move.path)) for move in moves):
        for n in range(min(len(path), MOST)):
            for clicks in combinations(path, n):
                if clicks not in known:
                    known.add(clicks)
                    yield clicks


def ghost(seen: Position, clicks: Clicks, target: Sprite, sprites: dict[str, Sprite]) -> Sprite | None:
    """The piece in hand as it would lie on a target: where the game says, or in its middle, as large as it fits."""
    piece = sprites.get(in_hand(seen, clicks) or "")
    if piece is None or piece.role != "piece" or target.role == "button" or target.id == piece.id:
        return None
    box = seen.game.face.piece_box(target.id) if seen.game.face.piece_box is not None else None
    if box is not None:
        x, y, width, height = box
    else:
        scale = 0.92 * min(target.width / piece.width, target.height / piece.height)
        width, height = piece.width * scale, piece.height * scale
        x, y = target.x + (target.width - width) / 2, target.y + (target.height - height) / 2
    return Sprite(
        f"ghost-{piece.id}", piece.symbol, target.area, x, y, width, height, 20, target.turn, "info", piece.owner,
        label=piece.label, marks=piece.marks,
    )  # fmt: skip
