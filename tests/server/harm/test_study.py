"""The editor of positions, the analysis room, puzzles and records under requests that no page sends."""

import json

import pytest

import tripolis
from tests.server.harm.asking import OUTSIDE, check_problem, cookie_of

GAMES = ("quadropolis", "metropolys", "ubuild")
EDITOR = ("state", "move", "moves", "names", "start", "box", "further")
PLACE = ("position", "match", "table", "ply", "moves", "eyes", "tree", "limit", "further")
ROUTES = {
    **{f"/api/analysis/set-up/{game}": EDITOR for game in GAMES},
    "/api/analysis/table/quadropolis": (*EDITOR, "first"),
    "/api/analysis/moment": PLACE,
    "/api/analysis/best": PLACE,
    "/api/puzzles/quadropolis/today": ("move", "further"),
    "/api/me/board": ("board", "further"),
}
STRANGE = [5, -1.5, 10**400, [[]], {"a": {"b": []}}, "\ud800", "\0", "x" * 30_000, ["x" * 201], ["moon"] * 6000]
"""Nothing of it means anything anywhere here."""
DEEP = 50_000
BROKEN = [
    b"",
    b"null",
    b"[]",
    b'"x"',
    b"{",
    b"\xff",
    b'{"state": "\xed\xa0\x80"}',
    b'{"names": ["\\ud800"]}',
    b"[" * DEEP,
    b'{"moves": ' + b"[" * DEEP,
    b'{"start": {"mode": ' + b"{" * DEEP,
    b'{"box": {"values": {"a": NaN}}}',
    b'{"box": {"values": {"a": 1e999}}}',
]
STEPS = [
    "9" * 190,
    "1c=" + "9" * 150 + "M",
    "round=" + "9" * 150,
    "1c=-5",
    "1c=nanM",
    "decides=0",
    "r9c9=t1",
    "\u0663c4=1",
]
STEPS += ["1a1=z9", "hazard:s" + "9" * 50, "up:999999999999", "1@-1", "phase=debt", "=", "\0", "🙂"]


@pytest.fixture(scope="module")
def guest(server):
    """A browser with a cookie, whose record nothing here may change."""
    with server.client(headers={"Cookie": cookie_of(server), "Origin": OUTSIDE}) as client:
        before = client.get("/api/me/record").json()
        yield client
        assert client.get("/api/me/record").json() == before


def refused(client, path, body):
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    method = "PUT" if path == "/api/me/board" else "POST"
    return check_problem(client.request(method, path, content=content), 400, 404, 413, 422)


@pytest.mark.parametrize("path", ROUTES)
def test_what_has_the_wrong_form_or_size_is_refused_with_a_sentence(guest, path):
    for field in ROUTES[path]:
        for value in STRANGE:
            refused(guest, path, {field: value})
    for body in BROKEN:
        refused(guest, path, body)


@pytest.mark.parametrize("game", GAMES)
def test_a_step_that_makes_no_sense_is_refused_and_the_others_with_it(guest, game):
    path = f"/api/analysis/set-up/{game}"
    begun = guest.post(path, json={}).json()
    right = begun["moves"][0]["move"]
    for step in STEPS:
        for moves in ([step], [right, step], [step] * 64):
            refused(guest, path, {"state": begun["state"], "moves": moves})
    refused(guest, path, {"state": begun["state"], "moves": [right] * 65})


@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_position_is_refused_or_is_another_one(guest, game):
    """Every part of it left out, twice there, or with another number: none of it is a failure."""
    parts = tripolis.game(game).new(5).position.text().split(" ")
    for i, part in enumerate(parts):
        name = part.partition("=")[0]
        for other in (
            "",
            f"{part} {part}",
            f"{name}=99999999999999999999",
            f"{name}=-1",
            f"{name}=\ud800",
            f"{name}=,,,",
        ):
            body = {"state": " ".join([*parts[:i], other, *parts[i + 1 :]])}
            answer = guest.post(f"/api/analysis/set-up/{game}", content=json.dumps(body).encode())
            if answer.status_code != 200:
                check_problem(answer, 400, 422)


def test_puzzles_and_boards_that_do_not_exist_are_not_found(guest):
    for path in ("puzzles/x/today", "puzzles/quadropolis/x", "puzzles/quadropolis/%00", "puzzles/%ff/today", "board/x"):
        check_problem(guest.get(f"/api/{path}"), 400, 404)
    for path in ("puzzles/quadropolis/" + "x" * 9, "puzzles/" + "x" * 41 + "/today", "board/" + "x" * 5000):
        check_problem(guest.get(f"/api/{path}"), 400, 404, 414)
