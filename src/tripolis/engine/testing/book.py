"""What players read: pictures can be played, tours followed, tables are whole, and all of it can be said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import TripolisError
from ..game import Game
from ..guide import AidTable, Picture, Step, Tour, draw_picture, show, start
from ..match import Match
from ..rooms import Book
from ..scene import art
from .faults import GameFault, fault
from .scenes import check_sprites, check_svg
from .words import Speaker, messages


@contextmanager
def written_at(where: str, what: str) -> Iterator[None]:
    """A fault names the file and the line where the book has it."""
    place = f"{where}: " if where else ""
    try:
        yield
    except GameFault as error:
        raise GameFault(f"{place}{error}") from None
    except (TripolisError, KeyError) as error:
        raise GameFault(f"{place}{what} cannot be shown: {error}") from None


def check_book(game: Game) -> None:
    """The whole book of a game; a game without one passes."""
    book, speaker = game.book, Speaker(game)
    if book is None:
        return
    for picture in book.pictures:
        with written_at(picture.where, f"The picture {picture.caption}"):
            check_picture(game, picture, speaker)
    if book.tour is not None:
        check_tour(game, book.tour)
    for what, part in (
        ("summary", book.summary),
        ("tips", book.tips),
        ("guide", book.guide),
        ("rulings", book.rulings),
    ):
        speaker.check(None, f"A text of the {what}", *messages(part))
    speaker.check(None, "A text of the tour", *messages(book.tour))


def check_picture(game: Game, picture: Picture, speaker: Speaker) -> None:
    """A picture has the areas that it names, rings round what it marks, and is the same whatever a table plays."""
    scene = show(game, picture)
    check_sprites(game, scene)
    known = scene.by_id
    for name in picture.marked:
        if name not in known:
            raise GameFault(f"The picture {picture.caption} marks {name}, which is not in it.")
    for name in (name for names in picture.numbered for name in names):
        if name not in known and name not in {area.name for area in scene.areas}:
            raise GameFault(f"The picture {picture.caption} has a number at {name}, which is not in it.")
    drawn = {theme: draw_picture(game, picture, theme) for theme in ("light", "dark")}
    for text in drawn.values():
        rings = [use for use in check_svg(text, known).iter() if "-ring-can" in use.get("href", "")]
        if len(rings) != len(picture.marked):
            raise GameFault(f"The picture {picture.caption} has {len(rings)} rings and marks {len(picture.marked)}.")
    players = next(option for option in game.options if option.name == "players")
    for value in (players.values[0], players.values[-1]):
        if draw_picture(game.configure(players=value), picture) != drawn["light"]:
            raise GameFault(f"The picture {picture.caption} depends on what the table plays.")
    for language in speaker.languages:
        draw_picture(game, picture, say=language.render)
        if language.missing and language.lang in speaker.translated:
            raise GameFault(f"The picture {picture.caption} is not translated: {language.missing.pop()}.")


def check_tour(game: Game, tour: Tour) -> None:
    """Every step is the player's, and its moves can be played."""
    with written_at(tour.steps[0].where, "The tour"):
        match = start(game, tour.options, tour.seed)
    for step in tour.steps:
        with written_at(step.where, "The tour"):
            check_step(match, step)
            play_step(match, step)
    if match.actor > 0:
        raise GameFault(f"The tour ends when it is seat {match.actor}'s turn.")


def check_step(match: Match, step: Step) -> None:
    """It is the player's turn, the sprites of the step are there, and what is to be clicked is among them."""
    if match.actor != 0:
        raise GameFault(f"The tour says {step.text} when it is not the player's turn.")
    known = match.seen_by(0).scene().by_id
    lost = [name for name in step.sprites if name not in known]
    if lost or not step.sprites:
        raise GameFault(f"The tour speaks of {lost or 'no sprite'} in {step.text}: it is not in the scene.")
    path = [name for move in match.legal() if move.text == step.move for name in move.path]
    if step.move and not set(path) <= set(step.sprites):
        raise GameFault(f"The tour asks for {step.move} and does not point out {path}.")
    if step.replies and not step.move:
        raise GameFault(f"The tour has replies to no move in {step.text}.")


def play_step(match: Match, step: Step) -> None:
    """The move is the player's, the replies are the others', and all of them are legal."""
    for number, move in enumerate(filter(None, (step.move, *step.replies))):
        if (match.actor == 0) != (number == 0):
            raise GameFault(f"The tour plays {move} for seat {match.actor}.")
        match.play(move)


def check_aid(match: Match, speaker: Speaker) -> None:
    """The tables of the aid and of the overview card for every viewer: whole, drawn, said, and the same in a world
    that looks the same."""
    book = match.game.book or Book()
    makers = [make for make in (book.aid, book.overview) if make]
    for symbol, text in book.pad(match.position) if book.pad else ():
        speaker.check(match, "A row of the score pad", text)
        if symbol not in art(match.game.art_file):
            raise fault(match, f"The score pad needs the symbol {symbol}, which is not in art.svg.")
    for seat in range(-1, match.game.players):
        seen = match.seen_by(seat)
        tables = [table for make in makers for table in make(seen)]
        for table in tables:
            check_table(match, table)
        speaker.check(match, "A text of the aid", *messages(tables))
        imagined = seen.imagine(len(match.moves)).seen_by(seat) if not match.over else seen
        if [table for make in makers for table in make(imagined)] != tables:
            raise fault(match, f"The aid of seat {seat} tells what it may not know.")


def check_table(match: Match, table: AidTable) -> None:
    """All rows are as long as the head, where there is one, and where there are symbols, there is one for each row."""
    widths = {len(row) for row in table.rows} | ({len(table.columns)} if table.columns else set())
    if len(widths) > 1:
        raise fault(match, f"The rows of {table.title} are not of one length, or not as long as its head.")
    if table.symbols and len(table.symbols) != len(table.rows):
        raise fault(match, f"{table.title} has {len(table.symbols)} symbols and {len(table.rows)} rows.")
    for symbol in table.symbols:
        if symbol not in art(match.game.art_file):
            raise fault(match, f"{table.title} needs the symbol {symbol}, which is not in art.svg.")
