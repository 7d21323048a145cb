"""The aid: the turn, the spaces, prices and rents of this track with the sign of how sure they are, and what is left
now."""

from __future__ import annotations

import json
from typing import Any

from tripolis.engine.guide import AidTable
from tripolis.engine.position import Position
from tripolis.engine.record import in_python
from tripolis.engine.rooms import Book
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, seat_name

from ..box.files import BLOCK_KINDS, CONSTANTS_JSON, Box, read_box, standard_box
from ..face.district_cards import card_lines, card_sign, certainty_sign
from ..face.labels import (
    BLOCK_TITLES,
    BUILDING_TITLES,
    CATEGORY_NAMES,
    CATEGORY_SYMBOLS,
    GROUP_TITLES,
    amount,
    card_words,
    name_of,
)
from ..options import OPTION_NAMES
from ..rules.conditions import can_be_full, count_pieces, count_skyscrapers
from ..rules.state import BLOCKS, CARDS, DISTRICT_IDS, DISTRICTS, GROUP_NAMES, GROUPS

UNSURE = Message("Many of these values are ours; the district cards mark them.")
CONSTANTS = {
    "salary": Message("Salary for passing or landing on GO"),
    "stadium_bonus": Message("Stadium bonus"),
    "bridge_toll": Message("Toll for a raised bridge"),
    "jail_fine": Message("Fine to leave jail"),
    "hazard_move_price": Message("Moving a hazard, per step"),
    "stadium_price": Message("Stadium"),
    "tower_price": Message("Monopoly Tower"),
}
"""Amounts of the box that are on no card."""
STOCK_STATUS = {"stadium": "known", "tower": "inferred"}
"""How sure the number of pieces is; that of all others is ours, unless the box says that the whole stock is known."""


def aid(position: Position) -> tuple[AidTable, ...]:
    """All tables: what brings money, then what changes during a match, then the rest."""
    s, b = position.plain, position.game.plain_box
    box = read_box(position.game.box_files)
    return (
        rents(box, b),
        prices(box, b),
        constants(position),
        players(position, s),
        bank(position, s, b),
        cards(box, s, b),
        *turn_and_spaces(position),
    )


def overview(position: Position) -> tuple[AidTable, ...]:
    """What an overview card prints, with the prices and rents of this track in one table."""
    b = position.game.plain_box
    box = read_box(position.game.box_files)
    turn, *spaces = turn_and_spaces(position)
    return (turn, constants(position), *spaces, whole_cards(box, b))


def turn_and_spaces(position: Position) -> tuple[AidTable, ...]:
    """The steps of a turn, what each space does, and what this kind of track has beside that."""
    parts = (position.game.book or Book()).short_rules(position.game.mode)[1:4]
    heads = Message("What you do"), Message("What happens"), Message("What happens")
    return tuple(
        AidTable(part.title, (head,), tuple((line,) for line in part.lines))
        for part, head in zip(parts, heads, strict=True)
    )


def pad(position: Position) -> tuple[tuple[str, Text], ...]:
    """The rows of a score pad: cash, and the rents of each colour of this track (most names of districts are ours)."""
    b = position.game.plain_box
    colours = sorted({int(b.group[d]) for d in on_track(b)})
    rents_of = (
        (f"hex-{group + 1}", Message("Rents: {colour}", colour=GROUP_TITLES[GROUP_NAMES[group]])) for group in colours
    )
    return ((CATEGORY_SYMBOLS["cash"], CATEGORY_NAMES["cash"]), *rents_of)


# ------------------------------------------------------------- what there is now


def players(position: Position, s: Any) -> AidTable:
    """Cash, rents and worth of everyone."""
    rows: list[tuple[Text, ...]] = []
    for seat in range(position.game.players):
        points = position.score(seat)
        owned = " ".join(DISTRICT_IDS[d] for d in range(DISTRICTS) if int(s.holds[seat]) >> d & 1)
        money = (amount(points["cash"] or 0), amount(points["rents"] or 0), amount(points.total))
        rows.append((seat_name(seat), *money, owned or "–"))
    head = (Message("Player"), Message("Cash"), Message("Current rents"), Message("Worth"), Message("Districts"))
    note = Message("Worth is cash plus current rents; at the end it decides who wins.")
    return AidTable(Message("What everyone has"), head, tuple(rows), note)


def bank(position: Position, s: Any, b: Any) -> AidTable:
    """What is left in the bank, of how many."""
    sure = stated(position)["stock"].get("status", "")
    known = not certainty_sign(sure)
    rows: list[tuple[Text, ...]] = []

    def row(title: Message, name: str, n: int, left: int) -> None:
        sign = "" if known else certainty_sign(STOCK_STATUS.get(name, "reconstructed"))
        rows.append((title, str(left), f"{n}{sign}"))

    for kind, name in enumerate(BLOCK_KINDS[: 1 if b.starter else 2]):
        if b.unlimited_blocks:
            rows.append((BLOCK_TITLES[kind], "∞", "∞"))
        else:
            row(BLOCK_TITLES[kind], name, int(b.stock[kind]), int(s.stock[kind]))
    n = int(b.n_skyscrapers)
    row(BUILDING_TITLES[1], "skyscraper", n, n - in_python(count_skyscrapers)(s))
    if not b.starter:
        row(BUILDING_TITLES[0], "stadium", int(b.n_stadiums), int(b.n_stadiums) - int(s.stadium[1] >= 0))
        row(BUILDING_TITLES[2], "tower", int(b.n_towers), int(b.n_towers) - int(s.tower[1] >= 0))
    for title, name, slots, n in (
        (Message("bonus building"), "bonus", s.bonus, b.n_bonus),
        (Message("hazard"), "hazard", s.hazard, b.n_hazards),
    ):
        row(title, name, n, n - in_python(count_pieces)(slots, n))
    unowned = sum(int(s.owner[d]) < 0 for d in range(DISTRICTS) if int(b.on_track) >> d & 1)
    rows.append((Message("district"), str(unowned), str(int(b.on_track).bit_count())))
    note = Message(
        "One skyscraper per colour; colours with at least two districts on this track: {n}",
        n=sum(in_python(can_be_full)(b, group) for group in range(GROUPS)),
    )
    return AidTable(
        Message("What is left in the bank"), (Message("Piece"), Message("Left"), Message("In all")), tuple(rows), note
    )


def cards(box: Box, s: Any, b: Any) -> AidTable:
    """The cards that were not seen yet, with both events; in an order that tells nothing."""
    rows: list[tuple[Text, ...]] = []
    for card in range(min(CARDS, int(b.n_cards))):
        if int(s.unseen) >> card & 1:
            rows.append((card_words(b, card, 1), card_words(b, card, 0), card_sign(box, card)))
    left, under, kept = len(rows), int(s.n_under), int(s.n_held)
    note = Message(
        "Not seen yet: {left}. Under the deck: {under}. Kept by players: {kept}.", left=left, under=under, kept=kept
    )
    if not rows:
        rows.append(("–", "–", ""))
    head = (Message("Bridge goes up"), Message("Bridge goes down"), "")
    return AidTable(Message("Cards not seen yet"), head, tuple(rows), note)


# ------------------------------------------------------------------------- prices


def millions(units: int) -> Text:
    """An amount in millions, as a table has room for it: 3.52."""
    whole, rest = divmod(int(units), 100)
    return Message("{whole}.{part}", whole=whole, part=f"{rest:02}".rstrip("0")) if rest else str(whole)


def on_track(b: Any) -> list[int]:
    """The districts of this track in walking order."""
    return [int(d) for d in b.district[: b.n_spaces] if d >= 0]


def rents(box: Box, b: Any) -> AidTable:
    """The rents of this track by blocks."""
    rows: list[tuple[Text, ...]] = []
    for d in on_track(b):
        lines = card_lines(box, d)[1 : BLOCKS + 2]
        rows.append((name_of(b, d), *(millions(line.units) for line in lines)))
    head: tuple[Text, ...] = (Message("District"), Message("Base rent"), *map(str, range(1, BLOCKS + 1)))
    return AidTable(Message("Rents of this track in millions, by blocks"), head, tuple(rows), UNSURE)


def prices(box: Box, b: Any) -> AidTable:
    """What districts and what stands on them cost."""
    rows: list[tuple[Text, ...]] = []
    for d in on_track(b):
        lines = card_lines(box, d)
        shown = [lines[0], lines[-3], lines[-2], lines[-1]]
        rows.append((name_of(b, d), *(millions(line.units) for line in shown if not hidden(b, line))))
    head: list[Text] = [Message("District"), Message("Price"), Message("Residential block")]
    if not b.starter:
        head.append(Message("Industrial block"))
    return AidTable(Message("Prices of this track in millions"), (*head, Message("Skyscraper")), tuple(rows))


def whole_cards(box: Box, b: Any) -> AidTable:
    """Everything that stands on the cards of this track."""
    rows: list[tuple[Text, ...]] = []
    for d in on_track(b):
        lines = [line for line in card_lines(box, d) if not hidden(b, line)]
        rows.append((name_of(b, d), *(millions(line.units) for line in lines)))
    of_blocks: list[Text] = [Message("Residential block"), Message("Industrial block")]
    costs = [*of_blocks[: 1 if b.starter else 2], Message("Skyscraper")]
    head = (Message("District"), Message("Price"), Message("Base rent"), *map(str, range(1, BLOCKS + 1)), *costs)
    return AidTable(Message("Prices and rents of this track in millions, by blocks"), head, tuple(rows), UNSURE)


def hidden(b: Any, line: Any) -> bool:
    """Starter has no industrial blocks."""
    return bool(b.starter) and line.label == Message("Industrial block")


def constants(position: Position) -> AidTable:
    """Amounts that are on no card."""
    b = position.game.plain_box
    values = read_box(position.game.box_files).constants
    fields = {"bridge_toll": "toll", "jail_fine": "fine", "hazard_move_price": "hazard_price"}
    rows: list[tuple[Text, ...]] = [(OPTION_NAMES["money"], amount(int(b.money)))]
    for name, title in CONSTANTS.items():
        if b.starter and name in ("stadium_bonus", "stadium_price", "tower_price"):
            continue
        rows.append((title, amount(values[fields.get(name, name)])))
    return AidTable(Message("Other prices"), (Message("What for"), Message("Amount")), tuple(rows))


def stated(position: Position) -> dict[str, Any]:
    """The constants of the box with the status of each."""
    files = position.game.box_files or standard_box()
    constants: dict[str, Any] = json.loads(files[CONSTANTS_JSON])["constants"]
    return constants
