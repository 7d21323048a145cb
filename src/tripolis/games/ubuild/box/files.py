"""The files of a box, read and checked: 22 districts, 12 double tiles, three tracks, 17 cards and the constants.

Much of this box is lost in every source and reconstructed. Every value has its status in the files: known (printed),
decoded (printed, but read through damage of the scan), inferred, reconstructed. An owner of the real box can put in
other values: `tripolis box export ubuild FOLDER`, edit, check.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files as resource_files
from typing import Any

from tripolis.engine.errors import BadBox, BadOptions
from tripolis.engine.files import read_box_json
from tripolis.engine.words import Message

from ..rules.state import BLOCKS, CARDS, DISTRICT_IDS, GROUP_NAMES, GROUPS, NAME_BYTES, PIECES, UNIT, Op
from .freestyle import Checker, Problem
from .track import KINDS, PLANNING_HALF, Laid, TrackPlan, lay, read_plan

FILES = ("districts.json", "tracks.json", "cards.json", "constants.json")
DISTRICTS_JSON, TRACKS_JSON, CARDS_JSON, CONSTANTS_JSON = FILES
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
AMOUNTS = {  # constants that are money: field of BOX
    "salary": "salary",
    "stadium_bonus": "stadium_bonus",
    "stadium_price": "stadium_price",
    "tower_price": "tower_price",
    "bridge_toll": "toll",
    "jail_fine": "fine",
    "hazard_move_price": "hazard_price",
}
NUMBERS = {  # constants that are counts: field of BOX, least, most
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
"""The highest printed amount in units: 300M."""


@cache
def standard_box() -> dict[str, str]:
    """The files of the box: what is known of it, and the rest reconstructed."""
    folder = resource_files(__package__)
    return {name: (folder / name).read_text(encoding="utf-8") for name in FILES}


# ------------------------------------------------------------------- reading


def wrong(file: str, reason: Message) -> BadBox:
    """What is wrong with a file as a whole."""
    return BadBox(file, None, reason)


class Box:
    """The files of a box, read and checked."""

    def __init__(self, files: Mapping[str, str]) -> None:
        for name in FILES:
            if name not in files:
                raise wrong(name, Message("this file is missing"))
        for name in files:
            if name not in FILES:
                raise wrong(name, Message("a U-Build box has no such file"))
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
            reason = Message("the districts must be these, in this order: {ids}", ids=" ".join(DISTRICT_IDS))
            raise wrong(DISTRICTS_JSON, reason)
        for row in rows:
            where = row["id"]
            name = row.get("name")
            if not isinstance(name, str) or not name.strip() or len(name.encode()) > NAME_BYTES:
                raise wrong(DISTRICTS_JSON, Message("{where}: a name has 1 to {n} bytes", where=where, n=NAME_BYTES))
            if row.get("group") not in GROUP_NAMES:
                reason = Message("{where}: the group is one of {names}", where=where, names=", ".join(GROUP_NAMES))
                raise wrong(DISTRICTS_JSON, reason)
            for key in ("price", "base_rent", *BLOCK_KINDS, "skyscraper"):
                units(DISTRICTS_JSON, f"{where}: {key}", row.get(key))
            rents = row.get("rents")
            if not isinstance(rents, list) or len(rents) != BLOCKS:
                raise wrong(DISTRICTS_JSON, Message("{where}: rents has {n} amounts", where=where, n=BLOCKS))
            for i, rent in enumerate(rents):
                units(DISTRICTS_JSON, f"{where}: rents[{i}]", rent)
        return rows

    def read_tiles(self) -> dict[str, tuple[str, str]]:
        """The double tiles: two halves each, every district once."""
        doubles: dict[str, tuple[str, str]] = {}
        used: list[str] = []
        for tile in self.tiles:
            row: dict[str, Any] = tile if isinstance(tile, dict) else {}
            name, halves = str(row.get("id")), row.get("halves")
            halves = halves if isinstance(halves, list) else []
            known = all(half in (*DISTRICT_IDS, PLANNING_HALF) for half in halves)
            if not re.fullmatch("[A-Z]{2}", name) or not known or len(halves) != 2:
                reason = Message(
                    "{where}: a tile has an id of two capital letters and two halves, each a district or planning"
                )
                raise wrong(TRACKS_JSON, reason.fill(where=name))
            doubles[name] = (halves[0], halves[1])
            used += [half for half in halves if half != PLANNING_HALF]
        if sorted(used) != sorted(DISTRICT_IDS) or len(doubles) != 12:
            raise wrong(TRACKS_JSON, Message("the 12 double tiles must hold each district exactly once"))
        return doubles

    def read_tracks(self) -> dict[str, TrackPlan]:
        """The tracks for the three kinds of the rulebook; their order and shape are ours."""
        plans = {}
        for kind in KINDS:
            track = self.tracks.get(kind)
            layout = track.get("layout") if isinstance(track, dict) else None
            if not isinstance(layout, str):
                raise wrong(TRACKS_JSON, Message("the track {kind} is missing", kind=kind))
            try:
                plans[kind] = read_plan(layout)
            except BadOptions as error:
                raise wrong(TRACKS_JSON, error.message) from None
            if plans[kind].kind != kind:
                raise wrong(TRACKS_JSON, Message("the layout of {kind} must begin with its name", kind=kind))
        for kind in KINDS:
            for problem in self.check_with(plans[kind], plans["starter"]):
                if problem.error:
                    raise wrong(TRACKS_JSON, Message("{where}: {reason}", where=kind, reason=problem.message))
        return plans

    def check_with(self, plan: TrackPlan, starter: TrackPlan) -> list[Problem]:
        """All that is wrong with a plan."""
        return list(Checker(plan, self.doubles, self.groups, starter).problems())

    def check(self, plan: TrackPlan) -> list[Problem]:
        """All that is wrong with a plan."""
        return self.check_with(plan, self.standard["starter"])

    def read_cards(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Each card's events: for a bridge that is down, and one that is up."""
        if not 1 <= len(self.cards) <= CARDS:
            raise wrong(CARDS_JSON, Message("there are 1 to {n} cards", n=CARDS))
        events = []
        for card in self.cards:
            sides = []
            for side in ("down", "up"):
                event = card.get(side) if isinstance(card, dict) else None
                if not isinstance(event, dict) or str(event.get("op")) not in OPS:
                    where = f"{card.get('id') if isinstance(card, dict) else card}, {side}"
                    raise wrong(CARDS_JSON, Message("{where}: op is one of {names}", where=where, names=", ".join(OPS)))
                sides.append(self.read_event(f"{card.get('id')}, {side}", event))
            if (sides[0]["op"] == Op.KEEP) != (sides[1]["op"] == Op.KEEP):
                reason = Message("{where}: a card that is kept has the same event for both positions of the bridge")
                raise wrong(CARDS_JSON, reason.fill(where=str(card.get("id"))))
            events.append((sides[0], sides[1]))
        return events

    @staticmethod
    def read_event(where: str, event: dict[str, Any]) -> dict[str, Any]:
        """One event as numbers."""
        op = OPS[str(event["op"])]
        numbers = {"op": op, "n": 0, "kind": 0, "starter_kind": 0, "cap": 0}
        if op == Op.FREE_BLOCKS:
            numbers["n"] = whole(CARDS_JSON, f"{where}: n", event.get("n"), 1, BLOCKS)
            for key in ("kind", "starter_kind"):
                kind = event.get(key, event.get("kind"))
                if kind not in BLOCK_KINDS:
                    reason = Message("{where}: {key} is residential or industrial", where=where, key=key)
                    raise wrong(CARDS_JSON, reason)
                numbers[key] = BLOCK_KINDS.index(kind)
            if numbers["starter_kind"]:
                raise wrong(CARDS_JSON, Message("{where}: starter_kind must be residential", where=where))
        if op == Op.MOVE_HAZARD:
            numbers["n"] = whole(CARDS_JSON, f"{where}: max_spaces", event.get("max_spaces"), 1, 2)
        if op == Op.TO_GO and event.get("space") == "free_parking":
            numbers["op"] = Op.TO_FREE_PARKING
        elif op == Op.TO_GO and event.get("space") != "go":
            raise wrong(CARDS_JSON, Message("{where}: space is go or free_parking", where=where))
        if op >= Op.PAY_PER_BLOCK:
            numbers["n"] = units(CARDS_JSON, f"{where}: amount", event.get("amount"))
        if op in (Op.PAY_PER_BLOCK, Op.GET_PER_DISTRICT):
            numbers["cap"] = units(CARDS_JSON, f"{where}: cap", event.get("cap"))
        return numbers

    @staticmethod
    def read_constants(text: str) -> dict[str, Any]:
        """The constants: amounts in units, counts as they are."""
        rows = need(CONSTANTS_JSON, load(CONSTANTS_JSON, text), "constants", dict)

        def value(name: str) -> Any:
            row = rows.get(name)
            if not isinstance(row, dict) or "value" not in row:
                raise wrong(CONSTANTS_JSON, Message("the constant {name} is missing", name=name))
            return row["value"]

        values: dict[str, Any] = {}
        for name, field in AMOUNTS.items():
            values[field] = units(CONSTANTS_JSON, name, value(name))
        for name, (field, least, most) in NUMBERS.items():
            values[field] = whole(CONSTANTS_JSON, name, value(name), least, most)
        money, stock = value("starting_money"), value("stock")
        if not isinstance(money, dict) or not isinstance(stock, dict):
            raise wrong(CONSTANTS_JSON, Message("starting_money and stock have a value for each name"))
        values["money"] = {k: units(CONSTANTS_JSON, f"starting_money: {k}", money.get(k)) for k in KINDS}
        values["stock"] = {k: whole(CONSTANTS_JSON, f"stock: {k}", stock.get(k), 0, most) for k, most in STOCK.items()}
        return values

    # ---------------------------------------------------------------- tracks

    def plan(self, text: str) -> TrackPlan:
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
    data = read_box_json(file, text)
    if not isinstance(data, dict):
        raise wrong(file, Message("this file must hold names with values"))
    return data


def need(file: str, data: dict[str, Any], name: str, kind: type) -> Any:
    """A part of a file."""
    if not isinstance(data.get(name), kind):
        raise wrong(file, Message("the part {name} is missing", name=name))
    return data[name]


def units(file: str, where: str, value: Any) -> int:
    """An amount in units of 10k."""
    if type(value) is not int or value % UNIT or not UNIT <= value <= MOST_AMOUNT * UNIT:
        reason = Message("{where}: an amount is a multiple of 10000, from 10000 to 300000000, not {value}")
        raise wrong(file, reason.fill(where=where, value=str(value)[:40]))
    return value // UNIT


def whole(file: str, where: str, value: Any, least: int, most: int) -> int:
    """A count within bounds."""
    if type(value) is not int or not least <= value <= most:
        args = {"where": where, "least": least, "most": most, "value": str(value)[:40]}
        raise wrong(file, Message("{where}: a number from {least} to {most}, not {value}", **args))
    return value


@lru_cache(maxsize=32)
def _read(files: tuple[tuple[str, str], ...]) -> Box:
    return Box(dict(files))


def read_box(files: Mapping[str, str] | None = None) -> Box:
    """A box, read once; the standard one if none is given."""
    return _read(tuple(sorted((files or standard_box()).items())))
