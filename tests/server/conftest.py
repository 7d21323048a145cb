"""Servers and databases. A test runs on SQLite; marked `both_databases`, and in the long run always, on PostgreSQL
too."""

import os
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.server.servers import Postgres, Server, SteadyServer, postgres_bin

BACKENDS = ("sqlite", "postgres")
SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))


@dataclass(frozen=True)
class Database:
    """A kind of database; called, it makes a new one of that kind and returns its URL ("": a file in the server's
    folder)."""

    kind: str
    make: Callable[[], str]

    def __call__(self) -> str:
        return self.make()


def pytest_generate_tests(metafunc):
    if "database" in metafunc.fixturenames:
        both = SOAK or metafunc.definition.get_closest_marker("both_databases")
        metafunc.parametrize("database", BACKENDS if both else BACKENDS[:1], indirect=True, scope="session")


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL of our own; without one the tests are skipped, loudly, and fail where nothing may be skipped."""
    if postgres_bin() is None:
        message = "PostgreSQL is not installed: `make services` installs it where it may"
        if os.environ.get("TRIPOLIS_REQUIRE_ALL"):
            pytest.fail(message)
        pytest.skip(message)
    cluster = Postgres()
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def database(request):
    """The kind of database that a test runs on."""
    if request.param == "sqlite":
        return Database("sqlite", lambda: "")
    return Database("postgres", request.getfixturevalue("postgres").database)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory):
    """A function that gives the server of a kind of database: started when it is first needed, shared by all who
    harm nothing."""
    running: dict[str, Server] = {}

    def get(database: Database) -> Server:
        if database.kind not in running:
            folder = tmp_path_factory.mktemp(f"shared-{database.kind}")
            running[database.kind] = SteadyServer(folder, database()).start()
        return running[database.kind]

    yield get
    for server in running.values():
        server.stop()


@pytest.fixture(scope="module")
def server(database, shared_server):
    """A running server. Who stops it starts it again."""
    return shared_server(database)


@pytest.fixture
def client(server):
    """A program without cookies."""
    with server.client() as found:
        yield found
