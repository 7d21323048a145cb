"""The box: 22 districts, 12 double tiles, three tracks, 17 cards and the constants, read from four JSON files and checked.

Much of this box is lost in every source and reconstructed. Every value has its status in the files: known (printed), decoded (printed, but read through
damage of the scan), inferred, reconstructed. An owner of the real box can put other values in: `tripolis box export ubuild FOLDER`, edit, check.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files as resource_files
from typing import Any

from tripolis.engine.errors import BadBox, BadOptions
from tripolis.engine.words import Message

from ..rules.state import (
    BLOCKS,
    CARDS,
    DISTRICT_IDS,
    DISTRICTS,
    GROUP_NAMES,
    GROUPS,
    NAME_BYTES,
    NOBODY,
    PIECES,
    SIDES,
    SLOTS,
    SPACES,
    UNIT,
    Op,
    Space,
)
from .freestyle import Checker, Problem
from .track import KINDS, PLANNING_HALF, Laid, Plan, lay, read_plan

DISTRICTS_JSON, TRACKS_JSON, CARDS_JSON, CONSTANTS_JSON = (
    "districts.json",
    "tracks.json",
    "cards.json",
    "constants.json",
)
FILES = (DISTRICTS_JSON, TRACKS_JSON, CARDS_JSON, CONSTANTS_JSON)
OPS = {
    "free_blocks": Op.FREE_BLOCKS,
    "build_hazard": Op.BUILD_HAZARD,
    "build_bonus": Op.BUILD_BONUS,
    "move_hazard": Op.MOVE_HAZARD,
    "remove_hazard": Op.REMOVE_HAZARD,
    "go_to_jail": Op.GO_TO_JAIL,
    "keep_jail_card": Op.KEEP,
    "move_to": Op.TO_GO,
    "move_to_next_unowned_district": Op.TO_UNOWNED,
    "pay_bank_per_block": Op.PAY_PER_BLOCK,
    "collect_bank_per_district": Op.GET_PER_DISTRICT,
    "pay_bank": Op.PAY_BANK,
    "collect_bank": Op.GET_BANK,
    "pay_each_player": Op.PAY_EACH,
    "collect_each_player": Op.GET_EACH,
}
BLOCK_KINDS = ("residential", "industrial")
AMOUNTS = {  # constants that are money, with the fields of BOX
    "salary": "salary",
    "stadium_bonus": "stadium_bonus",
    "stadium_price": "stadium_price",
    "tower_price": "tower_price",
    "bridge_toll": "toll",
    "jail_fine": "fine",
    "hazard_move_price": "hazard_price",
}
NUMBERS = {  # and those that are counts: field, least, most
    "hazard_move_max": ("hazard_steps", 1, 2),
    "max_blocks": ("max_blocks", 1, BLOCKS),
    "blocks_per_turn": ("turn_blocks", 1, BLOCKS),
    "jail_turns": ("jail_turns", 1, 9),
    "doubles_to_jail": ("doubles_to_jail", 2, 9),
}
STOCK = {
    "residential": 200,
    "industrial": 200,
    "skyscraper": GROUPS,
    "stadium": 1,
    "tower": 1,
    "bonus": PIECES,
    "hazard": PIECES,
}
MOST_AMOUNT = 30_000
"""In units: no printed amount is higher than 300M."""
MONEY = re.compile(r"([0-9]{1,5})(?:\.([0-9]{1,2}))?(M|k)")


@cache
def standard_box() -> dict[str, str]:
    """The files of the box as far as it is known, and reconstructed where it is not."""
    folder = resource_files(__package__)
    return {name: (folder / name).read_text(encoding="utf-8") for name in FILES}


# ------------------------------------------------------------------- reading


class Box:
    """The files of a box, read and checked."""

    def __init__(self, files: Mapping[str, str]) -> None:
        for name in FILES:
            if name not in files:
                raise BadBox(name, None, Message("this file is missing"))
        for name in files:
            if name not in FILES:
                raise BadBox(name, None, Message("a box of U-Build has no such file"))
        self.districts = self.read_districts(files[DISTRICTS_JSON])
        self.groups = tuple(GROUP_NAMES.index(row["group"]) for row in self.districts)
        data = load(TRACKS_JSON, files[TRACKS_JSON])
        self.tiles = need(TRACKS_JSON, data, "tiles", list)
        self.doubles = self.read_tiles()
        self.tracks = need(TRACKS_JSON, data, "tracks", dict)
        self.standard = self.read_tracks()
        self.cards = need(CARDS_JSON, load(CARDS_JSON, files[CARDS_JSON]), "cards", list)
        self.events = self.read_cards()
        self.constants = self.read_constants(files[CONSTANTS_JSON])

    def read_districts(self, text: str) -> list[dict[str, Any]]:
        """The 22 district cards."""
        rows: list[dict[str, Any]] = need(DISTRICTS_JSON, load(DISTRICTS_JSON, text), "districts", list)
        ids = tuple(row.get("id") if isinstance(row, dict) else None for row in rows)
        if ids != DISTRICT_IDS:
            reason = Message("there must be these districts in this order: {ids}", ids=" ".join(DISTRICT_IDS))
            raise BadBox(DISTRICTS_JSON, None, reason)
        for row in rows:
            where = row["id"]
            name = row.get("name")
            if not isinstance(name, str) or not name.strip() or len(name.encode()) > NAME_BYTES:
                reason = Message("{where}: a name has 1 to {n} bytes", where=where, n=NAME_BYTES)
                raise BadBox(DISTRICTS_JSON, None, reason)
            if row.get("group") not in GROUP_NAMES:
                reason = Message("{where}: the group is one of {names}", where=where, names=", ".join(GROUP_NAMES))
                raise BadBox(DISTRICTS_JSON, None, reason)
            for key in ("price", "base_rent", *BLOCK_KINDS, "skyscraper"):
                units(DISTRICTS_JSON, f"{where}: {key}", row.get(key))
            rents = row.get("rents")
            if not isinstance(rents, list) or len(rents) != BLOCKS:
                reason = Message("{where}: rents has {n} amounts", where=where, n=BLOCKS)
                raise BadBox(DISTRICTS_JSON, None, reason)
            for i, rent in enumerate(rents):
                units(DISTRICTS_JSON, f"{where}: rents[{i}]", rent)
        return rows

    def read_tiles(self) -> dict[str, tuple[str, str]]:
        """The double tiles: two halves each, every district once."""
        doubles: dict[str, tuple[str, str]] = {}
        used: list[str] = []
        for tile in self.tiles:
            name = tile.get("id") if isinstance(tile, dict) else None
            halves = tile.get("halves") if isinstance(tile, dict) else None
            if (
                not isinstance(name, str)
                or not re.fullmatch("[A-Z]{2}", name)
                or not isinstance(halves, list)
                or len(halves) != 2
                or any(half not in (*DISTRICT_IDS, PLANNING_HALF) for half in halves)
            ):
                reason = Message(
                    "{where}: a tile has an id of two capitals and two halves, each a district or planning",
                    where=str(name),
                )
                raise BadBox(TRACKS_JSON, None, reason)
            doubles[name] = (halves[0], halves[1])
            used += [half for half in halves if half != PLANNING_HALF]
        if sorted(used) != sorted(DISTRICT_IDS) or len(doubles) != 12:
            raise BadBox(TRACKS_JSON, None, Message("12 double tiles hold each district once"))
        return doubles

    def read_tracks(self) -> dict[str, Plan]:
        """The three tracks of the rulebook."""
        found = {}
        for kind in KINDS:
            track = self.tracks.get(kind)
            layout = track.get("layout") if isinstance(track, dict) else None
            if not isinstance(layout, str):
                raise BadBox(TRACKS_JSON, None, Message("the track {kind} is missing", kind=kind))
            try:
                found[kind] = read_plan(layout)
            except BadOptions as error:
                raise BadBox(TRACKS_JSON, None, error.message) from None
            if found[kind].kind != kind:
                reason = Message("the layout of {kind} must begin with its name", kind=kind)
                raise BadBox(TRACKS_JSON, None, reason)
        for kind in KINDS:
            for problem in self.check_with(found[kind], found["starter"]):
                if problem.error:
                    reason = Message("{where}: {reason}", where=kind, reason=problem.message)
                    raise BadBox(TRACKS_JSON, None, reason)
        return found

    def check_with(self, plan: Plan, starter: Plan) -> list[Problem]:
        """All that is wrong with a plan."""
        return list(Checker(plan, self.doubles, self.groups, starter).problems())

    def check(self, plan: Plan) -> list[Problem]:
        """All that is wrong with a plan."""
        return self.check_with(plan, self.standard["starter"])

    def read_cards(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Each card's events: for a bridge that is down, and one that is up."""
        if not 1 <= len(self.cards) <= CARDS:
            raise BadBox(CARDS_JSON, None, Message("there are 1 to {n} cards", n=CARDS))
        found = []
        for card in self.cards:
            sides = []
            for side in ("down", "up"):
                event = card.get(side) if isinstance(card, dict) else None
                if not isinstance(event, dict) or event.get("op") not in OPS:
                    where = f"{card.get('id') if isinstance(card, dict) else card}, {side}"
                    reason = Message("{where}: op is one of {names}", where=where, names=", ".join(OPS))
                    raise BadBox(CARDS_JSON, None, reason)
                sides.append(self.read_event(f"{card.get('id')}, {side}", event))
            if (sides[0]["op"] == Op.KEEP) != (sides[1]["op"] == Op.KEEP):
                reason = Message("{where}: a card that is kept has one event for both sides", where=str(card.get("id")))
                raise BadBox(CARDS_JSON, None, reason)
            found.append((sides[0], sides[1]))
        return found

    @staticmethod
    def read_event(where: str, event: dict[str, Any]) -> dict[str, Any]:
        """One event as numbers."""
        op = OPS[event["op"]]
        found = {"op": op, "n": 0, "kind": 0, "starter_kind": 0, "cap": 0}
        if op == Op.FREE_BLOCKS:
            found["n"] = whole(CARDS_JSON, f"{where}: n", event.get("n"), 1, BLOCKS)
            for key in ("kind", "starter_kind"):
                kind = event.get(key, event.get("kind"))
                if kind not in BLOCK_KINDS:
                    reason = Message("{where}: {key} is residential or industrial", where=where, key=key)
                    raise BadBox(CARDS_JSON, None, reason)
                found[key] = BLOCK_KINDS.index(kind)
            if found["starter_kind"]:
                reason = Message("{where}: starter_kind must be residential", where=where)
                raise BadBox(CARDS_JSON, None, reason)
        if op == Op.MOVE_HAZARD:
            found["n"] = whole(CARDS_JSON, f"{where}: max_spaces", event.get("max_spaces"), 1, 2)
        if op == Op.TO_GO and event.get("space") == "free_parking":
            found["op"] = Op.TO_FREE_PARKING
        elif op == Op.TO_GO and event.get("space") != "go":
            raise BadBox(CARDS_JSON, None, Message("{where}: space is go or free_parking", where=where))
        if op >= Op.PAY_PER_BLOCK:
            found["n"] = units(CARDS_JSON, f"{where}: amount", event.get("amount"))
        if op in (Op.PAY_PER_BLOCK, Op.GET_PER_DISTRICT):
            found["cap"] = units(CARDS_JSON, f"{where}: cap", event.get("cap"))
        return found

    @staticmethod
    def read_constants(text: str) -> dict[str, Any]:
        """The constants: amounts in units, counts as they are."""
        rows = need(CONSTANTS_JSON, load(CONSTANTS_JSON, text), "constants", dict)

        def value(name: str) -> Any:
            row = rows.get(name)
            if not isinstance(row, dict) or "value" not in row:
                raise BadBox(CONSTANTS_JSON, None, Message("the constant {name} is missing", name=name))
            return row["value"]

        found: dict[str, Any] = {}
        for name, field in AMOUNTS.items():
            found[field] = units(CONSTANTS_JSON, name, value(name))
        for name, (field, least, most) in NUMBERS.items():
            found[field] = whole(CONSTANTS_JSON, name, value(name), least, most)
        money, stock = value("starting_money"), value("stock")
        if not isinstance(money, dict) or not isinstance(stock, dict):
            reason = Message("starting_money and stock have a value for each name")
            raise BadBox(CONSTANTS_JSON, None, reason)
        found["money"] = {k: units(CONSTANTS_JSON, f"starting_money: {k}", money.get(k)) for k in KINDS}
        found["stock"] = {k: whole(CONSTANTS_JSON, f"stock: {k}", stock.get(k), 0, most) for k, most in STOCK.items()}
        return found

    # ---------------------------------------------------------------- tracks

    def plan(self, text: str) -> Plan:
        """The plan of the option `track`: a name or a description."""
        return self.standard[text] if text in KINDS else read_plan(text)

    def lay(self, text: str) -> Laid:
        """A track to play on; one with errors is refused with the first of them."""
        plan = self.plan(text)
        for problem in self.check(plan):
            if problem.error:
                raise BadOptions(Message("{code}: {reason}", code=problem.code, reason=problem.message))
        return lay(plan, self.doubles)


def load(file: str, text: str) -> dict[str, Any]:
    """A JSON file that holds an object."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadBox(file, error.lineno, Message("this is no JSON (column {column})", column=error.colno)) from None
    except (RecursionError, ValueError):
        reason = Message("this JSON is nested too deeply, or holds a number that is too long")
        raise BadBox(file, None, reason) from None
    if not isinstance(data, dict):
        raise BadBox(file, None, Message("this file holds no names with values"))
    return data


def need(file: str, data: dict[str, Any], name: str, kind: type) -> Any:
    """A part of a file."""
    if not isinstance(data.get(name), kind):
        raise BadBox(file, None, Message("the part {name} is missing", name=name))
    return data[name]


def units(file: str, where: str, value: Any) -> int:
    """An amount in units of 10k."""
    if type(value) is not int or value % UNIT or not UNIT <= value <= MOST_AMOUNT * UNIT:
        reason = Message(
            "{where}: an amount is a multiple of 10000, from 10000 to 300000000, not {value}",
            where=where,
            value=str(value)[:40],
        )
        raise BadBox(file, None, reason)
    return value // UNIT


def whole(file: str, where: str, value: Any, least: int, most: int) -> int:
    """A count within bounds."""
    if type(value) is not int or not least <= value <= most:
        args = {"where": where, "least": least, "most": most, "value": str(value)[:40]}
        raise BadBox(file, None, Message("{where}: a number from {least} to {most}, not {value}", **args))
    return value


@lru_cache(maxsize=32)
def _read(files: tuple[tuple[str, str], ...]) -> Box:
    return Box(dict(files))


def read_box(files: Mapping[str, str] | None = None) -> Box:
    """A box, read once; the standard one if none is given."""
    return _read(tuple(sorted((files or standard_box()).items())))


# ------------------------------------------------------------------ settings


def money_of(text: str, kind: str, box: Box) -> int:
    """The starting money in units: `standard`, or an amount such as 15M or 500k."""
    if text == "standard":
        return int(box.constants["money"][kind])
    found = MONEY.fullmatch(text)
    if found and found[3] == "M":
        return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))
    if found and not found[2] and int(found[1]) % 10 == 0:
        return int(found[1]) // 10
    raise BadOptions(
        Message(
            "The starting money is standard or an amount such as 15M or 500k, a multiple of 10k, not {text}.", text=text
        )
    )


def count_of(name: str, text: str, least: int, most: int) -> int:
    """A whole number from its text."""
    if not re.fullmatch("[0-9]{1,6}", text) or not least <= int(text) <= most:
        args = {"option": name, "least": least, "most": most, "text": text}
        raise BadOptions(Message("{option} is a number from {least} to {most}, not {text}.", **args))
    return int(text)


def check_settings(settings: Mapping[str, Any]) -> None:
    """Track, money and limits must make sense; whether the track fits the box is seen when the box is read."""
    plan = None if settings["track"] in KINDS else read_plan(settings["track"])
    money_of(settings["money"], plan.kind if plan else settings["track"], read_box())
    round_limit(settings)
    count_of("max_offers", settings["max_offers"], 0, 1000)
    count_of("max_edits", settings["max_edits"], 1, 1000)


def round_limit(settings: Mapping[str, Any]) -> int:
    """Full rounds to play, 0 for no limit (T16)."""
    return 0 if settings["round_limit"] == "off" else count_of("round_limit", settings["round_limit"], 1, 100_000)


# ------------------------------------------------------------------- filling


def fill_box(b: Any, files: Mapping[str, str], settings: Mapping[str, Any]) -> None:
    """Check a box and fill the record of a match with it."""
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
    """Spaces, slots and what touches what."""
    plan = laid.plan
    if len(laid.slots) > SLOTS or len(laid.spaces) > SPACES:
        raise BadOptions(Message("This track is too large."))
    b.n_spaces, b.n_slots, b.broken = len(laid.spaces), len(laid.slots), int(laid.broken)
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
    """Names, groups, prices and rents."""
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
