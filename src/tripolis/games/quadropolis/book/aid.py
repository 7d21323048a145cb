"""The player aid: what everyone has now, the tiles of all rounds, the scoring tables, and the steps of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tripolis.engine.guide import AidTable
from tripolis.engine.position import Position
from tripolis.engine.record import source_of
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, seat_name

from ..face.events import tile_name
from ..face.labels import KIND_NAMES, TOTAL, energy, kinds, residents
from ..rules import points
from ..rules.state import SPACES, TAKEN, Kind

LARGEST_GROUP = 5
"""The last row of the printed table of offices."""


def aid(position: Position) -> tuple[AidTable, ...]:
    """All tables: how points are counted, then what changes during a match, then the rest."""
    s, b = position.plain, position.game.plain_box
    tables = [
        by_number(b),
        by_neighbours(b),
        needs(b),
        players(position, s, b),
        this_round(s, b),
        all_rounds(b),
        turn(b),
    ]
    if b.expert:
        tables.insert(4, supply(s, b))
    return tuple(tables)


def overview(position: Position) -> tuple[AidTable, ...]:
    """What an overview card prints, and all tiles of the mode by rounds, with a picture of each kind."""
    b = position.game.plain_box
    offices = [Kind.OFFICE] * LARGEST_GROUP if b.expert else []
    return (
        turn(b),
        pictured(needs(b), kinds(b)),
        pictured(by_number(b), (Kind.TOWER, Kind.SHOP, Kind.PUBLIC, Kind.PARK, Kind.HARBOUR, *offices)),
        pictured(by_neighbours(b), (Kind.FACTORY, Kind.MONUMENT)[: 2 if b.expert else 1]),
        pictured(all_rounds(b), [Kind(kind) for kind, *_ in faces(b, iter(face_up(b)))]),
    )


def pictured(table: AidTable, of: Sequence[Kind]) -> AidTable:
    """A table with the picture of a kind in each row; a row more is about tiles that are face down."""
    symbols = [f"tile-{kind.name.lower()}" for kind in of]
    return replace(table, symbols=(*symbols, *["tile-back"] * (len(table.rows) - len(symbols))))


def figure(n: int) -> str:
    """A number with a real minus."""
    return str(int(n)).replace("-", "−")


# ------------------------------------------------------------- what there is now


def players(position: Position, s: Any, b: Any) -> AidTable:
    """What everyone has, and the points if the game ended now."""
    columns = [Message("Player"), Message("Residents"), Message("Energy"), Message("Unused"), Message("Points now")]
    rows: list[tuple[Text, ...]] = []
    for seat in range(position.game.players):
        account = position.score(seat)
        row: list[Text] = [seat_name(seat), figure(s.residents[seat]), figure(s.energy[seat])]
        row += [figure(-(account.points["unused"] or 0)), figure(account.total)]
        if not b.expert:
            row.append(" ".join(str(n + 1) for n in range(b.numbers) if s.architects[seat][n]) or "–")
        rows.append(tuple(row))
    if not b.expert:
        columns.append(Message("Architects left"))
    note = Message("The mayor: {seat}", seat=seat_name(s.mayor))
    return AidTable(Message("What everyone has"), tuple(columns), tuple(rows), note)


def supply(s: Any, b: Any) -> AidTable:
    """The architects in common (Expert)."""
    numbers = range(b.numbers)
    head = tuple(Message("Architect {number}", number=n + 1) for n in numbers)
    left = tuple(figure(s.architects[0][n]) for n in numbers)
    return AidTable(Message("Architects in the supply"), head, (left,))


# -------------------------------------------------------------------------- tiles


def face(b: Any, tile: int) -> tuple[int, ...]:
    """What is printed on a tile; equal tiles have equal faces."""
    return tuple(int(field[tile]) for field in (b.kind, b.mayor, b.residents, b.energy, b.vp))


def faces(b: Any, tiles: Iterator[int] | range) -> dict[tuple[int, ...], list[int]]:
    """Tiles by what is printed on them, in the order of kinds, the mayor's tower first."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for tile in tiles:
        alike.setdefault(face(b, tile), []).append(tile)
    return dict(sorted(alike.items(), key=lambda item: (item[0][0], -item[0][1], item[0][2:])))


def this_round(s: Any, b: Any) -> AidTable:
    """Of each face: how many there are, how many stay face down, were taken, and are left on the site."""
    number = min(s.round_no, b.rounds - 1)
    first = SPACES * number
    on_site = {int(tile) for tile in s.site if tile > TAKEN}
    marked = [i for i in range(SPACES) if b.mark[first + i] > b.players]
    hidden = {first + i for i in marked if not s.turned >> i & 1}
    rows: list[tuple[Text, ...]] = []
    sums = [0, 0, 0, 0]
    for tiles in faces(b, range(first, first + SPACES)).values():
        down, left = len(hidden.intersection(tiles)), len(on_site.intersection(tiles))
        counts = [len(tiles), down, len(tiles) - down - left, left]
        sums = [a + n for a, n in zip(sums, counts, strict=True)]
        rows.append((tile_name(b, tiles[0]), *shown(counts, bool(marked))))
    rows.append((TOTAL, *shown(sums, bool(marked))))
    head: list[Text] = [Message("Tile"), Message("In all"), Message("Face down"), Message("Taken"), Message("Left")]
    if not marked:
        head.pop(2)
    return AidTable(Message("Tiles of this round ({n} of {of})", n=number + 1, of=b.rounds), tuple(head), tuple(rows))


def shown(counts: list[int], some_hidden: bool) -> list[str]:
    """Four counts as text; without face-down tiles there is no column for them."""
    return [figure(n) for i, n in enumerate(counts) if some_hidden or i != 1]


def face_up(b: Any) -> list[int]:
    """The tiles that lie face up in any round with this number of players."""
    return [tile for tile in range(SPACES * b.rounds) if b.mark[tile] <= b.players]


def all_rounds(b: Any) -> AidTable:
    """The tiles that lie face up in each round with this number of players."""
    rounds = range(b.rounds)
    rows: list[tuple[Text, ...]] = []
    up = face_up(b)
    for tiles in faces(b, iter(up)).values():
        counts = [sum(tile // SPACES == number for tile in tiles) for number in rounds]
        rows.append((tile_name(b, tiles[0]), *(figure(n) if n else "–" for n in counts)))
    per_round = [sum(tile // SPACES == number for tile in up) for number in rounds]
    if any(n < SPACES for n in per_round):
        rows.append((Message("Face down"), *(figure(SPACES - n) for n in per_round)))
    head = (Message("Tile"), *(Message("Round {n}", n=number + 1) for number in rounds))
    return AidTable(Message("Face-up tiles of each round"), head, tuple(rows))


# ---------------------------------------------------------------- scoring tables


def by_number(b: Any) -> AidTable:
    """Points that depend on how many: levels, customers, districts, neighbours, harbours in a line."""
    most = b.numbers

    def row(name: Message, table: Any) -> tuple[Text, ...]:
        return (name, *(figure(table[n]) if n < len(table) else "–" for n in range(1, most + 1)))

    homes = Message("Park, by towers and offices beside it") if b.expert else Message("Park, by towers beside it")
    rows = [
        row(Message("Tower, by levels"), points.TOWER_POINTS),
        row(Message("Shop, by customers"), points.SHOP_POINTS),
        row(Message("Public services, by districts with at least one"), points.PUBLIC_POINTS),
        row(homes, points.PARK_POINTS),
        row(Message("Harbours in a line: longest row and longest column"), points.HARBOUR_POINTS),
    ]
    note = Message("Printed points are added if the building is active. Each unused resident or energy costs 1 point.")
    if b.expert:
        rows += [row(office_group(b, size), office_row(size, b.levels)) for size in range(1, LARGEST_GROUP + 1)]
    if b.expert and b.office_cap > LARGEST_GROUP:
        note = Message(
            "Printed points are added if the building is active. Each unused resident or energy costs 1 point. In a "
            "group of more than {size} offices, each level scores 1 point more for every extra office.",
            size=LARGEST_GROUP,
        )
    return AidTable(
        Message("Points by number"), (Message("What counts"), *map(str, range(1, most + 1))), tuple(rows), note
    )


def office_group(b: Any, size: int) -> Message:
    """What a row of the offices' table is for."""
    if size == 1:
        return Message("Single office, by levels")
    if size == b.office_cap:
        return Message("Each office in a group of {size} or more, by levels", size=size)
    return Message("Each office in a group of {size}, by levels", size=size)


def office_row(size: int, levels: int) -> list[int]:
    """Points of an office with 0, 1, 2 ... levels in a group (p. 7)."""
    return [source_of(points.office_level_points)(size, level) for level in range(levels + 1)]


def by_neighbours(b: Any) -> AidTable:
    """What factories and monuments count for each building beside them."""
    wanted = [kind for kind in kinds(b) if kind != Kind.PLAYGROUND and (b.expert or kind in points.FACTORY_POINTS)]

    def row(kind: Kind, table: dict[int, int]) -> tuple[Text, ...]:
        return (KIND_NAMES[kind], *(figure(table[other]) if other in table else "–" for other in wanted))

    rows = [row(Kind.FACTORY, points.FACTORY_POINTS)]
    if b.expert:
        rows.append(row(Kind.MONUMENT, points.MONUMENT_POINTS))
    note = Message("Playgrounds count as parks. Diagonal neighbours never count.")
    head = (Message("For each adjacent building"), *(KIND_NAMES[kind] for kind in wanted))
    return AidTable(Message("Points by neighbours"), head, tuple(rows), note)


def needs(b: Any) -> AidTable:
    """What activates each kind of building."""
    rows = tuple((KIND_NAMES[kind], need(kind)) for kind in kinds(b))
    note = Message(
        "A building needs the same at any height. An active shop takes up to {customers} customers; a park or "
        "playground takes 1 leftover energy.",
        customers=b.customers,
    )
    if not b.playgrounds_absorb:
        note = Message(
            "A building needs the same at any height. An active shop takes up to {customers} customers; a park takes "
            "1 leftover energy, a playground does not.",
            customers=b.customers,
        )
    return AidTable(Message("What a building needs"), (Message("Building"), Message("Needs")), rows, note)


def need(kind: Kind) -> Message:
    """A resident, an energy, both or nothing."""
    people, power = int(points.NEEDS_RESIDENT[kind]), int(points.NEEDS_ENERGY[kind])
    if people and power:
        return Message("{residents} and {energy}", residents=residents(people), energy=energy(power))
    if people or power:
        return residents(people) if people else energy(power)
    return Message("nothing")


def turn(b: Any) -> AidTable:
    """The steps of a turn."""
    where = Message("Build the tile in the row or column with the architect's number, or discard it.")
    grow = Message("You may raise any tower if its new level equals the architect's number.")
    if b.expert:
        where = Message("Build the tile on a cell or in the district with the architect's number, or discard it.")
        grow = Message("You may raise any tower or office if its new level equals the architect's number.")
    steps: tuple[Message, ...] = (
        Message(
            "Place an architect at a free slot, but not at the urbanist's row or column. Take the tile it points at."
        ),
        Message("Move the urbanist to that space, even if it was empty."),
        where,
        Message("Take the tile's residents and energy. Building the mayor's tower also gives you the mayor."),
    )
    rows = tuple((str(number), step) for number, step in enumerate(steps, 1))
    return AidTable(Message("A turn"), (Message("Step"), Message("What you do")), rows, grow)
