"""Looking after the database: upgrade, backup, restore, check, purge, mend, and what a new rules version does to
running matches."""

import asyncio
import contextlib
import gzip
import io
import json
import sys
import threading
from types import SimpleNamespace
from unittest import mock

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from tests.server.database import in_database, relink
from tests.server.people import OURS, actor_of, legal, play_on, set_up, table_of
from tests.server.servers import Server
from tripolis.cli import main
from tripolis.server.domain.clock import DAY
from tripolis.server.domain.journal import encode
from tripolis.server.now import now
from tripolis.server.storage import maintenance as care
from tripolis.server.storage.journals import Journals, read_rows
from tripolis.server.storage.schema import ENTRIES, GUESTS, LEASES, MATCHES, MEMBERS, METADATA, NOTICES, TABLES


def tripolis_db(*arguments, database=None):
    """The command of a host, run here; what it says, and how it ends."""
    where = ["--database", database] if database else []
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with (
        mock.patch.object(sys, "argv", ["tripolis", "db", *map(str, arguments), *where]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
    return SimpleNamespace(returncode=code, stdout=out.getvalue(), stderr=err.getvalue())


class Place:
    """A database without a server."""

    def __init__(self, url):
        self.database = url


def everything(place):
    """All rows but the leases, to compare two databases."""

    async def read(store):
        tables = [table for table in METADATA.sorted_tables if table is not LEASES]
        return {table.name: sorted(repr(tuple(row)) for row in await store.rows(sa.select(table))) for table in tables}

    return in_database(place, read)


def change(place, *statements):
    async def write(store):
        await store.write(*statements)

    in_database(place, write)


@pytest.fixture(scope="module")
def server(database, tmp_path_factory):
    """A server of this file alone: whole databases are compared here."""
    found = Server(tmp_path_factory.mktemp("maintenance"), database()).start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def new_place(database, tmp_path_factory):
    """A function that makes new databases of the kind under test."""

    def make():
        return Place(database() or f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('place') / 'new.sqlite'}")

    return make


@pytest.fixture(scope="module")
def other_place(database, request, tmp_path_factory):
    """A function that makes new databases of the other kind."""

    def make():
        if database() == "":
            return Place(request.getfixturevalue("postgres").database())
        return Place(f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('other') / 'new.sqlite'}")

    return make


# ------------------------------------------------------------------- upgrade


@pytest.mark.both_databases
def test_migrations_and_schema_agree(new_place):
    place = new_place()
    assert tripolis_db("upgrade", database=place.database).returncode == 0

    async def differences(store):
        def compare(connection):
            return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), METADATA)

        async with store.reading() as connection:
            return await connection.run_sync(compare)

    assert in_database(place, differences) == []
    assert tripolis_db("upgrade", database=place.database).returncode == 0, "once more changes nothing"
    assert in_database(place, differences) == []
    assert tripolis_db("check", database=place.database).returncode == 0


@pytest.mark.both_databases
def test_a_database_that_is_not_there_or_not_ours_is_refused_with_words(new_place, tmp_path):
    empty = new_place()
    for command in (["check"], ["backup", tmp_path / "b.gz"], ["purge", "--older-than", "1"], ["mend", "x"]):
        found = tripolis_db(*command, database=empty.database)
        assert found.returncode != 0 and found.stderr.strip() + found.stdout.strip(), command
    assert tripolis_db("check", database="mysql://somewhere").returncode != 0
    assert tripolis_db("check", database="nonsense").returncode != 0


# ---------------------------------------------------------- backup and restore


@pytest.fixture(scope="module")
def lively(server, tmp_path_factory):
    """A server with guests, tables in every state, a match, links and notices; and a backup made while people play."""
    with server.client(headers=OURS) as browser, server.client() as client:
        browser.post("/api/guest", json={"name": "Zoë 日本"})
        browser.post("/api/guest/feed", json={})
        over = table_of(client, "Ada", "Ben", clock={"kind": "days", "days": 1})
        over[0].do("keep")
        play_on(over, 5)
        over[0].do("resign")
        text = client.get(f"/api/tables/{over[0].table}/tri").text
        assert browser.post("/api/matches", json={"text": text}).status_code == 201
        set_up(client, "me", "open", public=True)
        people = table_of(client, "Ada", "Ben")
        play_on(people, 4)
        people[0].do("chat", text='it\'s "quoted" \\ and ünïcode 🏙')
        stop = threading.Event()

        def play():
            while not stop.is_set():
                play_on(people, 1)

        thread = threading.Thread(target=play)
        thread.start()
        file = tmp_path_factory.mktemp("backup") / "tripolis.backup.gz"
        try:
            found = tripolis_db("backup", file, database=server.database)
        finally:
            stop.set()
            thread.join()
    assert found.returncode == 0, found.stderr
    return file


@pytest.mark.both_databases
def test_a_backup_is_whole_secret_and_never_written_over(server, lively):
    assert lively.stat().st_mode & 0o777 == 0o600
    lines = [json.loads(line) for line in gzip.decompress(lively.read_bytes()).splitlines()]
    assert lines[-1] == {"rows": len(lines) - 2}
    assert {line["table"] for line in lines[1:-1]} >= {"tables", "entries", "members", "guests", "links", "matches"}
    before = lively.read_bytes()
    again = tripolis_db("backup", lively, database=server.database)
    assert again.returncode != 0 and lively.read_bytes() == before


def test_a_check_beside_a_server_that_goes_on_writing_finds_nothing_wrong(server, monkeypatch):
    """Here every journal gets a new entry in the moment before it is read."""
    with server.client() as client:
        people = table_of(client, "Ada", "Ben")
        written = []

        async def late(connection, table, after=0):
            if table == people[0].table:
                written.append(await asyncio.to_thread(people[0].do, "chat", text="And another thing"))
            return await read_rows(connection, table, after)

        monkeypatch.setattr(care, "read_rows", late)
        found = tripolis_db("check", database=server.database)
    assert (found.returncode, len(written)) == (0, 1), found.stdout


@pytest.mark.both_databases
def test_a_backup_moves_from_one_database_to_the_other_and_back(lively, new_place, other_place, tmp_path):
    there, back = other_place(), new_place()
    assert tripolis_db("restore", lively, database=there.database).returncode == 0
    assert tripolis_db("check", database=there.database).returncode == 0, "a backup is of one moment"
    second = tmp_path / "second.gz"
    assert tripolis_db("backup", second, database=there.database).returncode == 0
    assert tripolis_db("restore", second, database=back.database).returncode == 0
    found = everything(there)
    assert found == everything(back) and len(found["entries"]) > 10 and found["matches"] and found["notices"]
    rows = [json.loads(line) for line in gzip.decompress(lively.read_bytes()).splitlines()][1:-1]
    assert len(found["entries"]) == sum(row["table"] == "entries" for row in rows)


def test_a_damaged_backup_is_refused_and_nothing_is_changed(lively, new_place, tmp_path):
    good = lively.read_bytes()
    text = gzip.decompress(good).decode()
    lines = text.splitlines(keepends=True)
    row = json.loads(lines[1])
    row["row"]["surprise"] = 1
    flipped = bytearray(good)
    for at in range(len(good) // 3, len(good) // 3 + 40):
        flipped[at] ^= 0x55
    wrong = {
        "cut": good[: len(good) // 2],
        "flipped": bytes(flipped),
        "last line missing": gzip.compress("".join(lines[:-1]).encode()),
        "one row missing": gzip.compress("".join([*lines[:5], *lines[6:]]).encode()),
        "another table": gzip.compress(
            "".join([lines[0], lines[1].replace('"table": "', '"table": "x'), *lines[2:]]).encode()
        ),
        "another column": gzip.compress("".join([lines[0], json.dumps(row) + "\n", *lines[2:]]).encode()),
        "one row twice": gzip.compress(
            "".join([*lines[:2], *lines[1:-1], json.dumps({"rows": len(lines) - 1}) + "\n"]).encode()
        ),
        "another format": gzip.compress(text.replace("tripolis backup 1", "tripolis backup 9").encode()),
        "no json": gzip.compress(b"hello\n"),
        "no gzip": b"hello",
        "nothing": b"",
    }
    place = new_place()
    tripolis_db("upgrade", database=place.database)
    before = everything(place)
    for name, data in wrong.items():
        file = tmp_path / "wrong.gz"
        file.write_bytes(data)
        found = tripolis_db("restore", file, database=place.database)
        assert found.returncode != 0 and "backup" in found.stderr + found.stdout, name
        assert everything(place) == before, name
    assert tripolis_db("restore", tmp_path / "missing.gz", database=place.database).returncode != 0
    assert tripolis_db("restore", lively, database=place.database).returncode == 0


def test_a_database_that_is_in_use_is_not_restored_into(server, lively, new_place):
    found = tripolis_db("restore", lively, database=server.database)
    assert found.returncode != 0 and "empty" in found.stderr + found.stdout
    place = new_place()
    tripolis_db("upgrade", database=place.database)
    guest = {"id": "a" * 32, "name": "Ada", "created": 1, "seen": 1, "lang": "en", "mail_confirmed": False}
    change(place, sa.insert(GUESTS).values(**guest))
    before = everything(place)
    assert tripolis_db("restore", lively, database=place.database).returncode != 0
    assert everything(place) == before


# --------------------------------------------------------------------- check


@pytest.fixture
def copy(lively, new_place):
    """A copy of the lively database that may be broken."""
    place = new_place()
    assert tripolis_db("restore", lively, database=place.database).returncode == 0

    async def playing(store):
        longest = sa.select(TABLES.c.id).where(TABLES.c.status == "playing").order_by(TABLES.c.seq.desc())
        row = await store.row(longest)
        return row.id, await Journals(store).entries(row.id)

    place.table, place.entries = in_database(place, playing)
    return place


def at(place, seq):
    return sa.and_(ENTRIES.c.table_id == place.table, ENTRIES.c.seq == seq)


def a_move(place, which=1):
    return [entry for entry in place.entries if entry.kind == "moves"][which]


@pytest.mark.both_databases
def test_check_finds_what_somebody_has_changed_by_hand(copy):
    move = a_move(copy)

    def broken(statement, mend):
        change(copy, statement)
        found = tripolis_db("check", database=copy.database)
        assert found.returncode == 1 and copy.table in found.stdout, found.stdout + found.stderr
        if statement.table is ENTRIES and not statement.is_delete:
            assert f"entry {move.seq} of the journal" in found.stdout
        change(copy, mend)
        assert tripolis_db("check", database=copy.database).returncode == 0

    right = sa.update(ENTRIES).where(at(copy, move.seq)).values(data=encode(move.data), kind=move.kind, at=move.at)
    wrong = sa.update(ENTRIES).where(at(copy, move.seq))
    broken(wrong.values(data=encode(move.data | {"digest": "0" * 16})), right)
    broken(wrong.values(data=encode(move.data | {"moves": ["1N1", "1N1"]})), right)
    broken(wrong.values(data="no json"), right)
    broken(wrong.values(data="{}"), right)
    broken(wrong.values(kind="nonsense"), right)
    broken(wrong.values(at=move.at + 1), right)
    row = {"table_id": copy.table, "seq": move.seq, "kind": move.kind, "seat": move.seat, "data": encode(move.data)}
    again = sa.insert(ENTRIES).values(**row, client_id=move.client_id, at=move.at, hash=move.hash)
    broken(sa.delete(ENTRIES).where(at(copy, move.seq)), again)
    head = sa.update(TABLES).where(TABLES.c.id == copy.table)
    broken(head.values(seq=TABLES.c.seq + 1), head.values(seq=TABLES.c.seq - 1))
    broken(head.values(status="over"), head.values(status="playing"))


# --------------------------------------------------------------------- purge


@pytest.mark.both_databases
def test_purge_forgets_what_is_finished_and_old(copy):
    async def ids(store, status):
        return [row.id for row in await store.rows(sa.select(TABLES.c.id).where(TABLES.c.status == status))]

    [over] = in_database(copy, lambda store: ids(store, "over"))
    before = everything(copy)
    found = tripolis_db("purge", "--older-than", "30", database=copy.database)
    assert found.returncode == 0 and everything(copy) == before, "nothing is old"
    long_ago = now() - 40 * DAY
    lonely = {"id": "b" * 32, "name": "Lonely", "created": 1, "seen": long_ago, "lang": "en", "mail_confirmed": False}
    change(
        copy,
        sa.update(TABLES).values(touched=long_ago),
        sa.update(MATCHES).values(created=long_ago),
        sa.insert(GUESTS).values(**lonely),
    )
    assert tripolis_db("purge", "--older-than", "50", database=copy.database).returncode == 0
    assert in_database(copy, lambda store: ids(store, "over")) == [over]
    assert tripolis_db("purge", "--older-than", "30", database=copy.database).returncode == 0
    after = everything(copy)
    assert after["matches"] == [] and "Lonely" not in str(after["guests"])
    for table in (ENTRIES, MEMBERS, NOTICES, TABLES):
        assert over not in str(after[table.name]), "nothing of it is left"
    assert copy.table in str(after["tables"]), "who plays is not forgotten"
    assert len(after["guests"]) >= 3, "nor are those who sit at tables"
    assert tripolis_db("check", database=copy.database).returncode == 0
    assert tripolis_db("purge", "--older-than", "0", database=copy.database).returncode != 0


# --------------------------------------------------------------- new versions


def test_after_an_update_running_matches_are_replayed_and_the_host_decides(server, lively):
    """Digests that differ stop a table before the entry that differs; others go on."""
    with server.client() as client:
        fine, cut, closed = (table_of(client, "Ada", "Ben", clock={"kind": "live", "minutes": 60}) for _ in range(3))
        for people in (fine, cut, closed):
            play_on(people, 9)
        before = {people[0].table: people[0].look() for people in (fine, cut, closed)}
        server.stop()

        async def another_version(store):
            for people in (fine, cut, closed):
                entries = await Journals(store).entries(people[0].table)
                created = entries[0].data | {"rules": 99}
                where = sa.and_(ENTRIES.c.table_id == people[0].table, ENTRIES.c.seq == 1)
                await store.write(sa.update(ENTRIES).where(where).values(data=encode(created)))
                if people is not fine:
                    move = [entry for entry in entries if entry.kind == "moves"][6]
                    where = sa.and_(ENTRIES.c.table_id == people[0].table, ENTRIES.c.seq == move.seq)
                    data = encode(move.data | {"digest": "0" * len(move.data["digest"])})
                    await store.write(sa.update(ENTRIES).where(where).values(data=data))
                await relink(store, people[0].table)

        in_database(server, another_version)
        server.start()
        assert fine[0].look()["position"] == before[fine[0].table]["position"]
        actor_of(fine).play(legal(actor_of(fine))[0])
        for people in (cut, closed):
            seen = people[0].look()
            assert seen["state"]["status"] == "stopped" and seen["state"]["reason"] and seen["legal"] == []
            assert seen["state"]["clocks"]["deadline"] is None and seen["table"]["proof"] is None
            for person in people:
                person.refused("moves", "stopped", moves=["x"])
                person.refused("resign", "stopped")
        found = tripolis_db("check", database=server.database)
        assert found.returncode == 1 and cut[0].table in found.stdout and closed[0].table in found.stdout
        assert fine[0].table not in found.stdout
        assert tripolis_db("mend", fine[0].table, database=server.database).returncode != 0
        assert tripolis_db("mend", "nosuchtable2", database=server.database).returncode != 0
        assert tripolis_db("mend", cut[0].table, "--cut", database=server.database).returncode == 0
        assert tripolis_db("mend", closed[0].table, "--close", database=server.database).returncode == 0
        seen = cut[0].look()
        assert seen["state"]["status"] == "playing" and seen["position"]["ply"] == 6
        assert seen["state"]["clocks"]["deadline"] is not None
        play_on(cut, 4)
        assert cut[0].look()["position"]["ply"] == 10
        assert closed[0].look()["state"]["status"] == "closed"
        closed[0].refused("moves", "wrong_time", moves=["x"])
        server.kill()
        server.start()
        assert cut[0].look()["position"]["ply"] == 10, "mended tables stay mended"
        play_on(cut)
        assert client.get(f"/api/tables/{cut[0].table}/verify").json()["holds"]
    assert tripolis_db("check", database=server.database).returncode == 0
