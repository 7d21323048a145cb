"""Several workers on this machine: each takes the next game as soon as it is free."""

from __future__ import annotations

import queue
import threading
from collections.abc import Generator, Iterable

from .league import Fixture, League
from .play import Result
from .worker import Worker


def play_locally(league: League, fixtures: Iterable[Fixture], jobs: int) -> Generator[Result, None, None]:
    """Play games with `jobs` processes; results come in the order in which the games end."""
    workers = [Worker(league) for _ in range(jobs)]
    waiting, lock = iter(fixtures), threading.Lock()
    done: queue.Queue[Result | BaseException | None] = queue.Queue()
    stopping = threading.Event()

    def next_fixture() -> Fixture | None:
        with lock:
            return None if stopping.is_set() else next(waiting, None)

    def run(worker: Worker) -> None:
        try:
            while (fixture := next_fixture()) is not None:
                done.put(worker.play(fixture))
        except BaseException as error:
            done.put(error)
        finally:
            worker.stop()
            done.put(None)

    threads = []
    try:
        workers[0].start()  # compiles; the others load what it has compiled
        threads = [threading.Thread(target=run, args=(worker,)) for worker in workers]
        for thread in threads:
            thread.start()
        running = jobs
        while running:
            result = done.get()
            if result is None:
                running -= 1
            elif isinstance(result, BaseException):
                if not stopping.is_set():
                    raise result
            else:
                yield result
    finally:
        stopping.set()
        for worker in workers:
            worker.stop()
        for thread in threads:
            thread.join()
