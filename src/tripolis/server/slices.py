"""Long work on the event loop in slices: others get their turn in between."""

from __future__ import annotations

import asyncio
import time

SECONDS = 0.005
"""How long a slice is."""


class Slices:
    """The pauses of one piece of work."""

    def __init__(self) -> None:
        self.until = time.perf_counter() + SECONDS

    async def pause(self) -> None:
        """Let others have their turn, if this slice has been long enough."""
        if time.perf_counter() > self.until:
            await asyncio.sleep(0)
            self.until = time.perf_counter() + SECONDS
