"""What cannot be done at a table is refused and changes nothing."""

import json
import re

import pytest

from tests.server.harm.asking import check_problem, cookie_of, fetch, waiting
from tests.server.people import set_up, table_of


def test_methods_that_an_address_does_not_know_are_refused(server, client, people):
    known = client.get("/api/schema/openapi.json").json()["paths"]
    assert len(known) > 30
    for path, operations in known.items():
        where = re.sub(r"\{\w+\}", people[0].table, path)
        for method in {"get", "post", "put", "delete", "patch"} - set(operations):
            answer = client.request(method.upper(), where, json={})
            check_problem(answer, 405, code="wrong_method")
            allowed = answer.headers.get("allow")
            assert allowed is None or set(operations) <= set(allowed.lower().split(", "))
    for method in ("TRACE", "CONNECT", "BREW", "get", "PROPFIND"):
        assert 400 <= fetch(server, method, "/api/home").status_code < 500 or method == "get"


@pytest.mark.parametrize(
    "deed", ["moves", "resign", "start", "chat", "undo", "pause", "leave", "close", "ready", "order", "back"]
)
def test_a_seat_is_moved_by_its_own_token_alone(server, client, people, deed):
    """Not without one, not with that of another table, not with the cookie of another guest."""
    bodies = {"moves": {"moves": ["x"]}, "chat": {"text": "x"}, "order": {"move": "x"}}
    stranger = set_up(client, "me", "bot:random", name="Eve")
    ada = people[0]
    before = ada.look()["seq"]
    path = f"/api/tables/{ada.table}/{deed}"
    for headers in ({}, stranger.headers, {"Cookie": cookie_of(server, "Eve"), "X-Tripolis": "1"}):
        answer = client.post(path, json=bodies.get(deed, {}), headers=headers)
        check_problem(answer, 403, 409)
        assert answer.json()["code"] in ("not_your_seat", "not_owner", "wrong_time")
        assert answer.json()["code"] != "wrong_time" or deed in ("ready", "start")
    assert ada.look()["seq"] == before


REFUSED = [
    ("actor", "moves", {"moves": ["nonsense"]}, "bad_notation"),
    ("actor", "moves", {"moves": []}, "bad_request"),
    ("actor", "moves", {"moves": ["x"] * 65}, "bad_request"),
    ("actor", "moves", {"moves": ["x" * 121]}, "bad_request"),
    ("actor", "moves", {"moves": "x"}, "bad_request"),
    ("actor", "moves", {}, "bad_request"),
    ("actor", "moves", {"moves": ["nonsense"], "extra": 1}, "bad_request"),
    ("actor", "moves", {"moves": ["nonsense"], "seq": 0}, "stale"),
    ("actor", "moves", {"moves": ["nonsense"], "seq": 10**9}, "stale"),
    ("other", "moves", {"moves": ["nonsense"]}, "not_your_turn"),
    ("other", "undo", {}, "no_undo"),
    ("actor", "undo", {"seq": 0}, "stale"),
    ("actor", "answer", {"yes": True}, "wrong_time"),
    ("actor", "answer", {"yes": "perhaps"}, "bad_request"),
    ("actor", "resume", {}, "wrong_time"),
    ("actor", "back", {}, "wrong_time"),
    ("actor", "start", {}, "wrong_time"),
    ("actor", "ready", {}, "wrong_time"),
    ("actor", "order", {}, "wrong_time"),
    ("actor", "order", {"move": "nonsense"}, "bad_notation"),
    ("actor", "mute", {"seat": 99}, "bad_value"),
    ("actor", "close", {}, "wrong_time"),
    ("actor", "chat", {"text": ""}, "bad_request"),
    ("actor", "chat", {}, "bad_value"),
]


@pytest.mark.parametrize(("who", "deed", "body", "code"), REFUSED, ids=str)
def test_what_cannot_be_done_is_refused_and_changes_nothing(server, people, who, deed, body, code):
    actor, other = waiting(people)
    person = actor if who == "actor" else other
    before = person.look()
    person.refused(deed, code, **body)
    with server.stream(person.table, person.token) as stream:
        stream.recv(30)
        stream.send(json.dumps({"do": deed, "id": "mine", **body}))
        told = json.loads(stream.recv(30))
    assert told["type"] == "problem" and told["id"] in ("mine", None) and told["detail"]
    assert told["code"] == code or (code == "bad_request" and told["code"] == "bad_value")
    assert person.look() | {"now": 0} == before | {"now": 0}


@pytest.mark.both_databases
def test_unknown_tables_and_matches_are_not_there(server, client, people):
    for path in ("", "/tri", "/replay", "/verify", "/aid", "/hint", "/story", "/why-not?move=x"):
        check_problem(client.get(f"/api/tables/nothing{path}"), 404, code="no_table")
    for deed, body in (("join", {"name": "Eve"}), ("moves", {"moves": ["x"]}), ("chat", {"text": "x"}), ("watch", {})):
        check_problem(client.post(f"/api/tables/nothing/{deed}", json=body), 404, code="no_table")
    for path in ("tri", "replay", "story"):
        check_problem(client.get(f"/api/matches/nothing/{path}"), 404, code="no_match")
    check_problem(client.get("/api/feed/nothing"), 404, code="no_feed")
    check_problem(client.post("/api/keep", json={"secret": "nothing"}), 404, code="used_link")
    for name in ("chess", "..", "_"):
        check_problem(client.post(f"/api/score/{name}", json={}), 404, 405, 422)
        check_problem(client.post(f"/api/tours/{name}", json={}, headers=people[0].headers), 401, 404, 405, 422)


def test_what_belongs_to_a_finished_match_is_not_told_before(people):
    for path in ("replay", "story"):
        answer = people[0].client.get(f"/api/tables/{people[0].table}/{path}", headers=people[0].headers)
        check_problem(answer, 409, code="wrong_time")


def test_a_list_of_moves_ends_with_the_move_that_reveals_something(client):
    """Or one could look at what comes to light, and have the list refused: trying would cost nothing."""
    people = table_of(client, "Ada", "Ben")
    for _ in range(400):
        actor, _ = waiting(people)
        seen = actor.look()
        if seen["state"]["status"] != "playing":
            break
        for legal in seen["legal"]:
            answer = actor.ask("moves", moves=[legal["move"], "nonsense"])
            found = check_problem(answer, 409, 422)
            assert found["code"] in ("revealing", "bad_notation", "not_your_turn", "illegal_move", "wrong_time"), found
            if found["code"] == "revealing":
                assert actor.look()["seq"] == seen["seq"], "nothing of the list was played"
                actor.play(legal["move"])
                return
        actor.play(seen["legal"][0]["move"])
    pytest.fail("no move of this match has revealed something")
