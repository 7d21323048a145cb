"""What must hold after every decision of a match, whoever plays: checked along random matches of all modes and sizes.

Few matches by default; `TRIPOLIS_SOAK=1` plays many more.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tripolis
from tests.quadropolis.positions import picture
from tripolis.games.quadropolis.rules.state import CELLS, NOWHERE, SPACES, TAKEN, Event, Kind, Phase

SOAK = os.environ.get("TRIPOLIS_SOAK", "") not in ("", "0")
MATCHES = 60 if SOAK else 4
TABLES = [(mode, players) for mode in ("classic", "expert") for players in (2, 3, 4)]
SWITCHES = ("take_face_down", "count_absolute", "playgrounds_absorb", "office_cap")


class Watcher:
    """Keeps its own books of a match from the events alone, and compares the position with them."""

    def __init__(self, match: tripolis.Match) -> None:
        self.match = match
        self.b = match.game.box[0]
        self.built: dict[int, list[int]] = defaultdict(list)
        self.cells: Counter[tuple[int, int]] = Counter()
        self.income: Counter[tuple[int, str]] = Counter()
        self.gone: list[int] = []
        self.from_below: list[int] = []
        self.site = [TAKEN] * SPACES
        self.starter = self.mayor = -1
        self.round_no = -1
        self.turns = 0
        self.hear(match.events[0])

    def hear(self, events: list[tripolis.Event]) -> None:
        """Write down what was told."""
        for event in events:
            assert event.audience == -1, "everything in Quadropolis is said to everyone"
            self.match.position.words(event)
            kind, a = Event(event.code), event.args
            if kind == Event.ROUND:
                self.round_no, self.starter = a[0], a[1]
                self.gone, self.from_below, self.turns = [], [], 0
                assert self.mayor in (-1, a[1]), "the holder of the mayor starts the round"
                self.mayor = a[1]
            elif kind == Event.LAID:
                self.site[a[0]] = a[1]
            elif kind == Event.ARCHITECT:
                self.turns += 1
            elif kind == Event.NOTHING:
                fewest = TAKEN if self.b.take_face_down else -4
                assert fewest <= self.site[a[1]] <= TAKEN, "there was something to take (ruling 2)"
            elif kind == Event.TOOK:
                if self.site[a[2]] < TAKEN and self.b.take_face_down:
                    assert self.b.mark[a[1]] == -self.site[a[2]], "a tile of another mark was turned up"
                    self.from_below.append(a[1])
                else:
                    assert self.site[a[2]] == a[1], "another tile lay there"
                self.site[a[2]] = TAKEN
            elif kind == Event.BUILT:
                self.built[a[0]].append(a[1])
                self.cells[a[0], a[2]] += 1
                self.gone.append(a[1])
                assert a[3] == self.cells[a[0], a[2]], "the level told is the number of tiles on the cell"
                self.mayor = a[0] if self.b.mayor[a[1]] else self.mayor
            elif kind in (Event.DISCARDED, Event.NO_PLACE):
                self.gone.append(a[1])
            elif kind == Event.INCOME:
                self.income[a[0], "residents"] += a[1]
                self.income[a[0], "energy"] += a[2]
            elif kind == Event.MAYOR:
                assert self.b.mayor[self.built[a[0]][-1]], (
                    "only who builds the mayor's tower takes the mayor (ruling 16)"
                )

    def check(self, deep: bool) -> None:
        """Everything that must hold now; `deep` asks for the accounts too."""
        try:
            self.check_cities()
            if not self.match.over:
                self.check_tiles()
                self.check_turn()
            if deep:
                self.check_accounts()
        except AssertionError as error:
            error.add_note(f"{picture(self.match.position)}\n{self.match}")
            raise

    def check_tiles(self) -> None:
        """Each of the round's 25 tiles is on the site, in a hand, built or discarded; face-down ones are counted by
        mark."""
        s, b = self.match.position.record, self.b
        on_site = [int(tile) for tile in s.site if tile >= 0]
        hand = [int(s.hand)] if s.hand >= 0 else []
        known = on_site + hand + self.gone
        assert len(known) == len(set(known)), "a tile is in two places"
        assert all(tile // SPACES == self.round_no == s.round_no for tile in known), "a tile of another round"
        assert list(s.site) == self.site, "something on the site changed untold"
        never_up = [
            tile
            for tile in range(SPACES * self.round_no, SPACES * self.round_no + SPACES)
            if b.mark[tile] > b.players and tile not in self.from_below
        ]
        assert not set(never_up) & set(known), "a face-down tile came to light untold"
        assert len(known) + len(never_up) == SPACES
        assert Counter(int(b.mark[tile]) for tile in never_up) == Counter(-tile for tile in self.site if tile < TAKEN)
        assert int(s.turned).bit_count() == len(self.from_below)

    def check_turn(self) -> None:
        """Whose turn it is, what lies around the site, and that there is a choice (rulings 4 to 6, 18)."""
        position = self.match.position
        s, b = position.record, self.b
        picking = s.phase == Phase.PICK
        laid = sum(number > 0 for number in s.slot_number)
        assert laid == self.turns == s.turn + (not picking), "slots used are turns taken"
        assert s.actor == (self.starter + s.turn) % b.players, "clockwise from the mayor"
        assert s.mayor == self.mayor
        assert (s.urbanist == NOWHERE) == (laid == 0)
        assert s.urbanist == NOWHERE or s.site[s.urbanist] < 0, "a face-up tile lies under the urbanist"
        assert (s.hand == NOWHERE) == picking == (s.number == 0)
        supply = sum(sum(row) for row in s.architects)
        assert supply == b.numbers * b.players - laid, "an architect was lost"
        legal = position.legal_numbers()
        if picking:
            assert len({action // 5 for action in legal}) >= 2, "ruling 6: two open slots at least"
        else:
            assert len(legal) >= 2, "a tile that fits nowhere is discarded unasked"

    def check_cities(self) -> None:
        """Cities hold what was built, level by level, and seats have the income of it (rulings 13 and 15)."""
        s, b = self.match.position.record, self.b
        for seat in range(4):
            tiles = self.built[seat]
            for name in ("residents", "energy"):
                have = int(getattr(s, name)[seat])
                assert have == sum(int(getattr(b, name)[tile]) for tile in tiles) == self.income[seat, name]
            assert sum(s.vp[seat]) == sum(int(b.vp[tile]) for tile in tiles)
            levels: Counter[int] = Counter()
            for cell in range(CELLS):
                kind, level = Kind(int(s.kind[seat][cell])), int(s.level[seat][cell])
                assert level == self.cells[seat, cell]
                assert (kind == Kind.EMPTY) == (level == 0)
                assert level <= (b.levels if kind in (Kind.TOWER, Kind.OFFICE) else 1)
                assert level == 0 or b.cells >> cell & 1, "built on a cell that does not exist"
                levels[kind] += level
            assert +levels == Counter(int(b.kind[tile]) for tile in tiles)

    def check_accounts(self) -> None:
        """Accounts add up, and places follow points, then residents, then empty cells (ruling 32)."""
        accounts = self.match.scores()
        s = self.match.position.record
        for seat, account in enumerate(accounts):
            assert account.total == sum(account.points.values())
            assert 0 <= account.ties["residents"] <= s.residents[seat]
            assert -int(s.residents[seat]) - int(s.energy[seat]) <= account["unused"] <= 0
        standing = [(a.total, a.ties["residents"], a.ties["cells"]) for a in accounts]
        assert self.match.ranks() == [1 + sum(other > own for other in standing) for own in standing], standing


def play_out(match: tripolis.Match, chance: Random, deep_every: int = 1) -> None:
    """Random decisions to the end; three times out of four a tile is built rather than discarded."""
    watcher = Watcher(match)
    watcher.check(deep=True)
    most = match.game.rules.max_plies(match.game.box[0])
    while not match.over:
        legal = match.position.legal_numbers()
        build = match.position.record.phase == Phase.BUILD and chance.random() < 0.75
        watcher.hear(match.play(chance.choice(legal[:-1] if build else legal)))
        assert len(match.moves) <= most
        match.position.to_bytes()  # in plain runs: every number fits its field
        watcher.check(deep=match.over or len(match.moves) % deep_every == 0)
    assert match.position.legal_numbers() == []


@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_everything_holds_after_every_move(mode, players, number):
    """Pages 2 to 5 and 7; switches are on in every second match."""
    options = {"take_face_down": True, "count_absolute": True} if number % 2 else {}
    match = tripolis.game("quadropolis", mode=mode, players=players, **options).new(seed=number)
    play_out(match, Random(f"{mode} {players} {number}"))


@pytest.mark.slow
@settings(
    max_examples=300 if SOAK else 15,
    deadline=None,
    derandomize=not SOAK,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    table=st.sampled_from(TABLES),
    first=st.sampled_from(("drawn", 0, 1)),
    switches=st.fixed_dictionaries({name: st.booleans() for name in SWITCHES}),
    seed=st.binary(min_size=16, max_size=16),
    choices=st.integers(0, 2**32),
)
def test_any_settings_and_any_seed_play_to_the_end(table, first, switches, seed, choices):
    """The contract: `max_plies` bounds every match, whatever was chosen before it."""
    mode, players = table
    game = tripolis.game("quadropolis", mode=mode, players=players, first=first, **switches)
    match = game.new(seed=seed)
    play_out(match, Random(choices), deep_every=16)
    assert tripolis.Match.parse(str(match)) == match


@settings(max_examples=100 if SOAK else 8, deadline=None, derandomize=not SOAK)
@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6), picks=st.lists(st.integers(0, 10**4), max_size=60))
def test_the_same_seed_and_moves_give_the_same_bytes(table, seed, picks):
    """A match is its seed and its moves: nothing else flows into a position."""
    game = tripolis.game("quadropolis", mode=table[0], players=table[1])
    one, other = game.new(seed=seed), game.new(seed=seed)
    for pick in picks:
        legal = one.position.legal_numbers()
        if not legal:
            break
        one.play(legal[pick % len(legal)])
        one.scores()
        other.play(one.moves[-1].text)
    assert one.position.to_bytes() == other.position.to_bytes()
