"""The people of benchmarks/load.py: tables with four WebSockets each, at our server or at a peer's.

The WebSocket client is written for this: one asyncio protocol that cuts frames and looks at as few bytes as it can,
so that the clients of 1,000 tables fit on one core beside the server's. Both servers are played by the same code, up
to what their messages say.
"""

from __future__ import annotations

import asyncio
import random
import struct
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

import httpx
import msgspec

SEATS = 4
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


@dataclass
class Record:
    """What has been seen so far; `measuring` says whether it counts."""

    measuring: bool = False
    latencies: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    """How late the clients themselves were to send."""
    sent: int = 0
    late: int = 0
    """Moves that were due while the one before was still on its way."""
    idle: int = 0
    problems: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    """Connections that the server has closed."""
    received: int = 0
    received_bytes: int = 0


class Socket(asyncio.Protocol):
    """A WebSocket as one seat has it."""

    def __init__(self, table: Table, seat: int, path: str, host: str, headers: dict[str, str]) -> None:
        self.table, self.seat = table, seat
        self.buffer = bytearray()
        self.upgraded = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.request = ("\r\n".join(lines) + "\r\n\r\n").encode()
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError(f"closed before it was ready: {error}"))
        elif not self.table.leaving:
            self.table.record.lost += 1

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.upgraded:
            head = buffer.find(b"\r\n\r\n")
            if head < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                if not self.ready.done():
                    self.ready.set_exception(ConnectionError(bytes(buffer[:200]).decode(errors="replace")))
                self.transport.close()
                return
            self.upgraded = True
            del buffer[: head + 4]
        start = 0
        while len(buffer) - start >= 2:
            length, body = buffer[start + 1], start + 2
            if length == 126:
                if len(buffer) < start + 4:
                    break
                length, body = int.from_bytes(buffer[start + 2 : start + 4], "big"), start + 4
            elif length == 127:
                if len(buffer) < start + 10:
                    break
                length, body = int.from_bytes(buffer[start + 2 : start + 10], "big"), start + 10
            if len(buffer) < body + length:
                break
            kind, start = buffer[start] & 15, body + length
            if kind == TEXT:
                self.table.hear(self, bytes(buffer[body:start]))
            elif kind == PING:
                self.send(bytes(buffer[body:start]), PONG)
            elif kind == CLOSE:
                self.transport.close()
        del buffer[:start]

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """A masked frame, as clients must send them; masked with zeros, which costs nothing."""
        size = len(payload)
        head = struct.pack("!BB", 128 | kind, 128 | size) if size < 126 else struct.pack("!BBH", 128 | kind, 254, size)
        self.transport.write(head + b"\0\0\0\0" + payload)


class Table:
    """A table and its four seats: knows which move may come next, and when all seats have the last one."""

    server: ClassVar[str]
    sticky: ClassVar[bool] = False

    def __init__(self, record: Record, http: httpx.AsyncClient, number: int, bases: list[str]) -> None:
        self.record, self.http = record, http
        self.bases = [httpx.URL(base) for base in bases]
        """The processes of the server: the seats connect to them in turn, or (`sticky`) the tables do."""
        self.random = random.Random(number)
        self.number = number
        self.sockets: list[Socket] = []
        self.at = [-1] * SEATS
        """The last state that each seat has seen."""
        self.goal = -1
        self.since = 0.0
        self.counts = False
        """Was the move on its way sent while measuring?"""
        self.next: tuple[Socket, Any] | None = None
        self.leaving = False

    async def connect(self) -> None:
        """Connect the four seats, and wait until each has seen the table."""
        for seat in range(SEATS):
            base = self.bases[(self.number if self.sticky else seat) % len(self.bases)]
            path, headers = self.address(seat)
            _, socket = await asyncio.get_running_loop().create_connection(
                partial(Socket, self, seat, path, base.netloc.decode(), headers),
                base.host,
                base.port,
            )
            self.sockets.append(socket)
            await asyncio.wait_for(socket.ready, 60)

    def close(self) -> None:
        """Everybody leaves."""
        self.leaving = True
        for socket in self.sockets:
            socket.transport.abort()

    def seen(self, socket: Socket, state: int) -> None:
        """A seat has a state of the table."""
        at = time.perf_counter()
        self.at[socket.seat] = state
        if not socket.ready.done():
            socket.ready.set_result(None)
        if self.goal >= 0 and min(self.at) >= self.goal:
            self.goal = -1
            if self.counts:
                self.record.latencies.append(at - self.since)

    def move(self) -> None:
        """Make a move, if one can be made."""
        record = self.record
        if self.goal >= 0:
            record.late += record.measuring
            return
        if self.next is None:
            record.idle += record.measuring
            return
        socket, choice = self.next
        self.next, self.goal = None, self.at[socket.seat] + 1
        message = self.message(socket, choice)
        record.sent += record.measuring
        self.counts = record.measuring
        self.since = time.perf_counter()
        socket.send(message)

    async def post(self, path: str, token: str = "", **body: Any) -> Any:
        """A request that must not fail."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.post(path, json=body, headers=headers)
        if answer.status_code >= 300:
            raise ConnectionError(f"{path}: {answer.status_code} {answer.text[:200]}")
        return answer.json()

    async def set_up(self) -> None:
        """A table where four people sit."""
        raise NotImplementedError

    def address(self, seat: int) -> tuple[str, dict[str, str]]:
        """Where a seat connects to, and with which headers."""
        raise NotImplementedError

    def hear(self, socket: Socket, text: bytes) -> None:
        """A message to a seat."""
        raise NotImplementedError

    def message(self, socket: Socket, choice: Any) -> bytes:
        """A move as it is sent."""
        raise NotImplementedError


class _Legal(msgspec.Struct):
    move: str


class _Turn(msgspec.Struct):
    legal: list[_Legal]


class OurTable(Table):
    """A match of Quadropolis at `tripolis serve`."""

    server = "Tripolis"
    turn = msgspec.json.Decoder(_Turn)

    async def set_up(self) -> None:
        seats = ["me", "open", "open", "open"]
        options = {"mode": "classic", "players": SEATS}
        found = await self.post("/api/tables", game="quadropolis", options=options, seats=seats, name="Seat 1")
        self.id, self.tokens = found["table"], [found["token"]]
        at = f"/api/tables/{self.id}"
        for seat in range(1, SEATS):
            found = await self.post(f"{at}/join", name=f"Seat {seat + 1}", seat=seat)
            self.tokens.append(found["token"])
        for token in self.tokens:
            await self.post(f"{at}/ready", token)
        await self.post(f"{at}/start", self.tokens[0])

    def address(self, seat: int) -> tuple[str, dict[str, str]]:
        return f"/api/tables/{self.id}/stream", {"Authorization": f"Bearer {self.tokens[seat]}"}

    def hear(self, socket: Socket, text: bytes) -> None:
        record = self.record
        if text.startswith((b'{"type":"update","seq":', b'{"type":"snapshot","seq":')):
            begin = text.index(b'"seq":') + 6
            self.seen(socket, int(text[begin : text.index(b",", begin)]))
            if record.measuring:
                record.received += 1
                record.received_bytes += len(text)
            if b'"legal":[]' not in text:
                legal = self.turn.decode(text).legal
                self.next = socket, self.random.choice(legal).move
        elif text.startswith(b'{"type":"problem"'):
            record.problems[str(msgspec.json.decode(text).get("code"))] += 1
            self.goal = -1

    def message(self, socket: Socket, choice: Any) -> bytes:
        return msgspec.json.encode(
            {"do": "moves", "moves": [choice], "seq": self.at[socket.seat], "id": f"m{self.goal}"}
        )


class PeerTable(Table):
    """A match of benchmarks/load_peer/city.js at boardgame.io's server, over the WebSocket transport of socket.io."""

    server = "boardgame.io"
    prefix = b"42/city,"

    async def set_up(self) -> None:
        self.id = (await self.post("/games/city/create", numPlayers=SEATS, unlisted=True))["matchID"]
        self.credentials = []
        for seat in range(SEATS):
            body = {"playerID": str(seat), "playerName": f"Seat {seat + 1}"}
            self.credentials.append((await self.post(f"/games/city/{self.id}/join", **body))["playerCredentials"])

    def address(self, seat: int) -> tuple[str, dict[str, str]]:
        return "/socket.io/?EIO=4&transport=websocket", {}

    def hear(self, socket: Socket, text: bytes) -> None:
        record = self.record
        if text == b"2":  # engine.io asks whether we are there
            socket.send(b"3")
        elif text.startswith(b"0"):  # engine.io is open: connect to the game's namespace
            socket.send(b"40/city,")
        elif text.startswith(b"40/city,"):
            seat = str(socket.seat)
            socket.send(
                self.prefix + msgspec.json.encode(["sync", self.id, seat, self.credentials[socket.seat], SEATS])
            )
        elif text.startswith((b'42/city,["update",', b'42/city,["sync",')):
            begin = text.index(b'"_stateID":') + 11
            end = begin
            while text[end : end + 1].isdigit():
                end += 1
            self.seen(socket, int(text[begin:end]))
            if record.measuring:
                record.received += 1
                record.received_bytes += len(text)
            if b'"currentPlayer":"%d"' % socket.seat in text:
                found = msgspec.json.decode(text[len(self.prefix) :])[2]
                self.choose(socket, found.get("state", found)["G"])
        elif text.startswith((b"44", b"41")):
            record.problems[text[:60].decode()] += 1

    def choose(self, socket: Socket, game: Any) -> None:
        """Any legal move: boardgame.io leaves it to clients to know them."""
        hand, city = game["architects"][socket.seat], game["cities"][socket.seat]
        places = [place for place, tile in enumerate(game["board"]) if tile]
        cells = [cell for cell, tile in enumerate(city) if not tile]
        if hand and places and cells:
            self.next = socket, [self.random.choice(places), self.random.choice(hand), self.random.choice(cells)]

    def message(self, socket: Socket, choice: Any) -> bytes:
        seat = str(socket.seat)
        made = {"type": "build", "args": choice, "playerID": seat, "credentials": self.credentials[socket.seat]}
        action = {"type": "MAKE_MOVE", "payload": made}
        return self.prefix + msgspec.json.encode(["update", action, self.at[socket.seat], self.id, seat])


async def for_all(tables: list[Table], work: Callable[[Table], Awaitable[None]], at_once: int = 8) -> None:
    """Do something with every table, some at a time."""
    waiting = iter(tables)

    async def go_on() -> None:
        for table in waiting:
            await work(table)

    async with asyncio.TaskGroup() as group:
        for _ in range(at_once):
            group.create_task(go_on())


async def play(tables: list[Table], pace: float, seconds: float) -> None:
    """A move at each table every `pace` seconds, the tables one after the other."""
    began = time.perf_counter()
    step = pace / len(tables)
    for turn in range(round(seconds / step)):
        due = began + turn * step
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        table = tables[turn % len(tables)]
        if table.record.measuring:
            table.record.lags.append(time.perf_counter() - due)
        table.move()
