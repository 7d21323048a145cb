"""For hosts: is the server alive, is it ready, what does it do."""

from __future__ import annotations

from litestar import MediaType, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from ..dependencies import TheFigures, ThePreparation, TheStore, TheTables, TheWorkers
from ..responses import json_response, responds

ALIVE = {200: responds({"status": "alive"}, "It is alive.")[200]}
READY = {200: responds({"status": "ready", "bots": True, "database": True}, "It can serve.")[200]}
EXAMPLE = Example(value="tripolis_listeners 12.0")
FIGURES = {
    200: ResponseSpec(
        str, description="Figures.", media_type=MediaType.TEXT, generate_examples=False, examples=[EXAMPLE]
    )
}


@get("/health", summary="Is the process alive?", tags=["Operation"], responses=ALIVE)
async def health() -> dict[str, str]:
    """Always, as long as it can answer."""
    return {"status": "alive"}


@get("/ready", summary="Can it serve?", tags=["Operation"], responses=READY)
async def ready(
    tables: TheTables, workers: TheWorkers, preparation: ThePreparation, store: TheStore
) -> Response[bytes]:
    """Yes, when the database can be written to and rules and bots are compiled."""
    compiled = preparation.finished.is_set() and workers.ready.is_set()
    parts = {"bots": compiled, "database": await store.writes()}
    good = all(parts.values()) and not tables.closing
    return json_response({"status": "ready" if good else "not ready", **parts}, 200 if good else 503)


@get("/metrics", summary="Figures for Prometheus", tags=["Operation"], media_type=MediaType.TEXT, responses=FIGURES)
async def metrics(figures: TheFigures) -> Response[bytes]:
    """In the text format of Prometheus."""
    return Response(figures.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
