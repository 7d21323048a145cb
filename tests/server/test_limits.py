"""The limits of a host: how often, how many, how much. And what a server keeps to itself."""

import asyncio
import json
import re
import socket
import stat
from contextlib import ExitStack
from http.cookiejar import DefaultCookiePolicy

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.people import Person
from tests.server.servers import Server
from tripolis.engine.words import LANGUAGES, Message, words
from tripolis.server.app import create_app
from tripolis.server.live.preparation import Preparation
from tripolis.server.rate_limit import RateLimit
from tripolis.server.settings import Settings
from tripolis.server.storage.store import Store

PER_MINUTE, GUESTS, TABLES, WATCHERS, IMPORTS = 80, 4, 3, 2, 2
CONNECTIONS, STREAMS = 16, 8
BURST = PER_MINUTE // 4
PROXY = "127.0.0.99"
NEW = {"game": "quadropolis", "options": {"players": 2}, "seats": ["me", "bot:random"]}


@pytest.fixture(scope="module")
def server(database, tmp_path_factory):
    """A strict server; who comes from another address of the loopback is somebody else to it."""
    limits = {
        "REQUESTS_PER_MINUTE": PER_MINUTE,
        "GUESTS_PER_HOUR": GUESTS,
        "TABLES_PER_GUEST": TABLES,
        "SPECTATORS_PER_TABLE": WATCHERS,
        "IMPORTS_PER_HOUR": IMPORTS,
        "TRUSTED_PROXIES": PROXY,
        "CONNECTIONS_PER_ADDRESS": CONNECTIONS,
        "STREAMS_PER_ADDRESS": STREAMS,
    }
    environment = {f"TRIPOLIS_SERVER_{name}": str(value) for name, value in limits.items()}
    found = Server(tmp_path_factory.mktemp("strict"), database(), **environment).start()
    yield found
    found.stop()


@pytest.fixture
def come(server):
    """A function that gives a client at an address of its own: come(3) is 127.0.0.3."""
    with ExitStack() as open_clients:

        def come(number, **headers):
            transport = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
            found = httpx.Client(base_url=server.base, timeout=30, transport=transport, headers=headers)
            found.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # it keeps none
            return open_clients.enter_context(found)

        yield come


def named(client, name="Ada"):
    """Tell a name; from then on the client is this guest's browser."""
    answer = client.post("/api/guest", json={"name": name})
    assert answer.status_code == 200, answer.text
    client.headers.update({"Cookie": answer.headers["set-cookie"].split(";")[0], "X-Tripolis": "1"})
    return client


def check_limit(answer):
    """A refusal that says: not so much."""
    assert answer.status_code == 429, f"{answer.status_code} {answer.text[:300]}"
    assert answer.headers["content-type"] == "application/problem+json"
    found = answer.json()
    assert found["code"] == "too_many" and found["detail"]
    return found


# ----------------------------------------------------------------- how often


def test_one_guest_may_ask_only_so_often(come):
    ada, ben = named(come(10), "Ada"), named(come(10), "Ben")
    answers = [ada.get("/api/home") for _ in range(BURST + 20)]
    good = [answer for answer in answers if answer.status_code == 200]
    assert BURST <= len(good) < len(answers), "the burst is granted, and no more"
    refused = [answer for answer in answers if answer.status_code != 200][-1]
    check_limit(refused)
    assert int(refused.headers["retry-after"]) > 0
    assert ben.get("/api/home").status_code == 200, "others at the same address are not held up"


def test_a_token_is_counted_like_a_cookie(come):
    client = come(11)
    made = client.post("/api/tables", json=NEW | {"name": "Ada", "start": True}).json()
    headers = {"Authorization": f"Bearer {made['token']}"}
    answers = [client.get(f"/api/tables/{made['table']}", headers=headers) for _ in range(BURST + 20)]
    assert [answer.status_code for answer in answers[:BURST]] == [200] * BURST
    check_limit(next(answer for answer in answers if answer.status_code != 200))


def test_one_address_may_ask_only_so_often_whoever_it_says_it_is(come):
    client = come(12)
    answers = []
    for n in range(PER_MINUTE + 60):
        answers.append(
            client.get("/api/games/none" if n % 2 else "/api/home", headers={"Cookie": f"tripolis=forged{n}"})
        )
    assert any(answer.status_code == 200 for answer in answers)
    check_limit(next(answer for answer in answers if answer.status_code == 429))
    assert come(13).get("/api/home").status_code == 200, "another address is not held up"


def test_health_is_told_even_then(come):
    client = come(14)
    while client.get("/api/home").status_code == 200:
        pass
    assert client.get("/health").status_code == 200 and client.get("/ready").status_code == 200


def test_a_stream_takes_only_so_many_deeds(server, come):
    client = come(15)
    made = client.post("/api/tables", json=NEW | {"name": "Ada"}).json()
    with server.stream(made["table"], made["token"]) as stream:
        stream.recv(30)
        for n in range(BURST + 20):
            stream.send(json.dumps({"do": "ping", "id": str(n)}))
        answers = [json.loads(stream.recv(30)) for _ in range(BURST + 20)]
    kinds = [answer["type"] for answer in answers]
    assert kinds[:BURST] == ["pong"] * BURST and "problem" in kinds
    refused = next(answer for answer in answers if answer["type"] == "problem")
    assert refused["code"] == "too_many" and refused["detail"] and refused["status"] == 429


def test_opening_streams_is_counted_too(server, come):
    client = come(16)
    table = client.post("/api/tables", json=NEW | {"name": "Ada"}).json()["table"]
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/stream"

    def open_many():
        for _ in range(PER_MINUTE + 60):
            with connect(address, source_address=("127.0.0.16", 0), compression=None, open_timeout=30):
                pass

    with pytest.raises(InvalidStatus) as refused:
        open_many()
    assert refused.value.response.status_code in (403, 429)


def test_what_a_stranger_says_about_where_it_comes_from_is_not_believed(come):
    client = come(17)
    codes = [
        client.post("/api/guest", json={"name": "Eve"}, headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code
        for n in range(GUESTS + 2)
    ]
    assert codes == [200] * GUESTS + [429] * 2


def test_what_a_trusted_proxy_says_is_believed_up_to_the_last_hop_that_it_vouches_for(come):
    proxy = come(int(PROXY.rpartition(".")[2]))

    def told(*hops):
        headers = {"X-Forwarded-For": ", ".join(hops)}
        return proxy.post("/api/guest", json={"name": "Eve"}, headers=headers).status_code

    assert [told("10.1.0.1") for _ in range(GUESTS + 1)] == [200] * GUESTS + [429]
    assert told("10.1.0.2") == 200, "another one behind the same proxy"
    # Only the last hop was seen by our proxy; what stands before it, anybody can have written.
    assert [told(f"10.9.9.{n}", "10.1.0.3") for n in range(GUESTS + 1)] == [200] * GUESTS + [429]
    # A chain of our own proxies is followed back.
    assert [told("10.1.0.4", PROXY) for _ in range(GUESTS + 1)] == [200] * GUESTS + [429]
    for nonsense in ("unknown", "x" * 500, ",,,", "127.0.0.1,", "[::1]:80", "'; DROP TABLE"):
        assert told(nonsense) in (200, 429)


def test_only_a_trusted_proxy_makes_cookies_secure(come):
    proto = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.2.0.1"}
    assert "secure" in come(99, **proto).post("/api/guest", json={"name": "A"}).headers["set-cookie"].lower()
    assert "secure" not in come(18, **proto).post("/api/guest", json={"name": "A"}).headers["set-cookie"].lower()


def test_buckets_fill_up_again_and_forget_the_oldest(monkeypatch):
    at = [0.0]
    monkeypatch.setattr("tripolis.server.rate_limit.time.monotonic", lambda: at[0])
    buckets = RateLimit(60, burst=3, keep=2)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    at[0] += 1
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    at[0] += 1000
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b") and buckets.take("c")
    assert len(buckets._left) == 2, "memory does not grow with the number of those who ask"


# ------------------------------------------------------------------ how many


def test_new_guests_from_one_address_are_counted_however_they_come(come):
    """By telling a name, by setting up a table, by sitting down at one: without a cookie each makes a guest."""
    table = come(20).post("/api/tables", json={**NEW, "seats": ["me", "open"], "name": "Ada"}).json()["table"]
    for deed in ("guest", "tables", f"tables/{table}/join"):
        client = come({"guest": 21, "tables": 22}.get(deed, 23))
        codes = []
        for _ in range(GUESTS + 1):
            body = {"name": "Eve"} | (NEW if deed == "tables" else {})
            codes.append(client.post(f"/api/{deed}", json=body))
        if deed.endswith("join"):  # there is one seat: those who find none make no guest
            assert [answer.status_code for answer in codes] == [200] + [409] * GUESTS
        else:
            assert [answer.status_code for answer in codes] == [200 if deed == "guest" else 201] * GUESTS + [429]
            check_limit(codes[-1])


def test_refused_tables_make_no_guest(come):
    client = come(24)
    for body in (
        {**NEW, "seats": ["me", "open"], "start": True},
        {**NEW, "seats": ["me", "me"]},
        {**NEW, "seats": ["me", "bot:nobody"]},
        {**NEW, "seats": ["me"] * 8},
        {**NEW, "game": "chess"},
        {**NEW, "options": {"players": 77}},
        {**NEW, "clock": {"kind": "live"}},
    ):
        answer = client.post("/api/tables", json=body | {"name": "Eve"})
        assert answer.status_code in (409, 422), answer.text
        assert answer.headers["content-type"] == "application/problem+json"
    codes = [client.post("/api/guest", json={"name": "A"}).status_code for _ in range(GUESTS + 1)]
    assert codes == [200] * GUESTS + [429], "the refused ones were not counted, so that no guest was made"


def test_starting_with_an_open_seat_is_refused_before_anything_is_made(come):
    ada = named(come(25))
    answer = ada.post("/api/tables", json={**NEW, "seats": ["me", "open"], "start": True})
    assert answer.status_code == 409 and answer.json()["code"] == "wrong_time"
    assert ada.get("/api/home").json()["tables"] == []


@pytest.mark.both_databases
def test_a_guest_has_only_so_many_open_tables(come):
    ada = named(come(26))
    made = [ada.post("/api/tables", json=NEW) for _ in range(TABLES)]
    assert [answer.status_code for answer in made] == [201] * TABLES
    found = check_limit(ada.post("/api/tables", json=NEW))
    assert str(TABLES) in found["detail"]
    assert len(ada.get("/api/home").json()["tables"]) == TABLES
    check_limit(ada.post("/api/tours/quadropolis", json={}))
    assert ada.post(f"/api/tables/{made[0].json()['table']}/close", json={}).status_code == 200
    assert ada.post("/api/tables", json=NEW).status_code == 201


def test_only_so_many_watch_a_table(server, come):
    made = come(27).post("/api/tables", json=NEW | {"name": "Ada", "start": True}).json()
    with ExitStack() as watching:
        for _ in range(WATCHERS):
            stream = watching.enter_context(server.stream(made["table"]))
            assert json.loads(stream.recv(30))["type"] == "snapshot"
        for lang in LANGUAGES:
            with server.stream(made["table"], lang=lang) as late:
                told = json.loads(late.recv(30))
                assert told["type"] == "problem" and told["code"] == "too_many"
                assert told["detail"] == words(lang).render(Message("Too many people watch this table."))
                with pytest.raises(ConnectionClosed) as closed:
                    late.recv(30)
                assert closed.value.rcvd.code == 4429
        with server.stream(made["table"], made["token"]) as player:
            assert json.loads(player.recv(30))["type"] == "snapshot", "players are not kept out by those who watch"


def test_one_address_has_only_so_many_connections(server, come):
    with ExitStack() as idle:

        def connect_from(address):
            line = idle.enter_context(socket.create_connection(("127.0.0.1", server.port), 30, (address, 0)))
            line.sendall(b"GET /api/home HTTP/1.1\r\nHost: ")
            return line

        for _ in range(CONNECTIONS):
            connect_from("127.0.0.31")
        refused = connect_from("127.0.0.31")
        assert refused.recv(1000).startswith(b"HTTP/1.1 503 ")
        assert come(32).get("/api/home").status_code == 200, "another address is not held up"


def test_one_address_has_only_so_many_streams(server, come):
    made = come(33).post("/api/tables", json=NEW | {"name": "Ada"}).json()
    address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/stream"
    seat = {"Authorization": f"Bearer {made['token']}"}

    def listen(number):
        return connect(address, source_address=(f"127.0.0.{number}", 0), additional_headers=seat, open_timeout=30)

    with ExitStack() as listening:
        for _ in range(STREAMS):
            listening.enter_context(listen(34))
        with pytest.raises(InvalidStatus) as refused, listen(34):
            pass
        assert refused.value.response.status_code == 429
        with listen(35) as other:
            assert json.loads(other.recv(30))["type"] == "snapshot", "another address is not held up"


@pytest.mark.both_databases
def test_a_guest_brings_only_so_many_matches_an_hour(server, come):
    ada, client = named(come(28)), come(29)
    made = client.post("/api/tables", json=NEW | {"name": "Ada", "start": True}).json()
    person = Person(come(30), made["table"], 0, made["token"])
    person.do("resign")
    text = person.client.get(f"/api/tables/{made['table']}/tri").text
    answers = [ada.post("/api/matches", json={"text": text}) for _ in range(IMPORTS + 1)]
    assert [answer.status_code for answer in answers[:IMPORTS]] == [201] * IMPORTS, answers[0].text
    check_limit(answers[-1])
    answer = client.post("/api/matches", json={"text": text})
    assert answer.status_code == 401 and answer.json()["code"] == "no_name"


# ------------------------------------------------------------- kept to itself


@pytest.mark.both_databases
def test_the_key_and_the_database_can_be_read_by_the_host_alone(server):
    for file in server.folder.rglob("*"):
        if file.is_file() and (file.name == "signing.key" or ".sqlite" in file.name):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    assert len((server.folder / "signing.key").read_bytes()) >= 32
    if "sqlite" in server.database:
        assert (server.folder / "tripolis.sqlite").is_file()


def test_neither_answers_nor_logs_tell_secrets(server, come):
    client = come(40)
    cookie = (
        client.post("/api/guest", json={"name": "Ada"}).headers["set-cookie"].split(";")[0].removeprefix("tripolis=")
    )
    made = come(41).post("/api/tables", json=NEW | {"name": "Ben", "start": True}).json()
    person = Person(come(41), made["table"], 0, made["token"])
    secret = person.do("keep")["secret"]
    feed = client.post("/api/guest/feed", json={}, headers={"Cookie": f"tripolis={cookie}", "X-Tripolis": "1"}).json()[
        "path"
    ]
    assert client.get(feed).status_code == 200
    client.get(f"/api/tables/{made['table']}", headers={"Authorization": f"Bearer {made['token']}"})
    log = server.log.read_text()
    for hidden in (cookie.partition(".")[2], made["token"], secret, feed.rpartition("/")[2]):
        assert len(hidden) > 10 and hidden not in log
    seen = json.dumps(person.look()) + come(41).get(f"/api/tables/{made['table']}/tri").text
    key = (server.folder / "signing.key").read_bytes()
    for hidden in (made["token"], secret, key.hex()):
        assert hidden not in seen
    assert "Traceback" not in log, log[log.find("Traceback") :][:3000]


class Fire(Exception):
    """What nobody outside may read about."""


async def burn(*_):
    raise Fire("the cellar of /home/host is on fire, password hunter2")


async def at_once(*_):
    """Nothing has to be waited for."""


def ask_failing(tmp_path, monkeypatch, debug):
    """The answer of an application whose database burns."""
    monkeypatch.setattr(Store, "row", burn)
    monkeypatch.setattr(Store, "rows", burn)
    monkeypatch.setattr(Preparation, "ready", at_once)  # this application is never started
    app = create_app(Settings(data=tmp_path, debug=debug))

    async def ask():
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return [
                await client.get(path, params={"lang": "de"}) for path in ("/api/home", "/api/tables/abc", "/table/abc")
            ]

    return asyncio.run(ask())


def test_our_own_faults_say_nothing_about_themselves(tmp_path, monkeypatch, caplog):
    for answer in ask_failing(tmp_path, monkeypatch, debug=False):
        assert answer.status_code == 500 and answer.headers["content-type"] == "application/problem+json"
        found = answer.json()
        assert found["code"] == "server_error" and found["request"] == answer.headers["x-request-id"]
        assert found["detail"] == words("de").render(Message("Something went wrong here; the error was logged."))
        assert not re.search(r"hunter2|Fire|Traceback|\.py|cellar", answer.text), answer.text
        assert "content-security-policy" in answer.headers
    assert "hunter2" in caplog.text, "the host finds it in the log"


def test_in_debug_mode_the_fault_is_shown(tmp_path, monkeypatch):
    for answer in ask_failing(tmp_path, monkeypatch, debug=True):
        assert answer.status_code == 500 and "hunter2" in answer.json()["debug"]
