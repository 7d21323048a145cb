"""One game of a league: a deterministic function of its fixture if the bots are deterministic."""

from __future__ import annotations

import operator
import platform
import time
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import tripolis
from tripolis.bots import BOTS, ENTRY_POINTS, Bot
from tripolis.engine.game import Game
from tripolis.engine.position import Position, seed_row
from tripolis.engine.record import Records

from .league import Fixture, chance_of, shuffle_of

Result = dict[str, Any]
"""One game as a line of the results file."""


@cache
def versions_of(rules: int, bots: tuple[str, ...]) -> dict[str, Any]:
    """What a result depends on besides the fixture. Cached: a search of installed packages takes longer than a game."""
    others = {}
    for point in entry_points(group=ENTRY_POINTS):
        if point.name in bots and point.name not in BOTS and point.dist is not None:
            others[point.name] = f"{point.dist.name} {point.dist.version}"
    own = {"tripolis": tripolis.__version__, "rules": rules, "python": platform.python_version()}
    return own | ({"bots": others} if others else {})


def describe(game: Game, fixture: Fixture) -> Result:
    """What is known of a game before it is played."""
    return {
        "game": game.name,
        "options": game.settings_text(),
        "box": game.box_hash,
        "seed": fixture.seed,
        "number": fixture.number,
        "group": list(fixture.group),
        "seats": list(fixture.seating),
        "shuffle": shuffle_of(fixture.seed, fixture.number).hex(),
    }


class Failed(Exception):
    """A bot forfeited its game: it crashed, chose an illegal action, or took too long."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind, self.why = kind, why


def play(
    game: Game,
    bots: Mapping[str, Bot],
    fixture: Fixture,
    seconds: float,
    watch: Callable[[int, int], None] = lambda seat, ply: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Result:
    """Play a game to its end, or until a bot fails.

    `watch(seat, ply)` is called before a bot decides, `watch(-1, ply)` afterwards. `clock()` measures its seconds.
    """
    box, work = game.box, game.work_layout.make()  # not `game.work`: bots could read in it what they may not know
    legal, apply, observe = game.call("call_legal_actions"), game.call("call_apply"), game.call("call_observe")
    shuffle = shuffle_of(fixture.seed, fixture.number)
    records = game.state.make()
    game.call("call_set_up")(records, box, work, seed_row(shuffle))
    players = [bots[name] for name in fixture.seating]
    decisions, spent, slowest = [0] * game.players, [0.0] * game.players, [0.0] * game.players
    ply, failure = 0, None
    while (seat := int(records[0].actor)) >= 0:
        if legal(records, box, work) == 1:
            action = int(work[0].actions[0])
        else:
            seen = game.state.copy(records)
            observe(seen, box, seat)
            decisions[seat] += 1
            watch(seat, ply)
            start = clock()
            try:
                chosen: Any = players[seat].choose(Position(game, seen), chance_of(shuffle, seat, ply))
            except Exception as error:
                failure = Failed(getattr(error, "kind", "crashed"), reason(error))
            took = clock() - start
            watch(-1, ply)
            spent[seat] += took
            slowest[seat] = max(slowest[seat], took)
            try:
                if failure is None:
                    action = legal_number(game, records, work, chosen)
                    if took > seconds:
                        raise Failed("slow", f"{took:.1f} s for one decision, of {seconds:g} s")
            except Failed as error:
                failure = error
            if failure is not None:
                break
        apply(records, box, work, action)
        ply += 1
    if failure is not None:
        end = forfeit(fixture.seating, seat, ply, failure)
    else:
        position = Position(game, records)
        accounts = position.scores()
        end = {
            "places": position.ranks(),
            "points": [account.total for account in accounts],
            "categories": [account.points for account in accounts],
            "failure": None,
        }
    used = {"decisions": decisions, "seconds": [round(s, 6) for s in spent], "slowest": [round(s, 6) for s in slowest]}
    versions = {"versions": versions_of(game.version, fixture.group)}
    return describe(game, fixture) | {"plies": ply} | end | used | versions


def legal_number(game: Game, records: Records, work: Records, chosen: Any) -> int:
    """The number of a legal action, if that is what a bot has chosen."""
    try:
        action = operator.index(chosen)
    except TypeError:
        raise Failed("illegal", f"{str(chosen)[:80]!r} is no action") from None
    if not 0 <= action < game.n_actions:
        raise Failed("illegal", f"there is no action {action}")
    if game.call("call_refuse")(records, game.box, work, action):
        raise Failed("illegal", f"{Position(game, records).move(action).text} (action {action}) is not allowed")
    return action


def reason(error: Exception) -> str:
    """An error in one line."""
    text = " ".join(str(error).split())[:300]
    name = type(error).__name__
    return text if hasattr(error, "kind") else f"{name}: {text}" if text else name


def forfeit(seating: tuple[str, ...], seat: int, ply: int, failure: Failed) -> Result:
    """The result of a forfeited game: all seats of the bot share the last place, all others the first."""
    name = seating[seat]
    others = sum(other != name for other in seating)
    return {
        "places": [others + 1 if other == name else 1 for other in seating],
        "points": None,
        "categories": None,
        "failure": {"bot": name, "seat": seat, "ply": ply, "kind": failure.kind, "why": failure.why},
    }
