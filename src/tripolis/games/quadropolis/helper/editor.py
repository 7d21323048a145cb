"""The score helper: finished cities put together step by step, with the best account after each step.

An editor has the same shape as a match: moves as text and as paths of clicks, a scene, a verdict. It has no seats to wait for, and its whole
state is one short text that fits into an address: `classic.T3S-..._12_5`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from tripolis.engine.errors import BadCity, BadNotation
from tripolis.engine.position import Move, Position
from tripolis.engine.scene import Area, Mark, Scene, Sprite
from tripolis.engine.words import Message, Plural, seat_name

from ..face.events import cell_name
from ..face.labels import KIND_NAMES, LETTERS
from ..face.scene import Table
from ..rules.state import CELLS, COLUMNS, LEVELS, ROWS, Kind
from .score import CityAccount, picture, score_city

KIND_OF_LETTER = {letter: kind for kind, letter in LETTERS.items()}
MOST_POINTS = {Kind.PUBLIC: 2, Kind.HARBOUR: 3}
MOST_SEATS, MOST_RESOURCES = 4, 99
HEADER, TOOLS_HEIGHT = 104, 310

MOVE = re.compile(r"([1-4])(?:([a-d][1-5])=(?:([a-z])([0-9]?))?|([re])=([0-9]{1,2}))", re.IGNORECASE)
STATE = re.compile(r"(classic|expert)((?:\.(?:[A-Z][0-9]?|-){16,20}_[0-9]{1,2}_[0-9]{1,2}){1,4})")


@dataclass(frozen=True)
class Building:
    """What stands on a cell: level for towers and offices, printed points for public services and harbours."""

    kind: Kind
    number: int = 0

    @property
    def code(self) -> str:
        """`T3`, `S`, `H1`."""
        return LETTERS[self.kind] + (str(self.number) if self.number else "")

    @property
    def word(self) -> str:
        """As `score_city` takes it."""
        name = self.kind.name.lower()
        if self.kind in (Kind.TOWER, Kind.OFFICE):
            return f"{name}:{self.number}"
        return f"{name}+{self.number}" if self.number else name


@dataclass(frozen=True)
class City:
    """One player's city."""

    cells: tuple[Building | None, ...]
    residents: int = 0
    energy: int = 0


class CityEditor:
    """Cities of one to four players, put together by hand."""

    MODES: ClassVar[tuple[str, ...]] = ("classic", "expert")
    FEWEST: ClassVar[int] = 1
    HELP: ClassVar[Message] = Message(
        "Steps: 1b3=T2 builds on b3 for player 1 (T tower, S shop, P public service, K park, Y playground, F factory, "
        "H harbour, O office, M monument; behind it level or printed points), 1b3= clears it, 1r=12 are residents, 1e=5 energy."
    )

    def __init__(self, mode: str = "classic", players: int = 1) -> None:
        if mode not in ("classic", "expert"):
            raise BadCity(Message("The mode is classic or expert, not {mode}.", mode=mode))
        if not 1 <= players <= MOST_SEATS:
            raise BadCity(Message("One to four cities can be compared, not {n}.", n=players))
        self.mode = mode
        self.width = 5 if mode == "expert" else 4
        self.levels = 5 if mode == "expert" else 4
        self.cities = [City((None,) * (ROWS * self.width)) for _ in range(players)]

    @property
    def kinds(self) -> list[Kind]:
        """The kinds of building of this mode."""
        return [kind for kind in LETTERS if self.mode == "expert" or kind not in (Kind.OFFICE, Kind.MONUMENT)]

    # --------------------------------------------------------------- state

    @property
    def state(self) -> str:
        """The whole editor as a text for addresses."""
        parts = [self.mode]
        for city in self.cities:
            cells = "".join("-" if building is None else building.code for building in city.cells)
            parts.append(f"{cells}_{city.residents}_{city.energy}")
        return ".".join(parts)

    @classmethod
    def from_state(cls, text: str) -> CityEditor:
        """The editor of a text; a wrong one is refused."""
        found = STATE.fullmatch(text)
        if found is None:
            raise BadCity(Message("This is no state of the score helper."))
        cities = found[2][1:].split(".")
        editor = cls(found[1], len(cities))
        for seat, part in enumerate(cities):
            cells, residents, energy = part.split("_")
            codes = re.findall(r"[A-Z][0-9]?|-", cells)
            if len(codes) != ROWS * editor.width:
                raise BadCity(Message("This is no state of the score helper."))
            buildings = tuple(None if code == "-" else editor.building(code[0], code[1:]) for code in codes)
            editor.cities[seat] = City(buildings, int(residents), int(energy))
        return editor

    def building(self, code: str, number: str) -> Building:
        """A building from its letter and its number."""
        kind = KIND_OF_LETTER.get(code.upper())
        if kind is None:
            letters = ", ".join(f"{letter}" for letter in KIND_OF_LETTER)
            raise BadNotation(
                Message("{letter} is no kind of building; there are {letters}.", letter=code, letters=letters)
            )
        if self.mode == "classic" and kind in (Kind.OFFICE, Kind.MONUMENT):
            raise BadCity(Message("Offices and monuments belong to Expert."))
        if kind in (Kind.TOWER, Kind.OFFICE):
            level = int(number or 1)
            if not 1 <= level <= self.levels:
                raise BadCity(Message("Towers and offices have 1 to {levels} levels.", levels=self.levels))
            return Building(kind, level)
        if int(number or 0) > MOST_POINTS.get(kind, 0):
            raise BadCity(Message("No such tile has {n} printed points.", n=int(number)))
        return Building(kind, int(number or 0))

    # --------------------------------------------------------------- moves

    def play(self, text: str) -> None:
        """`1b3=T2` builds, `1b3=` clears, `1r=12` and `1e=5` set residents and energy; the first number is the player."""
        found = MOVE.fullmatch(text.strip())
        if found is None:
            raise BadNotation(
                Message(
                    "{text} is no step: write 1b3=T2 to build, 1b3= to clear, 1r=12 for residents, 1e=5 for energy.",
                    text=text,
                )
            )
        seat = int(found[1]) - 1
        if seat >= len(self.cities):
            raise BadCity(Plural("There is {n} city only.", "There are {n} cities only.", len(self.cities)))
        city = self.cities[seat]
        if found[5]:
            amount = int(found[6])
            self.cities[seat] = replace(city, residents=amount) if found[5] in "rR" else replace(city, energy=amount)
            return
        cell = "abcd".index(found[2][0].lower()) * self.width + int(found[2][1]) - 1
        if int(found[2][1]) > self.width:
            raise BadCity(Message("A Classic city has no cell {cell} (p. 2).", cell=found[2]))
        building = self.building(found[3], found[4]) if found[3] else None
        cells = (*city.cells[:cell], building, *city.cells[cell + 1 :])
        self.cities[seat] = replace(city, cells=cells)

    def moves(self) -> Iterator[Move]:
        """Every step that may be taken now, as text and as a path of clicks.

        A kind, then a cell: builds it there; on the same kind a tower or office grows by a level, and printed points go up by one. Past the
        highest they start again.
        """
        for seat, city in enumerate(self.cities):
            for cell, building in enumerate(city.cells):
                name = cell_name(cell // self.width * COLUMNS + cell % self.width)
                where = f"cell-{seat}-{name}"
                for kind in self.kinds:
                    code = self.next_code(kind, building)
                    words = Message("Put on {cell}: {kind}", cell=name, kind=KIND_NAMES[kind])
                    yield Move(-1, f"{seat + 1}{name}={code}", (f"kind-{LETTERS[kind]}", where), words)
                if building is not None:
                    yield Move(-1, f"{seat + 1}{name}=", ("clear", where), Message("Clear {cell}", cell=name))
            for letter, symbol, amount in (("r", "residents", city.residents), ("e", "energy", city.energy)):
                if amount < MOST_RESOURCES:
                    words = (
                        Message("Residents: {n}", n=amount + 1)
                        if letter == "r"
                        else Message("Energy: {n}", n=amount + 1)
                    )
                    yield Move(-1, f"{seat + 1}{letter}={amount + 1}", (f"{symbol}-more-{seat}",), words)
                if amount > 0:
                    words = (
                        Message("Residents: {n}", n=amount - 1)
                        if letter == "r"
                        else Message("Energy: {n}", n=amount - 1)
                    )
                    yield Move(-1, f"{seat + 1}{letter}={amount - 1}", (f"{symbol}-less-{seat}",), words)

    def next_code(self, kind: Kind, building: Building | None) -> str:
        """What a click with a kind makes of a cell."""
        if kind in (Kind.TOWER, Kind.OFFICE):
            level = building.number if building is not None and building.kind == kind else 0
            return f"{LETTERS[kind]}{level % self.levels + 1}"
        if building is not None and building.kind == kind and kind in MOST_POINTS:
            points = (building.number + 1) % (MOST_POINTS[kind] + 1)
            return f"{LETTERS[kind]}{points}" if points else LETTERS[kind]
        return LETTERS[kind]

    # ------------------------------------------------------------- verdict

    def rows(self, seat: int) -> list[list[str]]:
        """A city as `score_city` takes it."""
        words = ["." if building is None else building.word for building in self.cities[seat].cells]
        return [words[row * self.width : (row + 1) * self.width] for row in range(ROWS)]

    def verdict(self) -> list[CityAccount]:
        """The best account of every city."""
        return [
            score_city(self.mode, self.rows(seat), city.residents, city.energy) for seat, city in enumerate(self.cities)
        ]

    def ranks(self) -> list[int]:
        """The places, with the rulebook's tie-breaks (p. 5, ruling 32)."""
        standing = [(a.total, a.residents_placed, -a.empty_cells) for a in self.verdict()]
        return [1 + sum(other > mine for other in standing) for mine in standing]

    def lines(self, say: Callable[[Message], str]) -> Iterator[str]:
        """Cities and accounts for a terminal."""
        for seat, (account, place) in enumerate(zip(self.verdict(), self.ranks(), strict=True)):
            yield from picture(self.rows(seat), account)
            city = self.cities[seat]
            yield say(
                Message(
                    "Player {number}: residents {residents}, energy {energy}, points {points}, place {place}",
                    number=seat + 1,
                    residents=city.residents,
                    energy=city.energy,
                    points=account.total,
                    place=place,
                )
            )

    # --------------------------------------------------------------- scene

    def position(self) -> Position:
        """The cities as a position of the game, for drawing."""
        from .. import GAME

        game = GAME.configure(mode=self.mode, players=max(2, len(self.cities)))
        position = Position(game, game.state.make())
        s, b = position.record, game.box[0]
        s.actor, s.urbanist, s.hand, s.mayor = -1, -1, -1, -1
        free = {kind: [t for t in range(25 * int(b.rounds)) if int(b.kind[t]) == kind] for kind in LETTERS}
        for seat, city in enumerate(self.cities):
            s.residents[seat], s.energy[seat] = city.residents, city.energy
            for i, building in enumerate(city.cells):
                if building is not None:
                    cell = i // self.width * COLUMNS + i % self.width
                    self.put(s, b, free, seat, cell, building)
        return position

    @staticmethod
    def put(s: Any, b: Any, free: dict[Kind, list[int]], seat: int, cell: int, building: Building) -> None:
        """Stand tiles of the box on a cell; where the box has no more of them only the numbers are kept."""
        stacks = building.kind in (Kind.TOWER, Kind.OFFICE)
        level = building.number if stacks else 1
        s.kind[seat][cell], s.level[seat][cell] = int(building.kind), level
        s.vp[seat][cell] = 0 if stacks else building.number
        for floor in range(1, level + 1):
            wanted = [t for t in free[building.kind] if stacks or int(b.vp[t]) == building.number] or free[
                building.kind
            ]
            if wanted:
                free[building.kind].remove(wanted[0])
                s.built[wanted[0]] = LEVELS * (CELLS * seat + cell) + floor

    def scene(self) -> Scene:
        """The cities with their accounts, and what can be put in."""
        table = Table(self.position(), tuple(seat_name(seat) for seat in range(max(2, len(self.cities)))))
        table.seats, table.header = range(len(self.cities)), HEADER
        wanted = {"panel:account", *(f"panel:city-{seat}" for seat in table.seats)}
        areas = [replace(area, y=TOOLS_HEIGHT) if area.name == "panel:account" else area for area in table.areas()]
        areas = [area for area in areas if area.name in wanted]
        sprites = [sprite for sprite in table.sprites() if sprite.area in wanted]
        areas.append(Area("hand", 0, 0, 700, TOOLS_HEIGHT, Message("Buildings")))
        return Scene(tuple(areas), (*sprites, *self.tools(table)))

    def tools(self, table: Table) -> Iterator[Sprite]:
        """The kinds to choose from, the eraser, and buttons for residents and energy."""
        tools: list[tuple[str, str, Message]] = [
            (f"kind-{LETTERS[kind]}", f"tile-{kind.name.lower()}", KIND_NAMES[kind]) for kind in self.kinds
        ]
        tools.append(("clear", "discard", Message("Clear a cell")))
        for i, (name, symbol, label) in enumerate(tools):
            x, y = 10 + 136 * (i % 5), 10 + 140 * (i // 5)
            yield Sprite(name, symbol, "hand", x, y, 120, 120, role="button", label=label)
        for seat in table.seats:
            for k, symbol in enumerate(("residents", "energy")):
                more = Message("More residents") if k == 0 else Message("More energy")
                less = Message("Fewer residents") if k == 0 else Message("Less energy")
                x, y = table.city_width - 264 + 88 * k, 60
                area = f"panel:city-{seat}"
                for step, (words, mark) in enumerate(((less, "−"), (more, "+"))):
                    name = f"{symbol}-{'more' if step else 'less'}-{seat}"
                    sign = (Mark(50, 50, 70, text=mark, colour="on-button"),)
                    yield Sprite(
                        name, "cell", area, x + 36 * step, y, 32, 32, 3, role="button", label=words, marks=sign
                    )
