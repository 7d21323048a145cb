"""What is played at a table: the game of a journal's entry, and options that were asked for."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from tripolis.engine.box_shape import check_box, is_text
from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game, find
from tripolis.engine.words import Message

from .problems import bad_value, too_large
from .requests import BOX_BYTES, OptionsRequest


@lru_cache(maxsize=256)
def shared_game(name: str, settings: tuple[tuple[str, Any], ...], box: tuple[tuple[str, str], ...] | None) -> Game:
    """A game with its settings, shared by all tables that play the same."""
    return find(name).configure(dict(box) if box is not None else None, **dict(settings))


def game_of(data: dict[str, Any]) -> Game:
    """The game that an entry names."""
    box = data.get("box")
    options = tuple(sorted(data["options"].items()))
    return shared_game(data["game"], options, tuple(sorted(box.items())) if box is not None else None)


def game_data(game: Game) -> dict[str, Any]:
    """What `game_of` makes this game of, in another process too."""
    box = dict(game.box_files) if game.box_files is not None else None
    return {"game": game.name, "options": game.settings, "box": box}


def options_data(request: OptionsRequest) -> dict[str, Any]:
    """What is played and how, checked and with all defaults, as the journal keeps it."""
    texts = (*(request.box or {}).values(), *(value for value in request.options.values() if isinstance(value, str)))
    if not all(map(is_text, (*texts, *(request.box or {}), *request.options, request.game))):
        raise BadOptions(Message("This is not text."))
    if sum(len(text.encode()) for text in texts) > BOX_BYTES:
        raise too_large(BOX_BYTES)
    clock = request.clock
    if clock.kind == "live" and clock.minutes <= 0 and clock.increment <= 0:
        raise bad_value(Message("A live clock needs minutes or an increment."))
    if clock.kind == "days" and clock.days <= 0:
        raise bad_value(Message("A clock in days needs a number of days."))
    if request.rated and (request.hints or request.box is not None):
        raise bad_value(Message("A rated match has no hints, and the standard box."))
    if request.box is not None:
        check_box(find(request.game), request.box)
    game = game_of({"game": request.game, "options": request.options, "box": request.box})
    return {
        "game": game.name,
        "rules": game.version,
        "options": game.settings,
        "box": request.box if game.box_hash != "standard" else None,
        "public": request.public,
        "undo": request.undo,
        "clock": msgspec.to_builtins(clock),
        "on_timeout": request.on_timeout,
        "chat": request.chat,
        "hints": request.hints,
        "rated": request.rated,
    }
