"""The panels beside the track: what is open now, the buttons, the players with their district cards, the bank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tripolis.engine.scene import Mark, Sprite, Text
from tripolis.engine.words import Message

from ..box.files import BLOCK_KINDS
from ..rules.state import DISTRICT_IDS, DISTRICTS, INDUSTRIAL, STEPS, Phase
from .district_cards import card_sign
from .labels import BANK, amount, amount_text, card_words, name_of
from .notation import WORDS
from .terminal import PHASE_TITLES

if TYPE_CHECKING:
    from .scene import TableDrawing

STATUS, TABLE, BUTTON_ROW = 96, 160, 56
SEAT_WIDTH, SEAT_HEIGHT = 312, 124
BANK_HEIGHT = 160
PER_ROW = 4
CARD_WIDTH, CARD_HEIGHT = 36, 26.4

BUTTONS: dict[str, Message] = {
    **{f"do-{verb}": words for verb, words in WORDS.items()},
    "do-cancel": Message("Withdraw"),
    "do-bid": Message("Bid"),
    "add-all": Message("All cash"),
    "do-give-card": Message("Offer a card"),
    "do-take-card": Message("Ask for a card"),
    "do-remove-given-card": Message("Keep a card"),
    "do-remove-taken-card": Message("One card less"),
    "do-remove-cash": Message("No cash"),
    "tool-residential": Message("Residential"),
    "tool-industrial": Message("Industrial"),
    "tool-stadium": Message("Stadium"),
    "tool-skyscraper": Message("Skyscraper"),
    "tool-tower": Message("Tower"),
    "tool-mortgage": Message("Mortgage"),
    "tool-redeem": Message("Redeem"),
    "tool-remove": Message("Take off"),
    "tool-deal": Message("Deal"),
    "tool-bonus": Message("Bonus"),
    "tool-hazard": Message("Hazard"),
    "tool-clear": Message("Nobody's"),
}


AMOUNT_BUTTONS = {
    "add": Message("+ {amount}"),
    "less": Message("− {amount}"),
    "pay": Message("Pay {amount}"),
    "ask": Message("Ask {amount}"),
}


def button_words(name: str) -> Message:
    """What stands on a button."""
    if name in BUTTONS:
        return BUTTONS[name]
    verb, _, sum_text = name.partition("-")
    units = {amount_text(step): step for step in STEPS}[sum_text]
    return AMOUNT_BUTTONS[verb].fill(amount=amount(units))


def button(name: str, words: Text, i: int, top: float = 0, z: int = 3) -> Sprite:
    """The button at a place in the rows of the hand."""
    marks = (Mark(50, 16, 11, text=words, colour="on-button", width=90),)
    x, y = 162 * (i % PER_ROW), top + BUTTON_ROW * (i // PER_ROW)
    return Sprite(name, "button", "hand", x, y, 152, 48, z, role="button", shape="button", label=words, marks=marks)


class Panels:
    """What is drawn beside the track."""

    def __init__(self, table: TableDrawing) -> None:
        self.table = table
        self.s, self.b = table.s, table.b
        position = table.position
        paths = [move.path for move in position.legal()] if not position.over else []
        used = {name for path in paths for name in path}
        self.buttons = [name for name in self.known_buttons() if name in used]
        self.rows = max(2, -(-len(self.buttons) // PER_ROW))

    @staticmethod
    def known_buttons() -> list[str]:
        """Every button there is, in the order in which they are shown."""
        amounts = [f"{verb}-{amount_text(step)}" for verb in ("add", "pay", "ask") for step in STEPS]
        return sorted([*BUTTONS, *amounts], key=lambda name: (not name.startswith("do-"), name in BUTTONS))

    def heights(self) -> Iterator[tuple[str, float, Text]]:
        """The areas of the column from top to bottom."""
        yield "panel:status", STATUS, Message("Dice and cards")
        yield "panel:table", TABLE, Message("What is open")
        yield "hand", self.rows * BUTTON_ROW, Message("Your moves")
        yield "panel:seats", -(-len(self.table.seats) // 2) * (SEAT_HEIGHT + 8), Message("Players")
        yield "panel:bank", BANK_HEIGHT, Message("Bank")

    def sprites(self) -> Iterator[Sprite]:
        """All sprites of the panels."""
        yield from self.status()
        yield from self.open_matters()
        yield from self.hand()
        for seat in self.table.seats:
            yield from self.seat(seat)
        yield from self.small_cards()
        yield from self.bank()

    # -------------------------------------------------------------- status

    def status(self) -> Iterator[Sprite]:
        """Dice, round, deck, and who decides what."""
        s, b, area = self.s, self.b, "panel:status"
        yield Sprite("status", "panel-low", area, 0, 0, 640, STATUS)
        for i in range(int(b.dice)):
            n = int(s.dice[i])
            if n:
                yield Sprite(f"die-{i}", f"die-{n}", area, 16 + 62 * i, 20, 56, 56, 2, role="piece", label=str(n))
        decides: Text = Message("The game is over")
        if s.actor >= 0:
            who = {"seat": self.table.names[int(s.actor)], "what": PHASE_TITLES[Phase(int(s.phase))]}
            decides = Message("{seat} decides: {what}", **who)
        n, limit = int(s.rounds) + 1, int(b.round_limit)
        rounds = Message("Round {n} of at most {of}", n=min(n, limit), of=limit) if limit else Message("Round {n}", n=n)
        marks = (
            Mark(0, 30, 24, text=decides, anchor="start", width=395),
            Mark(0, 66, 21, text=rounds, colour="ink-muted", anchor="start", width=395),
        )
        yield Sprite("decides", "", area, 150, 0, 100, 96, 2, label=decides, marks=marks)
        unseen = int(s.unseen).bit_count()
        left = Message("Event cards not seen yet: {n}", n=unseen)
        count = (Mark(50, 122, 28, text=str(unseen), colour="on-back"),)
        yield Sprite("deck", "card-back", area, 560, 8, 56, 80, 2, label=left, marks=count)

    # ------------------------------------------------------ what is open

    def open_matters(self) -> Iterator[Sprite]:
        """A debt, an auction, an offer, or the last card."""
        s, b, area = self.s, self.b, "panel:table"
        yield Sprite("table", "panel", area, 0, 0, 640, TABLE)
        lines: list[tuple[Text, str]] = []
        phase = Phase(int(s.phase))
        haggling = phase in (Phase.AUCTION, Phase.DEAL, Phase.ANSWER)
        shows_card = not haggling and bool(s.n_under or s.n_held)
        if s.debt > 0 and s.debtor >= 0:
            who = {"seat": self.table.names[int(s.debtor)], "partner": self.party(int(s.creditor))}
            lines.append((Message("{seat} owes {amount} to: {partner}", amount=amount(s.debt), **who), "bad"))
        if phase == Phase.AUCTION:
            d = int(b.district[s.at[s.turn]])
            lines.append((Message("Auction: {district}", district=name_of(b, d)), "ink"))
            lines.append((Message("Highest bid: {amount}", amount=amount(s.bid)), "ink"))
            for k, seat in enumerate(seat for seat in self.table.seats if s.bidding >> seat & 1):
                label = Message("{seat} is in", seat=self.table.names[seat])
                size = 44 if seat == s.leader else 30
                yield Sprite(f"bidder-{seat}", f"seat-{seat}", area, 24 + 56 * k, 100, size, size, 2, label=label)
        elif phase in (Phase.DEAL, Phase.ANSWER):
            yield from self.offer()
        elif shows_card:
            text = card_words(b, int(s.card), int(s.card_up))
            sign = card_sign(self.table.box, int(s.card))
            label = Message("Last card: {text}", text=text)
            yield Sprite("card", "card-face", area, 16, 26, 76, 108, 2, label=label)
            lines.append((Message("Last card"), "ink-muted"))
            lines.append((Message("{text} {sign}", text=text, sign=sign), "ink"))
        elif not lines:
            lines.append((Message("Nothing is open."), "ink-muted"))
        left = 112 if shows_card else 24
        for i, (line, colour) in enumerate(lines):
            marks = (Mark(0, 0, 25, text=line, colour=colour, anchor="start", width=616 - left),)
            yield Sprite(f"open-{i}", "", area, left, 32 + 36 * i, 100, 20, 2, label=line, marks=marks)

    def party(self, seat: int) -> Text:
        """A player by name, or the bank."""
        return BANK if seat < 0 else self.table.names[seat]

    def offer(self) -> Iterator[Sprite]:
        """Both sides of the offer; the district cards lie here too (see `small_cards`)."""
        s, area = self.s, "panel:table"
        for side, seat, cards, cash in (
            (0, int(s.opener), int(s.give_cards), int(s.offer_cash)),
            (1, int(s.partner), int(s.take_cards), -int(s.offer_cash)),
        ):
            x = 20 + 310 * side
            gives = Message("{seat} gives", seat=self.table.names[seat])
            marks = (Mark(9, 16, 26, symbol=f"seat-{seat}"), Mark(28, 16, 24, text=gives, anchor="start", width=250))
            yield Sprite(f"offer-{side}", "", area, x, 8, 100, 32, 2, label=gives, marks=marks)
            if cash > 0:
                label = Message("Cash {amount}", amount=amount(cash))
                text = (Mark(120, 50, 60, text=amount(cash), anchor="start"),)
                yield Sprite(f"offer-cash-{side}", "money", area, x, 108, 40, 40, 3, label=label, marks=text)
            if cards > 0:
                label = Message("Jail cards: {n}", n=cards)
                text = (Mark(115, 36, 36, text=str(cards), anchor="start"),)
                yield Sprite(f"offer-cards-{side}", "jail-card", area, x + 180, 108, 54, 40, 3, label=label, marks=text)

    # ------------------------------------------------------------- buttons

    def hand(self) -> Iterator[Sprite]:
        """The buttons and tools of the moves that are allowed now."""
        for i, name in enumerate(self.buttons):
            yield button(name, button_words(name), i)

    # ------------------------------------------------------------- players

    def seat_place(self, seat: int) -> tuple[float, float]:
        """Corner of a player's panel."""
        return (SEAT_WIDTH + 16) * (seat % 2), (SEAT_HEIGHT + 8) * (seat // 2)

    def seat(self, seat: int) -> Iterator[Sprite]:
        """Name, cash, worth, jail cards."""
        s, area = self.s, "panel:seats"
        x, y = self.seat_place(seat)
        cash, worth = amount(s.cash[seat]), amount(self.table.position.score(seat).total)
        name = self.table.names[seat]
        turn = seat == int(s.turn) and s.actor >= 0
        label = Message("{seat}: cash {amount}, worth {worth}", seat=name, amount=cash, worth=worth)
        worth_text = Message("worth {amount}", amount=worth)
        marks = (
            Mark(15, 10.3, 9, symbol=f"seat-{seat}"),
            Mark(21, 6.7, 7.6, text=name, anchor="start", width=47),
            Mark(21, 14.6, 6.4, text=worth_text, colour="ink-muted", anchor="start", width=47),
            Mark(97, 10.3, 8.4, text=cash, anchor="end", width=28),
        )
        yield Sprite(
            f"seat-{seat}", "plate-turn" if turn else "plate", area, x, y, SEAT_WIDTH, 64, 1,
            role="target", owner=seat, shape="plate", label=label, marks=marks,
        )  # fmt: skip
        for k in range(int(s.jail_cards[seat])):
            left, label = x + SEAT_WIDTH - 34 - 34 * k, Message("Jail card")
            yield Sprite(f"jail-card-{seat}-{k}", "jail-card", area, left, y + 98, 30, 22, 3, role="piece", label=label)

    def small_cards(self) -> Iterator[Sprite]:
        """Each district card where it belongs: with its owner, in the offer, or with the bank."""
        s, b = self.s, self.b
        counts: dict[tuple[str, int], int] = {}
        for d in range(DISTRICTS):
            if not int(b.on_track) >> d & 1:
                continue
            owner = int(s.owner[d])
            offered = int(s.given | s.taken) >> d & 1
            key = ("offer", 1 - (int(s.given) >> d & 1)) if offered else ("seat", owner)
            i = counts.get(key, 0)
            counts[key] = i + 1
            x, y = 0.0, 0.0
            if offered:
                area, x, y = "panel:table", 20 + 310 * key[1] + 40 * (i % 7), 44 + 30 * (i // 7)
            elif owner >= 0:
                left, top = self.seat_place(owner)
                area, x, y = "panel:seats", left + 2 + 38.8 * (i % 8), top + 68 + 28 * (i // 8)
            else:
                area, x, y = "panel:bank", 16.0 + 40 * (i % 15), 96.0 + 30 * (i // 15)
            mortgaged = bool(s.mortgaged >> d & 1)
            name = name_of(b, d)
            label = Message("Deed: {district}", district=name)
            if mortgaged:
                label = Message("Deed, mortgaged: {district}", district=name)
            colour = "ink" if mortgaged else f"on-group-{int(b.group[d]) + 1}"
            marks: tuple[Mark, ...] = (Mark(50, 24, 44, text=DISTRICT_IDS[d], colour=colour),)
            if mortgaged:
                marks = (*marks, Mark(50, 56, 26, text="M", colour="ink-muted"))
            symbol = "deed-back" if mortgaged else f"deed-{int(b.group[d]) + 1}"
            yield Sprite(
                f"deed-{DISTRICT_IDS[d]}", symbol, area, x, y, CARD_WIDTH, CARD_HEIGHT, 4,
                role="piece", owner=owner, shape="deed", label=label, marks=marks,
            )  # fmt: skip

    # ---------------------------------------------------------------- bank

    @staticmethod
    def bank_place(i: int) -> tuple[float, float]:
        """Where the bank keeps a large building."""
        return 180 + 44 * (i % 10), 6 + 44 * (i // 10)

    def bank(self) -> Iterator[Sprite]:
        """What is left: blocks, large buildings, district cards."""
        s, b, area = self.s, self.b, "panel:bank"
        yield Sprite("bank", "panel", area, 0, 0, 640, BANK_HEIGHT, label=Message("Bank"))
        signs = Message("~ decoded, ? reconstructed by us")
        marks = (Mark(0, 0, 17, text=signs, colour="ink-muted", anchor="end", width=600),)
        yield Sprite("signs", "", area, 626, 148, 100, 12, 2, label=signs, marks=marks)
        labels = (Message("Residential blocks left: {n}"), Message("Industrial blocks left: {n}"))
        for kind, (name, label) in enumerate(zip(BLOCK_KINDS, labels, strict=True)):
            if kind == INDUSTRIAL and b.starter:
                continue
            n = int(s.stock[kind])
            marks = (Mark(125, 15, 34, text="∞" if b.unlimited_blocks else str(n), anchor="start"),)
            place = (20, 22 + 34 * kind, 66, 20, 2)
            yield Sprite(f"stock-{name}", f"block-{name}", area, *place, label=label.fill(n=n), marks=marks)
