"""The database: SQLite in a file, or PostgreSQL for several processes. All writing goes through one task, which
commits together what is waiting."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tripolis.engine.errors import BadOptions
from tripolis.engine.words import Message

from ..domain.problems import Conflict, Problem
from ..now import machine_time, now
from .schema import LEASES

CHANNEL = "tripolis"
MIGRATING = 8_600_001
"""The number of PostgreSQL's advisory lock that is held while tables are made or changed."""
BATCH = 200
NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("about", type_=sa.String)))


@dataclass(slots=True)
class _Write:
    """Statements that belong together, and who waits for them."""

    order: str
    statements: Sequence[Any]
    notify: str
    lock: str
    done: asyncio.Future[list[Any]]


@dataclass(frozen=True, slots=True)
class Must:
    """A statement that has to change or find a row: if it does not, its transaction is undone, and raises the
    problem."""

    statement: Any
    problem: Problem


def read_only() -> Problem:
    """The host looks after the server."""
    return Problem(503, "read_only", Message("The server is being maintained: nothing is lost, and play goes on soon."))


def hidden(url: str) -> str:
    """An address without the name and password in it."""
    return re.sub(r"//[^@/]*@", "//...@", url)


class Store:
    """A database with its one writer."""

    def __init__(self, url: str) -> None:
        try:
            self.url = make_url(url)
        except ArgumentError:
            raise BadOptions(Message("{text} is not a database address.", text=hidden(url))) from None
        self.postgres = self.url.get_backend_name() == "postgresql"
        if self.url.drivername not in ("sqlite+aiosqlite", "postgresql+asyncpg"):
            message = Message(
                "A database address looks like sqlite+aiosqlite:///FILE or postgresql+asyncpg://..., not {text}."
            )
            raise BadOptions(message.fill(text=hidden(url)))
        self.engine: AsyncEngine
        self._reading: AsyncEngine
        """The same without transactions: a query by itself needs none, and each costs two more messages."""
        self.commits = 0
        self.written = 0
        self._waiting: list[_Write] = []
        self._closing = False
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._owned: IO[bytes] | None = None
        self._file: sa.Engine | None = None
        self._line: sa.Connection | None = None
        """The connection to it that is kept by the thread that writes: another one each time costs as much again."""
        self._thread = ThreadPoolExecutor(1, "writer")
        self.writable = asyncio.Event()
        """Cleared while the host keeps the server read-only."""
        self.writable.set()
        self._next_try = 0
        self._can_write = False

    # ------------------------------------------------------- opening, closing

    async def open(self, upgrade: bool = True, owner: str = "") -> None:
        """Connect, bring the tables up to date, and start writing.

        The server at the address `owner` owns a file of SQLite: another one would keep its own positions of the tables.
        """
        if self.postgres:
            self.engine = create_async_engine(self.url, pool_size=4, max_overflow=8, hide_parameters=True)
            _drop_closed_connections(self.engine.sync_engine)
            self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        else:
            if self.url.database and self.url.database != ":memory:":
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
                os.close(
                    os.open(self.url.database, os.O_RDWR | os.O_CREAT, 0o600)
                )  # it holds secrets of running matches
                if owner:
                    self._owned = own_file(Path(self.url.database), owner)
            self.engine = self._reading = create_async_engine(self.url, hide_parameters=True)
            _prepare_sqlite(self.engine.sync_engine)
            if self.url.database and self.url.database != ":memory:":
                self._file = sa.create_engine(self.url.set(drivername="sqlite"), hide_parameters=True)
                _prepare_sqlite(self._file)
        try:
            if upgrade:
                async with self.engine.begin() as connection:
                    if self.postgres:
                        await connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
                    await connection.run_sync(_upgrade)
        except (DBAPIError, OSError, CommandError) as error:
            await self.engine.dispose()
            if isinstance(error, CommandError):  # it does not know the version that the tables have
                raise BadOptions(
                    Message("The database belongs to a newer version of Tripolis: update this installation.")
                ) from None
            why = getattr(error, "orig", None) or error
            raise BadOptions(Message("The database cannot be opened: {why}", why=why)) from None
        self._writer = asyncio.create_task(self._write_forever(), name="writer")

    async def close(self) -> None:
        """Write what is waiting, and let go of the database."""
        self._closing = True
        self._wake.set()
        if self._writer:
            await asyncio.wait([self._writer])
        self._give_up(self._waiting)
        self._thread.shutdown()
        if self._line is not None:
            self._line.close()
        if self._file is not None:
            self._file.dispose()
        await self.engine.dispose()
        if self._owned:
            self._owned.close()

    # ---------------------------------------------------------------- writing

    async def write(
        self, *statements: Any, order: str = "", notify: str = "", lock: str = "", host: bool = False
    ) -> list[Any]:
        """Run statements (alone, or with their values) in one transaction, beside what others write at the same time;
        returns when all is on disk.
        Raises `Conflict`, and changes nothing, where something that must be unique is there already. Transactions with
        the same `lock` wait for each other, whatever process they are of. While the server is read-only, only the
        `host` writes."""
        if self._closing:
            raise ConnectionError("the database is being closed")
        if not host and not self.writable.is_set():
            raise read_only()
        done: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Write(order, statements, notify, lock, done))
        self._wake.set()
        return await done

    async def _write_forever(self) -> None:
        while not self._closing:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting[:] = self._waiting[:BATCH], self._waiting[BATCH:]
                batch.sort(key=lambda write: write.order)  # the same order in every process: no deadlocks
                try:
                    await self._write_batch(batch)
                except Exception as error:
                    self._give_up(batch, error)
                finally:
                    self._give_up(batch)

    def _give_up(self, writes: Sequence[_Write], error: Exception | None = None) -> None:
        """Nobody waits for ever for what was not written."""
        for write in writes:
            if not write.done.done():
                write.done.set_exception(error or ConnectionError("the database is being closed"))

    async def _write_batch(self, batch: list[_Write]) -> None:
        """All in one transaction; if one of them is in conflict, each in its own savepoint."""
        try:
            results = await self._transact(self._run, batch)
        except (IntegrityError, Problem) as error:
            if len(batch) == 1:
                results = [error if isinstance(error, Problem) else Conflict()]
            else:
                results = await self._transact(self._run_apart, batch)
        self.commits += 1
        self.written += len(batch)
        for write, result in zip(batch, results, strict=True):
            if write.done.done():
                continue
            if isinstance(result, Exception):
                write.done.set_exception(result)
            else:
                write.done.set_result(result)

    async def _transact(self, run: Callable[[sa.Connection, _Write], Any], batch: list[_Write]) -> list[Any]:
        """Run all writes in one transaction. A file of SQLite is written by a thread of its own, which the event loop
        waits for once, and not for every statement."""
        if self._file is None:
            async with self.engine.begin() as connection:
                return await connection.run_sync(self._run_all, run, batch)
        file = self._file

        def transact() -> list[Any]:
            line = self._line = self._line or file.connect()
            try:
                with line.begin():
                    return self._run_all(line, run, batch)
            except BaseException:
                self._line = None
                line.close()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._thread, transact)

    def _run_all(
        self, connection: sa.Connection, run: Callable[[sa.Connection, _Write], Any], batch: list[_Write]
    ) -> list[Any]:
        """Take all locks before anything is written, in the same order in every process: no deadlocks. SQLite has one
        writer anyway."""
        for name in sorted({write.lock for write in batch if write.lock}) if self.postgres else ():
            number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(number)))
        return [run(connection, write) for write in batch]

    def _run_apart(self, connection: sa.Connection, write: _Write) -> Any:
        try:
            with connection.begin_nested():
                return self._run(connection, write)
        except IntegrityError:
            return Conflict()
        except Problem as problem:
            return problem

    def _run(self, connection: sa.Connection, write: _Write) -> list[Any]:
        results: list[Any] = []
        for given in write.statements:
            if isinstance(given, tuple) and self._file is not None:
                results.append(run_plainly(connection, *given))
                continue
            statement, values = given if isinstance(given, tuple) else (given, None)
            result = connection.execute(statement.statement if isinstance(given, Must) else statement, values)
            results.append(result.fetchall() if result.returns_rows else result.rowcount)
            if isinstance(given, Must) and not results[-1]:
                raise given.problem
        if write.notify and self.postgres:
            connection.execute(NOTIFY, {"about": write.notify})
        return results

    def insert(self, table: sa.Table) -> Any:
        """An insert that can say what happens where the row is there already."""
        return (postgresql if self.postgres else sqlite).insert(table)

    # ---------------------------------------------------------------- reading

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read from; each query sees what is committed when it begins."""
        async with self._reading.connect() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """A connection that reads everything as of one moment, whatever others write meanwhile."""
        async with self.engine.connect() as connection:
            if self.postgres:
                await connection.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
            yield connection

    async def rows(self, statement: Any) -> list[Any]:
        """All rows of a query."""
        async with self.reading() as connection:
            return list((await connection.execute(statement)).fetchall())

    async def row(self, statement: Any) -> Any:
        """The first row of a query, or None."""
        async with self.reading() as connection:
            return (await connection.execute(statement)).first()

    @property
    def clock_sql(self) -> Any:
        """The database's clock in milliseconds, for statements: the machine's own, where the database is a file."""
        if self.postgres:
            return sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)
        return sa.literal(machine_time(), sa.BigInteger)

    async def clock(self) -> int:
        """The database's clock."""
        return int((await self.row(sa.select(self.clock_sql)))[0]) if self.postgres else machine_time()

    async def writes(self) -> bool:
        """Can the database be written to? Tried once a second at most, and not while the host keeps it read-only."""
        if not self.writable.is_set():
            return True
        at = now()
        if at >= self._next_try:
            self._next_try = at + 1000
            row = {"name": "ready", "holder": "", "until": at}
            try:
                async with asyncio.timeout(3):
                    await self.write(
                        self.insert(LEASES).values(row).on_conflict_do_update(index_elements=["name"], set_=row)
                    )
                self._can_write = True
            except Exception:
                self._can_write = False
        return self._can_write

    # ----------------------------------------------------------- notifications

    async def listen(self, heard: Callable[[str], None], lost: Callable[[], None]) -> Callable[[], Any]:
        """Call `heard` with every NOTIFY of any process, `lost` when the connection is gone; returns what ends it."""
        import asyncpg

        _, how = self.engine.dialect.create_connect_args(self.url)  # with TLS, where the address asks for it
        connection = await asyncpg.connect(**how)
        connection.add_termination_listener(lambda _: lost())
        await connection.add_listener(CHANNEL, lambda *about: heard(about[-1]))
        return lambda: connection.close()


def run_plainly(connection: sa.Connection, statement: Any, values: dict[str, Any]) -> int:
    """A statement that is made once and run for every entry, by SQLite alone: SQLAlchemy would take three times as
    long. Returns how many rows it has changed."""
    text, order = _plain_sql(statement, connection.dialect, tuple(values))
    driver: Any = connection.connection.dbapi_connection
    try:
        return int(driver.execute(text, [values[name] for name in order]).rowcount)
    except sqlite3.Error as error:
        raise DBAPIError.instance(text, None, error, sqlite3.Error) from error


@lru_cache
def _plain_sql(statement: Any, dialect: sa.Dialect, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """A statement as SQLite reads it, and the names of its values in their order."""
    compiled = statement.compile(dialect=dialect, column_keys=names)
    return str(compiled), tuple(compiled.positiontup)


def own_file(database: Path, address: str) -> IO[bytes]:
    """Lock a file of SQLite for the server at an address, until the handle is closed or the process ends."""
    file = os.open(database.with_name(database.name + ".owner"), os.O_RDWR | os.O_CREAT, 0o600)
    handle = os.fdopen(file, "r+b")
    if not _lock(handle):
        handle.close()
        raise owned(database)
    handle.truncate(0)
    handle.write(address.encode())
    handle.flush()
    return handle


def owned(database: str | Path) -> BadOptions:
    """Another server has this file."""
    return BadOptions(
        Message(
            "A server is already using {file}: stop it, or give this one its own folder with --data.", file=database
        )
    )


def owner_of(url: str) -> str | None:
    """The address of the server that runs on a database of SQLite, if there is one."""
    database = make_url(url).database
    file = Path(f"{database}.owner")
    if not database or not file.is_file():
        return None
    with file.open("r+b") as handle:
        return None if _lock(handle) else handle.read().decode()


def _lock(handle: IO[bytes]) -> bool:
    """Lock a file, if nobody else has; where files cannot be locked so (Windows), nobody ever has."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _upgrade(connection: sa.Connection) -> None:
    command.upgrade(_alembic(connection), "head")


def _alembic(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _drop_closed_connections(engine: sa.Engine) -> None:
    """Have a connection that PostgreSQL has closed replaced when it is next used. Nothing is asked for that: a question
    before each query would cost three times as much as the query."""

    @sa.event.listens_for(engine, "checkout")
    def taken(connection: Any, *_: Any) -> None:
        if connection.driver_connection.is_closed():
            raise DisconnectionError


def _prepare_sqlite(engine: sa.Engine) -> None:
    """A log that readers do not wait for, and a commit that is on disk when it says so."""

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin(connection: Any) -> None:
        """By the driver itself: as a statement of SQLAlchemy's it would cost as much as an insert."""
        connection.execute("BEGIN")

    engine.dialect.do_begin = begin  # type: ignore[assignment,method-assign]
