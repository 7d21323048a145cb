"""Those who mean harm, and those whose programs are broken: wrong hosts and origins, hostile texts, malformed messages.

Each of them gets a problem with a code and a sentence, nothing changes, and the server goes on.
"""

import contextlib
import http.client
import json
import re
import socket
from html.parser import HTMLParser
from xml.etree import ElementTree

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.people import play_on, set_up, table_of
from tests.server.servers import Server
from tripolis.engine.words import LANGUAGES, Message, words
from tripolis.server.api.guard import HEADERS

OUTSIDE = "https://games.example.org"
NAMED = {name.decode(): value.decode() for name, value in HEADERS}
SCRIPT = "<script>alert(1)</script"
IMAGE = '"><img src=x onerror=1>'


@pytest.fixture(scope="module")
def server(database, tmp_path_factory):
    """A server that is also known by a name to the outside."""
    found = Server(tmp_path_factory.mktemp("harm"), database(), TRIPOLIS_SERVER_PUBLIC_URL=OUTSIDE).start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def people(server):
    """Ada and Ben in the middle of a match, which nothing in this file may change."""
    with server.client() as client:
        yield table_of(client, "Ada", "Ben")


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
    """Send bytes as they are; returns the status that came back, or 0 for a connection that was cut, and all that came."""
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


# ------------------------------------------------------------------ the door


WRONG_HOSTS = [
    "evil.example",
    "evil.example:8600",
    "127.0.0.1.evil.example",
    "evil.example@127.0.0.1",
    "[::2]:8600",
    "[",
    ":",
]


@pytest.mark.parametrize("host", WRONG_HOSTS)
def test_a_name_that_is_not_the_servers_is_not_answered_to(server, client, host):
    for answer in (
        client.get("/", headers={"Host": host}),
        client.get("/api/home", headers={"Host": host}),
        client.post("/api/guest", json={"name": "Eve"}, headers={"Host": host}),
    ):
        check_problem(answer, 421, code="wrong_host")
        assert "set-cookie" not in answer.headers


def test_its_own_names_are_answered_to(server, client):
    for host in (f"127.0.0.1:{server.port}", "LocalHost", f"localhost:{server.port}", "[::1]:1", "games.example.org"):
        assert client.get("/api/home", headers={"Host": host}).status_code == 200, host


def test_a_request_without_a_host_or_with_two_is_refused(server):
    for head in (
        b"GET /api/home HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"GET /api/home HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        b"GET /api/home HTTP/1.0\r\n\r\n",
    ):
        assert raw(server, head)[0] in (400, 421), head


def test_health_is_told_to_whoever_asks(client):
    assert client.get("/health", headers={"Host": "10.0.0.7:8600"}).status_code == 200


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


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_pages_of_other_sites_change_nothing_in_a_guests_name(server, client, headers):
    cookie = cookie_of(server)
    headers = {name: value.format(host=f"127.0.0.1:{server.port}") for name, value in headers.items()}
    headers["Cookie"] = cookie
    body = {"game": "quadropolis", "options": {"players": 2}}
    check_problem(client.post("/api/tables", json=body, headers=headers), 403, code="wrong_origin")
    plain = {**headers, "Content-Type": "text/plain"}
    check_problem(client.post("/api/tables", content=json.dumps(body), headers=plain), 403, code="wrong_origin")
    check_problem(client.put("/api/guest/mail", json={"mail": ""}, headers=headers), 403, code="wrong_origin")
    assert client.get("/api/home", headers={"Cookie": cookie}).json()["tables"] == []


OWN = [
    {"Origin": "http://{host}"},
    {"Origin": OUTSIDE},
    {"Origin": "http://{host}", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"X-Tripolis": "1"},
]


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_pages_of_our_own_and_programs_are_let_in(server, client, headers):
    cookie = cookie_of(server)
    headers = {name: value.format(host=f"127.0.0.1:{server.port}") for name, value in headers.items()}
    headers["Cookie"] = cookie
    answer = client.post("/api/tables", json={"game": "quadropolis", "options": {"players": 2}}, headers=headers)
    assert answer.status_code == 201, answer.text
    [listed] = client.get("/api/home", headers={"Cookie": cookie}).json()["tables"]
    assert listed["id"] == answer.json()["table"]


def test_no_other_site_may_read_answers(client):
    for answer in (
        client.get("/api/home", headers={"Origin": "https://evil.example"}),
        client.options(
            "/api/tables", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        ),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control")]


def stream_with(server, table, **headers):
    origin = headers.pop("Origin", None)
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/stream"
    return connect(address, origin=origin, additional_headers=headers, compression=None, open_timeout=30, max_size=None)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_pages_of_other_sites_do_not_listen(server, people, headers):
    headers = {name: value.format(host=f"127.0.0.1:{server.port}") for name, value in headers.items()}
    with pytest.raises(InvalidStatus) as refused:
        stream_with(server, people[0].table, Cookie=cookie_of(server), **headers)
    answer = refused.value.response
    assert answer.status_code == 403
    if answer.headers.get("content-type") == "application/problem+json":
        assert json.loads(answer.body)["code"] == "wrong_origin"


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_pages_of_our_own_listen(server, people, headers):
    headers = {name: value.format(host=f"127.0.0.1:{server.port}") for name, value in headers.items()}
    with stream_with(server, people[0].table, Cookie=cookie_of(server), **headers) as stream:
        assert json.loads(stream.recv(30))["type"] == "snapshot"


def test_a_stream_under_a_wrong_name_is_refused(server, people):
    request = (
        f"GET /api/tables/{people[0].table}/stream HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    assert raw(server, request.encode())[0] in (403, 421)


def test_a_forged_cookie_names_nobody(server, client):
    guest, _, signature = cookie_of(server, "Ada").removeprefix("tripolis=").partition(".")
    other = cookie_of(server, "Ben").removeprefix("tripolis=").partition(".")[2]
    for forged in (
        guest,
        f"{guest}.",
        f"{guest}.{other}",
        f".{signature}",
        f"x{guest}.{signature}",
        "é.é",
        '"',
        "." * 99,
    ):
        found = client.get("/api/home", headers={"Cookie": f"tripolis={forged}".encode("latin-1")})
        assert found.status_code == 200 and found.json()["name"] is None, forged
    assert client.get("/api/home", headers={"Cookie": f"tripolis={guest}.{signature}"}).json()["name"] == "Ada"


def test_the_cookie_is_kept_from_scripts_and_other_sites(client):
    made = client.post("/api/guest", json={"name": "Ada"}).headers["set-cookie"].lower()
    assert "httponly" in made and "samesite=lax" in made and "secure" in made, "the server is reached by https"


# ----------------------------------------------------------------- the pages


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


# -------------------------------------------------------------- large things


def endless(size=10 << 20):
    """A body whose length nobody tells beforehand."""
    for _ in range(size >> 16):
        yield b" " * (1 << 16)


def test_a_body_of_ten_megabytes_is_refused(server, people):
    with server.client() as client:
        check_problem(client.post("/api/guest", content=b" " * (10 << 20)), 413, code="too_large")
    with server.client() as client:
        check_problem(client.post("/api/guest", content=endless()), 413, code="too_large")
    with server.client() as client:
        long = json.dumps({"text": "x" * (10 << 20)}).encode()
        path = f"/api/tables/{people[0].table}/chat"
        before = people[0].look()["seq"]
        check_problem(client.post(path, content=long, headers=people[0].headers), 413, code="too_large")
        assert people[0].look()["seq"] == before


@pytest.mark.parametrize("length", ["²", "-1", "+5", "1e3", "abc", "0x10", "9" * 30, "9" * 5000, "5, 6", "1_000"])
def test_a_length_that_is_none_is_refused(server, length):
    head = f"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    status, found = raw(server, head.encode("latin-1"), b"{}")
    assert 400 <= status < 500, found[:300]


def test_two_lengths_do_not_smuggle_a_second_request(server):
    head = (
        "POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n"
        "Connection: close\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    )
    status, found = raw(server, head.encode())
    assert 400 <= status < 500 and b"alive" not in found


@pytest.mark.parametrize(
    "header",
    [b"X-Long: " + b"x" * (2 << 20), b"Cookie: " + b"a=b; " * (1 << 18), b"\r\n".join([b"X-Many: 1"] * 150_000)],
    ids=["long", "cookie", "many"],
)
def test_huge_headers_are_refused(server, header):
    status, found = raw(server, b"GET /api/home HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header + b"\r\n\r\n")
    assert status in (0, 400, 413, 431), found[:300]


def test_what_is_no_http_is_refused(server, client):
    for bytes_sent in (
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET\r\n\r\n",
        b"\x00" * 100 + b"\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
    ):
        status, found = raw(server, bytes_sent + b"\r\n\r\n")
        assert status < 500, found[:300]
    assert client.get("/health").status_code == 200


def test_a_large_box_and_a_large_match_are_refused(server, client):
    body = {"game": "quadropolis", "options": {"players": 2}, "name": "Ada"}
    for box in ({"buildings.csv": "é" * 40_000}, {str(n): "x" * 8_000 for n in range(9)}):
        check_problem(client.post("/api/tables", json=body | {"box": box}), 413, code="too_large")
    check_problem(
        client.post("/api/tables", json=body | {"box": {str(n): "" for n in range(11)}}), 400, code="bad_request"
    )
    cookie = {"Cookie": cookie_of(server), "X-Tripolis": "1"}
    check_problem(client.post("/api/matches", json={"text": "x" * (256 * 1024 + 1)}, headers=cookie), 400, 413)
    check_problem(client.post("/api/matches", json={"text": "x" * (256 * 1024)}, headers=cookie), 422, code="bad_match")


# ------------------------------------------------------------ malformed words


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


@pytest.mark.parametrize("token", ["nobody", "x" * 5000, "é", "a b c", "\xff", "."])
def test_a_token_that_is_none_opens_nothing(client, people, token):
    for scheme in ("Bearer", "bearer", "Basic"):
        headers = {"Authorization": f"{scheme} {token}".encode("latin-1")}
        answer = client.post(f"/api/tables/{people[0].table}/resign", json={}, headers=headers)
        check_problem(answer, 401, 403)
        assert client.get(f"/api/tables/{people[0].table}", headers=headers).status_code in (200, 401)


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


# ------------------------------------------------------------------ at tables


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


def waiting(people):
    """The one to move, and the one who waits."""
    actor = people[0].look()["position"]["actor"]
    return people[actor], people[1 - actor]


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
    ("actor", "start", {}, None),
    ("actor", "ready", {}, "wrong_time"),
    ("actor", "order", {}, "wrong_time"),
    ("actor", "order", {"move": "nonsense"}, "bad_notation"),
    ("actor", "mute", {"seat": 99}, "bad_value"),
    ("actor", "close", {}, "wrong_time"),
    ("actor", "chat", {"text": ""}, "bad_request"),
    ("actor", "chat", {}, "bad_request"),
]


@pytest.mark.parametrize(("who", "deed", "body", "code"), REFUSED, ids=str)
def test_what_cannot_be_done_is_refused_and_changes_nothing(server, people, who, deed, body, code):
    actor, other = waiting(people)
    person = actor if who == "actor" else other
    code = code or ("wrong_time" if person.seat == 0 else "not_owner")
    before = person.look()
    person.refused(deed, code, **body)
    with server.stream(person.table, person.token) as stream:
        stream.recv(30)
        stream.send(json.dumps({"do": deed, "id": "mine", **body}))
        told = json.loads(stream.recv(30))
    assert told["type"] == "problem" and told["id"] in ("mine", None) and told["detail"]
    assert told["code"] == code or (code == "bad_request" and told["code"] == "bad_value")
    assert person.look() | {"now": 0} == before | {"now": 0}


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


# ------------------------------------------------------------------- streams


FRAMES = [
    "", "null", "[]", "1", '"x"', "{", "nonsense", "{}", '{"do": null}', '{"do": []}', '{"do": {}}', '{"do": 5}', '{"do": "fly"}',
    '{"do": "join"}', '{"do": "options"}', '{"do": "__class__"}', '{"do": "moves"}', '{"do": "moves", "moves": null}',
    '{"do": "chat", "text": 5}', '{"do": "chat", "text": "\\u0000"}', '{"do": "chat", "text": "\\ud800"}',
    '{"do": "chat", "text": "x", "x": 1}', '{"do": "chat", "text": ""}', '{"do": "mute", "seat": NaN}',
    '{"do": "mute", "seat": 1e999}', '{"do": "mute", "seat": ' + "9" * 5000 + "}", "[" * 60_000, '{"do":' * 10_000,
    '{"do": "chat", "text": ' + "[" * 30_000 + "]" * 30_000 + "}", '{"do": "resume", "id": "\\u0000"}',
    '{"do": "resume", "id": "\\ud800"}', '{"do": "resume", "id": 5}', '{"do": "resume", "id": "' + "x" * 41 + '"}',
]  # fmt: skip


def test_a_broken_frame_is_a_problem_and_the_stream_goes_on(server, people):
    ada = people[0]
    before = ada.look()["seq"]
    with server.stream(ada.table, ada.token) as stream:
        stream.recv(30)
        for frame in FRAMES:
            stream.send(frame)
            told = json.loads(stream.recv(30))
            assert told["type"] == "problem" and told["code"] and told["detail"] and told["status"] < 500, frame[:80]
            stream.send('{"do": "ping", "id": "still here"}')
            assert json.loads(stream.recv(30))["type"] == "pong", frame[:80]
    assert ada.look()["seq"] == before


def what_comes(stream):
    """The type of the next message, or the code by which the other side has closed."""
    try:
        return json.loads(stream.recv(30))["type"]
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else "cut"


@pytest.mark.parametrize("frame", [b"\xff\xfe\x00", b"{}", b'{"do": "ping"}', b""], ids=str)
def test_a_binary_frame_is_answered_or_ends_the_stream_in_good_order(server, people, frame):
    with server.stream(people[0].table, people[0].token) as stream:
        stream.recv(30)
        stream.send(frame)
        stream.send('{"do": "ping", "id": "p"}')
        assert what_comes(stream) in ("problem", "pong", 1003, 1007, 1008)


def test_a_frame_that_is_too_large_ends_the_stream(server, people):
    for size, expected in ((60 * 1024, ("pong",)), (65 * 1024, (1009, "cut")), (4 << 20, (1009, "cut"))):
        with server.stream(people[0].table, people[0].token) as stream:
            stream.recv(30)
            with contextlib.suppress(ConnectionClosed):
                stream.send('{"do": "ping", "x": "' + "x" * size + '"}')
            assert what_comes(stream) in expected
    assert people[0].look()["seq"]


def test_streams_of_nothing_say_so_and_close(server, people):
    for table in ("nothing", "%00", "x" * 200):
        with server.stream(table) as stream:
            told = json.loads(stream.recv(30))
            assert told["type"] == "problem" and told["code"] in ("no_table", "bad_request"), told
            with pytest.raises(ConnectionClosed) as closed:
                stream.recv(30)
            assert closed.value.rcvd.code in (4404, 4400)


def test_a_stream_to_a_wrong_address_is_refused(server, people):
    table = people[0].table
    for path in ("/api/nothing", f"/api/tables/{table}", f"/api/tables/{table}/stream?after=-1", "/"):
        try:
            with connect(f"ws://127.0.0.1:{server.port}{path}", open_timeout=30, compression=None) as stream:
                found = what_comes(stream)
        except InvalidStatus as refused:
            found = refused.response.status_code
        assert found in ("problem", 400, 403, 404, 405, 4400, 4404, 4405), path


# ----------------------------------------------------------------- languages


def test_problems_are_told_in_four_languages(server, client, people):
    _, other = waiting(people)
    asked = [
        (lambda **how: client.get("/api/tables/nothing", **how), "There is no such table."),
        (lambda **how: client.get("/api/nothing", **how), "There is nothing here."),
        (lambda **how: client.post("/api/guest", json={}, **how), "The request has the wrong form."),
    ]
    for ask, text in asked:
        told = {}
        for lang in LANGUAGES:
            expected = words(lang).render(Message(text))
            assert ask(params={"lang": lang}).json()["detail"] == expected
            assert ask(params={"lang": lang}, headers={"Accept-Language": "fr"}).json()["detail"] == expected
            assert ask(headers={"Accept-Language": f"xx, {lang}-CH;q=0.9, en;q=0.1"}).json()["detail"] == expected
            assert ask(params={"lang": "xx"}, headers={"Accept-Language": lang}).json()["code"]
            told[expected] = lang
        assert len(told) == len(LANGUAGES) == 4
    for lang in LANGUAGES:
        path = f"/api/tables/{other.table}/moves"
        answer = client.post(path, json={"moves": ["x"]}, headers=other.headers, params={"lang": lang})
        assert answer.json()["detail"] == words(lang).render(Message("It is not your turn."))
        foreign = client.post("/api/guest", json={}, params={"lang": lang}, headers={"Origin": "https://evil.example"})
        assert foreign.json()["detail"] == words(lang).render(
            Message("This request comes from a page of another site.")
        )
    cookie = {"Cookie": cookie_of(server, "Ada", lang="nl")}
    answer = client.get("/api/tables/nothing", headers=cookie | {"Accept-Language": "en"})
    assert answer.status_code == 404


def test_a_stream_tells_problems_in_the_language_it_was_opened_in(server, people):
    _, other = waiting(people)
    told = set()
    for lang in LANGUAGES:
        with server.stream(other.table, other.token, lang=lang) as stream:
            stream.recv(30)
            stream.send(json.dumps({"do": "moves", "moves": ["x"]}))
            assert json.loads(stream.recv(30))["detail"] == words(lang).render(Message("It is not your turn."))
            stream.send(json.dumps({"do": "fly"}))
            assert json.loads(stream.recv(30))["detail"] == words(lang).render(
                Message("The request has the wrong form.")
            )
        with server.stream("nothing", lang=lang) as stream:
            found = json.loads(stream.recv(30))["detail"]
            assert found == words(lang).render(Message("There is no such table."))
            told.add(found)
    assert len(told) == 4
