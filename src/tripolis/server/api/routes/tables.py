"""Tables: set up, sit down, look, act."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Response, post, put
from litestar.enums import RequestEncodingType
from litestar.openapi.spec import Example
from litestar.params import BodyKwarg, JSONBody, QueryParameter

from ...domain.actions import ACTIONS
from ...domain.requests import PlainRequest
from ...storage import lists
from ..dependencies import AT_TABLE, READING, Live, TableId, TheHost, TheSeats, TheSetup, TheStore, TheTables, Who
from ..identity import no_name
from ..requests import JoinRequest, ReportRequest, TableRequest, WatchRequest
from ..responses import entry_response, get_route, json_response, post_route, responds

DONE = {"seq": 17, "kind": "moves", "at": 1794700000000}
SEATED = {"table": "k3fq8w2mzr7p", "seat": 1, "token": "Zk3v…", "seq": 4}
NEW_TABLE = {
    "game": "quadropolis",
    "options": {"mode": "classic", "players": 3},
    "seats": ["me", "open", "bot:greedy"],
    "undo": "consent",
}


class TableRoutes(Controller):
    """Tables: set up, sat down at, kept."""

    path = "/api/tables"
    tags = ("Tables",)
    dependencies = AT_TABLE

    @post_route("/", "Set up a table", SEATED | {"commitment": "9f…"}, "The table.", status=201)
    async def create(
        self,
        setup: TheSetup,
        who: Who,
        data: Annotated[
            TableRequest, BodyKwarg(media_type=RequestEncodingType.JSON, examples=[Example(value=NEW_TABLE)])
        ],
    ) -> Response[bytes]:
        """A table with seats for you, for others and for bots. Programs without a cookie name themselves."""
        return json_response(await setup.create(who, data), 201)

    @post_route("/{table_id:str}/join", "Sit down", SEATED, "Your seat.")
    async def join(self, seats: TheSeats, live: Live, who: Who, data: JSONBody[JoinRequest]) -> Response[bytes]:
        """Take an open seat. The token proves that it is yours; it is shown only now."""
        return json_response(await seats.join(live, who, data))

    @post_route("/{table_id:str}/rematch", "Again", SEATED, "The new table.")
    async def rematch(self, setup: TheSetup, live: Live, who: Who, data: JSONBody[PlainRequest]) -> Response[bytes]:
        """The same people at a new table, on the same seats. Tokens stay valid there."""
        return json_response(await setup.rematch(live, who))

    @post_route("/{table_id:str}/watch", "Watch", {"watch": True}, "Done.")
    async def watch(self, store: TheStore, live: Live, who: Who, data: JSONBody[WatchRequest]) -> Response[bytes]:
        """Keep the table on your list, or not."""
        if not who.guest:
            raise no_name()
        await lists.watch(store, who.guest, live.table.id, data.watch)
        return json_response({"watch": data.watch})

    @post_route("/{table_id:str}/report", "Report to the host", {"reported": True}, "The host will see it.")
    async def report(self, host: TheHost, live: Live, who: Who, data: JSONBody[ReportRequest]) -> Response[bytes]:
        """Tell the host of something at this table, about a seat or in general; nobody else hears of it."""
        await host.report(live, who, data.seat, data.text)
        return json_response({"reported": True})

    @post_route(
        "/{table_id:str}/keep",
        "Keep your seat",
        {"secret": "q7…", "expires": 1794700900000, "path": "/keep#q7…"},
        "A secret.",
    )
    async def keep(self, seats: TheSeats, live: Live, who: Who, data: JSONBody[PlainRequest]) -> Response[bytes]:
        """A secret that moves your seat to another device: it works once, and for 15 minutes."""
        return json_response(await seats.transfer_link(live, who))


@get_route(
    "/api/tables/{table_id:str}",
    "Look at a table",
    {"type": "snapshot", "seq": 17},
    "The table.",
    tags=["Tables"],
    dependencies=AT_TABLE | READING,
)
async def observe(
    tables: TheTables,
    live: Live,
    who: Who,
    after: Annotated[int, QueryParameter(ge=0, description="Only the log behind this seq.")] = 0,
) -> Response[bytes]:
    """The table as you see it: options, seats, scene, accounts, log and, at your turn, the legal moves."""
    return json_response(await tables.look(live, who, after))


# ------------------------------------------------------------------- actions


def action_route(
    name: str, summary: str, description: str, example: Any = None, done: str = "Done.", put_at: str = ""
) -> Any:
    """The route of an action: its request is judged, and becomes an entry."""
    request: Any = ACTIONS[name].request

    async def act(tables: TheTables, who: Who, table_id: TableId, data: Any) -> Response[bytes]:
        live = await tables.find(table_id)
        return entry_response(await tables.act(live, who, name, data))

    examples = [Example(value=example)] if example else None
    act.__annotations__["data"] = Annotated[request, BodyKwarg(media_type=RequestEncodingType.JSON, examples=examples)]
    act.__name__, act.__doc__ = name, description
    path = f"/api/tables/{{table_id:str}}/{put_at or name}"
    method = put if put_at else post
    return method(path, status_code=200, summary=summary, tags=["Tables"], responses=responds(DONE, done))(act)


ACTION_ROUTES = [
    action_route(
        "options",
        "Change the options",
        "Before the match, by the one who set up the table. Whoever was ready has to look again.",
        put_at="options",
    ),
    action_route(
        "set_seat",
        "Put a bot on a seat, or open it",
        "By the one who set up the table, at any time, for seats without a person (or whose time is up).",
        put_at="seat",
    ),
    action_route("ready", "Be ready", "You have seen options and commitment; your nonce becomes part of the shuffle."),
    action_route("start", "Begin", "Begin the match when everybody is ready."),
    action_route(
        "moves",
        "Play",
        "One move, or several of yours that belong together: all of them are made, or none.",
        {"moves": ["3N2"], "seq": 16, "id": "a1"},
        "The moves are on disk.",
    ),
    action_route(
        "undo",
        "Take back",
        "Inside your turn at once; beyond it, where the table allows it, by asking the others.",
        done="Done, or asked for.",
    ),
    action_route(
        "pause", "Ask for a pause", "The others are asked; while the match is paused, no clock runs.", done="Asked."
    ),
    action_route("resume", "Go on after a pause", "Any player ends a pause."),
    action_route("answer", "Answer a question", "Yes or no to an undo or a pause that somebody has asked for."),
    action_route(
        "resign", "Give up", "With two seats the match ends; with more a bot plays on, and you are ranked last."
    ),
    action_route(
        "order",
        "Automatic move",
        "A move that is made for you at your turns as long as it is legal. Nobody else sees it.",
        {"move": "-", "times": 0},
    ),
    action_route("chat", "Say something", "To all at the table."),
    action_route("mute", "Mute a seat", "For yourself, or (as the one who set up the table) for all."),
    action_route(
        "claim", "Ask for your seat back", "If your browser has forgotten you: the owner of the table decides."
    ),
    action_route("grant", "Give a seat back", "By the one who set up the table, to somebody who has asked for it."),
    action_route("leave", "Stand up", "Your seat is open again."),
    action_route("back", "Come back", "After your time was up: the bot that played for you stands up."),
    action_route("close", "Close the table", "An open table by its owner, an abandoned one by any player."),
]
