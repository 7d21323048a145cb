"""What speaks for one move against another: what a building is worth once it has all that it needs, what it leaves to
the next player, what the city lacks, and what one more building could bring later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from tripolis.engine.position import Position
from tripolis.engine.rooms import Tried
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, listed

from ..rules.points import NEEDS_ENERGY, NEEDS_RESIDENT
from ..rules.state import ACTIONS, CELLS, COLUMNS, EMPTY, NOWHERE, TARGET, Kind, standing
from .events import cell_words, tile_name
from .labels import CATEGORY_NAMES, KIND_NAMES, energy, kinds, points, residents
from .steps import potential

MUCH = 2
"""Points that are worth a word."""


class Taken(NamedTuple):
    """What a rival could do with one architect: the tile, where it is built, and the points at once."""

    points: int
    tile: int


NOTHING = Taken(0, NOWHERE)


class Hope(NamedTuple):
    """What one more building could add to a city: the accounts without it and with it."""

    before: dict[str, int]
    after: dict[str, int]
    kind: int
    cell: int

    @property
    def gain(self) -> int:
        """Points in all."""
        return sum(self.after.values()) - sum(self.before.values())

    @property
    def changes(self) -> dict[str, int]:
        """What it changes, by category."""
        changed = {name: points - self.before.get(name, 0) for name, points in self.after.items()}
        return {name: points for name, points in changed.items() if points}

    @property
    def is_clear(self) -> bool:
        """Does it cost no other building anything?"""
        return min(self.changes.values(), default=0) >= 0

    @property
    def words(self) -> dict[str, Text]:
        """The building, the cell, and what it adds by category."""
        parts = [
            Message("{category} {gain}", category=CATEGORY_NAMES[name], gain=signed(points))
            for name, points in sorted(self.changes.items(), key=lambda pair: -abs(pair[1]))
        ]
        return {
            "kind": KIND_NAMES[Kind(self.kind)].of(1),
            "place": cell_words(self.cell),
            "gain": signed(self.gain),
            "changes": listed(parts),
        }


class Built:
    """A complete move: which tile it takes, and where it is built."""

    def __init__(self, seen: Position, move: Tried) -> None:
        self.seen, self.after, self.seat = seen, move.after, seen.actor
        self.action = ACTIONS.split(move.number)
        s, b = seen.plain, seen.game.plain_box
        match self.action:
            case "lay", slot, number:
                self.tile = int(s.site[TARGET[int(b.count_absolute)][slot][number - 1]])
            case _:
                self.tile = int(s.hand)
        place = standing(int(self.after.plain.built[self.tile])) if self.tile >= 0 else (-1, 0, 0)
        self.cell = place[1] if place[0] == self.seat else -1

    @cached_property
    def words(self) -> Message:
        """The tile, and where it is built."""
        tile = tile_name(self.seen.game.plain_box, self.tile)
        return Message("{tile} ({place})", tile=tile, place=cell_words(self.cell))

    @cached_property
    def later(self) -> int:
        """What the city gains once everything in it has what it needs."""
        return potential(self.after, self.seat) - potential(self.seen, self.seat)

    @cached_property
    def now(self) -> int:
        """What the city gains at once."""
        return int(self.after.score(self.seat).total - self.seen.score(self.seat).total)

    @property
    def same_round(self) -> bool:
        """Does the round go on after it?"""
        return not self.after.over and int(self.after.plain.round_no) == int(self.seen.plain.round_no)

    @cached_property
    def next_take(self) -> Taken:
        """The most that the next player could gain at once, and by which tile."""
        if self.after.over or self.after.actor == self.seat or not self.same_round:
            return NOTHING
        return best_take(self.after.imagine(0), self.after.actor)

    @cached_property
    def own_take(self) -> Taken:
        """The same of one's own next turn, if nobody changed anything before."""
        if not self.same_round or self.after.actor == self.seat:
            return NOTHING
        world = self.after.imagine(0)
        world.record.actor, world.record.urbanist = self.seat, NOWHERE
        return best_take(world, self.seat)

    @cached_property
    def hopes(self) -> dict[tuple[int, int], Hope]:
        """What one more building could add once everything has what it needs, by its kind and cell."""
        city, seat, found = self.after.copy(), self.seat, {}
        standing_kinds = list(map(int, self.after.plain.kind[seat]))
        have = int(city.record.residents[seat]), int(city.record.energy[seat])
        base = city_with_all(city, seat, standing_kinds, have)
        cells, wanted = self.still_to_build
        for cell in cells:
            city.record.level[seat][cell] = 1
            for kind in wanted:
                city.record.kind[seat][cell] = standing_kinds[cell] = kind
                found[kind, cell] = Hope(base, city_with_all(city, seat, standing_kinds, have), kind, cell)
            city.record.kind[seat][cell] = standing_kinds[cell] = EMPTY
            city.record.level[seat][cell] = 0
        return found

    @property
    def still_to_build(self) -> tuple[list[int], list[int]]:
        """Free cells that architects can still build on, and the kinds that can still come: in the last round those
        that are left."""
        s, b = self.after.plain, self.after.game.plain_box
        cells = [c for c in range(CELLS) if int(b.cells) >> c & 1 and s.kind[self.seat][c] == EMPTY]
        if self.after.over:
            return [], []
        if int(s.round_no) < int(b.rounds) - 1:
            return cells, list(map(int, kinds(b)))
        row = s.architects[0 if b.expert else self.seat]
        reach = [int(b.reach[n]) for n in range(len(row)) if row[n] > 0]
        return [c for c in cells if any(bits >> c & 1 for bits in reach)], sorted(face_up(self.after))

    def best_on(self, cell: int) -> Hope | None:
        """What could add most on a cell."""
        return max((hope for (_, at), hope in self.hopes.items() if at == cell), key=lambda one: one.gain, default=None)


def city_with_all(city: Position, seat: int, standing_kinds: list[int], have: tuple[int, int]) -> dict[str, int]:
    """The account of a city in which every building has what it needs, without what is left over."""
    city.record.residents[seat] = max(have[0], sum(int(NEEDS_RESIDENT[one]) for one in standing_kinds))
    city.record.energy[seat] = max(have[1], sum(int(NEEDS_ENERGY[one]) for one in standing_kinds))
    return {name: points or 0 for name, points in city.score(seat).points.items() if name != "unused"}


def face_up(position: Position) -> set[int]:
    """The kinds of the tiles that can still be taken in this round."""
    s, b, found = position.plain, position.game.plain_box, set()
    for action in position.imagine(0).legal_numbers() if not position.over else ():
        match ACTIONS.split(action):
            case "lay", slot, number if (tile := int(s.site[TARGET[int(b.count_absolute)][slot][number - 1]])) >= 0:
                found.add(int(b.kind[tile]))
    return found


def best_take(world: Position, seat: int) -> Taken:
    """The most that the seat to move can gain at once, and by which tile."""
    s, b = world.plain, world.game.plain_box
    before, best, known = world.score(seat).total, NOTHING, set()
    for action in world.legal_numbers():
        _, slot, number = ACTIONS.split(action)
        tile = int(s.site[TARGET[int(b.count_absolute)][slot][number - 1]])
        if tile < 0 or (int(b.look[tile]), number) in known:
            continue
        known.add((int(b.look[tile]), number))
        hand = world.copy()
        hand.play(action)
        if int(hand.record.hand) != tile:
            continue
        for build in hand.legal_numbers():
            if ACTIONS.split(build)[0] == "build":
                city = hand.copy()
                city.play(build)
                best = max(best, Taken(city.score(seat).total - before, tile))
    return best


def reasons(seen: Position, better: Tried, played: Tried, names: Sequence[Text]) -> Iterator[Message]:
    """What speaks for the better move, the weightiest first."""
    one, other = Built(seen, better), Built(seen, played)
    yield from nothing_built(one, other)
    yield from worth_later(one, other)
    yield from same_but_more(one, other)
    yield from left_to_the_next(one, other, names)
    yield from needed(one, other)
    kept = list(kept_free(one, other))
    yield from hoped_for(one, other, said_of=other.cell if kept else NOWHERE)
    yield from kept
    yield from own_next(one, other, names)
    yield from room(one, other)
    if one.tile != other.tile and one.tile >= 0 and seen.game.plain_box.mayor[one.tile] and one.cell >= 0:
        yield Message("The mayor's tower lets its player start the next round.")


def nothing_built(one: Built, other: Built) -> Iterator[Message]:
    """One of the moves builds nothing: what the other gives up, or what the tile would not bring."""
    b = one.seen.game.plain_box
    if one.cell >= 0 and other.action == ("discard",):
        yield Message("The move played ends without a building: {tile}.", tile=tile_name(b, other.tile))
    elif one.cell >= 0 and other.tile < 0:
        yield Message("The architect of the move played takes no tile.")
    elif other.cell >= 0 > one.cell and other.later <= 0:
        yield Message(
            "Even with all that it needs, this would add nothing to the city, and takes up the cell: {tile}.",
            tile=other.words,
        )


def same_but_more(one: Built, other: Built) -> Iterator[Message]:
    """Both moves build the same in the same place, and one tile brings more residents or energy."""
    b = one.seen.game.plain_box
    if one.cell < 0 or one.cell != other.cell or one.tile == other.tile or b.kind[one.tile] != b.kind[other.tile]:
        return
    more = [int(gives[one.tile]) - int(gives[other.tile]) for gives in (b.residents, b.energy, b.vp)]
    if max(more) > 0 and min(more) >= 0:
        tiles = {"tile": tile_name(b, one.tile), "other": tile_name(b, other.tile)}
        yield Message(
            "Both would be built in the same place, but this tile brings more: {tile} instead of {other}.", **tiles
        )


def worth_later(one: Built, other: Built) -> Iterator[Message]:
    """What both buildings can be worth once everything has what it needs, if that speaks for the better one."""
    if one.cell >= 0 and other.cell >= 0 and one.later >= other.later + MUCH and later_counts(one, other):
        gains = {"gain": signed(one.later), "less": signed(other.later)}
        yield Message(
            "Once every building has what it needs: {one} {gain}; {other} {less}.",
            one=one.words, other=other.words, **gains,
        )  # fmt: skip


def later_counts(one: Built, other: Built) -> bool:
    """Is what they are worth later something else than what they are worth at once?"""
    return any(move.later != move.now for move in (one, other))


def left_to_the_next(one: Built, other: Built, names: Sequence[Text]) -> Iterator[Message]:
    """What the next player can take after the move played, and no longer after the better one."""
    if one.after.over or other.after.over or one.after.actor != other.after.actor:
        return
    most, least = other.next_take, one.next_take
    if most.points >= max(0, least.points) + MUCH:
        args = {
            "name": names[other.after.actor],
            "tile": tile_name(other.seen.game.plain_box, most.tile),
            "points": points(most.points),
            "least": least.points,
        }
        left = Message("The move played leaves {name} a tile worth {points} at once: {tile}.")
        if least.points > 0:
            left = Message(
                "The move played leaves {name} a tile worth {points} at once: {tile}. After the better move it is at "
                "most {least}."
            )
        yield left.fill(**args)


def needed(one: Built, other: Built) -> Iterator[Message]:
    """Residents or energy that the city lacks, and that only the better tile brings."""
    s, b, seat = one.seen.plain, one.seen.game.plain_box, one.seat
    if one.tile == other.tile or one.cell < 0:
        return
    standing_kinds = s.kind[seat]
    for need, have, gives, count in (
        (NEEDS_RESIDENT, s.residents[seat], b.residents, residents),
        (NEEDS_ENERGY, s.energy[seat], b.energy, energy),
    ):
        lack = sum(int(need[kind]) for kind in standing_kinds) - int(have)
        mine, theirs = (int(gives[move.tile]) if move.cell >= 0 else 0 for move in (one, other))
        if lack > 0 and mine > theirs:
            args = {"lack": count(lack), "tile": tile_name(b, one.tile)}
            yield Message("The buildings of the city still lack {lack}; this helps: {tile}.", **args)


def hoped_for(one: Built, other: Built, said_of: int) -> Iterator[Message]:
    """The building that could bring more later after the better move than anywhere after the one played, unless the
    cell is spoken of anyway."""
    least: dict[int, int] = {}
    for (kind, _), hope in other.hopes.items():
        least[kind] = max(least.get(kind, 0), hope.gain)
    clear = [hope for hope in one.hopes.values() if hope.is_clear and hope.kind in least]
    best = max(clear, key=lambda hope: (hope.gain - least[hope.kind], hope.gain), default=None)
    if best is not None and best.cell != said_of and best.gain >= least[best.kind] + MUCH:
        yield Message(
            "Once every building has what it needs, {kind} ({place}) could add {gain}: {changes}. After the move "
            "played it would be at most {less} on any free cell.",
            less=signed(least[best.kind]),
            **best.words,
        )


def room(one: Built, other: Built) -> Iterator[Message]:
    """The same tile, where more buildings can still stand beside it."""
    if one.tile != other.tile or min(one.cell, other.cell) < 0 or one.after.over:
        return
    free, less = free_beside(one), free_beside(other)
    if free > less:
        yield Message(
            "More free cells lie beside {place}, {n} instead of {less}: room for buildings that count by their "
            "neighbours.",
            place=cell_words(one.cell), n=free, less=less,
        )  # fmt: skip


def free_beside(move: Built) -> int:
    """The free cells beside a building."""
    b, kinds_there = move.after.game.plain_box, move.after.plain.kind[move.seat]
    return sum(int(b.cells) >> c & 1 and kinds_there[c] == EMPTY for c in range(CELLS) if beside(c, move.cell))


def beside(cell: int, other: int) -> bool:
    """Do two cells share a side?"""
    (row, column), (its_row, its_column) = divmod(cell, COLUMNS), divmod(other, COLUMNS)
    return abs(row - its_row) + abs(column - its_column) == 1


def kept_free(one: Built, other: Built) -> Iterator[Message]:
    """What the cell that the better move keeps free is good for, beside the one that the move played keeps free."""
    if one.after.over or other.after.over or min(one.cell, other.cell) < 0 or one.cell == other.cell:
        return
    s = one.seen.plain
    if s.kind[one.seat][one.cell] != EMPTY or s.kind[one.seat][other.cell] != EMPTY:
        return
    kept, taken = one.best_on(other.cell), other.best_on(one.cell)
    if kept is None or taken is None or not kept.is_clear:
        return
    elsewhere = max(
        (hope.gain for (kind, at), hope in one.hopes.items() if kind == kept.kind and at != kept.cell), default=0
    )
    if kept.gain >= max(0, taken.gain) + MUCH and kept.gain > elsewhere:
        yield Message(
            "The better move keeps {place} free, worth up to {gain} once every building has what it needs ({kind}: "
            "{changes}). In {other} no building could add more than {less} after the move played.",
            other=cell_words(one.cell),
            less=signed(taken.gain),
            **kept.words,
        )


def own_next(one: Built, other: Built, names: Sequence[Text]) -> Iterator[Message]:
    """What the architects that are left could still take from the site."""
    mine, theirs = one.own_take, other.own_take
    if mine.points >= max(0, theirs.points) + MUCH:
        b = one.seen.game.plain_box
        args = {"name": names[one.seat], "tile": tile_name(b, mine.tile), "gain": signed(mine.points)}
        yield Message(
            "If nobody takes it first, the next turn of {name} can bring {gain} at once with {tile}; after the move "
            "played at most {less}.",
            less=signed(max(0, theirs.points)),
            **args,
        )


def signed(gain: int) -> str:
    """A change with its sign."""
    return f"+{gain}" if gain > 0 else "±0" if gain == 0 else f"−{-gain}"
