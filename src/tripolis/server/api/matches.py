"""Matches to look at from the first move to the last: of finished tables, and from files that guests have sent."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

import sqlalchemy as sa

from tripolis.engine.box_shape import check_box
from tripolis.engine.errors import BadMatch
from tripolis.engine.match import Match
from tripolis.engine.tri import read_tri
from tripolis.engine.words import Message

from ..domain.identity import Identity
from ..domain.problems import Problem, too_large, too_many
from ..domain.requests import BOX_BYTES
from ..domain.table import Table
from ..live.background import Background
from ..now import now
from ..settings import Settings
from ..storage.ids import check_id, new_id
from ..storage.schema import MATCHES
from ..storage.store import Store
from . import queries
from .identity import no_name

NOT_A_MATCH = Message("This file is not a saved match of Tripolis. Saved matches end in .tri.")
KEPT = 32
HOUR = 3_600_000


class Matches:
    """Keeps the last matches that somebody has looked at: who replays one asks for many moments."""

    def __init__(self, store: Store, background: Background, settings: Settings) -> None:
        self.store, self.background, self.settings = store, background, settings
        self._kept: OrderedDict[str, asyncio.Task[Match]] = OrderedDict()

    async def import_match(self, who: Identity, text: str) -> tuple[str, Match]:
        """Take in a match file; returns its code and the match."""
        if not who.guest:
            raise no_name()
        hour = sa.select(sa.func.count()).where(MATCHES.c.guest == who.guest, MATCHES.c.created > now() - HOUR)
        if (await self.store.row(hour))[0] >= self.settings.imports_per_hour:
            raise too_many(Message("You have uploaded many matches: wait an hour."))
        match = await self.background.run(who.address, lambda: read_match(text))
        match_id = new_id()
        row = {"id": match_id, "guest": who.guest, "text": str(match), "created": now()}
        await self.store.write(sa.insert(MATCHES).values(**row))
        return match_id, match

    async def imported(self, match_id: str, who: Identity) -> Match:
        """A match that somebody has imported."""
        text = ""
        if match_id not in self._kept:
            check_id(match_id)
            row = await self.store.row(sa.select(MATCHES.c.text).where(MATCHES.c.id == match_id))
            if row is None:
                raise Problem(404, "no_match", Message("There is no such match."))
            text = row.text
        return await self._replayed(match_id, who, lambda: Match.parse(text))

    async def finished(self, table: Table, who: Identity) -> Match:
        """The match of a finished table."""
        return await self._replayed(table.id, who, lambda: queries.finished(table))

    async def _replayed(self, key: str, who: Identity, replay: Callable[[], Match]) -> Match:
        """A match that is replayed once, in the background."""
        if key not in self._kept:
            self._kept[key] = asyncio.create_task(self.background.run(who.address, replay), name=f"replay {key}")
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        try:
            return await asyncio.shield(self._kept[key])
        except Exception:
            self._kept.pop(key, None)
            raise


def read_match(text: str) -> Match:
    """A match from a file that somebody has sent."""
    if "[Game" not in text:
        raise Problem(422, "bad_match", NOT_A_MATCH)
    if "\0" in text:
        raise BadMatch(1, 1, Message("this is not UTF-8 text"))
    if sum(len(box.encode()) for box in read_tri(text).box.values()) > BOX_BYTES:
        raise too_large(BOX_BYTES)
    match = Match.parse(text)
    if match.game.box_files is not None:
        check_box(match.game, match.game.box_files)
    return match
