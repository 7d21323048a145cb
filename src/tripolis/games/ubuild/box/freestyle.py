"""Freestyle tracks: what is wrong with one, condition by condition, and random ones that are right (p. 20, T17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from tripolis.engine.words import Message, Plural

from ..face.labels import GROUP_TITLES
from ..rules.state import GROUP_NAMES, Space
from .track import (
    BRIDGE_TILE,
    PLANNING_HALF,
    SINGLES,
    STEPS,
    Hex,
    Tile,
    TrackPlan,
    beside,
    same_shape,
    spaces_of,
    touch,
)

BRIDGES = {"starter": 2, "classic": 2, "pro": 4}
PER_SIDE = {"starter": 1, "classic": 2, "pro": 3}
CLASSIC_DOUBLES = ("LL", "LP", "PP", "DA", "OO", "OR", "RR", "DB")
"""Ours, but for the two with Planning Permission (p. 20)."""
ORDER = ("GO", "JAIL", "FREE_PARKING", "GO_TO_JAIL")
EVEN = 2
"""How far from half the track the way between two bridges may be (ours)."""

CONDITIONS = {
    "K1": Message("Every tile exists."),
    "K2": Message("No tile is used twice."),
    "K3": Message("GO, Jail, Free Parking and Go To Jail are on the track."),
    "K4": Message("The number of bridges is right."),
    "K5": Message("There is at least one double tile."),
    "S1": Message("Starter: no tile with Planning Permission."),
    "S2": Message("Starter without railroads: the shape of the Starter track."),
    "C1": Message("Classic: only the double tiles of the standard track."),
    "C2": Message("Classic: both tiles with Planning Permission, and the others of the standard track."),
    "P1": Message("Pro: all double tiles."),
    "P2": Message("Pro: the single tiles in their order."),
    "L1": Message("The right number of double tiles between single tiles."),
    "B1": Message("Starter and Classic: bridges evenly spaced."),
    "B2": Message("Pro: one bridge on every side."),
    "H1": Message("One place for each space."),
    "H2": Message("No two spaces in one place."),
    "H3": Message("Each space joins the next."),
    "H4": Message("Without railroads the last space joins the first."),
    "H5": Message("Spaces that do not follow each other do not touch."),
    "E1": Message("Two railroads, or none."),
    "E2": Message("With railroads the track is open."),
    "E3": Message("Each railroad is on a free place next to its end of the track."),
    "W1": Message("Every colour has at least two districts."),
}
"""What is asked of a track, in the order in which it is told."""


@dataclass(frozen=True)
class Problem:
    """A condition that a track does not meet; an error forbids play, a warning does not."""

    code: str
    error: bool
    message: Message


class Checker:
    """All conditions for one plan."""

    def __init__(
        self, plan: TrackPlan, doubles: Mapping[str, tuple[str, str]], groups: tuple[int, ...], starter: TrackPlan
    ) -> None:
        self.plan, self.doubles, self.groups, self.starter = plan, doubles, groups, starter
        self.names = [tile.name for tile in plan.tiles]
        self.spaces = spaces_of(plan.tiles, doubles)
        self.sides = sides(plan.tiles)

    def problems(self) -> Iterator[Problem]:
        """Every failure, in the order of the table."""
        yield from self.tiles()
        yield from self.of_kind()
        yield from self.along_sides()
        yield from self.places()
        yield from self.railroads()
        yield from self.colours()

    def tiles(self) -> Iterator[Problem]:
        """K1 to K5: what the box holds."""
        known = {*SINGLES, BRIDGE_TILE, *self.doubles}
        counts = Counter(self.names)
        for name in counts:
            if name not in known:
                yield Problem("K1", True, Message("There is no tile called {tile}.", tile=name))
        for name, n in counts.items():
            if n > 1 and name in known and name != BRIDGE_TILE:
                text = Message("Tile {tile} is used {n} times; there is only one.", tile=name, n=n)
                yield Problem("K2", True, text)
        for name in SINGLES:
            if name not in counts:
                yield Problem("K3", True, Message("Tile {tile} is missing.", tile=name))
        bridges, needed = counts[BRIDGE_TILE], BRIDGES[self.plan.kind]
        if bridges != needed:
            text = Message("This track needs {n} bridges; you placed {m}.", n=needed, m=bridges)
            yield Problem("K4", True, text)
        if not any(name in self.doubles for name in counts):
            yield Problem("K5", True, Message("A track needs at least one double tile."))

    def of_kind(self) -> Iterator[Problem]:
        """S1 to P2: what the kind of track demands."""
        kind, used = self.plan.kind, [name for name in self.names if name in self.doubles]
        if kind == "starter":
            for name in used:
                if PLANNING_HALF in self.doubles[name]:
                    text = Message(
                        "Tile {tile} (Planning Permission / dark blue) is not used on the Starter track.", tile=name
                    )
                    yield Problem("S1", True, text)
            if not self.plan.railroads and not same_shape(self.plan.places, self.starter.places):
                text = Message(
                    "This is not the shape of the Starter track; other shapes are for tracks with railroads."
                )
                yield Problem("S2", False, text)
        if kind == "classic":
            for name in used:
                if name not in CLASSIC_DOUBLES:
                    text = Message("Tile {tile} is not part of our Classic track; the rulebook's picture is lost.")
                    yield Problem("C1", False, text.fill(tile=name))
            for name in CLASSIC_DOUBLES:
                if name not in used:
                    planning = PLANNING_HALF in self.doubles.get(name, ())
                    text = Message("Our Classic track also has tile {tile}; the rulebook's picture is lost.")
                    if planning:
                        text = Message("The Classic track also needs tile {tile} (Planning Permission / dark blue).")
                    yield Problem("C2", planning, text.fill(tile=name))
        if kind == "pro":
            for name in self.doubles:
                if name not in used:
                    text = Message("The Pro track uses every double tile; {tile} is missing.", tile=name)
                    yield Problem("P1", True, text)
            singles = [name for name in self.names if name in SINGLES]
            if "GO" in singles:
                first = singles.index("GO")
                singles = singles[first:] + singles[:first]
            if len(singles) == len(ORDER) and tuple(singles) != ORDER:
                text = Message(
                    "On the Pro track the single tiles should keep their order: {order}.", order=", ".join(ORDER)
                )
                yield Problem("P2", False, text)

    def along_sides(self) -> Iterator[Problem]:
        """L1, B1, B2: what lies between single tiles, and between bridges."""
        kind, needed = self.plan.kind, PER_SIDE[self.plan.kind]
        for first, last, between in self.sides:
            doubles = sum(name in self.doubles for name in between)
            if doubles != needed:
                where = {"first": first, "last": last, "m": doubles}
                text: Message = Plural(
                    "Between {first} and {last} there must be {n} double tile; there are {m}.",
                    "Between {first} and {last} there must be {n} double tiles; there are {m}.",
                    needed,
                    **where,
                )
                if kind == "starter":
                    text = Plural(
                        "Between {first} and {last} there should be {n} double tile; there are {m}.",
                        "Between {first} and {last} there should be {n} double tiles; there are {m}.",
                        needed,
                        **where,
                    )
                yield Problem("L1", kind != "starter", text)
        bridges = [i for i, space in enumerate(self.spaces) if space.kind == Space.BRIDGE]
        if kind != "pro" and len(bridges) == 2:
            one = bridges[1] - bridges[0]
            other = len(self.spaces) - one
            if abs(2 * one - len(self.spaces)) > 2 * EVEN:
                text = Message(
                    "Space the bridges evenly: they are {a} and {b} spaces apart; both distances should be within {n} "
                    "of half the track."
                )
                yield Problem("B1", False, text.fill(a=one, b=other, n=EVEN))
        if kind == "pro":
            for first, last, between in self.sides:
                bridged = between.count(BRIDGE_TILE)
                if bridged != 1:
                    text = Message("Between {first} and {last} there must be exactly one bridge; there are {m}.")
                    yield Problem("B2", True, text.fill(first=first, last=last, m=bridged))

    def places(self) -> Iterator[Problem]:
        """H1 to H5: how the spaces lie. Spaces are counted from 1."""
        places, n = self.plan.places, len(self.plan.places)
        if n != len(self.spaces):
            text = Message("The track has {n} spaces but {m} places.", n=len(self.spaces), m=n)
            yield Problem("H1", True, text)
        for j in range(n):
            for i in range(j):
                if places[i] == places[j]:
                    text = Message("Spaces {i} and {j} are in the same place.", i=i + 1, j=j + 1)
                    yield Problem("H2", True, text)
        for i in range(n - 1):
            if not touch(places[i], places[i + 1]):
                yield Problem("H3", True, Message("Space {i} does not join space {j}.", i=i + 1, j=i + 2))
        if n > 1 and not self.plan.railroads and not touch(places[-1], places[0]):
            text = Message("The track does not close: join the last space to the first, or put a railroad on each end.")
            yield Problem("H4", True, text)
        for j in range(n):
            for i in range(j - 1):
                if touch(places[i], places[j]) and (i, j) != (0, n - 1):
                    text = Message("Spaces {i} and {j} touch but do not follow each other: leave a gap between them.")
                    yield Problem("H5", True, text.fill(i=i + 1, j=j + 1))

    def railroads(self) -> Iterator[Problem]:
        """E1 to E3: the two ends of an open track."""
        rails, places = self.plan.railroads, self.plan.places
        if not rails:
            return
        if len(rails) != 2:
            text = Message("An open track needs two railroads, one on each end; you placed {n}.", n=len(rails))
            yield Problem("E1", True, text)
        if len(places) > 1 and touch(places[-1], places[0]):
            text = Message("A closed track has no railroads: remove them, or open the track.")
            yield Problem("E2", True, text)
        if len(rails) == 2 and rails[0] == rails[1]:
            yield Problem("E3", True, Message("Both railroads are in the same place."))
        elif (
            len(rails) == 2
            and places
            and not any(
                touch(a, places[0]) and touch(b, places[-1]) for a, b in (rails, rails[::-1]) if not {a, b} & {*places}
            )
        ):
            text = Message("A railroad must be on a free place next to an end of the track.")
            yield Problem("E3", True, text)

    def colours(self) -> Iterator[Problem]:
        """W1: a colour with one district is never whole (T12)."""
        counts = Counter(self.groups[space.district] for space in self.spaces if space.kind == Space.DISTRICT)
        for group in sorted(group for group, n in counts.items() if n == 1):
            text = Message(
                "The colour {colour} has only one district here: no stadium, skyscraper or tower can be built with it.",
                colour=GROUP_TITLES[GROUP_NAMES[group]],
            )
            yield Problem("W1", False, text)


def sides(tiles: tuple[Tile, ...]) -> list[tuple[str, str, list[str]]]:
    """The tiles between two successive single tiles, round the corner of the list too."""
    singles = [i for i, tile in enumerate(tiles) if tile.name in SINGLES]
    parts = []
    for here, there in zip(singles, singles[1:] + singles[:1], strict=True):
        length = (there - here) % len(tiles) or len(tiles)
        between = [tiles[(here + k) % len(tiles)].name for k in range(1, length)]
        parts.append((tiles[here].name, tiles[there].name, between))
    return parts


# ------------------------------------------------------------------ random ones


def random_track(
    kind: str, seed: int, doubles: Mapping[str, tuple[str, str]], standard: TrackPlan, is_open: bool = False
) -> TrackPlan:
    """A random legal track; the same seed gives the same one. An open one has two railroads."""
    rng = Random(f"{kind} {seed} {is_open}")
    tiles = random_tiles(kind, rng, doubles)
    n = len(spaces_of(tiles, doubles))
    if is_open:
        while True:
            places = random_way(n, rng)
            rails = places and random_railroads(places, rng)
            if rails:
                return TrackPlan(kind, tiles, places, rails)
    places = standard.places if kind == "starter" and n == len(standard.places) else random_ring(standard.places, rng)
    return TrackPlan(kind, tiles, places)


def random_tiles(kind: str, rng: Random, doubles: Mapping[str, tuple[str, str]]) -> tuple[Tile, ...]:
    """Single tiles, doubles and bridges as the kind demands, in an order by chance."""
    singles = list(ORDER)
    if kind != "pro":
        rng.shuffle(singles)
    names = list(doubles)
    if kind == "classic":
        names = list(CLASSIC_DOUBLES)
    if kind == "starter":
        whole = [n for n in names if PLANNING_HALF not in doubles[n] and doubles[n][0][0] == doubles[n][1][0]]
        names = rng.sample(whole, 4)
    rng.shuffle(names)
    per_side = PER_SIDE[kind]
    bridge_at = rng.randrange(per_side + 1)
    tiles: list[Tile] = []
    for side, single in enumerate(singles):
        part = [Tile(name, rng.random() < 0.5) for name in names[side * per_side : (side + 1) * per_side]]
        if kind == "pro":
            part.insert(rng.randrange(per_side + 1), Tile(BRIDGE_TILE))
        elif side in (0, 2):
            part.insert(bridge_at, Tile(BRIDGE_TILE))
        tiles += [Tile(single), *part]
    turn = rng.randrange(len(tiles)) if kind != "pro" else 0
    return tuple(tiles[turn:] + tiles[:turn])


def random_ring(places: tuple[Hex, ...], rng: Random) -> tuple[Hex, ...]:
    """Another closed way of the same length: stretches of it are walked in reverse, as long as nothing touches."""
    n = len(places)
    steps = [(places[(i + 1) % n][0] - places[i][0], places[(i + 1) % n][1] - places[i][1]) for i in range(n)]
    for _ in range(40 * n):
        i, j = sorted(rng.sample(range(n + 1), 2))
        tried = steps[:i] + steps[i:j][::-1] + steps[j:]
        if stands_free(walked(tried[:-1]), closed=True):
            steps = tried
    return walked(steps[:-1])


def random_way(n: int, rng: Random) -> tuple[Hex, ...]:
    """An open way by chance; empty if it ran into itself."""
    places: list[Hex] = [(0, 0)]
    heading = rng.randrange(6)
    while len(places) < n:
        turns = [0, 0, 1, -1]
        rng.shuffle(turns)
        for turn in turns:
            step = STEPS[(heading + turn) % 6]
            place = places[-1][0] + step[0], places[-1][1] + step[1]
            if not any(place == old or touch(place, old) for old in places[:-1]):
                places.append(place)
                heading = (heading + turn) % 6
                break
        else:
            return ()
    return tuple(places) if not touch(places[0], places[-1]) else ()


def random_railroads(places: tuple[Hex, ...], rng: Random) -> tuple[Hex, ...]:
    """A free place beside each end."""
    first = [place for place in beside(places[0]) if place not in places]
    last = [place for place in beside(places[-1]) if place not in places]
    one = rng.choice(first)
    others = [place for place in last if place != one]
    return (one, rng.choice(others)) if others else ()


def walked(steps: list[Hex]) -> tuple[Hex, ...]:
    """The hexes of a way from the origin."""
    places = [(0, 0)]
    for q, r in steps:
        places.append((places[-1][0] + q, places[-1][1] + r))
    return tuple(places)


def stands_free(places: tuple[Hex, ...], closed: bool) -> bool:
    """Does each space touch only the one before and the one after it?"""
    n = len(places)
    taken = {place: i for i, place in enumerate(places)}
    if len(taken) != n:
        return False
    for i, place in enumerate(places):
        for other in beside(place):
            j = taken.get(other, i)
            apart = abs(i - j)
            if apart > 1 and not (closed and apart == n - 1):
                return False
    return True
