"""Match files read and written: one match or many, played or not (`tri.py` takes their text apart)."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from .errors import BadBox, BadMatch, BadMove, BadOptions, TripolisError
from .game import Game, find
from .match import Match
from .record import WHOLE
from .sound import check_position
from .tri import MatchText, TriLine, read_tri, split_files
from .words import Message

OWN_HEADERS = ("Game", "Rules", "Box", "Seed", "Position", "Result")
"""Headers that every match writes itself."""
ALIKE = 0.8
"""From this likeness to the header of an option on, another one is thought to be misspelt (1: the same letters)."""


# ------------------------------------------------------------------- many matches


def read_matches(file: str | os.PathLike[str]) -> Iterator[MatchText]:
    """The matches of a file one after another, each as text that is not played yet: `headers`, `moves`, `comments`.

    `text.match()` plays one, and the rules check every move. Only one match at a time is held in memory.
    """
    with open(file, "rb") as lines:
        for first_line, text in split_files(_decoded(lines)):
            yield read_tri(text, first_line)


def write_matches(file: str | os.PathLike[str], matches: Iterable[Match], append: bool = False) -> int:
    """Write matches to a file, as they come; returns how many there were."""
    n = 0
    with open(file, "a" if append else "w", encoding="utf-8", newline="\n") as out:
        for n, match in enumerate(matches, start=1):
            if n > 1 or out.tell():
                out.write("\n")
            out.write(str(match))
    return n


def _decoded(lines: Iterable[bytes]) -> Iterator[str]:
    """The lines of a file as text."""
    for number, line in enumerate(lines, start=1):
        try:
            yield line.removeprefix(codecs.BOM_UTF8 if number == 1 else b"").decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadMatch(number, error.start + 1, Message("this is not UTF-8 text")) from None


# ---------------------------------------------------------------------- one match


def match_of(file: MatchText, game: Game | None = None) -> Match:
    """A match from its text; every move is checked by the rules."""
    game = _game_of(file, game)
    match = _begin(file, game)
    headers = tuple(option.header for option in game.options)
    match.headers = {
        name: value for name, value in file.headers.items() if name not in OWN_HEADERS and name not in headers
    }
    for name in match.headers:
        if meant := meant_header(name, headers):
            reason = Message("there is no option of this name; did you mean {header}?", header=meant)
            raise file.bad(name, reason)
    _play(match, file, file)
    if match.over and file.unfinished is not None:
        reason = Message("the match is over here, but the file says with * that it goes on")
        raise BadMatch(*file.place(file.unfinished), reason)
    if not match.over and file.unfinished is None:
        reason = Message("the moves end here, but the match goes on; an unfinished match ends with *")
        raise BadMatch(*file.end, reason)
    if "Result" in file.headers and not match.over:
        raise file.bad("Result", Message("the moves do not finish the match"))
    if "Result" in file.headers and match.result() != file.headers["Result"]:
        raise file.bad("Result", Message("the moves lead to {result}", result=match.result()))
    return match


def _begin(file: MatchText, game: Game) -> Match:
    """A match before its first move: from its seed, or from a position."""
    if "Position" in file.headers:
        if "Seed" in file.headers:
            raise file.bad("Seed", Message("a match that goes on from a position has no seed of its own"))
        try:
            start = game.position(file.headers["Position"])
            check_position(start)
        except TripolisError as error:
            raise file.bad("Position", error.message) from None
        if start.observer != WHOLE:
            raise file.bad("Position", Message("a match goes on from a whole position, not from what a seat sees"))
        return Match(game, start=start)
    try:
        return Match(game, file.need("Seed"))
    except ValueError:
        raise file.bad("Seed", Message("a seed has 32 hex digits")) from None


def _play(match: Match, line: TriLine, file: MatchText) -> None:
    """Play the moves of a file, or of a variation in it."""
    for i, word in enumerate(line.moves):
        try:
            match.play(word)
        except BadMove as error:
            reason = Message("{move}: {reason}", move=word, reason=error.message)
            raise BadMatch(*file.place_of(line, i), reason) from None
    match.comments, match.clocks = line.comments, line.clocks
    for ply, variations in line.variations.items():
        for variation in variations:
            _play(match.vary(ply), variation, file)


@lru_cache(maxsize=1024)
def meant_header(name: str, headers: tuple[str, ...]) -> str | None:
    """The header of an option that another one is too much like to be something else."""
    by_letters = {header.lower(): header for header in headers}
    alike = get_close_matches(name.lower(), by_letters, n=1, cutoff=ALIKE)
    return by_letters[alike[0]] if alike else None


def _game_of(file: MatchText, game: Game | None) -> Game:
    """The game, options and box that a file names."""
    name = file.need("Game")
    try:
        game = game if game is not None and game.name == name else find(name)
    except BadOptions as error:
        raise file.bad("Game", error.message) from None
    if file.need("Rules") != str(game.version):
        reason = Message(
            "the match was played by version {theirs} of the rules of {game}; this program has version {ours}"
        )
        raise file.bad("Rules", reason.fill(theirs=file.headers["Rules"], game=game.title, ours=game.version))
    settings = {}
    file.need("Players")
    for option in game.options:
        if option.header in file.headers:
            try:
                settings[option.name] = option.parse(file.headers[option.header])
            except BadOptions as error:
                raise file.bad(option.header, error.message) from None
    try:
        game = game.configure(file.box, **settings) if file.box else _configured(game, tuple(settings.items()))
    except BadOptions as error:
        raise file.bad("Game", error.message) from None
    except BadBox as error:
        raise file.bad("Box", Message("the embedded box is wrong: {reason}", reason=error.message)) from None
    if (needed := file.need("Box")) != game.box_hash:
        reason = Message("the match needs the box {needed}, but the file has {found}")
        raise file.bad("Box", reason.fill(needed=needed, found=game.box_hash))
    return game


@lru_cache(maxsize=64)
def _configured(game: Game, settings: tuple[tuple[str, Any], ...]) -> Game:
    """A game with these options: the matches of a file mostly have the same."""
    return game.configure(None, **dict(settings))
