"""One server for all who mean harm, and a match that none of them may change."""

import pytest

from tests.server.harm.asking import OUTSIDE
from tests.server.people import table_of
from tests.server.servers import Server


@pytest.fixture(scope="package")
def server(database, tmp_path_factory):
    """A server that is also known by a name to the outside."""
    found = Server(tmp_path_factory.mktemp("harm"), database(), TRIPOLIS_SERVER_PUBLIC_URL=OUTSIDE).start()
    yield found
    found.stop()


@pytest.fixture(scope="package")
def people(server):
    """Ada and Ben in the middle of a match, which nothing here may change."""
    with server.client() as client:
        yield table_of(client, "Ada", "Ben")
