"""Notices for tables by days: mail to a real SMTP server, a real webhook, an Atom feed behind a secret address."""

import asyncio
import json
import socketserver
import threading
import time
import xml.etree.ElementTree as ET
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller

from tests.server.in_process import in_process, new_guest
from tests.server.in_process import new_table as in_process_table
from tests.server.people import guest, new_table, sit, table_of, until
from tests.server.servers import Server, free_port
from tripolis.engine.words import words
from tripolis.server.api.requests import TableRequest
from tripolis.server.live import notices as notices_module
from tripolis.server.live.notices import Notices, notice_text
from tripolis.server.settings import Settings
from tripolis.server.storage.schema import NOTICES

ATOM = "{http://www.w3.org/2005/Atom}"
DAYS = {"kind": "days", "days": 2}
NOW = 1_700_000_000_000


class Postbox:
    """A mail server that keeps what it gets."""

    def __init__(self):
        self.mails, self.slow, self.busy = [], False, False

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        self.mails.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=policy.default)))
        return "250 kept"

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        if address.startswith("refused"):
            return "550 no such person"
        if self.slow:
            self.busy = True
            await asyncio.sleep(12)
            self.busy = False
        envelope.rcpt_tos.append(address)
        return "250 ok"

    def to(self, address):
        return [mail for rcpt, mail in self.mails if rcpt == [address]]


class Hook(BaseHTTPRequestHandler):
    """A webhook that keeps what it gets, and fails when it is told to."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.heard.append(body)
        self.send_response(self.server.answer)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def postbox():
    handler = Postbox()
    controller = Controller(handler, hostname="127.0.0.1", port=free_port())
    controller.start()
    handler.url = f"smtp://127.0.0.1:{controller.port}"
    yield handler
    controller.stop()


@pytest.fixture(scope="module")
def hook():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    server.heard, server.answer = [], 200
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


@pytest.fixture(scope="module")
def server(database, tmp_path_factory, postbox, hook):
    """A server whose host sends mail and has a webhook."""
    postbox.mails.clear()
    hook.heard.clear()
    found = Server(
        tmp_path_factory.mktemp("notices"),
        database(),
        TRIPOLIS_SERVER_SMTP_URL=postbox.url,
        TRIPOLIS_SERVER_MAIL_FROM="games@example.org",
        TRIPOLIS_SERVER_WEBHOOK=f"http://127.0.0.1:{hook.server_address[1]}/hook",
        TRIPOLIS_SERVER_PUBLIC_URL="http://games.example.org",
    ).start()
    yield found
    found.stop()


def about(hook, table):
    return [(body["what"], body["name"]) for body in hook.heard if body["table"] == table]


def confirm(browser, postbox, address):
    """Give an address, and follow the link of the mail."""
    answer = browser.put("/api/guest/mail", json={"mail": address})
    assert answer.json() == {"sent": True}, answer.text
    [mail] = until(lambda: postbox.to(address), "the mail came")
    assert (mail["From"], mail["To"]) == ("games@example.org", address) and mail["Message-ID"] and mail["Date"]
    link = next(word for word in mail.get_content().split() if word.startswith("http://games.example.org/mail#"))
    return link.partition("#")[2]


def begin(*browsers):
    """A match by days of two people."""
    table = new_table(browsers[0], "me", "open", clock=DAYS)
    sit(browsers[1], table)
    for browser in browsers:
        browser.post(f"/api/tables/{table}/ready", json={})
    assert browsers[0].post(f"/api/tables/{table}/start", json={}).status_code == 200
    return table


def finish_turn(browsers, table):
    """The one to move ends the turn; returns whose it was."""
    actor = browsers[0].get(f"/api/tables/{table}").json()["position"]["actor"]
    while (seen := browsers[actor].get(f"/api/tables/{table}").json())["legal"]:
        move = {"moves": [seen["legal"][0]["move"]]}
        assert browsers[actor].post(f"/api/tables/{table}/moves", json=move).status_code == 200
    return actor


@pytest.mark.both_databases
def test_a_turn_and_the_end_are_told_to_webhook_mail_and_feed(server, postbox, hook):
    with guest(server, "Nia") as nia, guest(server, "Bo", lang="de") as bo:
        secret = confirm(nia, postbox, "nia@example.org")
        with server.client() as client:
            assert client.post("/api/mail", json={"secret": secret}).json() == {"mail": "nia@example.org"}
            again = client.post("/api/mail", json={"secret": secret})
            assert again.status_code == 404 and again.json()["code"] == "used_link"
        feed = bo.post("/api/guest/feed", json={}).json()["path"]
        table = begin(nia, bo)
        names = ["Nia", "Bo"]
        first = until(lambda: about(hook, table), "the webhook was called")
        actor = nia.get(f"/api/tables/{table}").json()["position"]["actor"]
        assert first == [("turn", names[actor])]
        finish_turn((nia, bo), table)
        until(lambda: len(about(hook, table)) == 2, "the other was told")
        assert set(about(hook, table)) == {("turn", "Nia"), ("turn", "Bo")}
        until(lambda: len(postbox.to("nia@example.org")) == 2, "the mail came")
        bo.post(f"/api/tables/{table}/resign", json={})
        until(lambda: ("end", "Nia") in about(hook, table), "the end was told")
        mails = until(lambda: len(found := postbox.to("nia@example.org")) == 3 and found, "the last mail came")
        assert all(mail.get_content().strip() == f"http://games.example.org/table/{table}" for mail in mails[1:])
        assert mails[1]["Subject"] == f"It is your turn: Quadropolis, table {table}" and "over" in mails[2]["Subject"]
        sent = [body for body in hook.heard if body["table"] == table]
        assert all(body["game"] == "quadropolis" and body["address"].endswith(f"/table/{table}") for body in sent)
        german = next(body["text"] for body in sent if body["name"] == "Bo")
        assert german == words("de").render(
            notice_text(SimpleNamespace(what="turn", game="quadropolis", table_id=table))
        )
        with server.client() as client:
            entries = ET.fromstring(client.get(feed).text).findall(f"{ATOM}entry")
        assert len(entries) == 1 and table in entries[0].find(f"{ATOM}title").text
        time.sleep(2.5)
        assert len(about(hook, table)) == 3, "nobody is told twice"


def test_there_are_no_notices_where_people_sit_together(server, hook):
    with server.client() as client:
        people = table_of(client, "Ada", "Ben", clock={"kind": "live", "minutes": 5})
        people[0].do("resign")
        quiet = people[0].table
    with guest(server, "Nia") as nia, guest(server, "Bo") as bo:
        loud = begin(nia, bo)
        until(lambda: about(hook, loud), "the table by days was told of")
    assert about(hook, quiet) == []


def test_an_address_counts_only_when_its_link_was_followed(server, postbox, hook):
    with guest(server, "Eve") as eve, guest(server, "Bo") as bo:
        confirm(eve, postbox, "victim@example.org")
        table = begin(eve, bo)
        finish_turn((eve, bo), table)
        until(lambda: len(about(hook, table)) == 2, "both were told")
        assert len(postbox.to("victim@example.org")) == 1, "nothing but the question whether the address is theirs"


def test_an_address_can_be_taken_away_again(server, postbox, hook):
    with guest(server, "Una") as una, guest(server, "Bo") as bo:
        secret = confirm(una, postbox, "una@example.org")
        una.post("/api/mail", json={"secret": secret})
        assert una.put("/api/guest/mail", json={"mail": ""}).json() == {"sent": False}
        table = begin(una, bo)
        finish_turn((una, bo), table)
        until(lambda: len(about(hook, table)) == 2, "both were told")
        assert len(postbox.to("una@example.org")) == 1


@pytest.mark.parametrize(
    "mail",
    [
        "nobody",
        "a@b@c",
        "a b@c.org",
        "a@c.org\nBcc: x@y.org",
        "<a@b.org>",
        "@b.org",
        "a@",
        "=?utf-8?q?a=40b.org=2C?=@c.org",
    ],
)
def test_what_is_no_address_gets_no_mail(server, postbox, mail):
    before = len(postbox.mails)
    with guest(server, "Eve") as eve:
        answer = eve.put("/api/guest/mail", json={"mail": mail})
        assert answer.status_code == 422 and answer.json()["code"] == "bad_value"
    with server.client() as client:
        assert client.put("/api/guest/mail", json={"mail": "a@b.org"}).json()["code"] == "no_name"
    assert len(postbox.mails) == before


def test_a_mail_server_that_refuses_is_no_fault_of_the_guest(server, postbox):
    with guest(server, "Eve") as eve:
        answer = eve.put("/api/guest/mail", json={"mail": "refused@example.org"})
    assert answer.status_code == 503 and answer.json()["code"] == "no_mail" and answer.json()["detail"]


def test_one_guest_cannot_flood_a_postbox(server, postbox):
    with guest(server, "Eve") as eve:
        codes = [eve.put("/api/guest/mail", json={"mail": "poor@example.org"}).status_code for _ in range(8)]
    assert codes == [200] * 5 + [429] * 3 and len(postbox.to("poor@example.org")) == 5


@pytest.mark.both_databases
def test_a_notice_that_failed_is_sent_later(server, hook):
    with guest(server, "Nia") as nia, guest(server, "Bo") as bo:
        hook.answer = 500
        table = begin(nia, bo)
        until(lambda: about(hook, table), "the webhook was tried")
        hook.answer = 200
        time.sleep(2.5)
        assert len(about(hook, table)) == 1, "it waits a while before it tries again"
        finish_turn((nia, bo), table)
        until(lambda: len(about(hook, table)) == 2, "others are not held up by it")


def test_a_mail_that_fails_does_not_repeat_the_webhook_nor_the_other_way_round(tmp_path, postbox, hook, monkeypatch):
    at = [NOW]
    monkeypatch.setattr(notices_module, "now", lambda: at[0])
    settings = Settings(data=tmp_path, smtp_url=postbox.url, webhook=f"http://127.0.0.1:{hook.server_address[1]}/hook")

    async def run():
        async with in_process(tmp_path) as server:
            who = await new_guest(server)
            for mail, answer in (("refused@example.org", 200), ("fine@example.org", 500)):
                await server.guests.change(await server.guests.load(who.guest), mail=mail, mail_confirmed=True)
                table = (await in_process_table(server, who, TableRequest("quadropolis", {"players": 2}))).table.id
                row = {"table_id": table, "seq": 1, "guest": who.guest, "what": "turn", "at": at[0], "tries": 0}
                await server.store.write(sa.insert(NOTICES).values(**row))
                hook.answer = answer
                for _ in range(notices_module.TRIES + 1):
                    await Notices(server.store, settings).send()
                    at[0] += 3_600_000
                hook.answer = 200
                notice = await server.store.row(sa.select(NOTICES).where(NOTICES.c.table_id == table))
                assert (notice.sent, notice.tries) == (None, notices_module.TRIES)
                posts, mails = len(about(hook, table)), len(postbox.to(mail))
                assert (posts, mails) == ((1, 0) if answer == 200 else (notices_module.TRIES, 1))

    asyncio.run(run())


@pytest.mark.both_databases
def test_whoever_plays_fast_is_told_once_in_ten_minutes_and_of_the_end(tmp_path, database, hook, monkeypatch):
    at = [NOW]
    monkeypatch.setattr(notices_module, "now", lambda: at[0])
    settings = Settings(data=tmp_path, webhook=f"http://127.0.0.1:{hook.server_address[1]}/hook")

    async def run():
        async with in_process(tmp_path, database()) as server:
            who, other = await new_guest(server), await new_guest(server, "Bo")
            notices = Notices(server.store, settings)
            table = (await in_process_table(server, who, TableRequest("quadropolis", {"players": 2}))).table.id

            async def turn(seq, what="turn", guest=who):
                row = {"table_id": table, "seq": seq, "guest": guest.guest, "what": what, "at": at[0], "tries": 0}
                await server.store.write(sa.insert(NOTICES).values(**row))
                await notices.send()

            for seq in range(1, 54):
                await turn(seq)
                at[0] += 1000
            assert len(about(hook, table)) == 1
            await turn(60, guest=other)
            assert len(about(hook, table)) == 2, "others are told"
            at[0] += notices_module.QUIET
            await notices.send()
            assert len(about(hook, table)) == 3, "the last turn is told later"
            await turn(61, "end")
            assert [what for what, _ in about(hook, table)] == ["turn"] * 3 + ["end"]
            await notices.send()
            assert len(about(hook, table)) == 4
            left = await server.store.rows(sa.select(NOTICES).where(NOTICES.c.sent.is_(None)))
            assert left == []

    asyncio.run(run())


def test_a_slow_mail_server_does_not_hold_up_the_clocks(server, postbox):
    with guest(server, "Nia") as nia, guest(server, "Bo") as bo, server.client() as client:
        for browser, address in ((nia, "slow-nia@example.org"), (bo, "slow-bo@example.org")):
            secret = confirm(browser, postbox, address)
            browser.post("/api/mail", json={"secret": secret})
        postbox.slow = True
        begin(nia, bo)
        until(lambda: postbox.busy, "the mail server is at work")
        people = table_of(client, "Ada", "Ben", clock={"kind": "live", "minutes": 0.02})
        until(lambda: any(seat["late"] for seat in people[0].look()["state"]["seats"]), "the time was up")
        assert postbox.busy
        postbox.slow = False


# --------------------------------------------------------------------- feed


@pytest.mark.both_databases
def test_a_feed_is_atom_and_an_old_address_stops_working(server):
    with guest(server, "Nia & <Co>") as nia, guest(server, "Bo") as bo, server.client() as anyone:
        old = nia.post("/api/guest/feed", json={}).json()["path"]
        table = begin(nia, bo)
        finish_turn((nia, bo), table)
        answer = anyone.get(old)
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/atom+xml")
        feed = ET.fromstring(answer.text)
        assert feed.tag == f"{ATOM}feed" and "Nia & <Co>" in feed.find(f"{ATOM}title").text
        for name in ("id", "updated", "title", "author"):
            assert feed.find(f"{ATOM}{name}") is not None
        [entry] = feed.findall(f"{ATOM}entry")
        for name in ("id", "updated", "title", "link"):
            assert entry.find(f"{ATOM}{name}") is not None
        assert entry.find(f"{ATOM}link").get("href") == f"http://games.example.org/table/{table}"
        assert entry.find(f"{ATOM}updated").text.endswith("+00:00")
        new = nia.post("/api/guest/feed", json={}).json()["path"]
        assert new != old and anyone.get(new).status_code == 200
        gone = anyone.get(old)
        assert gone.status_code == 404 and gone.json()["code"] == "no_feed"
        assert ET.fromstring(anyone.get(new, params={"a": '"><b c="'}).text).tag == f"{ATOM}feed"
        assert anyone.post("/api/guest/feed", json={}).json()["code"] == "no_name"


# ------------------------------------------------------------------ the wire


class Careful(socketserver.StreamRequestHandler):
    """A mail server that offers encryption, and writes down what it is told."""

    def handle(self):
        self.wfile.write(b"220 careful\r\n")
        for line in self.rfile:
            self.server.told.append(line.split()[0].upper())
            if line.upper().startswith(b"EHLO"):
                self.wfile.write(b"250-careful\r\n250-AUTH PLAIN LOGIN\r\n250 STARTTLS\r\n")
            elif line.upper().startswith(b"STARTTLS"):
                self.wfile.write(b"454 not now\r\n")
            else:
                self.wfile.write(b"250 ok\r\n")


def test_a_password_is_not_sent_before_the_line_is_encrypted():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Careful) as careful:
        careful.daemon_threads, careful.told = True, []
        threading.Thread(target=careful.serve_forever, daemon=True).start()
        url = f"smtp://me:hush@127.0.0.1:{careful.server_address[1]}"
        notices = Notices(SimpleNamespace(), Settings(smtp_url=url))
        with pytest.raises((OSError, ValueError)):
            notices.mail("a@b.org", "hello", "there")
        careful.shutdown()
    assert b"STARTTLS" in careful.told and b"AUTH" not in careful.told and b"MAIL" not in careful.told


@pytest.mark.parametrize("address", ["ftp://example.org/x", "file:///etc/passwd", "nonsense"])
def test_a_webhook_is_reached_by_http_alone(address):
    with pytest.raises(ValueError, match="webhook"):
        Notices(SimpleNamespace(), Settings(webhook=address)).post({})


def test_a_notice_names_the_game_by_its_title():
    """Mail and feed say these; a game that was removed since has only its name."""
    turn = SimpleNamespace(what="turn", game="ubuild", table_id="t4k")
    end = SimpleNamespace(what="end", game="gone", table_id="t4k")
    assert str(notice_text(turn)) == "It is your turn: U-Build, table t4k"
    assert str(notice_text(end)) == "The match is over: gone, table t4k"
