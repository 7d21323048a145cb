"""Several hands on this machine: each takes the next game as soon as it is free."""

from __future__ import annotations

import queue
import threading
from collections.abc import Generator, Iterable

from .hands import Hand
from .league import Fixture, League
from .play import Result


def play_here(league: League, fixtures: Iterable[Fixture], jobs: int) -> Generator[Result, None, None]:
    """Play games with so many processes; results come in the order in which they end."""
    hands = [Hand(league) for _ in range(jobs)]
    waiting, turn = iter(fixtures), threading.Lock()
    done: queue.Queue[Result | BaseException | None] = queue.Queue()
    stopping = threading.Event()

    def take() -> Fixture | None:
        with turn:
            return None if stopping.is_set() else next(waiting, None)

    def run(hand: Hand) -> None:
        try:
            while (fixture := take()) is not None:
                done.put(hand.play_one(fixture))
        except BaseException as error:
            done.put(error)
        finally:
            hand.stop()
            done.put(None)

    threads = []
    try:
        hands[0].start()  # compiles what there is to compile; the others find it
        threads = [threading.Thread(target=run, args=(hand,)) for hand in hands]
        for thread in threads:
            thread.start()
        running = jobs
        while running:
            found = done.get()
            if found is None:
                running -= 1
            elif isinstance(found, BaseException):
                if not stopping.is_set():
                    raise found
            else:
                yield found
    finally:
        stopping.set()
        for hand in hands:
            hand.stop()
        for thread in threads:
            thread.join()
