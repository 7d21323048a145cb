"""Connections: how many, how slow, how small their frames may be. uvicorn's protocols, with limits.

One that sends its head or its body too slowly is cut; an address that has all its places is refused. Addresses of
trusted proxies have as many places as there are: what comes through them is counted by the guard.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from ..settings import Settings

FULL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"
SLICE = 1024
"""So many bytes of a WebSocket are parsed before its frames are counted."""
OTHER_FILES = 2048
"""Of the open files that the system allows, so many at most are kept for other things than connections."""
FEWEST_FRAMES = 60
TOO_MANY_FRAMES = 1008
"""WebSocket's code for a policy that was violated."""


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """An address as it is counted: of IPv6 the first 64 bits, since one customer has all addresses behind them."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv4Address):
        return address
    return str(known.ipv4_mapped or ip_network((known, 64), strict=False))


class Places:
    """Places that are taken and left again: so many in all, and so many for each address."""

    def __init__(self, in_all: int, per_address: int) -> None:
        self.in_all, self.per_address = in_all, per_address
        self.taken = 0
        self.by_address: Counter[str] = Counter()

    def take(self, address: str, trusted: bool = False) -> bool:
        """Take a place; False if there is none."""
        if self.taken >= self.in_all or (self.by_address[address] >= self.per_address and not trusted):
            return False
        self.taken += 1
        self.by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Give a place back."""
        self.taken -= 1
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]


class ConnectionLimits:
    """The limits of a host for connections, and how many there are."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.connections = Places(min(settings.connections, open_files()), settings.connections_per_address)
        self.streams = Places(settings.connections, settings.streams_per_address)

    @property
    def frames_per_second(self) -> float:
        """How many frames of a WebSocket are taken: twice as many as messages."""
        return self.settings.requests_per_minute / 30


def open_files() -> int:
    """How many connections this process may have open, beside its files; the system's limit is raised as far as it
    goes."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1_000_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1_000_000 if soft == resource.RLIM_INFINITY else soft - min(soft // 4, OTHER_FILES)


class LimitedHttp(H11Protocol):
    """HTTP with a limited number of connections and limited time for head and body."""

    place: str | None = None
    """The address whose place this connection has."""
    _phase: object = None
    _timer: asyncio.TimerHandle | None = None

    @property
    def limits(self) -> ConnectionLimits:
        """The limits of the application that is served."""
        limits: ConnectionLimits = self.config.loaded_app.state.connections
        return limits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, or be sent away."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "unknown"
        network = network_of(address)
        if not self.limits.connections.take(network, self.limits.settings.trusts(address)):
            transport.write(FULL)
            transport.close()
            return
        self.place = network
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the place."""
        super().connection_lost(exc)
        self._watch_no_more()
        if self.place is not None:
            self.limits.connections.leave(self.place)
            self.place = None

    def data_received(self, data: bytes) -> None:
        """Data has come: perhaps a head or a body is whole now."""
        super().data_received(data)
        if self.transport.get_protocol() is self and not self.transport.is_closing():
            self._watch()

    def _watch(self) -> None:
        """Let a time run for the head or the body that is under way. More of the same gives no more time."""
        state = self.conn.their_state
        phase = (state, self.cycle) if state in (h11.IDLE, h11.SEND_BODY) else None
        if phase == self._phase:
            return
        self._watch_no_more()
        self._phase = phase
        if phase is not None:
            settings = self.limits.settings
            seconds = settings.head_seconds if state is h11.IDLE else settings.body_seconds
            self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _watch_no_more(self) -> None:
        self._phase = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def on_response_complete(self) -> None:
        """Between two requests uvicorn's own time limit runs, until the first byte of the next."""
        self._watch_no_more()
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The WebSocket goes on with the place of the connection."""
        self._watch_no_more()
        super().handle_websocket_upgrade(event)
        protocol: Any = self.transport.get_protocol()
        protocol.place, self.place = self.place, None


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """WebSocket with a limited number of frames, pings too; texts may be written at once, without a task for each."""

    place: str | None = None
    _frames = 0.0
    """Frames that count still: they are forgotten at the rate that is allowed."""
    _counted_at = 0.0

    def handle_connect(self, event: Request) -> None:
        """Hand the line to those who will write to it."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["state"]["line"] = self

    def write_text(self, text: bytes) -> bool:
        """Write a text if the other side takes it now; False if it has to wait."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.conn.state is not OPEN:
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the place of the connection."""
        super().connection_lost(exc)
        if self.place is not None:
            self.config.loaded_app.state.connections.connections.leave(self.place)
            self.place = None

    def data_received(self, data: bytes) -> None:
        """A little at a time: thousands of frames fit into what is read at once."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def _count(self) -> bool:
        """Is a frame one too many? Then the connection ends."""
        rate = self.config.loaded_app.state.connections.frames_per_second
        at = time.monotonic()
        self._frames = max(0.0, self._frames - (at - self._counted_at) * rate) + 1
        self._counted_at = at
        if self._frames <= max(FEWEST_FRAMES, 15 * rate):
            return False
        if not self.transport.is_closing():
            self.conn.fail(TOO_MANY_FRAMES, "too many frames")
            self.handle_parser_exception()
        return True

    def handle_ping(self) -> None:
        """Answer a ping."""
        if not self._count():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Hear a pong."""
        if not self._count():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a further part of a message."""
        if not self._count():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its first part."""
        if not self._count():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Likewise."""
        if not self._count():
            super().handle_bytes(event)
