"""What the analysis room asks for: a moment in a line of moves, the best moves there, the tree as a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tripolis.bots.analysis import AnalysisLine
from tripolis.engine.editor import ScoreEditor
from tripolis.engine.errors import BadCity
from tripolis.engine.game import Game
from tripolis.engine.match import Match
from tripolis.engine.position import Position
from tripolis.engine.prompts import in_hand, prompt
from tripolis.engine.record import WHOLE
from tripolis.engine.scene import Sprite
from tripolis.engine.words import Message, Words
from tripolis.study import Room, begin, lines_of, match_of
from tripolis.study.start import EYES

from ..domain.problems import bad_value
from ..live import views
from . import queries
from .requests import EditorRequest

MOST_GHOSTS = 6
"""Pieces that show what a move does."""
LONGEST = 5000
"""Moves of a line of the tree, beside those of the match."""


def room_at(match: Match, ply: int, moves: Sequence[str], eyes: int) -> Room:
    """The room after some moves of a match and others that follow them."""
    if not 0 <= ply <= len(match):
        raise bad_value(Message("The match has {n} moves; there is no move {ply}.", n=len(match), ply=ply))
    if eyes != WHOLE and not -1 <= eyes < match.game.players:
        raise bad_value(Message("There is no such seat at this table."))
    line = Match(match.game, start=match.at(ply))
    line.headers = match.headers
    line.play(*moves[:LONGEST])
    return Room(line, len(line), eyes)


def moment(match: Match, ply: int, moves: Sequence[str], eyes: int, say: Words, tree: bool) -> dict[str, Any]:
    """A place in the tree: the table, what happened, what may be done, the account; with the `tree` if wanted."""
    room = room_at(match, ply, moves, eyes)
    line, seen, game = room.line, room.seen, match.game
    decider = line.position.seen_by(line.actor) if not line.over and eyes != WHOLE else seen
    last = line.moves[-1] if len(line) else match.moves[ply - 1] if ply else None
    heard = line.events[-1] if len(line) else match.events[ply]
    names = views.match_titles(match)
    data: dict[str, Any] = {
        "ply": ply + len(line),
        "plies": len(match),
        "seat": eyes,
        "eyes": match.headers.get(EYES),
        "game": game.name,
        "names": list(names or ()),
        "actor": seen.actor,
        "last": last.path if last else [],
        "events": views.events_data(heard, eyes if eyes >= 0 else -1, game, say),
        "accounts": views.accounts_data(seen),
        "ranks": line.position.ranks() if line.over else None,
        "scene": seen.scene(names) if game.face.scene is not None else None,
        "legal": views.moves_data(decider, say) if not line.over else [],
        "prompt": say.render(prompt(decider)),
        "in_hand": in_hand(decider),
        "position": (seen if eyes != WHOLE else line.position).text(),
        "said": [say.render(move.words) for move in line.moves],
    }
    if tree:
        data |= {"tree": lines_of(match), "main": [say.render(move.words) for move in match.moves]}
        data |= {"actors": match.actors}
    return data


def best(match: Match, ply: int, moves: Sequence[str], eyes: int, limit: int, say: Words) -> dict[str, Any]:
    """The best moves at a place, each with everybody's prospects, the line behind it and the pieces that it moves."""
    room = room_at(match, ply, moves, eyes)
    write = views.writer(match.game)
    known, titles = room.known, views.match_titles(match)

    def one(line: AnalysisLine) -> dict[str, Any]:
        leads = [write(round(lead)) for lead in line.leads]
        signs = ["+" if round(lead) > 0 else "" for lead in line.leads]
        return views.move_data(line.move, say) | {
            "chances": line.chances,
            "leads": [Message("{sign}{amount}", sign=s, amount=n) for s, n in zip(signs, leads, strict=True)],
            "line": [{"move": move.text, "text": say.render(move.words)} for move in line.moves],
            "ghosts": ghosts(room.position, line.move.number, titles),
        }

    return {"limit": limit, "actor": known.actor, "lines": [one(line) for line in room.analyse(limit)]}


def ghosts(position: Position, number: int, titles: Any) -> list[Sprite]:
    """The pieces that come or move with a move, as they lie then, by what its player can know."""
    if position.game.face.scene is None:
        return []
    seen = position.seen_by(position.actor)
    world = seen.imagine(0)
    world.play(number)
    if world.revealed or world.over:
        return []
    old = seen.scene(titles).by_id
    later = world.seen_by(position.actor).scene(titles).sprites
    places = {name: (one.area, one.x, one.y, one.symbol) for name, one in old.items()}
    moved = [one for one in later if one.role == "piece" and one.symbol]
    return [one for one in moved if places.get(one.id) != (one.area, one.x, one.y, one.symbol)][:MOST_GHOSTS]


def file_of(match: Match, tree: dict[str, Any]) -> str:
    """A tree as a match file."""
    first = Match(match.game, match.seed, match.start)
    first.headers = dict(match.headers)
    return str(match_of(first, tree))


def from_table(game: Game, request: EditorRequest, first: int) -> tuple[Position, tuple[Message, ...]]:
    """The table of a score helper as a position to go on from, and how what nobody can know was filled in."""
    files = queries.own_box(game, request.box).files if request.box else None
    editor = game.editor.from_state(request.state, files)
    if not isinstance(editor, ScoreEditor):
        raise BadCity(Message("A table of this game cannot be played on."))
    return editor.to_play(first)


def parsed(text: str) -> Match:
    """The match that goes on from a position as text."""
    return begin(text).match
