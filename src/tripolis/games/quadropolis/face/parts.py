"""What of an account lies where: each tower, shop, park, factory and monument, and lines, groups and districts."""

from __future__ import annotations

from collections.abc import Iterator

from tripolis.engine.position import Position
from tripolis.engine.record import in_python
from tripolis.engine.rooms import AccountPart
from tripolis.engine.words import Message, Plural

from ..rules import points as rules
from ..rules.state import CELLS, COLUMNS, FACTORY, HARBOUR, MONUMENT, OFFICE, PARK, PLAYGROUND, PUBLIC, SHOP, TOWER
from .events import cell_words


def account_parts(position: Position, seat: int) -> Iterator[AccountPart]:
    """The buildings of a city with what they bring in its best account."""
    account, residents_on, active = position.score_with(seat, "residents_on", "active")
    s, b = position.plain, position.game.plain_box
    kinds, levels = s.kind[seat], s.level[seat]

    def cells(*wanted: int, idle: bool = False) -> int:
        """Bits of the active cells of these kinds."""
        return sum(1 << c for c in range(CELLS) if kinds[c] in wanted and (idle or active >> c & 1))

    shops, harbours, offices, publics = (cells(kind) for kind in (SHOP, HARBOUR, OFFICE, PUBLIC))
    parks, homes, industry = cells(PARK, PLAYGROUND, idle=True), cells(TOWER, OFFICE), cells(FACTORY, HARBOUR)
    for cell in range(CELLS):
        bit, at = 1 << cell, cell_words(cell)
        if cells(TOWER) & bit:
            yield AccountPart("tower", int(rules.TOWER_POINTS[levels[cell]]), at)
        elif shops & bit:
            yield AccountPart("shop", int(rules.SHOP_POINTS[residents_on[cell]]), at)
        elif parks & bit:
            yield AccountPart("park", int(in_python(rules.park_points)(bit, homes)), at)
        elif cells(FACTORY) & bit:
            yield AccountPart("factory", int(in_python(rules.factory_points)(cell, shops, harbours, offices)), at)
        elif kinds[cell] == MONUMENT:
            yield AccountPart("monument", in_python(rules.monument_points)(cell, industry, publics, shops, parks), at)
    districts = sum(bool(publics & b.district[n]) for n in range(b.numbers))
    row, column = (longest(harbours, step) for step in (1, COLUMNS))
    for category, where in (
        ("public", Plural("in {n} district", "in {n} districts", districts)),
        ("harbour", Message("longest row {row}, longest column {column}", row=row, column=column)),
        ("office", ""),
    ):
        if account.points[category]:
            yield AccountPart(category, account.points[category] or 0, where)
    if account.points["unused"]:
        yield AccountPart("unused", account.points["unused"], "")


def longest(harbours: int, step: int) -> int:
    """The longest unbroken row (step 1) or column of harbours."""
    there = [cell for cell in range(CELLS) if harbours >> cell & 1]
    best = 0
    for cell in there:
        n = 1
        while (cell := cell + step) in there and (step > 1 or cell % COLUMNS):
            n += 1
        best = max(best, n)
    return best
