"""The same tests run against real SQLite and real PostgreSQL."""

import os

import pytest

from tests.server.servers import Postgres, Server, postgres_bin

BACKENDS = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL of our own; without one the tests are skipped, loudly, and fail where nothing may be skipped."""
    if postgres_bin() is None:
        message = "PostgreSQL is not installed: `make services` installs it where it may"
        if os.environ.get("TRIPOLIS_REQUIRE_ALL"):
            pytest.fail(message)
        pytest.skip(message)
    found = Postgres()
    yield found
    found.stop()


@pytest.fixture(scope="session", params=BACKENDS)
def database(request):
    """A function that makes a new database of one kind; "" is a SQLite file in the server's folder."""
    if request.param == "sqlite":
        return lambda: ""
    return request.getfixturevalue("postgres").database


@pytest.fixture(scope="module")
def server(database, tmp_path_factory):
    """A running server with a database of its own."""
    found = Server(tmp_path_factory.mktemp("server"), database()).start()
    yield found
    found.stop()


@pytest.fixture
def client(server):
    """A program without cookies."""
    with server.client() as found:
        yield found
