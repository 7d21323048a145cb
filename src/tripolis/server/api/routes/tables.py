"""Tables: set up, sit down, look, play."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, MediaType, Response, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import Body, Parameter

from ...domain.table import Table
from ...live.tables import Room
from ...live.views import Named
from .. import queries as study
from .. import requests as asks
from ..desk import Caller, Desk
from ..requests import fields
from ..responses import PROBLEMS, answer, answers

TableId = Annotated[str, Parameter(max_length=16, description="The code of a table.")]
Lang = Annotated[asks.Lang | None, Parameter(description="The language of all words.", required=False)]
DONE = {"seq": 17, "kind": "moves", "at": 1794700000000}
REVIEWING = {"status": "running", "done": 12, "of": 63}
REVIEW = {
    "status": "done",
    "done": 63,
    "of": 63,
    "summary": ["Move 46: Ada lost about 3 points with “Build on c4: tower”. Better: “Discard: tower”."],
    "costliest": [45],
    "chances": [[0.5, 0.5]],
    "decisions": [
        {
            "ply": 45,
            "seat": 1,
            "played": "c4",
            "best": "x",
            "before": 0.42,
            "after": 0.34,
            "loss": 2.9,
            "visits": 1859,
            "chances": [0.58, 0.42],
            "text": "…",
            "path": ["discard"],
        }
    ],
}
SEATED = {"table": "k3fq8w2mzr7p", "seat": 1, "token": "Zk3v…", "seq": 4}


async def do(desk: Desk, caller: Caller, table_id: str, deed: str, ask: asks.Ask) -> Response[bytes]:
    """Do something at a table, and say which entry it became."""
    room = await desk.hall.room(table_id)
    entry = await desk.hall.act(room, caller.at(room.table), deed, fields(ask), getattr(ask, "id", None))
    return answer({"seq": entry.seq, "kind": entry.kind, "at": entry.at})


async def look(desk: Desk, table_id: str) -> Room:
    """A table as it stands in the database."""
    return await desk.hall.room(table_id, fresh=True)


async def reviewed(desk: Desk, caller: Caller, table: Table) -> Response[bytes]:
    """The review of a table as it stands."""
    say = Named(caller.lang, table).render
    return answer(await desk.reviews.look(table.id, await desk.finished(table, caller), table.titles, say))


class TableRoutes(Controller):
    """Everything at tables."""

    path = "/api/tables"
    tags = ("Tables",)

    @post("/", summary="Set up a table", responses=answers(SEATED | {"commitment": "9f…"}, "The table.", 201))
    async def create(
        self,
        desk: Desk,
        caller: Caller,
        data: Annotated[
            asks.TableAsk,
            Body(
                examples=[
                    Example(
                        value={
                            "game": "quadropolis",
                            "options": {"mode": "classic", "players": 3},
                            "seats": ["me", "open", "bot:greedy"],
                            "undo": "consent",
                        }
                    )
                ]
            ),
        ],
    ) -> Response[bytes]:
        """A table with seats for you, for others and for bots. Programs without a cookie name themselves."""
        return answer(await desk.create(caller, data), 201)

    @get("/{table_id:str}", summary="Look at a table", responses=answers({"type": "snapshot", "seq": 17}, "The table."))
    async def observe(
        self,
        desk: Desk,
        caller: Caller,
        table_id: TableId,
        lang: Lang = None,
        after: Annotated[int, Parameter(ge=0, description="Only the log behind this seq.")] = 0,
    ) -> Response[bytes]:
        """The table as you see it: options, seats, scene, accounts, log and, at your turn, the legal moves."""
        room = await look(desk, table_id)
        who = caller.at(room.table)
        return answer(room.moment().snapshot(who.seat, who.guest, caller.lang, after))

    @post("/{table_id:str}/join", status_code=200, summary="Sit down", responses=answers(SEATED, "Your seat."))
    async def join(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.JoinAsk) -> Response[bytes]:
        """Take an open seat. The token proves that it is yours; it is shown only now."""
        return answer(await desk.join(await look(desk, table_id), caller, data))

    @put("/{table_id:str}/options", summary="Change the options", responses=answers(DONE, "Done."))
    async def options(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.OptionsAsk) -> Response[bytes]:
        """Before the match, by the one who set up the table. Whoever was ready has to look again."""
        room = await look(desk, table_id)
        entry = await desk.change_options(room, caller.at(room.table), data)
        return answer({"seq": entry.seq, "kind": entry.kind, "at": entry.at})

    @put("/{table_id:str}/seat", summary="Put a bot on a seat, or open it", responses=answers(DONE, "Done."))
    async def set_seat(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.SeatAsk) -> Response[bytes]:
        """By the one who set up the table, at any time, for seats without a person (or whose time is up)."""
        return await do(desk, caller, table_id, "set_seat", data)

    @post("/{table_id:str}/ready", status_code=200, summary="Be ready", responses=answers(DONE, "Done."))
    async def ready(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.ReadyAsk) -> Response[bytes]:
        """You have seen options and commitment; your nonce becomes part of the shuffle."""
        return await do(desk, caller, table_id, "ready", data)

    @post("/{table_id:str}/start", status_code=200, summary="Begin", responses=answers(DONE, "Done."))
    async def start(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.PlainAsk) -> Response[bytes]:
        """Begin the match when everybody is ready."""
        return await do(desk, caller, table_id, "start", data)

    @post("/{table_id:str}/moves", status_code=200, summary="Play", responses=answers(DONE, "The moves are on disk."))
    async def moves(
        self,
        desk: Desk,
        caller: Caller,
        table_id: TableId,
        data: Annotated[asks.MovesAsk, Body(examples=[Example(value={"moves": ["3N2"], "seq": 16, "id": "a1"})])],
    ) -> Response[bytes]:
        """One move, or several of yours that belong together: all of them are made, or none."""
        return await do(desk, caller, table_id, "moves", data)

    @post("/{table_id:str}/undo", status_code=200, summary="Take back", responses=answers(DONE, "Done, or asked for."))
    async def undo(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.UndoAsk) -> Response[bytes]:
        """Inside your turn at once; beyond it, where the table allows it, by asking the others."""
        return await do(desk, caller, table_id, "undo", data)

    @post("/{table_id:str}/pause", status_code=200, summary="Ask for a pause", responses=answers(DONE, "Asked."))
    async def pause(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.PlainAsk) -> Response[bytes]:
        """The others are asked; while the match is paused, no clock runs."""
        return await do(desk, caller, table_id, "pause", data)

    @post("/{table_id:str}/resume", status_code=200, summary="Go on after a pause", responses=answers(DONE, "Done."))
    async def resume(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.PlainAsk) -> Response[bytes]:
        """Any player ends a pause."""
        return await do(desk, caller, table_id, "resume", data)

    @post("/{table_id:str}/answer", status_code=200, summary="Answer a question", responses=answers(DONE, "Done."))
    async def answer(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.AnswerAsk) -> Response[bytes]:
        """Yes or no to an undo or a pause that somebody has asked for."""
        return await do(desk, caller, table_id, "answer", data)

    @post("/{table_id:str}/resign", status_code=200, summary="Give up", responses=answers(DONE, "Done."))
    async def resign(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.PlainAsk) -> Response[bytes]:
        """With two seats the match ends; with more a bot plays on, and you are ranked last."""
        return await do(desk, caller, table_id, "resign", data)

    @post("/{table_id:str}/order", status_code=200, summary="Standing order", responses=answers(DONE, "Done."))
    async def order(
        self,
        desk: Desk,
        caller: Caller,
        table_id: TableId,
        data: Annotated[asks.OrderAsk, Body(examples=[Example(value={"move": "-", "times": 0})])],
    ) -> Response[bytes]:
        """A move that is made for you at your turns as long as it is legal. Nobody else sees the order."""
        return await do(desk, caller, table_id, "order", data)

    @post("/{table_id:str}/chat", status_code=200, summary="Say something", responses=answers(DONE, "Done."))
    async def chat(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.ChatAsk) -> Response[bytes]:
        """To all at the table."""
        return await do(desk, caller, table_id, "chat", data)

    @post("/{table_id:str}/mute", status_code=200, summary="Mute a seat", responses=answers(DONE, "Done."))
    async def mute(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.MuteAsk) -> Response[bytes]:
        """For yourself, or (as the one who set up the table) for all."""
        return await do(desk, caller, table_id, "mute", data)

    @post("/{table_id:str}/leave", status_code=200, summary="Stand up", responses=answers(DONE, "Done."))
    async def leave(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.PlainAsk) -> Response[bytes]:
        """Your seat is open again."""
        return await do(desk, caller, table_id, "leave", data)

    @post("/{table_id:str}/back", status_code=200, summary="Come back", responses=answers(DONE, "Done."))
    async def back(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.PlainAsk) -> Response[bytes]:
        """After your time was up: the bot that played for you stands up."""
        return await do(desk, caller, table_id, "back", data)

    @post("/{table_id:str}/close", status_code=200, summary="Close the table", responses=answers(DONE, "Done."))
    async def close(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.PlainAsk) -> Response[bytes]:
        """An open table by its owner, an abandoned one by any player."""
        return await do(desk, caller, table_id, "close", data)

    @post("/{table_id:str}/rematch", status_code=200, summary="Again", responses=answers(SEATED, "The new table."))
    async def rematch(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.PlainAsk) -> Response[bytes]:
        """The same people at a new table, each one seat further. Tokens stay valid there."""
        return answer(await desk.rematch(await look(desk, table_id), caller))

    @post("/{table_id:str}/watch", status_code=200, summary="Watch", responses=answers({"watch": True}, "Done."))
    async def watch(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.WatchAsk) -> Response[bytes]:
        """Keep the table on your list, or not."""
        await desk.watch(await look(desk, table_id), caller, data.watch)
        return answer({"watch": data.watch})

    @post(
        "/{table_id:str}/keep",
        status_code=200,
        summary="Keep your seat",
        responses=answers({"secret": "q7…", "expires": 1794700900000, "path": "/keep#q7…"}, "A secret."),
    )
    async def keep(self, desk: Desk, caller: Caller, table_id: TableId, data: asks.PlainAsk) -> Response[bytes]:
        """A secret that moves your seat to another device: it works once, and for 15 minutes."""
        return answer(await desk.keep(await look(desk, table_id), caller))

    @get(
        "/{table_id:str}/why-not",
        summary="Why not?",
        responses=answers({"legal": False, "reason": "URBANIST", "text": "…"}, "The rule."),
    )
    async def why_not(
        self,
        desk: Desk,
        caller: Caller,
        table_id: TableId,
        move: Annotated[str | None, Parameter(max_length=120, description="A move in notation.")] = None,
        path: Annotated[str | None, Parameter(max_length=400, description="Sprites, with commas between them.")] = None,
        after: Annotated[
            str | None, Parameter(max_length=2000, description="Moves put together before, with commas between them.")
        ] = None,
        lang: Lang = None,
    ) -> Response[bytes]:
        """Which rule forbids a move, or a click on these sprites."""
        room = await look(desk, table_id)
        seat = caller.at(room.table).seat
        clicked = [sprite for sprite in (path or "").split(",") if sprite]
        before = [text for text in (after or "").split(",") if text]
        return answer(study.why_not(room.table, seat, move, clicked, caller.lang, before))

    @post(
        "/{table_id:str}/preview",
        status_code=200,
        summary="What would it bring?",
        responses=answers({"silent": False, "gain": 3}, "What the moves would bring."),
    )
    async def preview(
        self, desk: Desk, caller: Caller, table_id: TableId, data: asks.PreviewAsk, lang: Lang = None
    ) -> Response[bytes]:
        """Your account after moves that are not made. Silent where something hidden would come to light."""
        room = await look(desk, table_id)
        seat = caller.at(room.table).seat
        found = study.preview(room.table, seat, data.moves, caller.lang)
        return answer(found, say=Named(caller.lang, room.table).render)

    @post(
        "/{table_id:str}/draft",
        status_code=200,
        summary="Put moves together",
        responses=answers({"legal": [], "sprites": {"put": [], "gone": [], "areas": []}}, "What may follow."),
    )
    async def draft(
        self, desk: Desk, caller: Caller, table_id: TableId, data: asks.DraftAsk, lang: Lang = None
    ) -> Response[bytes]:
        """What may follow moves that nobody has heard of yet, such as the parts of an offer, and how the table looks then."""
        room = await look(desk, table_id)
        seat = caller.at(room.table).seat
        found = study.draft(room.table, seat, data.moves, data.clicks, caller.lang)
        return answer(found, say=Named(caller.lang, room.table).render)

    @get(
        "/{table_id:str}/hint",
        summary="A hint",
        responses=answers({"move": "3N2", "text": "…", "chance": 0.58}, "A good move."),
    )
    async def hint(self, desk: Desk, caller: Caller, table_id: TableId, lang: Lang = None) -> Response[bytes]:
        """The best move that a short search finds by what you see, with your chance to win, where the table allows hints."""
        table = (await look(desk, table_id)).table
        seen = study.seen_for_hint(table, caller.at(table).seat)
        number, chance = await desk.bots.hint((table.id, table.position_seq), seen)
        return answer(study.hint(table, seen, number, chance, caller.lang))

    @get("/{table_id:str}/aid", summary="Overview cards", responses=answers({"tables": [], "summary": []}, "The aid."))
    async def aid(self, desk: Desk, caller: Caller, table_id: TableId, lang: Lang = None) -> Response[bytes]:
        """Scoring tables, what is left, the rules in short: for this table and this moment."""
        room = await look(desk, table_id)
        found = study.aid(room.table, caller.at(room.table).seat)
        return answer(found, say=Named(caller.lang, room.table).render)

    @get(
        "/{table_id:str}/story", summary="Points over the match", responses=answers({"totals": [[0, 0]]}, "The story.")
    )
    async def story(self, desk: Desk, caller: Caller, table_id: TableId, lang: Lang = None) -> Response[bytes]:
        """The totals of all seats after every move of a finished match."""
        match = await desk.finished((await look(desk, table_id)).table, caller)
        return answer(await desk.background.run(caller.address, lambda: study.story(match)))

    @get(
        "/{table_id:str}/tri",
        summary="The match as a file",
        responses={
            200: ResponseSpec(str, description="A .tri file.", media_type=MediaType.TEXT, generate_examples=False),
            **PROBLEMS,
        },
    )
    async def tri(self, desk: Desk, caller: Caller, table_id: TableId) -> Response[str]:
        """While the match is running, without its seed; at the end with everything that proves the shuffle."""
        room = await look(desk, table_id)
        name = f'attachment; filename="{room.table.game.name}-{room.table.id}.tri"'
        headers = {"content-disposition": name, "cache-control": "no-store"}
        text = await desk.background.run(caller.address, lambda: study.tri_text(room.table))
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    @get(
        "/{table_id:str}/replay",
        summary="A moment of a finished match",
        responses=answers({"ply": 12, "plies": 128}, "The moment."),
    )
    async def replay(
        self,
        desk: Desk,
        caller: Caller,
        table_id: TableId,
        ply: Annotated[int, Parameter(ge=0, description="After so many moves.")] = 0,
        seat: Annotated[int, Parameter(ge=-1, le=7, description="As this seat saw it; -1: the public.")] = -1,
        lang: Lang = None,
    ) -> Response[bytes]:
        """The table after some moves, as any seat saw it."""
        room = await look(desk, table_id)
        match = await desk.finished(room.table, caller)
        found = await desk.background.run(caller.address, lambda: study.replay(match, ply, seat, caller.lang))
        return answer(found, say=Named(caller.lang, room.table).render)

    @post(
        "/{table_id:str}/review",
        status_code=200,
        summary="Have a finished match reviewed",
        responses=answers(REVIEWING, "How far it has come."),
    )
    async def start_review(
        self, desk: Desk, caller: Caller, table_id: TableId, data: asks.PlainAsk, lang: Lang = None
    ) -> Response[bytes]:
        """Every decision is judged by search, in the background; once for each match, whoever asks."""
        table = (await look(desk, table_id)).table
        await desk.reviews.start(table.id, await desk.finished(table, caller), caller.at(table).guest)
        return await reviewed(desk, caller, table)

    @get("/{table_id:str}/review", summary="The review of a finished match", responses=answers(REVIEW, "The review."))
    async def review(self, desk: Desk, caller: Caller, table_id: TableId, lang: Lang = None) -> Response[bytes]:
        """How far the review has come (`status`: none, running or done) and, when it is done, all of it."""
        return await reviewed(desk, caller, (await look(desk, table_id)).table)

    @get(
        "/{table_id:str}/verify",
        summary="Was the shuffle fixed beforehand?",
        responses=answers({"holds": True}, "The verdict."),
    )
    async def verify(self, desk: Desk, caller: Caller, table_id: TableId) -> Response[bytes]:
        """Recomputes commitment and seed of a finished match; `tripolis verify` does the same with a file, without us."""
        room = await look(desk, table_id)
        return answer(await desk.background.run(caller.address, lambda: study.verdict(room.table)))
