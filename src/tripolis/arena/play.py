"""One game of a league: a deterministic function of its fixture, as long as the bots are."""

from __future__ import annotations

import operator
import platform
import time
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any

import tripolis
from tripolis.bots import BOTS, ENTRY_POINTS, Bot
from tripolis.engine.game import Game
from tripolis.engine.position import Position, seed_row

from .league import Fixture, chance_of, shuffle_of

Result = dict[str, Any]
"""One game as a line of the results file says it."""


def versions(game: Game, bots: tuple[str, ...]) -> dict[str, Any]:
    """What the result depends on, beside the fixture."""
    found: dict[str, Any] = {
        "tripolis": tripolis.__version__,
        "rules": game.version,
        "python": platform.python_version(),
    }
    others = {}
    for point in entry_points(group=ENTRY_POINTS):
        if point.name in bots and point.name not in BOTS and point.dist is not None:
            others[point.name] = f"{point.dist.name} {point.dist.version}"
    return found | ({"bots": others} if others else {})


def options_of(game: Game) -> dict[str, str]:
    """The options as text."""
    return {option.name: option.show(game.settings[option.name]) for option in game.options}


def describe(game: Game, fixture: Fixture) -> Result:
    """All that is known of a game before it is played."""
    return {
        "game": game.name,
        "options": options_of(game),
        "box": game.box_hash,
        "seed": fixture.seed,
        "number": fixture.number,
        "group": list(fixture.group),
        "seats": list(fixture.seating),
        "shuffle": shuffle_of(fixture.seed, fixture.number).hex(),
    }


class Failed(Exception):
    """A bot lost its game by itself: it crashed, answered against the rules, or took too long."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind, self.why = kind, why


def play(
    game: Game,
    bots: Mapping[str, Bot],
    fixture: Fixture,
    seconds: float,
    watch: Callable[[int, int], None] = lambda seat, ply: None,
) -> Result:
    """Play a game to its end, or until a bot fails. `watch(seat, ply)` is told who is asked now, and (-1, ply) when the answer is there."""
    box, work = game.box, game.work_layout.make()  # not `game.work`: bots could read in it what they may not know
    legal, apply, observe = game.call("call_legal_actions"), game.call("call_apply"), game.call("call_observe")
    refuse, copied = game.call("call_refuse"), game.state.copy
    shuffle = shuffle_of(fixture.seed, fixture.number)
    records = game.state.make()
    game.call("call_set_up")(records, box, work, seed_row(shuffle))
    players = [bots[name] for name in fixture.seating]
    asked, spent, slowest = [0] * game.players, [0.0] * game.players, [0.0] * game.players
    ply, failure = 0, None
    clock = time.perf_counter
    while (seat := int(records[0].actor)) >= 0:
        if legal(records, box, work) == 1:
            action = int(work[0].actions[0])
        else:
            seen = copied(records)
            observe(seen, box, seat)
            asked[seat] += 1
            watch(seat, ply)
            start = clock()
            try:
                answer: Any = players[seat].choose(Position(game, seen), chance_of(shuffle, seat, ply))
                took = clock() - start
            except Exception as error:
                took = clock() - start
                failure = Failed(getattr(error, "kind", "crashed"), reason(error))
            watch(-1, ply)
            spent[seat] += took
            slowest[seat] = max(slowest[seat], took)
            try:
                if failure is None:
                    action = checked(answer, game.n_actions)
                    if refuse(records, box, work, action):
                        text = Position(game, records).move(action).text
                        raise Failed("illegal", f"{text} (action {action}) is not allowed")
                    if took > seconds:
                        raise Failed("slow", f"{took:.1f} s for one decision, of {seconds:g} s")
            except Failed as error:
                failure = error
            if failure is not None:
                break
        apply(records, box, work, action)
        ply += 1
    used = {"decisions": asked, "seconds": [round(s, 6) for s in spent], "slowest": [round(s, 6) for s in slowest]}
    found = describe(game, fixture) | {"plies": ply}
    if failure is not None:
        found |= lost(fixture.seating, seat, ply, failure)
    else:
        position = Position(game, records)
        accounts = position.scores()
        found |= {
            "places": position.ranks(),
            "points": [account.total for account in accounts],
            "categories": [account.points for account in accounts],
            "failure": None,
        }
    return found | used | {"versions": versions_of(game, fixture.group)}


def checked(answer: Any, n_actions: int) -> int:
    """An answer that is an action's number."""
    try:
        action = operator.index(answer)
    except TypeError:
        raise Failed("illegal", f"{str(answer)[:80]!r} is no action") from None
    if not 0 <= action < n_actions:
        raise Failed("illegal", f"there is no action {action}")
    return action


def reason(error: Exception) -> str:
    """An error in one line."""
    text = " ".join(str(error).split())[:300]
    name = type(error).__name__
    return text if hasattr(error, "kind") else f"{name}: {text}" if text else name


def lost(seating: tuple[str, ...], seat: int, ply: int, failure: Failed) -> Result:
    """A game that a bot has thrown away: all of its seats share the last place, all others the first."""
    name = seating[seat]
    others = sum(other != name for other in seating)
    return {
        "places": [others + 1 if other == name else 1 for other in seating],
        "points": None,
        "categories": None,
        "failure": {"bot": name, "seat": seat, "ply": ply, "kind": failure.kind, "why": failure.why},
    }


_VERSIONS: dict[tuple[Any, ...], dict[str, Any]] = {}


def versions_of(game: Game, bots: tuple[str, ...]) -> dict[str, Any]:
    """`versions`, asked once for each group: looking through the installed packages takes longer than a game."""
    key = (game.name, game.version, bots)
    if key not in _VERSIONS:
        _VERSIONS[key] = versions(game, bots)
    return _VERSIONS[key]
