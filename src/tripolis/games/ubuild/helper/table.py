"""A table put in by hand, as plain data; and the position of the game that it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from tripolis.engine.editor import finished_position, game_for
from tripolis.engine.errors import BadCity
from tripolis.engine.position import Position
from tripolis.engine.record import in_python
from tripolis.engine.words import Message

from ..face.notation import read_amount
from ..rules.play import clear_table
from ..rules.scoring import mortgage_value
from ..rules.state import DISTRICT_IDS, DISTRICTS, GROUP_NAMES, HOME, OVER, SEATS
from ..rules.trade import hand_over

MOST_CASH = 100_000
"""In units: 1000M."""
ALL_DISTRICTS = "pro"
"""The standard track that has all districts."""
EXAMPLE = '{"p3": {"industrial": 4}}'
"""Districts as a player's are given."""


@dataclass(frozen=True)
class Holding:
    """A district as it lies before its owner."""

    owner: int
    residential: int = 0
    industrial: int = 0
    hazard: bool = False
    mortgaged: bool = False

    @property
    def n_blocks(self) -> int:
        """All its blocks."""
        return self.residential + self.industrial


@dataclass(frozen=True)
class TableData:
    """What is on a table: each player's cash, the districts with an owner, skyscrapers by colour, the tower's home."""

    cash: tuple[int, ...]
    districts: Mapping[str, Holding] = field(default_factory=dict)
    skyscrapers: frozenset[str] = frozenset()
    tower: str = ""


# ---------------------------------------------------------------------- position


class TableSetup:
    """Puts owners, blocks, mortgages and cash into a position, each with the fields that follow from it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.s, self.b = position.record, position.game.plain_box

    def cash(self, *units: float) -> Self:
        """The cash of each seat."""
        for seat, n in enumerate(units):
            self.s.cash[seat] = round(n)
        return self

    def own(self, seat: int, *districts: str) -> Self:
        """Districts get an owner (NOBODY: the bank)."""
        for name in districts:
            in_python(hand_over)(self.s, DISTRICT_IDS.index(name), seat)
        return self

    def blocks(self, district: str, residential: int = 0, industrial: int = 0) -> Self:
        """The blocks of a district, taken from the bank."""
        built = self.s.blocks[DISTRICT_IDS.index(district)]
        for kind, n in enumerate((residential, industrial)):
            self.s.stock[kind] += built[kind] - n
            built[kind] = n
        return self

    def mortgage(self, district: str, units: int | None = None) -> Self:
        """A district is mortgaged for a sum; by default for what the bank lends on it now."""
        d = DISTRICT_IDS.index(district)
        self.s.mortgage[d] = in_python(mortgage_value)(self.position.plain, self.b, d) if units is None else units
        self.s.mortgaged |= 1 << d
        return self


def position_of(table: TableData, track: str = ALL_DISTRICTS, box: Mapping[str, str] | None = None) -> Position:
    """The table as a finished match; one that the box cannot hold is refused."""
    game = game_for("ubuild", len(table.cash), track=track)
    position = finished_position(game.configure(box) if box else game)
    s, b = position.record, position.game.plain_box
    in_python(clear_table)(s, b)
    s.phase = OVER
    setup = TableSetup(position).cash(*table.cash)
    for name, held in table.districts.items():
        check_holding(name, held, int(b.max_blocks))
        setup.own(held.owner, name).blocks(name, held.residential, held.industrial)
        if held.hazard:
            s.beside_hazard |= 1 << DISTRICT_IDS.index(name)
    for name, held in table.districts.items():
        if held.mortgaged:
            setup.mortgage(name)
    for d in range(DISTRICTS):
        if GROUP_NAMES[b.group[d]] in table.skyscrapers:
            s.skyscraper[b.group[d]][HOME] = d
    if table.tower:
        s.tower[HOME] = DISTRICT_IDS.index(table.tower)
    return position


def check_holding(district: str, held: Holding, most: int) -> None:
    """Refuse a district that does not exist, or one with too many blocks."""
    if district not in DISTRICT_IDS:
        raise BadCity(Message("There is no district {id}; there are {ids}.", id=district, ids=" ".join(DISTRICT_IDS)))
    if min(held.residential, held.industrial) < 0 or held.n_blocks > most:
        args = {"id": district, "most": most, "n": held.n_blocks}
        raise BadCity(Message("{id}: a district has 0 to {most} blocks, not {n}.", **args))


# ------------------------------------------------------------------------- JSON


def read_table(data: Any) -> TableData:
    """A table from plain data; `docs/owners.md` has an example."""
    if not isinstance(data, dict) or not {"players"} <= set(data) <= {"players", "skyscrapers", "tower"}:
        raise BadCity(Message("Give an object with players (and, if you like, {others}).", others="skyscrapers, tower"))
    players = data["players"]
    if not isinstance(players, list) or not 1 <= len(players) <= SEATS:
        raise BadCity(Message("One to {n} players can be compared.", n=SEATS))
    cash: list[int] = []
    districts: dict[str, Holding] = {}
    for seat, player in enumerate(players):
        if not isinstance(player, dict) or not set(player) <= {"cash", "districts"}:
            raise BadCity(Message("Player {n}: give cash and districts.", n=seat + 1))
        cash.append(read_cash(seat, player.get("cash", "0k")))
        owned = player.get("districts", {})
        if not isinstance(owned, dict):
            raise BadCity(
                Message("Player {n}: districts are an object such as {example}.", n=seat + 1, example=EXAMPLE)
            )
        for district, held in owned.items():
            if district in districts:
                raise BadCity(Message("{id} has two owners.", id=district))
            districts[district] = read_holding(seat, district, held)
    colours = data.get("skyscrapers", [])
    if not isinstance(colours, list | tuple) or not all(colour in GROUP_NAMES for colour in colours):
        raise BadCity(Message("A skyscraper belongs to a colour: {names}.", names=", ".join(GROUP_NAMES)))
    tower = data.get("tower", "")
    if not isinstance(tower, str) or (tower and tower not in districts):
        raise BadCity(Message("Somebody must own the home district of the tower: {id}.", id=tower))
    return TableData(tuple(cash), districts, frozenset(colours), tower)


def read_cash(seat: int, text: Any) -> int:
    """A player's cash from text such as 3.5M or 500k."""
    units = read_amount(text) if isinstance(text, str) else None
    if units is None or units > MOST_CASH:
        raise BadCity(Message("Player {n}: cash is an amount such as 3.5M or 500k, a multiple of 10k.", n=seat + 1))
    return units


def read_holding(owner: int, district: str, data: Any) -> Holding:
    """A district's blocks and marks."""
    if not isinstance(data, dict) or not set(data) <= {"residential", "industrial", "hazard", "mortgaged"}:
        raise BadCity(Message("{id}: give residential, industrial, hazard, mortgaged.", id=district))
    held = Holding(owner, **data)
    blocks, marks = (held.residential, held.industrial), (held.hazard, held.mortgaged)
    if any(type(n) is not int for n in blocks) or any(type(mark) is not bool for mark in marks):
        raise BadCity(Message("{id}: blocks are numbers, hazard and mortgaged are true or false.", id=district))
    return held
