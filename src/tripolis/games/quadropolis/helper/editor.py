"""The score helper: finished cities put together step by step, with the best account after each step.

The whole state is one short text: `classic.T3S-..._12_5`; `classic-25.` has the switch of ruling 25 off.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tripolis.engine.editor import ScoreEditor, finished_position, game_for
from tripolis.engine.errors import BadCity, BadNotation
from tripolis.engine.game import find
from tripolis.engine.moves import Move
from tripolis.engine.parts import InputField
from tripolis.engine.position import Position
from tripolis.engine.record import source_of
from tripolis.engine.scene import Area, Mark, Scene, Sprite
from tripolis.engine.words import Message, Plural

from ..face.events import cell_name
from ..face.labels import KIND_NAMES, LETTERS, kinds
from ..face.scene import TableDrawing, colour_of
from ..rules.play import grows, put_tile
from ..rules.state import CELLS, COLUMNS, EXPERT_KINDS, NOWHERE, ROWS, SEATS, SPACES, TILES, Kind, standing
from .goes_on import start_round
from .score import CityAccount, account_of, picture, put_city

KIND_OF_LETTER = {letter: kind for kind, letter in LETTERS.items()}
EMPTY = "-"
MOST_RESOURCES = 99
TOOL, TOOLS_PER_ROW = 100, 8
SWITCHES = {"25": "playgrounds_absorb", "29": "office_cap"}
"""The options by the numbers of their rulings."""

STEP = re.compile(
    r"(?P<player>[1-4])(?:(?P<row>[a-d])(?P<column>[1-5])=(?:(?P<letter>[a-z])(?P<number>[0-9]?))?"
    r"|(?P<resource>[re])=(?P<amount>[0-9]{1,2}))"
    r"|(?P<ruling>25|29)=(?P<answer>yes|no)",
    re.IGNORECASE,
)
STATE = re.compile(r"(classic|expert)((?:-25)?(?:-29)?)((?:\.(?:[A-Z][0-9]?|-){16,20}_[0-9]{1,2}_[0-9]{1,2}){1,4})")


def tiles_by_kind(b: Any) -> dict[Kind, list[int]]:
    """The tiles of a mode."""
    return {kind: [tile for tile in range(SPACES * b.rounds) if b.kind[tile] == kind] for kind in kinds(b)}


@dataclass(frozen=True)
class City:
    """One player's city. A cell is written `T3` (letter and level), `H1` (letter and printed points), `S`, or `-`."""

    cells: tuple[str, ...]
    residents: int = 0
    energy: int = 0


class CityEditor(ScoreEditor):
    """Cities of one to four players, put together by hand."""

    MODES = ("classic", "expert")
    HELP = Message(
        "Steps: 1b3=T2 builds on b3 for player 1 (T tower, S shop, P public service, K park, Y playground, F factory, "
        "H harbour, O office, M monument; then the levels or the printed points), 1b3= clears the cell, 1r=12 gives "
        "player 1 12 residents, 1e=5 gives them 5 energy, 25=no and 29=no turn off rulings 25 and 29."
    )

    def __init__(self, mode: str = "classic", players: int = 1, box: Mapping[str, str] | None = None) -> None:
        if mode not in self.MODES:
            raise BadCity(Message("The mode is classic or expert, not {mode}.", mode=mode))
        if not 1 <= players <= SEATS:
            raise BadCity(Message("You can compare one to four cities, not {n}.", n=players))
        self.mode, self.box = mode, box
        self.switches = dict.fromkeys(SWITCHES, True)
        self.b = game_for("quadropolis", players, box, mode=mode).plain_box
        self.printed = {kind: max(self.b.vp[tile] for tile in tiles) for kind, tiles in tiles_by_kind(self.b).items()}
        """The most points that are printed on a tile of each kind."""
        self.cities = [City((EMPTY,) * (ROWS * self.b.columns)) for _ in range(players)]

    @property
    def players(self) -> int:
        """How many cities there are."""
        return len(self.cities)

    # --------------------------------------------------------------- state

    @property
    def state(self) -> str:
        """The whole editor as a text for addresses."""
        head = self.mode + "".join(f"-{ruling}" for ruling, on in self.switches.items() if not on)
        return ".".join([head, *(f"{''.join(c.cells)}_{c.residents}_{c.energy}" for c in self.cities)])

    @classmethod
    def from_state(cls, text: str, box: Mapping[str, str] | None = None) -> CityEditor:
        """The editor of a text; a wrong one is refused."""
        wrong = BadCity(Message("This is not a saved state of the score helper."))
        state = STATE.fullmatch(text)
        if state is None:
            raise wrong
        cities = state[3][1:].split(".")
        editor = cls(state[1], len(cities), box)
        editor.switches |= dict.fromkeys(state[2].split("-")[1:], False)
        for seat, part in enumerate(cities):
            cells, residents, energy = part.split("_")
            codes = re.findall(r"[A-Z][0-9]?|-", cells)
            if len(codes) != len(editor.cities[seat].cells):
                raise wrong
            codes = [code if code == EMPTY else editor.code(code[0], code[1:]) for code in codes]
            editor.cities[seat] = City(tuple(codes), int(residents), int(energy))
        return editor

    def for_players(self, players: int) -> CityEditor:
        """The same cities, with empty ones for further players."""
        editor = CityEditor(self.mode, players, self.box)
        editor.switches = self.switches
        kept = self.cities[:players]
        editor.cities[: len(kept)] = kept
        return editor

    def code(self, letter: str, number: str) -> str:
        """A building from its letter and its number, as a cell is written."""
        kind = KIND_OF_LETTER.get(letter.upper())
        if kind is None:
            args = {"letter": letter, "letters": ", ".join(KIND_OF_LETTER)}
            raise BadNotation(Message("{letter} is not a kind of building; write one of {letters}.", **args))
        if self.mode == "classic" and kind in EXPERT_KINDS:
            raise BadCity(Message("Only Expert has offices and monuments."))
        if source_of(grows)(kind):
            if not 1 <= int(number or 1) <= self.b.levels:
                raise BadCity(Message("Towers and offices have 1 to {levels} levels.", levels=self.b.levels))
            return f"{LETTERS[kind]}{number or 1}"
        points = int(number or 0)
        if points > self.printed[kind]:
            raise BadCity(Message("No such tile has {n} printed points.", n=points))
        return f"{LETTERS[kind]}{points or ''}"

    # --------------------------------------------------------------- moves

    def play(self, text: str) -> None:
        """One step, as `HELP` says; a wrong one changes nothing."""
        step = STEP.fullmatch(text.strip())
        if step is None:
            message = Message(
                "{text} is not a valid step: write 1b3=T2 to build, 1b3= to clear, 1r=12 for residents, 1e=5 for "
                "energy."
            )
            raise BadNotation(message.fill(text=text))
        if step["ruling"]:
            self.switches = {**self.switches, step["ruling"]: step["answer"].lower() == "yes"}
            return
        seat = int(step["player"]) - 1
        if seat >= self.players:
            raise BadCity(Plural("There is only {n} city.", "There are only {n} cities.", self.players))
        city = self.cities[seat]
        if step["resource"]:
            n, of_residents = int(step["amount"]), step["resource"] in "rR"
            self.cities[seat] = replace(city, residents=n) if of_residents else replace(city, energy=n)
            return
        row, column = "abcd".index(step["row"].lower()), int(step["column"]) - 1
        if column >= self.b.columns:
            raise BadCity(Message("A Classic city has no cell {cell} (p. 2).", cell=step["row"] + step["column"]))
        cells = list(city.cells)
        cells[row * self.b.columns + column] = self.code(step["letter"], step["number"]) if step["letter"] else EMPTY
        self.cities[seat] = replace(city, cells=tuple(cells))

    def moves(self) -> Iterator[Move]:
        """Every step that may be taken now, as text and as a path of clicks: a building or the eraser, then a cell."""
        tools = [(code, KIND_OF_LETTER[code[0]]) for code in self.codes()]
        for seat in range(self.players):
            for i in range(ROWS * self.b.columns):
                row, column = divmod(i, self.b.columns)
                cell = cell_name(row * COLUMNS + column)
                where = f"cell-{seat}-{cell}"
                for code, kind in tools:
                    words = Message("Put on {cell}: {kind}", cell=cell, kind=KIND_NAMES[kind])
                    yield Move(-1, f"{seat + 1}{cell}={code}", (f"tool-{code}", where), words)
                yield Move(-1, f"{seat + 1}{cell}=", ("clear", where), Message("Clear {cell}", cell=cell))

    def codes(self) -> Iterator[str]:
        """Every building with each of its levels, or with each number of points that the box has of it."""
        for kind in kinds(self.b):
            if source_of(grows)(kind):
                yield from (f"{LETTERS[kind]}{level}" for level in range(1, self.b.levels + 1))
            else:
                tiles = tiles_by_kind(self.b)[kind]
                yield from (f"{LETTERS[kind]}{n or ''}" for n in sorted({self.b.vp[tile] for tile in tiles}))

    def fields(self) -> list[InputField]:
        """Residents and energy of everybody, and the switches of the rulings that matter in this mode."""
        options = {option.name: option for option in find("quadropolis").options}
        switches = ("25", "29") if self.mode == "expert" else ("25",)
        amounts = (("r", Message("Residents"), "resident"), ("e", Message("Energy"), "energy"))
        return [
            *(
                InputField(f"{seat + 1}{letter}={{}}", label, str(n), seat, most=MOST_RESOURCES, symbol=symbol)
                for seat, city in enumerate(self.cities)
                for (letter, label, symbol), n in zip(amounts, (city.residents, city.energy), strict=True)
            ),
            *(
                InputField(f"{ruling}={{}}", options[SWITCHES[ruling]].title, "yes" if self.switches[ruling] else "no")
                for ruling in switches
            ),
        ]

    # ------------------------------------------------------------- verdict

    def rows(self, seat: int) -> list[list[str]]:
        """A city as `score_city` takes it."""
        words = [word_of(code) for code in self.cities[seat].cells]
        return [words[i : i + self.b.columns] for i in range(0, len(words), self.b.columns)]

    def position(self) -> Position:
        """The cities as a position of the game, built of tiles of the box as far as it has them."""
        switches: dict[str, Any] = {SWITCHES[ruling]: on for ruling, on in self.switches.items()}
        position = finished_position(game_for("quadropolis", self.players, self.box, mode=self.mode, **switches))
        s, free = position.record, tiles_by_kind(self.b)
        s.urbanist = s.hand = s.mayor = NOWHERE
        for seat, city in enumerate(self.cities):
            put_city(position, seat, self.rows(seat), city.residents, city.energy)
            for cell in range(CELLS):
                kind = Kind(int(s.kind[seat][cell]))
                for level in range(1, int(s.level[seat][cell]) + 1):
                    alike = [tile for tile in free[kind] if self.b.vp[tile] == s.vp[seat][cell]]
                    for tile in (alike or free[kind])[:1]:
                        free[kind].remove(tile)
                        source_of(put_tile)(s, seat, cell, level, tile)
        return position

    def to_play(self, first: int) -> tuple[Position, tuple[Message, ...]]:
        """The next round, begun by `first`; for one city alone with an empty one beside it."""
        position = self.position()
        return start_round(position, min(first, position.game.players - 1))

    def verdict(self) -> list[CityAccount]:
        """The best account of every city."""
        position = self.position()
        return [account_of(position, seat) for seat in range(self.players)]

    def lines(self, say: Callable[[Message], str]) -> Iterator[str]:
        """Cities and accounts for a terminal."""
        for seat, (city, account, place) in enumerate(zip(self.cities, self.verdict(), self.ranks(), strict=True)):
            yield from picture(self.rows(seat), account)
            line = Message("Player {number}: residents {residents}, energy {energy}, points {points}, place {place}")
            line = line.fill(number=seat + 1, residents=city.residents, energy=city.energy)
            yield say(line.fill(points=account.total, place=place))

    # --------------------------------------------------------------- scene

    def scene(self) -> Scene:
        """The cities, and what can be put in."""
        table = TableDrawing(self.position(), self.titles())
        table.b, table.seats, table.header = as_put_in(table.s, self.b), range(self.players), 0
        areas = [area for area in table.areas() if area.name.startswith("panel:city-")]
        areas.append(Area("hand", 0, 0, TOOL * TOOLS_PER_ROW, TOOL * 4, Message("Buildings"), "hand"))
        sprites = [*self.tools()]
        for seat in table.seats:
            _, residents, energy, active = table.scores[seat]
            sprites += [*table.city(seat), *table.buildings(seat, [*zip(residents, energy, strict=True)], active)]
        return Scene(tuple(areas), tuple(sprites))

    def tools(self) -> Iterator[Sprite]:
        """The buildings to choose from, and the eraser."""
        for i, code in enumerate([*self.codes(), "clear"]):
            place = ("hand", TOOL * (i % TOOLS_PER_ROW), TOOL * (i // TOOLS_PER_ROW), 92, 92)
            if code == "clear":
                yield Sprite("clear", "discard", *place, role="button", label=Message("Clear a cell"))
                continue
            kind, number = KIND_OF_LETTER[code[0]], code[1:]
            label: Message = KIND_NAMES[kind]
            marks: tuple[Mark, ...] = (Mark(80, 22, 34, text=number, colour=f"on-{colour_of(kind)}"),)
            if source_of(grows)(kind):
                label = Message("{kind}, levels: {n}", kind=label, n=number)
            elif number:
                label = Message("{kind}, points: {n}", kind=label, n=number)
                marks = (Mark(24, 24, 40, "point"), Mark(24, 25.5, 20, text=number, colour="edge"))
            symbol = f"tile-{kind.name.lower()}"
            yield Sprite(f"tool-{code}", symbol, *place, role="button", label=label, marks=marks if number else ())


def as_put_in(s: Any, b: Any) -> Any:
    """The box for drawing: on each tile only what was put in, its kind and the printed points."""
    shown = copy.copy(b)
    shown.residents, shown.energy, shown.mayor, shown.vp = ([0] * TILES for _ in range(4))
    for tile in range(TILES):
        seat, cell, _ = standing(s.built[tile])
        if seat >= 0:
            shown.vp[tile] = s.vp[seat][cell]
    return shown


def word_of(code: str) -> str:
    """A cell as `score_city` takes it: `tower:3`, `harbour+1`, `shop`."""
    if code == EMPTY:
        return "."
    kind, number = KIND_OF_LETTER[code[0]], code[1:]
    return kind.name.lower() + (f"{':' if source_of(grows)(kind) else '+'}{number}" if number else "")
