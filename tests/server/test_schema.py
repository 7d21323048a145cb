"""The OpenAPI document, and what happens when a machine makes requests of it: good ones, bad ones, at real tables
and at none."""

import os
from collections import Counter, defaultdict
from itertools import count

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import just
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error

from tests.server.servers import Server

EXAMPLES = 60 if os.environ.get("TRIPOLIS_SOAK") else 4
BOUNDED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)
METHODS = ("get", "put", "post", "delete", "patch")
NOT_REACHED = ("bad_request", "no_page", "wrong_method", "wrong_type", "too_large")
"""Codes of refusals before any handler."""


@pytest.fixture(scope="module")
def server(database, tmp_path_factory):
    """A server that lets a machine set up as many tables as it likes."""
    many = {
        f"TRIPOLIS_SERVER_{name}": "1000000"
        for name in ("TABLES_PER_GUEST", "THINKING_TABLES_PER_GUEST", "IMPORTS_PER_HOUR")
    }
    found = Server(tmp_path_factory.mktemp("schema"), database(), **many).start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def document(server):
    return httpx.get(f"{server.base}/api/schema/openapi.json").json()


def operations(document):
    """All operations by their names."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield f"{method.upper()} {path}", item[method]


def examples_in(part):
    """Is there an example anywhere below?"""
    if isinstance(part, dict):
        return any(name in part and part[name] for name in ("example", "examples")) or any(
            map(examples_in, part.values())
        )
    return isinstance(part, list) and any(map(examples_in, part))


def test_every_operation_says_what_it_is_and_shows_an_example(document):
    found = dict(operations(document))
    assert len(found) > 40 and "POST /api/tables/{table_id}/moves" in found
    assert document["openapi"].startswith("3.") and document["info"]["version"]
    for label, operation in found.items():
        assert operation.get("summary") and operation.get("description"), label
        assert examples_in(operation.get("requestBody", {})) or examples_in(operation["responses"]), (
            f"{label}: no example"
        )
        if label.partition(" ")[2].startswith("/api/"):
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    assert list(answer["content"]) == ["application/problem+json"], f"{label} {status}"
    ids = Counter(operation["operationId"] for operation in found.values())
    assert max(ids.values()) == 1


def test_no_operation_of_a_page_is_in_the_document(document):
    assert all(path.startswith(("/api/", "/health", "/ready", "/metrics")) for path in document["paths"])


class Visitor:
    """A guest with tables, a match and a feed, who makes the calls reach something."""

    def __init__(self, server):
        self.client = server.client()
        answer = self.client.post("/api/guest", json={"name": "Ada"})
        self.cookie = {"Cookie": answer.headers["set-cookie"].split(";")[0], "X-Tripolis": "1"}
        self.client.cookies.clear()
        finished, _ = self.table("resign")
        text = self.client.get(f"/api/tables/{finished}/tri").text
        brought = self.client.post("/api/matches", json={"text": text}, headers=self.cookie)
        assert brought.status_code == 201, brought.text
        feed = self.client.post("/api/guest/feed", json={}, headers=self.cookie).json()["path"]
        self.known = {"match_id": brought.json()["match"], "name": "quadropolis", "secret": feed.rpartition("/")[2]}

    def table(self, *deeds):
        """A new table and its token; deeds are done there."""
        body = {
            "game": "quadropolis",
            "options": {"players": 2},
            "seats": ["me", "bot:random"],
            "hints": True,
            "start": True,
        }
        answer = self.client.post("/api/tables", json=body, headers=self.cookie)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        for deed in deeds:
            self.client.post(f"/api/tables/{made['table']}/{deed}", json={}, headers=self.cookie)
        return made["table"], made["token"]


def strict(document):
    """What the server refuses anyway is not worth sending: no fields beside those that a request has."""
    for name, part in document["components"]["schemas"].items():
        if name.endswith("Request") and part.get("type") == "object":
            part["additionalProperties"] = False
    return document


def check(answer, operation, label):
    """What holds for every answer, whatever was asked."""
    kind = answer.headers["content-type"][0].split(";")[0]
    if answer.status_code >= 400:
        assert kind == "application/problem+json", f"{label}: {answer.status_code} {kind}"
        found = answer.json()
        assert found["code"] and found["detail"] and found["status"] == answer.status_code, found
        return found["code"]
    documented = operation["responses"].get(str(answer.status_code), {}).get("content")
    assert documented is not None, f"{label}: {answer.status_code} is not documented"
    assert kind in [name.split(";")[0] for name in documented], f"{label}: {kind}"
    return "done"


def test_whatever_is_sent_no_operation_fails(server, document):
    visitor, logged_out = Visitor(server), False
    described = dict(operations(document))
    faults, codes, turn = [], defaultdict(Counter), count()
    schema = schemathesis.openapi.from_dict(strict(document))
    for result in schema.get_all_operations():
        operation = result.ok()
        label = operation.label
        if logged_out:
            visitor = Visitor(server)
        logged_out = label == "POST /api/guest/logout"
        table, token = visitor.table()
        known = {name: value for name, value in {"table_id": table, **visitor.known}.items() if f"{{{name}}}" in label}
        if "/api/puzzles/" in label and "{name}" in label:
            known = {"game": "quadropolis", "name": "today"}
        for mode, real in (
            (GenerationMode.POSITIVE, True),
            (GenerationMode.NEGATIVE, True),
            (GenerationMode.POSITIVE, False),
        ):
            fixed = {"path_parameters": known} if real and known else {}
            shown = [visitor.cookie, {"Authorization": f"Bearer {token}"}, {}][: 2 if real else 3]

            def call(case, operation, shown):
                answer = case.call(base_url=server.base, headers=shown[next(turn) % len(shown)], timeout=60)
                case.validate_response(answer, checks=[not_a_server_error])
                codes[operation][check(answer, described[operation], operation)] += 1

            strategy = operation.as_strategy(generation_mode=mode, **fixed)
            try:
                BOUNDED(given(case=strategy, operation=just(label), shown=just(shown))(call))()
            except Unsatisfiable:
                pass  # nothing about this operation can be wrong
            except Exception as fault:  # all of them are told at the end
                faults.append(f"{label}: {str(fault)[:1500]}")
    visitor.client.close()
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults[:20])
    assert set(codes) == set(described)
    idle = {label: dict(found) for label, found in codes.items() if not set(found) - set(NOT_REACHED)}
    assert not idle, f"these handlers were never reached: {idle}"
    assert httpx.get(f"{server.base}/ready").status_code == 200
    assert "Traceback" not in server.log.read_text()
