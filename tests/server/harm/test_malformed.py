"""Bodies and numbers of the wrong form."""

import json

import pytest

from tests.server.harm.asking import check_problem

BROKEN = [
    b"", b"null", b"[]", b"1", b'"x"', b"{", b"{]", b"nonsense", b"\xff\xfe{}", b'{"name": "\xff"}', b'{"name": "\xed\xa0\x80"}',
    b'{"name": "\\ud800"}', b'{"name": "\\udc00\\ud800"}', b'{"name": NaN}', b'{"name": Infinity}', b'{"name": 1e999}',
    b"[" * 200_000, b'{"name":' * 60_000, b'{"name":' + b"[" * 60_000 + b"]" * 60_000 + b"}", b'{"name": "a"} {}',
    b'{"name": "a", "admin": true}', b'{"name": ["a"]}', b'{"name": {"$ne": 1}}', b'{"name": "a", "lang": "xx"}',
    b'{"name": ' + b"9" * 5000 + b"}", b"\xef\xbb\xbf{}", b'{"name": "a\nb"}',
]  # fmt: skip


@pytest.mark.parametrize("body", BROKEN, ids=lambda body: ascii(body[:30]))
def test_a_broken_body_is_a_problem(client, people, body):
    for path in ("/api/guest", "/api/tables", f"/api/tables/{people[0].table}/join"):
        check_problem(
            client.post(path, content=body, headers={"Content-Type": "application/json"}), 400, code="bad_request"
        )


@pytest.mark.parametrize(
    "kind", ["text/plain", "multipart/form-data", "application/msgpack", "x", "application/xml", ""]
)
def test_a_body_of_another_kind_does_no_harm(client, kind):
    answer = client.post("/api/guest", content=b'{"name": 5}', headers={"Content-Type": kind})
    check_problem(answer, 400, 415)


NUMBERS = [-1, -(2**31), 2**31, 2**63, -(2**63) - 1, 10**400, 1.5, 1e300, True, "0", None, [], {}]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda n: str(n)[:24])
def test_a_number_that_is_none_is_a_problem(client, people, number):
    ada, ben = people
    before = ada.look()["seq"]
    asks = [
        ("POST", "join", {"seat": number, "name": "Eve"}, ""),
        ("PUT", "seat", {"seat": number, "bot": "random"}, ada.token),
        ("POST", "mute", {"seat": number}, ada.token),
        ("POST", "moves", {"moves": ["-"], "seq": number}, ben.token),
        ("POST", "undo", {"seq": number}, ben.token),
        ("POST", "order", {"move": "-", "times": number}, ben.token),
        ("POST", "moves", {"moves": number}, ben.token),
        ("POST", "moves", {"moves": [number]}, ben.token),
        ("POST", "chat", {"text": number if number != "0" else ""}, ben.token),
        ("POST", "ready", {"ready": number}, ben.token),
        ("PUT", "options", {"game": "quadropolis", "options": {"players": number}}, ada.token),
    ]
    for method, path, body, token in asks:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        body = json.dumps(body)
        answer = client.request(method, f"/api/tables/{ada.table}/{path}", content=body, headers=headers)
        check_problem(answer, 400, 403, 409, 422)
    for field in ("minutes", "increment", "days"):
        body = {
            "game": "quadropolis",
            "options": {"players": 2},
            "name": "Eve",
            "clock": {"kind": "live", field: number},
        }
        if number != 1.5:
            check_problem(client.post("/api/tables", content=json.dumps(body)), 400, 422)
    assert ada.look()["seq"] == before
