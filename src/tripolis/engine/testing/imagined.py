"""The kit's test of imagined worlds: they are as likely as the true ones, given all that a seat has seen and heard.

Two ways lead to that. Many matches with the same moves are dealt: what is imagined at their beginning is compared with
what was dealt, and those that looked and sounded alike to a seat from there on are put together and compared one group
at a time. And along random matches: the worlds imagined before a move, played on with it, and kept where the seat sees
and hears what it really saw and heard, are compared with those imagined afterwards. So a seat that forgets what it has
heard is noticed at the move that it forgets.

A move of another seat that changes something hidden may be one of several that look and sound alike: a card laid face
down. In every deal and every world it is drawn anew from these, each as likely as the others.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..errors import IllegalMove
from ..events import Event
from ..game import Game
from ..match import Match
from ..position import Position
from .faults import GameFault, fault, heard_text, moves_text, viewer
from .matches import random_match

FEWEST = 30
"""Worlds on each side that are worth a comparison."""
ALIKE = 60
"""Deals that must look and sound alike to be compared."""
MOST = 400
"""Worlds on each side of a comparison along a match."""
STEPS = 12
"""Moves of each match that are tried this way, those from which a seat learns something first."""
SCAN = 6
"""Worlds that tell whether a seat learns something from a move."""
SIGMAS = 5.0
"""How far two samples of the same worlds never differ."""

Sight = tuple[bytes, tuple[Event, ...]]
"""What a seat sees, and what it hears of the move before."""


class Step(NamedTuple):
    """A move of a match as a seat knows it: what it saw before, the action, whether others would look the same to it,
    and what it sees and hears afterwards."""

    ply: int
    before: Position
    action: int
    hidden: bool
    after: Position


def check_imagination(game: Game, seed: int, samples: int) -> int:
    """The imagined worlds are as likely as the true ones; returns how often they were compared.

    A game with secrets of which nothing could be compared fails: `samples` is too small, or no two deals look alike.
    """
    rng = random.Random(f"imagination {seed}")
    compared = sum(check_deals(game, seed, plies, samples, rng) for plies in (0, 2, 4))
    if not secret_fields(game):
        return compared
    for number in (seed, seed + 1):
        compared += check_line(game, number, min(samples, MOST), rng)
    if not compared:
        raise GameFault(
            f"{game.name}: no imagined world was compared with a true one. With {samples} samples too few deals look "
            "alike to a seat: give more, or options that fix what is dealt openly."
        )
    return compared


def secret_fields(game: Game) -> list[str]:
    """The fields that somebody cannot see, without the seed, which is another in every world."""
    return [field.name for field in game.state.fields if field.sight != "public" and field.name != "seed"]


# ---------------------------------------------------------------------- deals


def check_deals(game: Game, seed: int, plies: int, samples: int, rng: random.Random) -> int:
    """Compare imagined worlds with deals in which a seat has seen and heard the same; returns how many groups of them
    were large enough."""
    actions: list[int] = []
    for match in random_match(game, seed + plies):
        if len(match.moves) == plies or match.over:
            actions = [move.number for move in match.moves]
            break
    seat = rng.randrange(game.players)
    alike: dict[tuple[Sight, ...], list[Match]] = defaultdict(list)
    by_sight: dict[tuple[object, ...], tuple[Event, ...]] = {}
    for _ in range(samples):
        dealt = deal(game, rng.randbytes(16), actions, seat, rng)
        if dealt is None:
            continue
        match, history = dealt
        position = match.position
        alike[history].append(match)
        seen, heard = history[-1]
        first = by_sight.setdefault((*history[:-1], seen), heard)
        if not position.over and first != heard:
            raise fault(
                match,
                f"Events tell {viewer(seat)} more than it may know: two deals look alike to it, and in one it hears "
                f"{heard_text(game, first)}, in the other {heard_text(game, heard)}.",
            )
    everything = [one for deals in alike.values() for one in deals]
    if plies == 0 and len(everything) >= ALIKE:  # one imagined world for each deal: together they are as the deals are
        worlds = [next(worlds_of(match.seen_by(seat), 1, rng)) for match in everything]
        compare(everything[0], seat, [match.position for match in everything], worlds)
    groups = 0
    for deals in sorted(alike.values(), key=len, reverse=True)[:2]:
        if len(deals) >= ALIKE and not deals[0].over:
            imagined = list(worlds_of(deals[0].seen_by(seat), 4 * len(deals), rng))
            compare(deals[0], seat, [match.position for match in deals], imagined)
            groups += 1
    return groups


def deal(
    game: Game, seed: bytes, actions: Sequence[int], seat: int, rng: random.Random
) -> tuple[Match, tuple[Sight, ...]] | None:
    """A new match with these actions, if they are allowed, and all that a seat has seen and heard of it."""
    match = game.new(seed)
    history = [sight(match.position, seat)]
    for action in actions:
        if match.over or not match.is_legal(action):
            return None
        match.play(rng.choice(look_alikes(match.position, action, seat)))
        history.append(sight(match.position, seat))
    return match, tuple(history)


def look_alikes(position: Position, action: int, seat: int) -> list[int]:
    """The actions that a seat cannot tell from the one that another seat takes, where it changes something hidden."""
    after = position.copy()
    after.play(action)
    if position.actor == seat or secrets_from(position, seat) == secrets_from(after, seat):
        return [action]
    truth = sight(after, seat)
    return [one for one in position.legal_numbers() if one == action or sight_after(position, one, seat) == truth]


def secrets_from(position: Position, seat: int) -> list[object]:
    """The fields of a position as they are and as a seat sees them, where that differs."""
    whole, seen = position.plain, position.seen_by(seat).plain
    pairs = [(getattr(whole, name), getattr(seen, name)) for name in secret_fields(position.game)]
    return [one if one != other else None for one, other in pairs]


def sight_after(position: Position, action: int, seat: int) -> Sight:
    """What a seat would see and hear of an action."""
    after = position.copy()
    after.play(action)
    return sight(after, seat)


def replayed(game: Game, seed: bytes | int, actions: Sequence[int]) -> Match:
    """The match with these actions."""
    match = game.new(seed)
    match.play(*actions)
    return match


def sight(position: Position, seat: int) -> Sight:
    """What a seat sees of a position, and hears of the move that led there."""
    seen = position.seen_by(seat)
    return seen.to_bytes(), tuple(seen.heard())


def worlds_of(seen: Position, n: int, rng: random.Random) -> Iterator[Position]:
    """Some worlds that fit an observation."""
    for _ in range(n):
        yield seen.imagine(rng.randrange(1 << 60))


# -------------------------------------------------------------- along a match


def check_line(game: Game, seed: int, worlds: int, rng: random.Random) -> int:
    """Compare, at some moves of a random match, what a seat imagines with what it imagined before and has learned
    since; returns at how many."""
    steps: dict[int, list[Step]] = {seat: [] for seat in range(game.players)}
    before = None
    match = game.new(seed)
    for match in random_match(game, seed):
        if before is not None and not match.over:
            ply = len(match.moves)
            for seat, known in steps.items():
                action = match.numbers[-1]
                hidden = len(look_alikes(before, action, seat)) > 1
                known.append(Step(ply, before.seen_by(seat), action, hidden, match.seen_by(seat)))
        before = match.position.copy()
    compared = 0
    for seat, known in steps.items():
        for step in chosen(known, STEPS // game.players, rng):
            kept = updated(step, worlds, rng)
            if len(kept) >= FEWEST:
                shown = replayed(game, seed, [move.number for move in match.moves[: step.ply]])
                compare(shown, seat, kept, list(worlds_of(step.after, len(kept), rng)))
                compared += 1
    return compared


def chosen(steps: Sequence[Step], n: int, rng: random.Random) -> list[Step]:
    """Moves from which the seat learns something, each with the one after it, and if there are fewer, others."""
    learned = [i for i, step in enumerate(steps) if 0 < len(updated(step, SCAN, rng, most=1)) < SCAN]
    order = dict.fromkeys([*(j for i in rng.sample(learned, len(learned)) for j in (i, i + 1) if j < len(steps))])
    order |= dict.fromkeys(rng.sample(range(len(steps)), len(steps)))
    return [steps[i] for i in list(order)[:n]]


def updated(step: Step, n: int, rng: random.Random, most: int = 4) -> list[Position]:
    """Up to n worlds imagined before a move and played on with it, in which the seat sees and hears what it really did;
    `most` times as many are tried."""
    seat = step.after.observer
    truth = step.after.to_bytes(), tuple(step.after.heard())
    kept: list[Position] = []
    for tried, world in enumerate(worlds_of(step.before, most * n, rng)):
        if len(kept) == n or (tried == 2 * n and len(kept) * 4 < FEWEST):
            break
        action = step.action
        if step.hidden:
            fitting = [one for one in world.legal_numbers() if sight_after(world, one, seat) == truth]
            action = rng.choice(fitting) if fitting else action
        try:
            world.play(action)
        except IllegalMove:
            continue
        if sight(world, seat) == truth:
            kept.append(world)
    return kept


# ------------------------------------------------------------------ comparing


def compare(match: Match, seat: int, true: Sequence[Position], imagined: Sequence[Position]) -> None:
    """Two samples of worlds: each number in each secret place is as frequent in both, and so are whole worlds."""
    n, m = len(true), len(imagined)
    worst, place, number, counts = most_telling(match.game, true, imagined)
    evidence = f"{place} is {number} in {counts[1]} of {m} imagined worlds and in {counts[0]} of {n} true ones"
    whole = [Counter(secrets_of(match.game, world) for world in worlds) for worlds in (true, imagined)]
    kinds = {*whole[0], *whole[1]}
    statistic = sum(
        ((m / n) ** 0.5 * whole[0][kind] - (n / m) ** 0.5 * whole[1][kind]) ** 2 / (whole[0][kind] + whole[1][kind])
        for kind in kinds
    )
    freedom = len(kinds) - 1
    if worst > SIGMAS or statistic > freedom + SIGMAS * (2 * max(1, freedom)) ** 0.5 + SIGMAS:
        raise fault(
            match,
            f"The worlds that {viewer(seat)} imagines are not as likely as those that fit all it has seen and heard: "
            f"{evidence} (whole worlds: chi-square {statistic:.0f} with {freedom} degrees of freedom). "
            f"{moves_text(match)} It heard last: {heard_text(match.game, match.seen_by(seat).heard())}.",
        )


def most_telling(
    game: Game, true: Sequence[Position], imagined: Sequence[Position]
) -> tuple[float, str, int, tuple[int, int]]:
    """The secret place and the number in it whose shares in two samples are furthest apart: in standard deviations,
    and how often it stands there in each."""
    worst: tuple[float, str, int, tuple[int, int]] = (0.0, "nothing", 0, (0, 0))
    n, m = len(true), len(imagined)
    for name in secret_fields(game):
        one, two = (np.array([getattr(world.plain, name) for world in worlds]) for worlds in (true, imagined))
        for number in np.union1d(one, two).tolist():
            a, b = (one == number).sum(axis=0), (two == number).sum(axis=0)
            share = (a + b) / (n + m)
            spread = np.sqrt(share * (1 - share) * (1 / n + 1 / m))
            apart = np.divide(np.abs(a / n - b / m), spread, out=np.zeros_like(share), where=spread > 0)
            at = np.unravel_index(int(np.argmax(apart)), apart.shape)
            if apart[at] > worst[0]:
                place = name + "".join(f"[{int(i)}]" for i in at)
                worst = float(apart[at]), place, number, (int(a[at]), int(b[at]))
    return worst


def secrets_of(game: Game, position: Position) -> bytes:
    """The whole position but for the generator, which is different in every world."""
    record = np.frombuffer(bytearray(position.to_bytes()), game.state.dtype)
    record["seed"] = 0
    return record.tobytes()
