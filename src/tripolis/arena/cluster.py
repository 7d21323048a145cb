"""The same league on many machines: a Ray cluster on which tripolis is installed (`pip install 'tripolis[cluster]'`).

A game is a function of its fixture, so it does not matter where it is played, or that it is played again when a machine
is lost.
"""

from __future__ import annotations

import itertools
import logging
import os
import socket
import time
from collections.abc import Generator, Iterable
from typing import Any

from tripolis.engine.errors import BadOptions
from tripolis.engine.words import Message

from .league import Fixture, League
from .play import Result
from .worker import Worker

TASK_SECONDS = 1.0
"""How long a task should take; it gets as many games as fit."""
MAX_GAMES = 200
"""Games of the largest task."""

_workers: dict[str, Worker] = {}
"""The worker of this process of the cluster, kept from task to task."""


def play_task(league: League, fixtures: list[Fixture]) -> tuple[float, list[Result]]:
    """Play some games; returns the seconds that they took, too. This runs on the cluster."""
    key = repr(league)
    if key not in _workers:
        for worker in _workers.values():
            worker.stop()
        _workers.clear()
        _workers[key] = Worker(league)
        _workers[key].start()
    start = time.monotonic()
    results = [_workers[key].play(fixture) for fixture in fixtures]
    return time.monotonic() - start, results


def check_address(address: str) -> None:
    """Raise an error at once if nothing listens there: Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    if port.isdecimal():
        socket.create_connection((host.rpartition("/")[2], int(port)), timeout=10).close()


def play_on_cluster(
    league: League, fixtures: Iterable[Fixture], jobs: int | None, address: str
) -> Generator[Result, None, None]:
    """Play games on the cluster at an address; results come in the order in which the games end."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError:
        raise BadOptions(Message("Ray is not installed: pip install 'tripolis[cluster]'")) from None
    try:
        check_address(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, ignore_reinit_error=True)
    except Exception as error:
        raise BadOptions(Message("There is no Ray cluster at {address}: {why}", address=address, why=error)) from None
    # A lost process or machine costs nothing but time: its games are played again elsewhere.
    task: Any = ray.remote(num_cpus=1, max_retries=-1)(play_task)
    league_ref = ray.put(league)
    waiting = iter(fixtures)
    running: set[Any] = set()
    size = 1
    try:
        while True:
            # One more than there are processors, so that none waits for its next task.
            wanted = (jobs or int(ray.cluster_resources().get("CPU", 1))) + 1
            while len(running) < wanted and (games := list(itertools.islice(waiting, size))):
                running.add(task.remote(league_ref, games))
            if not running:
                return
            done, _ = ray.wait(list(running), num_returns=1)
            running.difference_update(done)
            for each in done:
                seconds, results = ray.get(each)
                size = max(1, min(MAX_GAMES, int(len(results) * TASK_SECONDS / max(seconds, 1e-6))))
                yield from results
    finally:
        for each in running:
            ray.cancel(each, force=True)
        ray.shutdown()
