"""What speaks for one move against another: what a building is worth once it has all that it needs, what it leaves to
the next player, what the city lacks, and what one more building could bring later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from tripolis.engine.position import Position
from tripolis.engine.rooms import Tried
from tripolis.engine.scene import Text
from tripolis.engine.words import Message

from ..rules.points import NEEDS_ENERGY, NEEDS_RESIDENT
from ..rules.state import ACTIONS, CELLS, EMPTY, NOWHERE, TARGET, Kind, standing
from .events import cell_words, tile_name
from .labels import KIND_NAMES, energy, kinds, points, residents
from .steps import potential

MUCH = 2
"""Points that are worth a word."""


class Taken(NamedTuple):
    """What a rival could do with one architect: the tile, where it is built, and the points at once."""

    points: int
    tile: int


NOTHING = Taken(0, NOWHERE)


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
    def hopes(self) -> dict[tuple[int, int], int]:
        """What one more building could add once everything has what it needs, by its kind and cell."""
        b, city, seat, found = self.after.game.plain_box, self.after.copy(), self.seat, {}
        standing_kinds = list(map(int, self.after.plain.kind[seat]))
        have = int(city.record.residents[seat]), int(city.record.energy[seat])
        base = potential(self.after, seat)
        for cell in range(CELLS):
            if not int(b.cells) >> cell & 1 or standing_kinds[cell] != EMPTY:
                continue
            city.record.level[seat][cell] = 1
            for kind in map(int, kinds(b)):
                city.record.kind[seat][cell] = standing_kinds[cell] = kind
                city.record.residents[seat] = max(have[0], sum(int(NEEDS_RESIDENT[one]) for one in standing_kinds))
                city.record.energy[seat] = max(have[1], sum(int(NEEDS_ENERGY[one]) for one in standing_kinds))
                account = city.score(seat)
                found[kind, cell] = account.total - (account.points["unused"] or 0) - base
            city.record.kind[seat][cell] = standing_kinds[cell] = EMPTY
            city.record.level[seat][cell] = 0
        return found

    def hope(self, kind: int) -> int:
        """What one more building of a kind could add at best."""
        return max((gain for (one, _), gain in self.hopes.items() if one == kind), default=0)

    def best_on(self, cell: int) -> tuple[int, int]:
        """The most that a building on a cell could add, and its kind."""
        return max((gain, kind) for (kind, at), gain in self.hopes.items() if at == cell)


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
    yield from hoped_for(one, other)
    yield from kept_free(one, other)
    yield from own_next(one, other, names)
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
    if one.cell >= 0 and other.cell >= 0 and one.later >= other.later + MUCH:
        gains = {"gain": signed(one.later), "less": signed(other.later)}
        yield Message(
            "Once every building has what it needs: {one} {gain}; {other} {less}.",
            one=one.words, other=other.words, **gains,
        )  # fmt: skip


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


def hoped_for(one: Built, other: Built) -> Iterator[Message]:
    """The kind of building that could bring more later after the better move."""
    s, b = one.after.plain, one.after.game.plain_box
    if one.after.over or (int(s.round_no) >= int(b.rounds) - 1 and not any(map(int, s.architects[own_row(one)]))):
        return
    more = {int(kind): one.hope(int(kind)) - other.hope(int(kind)) for kind in kinds(one.seen.game.plain_box)}
    kind = max(more, key=lambda kind: more[kind])
    if more[kind] >= MUCH:
        args = {"kind": KIND_NAMES[Kind(kind)].of(1), "gain": signed(one.hope(kind)), "less": signed(other.hope(kind))}
        yield Message(
            "What one more building can add later: {kind} up to {gain} after the better move, {less} after the other.",
            **args,
        )


def kept_free(one: Built, other: Built) -> Iterator[Message]:
    """What the cell that the better move keeps free is good for, beside the one that the move played keeps free."""
    if one.after.over or other.after.over or min(one.cell, other.cell) < 0 or one.cell == other.cell:
        return
    s = one.seen.plain
    if s.kind[one.seat][one.cell] != EMPTY or s.kind[one.seat][other.cell] != EMPTY:
        return
    (gain, kind), (less, _) = one.best_on(other.cell), other.best_on(one.cell)
    if gain > less:
        args = {"kind": KIND_NAMES[Kind(kind)].of(1), "gain": signed(gain), "less": signed(less)}
        places = {"place": cell_words(other.cell), "other": cell_words(one.cell)}
        yield Message(
            "The better move keeps {place} free: {kind} there could add {gain} later; in {other} it is at most {less}.",
            **args,
            **places,
        )


def own_next(one: Built, other: Built, names: Sequence[Text]) -> Iterator[Message]:
    """What the architects that are left could still take from the site."""
    mine, theirs = one.own_take, other.own_take
    if mine.points >= max(0, theirs.points) + MUCH:
        b = one.seen.game.plain_box
        args = {"name": names[one.seat], "tile": tile_name(b, mine.tile), "gain": signed(mine.points)}
        yield Message(
            "If nobody takes it first, {name} can go on with {tile} for {gain} at once; after the move played with "
            "{less} at most.",
            less=signed(max(0, theirs.points)),
            **args,
        )


def own_row(one: Built) -> int:
    """The row of the architects that a seat can still lay."""
    return 0 if one.seen.game.plain_box.expert else one.seat


def signed(gain: int) -> str:
    """A change with its sign."""
    return f"+{gain}" if gain > 0 else "±0" if gain == 0 else f"−{-gain}"
