"""The names of things, amounts, and how moves are written."""

from __future__ import annotations

from typing import Any

from tripolis.engine.scene import Text
from tripolis.engine.words import Message, Plural

from ..rules.state import DISTRICTS, GROUP_NAMES, Op, Space

# -------------------------------------------------------------------- amounts


def amount(units: int) -> Message:
    """An amount as people say it in their language: 500k, 3M, 3.52M; 500.000, 3 Mio., 3,52 Mio. in German."""
    units = int(units)
    sign = "−" if units < 0 else ""
    whole, rest = divmod(abs(units), 100)
    if whole == 0:
        return Message("{sign}{n}k", sign=sign, n=rest * 10) if rest else Message("0")
    if rest == 0:
        return Message("{sign}{n}M", sign=sign, n=whole)
    return Message("{sign}{whole}.{part}M", sign=sign, whole=whole, part=f"{rest:02}".rstrip("0"))


def short_amount(units: int) -> Message:
    """An amount as cards print it, for boards and tables: 500k, 3M, 3.5M."""
    whole, rest = divmod(int(units), 100)
    if whole == 0:
        return Message("{n}k", n=rest * 10) if rest else Message("0")
    return Message("{whole}.{part}M", whole=whole, part=f"{rest:02}".rstrip("0")) if rest else Message("{n}M", n=whole)


def amount_text(units: int) -> str:
    """An amount in notation, the same in every language: 500k, 3.5M."""
    whole, rest = divmod(int(units), 100)
    if whole == 0:
        return f"{rest * 10}k"
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".") + "M"


# ---------------------------------------------------------------------- names

TRACK_TITLES = {"starter": Message("Starter"), "classic": Message("Classic"), "pro": Message("Pro")}

GROUP_TITLES = {
    "brown": Message("brown"),
    "light_blue": Message("light blue"),
    "pink": Message("pink"),
    "orange": Message("orange"),
    "red": Message("red"),
    "yellow": Message("yellow"),
    "green": Message("green"),
    "dark_blue": Message("dark blue"),
}
SPACE_TITLES = {
    Space.GO: Message("GO"),
    Space.JAIL: Message("Jail"),
    Space.FREE_PARKING: Message("Free Parking"),
    Space.GO_TO_JAIL: Message("Go To Jail"),
    Space.BRIDGE: Message("bridge"),
    Space.PLANNING: Message("Planning Permission"),
}
BLOCK_TITLES = (Message("residential block"), Message("industrial block"))
BUILDING_TITLES = (Message("stadium"), Message("skyscraper"), Message("Monopoly Tower"))
BONUS_TITLES = (Message("wind farm"), Message("school"), Message("park"))
HAZARD_TITLES = (Message("power plant"), Message("prison"), Message("sewage works"))
RAILROAD_TITLE = Message("railroad")
BANK = Message("the bank")

CATEGORY_NAMES = {"cash": Message("Cash"), "rents": Message("Current rents")}
CATEGORY_SYMBOLS = {"cash": "money", "rents": "hex-3"}
TIE_NAMES = {"cash": Message("Cash"), "districts": Message("Districts")}
TOTAL = Message("Total worth")


STATUS_TITLES = {
    "known": Message("known: printed in the rulebook"),
    "decoded": Message("decoded: printed, but the scan is damaged"),
    "decoded, low confidence": Message("decoded, but uncertain"),
    "inferred": Message("inferred from what is known"),
    "reconstructed": Message("reconstructed by us"),
}


def status_title(status: str) -> Message:
    """A status of the box files as words; what stands behind a colon is a remark for readers of the files."""
    short = status.split(":")[0].split("(")[0].strip()
    if short in STATUS_TITLES:
        return STATUS_TITLES[short]
    return STATUS_TITLES["reconstructed"]


def name_of(b: Any, d: int) -> str:
    """A district's name, from the box."""
    return bytes(n for n in b.name[d] if n).decode()


def group_name(b: Any, d: int) -> Message:
    """The colour of a district."""
    return GROUP_TITLES[GROUP_NAMES[int(b.group[d])]]


def bridge_number(b: Any, space: int) -> int:
    """Which of the bridges a space is, from 1."""
    return sum(1 for i in range(space + 1) if b.space[i] == Space.BRIDGE)


def space_name(b: Any, space: int) -> Message | str:
    """A space as people call it: a district's name, or what it is."""
    kind = Space(int(b.space[space]))
    if kind == Space.DISTRICT:
        return name_of(b, int(b.district[space]))
    if kind == Space.BRIDGE:
        return Message("bridge {n}", n=bridge_number(b, space))
    return SPACE_TITLES[kind]


def slot_name(slot: int) -> str:
    """A slot as it is written: s07."""
    return f"s{slot:02}"


def places_of(b: Any, slot: int) -> str:
    """The districts that a slot touches, a dash where it touches none."""
    near = int(b.slot_districts[slot])
    return ", ".join(name_of(b, d) for d in range(DISTRICTS) if near >> d & 1) or "–"


def blocks(kind: int, n: int) -> Plural:
    """So many blocks of a kind."""
    if kind == 0:
        return Plural("{n} residential block", "{n} residential blocks", n)
    return Plural("{n} industrial block", "{n} industrial blocks", n)


CARD_TEXTS = {
    Op.NONE: Message("Nothing happens"),
    Op.FREE_BLOCKS: Message("Build for free: {blocks}"),
    Op.BUILD_HAZARD: Message("Build a hazard next to another player's district"),
    Op.BUILD_BONUS: Message("Build a bonus building next to one of your districts"),
    Op.MOVE_HAZARD: Plural("Move a hazard {n} step for free", "Move a hazard up to {n} steps for free", 1),
    Op.REMOVE_HAZARD: Message("Take a hazard off the board"),
    Op.GO_TO_JAIL: Message("Go to jail"),
    Op.KEEP: Message("Get out of jail free: keep this card"),
    Op.TO_GO: Message("Advance to GO and collect your salary"),
    Op.TO_FREE_PARKING: Message("Advance to Free Parking; collect your salary if you pass GO"),
    Op.TO_UNOWNED: Message("Advance to the next unowned district; collect your salary if you pass GO"),
    Op.PAY_PER_BLOCK: Message("Pay the bank {amount} for each of your blocks, at most {cap}"),
    Op.GET_PER_DISTRICT: Message("The bank pays you {amount} for each of your districts, at most {cap}"),
    Op.PAY_BANK: Message("Pay the bank {amount}"),
    Op.GET_BANK: Message("The bank pays you {amount}"),
    Op.PAY_EACH: Message("Pay each player {amount}"),
    Op.GET_EACH: Message("Each player pays you {amount}"),
}
"""What an event card says, without its numbers."""


def card_words(b: Any, card: int, up: int) -> Message:
    """What a card says for a bridge in its new position."""
    op, n = Op(int(b.op[up][card])), int(b.op_n[up][card])
    text = CARD_TEXTS[op]
    if op == Op.FREE_BLOCKS:
        return text.fill(blocks=blocks(int(b.op_kind[up][card]), n))
    if op == Op.MOVE_HAZARD:
        return text.fill(n=n)
    if op in (Op.PAY_PER_BLOCK, Op.GET_PER_DISTRICT):
        return text.fill(amount=amount(n), cap=amount(b.op_cap[up][card]))
    return text.fill(amount=amount(n)) if op >= Op.PAY_BANK else text


def round_words(s: Any, b: Any) -> Message:
    """The round, and the last one where there is a limit."""
    n, limit = int(s.rounds) + 1, int(b.round_limit)
    return Message("Round {n} of at most {of}", n=min(n, limit), of=limit) if limit else Message("Round {n}", n=n)


# ------------------------------------------------------------------- notation

NOTATION = Message(
    "Moves are words: roll, buy, auction, end. Details follow a colon: block:p3:r is a residential block on district "
    "p3, bid:1.2M a bid, deal:2 opens a deal with player 2, then give:p3, take:o1, pay:500k, ask:1M, send."
)

DECISION_NAMES = {
    "buy": Message("Buying a property"),
    "auction": Message("Starting an auction"),
    "bid": Message("Bidding"),
    "pass": Message("Passing"),
    "block": Message("Building blocks"),
    "special": Message("Building something special"),
    "mortgage": Message("Taking out a mortgage"),
    "redeem": Message("Paying off a mortgage"),
    "deal": Message("Offering a deal"),
    "accept": Message("Accepting a deal"),
    "refuse": Message("Refusing a deal"),
    "hazard": Message("Placing a hazard"),
    "bonus": Message("Placing a bonus building"),
    "remove_hazard": Message("Removing a hazard"),
    "move": Message("Moving something"),
    "end": Message("Ending the turn"),
}
"""What people call decisions."""


FEW = 2
"""How many districts of an offer are named; more are counted."""


def side_words(s: Any, b: Any, districts: int, cards: int, cash: int) -> Text:
    """One side of an offer in a few words: its things, or how many they are."""
    names: list[Text] = [name_of(b, d) for d in range(DISTRICTS) if districts >> d & 1]
    if len(names) > FEW:
        names = [Plural("{n} district", "{n} districts", len(names))]
    if cards:
        names.append(Plural("{n} jail card", "{n} jail cards", cards))
    if cash > 0:
        names.append(amount(cash))
    first, *others = names or [Message("nothing")]
    for last in others:
        first = Message("{first} and {last}", first=first, last=last)
    return first
