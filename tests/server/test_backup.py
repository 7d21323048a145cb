"""Backups that fail, and databases that cannot be opened: what is left behind, and what is said."""

import asyncio
import re

import pytest
import sqlalchemy as sa

from tests.server.in_process import in_process, new_guest
from tests.server.test_maintenance import tripolis_db
from tripolis.engine.errors import BadOptions
from tripolis.server.storage import maintenance
from tripolis.server.storage.store import Store


def test_a_backup_that_fails_leaves_nothing_that_blocks_the_next(tmp_path, monkeypatch):
    file = tmp_path / "backups" / "tripolis.backup.gz"
    file.parent.mkdir()

    async def run():
        async with in_process(tmp_path) as server:
            await new_guest(server)

            async def fail(connection, table):
                raise ConnectionError("the database is gone")
                yield

            with monkeypatch.context() as broken:
                broken.setattr(maintenance, "_all_rows", fail)
                with pytest.raises(ConnectionError):
                    await maintenance.backup(server.store, file)
            assert list(file.parent.iterdir()) == []
            assert await maintenance.backup(server.store, file) > 0
            assert list(file.parent.iterdir()) == [file] and file.stat().st_mode & 0o777 == 0o600
            whole = file.read_bytes()
            with pytest.raises(FileExistsError):
                await maintenance.backup(server.store, file)
            assert file.read_bytes() == whole and list(file.parent.iterdir()) == [file]

    asyncio.run(run())


@pytest.mark.both_databases
def test_a_database_of_a_newer_version_is_refused_in_one_sentence(tmp_path, database):
    url = database() or f"sqlite+aiosqlite:///{tmp_path / 'tripolis.sqlite'}"

    async def run():
        store = Store(url)
        await store.open()
        await store.write(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        await store.close()
        with pytest.raises(BadOptions, match="newer version"):
            await Store(url).open()

    asyncio.run(run())


def test_a_file_that_is_no_database_is_refused_in_one_sentence(tmp_path):
    (tmp_path / "tripolis.sqlite").write_text(
        "something else entirely, and long enough to be looked at as a header" * 20
    )

    async def run():
        with pytest.raises(BadOptions, match="cannot be opened"):
            await Store(f"sqlite+aiosqlite:///{tmp_path / 'tripolis.sqlite'}").open()

    asyncio.run(run())


def test_a_folder_that_cannot_be_used_is_refused_in_one_sentence(tmp_path):
    """A file stands where the folder should be: unlike a folder that is read-only, that stops root too."""
    (tmp_path / "data").write_text("")
    ran = tripolis_db("check", "--data", tmp_path / "data")
    assert ran.returncode == 2 and ran.stdout == ""
    assert re.fullmatch(r"tripolis: .*\.\n", ran.stderr), ran.stderr
