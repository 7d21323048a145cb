"""Reviews of finished matches: made decision by decision in the bots' processes, kept in the database, seen by all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import msgspec
import sqlalchemy as sa

from tripolis.engine.match import Match
from tripolis.engine.scene import Text
from tripolis.engine.words import Message
from tripolis.review import Assessment, Review, decisions

from ..domain.problems import Conflict, Problem, too_many
from ..now import now
from ..settings import Settings
from ..storage.schema import REVIEWS
from ..storage.store import Store
from .workers import Workers

LOG = logging.getLogger("tripolis.server.reviews")
HOUR = 3_600_000
STALE = 60_000
"""A review without a sign of life for this long was left by a process that is gone; the next request takes it over."""
NOTED = 1_000
"""Between two notes of the progress."""
MOST = 400_000
"""Iterations of search for one review: long matches get fewer for each decision."""
WAITING = 50
"""Reviews that wait in one process."""


class Reviews:
    """All reviews of a server process. One at a time is worked on, so that bots at tables find a process soon."""

    def __init__(self, store: Store, workers: Workers, settings: Settings) -> None:
        self.store, self.workers, self.settings = store, workers, settings
        self._waiting: asyncio.Queue[tuple[str, Match, int]] = asyncio.Queue(WAITING)
        self._worker: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        """End the work; what was found so far stays in the database."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)

    async def start(self, key: str, match: Match, guest: str) -> None:
        """Begin the review of a match; if it is there or under way, nothing happens."""
        row = await self._row(key)
        at = now()
        if row is not None:
            if row.done < row.total and row.touched < at - STALE and await self._touch(key, row.touched, at):
                self._put(key, match, at)
            return
        if not guest:
            raise Problem(401, "no_name", Message("Enter your name first."))
        hour = sa.select(sa.func.count()).where(REVIEWS.c.guest == guest, REVIEWS.c.created > at - HOUR)
        if (await self.store.row(hour))[0] >= self.settings.reviews_per_hour:
            raise too_many(Message("You have asked for many reviews: wait an hour."))
        if self._waiting.full():
            raise too_many(Message("Many reviews are waiting: try again in a while."))
        total = sum(1 for _ in await asyncio.to_thread(lambda: list(decisions(match))))
        values = {"id": key, "guest": guest, "created": at, "touched": at, "done": 0, "total": total, "data": "[]"}
        try:
            await self.store.write(sa.insert(REVIEWS).values(**values))
        except Conflict:
            return  # somebody else was faster
        if total:
            self._put(key, match, at)

    def _put(self, key: str, match: Match, at: int) -> None:
        """Put a review behind those that wait; where there is no room, it goes stale and is taken over later."""
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work(), name="reviews")
        if not self._waiting.full():
            self._waiting.put_nowait((key, match, at))

    async def look(
        self, key: str, match: Match, names: tuple[Text, ...] | None, say: Callable[[Message | str], str]
    ) -> dict[str, Any]:
        """How far a review has come, and all of it when it is done."""
        row = await self._row(key)
        if row is None:
            return {"status": "none", "done": 0, "of": 0}
        progress = {"done": row.done, "of": row.total}
        if row.done < row.total:
            return {"status": "none" if row.touched < now() - STALE else "running"} | progress
        assessed = msgspec.json.decode(row.data, type=list[Assessment])
        data = await asyncio.to_thread(lambda: Review(match, assessed, names).data(say))
        return {"status": "done"} | progress | data

    # ------------------------------------------------------------------- work

    async def _work(self) -> None:
        while True:
            key, match, at = await self._waiting.get()
            try:
                await self._assess_all(key, match, at)
            except Exception:
                LOG.exception("the review of %s", key)

    async def _assess_all(self, key: str, match: Match, at: int) -> None:
        """Go on where the review stands, as long as nobody else has taken it over."""
        todo = await asyncio.to_thread(lambda: list(decisions(match)))
        budget = max(64, min(self.settings.review_iterations, MOST // max(1, len(todo))))
        row = await self._row(key)
        if row is None or not await self._touch(key, at, at := now()):
            return
        assessed = [asdict(one) for one in msgspec.json.decode(row.data, type=list[Assessment])]
        for done, (ply, seen, number) in enumerate(todo[row.done :], row.done + 1):
            await self.workers.ready.wait()
            reply = await self.workers.ask(seen, row.guest, assess=number, budget=budget)
            if reply and reply.get("assessment") is not None:
                assessed.append(reply["assessment"] | {"ply": ply})
            if done == len(todo) or now() - at >= NOTED:
                text = msgspec.json.encode(assessed).decode()
                if not await self._touch(key, at, at := now(), done=done, data=text):
                    return

    async def _touch(self, key: str, since: int, at: int, **values: Any) -> bool:
        """Show a sign of life, unless somebody else has since."""
        ours = sa.update(REVIEWS).where(REVIEWS.c.id == key, REVIEWS.c.touched == since)
        return bool((await self.store.write(ours.values(touched=at, **values)))[0])

    async def _row(self, key: str) -> Any:
        return await self.store.row(sa.select(REVIEWS).where(REVIEWS.c.id == key))
