"""The table of Quadropolis as a seat sees it: site, supply, cities with the best placement of resources, accounts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from itertools import chain
from math import cos, radians, sin
from typing import Any

from tripolis.engine.position import Position
from tripolis.engine.scene import Area, Chip, Drawing, Mark, Scene, SharedSprite, Sprite, Text
from tripolis.engine.words import Message

from ..rules.points import NEEDS_ENERGY, NEEDS_RESIDENT
from ..rules.state import CELLS, COLUMNS, ROWS, SITE, SLOTS, SPACES, TAKEN, Kind, standing
from .events import build_numbers, cell_name, named_tile, place_of, printed_on, slot_name, slot_words, tile_name
from .labels import CATEGORY_NAMES, CATEGORY_SYMBOLS, KIND_NAMES, TOTAL, shown_categories

GAP = 28
BOARD = 700
HAND_HEIGHT = 170
ROW = 40
TURN_OF_SIDE = (180, 270, 0, 90)
"""An architect points up as it is drawn; at the north side it points down."""
PLAIN_HEADER, HEADER = 60, 108
"""How high a city's header is without its architects, and with them."""
ARCHITECT = 54
INCOME_STEP = {1: 0, 2: 18, 3: 11}
CHOICES = 480
"""Where the tile in hand and the bin lie in a picture of the whole table."""
SUPPLY_STEP, SUPPLY_HEIGHT = 92, 156
TILE_TEXT = 15
"""The smallest text on a tile: its printed points."""
BUILDS_UP = 4
"""How many categories a summary names."""


def scene(position: Position, names: tuple[Text, ...] | None = None) -> Scene:
    """The whole table."""
    return TableDrawing(position, names).scene()


class TableDrawing(Drawing):
    """Everything that is drawn from one observation."""

    def __init__(self, position: Position, names: tuple[Text, ...] | None) -> None:
        super().__init__(position, names)
        self.expert = bool(self.b.expert)
        self.city_width = 100 * self.b.columns + 40
        self.header = PLAIN_HEADER if self.expert or position.over else HEADER

    @cached_property
    def scores(self) -> list[tuple[Any, ...]]:
        """Each seat's account, with what lies on its buildings and which of them are active."""
        return [self.position.score_with(seat, "residents_on", "energy_on", "active") for seat in self.seats]

    @property
    def city_height(self) -> int:
        """A city with its header."""
        return self.header + 100 * ROWS + 40

    # -------------------------------------------------------------- areas

    def areas(self) -> Iterator[Area]:
        """Site, hand and account on the left, cities on the right."""
        yield from common_areas(self.b.numbers if self.expert else 0, len(shown_categories(self.b)))
        per_row = 1 if len(self.seats) == 2 else 2
        for seat in self.seats:
            x = BOARD + GAP + seat % per_row * (self.city_width + GAP)
            y = seat // per_row * (self.city_height + GAP)
            place = (x, y, self.city_width, self.city_height)
            name, summary = self.names[seat], tuple(self.summary(seat))
            yield Area(f"panel:city-{seat}", *place, name, "own", seat, TILE_TEXT, summary)

    def summary(self, seat: int) -> Iterator[Chip]:
        """A city in a row: points, residents, energy, architects left, the mayor, and what builds up."""
        s, account = self.s, self.scores[seat][0]
        for symbol, n in (("point", account.total), ("resident", s.residents[seat]), ("energy", s.energy[seat])):
            yield amount_chip(symbol, n)
        if not self.expert:
            left = " ".join(str(n + 1) for n in range(self.b.numbers) if s.architects[seat][n]) or "–"
            yield Chip("architect", left, Message("Architects left: {numbers}", numbers=left), seat)
        if s.mayor == seat:
            yield Chip("mayor", "", Message("{name} has the mayor", name=self.names[seat]))
        best = sorted(account.points.items(), key=lambda item: -abs(item[1]))
        for category, points in best[:BUILDS_UP]:
            if points:
                yield category_chip(category, points)

    def sprites(self) -> Iterator[Sprite]:
        """All sprites."""
        parts = [self.site(), self.architects(), self.hand()]
        for seat in self.seats:
            account, residents, energy, active = self.scores[seat]
            parts += [self.city_header(seat, account.total), self.city(seat)]
            parts.append(self.buildings(seat, list(zip(residents, energy, strict=True)), active))
        return chain(*parts, self.account([scores[0] for scores in self.scores]))

    # --------------------------------------------------------------- site

    def site(self) -> Iterator[Sprite]:
        """The plate, its spaces and tiles, the free slots, the urbanist."""
        s = self.s
        yield Sprite("site", "site", "board", 0, 0, BOARD, BOARD, label=Message("Construction site"))
        for space in range(SPACES):
            tile = s.site[space]
            yield space_sprite(space, tile == TAKEN)
            if tile >= 0:
                yield site_tile(space, tile, *printed_on(self.b, tile))
            elif tile != TAKEN:
                yield site_back(space, "3-4" if tile == -3 else "4")
        yield from slot_sprites()
        n, of = min(s.round_no + 1, self.b.rounds), self.b.rounds
        label = Message("Round {n} of {of}", n=n, of=of)
        marks = (Mark(49, 49, 26, text=f"{n}/{of}", colour="ink-muted"),)
        yield Sprite("round", "", "board", BOARD - 100, 0, z=1, label=label, marks=marks)
        x, y, where = 12, 12, Message("The urbanist is beside the site")
        if s.urbanist >= 0:
            space = s.urbanist
            x, y = 110 + 100 * (space % SITE), 110 + 100 * (space // SITE)
            where = Message("The urbanist is in row {row}, column {column}", **place_of(space))
        yield Sprite("urbanist", "urbanist", "board", x, y, 80, 80, 5, role="piece", label=where)

    def architects(self) -> Iterator[Sprite]:
        """Those at the site, and those in the supply."""
        s, b = self.s, self.b
        laid: dict[int, list[int]] = {}
        for slot in sorted(range(SLOTS), key=lambda slot: s.slot_turn[slot]):
            if s.slot_number[slot]:
                laid.setdefault(s.slot_number[slot], []).append(slot)
        for number in range(1, b.numbers + 1):
            used = len(laid.get(number, []))
            for copy, slot in enumerate(laid.get(number, [])):
                seat = s.slot_seat[slot]
                yield architect_at_site(number, copy, -1 if self.expert else seat, slot)
            if self.expert:
                for copy in range(used, used + s.architects[0][number - 1]):
                    yield architect_in_supply(number, copy, b.players)
                if not s.architects[0][number - 1]:
                    yield none_in_supply(number)
                continue
            for seat in self.seats:
                if s.architects[seat][number - 1]:
                    yield architect_of(seat, number)
                elif self.header == HEADER:
                    yield architect_gone(seat, number)

    # --------------------------------------------------------------- hand

    def hand(self) -> Iterator[Sprite]:
        """The tile that was taken and not yet built."""
        tile = self.s.hand
        if tile < 0:
            return
        label = Message("In hand: {tile}", tile=tile_name(self.b, tile))
        yield self.tile(tile, "choices", 484 - CHOICES, 8, 120, label)
        look: dict[str, Any] = {"role": "button", "kind": "ends", "note": Message("ends your turn, ±0")}
        yield Sprite("discard", "discard", "choices", 616 - CHOICES, 34, 70, 70, 3, label=Message("Discard"), **look)

    # ------------------------------------------------------------- cities

    def city_header(self, seat: int, total: int) -> Iterator[Sprite]:
        """Name, residents, energy, points, and the mayor."""
        s, area, name = self.s, f"panel:city-{seat}", self.names[seat]
        turn = s.actor == seat
        end, above = self.city_width - 12, self.header == PLAIN_HEADER
        amounts = (("resident", s.residents[seat]), ("energy", s.energy[seat]), ("point", total))
        room = end - AMOUNT * len(amounts) - (52 if above else 0) - 58
        marks = (Mark(28, 32, 28, symbol=f"seat-{seat}"), Mark(50, 32, 24, text=name, anchor="start", width=room))
        label = Message("{name}, current player", name=name) if turn else name
        yield Sprite(f"name-{seat}", "", area, 0, 0, z=1, owner=seat, label=label, marks=marks)
        for i, (symbol, n) in enumerate(amounts):
            yield amount_sprite(symbol, seat, n, end - AMOUNT * (len(amounts) - i))
        if s.mayor == seat:
            x, y = (end - AMOUNT * len(amounts) - 52, 12) if above else (end - 50, 60)
            label = Message("{name} has the mayor", name=name)
            yield Sprite("mayor", "mayor", area, x, y, 42, 42, 5, role="piece", label=label)

    def city(self, seat: int) -> Iterator[Sprite]:
        """The board with its districts and cells."""
        area, top = f"panel:city-{seat}", self.header
        symbol, label = "city-expert" if self.expert else "city", Message("City of {name}", name=self.names[seat])
        yield Sprite(f"city-{seat}", symbol, area, 0, top, self.city_width, 100 * ROWS + 40, label=label)
        yield from district_sprites(seat, self.expert, top)
        if not self.expert:
            used = self.s.number if self.s.hand >= 0 and self.s.actor == seat else 0
            yield from edge_numbers(seat, top, used)
        numbers, kinds, levels = self.cell_numbers, self.s.kind[seat], self.s.level[seat]
        cells = list(empty_cells(seat, top, numbers))
        for place, (cell, shown) in enumerate(numbers):
            if kinds[cell]:
                cells[place] = cell_sprite(seat, cell, top, shown, kinds[cell], levels[cell])
        yield from cells

    @cached_property
    def cell_numbers(self) -> tuple[tuple[int, str], ...]:
        """The cells, in Expert with the architects that build there; in Classic those stand at the edge (see
        `edge_numbers`)."""
        cells = [cell for cell in range(CELLS) if self.b.cells >> cell & 1]
        return tuple([(cell, build_numbers(self.b, cell) if self.expert else "") for cell in cells])

    @cached_property
    def built(self) -> list[list[tuple[int, int, int]]]:
        """The tiles of each city, with cell and level."""
        cities: list[list[tuple[int, int, int]]] = [[] for _ in self.seats]
        for tile, place in enumerate(self.s.built):
            if place:
                owner, cell, level = standing(place)
                cities[owner].append((tile, cell, level))
        return cities

    def buildings(self, seat: int, laid: list[tuple[int, int]], active: int) -> Iterator[Sprite]:
        """The tiles of a city: the highest of a stack on top, the others as slabs below it."""
        s, b, level_of = self.s, self.b, self.s.level[seat]
        left = s.residents[seat] - sum(r for r, _ in laid), s.energy[seat] - sum(e for _, e in laid)
        for tile, cell, level in self.built[seat]:
            place = (tile, seat, cell, self.header, level_of[cell])
            if level < level_of[cell]:
                yield slab_sprite(*place, b.kind[tile], level)
            else:
                short = None if active >> cell & 1 else lacks(b.kind[tile], left)
                yield building_sprite(*place, printed_on(b, tile), laid[cell], short)

    # -------------------------------------------------------------- tiles

    def tile(self, tile: int, area: str, x: float, y: float, size: float, label: Message) -> Sprite:
        """A tile with what is printed on it; the id stays with it wherever it goes."""
        symbol, printed = tile_look(*printed_on(self.b, tile))
        return Sprite(f"tile-{tile}", symbol, area, x, y, size, size, 9, role="piece", label=label, marks=printed)

    # ------------------------------------------------------------ account

    def account(self, accounts: list[Any]) -> Iterator[Sprite]:
        """Points by category and seat, like the pad in the box."""
        n = len(self.seats)
        for seat in self.seats:
            yield account_head(seat, n, self.names[seat])
        for row, category in enumerate((*shown_categories(self.b), "total"), 1):
            yield account_name(category, row)
            for seat in self.seats:
                points = accounts[seat].total if category == "total" else accounts[seat].points[category]
                yield account_number(category, row, seat, n, self.names[seat], points)


# ----------------------------------------------- sprites that are made once
#
# A server draws a table after every move, and most of it is as it was, or as it is at another table. Whatever follows
# from a few numbers is made once for them.


def slot_place(slot: int) -> tuple[float, float, int]:
    """Corner of a slot's box, and how it is turned."""
    side, line = divmod(slot, SITE)
    along = 150 + 100 * line
    x, y = ((along, 50), (BOARD - 50, along), (along, BOARD - 50), (50, along))[side]
    return x - 42, y - 33.6, TURN_OF_SIDE[side]


def space_place(space: int) -> tuple[int, int]:
    """Corner of a space of the site."""
    return 100 + 100 * (space % SITE), 100 + 100 * (space // SITE)


@cache
def common_areas(supplies: int, categories: int) -> tuple[Area, ...]:
    """Site, supply (of Expert), hand and account."""
    site = Area("board", 0, 0, BOARD, BOARD, Message("Construction site"), text=TILE_TEXT)
    title, width = Message("Architects in the supply"), SUPPLY_STEP * supplies + 16
    supply = Area("hand", 0, BOARD + GAP, width, SUPPLY_HEIGHT, title, "hand", text=28)
    title = Message("Tile in hand")
    hand = Area("choices", CHOICES, BOARD + GAP, BOARD - CHOICES, HAND_HEIGHT, title, "choices")
    y, height = BOARD + HAND_HEIGHT + 2 * GAP, ROW * (categories + 2) + 10
    account = Area("panel:account", 0, y, BOARD, height, Message("Points"), "info", text=21)
    return (site, supply, hand, account) if supplies else (site, hand, account)


@cache
def space_sprite(space: int, taken: bool) -> Sprite:
    """A space of the site."""
    label = Message("Row {row}, column {column}: empty", **place_of(space)) if taken else ""
    name = f"space-{space // SITE + 1}-{space % SITE + 1}"
    return SharedSprite(name, "space", "board", *space_place(space), z=1, label=label)


@cache
def site_back(space: int, mark: str) -> Sprite:
    """A face-down tile on the site."""
    x, y = space_place(space)
    label = Message("Row {row}, column {column}: face-down tile marked {mark}", mark=mark, **place_of(space))
    marks = (Mark(50, 50, 24, text=mark, colour="on-back"),)
    return SharedSprite(f"back-{space}", "tile-back", "board", x + 4, y + 4, 92, 92, 2, label=label, marks=marks)


@lru_cache(maxsize=16_384)
def site_tile(space: int, tile: int, *printed: int) -> Sprite:
    """A tile on the site."""
    x, y = space_place(space)
    label = Message("Row {row}, column {column}: {tile}", tile=named_tile(*printed), **place_of(space))
    symbol, marks = tile_look(*printed)
    place = (f"tile-{tile}", symbol, "board", x + 4, y + 4, 92, 92, 9)
    return SharedSprite(*place, role="piece", label=label, marks=marks)


@cache
def slot_sprites() -> tuple[Sprite, ...]:
    """The slots round the site."""
    sprites = []
    for slot in range(SLOTS):
        left, top, turn = slot_place(slot)
        label = Message("Slot: {slot}", slot=slot_words(slot))
        written = turned_mark(turn, 50, 56, size=16, text=slot_name(slot), colour="ink-muted", coordinate=True)
        name, place = f"slot-{slot_name(slot)}", (left, top, 84, 67.2, 1, turn)
        look: dict[str, Any] = {"shape": "slot", "label": label, "marks": (written,)}
        sprites.append(SharedSprite(name, "slot", "board", *place, "target", **look))
    return tuple(sprites)


@cache
def architect_at_site(number: int, copy: int, seat: int, slot: int) -> Sprite:
    """An architect at the site; in Expert it has no seat."""
    x, y, turn = slot_place(slot)
    name = f"architect-{number}-{copy}" if seat < 0 else f"architect-{seat}-{number}"
    label = Message("Architect {number} at {slot}", number=number, slot=slot_words(slot))
    return architect(name, ("board", x, y, 84), number, seat, label, turn)


@cache
def architect_in_supply(number: int, copy: int, players: int) -> Sprite:
    """An architect in the supply of Expert."""
    label = Message("Architect {number}, in the supply", number=number)
    place = ("hand", 14 + SUPPLY_STEP * (number - 1), 22 + 14 * (players - copy), 80)
    return architect(f"architect-{number}-{copy}", place, number, -1, label, z=4 + players - copy)


@cache
def none_in_supply(number: int) -> Sprite:
    """The place of architects that have all been placed, in the supply of Expert."""
    label = Message("Architect {number}: placed this round", number=number)
    marks = (Mark(50, 53, 32, text=str(number), colour="ink-muted"),)
    place = ("hand", 14 + SUPPLY_STEP * (number - 1), 36, 80, 64)
    return SharedSprite(f"placed-{number}", "architect-gone", *place, z=3, label=label, marks=marks)


@cache
def architect_of(seat: int, number: int) -> Sprite:
    """An architect that its player still has."""
    place = (*architect_place(seat, number), ARCHITECT)
    return architect(f"architect-{seat}-{number}", place, number, seat, Message("Architect {number}", number=number))


def architect_place(seat: int, number: int) -> tuple[str, float, float]:
    """Where a player's architect waits."""
    return f"panel:city-{seat}", 22 + (ARCHITECT + 12) * (number - 1), 60


@cache
def architect_gone(seat: int, number: int) -> Sprite:
    """The place of an architect that its player has placed."""
    label = Message("Architect {number}: placed this round", number=number)
    marks = (Mark(50, 53, 32, text=str(number), colour="ink-muted"),)
    place = (*architect_place(seat, number), ARCHITECT, ARCHITECT * 0.8)
    return SharedSprite(f"placed-{seat}-{number}", "architect-gone", *place, z=3, owner=seat, label=label, marks=marks)


def architect(
    name: str, place: tuple[str, float, float, float], number: int, seat: int, label: Message, turn: int = 0, z: int = 4
) -> Sprite:
    """An architect's plate with its number, upright however the plate is turned."""
    look: dict[str, Any] = {"turn": turn, "role": "piece", "shape": "slot", "label": label}
    sized = (*place, place[3] * 0.8, z)
    if seat < 0:
        mark = turned_mark(turn, 50, 52, size=36, text=str(number), colour="on-plain")
        return SharedSprite(name, "architect-grey", *sized, marks=(mark,), **look)
    marks = (
        turned_mark(turn, 32, 53, size=36, text=str(number), colour="on-seat"),
        turned_mark(turn, 68, 53, size=28, symbol=f"seat-{seat}"),
    )
    return SharedSprite(name, "architect", *sized, owner=seat, marks=marks, **look)


@lru_cache(maxsize=1024)
def empty_cells(seat: int, top: int, numbers: tuple[tuple[int, str], ...]) -> tuple[Sprite, ...]:
    """The cells of a city on which nothing stands yet."""
    return tuple(cell_sprite(seat, cell, top, shown, Kind.EMPTY, 0) for cell, shown in numbers)


@lru_cache(maxsize=16_384)
def cell_sprite(seat: int, cell: int, top: int, numbers: str, kind_of: int, level: int) -> Sprite:
    """A cell of a city with what stands on it."""
    name, kind = cell_name(cell), Kind(kind_of)
    label = Message("Cell {cell}, empty", cell=name)
    if level > 1:
        label = Message("Cell {cell}: {kind}, levels: {n}", cell=name, kind=KIND_NAMES[kind], n=level)
    elif kind != Kind.EMPTY:
        label = Message("Cell {cell}: {kind}", cell=name, kind=KIND_NAMES[kind])
    marks = (
        *((Mark(50, 38, 26, text=numbers, colour="ink-muted"),) if numbers else ()),
        Mark(50, 20, 16, text=name, colour="ink-muted", coordinate=True),
    )
    place = (f"panel:city-{seat}", 20 + 100 * (cell % COLUMNS), 20 + 100 * (cell // COLUMNS) + top)
    look: dict[str, Any] = {"role": "target", "owner": seat, "label": label, "marks": marks}
    return SharedSprite(f"cell-{seat}-{name}", "cell", *place, z=2, **look)


def building_place(cell: int, top: int, height: int) -> tuple[float, float, float]:
    """Corner and size of the highest tile of a stack."""
    return 24 + 100 * (cell % COLUMNS), 24 + 100 * (cell // COLUMNS) + top, 92 - 5 * (height - 1)


@lru_cache(maxsize=16_384)
def slab_sprite(tile: int, seat: int, cell: int, top: int, height: int, kind: int, level: int) -> Sprite:
    """A tile of a stack below the highest: its lower edge."""
    x, y, size = building_place(cell, top, height)
    place = (x, y + 0.76 * size + 5 * (height - level), size, size * 0.24, 3 + level)
    area, symbol = f"panel:city-{seat}", f"level-{Kind(kind).name.lower()}"
    return SharedSprite(f"tile-{tile}", symbol, area, *place, role="piece")


@lru_cache(maxsize=16_384)
def building_sprite(
    tile: int,
    seat: int,
    cell: int,
    top: int,
    height: int,
    printed: tuple[int, ...],
    laid: tuple[int, int],
    short: tuple[str, ...] | None,
) -> Sprite:
    """A building with the residents and energy that lie on it; `short`: what it lacks, if it is not active."""
    kind, (x, y, size) = Kind(printed[0]), building_place(cell, top, height)
    symbol, marks = tile_look(*printed)
    marks += resource_marks(kind, laid, short)
    if height > 1:
        marks += (Mark(81, 18, 22, text=str(height), colour=f"on-{colour_of(kind)}"),)
    label = Message("{cell}: {tile}", cell=cell_name(cell), tile=named_tile(*printed))
    place = (f"tile-{tile}", symbol, f"panel:city-{seat}", x, y, size, size, 9)
    return SharedSprite(*place, role="piece", label=label, marks=marks)


def resource_marks(kind: Kind, laid: tuple[int, int], short: tuple[str, ...] | None) -> tuple[Mark, ...]:
    """What the best account puts on a building; one that it leaves without is dimmed and shows what it lacks."""
    residents, energy = laid
    if kind in (Kind.PARK, Kind.PLAYGROUND):
        return (Mark(82, 85, 19, "energy"),) if energy else ()
    if short is not None:
        badges = (Mark(79 - 34 * i, 79, 36, f"lacks-{what}") for i, what in enumerate(short))
        return (Mark(50, 50, 100, "dim"), *badges)
    if kind == Kind.SHOP and residents:
        return (Mark(17, 85, 19, "resident"), Mark(35, 85, 20, text=str(residents), colour="shop-tint"))
    return ()


@cache
def district_sprites(seat: int, expert: bool, top: int) -> tuple[Sprite, ...]:
    """The districts of a city, with the tall one of Expert in the middle."""
    right = 320 if expert else 220
    places = [(20, 20), (right, 20), (20, 220), (right, 220), *([(220, 20)] if expert else [])]
    sprites = []
    for i, (left, down) in enumerate(places, 1):
        symbol, size = ("district-tall", (100, 400)) if i > 4 else ("district", (200, 200))
        sprites.append(SharedSprite(f"district-{seat}-{i}", symbol, f"panel:city-{seat}", left, down + top, *size, z=1))
    return tuple(sprites)


@cache
def edge_numbers(seat: int, top: int, used: int) -> tuple[Sprite, ...]:
    """Classic: the numbers of rows and columns at the edge of a city, those of the architect in use lit."""
    sprites = []
    for n in range(1, ROWS + 1):
        mark = (Mark(50, 50, 84, text=str(n), colour="can" if n == used else "ink-muted"),)
        middle = 60 + 100 * (n - 1)
        edges = (("column", middle, top, Message("Column {n}", n=n)), ("row", 0, middle + top, Message("Row {n}", n=n)))
        for name, x, y, label in edges:
            place = (f"panel:city-{seat}", x, y, 20, 20, 1)
            sprites.append(SharedSprite(f"{name}-{seat}-{n}", "", *place, label=label, marks=mark))
    return tuple(sprites)


AMOUNT = 84
"""The room of an amount in a city's header."""
AMOUNTS = {
    "resident": Message("Residents: {n}"),
    "energy": Message("Energy: {n}"),
    "point": Message("Score now: {n}"),
}


@lru_cache(maxsize=4096)
def amount_chip(symbol: str, n: int) -> Chip:
    """What a city has of something, in its summary."""
    return Chip(symbol, signed(n), AMOUNTS[symbol].fill(n=n))


@lru_cache(maxsize=4096)
def category_chip(category: str, points: int) -> Chip:
    """What a category brings, in a summary."""
    label = Message("{category}: {points}", category=CATEGORY_NAMES[category], points=points)
    return Chip(CATEGORY_SYMBOLS[category], signed(points), label)


@lru_cache(maxsize=16_384)
def amount_sprite(symbol: str, seat: int, n: int, x: float) -> Sprite:
    """What a city has of something, in its header."""
    marks = (Mark(122, 52, 76, text=signed(n), anchor="start"),)
    place = (f"panel:city-{seat}", x, 15, 34, 34, 2)
    return SharedSprite(f"{symbol}s-{seat}", symbol, *place, label=AMOUNTS[symbol].fill(n=n), marks=marks)


ACCOUNT = 270
"""Where the numbers of the account begin."""


def account_x(seat: int, seats: int) -> float:
    """The middle of a seat's column."""
    step = (BOARD - ACCOUNT) / seats
    return ACCOUNT + step * seat + step / 2


def account_title(category: str) -> Message:
    """The name of a row of the account."""
    return TOTAL if category == "total" else CATEGORY_NAMES[category]


@lru_cache(maxsize=4096)
def account_head(seat: int, seats: int, name: Text) -> Sprite:
    """The emblem of a seat above its numbers."""
    marks = (Mark(0, 20, 30, symbol=f"seat-{seat}"),)
    return SharedSprite(f"account-{seat}", "", "panel:account", account_x(seat, seats), 0, label=name, marks=marks)


@cache
def account_name(category: str, row: int) -> Sprite:
    """The name of a category."""
    size, colour = (24, "ink") if category == "total" else (21, "ink-muted")
    name = account_title(category)
    marks = (Mark(10, 20, size, text=name, colour=colour, anchor="start"),)
    return SharedSprite(f"account-{category}", "", "panel:account", 0, ROW * row, label=name, marks=marks)


@lru_cache(maxsize=16_384)
def account_number(category: str, row: int, seat: int, seats: int, name: Text, points: int) -> Sprite:
    """A number of the account."""
    label = Message("{name}, {category}: {points}", name=name, category=account_title(category), points=points)
    marks = (Mark(0, 20, 24 if category == "total" else 21, text=signed(points), colour="ink"),)
    place = ("panel:account", account_x(seat, seats), ROW * row)
    return SharedSprite(f"account-{category}-{seat}", "", *place, label=label, marks=marks)


@lru_cache(maxsize=4096)
def tile_look(kind_of: int, mayor: bool, residents: int, energy: int, points: int) -> tuple[str, tuple[Mark, ...]]:
    """The symbol of a tile, and what is printed on it."""
    kind = Kind(kind_of)
    printed: list[Mark] = []
    income = ["resident"] * residents + ["energy"] * energy
    for i, symbol in enumerate(income[:3]):
        printed.append(Mark(17.5 + i * INCOME_STEP[min(3, len(income))], 17.5, 19, symbol))
    if points:
        printed.append(Mark(21, 20, 34, "point"))
        printed.append(Mark(21, 21.5, 17, text=str(points), colour="edge"))
    if mayor:
        printed.append(Mark(17, 85, 19, "mayor"))
    needs = ["energy"] * int(NEEDS_ENERGY[kind]) + ["resident"] * int(NEEDS_RESIDENT[kind])
    for i, symbol in enumerate(needs):  # from the right
        printed.append(Mark(82.5 - 20 * i, 85, 19, symbol))
    if kind == Kind.PARK:
        printed.append(Mark(17, 85, 19, "no-energy"))
    return f"tile-{kind.name.lower()}", tuple(printed)


def lacks(kind: int, left: tuple[int, int]) -> tuple[str, ...]:
    """Which needs of a kind are not met by the residents and the energy left; all of them if the account does
    without the building by choice."""
    needs = ["resident"] * int(NEEDS_RESIDENT[kind]) + ["energy"] * int(NEEDS_ENERGY[kind])
    missing = [need for need in needs if left[need == "energy"] <= 0]
    return tuple(missing or needs)


def turned_mark(turn: int, x: float, y: float, **what: Any) -> Mark:
    """A mark on a plate of 100 by 80 that was turned about its middle; the mark itself stays upright."""
    dx, dy, angle = x - 50, y - 40, radians(turn)
    return Mark(50 + dx * cos(angle) - dy * sin(angle), 40 + dx * sin(angle) + dy * cos(angle), **what)


def colour_of(kind: Kind) -> str:
    """The theme's name for a kind's colour."""
    return "park" if kind == Kind.PLAYGROUND else kind.name.lower()


def signed(points: int) -> str:
    """A number with a real minus."""
    return str(points).replace("-", "−")
