"""How responses and problems look, and how they are described in the OpenAPI document."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from tripolis.engine.errors import TripolisError
from tripolis.engine.words import Message, words

from ..domain.journal import Entry
from ..domain.problems import Problem, as_problem
from ..storage.outage import log_outage, unavailable
from .identity import find_language

LOG = logging.getLogger("tripolis.server")
NOT_STORED = {"cache-control": "no-store"}


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


def _problem_spec(status: int, meaning: str) -> ResponseSpec:
    about = {"type": "urn:tripolis:not_your_turn", "title": "not_your_turn", "status": status, "code": "not_your_turn"}
    example = Example(value=about | {"detail": "It is not your turn."})
    examples = [example] if status == 409 else None
    kind = "application/problem+json"
    return ResponseSpec(ProblemBody, description=meaning, media_type=kind, generate_examples=False, examples=examples)


PROBLEMS = {status: _problem_spec(status, meaning) for status, meaning in MEANINGS.items()}


def responds(example: Any, description: str, status: int = 200) -> dict[int, ResponseSpec]:
    """The responses of a route, for the OpenAPI document: an example of the good one, and all problems."""
    examples = [Example(value=example)]
    good = ResponseSpec(dict[str, Any], description=description, generate_examples=False, examples=examples)
    return {status: good, **PROBLEMS}


def responds_with_text(description: str, media_type: str = MediaType.TEXT) -> dict[int, ResponseSpec]:
    """The same for a route that sends a file."""
    return {200: ResponseSpec(str, description=description, media_type=media_type, generate_examples=False), **PROBLEMS}


def get_route(path: str, summary: str, example: Any, meaning: str, **more: Any) -> get:
    """A GET route, documented with an example of its response and what that means."""
    return get(path, summary=summary, responses=responds(example, meaning), **more)


def post_route(path: str, summary: str, example: Any, meaning: str, status: int = 200, **more: Any) -> post:
    """A POST route, likewise."""
    return post(path, status_code=status, summary=summary, responses=responds(example, meaning, status), **more)


def json_response(data: Any, status: int = 200, say: Callable[[Any], str] | None = None) -> Response[bytes]:
    """Data as JSON; messages in it are said by `say`."""
    body = data if isinstance(data, bytes) else msgspec.json.encode(data, enc_hook=say)
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=NOT_STORED)


def entry_response(entry: Entry) -> Response[bytes]:
    """The entry that a request has become."""
    return json_response({"seq": entry.seq, "kind": entry.kind, "at": entry.at})


# ----------------------------------------------------------------- problems


def problem_body(problem: Problem, lang: str) -> dict[str, Any]:
    """A problem as RFC 9457 wants it."""
    detail = words(lang).render(problem.message)
    body = {"type": f"urn:tripolis:{problem.code}", "title": problem.code, "status": problem.status}
    return body | {"code": problem.code, "detail": detail} | ({"reason": problem.reason} if problem.reason else {})


RETRY_AFTER = 2
"""Seconds after which a client may try again."""


def problem_handler(
    debug: bool, problem_page: Callable[[Request[Any, Any, Any], Problem, str], Response[str]]
) -> Callable[[Request[Any, Any, Any], Exception], Response[Any]]:
    """Turn any exception into a problem or, where a browser wanted a page, into a page."""

    def respond(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        problem, more = describe(request, error, debug)
        page = not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")
        if page:
            response = problem_page(request, problem, str(request.scope["state"].get("request_id") or ""))
            if problem.status in (429, 503):
                response.headers["retry-after"] = str(problem.wait or RETRY_AFTER)
            return response
        body = problem_body(problem, find_language(request)) | more
        headers = {**NOT_STORED}
        if isinstance(error, HTTPException) and error.headers and "Allow" in error.headers:
            headers["allow"] = error.headers["Allow"]
        if problem.status in (429, 503):
            headers["retry-after"] = str(problem.wait or RETRY_AFTER)
        body["request"] = request.scope["state"].get("request_id")
        kind = "application/problem+json"
        return Response(msgspec.json.encode(body), status_code=problem.status, media_type=kind, headers=headers)

    return respond


def describe(request: Request[Any, Any, Any], error: Exception, debug: bool) -> tuple[Problem, dict[str, Any]]:
    """An exception as a problem, and what else to say; our own fault is logged, and says nothing about itself."""
    if isinstance(error, TripolisError):
        return as_problem(error), {}
    cause = error.__cause__
    if (
        isinstance(error, InternalServerException)
        and isinstance(cause, msgspec.MsgspecError)
        and "`$.data" in str(cause)
    ):
        error = cause  # a field of the body is called like a part of the server, which Litestar then takes it for
    if isinstance(error, ValidationException | msgspec.MsgspecError | UnicodeError | RecursionError):
        extra = getattr(error, "extra", None)
        fields = extra if isinstance(extra, list) else str(error)[:300]
        return Problem(400, "bad_request", Message("The request has the wrong form.")), {"fields": fields}
    if isinstance(error, HTTPException) and error.status_code < 500:
        status = error.status_code
        return Problem(status, HTTP_CODES.get(status, "bad_request"), HTTP_MESSAGES.get(status, HTTP_MESSAGES[400])), {}
    if log_outage(error):
        return unavailable(), {}
    LOG.exception("a request failed", exc_info=error, extra={"request": request.scope["state"].get("request_id")})
    problem = Problem(500, "server_error", Message("Something went wrong here; the error was logged."))
    return problem, {"debug": repr(error)} if debug else {}


HTTP_CODES = {404: "no_page", 405: "wrong_method", 413: "too_large", 415: "wrong_type", 400: "bad_request"}
HTTP_MESSAGES = {
    400: Message("The request has the wrong form."),
    404: Message("There is nothing here."),
    405: Message("This address does not allow that."),
    413: Message("This is too large."),
}
