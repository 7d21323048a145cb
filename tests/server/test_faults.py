"""Faults by schedule while people play: killed, stopped and ended servers, a database that is gone, a full disk, clocks
that jump, a bot's process that hangs. Afterwards the histories of all clients must fit the journals.

`make test` runs every fault once on each database; `make soak` an hour of them on each.
"""

import contextlib
import os
import random
import resource
import signal
import time

import pytest

from tests.server.crowd import Crowd, Faulty, killed_at_the_end, on_store
from tests.server.servers import Postgres, descendants
from tripolis.server.storage import maintenance

SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))
SECONDS = 3600 if SOAK else 0
"""How long matches are begun on each database; the last ones are played to their end."""
TABLES = (("rest", "stream"), ("stream", "bot:greedy", "rest"), ("stream", "rest")) + SOAK * (("rest", "bot:random"),)
CLOCK = {"kind": "live", "minutes": 30, "increment": 5}
PLIES = 64
"""Decisions of a match for two, roughly."""
HOUR = 3_600_000


class House:
    """The servers of a run, their database, and what can happen to them."""

    def __init__(self, folder, chance, postgres=None):
        self.chance, self.postgres, self.clock = chance, postgres, folder / "clock"
        self.clock.write_text("0")
        database = postgres.database() if postgres else ""
        wrong = {"FAULTY_CLOCK": str(self.clock), "TRIPOLIS_SERVER_BOT_SECONDS": "1"}
        self.servers = [Faulty(folder / "server", database, **wrong) for _ in range(2 if postgres else 1)]

    def any(self):
        return self.chance.choice(self.servers)

    def wait(self):
        time.sleep(self.chance.uniform(0.2, 1.0))

    # ---------------------------------------------------------------- faults

    def kill(self):
        """SIGKILL at any moment, and a new start."""
        server = self.any()
        server.kill()
        server.start()

    def end(self):
        """SIGTERM, and a new start."""
        server = self.any()
        server.stop()
        server.start()

    def pause(self):
        """SIGSTOP, longer than a lease of a process that is there, and SIGCONT."""
        pid = self.any().process.pid
        os.kill(pid, signal.SIGSTOP)
        try:
            self.wait()
        finally:
            os.kill(pid, signal.SIGCONT)

    def hang(self):
        """A bot's process that does not answer any more: it is replaced, and greedy moves for it."""
        for pid in descendants(self.any().process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)

    def jump(self):
        """The clock of the machine is set by hours: nobody's time runs out by it."""
        self.clock.write_text(str(self.chance.choice((-5, -2, 3, 7)) * HOUR))
        self.wait()

    def fill_disk(self):
        """No file of the server can grow any more, for a moment."""
        pid = self.any().process.pid
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, before[1]))
        try:
            self.wait()
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)

    def stop_database(self):
        """PostgreSQL is stopped without finishing anything, and started again."""
        self.postgres.stop_hard()
        self.wait()
        self.postgres.start()

    @property
    def faults(self):
        common = [self.kill, self.end, self.pause, self.hang, self.jump]
        return [*common, self.stop_database if self.postgres else self.fill_disk]


def run(house, folder, seed):
    """Let people play while faults happen, each kind at least once, and compare."""
    figures = dict.fromkeys((fault.__name__ for fault in house.faults), 0)
    begun = time.monotonic()
    while not figures["kill"] or time.monotonic() - begun < SECONDS:
        crowd = Crowd(house.servers, seed + sum(figures.values()))
        crowd.gather(*TABLES, clock=CLOCK)
        schedule = house.chance.sample(house.faults, len(house.faults)) * (3 if SOAK else 1)
        crowd.pace = 1.5 * len(schedule) / PLIES
        crowd.begin()
        for fault in schedule:
            crowd.next_acknowledgement()
            house.wait()
            figures[fault.__name__] += 1
            fault()
        if SOAK:
            crowd.finish()
            with house.servers[0].client() as client:
                crowd.check(house.servers[0].database, client, folder)
        else:
            crowd.leave()
        counted, journals = crowd.compare(house.servers[0].database)
        for name, number in counted.items():
            figures[name] = figures.get(name, 0) + number
        assert on_store(house.servers[0].database, maintenance.check) == []
        late = [entry for entries in journals.values() for entry in entries if entry.kind == "timeout"]
        assert not late, f"seed {seed}: somebody has lost on time by a fault: {late}"
        print(f"seed {seed}, {time.monotonic() - begun:.0f} s: {figures}", flush=True)


@pytest.mark.server
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_fault_loses_changes_doubles_or_reorders_anything(kind, request, tmp_path):
    seed = random.SystemRandom().randrange(1 << 32)
    own = None
    if kind == "postgres":
        request.getfixturevalue("postgres")  # is it there at all?
        own = Postgres()
    try:
        house = House(tmp_path, random.Random(seed), own)
        with killed_at_the_end(*house.servers):
            for server in house.servers:
                server.start()
            run(house, tmp_path, seed)
    finally:
        if own:
            own.stop()
