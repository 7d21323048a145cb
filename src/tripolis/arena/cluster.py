"""The same league on many machines: a Ray cluster on which tripolis is installed (`pip install 'tripolis[cluster]'`).

A game is a function of its fixture, so it does not matter where it is played, nor that it is played again when a machine is lost.
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

from .hands import Hand
from .league import Fixture, League
from .play import Result

TASK_SECONDS = 1.0
"""How long a task should take: games are handed out in packs of that size."""
PACK = 200
"""Games of one task at most."""

_hands: dict[str, Hand] = {}
"""The hand of this process of the cluster, kept from task to task."""


def play_pack(league: League, fixtures: list[Fixture]) -> tuple[float, list[Result]]:
    """Runs on the cluster: play some games; returns the seconds that they took, too."""
    key = repr(league)
    if key not in _hands:
        for hand in _hands.values():
            hand.stop()
        _hands.clear()
        _hands[key] = Hand(league)
        _hands[key].start()
    start = time.monotonic()
    found = [_hands[key].play_one(fixture) for fixture in fixtures]
    return time.monotonic() - start, found


def knock(address: str) -> None:
    """Is anybody there? Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    if port.isdecimal():
        socket.create_connection((host.rpartition("/")[2], int(port)), timeout=10).close()


def play_there(
    league: League, fixtures: Iterable[Fixture], jobs: int | None, address: str
) -> Generator[Result, None, None]:
    """Play games on the cluster at an address; results come in the order in which they end."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError:
        raise BadOptions(Message("Ray is not installed: pip install 'tripolis[cluster]'")) from None
    try:
        knock(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, ignore_reinit_error=True)
    except Exception as error:
        raise BadOptions(Message("There is no Ray cluster at {address}: {why}", address=address, why=error)) from None
    # A lost process or machine costs nothing but time: its games are played again elsewhere.
    task: Any = ray.remote(num_cpus=1, max_retries=-1)(play_pack)
    known = ray.put(league)
    waiting = iter(fixtures)
    running: set[Any] = set()
    size = 1
    try:
        while True:
            # One more than there are processors: nobody waits for the next pack.
            wanted = (jobs or int(ray.cluster_resources().get("CPU", 1))) + 1
            while len(running) < wanted and (pack := list(itertools.islice(waiting, size))):
                running.add(task.remote(known, pack))
            if not running:
                return
            done, _ = ray.wait(list(running), num_returns=1)
            running.difference_update(done)
            for each in done:
                seconds, found = ray.get(each)
                size = max(1, min(PACK, int(len(found) * TASK_SECONDS / max(seconds, 1e-6))))
                yield from found
    finally:
        for each in running:
            ray.cancel(each, force=True)
        ray.shutdown()
