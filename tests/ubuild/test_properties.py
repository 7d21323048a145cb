"""What must hold after every decision, whoever plays: along matches of random and greedy decisions on standard and
random tracks.

Few matches by default; `TRIPOLIS_SOAK=1` plays many more.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tripolis
from tripolis.engine.testing.leaks import values_seen
from tripolis.engine.testing.probe import Probe
from tripolis.games.ubuild.box.files import read_box
from tripolis.games.ubuild.box.freestyle import random_track
from tripolis.games.ubuild.face.district_cards import explain_rent
from tripolis.games.ubuild.rules.state import DISTRICTS, NOBODY, SLOTS, Event, Phase, Space, Use

SOAK = os.environ.get("TRIPOLIS_SOAK", "") not in ("", "0")
BOX = read_box()
BANK = NOBODY


class Watcher:
    """Keeps its own books from the events alone, and compares the position with them."""

    def __init__(self, match: tripolis.Match) -> None:
        self.match, self.game = match, match.game
        self.b = match.game.plain_box
        self.seats = range(match.game.players)
        self.cash = {seat: int(self.b.money) for seat in self.seats}
        self.bank = 0
        self.owner = dict.fromkeys(range(DISTRICTS), BANK)
        self.blocks: Counter[tuple[int, int]] = Counter()
        self.mortgage: dict[int, int] = {}
        self.use: dict[int, str] = {}
        self.raised: set[int] = set()
        self.hear(match.events[0])

    def pay(self, start: int, to: int, n: int) -> None:
        for seat, sign in ((start, -1), (to, 1)):
            if seat == BANK:
                self.bank += sign * n
            else:
                self.cash[seat] += sign * n

    def hear(self, events: list[tripolis.Event]) -> None:
        """Write down what was told."""
        for event in events:
            assert event.audience == -1, "everything in U-Build is said to everyone"
            self.match.position.words(event)
            a = event.args
            match Event(event.code):
                case Event.SALARY:
                    self.pay(BANK, a[0], a[1])
                case Event.GOT:
                    self.pay(BANK, a[0], a[1])
                case Event.PAID:
                    self.pay(a[0], a[1], a[2])
                case Event.BOUGHT | Event.SOLD:
                    self.pay(a[0], BANK, a[2])
                    assert self.owner[a[1]] == BANK, "sold twice"
                    self.owner[a[1]] = a[0]
                case Event.BLOCK:
                    self.pay(a[0], BANK, a[3])
                    self.blocks[a[1], a[2]] += 1
                case Event.FREE_BLOCKS:
                    self.blocks[a[1], a[2]] += a[3]
                case Event.STADIUM | Event.SKYSCRAPER | Event.TOWER:
                    self.pay(a[0], BANK, a[3])
                    self.build(a[2], Event(event.code).name)
                case Event.MORTGAGED:
                    self.pay(BANK, a[0], a[2])
                    self.mortgage[a[1]] = a[2]
                case Event.REDEEMED:
                    self.pay(a[0], BANK, a[2])
                    assert self.mortgage.pop(a[1]) == a[2], "another sum was paid back"
                case Event.BONUS | Event.HAZARD:
                    self.build(a[1], Event(event.code).name)
                case Event.MOVED:
                    assert self.use.pop(a[1]) == "HAZARD"
                    self.build(a[2], "HAZARD")
                    self.pay(a[0], BANK, a[3])
                case Event.REMOVED:
                    assert self.use.pop(a[1]) == "HAZARD"
                case Event.HANDED:
                    assert self.owner[a[0]] == a[1], "given away by somebody else"
                    self.owner[a[0]] = a[2]
                    if a[2] == BANK:
                        self.mortgage.pop(a[0], None)
                case Event.BRIDGE:
                    assert (a[0] in self.raised) == (a[1] == 0), "a bridge was turned over twice"
                    self.raised ^= {a[0]}

    def build(self, slot: int, what: str) -> None:
        assert slot not in self.use, "two buildings in one slot"
        self.use[slot] = what

    # -------------------------------------------------------------- checking

    def check(self) -> None:
        """Everything that must hold now."""
        try:
            s = self.match.position.plain
            self.check_money(s)
            self.check_board(s)
            self.check_cards(s)
            self.check_turn(s)
        except AssertionError as error:
            error.add_note(str(self.match))
            raise

    def check_money(self, s) -> None:
        """Money is conserved between players and bank; nobody is below zero."""
        for seat in self.seats:
            assert s.cash[seat] == self.cash[seat] >= 0, "money changed untold"
        assert sum(self.cash.values()) + self.bank == len(self.seats) * self.b.money
        for account, seat in zip(self.match.position.scores(), self.seats, strict=True):
            assert account.points["cash"] == s.cash[seat] and account.points["rents"] == self.rents(s, seat)

    def rents(self, s, seat: int) -> int:
        """Rents by a second reading of p. 12, from the books."""
        b, total = self.b, 0
        hazards = {d for slot, what in self.use.items() if what == "HAZARD" for d in self.touched(slot)}
        homes = {int(s.tower[1])} if s.tower[1] >= 0 else set()
        for d in range(DISTRICTS):
            if self.owner[d] != seat or d in self.mortgage:
                continue
            n = self.blocks[d, 1] + (0 if d in hazards else self.blocks[d, 0])
            sky = any(h >= 0 and b.group[h] == b.group[d] for _, h in s.skyscraper)
            tower = any(self.owner[home] == seat for home in homes)
            total += b.rent[d][n] * (2 if sky or tower else 1)
            parts = explain_rent(s, b, d)
            assert parts.total == b.rent[d][n] * (2 if sky or tower else 1) and parts.reasons()
        return total

    def touched(self, slot: int) -> list[int]:
        return [d for d in range(DISTRICTS) if self.b.slot_districts[slot] >> d & 1]

    def check_board(self, s) -> None:
        """Owners, blocks, stock, slots, mortgages; no hazard and no bonus beside the same district."""
        b = self.b
        for d in range(DISTRICTS):
            assert s.owner[d] == self.owner[d], "a district changed hands untold"
            assert self.owner[d] == BANK or b.on_track >> d & 1, "a district that is not on this track"
            assert [seat for seat in range(6) if s.holds[seat] >> d & 1] == [s.owner[d]] * (s.owner[d] >= 0)
            assert list(s.blocks[d]) == [self.blocks[d, 0], self.blocks[d, 1]]
            assert sum(s.blocks[d]) <= b.max_blocks
            assert s.mortgage[d] == self.mortgage.get(d, 0) and (s.mortgaged >> d & 1) == (d in self.mortgage)
            assert not (d in self.mortgage and self.owner[d] == BANK)
        for kind in range(2):
            used = sum(n for (_, k), n in self.blocks.items() if k == kind)
            if b.unlimited_blocks:
                assert s.stock[kind] == b.stock[kind]
            else:
                assert s.stock[kind] == b.stock[kind] - used >= 0, "a block was lost"
        if b.starter:
            assert not any(k for (_, k), n in self.blocks.items() if n)
            assert s.stadium[1] == s.tower[1] == NOBODY
        for slot in range(SLOTS):
            assert Use(s.slot_use[slot]).name == self.use.get(slot, "EMPTY")
            assert slot < b.n_slots or not s.slot_use[slot]
        counts = Counter(self.use.values())
        assert counts["HAZARD"] <= b.n_hazards and counts["BONUS"] <= b.n_bonus
        assert counts["STADIUM"] <= 1 and counts["TOWER"] <= 1 and counts["SKYSCRAPER"] <= b.n_skyscrapers
        sides = {}
        for what, pieces in (("HAZARD", s.hazard), ("BONUS", s.bonus)):
            assert sorted(x for x in pieces if x >= 0) == sorted(k for k, v in self.use.items() if v == what)
            sides[what] = {d for slot, kind in self.use.items() if kind == what for d in self.touched(slot)}
        assert not sides["HAZARD"] & sides["BONUS"], "a hazard and a bonus beside one district (p. 10)"
        assert s.beside_hazard == sum(1 << d for d in sides["HAZARD"])
        assert s.beside_bonus == sum(1 << d for d in sides["BONUS"])
        for slot, home in (s.stadium, s.tower, *s.skyscraper):
            assert (slot < 0) == (home < 0)
            assert home < 0 or b.slot_districts[slot] >> home & 1, "not beside its home"
        assert s.raised == sum(1 << space for space in self.raised)
        assert all(b.space[space] == Space.BRIDGE for space in self.raised)

    def check_cards(self, s) -> None:
        """Every card is unseen, underneath or held, once."""
        unseen = [card for card in range(17) if s.unseen >> card & 1]
        under, held = s.under[: s.n_under], s.held[: s.n_held]
        assert sorted([*unseen, *under, *held]) == list(range(self.b.n_cards)), "a card was lost"
        assert Counter(s.held_by[: s.n_held]) == Counter({p: n for p, n in enumerate(s.jail_cards) if n})
        assert all(card in (10, 11) for card in held), "only jail cards are kept"

    def check_turn(self, s) -> None:
        """Who decides, and what is open."""
        if self.match.over:
            assert s.phase == Phase.OVER and not self.match.position.legal_numbers()
            if s.bankrupt >= 0:
                assert self.match.ranks()[s.bankrupt] == len(self.seats)
            return
        phase = Phase(s.phase)
        assert phase < Phase.OVER
        legal = self.match.position.legal_numbers()
        assert legal, "somebody must decide and cannot"
        if phase not in (Phase.AUCTION, Phase.RAISE, Phase.DEAL, Phase.ANSWER):
            assert s.actor == s.turn
        assert (s.debt > 0) == (s.debtor >= 0)
        assert (s.opener >= 0) == (phase in (Phase.DEAL, Phase.ANSWER))
        if phase in (Phase.DEAL, Phase.ANSWER):
            assert s.given & ~s.holds[s.opener] == 0 and s.taken & ~s.holds[s.partner] == 0
            assert s.offer_cash <= s.cash[s.opener]
        for seat in self.seats:
            assert s.offers[seat] <= self.b.max_offers and s.edits[seat] <= self.b.max_edits
            assert s.jail[seat] == 0 or s.at[seat] == self.b.jail
        assert s.doubles < self.b.doubles_to_jail and all(n <= 2 for n in s.moved)
        if phase == Phase.RAISE:
            assert s.cash[s.debtor] < s.debt and s.actor == s.debtor


def play_out(match: tripolis.Match, chance: Random, greedy: float, most: int = 100_000) -> None:
    """Decisions to the end, so many of them greedy; random bids above 2M are mostly left out, since they end the
    match at once."""
    watcher = Watcher(match)
    watcher.check()
    game = match.game
    while not match.over and len(match.moves) < most:
        legal = match.position.legal_numbers()
        if chance.random() < greedy:
            action = int(game.call("call_choose")(match.seen_by(match.actor).records, game.box, game.work))
        else:
            action = chance.choice(legal)
            words = match.position.move(action).text
            if words.startswith(("bid:", "pay:5M")) and chance.random() < 0.8:
                action = legal[0]
        watcher.hear(match.play(action))
        match.position.to_bytes()  # in plain runs: every number fits its field
        watcher.check()


def track_of(kind: str, chance: Random) -> str:
    """A standard track, or a random one, closed or broken."""
    style = chance.choice(("standard", "closed", "broken"))
    if style == "standard":
        return kind
    return random_track(kind, chance.randrange(10**6), BOX.doubles, BOX.standard[kind], style == "broken").text


@pytest.mark.parametrize("number", range(60 if SOAK else 2))
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("kind", ["starter", "classic", "pro"])
def test_everything_holds_after_every_decision(kind, players, number):
    """Money, stock, slots, hazards and bonuses, mortgages, cards, turns; on random tracks too."""
    chance = Random(f"{kind} {players} {number}")
    switches = {
        "one_project": chance.random() < 0.3,
        "planning_move": chance.choice((1, 2)),
        "double_from_jail_rolls_again": chance.random() < 0.3,
        "mortgage_ignores_hazard": chance.random() < 0.3,
        "unlimited_blocks": chance.random() < 0.3,
    }
    game = tripolis.game(
        "ubuild", track=track_of(kind, chance), players=players, round_limit=12, max_edits=10, **switches
    )
    play_out(game.new(number), chance, greedy=0.75)


@settings(
    max_examples=200 if SOAK else 8,
    deadline=None,
    derandomize=not SOAK,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    kind=st.sampled_from(("starter", "classic", "pro")),
    players=st.integers(2, 6),
    seed=st.binary(min_size=16, max_size=16),
    choices=st.integers(0, 2**32),
    greedy=st.sampled_from((0.0, 0.5, 0.9, 1.0)),
    offers=st.integers(0, 4),
    money=st.sampled_from(("standard", "0k", "500k", "90M")),
)
def test_any_settings_and_any_seed_play_to_the_end(kind, players, seed, choices, greedy, offers, money):
    """The contract: `max_plies` bounds every match, whatever was chosen before it."""
    chance = Random(choices)
    settings_of = {"round_limit": 6, "max_edits": 8, "max_offers": offers, "money": money}
    game = tripolis.game("ubuild", track=track_of(kind, chance), players=players, **settings_of)
    match = game.new(seed)
    play_out(match, chance, greedy)
    assert match.over and len(match.moves) <= game.rules.max_plies(game.box[0])
    assert tripolis.Match.parse(str(match)) == match


def test_no_hidden_field_but_the_seed():
    """Ruling R45: which cards are unseen is public, and their order does not exist before they are drawn."""
    game = tripolis.game("ubuild")
    assert [field.name for field in game.state.fields if field.sight != "public"] == ["seed"]
    assert game.state.size <= 2048


def test_the_kit_accepts_a_match_that_ends_with_a_roll():
    """Whoever is sent to jail in the last turn of a limit ends the match; different dice then lead to the same end."""
    game = tripolis.game("ubuild", players=2, round_limit=1)
    match = game.new(1)
    s = match.position.record
    s.start, s.turn, s.actor, s.at[1] = 0, 1, 1, 13
    probe = Probe(game, values_seen(game, 1, 1))
    for _ in range(60):
        assert probe.events(match)
