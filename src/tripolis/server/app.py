"""The application: all parts put together, started and stopped."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

import tripolis

from . import logs
from .api import computations
from .api.connections import ConnectionLimits
from .api.guard import MAX_BODY, Guard
from .api.host import Host
from .api.identity import identity
from .api.matches import Matches
from .api.puzzles import Outcomes
from .api.responses import problem_handler
from .api.routes.analysis import AnalysisRoutes
from .api.routes.games import GameRoutes, tour
from .api.routes.guests import GuestRoutes
from .api.routes.host import HostRoutes
from .api.routes.matches import MatchQueries, MatchRoutes
from .api.routes.operation import health, metrics, ready
from .api.routes.puzzles import PuzzleRoutes
from .api.routes.queries import TableFiles, TableQueries
from .api.routes.records import RecordRoutes
from .api.routes.tables import ACTION_ROUTES, TableRoutes, observe
from .api.seats import Seats
from .api.stream import stream
from .api.table_setup import TableSetup
from .domain.journal import encode
from .live.bots import Bots
from .live.computing import Computing
from .live.heartbeat import Heartbeat
from .live.load import Load
from .live.notices import Notices
from .live.preparation import Preparation
from .live.process_sync import ProcessSync
from .live.reviews import Reviews
from .live.scheduler import Scheduler
from .live.tables import LiveTables
from .live.watchdog import Watchdog
from .live.workers import COMMAND, Workers
from .metrics import Figures
from .rate_limit import RateLimit
from .settings import Settings, from_environment
from .storage.guests import Guests
from .storage.house import House
from .storage.ratings import Ratings
from .storage.store import Store
from .web.pages import Pages, problem_page

ROUTES = [Pages, GuestRoutes, GameRoutes, tour, TableRoutes, observe, *ACTION_ROUTES, TableQueries, TableFiles]
ROUTES += [MatchRoutes, MatchQueries, AnalysisRoutes, PuzzleRoutes, RecordRoutes, HostRoutes, stream, health, ready]


def create_app(
    settings: Settings | None = None,
    worker: Sequence[str] = COMMAND,
    tell: Callable[[Preparation], None] = lambda preparation: None,
) -> Litestar:
    """The application of one server process; `worker` is the command that bots think in, `tell` hears how compiling
    goes on at the first start."""
    settings = settings or from_environment()
    preparation = Preparation(tell)
    store, workers = Store(settings.database_url), Workers(settings, worker, preparation)
    house = House(store)
    tables, guests = LiveTables(store, settings), Guests(store, settings, house)
    tables.check, house.ended = house.check, tables.cut
    house.changed = lambda: tables.announce(house_message(house))
    computing = Computing(settings, computations.COMMAND, preparation)
    tables.preparation = preparation
    bots, notices = Bots(tables, workers, settings), Notices(store, settings)
    heartbeat, scheduler, sync = Heartbeat(tables), Scheduler(tables, bots, notices, settings), ProcessSync(tables)
    tables.settle = heartbeat.settle
    reviews = Reviews(store, workers, computing, settings)
    tables.changed = bots.consider
    ratings = Ratings(store)
    tables.ended = lambda table: ratings.soon() if table.rated else None
    figures, watchdog = Figures(), Watchdog()
    load, errors = Load(figures), logs.RecentErrors()
    watch = figures.watch
    watch("tables_in_memory", "Tables that this process has open.", lambda: len(tables.open))
    watch(
        "listeners", "Connections that listen to tables.", lambda: sum(len(t.listeners) for t in tables.open.values())
    )
    watch("commits", "Transactions that were committed.", lambda: store.commits)
    watch("writes", "Writes that were committed, several to a transaction.", lambda: store.written)
    watch("bot_decisions", "Decisions that bots were asked for.", lambda: workers.decisions)
    watch("bot_failures", "Decisions that greedy took because a bot had none in time.", lambda: bots.failures)
    watch("loop_lag_seconds", "By how much the event loop is late.", lambda: watchdog.lag)
    watch("loop_lag_worst_seconds", "The most since the last look.", watchdog.take_worst)
    watch("loop_held", "How often the event loop was held for longer than 250 ms.", lambda: watchdog.times_held)
    watch("computations", "Computations in processes of their own.", lambda: computing.done)
    watch("sweeps", "1 if this process holds the lease.", lambda: float(scheduler.holds_lease))
    watch("notices_heard", "Notifications of other processes.", lambda: sync.heard)

    async def start_processes() -> None:
        """Bots first: somebody may wait for them."""
        await workers.start()
        await preparation.all_rules()
        await computing.start()

    @contextlib.asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        """Everything that lives as long as the process does."""
        await store.open(owner=f"http://{settings.host}:{settings.port}/")
        logging.getLogger("tripolis").addHandler(errors)
        await house.start()
        await load.start()
        watchdog.start()
        preparing = asyncio.create_task(preparation.run())
        preparing.add_done_callback(lambda _: calm_collector())
        await sync.start()
        starting = asyncio.create_task(start_processes())
        await heartbeat.start()
        await scheduler.start()
        ratings.soon()  # what a process has left behind
        try:
            yield
        finally:
            watchdog.stop()
            await tables.close()
            await scheduler.stop()
            await heartbeat.stop()
            for task in (starting, preparing):
                task.cancel()
            preparation.stop()
            await asyncio.gather(starting, preparing, return_exceptions=True)
            await reviews.stop()
            await ratings.stop()
            bots.stop()
            await workers.stop()
            await sync.stop()
            await computing.stop()
            await load.stop()
            await house.stop()
            await store.close()
            logging.getLogger("tripolis").removeHandler(errors)

    parts = {
        "settings": settings,
        "store": store,
        "tables": tables,
        "guests": guests,
        "bots": bots,
        "workers": workers,
        "outcomes": Outcomes(workers, computing),
        "preparation": preparation,
        "notices": notices,
        "reviews": reviews,
        "computing": computing,
        "house": house,
        "host": Host(tables, guests, workers, figures, load, watchdog, errors),
        "figures": figures,
        "setup": TableSetup(tables, guests),
        "seats": Seats(tables, guests),
        "ratings": ratings,
        "matches": Matches(store, computing, settings),
        "stream_limit": RateLimit(settings.requests_per_minute),
    }
    app = Litestar(
        [*ROUTES, metrics] if settings.metrics else ROUTES,
        lifespan=[running],
        dependencies={name: provide(part) for name, part in parts.items()} | {"who": Provide(identity)},
        exception_handlers={Exception: problem_handler(settings.debug, problem_page)},
        request_max_body_size=MAX_BODY,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=["^/api/", "^/static/"]),
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
    app.state.connections = limits = ConnectionLimits(settings)
    # Round everything: Litestar's own middleware sees only requests to addresses that exist.
    app.asgi_handler = Guard(app.asgi_handler, settings, figures.count, limits.streams)
    return app


def house_message(house: House) -> bytes:
    """What all listeners are sent when the host has decided something."""
    about = {"type": "house", "message": house.message, "read_only": not house.store.writable.is_set()}
    return encode(about).encode()


def provide(part: Any) -> Provide:
    """Hand a part of the server to routes that name it."""
    hand_over: Callable[[], Any] = lambda: part  # noqa: E731
    return Provide(hand_over, sync_to_thread=False)


def calm_collector() -> None:
    """Let Python's garbage collector look at everything only rarely: with thousands of connections that stops all
    tables for a second. What a process has at its start is never looked at again; the scheduler has the rest looked
    at now and then. What is new is looked at often and in small parts: after each move a table is new, and 20,000 new
    objects that hold whole logs stopped all tables for 50 ms."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 500, 1_000_000)


def factory() -> Litestar:
    """For web servers that start several processes: settings come from the environment."""
    settings = from_environment()
    logs.set_up(settings.log_level)
    return create_app(settings)
