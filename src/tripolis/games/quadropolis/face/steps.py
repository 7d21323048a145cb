"""What a player is asked for at each step of a turn, what clicks would take, and what a move can become."""

from __future__ import annotations

from tripolis.engine.position import Position
from tripolis.engine.prompts import decides
from tripolis.engine.rooms import Outlook
from tripolis.engine.scene import Sprite
from tripolis.engine.words import Message, seat_name

from ..rules.points import NEEDS_ENERGY, NEEDS_RESIDENT
from ..rules.state import ACTIONS, CELLS, TAKEN, TARGET, Kind
from .events import tile_name
from .labels import THE_KIND, THE_MAYORS_TOWER
from .scene import TableDrawing, lacks, signed


def prompt(position: Position, clicks: tuple[str, ...]) -> Message:
    """The step: an architect, a slot for it, a cell for the tile."""
    s, b = position.plain, position.game.plain_box
    seat = seat_name(s.actor)
    if s.hand < 0:
        if not decides(position):
            return Message("{seat} is choosing an architect", seat=seat)
        return lay_prompt(clicks, bool(b.expert))
    tile = THE_MAYORS_TOWER if b.mayor[s.hand] else THE_KIND[Kind(b.kind[s.hand])]
    if not decides(position):
        return Message("{seat} is building {tile}", seat=seat, tile=tile)
    where = {"tile": tile, "number": s.number}
    can_grow = any(s.kind[s.actor][cell] and not b.reach[s.number - 1] >> cell & 1 for cell in cells_to_build(position))
    if b.expert:
        return Message("Build {tile} on a cell numbered {number} or in district {number}, or discard it", **where)
    if can_grow:
        return Message("Build {tile} in row or column {number} or anywhere as level {number}, or discard it", **where)
    return Message("Build {tile} in row {number} or column {number}, or discard it", **where)


def lay_prompt(clicks: tuple[str, ...], expert: bool) -> Message:
    """What is missing of an architect at a slot."""
    for click in clicks:
        kind, *parts = click.split("-")
        if kind == "slot":
            return Message("Choose an architect for this slot")
        if kind == "architect":
            return Message("Architect {number}: choose a slot", number=parts[0 if expert else 1])
    return Message("Place an architect: choose one and a free slot")


def cells_to_build(position: Position) -> list[int]:
    """The cells on which the tile in hand may stand."""
    actions = (ACTIONS.split(number) for number in position.legal_numbers())
    return [action[1] for action in actions if action[0] == "build"]


def progress(position: Position) -> Message:
    """The round."""
    s, b = position.plain, position.game.plain_box
    return Message("Round {n} of {of}", n=min(s.round_no + 1, b.rounds), of=b.rounds)


def in_hand(position: Position, clicks: tuple[str, ...]) -> str | None:
    """The tile that was taken, or the architect that is to be laid."""
    if (hand := int(position.record.hand)) >= 0:
        return f"tile-{hand}"
    return next((click for click in clicks if click.startswith("architect-")), None)


def catches(position: Position, clicks: tuple[str, ...]) -> dict[str, Sprite]:
    """The tile that each slot would take with the architect that was clicked, or each architect at a slot."""
    b, drawing, caught = position.game.plain_box, TableDrawing(position, None), {}
    for move in position.legal() if clicks else ():
        left = [sprite for sprite in move.path if sprite not in clicks]
        if len(left) != 1 or len(move.path) != 2:
            continue
        _, slot, number = ACTIONS.split(move.number)
        tile = drawing.s.site[TARGET[int(b.count_absolute)][slot][number - 1]]
        if tile >= 0:
            caught[left[0]] = drawing.tile(tile, "board", 0, 0, 100, tile_name(b, tile))
        elif tile != TAKEN and b.take_face_down:
            caught[left[0]] = Sprite("back", "tile-back", "board", 0, 0, label=Message("a face-down tile"))
        else:
            caught[left[0]] = Sprite("nothing", "", "board", 0, 0, label=Message("nothing to take"))
    return caught


# ------------------------------------------------------------- what it can become


def gain(position: Position, action: int) -> int | None:
    """What building or discarding the tile in hand adds to its city, which new tiles of a next round do not change; an
    architect adds nothing by itself."""
    if ACTIONS.split(action)[0] == "lay":
        return None
    seat, after = position.actor, position.imagine(0)
    after.play(action)
    return after.score(seat).total - position.score(seat).total


def outlook(position: Position, action: int) -> Outlook:
    """What a tile would bring, and a building once it has all that it needs; a discarded tile becomes nothing."""
    match ACTIONS.split(action):
        case "lay", *_:
            return Outlook(note=taking(position, action), exchange=True)
        case ("discard",):
            return Outlook(note=Message("You give up the tile"))
        case "build", cell:
            seat, after = position.actor, position.imagine(0)
            after.play(action)
            now = after.score(seat).total - position.score(seat).total
            later = potential(after, seat) - potential(position, seat)
            more = later_words(lacking(after, seat, cell), signed_gain(later)) if later > now else None
            return Outlook(later=more, note=Message("if you build here"), after=after.score(seat))
    return Outlook()


def taking(position: Position, action: int) -> Message:
    """The tile that an architect takes, and the most that it adds at once."""
    seat, after = position.actor, position.imagine(0)
    after.play(action)
    tile = int(after.plain.hand)
    if after.actor != seat or tile < 0:
        return Message("This takes no tile")
    gains = []
    for build in after.legal_numbers():
        if ACTIONS.split(build)[0] != "build":
            continue
        city = after.copy()
        city.play(build)
        gains.append(city.score(seat).total - position.score(seat).total)
    name = tile_name(position.game.plain_box, tile)
    if not gains:
        return Message("You take: {tile}. It cannot be built now", tile=name)
    return Message("You take: {tile}. Built now: {gain} at best", tile=name, gain=signed_gain(max(gains)))


def later_words(lacks: tuple[str, ...], gain: str) -> Message:
    """What it takes to get there."""
    if len(lacks) == 2:
        return Message("up to {gain} with a resident and energy", gain=gain)
    if "resident" in lacks:
        return Message("up to {gain} with a resident", gain=gain)
    if "energy" in lacks:
        return Message("up to {gain} with energy", gain=gain)
    return Message("up to {gain} once all residents and energy are used", gain=gain)


def signed_gain(gain: int) -> str:
    """A change with its sign."""
    return ("+" if gain > 0 else "" if gain else "±") + signed(gain)


def potential(position: Position, seat: int) -> int:
    """The points of a city in which every building has what it needs, and nothing is counted as unused."""
    full = position.copy()
    kinds = full.plain.kind[seat]
    residents = sum(int(NEEDS_RESIDENT[kind]) for kind in kinds)
    energy = sum(int(NEEDS_ENERGY[kind]) for kind in kinds)
    full.record.residents[seat] = max(int(full.record.residents[seat]), residents)
    full.record.energy[seat] = max(int(full.record.energy[seat]), energy)
    account = full.score(seat)
    return account.total - (account.points["unused"] or 0)


def lacking(position: Position, seat: int, cell: int) -> tuple[str, ...]:
    """What a building lacks to be active: of what it needs, what is not left over; nothing if it is active."""
    _, residents_on, energy_on, active = position.score_with(seat, "residents_on", "energy_on", "active")
    s = position.plain
    if active >> cell & 1:
        return ()
    left = s.residents[seat] - sum(residents_on[:CELLS]), s.energy[seat] - sum(energy_on[:CELLS])
    return lacks(Kind(s.kind[seat][cell]), left)
