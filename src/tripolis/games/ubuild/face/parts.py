"""What of an account lies where: cash, and the rent of each district."""

from __future__ import annotations

from collections.abc import Iterator

from tripolis.engine.position import Position
from tripolis.engine.rooms import AccountPart

from ..rules.state import DISTRICTS
from .district_cards import explain_rent
from .labels import name_of


def account_parts(position: Position, seat: int) -> Iterator[AccountPart]:
    """Cash, and every district that brings rent."""
    s, b = position.plain, position.game.plain_box
    yield AccountPart("cash", int(s.cash[seat]), "")
    for d in range(DISTRICTS):
        if s.owner[d] == seat and (rent := explain_rent(s, b, d).total):
            yield AccountPart("rents", rent, name_of(b, d))
