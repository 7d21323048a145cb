"""Moves as text and as clicks: `roll`, `bid:1.2M`, `block:p3:r`, `move:s12:s14`, `deal:2`.

What a move is about follows a colon: a district by its id (p3), a slot by its number (s07), a player counted from 1, an
amount (500k, 1.2M).
"""

from __future__ import annotations

import re
from typing import Any

from tripolis.engine.actions import Notation, Spelling
from tripolis.engine.words import Message, seat_name

from ..rules.building import next_piece
from ..rules.state import ACTIONS, AUCTION, DISTRICT_IDS, MOST_BID, PIECES, SEATS, SLOTS, STADIUM, STEPS
from .events import bonus_name, change_words, hazard_name
from .labels import BLOCK_TITLES, BUILDING_TITLES, amount, amount_text, name_of, places_of, side_words, slot_name

SPECIAL = ("stadium", "skyscraper", "tower")
AMOUNT = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?([mk])")

WORDS = {
    "roll": Message("Roll"),
    "fine": Message("Pay the fine"),
    "card": Message("Use a jail card"),
    "buy": Message("Buy"),
    "auction": Message("Start the auction"),
    "drop": Message("Drop out"),
    "pass": Message("Do nothing"),
    "end": Message("End turn"),
    "bankrupt": Message("Declare bankruptcy"),
    "send": Message("Send the offer"),
    "cancel": Message("Withdraw the offer"),
    "accept": Message("Accept"),
    "refuse": Message("Refuse"),
}


# ------------------------------------------------------------------------ text


def hazard_place(s: Any, piece: int) -> str:
    """The slot of a hazard; one that is not on the board is named by its number."""
    at = int(s.hazard[piece])
    return slot_name(at) if at >= 0 else f"h{piece + 1}"


def hazard_at(s: Any, text: str) -> int | None:
    """The hazard at a place."""
    return next((piece for piece in range(PIECES) if hazard_place(s, piece) == text.lower()), None)


def read_amount(text: str) -> int | None:
    """An amount in units: 500k, 1.2M; None if it is not an amount, or not a multiple of 10k."""
    match = AMOUNT.fullmatch(text.lower())
    if not match:
        return None
    if match[3] == "m":
        return int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0"))
    return int(match[1]) // 10 if not match[2] and int(match[1]) % 10 == 0 else None


def read_step(text: str) -> int | None:
    """Which of the steps an amount is."""
    units = read_amount(text)
    return STEPS.index(units) if units in STEPS else None


# ---------------------------------------------------------------------- clicks


def bid_steps(s: Any, bid: int) -> list[str]:
    """The steps that turn the current bid into another one; all of the cash has a button of its own."""
    raised = bid - int(s.bid)
    if raised not in STEPS and s.actor >= 0 and bid == int(s.cash[s.actor]):
        return ["add-all"]
    steps = []
    for step in reversed(STEPS):
        n, raised = divmod(raised, step) if raised > 0 else (0, raised)
        steps += [f"add-{amount_text(step)}"] * n
    return steps


TEXTS = {
    "give_card": "give:card",
    "take_card": "take:card",
    "remove_give_card": "remove:given-card",
    "remove_take_card": "remove:taken-card",
    "remove_cash": "remove:cash",
    "remove_hazard": "remove:{hazard}",
    "special": "{building}:{district}:{slot}",
}
MOVES = Notation(
    ACTIONS,
    texts=TEXTS,
    clicks={
        name: f"do-{TEXTS.get(name, name).replace(':', '-')}" for name, verb in ACTIONS.verbs.items() if not verb.axes
    }
    | {
        "mortgage": "tool-mortgage district-{district}",
        "redeem": "tool-redeem district-{district}",
        "block": lambda s, b, d, kind: [f"tool-{('residential', 'industrial')[kind]}", f"district-{DISTRICT_IDS[d]}"],
        "free": "district-{district}",
        "give": "district-{district}",
        "take": "district-{district}",
        "remove": "tool-remove district-{district}",
        "deal": "tool-deal seat-{seat.number}",
        "pay": "pay-{step}",
        "ask": "ask-{step}",
        "bonus": "tool-bonus slot-{slot.number}",
        "hazard": "tool-hazard slot-{slot.number}",
        "remove_hazard": "hazard-{hazard.number}",
        "move": "hazard-{hazard.number} slot-{slot.number}",
        "special": "tool-{building} district-{district} slot-{slot.number}",
        "bid": lambda s, b, bid: [*bid_steps(s, bid), "do-bid"],
    },
    axes={
        "district": DISTRICT_IDS,
        "kind": "ri",
        "seat": [str(seat + 1) for seat in range(SEATS)],
        "step": Spelling(lambda s, step: amount_text(STEPS[step]), lambda s, text: read_step(text), fixed=True),
        "slot": [slot_name(slot) for slot in range(SLOTS)],
        "hazard": Spelling(hazard_place, hazard_at),
        "building": SPECIAL,
        "amount": Spelling(lambda s, units: amount_text(units), lambda s, text: read_amount(text), fixed=True),
    },
    wrong=lambda text: Message(
        "{text} is not a valid move: write a word such as roll, buy or end, or one with details, such as {example}.",
        text=text,
        example="block:p3:r",
    ),
)


def amounts(s: Any, b: Any, clicks: tuple[str, ...]) -> list[tuple[int, tuple[str, ...]]]:
    """The bids that clicks on steps may become: the sum so far, and with one step more."""
    steps = {f"add-{amount_text(step)}": step for step in STEPS}
    if s.phase != AUCTION or not clicks or any(name not in steps for name in clicks):
        return []
    bid = int(s.bid) + sum(steps[name] for name in clicks)
    bids = [(bid, (*clicks, "do-bid"))]
    bids += [(bid + step, (*clicks, name, "do-bid")) for name, step in steps.items()]
    return [(ACTIONS.number("bid", units), path) for units, path in bids if units <= MOST_BID]


def draft(s: Any, b: Any, action: int) -> str:
    """Opening a deal and every change of the offer are put together before the partner sees it; sending it is not."""
    verb = ACTIONS.verb_of(action).name
    if verb == "cancel":
        return "drop"
    return "keep" if verb == "deal" or verb in ACTIONS.groups["change"] else ""


# ----------------------------------------------------------------------- words


def describe(s: Any, b: Any, action: int) -> Message:
    """An action as a sentence."""
    match ACTIONS.split(action):
        case ["buy"] if s.actor >= 0 and b.district[s.at[s.turn]] >= 0:
            d = int(b.district[s.at[s.turn]])
            return Message("Buy {district} for {amount}", amount=amount(b.price[d]), district=name_of(b, d))
        case "bid", units:
            return Message("Bid {amount}", amount=amount(units))
        case "special", what, d, slot:
            price = (b.stadium_price, b.skyscraper_price[d], b.tower_price)[what - STADIUM]
            building = BUILDING_TITLES[what - STADIUM]
            where = {"slot": slot_name(slot), "district": name_of(b, d), "building": building}
            return Message("Build for {amount} at {slot} ({building}); home: {district}", amount=amount(price), **where)
        case "move", piece, to:
            building = hazard_name(piece)
            return Message("Move to {slot} (next to {places}): {building}", building=building, **where_is(b, to))
        case "remove_hazard", piece:
            return Message("Take off the board: {building}", building=hazard_name(piece))
        case "bonus" | "hazard" as kind, slot:
            building = bonus_name(next_piece(s.bonus)) if kind == "bonus" else hazard_name(next_piece(s.hazard))
            return Message("Build at {slot} (next to {places}): {building}", building=building, **where_is(b, slot))
        case ["send"] if s.partner >= 0:
            sides = {"give": side_words(s, b, s.given, s.give_cards, s.offer_cash)}
            sides |= {"get": side_words(s, b, s.taken, s.take_cards, -s.offer_cash)}
            return Message("Offer {seat} {give} for {get}", seat=seat_name(s.partner), **sides)
        case "deal", seat:
            return Message("Open a deal with {partner}", partner=seat_name(seat))
        case "free", d:
            return Message("Build for free on {district}", district=name_of(b, d))
        case "block", d, kind:
            what_and_where = {"block": BLOCK_TITLES[kind], "district": name_of(b, d)}
            return Message(
                "Build for {amount} on {district}: {block}", amount=amount(b.block_price[d][kind]), **what_and_where
            )
        case "redeem", d:
            return Message("Redeem {district} for {amount}", amount=amount(s.mortgage[d]), district=name_of(b, d))
        case "mortgage", d:
            return Message("Mortgage {district}", district=name_of(b, d))
        case [verb] if verb in WORDS:
            return WORDS[verb]
    return Message("In the deal: {change}", change=change_words(b, action))


def where_is(b: Any, slot: int) -> dict[str, str]:
    """A slot, and what it touches."""
    return {"slot": slot_name(slot), "places": places_of(b, slot) if slot < b.n_slots else "–"}
