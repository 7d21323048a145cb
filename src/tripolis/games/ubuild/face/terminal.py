"""The table in a terminal: the track in two lists (side by side if there is room), the players, and what is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich import box as borders
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from tripolis.engine.position import Position
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, seat_name

from ..box.files import Box, read_box
from ..rules.state import DISTRICT_IDS, DISTRICTS, GROUP_LETTERS, PIECES, Phase, Space
from .district_cards import card_sign, explain_rent, money_words
from .events import bonus_name, hazard_name, party
from .labels import BUILDING_TITLES, amount, card_words, name_of, places_of, slot_name, space_name

Say = Callable[[Text], str]
GROUP_COLOURS = (
    "color(94)",
    "bright_cyan",
    "bright_magenta",
    "color(208)",
    "bright_red",
    "bright_yellow",
    "green",
    "blue",
)
SEAT_COLOURS = ("bright_blue", "red", "green", "magenta", "yellow", "bright_white")
EMBLEMS = "●■▲◆⬢★"
PHASE_TITLES = {
    Phase.ROLL: Message("roll"),
    Phase.JAIL: Message("how to leave jail"),
    Phase.BUY: Message("buy or auction"),
    Phase.AUCTION: Message("bid or drop out"),
    Phase.PLANNING: Message("Planning Permission"),
    Phase.EVENT: Message("the card"),
    Phase.RAISE: Message("raise money"),
    Phase.BUILD: Message("build, mortgages, deals"),
    Phase.HAZARD: Message("move a hazard"),
    Phase.DEAL: Message("put an offer together"),
    Phase.ANSWER: Message("answer the offer"),
}


def text_table(position: Position, names: tuple[Text, ...] | None, say: Say) -> RenderableType:
    """The whole table."""
    s, b = position.plain, position.game.plain_box
    names = names or tuple(seat_name(seat) for seat in range(position.game.players))
    half = (int(b.n_spaces) + 1) // 2
    box = read_box(position.game.box_files)
    parts = [
        track(box, s, b, range(half), say),
        track(box, s, b, range(half, int(b.n_spaces)), say),
        players(position, names, say),
    ]
    return Group(Columns(parts, padding=(0, 2)), *open_lines(box, s, b, say))


def seat_mark(seat: int) -> Styled:
    """A seat's emblem in its colour."""
    return Styled(EMBLEMS[seat], style=SEAT_COLOURS[seat])


# ----------------------------------------------------------------------- track


def track(box: Box, s: Any, b: Any, spaces: range, say: Say) -> Table:
    """Spaces in walking order: id, name, owner, blocks, price or rent, what stands beside, who is there."""
    table = Table(box=borders.ROUNDED, show_header=True, header_style="dim", padding=(0, 1, 0, 0))
    for title in ("", Message("Space"), "", Message("Blocks"), Message("Rent"), "", ""):
        table.add_column(say(title), no_wrap=True)
    for space in spaces:
        here = Styled("").join(seat_mark(p) for p in range(int(b.players)) if s.at[p] == space)
        d = int(b.district[space])
        if d < 0:
            state = ""
            if b.space[space] == Space.BRIDGE:
                state = say(Message("up")) if s.raised >> space & 1 else say(Message("down"))
            table.add_row("", Styled(say(space_name(b, space)), style="bold"), "", state, "", "", here)
            continue
        owner = int(s.owner[d])
        style = GROUP_COLOURS[int(b.group[d])]
        money = say(money_words(box, b, d, explain_rent(s, b, d)))
        table.add_row(
            Styled(DISTRICT_IDS[d], style=style),
            Styled(f"{GROUP_LETTERS[int(b.group[d])]} {name_of(b, d)}", style=style),
            seat_mark(owner) if owner >= 0 else "",
            blocks_text(s, d),
            money,
            marks(s, b, d),
            here,
        )
    return table


def blocks_text(s: Any, d: int) -> str:
    """`2r 4i`, or a dash."""
    kinds = [f"{int(n)}{letter}" for n, letter in zip(s.blocks[d], "ri", strict=True) if n]
    return " ".join(kinds) or "-"


def marks(s: Any, b: Any, d: int) -> Styled:
    """Mortgaged, beside a hazard or a bonus, home of a large building."""
    signs = Styled("")
    if s.mortgaged >> d & 1:
        signs.append("M", style="dim")
    if s.beside_hazard >> d & 1:
        signs.append("!", style="red")
    if s.beside_bonus >> d & 1:
        signs.append("+", style="green")
    if s.stadium[1] == d:
        signs.append("S")
    if s.skyscraper[int(b.group[d])][1] == d:
        signs.append("K")
    if s.tower[1] == d:
        signs.append("T")
    return signs


# --------------------------------------------------------------------- players


def players(position: Position, names: tuple[Text, ...], say: Say) -> Table:
    """Cash, worth, districts, jail."""
    s = position.plain
    table = Table(box=borders.ROUNDED, header_style="dim", padding=(0, 1, 0, 0))
    for title in ("", "", Message("Cash"), Message("Worth"), Message("Jail"), Message("Districts")):
        table.add_column(say(title), no_wrap=title != Message("Districts"), max_width=24)
    for seat in range(position.game.players):
        jail = say(Message("try {n}", n=int(s.jail[seat]))) if s.jail[seat] else ""
        cards = int(s.jail_cards[seat])
        owned = " ".join(DISTRICT_IDS[d] for d in range(DISTRICTS) if s.holds[seat] >> d & 1)
        table.add_row(
            seat_mark(seat),
            Styled(say(names[seat]), style="bold" if seat == s.turn else ""),
            say(amount(s.cash[seat])),
            say(amount(position.score(seat).total)),
            jail + "□" * cards,
            owned,
        )
    return table


# ------------------------------------------------------------------ what is open


def open_lines(box: Box, s: Any, b: Any, say: Say) -> list[RenderableType]:
    """Large buildings, bank, cards, the debt, the auction or the offer, and what is to be decided."""
    lines: list[RenderableType] = []
    standing = large_buildings(s, b)
    if standing:
        lines.append(Styled("  ".join(say(text) for text in standing), style="dim"))
    left = Message(
        "Bank: {r} residential and {i} industrial blocks; cards not seen: {n}",
        r=int(s.stock[0]),
        i=int(s.stock[1]),
        n=int(s.unseen).bit_count(),
    )
    lines.append(Styled(say(left), style="dim"))
    legend = Message(
        "r residential, i industrial, (price), M mortgaged, ! hazard, + bonus, S stadium, K skyscraper, T tower; "
        "~ decoded, ? reconstructed by us"
    )
    lines.append(Styled(say(legend), style="dim"))
    if s.actor < 0:
        return lines
    phase = Phase(int(s.phase))
    if phase == Phase.EVENT:
        card = say(card_words(b, int(s.card), int(s.card_up)))
        lines.append(Styled(f"{card} {card_sign(box, int(s.card))}", style="bold"))
    if s.debt > 0:
        text = Message("Open debt: {amount} to {partner}", amount=amount(s.debt), partner=party(int(s.creditor)))
        lines.append(Styled(say(text), style="bold red"))
    if phase == Phase.AUCTION:
        d = int(b.district[s.at[s.turn]])
        bid = Message("Highest bid for {district}: {amount}", amount=amount(s.bid), district=name_of(b, d))
        lines.append(Styled(say(bid), style="bold"))
    if phase in (Phase.DEAL, Phase.ANSWER):
        lines.append(Styled(say(offer(s, b, say)), style="bold"))
    what = Message("{seat} decides: {what}", seat=seat_name(int(s.actor)), what=PHASE_TITLES[phase])
    lines.append(Styled(say(what), style="bold"))
    return lines


def large_buildings(s: Any, b: Any) -> list[Message]:
    """What is in the slots, and what it touches."""
    buildings = []

    def add(slot: int, building: Message) -> None:
        where = {"slot": slot_name(slot), "places": places_of(b, slot)}
        buildings.append(Message("{slot} (next to {places}): {building}", building=building, **where))

    for use, title in ((s.stadium, BUILDING_TITLES[0]), (s.tower, BUILDING_TITLES[2])):
        if use[0] >= 0:
            add(int(use[0]), title)
    for slot, _ in s.skyscraper:
        if slot >= 0:
            add(int(slot), BUILDING_TITLES[1])
    for piece in range(PIECES):
        if s.bonus[piece] >= 0:
            add(int(s.bonus[piece]), bonus_name(piece))
        if s.hazard[piece] >= 0:
            add(int(s.hazard[piece]), hazard_name(piece))
    return buildings


def offer(s: Any, b: Any, say: Say) -> Message:
    """The offer: what each side gives."""

    def side(districts: int, cards: int, cash: int) -> str:
        things = [name_of(b, d) for d in range(DISTRICTS) if districts >> d & 1]
        things += [say(Message("jail card"))] * cards
        return ", ".join([*things, *([say(amount(cash))] if cash > 0 else [])]) or "–"

    return Message(
        "{seat} gives: {given}; {partner} gives: {taken}",
        seat=seat_name(int(s.opener)),
        partner=seat_name(int(s.partner)),
        given=side(int(s.given), int(s.give_cards), int(s.offer_cash)),
        taken=side(int(s.taken), int(s.take_cards), -int(s.offer_cash)),
    )
