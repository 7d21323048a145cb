"""The application: all parts put together, started and stopped."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator, Sequence
from typing import Any

import sqlalchemy as sa
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

import tripolis
from tripolis.engine.game import find, game_names
from tripolis.engine.words import Message, words

from . import logs
from .api.desk import Desk
from .api.guard import MAX_BODY, Buckets, Guard
from .api.metrics import Figures
from .api.responses import caller, desk_of, on_problem
from .api.routes.home import HomeRoutes
from .api.routes.matches import MatchRoutes
from .api.routes.operation import health, metrics, ready
from .api.routes.tables import TableRoutes
from .api.stream import stream
from .domain.problems import Problem
from .live import bots
from .live.background import Background
from .live.notices import Notices
from .live.process_sync import Hints
from .live.reviews import Reviews
from .live.scheduler import Sweeper
from .live.tables import Hall
from .settings import Settings, from_environment
from .storage.guests import Guests
from .storage.store import Store
from .web.pages import Pages

LOG = logging.getLogger("tripolis.server")


def create_app(settings: Settings | None = None, worker: Sequence[str] = bots.WORKER) -> Litestar:
    """The application of one server process; `worker` is the command that bots think in."""
    settings = settings or from_environment()
    figures = Figures()
    routes: list[Any] = [Pages, HomeRoutes, TableRoutes, MatchRoutes, stream, health, ready]
    app = Litestar(
        [*routes, metrics] if settings.metrics else routes,
        lifespan=[lambda app: running(app, settings, worker)],
        dependencies={"desk": Provide(desk_of, sync_to_thread=False), "caller": Provide(caller)},
        exception_handlers={Exception: on_problem},
        request_max_body_size=MAX_BODY,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=["^/api/"]),
        openapi_config=OpenAPIConfig(
            title="Tripolis",
            version=tripolis.__version__,
            description="Tables for city-building board games: set up, sit down, play, watch, replay.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
            components=Components(
                security_schemes={
                    "seat": SecurityScheme(type="http", scheme="bearer", description="The token of a seat."),
                    "guest": SecurityScheme(type="apiKey", security_scheme_in="cookie", name="tripolis"),
                }
            ),
        ),
        logging_config=None,
        debug=False,
    )
    app.state.settings, app.state.figures = settings, figures
    # Round everything: Litestar's own middleware sees only requests to addresses that exist.
    app.asgi_handler = Guard(app.asgi_handler, settings, figures.count)
    return app


@contextlib.asynccontextmanager
async def running(app: Litestar, settings: Settings, worker: Sequence[str]) -> AsyncIterator[None]:
    """Everything that lives as long as the process does."""
    state = app.state
    store = Store(settings.database_url)
    await store.open()
    hall = Hall(store)
    guests = Guests(store, settings.signing_key())
    thinkers = bots.Bots(hall, settings, worker)
    notices = Notices(store, settings)
    sweeper = Sweeper(hall, thinkers, notices, settings)
    hints = Hints(hall)
    hall.changed = thinkers.consider
    reviews, background = Reviews(store, thinkers, settings), Background()
    desk = Desk(settings, hall, guests, thinkers, reviews, background)
    state.desk, state.hall, state.store = desk, hall, store
    state.bots = thinkers
    state.notices, state.sweeper, state.hints = notices, sweeper, hints
    state.connections, state.closing = set(), False
    state.new_mails = Buckets(5 / 60, 5)
    state.deeds_taken = Buckets(settings.requests_per_minute)
    state.answers_database, state.confirm = lambda: _answers(store), lambda *about: _confirm(notices, *about)
    _watch(state)
    await asyncio.to_thread(_prepare)
    calm_collector()
    await hints.start()
    starting = asyncio.create_task(thinkers.start())
    await sweeper.start()
    try:
        yield
    finally:
        state.closing = True
        await asyncio.gather(*(connection.close(1012, "restart") for connection in [*state.connections]))
        await sweeper.stop()
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        await reviews.stop()
        await thinkers.stop()
        await hints.stop()
        background.stop()
        await store.close()


def calm_collector() -> None:
    """Let Python's garbage collector look at everything only rarely: with thousands of connections that stops all tables for
    a second. What a process has at its start is never looked at again; the sweeper has the rest looked at now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 1_000_000)


def _prepare() -> None:
    """Compile the rules, or fetch them from the cache: the event loop must never wait for it."""
    for name in game_names():
        find(name).prepare()


async def _answers(store: Store) -> bool:
    """Does the database answer?"""
    try:
        async with asyncio.timeout(3):
            await store.row(sa.text("SELECT 1"))
    except Exception:
        return False
    return True


async def _confirm(notices: Notices, mail: str, secret: str, lang: str) -> None:
    """Send the link that confirms an address."""
    say = words(lang).render
    base = notices.settings.public_url or f"http://{notices.settings.host}:{notices.settings.port}"
    text = say(
        Message("Follow this link to get notices of your tables: {link}", link=f"{base.rstrip('/')}/mail#{secret}")
    )
    try:
        await asyncio.to_thread(notices.mail, mail, say(Message("Tripolis: is this your address?")), text)
    except (OSError, ValueError) as error:
        LOG.warning("a mail could not be sent: %s", error)
        raise Problem(503, "no_mail", Message("Something went wrong here; it was written down.")) from None


def _watch(state: Any) -> None:
    """Figures that are asked for when somebody looks."""
    watch = state.figures.watch
    watch("tables_in_memory", "Tables that this process has open.", lambda: len(state.hall.rooms))
    watch("listeners", "Connections that listen to tables.", lambda: len(state.connections))
    watch("commits", "Transactions that were committed.", lambda: state.store.commits)
    watch("writes", "Writes that were committed, several to a transaction.", lambda: state.store.written)
    watch("bot_decisions", "Decisions that bots were asked for.", lambda: state.bots.decisions)
    watch("bot_failures", "Decisions that greedy took because a bot had none in time.", lambda: state.bots.failures)
    watch("sweeps", "1 if this process holds the lease.", lambda: float(state.sweeper.holds))
    watch("notices_heard", "Hints of other processes.", lambda: state.hints.heard)


def factory() -> Litestar:
    """For web servers that start several processes: settings come from the environment."""
    settings = from_environment()
    logs.set_up(settings.log_level)
    return create_app(settings)
