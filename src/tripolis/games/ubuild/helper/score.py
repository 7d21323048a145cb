"""Calculators for owners of the box: the rent of a district, and what everybody on a real table is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tripolis.engine.editor import NOT_SETTLED, is_settled, places
from tripolis.engine.own_box import is_certain
from tripolis.engine.position import Position
from tripolis.engine.words import Message

from ..box.files import Box, read_box
from ..face.district_cards import Rent, explain_rent
from ..face.labels import amount
from ..rules.state import BLOCKS, DISTRICT_IDS, GROUP_NAMES, UNIT
from .table import Holding, TableData, position_of, read_table


@dataclass(frozen=True)
class Worth:
    """One player's account in units of 10k: cash, rents by district, points by category, total, and the place."""

    cash: int
    rents: dict[str, Rent]
    points: dict[str, int]
    total: int
    place: int

    def lines(
        self, seat: int, unsure: Mapping[str, tuple[int, int]], settled: bool, say: Callable[[Message], str]
    ) -> Iterator[str]:
        """The account for people, with a place only if no value that we reconstructed could change it."""
        money = {"cash": amount(self.cash), "worth": amount(self.total), "place": self.place if settled else "?"}
        yield say(Message("Player {number}: cash {cash}, worth {worth}, place {place}", number=seat + 1, **money))
        if unsure:
            low, high = map(amount, unsure["rents"])
            yield "  " + say(Message("rents rest on reconstructed values: {low} to {high}", low=low, high=high))


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


# --------------------------------------------------------------------- certainty


def rent_range(box: Box, district: str, rent: Rent) -> tuple[int, int]:
    """The lowest and highest rent of a district now, in units.

    A printed value is as it is. One that we reconstructed, or read with low confidence, may be anything from the
    lowest to the highest value of its kind in the box: base rents, or rents for the same number of blocks.
    """
    row, n = box.districts[DISTRICT_IDS.index(district)], rent.counted
    status = (row.get("rents_status") or [""] * BLOCKS)[n - 1] if n else row.get("base_status", "")
    if is_certain(str(status)) or not rent.total:
        return rent.total, rent.total
    values = [(other["rents"][n - 1] if n else other["base_rent"]) // UNIT for other in box.districts]
    factor = 2 if rent.skyscraper or rent.tower else 1
    return factor * min(values), factor * max(values)


def rents_range(box: Box, worth: Worth) -> dict[str, tuple[int, int]]:
    """The lowest and highest sum of a player's rents, where it is not certain."""
    ranges = [rent_range(box, district, rent) for district, rent in worth.rents.items()]
    low, high = sum(ends[0] for ends in ranges), sum(ends[1] for ends in ranges)
    return {"rents": (low, high)} if any(ends[0] != ends[1] for ends in ranges) else {}


def score_table(data: Any, box: Mapping[str, str] | None = None) -> list[Worth]:
    """Everybody's account of a table given as plain data."""
    table = read_table(data)
    return count_worth(position_of(table, box=box), len(table.cash))


def count_by_hand(
    given: Any, say: Callable[[Message], str], box: Mapping[str, str] | None = None
) -> tuple[dict[str, Any], list[str]]:
    """What everybody at a table given as JSON is worth: as plain data, and as lines for people."""
    accounts = score_table(given, box)
    spread = [rents_range(read_box(box), worth) for worth in accounts]
    settled = is_settled(accounts, spread)
    players = [
        {"total": worth.total, "cash": worth.cash, "rents": {name: rent.total for name, rent in worth.rents.items()}}
        | ({"range": unsure["rents"]} if unsure else {})
        for worth, unsure in zip(accounts, spread, strict=True)
    ]
    data = {"unit": "10k", "players": players, "ranks": [worth.place for worth in accounts], "settled": settled}
    lines: list[str] = []
    for seat, (worth, unsure) in enumerate(zip(accounts, spread, strict=True)):
        lines += worth.lines(seat, unsure, settled, say)
    if not settled:
        lines.append(say(NOT_SETTLED))
    return data, lines
