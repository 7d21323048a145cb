"""The editor of positions: districts, blocks, buildings in their slots, pieces, bridges and cash, step by step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tripolis.engine.errors import BadCity
from tripolis.engine.moves import Move
from tripolis.engine.parts import InputField
from tripolis.engine.record import in_python
from tripolis.engine.scene import Area, Mark, Scene, Sprite, Text
from tripolis.engine.set_up import WHO_DECIDES, SetUpEditor, in_range, seat_field
from tripolis.engine.words import Message

from ..box.track import KINDS
from ..face.labels import BLOCK_TITLES, BUILDING_TITLES, name_of, slot_name, space_name
from ..face.panels import BUTTONS
from ..face.scene import TableDrawing
from ..rules.play import clear_table
from ..rules.scoring import mortgage_value
from ..rules.state import (
    BRIDGE,
    BUILD,
    BUY,
    DISTRICT,
    DISTRICT_IDS,
    DISTRICTS,
    HAZARD,
    HOME,
    JAIL,
    NOBODY,
    PIECES,
    ROLL,
    SLOT,
    Op,
)
from .editor import yes_no
from .table import MOST_CASH, read_cash

STEP = re.compile(
    r"(?P<seat>[1-6])(?:c=(?P<cash>[0-9.,]+[mk])|(?P<jail>j)=(?P<in_jail>yes|no)|k=(?P<cards>[0-9])"
    r"|@(?P<space>[0-9]{1,2}))"
    r"|(?P<district>[a-z][1-3])(?:=(?P<owner>[1-6]?)|(?P<kind>[ri])=(?P<n>[0-8])|(?P<mortgage>m))"
    r"|(?P<piece>hazard|bonus|clear):s(?P<slot>[0-9]{2})"
    r"|(?P<special>stadium|sky|tower):(?P<home>[a-z][1-3]):s(?P<at>[0-9]{2})"
    r"|up:(?P<bridge>[0-9]{1,2})|decides=(?P<decides>[1-6])|phase=(?P<phase>roll|buy|build|hazard)"
    r"|round=(?P<round>[0-9]{1,3})"
)
MARGIN = (36, 18)
"""How far the outermost slots reach beyond the track."""
PHASES = {"roll": ROLL, "buy": BUY, "build": BUILD, "hazard": HAZARD}
PHASE_NAMES: dict[str, Message] = {
    "roll": Message("Rolling the dice"),
    "buy": Message("Buying the district"),
    "build": Message("Building"),
    "hazard": Message("Moving hazards"),
}
SPECIALS = {"stadium": 0, "sky": 1, "tower": 2}
SYMBOLS = {"stadium": "stadium", "sky": "skyscraper", "tower": "tower"}
MOST_ROUNDS = 99
TOOL = 100


class PositionEditor(SetUpEditor):
    """Any position of a turn: before the roll, where a district may be bought, and where one builds."""

    NAME = "ubuild"
    KIND = "track"
    MODES = KINDS
    FEWEST = 2
    HELP = Message(
        "Steps: 1c=12.5M is the cash of player 1, p3=1 gives district p3 to player 1 (p3= to nobody), p3r=2 and "
        "p3i=4 are its blocks, p3m its mortgage; hazard:s07 puts a hazard on a slot, bonus:s07 a bonus, "
        "stadium:p3:s07 a stadium, sky:p3:s07 a skyscraper, tower:p3:s07 the Monopoly Tower beside its home, "
        "clear:s07 takes away what stands there; 1@5 puts the piece of player 1 on space 5, 1j=yes into jail, 1k=1 "
        "gives a card that leads out of it, up:4 raises or lowers the bridge on space 4; decides=2 and phase=build "
        "(roll, buy, build, hazard) say what is decided, round=5 when."
    )

    def clear(self, s: Any) -> None:
        """Nobody owns anything, all stand on GO, the first player rolls."""
        in_python(clear_table)(s, self.b)
        s.phase, s.turn, s.actor, s.start, s.bought_on = ROLL, 0, 0, 0, NOBODY

    def filled(self) -> tuple[Message, ...]:
        """The deck."""
        return (Message("Cards that nobody keeps are unseen."),)

    # --------------------------------------------------------------- steps

    def change(self, s: Any, text: str) -> bool:
        """One step."""
        step = STEP.fullmatch(text)
        if step is None:
            return False
        if step["seat"]:
            self.change_seat(s, in_range(int(step["seat"]), 1, self.players) - 1, step)
        elif step["district"]:
            self.change_district(s, self.district(step["district"]), step)
        elif step["piece"]:
            self.put_piece(s, step["piece"], in_range(int(step["slot"]), 0, self.b.n_slots - 1))
        elif step["special"]:
            slot = in_range(int(step["at"]), 0, self.b.n_slots - 1)
            self.put_special(s, step["special"], self.district(step["home"]), slot)
        elif step["bridge"]:
            space = in_range(int(step["bridge"]), 0, self.b.n_spaces - 1)
            if self.b.space[space] != BRIDGE:
                raise BadCity(Message("Only bridges can be raised."))
            s.raised ^= 1 << space
        elif step["round"]:
            s.rounds = in_range(int(step["round"]), 1, int(self.b.round_limit) or MOST_ROUNDS) - 1
        else:
            self.decide(s, step["decides"], step["phase"])
        self.settle(s)
        return True

    def district(self, name: str) -> int:
        """A district of this track."""
        d = DISTRICT_IDS.index(name) if name in DISTRICT_IDS else NOBODY
        if d == NOBODY or not self.b.on_track >> d & 1:
            raise BadCity(Message("There is no such district on this track."))
        return d

    def change_seat(self, s: Any, seat: int, step: re.Match[str]) -> None:
        """Cash, place, jail and cards of a player."""
        if step["cash"]:
            s.cash[seat] = read_cash(seat, step["cash"])
        elif step["jail"]:
            s.jail[seat] = int(step["in_jail"] == "yes")
            s.at[seat] = self.b.jail if s.jail[seat] else s.at[seat]
        elif step["space"]:
            s.at[seat], s.jail[seat] = in_range(int(step["space"]), 0, self.b.n_spaces - 1), 0
        else:
            self.keep_cards(s, seat, int(step["cards"]))

    def keep_cards(self, s: Any, seat: int, n: int) -> None:
        """A player keeps so many of the cards that lead out of jail."""
        kept = [(card, who) for card, who in zip(s.held, s.held_by, strict=True) if card != NOBODY and who != seat]
        free = [card for card in self.keepers() if card not in [card for card, _ in kept]]
        if n > len(free):
            raise BadCity(Message("Only {n} such cards are left.", n=len(free)))
        kept += [(card, seat) for card in free[:n]]
        empty = [NOBODY] * (len(s.held) - len(kept))
        s.held, s.held_by = [card for card, _ in kept] + empty, [who for _, who in kept] + empty
        held = [card for card, _ in kept]
        lying = [card for card in s.under if card != NOBODY and card not in held]
        s.under = lying + [NOBODY] * (len(s.under) - len(lying))
        s.unseen = sum(1 << card for card in range(self.b.n_cards) if card not in lying and card not in held)

    def keepers(self) -> list[int]:
        """The cards that a player can keep."""
        return [card for card in range(self.b.n_cards) if Op.KEEP in (self.b.op[0][card], self.b.op[1][card])]

    def change_district(self, s: Any, d: int, step: re.Match[str]) -> None:
        """Owner, blocks and mortgage of a district."""
        if step["owner"] is not None:
            s.owner[d] = in_range(int(step["owner"]), 1, self.players) - 1 if step["owner"] else NOBODY
            if s.owner[d] == NOBODY:
                s.blocks[d], s.mortgage[d] = [0, 0], 0
            return
        if s.owner[d] == NOBODY:
            raise BadCity(Message("Nobody owns {id} yet.", id=DISTRICT_IDS[d]))
        if step["mortgage"]:
            s.mortgage[d] = 0 if s.mortgage[d] else in_python(mortgage_value)(self.now.plain, self.b, d)
            return
        kind, n = "ri".index(step["kind"]), int(step["n"])
        stock = self.now.plain.stock[kind] + s.blocks[d][kind]
        if n > stock and not self.b.unlimited_blocks:
            raise BadCity(Message("The bank has only {n} such blocks left.", n=stock))
        s.blocks[d][kind] = n

    def put_piece(self, s: Any, piece: str, slot: int) -> None:
        """A hazard or a bonus comes to a slot, or what stands there goes."""
        if piece == "clear":
            s.hazard = [NOBODY if there == slot else there for there in s.hazard]
            s.bonus = [NOBODY if there == slot else there for there in s.bonus]
            for pair in (s.stadium, s.tower, *s.skyscraper):
                if pair[SLOT] == slot:
                    pair[SLOT] = pair[HOME] = NOBODY
            return
        row, there = (s.hazard, self.b.n_hazards) if piece == "hazard" else (s.bonus, self.b.n_bonus)
        if NOBODY not in row[:there]:
            raise BadCity(Message("All such pieces stand on the track: take one away first."))
        row[row.index(NOBODY)] = slot
        self.check_beside(s)

    def check_beside(self, s: Any) -> None:
        """No district touches both a hazard and a bonus (p. 10 and 11)."""
        near = self.b.slot_districts
        bonus = [near[slot] for slot in s.bonus[: self.b.n_bonus] if slot != NOBODY]
        hazards = [near[slot] for slot in s.hazard[: self.b.n_hazards] if slot != NOBODY]
        if any(one & other for one in bonus for other in hazards):
            raise BadCity(Message("A bonus and a hazard never touch the same district."))

    def put_special(self, s: Any, what: str, home: int, slot: int) -> None:
        """A large building comes to a slot beside its home."""
        if s.owner[home] == NOBODY:
            raise BadCity(Message("Nobody owns {id} yet.", id=DISTRICT_IDS[home]))
        if self.b.starter and what != "sky":
            raise BadCity(Message("On the starter track there are only skyscrapers."))
        pair = {"stadium": s.stadium, "tower": s.tower}.get(what) or s.skyscraper[self.b.group[home]]
        pair[SLOT], pair[HOME] = slot, home

    def decide(self, s: Any, who: str | None, phase: str | None) -> None:
        """Whose turn it is, and what is decided."""
        if who:
            s.turn = s.actor = in_range(int(who), 1, self.players) - 1
            phase = "roll"
        s.actor, s.phase, s.debtor, s.creditor, s.debt = s.turn, PHASES[phase or "roll"], NOBODY, NOBODY, 0
        s.bid, s.leader, s.bidding, s.opener, s.partner = 0, NOBODY, 0, NOBODY, NOBODY
        s.given, s.taken, s.give_cards, s.take_cards, s.offer_cash = 0, 0, 0, 0, 0
        s.bought, s.bought_on, s.specials, s.towers, s.flipped, s.moved = 0, NOBODY, 0, 0, 0, [0] * PIECES
        s.steps = s.again = s.doubles = 0
        if phase == "buy" and not self.for_sale(s):
            raise BadCity(Message("A district can be bought where the piece stands and nobody owns it."))

    def for_sale(self, s: Any) -> bool:
        """Does whoever has the turn stand on a district of the bank?"""
        here = s.at[s.turn]
        return bool(self.b.space[here] == DISTRICT and s.owner[self.b.district[here]] == NOBODY)

    def settle(self, s: Any) -> None:
        """In jail one tries to get out; where nothing is for sale, one builds."""
        if s.phase in (ROLL, JAIL):
            s.phase = JAIL if s.jail[s.turn] else ROLL
        if s.phase == BUY and not self.for_sale(s):
            s.phase = BUILD

    # --------------------------------------------------------------- moves

    def moves(self) -> Iterator[Move]:
        """A player, a building or an eraser, then a district, a space or a slot."""
        s, b = self.now.plain, self.b
        for d, name in enumerate(DISTRICT_IDS):
            if b.on_track >> d & 1:
                yield from self.moves_on(s, d, name)
        for space in range(b.n_spaces):
            d = int(b.district[space])
            where = f"district-{DISTRICT_IDS[d]}" if d >= 0 else f"space-{space}"
            for seat in range(self.players):
                if s.at[seat] != space or s.jail[seat]:
                    words = Message("{seat} on: {space}", seat=self.titles()[seat], space=space_name(b, space))
                    yield Move(-1, f"{seat + 1}@{space}", (f"tool-piece-{seat}", where), words)
            if b.space[space] == BRIDGE:
                words = Message("Raise or lower {bridge}", bridge=space_name(b, space))
                yield Move(-1, f"up:{space}", ("tool-bridge", where), words)
        for slot in range(b.n_slots):
            yield from self.moves_at(s, slot)

    def moves_on(self, s: Any, d: int, name: str) -> Iterator[Move]:
        """What can be done with one district."""

        def move(text: str, tool: str, words: Message) -> Move:
            return Move(-1, text, (tool, f"district-{name}"), words)

        for seat in range(self.players):
            if s.owner[d] != seat:
                words = Message("{id} belongs to {seat}", id=name, seat=self.titles()[seat])
                yield move(f"{name}={seat + 1}", f"seat-{seat}", words)
        if s.owner[d] == NOBODY:
            return
        for kind, (letter, title) in enumerate(zip("ri", BLOCK_TITLES, strict=True)):
            n, full = s.blocks[d][kind], sum(s.blocks[d]) >= self.b.max_blocks
            more = 0 if full else n + 1
            if more != n and not (kind and self.b.starter):
                words = Message("{id}: {n} × {block}", id=name, n=more, block=title)
                tool = ("tool-residential", "tool-industrial")[kind]
                yield move(f"{name}{letter}={more}", tool, words)
        yield move(f"{name}m", "tool-mortgage", Message("Mortgage of {id}: yes or no", id=name))
        yield move(f"{name}=", "tool-clear", Message("{id} belongs to nobody", id=name))

    def moves_at(self, s: Any, slot: int) -> Iterator[Move]:
        """What can come to a slot: a building with its home beside it, or a piece."""
        name, where = slot_name(slot), f"slot-{slot}"
        words: Text
        if s.slot_use[slot]:
            yield Move(-1, f"clear:{name}", ("tool-clear-slot", where), Message("Clear slot {slot}", slot=name))
            return
        for what in ("hazard", "bonus"):
            words = Message("{slot}: {building}", slot=name, building=BUTTONS[f"tool-{what}"])
            yield Move(-1, f"{what}:{name}", (f"tool-{what}", where), words)
        for d in range(DISTRICTS):
            if self.b.slot_districts[slot] >> d & 1 and s.owner[d] != NOBODY:
                for what, number in SPECIALS.items():
                    if what == "sky" or not self.b.starter:
                        home = {"home": name_of(self.b, d), "building": BUILDING_TITLES[number], "slot": name}
                        words = Message("{building} of {home}: {slot}", **home)
                        id_ = DISTRICT_IDS[d]
                        yield Move(-1, f"{what}:{id_}:{name}", (f"tool-{what}", f"district-{id_}", where), words)

    def fields(self) -> list[InputField]:
        """Cash, jail and cards of everybody; who decides what, and in which round."""
        s, keepers = self.now.plain, len(self.keepers())
        found = []
        for seat in range(self.players):
            amount, label = f"{s.cash[seat] / 100:g}", Message("Cash in millions")
            most, step = MOST_CASH // 100, f"{seat + 1}c={{}}M"
            found.append(InputField(step, label, amount, seat, most=most, by=0.01, symbol="money"))
            found.append(InputField(f"{seat + 1}j={{}}", Message("In jail"), yes_no(bool(s.jail[seat])), seat))
            if keepers:
                held, label = str(s.jail_cards[seat]), Message("Cards out of jail")
                found.append(InputField(f"{seat + 1}k={{}}", label, held, seat, most=keepers))
        phases = [name for name in PHASES if name != "buy" or self.for_sale(s)]
        choices = tuple((name, PHASE_NAMES[name]) for name in phases)
        now = next((name for name, phase in PHASES.items() if phase == s.phase), "roll")
        most = int(self.b.round_limit) or MOST_ROUNDS
        return [
            *found,
            seat_field(self, "decides={}", WHO_DECIDES, s.turn),
            InputField("phase={}", Message("What is decided"), now, choices=choices),
            InputField("round={}", Message("Round"), str(s.rounds + 1), most=most),
        ]

    # --------------------------------------------------------------- scene

    def scene(self) -> Scene:
        """The track with its slots, and what can be put there."""
        table = TableDrawing(self.now, self.titles())
        table.panels.used = {*table.panels.used, *(f"slot-{slot}" for slot in range(self.b.n_slots))}
        parts = (table.track(), table.slots_and_pieces(), table.tokens())
        (x, y), board = MARGIN, next(area for area in table.areas() if area.name == "board")
        areas = [replace(board, width=board.width + 2 * x, height=board.height + 2 * y)]
        found = (sprite for part in parts for sprite in part if sprite.area == "board")
        sprites = [replace(sprite, x=sprite.x + x, y=sprite.y + y) for sprite in found]
        tools = [*self.tools()]
        for name, title in (
            ("hand", Message("Districts")),
            ("hand-slots", Message("Slots and bridges")),
            ("hand-pieces", Message("Pieces")),
        ):
            n = sum(tool.area == name for tool in tools)
            areas.append(Area(name, 0, 0, TOOL * n, TOOL, title, "hand"))
        return Scene(tuple(areas), (*sprites, *tools))

    def tools(self) -> Iterator[Sprite]:
        """Players who take districts, blocks and marks; what stands in slots; the players' pieces."""
        look: dict[str, Any] = {"role": "button"}
        for seat in range(self.players):
            label = Message("Districts of {name}", name=self.titles()[seat])
            place = ("hand", TOOL * seat, 0, 80, 80)
            yield Sprite(f"seat-{seat}", f"seat-{seat}", *place, label=label, **look)
        cross = (Mark(50, 50, 110, text="×", colour="on-button"),)
        tools = {
            "residential": "block-residential",
            "industrial": "block-industrial",
            "mortgage": "mortgaged",
            "clear": "",
        }
        if self.b.starter:
            del tools["industrial"]
        for i, (tool, symbol) in enumerate(tools.items(), self.players):
            label = Message("Take away") if tool == "clear" else BUTTONS[f"tool-{tool}"]
            marks = () if symbol else cross
            yield Sprite(f"tool-{tool}", symbol, "hand", TOOL * i, 0, 80, 80, label=label, marks=marks, **look)
        slots = {"hazard": "hazard-0", "bonus": "bonus-0", "sky": "skyscraper", "stadium": "stadium", "tower": "tower"}
        if self.b.starter:
            del slots["stadium"], slots["tower"]
        for i, (tool, symbol) in enumerate((slots | {"bridge": "hex-bridge-up"}).items()):
            label = (
                BUILDING_TITLES[SPECIALS[tool]] if tool in SPECIALS else BUTTONS.get(f"tool-{tool}", Message("Bridge"))
            )
            yield Sprite(f"tool-{tool}", symbol, "hand-slots", TOOL * i, 0, 80, 80, label=label, **look)
        place = ("hand-slots", TOOL * (len(slots) + 1), 0, 80, 80)
        yield Sprite("tool-clear-slot", "", *place, label=Message("Clear a slot"), marks=cross, **look)
        for seat in range(self.players):
            emblem = (Mark(50, 45, 50, symbol=f"seat-{seat}"),)
            label = Message("Piece of {name}", name=self.titles()[seat])
            place = ("hand-pieces", TOOL * seat, 0, 80, 80)
            yield Sprite(f"tool-piece-{seat}", "token", *place, owner=seat, label=label, marks=emblem, **look)
