"""The kit's tests of secrets: what a seat cannot know must not reach it, and what it imagines must fit what it knows."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter, defaultdict
from typing import Any

from .game import Game, feature_row
from .match import Match
from .position import Move, Position, seed_row
from .record import Field, Layout, Rule, as_list, make_observe
from .testing import GameFault, differences, fault, random_match

WORLDS = 4
"""Worlds compared at a position."""


# ---------------------------------------------------------------- scrambling


def hidden_places(game: Game, position: Position, field: Field, seat: int) -> list[tuple[int, ...]]:
    """The indices of a field that a seat may not know."""
    s, b = position.record, game.box[0]
    if field.sight == "public":
        return []
    if not field.shape:
        return [()]
    first = range(field.shape[0])
    if field.sight == "owner":
        hidden = [i for i in first if i != seat]
    elif field.sight == "nobody":
        hidden = list(first)
    else:
        assert callable(field.sight)
        hidden = [i for i in first if not field.sight(s, b, seat, i)]
    places: list[tuple[int, ...]] = [(i,) for i in hidden]
    for n in field.shape[1:]:
        places = [(*place, i) for place in places for i in range(n)]
    return places


def put(record: Any, field: Field, place: tuple[int, ...], value: int) -> None:
    """Write one number of a field."""
    if not place:
        setattr(record, field.name, value)
        return
    target = getattr(record, field.name)
    for i in place[:-1]:
        target = target[i]
    target[place[-1]] = value


def get(record: Any, field: Field, place: tuple[int, ...]) -> int:
    """Read one number of a field."""
    value = getattr(record, field.name)
    for i in place:
        value = value[i]
    return int(value)


def values_seen(game: Game, seed: int, matches: int = 4) -> dict[str, list[int]]:
    """For each hidden field the numbers that came up in it, so that scrambled positions stay within its range."""
    seen: dict[str, set[int]] = defaultdict(set)
    for number in range(matches):
        for match in random_match(game, seed + 1000 + number):
            for field in game.state.fields:
                if field.sight != "public":
                    for place in hidden_places(game, match.position, field, -1):
                        seen[field.name].add(get(match.position.record, field, place))
    return {name: sorted(values) for name, values in seen.items()}


def scramble(game: Game, position: Position, seat: int, pools: dict[str, list[int]], rng: random.Random) -> Position:
    """The same position with every number that the seat may not know replaced by another one of its field."""
    other = position.copy()
    for field in game.state.fields:
        for place in hidden_places(game, position, field, seat):
            old = get(position.record, field, place)
            put(other.record, field, place, rng.choice([v for v in pools[field.name] if v != old] or [old]))
    return other


# ------------------------------------------------------------------ no leaks


def check_sight(game: Game, seed: int, pools: dict[str, list[int]]) -> int:
    """Leaks, imagined worlds and events, along a match; returns how many worlds were compared."""
    rng = random.Random(f"sight {seed}")
    worlds = 0
    for now in random_match(game, seed):
        if now.over:
            break
        for seat in range(-1, game.players):
            worlds += check_scrambled(game, now, seat, pools, rng)
            check_imagined(game, now, seat, rng)
        if rng.random() < 0.25:
            worlds += check_events(game, now, rng)
    return worlds


def check_scrambled(game: Game, match: Match, seat: int, pools: dict[str, list[int]], rng: random.Random) -> int:
    """Scrambled secrets change neither the observation nor what is told the seat of its moves and points."""
    one, two = match.position, scramble(game, match.position, seat, pools, rng)
    seen, other = one.seen_by(seat), two.seen_by(seat)
    if seen.to_bytes() != other.to_bytes():
        raise fault(
            match, f"Seat {seat} sees what it may not know: {differences(game, seen.to_bytes(), other.to_bytes())}."
        )
    known = seen.scores()
    for owner, truth in enumerate(one.scores()):
        for name, points in known[owner].points.items():
            if points is not None and points != truth.points[name]:
                raise fault(
                    match,
                    f"On seat {seat}'s observation seat {owner} has {points} points for {name}, in truth "
                    f"{truth.points[name]}: mark the category unknown.",
                )
    if seat < 0:
        return 1
    told = two.score(seat)
    for name, points in known[seat].points.items():
        if points is not None and told.points[name] != points:
            raise fault(match, f"Seat {seat}'s points for {name} tell it something it may not know.")
    if seat == one.actor:
        if not one.legal_numbers() == two.legal_numbers() == seen.legal_numbers():
            raise fault(match, f"Seat {seat}'s legal actions tell it something it may not know.")
        said = [[(m.text, m.path, str(m.words)) for m in some_moves(p)] for p in (one, two, seen)]
        if not said[0] == said[1] == said[2]:
            raise fault(match, f"The words of seat {seat}'s moves tell it something it may not know.")
    rows = []
    for observation in (seen, other):
        rows.append(feature_row(game))
        game.call("call_features")(observation.records, game.box, seat, rows[-1])
    if as_list(rows[0]) != as_list(rows[1]):
        raise fault(match, f"The features of seat {seat} tell it something it may not know.")
    return 1


def some_moves(position: Position) -> list[Move]:
    """The first few legal moves."""
    s = position.plain
    return [position.move(number, s) for number in position.legal_numbers()[:5]]


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


# ------------------------------------------------------------ imagined worlds


def check_imagined(game: Game, match: Match, seat: int, rng: random.Random) -> None:
    """An imagined world looks the same to the seat, whatever the truth is, and the seed decides which it is."""
    seen = match.seen_by(seat)
    seed = rng.randrange(1 << 30)
    world = seen.imagine(seed)
    again = world.seen_by(seat).to_bytes()
    if again != seen.to_bytes():
        raise fault(match, f"What seat {seat} imagines looks different: {differences(game, seen.to_bytes(), again)}.")
    if seen.imagine(seed).to_bytes() != world.to_bytes():
        raise fault(match, f"imagine gives seat {seat} two worlds for one seed.")
    if match.actor == seat and not world.legal_numbers():
        raise fault(match, f"In a world that seat {seat} imagines it has no legal action.")


def check_events(game: Game, match: Match, rng: random.Random) -> int:
    """Events tell the whole change and nothing more.

    Among worlds that look alike to a viewer: what it hears after an action decides what it sees, and what it sees decides what it hears;
    and where nothing is said to be revealed, it sees the same in all of them.
    """
    position = match.position
    tried = 0
    for seat in range(-1, game.players):
        sights: dict[Any, bytes] = {}
        actions = position.legal_numbers()
        for action in rng.sample(actions, min(5, len(actions))):
            heard: dict[bytes, Any] = {}
            revealed = False
            for k in range(WORLDS):
                world = position.copy() if k == 0 else position.seen_by(seat).imagine(rng.randrange(1 << 30))
                if world.why_not(action) is not None:
                    continue
                events = tuple(e for e in world.play(action) if e.audience in (-1, seat))
                revealed = revealed or bool(game.work[0].revealed)
                tried += 1
                if world.over:
                    continue  # all is open now: whatever is shown at the end is not too much
                after = world.seen_by(seat).to_bytes()
                if sights.setdefault(events, after) != after:
                    raise fault(
                        match,
                        f"Events do not tell seat {seat} the whole change of {position.move(action)}: "
                        f"{differences(game, sights[events], after)}.",
                    )
                # When the match is over all is open, and what was heard may be told apart by it.
                if not world.over and heard.setdefault(after, events) != events:
                    raise fault(match, f"Events tell seat {seat} more than it may know after {position.move(action)}.")
            if len(heard) > 1 and not revealed:
                raise fault(match, f"{position.move(action)} shows seat {seat} something new, but w.revealed is 0.")
    return tried


def check_imagination(game: Game, seed: int, samples: int) -> int:
    """The imagined worlds are as likely as the true ones. Returns how many observations came up often enough to tell.

    Many matches with the same moves are dealt; those that look alike to a seat are put together, and their secrets are compared with
    imagined ones by a chi-square test (at five standard deviations).
    """
    rng = random.Random(f"imagination {seed}")
    groups = 0
    for plies in (0, 2, 4):
        actions: list[int] = []
        for match in random_match(game, seed + plies):
            if len(match.moves) == plies or match.over:
                actions = [move.number for move in match.moves]
                break
        seat = rng.randrange(game.players)
        true: dict[bytes, list[bytes]] = defaultdict(list)
        told: dict[bytes, Any] = {}
        for _ in range(samples):
            found = deal(game, actions, rng)
            if found is None:
                continue
            seen, heard = found.seen_by(seat).to_bytes(), [e for e in found.heard() if e.audience in (-1, seat)]
            true[seen].append(secrets_of(game, found))
            if told.setdefault(seen, heard) != heard and not found.over:
                raise GameFault(f"{game.name}: after {plies} plies events tell seat {seat} more than it may know.")
        for alike, secrets in sorted(true.items(), key=lambda item: -len(item[1]))[:2]:
            if len(secrets) < 60:
                continue
            observation = Position(game, game.state.from_bytes(alike))
            imagined = [secrets_of(game, observation.imagine(rng.randrange(1 << 60))) for _ in range(4 * len(secrets))]
            compare(game, seat, Counter(secrets), Counter(imagined))
            groups += 1
    return groups


def deal(game: Game, actions: list[int], rng: random.Random) -> Position | None:
    """A new match with these actions, if they are allowed."""
    position = Position(game, game.state.make())
    game.call("call_set_up")(position.records, game.box, game.work, seed_row(rng.randbytes(16)))
    for action in actions:
        if position.over or position.why_not(action) is not None:
            return None
        position.play(action)
    return position


def secrets_of(game: Game, position: Position) -> bytes:
    """The whole position but for the generator, which is different in every world."""
    copy = position.copy()
    for i in range(4):
        copy.record.seed[i] = 0
    return copy.to_bytes()


def compare(game: Game, seat: int, true: Counter[bytes], imagined: Counter[bytes]) -> None:
    """Two-sample chi-square."""
    n, m = true.total(), imagined.total()
    worlds = sorted({*true, *imagined})
    statistic = sum(
        ((m / n) ** 0.5 * true[world] - (n / m) ** 0.5 * imagined[world]) ** 2 / (true[world] + imagined[world])
        for world in worlds
    )
    freedom = len(worlds) - 1
    if statistic > freedom + 5 * (2 * max(1, freedom)) ** 0.5 + 5:
        raise GameFault(
            f"{game.name}: the worlds that seat {seat} imagines are not as likely as the true ones "
            f"(chi-square {statistic:.0f} with {freedom} degrees of freedom)."
        )
