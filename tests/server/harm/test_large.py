"""Bodies, headers, boxes and files that are too large, lengths that are none, and what is no HTTP."""

import json

import pytest

from tests.server.harm.asking import check_problem, cookie_of, raw


def endless(size=10 << 20):
    """A body whose length nobody tells beforehand."""
    for _ in range(size >> 16):
        yield b" " * (1 << 16)


def test_a_body_of_ten_megabytes_is_refused(server, people):
    with server.client() as client:
        check_problem(client.post("/api/guest", content=b" " * (10 << 20)), 413, code="too_large")
    with server.client() as client:
        check_problem(client.post("/api/guest", content=endless()), 413, code="too_large")
    with server.client() as client:
        long = json.dumps({"text": "x" * (10 << 20)}).encode()
        path = f"/api/tables/{people[0].table}/chat"
        before = people[0].look()["seq"]
        check_problem(client.post(path, content=long, headers=people[0].headers), 413, code="too_large")
        assert people[0].look()["seq"] == before


@pytest.mark.parametrize("length", ["²", "-1", "+5", "1e3", "abc", "0x10", "9" * 30, "9" * 5000, "5, 6", "1_000"])
def test_a_length_that_is_none_is_refused(server, length):
    head = f"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    status, found = raw(server, head.encode("latin-1"), b"{}")
    assert 400 <= status < 500, found[:300]


def test_two_lengths_do_not_smuggle_a_second_request(server):
    head = (
        "POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n"
        "Connection: close\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    )
    status, found = raw(server, head.encode())
    assert 400 <= status < 500 and b"alive" not in found


@pytest.mark.parametrize(
    "header",
    [b"X-Long: " + b"x" * (2 << 20), b"Cookie: " + b"a=b; " * (1 << 18), b"\r\n".join([b"X-Many: 1"] * 150_000)],
    ids=["long", "cookie", "many"],
)
def test_huge_headers_are_refused(server, header):
    status, found = raw(server, b"GET /api/home HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header + b"\r\n\r\n")
    assert status in (0, 400, 413, 431), found[:300]


def test_what_is_no_http_is_refused(server, client):
    for bytes_sent in (
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET\r\n\r\n",
        b"\x00" * 100 + b"\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
    ):
        status, found = raw(server, bytes_sent + b"\r\n\r\n")
        assert status < 500, found[:300]
    assert client.get("/health").status_code == 200


def test_a_large_box_and_a_large_match_are_refused(server, client):
    body = {"game": "quadropolis", "options": {"players": 2}, "name": "Ada"}
    for box in ({"buildings.csv": "é" * 40_000}, {str(n): "x" * 8_000 for n in range(9)}):
        check_problem(client.post("/api/tables", json=body | {"box": box}), 413, code="too_large")
    check_problem(
        client.post("/api/tables", json=body | {"box": {str(n): "" for n in range(11)}}), 400, code="bad_request"
    )
    cookie = {"Cookie": cookie_of(server), "X-Tripolis": "1"}
    check_problem(client.post("/api/matches", json={"text": "x" * (256 * 1024 + 1)}, headers=cookie), 400, 413)
    check_problem(client.post("/api/matches", json={"text": "x" * (256 * 1024)}, headers=cookie), 422, code="bad_match")
