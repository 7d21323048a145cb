"""A process in which long computations run: it gets what they are about on standard input, and replies with JSON in the
reader's language and with the CPU time that it took.

It knows no database and no other table than the one it is asked about.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tripolis.engine.box_shape import check_box
from tripolis.engine.errors import BadMatch, TripolisError
from tripolis.engine.game import find, game_names
from tripolis.engine.guide import draw_picture
from tripolis.engine.match import Match
from tripolis.engine.own_box import box_data
from tripolis.engine.position import Position
from tripolis.engine.rooms import Book
from tripolis.engine.tri import read_tri
from tripolis.engine.words import Message, Words, words
from tripolis.review import Assessment, Review, decisions

from ..domain.games import game_data, game_of
from ..domain.problems import Problem, as_problem, too_costly, too_large
from ..domain.requests import BOX_BYTES
from ..live.views import match_titles, match_words
from ..live.worker import give_way, limit_memory, receive, send
from . import puzzle_views, queries, study
from .requests import BoxRequest, EditorRequest

COMMAND = (sys.executable, "-m", "tripolis.server.api.computations")
NOT_A_MATCH = Message("This file is not a saved match of Tripolis. Saved matches end in .tri.")
KEPT = 8
"""Matches that a process keeps: whoever replays one asks for many moments."""


# -------------------------------------------------------------------- helpers


def score(lang: str, game: str, request: dict[str, Any]) -> tuple[Any, Words]:
    """The score helper after a step."""
    say = words(lang, find(game))
    return queries.count_score(find(game), msgspec.convert(request, EditorRequest), say), say


def set_up(lang: str, game: str, request: dict[str, Any]) -> tuple[Any, Words]:
    """The editor of positions after a step."""
    say = words(lang, find(game))
    return queries.count_score(find(game), msgspec.convert(request, EditorRequest), say, set_up=True), say


def build(lang: str, game: str, request: dict[str, Any]) -> tuple[Any, Words]:
    """The builder after a step."""
    say = words(lang, find(game))
    return queries.build(find(game), msgspec.convert(request, EditorRequest), say), say


def box(lang: str, game: str, request: dict[str, Any]) -> tuple[Any, Words]:
    """An owner's box."""
    own = queries.own_box(find(game), msgspec.convert(request, BoxRequest))
    return box_data(find(game), own), words(lang, find(game))


# ------------------------------------------------------------------- pictures


def rules_picture(lang: str, game: str, number: int, theme: str) -> tuple[str, Words]:
    """A picture of the rules, as SVG."""
    say = words(lang, find(game))
    return draw_picture(find(game), (find(game).book or Book()).pictures[number - 1], theme, say.render), say


def picture(lang: str, game: dict[str, Any], seen: str, last: list[str], titles: list[Any]) -> tuple[str, Words]:
    """A table as the public sees it, as SVG."""
    played = game_of(game)
    say, position = words(lang, played), Position(played, played.state.from_bytes(bytes.fromhex(seen)))
    return position.draw("light", tuple(last), say.render, tuple(titles)), say


# -------------------------------------------------------------------- matches


@dataclass(slots=True)
class Kept:
    """A match, and its moves as they are read in each language."""

    match: Match
    said: dict[str, list[str]] = field(default_factory=dict)
    icons: list[str] | None = None
    drafts: list[str] | None = None

    def moves_said(self, lang: str) -> list[str]:
        """All moves in a language, said once."""
        if lang not in self.said:
            say = match_words(lang, self.match)
            self.said[lang] = [say.render(move.words) for move in self.match.moves]
        return self.said[lang]

    def move_icons(self) -> list[str]:
        """The symbols of all moves, found once."""
        if self.icons is None:
            self.icons = queries.move_icons(self.match)
        return self.icons

    def move_drafts(self) -> list[str]:
        """Which moves are steps of what is put together, found once."""
        if self.drafts is None:
            self.drafts = [move.draft for move in self.match.moves]
        return self.drafts


_matches: OrderedDict[str, Kept] = OrderedDict()


def kept(source: dict[str, Any]) -> Kept:
    """The match of a source: a file, or what was played at a table."""
    key = source["key"]
    if key not in _matches:
        _matches[key] = Kept(match_of(source))
        while len(_matches) > KEPT:
            _matches.popitem(last=False)
    _matches.move_to_end(key)
    return _matches[key]


def match_of(source: dict[str, Any]) -> Match:
    """A match from a file, from a position, or of a table."""
    if "position" in source:
        return study.parsed(source["position"])
    return Match.parse(source["text"]) if "text" in source else played(source)


def played(source: dict[str, Any]) -> Match:
    """The match of a table."""
    match = Match(game_of(source["game"]), bytes.fromhex(source["seed"]))
    match.play(*source["moves"])
    match.headers = source["headers"]
    return match


def read(lang: str, text: str) -> tuple[Any, None]:
    """A match from a file that somebody has sent, as we write it."""
    if "[Game" not in text:
        raise Problem(422, "bad_match", NOT_A_MATCH)
    if "\0" in text:
        raise BadMatch(1, 1, Message("this is not UTF-8 text"))
    if sum(len(box.encode()) for box in read_tri(text).box.values()) > BOX_BYTES:
        raise too_large(BOX_BYTES)
    match = Match.parse(text)
    if match.game.box_files is not None:
        check_box(match.game, match.game.box_files)
    return {"text": str(match), "plies": len(match)}, None


def game(lang: str, match: dict[str, Any]) -> tuple[Any, None]:
    """What is played in a match."""
    return game_data(kept(match).match.game), None


def replay(lang: str, match: dict[str, Any], ply: int, seat: int, legal: bool) -> tuple[Any, Words]:
    """A moment of a match as a seat saw it."""
    one = kept(match)
    moment = queries.replay(one.match, ply, seat, match_words(lang, one.match), legal)
    told = {"said": one.moves_said(lang), "icons": one.move_icons(), "drafts": one.move_drafts()}
    return moment | told, match_words(lang, one.match)


def story(lang: str, match: dict[str, Any]) -> tuple[Any, Words]:
    """The totals of all seats after every move."""
    return queries.story(kept(match).match), match_words(lang, kept(match).match)


def verify(lang: str, match: dict[str, Any]) -> tuple[Any, None]:
    """Was the shuffle fixed beforehand?"""
    return queries.verdict(kept(match).match), None


def text(lang: str, match: dict[str, Any]) -> tuple[str, None]:
    """A match as a file."""
    return str(kept(match).match), None


def positions(lang: str, match: dict[str, Any]) -> tuple[Any, None]:
    """Every decision of a match that a review judges: its ply, what was seen, and what was done."""
    return [(ply, seen.to_bytes().hex(), number) for ply, seen, number in decisions(kept(match).match)], None


def review(lang: str, match: dict[str, Any], assessed: str) -> tuple[Any, Words]:
    """A review in words."""
    one = kept(match).match
    say = match_words(lang, one)
    data = Review(one, msgspec.json.decode(assessed, type=list[Assessment]), match_titles(one)).data(say.render)
    for decision in data["decisions"]:
        if decision["loss"]:
            position = one.at(decision["ply"])
            decision["ghosts"] = study.ghosts(position, position.number_of(decision["best"]), match_titles(one))
    return data, say


# ---------------------------------------------------------------------- study


def moment(lang: str, match: dict[str, Any], ply: int, moves: list[str], eyes: int, tree: bool) -> tuple[Any, Words]:
    """A place in the tree of an analysis."""
    one = kept(match).match
    say = match_words(lang, one)
    return study.moment(one, ply, moves, eyes, say, tree), say


def best(lang: str, match: dict[str, Any], ply: int, moves: list[str], eyes: int, limit: int) -> tuple[Any, Words]:
    """The best moves at such a place."""
    one = kept(match).match
    say = match_words(lang, one)
    return study.best(one, ply, moves, eyes, limit, say), say


def tree_file(lang: str, match: dict[str, Any], tree: dict[str, Any]) -> tuple[Any, None]:
    """The tree of an analysis as a match file."""
    return {"text": study.file_of(kept(match).match, tree)}, None


def table(lang: str, game: str, request: dict[str, Any], first: int) -> tuple[Any, Words]:
    """The table of a score helper as a position."""
    say = words(lang, find(game))
    position, filled = study.from_table(find(game), msgspec.convert(request, EditorRequest), first)
    return {"position": position.text(), "filled": [say.render(part) for part in filled]}, say


# -------------------------------------------------------------------- puzzles


def puzzle(lang: str, position: str) -> tuple[Any, Words]:
    """A puzzle as the seat sees it, with its legal moves."""
    seen = Position.parse(position)
    say = words(lang, seen.game)
    return puzzle_views.puzzle(seen, say), say


def puzzle_picture(lang: str, position: str, theme: str) -> tuple[str, Words]:
    """The board of a puzzle, as SVG."""
    seen = Position.parse(position)
    say = words(lang, seen.game)
    return puzzle_views.picture(seen, theme, say), say


def puzzle_move(lang: str, position: str, move: str) -> tuple[Any, None]:
    """A legal move of a puzzle, by its notation."""
    seen = Position.parse(position)
    number = seen.number_of(move)
    if refused := seen.why_not(number):
        raise refused
    return {"number": number, "text": seen.move(number).text}, None


def puzzle_line(lang: str, position: str, numbers: list[int]) -> tuple[Any, Words]:
    """What follows a move, moment by moment, as the seat would see it."""
    seen = Position.parse(position)
    say = words(lang, seen.game)
    return puzzle_views.moments(seen, numbers, say), say


WORK: dict[str, Callable[..., tuple[Any, Words | None]]] = {
    work.__name__: work
    for work in (
        score, set_up, build, box, rules_picture, picture, read, game, replay, story, verify, text, positions, review,
        moment, best, tree_file, table, puzzle, puzzle_picture, puzzle_move, puzzle_line,
    )
}  # fmt: skip


# ------------------------------------------------------------------ the process


def compute(work: str, lang: str, arguments: dict[str, Any]) -> tuple[Any, Words | None]:
    """A result; where memory runs out, the matches that are kept make room for it."""
    try:
        return WORK[work](lang, **arguments)
    except MemoryError:
        _matches.clear()
    try:
        return WORK[work](lang, **arguments)
    except MemoryError:
        raise too_costly() from None


def reply_to(request: dict[str, Any]) -> dict[str, Any]:
    """Compute: a result, a problem of whoever asks, or a failure of ours."""
    lang = request["lang"]
    try:
        result, say = compute(**request)
        return {"result": msgspec.json.encode(result, enc_hook=say.render if say else None).decode()}
    except TripolisError as error:
        problem = as_problem(error)
        text = words(lang).render(problem.message)
        return {"problem": {"status": problem.status, "code": problem.code, "message": text, "reason": problem.reason}}
    except (UnicodeError, RecursionError):
        text = words(lang).render(Message("The request has the wrong form."))
        return {"problem": {"status": 400, "code": "bad_request", "message": text}}
    except Exception:
        return {"failure": traceback.format_exc()}


def main() -> None:
    """Load the games that are in the cache, say so, and compute until the server goes away."""
    give_way()
    inward, outward = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    first = receive(inward)
    for name in game_names():
        if not find(name).is_cold:
            find(name).prepare()
    limit_memory(first["megabytes"])
    send(outward, {"ready": True})
    while (message := receive(inward)) is not None:
        began = time.process_time()
        reply = reply_to(message["request"])
        send(outward, reply | {"number": message["number"], "cpu": time.process_time() - began})


if __name__ == "__main__":
    main()
