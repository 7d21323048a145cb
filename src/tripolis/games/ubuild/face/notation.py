"""Moves as text and as clicks: `roll`, `bid:1.2M`, `block:p3:r`, `move:s12:s14`, `deal:2`.

What a move is about follows a colon: a district by its id (p3), a slot by its number (s07), a player counted from 1, an
amount (500k, 1.2M).
"""

from __future__ import annotations

import re
from typing import Any

from tripolis.engine.errors import BadNotation
from tripolis.engine.record import in_python
from tripolis.engine.words import Message, seat_name

from ..rules.building import next_piece
from ..rules.state import (
    A_ACCEPT,
    A_AUCTION,
    A_BANKRUPT,
    A_BUY,
    A_CANCEL,
    A_CARD,
    A_DROP,
    A_END,
    A_FINE,
    A_GIVE_CARD,
    A_PASS,
    A_REFUSE,
    A_REMOVE_CASH,
    A_REMOVE_GIVE_CARD,
    A_REMOVE_TAKE_CARD,
    A_ROLL,
    A_SEND,
    A_TAKE_CARD,
    ASK0,
    AUCTION,
    BID0,
    BLOCK0,
    BONUS0,
    DEAL0,
    DISTRICT_IDS,
    DISTRICTS,
    FREE0,
    GIVE0,
    HAZARD0,
    MORTGAGE0,
    MOST_BID,
    MOVE0,
    PAY0,
    PIECES,
    REDEEM0,
    REMOVE0,
    REMOVE_HAZARD0,
    SEATS,
    SLOTS,
    STADIUM0,
    STEPS,
    TAKE0,
)
from .events import bonus_name, change_words, hazard_name
from .labels import BLOCK_TITLES, BUILDING_TITLES, amount, amount_text, name_of, places_of, slot_name

PLAIN = {
    A_ROLL: "roll",
    A_FINE: "fine",
    A_CARD: "card",
    A_BUY: "buy",
    A_AUCTION: "auction",
    A_DROP: "drop",
    A_PASS: "pass",
    A_END: "end",
    A_BANKRUPT: "bankrupt",
    A_SEND: "send",
    A_CANCEL: "cancel",
    A_ACCEPT: "accept",
    A_REFUSE: "refuse",
    A_GIVE_CARD: "give:card",
    A_TAKE_CARD: "take:card",
    A_REMOVE_GIVE_CARD: "remove:given-card",
    A_REMOVE_TAKE_CARD: "remove:taken-card",
    A_REMOVE_CASH: "remove:cash",
}
OF_TEXT = {text: action for action, text in PLAIN.items()}
OF_DISTRICT = {"mortgage": MORTGAGE0, "redeem": REDEEM0, "free": FREE0, "give": GIVE0, "take": TAKE0, "remove": REMOVE0}
OF_SLOT = {"bonus": BONUS0, "hazard": HAZARD0}
SPECIAL = ("stadium", "skyscraper", "tower")
KINDS = "ri"
AMOUNT = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]{1,2}))?([mk])")
SLOT = re.compile(r"s([0-9]{2})")

WORDS = {
    A_ROLL: Message("Roll"),
    A_FINE: Message("Pay the fine"),
    A_CARD: Message("Use a jail card"),
    A_BUY: Message("Buy"),
    A_AUCTION: Message("Call an auction"),
    A_DROP: Message("Drop out"),
    A_PASS: Message("Do nothing"),
    A_END: Message("End this step"),
    A_BANKRUPT: Message("Declare bankruptcy"),
    A_SEND: Message("Send the offer"),
    A_CANCEL: Message("Take the offer off the table"),
    A_ACCEPT: Message("Accept"),
    A_REFUSE: Message("Refuse"),
}


# ------------------------------------------------------------------------ text


def write(s: Any, b: Any, action: int) -> str:
    """An action as text."""
    if action in PLAIN:
        return PLAIN[action]
    if action >= BID0:
        return f"bid:{amount_text(action - BID0)}"
    if action >= STADIUM0:
        what, rest = divmod(action - STADIUM0, DISTRICTS * SLOTS)
        return f"{SPECIAL[what]}:{DISTRICT_IDS[rest // SLOTS]}:{slot_name(rest % SLOTS)}"
    if action >= MOVE0:
        piece, to = divmod(action - MOVE0, SLOTS)
        return f"move:{hazard_place(s, piece)}:{slot_name(to)}"
    if action >= REMOVE_HAZARD0:
        return f"remove:{hazard_place(s, action - REMOVE_HAZARD0)}"
    for name, first in OF_SLOT.items():
        if first <= action < first + SLOTS:
            return f"{name}:{slot_name(action - first)}"
    if action >= ASK0:
        return f"ask:{amount_text(STEPS[action - ASK0])}"
    if action >= PAY0:
        return f"pay:{amount_text(STEPS[action - PAY0])}"
    if action >= DEAL0:
        return f"deal:{action - DEAL0 + 1}"
    if BLOCK0 <= action < FREE0:
        d, kind = divmod(action - BLOCK0, 2)
        return f"block:{DISTRICT_IDS[d]}:{KINDS[kind]}"
    for name, first in OF_DISTRICT.items():
        if first <= action < first + DISTRICTS:
            return f"{name}:{DISTRICT_IDS[action - first]}"
    return f"?{action}"


def hazard_place(s: Any, piece: int) -> str:
    """The slot of a hazard; one that is not on the board is named by its number."""
    at = int(s.hazard[piece])
    return slot_name(at) if at >= 0 else f"h{piece + 1}"


def read(s: Any, b: Any, text: str) -> int:
    """The action of a text; upper and lower case mean the same."""
    found = _read(s, text.lower())
    if found is None:
        raise BadNotation(
            Message(
                "{text} is no move: write a word such as roll, buy or end, or a word with what it is about, such as {example}.",
                text=text,
                example="block:p3:r",
            )
        )
    return found


def _read(s: Any, text: str) -> int | None:
    if text in OF_TEXT:
        return OF_TEXT[text]
    word, *things = text.split(":")
    if word in OF_DISTRICT and len(things) == 1 and things[0] in DISTRICT_IDS:
        return OF_DISTRICT[word] + DISTRICT_IDS.index(things[0])
    if word == "block" and len(things) == 2 and things[0] in DISTRICT_IDS and things[1] in KINDS and things[1]:
        return BLOCK0 + 2 * DISTRICT_IDS.index(things[0]) + KINDS.index(things[1])
    if word == "deal" and len(things) == 1 and re.fullmatch(f"[1-{SEATS}]", things[0]):
        return DEAL0 + int(things[0]) - 1
    if word in ("bid", "pay", "ask") and len(things) == 1:
        units = read_amount(things[0])
        if word == "bid":
            return BID0 + units if units is not None and units <= MOST_BID else None
        if units in STEPS:
            return (PAY0 if word == "pay" else ASK0) + STEPS.index(units)
        return None
    slots = [_slot(thing) for thing in things]
    if word in OF_SLOT and len(things) == 1 and slots[0] is not None:
        return OF_SLOT[word] + slots[0]
    if word in SPECIAL and len(things) == 2 and things[0] in DISTRICT_IDS and slots[1] is not None:
        return STADIUM0 + (SPECIAL.index(word) * DISTRICTS + DISTRICT_IDS.index(things[0])) * SLOTS + slots[1]
    if word in ("move", "remove") and things:
        piece = next((k for k in range(PIECES) if hazard_place(s, k) == things[0]), None)
        if piece is not None and word == "remove" and len(things) == 1:
            return REMOVE_HAZARD0 + piece
        if piece is not None and word == "move" and len(things) == 2 and slots[1] is not None:
            return MOVE0 + piece * SLOTS + slots[1]
    return None


def read_amount(text: str) -> int | None:
    """An amount in units: 500k, 1.2M; None if it is none, or no multiple of 10k."""
    found = AMOUNT.fullmatch(text.lower())
    if not found:
        return None
    if found[3] == "m":
        return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))
    return int(found[1]) // 10 if not found[2] and int(found[1]) % 10 == 0 else None


def _slot(text: str) -> int | None:
    found = SLOT.fullmatch(text)
    return int(found[1]) if found and int(found[1]) < SLOTS else None


# ---------------------------------------------------------------------- clicks


def path(s: Any, b: Any, action: int) -> list[str]:
    """The sprites to click: a button, or a tool and what it is used on; an amount is put together from steps."""
    if action in PLAIN:
        return [f"do-{PLAIN[action].replace(':', '-')}"]
    if action >= BID0:
        return [*bid_steps(s, action - BID0), "do-bid"]
    if action >= STADIUM0:
        what, rest = divmod(action - STADIUM0, DISTRICTS * SLOTS)
        return [f"tool-{SPECIAL[what]}", district_sprite(rest // SLOTS), slot_sprite(rest % SLOTS)]
    if action >= MOVE0:
        piece, to = divmod(action - MOVE0, SLOTS)
        return [f"hazard-{piece}", slot_sprite(to)]
    if action >= REMOVE_HAZARD0:
        return [f"hazard-{action - REMOVE_HAZARD0}"]
    for name, first in OF_SLOT.items():
        if first <= action < first + SLOTS:
            return [f"tool-{name}", slot_sprite(action - first)]
    if action >= ASK0:
        return [f"ask-{amount_text(STEPS[action - ASK0])}"]
    if action >= PAY0:
        return [f"pay-{amount_text(STEPS[action - PAY0])}"]
    if action >= DEAL0:
        return ["tool-deal", f"seat-{action - DEAL0}"]
    if BLOCK0 <= action < FREE0:
        d, kind = divmod(action - BLOCK0, 2)
        return [f"tool-{('residential', 'industrial')[kind]}", district_sprite(d)]
    for name, first in OF_DISTRICT.items():
        if first <= action < first + DISTRICTS:
            sprite = district_sprite(action - first)
            return [sprite] if name in ("give", "take", "free") else [f"tool-{name}", sprite]
    return [f"?{action}"]


def bid_steps(s: Any, bid: int) -> list[str]:
    """The steps that make the current bid another one; the whole cash has a button of its own."""
    raised = bid - int(s.bid)
    if raised not in STEPS and s.actor >= 0 and bid == int(s.cash[s.actor]):
        return ["add-all"]
    steps = []
    for step in reversed(STEPS):
        n, raised = divmod(raised, step) if raised > 0 else (0, raised)
        steps += [f"add-{amount_text(step)}"] * n
    return steps


def amounts(s: Any, b: Any, clicks: tuple[str, ...]) -> list[tuple[int, tuple[str, ...]]]:
    """The bids that clicks on steps may become: the sum so far, and with one step more."""
    steps = {f"add-{amount_text(step)}": step for step in STEPS}
    if s.phase != AUCTION or not clicks or any(name not in steps for name in clicks):
        return []
    bid = int(s.bid) + sum(steps[name] for name in clicks)
    found = [(bid, (*clicks, "do-bid"))]
    found += [(bid + step, (*clicks, name, "do-bid")) for name, step in steps.items()]
    return [(BID0 + units, path) for units, path in found if units <= MOST_BID]


def draft(s: Any, b: Any, action: int) -> str:
    """Opening a deal and every change of the offer are put together before the partner sees it; sending it is not."""
    if action == A_CANCEL:
        return "drop"
    changes = (A_GIVE_CARD, A_TAKE_CARD, A_REMOVE_GIVE_CARD, A_REMOVE_TAKE_CARD, A_REMOVE_CASH)
    return "keep" if action in changes or GIVE0 <= action < BONUS0 else ""


def district_sprite(d: int) -> str:
    """The sprite of a district's space."""
    return f"district-{DISTRICT_IDS[d]}"


def slot_sprite(slot: int) -> str:
    """The sprite of a slot."""
    return f"slot-{slot}"


# ----------------------------------------------------------------------- words


def describe(s: Any, b: Any, action: int) -> Message:
    """An action as a sentence."""
    if action == A_BUY and s.actor >= 0:
        d = int(b.district[s.at[s.turn]])
        if d >= 0:
            return Message("Buy for {amount}: {district}", amount=amount(b.price[d]), district=name_of(b, d))
    if action in WORDS:
        return WORDS[action]
    if action >= BID0:
        return Message("Bid {amount}", amount=amount(action - BID0))
    if action >= STADIUM0:
        what, rest = divmod(action - STADIUM0, DISTRICTS * SLOTS)
        d, slot = divmod(rest, SLOTS)
        price = (b.stadium_price, b.skyscraper_price[d], b.tower_price)[what]
        where = {"slot": slot_name(slot), "district": name_of(b, d), "building": BUILDING_TITLES[what]}
        return Message("Build for {amount} at {slot} ({building}); home: {district}", amount=amount(price), **where)
    if action >= MOVE0:
        piece, to = divmod(action - MOVE0, SLOTS)
        return Message("Move to {slot} (beside {places}): {building}", building=hazard_name(piece), **where_is(b, to))
    if action >= REMOVE_HAZARD0:
        return Message("Take off the board: {building}", building=hazard_name(action - REMOVE_HAZARD0))
    if action >= BONUS0:
        name, slots = (bonus_name, s.bonus) if action < HAZARD0 else (hazard_name, s.hazard)
        building, slot = name(in_python(next_piece)(slots)), (action - BONUS0) % SLOTS
        return Message("Build at {slot} (beside {places}): {building}", building=building, **where_is(b, slot))
    if DEAL0 <= action < PAY0:
        return Message("Open a deal with {partner}", partner=seat_name(action - DEAL0))
    if action >= GIVE0 or A_GIVE_CARD <= action <= A_REMOVE_CASH:
        return Message("In the deal: {change}", change=change_words(b, action))
    if action >= FREE0:
        return Message("Build for free on: {district}", district=name_of(b, action - FREE0))
    if action >= BLOCK0:
        d, kind = divmod(action - BLOCK0, 2)
        what_and_where = {"block": BLOCK_TITLES[kind], "district": name_of(b, d)}
        return Message(
            "Build for {amount} on {district}: {block}", amount=amount(b.block_price[d][kind]), **what_and_where
        )
    if action >= REDEEM0:
        d = action - REDEEM0
        return Message("Redeem for {amount}: {district}", amount=amount(s.mortgage[d]), district=name_of(b, d))
    return Message("Take a mortgage on: {district}", district=name_of(b, action - MORTGAGE0))


def where_is(b: Any, slot: int) -> dict[str, str]:
    """A slot, and what it touches."""
    return {"slot": slot_name(slot), "places": places_of(b, slot) if slot < b.n_slots else "–"}
