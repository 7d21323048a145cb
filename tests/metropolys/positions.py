"""Positions of Metropolys set up by hand."""

from __future__ import annotations

import tripolis
from tests.positions import changed
from tripolis.games.metropolys.box.reader import FIELDS
from tripolis.games.metropolys.rules.state import FIELD_NAMES, Area, Token

AREA = {area.name.lower(): int(area) for area in Area}
KIND = {name: i for i, name in enumerate(("none", "industry", "parks", "housing", "malls", "administration"))}


def game(mode="family", players=4, **more):
    return tripolis.game("metropolys", mode=mode, players=players, first=0, **more)


def position(mode="family", players=4, tokens=None, built=(), supply=None, goals=(), actor=0, seed=1, **more):
    """`built` are texts such as "7c4" for each seat (their tokens stay), `tokens` field to sort, `supply` seat to
    values, `goals` (area, kind)."""
    made = changed(game(mode, players, **more).new(seed).position, actor=actor)
    if tokens is not None:
        laid = [f"{name}:{int(Token[sort.upper()])}" for name, sort in tokens.items()]
        made = changed(made, token=",".join(["n1:0*55", *laid]))
    stands = [f"{name}:{seat}-{value}" for seat, texts in enumerate(built) for value, name in map(split, texts)]
    if stands:
        made = changed(made, built=",".join(stands), tokens="/".join(["0*3"] * 4))
    for seat, values in (supply or {}).items():
        made = changed(made, supply=f"{seat}:{sum(1 << (value - 1) for value in values)}")
    if goals:
        rows = [(AREA[area], KIND[kind]) for area, kind in goals] + made.plain.goal[len(goals) :]
        made = changed(made, goal="/".join(f"{area},{kind}" for area, kind in rows))
    return made


def split(text):
    """`11c4`: value and field."""
    cut = next(i for i, letter in enumerate(text) if letter.isalpha())
    return int(text[:cut]), text[cut:]


def told(events, code):
    """The arguments of the events of a code."""
    return [event.args for event in events if event.code == code]


def codes(events):
    return [event.code for event in events]


def legal(p):
    return {move.text for move in p.legal()}


def refused(p, text):
    found = p.why_not(text)
    return found.name if found else None


def names(bits):
    return {FIELD_NAMES[field] for field in range(FIELDS) if int(bits) >> field & 1}


def picture(p):
    """What stands where, for messages."""
    s = p.record
    lines = [
        f"{FIELD_NAMES[f]}: seat {int(s.built[f]) // 16} with {int(s.built[f]) % 16}"
        for f in range(FIELDS)
        if s.built[f]
    ]
    bids = [
        f"{int(s.bid[i]) % 16}{FIELD_NAMES[int(s.bid_field[i])]} of seat {int(s.bid[i]) // 16}"
        for i in range(int(s.n_bids))
    ]
    return "\n".join([*lines, "bids: " + ", ".join(bids), f"actor {int(s.actor)}, passed {int(s.passed):b}"])
