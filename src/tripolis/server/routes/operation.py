"""For hosts: is the server alive, is it ready, what does it do."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get

from ..answers import answer


@get("/health", summary="Is the process alive?", tags=["Operation"])
async def health() -> dict[str, str]:
    """Always, as long as it can answer."""
    return {"status": "alive"}


@get("/ready", summary="Can it serve?", tags=["Operation"])
async def ready(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Yes, when the database answers and the bots are compiled."""
    state = request.app.state
    parts = {"bots": state.bots.ready.is_set(), "database": await state.answers_database()}
    good = all(parts.values()) and not state.closing
    return answer({"status": "ready" if good else "not ready", **parts}, 200 if good else 503)


@get("/metrics", summary="Figures for Prometheus", tags=["Operation"], media_type=MediaType.TEXT)
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """In the text format of Prometheus."""
    found: bytes = request.app.state.figures.text()
    return Response(found, media_type="text/plain; version=0.0.4; charset=utf-8")
