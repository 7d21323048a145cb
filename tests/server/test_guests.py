"""Guests: a name, a signed cookie, seats by tokens that are stored hashed, and the link that moves a seat to another
device."""

import asyncio
import json

import pytest
import sqlalchemy as sa
from litestar import Request

from tests.server.database import in_database
from tests.server.in_process import in_process
from tests.server.people import OURS, Person, actor_of, fold, guest, join, legal, set_up, sit, table_of, until_cut
from tripolis.server.api.connections import Places
from tripolis.server.api.guard import Guard
from tripolis.server.api.identity import find_identity, guest_cookies
from tripolis.server.domain.clock import DAY
from tripolis.server.now import now
from tripolis.server.settings import Settings
from tripolis.server.storage import guests as guests_module
from tripolis.server.storage.guests import Guest, Guests
from tripolis.server.storage.schema import GUESTS, LINKS, METADATA
from tripolis.server.storage.store import Store


def dump(server):
    """Everything in the database, as text."""

    async def read(store):
        return [[tuple(row) for row in await store.rows(sa.select(table))] for table in METADATA.sorted_tables]

    return repr(in_database(server, read))


# -------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada \n Lovelace\t", "Ada Lovelace"),
        ("<script>alert(1)</script>", "<script>alert(1)</script"),
        ("A\u202eda\u200b\x00", "Ada"),
        ("x" * 100, "x" * 24),
        ("Zoe\u0308" + "\u0301" * 20, "Zo\u00eb\u0301\u0301"),
        ("日本の友だち", "日本の友だち"),
    ],
)
def test_names_are_cleaned(server, told, kept):
    with guest(server, told) as browser:
        assert browser.get("/api/home").json()["name"] == kept


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u202e\u202c", "x" * 101, None, 7, ["Ada"]])
def test_who_has_no_name_is_no_guest(client, name):
    answer = client.post("/api/guest", json={"name": name})
    assert answer.status_code in (400, 422) and "set-cookie" not in answer.headers


@pytest.mark.both_databases
def test_a_name_can_be_changed_and_language_too(server):
    with guest(server, "Ada") as browser:
        assert browser.post("/api/guest", json={"name": "Ida", "lang": "de"}).json() == {"name": "Ida", "lang": "de"}
        assert browser.get("/api/home").json()["name"] == "Ida"
        ada = browser.post("/api/tables", json={"game": "quadropolis", "seats": ["me", "open"]}).json()
        problem = browser.post(f"/api/tables/{ada['table']}/start", json={}).json()
        assert problem["detail"] != client_words(server, ada["table"]), "the guest reads German"


def client_words(server, table):
    with server.client() as client:
        return client.post(f"/api/tables/{table}/start", json={}).json()["detail"]


def test_a_new_name_reaches_the_other_processes(tmp_path, monkeypatch):
    at = [1_000_000]
    monkeypatch.setattr(guests_module, "now", lambda: at[0])

    async def run():
        async with in_process(tmp_path) as server:
            here, there = server.guests, Guests(server.store, server.settings)
            ada = await here.create("Ada", "en", "127.0.0.1")
            assert (await there.load(ada.id)).name == "Ada"
            await here.change(ada, name="Ida")
            at[0] += guests_module.REMEMBERED + 1
            assert (await there.load(ada.id)).name == "Ida"

    asyncio.run(run())


# ------------------------------------------------------------------- cookies


def test_the_cookie_is_for_the_browser_alone(server):
    with server.client() as client:
        answer = client.post("/api/guest", json={"name": "Ada"})
    parts = [part.strip().lower() for part in answer.headers["set-cookie"].split(";")]
    assert "httponly" in parts and "samesite=lax" in parts and "path=/" in parts
    assert "secure" not in parts, "on http a Secure cookie would be lost"
    assert any(part.startswith("max-age=") and int(part[8:]) > 86_400 for part in parts)
    assert "tripolis=" in parts[0] and "ada" not in parts[0]


@pytest.mark.parametrize(
    ("settings", "headers", "secure"),
    [
        (Settings(), [], False),
        (Settings(public_url="https://games.example.org"), [], True),
        (Settings(public_url="http://games.example.org"), [], False),
        (Settings(trusted_proxies=("127.0.0.0/8",)), [(b"x-forwarded-proto", b"https")], True),
        (Settings(trusted_proxies=("127.0.0.0/8",)), [], False),
        (Settings(), [(b"x-forwarded-proto", b"https")], False),
        (Settings(trusted_proxies=("10.0.0.1",)), [(b"x-forwarded-proto", b"https")], False),
    ],
)
def test_on_https_the_cookie_is_secure(monkeypatch, settings, headers, secure):
    """A proxy that nobody vouches for is not believed."""
    monkeypatch.setenv("TRIPOLIS_SERVER_KEY", "k" * 32)
    found = []

    async def app(scope, receive, send):
        found.extend(
            guest_cookies(Request(scope), Guests(Store("sqlite+aiosqlite://"), settings), Guest("ada", "Ada", "en"))
        )

    scope = {"type": "http", "method": "POST", "path": "/api/guest", "query_string": b"", "scheme": "http"}
    scope |= {"client": ("127.0.0.1", 5), "server": ("127.0.0.1", 80), "headers": [(b"host", b"localhost"), *headers]}
    asyncio.run(Guard(app, settings, lambda *_: None, Places(9, 9))(scope, None, None))
    [cookie] = found
    assert bool(cookie.secure) == secure and cookie.httponly and cookie.samesite == "lax"
    assert cookie.key == ("__Host-tripolis" if secure else "tripolis") and cookie.path == "/" and cookie.domain is None


@pytest.mark.parametrize(("days", "known"), [(29, True), (31, False)])
def test_a_guest_who_stays_away_for_long_is_nobody(tmp_path, days, known):
    async def run():
        async with in_process(tmp_path, session_days=30) as server:
            guest = await server.guests.create("Ada", "en", "127.0.0.1")
            change = sa.update(GUESTS).where(GUESTS.c.id == guest.id)
            await server.store.write(change.values(seen=now() - days * DAY))
            await server.guests.load(guest.id, fresh=True)
            cookie = server.guests.sign(guest.id)
            assert bool(await server.guests.of_cookie(cookie)) == known
            row = await server.store.row(sa.select(GUESTS.c.seen))
            assert (row.seen > now() - DAY) == known, "a visit is noted"

    asyncio.run(run())


def headers_of(sent, name):
    return [value.decode() for message in sent for key, value in message.get("headers", []) if key == name]


@pytest.mark.parametrize("secure", [False, True])
def test_on_https_an_older_cookie_gets_its_new_name_and_browsers_stay_on_https(tmp_path, secure):
    """Nobody loses a seat by it: the guest is the same."""

    async def run():
        async with in_process(tmp_path, public_url="https://games.example.org" if secure else "") as server:
            ada = await server.guests.create("Ada", "en", "127.0.0.1")
            found, sent = [], []

            async def app(scope, receive, send):
                found.append(await find_identity(Request(scope), server.guests))
                await send({"type": "http.response.start", "status": 200, "headers": []})

            async def send(message):
                sent.append(message)

            async def ask(cookie):
                head = [(b"host", b"localhost"), (b"cookie", cookie.encode()), (b"x-tripolis", b"1")]
                scope = {"type": "http", "method": "GET", "path": "/api/home", "query_string": b"", "scheme": "http"}
                scope |= {"client": ("127.0.0.1", 5), "server": ("127.0.0.1", 80), "headers": head}
                await Guard(app, server.settings, lambda *_: None, Places(9, 9))(scope, None, send)
                return headers_of(sent[-1:], b"set-cookie")

            signed = server.guests.sign(ada.id)
            cookies = await ask(f"tripolis={signed}")
            assert found[-1].guest == ada.id
            if secure:
                new, gone = cookies
                assert new.startswith(f"__Host-tripolis={signed};") and "Secure" in new and "Path=/" in new
                assert gone.startswith("tripolis=") and "Max-Age=0" in gone
                assert await ask(f"__Host-tripolis={signed}") == [] and found[-1].guest == ada.id
                assert headers_of(sent, b"strict-transport-security") == ["max-age=31536000"] * 2
            else:
                assert cookies == [] and headers_of(sent, b"strict-transport-security") == []

    asyncio.run(run())


# ------------------------------------------------------------------- log out


def test_one_who_logs_out_everywhere_else_stays_here_alone(server):
    with guest(server, "Ada") as here, server.client(headers=OURS) as lost:
        lost.cookies.update(here.cookies)
        created = here.post("/api/tables", json={"game": "quadropolis", "seats": ["me", "open"]}).json()
        table, token = created["table"], created["token"]
        other = Person(lost, table, 0, token)
        link = other.do("keep")["secret"]
        with server.stream(table, token) as stream:
            stream.recv()
            assert here.post("/api/guest/logout", json={"where": "elsewhere"}).status_code == 200
            until_cut(stream)
        assert lost.get("/api/home").json()["name"] is None, "the old cookie is nobody's"
        assert lost.post(f"/api/tables/{table}/chat", json={"text": "me again"}).status_code == 403
        assert other.ask("chat", text="with my token").status_code == 403
        for secret in (f"{table}.{token}", link):
            assert lost.post("/api/keep", json={"secret": secret}).status_code == 404
        assert here.get("/api/home").json()["name"] == "Ada"
        assert here.post(f"/api/tables/{table}/chat", json={"text": "still here"}).status_code == 200
        assert here.post("/api/guest/logout", json={"where": "here"}).status_code == 200
        assert not here.cookies and here.get("/api/home").json()["name"] is None


def test_forged_cookies_are_ignored(server):
    with guest(server, "Ada") as ada, guest(server, "Ben") as ben:
        good, other = ada.cookies["tripolis"], ben.cookies["tripolis"]
    known, _, signature = good.partition(".")
    forged = [
        known, f"{known}.", f"{known}.{signature[:-1]}", f"{known}.{'A' * len(signature)}", f".{signature}", "x.y", "",
        f"{other.partition('.')[0]}.{signature}", f"{known}.{other.partition('.')[2]}", good.swapcase(), f"{good}x",
    ]  # fmt: skip
    with server.client(headers=OURS) as client:
        for cookie in forged:
            seen = client.get("/api/home", headers={"Cookie": f"tripolis={cookie}"}).json()
            assert seen["name"] is None, cookie
            answer = client.post("/api/tables", json={"game": "quadropolis"}, headers={"Cookie": f"tripolis={cookie}"})
            assert answer.json()["code"] == "no_name", cookie
        assert client.get("/api/home", headers={"Cookie": f"tripolis={good}"}).json()["name"] == "Ada"


@pytest.mark.both_databases
def test_a_cookie_counts_at_all_tables_and_a_token_at_its_own(server, client):
    ada = set_up(client, "me", "open", "open")
    other = set_up(client, "me", "open")
    with guest(server, "Ben") as browser:
        found = sit(browser, ada.table)
        seen = browser.get(f"/api/tables/{ada.table}").json()
        assert seen["you"]["seat"] == found["seat"] == 1 and seen["state"]["seats"][1]["name"] == "Ben"
        assert sit(browser, other.table)["seat"] == 1
        browser.post(f"/api/tables/{ada.table}/ready", json={})
        assert client.get(f"/api/tables/{ada.table}").json()["state"]["seats"][1]["ready"]
        answer = browser.post(f"/api/tables/{ada.table}/join", json={})
        assert answer.json()["code"] == "wrong_time", "one guest, one seat at a table"
    elsewhere = Person(client, other.table, 0, ada.token)
    assert elsewhere.look()["you"]["seat"] == -1
    elsewhere.refused("ready", "not_your_seat")


def test_a_wrong_token_is_nobody_even_beside_a_good_cookie(server, client):
    ada = set_up(client, "me", "open")
    with guest(server, "Ben") as browser:
        sit(browser, ada.table)
        headers = {"Authorization": "Bearer wrong"}
        assert browser.get(f"/api/tables/{ada.table}", headers=headers).json()["you"]["seat"] == -1
        assert browser.get(f"/api/tables/{ada.table}", headers={"Authorization": "Basic abc"}).status_code == 401


# ------------------------------------------------------------------- secrets


@pytest.mark.both_databases
def test_the_database_holds_no_token_and_no_secret_link(server, client):
    ada = set_up(client, "me", "open", clock={"kind": "days", "days": 1})
    ben = join(client, ada.table, "Ben")
    secret = ada.do("keep")["secret"]
    with guest(server, "Cyd") as browser:
        feed = browser.post("/api/guest/feed", json={}).json()["path"].rpartition("/")[2]
        cookie = browser.cookies["tripolis"]
    for person in (ada, ben):
        person.do("ready")
    ada.do("start")
    text = dump(server)
    assert ada.table in text and "Ben" in text
    for hidden in (ada.token, ben.token, secret, feed, cookie.partition(".")[2]):
        assert len(hidden) >= 22, "128 bits"
        assert hidden not in text
    log = server.log.read_text()
    for hidden in (ada.token, ben.token, secret, feed, cookie):
        assert hidden not in log


def test_nobody_is_sent_the_tokens_guests_or_nonces_of_others(client):
    ada = set_up(client, "me", "open")
    ben = join(client, ada.table, "Ben")
    ben.do("ready", nonce="c0ffee")
    for seen in (ada.look(), ben.look(), client.get(f"/api/tables/{ada.table}").json()):
        text = json.dumps(seen)
        assert "c0ffee" not in text and ada.token not in text and ben.token not in text
        for line in seen["log"]:
            assert not {"token", "guest", "nonce", "owner", "seats"} & line["data"].keys()


# ------------------------------------------------------------- keep your seat


@pytest.mark.both_databases
def test_a_seat_moves_to_another_device_once(server, client):
    people = table_of(client, "Ada", "Ben", undo="none")
    old = actor_of(people)
    link = old.do("keep")
    assert link["path"] == f"/keep#{link['secret']}", "in the fragment, which browsers do not send"
    assert 0 < link["expires"] - now() <= 15 * 60_000
    with server.stream(old.table, old.token) as stream, server.client() as phone:
        state = fold({}, json.loads(stream.recv(timeout=10)))
        assert state["legal"] and state["you"]["seat"] == old.seat
        found = phone.post("/api/keep", json={"secret": link["secret"]})
        assert found.status_code == 200 and "tripolis=" in found.headers["set-cookie"], found.text
        found = found.json()
        message = json.loads(stream.recv(timeout=10))
        assert message["type"] == "snapshot" and message["you"]["seat"] == -1 and message["legal"] == []
        new = Person(phone, found["table"], found["seat"], found["token"])
        assert new.seat == old.seat and new.table == old.table and new.token != old.token
        assert new.look()["you"]["seat"] == new.seat and legal(new)
        old.refused("moves", "not_your_seat", moves=[legal(new)[0]])
        assert old.look()["legal"] == [] and old.look()["you"]["seat"] == -1
        stream.send(json.dumps({"do": "chat", "text": "hm"}))
        assert json.loads(stream.recv(timeout=10))["code"] == "not_your_seat"
        assert phone.get(f"/api/tables/{new.table}").json()["you"]["seat"] == new.seat, "the cookie counts, too"
        new.play(legal(new)[0])
        assert json.loads(stream.recv(timeout=10))["legal"] == []
        again = phone.post("/api/keep", json={"secret": link["secret"]}, headers=OURS)
        assert again.status_code == 404 and again.json()["code"] == "used_link"
    name = client.get(f"/api/tables/{old.table}").json()["state"]["seats"][old.seat]["name"]
    assert name in ("Ada", "Ben"), "who sits there is called as before"


@pytest.mark.both_databases
def test_the_one_who_set_up_the_table_keeps_that_too(server):
    with guest(server, "Ada") as laptop, guest(server, "Ada") as phone:
        table = laptop.post(
            "/api/tables", json={"game": "quadropolis", "options": {"players": 2}, "seats": ["me", "bot:random"]}
        ).json()["table"]
        secret = laptop.post(f"/api/tables/{table}/keep", json={}).json()["secret"]
        assert phone.post("/api/keep", json={"secret": secret}).status_code == 200
        assert phone.get(f"/api/tables/{table}").json()["you"]["owner"]
        assert not laptop.get(f"/api/tables/{table}").json()["you"]["owner"]
        for deed in ("ready", "start"):
            answer = phone.post(f"/api/tables/{table}/{deed}", json={})
            assert answer.status_code == 200, answer.text
        assert [found["id"] for found in phone.get("/api/home").json()["tables"]] == [table]
        assert laptop.get("/api/home").json()["tables"] == []


@pytest.mark.both_databases
def test_a_link_that_was_used_at_once_by_two_works_for_one(server, client):
    from concurrent.futures import ThreadPoolExecutor

    ada, _ = table_of(client, "Ada", "Ben")
    secret = ada.do("keep")["secret"]

    def take(_):
        with server.client() as device:
            return device.post("/api/keep", json={"secret": secret}).status_code

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(take, range(4))) == [200, 404, 404, 404]


@pytest.mark.both_databases
def test_a_link_lasts_fifteen_minutes(server, client):
    ada, _ = table_of(client, "Ada", "Ben")
    secret = ada.do("keep")["secret"]

    async def grow_old(store):
        await store.write(sa.update(LINKS).values(expires=now() - 1))

    in_database(server, grow_old)
    answer = client.post("/api/keep", json={"secret": secret})
    assert answer.status_code == 404 and answer.json()["code"] == "used_link"
    assert ada.look()["you"]["seat"] == ada.seat


@pytest.mark.both_databases
def test_a_link_of_a_seat_that_was_left_is_worth_nothing(client):
    ada = set_up(client, "me", "open")
    ben = join(client, ada.table, "Ben")
    secret = ben.do("keep")["secret"]
    ben.do("leave")
    join(client, ada.table, "Cyd")
    assert client.post("/api/keep", json={"secret": secret}).json()["code"] == "used_link"


@pytest.mark.both_databases
def test_links_do_not_cross(server, client):
    """A secret for one thing opens no other."""
    ada, ben = table_of(client, "Ada", "Ben")
    secret = ada.do("keep")["secret"]
    assert client.post("/api/mail", json={"secret": secret}).json()["code"] == "used_link"
    assert client.get(f"/api/feed/{secret}").json()["code"] == "no_feed"
    ben_again = Person(client, ada.table, ben.seat, secret)
    assert ben_again.look()["you"]["seat"] == -1
    with guest(server, "Ben") as browser:
        sit(browser, set_up(client, "me", "open").table)
        assert browser.post("/api/keep", json={"secret": secret}).json()["seat"] == ada.seat
    for wrong in ("", "x" * 22, "x" * 65):
        assert client.post("/api/keep", json={"secret": wrong}).status_code in (400, 404)


@pytest.mark.both_databases
def test_one_who_sits_there_already_cannot_take_a_second_seat(server, client):
    ada = set_up(client, "me", "open")
    secret = ada.do("keep")["secret"]
    with guest(server, "Ben") as browser:
        sit(browser, ada.table)
        assert browser.post("/api/keep", json={"secret": secret}).json()["code"] == "wrong_time"
    assert ada.look()["you"]["seat"] == 0


@pytest.mark.both_databases
def test_guests_outlive_a_restart(server):
    """The key is kept: cookies and tokens go on working."""
    with guest(server, "Ada") as browser:
        ada = browser.post("/api/tables", json={"game": "quadropolis", "seats": ["me", "open"]}).json()
        server.stop()
        assert (server.folder / "signing.key").stat().st_mode & 0o777 == 0o600
        server.start()
        seen = browser.get(f"/api/tables/{ada['table']}").json()
        assert seen["you"] | {"undo": None} == {"seat": 0, "owner": True, "undo": None, "order": None, "muted": []}
        headers = {"Authorization": f"Bearer {ada['token']}"}
        assert server.client().get(f"/api/tables/{ada['table']}", headers=headers).json()["you"]["seat"] == 0
        assert browser.get("/api/home").json()["name"] == "Ada"
