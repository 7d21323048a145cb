"""The command line: play, score, boxes, benchmarks. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import __version__
from .arena.commands import arena_app
from .arguments import Options, argument, command, option
from .dataset.commands import dataset_app
from .engine.words import LANGUAGES, Message, language, say, words
from .inputs import POSITION, load_match, load_position, make_game, prepare, read_box, read_json
from .puzzles.commands import puzzles_app
from .server.commands import db_app, serve

if TYPE_CHECKING:
    from .engine.game import Game
    from .engine.match import Match
    from .engine.position import Position


app = typer.Typer(
    name="tripolis",
    help=say(Message("Three city-building board games: play, score, study, measure.")),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
box_app = typer.Typer(
    help=say(Message("Boxes: the components of a game, as files that an owner can change.")), no_args_is_help=True
)
app.add_typer(box_app, name="box")
app.add_typer(db_app, name="db")
app.add_typer(arena_app, name="arena")
app.add_typer(puzzles_app, name="puzzles")
app.add_typer(dataset_app, name="dataset")
command(app, Message("Serve tables for friends and bots, in the browser and for programs."))(serve)


def show_version(asked: bool) -> None:
    """Print the version and end."""
    if asked:
        print(f"tripolis {__version__}")
        raise typer.Exit


@app.callback()
def before_every_command(
    version: Annotated[
        bool, option(Message("Print the version of Tripolis."), "--version", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """Take what is asked without a command."""


def choose_language(lang: str | None) -> str | None:
    """Let all words that follow be in this language."""
    from .engine.errors import BadOptions

    if lang is not None:
        if lang not in LANGUAGES:
            names = ", ".join(LANGUAGES)
            raise BadOptions(Message("Tripolis does not speak {lang}; it speaks {names}.", lang=lang, names=names))
        os.environ["TRIPOLIS_LANG"] = lang
    return lang


GameName = Annotated[str, argument(Message("Which game, for example quadropolis."))]
BoxFolder = Annotated[
    Path | None, option(Message("Your own box: a folder of its files, or the file that My box saves."), "--box")
]
Language = Annotated[
    str | None,
    option(
        Message("Language: en, de, fr or nl; by default that of the system."),
        "--lang",
        callback=choose_language,
        is_eager=True,
    ),
]


EXTRAS = {
    "arena": "openskill",
    "server": "litestar uvicorn uvloop websockets sqlalchemy aiosqlite alembic msgspec prometheus_client jinja2 "
    "segno brotli openskill",
    "postgres": "asyncpg",
    "cluster": "ray",
    "dataset": "pyarrow",
    "train": "jax",
    "cuda": "numba_cuda",
    "research": "gymnasium pettingzoo open_spiel pyspiel",
    "docs": "sphinx myst_parser furo",
}
"""The modules that an extra installs; the smallest extra with a module is named first."""


def main() -> None:
    """Run a command; what a person did wrong, or has not installed, is said in one sentence."""
    try:
        app()
    except Exception as error:
        from .engine.errors import TripolisError

        if isinstance(error, ModuleNotFoundError):
            missing = (error.name or "").partition(".")[0]
            for extra, modules in EXTRAS.items():
                if missing in modules.split():
                    message = Message("This part is not installed: pip install 'tripolis[{extra}]'", extra=extra)
                    print(f"tripolis: {say(message)}", file=sys.stderr)
                    sys.exit(2)
        if isinstance(error, TripolisError):
            print(f"tripolis: {say(error.message)}", file=sys.stderr)
            sys.exit(2)
        if isinstance(error, OSError) and error.filename:
            message = Message("{file} cannot be used: {why}.", file=error.filename, why=error.strerror or "")
            print(f"tripolis: {say(message)}", file=sys.stderr)
            sys.exit(2)
        raise


@command(
    app,
    Message(
        "Play in the browser, against bots or with friends by link. With --terminal, or any option of a match, in "
        "the terminal."
    ),
)
def play(
    name: Annotated[str, argument(Message("Which game."))] = "quadropolis",
    mode: Annotated[str | None, option(Message("Game mode, such as expert; one of the game's modes."))] = None,
    players: Annotated[int | None, option(Message("The number of players."))] = None,
    bots: Annotated[
        str, option(Message("Bots on the last seats, such as greedy,random; none: only people play."))
    ] = "",
    seed: Annotated[int | None, option(Message("Seed: the same number deals the same game."))] = None,
    resume: Annotated[Path | None, option(Message("Continue a saved match."))] = None,
    terminal: Annotated[bool, option(Message("Play in the terminal."), "--terminal")] = False,
    lan: Annotated[
        bool,
        option(
            Message("In the browser, for everyone on the same network: shows the address and a code for phones."),
            "--lan",
        ),
    ] = False,
    browser: Annotated[
        bool, option(Message("Open the browser, or only show the address."), "--browser/--no-browser")
    ] = True,
    box: BoxFolder = None,
    options: Options = None,
    lang: Language = None,
) -> None:
    """Play in the browser or in the terminal."""
    from .engine.errors import BadOptions

    if not terminal and not bots and all(given is None for given in (mode, players, seed, resume, box, options)):
        play_in_browser(name, lan, browser)
        return
    from .bots import is_compiled
    from .terminal import Terminal

    if resume is None:
        match = make_game(name, box, options, mode=mode, players=players).new(seed)
        seats = seats_of(bots, match.game)
    else:
        if any(given is not None for given in (mode, players, seed, box, options)):
            raise BadOptions(Message("A saved match has its own options: with --resume you may only give --bots."))
        match = load_match(resume)
        seats = seats_of(bots, match.game) if bots or not match.names else seats_of_match(match)
    if named := dict.fromkeys(name for name in seats if name and is_compiled(name)):
        prepare(match.game, *named)
    Terminal(match, seats, language()).run()


def play_in_browser(name: str, lan: bool, browser: bool) -> None:
    """Serve at once; what is not compiled yet is compiled in the background, with a progress line."""
    from .engine.game import find
    from .server.commands import need_server

    need_server()
    find(name)
    from .server.launch import play as serve_here

    serve_here(lan, browser)


def seats_of_match(match: Match) -> list[str | None]:
    """Who sat where when a match was saved."""
    from .bots import BOTS

    return [name if name in BOTS else None for name in match.names or ()]


def seats_of(bots: str, game: Game) -> list[str | None]:
    """Who sits where: people first, then the named bots; by default one person against greedy (or random) bots."""
    from .bots.process import read_names
    from .engine.errors import BadOptions

    players, usual = game.players, "greedy" if game.advice else "random"
    named: list[str | None] = [*read_names(bots)] if bots else [usual] * (players - 1)
    if bots == "none":
        named = []
    if "" in named:
        raise BadOptions(Message("Name the bots one after the other, such as greedy,random."))
    if len(named) > players:
        raise BadOptions(Message("There are {players} seats, but {bots} bots.", players=players, bots=len(named)))
    return [None] * (players - len(named)) + named


MatchFile = Annotated[Path, argument(Message("A match file (.tri)."))]


@command(app, Message("The games that are installed, with their numbers of players."))
def games(lang: Language = None) -> None:
    """List the games."""
    from .engine.game import find, game_names

    width = max(map(len, game_names()))
    for game in map(find, game_names()):
        print(f"{game.name:<{width}}  {game.about.players}  {game.title}")


@command(app, Message("Create a package for your own game: a small game to change, with tests."), "new-game")
def new_game(
    name: Annotated[str, argument(Message("The game's name for files and addresses, such as my_game."))],
    folder: Annotated[Path | None, option(Message("A new or empty folder; by default one with that name."))] = None,
    lang: Language = None,
) -> None:
    """Lay out a package for a new game."""
    from .new_game import lay_out

    files = lay_out(name, folder)
    for file in files:
        print(file)
    print(say(Message("It can be played at once:")))
    for line in (f"cd {files[0].parent}", "pip install -e '.[test]'", "pytest", f"tripolis play {name} --terminal"):
        print(f"  {line}")


@command(app, Message("Step through a match in the terminal."))
def replay(
    file: MatchFile, ply: Annotated[int, option(Message("Start after this many moves."))] = 0, lang: Language = None
) -> None:
    """Step through a match."""
    from .terminal import replay as step_through

    match = load_match(file)
    check_ply(match, ply)
    step_through(match, language(), ply)


def check_ply(match: Match, ply: int) -> None:
    """A moment of the match."""
    from .engine.errors import BadOptions

    if not 0 <= ply <= len(match):
        raise BadOptions(Message("The match has {n} moves; there is no move {ply}.", n=len(match), ply=ply))


@command(app, Message("Draw a position of a match as SVG."))
def draw(
    file: Annotated[str, argument(Message("A match file (.tri), or a position as text."))],
    out: Annotated[Path, option(Message("The file to write, for example table.svg."))],
    ply: Annotated[int | None, option(Message("After this many moves; by default the last."))] = None,
    seat: Annotated[int, option(Message("Seen from this seat (0 is the first); -1 for a spectator."))] = -1,
    theme: Annotated[str, option(Message("light, dark, print or contrast."))] = "light",
    lang: Language = None,
) -> None:
    """Draw a moment of a match, or a position."""
    from .engine.errors import BadOptions
    from .engine.files import writing
    from .engine.position import Position
    from .engine.record import WHOLE

    moment: Match | Position
    if POSITION.match(file):
        moment = load_position(file)
    else:
        moment = load_match(Path(file))
        check_ply(moment, len(moment) if ply is None else ply)
    game = moment.game
    if not -1 <= seat < game.players:
        raise BadOptions(
            Message("There is no seat {seat}; the seats are 0 to {last}.", seat=seat, last=game.players - 1)
        )
    catalogue = words(language(), game)
    if isinstance(moment, Position):
        seen = moment.seen_by(seat) if moment.observer == WHOLE else moment
        picture = seen.draw(theme, say=catalogue.render)
    else:
        picture = moment.draw(ply, seat, theme, say=catalogue.render)
    with writing(out):
        out.write_text(picture, encoding="utf-8")
    print(out)


@command(app, Message("Judge every decision of a match by search: the costliest moves, and chances over time."))
def review(
    file: MatchFile,
    budget: Annotated[
        int,
        option(
            Message("Search iterations per decision; 0: as many as suit the length of the match."), min=0, max=1_000_000
        ),
    ] = 0,
    as_json: Annotated[Path | None, option(Message("Write everything to a JSON file."), "--json")] = None,
    html: Annotated[Path | None, option(Message("Write a page with a graph and a table."))] = None,
    lang: Language = None,
) -> None:
    """Judge every decision of a match."""
    from .review.terminal import run

    match = load_match(file)
    prepare(match.game, "strong")
    run(match, budget, as_json, html, language())


@command(app, Message("Analyse any position: variations, and the best moves with everybody's chance and lead."))
def analyse(
    what: Annotated[str, argument(Message("A match file (.tri), a position as text, or a game to set one up."))],
    ply: Annotated[int, option(Message("Start after this many moves."), min=0)] = 0,
    seat: Annotated[int | None, option(Message("As this seat sees it (counted from 0)."), min=0, max=7)] = None,
    limit: Annotated[int, option(Message("Search iterations."), min=16, max=1_000_000)] = 2000,
    lang: Language = None,
) -> None:
    """Analyse any position, or set one up; further commands come from standard input."""
    from dataclasses import replace

    from .engine.game import find, game_names
    from .study import begin
    from .study.start import begin_at
    from .study.terminal import run

    if what in game_names():
        helper = find(what).set_up
        run(begin(helper("", 0).state), 0, limit, language(), sys.stdin, edit=True)
        return
    start = begin(str(match)) if (match := load_if_file(what)) else begin_at(load_position(what))
    check_ply(start.match, ply)
    if seat is not None:
        start.match.game.check_seat(seat)
        start = replace(start, eyes=seat)
    run(start, ply, limit, language(), sys.stdin)


def load_if_file(what: str) -> Match | None:
    """The match of a file; None where this is no file."""
    return load_match(Path(what)) if "=" not in what and Path(what).is_file() else None


@command(app, Message("Train a net of a game by matches against itself (needs the extra train)."))
def train(
    name: Annotated[str, argument(Message("Which game, for example quadropolis."), metavar="GAME")],
    folder: Annotated[Path, option(Message("The folder of the run; a net that is in it is trained further."))],
    seconds: Annotated[float, option(Message("How long to train, in seconds."), min=1)] = 600,
    rows: Annotated[int, option(Message("Matches side by side, for each mode and number of players."), min=1)] = 1024,
    seed: Annotated[int, option(Message("Seed of the run."), min=0)] = 1,
    lang: Language = None,
) -> None:
    """Train a net."""
    from .engine.errors import BadOptions
    from .engine.game import find

    game = find(name)
    try:
        from .train.run import train as run
    except ImportError:
        raise BadOptions(Message('Training needs JAX: pip install "tripolis[train]".')) from None

    def show(line: dict[str, Any]) -> None:
        if shares := line.get("pairs_against_greedy"):
            done = {"decisions": line["decisions"], "share": round(100 * sum(shares) / len(shares))}
            print(say(Message("{decisions} decisions: {share}% of pairs won against greedy.", **done)), flush=True)

    run(game, folder, seconds, rows=rows, seed=seed, log=show)
    print(say(Message("The net is in {file}.", file=folder / "net.zip")))
    print(say(Message("The report is in {file}.", file=folder / "report.html")))


@command(app, Message("Check that the shuffle of a finished match was fixed beforehand."))
def verify(
    file: MatchFile,
    commitment: Annotated[
        str | None, option(Message("The commitment that you saw before the match; by default the file's."))
    ] = None,
    lang: Language = None,
) -> None:
    """Check the shuffle of a match."""
    from .proof import verify as check_shuffle

    verdict = check_shuffle(load_match(file), commitment)
    print(say(Message("Commitment: {text}", text=verdict.commitment)))
    print(say(Message("Seed: {text}", text=verdict.seed)))
    if not verdict.commitment_holds:
        print(say(Message("The secret does not fit the commitment: this is not the shuffle that was promised.")))
    if not verdict.seed_holds:
        print(say(Message("The match was not dealt from this secret and these nonces.")))
    if not verdict.holds:
        sys.exit(1)
    print(say(Message("The shuffle was fixed before the match, and nobody has changed it.")))
    print(say(Message("This does not prove that the host did not look: the cards are in the server's memory.")))


@command(app, Message("The exact score of a finished game on your own table, entered as JSON or step by step."))
def score(
    name: GameName,
    file: Annotated[
        str, argument(Message("A JSON file, - for standard input, or edit to enter the game step by step."))
    ],
    as_json: Annotated[bool, option(Message("Print JSON."), "--json")] = False,
    box: BoxFolder = None,
    lang: Language = None,
) -> None:
    """The exact account of a finished game, by the game's own score helper."""
    from .engine.errors import BadCity
    from .engine.game import find

    game, files = find(name), read_box(box, name)
    if file == "edit" or file.startswith("edit:"):
        from .terminal import edit

        editor = game.editor
        prepare(game)
        edit(editor, game, language(), file[5:], files)
        return
    if game.helper is None or game.helper.count_by_hand is None:
        raise BadCity(Message("There is no score helper for {name}.", name=game.title))
    prepare(game)
    data, lines = game.helper.count_by_hand(read_json(file), words(language(), game).render, files)
    print(json.dumps(data) if as_json else "\n".join(lines))


@command(box_app, Message("Write the standard box of a game into a folder, where you can change it."), "export")
def box_export(name: GameName, folder: Annotated[Path, argument(Message("A new or empty folder."))]) -> None:
    """Write the standard box of a game into a folder, where you can change it."""
    from .engine.errors import BadBox
    from .engine.game import find

    files: Mapping[str, str] = find(name).rules.standard_box()
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise BadBox(str(folder), None, Message("this folder is not empty"))
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
        print(folder / file)


@command(box_app, Message("Check a box: names file, line and reason of the first mistake."), "check")
def box_check(
    folder: Annotated[Path, argument(Message("The folder of the box."))],
    name: Annotated[str, option(Message("The game that the box is for."), "--game")] = "quadropolis",
) -> None:
    """Check a box: names file, line and reason of the first mistake."""
    from .engine.game import game

    checked = game(name, box=read_box(folder, name))
    print(say(Message("You can play with this box ({hash}).", hash=checked.box_hash)))


@command(app, Message("Measure random play, copying, deciding and scoring on one core."))
def bench(
    as_json: Annotated[bool, option(Message("Print a JSON object for each row."), "--json")] = False,
    quick: Annotated[bool, option(Message("Within 40 seconds."), "--quick")] = False,
    name: Annotated[str | None, option(Message("Only this game."), "--game")] = None,
    peers: Annotated[
        bool, option(Message("Public engines too; in a checkout, installed on first use."), "--peers")
    ] = False,
    cuda: Annotated[
        bool, option(Message("Batches on an NVIDIA GPU beside one core, and nothing else."), "--cuda")
    ] = False,
) -> None:
    """Measure random play, copying, deciding and scoring."""
    from .bench import all_rows, batch_rows

    names = [name] if name else None
    if cuda:
        from .cuda import unavailable

        missing = unavailable()
        if missing:
            print(say(missing), file=sys.stderr)
    for row in batch_rows(names, quick) if cuda else all_rows(names, quick, peers):
        print(json.dumps(row) if as_json else "  ".join(f"{key}={value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
