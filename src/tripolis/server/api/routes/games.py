"""Games: what can be played, guided first games, score helpers, builders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from litestar import Controller, Response
from litestar.params import JSONBody, PathParameter

from tripolis.bots import BOTS
from tripolis.engine.game import Game, find, game_names
from tripolis.engine.words import Message, words

from ...domain.requests import PlainRequest
from ..dependencies import READING, TheComputing, TheSetup, Who
from ..requests import BoxRequest, EditorRequest
from ..responses import get_route, json_response, post_route
from .tables import SEATED

GameName = Annotated[str, PathParameter(max_length=40, description="The name of a game.")]


@post_route("/api/tours/{name:str}", "A guided first game", SEATED, "The table.", status=201, tags=["Guests"])
async def tour(setup: TheSetup, who: Who, name: GameName, data: JSONBody[PlainRequest]) -> Response[bytes]:
    """A table with a known shuffle, where bots follow a script."""
    return json_response(await setup.tour(who, name), 201)


class GameRoutes(Controller):
    """Everything that belongs to a game and to no table."""

    path = "/api"
    tags = ("Guests",)
    dependencies = READING

    @get_route("/games", "What can be played", {"games": [], "bots": ["random"]}, "Games.")
    async def games(self, who: Who) -> Response[bytes]:
        """The games with their options, and the bots."""
        return json_response({"games": [describe(name, who.lang) for name in game_names()], "bots": list(BOTS)})

    @post_route(
        "/score/{name:str}",
        "The score helper",
        {"state": "classic.----------------_0_0", "accounts": []},
        "The helper after the step.",
    )
    async def score(
        self, computing: TheComputing, who: Who, name: GameName, data: JSONBody[EditorRequest]
    ) -> Response[bytes]:
        """A finished game put together step by step; its whole state is one text that you keep."""
        return json_response(await computing.run(who, "score", game=find(name).name, request=data))

    @post_route(
        "/build/{name:str}", "The builder", {"state": "classic:GO@0", "playable": False}, "The builder after the step."
    )
    async def build(
        self, computing: TheComputing, who: Who, name: GameName, data: JSONBody[EditorRequest]
    ) -> Response[bytes]:
        """What is played on (a track), put together step by step; its state is the value of an option."""
        return json_response(await computing.run(who, "build", game=find(name).name, request=data))

    @post_route(
        "/box/{name:str}", "An owner's box", {"cards": [], "values": {}, "files": None}, "The box with every card."
    )
    async def box(
        self, computing: TheComputing, who: Who, name: GameName, data: JSONBody[BoxRequest]
    ) -> Response[bytes]:
        """What is printed on cards, tiles and tracks, with the values that you typed in; `files` is the whole box for
        a new table. A value that cannot be is refused with its place."""
        return json_response(await computing.run(who, "box", game=find(name).name, request=data))


def about_data(game: Game, say: Callable[[Message], str]) -> dict[str, Any]:
    """What a game is like, for those who choose one."""
    about = game.about
    return {"players": about.players, "weight": about.weight, "pitch": say(about.pitch) if about.pitch else ""}


def describe(name: str, lang: str) -> dict[str, Any]:
    """A game with its options, for a page that sets up tables."""
    game = find(name)
    say = words(lang, game).render
    return {
        "name": name,
        "title": game.title,
        "rules": game.version,
        "about": about_data(game, say),
        "options": [
            {
                "name": option.name,
                "title": say(option.title),
                "help": say(option.help),
                "default": option.show(option.default),
                "known": [
                    {"value": mode, "name": say(option.name_of(mode))}
                    for mode in (game.builder.MODES if game.has_builder and option.name == game.builder.OPTION else ())
                ],
                "values": [
                    {"value": option.show(value), "name": say(option.name_of(value))} for value in option.values
                ],
            }
            for option in game.options
        ],
        "box": {
            "files": sorted(game.rules.standard_box()),
            "note": words(lang).render(Message("The standard box.")),
            "own": game.helper is not None and game.helper.cards is not None,
        },
    }
