"""The kit's tests of secrets: none reaches a seat that cannot know it. Whether what a seat imagines fits what it knows,
`imagined.py` tries."""

from __future__ import annotations

import dataclasses
import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..game import Game
from ..match import Match
from ..moves import Move
from ..position import Position
from ..random import STREAM, seed_words
from ..record import Layout, Rule, define, hidden_places, make_observe, row
from .checks import another
from .faults import GameFault, fault
from .matches import random_match

if TYPE_CHECKING:
    from .probe import Probe

# ---------------------------------------------------------------- scrambling


def values_seen(game: Game, seed: int, matches: int = 4) -> dict[str, list[int]]:
    """For each hidden field the numbers that came up in it, so that scrambled positions stay within its range."""
    hidden = [field for field in game.state.fields if field.sight != "public"]
    seen: dict[str, set[int]] = {field.name: set() for field in hidden}
    for number in range(matches):
        for match in random_match(game, seed + 1000 + number):
            for field in hidden:
                seen[field.name].update(np.ravel(getattr(match.position.record, field.name)).tolist())
    return {name: sorted(values) for name, values in seen.items()}


def scramble(game: Game, position: Position, seat: int, pools: dict[str, list[int]], rng: random.Random) -> Position:
    """The same position with every number that the seat may not know replaced by another one of its field."""
    other, chance = position.copy(), new_stream(rng.getrandbits(60))
    change = make_scramble(game.state, game.home)
    change(position.record, other.record, game.box[0], seat, *pool_rows(game, pools), chance[0])
    return other


@cache
def make_scramble(state: Layout, home: Path) -> Rule:
    """`scramble(s, other, b, seat, pools, sizes, r)`, written from the declared sight of every field like `observe`."""
    scope: dict[str, Any] = {"__name__": __name__, "another": another}
    lines = ["def scramble(s, other, b, seat, pools, sizes, r):"]
    for k, (_, loop, pad, place) in enumerate(hidden_places(state, scope)):
        lines += [*loop, f"{pad}other.{place} = another(pools[{k}], sizes[{k}], s.{place}, r)"]
    return define("\n".join(lines), "scramble", scope, home)


def pool_rows(game: Game, pools: dict[str, list[int]]) -> tuple[Any, Any]:
    """Pools as a table with a row for each hidden field, and how many numbers are in each row."""
    pooled = [pools[field.name] for field in game.state.fields if field.sight != "public"]
    table, sizes = row(len(pooled), max(map(len, pooled))), row(len(pooled))
    for k, values in enumerate(pooled):
        sizes[k] = len(values)
        for i, value in enumerate(values):
            table[k][i] = value
    return table, sizes


def new_stream(seed: int) -> Any:
    """A source of chance of its own."""
    stream = STREAM.make()
    stream[0].chance_used = 4
    for i, word in enumerate(seed_words(seed)):
        stream[0].seed[i] = word
    return stream


# ------------------------------------------------------------------ no leaks


def check_secrets(probe: Probe, match: Match, moves: list[Move]) -> int:
    """Sight, imagined worlds, events and words of some moves for every viewer; returns how many were compared."""
    seen, other = probe.sight(match)
    for view in (seen, other):
        s = view.plain
        for move in moves:
            there = view.move(move.number, s)
            one, two = ((m.text, m.path, str(m.words)) for m in (move, there))
            if one != two:
                raise fault(
                    match,
                    f"The words of seat {match.actor}'s moves tell it something it may not know: with other secrets "
                    f"{one} is {two}.",
                )
    return match.game.players + 1 + probe.events(match)


def check_hidden_fields(game: Game, seed: int, pools: dict[str, list[int]]) -> int:
    """For each hidden field: a game that forgot to hide it is found out. Returns how many were tried."""
    hidden = [field for field in game.state.fields if field.sight != "public"]
    for field in hidden:
        fields = [dataclasses.replace(f, sight="public") if f is field else f for f in game.state.fields]
        blind = make_observe(Layout("state", fields), game.home, f"observe_showing_{field.name}")
        if not _found_out(game, blind, pools, seed):
            raise GameFault(f"{game.name}: nobody would notice if the field {field.name} were not hidden.")
    return len(hidden)


def _found_out(game: Game, observe: Rule, pools: dict[str, list[int]], seed: int) -> bool:
    rng = random.Random(seed)
    for number in range(3):
        for match in random_match(game, seed + number):
            if match.over:
                break
            for seat in range(-1, game.players):
                seen = []
                for p in (match.position, scramble(game, match.position, seat, pools, rng)):
                    copy = p.copy()
                    observe(copy.records[0], game.box[0], seat)
                    seen.append(copy.to_bytes())
                if seen[0] != seen[1]:
                    return True
    return False
