"""Before the workers start, the rules are compiled once for all of them."""

import os
import subprocess
import sys

PREPARE = """
import tripolis
for name in tripolis.game_names():
    game = tripolis.game(name)
    if game.is_cold:
        game.prepare()
"""


def pytest_configure(config):
    """Compiled and bounds-checked at the same time, one on each core; a run in one process compiles what it needs itself."""
    if (
        not getattr(config.option, "numprocesses", None)
        or config.option.collectonly
        or os.environ.get("TRIPOLIS_PLAIN")
    ):
        return
    ways = ({}, {"NUMBA_BOUNDSCHECK": "1"})
    running = [subprocess.Popen([sys.executable, "-c", PREPARE], env={**os.environ, **way}) for way in ways]
    for process in running:
        process.wait()
