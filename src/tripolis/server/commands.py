"""Commands for hosts: `tripolis serve` and `tripolis db`. Nothing heavy is imported before one of them runs."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import signal
import sys
import threading
import time
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tripolis.arguments import argument, command, option
from tripolis.engine.words import Message, say

if TYPE_CHECKING:
    from .settings import Settings
    from .storage.store import Store


db_app = typer.Typer(
    help=say(Message("The database of the server: upgrade, back up, restore, check, purge.")), no_args_is_help=True
)
Database = Annotated[
    str | None,
    option(
        Message(
            "Where the tables are kept: sqlite+aiosqlite:///FILE or postgresql+asyncpg://...; by default a file "
            "in the data folder."
        )
    ),
]
DataFolder = Annotated[Path | None, option(Message("The folder for database and signing key."), "--data")]


NEEDED = "litestar uvicorn websockets sqlalchemy aiosqlite alembic msgspec jinja2 prometheus_client"


START_SECONDS = 300
"""How long a server may take until its port answers."""
PING_SECONDS = 45
"""How often a WebSocket is asked whether anybody is there. Our pages ask by themselves, more often; proxies end a
connection in which nothing was said for a minute."""


def need_server(postgres: bool = False) -> None:
    """The parts that only a server needs must be installed."""
    from tripolis.engine.errors import BadOptions

    if any(importlib.util.find_spec(name) is None for name in NEEDED.split()):
        raise BadOptions(Message("The server is not installed: pip install 'tripolis[server]'"))
    if postgres and importlib.util.find_spec("asyncpg") is None:
        raise BadOptions(Message("PostgreSQL is not supported by this installation: pip install 'tripolis[postgres]'"))


def serve(
    host: Annotated[str | None, option(Message("The address to listen on; 127.0.0.1 is this machine alone."))] = None,
    port: Annotated[int | None, option(Message("The port to listen on; 8600 by default."))] = None,
    database: Database = None,
    data: DataFolder = None,
    allow_host: Annotated[
        list[str] | None, option(Message("A name that browsers may call this server by; may be repeated."))
    ] = None,
    public_url: Annotated[
        str | None, option(Message("The server's address from outside, such as https://games.example.org."))
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        option(Message("The address or network of a proxy whose forwarded headers are trusted; may be repeated.")),
    ] = None,
    processes: Annotated[int, option(Message("Server processes; more than one needs PostgreSQL."), min=1, max=64)] = 1,
    bot_workers: Annotated[
        int | None, option(Message("Processes in which bots think; by default one fewer than there are cores."))
    ] = None,
    log_level: Annotated[str | None, option(Message("debug, info, warning or error."))] = None,
    debug: Annotated[bool | None, option(Message("Show server errors in responses."), "--debug")] = None,
) -> None:
    """Serve tables."""
    from tripolis.engine.errors import BadOptions

    need_server(bool(database and database.startswith("postgresql")))
    from . import logs
    from .settings import PREFIX, from_environment

    settings = from_environment(
        host=host,
        port=port,
        database=database,
        data=data,
        allowed_hosts=tuple(allow_host) if allow_host else None,
        public_url=public_url,
        trusted_proxies=tuple(trust_proxy) if trust_proxy else None,
        bot_workers=bot_workers,
        log_level=log_level,
        debug=debug,
    )
    if settings.log_level not in ("debug", "info", "warning", "error"):
        raise BadOptions(Message("{text} is not a log level.", text=settings.log_level))
    if processes > 1 and not settings.database_url.startswith("postgresql"):
        raise BadOptions(Message("Several processes need PostgreSQL: SQLite allows only one."))
    from .storage.store import Store, owned, owner_of

    store = Store(settings.database_url)  # a wrong address is refused now
    if not store.postgres and owner_of(settings.database_url):
        raise owned(str(store.url.database))
    settings.signing_key()
    asyncio.run(try_database(store))
    import uvicorn

    from .app import create_app

    logs.set_up(settings.log_level)
    if settings.beyond_loopback:
        warning = Message(
            "Warning: other machines can reach this server. Put a proxy with https in front of it "
            "(see docs/hosting.md)."
        )
        print(say(warning), file=sys.stderr)
    print(say(Message("Tripolis is starting …")), flush=True)
    threading.Thread(target=_say_when_open, args=(settings,), daemon=True).start()
    common = web_server(settings)
    if processes == 1:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again when all is done: a good end
        uvicorn.run(create_app(settings), **common)
        return
    from dataclasses import fields

    for known in fields(settings):
        value = getattr(settings, known.name)
        text = (
            ",".join(value) if isinstance(value, tuple) else str(int(value)) if isinstance(value, bool) else str(value)
        )
        os.environ[f"{PREFIX}{known.name.upper()}"] = text
    uvicorn.run("tripolis.server.app:factory", factory=True, workers=processes, **common)


async def try_database(store: Store) -> None:
    """Open the database once before the server starts: what is wrong with it is said in one sentence."""
    await store.open()
    await store.close()


def wait_for(settings: Settings, path: str = "/health") -> bool:
    """Wait until the port answers."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "") else settings.host  # noqa: S104 - compared only
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://{host}:{settings.port}{path}", timeout=5):
            return True
        time.sleep(0.1)
    return False


def _say_when_open(settings: Settings) -> None:
    """Say that the server listens when it does."""
    if wait_for(settings):
        address = f"http://{settings.host}:{settings.port}/"
        print(say(Message("Tripolis listens on {address}", address=address)), flush=True)
        print(say(Message("For you as the host, and nobody else: {link}", link=host_link(settings))), flush=True)


def host_link(settings: Settings) -> str:
    """The address of the host's page. Its secret follows from the signing key: a new key makes a new link."""
    from .storage.guests import Guests
    from .storage.store import Store

    secret = Guests(Store(settings.database_url), settings).derive_secret("host")
    return f"{settings.public_url.rstrip('/') or f'http://{settings.host}:{settings.port}'}/host#{secret}"


def web_server(settings: Settings) -> dict[str, Any]:
    """How uvicorn is run: no headers about us, messages not compressed, a shutdown that waits for responses."""
    from .api.connections import LimitedHttp, LimitedWebSocket

    return {
        "host": settings.host,
        "port": settings.port,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,
        "http": LimitedHttp,  # by h11: unlike the other parser it limits the size of headers
        "ws": LimitedWebSocket,
        "ws_per_message_deflate": False,
        "ws_ping_interval": PING_SECONDS,
        "ws_max_size": 64 * 1024,
        "timeout_graceful_shutdown": 10,
        "h11_max_incomplete_event_size": 32 * 1024,
    }


def on_store(
    database: str | None, data: Path | None, work: Callable[[Store], Awaitable[Any]], upgrade: bool = False
) -> Any:
    """Do something with the database."""
    need_server(bool(database and database.startswith("postgresql")))
    from sqlalchemy.exc import OperationalError, ProgrammingError

    from tripolis.engine.errors import BadOptions

    from .settings import from_environment
    from .storage.store import Store

    async def run() -> Any:
        store = Store(from_environment(database=database, data=data).database_url)
        await store.open(upgrade)
        try:
            return await work(store)
        except (OperationalError, ProgrammingError, ConnectionError) as error:
            why = getattr(error, "orig", error)
            raise BadOptions(Message("The database cannot be opened: {why}", why=why)) from None
        finally:
            await store.close()

    return asyncio.run(run())


@command(db_app, Message("Bring the tables of the database up to date; `serve` does it at every start."))
def upgrade(database: Database = None, data: DataFolder = None) -> None:
    """Bring the database up to date."""

    async def nothing(store: Store) -> None:
        return None

    on_store(database, data, nothing, upgrade=True)
    print(say(Message("The database is up to date.")))


@command(db_app, Message("Write everything into one file, while the server is running or not."))
def backup(
    file: Annotated[Path, argument(Message("A new file, for example tripolis.backup.gz."))],
    database: Database = None,
    data: DataFolder = None,
) -> None:
    """Back the database up."""
    from .storage import maintenance

    rows = on_store(database, data, lambda store: maintenance.backup(store, file))
    message = Message("{n} rows are in {file}. Keep it safe: it holds the secrets of running matches.")
    print(say(message.fill(n=rows, file=file)))


@command(db_app, Message("Fill an empty database from a backup, of SQLite or PostgreSQL alike."))
def restore(
    file: Annotated[Path, argument(Message("A file that `backup` has written."))],
    database: Database = None,
    data: DataFolder = None,
) -> None:
    """Restore a backup."""
    from .storage import maintenance

    rows = on_store(database, data, lambda store: maintenance.restore(store, file), upgrade=True)
    print(say(Message("{n} rows were restored.", n=rows)))


@command(db_app, Message("Replay every journal and compare; names what is wrong."))
def check(database: Database = None, data: DataFolder = None) -> None:
    """Check the database."""
    from .storage import maintenance

    problems = on_store(database, data, maintenance.check)
    for message in problems:
        print(say(message))
    if problems:
        sys.exit(1)
    print(say(Message("All journals are correct.")))


@command(db_app, Message("Delete finished matches, imported files and guests that are older."))
def purge(
    older_than: Annotated[float, option(Message("Days since the last sign of life."), min=1)],
    database: Database = None,
    data: DataFolder = None,
) -> None:
    """Purge the database."""
    from .storage import maintenance

    gone = on_store(database, data, lambda store: maintenance.purge(store, older_than))
    print(say(Message("Deleted: {tables} tables, {matches} matches, {guests} guests.", **gone)))


@command(db_app, Message("Decide about a table that was stopped because the rules changed: cut it or close it."))
def mend(
    table: Annotated[str, argument(Message("The code of the table, as `check` names it."))],
    cut: Annotated[
        bool,
        option(
            Message("Continue from the last position on which old and new rules agree, or close the table."),
            "--cut/--close",
        ),
    ] = True,
    database: Database = None,
    data: DataFolder = None,
) -> None:
    """Mend a stopped table."""
    from .live.views import can_be_shown
    from .storage import maintenance

    print(say(on_store(database, data, lambda store: maintenance.mend(store, table, cut, can_be_shown))))
