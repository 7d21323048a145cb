"""The table of U-Build as a seat sees it: the track on its hexes, buildings in slots, panels, district cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.record import in_python
from tripolis.engine.scene import Area, Drawing, Mark, Scene, SharedSprites, Sprite, Text
from tripolis.engine.words import Message

from ..box.files import read_box
from ..rules.conditions import can_be_full
from ..rules.state import DISTRICT_IDS, DISTRICTS, GROUPS, PIECES, Space
from .district_cards import Rent, card_lines, certainty_sign, explain_rent
from .events import bonus_name, hazard_name
from .labels import (
    BLOCK_TITLES,
    BUILDING_TITLES,
    RAILROAD_TITLE,
    amount,
    bridge_number,
    group_name,
    name_of,
    places_of,
    short_amount,
    slot_name,
    space_name,
    status_title,
)
from .panels import Panels

HEX_WIDTH, HEX_HEIGHT = 100, 92
"""A hex, seen at an angle."""
SIDE, ABOVE, BELOW = 22, 30, 38
"""The room round the track: large buildings outside of it stand close to it, in front of its edge."""
ASIDE, DOWN = 14, 34
"""How far such a building may stick out at the sides, and how much lower it stands there: below the name of its hex."""
ROW = 69
"""The distance between two rows of hexes."""
EMBLEM = 15
"""An owner's emblem, before the rent that goes to them."""
BLOCK_PLACES, BLOCK_WIDTH, BLOCK_STEP = (3, 52), 26, 3
"""Where the stacks of the two kinds of blocks stand, and how high a block is in its stack."""
GAP = 28
RIGHT = 640
"""Width of the column with players, bank and buttons."""
SYMBOL_OF_SPACE = {
    Space.GO: "hex-go",
    Space.JAIL: "hex-jail",
    Space.FREE_PARKING: "hex-free-parking",
    Space.GO_TO_JAIL: "hex-go-to-jail",
    Space.PLANNING: "hex-planning",
}
SHORT_TITLES = {
    Space.FREE_PARKING: Message("Parking"),
    Space.GO_TO_JAIL: Message("To jail"),
    Space.PLANNING: Message("Planning"),
}
"""What stands on a hex that has no room for its whole name."""
TITLE_WIDTH, TITLE_HEIGHT = 220, 330
LEGEND_TOP = 143.5
"""Where a district card says what its question marks mean, in hundredths of its width."""
PIECE = 56
NAME_TEXT, PRICE_TEXT, MONEY_TEXT = 18, 18, 22
"""A price is smaller than a rent: it is not paid yet."""
LONGEST_LINE = 14
"""Signs of a name that fit on a hex in one line."""
DICE_WIDTH, DICE, ROUND = 178, 72, 28
"""The room that dice and cards take, and the round below them."""
DICE_GAP = 8
GRID, SMALLEST_FREE = 20, 10
"""The grid in which the free part of a track is looked for, and how high it is at least, in cells."""
STEPS = sorted(((25 * i, 20 * j) for i in range(-8, 9) for j in range(-8, 9)), key=lambda at: at[0] ** 2 + at[1] ** 2)
"""How far from the middle of a track its dice may lie."""
RIM = 108
"""The box of what is seen below a hex: its thickness and its shadow."""
TOKEN = 32
PIECE_PLACES = ((34, -18), (62, 6), (6, 6), (34, 79), (78, 44), (-10, 44))
"""Where pieces stand that share a space: at its upper tip first, then on its roof, where they cover no mark of its
neighbours, and not its owner's emblem."""
BUILT_PLACES = (PIECE_PLACES[0], (79, 55), PIECE_PLACES[3], (-10, 76), *PIECE_PLACES[1:3])
"""The same on a roof with blocks: those stay in sight."""


def scene(position: Position, names: tuple[Text, ...] | None = None) -> Scene:
    """The whole table."""
    return TableDrawing(position, names).scene()


class Board:
    """The hexes of a track, in the units of the board."""

    def __init__(self, hexes: list[tuple[int, int]]) -> None:
        """The board is as large as its hexes, with some room round them."""
        places = [(HEX_WIDTH * (q + r / 2), ROW * r) for q, r in hexes]
        self.left = min(x for x, _ in places) - SIDE
        self.top = min(y for _, y in places) - ABOVE
        self.width = round(max(x for x, _ in places) - self.left + HEX_WIDTH + SIDE)
        self.height = round(max(y for _, y in places) - self.top + HEX_HEIGHT + BELOW)

    def corner(self, place: tuple[int, int]) -> tuple[float, float]:
        """The corner of a hex's box."""
        q, r = place
        return round(HEX_WIDTH * (q + r / 2) - self.left, 1), round(ROW * r - self.top, 1)

    def slot(self, place: tuple[int, int]) -> tuple[float, float]:
        """The corner of a slot's box; one outside of the track is drawn close to it."""
        x, y = self.corner(place)
        inset = (HEX_WIDTH - PIECE) / 2, (HEX_HEIGHT - PIECE) / 2
        left = min(max(x, -inset[0] - ASIDE), self.width - HEX_WIDTH + inset[0] + ASIDE)
        down = DOWN if abs(left - x) > inset[0] else 0
        return left, min(max(y + down, -inset[1]), self.height - HEX_HEIGHT + inset[1])

    def hex(self, name: str, symbol: str, place: tuple[int, int], z: int, shape: str = "hex", **more: Any) -> Sprite:
        """A sprite that fills a hex."""
        return Sprite(name, symbol, "board", *self.corner(place), HEX_WIDTH, HEX_HEIGHT, z, shape=shape, **more)

    def rim(self, name: str, place: tuple[int, int], label: Text, owner: int = -1) -> Sprite:
        """The thickness of a hex, in its owner's colour, and its shadow."""
        symbol = "rim" if owner >= 0 else "rim-plain"
        return Sprite(name, symbol, "board", *self.corner(place), RIM, RIM, owner=owner, label=label)

    def railroad(self, i: int, place: tuple[int, int]) -> Sprite:
        """One of the two railroads of an open track."""
        return self.hex(f"railroad-{i}", "hex-railroad", place, 1, label=RAILROAD_TITLE)


class TrackPlan:
    """Where everything of a game lies: its track, turned so that it is as low as can be, and what is free inside."""

    def __init__(self, game: Game) -> None:
        b = self.b = game.plain_box
        hexes = b.space_hex[: b.n_spaces], b.slot_hex[: b.n_slots], b.railroad_hex if b.open_track else []
        turned = [[[turn(int(q), int(r), k) for q, r in part] for part in hexes] for k in range(3)]
        self.spaces, self.slots, self.rails = min(turned, key=lambda parts: Board(parts[0] + parts[2]).height)
        self.board = Board(self.spaces + self.rails)
        self.per_row = max(1, (self.board.width + GAP + RIGHT + 16) // (TITLE_WIDTH + 16))
        """District cards side by side."""
        self.skyscrapers = [group for group in range(GROUPS) if in_python(can_be_full)(b, group)]
        """The groups that can have one."""
        self.shared = SharedSprites()

    @cached_property
    def free(self) -> tuple[float, ...]:
        """The part inside of the track for what is open now; dice and cards lie above it."""
        return free_part(tuple(map(self.board.corner, self.spaces + self.rails)), self.board.width, self.board.height)

    @cached_property
    def middle(self) -> tuple[float, float, bool]:
        """Where dice and cards lie: a free place near the middle of the track; is there room for the round below?"""
        if self.free:
            return self.free[0] + (self.free[2] - DICE_WIDTH) / 2, self.free[1] - DICE - DICE_GAP, False
        spaces, slots = [self.board.corner(at) for at in self.spaces + self.rails], map(self.board.slot, self.slots)
        taken = [(x, y, x + HEX_WIDTH, y + HEX_HEIGHT) for x, y in spaces]
        inset = (HEX_WIDTH - PIECE) / 2, (HEX_HEIGHT - PIECE) / 2
        taken += [(x + inset[0], y + inset[1], x + inset[0] + PIECE, y + inset[1] + PIECE) for x, y in slots]
        mid = [sum(at[i] for at in spaces) / len(spaces) + (HEX_WIDTH, HEX_HEIGHT)[i] / 2 for i in (0, 1)]
        for height in (DICE + ROUND, DICE):
            left, top = mid[0] - DICE_WIDTH / 2, mid[1] - height / 2
            for dx, dy in STEPS:
                x, y = left + dx, top + dy
                if is_free((x, y, x + DICE_WIDTH, y + height), taken):
                    return round(x, 1), round(y, 1), height > DICE
        return left, top, False


@lru_cache(maxsize=64)
def track_plan(game: Game) -> TrackPlan:
    """The plan of a game, made once."""
    return TrackPlan(game)


class TableDrawing(Drawing):
    """All that is drawn of one observation."""

    def __init__(self, position: Position, names: tuple[Text, ...] | None) -> None:
        super().__init__(position, names)
        self.box = read_box(position.game.box_files)
        self.track_plan = plan = track_plan(position.game)
        self.spaces, self.slots, self.rails, self.board = plan.spaces, plan.slots, plan.rails, plan.board
        self.once = plan.shared.once
        self.panels = Panels(self)

    @cached_property
    def rents(self) -> list[Rent]:
        """The rent of every district, with its reasons."""
        return [explain_rent(self.s, self.b, d) for d in range(DISTRICTS)]

    @cached_property
    def worth(self) -> list[int]:
        """What each seat is worth."""
        return [self.position.score(seat).total for seat in self.seats]

    # --------------------------------------------------------------- areas

    def areas(self) -> Iterator[Area]:
        """The board on the left, panels on the right, district cards below."""
        x, y = self.board.width + GAP, 0.0
        height = self.board.height
        free = self.track_plan.free
        yield Area("board", 0, 0, self.board.width, height, Message("Track"), text=NAME_TEXT, free=free, stood_on=True)
        for area in self.panels.areas():
            yield replace(area, x=x + area.x, y=y)
            y += area.height + GAP
        width = self.board.width + GAP + RIGHT
        rows = -(-int(self.b.on_track).bit_count() // self.track_plan.per_row)
        bottom, height = max(y, height + GAP), rows * (TITLE_HEIGHT + 16)
        chips = tuple(self.panels.deed_chips())
        yield Area("panel:deeds", 0, bottom, width, height, Message("Deeds"), "info", text=12, summary=chips)

    def sprites(self) -> Iterator[Sprite]:
        """All sprites."""
        yield from self.track()
        yield from self.slots_and_pieces()
        yield from self.tokens()
        yield from self.panels.sprites()
        yield from self.district_cards()

    # --------------------------------------------------------------- track

    def track(self) -> Iterator[Sprite]:
        """Spaces with what is printed on them and who owns them, and the blocks."""
        s, b = self.s, self.b
        for space, place in enumerate(self.spaces):
            d = int(b.district[space])
            if d >= 0:
                owner, rent = int(s.owner[d]), self.rents[d]
                name = self.names[owner] if owner >= 0 else ""
                key = ("district", d, owner, name, rent.total, rent.mortgaged, rent.hazard, *s.blocks[d])
                yield from self.once(key, self.district, d, place)
            else:
                up = bool(s.raised >> space & 1)
                yield from self.once(("space", space, up), self.space, space, place, up)
        for i, place in enumerate(self.rails):
            yield from self.once(("rail", i), self.board.railroad, i, place)

    def space(self, space: int, place: tuple[int, int], up: bool) -> Iterator[Sprite]:
        """A space without a district."""
        b, kind = self.b, Space(int(self.b.space[space]))
        symbol = SYMBOL_OF_SPACE.get(kind) or ("hex-bridge-up" if up else "hex-bridge-down")
        label: Text = space_name(b, space)
        text: Text = SHORT_TITLES.get(kind, label)
        if kind == Space.BRIDGE:
            n = bridge_number(b, space)
            label = Message("Bridge {n}, up", n=n) if up else Message("Bridge {n}, down", n=n)
            text = str(n)
        marks = (Mark(50, 64, NAME_TEXT, text=text, colour="ink", width=86, detail=True),)
        yield self.board.rim(f"rim-space-{space}", place, label)
        yield self.board.hex(f"space-{space}", symbol, place, 1, label=label, marks=marks)

    def district(self, d: int, place: tuple[int, int]) -> Iterator[Sprite]:
        """A district: id, name, owner, rent or price; mortgage; blocks in two stacks."""
        s, b, group = self.s, self.b, int(self.b.group[d]) + 1
        owner, rent = int(s.owner[d]), self.rents[d]
        id_, name = DISTRICT_IDS[d], name_of(b, d)
        what = {"district": name, "colour": group_name(b, d)}
        money = short_amount(rent.total if owner >= 0 else b.price[d])
        lines, colour = name_lines(name), "ink" if owner >= 0 else "ink-muted"
        marks = [
            Mark(50, 15, 11, text=id_, colour=f"on-group-{group}", coordinate=True),
            *(Mark(50, top, NAME_TEXT, text=line, colour="ink", width=84, detail=True) for top, line in lines),
        ]
        top, size = (67, MONEY_TEXT) if len(lines) == 1 else (72, 20)
        emblem = Mark(21, top - 1, EMBLEM, symbol=f"seat-{owner}")
        if owner >= 0:
            marks.append(emblem)
        else:
            size = PRICE_TEXT
            marks.append(Mark(50, top, 56, symbol="price"))
        if not rent.mortgaged:
            marks.append(
                Mark(50 if owner < 0 else 57, top, size, text=money, colour=colour, width=52 if owner < 0 else 48)
            )
        label = Message("{district} ({colour}), unowned; price {amount}", amount=amount(b.price[d]), **what)
        if owner >= 0:
            who = {"seat": self.names[owner], "amount": amount(rent.total), **what}
            label = Message("{district} ({colour}), owner {seat}; rent {amount}", **who)
            if rent.mortgaged:
                label = Message("{district} ({colour}), owner {seat}; mortgaged", **who)
        hex_ = self.board.hex
        yield self.board.rim(f"rim-{id_}", place, label, owner)
        yield hex_(f"district-{id_}", f"hex-{group}", place, 1, role="target", label=label, marks=tuple(marks))
        if rent.mortgaged:
            label = Message("Mortgaged: {district}", district=name)
            yield hex_(f"mortgage-{id_}", "mortgaged", place, 2, shape="", label=label, marks=(emblem,))
        x, y = self.board.corner(place)
        for kind, symbol in enumerate(("block-residential", "block-industrial")):
            n = int(s.blocks[d][kind])
            worthless = kind == 0 and rent.hazard
            for i in range(n):
                top = i == n - 1
                count: tuple[Mark, ...] = ()
                if top:
                    text = f"{n}×" if worthless else str(n)
                    up = 100 * BLOCK_STEP * i / BLOCK_WIDTH
                    count = (Mark(110, 2 + up, 62, text=text, colour=f"on-group-{group}", anchor="start"),)
                block, title = f"block-{id_}-{'ri'[kind]}{i + 1}", BLOCK_TITLES[kind] if top else ""
                left, top_edge = x + BLOCK_PLACES[kind], y + 24 - BLOCK_STEP * i
                box = ("board", left, top_edge, BLOCK_WIDTH, 0.3 * BLOCK_WIDTH, 3 + i)
                yield Sprite(block, symbol, *box, role="piece", label=title, marks=count)

    # --------------------------------------------------------------- slots

    def slots_and_pieces(self) -> Iterator[Sprite]:
        """Slots, and the large buildings: in their slots, or with the bank."""
        s, b = self.s, self.b
        for slot, place in enumerate(self.slots):
            if f"slot-{slot}" not in self.panels.used:
                continue  # only where something may be built now
            label = Message("Slot {slot}, next to {places}", slot=slot_name(slot), places=places_of(b, slot))
            marks = (Mark(50, 46, 16, text=slot_name(slot), colour="ink-muted", coordinate=True),)
            box = (*self.board.slot(place), HEX_WIDTH, HEX_HEIGHT)
            look: dict[str, Any] = {"role": "place", "shape": "slot", "label": label, "marks": marks}
            yield Sprite(f"slot-{slot}", "slot", "board", *box, 2, **look)
        pieces: list[tuple[str, str, int, Message]] = []
        for k in range(min(PIECES, int(b.n_bonus))):
            pieces.append((f"bonus-{k}", f"bonus-{k % 3}", int(s.bonus[k]), bonus_name(k)))
        for k in range(min(PIECES, int(b.n_hazards))):
            pieces.append((f"hazard-{k}", f"hazard-{k % 3}", int(s.hazard[k]), hazard_name(k)))
        if b.n_stadiums and not b.starter:
            pieces.append(("stadium", "stadium", int(s.stadium[0]), BUILDING_TITLES[0]))
        if b.n_towers and not b.starter:
            pieces.append(("tower", "tower", int(s.tower[0]), BUILDING_TITLES[2]))
        for group in self.track_plan.skyscrapers:
            pieces.append((f"skyscraper-{group}", "skyscraper", int(s.skyscraper[group][0]), BUILDING_TITLES[1]))
        for i, piece in enumerate(pieces):
            yield from self.once(("piece", i, piece[0], piece[2]), self.piece, i, *piece)

    def piece(self, i: int, name: str, symbol: str, slot: int, title: Message) -> Iterator[Sprite]:
        """A large building, the i-th of all."""
        b, role = self.b, "target" if name.startswith("hazard") else "piece"
        if slot < 0:
            x, y = self.panels.bank_place(i)
            label = Message("With the bank: {building}", building=title)
            yield Sprite(name, symbol, "panel:bank", x, y, 40, 40, 2, role=role, shape="round", label=label)
            return
        x, y = self.board.slot(self.slots[slot])
        where = {"slot": slot_name(slot), "places": places_of(b, slot)}
        label = Message("{slot} (next to {places}): {building}", building=title, **where)
        letter: tuple[Mark, ...] = ()
        if symbol == "skyscraper":
            home = next(d for d in range(DISTRICTS) if b.group[d] == int(name.split("-")[1]) and b.on_track >> d & 1)
            letter = (Mark(84, 84, 26, text=DISTRICT_IDS[home][0].upper(), colour="ink"),)
        yield Sprite(
            name, symbol, "board", x + (HEX_WIDTH - PIECE) / 2, y + (HEX_HEIGHT - PIECE) / 2, PIECE, PIECE, 12,
            role=role, shape="round", label=label, marks=letter,
        )  # fmt: skip

    # -------------------------------------------------------------- tokens

    def tokens(self) -> Iterator[Sprite]:
        """The players' pieces, one beside the other on a space; in jail behind bars."""
        met: dict[int, int] = {}
        for seat in self.seats:
            space = int(self.s.at[seat])
            met[space] = met.get(space, -1) + 1
            x, y = self.board.corner(self.spaces[space])
            d = int(self.b.district[space])
            places = BUILT_PLACES if d >= 0 and any(self.s.blocks[d]) else PIECE_PLACES
            left, down = places[met[space] % len(places)]
            jailed = bool(self.s.jail[seat])
            where = {"seat": self.names[seat], "space": space_name(self.b, space)}
            label = Message("{seat} in jail", **where) if jailed else Message("{seat} on: {space}", **where)
            emblem = () if jailed else (Mark(50, 45, 50, symbol=f"seat-{seat}"),)
            symbol, box = "token-jailed" if jailed else "token", (x + left, y + down, TOKEN, TOKEN, 14 + seat)
            look: dict[str, Any] = {"role": "piece", "shape": "round", "owner": seat, "label": label, "marks": emblem}
            yield Sprite(f"token-{seat}", symbol, "board", *box, **look)

    # ------------------------------------------------------- district cards

    def district_cards(self) -> Iterator[Sprite]:
        """Every district card of the track with its values and their status; the back of a mortgaged one."""
        s, b = self.s, self.b
        on_track = [int(d) for d in b.district[: b.n_spaces] if d >= 0]
        for i, d in enumerate(on_track):
            mortgaged = bool(s.mortgaged >> d & 1)
            look = (int(s.owner[d]), int(s.mortgage[d]) if mortgaged else None)
            yield from self.once(("card", i, d, *look), self.district_card, i, d, *look)

    def district_card(self, i: int, d: int, owner: int, mortgaged_for: int | None) -> Sprite:
        """A district card, the i-th of the track."""
        b, per_row, mortgaged = self.b, self.track_plan.per_row, mortgaged_for is not None
        x, y = (i % per_row) * (TITLE_WIDTH + 16), (i // per_row) * (TITLE_HEIGHT + 16)
        id_, name, group = DISTRICT_IDS[d], name_of(b, d), int(b.group[d]) + 1
        if mortgaged_for is not None:
            sum_text = Message("Mortgaged for {amount}", amount=amount(mortgaged_for))
            marks = [
                Mark(50, 15, 9, text=name, colour="ink", width=72),
                Mark(50, 72, 8, text=sum_text, colour="ink", width=90),
            ]
        else:
            marks = [
                Mark(6, 10, 8, text=id_, colour=f"on-group-{group}", anchor="start", coordinate=True),
                Mark(50, 19, 9, text=name, colour=f"on-group-{group}", width=90),
            ]
        lines = [] if mortgaged else card_lines(self.box, d)
        for k, line in enumerate(lines):
            top = line_top(k)
            marks.append(Mark(7, top, 5.6, text=line.label, colour="ink", anchor="start", width=52))
            marks.append(Mark(82, top, 6.6, text=short_amount(line.units), colour="ink", anchor="end"))
            marks.append(Mark(89, top, 6, text=certainty_sign(line.status), colour="ink-muted"))
        if "?" in (certainty_sign(line.status) for line in lines):
            legend = status_title("reconstructed")
            marks.append(Mark(89, LEGEND_TOP, 6, text="?", colour="ink-muted"))
            marks.append(Mark(84, LEGEND_TOP, 5.5, text=legend, colour="ink-muted", anchor="end", width=74))
        if owner >= 0:
            marks.append(Mark(90, 10, 12, symbol=f"seat-{owner}"))
        label = Message("Deed: {district}", district=name)
        symbol, box = "title-back" if mortgaged else f"title-{group}", (x, y, TITLE_WIDTH, TITLE_HEIGHT, 1)
        return Sprite(f"title-{id_}", symbol, "panel:deeds", *box, label=label, marks=tuple(marks))


Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def is_free(box: Box, taken: list[Box]) -> bool:
    """Does a box meet none of those that are taken?"""
    left, top, right, bottom = box
    return not any(left < x1 and x0 < right and top < y1 and y0 < bottom for x0, y0, x1, y1 in taken)


@lru_cache(maxsize=64)
def free_part(corners: tuple[tuple[float, float], ...], width: float, height: float) -> tuple[float, ...]:
    """The largest part of a board, half as wide again as high, that has hexes on all sides and none in it, with room
    for dice above; nothing if it is small. Pieces in slots may lie there: they are seen again when it is closed."""
    taken = [
        box
        for x, y in corners
        for box in (
            (x, y + HEX_HEIGHT / 4, x + HEX_WIDTH, y + 3 * HEX_HEIGHT / 4),
            (x + HEX_WIDTH / 4, y, x + 3 * HEX_WIDTH / 4, y + HEX_HEIGHT),
        )
    ]

    def is_inside(left: float, top: float, right: float, bottom: float) -> bool:
        x, y = (left + right) / 2, (top + bottom) / 2
        return (
            any(x0 <= x <= x1 and y1 <= top for x0, _, x1, y1 in taken)
            and any(x0 <= x <= x1 and y0 >= bottom for x0, y0, x1, _ in taken)
            and any(y0 <= y <= y1 and x1 <= left for _, y0, x1, y1 in taken)
            and any(y0 <= y <= y1 and x0 >= right for x0, y0, _, y1 in taken)
        )

    columns, best = round(width // GRID), SMALLEST_FREE
    found: tuple[float, ...] = ()
    depth = [0] * columns
    """How far up each column of the grid is free from here."""
    for row in range(round(height // GRID)):
        bottom = (row + 1) * GRID
        for k in range(columns):
            depth[k] = depth[k] + 1 if is_free((k * GRID, bottom - GRID, (k + 1) * GRID, bottom), taken) else 0
        for first in range(columns):
            high = depth[first]
            for last in range(first, columns):
                high = min(high, depth[last])
                wide = last + 1 - first
                for tall in range(high, best, -1):
                    if wide <= 1.5 * best:
                        break
                    left, top, right = first * GRID, bottom - tall * GRID, (last + 1) * GRID
                    mid = (left + right) / 2
                    dice = mid - DICE_WIDTH / 2, top - DICE - DICE_GAP, mid + DICE_WIDTH / 2, top
                    if is_free(dice, taken) and is_inside(left, top, right, bottom):
                        best, found = min(int(wide / 1.5), tall), (left, top, right - left, bottom - top)
                        break
    return found


def turn(q: int, r: int, times: int) -> tuple[int, int]:
    """A hex after so many turns of the whole track by 60 degrees."""
    for _ in range(times):
        q, r = -r, q + r
    return q, r


def name_lines(name: str) -> list[tuple[float, str]]:
    """A name in one line or, where it is long, in two: at its space or hyphen, else before the second part of the
    word; with the heights at which they stand."""
    if len(name) <= LONGEST_LINE:
        return [(46, name)]
    for sign in " -":
        if sign in name:
            first, _, second = name.partition(sign)
            return [(39, first + sign.strip()), (52.5, second)]
    middle = (len(name) + 1) // 2
    vowels = "aeiouyäöü"
    breaks = [i for i in range(3, len(name) - 2) if name[i] not in vowels and name[i + 1] in vowels]
    at = min(breaks, key=lambda i: (abs(i - middle), i), default=middle)
    return [(39, name[:at] + "-"), (52.5, name[at:])]


def line_top(k: int) -> float:
    """Where a line of a district card stands, in hundredths of its width: price, rents and buildings are set apart."""
    return 35 + k * 8 + (2 if k else 0) + (2 if k > 9 else 0)
