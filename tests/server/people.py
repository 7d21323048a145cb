"""People who play over HTTP, as programs with a token or as browsers with a cookie, and what they do at tables."""

from __future__ import annotations

import contextlib
import itertools
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

PATIENCE = 60
"""Longer than anything here takes."""
OURS = {"X-Tripolis": "1"}
"""What our own pages send with a cookie, and pages of other sites cannot."""


@dataclass
class Person:
    """A program that plays a seat over HTTP with a token."""

    client: httpx.Client
    table: str
    seat: int
    token: str
    sent: Iterator[int] = field(default_factory=itertools.count)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def look(self, **params: Any) -> dict[str, Any]:
        answer = self.client.get(f"/api/tables/{self.table}", headers=self.headers, params=params)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def ask(self, deed: str, method: str = "POST", **body: Any) -> httpx.Response:
        return self.client.request(method, f"/api/tables/{self.table}/{deed}", headers=self.headers, json=body)

    def do(self, deed: str, method: str = "POST", **body: Any) -> dict[str, Any]:
        answer = self.ask(deed, method, **body)
        assert answer.status_code == 200, f"{deed}: {answer.status_code} {answer.text}"
        return dict(answer.json())

    def play(self, *moves: str, **more: Any) -> dict[str, Any]:
        return self.do("moves", moves=list(moves), **more)

    def refused(self, deed: str, code: str, method: str = "POST", **body: Any) -> dict[str, Any]:
        """The deed must be refused with this code, and change nothing."""
        before = self.look()["seq"]
        answer = self.ask(deed, method, **body)
        problem = answer.json()
        assert answer.status_code >= 400 and problem["code"] == code, answer.text
        assert problem["detail"] and answer.headers["content-type"] == "application/problem+json"
        assert self.look()["seq"] == before, "a refused deed has changed something"
        return dict(problem)


def set_up(client: httpx.Client, *seats: str, name: str = "Ada", **more: Any) -> Person:
    """A new table; its first `me` seat is this person's."""
    options = {"players": len(seats)} | more.pop("options", {})
    body = {"game": "quadropolis", "options": options, "seats": list(seats), "name": name} | more
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    found = answer.json()
    return Person(client, found["table"], found["seat"], found.get("token", ""))


def join(client: httpx.Client, table: str, name: str, **more: Any) -> Person:
    answer = client.post(f"/api/tables/{table}/join", json={"name": name} | more)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    return Person(client, table, found["seat"], found["token"])


def table_of(client: httpx.Client, *names: str, **more: Any) -> list[Person]:
    """A match that has begun, with these people."""
    people = [set_up(client, "me", *["open"] * (len(names) - 1), name=names[0], **more)]
    people += [join(client, people[0].table, name) for name in names[1:]]
    for person in people:
        person.do("ready")
    people[0].do("start")
    return people


def play_on(people: list[Person], plies: int = 10_000) -> int:
    """Let scripted people play legal moves; returns how many they made."""
    made = 0
    while made < plies:
        seen = people[0].look()
        if seen["state"]["status"] != "playing":
            break
        actor = next((p for p in people if p.seat == seen["position"]["actor"]), None)
        if actor is None:
            time.sleep(0.02)
            continue
        legal = actor.look()["legal"]
        actor.play(legal[made % len(legal)]["move"])
        made += 1
    return made


def legal(person):
    return [move["move"] for move in person.look()["legal"]]


def first_step(person):
    """A legal move after which it is still this person's turn."""
    for move in legal(person):
        if person.ask("preview", moves=[move, "x"]).status_code == 200:
            return move
    raise AssertionError("every move ends the turn")


def actor_of(people):
    actor = people[0].look()["position"]["actor"]
    return next(person for person in people if person.seat == actor)


def pair(people):
    """The one to move, and the other."""
    actor = actor_of(people)
    return actor, people[1 - people.index(actor)]


def finish_turn(person):
    while (moves := legal(person)) and person.look()["position"]["actor"] == person.seat:
        person.play(moves[0])


def stranger(client, table):
    return Person(client, table, -1, "no-such-token")


@contextlib.contextmanager
def guest(server, name, **more):
    """A browser whose person has told a name."""
    with server.client(headers=OURS) as client:
        answer = client.post("/api/guest", json={"name": name} | more)
        assert answer.status_code == 200, answer.text
        yield client


def sit(client, table, **more):
    """Take a seat with a cookie alone."""
    answer = client.post(f"/api/tables/{table}/join", json=more)
    assert answer.status_code == 200, answer.text
    return answer.json()


def new_table(client, *seats, **more):
    body = {"game": "quadropolis", "options": {"players": len(seats)}, "seats": list(seats)} | more
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def until(holds, what="it happened", patience=PATIENCE):
    """Wait until something holds."""
    deadline = time.monotonic() + patience
    while not (found := holds()):
        assert time.monotonic() < deadline, f"waited too long until {what}"
        time.sleep(0.05)
    return found


def fold(state: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """What a client of the stream does with a message; the whole client there is."""
    if message["type"] == "snapshot":
        scene = message["scene"]
        sprites = {sprite["id"]: sprite for sprite in scene["sprites"]} if scene else {}
        areas = scene["areas"] if scene else []
        log = [line for line in state.get("log", []) if line["seq"] < (message["log"] or [{"seq": 1 << 60}])[0]["seq"]]
        return {**message, "sprites": sprites, "areas": areas, "log": log + message["log"]}
    assert message["type"] == "update", message
    changes = message["sprites"]
    sprites = {**state["sprites"], **{sprite["id"]: sprite for sprite in changes["put"]}}
    for gone in changes["gone"]:
        del sprites[gone]
    known = {area["name"]: area for area in state["areas"]}
    areas = [known[area] if isinstance(area, str) else area for area in changes.get("areas", known)]
    before, accounts = state["position"]["accounts"], message["position"]["accounts"]
    accounts = [before[seat] if account is None else account for seat, account in enumerate(accounts)]
    new = {**state, **message, "sprites": sprites, "areas": areas}
    new["position"] = message["position"] | {"accounts": accounts}
    new["state"] = {"seats": state["state"]["seats"]} | message["state"]
    new["log"] = state["log"] + message["log"]
    return new


def comparable(state: dict[str, Any]) -> str:
    """A client's state as text, to compare two of them: the order in which sprites came does not matter."""
    kept = {name: value for name, value in state.items() if name not in ("type", "scene")}
    return json.dumps(kept, sort_keys=True)


def until_cut(stream):
    """Listen until the server closes a stream."""
    try:
        while True:
            stream.recv(timeout=PATIENCE)
    except ConnectionClosed:
        return
