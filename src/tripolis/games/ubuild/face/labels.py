"""The names of things, amounts, tips for newcomers, and the rules in short: everything that is said outside of a match."""

from __future__ import annotations

from typing import Any

from tripolis.engine.words import Message, Plural

from ..rules.state import DISTRICTS, GROUP_NAMES, Op, Space

# -------------------------------------------------------------------- amounts


def amount(units: int) -> Message:
    """An amount as people say it: 500k, 3M, 3.5M, 3.52M."""
    units = int(units)
    sign = "−" if units < 0 else ""
    whole, rest = divmod(abs(units), 100)
    if whole == 0:
        return Message("{sign}{n}k", sign=sign, n=rest * 10) if rest else Message("0")
    if rest == 0:
        return Message("{sign}{n}M", sign=sign, n=whole)
    return Message("{sign}{whole}.{part}M", sign=sign, whole=whole, part=f"{rest:02}".rstrip("0"))


def amount_text(units: int) -> str:
    """An amount in notation, the same in every language: 500k, 3.5M."""
    whole, rest = divmod(int(units), 100)
    if whole == 0:
        return f"{rest * 10}k"
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".") + "M"


# ---------------------------------------------------------------------- names

TRACK_TITLES = {
    "starter": Message("Starter"),
    "classic": Message("Classic"),
    "pro": Message("Pro"),
}

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
TIE_NAMES = {"cash": Message("Cash"), "districts": Message("Districts")}
TOTAL = Message("Total worth")

OPTION_NAMES = {
    "players": Message("Players"),
    "track": Message("Track"),
    "money": Message("Starting money"),
    "round_limit": Message("Round limit"),
    "one_project": Message("One project per turn"),
    "planning_move": Message("Planning moves a hazard"),
    "double_from_jail_rolls_again": Message("Double out of jail: another turn"),
    "mortgage_ignores_hazard": Message("Mortgage value without hazards"),
    "unlimited_blocks": Message("Blocks never run out"),
    "max_offers": Message("Offers per turn"),
    "max_edits": Message("Changes of offers per turn"),
}

STATUS_TITLES = {
    "known": Message("known: printed in the rulebook"),
    "decoded": Message("decoded: printed, but read through damage of the scan"),
    "decoded, low confidence": Message("decoded, and not sure"),
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


def card_words(b: Any, card: int, up: int) -> Message:
    """What a card says for a bridge in its new position."""
    op, n = Op(int(b.op[up][card])), int(b.op_n[up][card])
    cap = amount(b.op_cap[up][card])
    match op:
        case Op.FREE_BLOCKS:
            return Message("Build for free: {blocks}", blocks=blocks(int(b.op_kind[up][card]), n))
        case Op.BUILD_HAZARD:
            return Message("Build a hazard beside another player's district")
        case Op.BUILD_BONUS:
            return Message("Build a bonus building beside one of your districts")
        case Op.MOVE_HAZARD:
            return Plural("Move a hazard {n} step, free of charge", "Move a hazard up to {n} steps, free of charge", n)
        case Op.REMOVE_HAZARD:
            return Message("Take a hazard off the board")
        case Op.GO_TO_JAIL:
            return Message("Go to jail")
        case Op.KEEP:
            return Message("Get out of jail free: keep this card")
        case Op.TO_GO:
            return Message("Go to GO and take your salary")
        case Op.TO_FREE_PARKING:
            return Message("Go to Free Parking; take your salary if you pass GO")
        case Op.TO_UNOWNED:
            return Message("Go to the next district that nobody owns; take your salary if you pass GO")
        case Op.PAY_PER_BLOCK:
            return Message("Pay the bank {amount} for each of your blocks, at most {cap}", amount=amount(n), cap=cap)
        case Op.GET_PER_DISTRICT:
            return Message(
                "The bank pays you {amount} for each of your districts, at most {cap}", amount=amount(n), cap=cap
            )
        case Op.PAY_BANK:
            return Message("Pay the bank {amount}", amount=amount(n))
        case Op.GET_BANK:
            return Message("The bank pays you {amount}", amount=amount(n))
        case Op.PAY_EACH:
            return Message("Pay each player {amount}", amount=amount(n))
        case Op.GET_EACH:
            return Message("Each player pays you {amount}", amount=amount(n))
    return Message("Nothing happens")


# ------------------------------------------------------------------- notation

NOTATION = Message(
    "Moves are words: roll, buy, auction, end. Things stand behind a colon: block:p3:r is a residential block on district p3, "
    "bid:1.2M a bid, deal:2 opens a deal with player 2, then give:p3, take:o1, pay:500k, ask:1M, send."
)

# ------------------------------------------------------------------------ tips

TIPS = (
    Message("Buy early: an empty district of somebody else only ever costs you money."),
    Message(
        "You need no whole colour to build. Three blocks on one district in every turn are the quickest way to rents that hurt."
    ),
    Message(
        "Residential blocks are cheap but worthless beside a hazard; industrial blocks cost twice as much and are safe."
    ),
    Message("A bonus building keeps hazards away from every district it touches: put it where two of yours meet."),
    Message("The skyscraper doubles a whole colour. Do not let anybody complete one cheaply."),
    Message("The stadium pays 1M whenever you pass GO: the sooner it stands, the better."),
    Message(
        "Look at the bridges before you roll: landing on a raised one costs 1M, but its cards are the better ones."
    ),
    Message(
        "Keep cash for the highest rent ahead of you: the first bankruptcy ends the game, and the bankrupt player is last."
    ),
    Message(
        "A mortgage brings what the rent would bring, and costs nothing but the rent you miss: redeem when you can."
    ),
    Message("In the end cash and current rents count. Blocks count by the rent they bring, not by what they cost."),
)

# --------------------------------------------------------------- rules in short

SUMMARY = (
    (
        Message("The aim"),
        (
            Message(
                "Buy districts, build on them and collect rent. The game ends when the first player goes bankrupt."
            ),
            Message("Then cash and the current rents of one's districts are added up: the richest wins."),
            Message(
                "Much of this box is reconstructed: the prices, most rents, the cards and the tracks are ours wherever the sources are silent."
            ),
        ),
    ),
    (
        Message("Your turn"),
        (
            Message(
                "1. Roll and walk clockwise. Passing or reaching GO pays 2M. A raised bridge on the way costs 1M and goes down."
            ),
            Message("2. Do what the space says."),
            Message("3. Build, take or redeem mortgages, make deals."),
            Message("4. Move a hazard one or two steps for 1M each, if you like."),
            Message(
                "A double gives you a whole further turn, the third in a row sends you to jail. On Starter there is one die, and a six is the double."
            ),
        ),
    ),
    (
        Message("Where did you land?"),
        (
            Message(
                "A district that nobody owns: buy it, or it is sold by auction; you must open with 10k at least, if you have it."
            ),
            Message("Somebody else's district: pay rent. Your own, or a mortgaged one: nothing."),
            Message(
                "Planning Permission: build a bonus beside your district, or a hazard beside somebody else's, or move a hazard, all free of charge."
            ),
            Message(
                "A bridge that is down: raise it and draw a card. One that is up: pay 1M, lower it, draw a card. The card's event for the new position counts."
            ),
            Message("Go To Jail: your turn is over. Free Parking and visiting Jail: nothing."),
        ),
    ),
    (
        Message("Buildings"),
        (
            Message(
                "Blocks: up to 3 in a turn, all on one district, 8 on a district. No whole colour is needed. Starter: residential only."
            ),
            Message(
                "Stadium (2M, two districts of a colour): 1M more whenever its owner passes GO. Only one; not on Starter."
            ),
            Message(
                "Skyscraper (price on the card, the whole colour): doubles the rents of that colour, whoever owns them."
            ),
            Message(
                "Monopoly Tower (7M, two whole colours): doubles all rents of its owner. Only one; not on Starter. Rents are doubled once only."
            ),
            Message("In a turn with a stadium or a skyscraper no blocks are bought."),
            Message(
                "Hazards make residential blocks beside them worthless. No hazard may stand beside a district that a bonus touches, and no bonus beside one that a hazard touches."
            ),
        ),
    ),
    (
        Message("Money"),
        (
            Message(
                "Rent: the base rent without blocks, else the table; beside a hazard only industrial blocks count."
            ),
            Message("Mortgage: you get the current rent, not doubled, and no rent until you pay the same sum back."),
            Message(
                "Deals: districts with all their buildings, cash and jail cards, in your own turn or when you are short of money."
            ),
            Message("Jail: roll a double, pay 500k, or use a card. After the third try you pay and walk."),
            Message(
                "Who cannot pay, not even with mortgages, is bankrupt; the creditor gets his cash and his districts without mortgage."
            ),
        ),
    ),
)
"""Headings with their paragraphs."""
