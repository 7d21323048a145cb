"""The first start: what is compiled in other processes is waited for part by part."""

import asyncio
import subprocess
import sys

import pytest

from tripolis.engine.game import game_names
from tripolis.server.live import preparation
from tripolis.server.live.preparation import PARTS, SHARES, Preparation

COMPILER = """
import os, sys, time
gate, name = sys.argv[1:]
for step in ["."] * 10 + ["rules"]: print(step, flush=True)
while not os.path.exists(gate): time.sleep(0.01)
print("bots", flush=True)
if name == "metropolys": sys.exit(1)
print("search", flush=True)
"""
"""Stands in for the process that compiles a game; its bots come when a file does."""


@pytest.fixture
def gate(tmp_path, monkeypatch):
    """No game is in the cache, and bots are compiled once this file is there."""
    gate = tmp_path / "gate"
    monkeypatch.setattr(preparation, "COMMAND", (sys.executable, "-c", COMPILER, str(gate)))
    monkeypatch.setattr(preparation, "is_cold", lambda game: True)
    monkeypatch.setattr(preparation, "PLAIN", False)
    return gate


def test_rules_are_there_before_bots_and_nobody_waits_for_more_than_they_need(gate):
    async def run():
        steps = []
        first = Preparation(lambda told: steps.append(told.done))
        working = asyncio.create_task(first.run())
        await asyncio.sleep(0)
        await first.all_rules()
        bots = asyncio.create_task(first.ready("quadropolis", "bots"))
        await asyncio.wait([bots], timeout=0.2)
        assert not bots.done() and not first.finished.is_set()
        assert first.done < first.of == sum(SHARES.values()) * len(game_names())
        gate.touch()
        await asyncio.wait_for(bots, 60)
        await asyncio.wait_for(working, 60)
        assert first.finished.is_set() and first.done == first.of
        assert steps == sorted(steps)
        for name in game_names():
            for part in PARTS:  # even where compiling failed: then it is compiled when it is first used
                await asyncio.wait_for(first.ready(name, part), 1)

    asyncio.run(asyncio.wait_for(run(), 120))


def test_one_game_that_is_missing_is_enough_to_wait_for(gate, monkeypatch):
    monkeypatch.setattr(preparation, "is_cold", lambda game: game.name == "ubuild")
    gate.touch()

    async def run():
        first = Preparation()
        await first.run()
        assert first.finished.is_set() and first.done == first.of == sum(SHARES.values())

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_compiler_goes_when_its_server_is_gone():
    """However it went: then the pipe between them ends."""
    command = [sys.executable, "-m", "tripolis.server.live.preparation", "quadropolis"]
    assert subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=120).returncode == 1


def test_what_is_in_the_cache_is_there_at_once(monkeypatch):
    monkeypatch.setattr(preparation, "PLAIN", True)

    async def run():
        warm = Preparation()
        await warm.run()
        assert warm.finished.is_set() and warm.of == 0
        await warm.ready("quadropolis", "search")
        await warm.ready("a game that nobody has")

    asyncio.run(run())
