"""Hostile texts in names, chat and every other field."""

import json

import pytest

from tests.server.harm.asking import check_problem, cookie_of
from tests.server.people import set_up

pytestmark = pytest.mark.both_databases

NAMES = {
    "  Ada \n\t Lovelace  ": "Ada Lovelace",
    "A\u0000d\u0007a\u001b[31m": "Ada[31m",
    "\u202eadA\u202c": "adA",
    "\u2066A\u2069\u200f\u200eda\ufeff": "Ada",
    "Z" + "\u0301" * 50 + "a": "\u0179\u0301\u0301a",
    "a\u200bb": "ab",
    "\u2028Ada\u2029": "Ada",
    "x" * 100: "x" * 24,
    "👩\u200d🚀 Ada": "👩\u200d🚀 Ada",
    "\ue000Ada\U000e0041": "Ada",
}


@pytest.mark.parametrize(("typed", "shown"), NAMES.items(), ids=map(str, range(len(NAMES))))
def test_names_and_chat_are_cleaned(server, client, typed, shown):
    made = client.post("/api/guest", json={"name": typed})
    assert made.json()["name"] == shown
    ada = set_up(client, "me", "bot:random", name=typed)
    assert ada.look()["state"]["seats"][0]["name"] == shown
    ada.do("chat", text=typed)
    assert ada.look()["log"][-1]["data"]["text"] == (shown if len(typed) < 100 else typed)


@pytest.mark.parametrize("typed", ["", " ", "\u0000", "\u202e\u202e", "\u200b", "\n"], ids=ascii)
def test_a_name_or_a_line_of_nothing_is_none(client, people, typed):
    check_problem(client.post("/api/guest", json={"name": typed}), 422, code="bad_value")
    body = {"game": "quadropolis", "options": {"players": 2}, "name": typed}
    check_problem(client.post("/api/tables", json=body), 401, code="no_name")
    people[0].refused("chat", "bad_value" if typed else "bad_request", text=typed)


def test_a_long_line_of_chat_is_cut_or_refused(client):
    ada = set_up(client, "me", "bot:random")
    ada.do("chat", text="y" * 1000)
    assert ada.look()["log"][-1]["data"]["text"] == "y" * 500
    ada.refused("chat", "bad_request", text="y" * 1001)


HOSTILE = [
    "a\0b",
    "\0",
    "\ud800",
    "\udfff\ud800",
    "../../etc/passwd",
    "'; DROP TABLE entries; --",
    "\u202e",
    "%00",
    "{}" * 20,
]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_a_hostile_text_in_any_field_does_no_harm(server, client, people, text):
    """NUL is no text for PostgreSQL, and half of a surrogate pair is none for anybody."""
    ada = people[0]
    before = ada.look()["seq"]
    new = {"game": "quadropolis", "options": {"players": 2}, "name": "Eve"}
    cookie = {"Cookie": cookie_of(server), "X-Tripolis": "1"}
    everywhere = [
        ("POST", "/api/tables", new | {"game": text}, {}),
        ("POST", "/api/tables", new | {"options": {"players": 2, "mode": text}}, {}),
        ("POST", "/api/tables", new | {"options": {text: 2}}, {}),
        ("POST", "/api/tables", new | {"box": {text: "x"}}, {}),
        ("POST", "/api/tables", new | {"box": {"buildings.csv": text}}, {}),
        ("POST", "/api/tables", new | {"seats": [text]}, {}),
        ("POST", "/api/tables", new | {"seats": [f"bot:{text}"[:40]]}, {}),
        ("POST", "/api/tables", new | {"nonce": text}, {}),
        ("POST", f"/api/tables/{ada.table}/moves", {"moves": [text]}, ada.headers),
        ("POST", f"/api/tables/{ada.table}/preview", {"moves": [text]}, ada.headers),
        ("POST", f"/api/tables/{ada.table}/draft", {"moves": [text], "clicks": [text]}, ada.headers),
        ("POST", f"/api/tables/{ada.table}/order", {"move": text}, ada.headers),
        ("POST", f"/api/tables/{ada.table}/ready", {"commitment": text}, ada.headers),
        ("POST", f"/api/tables/{ada.table}/resume", {"id": text}, ada.headers),
        ("POST", f"/api/tables/{ada.table}/moves", {"moves": ["x"], "id": text}, ada.headers),
        ("PUT", f"/api/tables/{ada.table}/seat", {"seat": 1, "bot": text}, ada.headers),
        ("POST", "/api/keep", {"secret": text}, {}),
        ("POST", "/api/mail", {"secret": text}, {}),
        ("PUT", "/api/guest/mail", {"mail": text}, cookie),
        ("POST", "/api/matches", {"text": text}, cookie),
        ("POST", "/api/matches", {"text": f'[Game "quadropolis"]\n[Box "{text}"]\n{text}'}, cookie),
        ("POST", "/api/score/quadropolis", {"state": text}, {}),
        ("POST", "/api/score/quadropolis", {"move": text, "start": {"mode": "classic", "players": "2"}}, {}),
        ("POST", "/api/score/quadropolis", {"start": {"mode": text}}, {}),
        ("POST", "/api/tours/quadropolis", {"id": text}, {}),
    ]
    for method, path, body, headers in everywhere:
        answer = client.request(method, path, content=json.dumps(body), headers=headers)
        assert answer.status_code < 500, f"{path} {body}"
        check_problem(answer, 400, 401, 403, 404, 409, 422)
    for path in (f"/api/tables/{ada.table}/chat", f"/api/tables/{ada.table}/mute"):  # fine, or a problem
        body = {"text": "x", "id": text} if path.endswith("chat") else {"seat": 1, "id": text, "all": "x"}
        answer = client.post(path, content=json.dumps(body), headers={"Authorization": "Bearer nobody"})
        check_problem(answer, 400, 403)
    assert ada.look()["seq"] == before


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_a_hostile_id_of_a_message_is_taken_once_or_refused(client, text):
    ada = set_up(client, "me", "bot:random")
    body = json.dumps({"text": "hello", "id": text})
    first, second = [client.post(f"/api/tables/{ada.table}/chat", content=body, headers=ada.headers) for _ in range(2)]
    assert first.status_code == second.status_code
    if first.status_code == 200:
        assert first.json() == second.json() and ada.look()["seq"] == first.json()["seq"]
    else:
        check_problem(first, 400, 422)
        assert ada.look()["seq"] == 1
    body = {"game": "quadropolis", "options": {"players": 2}, "name": "Ada", "id": text}
    made = client.post("/api/tables", content=json.dumps(body))
    assert made.status_code == 201 or check_problem(made, 400, 422)
