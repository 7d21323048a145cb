"""A damaged journal stops its own table, and nothing else: not the start, not the sweeps, not the other tables."""

import contextlib
import itertools
import json
import re
import resource
from datetime import datetime

import pytest
import sqlalchemy as sa

from tests.server.database import in_database
from tests.server.people import play_on, set_up, table_of, until
from tests.server.servers import Server
from tests.server.test_maintenance import tripolis_db
from tripolis.server.storage.schema import ENTRIES, TABLES
from tripolis.server.storage.store import owner_of


@pytest.fixture(scope="module")
def server(database, tmp_path_factory):
    """A server of this file alone: it is stopped and started here."""
    found = Server(tmp_path_factory.mktemp("damage"), database()).start()
    yield found
    found.stop()


def cut_entry(server, table, seq):
    """Take the last byte of an entry away."""

    async def cut(store):
        entry = (ENTRIES.c.table_id == table, ENTRIES.c.seq == seq)
        text = (await store.row(sa.select(ENTRIES.c.data).where(*entry))).data
        await store.write(sa.update(ENTRIES).where(*entry).values(data=text[:-1]))

    in_database(server, cut)


def rename(server, table, name):
    """Let somebody have sat down under a name that is none: it can be folded, and not be drawn."""

    async def write(store):
        entry = (ENTRIES.c.table_id == table, ENTRIES.c.kind == "seat")
        data = json.loads((await store.row(sa.select(ENTRIES.c.data).where(*entry))).data)
        await store.write(sa.update(ENTRIES).where(*entry).values(data=json.dumps(data | {"name": name})))

    in_database(server, write)


def set_columns(server, table, **columns):
    async def write(store):
        await store.write(sa.update(TABLES).where(TABLES.c.id == table).values(**columns))

    in_database(server, write)


@pytest.fixture(scope="module")
def tables(server):
    """A table whose last entry is damaged while a bot is to move, one without a first entry, a sound one, one with a
    bot, and one that can be folded but not drawn."""
    with server.client() as client:
        tables = [table_of(client, "Ada", "Ben", clock={"kind": "days", "days": 1}) for _ in range(4)]
        late, first, sound, unseen = tables
        for people in tables:
            play_on(people, 3)
        with_bot = set_up(client, "me", "bot:greedy", start=True)
        seq = late[0].look()["seq"]
        server.stop()
        rename(server, unseen[0].table, 5)
        cut_entry(server, late[0].table, seq)
        cut_entry(server, first[0].table, 1)
        for people in (late, first):
            set_columns(server, people[0].table, thinking=True, due=1)
        server.start()
        yield late, first, sound, with_bot, unseen


def test_the_server_starts_and_other_tables_go_on(server, tables):
    _, _, sound, with_bot, _ = tables
    play_on(sound, 2)
    until(lambda: with_bot.look()["position"]["actor"] == with_bot.seat)
    assert server.log.read_text().count("the scheduler failed") == 0


def test_the_damaged_table_says_what_is_wrong(tables):
    late, first, *_ = tables
    seen = late[0].look()
    assert seen["state"]["status"] == "stopped" and "damaged" in seen["state"]["reason"]
    late[0].refused("resign", "stopped")
    answer = first[0].client.get(f"/api/tables/{first[0].table}", headers=first[0].headers)
    assert (answer.status_code, answer.json()["code"]) == (503, "damaged_table")
    page = first[0].client.get(f"/table/{first[0].table}", headers={"Accept": "text/html"})
    assert page.status_code == 503 and "damaged" in page.text


def test_the_host_can_mend_and_close(server, tables):
    late, first, *_ = tables
    told = tripolis_db("check", database=server.database)
    assert told.returncode != 0 and late[0].table in told.stdout and first[0].table in told.stdout
    assert tripolis_db("mend", first[0].table, database=server.database).returncode != 0, "nothing to go back to"
    assert tripolis_db("mend", first[0].table, "--close", database=server.database).returncode == 0
    assert tripolis_db("mend", late[0].table, "--cut", database=server.database).returncode == 0
    assert late[0].look()["state"]["status"] == "playing"
    play_on(late, 2)


def test_a_table_that_cannot_be_drawn_is_set_aside_and_says_so(server, tables):
    *_, sound, _, unseen = tables
    client, table = unseen[0].client, unseen[0].table
    with server.stream(sound[0].table) as other:
        other.recv(timeout=30)
        answer = client.get(f"/api/tables/{table}", headers=unseen[0].headers)
        assert (answer.status_code, answer.json()["code"]) == (503, "quarantined")
        for lang, words in (("en", "out of play"), ("de", "gesperrt"), ("fr", "suspendue"), ("nl", "buiten gebruik")):
            page = client.get(f"/table/{table}?lang={lang}", headers={"Accept": "text/html"})
            assert page.status_code == 503 and words in page.text
        play_on(sound, 1)
        assert json.loads(other.recv(timeout=30))["type"] == "update"
    assert server.log.read_text().count(f"table {table} is in quarantine") == 1
    assert f"Table {table}" in tripolis_db("check", database=server.database).stdout
    refused = tripolis_db("mend", table, "--cut", database=server.database)
    assert refused.returncode != 0 and "can only be closed" in refused.stderr
    assert tripolis_db("mend", table, "--close", database=server.database).returncode == 0


def test_on_a_full_disk_nothing_is_acknowledged_and_the_server_is_not_ready(server, tables):
    """No file can grow: every request that writes gets 503, `/ready` too; then all goes on."""
    person = tables[2][0]
    said = person.look()["seq"]
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        refused = person.ask("chat", text="is there room?")
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        until(lambda: person.client.get("/ready").status_code == 503)
        assert person.look()["seq"] == said
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
    until(lambda: person.client.get("/ready").status_code == 200)
    person.do("chat", text="there is")


@pytest.mark.slow
def test_without_its_database_the_server_says_so_in_one_line(postgres, tmp_path):
    """Every request gets 503 and when to come back; the log gets no trace for each of them."""
    url = postgres.database()
    name = url.rpartition("/")[2]
    server = Server(tmp_path, url).start()
    try:
        with contextlib.ExitStack() as closing, server.client() as client:
            person = set_up(client, "me", "open")
            stream = closing.enter_context(server.stream(person.table, person.token))
            stream.recv()
            postgres.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            postgres.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
            stream.send(json.dumps({"do": "chat", "text": "hello?", "id": "a"}))
            refused = json.loads(stream.recv())
            assert (refused["type"], refused["id"], refused["code"]) == ("problem", "a", "unavailable")
            answers = [person.ask("chat", text="anybody?") for _ in range(20)]
            assert {(one.status_code, one.json()["code"]) for one in answers} == {(503, "unavailable")}
            assert {one.headers["retry-after"] for one in answers} == {"2"}
            page = client.get(f"/table/{person.table}", headers={"Accept": "text/html"})
            assert page.status_code == 503 and page.headers["retry-after"] == "2"
            until(lambda: client.get("/ready").status_code == 503)
            log = server.log.read_text()
            about = [line for line in map(json.loads, re.findall(r"^{.*}$", log, re.M)) if line["level"] != "info"]
            about = [
                line for line in about if not line["message"].startswith("the event loop is held")
            ]  # a slow machine
            assert {line["message"].partition(":")[0] for line in about} == {"the database does not answer"}
            moments = [datetime.fromisoformat(line["time"]) for line in about]
            assert all((b - a).total_seconds() > 0.9 for a, b in itertools.pairwise(moments)), moments
            postgres.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
            until(lambda: client.get("/ready").status_code == 200)
            person.do("chat", text="here again")
    finally:
        server.stop()


@pytest.mark.slow
def test_a_second_server_on_the_same_file_is_refused(tmp_path):
    first = Server(tmp_path).start()
    try:
        second = Server(tmp_path)
        with pytest.raises(RuntimeError, match=r"A server is already using"):
            second.start()
        assert "Traceback" not in second.log.read_text()
        with first.client() as client:
            set_up(client, "me", "open")
        assert owner_of(first.database) == f"{first.base}/"
        assert tripolis_db("check", database=first.database).returncode == 0, "looking after it needs no ownership"
        first.kill()
        assert owner_of(first.database) is None
        first.start()
    finally:
        first.stop()
