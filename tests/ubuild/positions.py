"""Positions of U-Build put together by hand: who owns what, where things stand, which dice and which card come next."""

from __future__ import annotations

import tripolis
from tests.positions import changed
from tripolis.games.ubuild.face.labels import amount_text
from tripolis.games.ubuild.helper.table import TableSetup
from tripolis.games.ubuild.rules.scoring import rent
from tripolis.games.ubuild.rules.state import CARD_IDS, DISTRICT_IDS, GROUP_NAMES, Phase, Space

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

    def put(self, **fields: object) -> Setup:
        """Change fields as texts of positions say them; what is derived follows."""
        self.position.records = changed(self.position, **fields).records
        self.s = self.position.record
        return self

    def hazard(self, slot: int, piece: int = 0) -> Setup:
        return self.put(hazard=f"{piece}:{slot}")

    def bonus(self, slot: int, piece: int = 0) -> Setup:
        return self.put(bonus=f"{piece}:{slot}")

    def special(self, what: str, home: str) -> Setup:
        d = index(home)
        slot = next(int(x) for x in self.b.slots_of[d] if x >= 0 and not self.s.slot_use[x])
        group = f"{GROUP_NAMES[self.b.group[d]]}:" if what == "skyscraper" else ""
        return self.put(**{what: f"{group}{slot},{d}"})

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
        return self.put(unseen=f"C{number:02d}", under=",".join(card for card in CARD_IDS if card != f"C{number:02d}"))

    def jail(self, seat: int, tries: int = 0) -> Setup:
        self.s.at[seat] = int(self.b.jail)
        self.s.jail[seat] = 1 + tries
        return self

    def jail_card(self, seat: int, card: int = 10) -> Setup:
        n, unseen = int(self.s.n_held), int(self.s.unseen) & ~(1 << card)
        return self.put(held=f"{n}:{CARD_IDS[card]}", held_by=f"{n}:{seat}", unseen=unseen)

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
