"""What must hold after every decision of a match: kept from the events alone, and compared with the position."""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tripolis
from tests.metropolys import oracle
from tests.metropolys.positions import names, picture
from tripolis.games.metropolys.face.labels import unused_names
from tripolis.games.metropolys.rules.state import FIELD_NAMES, Ending, Event

SOAK = os.environ.get("TRIPOLIS_SOAK", "") not in ("", "0")
MATCHES = 60 if SOAK else 4
TABLES = [(mode, players) for mode in ("family", "expert") for players in (2, 3, 4)]
VALUES = set(range(1, 14))


class Watcher:
    """Plays along with what it hears, by the rulebook told a second time (`metro_oracle`)."""

    def __init__(self, match):
        self.match = match
        self.players = match.game.players
        self.usable = set(oracle.FIELDS)
        self.token = {}
        self.supply = [set(VALUES) for _ in range(self.players)]
        self.built = [{} for _ in range(self.players)]
        self.tokens = [Counter() for _ in range(self.players)]
        self.cards = {2: -1, 3: -1}
        self.bids = []
        self.passed = set()
        self.starter = -1
        self.over = False
        self.hear(match.events[0])

    def taken(self):
        return {field for buildings in self.built for field in buildings}

    def hear(self, events):
        for event in events:
            self.match.position.words(event)
            kind, a = Event(event.code), event.args
            assert (event.audience == -1) == (kind != Event.GOAL)
            if kind == Event.STARTS:
                self.starter = a[0]
            elif kind == Event.UNUSED:
                self.usable -= {field for field in oracle.FIELDS if "neswc".index(field[0]) == a[0]}
            elif kind == Event.LAID:
                self.token[FIELD_NAMES[a[0]]] = a[1]
            elif kind in (Event.OPENED, Event.BID):
                assert (kind == Event.OPENED) == (not self.bids)
                self.bids.append((a[0], a[1], FIELD_NAMES[a[2]]))
                self.supply[a[0]].remove(a[1])
            elif kind in (Event.PASSED, Event.MUST_PASS):
                able = bool(self.allowed(a[0]))
                assert able == (kind == Event.PASSED), "who can go on decides himself; who cannot is passed over"
                assert self.bids and self.bids[-1][0] != a[0], "nobody passes on his own bid"
                self.passed.add(a[0])
            elif kind == Event.BUILT:
                self.end_call(a)
            elif kind == Event.TOOK:
                assert self.token.get(FIELD_NAMES[a[2]]) == a[1] and FIELD_NAMES[a[2]] in self.built[a[0]]
                self.tokens[a[0]][a[1]] += 1
                self.move_cards(a[0], a[1])
            elif kind == Event.CARD:
                assert self.cards[a[1]] == a[0], "the card went elsewhere"
            elif kind == Event.OVER:
                self.over = True

    def allowed(self, seat):
        return oracle.bids_allowed(self.supply[seat], self.bids, self.taken(), self.usable)

    def end_call(self, a):
        """The three endings, each where it is due."""
        seat, value, field = self.bids[-1]
        assert (seat, value, field) == (a[0], a[1], FIELD_NAMES[a[2]]), "the last bidder wins"
        others = set(range(self.players)) - {seat} - self.passed
        free = (oracle.BESIDE[field] & self.usable) - self.taken() - {where for _, _, where in self.bids}
        enclosed = not free
        how = Ending(a[3])
        assert enclosed == (how == Ending.ENCLOSED)
        assert (not others) == (how == Ending.PASSED)
        assert not any(self.allowed(other) for other in others), "somebody could have gone on"
        for other, number, _ in self.bids[:-1]:
            self.supply[other].add(number)
        self.built[seat][field] = value
        self.bids, self.passed, self.starter = [], set(), seat

    def move_cards(self, seat, token):
        if token == 3:
            self.cards[3] = seat
        elif token == 2:
            holder = self.cards[2]
            if holder < 0 or self.tokens[seat][2] > self.tokens[holder][2]:
                self.cards[2] = seat

    def check(self):
        try:
            self.compare()
        except AssertionError as error:
            error.add_note(f"{picture(self.match.position)}\n{self.match}")
            raise

    def compare(self):
        p = self.match.position
        s = p.record
        for seat in range(self.players):
            assert {v for v in VALUES if int(s.supply[seat]) >> (v - 1) & 1} == self.supply[seat]
            assert names(s.own[seat]) == set(self.built[seat])
            assert int(s.n_built[seat]) == len(self.built[seat])
            assert [int(n) for n in s.tokens[seat]] == [self.tokens[seat][t] for t in (1, 2, 3)]
            lying = {value for who, value, _ in self.bids if who == seat}
            assert self.supply[seat] | lying | set(self.built[seat].values()) == VALUES, "a building was lost"
        for i, field in enumerate(oracle.FIELDS):
            stands = [(seat, row[field]) for seat, row in enumerate(self.built) if field in row]
            assert int(s.built[i]) == (16 * stands[0][0] + stands[0][1] if stands else 0)
            assert int(s.token[i]) == self.token.get(field, 0)
        assert (int(s.subway_card), int(s.site_card)) == (self.cards[2], self.cards[3])
        lying = [
            (int(s.bid[i]) // 16, int(s.bid[i]) % 16, FIELD_NAMES[int(s.bid_field[i])]) for i in range(int(s.n_bids))
        ]
        assert lying == self.bids
        assert all(one[1] < two[1] and two[2] in oracle.BESIDE[one[2]] for one, two in pairwise(lying))
        assert names(s.fields) == self.usable
        assert names(s.free) == self.usable - self.taken() - {field for _, _, field in self.bids}
        assert {seat for seat in range(self.players) if int(s.passed) >> seat & 1} == self.passed
        assert self.over == p.over == any(len(row) == 13 for row in self.built)
        if p.over:
            return
        if not self.bids:
            assert p.actor == self.starter
        wanted = {f"{value}{field}" for value, field in self.allowed(p.actor)} | ({"-"} if self.bids else set())
        assert {move.text for move in p.legal()} == wanted and len(wanted) > 1, "nobody is asked without a choice"


def play_out(match, rng, passes=0.3):
    watcher = Watcher(match)
    watcher.check()
    while not match.over:
        legal = match.position.legal_numbers()
        action = legal[-1] if rng.random() < passes else rng.choice(legal)
        watcher.hear(match.play(action))
        match.position.to_bytes()  # in plain runs: every number fits its field
        watcher.check()
    assert len(match.moves) <= match.game.rules.max_plies(match.game.box[0])


@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_everything_holds_after_every_move(mode, players, number):
    layout = ("random", "first")[number % 2]
    match = tripolis.game("metropolys", mode=mode, players=players, layout=layout).new(seed=number)
    play_out(match, Random(f"{mode} {players} {number}"), passes=0.25 * (number % 3))


@pytest.mark.slow
@settings(
    max_examples=200 if SOAK else 10,
    deadline=None,
    derandomize=not SOAK,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    table=st.sampled_from(TABLES),
    first=st.sampled_from(("drawn", 0, 1)),
    unused=st.integers(-1, 3),
    seed=st.binary(min_size=16, max_size=16),
    choices=st.integers(0, 2**32),
)
def test_any_settings_and_any_seed_play_to_the_end(table, first, unused, seed, choices):
    """The contract: `max_plies` bounds every match; the file of it reads the same."""
    mode, players = table
    named = unused_names(players)
    chosen = named[unused] if named and unused >= 0 else "drawn"
    match = tripolis.game("metropolys", mode=mode, players=players, first=first, unused=chosen).new(seed=seed)
    play_out(match, Random(choices))
    assert tripolis.Match.parse(str(match)) == match


def test_the_greedy_bot_wins_against_random_ones():
    """It must see something in its goals: alone against random bots it wins nearly always."""
    from tripolis.bots import bot

    wins = 0
    for seed in range(20):
        match = tripolis.game("metropolys", mode=("family", "expert")[seed % 2], players=3).new(seed)
        rng, mine = Random(seed), seed % 3
        while not match.over:
            name = "greedy" if match.actor == mine else "random"
            match.play(bot(name).choose(match.seen_by(match.actor), rng.randrange(1 << 30)))
        wins += match.ranks()[mine] == 1
    assert wins >= 17
