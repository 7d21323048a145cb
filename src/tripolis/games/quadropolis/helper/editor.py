"""The score helper: finished cities put together step by step, with the best account after each step.

The whole state is one short text: `classic.T3S-..._12_5`.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tripolis.engine.editor import ScoreEditor, finished_position, game_for
from tripolis.engine.errors import BadCity, BadNotation
from tripolis.engine.position import Move, Position
from tripolis.engine.record import source_of
from tripolis.engine.scene import Area, Mark, Scene, Sprite
from tripolis.engine.words import Message, Plural

from ..face.events import cell_name
from ..face.labels import KIND_NAMES, LETTERS, kinds
from ..face.scene import TableDrawing
from ..rules.play import grows, put_tile
from ..rules.state import CELLS, COLUMNS, EXPERT_KINDS, NOWHERE, ROWS, SEATS, SPACES, TILES, Kind, standing
from .score import CityAccount, account_of, picture, put_city

KIND_OF_LETTER = {letter: kind for kind, letter in LETTERS.items()}
EMPTY = "-"
MOST_RESOURCES = 99
HEADER, TOOLS_HEIGHT = 104, 310
AMOUNT_BUTTONS = (
    ("residents-less", "−", Message("Fewer residents")),
    ("residents-more", "+", Message("More residents")),
    ("energy-less", "−", Message("Less energy")),
    ("energy-more", "+", Message("More energy")),
)

STEP = re.compile(
    r"(?P<player>[1-4])(?:(?P<row>[a-d])(?P<column>[1-5])=(?:(?P<letter>[a-z])(?P<number>[0-9]?))?"
    r"|(?P<resource>[re])=(?P<amount>[0-9]{1,2}))",
    re.IGNORECASE,
)
STATE = re.compile(r"(classic|expert)((?:\.(?:[A-Z][0-9]?|-){16,20}_[0-9]{1,2}_[0-9]{1,2}){1,4})")


@cache
def printed_points(mode: str) -> dict[Kind, int]:
    """The most points that are printed on a tile of each kind."""
    b = game_for("quadropolis", 1, mode=mode).plain_box
    return {kind: max(b.vp[tile] for tile in tiles) for kind, tiles in tiles_by_kind(b).items()}


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
        "H harbour, O office, M monument; behind it level or printed points), 1b3= clears it, 1r=12 are residents, "
        "1e=5 energy."
    )

    def __init__(self, mode: str = "classic", players: int = 1) -> None:
        if mode not in self.MODES:
            raise BadCity(Message("The mode is classic or expert, not {mode}.", mode=mode))
        if not 1 <= players <= SEATS:
            raise BadCity(Message("You can compare one to four cities, not {n}.", n=players))
        self.mode = mode
        self.game = game_for("quadropolis", players, mode=mode)
        self.b = self.game.plain_box
        self.cities = [City((EMPTY,) * (ROWS * self.b.columns)) for _ in range(players)]

    @property
    def players(self) -> int:
        """How many cities there are."""
        return len(self.cities)

    # --------------------------------------------------------------- state

    @property
    def state(self) -> str:
        """The whole editor as a text for addresses."""
        return ".".join([self.mode, *(f"{''.join(c.cells)}_{c.residents}_{c.energy}" for c in self.cities)])

    @classmethod
    def from_state(cls, text: str) -> CityEditor:
        """The editor of a text; a wrong one is refused."""
        wrong = BadCity(Message("This is not a saved state of the score helper."))
        state = STATE.fullmatch(text)
        if state is None:
            raise wrong
        cities = state[2][1:].split(".")
        editor = cls(state[1], len(cities))
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
        editor = CityEditor(self.mode, players)
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
        if points > printed_points(self.mode)[kind]:
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
        """Every step that may be taken now, as text and as a path of clicks.

        A kind, then a cell: builds it there; on the same kind a tower or office grows by a level, and printed points go
        up by one. Past the highest they start again.
        """
        for seat, city in enumerate(self.cities):
            for i, code in enumerate(city.cells):
                row, column = divmod(i, self.b.columns)
                cell = cell_name(row * COLUMNS + column)
                where = f"cell-{seat}-{cell}"
                for kind in kinds(self.b):
                    words = Message("Put on {cell}: {kind}", cell=cell, kind=KIND_NAMES[kind])
                    text = f"{seat + 1}{cell}={self.next_code(kind, code)}"
                    yield Move(-1, text, (f"kind-{LETTERS[kind]}", where), words)
                if code != EMPTY:
                    yield Move(-1, f"{seat + 1}{cell}=", ("clear", where), Message("Clear {cell}", cell=cell))
            for resource, now in (("residents", city.residents), ("energy", city.energy)):
                for way, n in (("more", now + 1), ("less", now - 1)):
                    if 0 <= n <= MOST_RESOURCES:
                        words = (
                            Message("Residents: {n}", n=n) if resource == "residents" else Message("Energy: {n}", n=n)
                        )
                        yield Move(-1, f"{seat + 1}{resource[0]}={n}", (f"{resource}-{way}-{seat}",), words)

    def next_code(self, kind: Kind, code: str) -> str:
        """What a click with a kind makes of a cell."""
        letter, number = LETTERS[kind], int(code[1:] or 0) if code[0] == LETTERS[kind] else -1
        if source_of(grows)(kind):
            return f"{letter}{max(number, 0) % self.b.levels + 1}"
        return f"{letter}{(number + 1) % (printed_points(self.mode)[kind] + 1) or ''}"

    # ------------------------------------------------------------- verdict

    def rows(self, seat: int) -> list[list[str]]:
        """A city as `score_city` takes it."""
        words = [word_of(code) for code in self.cities[seat].cells]
        return [words[i : i + self.b.columns] for i in range(0, len(words), self.b.columns)]

    def position(self) -> Position:
        """The cities as a position of the game, built of tiles of the box as far as it has them."""
        position = finished_position(self.game)
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
        """The cities with their accounts, and what can be put in."""
        table = TableDrawing(self.position(), None)
        table.b, table.seats, table.header = as_put_in(table.s, self.b), range(self.players), HEADER
        wanted = {"panel:account", *(f"panel:city-{seat}" for seat in table.seats)}
        areas = [area for area in table.areas() if area.name in wanted]
        areas = [replace(area, y=TOOLS_HEIGHT) if area.name == "panel:account" else area for area in areas]
        areas.append(Area("hand", 0, 0, 700, TOOLS_HEIGHT, Message("Buildings")))
        sprites = [sprite for sprite in table.sprites() if sprite.area in wanted]
        return Scene(tuple(areas), (*sprites, *self.tools(table)))

    def tools(self, table: TableDrawing) -> Iterator[Sprite]:
        """The kinds to choose from, the eraser, and buttons for residents and energy."""
        tools = [(f"kind-{LETTERS[k]}", f"tile-{k.name.lower()}", KIND_NAMES[k]) for k in kinds(self.b)]
        for i, (name, symbol, label) in enumerate([*tools, ("clear", "discard", Message("Clear a cell"))]):
            x, y = 10 + 136 * (i % 5), 10 + 140 * (i // 5)
            yield Sprite(name, symbol, "hand", x, y, 120, 120, role="button", label=label)
        for seat in table.seats:
            for i, (name, sign, label) in enumerate(AMOUNT_BUTTONS):
                x = table.city_width - 264 + 88 * (i // 2) + 36 * (i % 2)
                place = (f"{name}-{seat}", "cell", f"panel:city-{seat}", x, 60, 32, 32, 3)
                mark = Mark(50, 50, 70, text=sign, colour="on-button")
                yield Sprite(*place, role="button", label=label, marks=(mark,))


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
