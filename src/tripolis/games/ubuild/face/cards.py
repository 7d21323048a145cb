"""Cards of U-Build: every district, space, building, piece and button says what it is, costs and brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tripolis.engine.cards import Card, CardTable, Fact, MakeCard, by_kind
from tripolis.engine.position import Position
from tripolis.engine.record import in_python
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, seat_name

from ..box.files import read_box
from ..rules.scoring import mortgage_value
from ..rules.state import BLOCKS, DISTRICT_IDS, DISTRICTS, INDUSTRIAL, RESIDENTIAL, Phase, Space
from .district_cards import card_lines, explain_rent
from .events import bonus_name, hazard_name
from .labels import (
    BLOCK_TITLES,
    BUILDING_TITLES,
    RAILROAD_TITLE,
    amount,
    bridge_number,
    card_words,
    group_name,
    name_of,
    places_of,
    short_amount,
    space_name,
)

TRACKS, TURN, RENT, BRIDGES = "tracks", "turn", "rent", "bridges"
SPECIAL, PLANNING, HAZARDS, JAIL = "special", "planning", "hazards", "jail"
"""Sections of the guide."""
SPACE_LINES = {
    Space.GO: Message("Pass it or land on it, and the bank pays you your salary of {amount}."),
    Space.JAIL: Message("If you land here, you are just visiting."),
    Space.FREE_PARKING: Message("Nothing happens here."),
    Space.GO_TO_JAIL: Message("If you land here, you go straight to jail."),
    Space.BRIDGE: Message(
        "If you land here, you flip the bridge and draw a card. If it was up, you pay {amount} first."
    ),
    Space.PLANNING: Message("If you land here, you may build a bonus building, or build or move a hazard."),
}
SPACE_SECTIONS = {
    Space.GO: TURN, Space.JAIL: JAIL, Space.FREE_PARKING: TURN, Space.GO_TO_JAIL: JAIL, Space.BRIDGE: BRIDGES,
    Space.PLANNING: PLANNING,
}  # fmt: skip


# ------------------------------------------------------------------ districts


def district_card(position: Position, parts: list[str]) -> Card:
    """A district: owner, rent with its reasons, the row of rents, prices."""
    s, b, d = position.plain, position.game.plain_box, DISTRICT_IDS.index(parts[0])
    rent = explain_rent(s, b, d)
    what = {"colour": group_name(b, d)}
    if rent.unowned:
        where, lines = Message("{colour}, unowned", **what), []
    else:
        where = Message("{colour}, owner {seat}", seat=seat_name(s.owner[d]), **what)
        if s.owner[d] == position.observer:
            where = Message("{colour}, yours", **what)
        lines = rent.reasons()
    for line in card_lines(read_box(position.game.box_files), d):
        if line.printed:
            words = {"what": line.label, "amount": amount(line.units), "status": line.certainty}
            lines.append(Message("{what}: {amount} ({status})", **words))
    rents: tuple[Text, ...] = (Message("Rent"), *(short_amount(b.rent[d][n]) for n in range(BLOCKS + 1)))
    worth = tuple(int(b.rent[d][n]) for n in range(BLOCKS + 1))
    table = CardTable((Message("by number of blocks"), *map(str, range(BLOCKS + 1))), (rents,), rent.counted + 1, worth)
    for_sale = s.phase == Phase.AUCTION and int(b.district[s.at[s.turn]]) == d
    if for_sale and s.leader >= 0:
        where = Message("{colour}, price {amount}", amount=amount(b.price[d]), **what)
    facts = tuple(
        auction_facts(s, b, d, range(position.game.players)) if for_sale else district_facts(s, b, d, rent.total)
    )
    return Card(
        name_of(b, d),
        where,
        facts=facts,
        lines=tuple(lines),
        table=table,
        section=RENT,
        colour=f"group-{int(b.group[d]) + 1}",
    )


def auction_facts(s: Any, b: Any, d: int, seats: range) -> Iterator[Fact]:
    """The highest bid, or what it would cost to buy, and who is still in."""
    if s.leader >= 0:
        yield Fact(Message("Highest bid"), amount(s.bid), "money")
    else:
        yield Fact(Message("Price, no bid yet"), amount(b.price[d]), "money")
    for seat in seats:
        if seat == s.leader:
            word = Message("leads")
        else:
            word = Message("still in") if s.bidding >> seat & 1 else Message("out")
        yield Fact(seat_name(seat), word, f"seat-{seat}")


def district_facts(s: Any, b: Any, d: int, rent: int) -> Iterator[Fact]:
    """Price or rent, what buildings cost, and what the bank lends."""
    if s.owner[d] < 0:
        yield Fact(Message("Price"), amount(b.price[d]), "money")
    else:
        yield Fact(Message("Rent now"), amount(rent), "money")
        lent = s.mortgage[d] if s.mortgaged >> d & 1 else in_python(mortgage_value)(s, b, d)
        yield Fact(Message("Mortgaged for") if s.mortgaged >> d & 1 else Message("Mortgage value"), amount(lent))
    yield Fact(BLOCK_TITLES[RESIDENTIAL], amount(b.block_price[d][RESIDENTIAL]), "block-residential")
    if not b.starter:
        yield Fact(BLOCK_TITLES[INDUSTRIAL], amount(b.block_price[d][INDUSTRIAL]), "block-industrial")
    yield Fact(BUILDING_TITLES[1], amount(b.skyscraper_price[d]), "skyscraper")
    group = [other for other in range(DISTRICTS) if b.group_set[b.group[d]] >> other & 1]
    owners = ", ".join(name_of(b, other) for other in group if other != d)
    yield Fact(Message("Same colour"), owners or "–")


def space_card(position: Position, parts: list[str]) -> Card:
    """A space that is no district."""
    s, b, space = position.plain, position.game.plain_box, int(parts[0])
    kind = Space(b.space[space])
    sums = {Space.GO: b.salary, Space.BRIDGE: b.toll}
    line = SPACE_LINES[kind].fill(amount=amount(sums[kind])) if kind in sums else SPACE_LINES[kind]
    title: Text = space_name(b, space)
    subtitle: Text = ""
    if kind == Space.BRIDGE:
        n = bridge_number(b, space)
        subtitle = Message("Bridge {n}, up", n=n) if s.raised >> space & 1 else Message("Bridge {n}, down", n=n)
    return Card(title, subtitle, lines=(line,), section=SPACE_SECTIONS[kind])


def slot_card(position: Position, parts: list[str]) -> Card:
    """A place beside the track for a large building."""
    places = places_of(position.game.plain_box, int(parts[0]))
    facts = (Fact(Message("Next to"), places),)
    return Card(Message("Slot"), Message("for a large building"), facts=facts, section=TRACKS)


# ------------------------------------------------------------------ buildings


def piece_card(title: Callable[[int], Message], line: Message, section: str, symbol: str) -> MakeCard:
    """A bonus building or a hazard."""

    def make(position: Position, parts: list[str]) -> Card:
        slot = int(getattr(position.record, symbol)[int(parts[0])])
        where = Message("with the bank")
        if slot >= 0:
            where = Message("next to {places}", places=places_of(position.game.plain_box, slot))
        return Card(title(int(parts[0])), where, lines=(line,), section=section)

    return make


def special_card(number: int, line: Message) -> MakeCard:
    """The stadium, a skyscraper or the tower."""

    def make(position: Position, parts: list[str]) -> Card:
        b = position.game.plain_box
        sums = {"amount": amount(b.stadium_bonus)}
        facts = []
        if number != 1:
            facts.append(Fact(Message("Price"), amount(b.stadium_price if number == 0 else b.tower_price), "money"))
        return Card(BUILDING_TITLES[number], facts=tuple(facts), lines=(line.fill(**sums),), section=SPECIAL)

    return make


def stock_card(position: Position, parts: list[str]) -> Card:
    """Blocks that are left with the bank."""
    kind = RESIDENTIAL if parts[0] == "residential" else INDUSTRIAL
    left = "∞" if position.game.plain_box.unlimited_blocks else str(int(position.record.stock[kind]))
    line = Message("Each block raises the rent of its district; next to a hazard, residential blocks are worthless.")
    return Card(BLOCK_TITLES[kind], facts=(Fact(Message("Left"), left),), lines=(line,), section=RENT)


# -------------------------------------------------------------------- players


def seat_card(position: Position, parts: list[str]) -> Card:
    """A player: cash, rents, worth, districts."""
    s, seat = position.plain, int(parts[0])
    account = position.score(seat)
    facts = (
        Fact(Message("Cash"), amount(s.cash[seat]), "money"),
        Fact(Message("Current rents"), amount(account.points["rents"] or 0)),
        Fact(Message("Total worth"), amount(account.total)),
        Fact(Message("Districts"), str(s.holds[seat].bit_count())),
        Fact(Message("Jail cards"), str(s.jail_cards[seat]), "jail-card"),
    )
    where = Message("on: {space}", space=space_name(position.game.plain_box, s.at[seat]))
    if s.jail[seat]:
        where = Message("in jail")
    return Card(seat_name(seat), where, facts=facts, section=TURN)


def jail_card(position: Position, parts: list[str]) -> Card:
    """A card that gets its holder out of jail."""
    line = Message("It gets you out of jail for free, and can be part of a deal.")
    return Card(Message("Jail card"), lines=(line,), section=JAIL)


def deck_card(position: Position, parts: list[str]) -> Card:
    """The event cards."""
    line = Message(
        "If you land on a bridge, you draw one; most have one event for a raised and one for a lowered bridge."
    )
    s, lines = position.plain, [line]
    if s.n_under or s.n_held:
        text = card_words(position.game.plain_box, s.card, s.card_up)
        lines.append(Message("Last card: {text}", text=text))
    left = Fact(Message("Not seen yet"), str(s.unseen.bit_count()))
    return Card(Message("Event cards"), facts=(left,), lines=tuple(lines), section=BRIDGES)


def die_card(position: Position, parts: list[str]) -> Card:
    """The last roll."""
    line = Message("A double earns you another turn; the third in a row sends you to jail.")
    if position.game.plain_box.dice == 1:
        line = Message("A six earns you another turn; the third in a row sends you to jail.")
    return Card(Message("The last roll"), lines=(line,), section=TURN)


def plain_card(title: Message, line: Message, section: str) -> MakeCard:
    """A card that says the same in every position."""

    def make(position: Position, parts: list[str]) -> Card:
        return Card(title, lines=(line,), section=section)

    return make


def rim_card(position: Position, parts: list[str]) -> Card:
    """The hex that a rim belongs to."""
    return space_card(position, parts[1:]) if parts[0] == "space" else district_card(position, parts)


card = by_kind(
    {
        "rim": rim_card,
        "district": district_card,
        "deed": district_card,
        "offered": district_card,
        "title": district_card,
        "mortgage": district_card,
        "block": district_card,
        "space": space_card,
        "slot": slot_card,
        "railroad": plain_card(RAILROAD_TITLE, Message("It leads to the other end of the track."), TRACKS),
        "bonus": piece_card(bonus_name, Message("The districts it touches are safe from hazards."), PLANNING, "bonus"),
        "hazard": piece_card(
            hazard_name, Message("Residential blocks on the districts it touches are worthless."), HAZARDS, "hazard"
        ),
        "stadium": special_card(0, Message("The owner of its home district gets {amount} more with every salary.")),
        "skyscraper": special_card(1, Message("It doubles the rents of its colour.")),
        "tower": special_card(2, Message("It doubles all rents of the player who owns its home district.")),
        "stock": stock_card,
        "seat": seat_card,
        "token": seat_card,
        "jail": jail_card,
        "deck": deck_card,
        "die": die_card,
    }
)
