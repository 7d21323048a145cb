"""`tripolis dataset`: make datasets of what bots decide, and show what is in one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tripolis.arguments import Options, argument, command, option
from tripolis.engine.words import Message, Plural, say

dataset_app = typer.Typer(
    help=say(Message("Datasets: what bots decide in matches among themselves, as Parquet.")), no_args_is_help=True
)


@command(dataset_app, Message("Let bots play, and write each of their decisions as a row."), "make")
def make_command(
    name: Annotated[str, argument(Message("Which game, for example quadropolis."), metavar="GAME")],
    out: Annotated[Path, option(Message("The file to write."))],
    bots: Annotated[str, option(Message("The bots, such as strong,greedy; they change seats from game to game."))],
    games: Annotated[int, option(Message("How many games."))] = 100,
    players: Annotated[int | None, option(Message("The number of players."))] = None,
    seed: Annotated[int, option(Message("Seed of the dataset: the same number, the same games."))] = 1,
    jobs: Annotated[int, option(Message("How many games at a time."))] = 1,
    features: Annotated[bool, option(Message("Write features too, for learners."), "--features")] = False,
    options: Options = None,
) -> None:
    """Make a dataset."""
    from rich.console import Console
    from rich.progress import Progress

    from tripolis.arena.commands import read_bots
    from tripolis.bots import prepare_bots
    from tripolis.engine.options import read_options
    from tripolis.engine.record import PLAIN

    from .make import Recipe, make

    settings = read_options(options) | ({} if players is None else {"players": players})
    recipe = Recipe(name, settings, read_bots(bots), games, seed, features)
    game = recipe.make_game()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say(Message("Preparing {game}", game=game.title)), total=None)
        if not PLAIN:
            game.prepare()
            prepare_bots(game, *recipe.bots)
        bar.update(task, description=say(Message("Playing {game}", game=game.title)), total=games)
        rows = make(recipe, out, jobs, lambda done: bar.update(task, completed=done))
    print(say(Plural("{file}: {n} decision.", "{file}: {n} decisions.", rows, file=out)))


@command(dataset_app, Message("What a dataset is made of, and its first decisions."), "show")
def show_command(
    file: Annotated[Path, argument(Message("A dataset (Parquet)."))],
    rows: Annotated[int, option(Message("How many decisions to show."))] = 10,
) -> None:
    """Show what is in a dataset."""
    from .loader import load

    data = load(file)
    options = ", ".join(f"{name}={value}" for name, value in data.about["settings"].items())
    print(f"{data.game.title} ({options})")
    counts = {"games": data.about["games"], "bots": ", ".join(data.about["bots"]), "seed": data.about["seed"]}
    print(say(Message("Games: {games}. Bots: {bots}. Seed: {seed}.", **counts)))
    print(say(Plural("{n} decision", "{n} decisions", len(data))))
    for one in data[:rows]:
        print(f"{one.match:>5} {one.ply:>4}  {one.bot:<12} {one.move:<12} {one.worth:+.2f}")
