"""Tables looked at without a change: at one's turn, and when the match is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from litestar import Controller, Response, get
from litestar.params import JSONBody, QueryParameter

from tripolis.engine.words import Message

from ...domain.problems import wrong_time
from ...domain.requests import PlainRequest
from ...live.computing import decoded
from ...live.views import move_data, table_words
from .. import queries
from ..dependencies import AT_TABLE, READING, Live, TheBots, TheComputing, TheReviews, Who
from ..requests import DraftRequest, GainsRequest, PreviewRequest
from ..responses import NOT_STORED, get_route, json_response, post_route, responds_with_text

Ply = Annotated[int, QueryParameter(ge=0, description="After so many moves.")]
SeatSeen = Annotated[int, QueryParameter(ge=-1, le=7, description="As this seat saw it; -1: the public.")]
WithLegal = Annotated[bool, QueryParameter(description="With the legal moves, if this seat is to decide.")]
REVIEWING = {"status": "running", "done": 12, "of": 63}
REVIEW = {
    "status": "done",
    "done": 63,
    "of": 63,
    "summary": ["Move 46: Ada lost about 3 points with “Build in row 3, column 4: tower”. Better: “Discard: tower”."],
    "costliest": [45],
    "chances": [[0.5, 0.5]],
    "decisions": [
        {
            "ply": 45, "seat": 1, "played": "c4", "best": "x", "before": 0.42, "after": 0.34, "loss": 2.9,
            "visits": 1859, "chances": [0.58, 0.42], "text": "…", "path": ["discard"],
        }
    ],
}  # fmt: skip


class TableQueries(Controller):
    """What a player may ask at a table, and what anybody may ask of a finished match."""

    path = "/api/tables/{table_id:str}"
    tags = ("Tables",)
    dependencies = AT_TABLE | READING

    @get_route("/why-not", "Why not?", {"legal": False, "reason": "URBANIST", "text": "…"}, "The rule.")
    async def why_not(
        self,
        live: Live,
        who: Who,
        move: Annotated[str | None, QueryParameter(max_length=120, description="A move in notation.")] = None,
        path: Annotated[
            str | None, QueryParameter(max_length=400, description="Sprites, with commas between them.")
        ] = None,
        after: Annotated[
            str | None,
            QueryParameter(max_length=2000, description="Moves put together before, with commas between them."),
        ] = None,
    ) -> Response[bytes]:
        """Which rule forbids a move, or a click on these sprites."""
        seen = queries.seen_at_turn(live.table, who.seat_at(live.table))
        say = table_words(who.lang, live.table)
        return json_response(queries.why_not(seen, move, _parts(path), _parts(after), say))

    @post_route("/preview", "What would it bring?", {"silent": False, "gain": 3}, "What the moves would bring.")
    async def preview(self, live: Live, who: Who, data: JSONBody[PreviewRequest]) -> Response[bytes]:
        """Your account after moves that are not made. Silent where something hidden would be revealed."""
        preview = queries.preview(live.table, who.seat_at(live.table), data.moves)
        return json_response(preview, say=table_words(who.lang, live.table).render)

    @get_route(
        "/prompts",
        "What is asked for",
        {
            "prompts": {
                "": "Place an architect: choose one and a free slot",
                "slot-N2": "Choose an architect for this slot",
            }
        },
        "Prompts.",
    )
    async def prompts(self, live: Live, who: Who) -> Response[bytes]:
        """What you are asked for at every step of a move: for each set of clicks on the way of a legal one."""
        say = table_words(who.lang, live.table)
        return json_response(queries.prompts(live.table, who.seat_at(live.table), say))

    @post_route(
        "/gains",
        "What would each click bring?",
        {"gains": {"cell-0-b4": {"shown": "+4", "sign": 1, "ghost": None}}, "catches": {}},
        "Gains.",
    )
    async def gains(self, live: Live, who: Who, data: JSONBody[GainsRequest]) -> Response[bytes]:
        """What every click that makes your clicks a whole move would bring, and what a click would take."""
        gains = queries.gains(live.table, who.seat_at(live.table), data.after, data.clicks)
        return json_response(gains, say=table_words(who.lang, live.table).render)

    @get_route("/card", "What is that?", {"title": "Harbour", "facts": []}, "A card.")
    async def card(
        self,
        live: Live,
        who: Who,
        sprite: Annotated[str, QueryParameter(max_length=80, description="The id of a sprite.")],
        clicks: Annotated[str | None, QueryParameter(max_length=400, description="Sprites clicked so far.")] = None,
        after: Annotated[str | None, QueryParameter(max_length=2000, description="Moves put together before.")] = None,
    ) -> Response[bytes]:
        """What a sprite is, needs, gives and scores, how it can be reached and, at your turn, why it cannot be
        clicked."""
        table = live.table
        say = table_words(who.lang, table)
        card = queries.card(table, who.seat_at(table), sprite, _parts(clicks), _parts(after), say)
        return json_response(card, say=say.render)

    @post_route(
        "/draft",
        "Put moves together",
        {"legal": [], "sprites": {"put": [], "gone": [], "areas": []}},
        "What may follow.",
    )
    async def draft(self, live: Live, who: Who, data: JSONBody[DraftRequest]) -> Response[bytes]:
        """What may follow moves that nobody has heard of yet, such as the parts of an offer, and how the table looks
        then."""
        say = table_words(who.lang, live.table)
        draft = queries.draft(live.table, who.seat_at(live.table), data, say)
        return json_response(draft, say=say.render)

    @get_route("/hint", "A hint", {"move": "3N2", "text": "…", "chance": 0.58}, "A good move.")
    async def hint(self, bots: TheBots, computing: TheComputing, live: Live, who: Who) -> Response[bytes]:
        """The best move that a short search finds by what you see, with your chance to win, where the table allows
        hints."""
        table = live.table
        seen = queries.seen_for_hint(table, who.seat_at(table))
        key = (table.id, table.position_seq)
        if not bots.knows_hint(key):
            computing.admit(who)
            computing.charge(who, bots.settings.hint_milliseconds / 1000)
        number, chance = await bots.hint(key, seen)
        return json_response(move_data(seen.move(number), table_words(who.lang, table)) | {"chance": chance})

    @get_route("/aid", "Overview cards", {"tables": [], "summary": []}, "The aid.")
    async def aid(self, live: Live, who: Who) -> Response[bytes]:
        """Scoring tables, what is left, the rules in short: for this table and this moment."""
        aid = queries.aid(live.table, who.seat_at(live.table))
        return json_response(aid, say=table_words(who.lang, live.table).render)

    @get_route("/story", "Points over the match", {"totals": [[0, 0]]}, "The story.")
    async def story(self, computing: TheComputing, live: Live, who: Who) -> Response[bytes]:
        """The totals of all seats after every move of a finished match."""
        return json_response(await computing.run(who, "story", match=queries.finished(live.table)))

    @get_route("/replay", "A moment of a finished match", {"ply": 12, "plies": 128}, "The moment.")
    async def replay(
        self,
        computing: TheComputing,
        live: Live,
        who: Who,
        ply: Ply = 0,
        seat: SeatSeen = -1,
        legal: WithLegal = False,
    ) -> Response[bytes]:
        """The table after some moves, as any seat saw it."""
        match = queries.finished(live.table)
        return json_response(await computing.run(who, "replay", match=match, ply=ply, seat=seat, legal=legal))

    @post_route("/review", "Have a finished match reviewed", REVIEWING, "How far it has come.")
    async def start_review(
        self, reviews: TheReviews, live: Live, who: Who, data: JSONBody[PlainRequest]
    ) -> Response[bytes]:
        """Every decision is judged by search, in the background; once for each match, whoever asks."""
        table, match = live.table, queries.finished(live.table)
        await reviews.start(table.id, table.game, match, replace(who, guest=who.guest_at(table)))
        return json_response(await reviews.look(table.id, match, who))

    @get_route("/review", "The review of a finished match", REVIEW, "The review.")
    async def review(self, reviews: TheReviews, live: Live, who: Who) -> Response[bytes]:
        """How far the review has come (`status`: none, running or done) and, when it is done, all of it."""
        return json_response(await reviews.look(live.table.id, queries.finished(live.table), who))


class TableFiles(Controller):
    """What a finished or running match can be checked with."""

    path = "/api/tables/{table_id:str}"
    tags = ("Tables",)
    dependencies = AT_TABLE

    @get("/tri", summary="The match as a file", responses=responds_with_text("A .tri file."))
    async def tri(self, computing: TheComputing, live: Live, who: Who) -> Response[str]:
        """While the match is running, without its seed; at the end with everything that proves the shuffle."""
        table = live.table
        text = decoded(await computing.run(who, "text", match=queries.match_source(table)))
        text = text if table.status == "over" else queries.without_seed(text)
        name = f'attachment; filename="{table.game.name}-{table.id}.tri"'
        headers = {"content-disposition": name, **NOT_STORED}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    @get_route("/verify", "Was the shuffle fixed beforehand?", {"holds": True}, "The verdict.")
    async def verify(self, computing: TheComputing, live: Live, who: Who) -> Response[bytes]:
        """Recomputes commitment and seed of a finished match; `tripolis verify` does the same with a file, without
        us."""
        if live.table.tour:
            raise wrong_time(Message("A guided first game has a known shuffle."))
        return json_response(await computing.run(who, "verify", match=queries.finished(live.table)))


def _parts(text: str | None) -> list[str]:
    return [part for part in (text or "").split(",") if part]
