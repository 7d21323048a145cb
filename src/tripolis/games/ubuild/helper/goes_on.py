"""A table of the score helper as a position to go on from: a player is about to roll."""

from __future__ import annotations

from typing import Any

from tripolis.engine.editor import goes_on
from tripolis.engine.errors import BadCity
from tripolis.engine.position import Position
from tripolis.engine.record import in_python
from tripolis.engine.words import Message

from ..rules.play import clear_table
from ..rules.state import DISTRICT_IDS, HOME, NOBODY, ROLL

AROUND = Message("All pieces stand on GO, nobody is in jail, all bridges are down, and the whole deck is unseen.")
SLOTS_CHOSEN = Message("Where large buildings and hazards stand is chosen: in free slots beside their districts.")


def start_turn(given: Position, first: int) -> tuple[Position, tuple[Message, ...]]:
    """The turn of `first`, with everything that was put in."""
    game, put_in = given.game, given.plain
    b = game.plain_box
    large: list[Message] = []

    def fill(s: Any) -> None:
        in_python(clear_table)(s, b)
        s.phase, s.turn, s.actor, s.start, s.dice = ROLL, first, first, first, [0, 0]
        s.bought_on = NOBODY
        s.cash, s.owner, s.mortgage = list(put_in.cash), list(put_in.owner), list(put_in.mortgage)
        s.blocks = [list(blocks) for blocks in put_in.blocks]
        taken: set[int] = set()
        if put_in.tower[HOME] != NOBODY:
            s.tower = [free_slot(b, put_in.tower[HOME], taken), put_in.tower[HOME]]
        for group, (_, home) in enumerate(put_in.skyscraper):
            if home != NOBODY:
                s.skyscraper[group] = [free_slot(b, home_in(b, group), taken), home_in(b, group)]
        wanted = put_in.beside_hazard
        for piece in range(b.n_hazards):
            slot = hazard_slot(b, wanted, taken)
            if slot != NOBODY:
                s.hazard[piece] = slot
                wanted &= ~b.slot_districts[slot]
        if wanted:
            names = ", ".join(name for d, name in enumerate(DISTRICT_IDS) if wanted >> d & 1)
            raise BadCity(Message("No hazard can stand beside these districts and no others: {names}.", names=names))
        if taken:
            large.append(SLOTS_CHOSEN)

    position = goes_on(game, fill)
    return position, (AROUND, *large)


def home_in(b: Any, group: int) -> int:
    """A district of a colour on this track, as the home of its skyscraper."""
    return next(d for d in range(len(b.group)) if b.group[d] == group and b.on_track >> d & 1)


def free_slot(b: Any, home: int, taken: set[int]) -> int:
    """A free slot beside a district."""
    for slot in b.slots_of[home]:
        if slot != NOBODY and slot not in taken:
            taken.add(slot)
            return int(slot)
    raise BadCity(Message("No slot is left beside {id}.", id=DISTRICT_IDS[home]))


def hazard_slot(b: Any, wanted: int, taken: set[int]) -> int:
    """The free slot that touches most of the districts beside hazards, and no other district."""
    able = [slot for slot in range(b.n_slots) if slot not in taken and b.slot_districts[slot] & wanted]
    able = [slot for slot in able if not b.slot_districts[slot] & ~wanted]
    best = max(able, key=lambda slot: int(b.slot_districts[slot]).bit_count(), default=NOBODY)
    if best != NOBODY:
        taken.add(best)
    return best
