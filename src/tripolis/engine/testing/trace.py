"""The kit's test of the three ways to run one source: compiled, bounds-checked, plain, each in its own process."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

from ..game import Game, feature_row
from ..record import source_of
from .faults import GameFault
from .matches import random_match

PROGRAM = "from tripolis.engine.testing.trace import main; main()"
WAYS = {
    "plain": {"TRIPOLIS_PLAIN": "1", "PYTHONHASHSEED": "1"},
    "bounds-checked": {"NUMBA_BOUNDSCHECK": "1", "PYTHONHASHSEED": "2"},
}


def trace(game: Game, matches: int, seed: int) -> Iterator[str]:
    """A line for each ply of random matches: hashes of all that the rules gave."""
    for number in range(matches):
        for match in random_match(game, seed + number):
            position = match.position
            seen = position.seen_by(-1)
            world = seen.imagine(number)
            out = feature_row(game)
            seat = max(0, position.actor)
            game.call("call_features")(position.seen_by(seat).records, game.box, seat, out)
            advice = -1
            if not match.over:
                advice = int(game.call("call_choose")(position.seen_by(seat).records, game.box, game.work))
            results = {
                "position": position.to_bytes().hex(),
                "seen": seen.to_bytes().hex(),
                "world": world.to_bytes().hex(),
                "legal": position.legal_numbers(),
                "events": [(e.code, e.audience, e.args) for e in match.events[-1]],
                "accounts": [(a.total, list(a.points.values()), list(a.ties.values())) for a in position.scores()],
                "ranks": position.ranks(),
                "value": int(game.call("call_value")(position.seen_by(seat).records, game.box, game.work, seat)),
                "features": [int(x) for x in out],
                "advice": advice,
            }
            parts = (f"{name}={hashlib.sha256(str(value).encode()).hexdigest()[:8]}" for name, value in results.items())
            settings = ",".join(f"{name}:{value}" for name, value in game.settings.items()).replace(" ", "_")
            yield f"{settings} match {number} ply {position.ply} " + " ".join(parts)


def check_three_ways(games: Sequence[Game], matches: int, seed: int) -> None:
    """Run the same matches compiled (here), plain and bounds-checked, and compare line by line.

    The games are variants of one: other settings, another box. Each way takes one process for all of them.
    """
    name, spec = games[0].name, find_spec(games[0])
    mine = [line for game in games for line in trace(game, matches, seed)]
    chosen = json.dumps([{"settings": game.settings, "box": game.box_files} for game in games])
    for way, environment in WAYS.items():
        kept = {
            name: value for name, value in os.environ.items() if name not in ("TRIPOLIS_PLAIN", "NUMBA_BOUNDSCHECK")
        }
        process = subprocess.run(
            [sys.executable, "-c", PROGRAM, spec, chosen, str(matches), str(seed)],
            env={**kept, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        if process.returncode:
            raise GameFault(f"{name} does not run {way}:\n{process.stderr}")
        theirs = process.stdout.splitlines()
        for a, b in zip(mine, theirs, strict=False):
            if a != b:
                parts = [x.split("=")[0] for x, y in zip(a.split(), b.split(), strict=True) if x != y]
                raise GameFault(f"{name} run {way} differs in {', '.join(parts)} at {a.partition(' position=')[0]}.")
        if len(mine) != len(theirs):
            raise GameFault(f"{name} run {way} gives {len(theirs)} positions instead of {len(mine)}.")


def find_spec(game: Game) -> str:
    """How another process finds this game: `module:attribute`, in the module of its rules or a package around it."""
    module = source_of(game.rules.apply).__module__
    while module:
        for attribute, value in vars(sys.modules[module]).items():
            if isinstance(value, Game) and value.name == game.name:
                return f"{module}:{attribute}"
        module = module.rpartition(".")[0]
    raise GameFault(f"No module around the rules of {game.name} holds the game itself.")


def main() -> None:
    """Print the trace of games that are named on the command line."""
    wanted, chosen, count, first = sys.argv[1:]
    module_name, _, attribute_name = wanted.partition(":")
    game = getattr(importlib.import_module(module_name), attribute_name)
    for setup in json.loads(chosen):
        for line in trace(game.configure(setup["box"], **setup["settings"]), int(count), int(first)):
            print(line)
