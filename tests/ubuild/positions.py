"""Positions of U-Build put together by hand: who owns what, where things stand, which dice and which card come next."""

from __future__ import annotations

import tripolis
from tripolis.engine.record import in_python
from tripolis.games.ubuild.face.labels import amount_text
from tripolis.games.ubuild.helper.table import TableSetup
from tripolis.games.ubuild.rules.building import mark_beside, place
from tripolis.games.ubuild.rules.scoring import rent
from tripolis.games.ubuild.rules.state import DISTRICT_IDS, NOBODY, Phase, Space, Use

M, K = 100, 0.1
"""1M and 1k in units of 10k."""


def index(d: str) -> int:
    return DISTRICT_IDS.index(d)


class Setup(TableSetup):
    """A match just after its set-up; the record is changed directly, and every derived field with it."""

    def __init__(self, track: str = "classic", players: int = 2, box=None, **options) -> None:
        self.game = tripolis.game("ubuild", box=box, track=track, players=players, **options)
        super().__init__(self.game.new(1).position)
        self.turn(0)
        self.s.start = 0

    # ------------------------------------------------------------- putting

    def turn(self, seat: int, phase: str = "ROLL") -> Setup:
        self.s.turn = self.s.actor = seat
        self.s.phase = int(Phase[phase])
        return self

    def slots(self, *touching: str, empty: bool = True) -> list[int]:
        """The empty slots that touch exactly these districts."""
        wanted = sum(1 << index(name) for name in touching)
        return [
            slot
            for slot in range(int(self.b.n_slots))
            if self.b.slot_districts[slot] == wanted and not (empty and self.s.slot_use[slot])
        ]

    def hazard(self, slot: int, piece: int = 0) -> Setup:
        return self.piece(self.s.hazard, piece, slot, Use.HAZARD)

    def bonus(self, slot: int, piece: int = 0) -> Setup:
        return self.piece(self.s.bonus, piece, slot, Use.BONUS)

    def piece(self, slots, piece: int, slot: int, use: Use) -> Setup:
        slots[piece] = slot
        self.s.slot_use[slot] = int(use)
        in_python(mark_beside)(self.s, self.b)
        return self

    def special(self, what: str, home: str) -> Setup:
        d = index(home)
        slot = next(int(x) for x in self.b.slots_of[d] if x >= 0 and not self.s.slot_use[x])
        building = self.s.skyscraper[self.b.group[d]] if what == "skyscraper" else getattr(self.s, what)
        in_python(place)(building, slot, d)
        self.s.slot_use[slot] = int(Use[what.upper()])
        return self

    def at(self, seat: int, where: str | int, nth: int = 0) -> Setup:
        self.s.at[seat] = self.space(where, nth)
        return self

    def space(self, where: str | int, nth: int = 0) -> int:
        if isinstance(where, int):
            return where
        if where in DISTRICT_IDS:
            return [int(d) for d in self.b.district[: self.b.n_spaces]].index(index(where))
        return [i for i in range(int(self.b.n_spaces)) if self.b.space[i] == Space[where]][nth]

    def raised(self, *bridges: int) -> Setup:
        self.s.raised = sum(1 << self.space("BRIDGE", n) for n in bridges)
        return self

    def next_card(self, number: int) -> Setup:
        """Card C01 is number 1: it is the only one left unseen, all others lie underneath."""
        self.s.unseen = 1 << (number - 1)
        rest = [card for card in range(17) if card != number - 1]
        for i in range(17):
            self.s.under[i] = rest[i] if i < len(rest) else NOBODY
        self.s.n_under = len(rest)
        return self

    def jail(self, seat: int, tries: int = 0) -> Setup:
        self.s.at[seat] = int(self.b.jail)
        self.s.jail[seat] = 1 + tries
        return self

    def jail_card(self, seat: int, card: int = 10) -> Setup:
        n = int(self.s.n_held)
        self.s.held[n], self.s.held_by[n], self.s.n_held = card, seat, n + 1
        self.s.unseen = int(self.s.unseen) & ~(1 << card)
        self.s.jail_cards[seat] += 1
        return self

    # ------------------------------------------------------------- playing

    def play(self, *moves: str) -> list:
        happened = []
        for move in moves:
            happened += self.position.play(move)
        return happened

    def roll(self, one: int, two: int = 0, move: str = "roll") -> list:
        """Roll these dice: another seed is tried until they come."""
        before = self.position.copy()
        for seed in range(5000):
            tried = before.copy()
            tried.record.seed[0] = seed
            events = tried.play(move)
            thrown = next(event.args for event in events if event.code == 4)
            if thrown[1:3] == (one, two):
                self.position.records = tried.records
                self.s = self.position.record
                return events
        raise AssertionError(f"{one} and {two} never came")

    def why(self, move: str) -> str | None:
        refused = self.position.why_not(move)
        return refused.name if refused else None

    @property
    def legal(self) -> list[str]:
        return [move.text for move in self.position.legal()]

    @property
    def phase(self) -> str:
        return Phase(int(self.s.phase)).name

    def rent(self, name: str) -> int:
        """The rent by the rule itself."""
        return int(rent(self.s, self.game.box[0], index(name)))

    def money(self) -> list[str]:
        return [amount_text(int(n)) for n in self.s.cash[: self.game.players]]
