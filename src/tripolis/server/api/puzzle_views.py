"""Puzzles as pages need them: the table as a seat of no match sees it, and what follows a move."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tripolis.engine.position import Position
from tripolis.engine.prompts import in_hand, prompt
from tripolis.engine.scene import Scene, svg
from tripolis.engine.words import Words
from tripolis.puzzles.outcome import world_seed

from ..live import views


def moment(seen: Position, seat: int) -> dict[str, Any]:
    """The table as a seat of no match sees it."""
    return {
        "actor": seen.actor,
        "accounts": views.accounts_data(seen),
        "ranks": seen.ranks() if seen.over else None,
        "scene": seen.scene(None) if seen.game.face.scene is not None else None,
        "prompt": prompt(seen),
        "you": seat,
    }


def puzzle(seen: Position, say: Words) -> dict[str, Any]:
    """A position as the one who decides sees it, with every move that may be answered."""
    moves = [move for move in views.moves_data(seen, say) if not move.get("draft")]
    return moment(seen, seen.actor) | {
        "game": seen.game.name,
        "mode": seen.game.mode,
        "players": seen.game.players,
        "categories": views.category_data(seen.game, say),
        "legal": moves,
        "in_hand": in_hand(seen),
    }


def picture(seen: Position, theme: str, say: Words) -> str:
    """The board of a puzzle by itself, as SVG."""
    scene = seen.scene(None)
    board = next(area for area in scene.areas if area.role == "main")
    alone = Scene((replace(board, x=0, y=0),), tuple(sprite for sprite in scene.sprites if sprite.area == board.name))
    return svg(alone, seen.game.art_file, theme, say=say.render, title=seen.game.title, ground=False)


def moments(seen: Position, numbers: list[int], say: Words) -> list[dict[str, Any]]:
    """What the one who decides would see after each of these moves, made one after the other in a possible world."""
    seat, world, found = seen.actor, seen.imagine(world_seed(seen)), []
    for number in numbers:
        move, actor = world.move(number), world.actor
        world.play(number)
        after = world.seen_by(seat)
        found.append(moment(after, seat) | {"by": actor, "text": say.render(move.words), "last": move.path})
    return found
