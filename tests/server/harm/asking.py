"""Requests that no page of ours sends, and what a refusal has to look like."""

import contextlib
import http.client
import json
import socket

import httpx
from websockets.exceptions import ConnectionClosed

OUTSIDE = "https://games.example.org"
WRONG_HOSTS = [
    "evil.example",
    "evil.example:8600",
    "127.0.0.1.evil.example",
    "evil.example@127.0.0.1",
    "[::2]:8600",
    "[",
    ":",
]
FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://["},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://evil@{host}"},
    {"Origin": "http://{host}.evil.example"},
    {"Origin": "javascript://{host}.x/"},
    {"Origin": "https://games.example.org.evil.example"},
    {"Origin": "https://evil.example", "X-Tripolis": "1"},
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "X-Tripolis": "1"},
    {},
]
"""What a request of another page, or of no page at all, has beside the guest's cookie."""
OWN = [
    {"Origin": "http://{host}"},
    {"Origin": OUTSIDE},
    {"Origin": "http://{host}", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"X-Tripolis": "1"},
]


def cookie_of(server, name="Ada", **more):
    """The cookie of a new guest, as a browser would send it."""
    answer = httpx.post(f"{server.base}/api/guest", json={"name": name, **more})
    assert answer.status_code == 200, answer.text
    return answer.headers["set-cookie"].split(";")[0]


def check_problem(answer, *statuses, code=None):
    """A refusal as it has to be; returns what it says."""
    assert answer.status_code in statuses, f"{answer.status_code} {answer.text[:500]} {getattr(answer, '_request', '')}"
    assert answer.headers["content-type"] == "application/problem+json", answer.headers
    found = answer.json()
    assert found["status"] == answer.status_code and found["code"] and found["detail"], found
    assert found["request"] == answer.headers["x-request-id"]
    assert code is None or found["code"] == code, found
    assert "Traceback" not in answer.text and ".py" not in answer.text
    return found


def raw(server, head, body=b"", limit=1 << 16):
    """Send bytes as they are; returns the status that came back, or 0 for a connection that was cut, and all that
    came."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        found = b""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(head + body)
        with contextlib.suppress(ConnectionResetError, TimeoutError):
            while len(found) < limit and (part := connection.recv(limit)):
                found += part
    return (int(found.split()[1]) if found.startswith(b"HTTP/") else 0), found


def fetch(server, method, path, headers=None):
    """A request whose path is sent as it stands, dots and all."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.putrequest(method, path, skip_accept_encoding=True)
    for name, value in (headers or {}).items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return httpx.Response(answer.status, headers=answer.getheaders(), content=body)


def waiting(people):
    """The one to move, and the one who waits."""
    actor = people[0].look()["position"]["actor"]
    return people[actor], people[1 - actor]


def what_comes(stream):
    """The type of the next message, or the code by which the other side has closed."""
    try:
        return json.loads(stream.recv(30))["type"]
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else "cut"
