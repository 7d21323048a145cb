"""Cards of Quadropolis: every tile, cell, slot, architect and number says what it is, needs, gives and scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tripolis.engine.cards import Card, CardTable, Fact, MakeCard, by_kind
from tripolis.engine.position import Position
from tripolis.engine.prompts import decides
from tripolis.engine.record import source_of
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, Plural, seat_name

from ..rules import points as rules
from ..rules.state import ACTIONS, CELL_NAMES, CELLS, COLUMNS, SITE, SLOT_NAMES, TAKEN, TARGET, Kind, standing
from .events import build_numbers, cell_words, slot_words, tile_name
from .labels import CATEGORY_NAMES, KIND_NAMES, MAYORS_TOWER, energy, residents
from .scene import TableDrawing, signed
from .steps import lacking

SECTIONS = {
    Kind.TOWER: "towers", Kind.SHOP: "homes", Kind.PUBLIC: "homes", Kind.PARK: "industry", Kind.PLAYGROUND: "industry",
    Kind.FACTORY: "industry", Kind.HARBOUR: "industry", Kind.OFFICE: "offices", Kind.MONUMENT: "monuments",
}  # fmt: skip
"""The sections of the guide that tell what a kind scores."""
TAKE, URBANIST, BUILD, ACTIVATE, ROUND = "take", "urbanist", "build", "activate", "round"

KIND_RULES = {
    Kind.TOWER: Message("A tower scores for its levels, and adjacent parks score more."),
    Kind.SHOP: Message("A shop scores for its customers: residents you do not need elsewhere."),
    Kind.PUBLIC: Message("Public services score for the number of districts with at least one."),
    Kind.PARK: Message("A park scores for adjacent towers and takes 1 leftover energy."),
    Kind.PLAYGROUND: Message("A playground scores like a park and gives residents."),
    Kind.FACTORY: Message("A factory scores for each adjacent shop and harbour."),
    Kind.HARBOUR: Message("Your longest row and your longest column of harbours each score."),
    Kind.OFFICE: Message("An office scores for its levels, and more in a group of offices."),
    Kind.MONUMENT: Message("A monument scores for each adjacent building; factories and harbours cost points."),
}
EXPERT_RULES = {
    Kind.PARK: Message("A park scores for adjacent towers and offices and takes 1 leftover energy."),
    Kind.FACTORY: Message("A factory scores for each adjacent shop, harbour and office."),
}
NEEDS, GIVES, NOTHING = Message("Needs"), Message("Gives"), Message("nothing")


# --------------------------------------------------------------------- tiles


def tile_card(position: Position, parts: list[str]) -> Card:
    """A tile on the site, in hand or in a city."""
    s, b, tile = position.plain, position.game.plain_box, int(parts[0])
    seat, cell, _ = standing(s.built[tile])
    kind = Kind(b.kind[tile])
    where, reach = Message("in the box"), None
    if seat >= 0:
        where = built_words(position, seat, cell)
    elif s.hand == tile:
        own = s.actor == position.observer
        where = Message("the tile in your hand") if own else Message("in the hand of {seat}", seat=seat_name(s.actor))
    elif tile in s.site:
        space = s.site.index(tile)
        where = Message("on the site, row {row}, column {column}", row=space // SITE + 1, column=space % SITE + 1)
        reach = reach_words(position, space)
    viewer = seat if seat >= 0 else max(0, position.observer if position.observer < b.players else 0)
    return Card(
        MAYORS_TOWER if b.mayor[tile] else KIND_NAMES[kind],
        where,
        facts=tuple(tile_facts(b, tile)),
        lines=tuple(kind_lines(b, kind, bool(b.mayor[tile]))),
        table=scoring(position, kind, viewer, cell if seat >= 0 else -1),
        reach=reach,
        section=SECTIONS[kind],
    )


def built_words(position: Position, seat: int, cell: int) -> Message:
    """Where a building stands, and whether it is active."""
    where = {"seat": seat_name(seat), "cell": cell_words(cell)}
    lacks = lacking(position, seat, cell)
    if len(lacks) == 2:
        return Message("In the city of {seat}, {cell}: lacks a resident and energy", **where)
    if "resident" in lacks:
        return Message("In the city of {seat}, {cell}: lacks a resident", **where)
    if "energy" in lacks:
        return Message("In the city of {seat}, {cell}: lacks energy", **where)
    return Message("In the city of {seat}, {cell}: active", **where)


def tile_facts(b: Any, tile: int) -> Iterator[Fact]:
    """What a tile needs, gives, and has printed on it."""
    yield from need_facts(Kind(b.kind[tile]))
    if b.residents[tile]:
        yield Fact(Message("Residents"), f"+{b.residents[tile]}", "resident")
    if b.energy[tile]:
        yield Fact(Message("Energy"), f"+{b.energy[tile]}", "energy")
    if b.mayor[tile]:
        yield Fact(GIVES, Message("the mayor"), "mayor")
    if b.vp[tile]:
        yield Fact(Message("Printed points"), str(b.vp[tile]), "point")


def need_facts(kind: Kind) -> Iterator[Fact]:
    """What activates a kind of building."""
    if rules.NEEDS_RESIDENT[kind]:
        yield Fact(NEEDS, residents(1), "resident")
    if rules.NEEDS_ENERGY[kind]:
        yield Fact(NEEDS, energy(1), "energy")
    if not rules.NEEDS_RESIDENT[kind] and not rules.NEEDS_ENERGY[kind]:
        yield Fact(NEEDS, NOTHING)


def kind_lines(b: Any, kind: Kind, mayor: bool) -> Iterator[Message]:
    """How a kind scores, and what else it does."""
    yield EXPERT_RULES.get(kind, KIND_RULES[kind]) if b.expert else KIND_RULES[kind]
    if kind in (Kind.TOWER, Kind.OFFICE):
        yield Message("It can be stacked on its own kind, up to {levels} levels.", levels=b.levels)
    if mayor:
        yield Message("If you build it, you take the mayor and start the next round.")


def reach_words(position: Position, space: int) -> Message | None:
    """The architects and slots with which the viewer can take what lies on a space now."""
    b = position.game.plain_box
    if not decides(position) or int(position.record.hand) >= 0:
        return None
    ways: list[Message] = []
    for number in position.legal_numbers():
        _, slot, architect = ACTIONS.split(number)
        if TARGET[int(b.count_absolute)][slot][architect - 1] == space:
            ways.append(Message("architect {number} at {slot}", number=architect, slot=slot_words(slot)))
    words: Message | None = None
    for way in reversed(ways):
        words = way if words is None else Message("{one}, {more}", one=way, more=words)
    return words or Message("not reachable now")


# ------------------------------------------------------------- scoring tables


def scoring(position: Position, kind: Kind, seat: int, cell: int) -> CardTable | None:
    """The row of the scoring table of a kind, with the step that a seat's city or a building has reached."""
    b = position.game.plain_box
    if kind in (Kind.FACTORY, Kind.MONUMENT):
        table = rules.FACTORY_POINTS if kind == Kind.FACTORY else rules.MONUMENT_POINTS
        wanted = [other for other in table if table[other] and (b.expert or other != Kind.OFFICE)]
        head = (Message("For each adjacent building"), *(KIND_NAMES[Kind(other)] for other in wanted))
        return CardTable(head, ((Message("Points"), *(signed(table[other]) for other in wanted)),))
    what, row = scoring_row(b, kind)
    steps = range(1, min(b.numbers, len(row) - 1) + 1)
    now = step_now(position, kind, seat, cell)
    numbers: tuple[Text, ...] = (what, *map(str, steps))
    return CardTable(
        numbers, ((Message("Points"), *(signed(int(row[n])) for n in steps)),), now if now in steps else None
    )


def scoring_row(b: Any, kind: Kind) -> tuple[Message, Any]:
    """What the steps of a kind's table are, and its points from step 0 on."""
    if kind == Kind.TOWER:
        return Message("Levels"), rules.TOWER_POINTS
    if kind == Kind.SHOP:
        return Message("Customers"), rules.SHOP_POINTS
    if kind == Kind.PUBLIC:
        return Message("Districts"), rules.PUBLIC_POINTS
    if kind == Kind.HARBOUR:
        return Message("In a line"), rules.HARBOUR_POINTS
    if kind == Kind.OFFICE:
        level_points = source_of(rules.office_level_points)
        return Message("Levels, alone"), [level_points(1, level) for level in range(b.levels + 1)]
    return Message("Adjacent towers"), rules.PARK_POINTS


def step_now(position: Position, kind: Kind, seat: int, cell: int) -> int:
    """The step that a building, or the city as a whole, has reached; 0 if there is none."""
    s, b = position.plain, position.game.plain_box
    _, residents_on, active = position.score_with(seat, "residents_on", "active")
    cells = [c for c in range(CELLS) if s.kind[seat][c] == kind and active >> c & 1]
    if kind == Kind.PUBLIC:
        return len({n for n in range(b.numbers) for c in cells if b.district[n] >> c & 1})
    if kind == Kind.HARBOUR:
        return longest(cells)
    if cell < 0:
        return 0
    if kind in (Kind.TOWER, Kind.OFFICE):
        return int(s.level[seat][cell])
    if kind == Kind.SHOP:
        return int(residents_on[cell])
    homes = [c for c in range(CELLS) if s.kind[seat][c] in (Kind.TOWER, Kind.OFFICE) and active >> c & 1]
    return sum(int(rules.NEAR[cell]) >> c & 1 for c in homes)


def longest(cells: list[int]) -> int:
    """The longest unbroken row or column of cells."""
    best = 0
    for step in (1, COLUMNS):
        for cell in cells:
            n = 1
            while (cell := cell + step) in cells and (step > 1 or cell % COLUMNS):
                n += 1
            best = max(best, n)
    return best


# ---------------------------------------------------------------- other things


def cell_card(position: Position, parts: list[str]) -> Card:
    """A cell, the building that stands there, or the tile in hand as it would stand there."""
    s, b = position.plain, position.game.plain_box
    seat, cell = int(parts[0]), CELL_NAMES.index(parts[1])
    if decides(position) and s.hand >= 0 and seat == s.actor:
        number = next((n for n in position.legal_numbers() if ACTIONS.split(n) == ("build", cell)), None)
        if number is not None:
            after = position.imagine(0)
            after.play(number)
            picture = TableDrawing(position, None).tile(s.hand, "", 0, 0, 92, tile_name(b, s.hand))
            return replace(tile_card(after, [str(s.hand)]), sprite=picture)
    if s.kind[seat][cell]:
        top = next(t for t, built in enumerate(s.built) if standing(built) == (seat, cell, s.level[seat][cell]))
        picture = TableDrawing(position, None).tile(top, "", 0, 0, 92, tile_name(b, top))
        return replace(tile_card(position, [str(top)]), sprite=picture)
    row, column = cell // COLUMNS + 1, cell % COLUMNS + 1
    facts = (Fact(Message("Architects that build here"), build_numbers(b, cell)),)
    title = Message("Row {row}, column {column}", row=row, column=column)
    return Card(title, Message("empty, in the city of {seat}", seat=seat_name(seat)), facts=facts, section=BUILD)


def slot_card(position: Position, parts: list[str]) -> Card:
    """A slot: what each architect would take there."""
    s, b, slot = position.plain, position.game.plain_box, SLOT_NAMES.index(parts[0])
    facts = []
    for number in range(1, b.numbers + 1):
        tile = s.site[TARGET[int(b.count_absolute)][slot][number - 1]]
        name: Text = tile_name(b, tile) if tile >= 0 else Message("nothing to take")
        symbol = f"tile-{Kind(b.kind[tile]).name.lower()}" if tile >= 0 else ""
        if tile < TAKEN and b.take_face_down:
            name, symbol = Message("a face-down tile"), "tile-back"
        facts.append(Fact(Message("Architect {number}", number=number), name, symbol))
    lines = (Message("An architect placed here takes the tile that is its number of spaces away."),)
    return Card(Message("Slot: {slot}", slot=slot_words(slot)), facts=tuple(facts), lines=lines, section=TAKE)


def architect_card(position: Position, parts: list[str]) -> Card:
    """An architect: what it takes, and where it builds."""
    b = position.game.plain_box
    number = int(parts[0] if b.expert else parts[1])
    take = Message("It takes tile number {number}, counted from its slot.", number=number)
    where = Message("It builds in row {number} or column {number} of your city.", number=number)
    if b.expert:
        where = Message("It builds on a cell numbered {number} or in district {number}.", number=number)
    grow = Message("It can also add level {number} to any tower.", number=number)
    title = Message("Architect {number}", number=number)
    owner = Message("shared supply") if b.expert else Message("of {seat}", seat=seat_name(int(parts[0])))
    return Card(title, owner, lines=(take, where, grow) if number > 1 else (take, where), section=TAKE)


def urbanist_card(position: Position, parts: list[str]) -> Card:
    """The urbanist."""
    lines = (
        Message("No architect may be placed at either end of its row or column."),
        Message("It moves to the space each new architect points at."),
    )
    return Card(Message("Urbanist"), lines=lines, section=URBANIST)


def mayor_card(position: Position, parts: list[str]) -> Card:
    """The mayor."""
    lines = (Message("Whoever holds it at the end of a round starts the next one."),)
    return Card(Message("Mayor"), seat_name(int(position.record.mayor)), lines=lines, section=SECTIONS[Kind.TOWER])


def back_card(position: Position, parts: list[str]) -> Card:
    """A tile that stays face down with this number of players."""
    line = Message("It stays face down with this number of players: nobody can take it.")
    if position.game.plain_box.take_face_down:
        line = Message("If your architect points at it, you take it and turn it over.")
    return Card(Message("Face-down tile"), lines=(line,), section=TAKE)


def discard_card(position: Position, parts: list[str]) -> Card:
    """The bin."""
    lines = (Message("The tile leaves the game. You get nothing for it, and your turn ends."),)
    return Card(Message("Discard"), lines=lines, section=BUILD)


def space_card(position: Position, parts: list[str]) -> Card:
    """A space of the site."""
    row, column = parts
    s, space = position.plain, SITE * (int(row) - 1) + int(column) - 1
    if s.site[space] >= 0:
        return tile_card(position, [str(s.site[space])])
    title = Message("Row {row}, column {column}", row=row, column=column)
    return Card(title, Message("of the construction site"), section=TAKE)


def district_card(position: Position, parts: list[str]) -> Card:
    """A district of a city."""
    lines = (KIND_RULES[Kind.PUBLIC],)
    return Card(Message("District {number}", number=parts[1]), lines=lines, section=SECTIONS[Kind.PUBLIC])


def resource_card(title: Message, field: str) -> MakeCard:
    """A card of a resource: how many there are, and how many the best account uses."""

    def make(position: Position, parts: list[str]) -> Card:
        seat = int(parts[0])
        _, laid = position.score_with(seat, f"{field}_on")
        have, placed = int(getattr(position.record, field)[seat]), sum(laid[:CELLS])
        facts = (Fact(Message("In the city"), str(have)), Fact(Message("Used"), str(placed)))
        lines = (Message("Each unused resident or energy costs 1 point at the end."),)
        return Card(title, seat_name(seat), facts=facts, lines=lines, section=ACTIVATE)

    return make


def points_card(position: Position, parts: list[str]) -> Card:
    """The points of a seat by category."""
    seat = int(parts[0])
    account = position.score(seat)
    named = ((CATEGORY_NAMES[key], points) for key, points in account.points.items() if points)
    facts = tuple(Fact(name, signed(points)) for name, points in named)
    title = Plural("{n} point", "{n} points", account.total)
    return Card(title, Message("score now"), facts=facts, section=SECTIONS[Kind.SHOP])


def round_card(position: Position, parts: list[str]) -> Card:
    """The round."""
    s, b = position.plain, position.game.plain_box
    title = Message("Round {n} of {of}", n=min(s.round_no + 1, b.rounds), of=b.rounds)
    lines = (Message("Everyone has four turns per round."),)
    return Card(title, lines=lines, section=ROUND)


card = by_kind(
    {
        "tile": tile_card,
        "cell": cell_card,
        "slot": slot_card,
        "architect": architect_card,
        "urbanist": urbanist_card,
        "mayor": mayor_card,
        "back": back_card,
        "discard": discard_card,
        "space": space_card,
        "district": district_card,
        "residents": resource_card(Message("Residents"), "residents"),
        "energys": resource_card(Message("Energy"), "energy"),
        "points": points_card,
        "round": round_card,
    }
)
