"""Making a dataset: bots play, and each decision that left them a choice becomes a row."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import tripolis
from tripolis.arena.league import chance_of, shuffle_of
from tripolis.bots import Bot, bot
from tripolis.bots.mcts import Mcts
from tripolis.bots.strengths import Strength
from tripolis.engine.errors import BadOptions
from tripolis.engine.files import writing
from tripolis.engine.game import Game
from tripolis.engine.game import game as find_game
from tripolis.engine.words import Message

ROWS_AT_ONCE = 8192
"""Rows that are written together."""

Columns = dict[str, list[Any]]


@dataclass(frozen=True)
class Recipe:
    """What a dataset is made of; the same recipe gives the same rows if the bots go by their seeds alone."""

    game: str
    settings: Mapping[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: int = 1
    features: bool = False
    """Is there a column of features?"""

    def __post_init__(self) -> None:
        if not self.bots:
            raise BadOptions(Message("A dataset needs at least one bot."))
        if self.games < 1:
            raise BadOptions(Message("A dataset needs at least one game."))
        made = self.make_game()
        if self.features and not made.n_features:
            raise BadOptions(Message("{game} has no features.", game=made.title))
        for name in self.bots:  # says now that a bot does not exist or cannot play
            bot(name, made)

    def make_game(self) -> Game:
        """The game that is played."""
        return find_game(self.game, **self.settings)

    def seating(self, number: int, players: int) -> list[str]:
        """Who sits where: the bots in turn, from game to game one seat on."""
        return [self.bots[(seat + number) % len(self.bots)] for seat in range(players)]


def schema_of(recipe: Recipe) -> Any:
    """The columns, and what a reader has to know about all of them."""
    game = recipe.make_game()
    columns = [
        ("match", pa.int32()),
        ("seed", pa.string()),
        ("ply", pa.int32()),
        ("seat", pa.int8()),
        ("bot", pa.string()),
        ("position", pa.string()),
        ("action", pa.int32()),
        ("move", pa.string()),
        ("tried", pa.list_(pa.int32())),
        ("visits", pa.list_(pa.int32())),
        ("points", pa.list_(pa.int32())),
        ("places", pa.list_(pa.int8())),
    ]
    if recipe.features:
        columns.append(("features", pa.list_(pa.int8(), game.n_features)))
    about = asdict(recipe) | {
        "version": tripolis.__version__,
        "rules": game.version,
        "settings": game.settings_text(),
        "features": game.features_version if recipe.features else "",
    }
    return pa.schema(columns, {"tripolis": json.dumps(about)})


def make(
    recipe: Recipe, out: str | os.PathLike[str], jobs: int = 1, progress: Callable[[int], None] = lambda done: None
) -> int:
    """Write a dataset; returns how many rows it has. `progress` gets the number of games that are done."""
    out = Path(out)
    part, rows = out.with_name(out.name + ".part"), 0
    schema = schema_of(recipe)
    with writing(out), pq.ParquetWriter(part, schema, compression="zstd") as writer:
        waiting: Columns = {name: [] for name in schema.names}
        for done, columns in enumerate(played(recipe, jobs), start=1):
            for name, values in columns.items():
                waiting[name] += values
            if len(waiting["match"]) >= ROWS_AT_ONCE or done == recipe.games:
                rows += len(waiting["match"])
                writer.write_table(pa.Table.from_pydict(waiting, schema))
                waiting = {name: [] for name in schema.names}
            progress(done)
    part.replace(out)
    return rows


def played(recipe: Recipe, jobs: int) -> Iterator[Columns]:
    """The rows of each game, in order."""
    numbers = range(recipe.games)
    if jobs <= 1:
        yield from (play_game(recipe, number) for number in numbers)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(play_game, [recipe] * len(numbers), numbers)


@cache
def at_hand(recipe_game: str, settings: tuple[tuple[str, Any], ...], bots: tuple[str, ...]) -> tuple[Game, list[Bot]]:
    """A game and bots for it, made once in each process."""
    game = find_game(recipe_game, **dict(settings))
    return game, [bot(name, game) for name in bots]


def play_game(recipe: Recipe, number: int) -> Columns:
    """Play one game; its decisions as columns."""
    game, bots = at_hand(recipe.game, tuple(recipe.settings.items()), recipe.bots)
    by_name = dict(zip(recipe.bots, bots, strict=True))
    seating, shuffle = recipe.seating(number, game.players), shuffle_of(recipe.seed, number)
    match, rows = game.new(shuffle), []
    while not match.over:
        legal, seat = match.legal_numbers(), match.actor
        if len(legal) == 1:
            match.play(legal[0])
            continue
        seen, player = match.seen_by(seat), by_name[seating[seat]]
        if isinstance(player, Strength):
            player = player.at(game)
        action, visits = decide(player, seen.copy(), chance_of(shuffle, seat, len(match)))
        row = {
            "match": number,
            "seed": match.seed,
            "ply": len(match),
            "seat": seat,
            "bot": player.name,
            "position": seen.text(),
            "action": action,
            "move": seen.move(action).text,
            "tried": [*visits] or None,
            "visits": [*visits.values()] or None,
        }
        if recipe.features:
            row["features"] = seen.features().tolist()
        rows.append(row)
        match.play(action)
    end = {"points": [account.total for account in match.scores()], "places": match.ranks()}
    names = [*rows[0], *end] if rows else []
    return {name: [end.get(name, row.get(name)) for row in rows] for name in names}


def decide(player: Bot, seen: Any, seed: int) -> tuple[int, dict[int, int]]:
    """What a bot chooses, and how often its search tried each action; nothing, if it did not search."""
    if isinstance(player, Mcts):
        player.tried = []
    action = int(player.choose(seen, seed))
    tried = player.tried if isinstance(player, Mcts) else []
    return action, {one.number: one.visits for one in tried if one.visits}
