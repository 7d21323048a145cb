"""Before the workers start, the rules are compiled once for all of them. Tests are marked by what they need, and keep
together.

`quick` is what needs neither a server nor a browser and is not marked `slow`; `make quick` runs it.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PREPARE = """
import os
import tripolis
from tripolis.bots import prepare_bots
for name in tripolis.game_names():
    game = tripolis.game(name)
    game.prepare()
    if not os.environ.get("NUMBA_BOUNDSCHECK"):
        prepare_bots(game)
"""
SERVED = {"server", "database", "postgres"}
"""Fixtures by which a test needs a server or a database."""


def pytest_configure(config):
    """Compiled and bounds-checked at the same time, one on each core; a run in one process compiles what it needs
    itself."""
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


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items):
    """Mark tests by what they need; what is short comes last, so that all workers end at the same time."""
    for item in items:
        item.add_marker(kind_of(item))
    yield
    items.sort(key=lambda item: ORDER.index(kind_of(item)))


ORDER = ("server", "slow", "browser", "quick")
FIRST = ("browser/", "server/")
"""With which tests the workers begin, in turn: browsers need processors, servers and clocks mostly wait."""


def kind_of(item):
    """What a test needs, by its folder, its fixtures and its marks."""
    if item.path.is_relative_to(TESTS / "browser"):
        return "browser"
    if SERVED & set(item.fixturenames) or item.get_closest_marker("server"):
        return "server"
    return "slow" if item.get_closest_marker("slow") else "quick"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Tests that share a server or a browser run in one worker. (The groups of pytest-xdist 3.8 are lost with
    pytest 9.2.)"""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return group_of(nodeid)

        def _assign_work_unit(self, node):
            first = FIRST[list(self.registered_collections).index(node) % len(FIRST)]
            own = next((group for group in self.workqueue if group.startswith(first)), None)
            if own is not None:
                self.workqueue.move_to_end(own, last=False)
            super()._assign_work_unit(node)

    config.option.loadscopereorder = False
    return Scheduling(config, log)


def group_of(nodeid):
    """The folder of tests that share a server of their own, or the file, and the database, where there are two; any other
    test is a group of its own."""
    path, _, name = nodeid.partition("::")
    _, room, *inner = path.split("/")
    if path == "tests/test_docs_site.py":  # all of it looks at one site, which takes long to build
        return path
    if room not in ("server", "browser"):
        return nodeid
    return f"{room}/{inner[0]}" + " postgres" * ("[postgres" in name)
