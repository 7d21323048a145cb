"""`tripolis arena`: play a league of bots, report, merge files. Nothing heavy is imported before a command runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tripolis.arguments import Options, argument, command, option, or_command
from tripolis.engine.words import Message, Plural, language, say, words

if TYPE_CHECKING:
    from .play import Result
    from .run import Run


arena_app = typer.Typer(
    cls=or_command("play"),
    help=say(Message("Let bots play against each other: tripolis arena GAME --bots greedy,random")),
    no_args_is_help=True,
)
Html = Annotated[Path | None, option(Message("Write a report as one HTML file."), "--html")]
Csv = Annotated[Path | None, option(Message("Write the table of the bots as CSV."), "--csv")]
Json = Annotated[Path | None, option(Message("Write everything as JSON."), "--json")]
Rate = Annotated[float, option(Message("Error rate of each pairing's test and interval, such as 0.05."), "--error")]


@command(arena_app, Message("Play a league: every bot against every other, on all seats."), "play")
def play_command(
    name: Annotated[str, argument(Message("Which game, for example quadropolis."), metavar="GAME")],
    bots: Annotated[str, option(Message("The bots, such as greedy,random; your own program as run:COMMAND."))],
    games: Annotated[int, option(Message("Games of each pairing, rounded up so that all seats are balanced."))] = 100,
    jobs: Annotated[int | None, option(Message("How many games at a time; by default one for each core."))] = None,
    players: Annotated[int | None, option(Message("The number of players."))] = None,
    seed: Annotated[int, option(Message("Seed of the league: the same number, the same games."))] = 1,
    together: Annotated[
        bool, option(Message("All bots at one table, instead of one pairing after the other."), "--all")
    ] = False,
    seconds: Annotated[
        float, option(Message("A bot that takes longer for a move loses the game."), "--seconds-per-move")
    ] = 60.0,
    stop_early: Annotated[bool, option(Message("End a pairing as soon as it is decided."), "--stop-early")] = False,
    error: Rate = 0.05,
    out: Annotated[
        Path | None, option(Message("Append each game to this file (JSONL); run the same command again to continue."))
    ] = None,
    html: Html = None,
    csv_file: Csv = None,
    json_file: Json = None,
    cluster: Annotated[str | None, option(Message("Play on the Ray cluster at this address; auto finds one."))] = None,
    options: Options = None,
) -> None:
    """Play a league and show its table."""
    from tripolis.bots.process import find_player
    from tripolis.engine.game import find
    from tripolis.engine.options import read_options

    from .league import League
    from .run import Run

    settings = read_options(options) | ({} if players is None else {"players": players})
    names = read_bots(bots)
    league = League(name, settings, names, games, seed, together, seconds, stop_early, error)
    for bot in names:  # says now, and not in every game, that a bot does not exist or cannot play
        find_player(bot, game=find(name))
    run = Run(league, out)
    interrupted = False
    try:
        with progress(run):
            run.play(jobs, cluster)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        run.close()
    results = run.finished()
    if results:
        show(results, error, html, csv_file, json_file)
    if interrupted:
        message = Message("Interrupted after {done} of {of} games.", done=len(run.results), of=run.total)
        print(say(message), file=sys.stderr)
        if out is not None:
            print(say(Message("Run the same command again to continue.")), file=sys.stderr)
        sys.exit(130)


@command(arena_app, Message("Rate a bot against the anchors of the leaderboard, whose ratings are fixed."), "rate")
def rate_command(
    name: Annotated[str, argument(Message("Which game, for example quadropolis."), metavar="GAME")],
    bot: Annotated[str, option(Message("The bot; your own program as run:COMMAND."))],
    games: Annotated[int, option(Message("Games against each anchor, rounded up to whole rounds."))] = 20,
    against: Annotated[str, option(Message("Only these anchors, such as greedy,skilled."))] = "",
    jobs: Annotated[int | None, option(Message("How many games at a time; by default one for each core."))] = None,
    players: Annotated[int, option(Message("The number of players."))] = 2,
    seed: Annotated[int, option(Message("Seed of the league: the same number, the same games."))] = 1,
    out: Annotated[
        Path | None, option(Message("Append each game to this file (JSONL); run the same command again to continue."))
    ] = None,
    file: Annotated[
        Path | None, option(Message("Your own leaderboard: a file that the bot is entered into."), "--board")
    ] = None,
    options: Options = None,
) -> None:
    """Rate a bot, and show it among the others."""
    from tripolis.bots.process import find_player
    from tripolis.engine.game import game as find_game
    from tripolis.engine.options import read_options

    from .leaderboard import OURS, board_of, check_anchors, rate, read_boards, write_boards
    from .league import League
    from .report import print_board
    from .run import Run

    settings: dict[str, Any] = {"players": players} | read_options(options)
    game = find_game(name, **settings)
    boards = read_boards(file if file is not None and file.exists() else OURS)
    board = board_of(game, boards)
    anchors = check_anchors(board, bot, read_bots(against) if against else ())
    find_player(bot, game=game)
    pairs = tuple((bot, anchor) for anchor in anchors)
    run = Run(League(name, game.settings, (bot, *anchors), games, seed, pairs=pairs), out)
    with progress(run):
        results = run.play(jobs)
    new = rate(bot, results, anchors)
    entered = board.with_standing(new)
    if file is not None:
        write_boards([entered if each is board else each for each in boards], file)
    print_board(entered, new, results, words(language()).render)


@command(arena_app, Message("The table of the games played, from one or more files."), "report")
def report_command(
    files: Annotated[list[Path], argument(Message("Results of leagues (JSONL)."))],
    error: Rate = 0.05,
    stop_early: Annotated[
        bool, option(Message("Leave out what was played after a pairing was decided."), "--stop-early")
    ] = False,
    html: Html = None,
    csv_file: Csv = None,
    json_file: Json = None,
) -> None:
    """Show the table of results."""
    from tripolis.engine.errors import BadOptions

    from .results import read_all
    from .table import up_to_decision

    results, different = read_all(files)
    if not results:
        raise BadOptions(Message("There are no games in these files."))
    warn(different)
    show(up_to_decision(results, error) if stop_early else results, error, html, csv_file, json_file)


@command(arena_app, Message("Merge the games of several files into one, each game once."), "merge")
def merge_command(
    files: Annotated[list[Path], argument(Message("Results of leagues (JSONL)."))],
    out: Annotated[Path, option(Message("The file to write."))],
) -> None:
    """Merge files of results."""
    from .results import merge

    n, different = merge(files, out)
    warn(different)
    print(say(Plural("{file}: {n} game.", "{file}: {n} games.", n, file=out)))


def warn(different: int) -> None:
    """Say that games were played twice with different results: a bot did not play by its seed alone, or has changed."""
    if different:
        text = Plural(
            "{n} game was played twice and ended differently; the first one counts.",
            "{n} games were played twice and ended differently; the first ones count.",
            different,
        )
        print(say(text), file=sys.stderr)


def read_bots(text: str) -> tuple[str, ...]:
    """The names of the bots."""
    from tripolis.bots.process import read_names
    from tripolis.engine.errors import BadOptions

    names = tuple(read_names(text))
    if not names or "" in names:
        raise BadOptions(Message("Name the bots one after the other, such as greedy,random."))
    return names


def progress(run: Run) -> Any:
    """A bar with the time left, on standard error."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from tripolis.engine.game import title_of

    text = TextColumn("{task.description}")
    columns = (text, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(say(Message("Preparing {game}", game=title_of(run.league.game))), total=None)
    playing = say(Message("Playing {game}", game=title_of(run.league.game)))
    first = -1

    def show_progress(done: int, of: int) -> None:
        nonlocal first
        if first < 0:
            first = done
            bar.update(task, completed=done, total=of)
        elif done > first:
            bar.update(task, description=playing, completed=done, total=of)

    run.progress = show_progress
    return bar


def show(results: list[Result], error: float, html: Path | None, csv_file: Path | None, json_file: Path | None) -> None:
    """Print the table, and write the reports that were asked for."""
    from tripolis.engine.files import writing

    from .page import as_html
    from .report import as_csv, as_json, print_table
    from .table import make_table

    table = make_table(results, error)
    written = []
    for file, write in ((html, as_html), (csv_file, as_csv), (json_file, as_json)):
        if file is not None:
            with writing(file):
                file.write_text(write(table, language()), encoding="utf-8")
            written.append(file)
    print_table(table, words(language()).render)
    for file in written:
        print(file)
