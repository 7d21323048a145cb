"""A guest's own record, and the board of ratings."""

from __future__ import annotations

from typing import Annotated, Any

import sqlalchemy as sa
from litestar import Controller, Response, delete, put
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter

from tripolis.bots import BOT_NAMES
from tripolis.engine.game import game_names
from tripolis.engine.words import words

from ...storage.records import delete_record, rating_data, record_of
from ...storage.schema import GUESTS
from ..dependencies import READING, TheGuests, TheRatings, TheStore, Who
from ..identity import need_guest
from ..requests import BoardRequest
from ..responses import get_route, json_response, responds

GameName = Annotated[str, PathParameter(max_length=40, description="The name of a game.")]
RECORD = {"name": "Ada", "board": False, "streak": 2, "games": {"quadropolis": {"matches": 12, "won": 5, "latest": []}}}
BOARD: dict[str, Any] = {
    "lines": [{"name": "Ada", "bot": False, "you": True, "shown": 1540, "give": 90, "matches": 12}]
}


class RecordRoutes(Controller):
    """What this server knows of a guest's play."""

    path = "/api"
    tags = ("Guests",)
    dependencies = READING

    @get_route("/me/record", "Your own record", RECORD, "Your record.")
    async def record(self, store: TheStore, ratings: TheRatings, guests: TheGuests, who: Who) -> Response[bytes]:
        """Matches and results, points by category beside those of winners (in the latest 200 matches), play against
        bots, your rating, costly decisions from reviews, and puzzles: everything that is kept about your play."""
        guest = await need_guest(who, guests)
        response = json_response(await record_of(store, ratings, guest), say=words(who.lang).render)
        response.headers["cache-control"] = "no-store"
        return response

    @delete("/me/record", summary="Delete your record", status_code=200, responses=responds({"deleted": True}, "Done."))
    async def forget(self, store: TheStore, guests: TheGuests, who: Who) -> Response[bytes]:
        """Your answers and ratings are deleted, and your results no longer say whose they are. Tables stay."""
        guest = await need_guest(who, guests)
        await delete_record(store, guest.id)
        return json_response({"deleted": True})

    @put("/me/board", summary="Be on the board", responses=responds({"board": True}, "As you wish."))
    async def board(
        self, store: TheStore, guests: TheGuests, who: Who, data: JSONBody[BoardRequest]
    ) -> Response[bytes]:
        """Only whoever asks for it is on the board of ratings."""
        guest = await need_guest(who, guests)
        await store.write(sa.update(GUESTS).where(GUESTS.c.id == guest.id).values(board=data.board))
        return json_response({"board": data.board})

    @get_route("/board/{name:str}", "The board of ratings", BOARD, "The best.")
    async def lines(self, ratings: TheRatings, who: Who, name: GameName) -> Response[bytes]:
        """Bots, and guests who want to be seen, by their ratings in a game."""
        if name not in game_names():
            raise NotFoundException
        lines = [
            {
                "name": line.name or BOT_NAMES.get(line.bot, line.bot),
                "bot": bool(line.bot),
                "you": line.player == who.guest,
                **rating_data(line.rating),
            }
            for line in await ratings.board(name)
        ]
        return json_response({"lines": lines}, say=words(who.lang).render)
