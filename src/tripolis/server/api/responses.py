"""What routes share: who calls, how answers and problems look, and how they are described in the OpenAPI document."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from tripolis.engine.errors import TripolisError
from tripolis.engine.words import LANGUAGES, Message, words

from ..domain.problems import Problem, as_problem
from ..storage.guests import COOKIE, hashed
from .desk import Caller, Desk
from .guard import language_of, problem_body

LOG = logging.getLogger("tripolis.server")


class ProblemBody(msgspec.Struct):
    """What a refusal looks like (RFC 9457); `code` never changes its meaning, `detail` is for people."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    request: str | None = None


MEANINGS = {
    400: "The request cannot be understood.",
    401: "Tell a name first, or show a token.",
    403: "Not yours.",
    404: "There is no such thing.",
    409: "Not now: wrong moment, not your turn, or the position has changed.",
    413: "Too large.",
    422: "Understood, and not possible: an illegal move, a wrong option, a bad file.",
    429: "Too many requests, tables or imports.",
}
PROBLEMS = {
    status: ResponseSpec(
        ProblemBody,
        description=meaning,
        media_type="application/problem+json",
        generate_examples=False,
        examples=[
            Example(
                value={
                    "type": "urn:tripolis:not_your_turn",
                    "title": "not_your_turn",
                    "status": status,
                    "code": "not_your_turn",
                    "detail": "It is not your turn.",
                }
            )
        ]
        if status == 409
        else None,
    )
    for status, meaning in MEANINGS.items()
}


def answers(example: Any, description: str, status: int = 200) -> dict[int, ResponseSpec]:
    """The answers of a route, for the OpenAPI document: an example of the good one, and all problems."""
    good = ResponseSpec(
        dict[str, Any], description=description, generate_examples=False, examples=[Example(value=example)]
    )
    return {status: good, **PROBLEMS}


def answer(data: Any, status: int = 200, say: Callable[[Any], str] | None = None) -> Response[bytes]:
    """Data as JSON; messages in it are said by `say`."""
    body = data if isinstance(data, bytes) else msgspec.json.encode(data, enc_hook=say)
    return Response(body, status_code=status, media_type=MediaType.JSON, headers={"cache-control": "no-store"})


def lang_of(connection: ASGIConnection[Any, Any, Any, Any], guest_lang: str | None = None) -> str:
    """The language of an answer: the one that is asked for, the guest's, or the browser's."""
    for asked in (connection.query_params.get("lang"), connection.cookies.get("lang")):
        if asked in LANGUAGES:
            return str(asked)
    return guest_lang or language_of(connection.headers)


async def caller_of(connection: ASGIConnection[Any, Any, Any, Any], desk: Desk) -> Caller:
    """Who asks. A token counts alone: the cookie beside it is not looked at."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    address = connection.scope["state"]["address"]
    if token:
        if scheme.lower() != "bearer":
            raise Problem(401, "bad_token", Message("A seat is shown by Authorization: Bearer TOKEN."))
        return Caller(None, hashed(token.strip()), lang_of(connection), address)
    guest_id = desk.guests.signed(connection.cookies.get(COOKIE))
    guest = await desk.guests.load(guest_id) if guest_id else None
    return Caller(guest, "", lang_of(connection, guest.lang if guest else None), address)


def desk_of(state: State) -> Desk:
    """The desk of this application."""
    desk: Desk = state.desk
    return desk


async def caller(request: Request[Any, Any, Any], desk: Desk) -> Caller:
    """Who asks, for routes."""
    return await caller_of(request, desk)


# ----------------------------------------------------------------- problems


def on_problem(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Any exception as a problem; what is our own fault is logged, and says nothing about itself."""
    lang = lang_of(request)
    if isinstance(error, TripolisError):
        problem = as_problem(error)
        body = problem_body(problem, lang)
    elif isinstance(error, ValidationException | msgspec.MsgspecError | UnicodeError | RecursionError):
        extra = getattr(error, "extra", None)
        problem = Problem(400, "bad_request", Message("The request has the wrong form."))
        body = problem_body(problem, lang) | {"fields": extra if isinstance(extra, list) else str(error)[:300]}
    elif isinstance(error, HTTPException) and error.status_code < 500:
        problem = Problem(error.status_code, HTTP_CODES.get(error.status_code, "bad_request"), _http_message(error))
        body = problem_body(problem, lang)
    else:
        LOG.exception("a request failed", exc_info=error, extra={"request": request.scope["state"].get("request_id")})
        problem = Problem(500, "server_error", Message("Something went wrong here; it was written down."))
        body = problem_body(problem, lang)
        if request.app.state.settings.debug:
            body["debug"] = repr(error)
    if (
        problem.status == 404
        and not request.url.path.startswith("/api/")
        and "text/html" in request.headers.get("accept", "")
    ):
        from ..web.pages import missing

        return missing(request)
    body["request"] = request.scope["state"].get("request_id")
    headers = {"cache-control": "no-store"} | (
        {"allow": error.headers["Allow"]}
        if isinstance(error, HTTPException) and error.headers and "Allow" in error.headers
        else {}
    )
    return Response(
        msgspec.json.encode(body), status_code=problem.status, media_type="application/problem+json", headers=headers
    )


HTTP_CODES = {404: "no_page", 405: "wrong_method", 413: "too_large", 415: "wrong_type", 400: "bad_request"}


def _http_message(error: HTTPException) -> Message:
    return {
        404: Message("There is nothing here."),
        405: Message("This cannot be done with this address."),
        413: Message("This is too large."),
    }.get(error.status_code, Message("The request has the wrong form."))


def told(message: Message, lang: str) -> str:
    """A message in a language."""
    return words(lang).render(message)
