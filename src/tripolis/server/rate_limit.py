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
