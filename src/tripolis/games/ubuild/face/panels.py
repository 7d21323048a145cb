"""The panels beside the track: what is open now, the buttons, the players with their district cards, the bank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tripolis.engine.scene import Area, Chip, Mark, Sprite, Text
from tripolis.engine.words import Message

from ..box.files import BLOCK_KINDS
from ..rules.state import DISTRICT_IDS, DISTRICTS, INDUSTRIAL, STEPS, Phase
from .labels import BANK, amount, amount_text, name_of, round_words, short_amount
from .notation import WORDS

if TYPE_CHECKING:
    from .scene import TableDrawing

TABLE_WIDTH, TABLE, OPEN_TEXT = 400, 240, 26
OFFER_WIDTH, OFFER_LINES, OFFER_HEAD = 194, 5, 44
BUTTON_ROW = 56
SEAT_WIDTH, PLATE, DEED_ROW, EDGE = 312, 64, 30, 10
ROWS = {2: 9, 3: 7, 4: 4, 5: 3, 6: 3}
"""How many districts stand below each other in a player's panel, by the number of players."""
OWN_ROWS = 7
BANK_HEIGHT = 160
PER_ROW = 4
CARD_WIDTH, CARD_HEIGHT = 36, 26.4
STOCK_LABELS = (Message("Residential blocks left: {n}"), Message("Industrial blocks left: {n}"))

BUTTONS: dict[str, Message] = {
    **{f"do-{verb}": words for verb, words in WORDS.items()},
    "do-cancel": Message("Withdraw"),
    "do-bid": Message("Bid"),
    "add-all": Message("All cash"),
    "do-give-card": Message("Offer a card"),
    "do-take-card": Message("Ask for a card"),
    "do-remove-given-card": Message("Keep a card"),
    "do-remove-taken-card": Message("One card fewer"),
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
    "tool-clear": Message("Unowned"),
}


AMOUNT_BUTTONS = {
    "add": Message("+ {amount}"),
    "pay": Message("Pay {amount}"),
    "ask": Message("Ask {amount}"),
}


def button_words(name: str) -> Message:
    """What stands on a button."""
    if name in BUTTONS:
        return BUTTONS[name]
    verb, _, sum_text = name.partition("-")
    units = {amount_text(step): step for step in STEPS}[sum_text]
    return AMOUNT_BUTTONS[verb].fill(amount=short_amount(units))


KINDS = {
    "do-roll": "main", "do-buy": "main", "do-bid": "main", "do-send": "main", "do-accept": "main",
    "do-end": "done", "do-drop": "ends", "do-pass": "ends", "do-bankrupt": "ends", "do-refuse": "ends",
    "do-cancel": "cancel", "tool-mortgage": "extra", "tool-redeem": "extra", "tool-deal": "extra",
}  # fmt: skip
"""What buttons are for: the first choice, what cannot be taken back, what goes on when all is done, what goes back,
what may be done besides."""


SYMBOLS = {
    "tool-residential": "block-residential", "tool-industrial": "block-industrial", "tool-stadium": "stadium",
    "tool-skyscraper": "skyscraper", "tool-tower": "tower",
}  # fmt: skip
"""What a button builds, as a picture."""


def button(name: str, words: Text, i: int, top: float = 0, z: int = 3, area: str = "hand", note: Text = "") -> Sprite:
    """The button at a place in the rows of an area."""
    marks: tuple[Mark, ...] = (Mark(50, 16, 11, text=words, colour="on-button", width=90),)
    if name in SYMBOLS:
        marks = (Mark(12, 16, 14, symbol=SYMBOLS[name]), replace(marks[0], x=56, width=70))
    x, y = 162 * (i % PER_ROW), top + BUTTON_ROW * (i // PER_ROW)
    kind = "amount" if name.startswith(("add-", "pay-", "ask-")) else KINDS.get(name, "")
    look: dict[str, Any] = {"role": "button", "shape": "button", "label": words, "marks": marks}
    return Sprite(name, "button", area, x, y, 152, 48, z, kind=kind, note=note, **look)


def choice(name: str, i: int, note: Text) -> Sprite:
    """A button of a move that is allowed now."""
    return button(name, button_words(name), i, area="choices", note=note)


NOTES = {
    "do-auction": Message("everyone may bid"),
    "do-drop": Message("can't be undone"),
    "do-end": Message("can't be undone"),
    "do-pass": Message("your turn goes on"),
    "do-bankrupt": Message("the game is over"),
    "do-cancel": Message("keep what you have"),
    "tool-mortgage": Message("get cash"),
    "tool-redeem": Message("pay it back"),
    "tool-deal": Message("with a player"),
    "do-refuse": Message("nothing changes hands"),
    "do-accept": Message("at once"),
}
KEPT = {Phase.DEAL: {"do-send"}, Phase.AUCTION: {"do-drop"}}
"""Buttons that are seen before they can be pressed, with the reason as their note."""


class Panels:
    """What is drawn beside the track."""

    def __init__(self, table: TableDrawing) -> None:
        self.table = table
        self.s, self.b = table.s, table.b
        game, position = table.position.game, table.position
        numbers = position.legal_numbers() if not position.over else []
        self.used = {name for n in numbers for name in game.face.moves.path(self.s, self.b, n)}
        """The sprites that can be clicked now."""
        kept = KEPT.get(Phase(int(self.s.phase)), set()) if self.used else set()
        self.buttons = [name for name in self.known_buttons() if name in self.used | kept]
        self.rows = max(2, -(-len(self.buttons) // PER_ROW))

    @staticmethod
    def known_buttons() -> list[str]:
        """Every button there is, in the order in which they are shown."""
        amounts = [f"{verb}-{amount_text(step)}" for verb in ("add", "pay", "ask") for step in STEPS]
        return sorted([*BUTTONS, *amounts], key=lambda name: (not name.startswith("do-"), name in BUTTONS))

    def lines(self, seat: int) -> int:
        """How many districts stand below each other in a player's panel; the viewer has room for more."""
        rows = ROWS[len(self.table.seats)]
        return max(rows, OWN_ROWS) if seat == self.table.position.observer else rows

    def areas(self) -> Iterator[Area]:
        """The areas of the column from top to bottom; their x is relative to it."""
        matter = (
            Message("Bid") if self.s.phase == Phase.AUCTION else Message("Debt") if self.s.debt else Message("Deal")
        )
        yield Area("panel:table", 0, 0, TABLE_WIDTH, TABLE, matter, "open", -1, 20, tuple(self.open_chips()))
        yield Area("choices", 0, 0, 640, self.rows * BUTTON_ROW, Message("Your moves"), "choices")
        for seat in self.table.seats:
            name, chips = self.table.names[seat], tuple(self.summary(seat))
            height = PLATE + 8 + DEED_ROW * self.lines(seat)
            yield Area(f"panel:seat-{seat}", 0, 0, SEAT_WIDTH, height, name, "own", seat, 19, chips)
        yield Area("panel:bank", 0, 0, 640, BANK_HEIGHT, Message("Bank"), "info", -1, 22, tuple(self.stock_chips()))

    def open_chips(self) -> Iterator[Chip]:
        """What is open in short: a debt, the highest bid, whom a deal is with."""
        s, phase = self.s, Phase(int(self.s.phase))
        if phase == Phase.AUCTION:
            bid = Message("Highest bid: {amount}", amount=amount(s.bid))
            yield Chip(f"seat-{int(s.leader)}" if s.leader >= 0 else "money", amount(s.bid), bid)
        elif phase in (Phase.DEAL, Phase.ANSWER):
            for seat in (int(s.opener), int(s.partner)):
                yield Chip(f"seat-{seat}", "", self.table.names[seat])
        elif s.debt > 0 and s.debtor >= 0:
            who = {"seat": self.table.names[int(s.debtor)], "partner": self.party(int(s.creditor))}
            label = Message("{seat} owes {partner} {amount}", amount=amount(s.debt), **who)
            yield Chip("money", amount(s.debt), label)

    def stock_chips(self) -> Iterator[Chip]:
        """The blocks that the bank still has."""
        for kind, label in enumerate(STOCK_LABELS):
            if kind == INDUSTRIAL and self.b.starter:
                continue
            n = int(self.s.stock[kind])
            text = "∞" if self.b.unlimited_blocks else str(n)
            yield Chip(f"block-{BLOCK_KINDS[kind]}", text, label.fill(n=n))

    def deed_chips(self) -> Iterator[Chip]:
        """How many districts still have no owner."""
        free = sum(1 for d in range(DISTRICTS) if self.b.on_track >> d & 1 and self.s.owner[d] < 0)
        yield Chip("", Message("{n} free", n=free), Message("Districts without an owner: {n}", n=free))

    def summary(self, seat: int) -> Iterator[Chip]:
        """A player in a row: cash, worth, and each deed as its colour with its rent."""
        s, b = self.s, self.b
        worth = amount(self.table.worth[seat])
        yield Chip("money", amount(s.cash[seat]), Message("Cash {amount}", amount=amount(s.cash[seat])))
        yield Chip("", Message("worth {amount}", amount=worth))
        if s.jail_cards[seat]:
            yield Chip("jail-card", str(int(s.jail_cards[seat])), Message("Jail cards: {n}", n=int(s.jail_cards[seat])))
        for d in range(DISTRICTS):
            if int(s.holds[seat]) >> d & 1:
                label = Message("{district}: rent {amount}", district=name_of(b, d), amount=amount(self.rents[d]))
                yield Chip("deed-back" if s.mortgaged >> d & 1 else f"deed-{int(b.group[d]) + 1}", "", label)

    @cached_property
    def rents(self) -> list[int]:
        """The rent of every district now."""
        return [rent.total for rent in self.table.rents]

    def sprites(self) -> Iterator[Sprite]:
        """All sprites of the panels."""
        yield from self.dice_and_deck()
        yield from self.open_matters()
        yield from self.hand()
        for seat in self.table.seats:
            yield from self.seat(seat)
        yield from self.small_cards()
        yield from self.bank()

    # -------------------------------------------------------- dice and deck

    def dice_and_deck(self) -> Iterator[Sprite]:
        """In the middle of the track: the last roll, and the cards with the round."""
        s, b = self.s, self.b
        x, y, roomy = self.table.track_plan.middle
        for i in range(int(b.dice)):
            n = int(s.dice[i])
            if n:
                place = (x + 60 * (i + 2 - int(b.dice)), y + 10, 52, 52, 2)
                yield Sprite(f"die-{i}", f"die-{n}", "board", *place, role="piece", label=str(n))
        if roomy:
            rounds = round_words(s, b)
            marks = (Mark(89, 84, 19, text=rounds, colour="ink", width=178),)
            yield Sprite("round", "", "board", x, y, 100, 100, 2, label=rounds, marks=marks)
        left = Message("Event cards not seen yet: {n}", n=int(s.unseen).bit_count())
        count = (Mark(50, 116, 40, text=str(int(s.unseen).bit_count()), colour="on-back"),)
        yield Sprite("deck", "card-back", "board", x + 128, y, 50, 71.4, 2, label=left, marks=count)

    # ------------------------------------------------------ what is open

    def open_matters(self) -> Iterator[Sprite]:
        """An offer or an auction."""
        phase = Phase(int(self.s.phase))
        if phase in (Phase.DEAL, Phase.ANSWER):
            parts = self.offer()
        elif phase == Phase.AUCTION:
            parts = self.auction()
        else:
            return
        title = Message("Current deal or auction")
        top, height = (0, TABLE) if phase == Phase.AUCTION else self.offer_box
        yield Sprite("table", "panel-open", "panel:table", 0, top, TABLE_WIDTH, height, label=title)
        yield from parts

    def auction(self) -> Iterator[Sprite]:
        """What is sold, the highest bid, who is still in."""
        s, b = self.s, self.b
        district = name_of(b, int(b.district[s.at[s.turn]]))
        yield from self.open_text(0, Message("Auction: {district}", district=district))
        yield from self.open_text(1, Message("Highest bid: {amount}", amount=amount(s.bid)))
        for k, seat in enumerate(seat for seat in self.table.seats if s.bidding >> seat & 1):
            label = Message("{seat} is still in", seat=self.table.names[seat])
            size = 48 if seat == s.leader else 34
            place = 24 + 60 * k, 190 - size / 2, size, size, 2
            yield Sprite(f"bidder-{seat}", f"seat-{seat}", "panel:table", *place, label=label)

    @staticmethod
    def open_text(n: int, text: Text, colour: str = "ink", left: float = 24) -> Iterator[Sprite]:
        """A text about what is open, which may go on below."""
        width = TABLE_WIDTH - 20 - left
        marks = (Mark(0, 0, OPEN_TEXT, text=text, colour=colour, anchor="start", width=width, lines=5),)
        yield Sprite(f"open-{n}", "", "panel:table", left, 40 + 44 * n, 100, 20, 2, label=text, marks=marks)

    def party(self, seat: int) -> Text:
        """A player by name, or the bank."""
        return BANK if seat < 0 else self.table.names[seat]

    @cached_property
    def offer_lines(self) -> tuple[int, int]:
        """How many rows the districts of each side of an offer take."""
        given, taken = (int(cards).bit_count() for cards in (self.s.given, self.s.taken))
        return min(given, OFFER_LINES), min(taken, OFFER_LINES)

    @cached_property
    def offer_box(self) -> tuple[float, float]:
        """Where an offer begins and how high it is: as high as its longer side, in the middle of its place."""
        s = self.s
        more = (s.offer_cash > 0 or s.give_cards, s.offer_cash < 0 or s.take_cards)
        rows = max(lines + 1.3 * bool(rest) for lines, rest in zip(self.offer_lines, more, strict=True))
        height = min(TABLE, OFFER_HEAD + DEED_ROW * max(1.0, rows) + 10)
        return (TABLE - height) / 2, height

    def offer(self) -> Iterator[Sprite]:
        """Both sides of the offer; the district cards lie here too (see `small_cards`)."""
        s, area, top = self.s, "panel:table", self.offer_box[0]
        for side, seat, cards, cash in (
            (0, int(s.opener), int(s.give_cards), int(s.offer_cash)),
            (1, int(s.partner), int(s.take_cards), -int(s.offer_cash)),
        ):
            x = 12 + OFFER_WIDTH * side
            gives = Message("{seat} gives", seat=self.table.names[seat])
            marks = (Mark(9, 14, 22, symbol=f"seat-{seat}"), Mark(28, 14, 22, text=gives, anchor="start", width=150))
            yield Sprite(f"offer-{side}", "", area, x, top + 10, 100, 28, 2, label=gives, marks=marks)
            below = top + OFFER_HEAD + DEED_ROW * self.offer_lines[side] + 2
            if cash > 0:
                label = Message("Cash {amount}", amount=amount(cash))
                text = (Mark(120, 50, 66, text=short_amount(cash), anchor="start"),)
                yield Sprite(f"offer-cash-{side}", "money", area, x, below, 34, 34, 3, label=label, marks=text)
            if cards > 0:
                label = Message("Jail cards: {n}", n=cards)
                text = (Mark(115, 36, 42, text=str(cards), anchor="start"),)
                yield Sprite(
                    f"offer-cards-{side}", "jail-card", area, x + 120, below + 2, 44, 32, 3, label=label, marks=text
                )

    # ------------------------------------------------------------- buttons

    def hand(self) -> Iterator[Sprite]:
        """The buttons and tools of the moves that are allowed now."""
        for i, name in enumerate(self.buttons):
            look = (name, i, self.note(name))
            yield from self.table.once(("button", *look), choice, *look)

    def note(self, name: str) -> Text:
        """The second line of a button: what it costs, or that there is no way back."""
        s, b = self.s, self.b
        if name == "do-buy" and s.actor >= 0 and b.district[s.at[s.turn]] >= 0:
            left = s.cash[s.actor] - b.price[b.district[s.at[s.turn]]]
            return Message("you keep {amount}", amount=amount(left))
        if name == "do-fine":
            return Message("pay {amount}", amount=amount(b.fine))
        if name == "do-drop" and name not in self.used:
            return Message("you open: bid first")
        if name == "do-send" and s.partner >= 0:
            if not (s.taken or s.take_cards or s.offer_cash < 0):
                return Message("add what you want")
            if not (s.given or s.give_cards or s.offer_cash > 0):
                return Message("add what you give")
            return Message("{seat} may refuse", seat=self.table.names[int(s.partner)])
        if name in ("tool-residential", "tool-industrial"):
            kind = BLOCK_KINDS.index(name.removeprefix("tool-"))
            prices = [b.block_price[d][kind] for d in range(DISTRICTS) if s.holds[s.actor] >> d & 1]
            return Message("from {amount}", amount=amount(min(prices)))
        if name == "tool-stadium":
            return amount(b.stadium_price)
        if name == "tool-tower":
            return amount(b.tower_price)
        return NOTES.get(name, "")

    # ------------------------------------------------------------- players

    def seat(self, seat: int) -> Iterator[Sprite]:
        """Name, cash, worth, jail cards."""
        s, area = self.s, f"panel:seat-{seat}"
        cash, worth = amount(s.cash[seat]), amount(self.table.worth[seat])
        name = self.table.names[seat]
        turn = seat == int(s.turn) and s.actor >= 0
        label = Message("{seat}: cash {amount}, worth {worth}", seat=name, amount=cash, worth=worth)
        worth_text = Message("worth {amount}", amount=short_amount(self.table.worth[seat]))
        marks = (
            Mark(8.5, 7.4, 8, symbol=f"seat-{seat}"),
            Mark(15, 7.4, 8.2, text=name, anchor="start", width=42),
            Mark(5, 15.6, 6.2, text=worth_text, colour="ink-muted", anchor="start", width=52),
            Mark(95, 7.6, 9.4, text=short_amount(s.cash[seat]), anchor="end", width=34),
            Mark(95, 15.6, 6.2, text=Message("cash"), colour="ink-muted", anchor="end", width=34),
        )
        yield Sprite(
            f"seat-{seat}", "plate", area, 0, 0, SEAT_WIDTH, PLATE, 1,
            role="target", owner=seat, shape="plate", label=label, marks=marks,
        )  # fmt: skip
        rows = max(1, min(self.lines(seat), int(s.holds[seat]).bit_count()))
        sheet, look = (SEAT_WIDTH, PLATE + 14 + DEED_ROW * rows, 0), "sheet-turn" if turn else "sheet"
        yield Sprite(f"sheet-{seat}", look, area, 0, 0, *sheet, owner=seat, label=name)
        if not s.holds[seat]:
            none = Message("no districts yet")
            text = (Mark(0, 0, 19, text=none, colour="ink-muted", anchor="start"),)
            yield Sprite(f"none-{seat}", "", area, 16, PLATE + 24, 100, 20, 1, label=none, marks=text)
        for k in range(int(s.jail_cards[seat])):
            left, label = 134 + 32 * k, Message("Jail card")
            yield Sprite(f"jail-card-{seat}-{k}", "jail-card", area, left, 38, 30, 22, 3, role="piece", label=label)

    def small_cards(self) -> Iterator[Sprite]:
        """Each district card where it belongs: as a row with its owner, small in the offer or with the bank."""
        s, b = self.s, self.b
        counts: dict[tuple[str, int], int] = {}
        lists = {"seat": s.holds, "offer": (s.given, s.taken), "bank": (0,)}
        for d in range(DISTRICTS):
            if not int(b.on_track) >> d & 1:
                continue
            owner = int(s.owner[d])
            side = 0 if int(s.given) >> d & 1 else 1 if int(s.taken) >> d & 1 else -1
            for key in (("seat", owner), ("offer", side), ("bank", 0 if owner < 0 else -1)):
                if key[1] >= 0:
                    counts[key] = counts.get(key, -1) + 1
                    place = (d, counts[key], *key, int(lists[key[0]][key[1]]).bit_count())
                    look = (owner, self.lines(owner), s.mortgaged >> d & 1, self.rents[d], *s.blocks[d])
                    look += self.offer_box[:1] if side >= 0 else ()
                    yield from self.table.once(("listed", *place, *look), self.listed, *place)

    def listed(self, d: int, i: int, where: str, number: int, n: int) -> Sprite:
        """A district card as a row of its owner's list of `n` or of a side of the offer, or small with the bank."""
        if where == "bank":
            return self.small_card(d, "panel:bank", 16 + 40 * (i % 15), 96 + 30 * (i // 15))
        if where == "seat":
            width = SEAT_WIDTH - 2 * EDGE
            return self.row(d, f"panel:seat-{number}", (EDGE, PLATE + 4), width, i, n, self.lines(number))
        corner = (12 + OFFER_WIDTH * number, self.offer_box[0] + OFFER_HEAD)
        row = self.row(d, "panel:table", corner, OFFER_WIDTH - 12, i, n, OFFER_LINES)
        return replace(row, id=f"offered-{DISTRICT_IDS[d]}")

    def deed_label(self, d: int) -> Message:
        """A district card by its district."""
        name = name_of(self.b, d)
        if self.s.mortgaged >> d & 1:
            return Message("Deed, mortgaged: {district}", district=name)
        return Message("Deed: {district}", district=name)

    def row(self, d: int, area: str, corner: tuple[float, float], whole: float, i: int, n: int, lines: int) -> Sprite:
        """A district card as one of `n` rows in a list: colour, name, blocks, rent. Long lists have columns."""
        s, b = self.s, self.b
        mortgaged = bool(s.mortgaged >> d & 1)
        columns = -(-n // lines)
        width = (whole - 4 * (columns - 1)) / columns
        full = width > 0.85 * SEAT_WIDTH
        unit, middle = 100 / width, 50 * (DEED_ROW - 2) / width
        blocks = (
            [(kind, int(s.blocks[d][kind])) for kind in (0, 1) if s.blocks[d][kind]] if full and not mortgaged else []
        )
        end = 17 if full else 24 if columns == 1 and not mortgaged else 0
        name_width = 96 - 22 * unit - end * (3 if full else 1.6)
        marks = [Mark(22 * unit, middle, 19 * unit, text=name_of(b, d), anchor="start", width=name_width)]
        for k, (kind, count) in enumerate(blocks):
            marks.append(Mark(53 + 13 * k, middle, 7, symbol=f"block-{BLOCK_KINDS[kind]}"))
            marks.append(Mark(59 + 13 * k, middle, 6, text=str(count), colour="ink-muted"))
        if end:
            sum_ = Message("mortgaged") if mortgaged else short_amount(self.rents[d])
            colour, room = "ink-muted" if mortgaged else "ink", end if blocks or not full else 30
            marks.append(Mark(97, middle, 19 * unit, text=sum_, colour=colour, anchor="end", width=room))
        symbol = "row-back" if mortgaged else f"row-{int(b.group[d]) + 1}"
        x, y = corner[0] + (width + 4) * (i // lines), corner[1] + DEED_ROW * (i % lines)
        look: dict[str, Any] = {"role": "piece", "owner": int(s.owner[d]), "shape": "row", "label": self.deed_label(d)}
        return Sprite(f"deed-{DISTRICT_IDS[d]}", symbol, area, x, y, width, DEED_ROW - 2, 4, marks=tuple(marks), **look)

    def small_card(self, d: int, area: str, x: float, y: float) -> Sprite:
        """A district card where it is only counted."""
        s, b = self.s, self.b
        mortgaged = bool(s.mortgaged >> d & 1)
        colour = "ink" if mortgaged else f"on-group-{int(b.group[d]) + 1}"
        marks = (Mark(50, 24, 44, text=DISTRICT_IDS[d], colour=colour, coordinate=True),)
        symbol = "deed-back" if mortgaged else f"deed-{int(b.group[d]) + 1}"
        return Sprite(
            f"deed-{DISTRICT_IDS[d]}", symbol, area, x, y, CARD_WIDTH, CARD_HEIGHT, 4,
            role="piece", owner=int(s.owner[d]), shape="deed", label=self.deed_label(d), marks=marks,
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
        for kind, (name, label) in enumerate(zip(BLOCK_KINDS, STOCK_LABELS, strict=True)):
            if kind == INDUSTRIAL and b.starter:
                continue
            n = int(s.stock[kind])
            marks = (Mark(125, 15, 34, text="∞" if b.unlimited_blocks else str(n), anchor="start"),)
            place = (20, 22 + 34 * kind, 66, 20, 2)
            look: dict[str, Any] = {"role": "piece", "label": label.fill(n=n), "marks": marks}
            yield Sprite(f"stock-{name}", f"block-{name}", area, *place, **look)
