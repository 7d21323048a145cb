"""The score helper: a real table put together step by step, with everybody's worth after each step.

Its whole state is one short text: `classic.1200_340.p3-1r2i4h.sky-p.tower-p3`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tripolis.engine.editor import NOT_SETTLED, ScoreEditor, game_for
from tripolis.engine.errors import BadCity, BadNotation
from tripolis.engine.moves import Move
from tripolis.engine.parts import InputField
from tripolis.engine.position import Position
from tripolis.engine.scene import Area, Mark, Scene, Sprite
from tripolis.engine.words import Message, seat_name

from ..box.files import read_box
from ..box.track import KINDS
from ..face.events import FIXED_REASONS
from ..face.labels import BLOCK_TITLES, BUILDING_TITLES, amount, group_name, name_of
from ..face.panels import BUTTONS
from ..face.scene import TableDrawing
from ..rules.state import DISTRICT_IDS, GROUP_LETTERS, GROUP_NAMES, SEATS, Reason
from .goes_on import start_turn
from .score import Worth, count_worth, rents_range
from .table import MOST_CASH, Holding, TableData, position_of, read_cash

STEP = re.compile(
    r"(?P<seat>[1-6])c=(?P<cash>[0-9.,]+[mk])"
    r"|(?P<district>[a-z][1-3])(?:=(?P<owner>[1-6]?)|(?P<kind>[ri])=(?P<n>[0-8])|(?P<mark>[hm]))"
    r"|(?P<building>sky|tower):(?P<home>[a-z][1-3])|(?P<none>tower:)"
)
PART = re.compile(r"([a-z][1-3])-([1-6])(?:r([0-8]))?(?:i([0-8]))?(h?)(m?)")
COLOUR_OF_LETTER = dict(zip(GROUP_LETTERS.lower(), GROUP_NAMES, strict=True))
BLOCK_FIELDS = {"r": "residential", "i": "industrial"}
TOOLS = {
    "residential": "block-residential",
    "industrial": "block-industrial",
    "hazard": "hazard-0",
    "mortgage": "mortgaged",
    "skyscraper": "skyscraper",
    "tower": "tower",
    "clear": "",
}
"""Tools with their pictures."""
TOOL = 100


class TableEditor(ScoreEditor):
    """What everybody on a real table is worth."""

    MODES = KINDS
    FEWEST = 2
    HELP = Message(
        "Steps: 1c=12.5M is the cash of player 1, p3=1 gives district p3 to player 1 (p3= to nobody), p3r=2 and p3i=4 "
        "are its blocks, p3h a hazard beside it, p3m its mortgage, sky:p3 the skyscraper of its colour, tower:p3 the "
        "Monopoly Tower with this home."
    )

    def __init__(self, mode: str = "classic", players: int = 2, box: Mapping[str, str] | None = None) -> None:
        if mode not in KINDS:
            raise BadCity(Message("The track is starter, classic or pro, not {mode}.", mode=mode))
        if not 2 <= players <= SEATS:
            raise BadCity(Message("Two to six players can be compared, not {n}.", n=players))
        self.mode, self.box = mode, box
        self.b = game_for("ubuild", players, box, track=mode).plain_box
        self.ids = [DISTRICT_IDS[d] for d in self.b.district[: self.b.n_spaces] if d >= 0]
        self.table = TableData((0,) * players)

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.table.cash)

    def colour_of(self, name: str) -> str:
        """The colour of a district."""
        return GROUP_NAMES[self.b.group[DISTRICT_IDS.index(name)]]

    # --------------------------------------------------------------- state

    @property
    def state(self) -> str:
        """The whole editor as a text for addresses."""
        parts = [self.mode, "_".join(str(units) for units in self.table.cash)]
        for name in self.ids:
            if held := self.table.districts.get(name):
                blocks = "".join(f"{k}{n}" for k, n in (("r", held.residential), ("i", held.industrial)) if n)
                parts.append(f"{name}-{held.owner + 1}{blocks}{'h' * held.hazard}{'m' * held.mortgaged}")
        parts += [f"sky-{letter}" for letter, colour in COLOUR_OF_LETTER.items() if colour in self.table.skyscrapers]
        return ".".join(parts + ([f"tower-{self.table.tower}"] if self.table.tower else []))

    @classmethod
    def from_state(cls, text: str, box: Mapping[str, str] | None = None) -> TableEditor:
        """The editor of a text; a wrong one is refused."""
        bad = BadCity(Message("This is not a state of the score helper."))
        mode, _, rest = text.partition(".")
        cash, *parts = rest.split(".")
        if mode not in KINDS or not re.fullmatch(r"[0-9]{1,6}(_[0-9]{1,6}){1,5}", cash):
            raise bad
        sums = tuple(int(units) for units in cash.split("_"))
        if max(sums) > MOST_CASH:
            raise bad
        editor = cls(mode, len(sums), box)
        districts, skyscrapers, tower = {}, set(), ""
        for part in parts:
            kind, _, rest = part.partition("-")
            if match := PART.fullmatch(part):
                name, owner, r, i, hazard, mortgaged = match.groups()
                held = Holding(int(owner) - 1, int(r or 0), int(i or 0), bool(hazard), bool(mortgaged))
                if name not in editor.ids or held.owner >= len(sums) or held.n_blocks > editor.b.max_blocks:
                    raise bad
                districts[name] = held
            elif kind == "sky" and rest in COLOUR_OF_LETTER:
                skyscrapers.add(COLOUR_OF_LETTER[rest])
            elif kind == "tower" and rest in districts:
                tower = rest
            else:
                raise bad
        editor.table = TableData(sums, districts, frozenset(skyscrapers), tower)
        return editor

    def for_players(self, players: int) -> TableEditor:
        """The same table; what belonged to those who leave belongs to nobody."""
        editor = TableEditor(self.mode, players, self.box)
        cash = (*self.table.cash, *[0] * players)[:players]
        districts = {name: held for name, held in self.table.districts.items() if held.owner < players}
        tower = self.table.tower if self.table.tower in districts else ""
        editor.table = TableData(cash, districts, self.table.skyscrapers, tower)
        return editor

    # --------------------------------------------------------------- moves

    def play(self, text: str) -> None:
        """One step; see HELP. A wrong one changes nothing."""
        step = STEP.fullmatch(text.strip().lower())
        if step is None:
            message = Message(
                "{text} is not a valid step: write 1c=12.5M, p3=1, p3r=2, p3i=4, p3h, p3m, sky:p3 or tower:p3."
            )
            raise BadNotation(message.fill(text=text))
        if step["seat"]:
            self.set_cash(int(step["seat"]) - 1, step["cash"])
            return
        if step["none"]:
            self.table = replace(self.table, tower="")
            return
        name = step["district"] or step["home"]
        if name not in self.ids:
            raise BadCity(Message("There is no such district on this track."))
        if step["owner"] is not None:
            self.set_owner(name, step["owner"])
        elif step["building"] == "sky":
            self.table = replace(self.table, skyscrapers=self.table.skyscrapers ^ {self.colour_of(name)})
        elif name not in self.table.districts:
            raise BadCity(Message("Nobody owns {id} yet.", id=name))
        elif step["building"] == "tower":
            if self.b.starter:
                raise BadCity(FIXED_REASONS[Reason.NOT_ON_STARTER])
            self.table = replace(self.table, tower="" if self.table.tower == name else name)
        else:
            held = self.table.districts[name]
            if step["kind"]:
                n = int(step["n"])
                held = replace(held, residential=n) if step["kind"] == "r" else replace(held, industrial=n)
                if step["kind"] == "i" and n and self.b.starter:
                    raise BadCity(FIXED_REASONS[Reason.NOT_ON_STARTER])
                if held.n_blocks > self.b.max_blocks:
                    raise BadCity(Message("A district has at most 8 blocks (p. 8)."))
            elif step["mark"] == "h":
                held = replace(held, hazard=not held.hazard)
            else:
                held = replace(held, mortgaged=not held.mortgaged)
            self.table = replace(self.table, districts={**self.table.districts, name: held})

    def set_cash(self, seat: int, text: str) -> None:
        """A player's cash."""
        self.check_seat(seat)
        cash = list(self.table.cash)
        cash[seat] = read_cash(seat, text)
        self.table = replace(self.table, cash=tuple(cash))

    def set_owner(self, name: str, player: str) -> None:
        """A district gets an owner, counted from 1, or none; then its blocks and the tower beside it are gone."""
        districts = {**self.table.districts}
        if player:
            self.check_seat(int(player) - 1)
            districts[name] = replace(districts.get(name, Holding(0)), owner=int(player) - 1)
        else:
            districts.pop(name, None)
        tower = self.table.tower if self.table.tower in districts else ""
        self.table = replace(self.table, districts=districts, tower=tower)

    def check_seat(self, seat: int) -> None:
        """Refuse a player who does not take part."""
        if seat >= self.players:
            raise BadCity(Message("There are only {n} players.", n=self.players))

    def moves(self) -> Iterator[Move]:
        """Every step possible now, as text and as clicks: a tool or player, then a district."""
        for name in self.ids:
            yield from self.moves_on(name)

    def moves_on(self, name: str) -> Iterator[Move]:
        """What can be done with one district."""

        def move(text: str, tool: str, words: Message) -> Move:
            return Move(-1, text, (tool, f"district-{name}"), words)

        for seat in range(self.players):
            words = Message("{id} belongs to {seat}", id=name, seat=seat_name(seat))
            yield move(f"{name}={seat + 1}", f"seat-{seat}", words)
        yield move(f"sky:{name}", "tool-skyscraper", Message("Skyscraper of the colour of {id}", id=name))
        if name not in self.table.districts:
            return
        held = self.table.districts[name]
        for (letter, kind), title in zip(BLOCK_FIELDS.items(), BLOCK_TITLES, strict=True):
            n = getattr(held, kind)
            more = n + 1 if held.n_blocks < self.b.max_blocks else 0
            if more != n and not (kind == "industrial" and self.b.starter):
                words = Message("{id}: {n} × {block}", id=name, n=more, block=title)
                yield move(f"{name}{letter}={more}", f"tool-{kind}", words)
        yield move(f"{name}h", "tool-hazard", Message("Hazard next to {id}: yes or no", id=name))
        yield move(f"{name}m", "tool-mortgage", Message("Mortgage of {id}: yes or no", id=name))
        yield move(f"{name}=", "tool-clear", Message("{id} belongs to nobody", id=name))
        if not self.b.starter:
            yield move(f"tower:{name}", "tool-tower", Message("{id}: {block}", id=name, block=BUILDING_TITLES[2]))

    def fields(self) -> list[InputField]:
        """Everybody's cash and the buildings of their districts; skyscrapers by colour and the home of the tower."""
        fields = []
        for seat, cash in enumerate(self.table.cash):
            step, label = f"{seat + 1}c={{}}M", Message("Cash in millions")
            amount = f"{cash / 100:g}"
            fields.append(InputField(step, label, amount, seat, most=MOST_CASH // 100, by=0.01, symbol="money"))
            for name in self.ids:
                if (held := self.table.districts.get(name)) and held.owner == seat:
                    fields += self.fields_of(name, held)
        owned = [name for name in self.ids if name in self.table.districts]
        for home in {self.colour_of(name): name for name in owned}.values():
            d, on = DISTRICT_IDS.index(home), self.colour_of(home) in self.table.skyscrapers
            label = Message("Skyscraper: {colour}", colour=group_name(self.b, d))
            fields.append(InputField(f"sky:{home}", label, yes_no(on), symbol="skyscraper"))
        if owned and not self.b.starter:
            homes = tuple((name, name_of(self.b, DISTRICT_IDS.index(name))) for name in owned)
            choices, label = (("", "–"), *homes), Message("Home of the Monopoly Tower")
            fields.append(InputField("tower:{}", label, self.table.tower, choices=choices, symbol="tower"))
        return fields

    def fields_of(self, name: str, held: Holding) -> Iterator[InputField]:
        """The blocks and marks of a district."""
        d, seat, most = DISTRICT_IDS.index(name), held.owner, int(self.b.max_blocks)
        more: dict[str, Any] = {"seat": seat, "group": name_of(self.b, d)}
        for (letter, kind), title in zip(BLOCK_FIELDS.items(), BLOCK_TITLES, strict=True):
            if kind == "residential" or not self.b.starter:
                n = getattr(held, kind)
                limit = most - held.n_blocks + n
                yield InputField(f"{name}{letter}={{}}", title, str(n), most=limit, symbol=f"block-{kind}", **more)
        yield InputField(f"{name}h", Message("Hazard"), yes_no(held.hazard), symbol="hazard-0", **more)
        yield InputField(f"{name}m", Message("Mortgage"), yes_no(held.mortgaged), symbol="mortgaged", **more)

    # ------------------------------------------------------------- verdict

    def position(self) -> Position:
        """The table as a position of the game."""
        return position_of(self.table, self.mode, self.box)

    def to_play(self, first: int) -> tuple[Position, tuple[Message, ...]]:
        """The turn of `first`."""
        return start_turn(self.position(), min(first, self.players - 1))

    def verdict(self) -> list[Worth]:
        """Everybody's account."""
        return count_worth(self.position(), self.players)

    def spread(self) -> list[dict[str, tuple[int, int]]]:
        """Everybody's rents where they rest on values that are not certain."""
        return [rents_range(read_box(self.box), worth) for worth in self.verdict()]

    def lines(self, say: Callable[[Message], str]) -> Iterator[str]:
        """Everybody's districts (id, blocks, rent) and worth, for a terminal."""
        settled, spread = self.is_settled(), self.spread()
        for seat, (worth, unsure) in enumerate(zip(self.verdict(), spread, strict=True)):
            for name, rent in worth.rents.items():
                held = self.table.districts[name]
                yield f"  {name:<10}{f'{held.residential}r {held.industrial}i':<10}{say(amount(rent.total))}"
            yield from worth.lines(seat, unsure, settled, say)
        if not settled:
            yield say(NOT_SETTLED)

    # --------------------------------------------------------------- scene

    def scene(self) -> Scene:
        """The track with rents, and what can be put in."""
        table = TableDrawing(self.position(), self.titles())
        gone = ("token-", "slot-", "hazard-", "bonus-", "stadium", "tower", "skyscraper-", "die-", "deck")
        sprites = [sprite for sprite in table.track() if not sprite.id.startswith(gone)]
        areas = [area for area in table.areas() if area.name == "board"]
        below = areas[0].height + TOOL
        areas.append(Area("hand", 0, below, TOOL * len(TOOLS), TOOL, Message("Tools"), "hand"))
        for seat in range(self.players):
            areas.append(Area(f"hand:{seat}", TOOL * seat, below + TOOL, TOOL, TOOL, self.titles()[seat], "hand", seat))
        return Scene(tuple(areas), (*sprites, *self.tools()))

    def tools(self) -> Iterator[Sprite]:
        """A player, who takes districts, and what is built on districts or said of them."""
        for seat in range(self.players):
            label = Message("Districts of {name}", name=self.titles()[seat])
            emblem = f"seat-{seat}"
            yield Sprite(emblem, emblem, f"hand:{seat}", 0, 0, 80, 80, role="button", owner=seat, label=label)
        hidden = ("industrial", "tower") if self.b.starter else ()
        for i, (tool, symbol) in enumerate((tool, symbol) for tool, symbol in TOOLS.items() if tool not in hidden):
            cross = () if symbol else (Mark(50, 50, 60, text="×", colour="on-button"),)
            name, place = f"tool-{tool}", ("hand", TOOL * i, 0, 80, 80)
            yield Sprite(name, symbol, *place, role="button", label=BUTTONS[name], marks=cross)


def yes_no(on: bool) -> str:
    """The value of a tick."""
    return "yes" if on else "no"
