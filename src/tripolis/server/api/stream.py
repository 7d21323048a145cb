"""The stream of a table: a WebSocket that says what happens, and takes actions."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, QueryParameter

from tripolis.engine.errors import TripolisError
from tripolis.engine.words import Message

from ..domain.actions import ACTIONS
from ..domain.identity import Identity
from ..domain.problems import as_problem, bad_value, too_many
from ..live.tables import LiveTable, LiveTables
from ..now import now
from ..rate_limit import RateLimit
from ..settings import Settings
from ..storage.outage import log_outage, unavailable
from .connections import LimitedWebSocket
from .dependencies import StreamLimit, TheGuests, TheSettings, TheTables
from .identity import find_identity, find_language
from .responses import problem_body

LOG = logging.getLogger("tripolis.server.stream")
WAITING = 256
"""Messages that may wait for a slow connection before it is cut."""
ACTION_REQUESTS = {name: action.request for name, action in ACTIONS.items() if name not in ("join", "options")}
"""What can be asked for over a stream."""


class Connection:
    """A listener of a table. Messages are written at once; those that the other side does not take yet wait in a row,
    and a task exists only while there are some."""

    __slots__ = ("_line", "_sending", "_waiting", "identity", "open", "seat", "socket")

    def __init__(self, socket: WebSocket[Any, Any, Any], identity: Identity, seat: int) -> None:
        self.socket, self.identity, self.seat = socket, identity, seat
        self.open = True
        self._waiting: deque[bytes] = deque()
        self._sending: asyncio.Task[None] | None = None
        self._line: LimitedWebSocket = socket.scope["state"]["line"]

    def hear(self, message: bytes) -> None:
        """Send a message as soon as the connection takes it."""
        if not self.open or (self._sending is None and self._line.write_text(message)):
            return
        self._waiting.append(message)
        if len(self._waiting) > WAITING:
            self.drop()
        elif self._sending is None:
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._waiting and self.open:
                await self.socket.send_text(self._waiting.popleft().decode())
        except Exception:
            self.open = False
        finally:
            self._sending = None

    def drop(self) -> None:
        """Cut the connection; the client comes back, names the last seq it has seen, and gets what it missed."""
        if self.open:
            self.open = False
            self._waiting.clear()
            asyncio.get_running_loop().create_task(self.close(1013, "slow"))

    async def close(self, code: int, reason: str) -> None:
        """Say good-bye, if the other side still listens."""
        self.open = False
        try:
            await self.socket.close(code=code, reason=reason)
        except Exception:
            LOG.debug("a connection was gone already")


@websocket("/api/tables/{table_id:str}/stream")
async def stream(
    socket: WebSocket[Any, Any, Any],
    tables: TheTables,
    guests: TheGuests,
    settings: TheSettings,
    stream_limit: StreamLimit,
    table_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0)] = 0,
) -> None:
    """Listen to a table: first everything as it is, with the log behind `after`, then every change."""
    await socket.accept()
    connection: Connection | None = None
    live: LiveTable | None = None
    try:
        who = await find_identity(socket, guests)
        with tables.arriving(table_id):
            live = await tables.visit(table_id)
            tables.check(who, live.table, "look")
            check_room(live, who.seat_at(live.table), settings)
            everything = await tables.look(live, who, after)
            # Nothing is waited for from here on: what happens next is heard after the snapshot.
            connection = Connection(socket, who, who.seat_at(live.table))
            check_room(live, connection.seat, settings)
            live.listeners.append(connection)
        connection.hear(everything)
        del everything  # or each connection would hold it as long as it lives
        await tables.catch_up_if_behind(live)
        while connection.open:
            text = await socket.receive_data(mode="text")
            connection.hear(msgspec.json.encode(await respond(tables, live, who, stream_limit, text)))
    except TripolisError as error:
        await end(socket, error)
    except WebSocketDisconnect:
        pass
    except Exception as error:
        if log_outage(error):
            await end(socket, unavailable())
        else:
            LOG.exception("a stream failed")
    finally:
        if connection is not None and live is not None:
            connection.open = False
            with contextlib.suppress(ValueError):
                live.listeners.remove(connection)


async def end(socket: WebSocket[Any, Any, Any], error: TripolisError) -> None:
    """Say why a stream ends, and end it."""
    message = problem_message(error, find_language(socket))
    with contextlib.suppress(Exception):  # the other side may be gone
        await socket.send_data(msgspec.json.encode(message).decode())
        await socket.close(code=4000 + message["status"], reason=message["code"])


def check_room(live: LiveTable, seat: int, settings: Settings) -> None:
    """At most this many connections listen to a table."""
    listening = sum(listener.seat == seat for listener in live.listeners)
    if seat < 0 and listening >= settings.spectators_per_table:
        raise too_many(Message("Too many people watch this table."))
    if seat >= 0 and listening >= settings.streams_per_seat:
        raise too_many(Message("This seat is open in too many windows."))


async def respond(
    tables: LiveTables, live: LiveTable, who: Identity, limit: RateLimit, text: str | bytes
) -> dict[str, Any]:
    """Do what a message asks for; returns what to answer."""
    message_id: str | None = None
    try:
        if not limit.take(who.guest or who.token or who.address):
            raise too_many(Message("Too many requests: wait a moment."))
        try:
            message = msgspec.json.decode(text)
            action = str(message.pop("do"))
            message_id = message["id"] if isinstance(message.get("id"), str) else None
            if action == "ping":
                return {"type": "pong", "id": message_id, "seq": live.table.seq, "now": now()}
            request = msgspec.convert(message, ACTION_REQUESTS[action])
        except (msgspec.MsgspecError, KeyError, TypeError, AttributeError, UnicodeDecodeError, RecursionError):
            raise bad_value(Message("The request has the wrong form.")) from None
        entry = await tables.act(live, who, action, request)
        return {"type": "done", "id": message_id, "seq": entry.seq, "kind": entry.kind}
    except TripolisError as error:
        return problem_message(error, who.lang) | {"id": message_id}
    except Exception as error:
        if not log_outage(error):
            raise
        return problem_message(unavailable(), who.lang) | {"id": message_id}


def problem_message(error: TripolisError, lang: str) -> dict[str, Any]:
    """Why something was not done."""
    return {**problem_body(as_problem(error), lang), "type": "problem"}
