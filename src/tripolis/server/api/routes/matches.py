"""Match files that guests import, to look at any moment of them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar import Controller, Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter, SkipValidation

from ...domain.requests import PlainRequest
from ..dependencies import READING, TheComputing, TheMatches, TheReviews, Who
from ..matches import MatchSource
from ..requests import MatchRequest
from ..responses import NOT_STORED, get_route, json_response, post_route, responds_with_text
from .queries import REVIEW, REVIEWING, Ply, SeatSeen, WithLegal

TheMatch: TypeAlias = NamedDependency[SkipValidation[MatchSource]]
MatchId = Annotated[str, PathParameter(max_length=16, description="The code of a match.")]
IMPORTED = {"match": "k3fq8w2mzr7p", "plies": 128}


async def find_match(matches: TheMatches, who: Who, match_id: MatchId) -> MatchSource:
    """The imported match of an address."""
    return await matches.imported(match_id, who)


class MatchRoutes(Controller):
    """Imported matches."""

    path = "/api/matches"
    tags = ("Matches",)

    @post_route("/", "Bring a match", IMPORTED, "The match.", status=201)
    async def bring(self, matches: TheMatches, who: Who, data: JSONBody[MatchRequest]) -> Response[bytes]:
        """A `.tri` file, up to 256 KiB; every move is checked by the rules."""
        match_id, plies = await matches.import_match(who, data.text)
        return json_response({"match": match_id, "plies": plies}, 201)

    @get("/{match_id:str}/tri", summary="The file again", responses=responds_with_text("A .tri file."))
    async def tri(self, matches: TheMatches, match_id: MatchId) -> Response[str]:
        """The match as it was brought."""
        return Response(
            await matches.imported_text(match_id), media_type="text/plain; charset=utf-8", headers=NOT_STORED
        )


class MatchQueries(Controller):
    """Imported matches looked at."""

    path = "/api/matches/{match_id:str}"
    tags = ("Matches",)
    dependencies = {"match": Provide(find_match)} | READING

    @get_route("/replay", "A moment of an imported match", {"ply": 12, "plies": 128}, "The moment.")
    async def replay(
        self,
        computing: TheComputing,
        match: TheMatch,
        who: Who,
        ply: Ply = 0,
        seat: SeatSeen = -1,
        legal: WithLegal = False,
    ) -> Response[bytes]:
        """The table after some moves, as any seat saw it."""
        return json_response(await computing.run(who, "replay", match=match.data, ply=ply, seat=seat, legal=legal))

    @get_route("/story", "Points over the match", {"totals": [[0, 0]]}, "The story.")
    async def story(self, computing: TheComputing, match: TheMatch, who: Who) -> Response[bytes]:
        """The totals of all seats after every move."""
        return json_response(await computing.run(who, "story", match=match.data))

    @post_route("/review", "Have an imported match reviewed", REVIEWING, "How far it has come.")
    async def start_review(
        self, reviews: TheReviews, match: TheMatch, match_id: MatchId, who: Who, data: JSONBody[PlainRequest]
    ) -> Response[bytes]:
        """Every decision is judged by search, in the background; once for each match, whoever asks."""
        await reviews.start(match_id, match.game, match.data, who)
        return json_response(await reviews.look(match_id, match.data, who))

    @get_route("/review", "The review of an imported match", REVIEW, "The review.")
    async def review(self, reviews: TheReviews, match: TheMatch, match_id: MatchId, who: Who) -> Response[bytes]:
        """How far the review has come (`status`: none, running or done) and, when it is done, all of it."""
        return json_response(await reviews.look(match_id, match.data, who))
