"""Paths and queries that lead nowhere."""

import pytest

from tests.server.harm.asking import check_problem, fetch

pytestmark = pytest.mark.both_databases

PATHS = [
    "..", ".", "../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/app.py", "..%5c..%5capp.py", "%00", "a%00b",
    "%ff", "%ed%a0%80", "%c0%ae%c0%ae", "a" * 5000, "'%3BDROP", "%F0%9F%92%A9", "%0d%0aX-Evil:1", "..;/app.py", "app.py",
    "%2fetc%2fpasswd", "__init__.py", "signing.key", "tripolis.sqlite", "%252e%252e%252fapp.py",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:30])
def test_no_path_leads_out_of_the_house(server, people, path):
    bases = [
        "/static/x/", "/static/", "/static/x/art/", "/table/", "/match/", "/rules/", "/score/", "/api/tables/", "/api/matches/",
        "/api/feed/", f"/table/{people[0].table}/", f"/api/tables/{people[0].table}/", "/api/schema/",
    ]  # fmt: skip
    for base in bases:
        answer = fetch(server, "GET", base + path)
        assert answer.status_code in (200, 400, 404, 405, 414), f"{base}: {answer.status_code} {answer.text[:300]}"
        assert "root:" not in answer.text and "import " not in answer.text and "SQLite" not in answer.text, base
        assert "x-evil" not in answer.headers
        if answer.status_code == 200:  # a name of one or two dots may be read as the address above it
            assert path in ("..", ".", "..;/app.py", "../../../etc/passwd", "%2e%2e/%2e%2e/app.py"), base
    for base, end in (
        ("/api/tables/", "/tri"),
        ("/api/matches/", "/story"),
        ("/table/", "/picture.svg"),
        ("/rules/", "/picture/1/light"),
    ):
        assert fetch(server, "GET", base + path + end).status_code in (400, 404, 405), base


def test_a_box_file_is_never_a_path(server, client, tmp_path):
    secret = server.folder / "signing.key"
    for name in (str(secret), "../signing.key", "signing.key", "/etc/passwd"):
        body = {"game": "quadropolis", "options": {"players": 2}, "name": "Eve", "box": {name[:40]: ""}}
        found = check_problem(client.post("/api/tables", json=body), 422)
        assert found["code"] in ("bad_box", "bad_options")


def test_queries_that_make_no_sense_are_problems(client, people):
    table = people[0].table
    for query in ("after=-1", "after=x", "after=1e3", "after=9" + "9" * 400, "lang=xx", "lang=%00", "lang=en&lang=de"):
        answer = client.get(f"/api/tables/{table}?{query}")
        assert answer.status_code == 200 or check_problem(answer, 400)
    for query in ("ply=-1", "ply=x", "seat=8", "seat=-2", "ply=99999999999999999999999", "seat=NaN"):
        check_problem(client.get(f"/api/tables/{table}/replay?{query}"), 400, 409, 422)
    for query in ("move=%00", "move=" + "x" * 121, "path=" + "x" * 401, "path=,,,", "path=%ff", "move=%ed%a0%80", ""):
        for headers in ({}, people[0].headers):
            answer = client.get(f"/api/tables/{table}/why-not?{query}", headers=headers)
            assert answer.status_code == 200 or check_problem(answer, 400, 403, 409, 422)
