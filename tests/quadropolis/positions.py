"""Positions of Quadropolis for tests: set up a real match, then put tiles, architects and cities where a rule needs
them.

Tiles are written as they look, and pictures use the same codes: `T2` tower (2 residents), `TM` mayor's tower, `S`
shop, `P` `P+1` `P+2` public service (printed points), `K` park, `Y` playground, `F3` factory (3 energy), `H20` `H11`
`H02` `H+1` harbour (residents, energy; or points), `O` office, `M` monument, `?3` `?4` face down with the mark "3-4"
or "4". Spaces of the site are "row/column", slots "N2", cells "b4".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import tripolis
from tripolis import Event, IllegalMove, Position
from tripolis.engine.record import source_of
from tripolis.games.quadropolis.face.events import cell_name, slot_name
from tripolis.games.quadropolis.rules import state
from tripolis.games.quadropolis.rules.play import put_building
from tripolis.games.quadropolis.rules.state import (
    CELLS,
    COLUMNS,
    NOWHERE,
    SITE,
    SLOTS,
    SPACE_NAMES,
    SPACES,
    TAKEN,
    Kind,
    Phase,
)

LETTER = dict(zip(Kind, ".TSPKYFHOM", strict=True))
SPACE = {name: i for i, name in enumerate(SPACE_NAMES)}
SLOT = {slot_name(i): i for i in range(SLOTS)}
CELL = {cell_name(i): i for i in range(CELLS)}
BUILDING = re.compile(r"([A-Z])(?::(\d))?(?:\+(\d))?")


# ------------------------------------------------------------------ building


def position(
    mode: str = "classic",
    players: int = 2,
    *,
    site: Mapping[str, str | None] | None = None,
    cities: Mapping[int, Mapping[str, str]] | None = None,
    slots: Mapping[str, int | tuple[int, int]] | None = None,
    urbanist: str | None = None,
    hand: str | None = None,
    number: int = 0,
    actor: int | None = None,
    mayor: int = 0,
    round_no: int = 0,
    residents: Iterable[int] = (),
    energy: Iterable[int] = (),
    seed: int = 1,
    box: Mapping[str, str] | None = None,
    **options: Any,
) -> Position:
    """A position of a real match in which some things lie where they are wanted.

    `site` puts tiles on spaces (exchanging them with what lay there; None empties a space), `cities` buildings such
    as "T:3" or "P+2" on cells of seats, `slots` architects (a number, or number and seat) around the site. With a
    `hand` the actor has taken that tile with the architect `number`, and decides where to build it.
    """
    game = tripolis.game("quadropolis", mode=mode, players=players, box=box, **{"first": mayor, **options})
    made = game.new(seed=seed).position
    s, b = made.record, game.box[0]
    if round_no:
        s.round_no = round_no
        for space in range(SPACES):
            tile = round_no * SPACES + space
            s.site[space] = tile if b.mark[tile] <= players else -b.mark[tile]
    kept: list[int] = []
    for name, code in (site or {}).items():
        put(made, SPACE[name], code, kept)
    for seat, buildings in (cities or {}).items():
        for name, building in buildings.items():
            build(made, seat, CELL[name], building)
    for name, laid in (slots or {}).items():
        lay(made, SLOT[name], laid)
    s.turn = len(slots or {})
    s.actor = (int(s.mayor) + int(s.turn)) % players if actor is None else actor
    for row, amounts in ((s.residents, residents), (s.energy, energy)):
        for seat, amount in enumerate(amounts):
            row[seat] = amount
    if hand is not None:
        take(made, hand, number, kept)
    if urbanist is not None:
        s.urbanist = SPACE[urbanist]
    return made


def put(made: Position, space: int, code: str | None, kept: list[int]) -> None:
    """Lay a tile on a space; what lay there goes to where the tile came from, unless it was put there on purpose."""
    s = made.record
    if code is None:
        s.site[space] = TAKEN
    elif tile_code(made, int(s.site[space])) != code:
        source = next((i for i in range(SPACES) if i not in kept and tile_code(made, int(s.site[i])) == code), None)
        if source is None:
            raise ValueError(f"no {code} lies on the site\n{picture(made)}")
        s.site[space], s.site[source] = int(s.site[source]), int(s.site[space])
    kept.append(space)


def build(made: Position, seat: int, cell: int, building: str) -> None:
    """Put a building into a city: kind, `:level`, `+points`. No income comes with it."""
    found = BUILDING.fullmatch(building)
    if found is None:
        raise ValueError(f"{building!r} is no building; write T:3 or P+2")
    kind = next(kind for kind, letter in LETTER.items() if letter == found[1])
    source_of(put_building)(made.record, seat, cell, int(kind), int(found[2] or 1), int(found[3] or 0))


def lay(made: Position, slot: int, laid: int | tuple[int, int]) -> None:
    """Lay an architect from the supply of a seat; without one, of the first seat that has it."""
    s, b = made.record, made.game.box[0]
    number = laid if isinstance(laid, int) else laid[0]
    rows = [0] if b.expert else range(b.players) if isinstance(laid, int) else [laid[1]]
    row = next((row for row in rows if s.architects[row][number - 1]), None)
    if row is None:
        raise ValueError(f"no architect {number} is left for {slot_name(slot)}\n{picture(made)}")
    s.slot_number[slot], s.slot_seat[slot] = number, row if isinstance(laid, int) else laid[1]
    s.architects[row][number - 1] -= 1


def take(made: Position, code: str, number: int, kept: list[int]) -> None:
    """The actor has taken this tile with an architect laid in the west: the urbanist stands in its place."""
    s = made.record
    rows = (row for row in range(SITE) if not s.slot_number[SLOT["W1"] + row] and row * SITE + number - 1 not in kept)
    row = next(rows)
    space = row * SITE + number - 1
    put(made, space, code, kept)
    s.hand, s.number, s.phase = int(s.site[space]), number, Phase.BUILD
    s.site[space] = TAKEN
    s.urbanist = space
    lay(made, SLOT["W1"] + row, (number, int(s.actor)))


def pass_turns(made: Position, turns: int) -> list[Event]:
    """So many turns in which every actor lays the first architect it can and discards what it takes; what was told."""
    told: list[Event] = []
    for _ in range(turns):
        told += made.play(made.legal_numbers()[0])
        if made.record.phase == Phase.BUILD:
            told += made.play("x")
    return told


# ------------------------------------------------------------------- looking


def tile_code(made: Position, tile: int) -> str:
    """A tile as it looks."""
    if tile < 0:
        return "." if tile == TAKEN else f"?{-tile}"
    b = made.game.box[0]
    kind, residents, energy, vp = (int(getattr(b, name)[tile]) for name in ("kind", "residents", "energy", "vp"))
    letter = LETTER[Kind(kind)]
    if b.mayor[tile]:
        return "TM"
    if vp:
        return f"{letter}+{vp}"
    if kind == Kind.HARBOUR:
        return f"{letter}{residents}{energy}"
    if kind in (Kind.TOWER, Kind.FACTORY):
        return f"{letter}{residents + energy}"
    return letter


def legal(made: Position) -> set[str]:
    """The texts of the legal moves."""
    return {move.text for move in made.legal()}


def refused(made: Position, move: str | int) -> IllegalMove:
    """Why a move is not allowed; that it is not is asserted."""
    why = made.why_not(move)
    assert why is not None, f"{move} is allowed\n{picture(made)}"
    return why


def told(events: Iterable[Event], code: state.Event) -> tuple[int, ...] | None:
    """The arguments of the first event of a kind, None if there is none."""
    return next((event.args for event in events if event.code == code), None)


def kinds_told(events: Iterable[Event]) -> list[state.Event]:
    """What kinds of things happened, in order."""
    return [state.Event(event.code) for event in events]


def city(made: Position, seat: int) -> dict[str, str]:
    """What stands in a city, as `position` takes it."""
    s = made.record
    found = {}
    for cell in range(CELLS):
        if s.kind[seat][cell]:
            level, vp = int(s.level[seat][cell]), int(s.vp[seat][cell])
            building = LETTER[Kind(int(s.kind[seat][cell]))]
            found[cell_name(cell)] = building + (f":{level}" if level > 1 else "") + (f"+{vp}" if vp else "")
    return found


def picture(made: Position) -> str:
    """The position as text: the site with its slots, then the cities."""
    s, b = made.record, made.game.box[0]
    who = (
        "over"
        if made.over
        else f"seat {made.actor} has "
        + (f"{tile_code(made, int(s.hand))} by architect {int(s.number)}" if s.phase == Phase.BUILD else "to pick")
    )
    lines = [f"{'Expert' if b.expert else 'Classic'}, round {int(s.round_no) + 1}, turn {int(s.turn) + 1}: {who}"]

    def architect(side: int, place: int) -> str:
        slot = side * SITE + place
        number = int(s.slot_number[slot])
        return f"[{number}]" if number else slot_name(slot)

    lines.append(" " * 5 + "".join(f"{architect(0, i):^5}" for i in range(SITE)))
    for row in range(SITE):
        line = f"{architect(3, row):<5}"
        for space in range(row * SITE, row * SITE + SITE):
            code = tile_code(made, int(s.site[space]))
            line += f"{'*' + code if s.urbanist == space else code:^5}"
        lines.append(line + architect(1, row))
    lines.append(" " * 5 + "".join(f"{architect(2, i):^5}" for i in range(SITE)))
    lines.append("urbanist (*) beside the site" if s.urbanist == NOWHERE else "the urbanist is marked *")
    width = COLUMNS if b.expert else COLUMNS - 1
    blocks = []
    for seat in range(b.players):
        row = 0 if b.expert else seat
        left = "".join(str(n + 1) for n in range(b.numbers) for _ in range(s.architects[row][n]))
        stands = city(made, seat)
        block = [
            f"seat {seat}" + (" (mayor)" if s.mayor == seat else ""),
            f"residents {int(s.residents[seat])}, energy {int(s.energy[seat])}",
            f"architects {left}" if seat == row else "",
        ]
        for line in "abcd":
            block.append(f"{line} " + "".join(f"{stands.get(f'{line}{c}', '.'):^5}" for c in range(1, width + 1)))
        blocks.append(block)
    lines += ["".join(f"{part:<31}" for part in parts) for parts in zip(*blocks, strict=True)]
    return "\n".join(line.rstrip() for line in lines)
