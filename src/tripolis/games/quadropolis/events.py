"""What happened and why not, as messages; and the names of things."""

from __future__ import annotations

from typing import Any

from tripolis.engine.words import Message

from .state import BUILD0, COLUMNS, DISCARD, NUMBERS, SIDES, SITE, Event, Kind, Reason

KIND_NAMES = {
    Kind.TOWER: Message("tower"),
    Kind.SHOP: Message("shop"),
    Kind.PUBLIC: Message("public service"),
    Kind.PARK: Message("park"),
    Kind.PLAYGROUND: Message("playground"),
    Kind.FACTORY: Message("factory"),
    Kind.HARBOUR: Message("harbour"),
    Kind.OFFICE: Message("office"),
    Kind.MONUMENT: Message("monument"),
}


def cell_name(cell: int) -> str:
    """`b4`: row b, column 4."""
    return f"{'abcd'[cell // COLUMNS]}{cell % COLUMNS + 1}"


def slot_name(slot: int) -> str:
    """`N2`: the second slot of the north side."""
    return f"{SIDES[slot // SITE]}{slot % SITE + 1}"


def space_name(space: int) -> str:
    """`2/4`: row 2, column 4 of the construction site."""
    return f"{space // SITE + 1}/{space % SITE + 1}"


def seat_name(seat: int) -> Message:
    """A seat, counted from 1 for people."""
    return Message("Player {number}", number=seat + 1)


def tile_name(b: Any, tile: int) -> Message:
    """A kind of building with what is printed on it."""
    kind = KIND_NAMES[Kind(int(b.kind[tile]))]
    residents, energy, vp = int(b.residents[tile]), int(b.energy[tile]), int(b.vp[tile])
    if b.mayor[tile]:
        kind = Message("mayor's tower")
    if residents and energy:
        return Message("{kind} ({residents} resident, {energy} energy)", kind=kind, residents=residents, energy=energy)
    if residents == 1:
        return Message("{kind} (1 resident)", kind=kind)
    if residents:
        return Message("{kind} ({residents} residents)", kind=kind, residents=residents)
    if energy:
        return Message("{kind} ({energy} energy)", kind=kind, energy=energy)
    if vp == 1:
        return Message("{kind} (1 point)", kind=kind)
    if vp:
        return Message("{kind} ({vp} points)", kind=kind, vp=vp)
    return kind


def words_of(b: Any, code: int, args: tuple[int, ...]) -> Message:
    """An event as a sentence."""
    seat = seat_name(args[0])
    match Event(code):
        case Event.ROUND:
            return Message("Round {round} begins; {seat} starts.", round=args[0] + 1, seat=seat_name(args[1]))
        case Event.LAID if args[1] >= 0:
            return Message("Space {space}: {tile}.", space=space_name(args[0]), tile=tile_name(b, args[1]))
        case Event.LAID if args[1] == -3:
            return Message('Space {space}: a face-down tile marked "3-4".', space=space_name(args[0]))
        case Event.LAID:
            return Message('Space {space}: a face-down tile marked "4".', space=space_name(args[0]))
        case Event.ARCHITECT:
            text = "{seat} lays architect {number} at {slot}."
            return Message(text, seat=seat, number=args[1], slot=slot_name(args[2]))
        case Event.TOOK:
            text = "{seat} takes from space {space}: {tile}."
            return Message(text, seat=seat, tile=tile_name(b, args[1]), space=space_name(args[2]))
        case Event.NOTHING:
            return Message("{seat} finds nothing to take on space {space}.", seat=seat, space=space_name(args[1]))
        case Event.URBANIST:
            return Message("The urbanist moves to space {space}.", space=space_name(args[0]))
        case Event.BUILT if args[3] > 1:
            text = "{seat} builds on {cell} as level {level}: {tile}."
            tile, cell = tile_name(b, args[1]), cell_name(args[2])
            return Message(text, seat=seat, tile=tile, cell=cell, level=args[3])
        case Event.BUILT:
            text = "{seat} builds on {cell}: {tile}."
            return Message(text, seat=seat, tile=tile_name(b, args[1]), cell=cell_name(args[2]))
        case Event.DISCARDED:
            return Message("{seat} discards: {tile}.", seat=seat, tile=tile_name(b, args[1]))
        case Event.NO_PLACE:
            text = "{seat} has no place for it and discards: {tile}."
            return Message(text, seat=seat, tile=tile_name(b, args[1]))
        case Event.INCOME if args[2] == 0:
            return Message("{seat} receives residents: {residents}.", seat=seat, residents=args[1])
        case Event.INCOME if args[1] == 0:
            return Message("{seat} receives energy: {energy}.", seat=seat, energy=args[2])
        case Event.INCOME:
            text = "{seat} receives residents: {residents}, and energy: {energy}."
            return Message(text, seat=seat, residents=args[1], energy=args[2])
        case Event.MAYOR:
            return Message("{seat} takes the mayor and starts the next round.", seat=seat)
        case Event.CLEARED:
            return Message("Round {round} ends; what is left on the site goes back to the box.", round=args[0] + 1)
        case Event.OVER:
            return Message("The game is over.")
    raise ValueError(f"there is no event {code}")


def why_not(s: Any, b: Any, action: int, code: int) -> Message:
    """A refusal as a sentence with its page (of the German rulebook)."""
    number = action % NUMBERS + 1 if action < BUILD0 else int(s.number)
    slot = slot_name(action // NUMBERS) if action < BUILD0 else ""
    cell = cell_name(action - BUILD0) if BUILD0 <= action < DISCARD else ""
    kind = Kind(int(b.kind[s.hand])) if s.hand >= 0 else Kind.EMPTY
    grows = kind in (Kind.TOWER, Kind.OFFICE) and number > 1  # ruling 12: the level rule builds no ground floor
    match Reason(code):
        case Reason.OVER:
            return Message("The game is over.")
        case Reason.BUILD_FIRST:
            return Message("First build the tile you have taken, or discard it (p. 4).")
        case Reason.PICK_FIRST:
            return Message("You have no tile in hand: first lay an architect to take one (p. 3).")
        case Reason.NO_ARCHITECT if number > b.numbers:
            return Message("There is no architect {number} in Classic (p. 2).", number=number)
        case Reason.NO_ARCHITECT if b.expert:
            return Message("No architect {number} is left in the supply this round (p. 7).", number=number)
        case Reason.NO_ARCHITECT:
            return Message("You have already laid your architect {number} this round (p. 3).", number=number)
        case Reason.SLOT_TAKEN:
            return Message("An architect already lies at {slot} (p. 3).", slot=slot)
        case Reason.URBANIST:
            text = "{slot} points at the urbanist: the row and the column in which it stands are closed (p. 3)."
            return Message(text, slot=slot)
        case Reason.NO_CELL:
            return Message("A Classic city has no cell {cell} (p. 2).", cell=cell)
        case Reason.CELL_TAKEN:
            text = "Something else stands on {cell}; only a tower grows a tower, and an office an office (p. 4)."
            return Message(text, cell=cell)
        case Reason.TOO_HIGH if b.expert:
            return Message("The building on {cell} already has its 5 levels (p. 7 and 8).", cell=cell)
        case Reason.TOO_HIGH:
            return Message("The tower on {cell} already has its 4 levels (p. 5).", cell=cell)
        case Reason.WRONG_NUMBER if b.expert and grows:
            text = "Architect {number} builds on a cell or in a district of that number, or adds level {number} (p. 7)."
            return Message(text, number=number)
        case Reason.WRONG_NUMBER if b.expert:
            return Message("Architect {number} builds on a cell or in a district of that number (p. 7).", number=number)
        case Reason.WRONG_NUMBER if grows:
            text = "Architect {number} builds in row or column {number}, or adds level {number} to a tower (p. 4)."
            return Message(text, number=number)
        case Reason.WRONG_NUMBER:
            return Message("Architect {number} builds in row or column {number} (p. 4).", number=number)
        case Reason.NO_ACTION:
            return Message("There is no such move.")
    raise ValueError(f"there is no reason {code}")
