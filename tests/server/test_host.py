"""The host: a link of their own, what they see, what they decide, and what players report to them."""

import json
import re
from datetime import UTC, datetime

import pytest

from tests.server.people import (
    Person,
    actor_of,
    guest,
    legal,
    new_table,
    play_on,
    set_up,
    sit,
    stranger,
    table_of,
    until,
    until_cut,
)
from tests.server.servers import Server
from tripolis.server.commands import host_link
from tripolis.server.settings import Settings
from tripolis.server.storage.guests import COOKIE

ROUTES = {
    "close": {"table": "k3fq8w2mzr7p"},
    "restrict": {"guest": "0" * 32, "kind": "ban"},
    "message": {"text": "Hello"},
    "maintenance": {"on": True},
    "settle": {"report": "k3fq8w2mzr7p"},
}


class Host:
    """The host at their page."""

    def __init__(self, server, client):
        self.client = client
        self.secret = host_link(Settings(data=server.folder, port=server.port)).rpartition("#")[2]

    def look(self, **params):
        answer = self.client.get("/api/host/", params=params, headers={"X-Tripolis-Host": self.secret})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def do(self, what, status=200, **body):
        answer = self.client.post(f"/api/host/{what}", json=body, headers={"X-Tripolis-Host": self.secret})
        assert answer.status_code == status, answer.text
        return answer.json()

    def guest(self, name, table):
        [found] = [one for one in self.look()["guests"] if one["name"] == name and table in one["tables"]]
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server of this file alone: it is made read-only here."""
    found = Server(tmp_path_factory.mktemp("host")).start()
    yield found
    found.stop()


@pytest.fixture
def host(server, client):
    return Host(server, client)


def test_only_the_hosts_link_opens_the_hosts_page(server, client, host):
    person = set_up(client, "me", "open")
    with guest(server, "Ben") as ben:
        cookie = ben.cookies[COOKIE]
        wrong = ["", "x", host.secret[:-1], host.secret + "x", person.token, cookie, "\u00e4"]
        for secret in wrong:
            headers = {"X-Tripolis-Host": secret.encode()}
            for who in (client, ben):
                answers = [who.get("/api/host/", headers=headers)]
                answers += [who.post(f"/api/host/{name}", json=body, headers=headers) for name, body in ROUTES.items()]
                assert {(one.status_code, one.json()["code"]) for one in answers} == {(403, "not_host")}
    assert host.look()["read_only"] is False
    page = client.get("/host")
    assert page.status_code == 200 and host.secret not in page.text
    assert host.secret not in server.log.read_text(), "the secret never reaches a log"


def test_the_host_sees_what_goes_on_and_no_secrets(server, client, host):
    people = table_of(client, "Ada", "Ben")
    play_on(people, 3)
    with server.stream(people[0].table, people[0].token) as stream:
        stream.recv()
        seen = host.look()
        [table] = [one for one in seen["tables"] if one["id"] == people[0].table]
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Ben"]
        assert (table["status"], table["ply"], table["listeners"]) == ("playing", 3, 1)
        assert host.guest("Ada", people[0].table)["here"] and not host.guest("Ben", people[0].table)["here"]
    assert seen["bots"]["ready"] and seen["bots"]["workers"] == 1
    assert seen["load"]["megabytes"] > 20 and seen["load"]["up"] >= 0 and seen["counts"]["playing"] >= 1
    text = json.dumps(seen)
    assert not any(person.token in text for person in people) and "token" not in text and "secret" not in text
    [only] = host.look(search=people[0].table)["tables"]
    assert only["id"] == people[0].table
    assert host.look(search="nobody is called so")["guests"] == []


def test_the_host_closes_any_table(client, host):
    people = table_of(client, "Ada", "Ben")
    host.do("close", table=people[0].table)
    seen = people[0].look()
    assert seen["state"]["status"] == "closed" and "host" in seen["state"]["reason"]
    people[0].refused("moves", "wrong_time", moves=["x"])
    host.do("close", table=people[0].table)
    assert people[0].look()["seq"] == seen["seq"], "closed twice is closed once"
    host.do("close", status=404, table="nosuchtable2")


def test_one_who_is_muted_plays_on_and_cannot_chat_anywhere(server, client, host):
    with guest(server, "Loud") as loud:
        table = set_up(client, "me", "open").table
        seat = sit(loud, table)
        by_token = Person(client, table, seat["seat"], seat["token"])
        loud_id = host.guest("Loud", table)["id"]
        host.do("restrict", guest=loud_id, kind="mute")
        assert host.guest("Loud", table)["muted"]
        by_token.refused("chat", "muted", text="HELLO")
        assert loud.post(f"/api/tables/{table}/chat", json={"text": "HELLO"}).json()["code"] == "muted"
        by_token.do("ready")
        host.do("restrict", guest=loud_id, kind="mute", on=False)
        by_token.do("chat", text="hello")
    host.do("restrict", status=404, guest="0" * 32, kind="mute")


def test_one_who_is_banned_is_cut_off_and_gets_no_new_name(server, client, host):
    with guest(server, "Rude") as rude, server.client() as anew:
        table = set_up(client, "me", "open").table
        seat = sit(rude, table)
        by_token = Person(client, table, seat["seat"], seat["token"])
        rude_id = host.guest("Rude", table)["id"]
        with server.stream(table, seat["token"]) as stream:
            stream.recv()
            host.do("restrict", guest=rude_id, kind="ban")
            until_cut(stream)
        for path in ("/api/home", "/", f"/table/{table}"):
            assert rude.get(path).status_code == 403, path
        assert rude.post("/api/tables", json={"game": "quadropolis"}).json()["code"] == "banned"
        asked = [by_token.ask("chat", text="let me in"), by_token.ask("prompts", "GET"), by_token.ask("keep")]
        asked.append(client.get(f"/api/tables/{table}", headers=by_token.headers))
        assert [one.json().get("code") for one in asked] == ["banned"] * 4, "nor by the token of the seat"
        with server.stream(table, seat["token"]) as stream:
            assert json.loads(stream.recv())["code"] == "banned"
        assert anew.post("/api/guest", json={"name": "Somebody else"}).json()["code"] == "banned"
        host.do("restrict", guest=rude_id, kind="ban", on=False)
        assert anew.post("/api/guest", json={"name": "Somebody else"}).status_code == 200
        by_token.do("chat", text="sorry")
        assert rude.get("/api/home").json()["name"] == "Rude", "the seat was kept"


def test_a_message_to_all_reaches_tables_and_pages(server, client, host):
    person = set_up(client, "me", "open")
    with server.stream(person.table, person.token) as stream:
        stream.recv()
        assert host.do("message", text=" We restart\u202e at <b>20:00</b> ")["text"] == "We restart at <b>20:00</b>"
        heard = json.loads(stream.recv(timeout=10))
    assert heard == {"type": "house", "message": "We restart at <b>20:00</b>", "read_only": False}
    assert client.get("/api/home").json()["message"] == heard["message"]
    page = client.get("/").text
    about = json.loads(re.search(r'<script type="application/json" id="page">(.*?)</script>', page)[1])
    assert about["message"] == heard["message"] and "<b>20:00" not in page
    host.do("message", text="")
    assert client.get("/api/home").json()["message"] == ""


def test_while_it_is_read_only_nothing_is_written_and_no_clock_runs(server, client, host):
    people = table_of(client, "Ada", "Ben", clock={"kind": "live", "minutes": 0.05, "increment": 0})
    with_bot = set_up(client, "me", "bot:random")
    with guest(server, "Ada") as ada:
        watched = new_table(ada, "me", "open")
        actor, before = actor_of(people), people[0].look()
        move = legal(actor)[0]
        host.do("maintenance", on=True)
        try:
            assert client.get("/ready").status_code == 200
            refused = actor.ask("moves", moves=[move])
            assert (refused.status_code, refused.json()["code"]) == (503, "read_only")
            assert int(refused.headers["retry-after"]) > 0
            assert with_bot.ask("ready").status_code == 503
            assert client.post("/api/guest", json={"name": "Late"}).status_code == 503
            for path in ("/", "/api/home", f"/table/{watched}", f"/table/{people[0].table}"):
                assert ada.get(path).status_code == 200, path
            assert host.look()["read_only"]
            deadline = before["state"]["clocks"]["deadline"]
            until(lambda: datetime.now(UTC).timestamp() * 1000 > deadline + 1500, "the clock would have run out")
            assert people[0].look()["seq"] == before["seq"]
        finally:
            host.do("maintenance", on=False)
        actor.play(move)
        seen = people[0].look()
        assert seen["state"]["status"] == "playing" and not any(seat["late"] for seat in seen["state"]["seats"])


def test_players_report_to_the_host(server, client, host):
    people = table_of(client, "Ada", "Ben")
    people[0].do("report", text="Ben is rude\n\u202e", seat=1)
    [report] = [one for one in host.look()["reports"] if one["table"] == people[0].table]
    assert (report["by"], report["about_name"], report["text"]) == ("Ada", "Ben", "Ben is rude")
    assert report["about"] == host.guest("Ben", people[0].table)["id"]
    host.do("settle", report=report["id"])
    assert not [one for one in host.look()["reports"] if one["table"] == people[0].table]
    assert stranger(client, people[0].table).ask("report", text="x").status_code == 403
    assert people[0].ask("report", text="").status_code == 400
    answers = [people[0].ask("report", text=f"once more {n}", seat=9).status_code for n in range(6)]
    assert answers == [200] * 5 + [429], "a host is not flooded"
