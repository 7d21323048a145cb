"""The time of this process: even, whatever happens to the clock of the machine."""

from __future__ import annotations

import time

_start_ns = time.time_ns() - time.monotonic_ns()
"""What the process adds to the time since the machine started."""


def now() -> int:
    """The time in milliseconds since 1970: the machine's when the process started, and evenly on from there."""
    return (time.monotonic_ns() + _start_ns) // 1_000_000


def machine_time() -> int:
    """What the clock of the machine says. It may jump: somebody sets it, or the machine has slept."""
    return time.time_ns() // 1_000_000


def set_time(at: int) -> None:
    """Go on from another time."""
    global _start_ns
    _start_ns = at * 1_000_000 - time.monotonic_ns()
