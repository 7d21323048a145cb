"""The command line: play, score, boxes, benchmarks. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from .engine.game import Game

app = typer.Typer(
    name="tripolis",
    help="Three city-building board games: play, score, study, measure.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
box_app = typer.Typer(help="Boxes: the components of a game, as files that an owner can change.", no_args_is_help=True)
app.add_typer(box_app, name="box")

GameName = Annotated[str, typer.Argument(help="Which game, for example quadropolis.")]
BoxFolder = Annotated[Path | None, typer.Option("--box", help="Play with the box in this folder.")]
OptionList = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value; may be repeated.")
]


def main() -> None:
    """Run a command; what a person did wrong is said in one sentence."""
    from .engine.words import Message

    try:
        app()
    except Exception as error:
        if isinstance(getattr(error, "message", None), Message):
            print(f"tripolis: {error}", file=sys.stderr)
            sys.exit(2)
        raise


def read_box(folder: Path | None) -> dict[str, str] | None:
    """The files of a box folder."""
    from .engine.errors import BadBox

    if folder is None:
        return None
    if not folder.is_dir():
        raise BadBox(str(folder), None, "there is no such folder")
    found = {}
    for file in sorted(folder.iterdir()):
        if file.suffix in (".csv", ".json"):
            try:
                found[file.name] = file.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                raise BadBox(file.name, None, "this is not UTF-8 text") from None
    return found


def read_options(options: list[str] | None) -> dict[str, str]:
    """name=value, as a dictionary."""
    from .engine.errors import BadOptions
    from .engine.words import Message

    found = {}
    for option in options or ():
        name, equals, value = option.partition("=")
        if not equals:
            raise BadOptions(Message("Write options as name=value, not {text}.", text=option))
        found[name] = value
    return found


def make_game(name: str, box: Path | None, options: list[str] | None, **given: Any) -> Game:
    """A game from the command line, compiled if it is used for the first time (with a line that says so)."""
    from .engine.game import game

    settings = {key: value for key, value in given.items() if value is not None} | read_options(options)
    made = game(name, box=read_box(box), **settings)
    prepare(made)
    return made


def prepare(made: Game) -> None:
    """Compile the rules on first use, with a progress line."""
    from .engine.cache import is_cold
    from .engine.record import ENGINE_FOLDER, PLAIN

    if PLAIN:
        return
    if not is_cold((ENGINE_FOLDER, made.home.parent)):
        made.prepare()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"Preparing {made.name} (only this once, about 20 seconds)", total=None)
        made.prepare(lambda done, of: progress.update(task, completed=done, total=of))


@app.command()
def play(
    name: Annotated[str, typer.Argument(help="Which game.")] = "quadropolis",
    mode: Annotated[str | None, typer.Option(help="classic or expert.")] = None,
    players: Annotated[int | None, typer.Option(help="How many seats; the others are bots.")] = None,
    bot: Annotated[str, typer.Option(help="Who sits on the other seats: random or greedy.")] = "random",
    seed: Annotated[int | None, typer.Option(help="Play this shuffle.")] = None,
    box: BoxFolder = None,
    option: OptionList = None,
) -> None:
    """Play in the terminal against bots."""
    from .terminal import play_match

    made = make_game(name, box, option, mode=mode, players=players)
    play_match(made.new(seed), bot)


@app.command()
def score(
    name: GameName,
    file: Annotated[str, typer.Argument(help="A JSON file, or - for standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """The exact account of a finished city: {"mode", "city", "residents", "energy"} as JSON."""
    from .engine.errors import BadCity
    from .engine.words import Message

    if name != "quadropolis":
        raise BadCity(Message("There is no score helper for {name} yet.", name=name))
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        city = json.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise BadCity(Message("{file} cannot be read: {why}.", file=file, why=error)) from None
    except json.JSONDecodeError as error:
        text = "{file}, line {line}, column {column}: this is no JSON: {why}."
        raise BadCity(Message(text, file=file, line=error.lineno, column=error.colno, why=error.msg)) from None
    print_city(city, as_json)


def print_city(city: Any, as_json: bool) -> None:
    """Score a city given as JSON and print the account."""
    from .engine.errors import BadCity
    from .engine.words import Message
    from .games.quadropolis import score_city

    allowed = {"mode", "city", "residents", "energy", "allocation", "playgrounds_absorb", "office_cap"}
    if not isinstance(city, dict) or not {"mode", "city", "residents", "energy"} <= set(city) <= allowed:
        text = "Give an object with mode, city, residents and energy (and, if you like, {others})."
        others = "allocation, playgrounds_absorb, office_cap"
        raise BadCity(Message(text, others=others))
    account = score_city(**city)
    if as_json:
        found = {"total": account.total, "points": account.points, "residents_placed": account.residents_placed}
        found |= {"empty_cells": account.empty_cells, "allocation": account.allocation}
        print(json.dumps(found))
        return
    width = max(map(len, account.points))
    for category, points in account.points.items():
        print(f"{category:<{width}}  {points:>4}")
    print(f"{'total':<{width}}  {account.total:>4}")
    print(f"\nresidents placed: {account.residents_placed}, empty cells: {account.empty_cells}")
    print("\nWhat stands where (r: resident, e: energy):")
    for words, pairs in zip(city["city"], account.allocation, strict=True):
        cells = (f"{word or '.'} {'r' * r}{'e' * e}".strip() for word, (r, e) in zip(words, pairs, strict=True))
        print("  " + "".join(f"{cell:<16}" for cell in cells).rstrip())


@box_app.command("export")
def box_export(name: GameName, folder: Annotated[Path, typer.Argument(help="A new or empty folder.")]) -> None:
    """Write the standard box of a game into a folder, to be changed there."""
    from .engine.errors import BadBox
    from .engine.game import find

    files: Mapping[str, str] = find(name).part("standard_box")()
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise BadBox(str(folder), None, "this folder is not empty")
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
        print(folder / file)


@box_app.command("check")
def box_check(
    folder: Annotated[Path, typer.Argument(help="The folder of the box.")],
    name: Annotated[str, typer.Option("--game", help="The game that the box is for.")] = "quadropolis",
) -> None:
    """Check a box: says file, line and reason of the first thing that is wrong."""
    from .engine.game import game

    checked = game(name, box=read_box(folder))
    print(f"This box can be played with ({checked.box_hash}).")


@app.command()
def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object for each row.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Within 40 seconds.")] = False,
    name: Annotated[str | None, typer.Option("--game", help="This game alone.")] = None,
) -> None:
    """Measure random play, copying, deciding and scoring, in CPU seconds of one core."""
    from .bench import all_rows

    for row in all_rows([name] if name else None, quick):
        print(json.dumps(row) if as_json else "  ".join(f"{key}={value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
