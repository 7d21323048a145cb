"""What makers are told is true: the example of a bot plays whole matches, and docs/api.md says how the server
answers."""

import ast
import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.people import set_up
from tests.server.servers import Server
from tripolis.server.api.requests import TableRequest
from tripolis.server.api.stream import ACTION_REQUESTS
from tripolis.server.app import create_app
from tripolis.server.commands import host_link
from tripolis.server.settings import Settings

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "http_bot.py"
PAGE = ROOT / "docs" / "api.md"
FENCE = re.compile(r"^```(?P<language>[a-z]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
MATCH_SECONDS = 120


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One database is enough: the bot does not see which."""
    found = Server(tmp_path_factory.mktemp("server")).start()
    yield found
    found.stop()


@pytest.fixture
def host(server):
    """Somebody with a cookie, who sets up tables without sitting down."""
    with server.client(headers={"X-Tripolis": "1"}) as found:
        assert found.post("/api/guest", json={"name": "Host"}).status_code == 200
        yield found


def table_for(host, *seats):
    body = {"game": "quadropolis", "options": {"players": len(seats)}, "seats": seats}
    answer = host.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def begin(host, table):
    """Start the match as soon as all are ready."""
    deadline = time.monotonic() + MATCH_SECONDS
    while not all(seat["ready"] for seat in host.get(f"/api/tables/{table}").json()["state"]["seats"]):
        assert time.monotonic() < deadline, "the bot is not ready"
        time.sleep(0.05)
    assert host.post(f"/api/tables/{table}/start", json={}).status_code == 200


def run(server, table, *name):
    return subprocess.Popen(
        [sys.executable, EXAMPLE, server.base, table, *name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("seats", [("open", "bot:greedy"), ("bot:random", "open", "open")])
def test_it_joins_a_table_and_plays_to_the_end(server, host, seats):
    table = table_for(host, *seats)
    bots = [run(server, table, f"Bot {n}") for n in range(seats.count("open"))]
    begin(host, table)
    said = [bot.communicate(timeout=MATCH_SECONDS) for bot in bots]
    seen = host.get(f"/api/tables/{table}").json()
    assert [(bot.returncode, errors) for bot, (_, errors) in zip(bots, said, strict=True)] == [(0, "")] * len(bots)
    assert seen["state"]["status"] == "over" and seen["state"]["reason"] is None
    assert {out for out, _ in said} == {f"places: {seen['position']['ranks']}\n"}
    people = [seat for seat in seen["state"]["seats"] if seat["kind"] == "person"]
    assert sorted(seat["name"] for seat in people) == [f"Bot {n}" for n in range(len(bots))]
    moves = [line for line in seen["log"] if line["kind"] == "moves"]
    assert {line["seat"] for line in moves} == set(range(len(seats)))
    assert host.get(f"/api/tables/{table}/verify").json()["holds"]


def test_it_says_what_went_wrong_where_there_is_no_seat(server, host):
    table = table_for(host, "bot:greedy", "bot:greedy")
    bot = run(server, table)
    _, errors = bot.communicate(timeout=MATCH_SECONDS)
    assert bot.returncode != 0 and "409" in errors


def test_it_has_at_most_thirty_lines_and_needs_nothing_but_python():
    text = EXAMPLE.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.strip().startswith(("#", '"""'))]
    assert len(lines) <= 30, f"{len(lines)} lines of code"
    assert max(map(len, text.splitlines())) <= 120
    imported = re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names


def test_a_program_is_never_named_by_a_route(host):
    """Only the command line starts programs as bots (`run:COMMAND`)."""
    body = {"game": "quadropolis", "options": {"players": 2}, "seats": ["me", "bot:run:true"]}
    table = table_for(host, "open", "open")
    for address, data in (("", body), (f"/{table}/seat", {"seat": 1, "bot": "run:true"})):
        refused = (host.put if address else host.post)(f"/api/tables{address}", json=data)
        assert refused.status_code in (400, 422) and "There is no bot called run:true" in refused.text, refused.text
    assert not any(name.startswith("run:") for name in host.get("/api/games").json()["bots"])


# ----------------------------------------------------------------- docs/api.md


def blocks(language):
    """Where the blocks of a language begin, and what they say."""
    text = PAGE.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, found.start("text")), found["text"])
        for found in FENCE.finditer(text)
        if found["language"] == language
    ]


@pytest.mark.slow
def test_the_examples_of_the_page_run(server):
    names = {"__name__": "__docs__", "SERVER": server.base}
    assert blocks("py") and not blocks("python"), "examples that need a server are marked py"
    for line, text in blocks("py"):
        exec(compile("\n" * line + text, str(PAGE), "exec"), names)


def test_messages_have_the_parts_that_the_page_shows(server):
    told = {}
    for _, text in blocks("json"):
        message = json.loads(text)
        told[message["type"]] = message
    with server.client() as client:
        ada = set_up(client, "me", "bot:greedy", start=True)
        with server.stream(ada.table, ada.token) as stream:

            def hear(kind):
                while (message := json.loads(stream.recv(timeout=60)))["type"] != kind:
                    assert message["type"] in ("update", "done")
                return message

            found = {"snapshot": hear("snapshot")}
            legal = found["snapshot"]["legal"]
            while not legal:
                legal = hear("update")["legal"]
            stream.send(json.dumps({"do": "ping", "id": "p7"}))
            found["pong"] = hear("pong")
            stream.send(json.dumps({"do": "moves", "moves": [legal[0]["move"]], "seq": 1, "id": "a0"}))
            found["problem"] = hear("problem")
            stream.send(json.dumps({"do": "moves", "moves": [legal[0]["move"]], "id": "a1"}))
            found["update"] = hear("update")
            stream.send(json.dumps({"do": "chat", "text": "hi", "id": "a2"}))
            found["done"] = hear("done")
            secret = host_link(Settings(data=server.folder, port=server.port)).rpartition("#")[2]
            headers = {"X-Tripolis-Host": secret}
            client.post("/api/host/message", json={"text": "We restart."}, headers=headers).raise_for_status()
            found["house"] = hear("house")
            client.post("/api/host/message", json={"text": ""}, headers=headers).raise_for_status()
        answer = client.post(f"/api/tables/{ada.table}/moves", json={"moves": ["x"]})
        found[answer.json()["type"]] = answer.json()
    assert set(told) == set(found)
    for kind, message in found.items():
        assert list(told[kind]) == list(message), kind
        for name in ("state", "position", "you"):
            assert list(told[kind].get(name, {})) == list(message.get(name, {})), f"{kind}: {name}"
    assert set(told["snapshot"]["table"]) <= set(found["snapshot"]["table"])
    assert set(told["snapshot"]["scene"]) == set(found["snapshot"]["scene"])
    assert set(told["snapshot"]["legal"][0]) == set(legal[0])
    assert set(told["update"]["sprites"]) <= set(found["update"]["sprites"])
    assert found["problem"]["code"] == told["problem"]["code"] == "stale"


def codes_in_sources():
    """All codes of problems with their statuses, as the sources name them."""
    found = {}
    for file in sorted((ROOT / "src" / "tripolis" / "server").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem" and len(node.args) > 1:
                status, code = node.args[0], node.args[1]
                for part in ast.walk(code):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        found.setdefault(part.value, set()).update(
                            [status.value] if isinstance(status, ast.Constant) else []
                        )
            names = [*getattr(node, "targets", ()), getattr(node, "target", None)]
            if any(getattr(name, "id", "") in ("CODES", "HTTP_CODES") for name in names):
                for status, code in zip(node.value.keys, node.value.values, strict=True):
                    found.setdefault(code.value, set()).add(status.value if isinstance(status, ast.Constant) else 422)
    return found


def test_the_table_of_problems_is_complete_and_has_none_too_many():
    section = PAGE.read_text(encoding="utf-8").partition("\n## Problems\n")[2]
    rows = re.findall(r"^\| `(\w+)` \| ([\d, ]+) \| \S.* \|$", section, re.MULTILINE)
    told = {code: {int(status) for status in statuses.split(",")} for code, statuses in rows}
    assert len(rows) == len(told) and list(told) == sorted(told)
    assert told == codes_in_sources()


def test_the_page_names_every_action_and_every_address(tmp_path):
    text = PAGE.read_text(encoding="utf-8")
    rows = {name for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert set(ACTION_REQUESTS) <= rows
    assert set(TableRequest.__struct_fields__) <= rows
    paths = create_app(Settings(data=tmp_path)).openapi_schema.paths
    addresses = [
        path.removeprefix("/api/tables/{table_id}/") for path in paths if path.startswith("/api/tables/{table_id}/")
    ]
    assert len(addresses) > 25
    for address in addresses:
        action = {"seat": "set_seat"}.get(address, address)
        assert action in rows or f"…/{address}" in text, f"docs/api.md does not name {address}"
