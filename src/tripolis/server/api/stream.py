"""The stream of a table: a WebSocket that tells what happens, and takes deeds."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import Parameter

from tripolis.engine.errors import TripolisError
from tripolis.engine.words import Message

from ..domain.journal import now
from ..domain.problems import Problem, as_problem, bad_value, too_many
from ..live.tables import Room
from .desk import Caller, Desk
from .guard import problem_body
from .requests import DEED_ASKS, fields
from .responses import caller_of, lang_of

LOG = logging.getLogger("tripolis.server.stream")
WAITING = 256
"""Messages that may wait for a slow connection before it is cut."""


class Connection:
    """One listener of a table. Messages wait in a row; a task exists only while there are some."""

    __slots__ = ("_sending", "_waiting", "caller", "guest", "lang", "open", "seat", "socket", "token")

    def __init__(self, socket: WebSocket[Any, Any, Any], caller: Caller, lang: str) -> None:
        self.socket, self.caller, self.lang = socket, caller, lang
        self.guest, self.token, self.seat = (
            caller.guest.id if caller.guest and not caller.token else "",
            caller.token,
            -1,
        )
        self.open = True
        self._waiting: deque[bytes] = deque()
        self._sending: asyncio.Task[None] | None = None

    def hear(self, message: bytes) -> None:
        """Send a message as soon as the connection takes it."""
        if not self.open:
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

    def say_problem(self, problem: Problem, ask_id: Any = None) -> None:
        """Tell why something was not done."""
        self.hear(msgspec.json.encode({**problem_body(problem, self.lang), "type": "problem", "id": ask_id}))


@websocket("/api/tables/{table_id:str}/stream")
async def stream(
    socket: WebSocket[Any, Any, Any],
    desk: Desk,
    table_id: str,
    after: Annotated[int, Parameter(ge=0)] = 0,
) -> None:
    """Listen to a table: first everything as it is, with the log behind `after`, then every change."""
    await socket.accept()
    state = socket.app.state
    connection: Connection | None = None
    room: Room | None = None
    try:
        caller = await caller_of(socket, desk)
        connection = Connection(socket, caller, caller.lang)
        room = await desk.hall.room(table_id, fresh=True)
        connection.seat = room.table.seat_for(connection.guest, connection.token)
        watching = sum(listener.seat < 0 for listener in room.listeners)
        if connection.seat < 0 and watching >= desk.settings.spectators_per_table:
            raise too_many(Message("Too many people watch this table."))
        if (
            connection.seat >= 0
            and sum(one.seat == connection.seat for one in room.listeners) >= desk.settings.streams_per_seat
        ):
            raise too_many(Message("This seat is open in too many windows."))
        who = caller.at(room.table)
        room.listeners.append(connection)
        state.connections.add(connection)
        connection.hear(room.moment().snapshot(connection.seat, who.guest, connection.lang, after))
        while connection.open:
            await _take(connection, room, desk, state, await socket.receive_data(mode="text"))
    except TripolisError as error:
        problem = as_problem(error)
        await socket.send_data(
            msgspec.json.encode({**problem_body(problem, lang_of(socket)), "type": "problem"}).decode()
        )
        await socket.close(code=4000 + problem.status, reason=problem.code)
    except WebSocketDisconnect:
        pass
    except Exception:
        LOG.exception("a stream failed")
    finally:
        if connection is not None:
            connection.open = False
            state.connections.discard(connection)
        if room is not None and connection in room.listeners:
            room.listeners.remove(connection)


async def _take(connection: Connection, room: Room, desk: Desk, state: Any, text: str | bytes) -> None:
    """Do what a message asks for, and answer it."""
    ask_id: Any = None
    try:
        if not state.deeds_taken.take(connection.guest or connection.token or connection.caller.address):
            raise too_many(Message("Too many requests: wait a moment."))
        try:
            found = msgspec.json.decode(text)
            deed = str(found.pop("do"))
            ask_id = found.get("id")
            ask_id = ask_id if isinstance(ask_id, str) else None
            if deed == "ping":
                connection.hear(
                    msgspec.json.encode({"type": "pong", "id": ask_id, "seq": room.table.seq, "now": now()})
                )
                return
            ask = msgspec.convert(found, DEED_ASKS[deed])
        except (msgspec.MsgspecError, KeyError, TypeError, AttributeError, UnicodeDecodeError, RecursionError):
            raise bad_value(Message("The request has the wrong form.")) from None
        entry = await desk.hall.act(room, connection.caller.at(room.table), deed, fields(ask), ask_id)
        connection.hear(msgspec.json.encode({"type": "done", "id": ask_id, "seq": entry.seq, "kind": entry.kind}))
    except TripolisError as error:
        connection.say_problem(as_problem(error), ask_id)
