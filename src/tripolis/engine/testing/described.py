"""The kit's test of features: what a seat can tell apart, its features tell apart."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ..game import Game, feature_row
from ..match import Match
from ..position import Position
from ..record import Field
from .faults import GameFault
from .matches import random_match

COMMON = ("seed", "ply", "observer")
"""Fields of every game that say nothing about what can be done: chance, how long it took, who looks."""
MATCHES, PLIES, POSITIONS = 6, 600, 120
"""Random matches, how far into each, and how many of their positions are tried."""
NUMBERS = 2
"""Other numbers that are tried in each place of a position."""

RARE = 3
"""Positions in which a field is not as usual that are tried for its sake."""

Place = tuple[int, ...]
Numbers = tuple[Place, tuple[int, list[int]]]
"""A place, the usual number there, and all that were seen there."""


def check_described(game: Game, seed: int = 0, recorded: Iterable[Match] = ()) -> Counter[str]:
    """Put another number that was seen there into each place of an observation: the features must change. Positions are
    those of random matches, and of recorded ones of this game with these options.

    Only a place that is not as usual is tried: an unusual number means something (a bid that lies, a card that is
    held), while what stands there most of the time may stand for nothing. Fields that `Advice.not_described` names are
    left out, and what `Advice.same_in_play` says makes no difference. Returns how often each field was tried.
    """
    tried: Counter[str] = Counter()
    advice = game.advice
    if advice is None or advice.features is None:
        return tried
    for name, why in advice.not_described.items():
        if name not in game.state.by_name or not why:
            raise GameFault(f"{game.name}: not_described has {name!r}: {why!r}, which is no field with a reason.")
    fields = [f for f in game.state.fields if f.name not in COMMON and f.name not in advice.not_described]
    rng = random.Random(f"described {seed}")
    positions = [position for number in range(MATCHES) for position in _positions(game, seed + number)]
    positions += [position for match in recorded for position in _replay(match)]
    for seat in range(game.players):
        seen = [position.seen_by(seat) for position in positions]
        chosen = dict.fromkeys(rng.sample(range(len(seen)), min(POSITIONS // game.players, len(seen))), fields)
        numbers = {}
        for field in fields:
            table = np.array([getattr(observation.record, field.name) for observation in seen])
            numbers[field.name] = places = _numbers_seen(field, table)
            unusual = [i for i, row in enumerate(table) if any(row[place] != usual for place, (usual, _) in places)]
            for i in rng.sample(unusual, min(RARE, len(unusual))):
                chosen.setdefault(i, [field])
        for i, to_try in chosen.items():
            for field in to_try:
                tried[field.name] += _try_field(game, seen[i], seat, field, numbers[field.name], rng)
    return tried


def _positions(game: Game, seed: int) -> list[Position]:
    """The positions of a random match, as copies."""
    return [match.position.copy() for match in itertools.islice(random_match(game, seed), PLIES)]


def _replay(match: Match) -> Iterator[Position]:
    position = match.at(0)
    yield position.copy()
    for move in match.moves:
        position.play(move.number)
        yield position.copy()


def _numbers_seen(field: Field, table: Any) -> list[Numbers]:
    """What stood in each place of a field, a row for each position: the usual number, and all of them."""
    seen = []
    for place in itertools.product(*map(range, field.shape)):
        values, counts = np.unique(table[(slice(None), *place)], return_counts=True)
        seen.append((place, (int(values[counts.argmax()]), values.tolist())))
    return seen


def _try_field(
    game: Game, observation: Position, seat: int, field: Field, numbers: list[Numbers], rng: random.Random
) -> int:
    """Try some other numbers in each place of a field; returns how many."""
    assert game.advice is not None
    described, s, same_in_play = _features(game, observation, seat), observation.plain, game.advice.same_in_play
    tried = 0
    for place, (usual, others) in numbers:
        old = _get(observation.record, field, place)
        if old == usual:
            continue
        others = [other for other in others if other != old]
        flips = [old ^ bit for bit in _bits(old) if any(not other & bit for other in others)] if field.bits else []
        for new in (*rng.sample(others, min(NUMBERS, len(others))), *rng.sample(flips, min(NUMBERS, len(flips)))):
            if same_in_play and same_in_play(s, game.plain_box, field.name, place, new):
                continue
            _set(observation.record, field, place, new)
            same = _features(game, observation, seat) == described
            _set(observation.record, field, place, old)
            tried += 1
            if same:
                where = field.name + "".join(f"[{i}]" for i in place)
                raise GameFault(
                    f"{game.name}: the features of seat {seat} are the same with {where} {old} and {new}. Describe the "
                    f"field, or say in Advice.not_described why not.\n{observation.text()}"
                )
    return tried


def _features(game: Game, observation: Position, seat: int) -> bytes:
    row = feature_row(game)
    game.call("call_features")(observation.records, game.box, seat, row)
    return bytes(row)


def _bits(number: int) -> list[int]:
    return [1 << i for i in range(number.bit_length()) if number >> i & 1]


def _get(record: Any, field: Field, place: Place) -> int:
    value = getattr(record, field.name)
    for i in place:
        value = value[i]
    return int(value)


def _set(record: Any, field: Field, place: Place, number: int) -> None:
    if not place:
        setattr(record, field.name, number)
        return
    row = getattr(record, field.name)
    for i in place[:-1]:
        row = row[i]
    row[place[-1]] = number
