"""What a player is asked for at each step of a turn, the number or the offer that is put together, and what a move
changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tripolis.engine.choices import Amount, Composing, OfferEffect, OfferPart, OfferStep
from tripolis.engine.errors import IllegalMove
from tripolis.engine.position import Position
from tripolis.engine.prompts import decides
from tripolis.engine.record import in_python
from tripolis.engine.rooms import Outlook
from tripolis.engine.words import Message, seat_name

from ..rules.conditions import has_full_colour
from ..rules.state import ACTIONS, DISTRICT_IDS, DISTRICTS, GROUPS, STEPS, Phase
from .district_cards import explain_rent
from .events import party
from .labels import (
    amount,
    amount_text,
    card_words,
    group_name,
    name_of,
    round_words,
    short_amount,
    side_words,
)

THOUSANDS = 10
"""An amount is a number of units of 10k; fields of a page count thousands."""
RAISES = (50, 100, 500)
"""What the buttons beside a bid add, in thousands."""
UNITS = ((1000, "M"), (1, "k"))
"""How thousands are written."""
FORMS = ((1000, Message("{sign}{n}M", sign="", n="{n}")), (1, Message("{sign}{n}k", sign="", n="{n}")))
"""The same as people say it in their language (`labels.amount`)."""


def prompt(position: Position, clicks: tuple[str, ...]) -> Message:
    """What the viewer is asked for, or what somebody else decides."""
    s, b = position.plain, position.game.plain_box
    phase = Phase(s.phase)
    if not decides(position):
        return others_prompt(s, b, phase)
    if clicks and (asked := click_prompt(b, phase, clicks)):
        return asked
    here = int(b.district[s.at[s.turn]])
    match phase:
        case Phase.ROLL:
            return Message("Roll the die") if b.dice == 1 else Message("Roll the dice")
        case Phase.JAIL:
            return Message("You are in jail: choose how to get out")
        case Phase.BUY:
            what = {"district": name_of(b, here), "amount": amount(b.price[here])}
            if s.cash[s.actor] < b.price[here]:
                return Message("You cannot pay {amount} for {district}: start the auction", **what)
            return Message("Buy {district} for {amount} or start the auction", **what)
        case Phase.AUCTION:
            return auction_prompt(s, b, here)
        case Phase.PLANNING:
            return Message("Planning Permission: build a bonus, build or move a hazard, or do nothing")
        case Phase.EVENT:
            return Message("Your card: {text}", text=card_words(b, s.card, s.card_up))
        case Phase.RAISE:
            what = {"amount": amount(s.debt), "partner": party(s.creditor)}
            return Message("You owe {amount} to {partner}: mortgage districts or make a deal", **what)
        case Phase.HAZARD:
            return Message("Move a hazard for {amount} a step, or end your turn", amount=amount(b.hazard_price))
        case Phase.DEAL:
            return deal_prompt(s, b)
        case Phase.ANSWER:
            sides = {"give": side_words(s, b, s.taken, s.take_cards, -s.offer_cash)}
            sides |= {"get": side_words(s, b, s.given, s.give_cards, s.offer_cash)}
            return Message("{seat} offers you {get} for {give}", seat=seat_name(s.opener), **sides)
    verbs = {ACTIONS.split(number)[0] for number in position.legal_numbers()}
    if {"block", "special"} & verbs:
        return Message("Build, mortgage, make a deal, or end your turn")
    if {"mortgage", "redeem"} & verbs:
        return Message("Mortgage, make a deal, or end your turn")
    return Message("Make a deal, or end your turn") if "deal" in verbs else Message("End your turn")


def progress(position: Position) -> Message:
    """The round."""
    return round_words(position.plain, position.game.plain_box)


def auction_prompt(s: Any, b: Any, here: int) -> Message:
    """The highest bid, and what it takes to go on."""
    least: dict[str, Any] = {"amount": amount(s.bid + 1), "district": name_of(b, here)}
    if s.leader < 0:
        return Message("Auction of {district}: bid {amount} or more", **least)
    if s.cash[s.actor] <= s.bid:
        who = {"seat": seat_name(s.leader), "bid": amount(s.bid)}
        return Message("{seat} bids {bid}, which is more than you have: drop out", **who)
    who = {"seat": seat_name(s.leader), "bid": amount(s.bid)} | least
    return Message("{seat} bids {bid} for {district}: bid {amount} or more, or drop out", **who)


def deal_prompt(s: Any, b: Any) -> Message:
    """What the offer says so far, or what it still lacks."""
    partner = seat_name(s.partner)
    gives = s.given or s.give_cards or s.offer_cash > 0
    gets = s.taken or s.take_cards or s.offer_cash < 0
    give = side_words(s, b, s.given, s.give_cards, s.offer_cash)
    get = side_words(s, b, s.taken, s.take_cards, -s.offer_cash)
    if gives and gets:
        return Message("Offer {seat} {give} for {get}?", seat=partner, give=give, get=get)
    if gives:
        return Message("You give {seat} {give}: what do you want for it?", seat=partner, give=give)
    if gets:
        return Message("You want {get} from {seat}: what do you give for it?", seat=partner, get=get)
    return Message("Deal with {seat}: choose what you want and what you give for it", seat=partner)


def click_prompt(b: Any, phase: Phase, clicks: tuple[str, ...]) -> Message | None:
    """What is missing after some clicks."""
    kinds = {click.split("-")[0]: click.split("-")[1] for click in clicks}
    tool = kinds.get("tool", "")
    if tool in ("stadium", "skyscraper", "tower"):
        if "district" in kinds:
            d = DISTRICT_IDS.index(kinds["district"])
            return Message("Choose a slot next to {district}", district=name_of(b, d))
        return TOOL_PROMPTS[tool]
    if tool in TOOL_PROMPTS:
        return TOOL_PROMPTS[tool]
    if "hazard" in kinds:
        return Message("Choose where the hazard goes")
    if "slot" in kinds:
        return Message("Choose what goes into this slot")
    if "district" in kinds:
        d = DISTRICT_IDS.index(kinds["district"])
        return Message("{district}: choose what to do there", district=name_of(b, d))
    if "seat" in kinds:
        return Message("Choose Deal to make an offer to {seat}", seat=seat_name(int(kinds["seat"])))
    if phase == Phase.AUCTION:
        return Message("Add more, or make the bid")
    return None


TOOL_PROMPTS = {
    "residential": Message("Residential block: choose one of your districts"),
    "industrial": Message("Industrial block: choose one of your districts"),
    "stadium": Message("Stadium: choose the district it belongs to"),
    "skyscraper": Message("Skyscraper: choose the district it belongs to"),
    "tower": Message("Monopoly Tower: choose the district it belongs to"),
    "mortgage": Message("Mortgage: choose one of your districts"),
    "redeem": Message("Redeem: choose one of your districts"),
    "remove": Message("Choose the district to take out of the offer"),
    "deal": Message("Deal: choose a player"),
    "bonus": Message("Bonus building: choose a slot next to one of your districts"),
    "hazard": Message("Hazard: choose a slot next to another player's district"),
}


def others_prompt(s: Any, b: Any, phase: Phase) -> Message:
    """What somebody else decides."""
    seat = seat_name(s.actor)
    match phase:
        case Phase.ROLL | Phase.JAIL:
            return Message("{seat} is about to roll", seat=seat)
        case Phase.BUY:
            d = int(b.district[s.at[s.turn]])
            return Message("{seat} is thinking about buying {district}", seat=seat, district=name_of(b, d))
        case Phase.AUCTION:
            return Message("{seat} is thinking about a bid", seat=seat)
        case Phase.RAISE:
            return Message("{seat} owes {amount} and is raising money", seat=seat, amount=amount(s.debt))
        case Phase.DEAL:
            return Message("{seat} is putting an offer together", seat=seat)
        case Phase.ANSWER:
            return Message("{seat} is thinking about the offer", seat=seat)
        case Phase.BUILD:
            return Message("{seat} is building", seat=seat)
    return Message("{seat} is thinking", seat=seat)


def in_hand(position: Position, clicks: tuple[str, ...]) -> str | None:
    """The district that is for sale, or what is to be built."""
    s, b = position.plain, position.game.plain_box
    for click in clicks:
        if click in ("tool-residential", "tool-industrial"):
            return click.replace("tool", "stock")
        if click in ("tool-stadium", "tool-tower"):
            return click.removeprefix("tool-")
        if click.startswith("hazard-"):
            return click
    if s.phase in (Phase.BUY, Phase.AUCTION):
        return f"district-{DISTRICT_IDS[b.district[s.at[s.turn]]]}"
    return None


def open_card(position: Position) -> str | None:
    """The space where the player to move stands, unless a form or the bids say what goes on."""
    s, b = position.plain, position.game.plain_box
    if s.phase in (Phase.AUCTION, Phase.DEAL, Phase.ANSWER) or s.turn < 0:
        return None
    space = int(s.at[s.turn])
    d = int(b.district[space])
    return f"district-{DISTRICT_IDS[d]}" if d >= 0 else f"space-{space}"


# ------------------------------------------------------------------- an amount


def bid_amount(position: Position) -> Amount | None:
    """The bid that is asked for."""
    s = position.plain
    if s.phase != Phase.AUCTION or not decides(position) or s.cash[s.actor] <= s.bid:
        return None
    cash = s.cash[s.actor]
    return Amount(
        template="bid:{}k",
        least=THOUSANDS * (s.bid + 1),
        most=THOUSANDS * cash,
        step=THOUSANDS,
        steps=RAISES,
        of=Message("of your {amount}", amount=amount(cash)),
        title=Message("Bid {amount}"),
        note=Message("you keep {left}"),
        units=UNITS,
        forms=FORMS,
        have=THOUSANDS * cash,
    )


# ------------------------------------------------------------------- an offer


def composing(position: Position) -> Composing | None:
    """The offer as the one who decides sees it: what they give, and what they get."""
    s, b = position.plain, position.game.plain_box
    if s.phase not in (Phase.DEAL, Phase.ANSWER) or not decides(position):
        return None
    open_ = s.phase == Phase.DEAL
    legal = {position.move(number, s).path for number in position.legal_numbers()} if open_ else set()
    give = side(s, b, s.given, s.give_cards, s.offer_cash, "given", legal)
    get = side(s, b, s.taken, s.take_cards, -s.offer_cash, "taken", legal)
    totals = total(s, b, s.given, s.offer_cash), total(s, b, s.taken, -s.offer_cash)
    effects = tuple(offer_effects(position))
    if not open_:
        return Composing(get, give, totals[1], totals[0], seat=s.opener, effects=effects)
    send, cancel = (("do-send",), ("do-cancel",))
    return Composing(
        give, get, *totals,
        send=send if send in legal else (), cancel=cancel if cancel in legal else (), seat=s.partner,
        more_give=(*cash_steps("pay", legal), *district_steps(s, b, s.opener, legal)),
        more_get=(*cash_steps("ask", legal), *district_steps(s, b, s.partner, legal)),
        add=Message("+ Add a district"), balance=THOUSANDS * s.offer_cash,
        most=(THOUSANDS * s.cash[s.opener], THOUSANDS * s.cash[s.partner]), units=UNITS, forms=FORMS,
        effects=effects,
    )  # fmt: skip


def side(
    s: Any, b: Any, districts: int, cards: int, cash: int, word: str, legal: set[tuple[str, ...]]
) -> tuple[OfferPart, ...]:
    """One column of an offer."""

    def removed(*path: str) -> tuple[str, ...]:
        return path if path in legal else ()

    parts = []
    for d in range(DISTRICTS):
        if districts >> d & 1:
            id_ = DISTRICT_IDS[d]
            symbol = "deed-back" if s.mortgaged >> d & 1 else f"deed-{b.group[d] + 1}"
            note = Message("price {amount}", amount=amount(b.price[d]))
            if s.mortgaged >> d & 1:
                note = Message("price {amount}, mortgaged", amount=amount(b.price[d]))
            path = removed("tool-remove", f"district-{id_}")
            colour = f"group-{b.group[d] + 1}"
            parts.append(OfferPart(f"district-{id_}", name_of(b, d), symbol, note, path, colour=colour))
    if cash > 0:
        typed = s.phase == Phase.DEAL
        parts.append(OfferPart("cash", amount(cash), "money", "", removed("do-remove-cash"), typed))
    if cards:
        label = Message("Jail cards: {n}", n=cards)
        parts.append(OfferPart("cards", label, "jail-card", "", removed(f"do-remove-{word}-card")))
    return tuple(parts)


def total(s: Any, b: Any, districts: int, cash: int) -> Message:
    """What a column of an offer is worth: prices and cash."""
    prices = sum(int(b.price[d]) for d in range(DISTRICTS) if districts >> d & 1)
    return amount(prices + max(0, cash))


def cash_steps(verb: str, legal: set[tuple[str, ...]]) -> tuple[OfferStep, ...]:
    """The buttons that add cash to a column."""
    steps = ((step, (f"{verb}-{amount_text(step)}",)) for step in STEPS)
    return tuple(
        OfferStep(Message("+ {amount}", amount=short_amount(step)), path, THOUSANDS * step)
        for step, path in steps
        if path in legal
    )


def district_steps(s: Any, b: Any, seat: int, legal: set[tuple[str, ...]]) -> tuple[OfferStep, ...]:
    """The districts of a player that can be added to a column."""
    paths = ((d, (f"district-{DISTRICT_IDS[d]}",)) for d in range(DISTRICTS) if s.owner[d] == seat)
    return tuple(OfferStep(name_of(b, d), path) for d, path in paths if path in legal)


def offer_effects(position: Position) -> Iterator[OfferEffect]:
    """What would change if the offer were accepted: full colours of both, and one's own rents."""
    s, b = position.plain, position.game.plain_box
    after = position.imagine(0)
    try:
        if s.phase == Phase.DEAL:
            after.play("send")
        after.play("accept")
    except IllegalMove:
        return
    me, other = s.actor, s.partner if s.phase == Phase.DEAL else s.opener
    full = in_python(has_full_colour)
    for group in range(GROUPS):
        d = next((d for d in range(DISTRICTS) if b.group[d] == group), -1)
        had, has = full(s, b, me, group), full(after.plain, b, me, group)
        if has != had:
            text = Message("You complete {colour}") if has else Message("You give up all of {colour}")
            yield OfferEffect(text.fill(colour=group_name(b, d)), 1 if has else -1)
        if full(after.plain, b, other, group) and not full(s, b, other, group):
            text = Message("{seat} completes {colour}", seat=seat_name(other), colour=group_name(b, d))
            yield OfferEffect(text, -1)
    before, then = (p.score(me).points["rents"] or 0 for p in (position, after))
    if before != then:
        rises = then > before
        sums = {"before": amount(before), "after": amount(then)}
        rise, fall = (
            Message("Your rents rise from {before} to {after}"),
            Message("Your rents fall from {before} to {after}"),
        )
        yield OfferEffect((rise if rises else fall).fill(**sums), 1 if rises else -1)


# ------------------------------------------------------------ what it changes


def outlook(position: Position, action: int) -> Outlook:
    """What is paid, and how rents change."""
    s, b = position.plain, position.game.plain_box
    match ACTIONS.split(action):
        case "block", d, kind:
            return Outlook(note=pays(position, action, d, b.block_price[d][kind]), exchange=True)
        case ["buy"]:
            d = int(b.district[s.at[s.turn]])
            return Outlook(note=pays(position, action, d, b.price[d]), exchange=True)
        case "redeem", d:
            return Outlook(note=pays(position, action, d, s.mortgage[d]), exchange=True)
        case "mortgage", d:
            what = {"amount": amount(mortgage_of(position, action, d)), "rent": amount(explain_rent(s, b, d).total)}
            return Outlook(note=Message("Get {amount}: rent {rent} → 0 until you redeem it", **what), exchange=True)
        case "special", what, d, _:
            price = (b.stadium_price, b.skyscraper_price[d], b.tower_price)[what - 1]
            before, after = (p.score(s.actor).points["rents"] or 0 for p in (position, look(position, action)))
            sums = {"price": amount(price), "before": amount(before), "after": amount(after)}
            return Outlook(note=Message("Pay {price}: all your rents {before} → {after}", **sums), exchange=True)
    return Outlook()


def look(position: Position, action: int) -> Position:
    """The position after a move that reveals nothing."""
    after = position.imagine(0)
    after.play(action)
    return after


def mortgage_of(position: Position, action: int, d: int) -> int:
    """What the bank would lend for a district."""
    return int(look(position, action).record.mortgage[d])


def pays(position: Position, action: int, d: int, price: int) -> Message:
    """A price, and the rent of a district before and after."""
    b, after = position.game.plain_box, look(position, action).plain
    before = explain_rent(position.plain, b, d).total
    rents = {"before": amount(before), "after": amount(explain_rent(after, b, d).total)}
    return Message("Pay {price}: rent {before} → {after}", price=amount(price), **rents)
