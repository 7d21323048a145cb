"""Which plan a search with a net should follow, and how many looks take as long as plain search.

    python benchmarks/plans.py duel quadropolis classic 2 --looks 300 --games 60 explore=0.5 explore=0.7,instinct=1
    python benchmarks/plans.py duel quadropolis classic 4 --looks 0 --games 200 net=other.zip
    python benchmarks/plans.py pace quadropolis metropolys ubuild

`duel` plays each plan (fields of `SearchPlan`, `looks` where they are others, and `net`, the file of another net)
against the game's own, and says the share of pairs won and milliseconds of a decision. Without looks both play by
instinct. `pace` lets the strongest bot of version 0.1.0 and searches with the
net decide along the same matches, and says how many looks take nine tenths of its time: the game's `looks`.
"""

import argparse
import os
import time
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from strength import SEED, Place, places, plain, row, warm_up

from tripolis.arena.league import Fixture, League
from tripolis.arena.play import play
from tripolis.bots import Bot, bot
from tripolis.bots.instinct import NetBot, NetSearch, net_plan
from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.nets.net import Weights

OWN = "own"
SHARE = 0.9
"""Of the time of plain search; other machines count otherwise."""
SOME, MANY = 100, 600
"""Looks that are measured."""
DECISIONS = 60
"""At least so many are measured of each place."""


def searcher(game: Game, plan: str, looks: int) -> Bot:
    changes: dict[str, str] = {} if plan == OWN else dict(each.split("=") for each in plan.split(","))
    weights = net_from(changes.pop("net", ""))
    looks = int(changes.pop("looks", looks))
    if not looks:
        return NetBot(weights, plan)
    fields = {name: float(value) for name, value in changes.items()}
    return NetSearch(looks, weights=weights, plan=replace(net_plan(game), **fields), name=plan)


@cache
def net_from(file: str) -> Weights | None:
    """The net of a file, or None for the game's own."""
    return Weights.load(Path(file)) if file else None


def play_one(task: tuple[Place, Fixture, int]) -> dict[str, Any]:
    place, fixture, looks = task
    game = place.make()
    players = {plan: searcher(game, plan, looks) for plan in fixture.group}
    return play(game, players, fixture, 1e9, clock=time.process_time)


def duel(asked: argparse.Namespace) -> None:
    place = Place(asked.game, asked.mode, asked.players)
    warm_up(asked.game)
    with get_context("fork").Pool(asked.jobs) as pool:
        for plan in asked.plans:
            league = League(place.game, place.settings, (OWN, plan), asked.games, SEED)
            results = pool.map(play_one, [(place, fixture, asked.looks) for fixture in league.fixtures()], chunksize=1)
            found = row(place, (OWN, plan), results)
            print(
                f"{' '.join(map(str, place))}: {plan:32} {found['won']:.1%} ({found['low']:.0%} to {found['high']:.0%}) of"
                f" {found['games']}, ms {found['ms'][0]:.1f} and {found['ms'][1]:.1f}",
                flush=True,
            )


def pace_of(place: Place) -> int:
    """Looks that take `SHARE` of the time of plain search, on average over decisions spread over a few matches."""
    game = place.make()
    bots, spent = [bot(plain(game, 4000), game), NetSearch(SOME), NetSearch(MANY)], [0.0, 0.0, 0.0]
    seen = [one for seed in range(3) for one in decisions(game, seed)]
    for one in seen[:: max(1, len(seen) // DECISIONS)]:
        for i, each in enumerate(bots):
            start = time.process_time()
            each.choose(one.copy(), 1)
            spent[i] += time.process_time() - start
    whole, some, many = spent
    each = (many - some) / (MANY - SOME)
    return max(0, round((SHARE * whole - some) / each + SOME))


def decisions(game: Game, seed: int) -> list[Position]:
    """What the seats see of the choices in a match of instinct."""
    match, instinct, found = game.new(seed), bot("net", game), []
    while not match.over:
        seen, legal = match.seen_by(match.actor), match.legal_numbers()
        if len(legal) > 1:
            found.append(seen)
        match.play(instinct.choose(seen, 0))
    return found


def pace(asked: argparse.Namespace) -> None:
    found = [place for place in places() if place.game in asked.games]
    for name in asked.games:
        warm_up(name)
    with get_context("fork").Pool(asked.jobs) as pool:
        rates = dict(zip(found, pool.map(pace_of, found, chunksize=1), strict=True))
    for game, mode in dict.fromkeys(place[:2] for place in found):
        seats = sorted(place.players for place in found if place[:2] == (game, mode))
        print(f'{game} "{mode}": {tuple(rates[Place(game, mode, n)] for n in seats)},')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    commands = parser.add_subparsers(dest="command", required=True)
    dueling = commands.add_parser("duel")
    dueling.add_argument("game")
    dueling.add_argument("mode")
    dueling.add_argument("players", type=int)
    dueling.add_argument("plans", nargs="+")
    dueling.add_argument("--looks", type=int, default=300)
    dueling.add_argument("--games", type=int, default=60)
    pacing = commands.add_parser("pace")
    pacing.add_argument("games", nargs="+")
    asked = parser.parse_args()
    duel(asked) if asked.command == "duel" else pace(asked)


if __name__ == "__main__":
    main()
