"""Is a position one that can stand on a table? Texts of strangers are asked before compiled rules play on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .errors import TripolisError
from .position import Position
from .position_text import copy_of, put_derived
from .record import WHOLE
from .words import Message


class BadTable(TripolisError):
    """A position that cannot stand on a table, with the rule or the component that it offends."""

    def __init__(self, reason: Message) -> None:
        self.reason = reason
        super().__init__(Message("This position is not possible: {reason}.", reason=reason))


def check_position(position: Position) -> None:
    """Refuse a position that the rules cannot lead to, as far as its game knows; a game that knows nothing of it lets
    none through."""
    game, s = position.game, position.plain
    if game.rules.why_impossible is None:
        raise BadTable(Message("{game} cannot check positions", game=game.title))
    if not 0 <= s.ply <= game.rules.max_plies(game.plain_box):
        raise BadTable(Message("{field} cannot be {value}", field="ply", value=s.ply))
    reason = game.rules.why_impossible(s, game.plain_box)
    if reason is not None:
        raise BadTable(reason)
    derived = copy_of(game, s)
    put_derived(game, derived)
    for f in game.state.declared:
        if f.derived and getattr(derived, f.name) != getattr(s, f.name):
            raise BadTable(Message("{field} does not follow from the rest", field=f.name))
    world = position if position.observer == WHOLE else position.imagine(0)
    if not world.over and not world.legal_numbers():
        raise BadTable(Message("nobody can do anything in this position"))


def outside(s: Any, ranges: Iterable[tuple[str, int, int]]) -> Message | None:
    """The first field with a number outside its range, in words."""
    for name, low, high in ranges:
        for value in numbers(getattr(s, name)):
            if not low <= value <= high:
                return Message("{field} cannot be {value}", field=name, value=value)
    return None


def numbers(value: Any) -> Iterable[int]:
    """All numbers of a field."""
    if isinstance(value, list):
        for part in value:
            yield from numbers(part)
    else:
        yield value


def twice(values: Iterable[int], nothing: int) -> bool:
    """Does a thing stand in two places?"""
    there = [value for value in values if value != nothing]
    return len(set(there)) < len(there)
