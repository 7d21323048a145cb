"""Match files that guests bring along, to look at any moment of them."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from tripolis.engine.words import words

from ...live.views import Named
from .. import queries as study
from .. import requests as asks
from ..desk import Caller, Desk
from ..responses import PROBLEMS, answer, answers
from .tables import REVIEW, REVIEWING, Lang

MatchId = Annotated[str, Parameter(max_length=16, description="The code of a match.")]


class MatchRoutes(Controller):
    """Imported matches."""

    path = "/api/matches"
    tags = ("Matches",)

    @post("/", summary="Bring a match", responses=answers({"match": "k3fq8w2mzr7p", "plies": 128}, "The match.", 201))
    async def bring(self, desk: Desk, caller: Caller, data: asks.MatchAsk) -> Response[bytes]:
        """A `.tri` file, up to 256 KiB; every move is checked by the rules."""
        return answer(await desk.bring(caller, data.text), 201)

    @get(
        "/{match_id:str}/replay",
        summary="A moment of an imported match",
        responses=answers({"ply": 12, "plies": 128}, "The moment."),
    )
    async def replay(
        self,
        desk: Desk,
        caller: Caller,
        match_id: MatchId,
        ply: Annotated[int, Parameter(ge=0, description="After so many moves.")] = 0,
        seat: Annotated[int, Parameter(ge=-1, le=7, description="As this seat saw it; -1: the public.")] = -1,
        lang: Lang = None,
    ) -> Response[bytes]:
        """The table after some moves, as any seat saw it."""
        match = await desk.brought(match_id, caller)
        found = await desk.background.run(caller.address, lambda: study.replay(match, ply, seat, caller.lang))
        return answer(found, say=words(caller.lang, match.game).render)

    @get(
        "/{match_id:str}/story", summary="Points over the match", responses=answers({"totals": [[0, 0]]}, "The story.")
    )
    async def story(self, desk: Desk, caller: Caller, match_id: MatchId, lang: Lang = None) -> Response[bytes]:
        """The totals of all seats after every move."""
        match = await desk.brought(match_id, caller)
        return answer(await desk.background.run(caller.address, lambda: study.story(match)))

    @post(
        "/{match_id:str}/review",
        status_code=200,
        summary="Have an imported match reviewed",
        responses=answers(REVIEWING, "How far it has come."),
    )
    async def start_review(
        self, desk: Desk, caller: Caller, match_id: MatchId, data: asks.PlainAsk, lang: Lang = None
    ) -> Response[bytes]:
        """Every decision is judged by search, in the background; once for each match, whoever asks."""
        match = await desk.brought(match_id, caller)
        await desk.reviews.start(match_id, match, caller.guest.id if caller.guest else "")
        return await self._reviewed(desk, caller, match_id)

    @get("/{match_id:str}/review", summary="The review of an imported match", responses=answers(REVIEW, "The review."))
    async def review(self, desk: Desk, caller: Caller, match_id: MatchId, lang: Lang = None) -> Response[bytes]:
        """How far the review has come (`status`: none, running or done) and, when it is done, all of it."""
        return await self._reviewed(desk, caller, match_id)

    async def _reviewed(self, desk: Desk, caller: Caller, match_id: str) -> Response[bytes]:
        match = await desk.brought(match_id, caller)
        return answer(await desk.reviews.look(match_id, match, None, Named(caller.lang, match).render))

    @get(
        "/{match_id:str}/tri",
        summary="The file again",
        responses={
            200: ResponseSpec(str, description="A .tri file.", media_type=MediaType.TEXT, generate_examples=False),
            **PROBLEMS,
        },
    )
    async def tri(self, desk: Desk, caller: Caller, match_id: MatchId) -> Response[str]:
        """The match as it was brought."""
        text = str(await desk.brought(match_id, caller))
        return Response(text, media_type="text/plain; charset=utf-8", headers={"cache-control": "no-store"})
