"""Reviews of finished matches: made decision by decision in the bots' processes, kept in the database, seen by all."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import asdict
from typing import Any

import msgspec
import sqlalchemy as sa

from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.words import Message
from tripolis.review import Assessment
from tripolis.review.assessment import to_play_on, usual_budget

from ..domain.identity import Identity
from ..domain.problems import Conflict, Problem, too_many
from ..now import now
from ..rate_limit import RateLimit
from ..settings import Settings
from ..storage.schema import REVIEWS
from ..storage.store import Store
from .computing import HOUSE, Computing, decoded
from .workers import Workers

LOG = logging.getLogger("tripolis.server.reviews")
HOUR = 3_600_000
STALE = 60_000
"""A review without a sign of life for this long was left by a process that is gone; the next request takes it over."""
NOTED = 1_000
"""Between two notes of the progress."""
WAITING = 50
"""Reviews that wait in one process."""


class Reviews:
    """All reviews of a server process. One at a time is worked on, so that bots at tables find a process soon."""

    def __init__(self, store: Store, workers: Workers, computing: Computing, settings: Settings) -> None:
        self.store, self.workers, self.computing, self.settings = store, workers, computing, settings
        self._waiting: asyncio.Queue[tuple[str, Game, dict[str, Any], int]] = asyncio.Queue(WAITING)
        self._by_address = RateLimit(4 * settings.reviews_per_hour / 60, burst=4 * settings.reviews_per_hour)
        self._worker: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        """End the work; what was found so far stays in the database."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)

    async def start(self, key: str, game: Game, match: dict[str, Any], who: Identity) -> None:
        """Begin the review of a match; if it is there or under way, nothing happens."""
        row = await self._row(key)
        at = now()
        if row is not None:
            if row.done < row.total and row.touched < at - STALE and await self._touch(key, row.touched, at):
                self._put(key, game, match, at)
            return
        if not who.guest:
            raise Problem(401, "no_name", Message("Enter your name first."))
        hour = sa.select(sa.func.count()).where(REVIEWS.c.guest == who.guest, REVIEWS.c.created > at - HOUR)
        many = (await self.store.row(hour))[0] >= self.settings.reviews_per_hour
        if many or not self._by_address.take(who.address):
            raise too_many(Message("You have asked for many reviews: wait an hour."), HOUR // 1000)
        if self._waiting.full():
            raise too_many(Message("Many reviews are waiting: try again in a while."), STALE // 1000)
        total = len(decoded(await self.computing.run(who, "positions", match=match)))
        values = {"id": key, "guest": who.guest, "created": at, "touched": at, "done": 0, "total": total, "data": "[]"}
        try:
            await self.store.write(sa.insert(REVIEWS).values(**values))
        except Conflict:
            return  # somebody else was faster
        if total:
            self._put(key, game, match, at)

    def _put(self, key: str, game: Game, match: dict[str, Any], at: int) -> None:
        """Put a review behind those that wait; where there is no room, it goes stale and is taken over later."""
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work(), name="reviews")
        if not self._waiting.full():
            self._waiting.put_nowait((key, game, match, at))

    async def look(self, key: str, match: dict[str, Any], who: Identity) -> dict[str, Any]:
        """How far a review has come, and all of it when it is done."""
        row = await self._row(key)
        if row is None:
            return {"status": "none", "done": 0, "of": 0}
        progress = {"done": row.done, "of": row.total}
        if row.done < row.total:
            return {"status": "none" if row.touched < now() - STALE else "running"} | progress
        data: dict[str, Any] = decoded(await self.computing.run(who, "review", match=match, assessed=row.data))
        return {"status": "done"} | progress | data

    # ------------------------------------------------------------------- work

    async def _work(self) -> None:
        while True:
            key, game, match, at = await self._waiting.get()
            try:
                await self._assess_all(key, game, match, at)
            except Exception:
                LOG.exception("the review of %s", key)

    async def _assess_all(self, key: str, game: Game, match: dict[str, Any], at: int) -> None:
        """Go on where the review stands, as long as nobody else has taken it over."""
        todo = decoded(await self.computing.run(HOUSE, "positions", match=match))
        budget = min(self.settings.review_iterations, usual_budget(game, len(todo)))
        row = await self._row(key)
        if row is None or not await self._touch(key, at, at := now()):
            return
        assessed = [asdict(one) for one in msgspec.json.decode(row.data, type=list[Assessment])]
        for done, (ply, text, number) in enumerate(todo[row.done :], row.done + 1):
            await self.workers.ready.wait()
            seen = Position(game, game.state.from_bytes(bytes.fromhex(text)))
            reply = await self.workers.ask(seen, row.guest, assess=number, budget=budget)
            if reply and reply.get("assessment") is not None:
                assessed.append(reply["assessment"] | {"ply": ply})
            if done == len(todo):
                assessed = await self._play_on(game, row.guest, todo, assessed)
            if done == len(todo) or now() - at >= NOTED:
                text = msgspec.json.encode(assessed).decode()
                if not await self._touch(key, at, at := now(), done=done, data=text):
                    return

    async def _play_on(
        self, game: Game, guest: str, todo: list[Any], assessed: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Say of the costly decisions how matches end."""
        found = [msgspec.convert(one, Assessment) for one in assessed]
        positions = {ply: text for ply, text, _ in todo}
        for i, worlds in list(to_play_on(found)):
            one = found[i]
            seen = Position(game, game.state.from_bytes(bytes.fromhex(positions[one.ply])))
            reply = await self.workers.ask(seen, guest, play_on=asdict(one), worlds=worlds)
            if reply and reply.get("assessment") is not None:
                found[i] = msgspec.convert(reply["assessment"], Assessment)
        return [asdict(one) for one in found]

    async def _touch(self, key: str, since: int, at: int, **values: Any) -> bool:
        """Show a sign of life, unless somebody else has since."""
        ours = sa.update(REVIEWS).where(REVIEWS.c.id == key, REVIEWS.c.touched == since)
        return bool((await self.store.write(ours.values(touched=at, **values)))[0])

    async def _row(self, key: str) -> Any:
        return await self.store.row(sa.select(REVIEWS).where(REVIEWS.c.id == key))
