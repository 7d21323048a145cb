"""Requests under wrong names and from pages of other sites; cookies and tokens that are forged."""

import json

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.server.harm.asking import FOREIGN, OWN, WRONG_HOSTS, check_problem, cookie_of, raw


@pytest.mark.parametrize("host", WRONG_HOSTS)
def test_a_name_that_is_not_the_servers_is_not_answered_to(server, client, host):
    for answer in (
        client.get("/", headers={"Host": host}),
        client.get("/api/home", headers={"Host": host}),
        client.post("/api/guest", json={"name": "Eve"}, headers={"Host": host}),
    ):
        check_problem(answer, 421, code="wrong_host")
        assert "set-cookie" not in answer.headers


def test_its_own_names_are_answered_to(server, client):
    for host in (f"127.0.0.1:{server.port}", "LocalHost", f"localhost:{server.port}", "[::1]:1", "games.example.org"):
        assert client.get("/api/home", headers={"Host": host}).status_code == 200, host


def test_a_request_without_a_host_or_with_two_is_refused(server):
    for head in (
        b"GET /api/home HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"GET /api/home HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        b"GET /api/home HTTP/1.0\r\n\r\n",
    ):
        assert raw(server, head)[0] in (400, 421), head


def test_health_is_told_to_whoever_asks(client):
    assert client.get("/health", headers={"Host": "10.0.0.7:8600"}).status_code == 200


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_pages_of_other_sites_change_nothing_in_a_guests_name(server, client, headers):
    cookie = cookie_of(server)
    headers = {name: value.format(host=f"127.0.0.1:{server.port}") for name, value in headers.items()}
    headers["Cookie"] = cookie
    body = {"game": "quadropolis", "options": {"players": 2}}
    check_problem(client.post("/api/tables", json=body, headers=headers), 403, code="wrong_origin")
    plain = {**headers, "Content-Type": "text/plain"}
    check_problem(client.post("/api/tables", content=json.dumps(body), headers=plain), 403, code="wrong_origin")
    check_problem(client.put("/api/guest/mail", json={"mail": ""}, headers=headers), 403, code="wrong_origin")
    assert client.get("/api/home", headers={"Cookie": cookie}).json()["tables"] == []


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_pages_of_our_own_and_programs_are_let_in(server, client, headers):
    cookie = cookie_of(server)
    headers = {name: value.format(host=f"127.0.0.1:{server.port}") for name, value in headers.items()}
    headers["Cookie"] = cookie
    answer = client.post("/api/tables", json={"game": "quadropolis", "options": {"players": 2}}, headers=headers)
    assert answer.status_code == 201, answer.text
    [listed] = client.get("/api/home", headers={"Cookie": cookie}).json()["tables"]
    assert listed["id"] == answer.json()["table"]


def test_no_other_site_may_read_answers(client):
    for answer in (
        client.get("/api/home", headers={"Origin": "https://evil.example"}),
        client.options(
            "/api/tables", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        ),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control")]


def stream_with(server, table, **headers):
    origin = headers.pop("Origin", None)
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/stream"
    return connect(address, origin=origin, additional_headers=headers, compression=None, open_timeout=30, max_size=None)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_pages_of_other_sites_do_not_listen(server, people, headers):
    headers = {name: value.format(host=f"127.0.0.1:{server.port}") for name, value in headers.items()}
    with pytest.raises(InvalidStatus) as refused:
        stream_with(server, people[0].table, Cookie=cookie_of(server), **headers)
    answer = refused.value.response
    assert answer.status_code == 403
    if answer.headers.get("content-type") == "application/problem+json":
        assert json.loads(answer.body)["code"] == "wrong_origin"


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_pages_of_our_own_listen(server, people, headers):
    headers = {name: value.format(host=f"127.0.0.1:{server.port}") for name, value in headers.items()}
    with stream_with(server, people[0].table, Cookie=cookie_of(server), **headers) as stream:
        assert json.loads(stream.recv(30))["type"] == "snapshot"


def test_a_stream_under_a_wrong_name_is_refused(server, people):
    request = (
        f"GET /api/tables/{people[0].table}/stream HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    assert raw(server, request.encode())[0] in (403, 421)


def test_a_forged_cookie_names_nobody(server, client):
    guest, _, signature = cookie_of(server, "Ada").partition("=")[2].partition(".")
    other = cookie_of(server, "Ben").partition("=")[2].partition(".")[2]
    for forged in (
        guest,
        f"{guest}.",
        f"{guest}.{other}",
        f".{signature}",
        f"x{guest}.{signature}",
        "é.é",
        '"',
        "." * 99,
    ):
        found = client.get("/api/home", headers={"Cookie": f"tripolis={forged}".encode("latin-1")})
        assert found.status_code == 200 and found.json()["name"] is None, forged
    assert client.get("/api/home", headers={"Cookie": f"tripolis={guest}.{signature}"}).json()["name"] == "Ada"


def test_the_cookie_is_kept_from_scripts_and_other_sites(client):
    made = client.post("/api/guest", json={"name": "Ada"}).headers["set-cookie"].lower()
    assert "httponly" in made and "samesite=lax" in made and "secure" in made, "the server is reached by https"


@pytest.mark.parametrize("token", ["nobody", "x" * 5000, "é", "a b c", "\xff", "."])
def test_a_token_that_is_none_opens_nothing(client, people, token):
    for scheme in ("Bearer", "bearer", "Basic"):
        headers = {"Authorization": f"{scheme} {token}".encode("latin-1")}
        answer = client.post(f"/api/tables/{people[0].table}/resign", json={}, headers=headers)
        check_problem(answer, 401, 403)
        assert client.get(f"/api/tables/{people[0].table}", headers=headers).status_code in (200, 401)
