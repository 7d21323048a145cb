"""Limits of connections, without a network: too many, too slow, too many frames."""

import asyncio
from types import SimpleNamespace

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from tripolis.server.api.connections import ConnectionLimits, LimitedHttp, LimitedWebSocket, Places
from tripolis.server.settings import Settings

PROXY = "10.0.0.1"
SETTINGS = Settings(connections=3, connections_per_address=2, trusted_proxies=(PROXY,), requests_per_minute=60)
HEAD = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n"


class Line(asyncio.Transport):
    """A connection on paper: what was sent, and whether it is open."""

    def __init__(self, address):
        super().__init__({"peername": (address, 1), "sockname": ("127.0.0.1", 8600)})
        self.sent, self.state, self.protocol = b"", "open", None

    def write(self, data):
        self.sent += data

    def close(self):
        self.state = "closed"

    def abort(self):
        self.state = "cut"

    def is_closing(self):
        return self.state != "open"

    def get_protocol(self):
        return self.protocol

    def set_protocol(self, protocol):
        self.protocol = protocol

    def pause_reading(self):
        pass

    def resume_reading(self):
        pass


class Task:
    """A task that never runs."""

    def add_done_callback(self, function):
        pass


class Loop:
    """Timers that the test lets run out, and tasks that never run."""

    def __init__(self):
        self.timers = []

    def call_later(self, seconds, function, *given):
        timer = SimpleNamespace(seconds=seconds, when=lambda: function(*given))
        timer.cancel = lambda: self.timers.remove(timer)
        self.timers.append(timer)
        return timer

    def create_task(self, work):
        work.close()
        return Task()


class Server:
    """What uvicorn makes connections with."""

    def __init__(self, settings=SETTINGS):
        app = SimpleNamespace(state=SimpleNamespace(connections=ConnectionLimits(settings)))
        self.limits, self.state = app.state.connections, ServerState()
        self.config = Config(lambda scope: None, http=LimitedHttp, ws=LimitedWebSocket, log_config=None)
        self.config.load()
        self.config.loaded_app = app
        self.config.ws_protocol_class = lambda **given: LimitedWebSocket(**given, _loop=Loop())

    def connect(self, address="10.0.0.2"):
        line = Line(address)
        line.protocol = LimitedHttp(self.config, self.state, {}, _loop=Loop())
        line.protocol.connection_made(line)
        return line


def test_an_address_has_so_many_places_and_all_together_too():
    server = Server()
    mine = [server.connect(), server.connect()]
    assert server.connect().sent.startswith(b"HTTP/1.1 503 "), "a third from the same address"
    assert server.connect("10.0.0.3").state == "open"
    assert server.connect("10.0.0.4").state == "closed", "there is no place left for anybody"
    for line in mine:
        line.protocol.connection_lost(None)
        line.protocol.connection_lost(None)
    assert server.limits.connections.taken == 1 and "10.0.0.2" not in server.limits.connections.by_address
    assert server.connect().state == "open"


def test_one_that_was_refused_leaves_no_place():
    places = Places(2, 1)
    assert places.take("a") and not places.take("a") and places.take("b") and not places.take("c")
    places.leave("a")
    assert places.take("c")


def test_a_trusted_proxy_may_have_all_places():
    server = Server()
    assert [server.connect(PROXY).state for _ in range(4)] == ["open"] * 3 + ["closed"]


@pytest.mark.parametrize("sent", [b"", HEAD[:10], HEAD])
def test_a_head_that_takes_too_long_is_cut_however_often_a_byte_comes(sent):
    line = Server().connect()
    [timer] = line.protocol.loop.timers
    for byte in sent:
        line.protocol.data_received(bytes([byte]))
    assert line.protocol.loop.timers == [timer] and timer.seconds == SETTINGS.head_seconds
    timer.when()
    assert line.state == "cut"


def test_a_body_that_takes_too_long_is_cut():
    line = Server().connect()
    line.protocol.data_received(HEAD + b"\r\n{")
    [timer] = line.protocol.loop.timers
    line.protocol.data_received(b" ")
    assert line.protocol.loop.timers == [timer] and timer.seconds == SETTINGS.body_seconds
    timer.when()
    assert line.state == "cut"


def test_a_request_that_is_whole_has_all_the_time():
    line = Server().connect()
    line.protocol.data_received(HEAD + b"\r\n{  }")
    assert line.protocol.loop.timers == [] and line.state == "open"


def test_the_next_request_of_a_connection_has_its_own_time():
    line = Server().connect()
    line.protocol.data_received(HEAD + b"\r\n{  }")
    asyncio.run(respond(line.protocol))
    [idle] = line.protocol.loop.timers
    assert idle.seconds == line.protocol.timeout_keep_alive
    line.protocol.data_received(HEAD)
    [timer] = line.protocol.loop.timers
    assert timer.seconds == SETTINGS.head_seconds


async def respond(protocol):
    await protocol.cycle.send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await protocol.cycle.send({"type": "http.response.body", "body": b""})


# ------------------------------------------------------------------ WebSockets


def open_stream(server):
    """A WebSocket after its handshake, and the other end of it."""
    line, client = server.connect(), ClientProtocol(parse_uri("ws://localhost/api/tables/x/stream"))
    client.send_request(client.connect())
    line.protocol.data_received(b"".join(client.data_to_send()))
    assert isinstance(line.protocol, LimitedWebSocket)
    asyncio.run(line.protocol.send({"type": "websocket.accept"}))
    client.receive_data(line.sent)
    return line, client


def test_a_websocket_keeps_the_place_of_its_connection_until_it_ends():
    server = Server()
    line, _ = open_stream(server)
    assert server.limits.connections.taken == 1
    line.protocol.connection_lost(None)
    assert server.limits.connections.taken == 0


FLOODS = {
    "pings": lambda client: client.send_ping(b""),
    "pongs": lambda client: client.send_pong(b""),
    "messages": lambda client: client.send_text(b"{}"),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_ends_its_connection(kind):
    line, client = open_stream(Server())
    for _ in range(10):
        FLOODS[kind](client)
    line.protocol.data_received(b"".join(client.data_to_send()))
    assert line.state == "open", "a few are taken"
    for _ in range(10_000):
        FLOODS[kind](client)
    before = line.protocol.queue.qsize()
    line.protocol.data_received(b"".join(client.data_to_send()))
    assert line.state == "closed" and line.protocol.conn.close_sent.code == 1008
    assert line.protocol.queue.qsize() - before < 200, "what comes behind the limit is not even parsed"


def test_a_message_in_many_small_parts_ends_its_connection():
    line, client = open_stream(Server())
    client.send_text(b"{", fin=False)
    for _ in range(1000):
        client.send_continuation(b" ", fin=False)
    line.protocol.data_received(b"".join(client.data_to_send()))
    assert line.state == "closed" and line.protocol.conn.close_sent.code == 1008
