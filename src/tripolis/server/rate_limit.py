"""How often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict


class RateLimit:
    """A bucket of tokens for each caller, refilled all the time."""

    def __init__(self, per_minute: float, burst: float | None = None, keep: int = 20_000) -> None:
        self.rate = per_minute / 60
        self.size = burst or max(5.0, per_minute / 4)
        self.keep = keep
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> bool:
        """Take a token; False if there is none."""
        at = time.monotonic()
        left, since = self._left.pop(who, (self.size, at))
        left = min(self.size, left + (at - since) * self.rate)
        self._left[who] = (left - 1 if left >= 1 else left, at)
        if len(self._left) > self.keep:
            self._left.popitem(last=False)
        return left >= 1


class CostLimit:
    """Seconds of CPU for each caller: so many a minute, and three minutes' worth at once."""

    def __init__(self, per_minute: float, keep: int = 20_000) -> None:
        self.rate, self.size, self.keep = max(per_minute / 60, 1e-6), 3 * per_minute, keep
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, who: str) -> float:
        """How many seconds until a caller may go on; 0 where they may now."""
        used, since = self._used.get(who, (0.0, 0.0))
        return max(0.0, (used - self.size) / self.rate - (time.monotonic() - since)) if who and used else 0.0

    def charge(self, who: str, seconds: float) -> None:
        """Count what a caller has used."""
        if not who:
            return
        at = time.monotonic()
        used, since = self._used.pop(who, (0.0, at))
        self._used[who] = (max(0.0, used - (at - since) * self.rate) + seconds, at)
        if len(self._used) > self.keep:
            self._used.popitem(last=False)
