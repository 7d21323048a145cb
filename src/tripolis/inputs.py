"""What people hand to commands: boxes, games with their options, matches, positions, JSON. What is wrong with them is
said in a sentence."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .engine.words import Message, say

if TYPE_CHECKING:
    from .engine.game import Game
    from .engine.match import Match
    from .engine.position import Position


def read_box(folder: Path | None, name: str) -> dict[str, str] | None:
    """The files of a game's box: those of a folder, or those that an owner's file becomes."""
    if folder is not None and folder.is_file():
        from .engine.game import find
        from .engine.own_box import read_own_box

        return read_own_box(find(name), read_json(str(folder))).files
    from .engine.errors import BadBox

    if folder is None:
        return None
    if not folder.is_dir():
        raise BadBox(str(folder), None, Message("there is no such folder"))
    files = {}
    for file in sorted(folder.iterdir()):
        if file.suffix in (".csv", ".json"):
            try:
                files[file.name] = file.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                raise BadBox(file.name, None, Message("this is not UTF-8 text")) from None
    return files


def make_game(name: str, box: Path | None, options: list[str] | None, **given: Any) -> Game:
    """A game from the command line, compiled if it is used for the first time (with a line that says so)."""
    from .engine.game import game
    from .engine.options import read_options

    settings = {key: value for key, value in given.items() if value is not None} | read_options(options)
    chosen = game(name, box=read_box(box, name), **settings)
    prepare(chosen)
    return chosen


def prepare(game: Game, *bots: str) -> None:
    """Compile the rules (and what these bots need) on first use, with a progress line."""
    from .bots import is_cold, prepare_bots
    from .engine.record import PLAIN

    if PLAIN:
        return
    if not game.is_cold and not (bots and is_cold(game)):
        game.prepare()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        doing = say(Message("Preparing {game} (only this once, about half a minute)", game=game.title))
        task = progress.add_task(doing, total=None)
        game.prepare(lambda done, of: progress.update(task, completed=done, total=of + len(bots)))
        if bots:
            prepare_bots(game, *bots)


def load_match(file: Path) -> Match:
    """A match from a file."""
    from .engine.errors import BadMatch, BadOptions
    from .engine.files import reading
    from .engine.game import find, game_names
    from .engine.match import Match, read_text
    from .engine.tri import read_tri

    try:
        with reading(file):
            text = read_text(file)
        name = read_tri(text).headers.get("Game", "")
        if name in game_names():
            prepare(find(name))
        return Match.parse(text)
    except BadMatch as error:
        raise BadOptions(Message("{file}, {what}", file=file, what=error.message)) from None


POSITION = re.compile(r"[a-z0-9_]+/[0-9]+(?:[/\s&]|$)")
"""How a position as text starts."""


def load_position(text: str) -> Position:
    """A position from its text."""
    from .engine.game import find, game_names
    from .engine.position import Position

    name = text.partition("/")[0]
    if name in game_names():
        prepare(find(name))
    return Position.parse(text)


def read_json(file: str) -> Any:
    """What a JSON file (- is standard input) says."""
    from .engine.errors import BadCity
    from .engine.files import reading

    try:
        with reading(file, BadCity):
            return json.loads(sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadCity(Message("{file} cannot be read: it is not UTF-8 text.", file=file)) from None
    except RecursionError:
        raise BadCity(Message("{file} cannot be read: it is nested too deeply.", file=file)) from None
    except json.JSONDecodeError as error:
        place = {"file": file, "line": error.lineno, "column": error.colno}
        raise BadCity(Message("{file}, line {line}, column {column}: this is not valid JSON.", **place)) from None
