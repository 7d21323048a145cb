"""Every answer has the headers that keep harm out, no page has anything inline, and hostile names run nowhere."""

import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from tests.server.harm.asking import check_problem, cookie_of
from tests.server.people import play_on, set_up
from tripolis.server.api.guard import HEADERS

NAMED = {name.decode(): value.decode() for name, value in HEADERS}
SCRIPT = "<script>alert(1)</script"
IMAGE = '"><img src=x onerror=1>'


def all_answers(server, client, table):
    """One answer of each kind."""
    static = re.search(r"/static/\w+", client.get("/").text)[0]
    gets = [
        "/", "/new", f"/table/{table}", f"/table/{table}/replay", "/table/nothing", "/rules/quadropolis",
        "/score/quadropolis", "/keep", "/mail", "/match/nothing", f"/table/{table}/picture.svg", f"{static}/app.css",
        f"{static}/themes.css", f"{static}/page.js", f"{static}/icon.svg", f"{static}/art/quadropolis.svg",
        f"{static}/nothing", "/rules/chess", "/api/home", "/api/games", f"/api/tables/{table}", f"/api/tables/{table}/tri",
        "/api/tables/nothing", "/api/nothing", "/nothing", "/api/schema/openapi.json", "/health", "/ready", "/metrics",
        "/api/schema", "/favicon.ico",
    ]  # fmt: skip
    found = {path: client.get(path) for path in gets}
    found["head"] = client.head("/")
    found["options"] = client.options("/api/tables")
    found["wrong method"] = client.delete("/api/home")
    found["wrong host"] = client.get("/", headers={"Host": "evil.example"})
    found["wrong origin"] = client.post("/api/guest", json={}, headers={"Origin": "https://evil.example"})
    found["wrong form"] = client.post("/api/guest", json={})
    found["too large"] = client.post("/api/guest", content=b" " * (600 * 1024))
    found["done"] = client.post("/api/guest", json={"name": "Ada"})
    return found


def test_every_answer_has_the_headers_that_keep_harm_out(server, client, people):
    for path, answer in all_answers(server, client, people[0].table).items():
        assert answer.status_code < 500, f"{path}: {answer.status_code}"
        for name, value in NAMED.items():
            assert answer.headers.get_list(name) == [value], f"{path}: {name}"
        assert answer.headers["x-request-id"]
        assert "server" not in answer.headers, path
        private = path.startswith("/api/") and not path.startswith("/api/schema")
        if answer.status_code < 400 and (private or "text/html" in answer.headers.get("content-type", "")):
            assert "no-store" in answer.headers["cache-control"], path
        if answer.status_code >= 400 and answer.text and "text/html" not in answer.headers["content-type"]:
            check_problem(answer, answer.status_code)
    policy = NAMED["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "base-uri 'none'" in policy
    assert "unsafe" not in policy and "*" not in policy and "http" not in policy
    assert NAMED["x-content-type-options"] == "nosniff"


class Inline(HTMLParser):
    """Finds what a page must not have, and its JSON."""

    def __init__(self, text):
        super().__init__()
        self.faults, self.data, self.inside = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        harmless = given.get("type") == "application/json" or (given.get("src") or "").startswith("/static/")
        self.inside = given.get("id") if tag == "script" else None
        if tag in ("style", "iframe", "object", "embed", "base") or (tag == "script" and not harmless):
            self.faults.append((tag, attributes))
        for name, value in attributes:
            if name == "style" or name.startswith("on"):
                self.faults.append((tag, name, value))
            where = name in ("src", "href", "action", "data", "poster")
            if where and not re.match(r"(/(?!/)|#|data:image/|$)", value or ""):
                self.faults.append((tag, name, value))

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, text):
        if self.inside:
            self.data[self.inside] = json.loads(text)


def test_no_page_has_inline_scripts_or_styles_or_anything_from_elsewhere(server, client, people):
    pages = all_answers(server, client, people[0].table)
    seen = 0
    for path, answer in pages.items():
        if "text/html" in answer.headers.get("content-type", "") and answer.text:
            page = Inline(answer.text)
            assert page.faults == [], f"{path}: {page.faults}"
            assert page.data["words"] and "bots" in page.data["page"]
            seen += 1
    assert seen >= 9


def test_the_search_for_inline_scripts_finds_them():
    bad = (
        '<p style="x">',
        "<style>",
        "<script>1</script>",
        "<a onclick=x>",
        "<a href=javascript:x>",
        "<img src=//e.com>",
    )
    for text in bad:
        assert Inline(text).faults, text
    assert not Inline('<script type="application/json" id="a">1</script><a href="/x">').faults


@pytest.mark.parametrize("name", [SCRIPT, IMAGE, "</script><b>", "'\"&lt;", "{{7*7}}${7*7}", "%s%n{0}{name}"])
def test_a_hostile_name_is_shown_as_it_is_and_runs_nowhere(server, client, name):
    cookie = {"Cookie": cookie_of(server, name), "X-Tripolis": "1"}
    body = {
        "game": "quadropolis",
        "options": {"players": 2},
        "seats": ["me", "bot:random"],
        "start": True,
        "public": True,
    }
    table = client.post("/api/tables", json=body, headers=cookie).json()["table"]
    assert client.post(f"/api/tables/{table}/chat", json={"text": name}, headers=cookie).status_code == 200
    for path in ("/", "/new", f"/table/{table}", f"/table/{table}/replay", "/rules/quadropolis"):
        page = client.get(path, headers=cookie)
        if path.startswith("/table"):
            assert page.status_code == 200
        assert "<script>alert" not in page.text and "<img src=x" not in page.text and "</script><b>" not in page.text, (
            path
        )
        found = Inline(page.text)
        assert found.faults == [] and found.data["page"]["name"] == name, path
    seen = client.get(f"/api/tables/{table}", headers=cookie)
    assert seen.headers["content-type"] == "application/json"
    assert seen.json()["state"]["seats"][0]["name"] == name
    assert [line["data"]["text"] for line in seen.json()["log"] if line["kind"] == "chat"] == [name]
    picture = client.get(f"/table/{table}/picture.svg")
    tags = {found.tag.rpartition("}")[2] for found in ElementTree.fromstring(picture.text).iter()}
    assert not tags & {"script", "img", "foreignObject", "iframe"}
    file = client.get(f"/api/tables/{table}/tri", headers=cookie)
    assert file.headers["content-type"].startswith("text/plain") and "attachment" in file.headers["content-disposition"]
    listed = next(one for one in client.get("/api/home").json()["public"] if one["id"] == table)
    assert listed["seats"][0]["name"] == name


def test_a_match_file_with_hostile_names_is_read_as_it_was_written(server, client):
    names = ['"] [Game "x"] ["', '\\"\\', "};{1. -}", "# -- [a]"]
    ada = set_up(client, "me", "bot:random", name=names[0], start=True)
    play_on([ada])
    for name in names[1:]:
        set_up(client, "me", "bot:random", name=name, start=True)
    text = client.get(f"/api/tables/{ada.table}/tri").text
    cookie = {"Cookie": cookie_of(server), "X-Tripolis": "1"}
    brought = client.post("/api/matches", json={"text": text}, headers=cookie)
    assert brought.status_code == 201, brought.text
    again = client.get(f"/api/matches/{brought.json()['match']}/tri").text
    assert names[0].replace('"', '\\"') in again or names[0] in again
    assert client.get(f"/match/{brought.json()['match']}").status_code == 200
