"""The processes in which bots think: one that fails to start is started again."""

import asyncio
import os
import sys

import pytest

from tripolis.server.api import computations
from tripolis.server.live import workers
from tripolis.server.settings import Settings

STUBBORN = """
import pathlib, sys
tries = pathlib.Path(sys.argv[1])
tries.write_text(tries.read_text() + "x" if tries.exists() else "x")
if len(tries.read_text()) < 3:
    sys.exit(1)
from tripolis.server.live.worker import LENGTH, receive, send
receive(sys.stdin.buffer)
send(sys.stdout.buffer, {"ready": True})
receive(sys.stdin.buffer)
"""


def test_a_worker_that_fails_to_start_is_started_again(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "RETRY_SECONDS", (0,))

    async def run():
        command = (sys.executable, "-c", STUBBORN, str(tmp_path / "tries"))
        found = workers.Workers(Settings(bot_workers=1), command)
        await asyncio.wait_for(found.start(), 120)
        assert found.ready.is_set() and (tmp_path / "tries").read_text() == "xxx"
        await found.stop()

    asyncio.run(run())


def test_a_command_that_does_not_exist_is_tried_again(monkeypatch):
    pauses = []

    class Enough(Exception):
        pass

    async def pause(seconds):
        pauses.append(seconds)
        if len(pauses) == 8:
            raise Enough

    async def run():
        monkeypatch.setattr(workers.asyncio, "sleep", pause)
        try:
            await workers.Workers(Settings(bot_workers=1), ("/nowhere/at/all",)).start()
        except Enough:
            return

    asyncio.run(run())
    assert pauses == [*workers.RETRY_SECONDS, workers.RETRY_SECONDS[-1], workers.RETRY_SECONDS[-1]]


@pytest.mark.slow
@pytest.mark.parametrize("command", [workers.COMMAND, computations.COMMAND], ids=["bots", "computations"])
def test_whoever_computes_gives_way_to_the_process_that_serves_tables(command):
    async def run():
        worker = workers.Worker(Settings(), command)
        await worker.start()
        own, theirs = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (0, worker.process.pid))
        await worker.stop()
        assert theirs == min(19, own + 10)

    asyncio.run(run())
