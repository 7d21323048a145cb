"""The record of a match's box, filled from its files and options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tripolis.engine.errors import BadOptions
from tripolis.engine.words import Message

from ..rules.state import DISTRICTS, NAME_BYTES, NOBODY, SIDES, SLOTS, SPACES, UNIT, Space
from .files import AMOUNTS, BLOCK_KINDS, NUMBERS, Box, read_box, standard_box
from .track import KINDS, Laid, read_plan

__all__ = ["check_settings", "fill_box", "standard_box"]

MONEY = re.compile(r"([0-9]{1,5})(?:\.([0-9]{1,2}))?(M|k)")

# ------------------------------------------------------------------ settings


def money_of(text: str, kind: str, box: Box) -> int:
    """The starting money in units: `standard`, or an amount such as 15M or 500k."""
    if text == "standard":
        return int(box.constants["money"][kind])
    match = MONEY.fullmatch(text)
    if match and match[3] == "M":
        return int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0"))
    if match and not match[2] and int(match[1]) % 10 == 0:
        return int(match[1]) // 10
    reason = Message("Starting money: write standard or a multiple of 10k such as 15M or 500k, not {text}.")
    raise BadOptions(reason.fill(text=text))


def count_of(name: str, value: int | str, least: int, most: int) -> int:
    """A whole number, which may be given as text."""
    text = str(value)
    if not re.fullmatch("[0-9]{1,6}", text) or not least <= int(text) <= most:
        args = {"option": name, "least": least, "most": most, "text": text}
        raise BadOptions(Message("{option} is a number from {least} to {most}, not {text}.", **args))
    return int(text)


def check_settings(settings: Mapping[str, Any]) -> None:
    """Refuse a track, money or limits that make no sense; whether the track fits the box is checked by `fill_box`."""
    plan = None if settings["track"] in KINDS else read_plan(settings["track"])
    money_of(settings["money"], plan.kind if plan else settings["track"], read_box())
    round_limit(settings)
    count_of("max_offers", settings["max_offers"], 0, 1000)
    count_of("max_edits", settings["max_edits"], 1, 1000)


def round_limit(settings: Mapping[str, Any]) -> int:
    """How many full rounds are played, 0 for no limit (T16)."""
    limit = settings["round_limit"]
    return 0 if limit is None else count_of("round_limit", limit, 1, 100_000)


# ------------------------------------------------------------------- filling


def fill_box(b: Any, files: Mapping[str, str], settings: Mapping[str, Any]) -> None:
    """Check the files of a box and fill its record."""
    box = read_box(files)
    laid = box.lay(settings["track"])
    fill_track(b, laid)
    fill_districts(b, box)
    kind = laid.plan.kind
    b.dice = 1 if kind == "starter" else 2
    b.starter = int(kind == "starter")
    b.n_cards = len(box.events)
    for i, sides in enumerate(box.events):
        for side in range(2):
            event = sides[side]
            b.op[side][i] = int(event["op"])
            b.op_n[side][i] = event["n"]
            b.op_kind[side][i] = event["starter_kind" if b.starter else "kind"]
            b.op_cap[side][i] = event["cap"]
    constants = box.constants
    for field in (*AMOUNTS.values(), *(field for field, _, _ in NUMBERS.values())):
        setattr(b, field, constants[field])
    stock = constants["stock"]
    for i, name in enumerate(BLOCK_KINDS):
        b.stock[i] = stock[name]
    b.n_stadiums, b.n_towers, b.n_skyscrapers = stock["stadium"], stock["tower"], stock["skyscraper"]
    b.n_bonus, b.n_hazards = stock["bonus"], stock["hazard"]
    b.money = money_of(settings["money"], kind, box)
    b.round_limit = round_limit(settings)
    b.one_project = int(settings["one_project"])
    b.planning_move = settings["planning_move"]
    b.double_from_jail = int(settings["double_from_jail_rolls_again"])
    b.mortgage_ignores_hazard = int(settings["mortgage_ignores_hazard"])
    b.unlimited_blocks = int(settings["unlimited_blocks"])
    b.max_offers = int(settings["max_offers"])
    b.max_edits = int(settings["max_edits"])


def fill_track(b: Any, laid: Laid) -> None:
    """The track: spaces, slots, and what touches what."""
    plan = laid.plan
    if len(laid.slots) > SLOTS or len(laid.spaces) > SPACES:
        raise BadOptions(Message("This track is too large."))
    b.n_spaces, b.n_slots, b.open_track = len(laid.spaces), len(laid.slots), int(laid.is_open)
    b.on_track = 0
    for d in range(DISTRICTS):
        for i in range(SIDES):
            b.slots_of[d][i] = NOBODY
    for i, space in enumerate(laid.spaces):
        b.space[i], b.district[i] = int(space.kind), space.district
        b.space_hex[i][0], b.space_hex[i][1] = plan.places[i]
        if space.kind == Space.DISTRICT:
            b.on_track |= 1 << space.district
        for kind, field in ((Space.GO, "go"), (Space.JAIL, "jail"), (Space.FREE_PARKING, "free_parking")):
            if space.kind == kind:
                setattr(b, field, i)
    for i, (q, r) in enumerate(plan.railroads):
        b.railroad_hex[i][0], b.railroad_hex[i][1] = q, r
    filled = [0] * DISTRICTS
    for slot, (q, r) in enumerate(laid.slots):
        b.slot_hex[slot][0], b.slot_hex[slot][1] = q, r
        near = [laid.spaces[i].district for i in laid.touched(slot) if laid.spaces[i].district >= 0]
        b.slot_districts[slot] = sum(1 << d for d in near)
        for d in near:
            b.slots_of[d][filled[d]] = slot
            filled[d] += 1
        neighbours = laid.neighbours(slot)
        for i in range(SIDES):
            b.slot_next[slot][i] = neighbours[i] if i < len(neighbours) else NOBODY


def fill_districts(b: Any, box: Box) -> None:
    """The district cards: names, colours, prices and rents."""
    for d, row in enumerate(box.districts):
        name = row["name"].encode()
        for i in range(NAME_BYTES):
            b.name[d][i] = name[i] if i < len(name) else 0
        b.group[d] = box.groups[d]
        if b.on_track >> d & 1:
            b.group_set[box.groups[d]] |= 1 << d
        b.price[d] = row["price"] // UNIT
        b.rent[d][0] = row["base_rent"] // UNIT
        for i, rent in enumerate(row["rents"]):
            b.rent[d][i + 1] = rent // UNIT
        for i, kind in enumerate(BLOCK_KINDS):
            b.block_price[d][i] = row[kind] // UNIT
        b.skyscraper_price[d] = row["skyscraper"] // UNIT
