"""The track builder: tiles put together on a hex grid, with a verdict on every condition after each step.

An editor like the score helper. Its state is the track's own text (see `box/track.py`), a value of the option `track`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from tripolis.engine.errors import BadNotation, BadOptions
from tripolis.engine.moves import Move
from tripolis.engine.scene import Area, Mark, Scene, Sprite, Text
from tripolis.engine.words import Message

from ..box import track
from ..box.files import read_box
from ..box.freestyle import BRIDGES, CONDITIONS, Problem, random_track
from ..face.labels import GROUP_TITLES, RAILROAD_TITLE, SPACE_TITLES, TRACK_TITLES
from ..face.panels import button
from ..face.scene import GAP, HEX_HEIGHT, HEX_WIDTH, SYMBOL_OF_SPACE, Board
from ..rules.state import DISTRICT_IDS, GROUP_NAMES, Space

STEP = re.compile(
    r"(?P<tile>-?[A-Z_]+)@(?P<way>[0-5]{0,2})|(?P<plain>undo|clear)|turn:(?P<turn>[0-9]{1,2})"
    r"|rail:x(?P<q>-?[0-9]{1,2})y(?P<r>-?[0-9]{1,2})z"
    r"|kind:(?P<kind>starter|classic|pro)|template:(?P<template>starter|classic|pro)"
    r"|random:(?P<random>starter|classic|pro):(?P<seed>[0-9]{1,6})(?P<broken>:broken)?"
)
PANEL = 640
LINE = 30
SIGNS = {"ok": ("✓", "good"), "warning": ("!", "ink-muted"), "error": ("✗", "bad")}
"""Sign and colour of each level of a verdict."""


@dataclass(frozen=True)
class Verdict:
    """A condition with what is wrong, if anything."""

    code: str
    condition: Message
    problems: tuple[Problem, ...]

    @property
    def level(self) -> str:
        """`ok`, `warning` or `error`."""
        if not self.problems:
            return "ok"
        return "error" if any(problem.error for problem in self.problems) else "warning"


def in_words(message: Message) -> Message:
    """A message with its single tile called as players call it: Free Parking, not FREE_PARKING."""
    tile = message.args.get("tile")
    return message.fill(tile=SPACE_TITLES[Space[str(tile)]]) if tile in Space.__members__ else message


class TrackBuilder:
    """A track on its way."""

    MODES: ClassVar[tuple[str, ...]] = track.KINDS
    OPTION: ClassVar[str] = "track"
    HELP: ClassVar[Message] = Message(
        "Steps: GO@2 lays a single tile in direction 2 (0 to 5, clockwise from the right), LL@01 a double, -LL@01 the "
        "same turned round; undo, clear, turn:3 turns the third tile, rail:x4y-1z adds or removes a railroad, "
        "kind:pro, template:classic, random:pro:7 or random:pro:7:broken."
    )

    def __init__(self, mode: str = "classic", box: Mapping[str, str] | None = None) -> None:
        if mode not in track.KINDS:
            raise BadOptions(Message("The track is starter, classic or pro, not {mode}.", mode=mode))
        self.box = read_box(box)
        self.plan = track.TrackPlan(mode)

    # --------------------------------------------------------------- state

    @property
    def state(self) -> str:
        """The track as its own text."""
        return self.plan.text

    @property
    def mode(self) -> str:
        """The kind of track whose rules it is judged by."""
        return self.plan.kind

    @classmethod
    def from_state(cls, text: str, box: Mapping[str, str] | None = None) -> TrackBuilder:
        """The builder of a track's text, or of a standard track's name."""
        builder = cls(box=box)
        builder.plan = builder.box.standard[text] if text in track.KINDS else track.read_plan(text)
        return builder

    # --------------------------------------------------------------- moves

    def play(self, text: str) -> None:
        """One step; see HELP. A wrong one changes nothing."""
        step = STEP.fullmatch(text.strip())
        if step is None:
            message = Message(
                "{text} is not a valid step: write LL@01, undo, clear, turn:3, rail:x4y-1z, kind:pro, "
                "template:classic or random:pro:7."
            )
            raise BadNotation(message.fill(text=text))
        plan = self.plan
        if step["tile"]:
            self.add(step["tile"], step["way"])
        elif step["plain"] == "clear":
            self.plan = track.TrackPlan(plan.kind)
        elif step["plain"] == "undo":
            places = plan.places[: self.spaces_before(len(plan.tiles) - 1)]
            self.plan = replace(plan, tiles=plan.tiles[:-1], places=places)
        elif step["turn"]:
            n = int(step["turn"])
            if not 1 <= n <= len(plan.tiles) or plan.tiles[n - 1].name not in self.box.doubles:
                raise BadNotation(Message("Tile {n} is not a double tile of this track.", n=n))
            old = plan.tiles[n - 1]
            tiles = (*plan.tiles[: n - 1], track.Tile(old.name, not old.turned), *plan.tiles[n:])
            self.plan = replace(plan, tiles=tiles)
        elif step["q"]:
            place = int(step["q"]), int(step["r"])
            rails = tuple(other for other in plan.railroads if other != place)
            self.plan = replace(plan, railroads=rails if place in plan.railroads else (*rails, place))
        elif step["kind"]:
            self.plan = replace(plan, kind=step["kind"])
        elif step["template"]:
            self.plan = self.box.standard[step["template"]]
        else:
            kind, seed = step["random"], int(step["seed"])
            self.plan = random_track(kind, seed, self.box.doubles, self.box.standard[kind], bool(step["broken"]))

    def spaces_before(self, n: int) -> int:
        """Spaces of the first n tiles."""
        return len(track.spaces_of(self.plan.tiles[: max(0, n)], self.box.doubles))

    def add(self, name: str, way: str) -> None:
        """Lay a tile behind the last one, step by step in the given directions."""
        tile = track.Tile(name.lstrip("-"), name.startswith("-"))
        size = 2 if tile.name in self.box.doubles else 1
        if tile.name not in (*track.SINGLES, track.BRIDGE_TILE, *self.box.doubles) or (tile.turned and size == 1):
            raise BadNotation(Message("There is no tile called {tile}.", tile=name))
        places = list(self.plan.places)
        if len(way) != size - (not places):
            text = Message("Give a direction for each space of the tile (the very first tile starts at the origin).")
            raise BadNotation(text)
        if not places:
            places.append((0, 0))
        for digit in way:
            step = track.STEPS[int(digit)]
            places.append((places[-1][0] + step[0], places[-1][1] + step[1]))
        if len(set(places)) != len(places):
            raise BadNotation(Message("That place is taken."))
        if max(abs(n) for place in places for n in place) > 60:
            raise BadNotation(Message("This track is too large."))
        self.plan = replace(self.plan, tiles=(*self.plan.tiles, tile), places=tuple(places))

    def left(self) -> list[str]:
        """The tiles that are still in the box."""
        used = [tile.name for tile in self.plan.tiles]
        bridges = [track.BRIDGE_TILE] if used.count(track.BRIDGE_TILE) < max(BRIDGES.values()) else []
        return [name for name in (*track.SINGLES, *self.box.doubles) if name not in used] + bridges

    def moves(self) -> Iterator[Move]:
        """Every step that may be taken now, as text and as clicks: a tile and where its spaces lie, or a button."""
        for name in self.left():
            size = 2 if name in self.box.doubles else 1
            for way, places in self.ways(size):
                clicks = (f"tile-{name}", *(place_id(place) for place in places))
                yield Move(-1, f"{name}@{way}", clicks, Message("Lay tile {tile}", tile=name))
        if self.plan.tiles:
            yield Move(-1, "undo", ("undo",), Message("Remove the last tile"))
            yield Move(-1, "clear", ("clear",), Message("Clear the track"))
        for n, tile in enumerate(self.plan.tiles, start=1):
            if tile.name in self.box.doubles:
                yield Move(-1, f"turn:{n}", (f"laid-{n}",), Message("Turn tile {tile} round", tile=tile.name))
        for place in self.rail_places():
            q, r = place
            yield Move(-1, f"rail:x{q}y{r}z", ("tile-railroad", place_id(place)), Message("Add or remove a railroad"))
        for kind in track.KINDS:
            if kind != self.plan.kind:
                yield Move(-1, f"kind:{kind}", (f"kind-{kind}",), Message("Kind: {kind}", kind=TRACK_TITLES[kind]))
            words = Message("Set-up: {kind}", kind=TRACK_TITLES[kind])
            yield Move(-1, f"template:{kind}", (f"template-{kind}",), words)
        yield from self.random_moves()

    def random_moves(self) -> Iterator[Move]:
        """A random track of each kind, closed and open; the seed comes from the state, so each click gives another."""
        seed = zlib.crc32(self.state.encode()) % 1_000_000
        for kind in track.KINDS:
            title = TRACK_TITLES[kind]
            yield Move(-1, f"random:{kind}:{seed}", (f"random-{kind}",), Message("Random: {kind}", kind=title))
            open_words = Message("Random, open: {kind}", kind=title)
            yield Move(-1, f"random:{kind}:{seed}:broken", (f"broken-{kind}",), open_words)

    def ways(self, size: int) -> Iterator[tuple[str, list[track.Hex]]]:
        """The directions in which a tile of this many spaces can be laid, with its places."""
        taken = {*self.plan.places, *self.plan.railroads}
        starts: list[tuple[str, list[track.Hex]]] = [("", [(0, 0)])]
        if self.plan.places:
            starts = [
                (str(k), [place]) for k, place in enumerate(track.beside(self.plan.places[-1])) if place not in taken
            ]
        for way, places in starts:
            if size == 1:
                yield way, places
                continue
            for k, place in enumerate(track.beside(places[0])):
                if place not in taken and place not in places:
                    yield f"{way}{k}", [*places, place]

    def rail_places(self) -> list[track.Hex]:
        """Where a railroad is, or can be laid: free places beside the ends."""
        if not self.plan.places:
            return []
        ends = (self.plan.places[0], self.plan.places[-1])
        near = {place for end in ends for place in track.beside(end) if place not in self.plan.places}
        return sorted(near | {*self.plan.railroads})

    # ------------------------------------------------------------- verdict

    def verdict(self) -> list[Verdict]:
        """Every condition, with what is wrong."""
        problems = [replace(problem, message=in_words(problem.message)) for problem in self.box.check(self.plan)]
        return [Verdict(code, text, tuple(p for p in problems if p.code == code)) for code, text in CONDITIONS.items()]

    @property
    def playable(self) -> bool:
        """Can this track be played on?"""
        return all(verdict.level != "error" for verdict in self.verdict())

    # --------------------------------------------------------------- scene

    def scene(self) -> Scene:
        """The tiles that lie, places for the next one, the box, the verdict."""
        ghosts: set[track.Hex] = {(0, 0)} if not self.plan.places else set()
        for _, places in self.ways(2):
            ghosts.update(places)
        ghosts.update(self.rail_places())
        ghosts -= {*self.plan.places, *self.plan.railroads}
        board = Board([*self.plan.places, *self.plan.railroads, *ghosts])
        x = board.width + GAP
        names = [*self.left(), "railroad"]
        box_height = 106 * -(-len(names) // 6)
        areas = (
            Area("board", 0, 0, board.width, board.height, Message("Track")),
            Area("hand", x, 0, PANEL, box_height + 240, Message("Box")),
            Area("panel:verdict", x, box_height + 240 + GAP, 900, LINE * (len(CONDITIONS) + 1), Message("Verdict")),
        )
        sprites = [*self.laid(board), *self.ghosts(board, ghosts), *self.tools(names, box_height), *self.lines()]
        return Scene(areas, tuple(sprites))

    def laid(self, board: Board) -> Iterator[Sprite]:
        """The spaces in walking order, and the railroads."""
        spaces = track.spaces_of(self.plan.tiles, self.box.doubles)
        for n, (space, place) in enumerate(zip(spaces, self.plan.places, strict=False)):
            tile = self.plan.tiles[space.tile]
            first = n == 0 or spaces[n - 1].tile != space.tile
            name = f"laid-{space.tile + 1}" if first else f"laid-{space.tile + 1}b"
            symbol, text, colour = space_look(self.box.groups, space.kind, space.district)
            marks = (
                title_mark(text, colour, space.district >= 0),
                Mark(50, 81, 12, text=str(n + 1), colour="ink-muted"),
            )
            label = Message("Space {n}: tile {tile}", n=n + 1, tile=tile.text)
            role = "target" if first and tile.name in self.box.doubles else "piece"
            yield board.hex(name, symbol, place, 1, role=role, label=label, marks=marks)
        for i, place in enumerate(self.plan.railroads):
            yield board.railroad(i, place)
            if place in self.rail_places():
                yield board.hex(place_id(place), "", place, 2, role="target", label=RAILROAD_TITLE)

    def ghosts(self, board: Board, places: set[track.Hex]) -> Iterator[Sprite]:
        """Free places."""
        for place in sorted(places):
            label = Message("Free place {q}, {r}", q=place[0], r=place[1])
            yield board.hex(place_id(place), "slot", place, 0, shape="slot", role="target", label=label)

    def tools(self, names: list[str], height: float) -> Iterator[Sprite]:
        """The tiles that are left, and buttons."""
        for i, name in enumerate(names):
            yield self.tool(name, 106 * (i % 6), 106 * (i // 6))
        buttons: list[tuple[str, Text]] = [("undo", Message("Undo")), ("clear", Message("Clear"))]
        buttons = buttons if self.plan.tiles else []
        buttons += [(f"kind-{kind}", TRACK_TITLES[kind]) for kind in track.KINDS if kind != self.plan.kind]
        buttons += [(f"template-{kind}", Message("Set-up: {kind}", kind=TRACK_TITLES[kind])) for kind in track.KINDS]
        buttons += [(move.path[0], move.words) for move in self.random_moves()]
        for i, (name, words) in enumerate(buttons):
            yield button(name, words, i, height + 10, 2)

    def tool(self, name: str, x: float, y: float) -> Sprite:
        """A tile in the box."""
        label: Text = Message("Tile {tile}", tile=name)
        text: Text = ""
        if name == "railroad":
            symbol, colour, label = "hex-railroad", "ink", RAILROAD_TITLE
        elif name in self.box.doubles:
            half = next(half for half in self.box.doubles[name] if half != track.PLANNING_HALF)
            d = DISTRICT_IDS.index(half)
            symbol, _, colour = space_look(self.box.groups, Space.DISTRICT, d)
            text = name
            label = Message("Tile {tile}: {colour}", tile=name, colour=GROUP_TITLES[GROUP_NAMES[self.box.groups[d]]])
        else:
            symbol, text, colour = space_look(self.box.groups, track.SINGLES.get(name, Space.BRIDGE), -1)
        marks = (title_mark(text, colour, name in self.box.doubles),)
        size = (HEX_WIDTH, HEX_HEIGHT, 1)
        return Sprite(f"tile-{name}", symbol, "hand", x, y, *size, role="button", shape="hex", label=label, marks=marks)

    def lines(self) -> Iterator[Sprite]:
        """The verdict, condition by condition."""
        for i, verdict in enumerate(self.verdict()):
            sign, colour = SIGNS[verdict.level]
            words = verdict.problems[0].message if verdict.problems else verdict.condition
            marks = (
                Mark(8, 15, 18, text=sign, colour=colour),
                Mark(24, 15, 13, text=verdict.code, colour="ink-muted", anchor="start"),
                Mark(56, 15, 13, text=words, colour="ink", anchor="start"),
            )
            name, area = f"verdict-{verdict.code}", "panel:verdict"
            yield Sprite(name, "", area, 0, LINE * i, 100, LINE, 1, label=words, marks=marks)


def title_mark(text: Text, colour: str, district: bool) -> Mark:
    """What stands on a tile: a district's id at its head, the name of another space at its foot."""
    return Mark(50, 23 if district else 68, 20 if district else 12, text=text, colour=colour, width=82)


def place_id(place: track.Hex) -> str:
    """The sprite of a place."""
    return f"place-{place[0]}-{place[1]}"


def space_look(groups: tuple[int, ...], kind: Space, district: int) -> tuple[str, Text, str]:
    """How a space is drawn: symbol, text, and the colour of the text."""
    if district >= 0:
        group = groups[district] + 1
        return f"hex-{group}", DISTRICT_IDS[district], f"on-group-{group}"
    if kind == Space.BRIDGE:
        return "hex-bridge-down", "", "ink"
    return SYMBOL_OF_SPACE[kind], SPACE_TITLES[kind], "ink"
