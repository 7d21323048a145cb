"""What cash, districts and rents of a U-Build match are worth in its end: where the numbers of `value` in its
`advice.py` come from.

    python benchmarks/ubuild_worth.py --players 4 --games 3000    # a minute

Plays matches of quick choices with a few random ones, looks at every eighth turn, and fits the final place by what
each seat has then: first all that might matter, in units of cash, then how well whole formulas foretell the place.
"""

import argparse

import numpy as np

import tripolis
from tripolis.engine.random import STREAM, begin_chance, below, philox, seed_words
from tripolis.engine.record import rule
from tripolis.engine.steps import wide
from tripolis.games.ubuild.advice.value import holdings, value
from tripolis.games.ubuild.rules.conditions import has_full_colour
from tripolis.games.ubuild.rules.scoring import rent
from tripolis.games.ubuild.rules.state import DISTRICTS, NOBODY

TRAITS = (
    "cash",
    "lack of cash",
    "prices",
    "rents",
    "rents of whole colours",
    "mortgaged prices",
    "stadium",
    "jail cards",
)
HOLDINGS, VALUE = len(TRAITS), len(TRAITS) + 1
NOISE = 8
"""Of 256 decisions, so many are random."""
SCALE = 1500.0
"""A lead that counts half, as in `SEARCH`."""


@rule
def look_at(s, b, w, seat, row):
    """What a seat has; at the end of the row what two formulas make of it."""
    for i in range(len(row)):
        row[i] = 0
    row[0] = s.cash[seat]
    row[1] = max(0, 2 * b.salary - s.cash[seat])
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1 and s.mortgaged >> d & 1:
            row[5] += b.price[d]
        elif s.holds[seat] >> d & 1:
            row[2] += b.price[d]
            row[3] += rent(s, b, d)
            if has_full_colour(s, b, seat, wide(b.group[d])):
                row[4] += rent(s, b, d)
    if s.stadium[1] != NOBODY and s.owner[s.stadium[1]] == seat:
        row[6] = 1
    row[7] = s.jail_cards[seat]
    row[HOLDINGS] = holdings(s, b, seat)
    row[VALUE] = value(s, b, w, seat)


def collect(S, B, W, R, games, rows, places):
    """Play, and write a row for each seat at every eighth turn or so; returns how many."""
    s, b, w, r = S[0], B[0], W[0], R[0]
    w.mute = 1
    n = 0
    for i in range(games):
        philox(r.seed[0], r.seed[1], i, 0, r.seed[2], r.seed[3], r.chance)
        set_up(s, b, w, r.chance)  # noqa: F821 - the names of rules are put in by `bind`
        r.ply = i
        begin_chance(r)
        r.chance_block = 1
        first, turn = n, -1
        while s.actor >= 0:
            if s.turn != turn:
                turn = wide(s.turn)
                if below(r, r, 8) == 0 and n + b.players <= len(rows):
                    for seat in range(b.players):
                        look_at(s, b, w, seat, rows[n + seat])
                    n += b.players
            if below(r, r, 256) < NOISE:
                count = legal_actions(s, b, w)  # noqa: F821
                apply(s, b, w, w.actions[below(r, r, count)])  # noqa: F821
            else:
                apply(s, b, w, choose(s, b, w))  # noqa: F821
        rank(s, b, w)  # noqa: F821
        for k in range(first, n):
            places[k] = w.place[(k - first) % b.players]
    w.mute = 0
    return n


def leads(values, players, of_all):
    """Of every seat: how far ahead of the best other one, or of all others on average, as the search counts it."""
    table = values.reshape(-1, players)
    found = np.empty_like(table)
    for seat in range(players):
        others = np.delete(table, seat, 1)
        ahead = table[:, seat, None] - (others if of_all else others.max(1, keepdims=True))
        found[:, seat] = (ahead / (SCALE + abs(ahead))).mean(1)
    return found.reshape(-1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=3000)
    asked = parser.parse_args()
    game = tripolis.game("ubuild", players=asked.players)
    stream = STREAM.make()
    for i, word in enumerate(seed_words(5)):
        stream[0].seed[i] = word
    room = 12 * asked.games * asked.players
    rows, places = np.zeros((room, len(TRAITS) + 2), np.int64), np.zeros(room, np.int64)
    run = game.bind(collect)
    n = run(game.state.make(), game.box, game.work_layout.make(), stream, asked.games, rows, places)
    rows, better = rows[:n].astype(float), -places[:n].astype(float)
    weights, *_ = np.linalg.lstsq(np.c_[rows[:, : len(TRAITS)], np.ones(n)], better, rcond=None)
    print(f"{n:,} looks at seats. What a unit is worth, in cash:")
    for name, weight in zip(TRAITS, weights[:-1] / weights[0], strict=False):
        print(f"  {name:24} {weight:8.2f}")
    print("Correlation with the final place, by the lead over the best other seat / over all:")
    for name, column in (("holdings", HOLDINGS), ("value", VALUE)):
        found = [np.corrcoef(leads(rows[:, column], asked.players, all_), better)[0, 1] for all_ in (False, True)]
        print(f"  {name:24} {found[0]:8.3f} {found[1]:8.3f}")


if __name__ == "__main__":
    main()
