"""What happened and why not, as messages; and the names of places and tiles."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from tripolis.engine.record import source_of
from tripolis.engine.rooms import Icons
from tripolis.engine.words import Message, Plural, seat_name

from ..rules.play import grows
from ..rules.state import ACTIONS, CELL_NAMES, COLUMNS, NUMBERS, SITE, SLOT_NAMES, Event, Kind, Reason
from .labels import KIND_NAMES, MAYORS_TOWER, energy, points, residents

__all__ = ["KIND_NAMES", "cell_name", "icons", "place_of", "seat_name", "slot_name", "tile_name", "why_not", "words_of"]
Printed = tuple[int, bool, int, int, int]
"""What is printed on a tile: kind, mayor, residents, energy, points."""


def cell_name(cell: int) -> str:
    """`b4`: row b, column 4."""
    return CELL_NAMES[cell]


def build_numbers(b: Any, cell: int) -> str:
    """`1·4`: the architects that build on a cell, by its row and column, in Expert by the cell and its district."""
    return _build_numbers(tuple(b.reach), tuple(b.district), bool(b.expert), cell)


@cache
def _build_numbers(reach: tuple[int, ...], district: tuple[int, ...], expert: bool, cell: int) -> str:
    reached = [n + 1 for n in range(NUMBERS) if int(reach[n]) >> cell & 1]
    home = next(n + 1 for n in range(NUMBERS) if int(district[n]) >> cell & 1)
    return "·".join(str(n) for n in (sorted(reached, key=lambda n: n == home) if expert else reached))


def slot_name(slot: int) -> str:
    """`N2`: the second slot of the north side."""
    return SLOT_NAMES[slot]


SLOT_WORDS = {
    "N": lambda n: Message("the top of column {n}", n=n),
    "E": lambda n: Message("the right of row {n}", n=n),
    "S": lambda n: Message("the bottom of column {n}", n=n),
    "W": lambda n: Message("the left of row {n}", n=n),
}


@cache
def slot_words(slot: int) -> Message:
    """A slot as one finds it on the board: `the top of column 2`."""
    return SLOT_WORDS[SLOT_NAMES[slot][0]](slot % SITE + 1)


@cache
def cell_words(cell: int) -> Message:
    """A cell as the edges of a city count it: `row 2, column 4`."""
    return Message("row {row}, column {column}", row=cell // COLUMNS + 1, column=cell % COLUMNS + 1)


def place_of(space: int) -> dict[str, int]:
    """Row and column of a space of the construction site, for sentences."""
    return {"row": space // SITE + 1, "column": space % SITE + 1}


def tile_name(b: Any, tile: int) -> Message:
    """A kind of building with what is printed on it."""
    return named_tile(*printed_on(b, tile))


def printed_on(b: Any, tile: int) -> Printed:
    """What is printed on a tile: kind, mayor, residents, energy, points."""
    return int(b.kind[tile]), bool(b.mayor[tile]), int(b.residents[tile]), int(b.energy[tile]), int(b.vp[tile])


@lru_cache(maxsize=4096)
def named_tile(kind_of: int, mayor: bool, n_residents: int, n_energy: int, n_points: int) -> Message:
    """A kind of building with these amounts; said once for all tables."""
    kind = MAYORS_TOWER if mayor else KIND_NAMES[Kind(kind_of)]
    amounts = (residents(n_residents), energy(n_energy), points(n_points))
    match [amount for amount in amounts if amount.n]:
        case [one]:
            return Message("{kind} ({one})", kind=kind, one=one)
        case [one, two]:
            return Message("{kind} ({one}, {two})", kind=kind, one=one, two=two)
        case [one, two, three]:
            return Message("{kind} ({one}, {two}, {three})", kind=kind, one=one, two=two, three=three)
    return kind


def words_of(b: Any, code: int, args: tuple[int, ...]) -> Message:
    """An event as a sentence."""
    match Event(code), args:
        case Event.ROUND, (number, seat, *_):
            return Message("Round {round} begins; {seat} starts.", round=number + 1, seat=seat_name(seat))
        case Event.LAID, (space, tile, *_):
            return laid(b, space, tile)
        case Event.ARCHITECT, (seat, number, slot, *_):
            laid_at: dict[str, Any] = {"number": number, "slot": slot_words(slot)}
            return Message("{seat} places architect {number} at {slot}.", seat=seat_name(seat), **laid_at)
        case Event.TOOK, (seat, tile, space, *_):
            seen: dict[str, Any] = {"seat": seat_name(seat), "tile": tile_name(b, tile), **place_of(space)}
            return Message("{seat} takes from row {row}, column {column}: {tile}.", **seen)
        case Event.NOTHING, (seat, space, *_):
            who: dict[str, Any] = {"seat": seat_name(seat), **place_of(space)}
            return Message("{seat} finds nothing to take in row {row}, column {column}.", **who)
        case Event.URBANIST, (space, *_):
            return Message("The urbanist moves to row {row}, column {column}.", **place_of(space))
        case Event.BUILT, (seat, tile, cell, level):
            return built(seat_name(seat), tile_name(b, tile), cell_words(cell), level)
        case Event.DISCARDED, (seat, tile, *_):
            return Message("{seat} discards: {tile}.", seat=seat_name(seat), tile=tile_name(b, tile))
        case Event.NO_PLACE, (seat, tile, *_):
            what = tile_name(b, tile)
            return Message("{seat} cannot build it anywhere and discards: {tile}.", seat=seat_name(seat), tile=what)
        case Event.INCOME, (seat, n_residents, n_energy, *_):
            return income(seat_name(seat), n_residents, n_energy)
        case Event.MAYOR, (seat, *_):
            return Message("{seat} takes the mayor and will start the next round.", seat=seat_name(seat))
        case Event.CLEARED, (number, *_):
            return Message("Round {round} ends; the tiles left on the site go back to the box.", round=number + 1)
        case Event.OVER, _:
            return Message("The game is over.")
    raise ValueError(f"there is no event {code} with the arguments {args}")


def icons(b: Any, code: int, args: tuple[int, ...]) -> Icons:
    """What a line of the log shows, and the sprites that it speaks of."""

    def tile(number: int) -> str:
        return f"tile-{Kind(int(b.kind[number])).name.lower()}" if number >= 0 else "tile-back"

    match Event(code), args:
        case Event.ARCHITECT, (seat, number, slot, *_):
            symbol = "architect-grey" if b.expert else "architect"
            piece = () if b.expert else (f"architect-{seat}-{number}",)
            return Icons((symbol,), (f"slot-{slot_name(slot)}", *piece))
        case Event.TOOK, (_, number, space, *_):
            return Icons((tile(number),), (f"tile-{number}", f"space-{space // SITE + 1}-{space % SITE + 1}"))
        case Event.URBANIST, _:
            return Icons(("urbanist",), ("urbanist",))
        case Event.BUILT, (seat, number, cell, *_):
            return Icons((tile(number),), (f"tile-{number}", f"cell-{seat}-{cell_name(cell)}"))
        case ((Event.DISCARDED | Event.NO_PLACE), (_, number, *_)):
            return Icons(("discard", tile(number)))
        case Event.INCOME, (seat, n_residents, n_energy, *_):
            symbols = ("resident",) * int(n_residents) + ("energy",) * int(n_energy)
            return Icons(symbols, (f"residents-{seat}", f"energys-{seat}"))
        case Event.MAYOR, _:
            return Icons(("mayor",), ("mayor",))
    return Icons()


def laid(b: Any, space: int, tile: int) -> Message:
    """A tile comes onto the site, face up or face down."""
    if tile >= 0:
        return Message("Row {row}, column {column}: {tile}.", tile=tile_name(b, tile), **place_of(space))
    if tile == -3:
        return Message('Row {row}, column {column}: a face-down tile marked "3-4".', **place_of(space))
    return Message('Row {row}, column {column}: a face-down tile marked "4".', **place_of(space))


def built(seat: Message, tile: Message, cell: Message, level: int) -> Message:
    """A tile comes into a city."""
    if level > 1:
        return Message(
            "{seat} builds in {cell} as level {level}: {tile}.", seat=seat, cell=cell, level=level, tile=tile
        )
    return Message("{seat} builds in {cell}: {tile}.", seat=seat, cell=cell, tile=tile)


def income(seat: Message, n_residents: int, n_energy: int) -> Message:
    """What a tile brings."""
    if n_energy == 0:
        return Plural("{seat} receives {n} resident.", "{seat} receives {n} residents.", n_residents, seat=seat)
    if n_residents == 0:
        return Plural("{seat} receives {n} energy.", "{seat} receives {n} energy.", n_energy, seat=seat)
    both = {"residents": residents(n_residents), "energy": energy(n_energy)}
    return Message("{seat} receives {residents} and {energy}.", seat=seat, **both)


def why_not(s: Any, b: Any, action: int, code: int) -> Message:
    """A refusal as a sentence with its page (of the German rulebook)."""
    slot, cell, number = "", "", int(s.number)
    match ACTIONS.split(action):
        case "lay", at, number:
            slot = slot_name(at)
        case "build", at:
            cell = cell_name(at)
    match Reason(code):
        case Reason.OVER:
            return Message("The game is over.")
        case Reason.BUILD_FIRST:
            return Message("First build the tile you have taken, or discard it (p. 4).")
        case Reason.PICK_FIRST:
            return Message("You have no tile in hand: place an architect first to take one (p. 3).")
        case Reason.NO_ARCHITECT if number > b.numbers:
            return Message("There is no architect {number} in Classic (p. 2).", number=number)
        case Reason.NO_ARCHITECT if b.expert:
            return Message("No architect {number} is left in the supply this round (p. 7).", number=number)
        case Reason.NO_ARCHITECT:
            return Message("You have already placed your architect {number} this round (p. 3).", number=number)
        case Reason.SLOT_TAKEN:
            return Message("There is already an architect at {slot} (p. 3).", slot=slot)
        case Reason.URBANIST:
            return Message(
                "An architect at {slot} would point at the urbanist: its row and column are blocked (p. 3).",
                slot=slot,
            )
        case Reason.NO_CELL:
            return Message("A Classic city has no cell {cell} (p. 2).", cell=cell)
        case Reason.CELL_TAKEN:
            return Message(
                "{cell} is taken: towers stack only on towers, and offices only on offices (p. 4).",
                cell=cell,
            )
        case Reason.TOO_HIGH if b.expert:
            return Message("The building on {cell} already has its 5 levels (p. 7 and 8).", cell=cell)
        case Reason.TOO_HIGH:
            return Message("The tower on {cell} already has its 4 levels (p. 5).", cell=cell)
        case Reason.WRONG_NUMBER:
            return wrong_number(s, b, number)
        case Reason.NO_ACTION:
            return Message("This move does not exist.")
    raise ValueError(f"there is no reason {code}")


def wrong_number(s: Any, b: Any, number: int) -> Message:
    """Where an architect builds; the level rule builds no ground floor (ruling 12)."""
    kind = Kind(int(b.kind[s.hand])) if s.hand >= 0 else Kind.EMPTY
    may_grow = number > 1 and source_of(grows)(kind)
    if b.expert and may_grow:
        return Message(
            "Architect {number} builds on a cell or in the district with that number, or adds level {number} (p. 7).",
            number=number,
        )
    if b.expert:
        return Message("Architect {number} builds on a cell or in the district with that number (p. 7).", number=number)
    if may_grow:
        return Message(
            "Architect {number} builds in row or column {number}, or adds level {number} to a tower (p. 4).",
            number=number,
        )
    return Message("Architect {number} builds in row or column {number} (p. 4).", number=number)
