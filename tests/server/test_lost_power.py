"""Lost power: of the database only what was synced is left, and all that was acknowledged is in it.

A small library before the C library keeps a copy of each file as of its last sync. After a SIGKILL the server goes on
with these copies: whatever was written and not synced is gone.
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.crowd import Crowd, killed_at_the_end, on_store
from tests.server.servers import Server
from tripolis.server.storage import maintenance

CUTS = 20 if os.environ.get("TRIPOLIS_SOAK") else 1
SOURCE = Path(__file__).with_name("synced.c")


class Powered(Server):
    """A server of SQLite whose machine can lose its power."""

    def __init__(self, folder, library):
        super().__init__(folder / "server")
        self.synced = folder / "synced"
        self.synced.mkdir()
        self.environment |= {"SYNCED_FROM": str(self.folder), "SYNCED_TO": str(self.synced), "LD_PRELOAD": str(library)}

    def start(self, wait=True):
        """Start a process of its own: one that is forked would not load the library."""
        command = [sys.executable, "-m", self.program, "serve", "--port", str(self.port), "--data", str(self.folder)]
        with self.log.open("ab") as log:
            environment = {**os.environ, **self.environment}
            self.process = subprocess.Popen([*command, "--bot-workers", "1"], env=environment, stdout=log, stderr=log)
        if wait:
            self.wait()
        return self

    def lose_power(self):
        """End everything at once, and leave of the database what was synced."""
        self.kill()
        for file in self.folder.glob("tripolis.sqlite*"):
            if not file.name.endswith(".owner"):
                file.unlink()
        for file in self.synced.glob("tripolis.sqlite*"):
            if not file.name.endswith(".part"):
                shutil.copy(file, self.folder)


@pytest.fixture
def server(tmp_path):
    if shutil.which("cc") is None:
        pytest.fail("no C compiler") if os.environ.get("TRIPOLIS_REQUIRE_ALL") else pytest.skip("no C compiler")
    library = tmp_path / "synced.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True)
    return Powered(tmp_path, library)


def test_what_was_acknowledged_was_synced(server):
    seed = random.SystemRandom().randrange(1 << 32)
    crowd = Crowd([server], seed, pace=0.02)
    with killed_at_the_end(server):
        server.start()
        crowd.gather(("rest", "stream"), ("stream", "rest"))
        crowd.begin()
        for cut in range(CUTS):
            for _ in range(20):
                crowd.next_acknowledgement()
            server.lose_power()
            if cut + 1 < CUTS:
                server.start()
        assert (server.synced / "tripolis.sqlite-wal").is_file(), "nothing was kept: the library was not loaded"
        crowd.give_up()
        figures, _ = crowd.compare(server.database)
        assert on_store(server.database, maintenance.check) == []
    print(f"seed {seed}: {CUTS} cuts, {dict(figures)}")
