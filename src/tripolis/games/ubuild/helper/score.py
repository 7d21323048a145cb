"""Calculators for owners of the box: the rent of a district, and what everybody on a real table is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tripolis.engine.errors import BadCity
from tripolis.engine.words import Message

from ..box.reader import Box, read_box
from ..face.district_cards import Rent
from ..face.labels import GROUP_TITLES, amount_text
from ..face.notation import read_amount
from ..rules.state import DISTRICT_IDS, GROUP_NAMES, SEATS, UNIT

MOST_CASH = 100_000
"""In units: 1000M."""


@dataclass(frozen=True)
class Holding:
    """A district of a player, as it lies on the table."""

    residential: int = 0
    industrial: int = 0
    hazard: bool = False
    mortgaged: bool = False


@dataclass(frozen=True)
class Worth:
    """One player's account: cash, rents by district, and their sum, in units of 10k."""

    cash: int
    rents: dict[str, Rent] = field(default_factory=dict)

    @property
    def points(self) -> dict[str, int]:
        """The account by category."""
        return {"cash": self.cash, "rents": sum(rent.total for rent in self.rents.values())}

    @property
    def total(self) -> int:
        """What decides (p. 15)."""
        return sum(self.points.values())

    @property
    def standing(self) -> tuple[int, int, int]:
        """Worth, then cash, then districts (ruling R34)."""
        return self.total, self.cash, len(self.rents)


@dataclass(frozen=True)
class OnTable:
    """What a table holds: each player's cash and districts, skyscrapers by colour, the tower's home."""

    cash: tuple[int, ...]
    districts: Mapping[str, tuple[int, Holding]] = field(default_factory=dict)
    skyscrapers: frozenset[str] = frozenset()
    tower: str = ""


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
    """The rent of a district, with its reasons: `rent_of("p3", 2, 4, hazard=True, skyscraper=True).total` is 700, that is 7M."""
    return _rent(read_box(box), district, Holding(residential, industrial, hazard, mortgaged), skyscraper, tower)


def _rent(box: Box, district: str, held: Holding, skyscraper: bool, tower: bool) -> Rent:
    if district not in DISTRICT_IDS:
        raise BadCity(Message("There is no district {id}; there are {ids}.", id=district, ids=" ".join(DISTRICT_IDS)))
    most = box.constants["max_blocks"]
    n = held.residential + held.industrial
    if min(held.residential, held.industrial) < 0 or n > most:
        raise BadCity(Message("{id}: a district has 0 to {most} blocks, not {n}.", id=district, most=most, n=n))
    row = box.districts[DISTRICT_IDS.index(district)]
    counted = held.industrial + (0 if held.hazard else held.residential)
    plain = row["rents"][counted - 1] if counted else row["base_rent"]
    return Rent(counted, held.hazard, plain // UNIT, skyscraper, tower, held.mortgaged, False)


def worths(table: OnTable, box: Box) -> list[Worth]:
    """Everybody's account (p. 12 and 15)."""
    found = [Worth(cash, {}) for cash in table.cash]
    tower_owner = table.districts[table.tower][0] if table.tower in table.districts else -1
    for district in DISTRICT_IDS:
        if district in table.districts:
            owner, held = table.districts[district]
            group = box.districts[DISTRICT_IDS.index(district)]["group"]
            found[owner].rents[district] = _rent(box, district, held, group in table.skyscrapers, owner == tower_owner)
    return found


def ranks(accounts: list[Worth]) -> list[int]:
    """The places; equal ones are shared."""
    return [1 + sum(other.standing > own.standing for other in accounts) for own in accounts]


# ------------------------------------------------------------------------- JSON


def read_table(data: Any) -> OnTable:
    """A table from plain data: `{"players": [{"cash": "3.5M", "districts": {"p3": {"industrial": 4}}}], "skyscrapers": ["pink"], "tower": "p3"}`."""
    if not isinstance(data, dict) or not {"players"} <= set(data) <= {"players", "skyscrapers", "tower"}:
        raise BadCity(Message("Give an object with players (and, if you like, {others}).", others="skyscrapers, tower"))
    players = data["players"]
    if not isinstance(players, list) or not 1 <= len(players) <= SEATS:
        raise BadCity(Message("One to {n} players can be compared.", n=SEATS))
    cash, districts = [], {}
    for seat, player in enumerate(players):
        if not isinstance(player, dict) or not set(player) <= {"cash", "districts"}:
            raise BadCity(Message("Player {n}: give cash and districts.", n=seat + 1))
        cash.append(read_cash(seat, player.get("cash", "0k")))
        for district, held in dict(player.get("districts", {})).items():
            if district in districts:
                raise BadCity(Message("{id} has two owners.", id=district))
            districts[district] = (seat, read_holding(district, held))
    skyscrapers = frozenset(data.get("skyscrapers", ()))
    if not skyscrapers <= set(GROUP_TITLES):
        raise BadCity(Message("A skyscraper belongs to a colour: {names}.", names=", ".join(GROUP_NAMES)))
    tower = data.get("tower", "")
    if tower and tower not in districts:
        raise BadCity(Message("The home of the tower must belong to somebody: {id}.", id=str(tower)))
    return OnTable(tuple(cash), districts, skyscrapers, tower)


def read_cash(seat: int, text: Any) -> int:
    """Cash as text: 3.5M, 500k."""
    units = read_amount(text) if isinstance(text, str) else None
    if units is None or units > MOST_CASH:
        raise BadCity(Message("Player {n}: cash is an amount such as 3.5M or 500k, a multiple of 10k.", n=seat + 1))
    return units


def read_holding(district: str, held: Any) -> Holding:
    """A district's blocks and marks."""
    if not isinstance(held, dict) or not set(held) <= {"residential", "industrial", "hazard", "mortgaged"}:
        raise BadCity(Message("{id}: give residential, industrial, hazard, mortgaged.", id=district))
    numbers = [held.get(name, 0) for name in ("residential", "industrial")]
    marks = [held.get(name, False) for name in ("hazard", "mortgaged")]
    if any(type(n) is not int for n in numbers) or any(type(mark) is not bool for mark in marks):
        raise BadCity(Message("{id}: blocks are numbers, hazard and mortgaged are true or false.", id=district))
    return Holding(numbers[0], numbers[1], marks[0], marks[1])


def score_table(data: Any, box: Mapping[str, str] | None = None) -> list[Worth]:
    """Everybody's account of a table given as plain data."""
    return worths(read_table(data), read_box(box))


def count_by_hand(given: Any, say: Callable[[Message], str]) -> tuple[dict[str, Any], list[str]]:
    """What everybody at a table given as JSON is worth: as plain data, and as lines for people."""
    accounts = score_table(given)
    places = ranks(accounts)
    found = [
        {
            "total": account.total,
            "cash": account.cash,
            "rents": {name: rent.total for name, rent in account.rents.items()},
        }
        for account in accounts
    ]
    lines = [
        say(
            Message(
                "Player {number}: cash {cash}, worth {worth}, place {place}",
                number=seat + 1,
                cash=amount_text(account.cash),
                worth=amount_text(account.total),
                place=place,
            )
        )
        for seat, (account, place) in enumerate(zip(accounts, places, strict=True))
    ]
    return {"unit": "10k", "players": found, "ranks": places}, lines
