"""What happened and why not, as messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tripolis.engine.rooms import Icons
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, Plural, seat_name

from ..rules import turn
from ..rules.state import (
    ACTIONS,
    DISTRICT_IDS,
    NOBODY,
    STEPS,
    Event,
    Reason,
    Space,
)
from .labels import (
    BANK,
    BLOCK_TITLES,
    BONUS_TITLES,
    HAZARD_TITLES,
    amount,
    blocks,
    bridge_number,
    card_words,
    group_name,
    name_of,
    places_of,
    slot_name,
    space_name,
)


def party(seat: int) -> Message:
    """A player, or the bank."""
    return BANK if seat == NOBODY else seat_name(seat)


def bonus_name(piece: int) -> Message:
    """A bonus building by its number."""
    return BONUS_TITLES[piece % len(BONUS_TITLES)]


def hazard_name(piece: int) -> Message:
    """A hazard by its number."""
    return HAZARD_TITLES[piece % len(HAZARD_TITLES)]


def beside(b: Any, slot: int) -> Text:
    """A slot by the districts that it touches, by its number where it touches none."""
    return places_of(b, slot) if b.slot_districts[slot] else slot_name(slot)


# -------------------------------------------------------------- what happened

Sentence = tuple[Message, str]
"""A message, and the names of the event's arguments in order; `n=bridge` is `{n}`, shown as a bridge."""

SHOWN: dict[str, Callable[[Any, int], Text | int]] = {
    "seat": lambda b, seat: party(seat),
    "partner": lambda b, seat: party(seat),
    "owner": lambda b, seat: party(seat),
    "district": name_of,
    "space": space_name,
    "bridge": bridge_number,
    "slot": lambda b, slot: slot_name(slot),
    "places": lambda b, slot: beside(b, slot),
    "amount": lambda b, units: amount(units),
    "block": lambda b, kind: BLOCK_TITLES[kind],
    "bonus": lambda b, piece: bonus_name(piece),
    "hazard": lambda b, piece: hazard_name(piece),
    "n": lambda b, n: n,
    "one": lambda b, n: n,
    "two": lambda b, n: n,
}
"""How an argument of an event is shown."""


def words_of(b: Any, code: int, args: tuple[int, ...]) -> Message:
    """An event as a sentence."""
    event = Event(code)
    return filled(b, EVENTS.get(event) or special_words(b, event, args), args)


def filled(b: Any, sentence: Sentence, args: tuple[int, ...]) -> Message:
    """A sentence with the arguments of its event."""
    message, names = sentence
    shown = {}
    for name, value in zip(names.split(), args, strict=False):
        name, _, kind = name.partition("=")
        shown[name] = SHOWN[kind or name](b, value)
    return message.fill(**shown)


EVENTS: dict[Event, Sentence] = {
    Event.SALARY: (Message("{seat} passes or lands on GO and gets {amount} salary."), "seat amount"),
    Event.TOLL: (Message("Bridge {n} is raised: {seat} owes a toll of {amount}."), "seat n=bridge amount"),
    Event.LANDED: (Message("{seat} lands on {space}."), "seat space"),
    Event.RENT: (Message("{seat} owes {owner} {amount} rent for {district}."), "seat district amount owner"),
    Event.STAYS: (Message("{seat} stays in jail: try {n}."), "seat n"),
    Event.NO_EFFECT: (Message("The card has no effect for {seat}."), "seat"),
    Event.KEPT: (Message("{seat} keeps the card."), "seat"),
    Event.JUMPED: (Message("{seat} goes directly to {space}."), "seat space"),
    Event.GOT: (Message("The bank pays {seat} {amount}."), "seat amount"),
    Event.BOUGHT: (Message("{seat} buys {district} for {amount}."), "seat district amount"),
    Event.AUCTION: (Message("{seat} puts {district} up for auction."), "seat district"),
    Event.OUT: (Message("{seat} cannot afford to open the auction."), "seat"),
    Event.BID: (Message("{seat} bids {amount}."), "seat amount"),
    Event.DROPPED: (Message("{seat} drops out."), "seat"),
    Event.SOLD: (Message("{seat} pays {amount} and gets {district}."), "seat district amount"),
    Event.UNSOLD: (Message("Nobody bids: {district} stays with the bank."), "district"),
    Event.BLOCK: (Message("{seat} builds for {amount} on {district}: {block}."), "seat district block amount"),
    Event.STADIUM: (
        Message("{seat} builds the stadium for {amount}; home: {district}."),
        "seat district slot amount",
    ),
    Event.SKYSCRAPER: (
        Message("{seat} builds a skyscraper for {amount}; home: {district}."),
        "seat district slot amount",
    ),
    Event.TOWER: (
        Message("{seat} builds the Monopoly Tower for {amount}; home: {district}."),
        "seat district slot amount",
    ),
    Event.MORTGAGED: (Message("{seat} mortgages {district} for {amount}."), "seat district amount"),
    Event.REDEEMED: (Message("{seat} redeems {district} for {amount}."), "seat district amount"),
    Event.BONUS: (Message("{seat} builds next to {places}: {building}."), "seat places building=bonus"),
    Event.HAZARD: (Message("{seat} builds a hazard next to {places}: {building}."), "seat places building=hazard"),
    Event.REMOVED: (Message("{seat} removes the hazard next to {places}: {building}."), "seat places building=hazard"),
    Event.PASSED: (Message("{seat} does not use Planning Permission."), "seat"),
    Event.DEAL: (Message("{seat} opens a deal with {partner}."), "seat partner"),
    Event.SENT: (Message("{seat} sends the offer to {partner}."), "seat partner"),
    Event.ACCEPTED: (Message("{seat} accepts."), "seat"),
    Event.REFUSED: (Message("{seat} refuses."), "seat"),
    Event.CANCELLED: (Message("{seat} withdraws the offer."), "seat"),
    Event.HANDED: (Message("From {seat} to {partner}: {district}."), "district seat partner"),
    Event.SET_OFF: (Message("{amount} is set off against what {seat} owes {partner}."), "seat partner amount"),
    Event.PAID: (Message("{seat} pays {partner} {amount}."), "seat partner amount"),
    Event.OWES: (
        Message("{seat} cannot pay {amount} at once and must raise money; creditor: {partner}."),
        "seat partner amount",
    ),
    Event.BANKRUPT: (
        Message("{seat} owes {partner} {amount} and is bankrupt. The game is over."),
        "seat partner amount",
    ),
}
"""The events that are always told in the same words."""


ICONS: dict[Event, str] = {
    Event.SALARY: "hex-go", Event.TOLL: "hex-bridge-up", Event.RENT: "money", Event.PAID: "money", Event.OWES: "money",
    Event.JAILED: "hex-jail", Event.STAYS: "hex-jail", Event.FREED: "jail-card", Event.CARD: "card-face",
    Event.KEPT: "jail-card", Event.GOT: "money", Event.AUCTION: "money", Event.BID: "money", Event.STADIUM: "stadium",
    Event.SKYSCRAPER: "skyscraper", Event.TOWER: "tower", Event.CARD_HANDED: "jail-card", Event.BANKRUPT: "money",
}  # fmt: skip
"""The symbols of events that always have the same."""
DISTRICT_AT = {
    Event.RENT: 1, Event.BOUGHT: 1, Event.AUCTION: 1, Event.SOLD: 1, Event.UNSOLD: 0, Event.BLOCK: 1,
    Event.FREE_BLOCKS: 1, Event.MORTGAGED: 1, Event.REDEEMED: 1, Event.HANDED: 0, Event.STADIUM: 1,
    Event.SKYSCRAPER: 1, Event.TOWER: 1,
}  # fmt: skip
"""Which argument of an event is its district."""

SHORT: dict[Event, Sentence] = {
    Event.SALARY: (Message("salary at GO"), "seat amount"),
    Event.GOT: (Message("gets money from the bank"), "seat amount"),
    Event.BOUGHT: (Message("buys {district}"), "seat district amount"),
    Event.SOLD: (Message("wins the auction: {district}"), "seat district amount"),
    Event.BLOCK: (Message("builds on {district}"), "seat district block amount"),
    Event.STADIUM: (Message("builds the stadium"), "seat district slot amount"),
    Event.SKYSCRAPER: (Message("builds a skyscraper"), "seat district slot amount"),
    Event.TOWER: (Message("builds the Monopoly Tower"), "seat district slot amount"),
    Event.MORTGAGED: (Message("mortgages {district}"), "seat district amount"),
    Event.REDEEMED: (Message("redeems {district}"), "seat district amount"),
    Event.PAID: (Message("pays {partner}"), "seat partner amount"),
}
"""Events with money in few words, below the name of their first argument; their last one is the amount."""

OFFER_STEPS = {Event.DEAL, Event.CHANGED, Event.SENT, Event.CANCELLED}
"""An offer from its beginning until its partner is asked."""
FROM_BANK = {Event.SALARY, Event.GOT, Event.MORTGAGED}
TO_BANK = {
    Event.BOUGHT, Event.SOLD, Event.BLOCK, Event.STADIUM, Event.SKYSCRAPER, Event.TOWER, Event.REDEEMED,
}  # fmt: skip
"""Events in which the bank pays their first argument, or is paid by it."""


def money_moves(event: Event, args: tuple[int, ...]) -> tuple[str, ...]:
    """From whose sprite to whose money goes with an event."""
    if event in FROM_BANK:
        return "bank", f"seat-{args[0]}"
    if event in TO_BANK:
        return f"seat-{args[0]}", "bank"
    if event == Event.PAID:
        return f"seat-{args[0]}", "bank" if args[1] == NOBODY else f"seat-{args[1]}"
    return ()


def icons(b: Any, code: int, args: tuple[int, ...]) -> Icons:
    """What a line of the log shows, and the sprites that it speaks of."""
    event, symbols, about = Event(code), [], []
    if event in DISTRICT_AT:
        d = int(args[DISTRICT_AT[event]])
        symbols.append(f"hex-{int(b.group[d]) + 1}")
        about += [f"district-{DISTRICT_IDS[d]}", f"deed-{DISTRICT_IDS[d]}"]
    if event in ICONS:
        symbols.append(ICONS[event])
    match event, args:
        case ((Event.ROLLED | Event.FIRST_ROLL), (seat, one, two, *_)):
            symbols += [f"die-{n}" for n in (one, two) if n]
            about += [f"token-{seat}"]
        case ((Event.LANDED | Event.JUMPED), (seat, space, *_)):
            kind, d = Space(int(b.space[space])), int(b.district[space])
            name = {Space.BRIDGE: "bridge-down", Space.DISTRICT: str(int(b.group[d]) + 1)}.get(kind)
            symbols.append(f"hex-{name or kind.name.lower().replace('_', '-')}")
            about += [f"token-{seat}", f"space-{space}" if d < 0 else f"district-{DISTRICT_IDS[d]}"]
        case Event.BLOCK, (_, _, kind, *_):
            symbols.append(("block-residential", "block-industrial")[kind])
        case Event.FREE_BLOCKS, (_, _, kind, *_):
            symbols.append(("block-residential", "block-industrial")[kind])
        case Event.CHANGED, (_, action, *_):
            if (d := _district_of(action)) >= 0:
                symbols.append(f"hex-{int(b.group[d]) + 1}")
                about += [f"district-{DISTRICT_IDS[d]}", f"deed-{DISTRICT_IDS[d]}"]
            else:
                symbols.append("jail-card" if "card" in ACTIONS.verb_of(action).name else "money")
        case Event.BRIDGE, (space, up, *_):
            symbols.append("hex-bridge-up" if up else "hex-bridge-down")
            about.append(f"space-{space}")
        case Event.BONUS, (_, slot, piece, *_):
            symbols.append(f"bonus-{piece % 3}")
            about += [f"bonus-{piece}", f"slot-{slot}"]
        case ((Event.HAZARD | Event.REMOVED), (_, slot, piece, *_)):
            symbols.append(f"hazard-{piece % 3}")
            about += [f"hazard-{piece}", f"slot-{slot}"]
    if moves := money_moves(event, args):
        symbols = [*(symbol for symbol in symbols if symbol != "money"), "money"]
    quiet = event == Event.TURN and not args[1]
    shown = Icons(tuple(symbols), tuple(about), moves, quiet=quiet, step=event in OFFER_STEPS)
    if event not in SHORT:
        return shown
    units = args[SHORT[event][1].split().index("amount")]
    change = Message("+{amount}", amount=amount(units)) if event in FROM_BANK else amount(-units)
    return shown._replace(seat=args[0], short=filled(b, SHORT[event], args), change=change)


def special_words(b: Any, event: Event, args: tuple[int, ...]) -> Sentence:
    """Events whose words depend on their arguments, or on the dice of the track."""
    one_die = b.dice == 1
    match event, args:
        case Event.FIRST_ROLL, (_, _, 0, *_):
            return Message("{seat} rolls to see who starts: {n}."), "seat n"
        case Event.FIRST_ROLL, _:
            return Message("{seat} rolls to see who starts: {one} and {two}."), "seat one two"
        case Event.STARTS, (_, ties, *_) if ties > 1:
            return Message("{n} players tied and rolled again; {seat} starts."), "seat n"
        case Event.STARTS, _:
            return Message("{seat} starts."), "seat"
        case Event.TURN, (_, 0, *_):
            return Message("Turn: {seat}."), "seat"
        case Event.TURN, _:
            return Message("Another turn: {seat}."), "seat"
        case Event.ROLLED, (_, _, 0, *_):
            return Message("{seat} rolls {n}."), "seat n"
        case Event.ROLLED, _:
            return Message("{seat} rolls {one} and {two}."), "seat one two"
        case Event.AGAIN, (_, 1, *_) if one_die:
            return Message("A six: {seat} gets another turn."), "seat"
        case Event.AGAIN, (_, 1, *_):
            return Message("A double: {seat} gets another turn."), "seat"
        case Event.AGAIN, _ if one_die:
            return Message("The second six: {seat} gets another turn; a third one means jail."), "seat"
        case Event.AGAIN, _:
            text = Message("Another double: {seat} gets another turn; a third in a row means jail.")
            return text, "seat"
        case Event.JAILED, (_, turn.BY_SPACE, *_):
            return Message("{seat} goes to jail."), "seat"
        case Event.JAILED, (_, turn.BY_CARD, *_):
            return Message("The card sends {seat} to jail."), "seat"
        case Event.JAILED, _ if one_die:
            return Message("The third six in a row: {seat} goes to jail."), "seat"
        case Event.JAILED, _:
            return Message("The third double in a row: {seat} goes to jail."), "seat"
        case Event.FREED, (_, turn.BY_FINE, *_):
            return Message("{seat} has paid the fine and is free."), "seat"
        case Event.FREED, (_, turn.WITH_CARD, *_):
            return Message("{seat} uses a jail card and is free."), "seat"
        case Event.FREED, _ if one_die:
            return Message("A six: {seat} is free."), "seat"
        case Event.FREED, _:
            return Message("A double: {seat} is free."), "seat"
        case Event.BRIDGE, (_, 1, *_):
            return Message("Bridge {n} goes up."), "n=bridge"
        case Event.BRIDGE, _:
            return Message("Bridge {n} goes down."), "n=bridge"
        case Event.CARD, (_, card, up, *_):
            return Message("{seat} draws card {n}: {text}.", n=card + 1, text=card_words(b, card, up)), "seat"
        case Event.FREE_BLOCKS, (_, _, kind, n):
            return Message("{seat} builds for free, {blocks} on: {district}.", blocks=blocks(kind, n)), "seat district"
        case Event.MOVED, (_, _, _, 0):
            text = Message("{seat} moves the hazard to a slot next to {places} for free.")
            return text, "seat from=places places"
        case Event.MOVED, _:
            text = Message("{seat} moves the hazard to a slot next to {places} for {amount}.")
            return text, "seat from=places places amount"
        case Event.CHANGED, (_, action, *_):
            return change_told(b, action), "seat"
        case Event.CARD_HANDED, (_, _, n, *_):
            text = Plural("From {seat} to {partner}: {n} jail card.", "From {seat} to {partner}: {n} jail cards.", n)
            return text, "seat partner"
        case Event.LIMIT, (n, *_):
            return Plural("After {n} round the game is over.", "After {n} rounds the game is over.", n), ""
    raise ValueError(f"there is no event {event}")


def change_told(b: Any, action: int) -> Message:
    """A change of an offer, told of the one who makes it."""
    match ACTIONS.split(action):
        case "ask", step:
            return Message("{seat} asks for {amount}.", amount=amount(STEPS[step]))
        case "pay", step:
            return Message("{seat} adds {amount}.", amount=amount(STEPS[step]))
        case "remove", d:
            return Message("{seat} takes {district} out of the offer.", district=name_of(b, d))
        case "take", d:
            return Message("{seat} asks for {district}.", district=name_of(b, d))
        case "give", d:
            return Message("{seat} offers {district}.", district=name_of(b, d))
        case ["give_card"]:
            return Message("{seat} offers a jail card.")
        case ["take_card"]:
            return Message("{seat} asks for a jail card.")
        case ["remove_give_card"]:
            return Message("{seat} keeps a jail card after all.")
        case ["remove_cash"]:
            return Message("{seat} takes the cash out of the offer.")
    return Message("{seat} asks for one jail card fewer.")


def change_words(b: Any, action: int) -> Message:
    """A change of an offer, seen from the one who makes it."""
    match ACTIONS.split(action):
        case "ask", step:
            return Message("ask for {amount}", amount=amount(STEPS[step]))
        case "pay", step:
            return Message("add {amount}", amount=amount(STEPS[step]))
        case "remove", d:
            return Message("take {district} off the table", district=name_of(b, d))
        case "take", d:
            return Message("ask for {district}", district=name_of(b, d))
        case "give", d:
            return Message("offer {district}", district=name_of(b, d))
        case ["give_card"]:
            return Message("offer a jail card")
        case ["take_card"]:
            return Message("ask for a jail card")
        case ["remove_give_card"]:
            return Message("keep a jail card after all")
        case ["remove_cash"]:
            return Message("take the cash off the table")
    return Message("ask for one jail card fewer")


# ---------------------------------------------------------------------- why not


def why_not(s: Any, b: Any, action: int, code: int) -> Message:
    """A refusal as a sentence, with the page of the rulebook or the ruling."""
    reason = Reason(code)
    if reason in FIXED_REASONS:
        return FIXED_REASONS[reason]
    d = _district_of(action)
    name, colour = (name_of(b, d) if d >= 0 else "?"), group_name(b, max(0, d))
    match reason:
        case Reason.NOT_YOURS:
            return Message("Somebody else owns {district}, or nobody does.", district=name)
        case Reason.MORTGAGED:
            return Message("{district} is mortgaged (p. 13).", district=name)
        case Reason.NOT_MORTGAGED:
            return Message("{district} is not mortgaged.", district=name)
        case Reason.FLIPPED:
            return Message("The card of {district} has already been turned over this turn (ruling T10).", district=name)
        case Reason.BID_TOO_LOW:
            return Message("A bid must be higher than {amount} (p. 13).", amount=amount(s.bid))
        case Reason.FULL:
            return Message("{district} already has {n} blocks (p. 8).", n=int(b.max_blocks), district=name)
        case Reason.THREE_BLOCKS:
            return Message("You can buy at most {n} blocks in a turn (p. 8).", n=int(b.turn_blocks))
        case Reason.OTHER_DISTRICT:
            text = Message("All blocks of a turn go on one district (p. 8), this time {district}.")
            return text.fill(district=name_of(b, int(s.bought_on)) if s.bought_on >= 0 else "?")
        case Reason.NOT_BESIDE_HOME:
            return Message("That slot does not touch the home district {district} (ruling R12).", district=name)
        case Reason.NEEDS_TWO:
            return Message("The stadium needs two districts of one colour (p. 9), here {colour}.", colour=colour)
        case Reason.NEEDS_GROUP:
            text = Message("A skyscraper needs all districts of its colour, at least two (p. 9): {colour}.")
            return text.fill(colour=colour)
        case Reason.HAS_SKYSCRAPER:
            return Message("This colour already has a skyscraper (p. 9): {colour}.", colour=colour)
        case Reason.TOO_FAR:
            text = Message(
                "A hazard moves through free neighbouring slots, at most {n} steps in a turn (p. 11, ruling R5)."
            )
            return text.fill(n=int(b.hazard_steps))
    raise ValueError(f"there is no reason {code}")


FIXED_REASONS = {
    Reason.OVER: Message("The game is over."),
    Reason.NO_ACTION: Message("There is no such move."),
    Reason.NOT_NOW: Message("You can't do that now."),
    Reason.TOO_POOR: Message("There is not enough cash for that."),
    Reason.NO_CARD: Message("There is no jail card to use."),
    Reason.MUST_OPEN: Message("If you call an auction, you must open it with at least 10k (p. 13)."),
    Reason.SLOT_TAKEN: Message("That slot is taken."),
    Reason.NO_SLOT: Message("This track has no such slot."),
    Reason.NO_PIECE: Message("All pieces of this kind are on the board (ruling R43)."),
    Reason.BESIDE_HAZARD: Message("A bonus may not touch a district that a hazard touches (p. 10)."),
    Reason.BESIDE_BONUS: Message("A hazard may not touch a district that a bonus touches (p. 10)."),
    Reason.NOT_BESIDE_YOURS: Message("A bonus must touch one of your districts (p. 10)."),
    Reason.NOT_BESIDE_OTHERS: Message("A new hazard must touch another player's district (p. 10)."),
    Reason.NO_HAZARD: Message("There is no such hazard on the board."),
    Reason.NO_STOCK: Message("The bank has none left (ruling R31)."),
    Reason.NOT_ON_STARTER: Message("You cannot build that on the Starter track (p. 8 and 9)."),
    Reason.SPECIAL_BUILT: Message("No blocks in a turn with a stadium or a skyscraper (p. 9)."),
    Reason.BLOCKS_BUILT: Message("No stadium or skyscraper in a turn with blocks (p. 9, ruling R13)."),
    Reason.ONE_PROJECT: Message("Only one project per turn (option of ruling R13)."),
    Reason.NEEDS_TWO_GROUPS: Message(
        "The Monopoly Tower needs two complete colours and must touch one of them (p. 9)."
    ),
    Reason.NO_DEALS: Message("You can send no more offers this turn (ruling T11)."),
    Reason.NO_EDITS: Message("You can make no more changes to offers this turn (ruling T11)."),
    Reason.NOT_WITH_YOURSELF: Message("A deal needs another player."),
    Reason.NOTHING_TO_TRADE: Message("One of you has nothing to trade (ruling R36)."),
    Reason.IN_OFFER: Message("That is part of the offer already."),
    Reason.NOT_IN_OFFER: Message("That is not part of the offer."),
    Reason.EXCLUDES: Message("An offer either adds cash or asks for it (ruling T11)."),
    Reason.TOO_MUCH: Message("There is not that much cash (ruling T11)."),
    Reason.INCOMPLETE: Message("Each side must get something (ruling T11)."),
    Reason.DEBTOR_SELLS: Message("A debtor can only sell: ask for money, do not add any (ruling T11)."),
    Reason.CAN_PAY: Message("Cash and mortgages still cover the debt (p. 15, ruling T3)."),
}


def _district_of(action: int) -> int:
    """The district that an action is about, -1 if it is about none."""
    match ACTIONS.split(action):
        case "special", _, d, _:
            return int(d)
        case "mortgage" | "redeem" | "block" | "free" | "give" | "take" | "remove", d, *_:
            return int(d)
    return -1
