"""Calculators for owners of the box: the rent of a district, and what everybody on a real table is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tripolis.engine.editor import places
from tripolis.engine.position import Position
from tripolis.engine.words import Message

from ..face.district_cards import Rent, explain_rent
from ..face.labels import amount_text
from ..rules.state import DISTRICT_IDS, GROUP_NAMES
from .table import Holding, TableData, position_of, read_table


@dataclass(frozen=True)
class Worth:
    """One player's account in units of 10k: cash, rents by district, points by category, total, and the place."""

    cash: int
    rents: dict[str, Rent]
    points: dict[str, int]
    total: int
    place: int

    def line(self, seat: int) -> Message:
        """The account in one line."""
        money = {"cash": amount_text(self.cash), "worth": amount_text(self.total), "place": self.place}
        return Message("Player {number}: cash {cash}, worth {worth}, place {place}", number=seat + 1, **money)


def rent_of(
    district: str,
    residential: int = 0,
    industrial: int = 0,
    hazard: bool = False,
    skyscraper: bool = False,
    tower: bool = False,
    mortgaged: bool = False,
    box: Mapping[str, str] | None = None,
) -> Rent:
    """The rent of a district, with its reasons: `rent_of("p3", 2, 4, hazard=True).total` is 350, that is 3.5M."""
    held = Holding(0, residential, industrial, hazard, mortgaged)
    skyscrapers = frozenset(GROUP_NAMES if skyscraper else ())
    position = position_of(TableData((0,), {district: held}, skyscrapers, district if tower else ""), box=box)
    return explain_rent(position.plain, position.game.plain_box, DISTRICT_IDS.index(district))


def count_worth(position: Position, players: int) -> list[Worth]:
    """The account of each of the first players, by the rules (p. 12 and 15, ruling R34)."""
    s, b, accounts = position.plain, position.game.plain_box, []
    for seat, place in enumerate(places(position, players)):
        account = position.score(seat)
        rents = {name: explain_rent(s, b, d) for d, name in enumerate(DISTRICT_IDS) if s.owner[d] == seat}
        points = {category: units or 0 for category, units in account.points.items()}
        accounts.append(Worth(points["cash"], rents, points, account.total, place))
    return accounts


def score_table(data: Any, box: Mapping[str, str] | None = None) -> list[Worth]:
    """Everybody's account of a table given as plain data."""
    table = read_table(data)
    return count_worth(position_of(table, box=box), len(table.cash))


def count_by_hand(given: Any, say: Callable[[Message], str]) -> tuple[dict[str, Any], list[str]]:
    """What everybody at a table given as JSON is worth: as plain data, and as lines for people."""
    accounts = score_table(given)
    players = [
        {"total": worth.total, "cash": worth.cash, "rents": {name: rent.total for name, rent in worth.rents.items()}}
        for worth in accounts
    ]
    data = {"unit": "10k", "players": players, "ranks": [worth.place for worth in accounts]}
    return data, [say(worth.line(seat)) for seat, worth in enumerate(accounts)]
