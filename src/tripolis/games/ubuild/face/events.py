"""What happened and why not, as messages."""

from __future__ import annotations

from typing import Any

from tripolis.engine.words import Message, Plural, seat_name

from ..rules.state import (
    A_GIVE_CARD,
    A_REMOVE_CASH,
    A_REMOVE_GIVE_CARD,
    A_TAKE_CARD,
    ASK0,
    BID0,
    BLOCK0,
    DISTRICTS,
    FREE0,
    GIVE0,
    MORTGAGE0,
    NOBODY,
    PAY0,
    REDEEM0,
    REMOVE0,
    SLOTS,
    STADIUM0,
    STEPS,
    TAKE0,
    Event,
    Reason,
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


def words_of(b: Any, code: int, args: tuple[int, ...]) -> Message:
    """An event as a sentence."""
    event = Event(code)
    return (
        turn_words(b, event, args)
        or purchase_words(b, event, args)
        or deal_words(b, event, args)
        or payment_words(b, event, args)
    )


def turn_words(b: Any, event: Event, args: tuple[int, ...]) -> Message | None:
    """Dice, walking, landing, jail, bridges and cards."""
    who = seat_name(args[0])
    match event, args:
        case Event.FIRST_ROLL, (_, one, 0, *_):
            return Message("{seat} rolls for the start: {n}.", seat=who, n=one)
        case Event.FIRST_ROLL, (_, one, two, *_):
            return Message("{seat} rolls for the start: {one} and {two}.", seat=who, one=one, two=two)
        case Event.STARTS, (_, ties, *_) if ties > 1:
            return Message("{n} players tied and rolled again; {seat} starts.", n=ties, seat=who)
        case Event.STARTS, _:
            return Message("{seat} starts.", seat=who)
        case Event.TURN, (_, 0, *_):
            return Message("Turn: {seat}.", seat=who)
        case Event.TURN, _:
            return Message("A further turn: {seat}.", seat=who)
        case Event.ROLLED, (_, one, 0, *_):
            return Message("{seat} rolls {n}.", seat=who, n=one)
        case Event.ROLLED, (_, one, two, *_):
            return Message("{seat} rolls {one} and {two}.", seat=who, one=one, two=two)
        case Event.AGAIN, (_, 1, *_) if b.dice == 1:
            return Message("A six: {seat} will have a further turn.", seat=who)
        case Event.AGAIN, (_, 1, *_):
            return Message("A double: {seat} will have a further turn.", seat=who)
        case Event.AGAIN, _ if b.dice == 1:
            return Message("The second six: {seat} will have a further turn; a third one means jail.", seat=who)
        case Event.AGAIN, _:
            return Message(
                "Another double: {seat} will have a further turn; a third one in a row means jail.", seat=who
            )
        case Event.SALARY, (_, n, *_):
            return Message("{seat} passes or reaches GO: salary {amount}.", seat=who, amount=amount(n))
        case Event.TOLL, (_, space, n, *_):
            where = bridge_number(b, space)
            return Message("Bridge {n} is raised: {seat} owes a toll of {amount}.", n=where, seat=who, amount=amount(n))
        case Event.LANDED, (_, space, *_):
            return Message("{seat} lands on: {space}.", seat=who, space=space_name(b, space))
        case Event.RENT, (_, d, n, owner):
            args_of = {"seat": who, "amount": amount(n), "owner": seat_name(owner), "district": name_of(b, d)}
            return Message("{seat} owes {amount} rent to {owner} for: {district}.", **args_of)
        case Event.JAILED, (_, 0, *_):
            return Message("{seat} goes to jail.", seat=who)
        case Event.JAILED, (_, 1, *_):
            return Message("The card sends {seat} to jail.", seat=who)
        case Event.JAILED, _ if b.dice == 1:
            return Message("The third six in a row: {seat} goes to jail.", seat=who)
        case Event.JAILED, _:
            return Message("The third double in a row: {seat} goes to jail.", seat=who)
        case Event.STAYS, (_, n, *_):
            return Message("{seat} stays in jail: try {n}.", seat=who, n=n)
        case Event.FREED, (_, 0, *_):
            return Message("{seat} has paid the fine and is free.", seat=who)
        case Event.FREED, (_, 1, *_):
            return Message("{seat} uses a jail card and is free.", seat=who)
        case Event.FREED, _ if b.dice == 1:
            return Message("A six: {seat} is free.", seat=who)
        case Event.FREED, _:
            return Message("A double: {seat} is free.", seat=who)
        case Event.BRIDGE, (space, 1, *_):
            return Message("Bridge {n} goes up.", n=bridge_number(b, space))
        case Event.BRIDGE, (space, *_):
            return Message("Bridge {n} goes down.", n=bridge_number(b, space))
        case Event.CARD, (_, card, up, *_):
            return Message("{seat} draws card {n}: {text}.", seat=who, n=card + 1, text=card_words(b, card, up))
        case Event.NO_EFFECT, _:
            return Message("The card has no effect for {seat}.", seat=who)
        case Event.KEPT, _:
            return Message("{seat} keeps the card.", seat=who)
        case Event.JUMPED, (_, space, *_):
            return Message("{seat} goes directly to: {space}.", seat=who, space=space_name(b, space))
        case Event.GOT, (_, n, *_):
            return Message("The bank pays {seat} {amount}.", seat=who, amount=amount(n))
        case Event.FREE_BLOCKS, (_, d, kind, n):
            return Message(
                "{seat} builds for free, {blocks} on: {district}.",
                seat=who,
                blocks=blocks(kind, n),
                district=name_of(b, d),
            )
    return None


def purchase_words(b: Any, event: Event, args: tuple[int, ...]) -> Message | None:
    """Buying, bidding, building, mortgages, hazards."""
    who = seat_name(args[0])
    match event, args:
        case Event.BOUGHT, (_, d, n, *_):
            return Message("{seat} buys for {amount}: {district}.", seat=who, amount=amount(n), district=name_of(b, d))
        case Event.AUCTION, (_, d, *_):
            return Message("{seat} calls an auction: {district}.", seat=who, district=name_of(b, d))
        case Event.OUT, _:
            return Message("{seat} has no money to open the auction.", seat=who)
        case Event.BID, (_, n, *_):
            return Message("{seat} bids {amount}.", seat=who, amount=amount(n))
        case Event.DROPPED, _:
            return Message("{seat} drops out.", seat=who)
        case Event.SOLD, (_, d, n, *_):
            return Message(
                "{seat} pays {amount} and gets: {district}.", seat=who, amount=amount(n), district=name_of(b, d)
            )
        case Event.UNSOLD, (d, *_):
            return Message("Nobody bids; it stays with the bank: {district}.", district=name_of(b, d))
        case Event.BLOCK, (_, d, kind, n):
            what = {"seat": who, "amount": amount(n), "block": BLOCK_TITLES[kind], "district": name_of(b, d)}
            return Message("{seat} builds for {amount} on {district}: {block}.", **what)
        case Event.STADIUM, (_, d, slot, n):
            what = {"seat": who, "amount": amount(n), "slot": slot_name(slot), "district": name_of(b, d)}
            return Message("{seat} builds the stadium for {amount} at {slot}; home: {district}.", **what)
        case Event.SKYSCRAPER, (_, d, slot, n):
            what = {"seat": who, "amount": amount(n), "slot": slot_name(slot), "district": name_of(b, d)}
            return Message("{seat} builds a skyscraper for {amount} at {slot}; home: {district}.", **what)
        case Event.TOWER, (_, d, slot, n):
            what = {"seat": who, "amount": amount(n), "slot": slot_name(slot), "district": name_of(b, d)}
            return Message("{seat} builds the Monopoly Tower for {amount} at {slot}; home: {district}.", **what)
        case Event.MORTGAGED, (_, d, n, *_):
            return Message(
                "{seat} gets {amount} for the mortgage of: {district}.",
                seat=who,
                amount=amount(n),
                district=name_of(b, d),
            )
        case Event.REDEEMED, (_, d, n, *_):
            return Message(
                "{seat} pays {amount} and redeems: {district}.", seat=who, amount=amount(n), district=name_of(b, d)
            )
        case Event.BONUS, (_, slot, piece, *_):
            return Message(
                "{seat} builds at {slot}: {building}.", seat=who, slot=slot_name(slot), building=bonus_name(piece)
            )
        case Event.HAZARD, (_, slot, piece, *_):
            return Message(
                "{seat} builds a hazard at {slot}: {building}.",
                seat=who,
                slot=slot_name(slot),
                building=hazard_name(piece),
            )
        case Event.MOVED, (_, start, to, 0):
            return Message(
                "{seat} moves the hazard from {start} to {to}, free of charge.",
                seat=who,
                start=slot_name(start),
                to=slot_name(to),
            )
        case Event.MOVED, (_, start, to, n):
            where = {"start": slot_name(start), "to": slot_name(to)}
            return Message(
                "{seat} moves the hazard from {start} to {to} for {amount}.", seat=who, amount=amount(n), **where
            )
        case Event.REMOVED, (_, slot, piece, *_):
            return Message(
                "{seat} takes the hazard off {slot}: {building}.",
                seat=who,
                slot=slot_name(slot),
                building=hazard_name(piece),
            )
        case Event.PASSED, _:
            return Message("{seat} leaves the planning permission unused.", seat=who)
    return None


def deal_words(b: Any, event: Event, args: tuple[int, ...]) -> Message | None:
    """Offers and answers."""
    match event, args:
        case Event.DEAL, (o, q, *_):
            return Message("{seat} opens a deal with {partner}.", seat=seat_name(o), partner=seat_name(q))
        case Event.CHANGED, (o, action, *_):
            return Message("{seat}: {change}.", seat=seat_name(o), change=change_words(b, action))
        case Event.SENT, (o, q, *_):
            return Message("{seat} sends the offer to {partner}.", seat=seat_name(o), partner=seat_name(q))
        case Event.ACCEPTED, (q, *_):
            return Message("{seat} accepts.", seat=seat_name(q))
        case Event.REFUSED, (q, *_):
            return Message("{seat} refuses.", seat=seat_name(q))
        case Event.CANCELLED, (o, *_):
            return Message("{seat} takes the offer off the table.", seat=seat_name(o))
        case Event.HANDED, (d, start, to, *_):
            return Message(
                "From {seat} to {partner}: {district}.", seat=party(start), partner=party(to), district=name_of(b, d)
            )
        case Event.CARD_HANDED, (start, to, n, *_):
            return Plural(
                "From {seat} to {partner}: {n} jail card.",
                "From {seat} to {partner}: {n} jail cards.",
                n,
                seat=seat_name(start),
                partner=seat_name(to),
            )
        case Event.SET_OFF, (o, q, n, *_):
            what = {"seat": seat_name(o), "partner": seat_name(q), "amount": amount(n)}
            return Message("{amount} are set off against what {seat} owes {partner}.", **what)
    return None


def payment_words(b: Any, event: Event, args: tuple[int, ...]) -> Message:
    """Payments, debts and the end."""
    match event, args:
        case Event.PAID, (start, to, n, *_):
            return Message(
                "{seat} pays {amount} to: {partner}.", seat=seat_name(start), amount=amount(n), partner=party(to)
            )
        case Event.OWES, (start, to, n, *_):
            what = {"seat": seat_name(start), "amount": amount(n), "partner": party(to)}
            return Message("{seat} cannot pay {amount} at once and must raise money; creditor: {partner}.", **what)
        case Event.BANKRUPT, (seat, to, n, *_):
            what = {"seat": seat_name(seat), "amount": amount(n), "partner": party(to)}
            return Message("{seat} is bankrupt with a debt of {amount} to: {partner}. The game is over.", **what)
        case Event.LIMIT, (n, *_):
            return Plural("After {n} round the game is over.", "After {n} rounds the game is over.", n)
    raise ValueError(f"there is no event {event}")


def change_words(b: Any, action: int) -> Message:
    """A change of an offer, seen from the one who makes it."""
    if action >= ASK0:
        return Message("ask for {amount}", amount=amount(STEPS[action - ASK0]))
    if action >= PAY0:
        return Message("add {amount}", amount=amount(STEPS[action - PAY0]))
    if action >= REMOVE0:
        return Message("take off the table: {district}", district=name_of(b, action - REMOVE0))
    if action >= TAKE0:
        return Message("ask for: {district}", district=name_of(b, action - TAKE0))
    if action >= GIVE0:
        return Message("offer: {district}", district=name_of(b, action - GIVE0))
    if action == A_GIVE_CARD:
        return Message("offer a jail card")
    if action == A_TAKE_CARD:
        return Message("ask for a jail card")
    if action == A_REMOVE_GIVE_CARD:
        return Message("keep a jail card after all")
    if action == A_REMOVE_CASH:
        return Message("take the cash off the table")
    return Message("ask for one jail card less")


# ---------------------------------------------------------------------- why not


def why_not(s: Any, b: Any, action: int, code: int) -> Message:
    """A refusal as a sentence, with the page of the rulebook or the ruling."""
    district = _district_of(action)
    name = name_of(b, district) if district >= 0 else "?"
    reason = Reason(code)
    if reason in FIXED_REASONS:
        return FIXED_REASONS[reason]
    match reason:
        case Reason.NOT_YOURS:
            return Message("The owner is somebody else, or nobody: {district}.", district=name)
        case Reason.MORTGAGED:
            return Message("It is mortgaged (p. 13): {district}.", district=name)
        case Reason.NOT_MORTGAGED:
            return Message("It is not mortgaged: {district}.", district=name)
        case Reason.FLIPPED:
            return Message("Its card was already turned over in this turn (ruling T10): {district}.", district=name)
        case Reason.BID_TOO_LOW:
            return Message("A bid must be higher than {amount} (p. 13).", amount=amount(s.bid))
        case Reason.FULL:
            return Message("It already has {n} blocks (p. 8): {district}.", n=int(b.max_blocks), district=name)
        case Reason.THREE_BLOCKS:
            return Message("No more than {n} blocks are bought in one turn (p. 8).", n=int(b.turn_blocks))
        case Reason.OTHER_DISTRICT:
            other = name_of(b, int(s.bought_on)) if s.bought_on >= 0 else "?"
            return Message(
                "The blocks of one turn all stand on one district (p. 8), this time on: {district}.", district=other
            )
        case Reason.NOT_BESIDE_HOME:
            return Message("That slot does not touch its home (ruling R12): {district}.", district=name)
        case Reason.NEEDS_TWO:
            colour = group_name(b, max(0, district))
            return Message("The stadium needs two districts of one colour (p. 9); here: {colour}.", colour=colour)
        case Reason.NEEDS_GROUP:
            colour = group_name(b, max(0, district))
            return Message(
                "A skyscraper needs all districts of its colour, two at least (p. 9): {colour}.", colour=colour
            )
        case Reason.HAS_SKYSCRAPER:
            colour = group_name(b, max(0, district))
            return Message("This colour has a skyscraper already (p. 9): {colour}.", colour=colour)
        case Reason.TOO_FAR:
            return Message(
                "A hazard moves over empty neighbouring slots, at most {n} steps in a turn (p. 11).",
                n=int(b.hazard_steps),
            )
    raise ValueError(f"there is no reason {code}")


FIXED_REASONS = {
    Reason.OVER: Message("The game is over."),
    Reason.NO_ACTION: Message("There is no such move."),
    Reason.NOT_NOW: Message("That is not to be decided now."),
    Reason.TOO_POOR: Message("There is not enough cash for that."),
    Reason.NO_CARD: Message("There is no jail card for that."),
    Reason.MUST_OPEN: Message("Whoever called the auction must open it with 10k at least (p. 13)."),
    Reason.SLOT_TAKEN: Message("Something stands in that slot."),
    Reason.NO_SLOT: Message("This track has no such slot."),
    Reason.NO_PIECE: Message("All pieces of this kind stand on the board (ruling R43)."),
    Reason.BESIDE_HAZARD: Message("A bonus may not touch a district that a hazard touches (p. 10)."),
    Reason.BESIDE_BONUS: Message("A hazard may not touch a district that a bonus touches (p. 10)."),
    Reason.NOT_BESIDE_YOURS: Message("A bonus must touch one of your districts (p. 10)."),
    Reason.NOT_BESIDE_OTHERS: Message("A hazard is built beside another player's district (p. 10)."),
    Reason.NO_HAZARD: Message("There is no such hazard on the board."),
    Reason.NO_STOCK: Message("The bank has none left (ruling R31)."),
    Reason.NOT_ON_STARTER: Message("That is not built on the Starter track (p. 8 and 9)."),
    Reason.SPECIAL_BUILT: Message("No blocks in a turn with a stadium or a skyscraper (p. 9)."),
    Reason.BLOCKS_BUILT: Message("No stadium and no skyscraper in a turn with blocks (p. 9, ruling R13)."),
    Reason.ONE_PROJECT: Message("Only one project is built in a turn (switch of ruling R13)."),
    Reason.NEEDS_TWO_GROUPS: Message(
        "The Monopoly Tower needs two whole colours and stands beside one of them (p. 9)."
    ),
    Reason.NO_DEALS: Message("No more offers can be sent in this turn (ruling T11)."),
    Reason.NO_EDITS: Message("No more changes of offers can be made in this turn (ruling T11)."),
    Reason.NOT_WITH_YOURSELF: Message("A deal needs another player."),
    Reason.NOTHING_TO_TRADE: Message("One of the two has nothing to trade with (ruling R36)."),
    Reason.IN_OFFER: Message("That is part of the offer already."),
    Reason.NOT_IN_OFFER: Message("That is not part of the offer."),
    Reason.EXCLUDES: Message("An offer either adds cash or asks for it (ruling T11)."),
    Reason.TOO_MUCH: Message("There is not that much cash to be had (ruling T11)."),
    Reason.INCOMPLETE: Message("Each side must get something (ruling T11)."),
    Reason.DEBTOR_SELLS: Message("A debtor sells: he asks for money and adds none (ruling T11)."),
    Reason.CAN_PAY: Message("Cash and mortgages still cover the debt (p. 15, ruling T3)."),
}


def _district_of(action: int) -> int:
    """The district that an action is about, -1 if it is about none."""
    if action >= BID0:
        return -1
    if action >= STADIUM0:
        return (action - STADIUM0) // SLOTS % DISTRICTS
    if BLOCK0 <= action < FREE0:
        return (action - BLOCK0) // 2
    for first in (MORTGAGE0, REDEEM0, FREE0, GIVE0, TAKE0, REMOVE0):
        if first <= action < first + DISTRICTS:
            return action - first
    return -1
