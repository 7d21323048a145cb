"""The editor of positions: cities, the construction site and the architects at it, step by step."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from tripolis.engine.editor import DRAWN
from tripolis.engine.errors import BadCity
from tripolis.engine.moves import Move
from tripolis.engine.parts import InputField
from tripolis.engine.record import source_of
from tripolis.engine.scene import Area, Mark, Scene, Sprite
from tripolis.engine.set_up import WHO_DECIDES, SetUpEditor, in_range, seat_field
from tripolis.engine.words import Message

from ..face.events import cell_name, named_tile, place_of, printed_on, slot_name, slot_words
from ..face.labels import KIND_NAMES
from ..face.scene import TableDrawing, tile_look
from ..rules.play import grows
from ..rules.state import (
    CELL_NAMES,
    CELLS,
    LEVELS,
    NOWHERE,
    PICK,
    SITE,
    SLOT_NAMES,
    SLOTS,
    SPACES,
    TAKEN,
    TARGET,
    TILES,
    TURNS,
    standing,
)
from .editor import KIND_OF_LETTER, MOST_RESOURCES, TOOL, TOOLS_PER_ROW, CityEditor

STEP = re.compile(
    r"(?P<player>[1-4])(?:(?P<cell>[a-d][1-5])=(?:(?P<letter>[a-z])(?P<number>[0-9]?))?"
    r"|(?P<resource>[re])=(?P<amount>[0-9]{1,2}))"
    r"|(?P<space>r[1-5]c[1-5])=(?:t(?P<tile>[0-9]{1,2})|(?P<mark>3-4|4))?"
    r"|(?P<architect>[1-5])(?P<slot>[nesw][1-5])|(?P<back>[nesw][1-5])="
    r"|(?P<what>round|mayor|decides)=(?P<which>[0-9])"
)
BACKS = {"3-4": -3, "4": -4}


class PositionEditor(SetUpEditor):
    """Any position in which an architect is laid."""

    NAME = "quadropolis"
    MODES = ("classic", "expert")
    FEWEST = 2
    HELP = Message(
        "Steps: 1b3=T2 builds on b3 for player 1 (T tower, S shop, P public service, K park, Y playground, F factory, "
        "H harbour, O office, M monument; then the levels or the printed points), 1b3= clears the cell, 1r=12 gives "
        "residents, 1e=5 energy; r2c4=t7 lays tile 7 of the round on row 2, column 4 of the site, r2c4= takes it away; "
        "3N2 lays architect 3 at N2 for whoever decides, N2= takes the last one back; round=2 begins a round, mayor=1 "
        "gives player 1 the mayor, decides=2 lets player 2 decide."
    )

    def clear(self, s: Any) -> None:
        """A new match as it is."""

    # --------------------------------------------------------------- steps

    def change(self, s: Any, text: str) -> bool:
        """One step."""
        step = STEP.fullmatch(text)
        if step is None:
            return False
        seat = self.seat(step["player"]) if step["player"] else 0
        if step["resource"]:
            (s.residents if step["resource"] == "r" else s.energy)[seat] = int(step["amount"])
        elif step["cell"]:
            self.build(s, seat, step["cell"], step["letter"] or "", step["number"] or "")
        elif step["space"]:
            space = SITE * (int(step["space"][1]) - 1) + int(step["space"][3]) - 1
            self.lay_tile(s, space, step["tile"], step["mark"])
        elif step["architect"]:
            self.lay(s, SLOT_NAMES.index(step["slot"].upper()), int(step["architect"]))
        elif step["back"]:
            self.take_back(s, SLOT_NAMES.index(step["back"].upper()))
        elif step["what"] == "round":
            self.begin_round(s, in_range(int(step["which"]), 1, self.b.rounds) - 1)
        elif step["what"] == "mayor":
            s.mayor = self.seat(step["which"])
            if not any(s.slot_number):
                s.actor = s.mayor
        else:
            self.decide(s, self.seat(step["which"]))
        return True

    def seat(self, text: str) -> int:
        """A seat, counted from 1."""
        return in_range(int(text), 1, self.players) - 1

    def build(self, s: Any, seat: int, cell_text: str, letter: str, number: str) -> None:
        """A building of tiles that are left, the earliest first; what stood there goes back to the box. Where nobody
        can have taken so many tiles yet, the next round begins."""
        cell = CELL_NAMES.index(cell_text)
        if not self.b.cells >> cell & 1:
            raise BadCity(Message("A Classic city has no cell {cell} (p. 2).", cell=cell_text))
        for tile in range(TILES):
            if s.built[tile] and standing(s.built[tile])[:2] == (seat, cell):
                s.built[tile] = 0
        if not letter:
            return
        code = self.cities.code(letter, number)
        kind, n = KIND_OF_LETTER[code[0]], int(code[1:] or 0)
        grown = source_of(grows)(kind)
        for level in range(1, (n if grown else 1) + 1):
            found = self.free_tile(s, seat, kind, 0 if grown else n)
            while found is None and not any(s.slot_number) and s.round_no + 1 < self.b.rounds:
                self.begin_round(s, s.round_no + 1)
                found = self.free_tile(s, seat, kind, 0 if grown else n)
            if found is None:
                what = {"n": s.round_no + 1, "kind": KIND_NAMES[kind]}
                raise BadCity(Message("Nobody can have taken such a tile up to round {n}: {kind}", **what))
            s.site = [TAKEN if there == found else there for there in s.site]
            s.built[found] = LEVELS * (CELLS * seat + cell) + level

    def free_tile(self, s: Any, seat: int, kind: int, points: int) -> int | None:
        """A tile that the player can have taken: none of the site as long as there are others."""
        b, taken = self.b, [0] * self.b.rounds
        for tile in range(SPACES * b.rounds):
            if s.built[tile] and standing(s.built[tile])[0] == seat:
                taken[tile // SPACES] += 1
        able = [
            tile
            for tile in range(SPACES * (s.round_no + 1))
            if b.kind[tile] == kind and b.mark[tile] <= b.players and not s.built[tile] and tile != s.hand
            and taken[tile // SPACES] < self.most_taken(s, seat, tile // SPACES)
        ]  # fmt: skip
        fits = [tile for tile in able if b.vp[tile] == points] or (able if source_of(grows)(kind) else [])
        return min(fits, key=lambda tile: (tile in s.site, tile), default=None)

    def most_taken(self, s: Any, seat: int, round_no: int) -> int:
        """How many tiles a player can have taken in a round: one with each turn."""
        if round_no < s.round_no:
            return TURNS
        return sum(1 for slot in range(SLOTS) if s.slot_number[slot] and s.slot_seat[slot] == seat)

    def lay_tile(self, s: Any, space: int, tile: str | None, mark: str | None) -> None:
        """A tile of the round comes to a space; one that lies elsewhere on the site changes places with it."""
        if space == s.urbanist and (tile or mark):
            raise BadCity(Message("The urbanist stands where a tile was taken."))
        new = TAKEN
        if tile:
            new = SPACES * s.round_no + in_range(int(tile), 1, SPACES) - 1
            if s.built[new]:
                raise BadCity(Message("This tile stands in a city."))
        elif mark:
            new = BACKS[mark]
        others = [other for other in range(SPACES) if other != space and s.site[other] == new]
        if new != TAKEN and others and (tile or not self.backs_left(s, new)):
            s.site[others[-1]] = s.site[space]
        s.site[space] = new

    def backs_left(self, s: Any, mark: int) -> int:
        """How many face-down tiles of a mark do not lie on the site."""
        first = SPACES * s.round_no
        unseen = sum(self.b.mark[first + i] == -mark and not s.turned >> i & 1 for i in range(SPACES))
        return int(unseen - s.site.count(mark))

    def lay(self, s: Any, slot: int, number: int) -> None:
        """An architect of whoever decides, by the rules; what it points at is taken, the urbanist goes there."""
        refused = self.now.why_not(f"{number}{SLOT_NAMES[slot]}")
        if refused is not None:
            raise BadCity(refused.message)
        if s.turn + 1 >= TURNS * self.players:
            raise BadCity(Message("That would end the round: choose the next one."))
        s.slot_number[slot], s.slot_seat[slot], s.slot_turn[slot] = number, s.actor, s.turn
        space = TARGET[self.b.count_absolute][slot][number - 1]
        s.urbanist = space
        if s.site[space] >= 0:
            s.site[space] = TAKEN
        s.turn += 1
        s.actor = (s.actor + 1) % self.players
        self.count_architects(s)

    def take_back(self, s: Any, slot: int) -> None:
        """The last architect goes back; a tile in hand goes to the box."""
        last = max((other for other in range(SLOTS) if s.slot_number[other]), key=lambda o: s.slot_turn[o], default=-1)
        if slot != last:
            words = Message("No architect was laid here.")
            if s.slot_number[slot]:
                words = Message(
                    "Architects are taken back one after the other: first the one at {slot}.", slot=slot_words(last)
                )
            raise BadCity(words)
        s.actor, s.turn = s.slot_seat[slot], s.slot_turn[slot]
        s.phase, s.hand, s.number = PICK, NOWHERE, 0
        s.slot_number[slot] = s.slot_seat[slot] = s.slot_turn[slot] = 0
        before = max(
            (other for other in range(SLOTS) if s.slot_number[other]), key=lambda o: s.slot_turn[o], default=-1
        )
        s.urbanist = TARGET[self.b.count_absolute][before][s.slot_number[before] - 1] if before >= 0 else NOWHERE
        self.count_architects(s)

    def count_architects(self, s: Any) -> None:
        """Those that are not at the site are with their players, in Expert in the supply."""
        b = self.b
        for seat in range(len(s.architects)):
            for n in range(len(s.architects[seat])):
                there = n < b.numbers and (seat == 0 if b.expert else seat < b.players)
                used = sum(
                    number == n + 1 and (b.expert or who == seat)
                    for number, who in zip(s.slot_number, s.slot_seat, strict=True)
                )
                s.architects[seat][n] = (b.players if b.expert else 1) - used if there else 0

    def begin_round(self, s: Any, round_no: int) -> None:
        """Another round: its tiles are laid out, no architect is at the site."""
        s.round_no, s.turn, s.phase, s.hand, s.number, s.turned = round_no, 0, PICK, NOWHERE, 0, 0
        s.urbanist, s.actor = NOWHERE, s.mayor
        s.slot_number, s.slot_seat, s.slot_turn = [0] * SLOTS, [0] * SLOTS, [0] * SLOTS
        tiles = list(range(SPACES * round_no, SPACES * (round_no + 1)))
        random.Random(DRAWN).shuffle(tiles)
        lying = [tile if self.b.mark[tile] <= self.b.players else -self.b.mark[tile] for tile in tiles]
        s.site = [TAKEN if tile >= 0 and s.built[tile] else tile for tile in lying]
        self.count_architects(s)

    def decide(self, s: Any, seat: int) -> None:
        """Somebody else decides; whoever laid architects sits as far before them as before."""
        turned = (seat - s.actor) % self.players
        for slot in range(SLOTS):
            if s.slot_number[slot]:
                s.slot_seat[slot] = (s.slot_seat[slot] + turned) % self.players
        s.actor = seat
        if not any(s.slot_number):
            s.mayor = seat
        self.count_architects(s)

    # --------------------------------------------------------------- moves

    @property
    def cities(self) -> CityEditor:
        """The score helper: it knows the buildings and how they are written."""
        return CityEditor(self.mode, self.players)

    def looks(self) -> dict[tuple[int, ...], list[int]]:
        """The tiles of the round that may lie open on the site, by what is printed on them."""
        b, first = self.b, SPACES * self.now.plain.round_no
        found: dict[tuple[int, ...], list[int]] = {}
        for tile in range(first, first + SPACES):
            if b.mark[tile] <= b.players:
                found.setdefault(printed_on(b, tile), []).append(tile)
        return found

    def moves(self) -> Iterator[Move]:
        """A building and a cell, a tile or the eraser and a space, an architect and a slot."""
        s, b = self.now.plain, self.b
        codes = [(code, KIND_OF_LETTER[code[0]]) for code in self.cities.codes()]
        for seat in range(self.players):
            for i in range(CELLS):
                if not b.cells >> i & 1:
                    continue
                cell = cell_name(i)
                where = f"cell-{seat}-{cell}"
                for code, kind in codes:
                    words = Message("Put on {cell}: {kind}", cell=cell, kind=KIND_NAMES[kind])
                    yield Move(-1, f"{seat + 1}{cell}={code}", (f"tool-{code}", where), words)
                if s.kind[seat][i]:
                    yield Move(-1, f"{seat + 1}{cell}=", ("clear", where), Message("Clear {cell}", cell=cell))
        yield from self.moves_at_site(s)
        for number in range(1, b.numbers + 1):
            if self.left(s, number):
                for slot in range(SLOTS):
                    laid = {"number": number, "slot": slot_words(slot)}
                    words, name = Message("Architect {number} at {slot}", **laid), slot_name(slot)
                    yield Move(-1, f"{number}{name}", (f"tool-architect-{number}", f"slot-{name}"), words)
        for slot in range(SLOTS):
            if s.slot_number[slot]:
                words, name = Message("Take back the architect at {slot}", slot=slot_words(slot)), slot_name(slot)
                yield Move(-1, f"{name}=", ("tool-take-back", f"slot-{name}"), words)

    def moves_at_site(self, s: Any) -> Iterator[Move]:
        """What may come to a space of the site."""
        for space in range(SPACES):
            row, column = divmod(space, SITE)
            name, where = f"r{row + 1}c{column + 1}", f"space-{row + 1}-{column + 1}"
            for printed, tiles in self.looks().items():
                wanted = self.to_lay(s, tiles, space)
                if wanted is not None:
                    words = Message("Row {row}, column {column}: {tile}", tile=named_tile(*printed), **place_of(space))
                    yield Move(-1, f"{name}=t{wanted % SPACES + 1}", (look_id(printed), where), words)
            for mark in self.marks():
                words = Message(
                    "Row {row}, column {column}: face-down tile marked {mark}", mark=mark, **place_of(space)
                )
                yield Move(-1, f"{name}={mark}", (f"tool-back-{mark}", where), words)
            if s.site[space] != TAKEN:
                yield Move(-1, f"{name}=", ("tool-take-away", where), Message("Take the tile away"))

    def marks(self) -> list[str]:
        """The marks of the tiles that lie face down with so few players."""
        return [mark for mark, there in BACKS.items() if -there > self.players]

    def to_lay(self, s: Any, tiles: list[int], space: int) -> int | None:
        """The tile of a look that comes to a space: one beside the site, else the last on it."""
        able = [tile for tile in tiles if not s.built[tile] and tile != s.hand and s.site[space] != tile]
        if not able or s.site[space] in tiles:
            return None
        return max(able, key=lambda tile: (tile not in s.site, s.site.index(tile) if tile in s.site else 0))

    def left(self, s: Any, number: int) -> int:
        """How many architects of a number whoever decides can lay."""
        return int(s.architects[0 if self.b.expert else s.actor][number - 1]) if s.phase == PICK else 0

    def fields(self) -> list[InputField]:
        """Residents and energy of everybody; the round, the mayor, and who decides."""
        s = self.now.plain
        amounts = (("r", Message("Residents"), "resident", s.residents), ("e", Message("Energy"), "energy", s.energy))
        rounds = tuple((str(n), Message("Round {n}", n=n)) for n in range(1, self.b.rounds + 1))
        return [
            *(
                InputField(f"{seat + 1}{letter}={{}}", label, str(n[seat]), seat, most=MOST_RESOURCES, symbol=symbol)
                for seat in range(self.players)
                for letter, label, symbol, n in amounts
            ),
            InputField("round={}", Message("Round"), str(s.round_no + 1), choices=rounds),
            seat_field(self, "decides={}", WHO_DECIDES, s.actor),
            seat_field(self, "mayor={}", Message("Mayor"), s.mayor, "mayor"),
        ]

    # --------------------------------------------------------------- scene

    def scene(self) -> Scene:
        """Cities, site, and what can be put there."""
        table = TableDrawing(self.now, self.titles())
        table.header = 0
        shown = [area for area in table.areas() if area.name == "board" or area.name.startswith("panel:city-")]
        shown.sort(key=lambda area: area.name == "board")
        sprites = [*table.site(), *(sprite for sprite in table.architects() if sprite.area == "board")]
        for seat in table.seats:
            _, residents, energy, active = table.scores[seat]
            sprites += [*table.city(seat), *table.buildings(seat, [*zip(residents, energy, strict=True)], active)]
        tools = [*self.tools()]
        for name, title in (
            ("hand", Message("Buildings")),
            ("hand-site", Message("Tiles of the site")),
            ("hand-architects", Message("Architects")),
        ):
            n = sum(tool.area == name for tool in tools)
            shown.append(Area(name, 0, 0, TOOL * TOOLS_PER_ROW, TOOL * -(-n // TOOLS_PER_ROW), title, "hand"))
        return Scene(tuple(shown), (*sprites, *tools))

    def tools(self) -> Iterator[Sprite]:
        """Buildings and the eraser, tiles of the round, architects of whoever decides."""
        yield from self.cities.tools()
        size = (92, 92)
        for i, printed in enumerate(self.looks()):
            symbol, marks = tile_look(*printed)
            place = ("hand-site", TOOL * (i % TOOLS_PER_ROW), TOOL * (i // TOOLS_PER_ROW), *size)
            yield Sprite(look_id(printed), symbol, *place, role="button", label=named_tile(*printed), marks=marks)
        for i, mark in enumerate(self.marks(), len(self.looks())):
            place = ("hand-site", TOOL * (i % TOOLS_PER_ROW), TOOL * (i // TOOLS_PER_ROW), *size)
            label, marks = (
                Message("face-down tile marked {mark}", mark=mark),
                (Mark(50, 50, 30, text=mark, colour="on-back"),),
            )
            yield Sprite(f"tool-back-{mark}", "tile-back", *place, role="button", label=label, marks=marks)
        cross = (Mark(50, 50, 60, text="×", colour="on-button"),)
        for name, x, label in (
            ("hand-site", len(self.looks()) + len(self.marks()), Message("Take a tile away")),
            ("hand-architects", self.b.numbers, Message("Take an architect back")),
        ):
            place = (name, TOOL * (x % TOOLS_PER_ROW), TOOL * (x // TOOLS_PER_ROW), *size)
            tool = "tool-take-away" if name == "hand-site" else "tool-take-back"
            yield Sprite(tool, "", *place, role="button", label=label, marks=cross)
        for number in range(1, self.b.numbers + 1):
            marks = (Mark(50, 52, 36, text=str(number), colour="on-plain"),)
            label = Message("Architect {number}", number=number)
            place = ("hand-architects", TOOL * (number - 1), 0, 92, 74)
            name = f"tool-architect-{number}"
            yield Sprite(name, "architect-grey", *place, role="button", shape="slot", label=label, marks=marks)


def look_id(printed: tuple[int, ...]) -> str:
    """The tool of a tile by what is printed on it."""
    return "tool-tile-" + "-".join(str(int(n)) for n in printed)
