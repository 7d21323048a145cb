"""Tracks: tiles in walking order, a hex for each space, perhaps two railroads; written as one short text.

`classic:GO.LL.BRIDGE.-LP:0012:` names the kind, the tiles (a dash turns a double round) and the way: the first space is
at the origin, and each digit is a step in one of six directions, clockwise from the right. A place that does not join
is written `x3y-1z`; so are railroads, after the last colon. A standard track is named by its kind alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tripolis.engine.errors import BadOptions
from tripolis.engine.words import Message

from ..rules.state import DISTRICT_IDS, Space

Hex = tuple[int, int]

KINDS = ("starter", "classic", "pro")
STEPS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SINGLES = {"GO": Space.GO, "JAIL": Space.JAIL, "FREE_PARKING": Space.FREE_PARKING, "GO_TO_JAIL": Space.GO_TO_JAIL}
BRIDGE_TILE = "BRIDGE"
PLANNING_HALF = "planning"
MOST_TEXT = 600

PLAN = re.compile(
    r"(starter|classic|pro):([A-Z_.-]*):((?:[0-5]|x-?[0-9]{1,2}y-?[0-9]{1,2}z)*):?((?:x-?[0-9]{1,2}y-?[0-9]{1,2}z)*)"
)
PLACE = re.compile(r"([0-5])|x(-?[0-9]{1,2})y(-?[0-9]{1,2})z")


@dataclass(frozen=True)
class Tile:
    """A tile as it lies: its name, and whether a double is turned round."""

    name: str
    turned: bool = False

    @property
    def text(self) -> str:
        """`LP`, or `-LP` where it is turned."""
        return "-" * self.turned + self.name


@dataclass(frozen=True)
class SpaceOf:
    """A space of the track: what it is, which district (an index, -1 for none), and its tile's number in the list."""

    kind: Space
    district: int
    tile: int


@dataclass(frozen=True)
class TrackPlan:
    """A track as it was laid, right or wrong."""

    kind: str
    tiles: tuple[Tile, ...] = ()
    places: tuple[Hex, ...] = ()
    railroads: tuple[Hex, ...] = ()

    @property
    def text(self) -> str:
        """The plan as one short text."""
        way = ""
        at = (0, 0)
        for i, place in enumerate(self.places):
            step = (place[0] - at[0], place[1] - at[1])
            if i and step in STEPS:
                way += str(STEPS.index(step))
            elif i or place != (0, 0):
                way += f"x{place[0]}y{place[1]}z"
            at = place
        rails = "".join(f"x{q}y{r}z" for q, r in self.railroads)
        return f"{self.kind}:{'.'.join(tile.text for tile in self.tiles)}:{way}:{rails}"


@dataclass(frozen=True)
class Laid:
    """A track that can be played on: its spaces, and the slots beside it in the order of their hexes."""

    plan: TrackPlan
    spaces: tuple[SpaceOf, ...]
    slots: tuple[Hex, ...] = field(compare=False)

    @property
    def is_open(self) -> bool:
        """Is it an open track, with a railroad at each end?"""
        return bool(self.plan.railroads)

    def touched(self, slot: int) -> list[int]:
        """The spaces that a slot shares an edge with."""
        near = beside(self.slots[slot])
        return [i for i, place in enumerate(self.plan.places) if place in near]

    def neighbours(self, slot: int) -> list[int]:
        """The slots that a slot shares an edge with, clockwise from the right."""
        index = {place: i for i, place in enumerate(self.slots)}
        return [index[place] for place in beside(self.slots[slot]) if place in index]


def beside(place: Hex) -> list[Hex]:
    """The six hexes that share an edge with one."""
    return [(place[0] + q, place[1] + r) for q, r in STEPS]


def touch(a: Hex, b: Hex) -> bool:
    """Do two hexes share an edge?"""
    return (a[0] - b[0], a[1] - b[1]) in STEPS


# ---------------------------------------------------------------------- text


def read_plan(text: str) -> TrackPlan:
    """The plan of a text; only its form is judged here."""
    match = PLAN.fullmatch(text) if len(text) <= MOST_TEXT else None
    if match is None:
        message = Message("This is not a track: {text}. A track is starter, classic, pro, or a text such as {example}.")
        raise BadOptions(message.fill(text=text[:80], example="classic:GO.LL.BRIDGE:0001:"))
    kind, tiles, way, rails = match.groups()
    names = [name for name in tiles.split(".") if name]
    places: list[Hex] = []
    at = (0, 0)
    for step, q, r in PLACE.findall(way):
        if step:
            if not places:
                places.append(at)
            at = (at[0] + STEPS[int(step)][0], at[1] + STEPS[int(step)][1])
        else:
            at = (int(q), int(r))
        places.append(at)
    if not places and names:
        places.append(at)
    return TrackPlan(
        kind,
        tuple(Tile(name.lstrip("-"), name.startswith("-")) for name in names),
        tuple(places),
        tuple((int(q), int(r)) for _, q, r in PLACE.findall(rails)),
    )


# -------------------------------------------------------------------- spaces


def spaces_of(tiles: tuple[Tile, ...], doubles: Mapping[str, tuple[str, str]]) -> list[SpaceOf]:
    """The spaces of tiles in walking order; unknown tiles have none."""
    spaces = []
    for number, tile in enumerate(tiles):
        if tile.name in SINGLES:
            spaces.append(SpaceOf(SINGLES[tile.name], -1, number))
        elif tile.name == BRIDGE_TILE:
            spaces.append(SpaceOf(Space.BRIDGE, -1, number))
        else:
            halves = doubles.get(tile.name, ())
            for half in reversed(halves) if tile.turned else halves:
                if half == PLANNING_HALF:
                    spaces.append(SpaceOf(Space.PLANNING, -1, number))
                else:
                    spaces.append(SpaceOf(Space.DISTRICT, DISTRICT_IDS.index(half), number))
    return spaces


def slots_of(plan: TrackPlan) -> tuple[Hex, ...]:
    """Every empty hex that touches a space and holds no railroad."""
    taken = {*plan.places, *plan.railroads}
    return tuple(sorted({place for space in plan.places for place in beside(space) if place not in taken}))


def lay(plan: TrackPlan, doubles: Mapping[str, tuple[str, str]]) -> Laid:
    """A checked plan with its spaces and slots."""
    return Laid(plan, tuple(spaces_of(plan.tiles, doubles)), slots_of(plan))


# -------------------------------------------------------------------- shapes


def shapes(places: tuple[Hex, ...]) -> list[frozenset[Hex]]:
    """A set of hexes turned and mirrored in all twelve ways, each shifted to the same corner."""
    sets = []
    for mirror in (False, True):
        now = [(r, q) if mirror else (q, r) for q, r in places]
        for _ in range(6):
            now = [(-r, q + r) for q, r in now]
            corner = min(now)
            sets.append(frozenset((q - corner[0], r - corner[1]) for q, r in now))
    return sets


def same_shape(a: tuple[Hex, ...], b: tuple[Hex, ...]) -> bool:
    """Do two sets of hexes agree after shifting, turning and, if need be, mirroring?"""
    return len(a) == len(b) and shapes(b)[0] in shapes(a)
