"""The guard before all routes, without a server: names, origins, lengths."""

import asyncio
import json

import pytest

from tests.server.harm.asking import FOREIGN, OUTSIDE, OWN, WRONG_HOSTS
from tripolis.server.api.connections import Places, network_of
from tripolis.server.api.guard import Guard
from tripolis.server.settings import Settings

HOST = "127.0.0.1:8600"


def ask(headers, method="POST", kind="http", host=HOST, path="/api/tables"):
    """What the guard lets through, or the status and code of its refusal."""
    sent = []

    async def app(scope, receive, send):
        sent.append("let in")

    async def send(message):
        sent.append(message)

    given = {"Host": host, **{name: value.format(host=HOST) for name, value in headers.items()}}
    scope = {"type": kind, "method": method, "path": path, "query_string": b"", "scheme": "http", "state": {}}
    scope |= {"client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8600)}
    scope["headers"] = [(name.lower().encode(), value.encode("latin-1")) for name, value in given.items()]
    asyncio.run(Guard(app, Settings(public_url=OUTSIDE), lambda *_: None, Places(9, 9))(scope, None, send))
    if sent == ["let in"]:
        return sent[0]
    start, body = sent
    return start["status"], json.loads(body["body"])["code"]


@pytest.mark.parametrize("host", WRONG_HOSTS)
def test_a_name_that_is_not_the_servers_is_refused(host):
    assert ask({}, host=host) == (421, "wrong_host")
    assert ask({}, "GET", host=host, path="/health") == "let in", "health is told to whoever asks"


@pytest.mark.parametrize("host", [HOST, "LocalHost", "localhost:1", "[::1]:1", "games.example.org"])
def test_its_own_names_are_let_in(host):
    assert ask({}, host=host) == "let in"


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_pages_of_other_sites_may_not_act_in_a_guests_name(headers):
    headers = {**headers, "Cookie": "tripolis=guest.signature"}
    assert ask(headers) == (403, "wrong_origin")
    assert ask(headers, "GET") == "let in", "reading is kept from them by the browser"


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_pages_of_our_own_and_programs_are_let_in(headers):
    assert ask({**headers, "Cookie": "tripolis=guest.signature"}) == "let in"


@pytest.mark.parametrize("length", ["²", "-1", "+5", "1e3", "abc", "0x10", "9" * 30, "5, 6", "1_000", str(10 << 20)])
def test_a_length_that_is_none_or_too_large_is_refused(length):
    assert ask({"Content-Length": length}) == (413, "too_large")


def test_an_address_has_only_so_many_open_requests_and_others_go_on():
    """Requests that are never answered hold their places; when they end, the places are free again."""

    async def run():
        release, entered, statuses = asyncio.Event(), [], []

        async def app(scope, receive, send):
            entered.append(scope["client"][0])
            await release.wait()

        async def send(message):
            statuses.append(message.get("status"))

        guard = Guard(app, Settings(open_requests=4, open_requests_per_address=2), lambda *_: None, Places(9, 9))

        def request(address, path="/api/tables"):
            headers = [(b"host", HOST.encode())]
            scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "scheme": "http"}
            return guard(scope | {"client": (address, 5), "headers": headers, "state": {}}, None, send)

        held = [asyncio.create_task(request(address)) for address in ("1.1.1.1", "1.1.1.1", "2.2.2.2", "2.2.2.2")]
        await asyncio.sleep(0)
        assert len(entered) == 4
        await request("1.1.1.1")
        await request("3.3.3.3")
        assert statuses == [429, None, 429, None] and len(entered) == 4, "too many of one address, and too many in all"
        probe = asyncio.create_task(request("1.1.1.1", "/health"))
        await asyncio.sleep(0)
        assert len(entered) == 5, "health is told even then"
        release.set()
        await asyncio.gather(*held, probe)
        await request("1.1.1.1")
        assert len(entered) == 6 and not guard.requests.by_address

    asyncio.run(run())


@pytest.mark.parametrize(("kind", "started"), [("http", False), ("websocket", False), ("websocket", True)])
def test_what_a_server_that_ends_no_longer_waits_for_is_told_to_come_back(kind, started):
    """uvicorn cancels it, and would answer 500 with two pages of trace in the log."""
    sent = []

    async def app(scope, receive, send):
        await receive()
        if started:
            await send({"type": "websocket.accept"})
        raise asyncio.CancelledError

    async def receive():
        return {"type": f"{kind}.connect"}

    async def send(message):
        sent.append(message)

    scope = {"type": kind, "path": "/api/tables", "query_string": b"", "scheme": "http", "client": ("127.0.0.1", 5)}
    scope |= {"headers": [(b"host", HOST.encode())], "extensions": {"websocket.http.response": {}}, "state": {}}
    scope |= {"method": "GET"} if kind == "http" else {}
    guard = Guard(app, Settings(), lambda *_: None, Places(9, 9))
    asyncio.run(guard(scope, receive, send))
    if started:
        assert [message["type"] for message in sent] == ["websocket.accept"], "uvicorn closes it"
    else:
        start, body = sent
        assert (start["status"], json.loads(body["body"])["code"]) == (503, "ending")
        assert dict(start["headers"])[b"retry-after"] == b"2"
    assert not guard.requests.by_address and not guard.streams.by_address


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_all_addresses_of_one_customer_count_as_one(address, counted):
    assert network_of(address) == counted
