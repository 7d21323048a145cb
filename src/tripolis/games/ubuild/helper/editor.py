"""The score helper: a real table put together step by step, with everybody's worth after each step.

An editor has the same shape as a match: moves as text and as paths of clicks, a scene, a verdict. Its whole state is one short text that fits into an
address: `classic.1200_340.p3-1r2i4h.sky-p.tower-p3`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar

from tripolis.engine.errors import BadCity, BadNotation
from tripolis.engine.position import Move, Position, position_after
from tripolis.engine.scene import Scene, Sprite
from tripolis.engine.words import Message, seat_name

from ..box.reader import read_box
from ..box.track import KINDS
from ..face.labels import BLOCK_TITLES, BUILDING_TITLES, amount, amount_text
from ..face.notation import read_amount
from ..face.scene import TableDrawing
from ..rules.state import DISTRICT_IDS, GROUP_NAMES, SEATS, STEPS, Phase
from .score import MOST_CASH, Holding, OnTable, Worth, ranks, worths

STEP = re.compile(
    r"([1-6])c=([0-9.,]+[mk])|([a-z][1-3])=([1-6]?)|([a-z][1-3])([ri])=([0-8])|([a-z][1-3])([hm])|(sky|tower):([a-z][1-3])"
)
PART = re.compile(r"([a-z][1-3])-([1-6])(?:r([0-8]))?(?:i([0-8]))?(h?)(m?)")
TOOLS = (
    "tool-residential",
    "tool-industrial",
    "tool-hazard",
    "tool-mortgage",
    "tool-skyscraper",
    "tool-tower",
    "tool-clear",
)


class TableEditor:
    """What everybody on a real table is worth."""

    MODES: ClassVar[tuple[str, ...]] = KINDS
    FEWEST: ClassVar[int] = 2
    HELP: ClassVar[Message] = Message(
        "Steps: 1c=12.5M is the cash of player 1, p3=1 gives district p3 to player 1 (p3= to nobody), p3r=2 and p3i=4 are its blocks, "
        "p3h a hazard beside it, p3m its mortgage, sky:p3 the skyscraper of its colour, tower:p3 the Monopoly Tower with this home."
    )

    def __init__(self, mode: str = "classic", players: int = 2) -> None:
        if mode not in KINDS:
            raise BadCity(Message("The track is starter, classic or pro, not {mode}.", mode=mode))
        if not 2 <= players <= SEATS:
            raise BadCity(Message("Two to six players can be compared, not {n}.", n=players))
        self.mode = mode
        self.box = read_box()
        laid = self.box.lay(mode)
        self.ids = [DISTRICT_IDS[space.district] for space in laid.spaces if space.district >= 0]
        self.table = OnTable((0,) * players)

    # --------------------------------------------------------------- state

    @property
    def state(self) -> str:
        """The whole editor as a text for addresses."""
        parts = [self.mode, "_".join(str(units) for units in self.table.cash)]
        for name in self.ids:
            if name in self.table.districts:
                owner, held = self.table.districts[name]
                blocks = "".join(f"{k}{n}" for k, n in (("r", held.residential), ("i", held.industrial)) if n)
                parts.append(f"{name}-{owner + 1}{blocks}{'h' * held.hazard}{'m' * held.mortgaged}")
        parts += [f"sky-{self.letter(group)}" for group in GROUP_NAMES if group in self.table.skyscrapers]
        return ".".join(parts + ([f"tower-{self.table.tower}"] if self.table.tower else []))

    @classmethod
    def from_state(cls, text: str) -> TableEditor:
        """The editor of a text; a wrong one is refused."""
        bad = BadCity(Message("This is no state of the score helper."))
        mode, _, rest = text.partition(".")
        cash, *parts = rest.split(".")
        if mode not in KINDS or not re.fullmatch(r"[0-9]{1,6}(_[0-9]{1,6}){1,5}", cash):
            raise bad
        sums = tuple(int(units) for units in cash.split("_"))
        editor = cls(mode, len(sums))
        if max(sums) > MOST_CASH:
            raise bad
        editor.table = replace(editor.table, cash=sums)
        for part in parts:
            if found := PART.fullmatch(part):
                name, owner, r, i, hazard, mortgaged = found.groups()
                held = Holding(int(r or 0), int(i or 0), bool(hazard), bool(mortgaged))
                if name not in editor.ids or int(owner) > len(sums) or held.residential + held.industrial > 8:
                    raise bad
                editor.table = replace(editor.table, districts={**editor.table.districts, name: (int(owner) - 1, held)})
            elif part.startswith("sky-") and len(part) == 5 and part[4] in "".join(map(editor.letter, GROUP_NAMES)):
                group = next(name for name in GROUP_NAMES if editor.letter(name) == part[4])
                editor.table = replace(editor.table, skyscrapers=editor.table.skyscrapers | {group})
            elif part.startswith("tower-") and part[6:] in editor.table.districts:
                editor.table = replace(editor.table, tower=part[6:])
            else:
                raise bad
        return editor

    @staticmethod
    def letter(group: str) -> str:
        """A letter for each colour."""
        return "blporygd"[GROUP_NAMES.index(group)]

    def group_of(self, name: str) -> str:
        """The colour of a district."""
        found: str = self.box.districts[DISTRICT_IDS.index(name)]["group"]
        return found

    # --------------------------------------------------------------- moves

    def play(self, text: str) -> None:
        """One step; see HELP. A wrong one changes nothing."""
        found = STEP.fullmatch(text.strip().lower())
        if found is None:
            raise BadNotation(
                Message(
                    "{text} is no step: write 1c=12.5M, p3=1, p3r=2, p3i=4, p3h, p3m, sky:p3 or tower:p3.", text=text
                )
            )
        seat, cash, name, owner, built, kind, n, marked, mark, what, home = found.groups()
        if seat:
            self.set_cash(int(seat) - 1, read_amount(cash))
            return
        name = name or built or marked or home
        if name not in self.ids:
            raise BadCity(Message("There is no such district on this track."))
        districts = dict(self.table.districts)
        if owner is not None:
            if owner and int(owner) > len(self.table.cash):
                raise BadCity(Message("There are only {n} players.", n=len(self.table.cash)))
            if owner:
                districts[name] = (int(owner) - 1, districts[name][1] if name in districts else Holding())
            else:
                districts.pop(name, None)
            tower = self.table.tower if self.table.tower in districts else ""
            self.table = replace(self.table, districts=districts, tower=tower)
            return
        if what == "sky":
            self.table = replace(self.table, skyscrapers=self.table.skyscrapers ^ {self.group_of(name)})
            return
        if name not in districts:
            raise BadCity(Message("Nobody owns it yet: {id}.", id=name))
        seat_of, held = districts[name]
        if what == "tower":
            if self.mode == "starter":
                raise BadCity(Message("That is not built on the Starter track (p. 8 and 9)."))
            self.table = replace(self.table, tower="" if self.table.tower == name else name)
            return
        if built:
            held = replace(held, residential=int(n)) if kind == "r" else replace(held, industrial=int(n))
            if kind == "i" and int(n) and self.mode == "starter":
                raise BadCity(Message("That is not built on the Starter track (p. 8 and 9)."))
            if held.residential + held.industrial > 8:
                raise BadCity(Message("A district has at most 8 blocks (p. 8)."))
        elif mark == "h":
            held = replace(held, hazard=not held.hazard)
        else:
            held = replace(held, mortgaged=not held.mortgaged)
        districts[name] = (seat_of, held)
        self.table = replace(self.table, districts=districts)

    def set_cash(self, seat: int, units: int | None) -> None:
        """A player's cash."""
        if seat >= len(self.table.cash):
            raise BadCity(Message("There are only {n} players.", n=len(self.table.cash)))
        if units is None or units > MOST_CASH:
            raise BadCity(Message("Player {n}: cash is an amount such as 3.5M or 500k, a multiple of 10k.", n=seat + 1))
        cash = (*self.table.cash[:seat], units, *self.table.cash[seat + 1 :])
        self.table = replace(self.table, cash=cash)

    def moves(self) -> Iterator[Move]:
        """Every step that may be taken now, as text and as a path of clicks: a tool or a player, then a district; a sum, then a player."""
        for seat, have in enumerate(self.table.cash):
            for step in STEPS:
                words = Message("Cash of {seat}: {amount}", seat=seat_name(seat), amount=amount(have + step))
                text = amount_text(step)
                if have + step <= MOST_CASH:
                    yield Move(-1, f"{seat + 1}c={amount_text(have + step)}", (f"add-{text}", f"seat-{seat}"), words)
                if have >= step:
                    words = Message("Cash of {seat}: {amount}", seat=seat_name(seat), amount=amount(have - step))
                    yield Move(-1, f"{seat + 1}c={amount_text(have - step)}", (f"less-{text}", f"seat-{seat}"), words)
        for name in self.ids:
            yield from self.moves_on(name)

    def moves_on(self, name: str) -> Iterator[Move]:
        """What can be done with one district."""
        where = f"district-{name}"
        for seat in range(len(self.table.cash)):
            words = Message("{id} belongs to {seat}", id=name, seat=seat_name(seat))
            yield Move(-1, f"{name}={seat + 1}", (f"seat-{seat}", where), words)
        words = Message("Skyscraper of the colour of {id}", id=name)
        yield Move(-1, f"sky:{name}", ("tool-skyscraper", where), words)
        if name not in self.table.districts:
            return
        _, held = self.table.districts[name]
        left = 8 - held.residential - held.industrial
        for kind, n in (("r", held.residential), ("i", held.industrial)):
            if kind == "i" and self.mode == "starter":
                continue
            tool = "tool-residential" if kind == "r" else "tool-industrial"
            more = n + 1 if left else 0
            if more != n:
                title = BLOCK_TITLES[0 if kind == "r" else 1]
                yield Move(
                    -1,
                    f"{name}{kind}={more}",
                    (tool, where),
                    Message("{id}: {n} × {block}", id=name, n=more, block=title),
                )
        yield Move(-1, f"{name}h", ("tool-hazard", where), Message("Hazard beside {id}: yes or no", id=name))
        yield Move(-1, f"{name}m", ("tool-mortgage", where), Message("Mortgage of {id}: yes or no", id=name))
        yield Move(-1, f"{name}=", ("tool-clear", where), Message("{id} belongs to nobody", id=name))
        if self.mode != "starter":
            yield Move(
                -1, f"tower:{name}", ("tool-tower", where), Message("{id}: {block}", id=name, block=BUILDING_TITLES[2])
            )

    # ------------------------------------------------------------- verdict

    def verdict(self) -> list[Worth]:
        """Everybody's account."""
        return worths(self.table, self.box)

    def ranks(self) -> list[int]:
        """The places (p. 15, ruling R34)."""
        return ranks(self.verdict())

    def rows(self, seat: int) -> list[list[str]]:
        """A player's districts as words, for a terminal: id, blocks, rent."""
        account = self.verdict()[seat]
        found = []
        for name, rent in account.rents.items():
            held = self.table.districts[name][1]
            found.append(
                [name, f"{held.residential}r {held.industrial}i", amount_text(rent.total) if rent.total else "0"]
            )
        return found

    # --------------------------------------------------------------- scene

    def lines(self, say: Callable[[Message], str]) -> Iterator[str]:
        """Everybody's districts and worth, for a terminal."""
        for seat, (account, place) in enumerate(zip(self.verdict(), self.ranks(), strict=True)):
            for row in self.rows(seat):
                yield "  " + "".join(f"{cell:<10}" for cell in row).rstrip()
            yield say(
                Message(
                    "Player {number}: cash {cash}, worth {worth}, place {place}",
                    number=seat + 1,
                    cash=amount_text(account.cash),
                    worth=amount_text(account.total),
                    place=place,
                )
            )

    def position(self) -> Position:
        """The table as a position of the game, for drawing."""
        from .. import GAME

        game = GAME.configure(track=self.mode, players=len(self.table.cash))
        position = position_after(game, bytes(16))
        s = position.record
        s.actor = -1
        s.phase = Phase.OVER
        for seat, units in enumerate(self.table.cash):
            s.cash[seat] = units
        for name, (owner, held) in self.table.districts.items():
            d = DISTRICT_IDS.index(name)
            s.owner[d] = owner
            s.holds[owner] = int(s.holds[owner]) | 1 << d
            s.blocks[d][0], s.blocks[d][1] = held.residential, held.industrial
            if held.hazard:
                s.beside_hazard = int(s.beside_hazard) | 1 << d
            if held.mortgaged:
                s.mortgaged = int(s.mortgaged) | 1 << d
                s.mortgage[d] = self.verdict()[owner].rents[name].plain
            if self.table.tower == name:
                s.tower[1] = d
        for group in self.table.skyscrapers:
            home = next(DISTRICT_IDS.index(name) for name in DISTRICT_IDS if self.group_of(name) == group)
            s.skyscraper[GROUP_NAMES.index(group)][1] = home
        return position

    def scene(self) -> Scene:
        """The track with rents, the players with their worth, and what can be put in."""
        table = TableDrawing(self.position(), tuple(seat_name(seat) for seat in range(len(self.table.cash))))
        sums = [f"{verb}-{amount_text(step)}" for verb in ("add", "less") for step in STEPS]
        hidden = ("tool-industrial", "tool-tower") if self.mode == "starter" else ()
        table.panels.buttons = [name for name in (*TOOLS, *sums) if name not in hidden]
        table.panels.rows = -(-len(table.panels.buttons) // 4)
        keep = {"board", "hand", "panel:seats", "panel:deeds"}
        gone = ("token-", "slot-", "hazard-", "bonus-", "stadium", "tower", "skyscraper-")

        def shown(sprite: Sprite) -> bool:
            return sprite.area in keep and not sprite.id.startswith(gone)

        areas = tuple(area for area in table.areas() if area.name in keep)
        return Scene(areas, tuple(sprite for sprite in table.sprites() if shown(sprite)))
