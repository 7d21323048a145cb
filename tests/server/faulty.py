"""`tripolis` with a fault, which tests start like the program itself.

FAULTY_LOSES=0.5: of the notices of the database, this process hears only a part.
FAULTY_CLOCK=FILE: the clock of the machine is wrong by as many milliseconds as the file says.
FAULTY_DIES=before:40 or after:40: it is killed right before or right after its 40th commit of a journal's entry.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace

from tripolis.cli import main
from tripolis.server import now
from tripolis.server.storage.journals import ENTRY
from tripolis.server.storage.store import Store

LOSES = float(os.environ.get("FAULTY_LOSES", "0"))
WHEN, _, NUMBER = os.environ.get("FAULTY_DIES", "").partition(":")
listen, write_batch, run = Store.listen, Store._write_batch, Store._run
entries = 0


async def listen_badly(store, heard, lost):
    """Hear some notices, and write down which were thrown away."""
    chance = random.Random(os.getpid())

    def hear(notice):
        if chance.random() < LOSES:
            print(f"lost notice {notice}", file=sys.stderr, flush=True)
        else:
            heard(notice)

    return await listen(store, hear, lost)


def die():
    """As in a power cut."""
    os.kill(os.getpid(), signal.SIGKILL)


def run_and_die(store, connection, write):
    """Count entries; before the commit means that everything is said to the database but that."""
    global entries
    found = run(store, connection, write)
    entries += sum(isinstance(given, tuple) and given[0] is ENTRY for given in write.statements)
    if WHEN == "before" and entries >= int(NUMBER):
        die()
    return found


async def write_batch_and_die(store, batch):
    """After the commit, before anyone who waits for it runs on."""
    await write_batch(store, batch)
    if WHEN == "after" and entries >= int(NUMBER):
        die()


def wrong_time_ns():
    """The time of the machine, and what the file says."""
    return time.time_ns() + 1_000_000 * int(Path(os.environ["FAULTY_CLOCK"]).read_text() or 0)


if __name__ == "__main__":
    if "FAULTY_CLOCK" in os.environ:
        now.time = SimpleNamespace(time_ns=wrong_time_ns, monotonic_ns=time.monotonic_ns)
    Store.listen = listen_badly
    if WHEN:
        Store._run, Store._write_batch = run_and_die, write_batch_and_die
    main()
