"""`tripolis puzzles`: solve puzzles in the terminal, mine new ones, and make a game's file of them."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from tripolis.arguments import Options, argument, command, option, or_command
from tripolis.engine.words import Message, Plural, language, say

from . import LEAST

puzzles_app = typer.Typer(
    cls=or_command("solve"),
    help=say(Message("Puzzles: find the one move that is clearly the best: tripolis puzzles GAME")),
    no_args_is_help=True,
)
GameName = Annotated[str, argument(Message("Which game, for example quadropolis."), metavar="GAME")]


@command(puzzles_app, Message("Solve puzzles in the terminal, near to your rating; the first is that of the day."))
def solve(
    name: GameName,
    puzzle: Annotated[str | None, option(Message("The name of one puzzle; by default one after the other."))] = None,
) -> None:
    """Solve puzzles in the terminal."""
    from .terminal import solve as run

    run(name, puzzle, language())


@command(puzzles_app, Message("Mine matches of strong players for positions with one clearly best move."))
def make(
    name: GameName,
    out: Annotated[Path, option(Message("Append what each match gave to this file (JSONL)."))],
    matches: Annotated[int, option(Message("How many matches."), min=1)] = 1000,
    first: Annotated[int, option(Message("The number of the first match: equal numbers, equal matches."), min=0)] = 0,
    seconds: Annotated[float, option(Message("Seconds after which no further match begins; 0: no limit."), min=0)] = 0,
    jobs: Annotated[
        int | None, option(Message("How many matches at a time; by default one for each core."), min=1)
    ] = None,
    players: Annotated[
        str, option(Message("The strong players, such as master,net:400; match by match one of them plays all seats."))
    ] = "master,mcts:2000",
    judge: Annotated[str, option(Message("The search that looks at every decision first."))] = "mcts:4000",
    deeper: Annotated[
        str, option(Message("Deeper searches, such as mcts:20000,net:4000: all must find the same move, clearly."))
    ] = "mcts:16000,mcts:40000",
    witness: Annotated[
        str, option(Message("A search of another kind, such as net:2000, which must find the same move too."))
    ] = "",
    seats: Annotated[str, option(Message("The numbers of players that take turns, such as 2,3."))] = "2,3,4",
    least: Annotated[
        float, option(Message("By how much the next best move must lower the chance to win."), min=0, max=1)
    ] = LEAST,
    only: Annotated[
        str, option(Message("Only decisions of these kinds, such as roll,auction; by default all kinds."))
    ] = "",
    options: Options = None,
) -> None:
    """Mine matches."""
    from tripolis.bots.process import read_names
    from tripolis.engine.files import writing
    from tripolis.engine.options import read_options

    from .judging import Bench
    from .mining import Plan, mine

    numbers = tuple(int(one) for one in read_names(seats) if one.isdigit())
    chosen = {key: str(value) for key, value in read_options(options).items()}
    bench = Bench(judge, tuple(read_names(deeper)), witness, least)
    plan = Plan(name, tuple(read_names(players)), bench, numbers, chosen, tuple(read_names(only)))

    def show(done: int, found: int) -> None:
        print(say(Message("{done} matches: {found} puzzles", done=done, found=found)), file=sys.stderr, flush=True)

    with writing(out), out.open("a", encoding="utf-8") as file:
        for line in mine(plan, range(first, first + matches), jobs or os.cpu_count() or 1, seconds, show):
            file.write(json.dumps(line) + "\n")
            file.flush()


@command(puzzles_app, Message("Make the file of a game's puzzles from what was mined: without duplicates, and rated."))
def merge(
    files: Annotated[list[Path], argument(Message("What was mined (JSONL), all of one game."))],
    out: Annotated[Path, option(Message("The file to write."))],
    most: Annotated[int, option(Message("How many to keep, from easy to hard; 0: all."), min=0)] = 0,
    of_a_kind: Annotated[int, option(Message("How many of one kind of decision to keep; 0: all."), min=0)] = 0,
    least: Annotated[
        float, option(Message("By how much the next best move must lower the chance to win."), min=0, max=1)
    ] = LEAST,
    without: Annotated[
        Path | None, option(Message("A file with the names of puzzles to leave out, one on each line."))
    ] = None,
) -> None:
    """Make a file of puzzles."""
    from tripolis.engine.errors import BadOptions
    from tripolis.engine.files import reading, writing

    from .puzzle import write_puzzles
    from .selection import select

    lines = []
    for file in files:
        with reading(file):
            lines += [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    if len({line["game"] for line in lines}) != 1:
        raise BadOptions(Message("Name files of one game."))
    unwanted: set[str] = set()
    if without is not None:
        with reading(without):
            unwanted = {line.split()[0] for line in without.read_text(encoding="utf-8").splitlines() if line.strip()}
    puzzles, counts, solvers = select(lines, most, unwanted, least, of_a_kind)
    with writing(out):
        write_puzzles(puzzles, out)
    for reason, n in sorted(counts.items()):
        print(f"{n:7} {reason}")
    for strength, rating in solvers.items():
        print(f"{round(rating):7} {strength}")
    print(say(Plural("{file}: {n} puzzle.", "{file}: {n} puzzles.", len(puzzles), file=out)))
