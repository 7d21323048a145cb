"""For hosts: is the server alive, is it ready, what does it do."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from ..responses import answer, answers

ALIVE = {200: answers({"status": "alive"}, "It is alive.")[200]}
READY = {200: answers({"status": "ready", "bots": True, "database": True}, "It can serve.")[200]}
FIGURES = {
    200: ResponseSpec(
        str,
        description="Figures.",
        media_type=MediaType.TEXT,
        generate_examples=False,
        examples=[Example(value="tripolis_listeners 12.0")],
    )
}


@get("/health", summary="Is the process alive?", tags=["Operation"], responses=ALIVE)
async def health() -> dict[str, str]:
    """Always, as long as it can answer."""
    return {"status": "alive"}


@get("/ready", summary="Can it serve?", tags=["Operation"], responses=READY)
async def ready(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Yes, when the database answers and the bots are compiled."""
    state = request.app.state
    parts = {"bots": state.bots.ready.is_set(), "database": await state.answers_database()}
    good = all(parts.values()) and not state.closing
    return answer({"status": "ready" if good else "not ready", **parts}, 200 if good else 503)


@get("/metrics", summary="Figures for Prometheus", tags=["Operation"], media_type=MediaType.TEXT, responses=FIGURES)
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """In the text format of Prometheus."""
    found: bytes = request.app.state.figures.text()
    return Response(found, media_type="text/plain; version=0.0.4; charset=utf-8")
