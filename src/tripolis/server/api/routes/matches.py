"""Match files that guests import, to look at any moment of them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar import Controller, Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter, SkipValidation

from tripolis.engine.match import Match
from tripolis.engine.words import words

from ...domain.requests import PlainRequest
from ...live.views import match_words
from .. import queries
from ..dependencies import READING, TheBackground, TheMatches, TheReviews, Who
from ..requests import MatchRequest
from ..responses import NOT_STORED, get_route, json_response, post_route, responds_with_text
from .queries import REVIEW, REVIEWING, Ply, SeatSeen, WithLegal

TheMatch: TypeAlias = NamedDependency[SkipValidation[Match]]
MatchId = Annotated[str, PathParameter(max_length=16, description="The code of a match.")]
IMPORTED = {"match": "k3fq8w2mzr7p", "plies": 128}


async def find_match(matches: TheMatches, who: Who, match_id: MatchId) -> Match:
    """The imported match of an address."""
    return await matches.imported(match_id, who)


class MatchRoutes(Controller):
    """Imported matches."""

    path = "/api/matches"
    tags = ("Matches",)
    dependencies = {"match": Provide(find_match)}  # noqa: RUF012 - Litestar's way

    @post_route("/", "Bring a match", IMPORTED, "The match.", status=201)
    async def bring(self, matches: TheMatches, who: Who, data: JSONBody[MatchRequest]) -> Response[bytes]:
        """A `.tri` file, up to 256 KiB; every move is checked by the rules."""
        match_id, match = await matches.import_match(who, data.text)
        return json_response({"match": match_id, "plies": len(match.moves)}, 201)

    @get("/{match_id:str}/tri", summary="The file again", responses=responds_with_text("A .tri file."))
    async def tri(self, match: TheMatch) -> Response[str]:
        """The match as it was brought."""
        return Response(str(match), media_type="text/plain; charset=utf-8", headers=NOT_STORED)


class MatchQueries(Controller):
    """Imported matches looked at."""

    path = "/api/matches/{match_id:str}"
    tags = ("Matches",)
    dependencies = {"match": Provide(find_match)} | READING

    @get_route("/replay", "A moment of an imported match", {"ply": 12, "plies": 128}, "The moment.")
    async def replay(
        self,
        background: TheBackground,
        match: TheMatch,
        who: Who,
        ply: Ply = 0,
        seat: SeatSeen = -1,
        legal: WithLegal = False,
    ) -> Response[bytes]:
        """The table after some moves, as any seat saw it."""
        say = match_words(who.lang, match)
        moment = await background.run(who.address, lambda: queries.replay(match, ply, seat, say, legal))
        return json_response(moment, say=words(who.lang, match.game).render)

    @get_route("/story", "Points over the match", {"totals": [[0, 0]]}, "The story.")
    async def story(self, background: TheBackground, match: TheMatch, who: Who) -> Response[bytes]:
        """The totals of all seats after every move."""
        story = await background.run(who.address, lambda: queries.story(match))
        return json_response(story, say=words(who.lang, match.game).render)

    @post_route("/review", "Have an imported match reviewed", REVIEWING, "How far it has come.")
    async def start_review(
        self, reviews: TheReviews, match: TheMatch, match_id: MatchId, who: Who, data: JSONBody[PlainRequest]
    ) -> Response[bytes]:
        """Every decision is judged by search, in the background; once for each match, whoever asks."""
        await reviews.start(match_id, match, who.guest)
        return json_response(await reviews.look(match_id, match, None, match_words(who.lang, match).render))

    @get_route("/review", "The review of an imported match", REVIEW, "The review.")
    async def review(self, reviews: TheReviews, match: TheMatch, match_id: MatchId, who: Who) -> Response[bytes]:
        """How far the review has come (`status`: none, running or done) and, when it is done, all of it."""
        return json_response(await reviews.look(match_id, match, None, match_words(who.lang, match).render))
