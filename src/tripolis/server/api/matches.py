"""Matches to look at from the first move to the last: of finished tables, and from files that guests have sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tripolis.engine.game import Game
from tripolis.engine.words import Message

from ..domain.games import game_of
from ..domain.identity import Identity
from ..domain.problems import Problem, too_many
from ..domain.table import Table
from ..live.computing import Computing, decoded
from ..now import now
from ..settings import Settings
from ..storage.ids import check_id, new_id
from ..storage.schema import MATCHES
from ..storage.store import Store
from . import queries
from .identity import no_name

HOUR = 3_600_000


@dataclass(frozen=True)
class MatchSource:
    """A match that is looked at: what is played, and what another process makes the match of."""

    game: Game
    data: dict[str, Any]


class Matches:
    """Finds matches; whatever is made of them is made in other processes."""

    def __init__(self, store: Store, computing: Computing, settings: Settings) -> None:
        self.store, self.computing, self.settings = store, computing, settings

    async def import_match(self, who: Identity, text: str) -> tuple[str, int]:
        """Take in a match file; returns its code and how many moves it has."""
        if not who.guest:
            raise no_name()
        hour = sa.select(sa.func.count()).where(MATCHES.c.guest == who.guest, MATCHES.c.created > now() - HOUR)
        if (await self.store.row(hour))[0] >= self.settings.imports_per_hour:
            raise too_many(Message("You have uploaded many matches: wait an hour."), HOUR // 1000)
        match = decoded(await self.computing.run(who, "read", text=text))
        match_id = new_id()
        row = {"id": match_id, "guest": who.guest, "text": match["text"], "created": now()}
        await self.store.write(sa.insert(MATCHES).values(**row))
        return match_id, match["plies"]

    async def imported_text(self, match_id: str) -> str:
        """The file of a match that somebody has imported."""
        check_id(match_id)
        row = await self.store.row(sa.select(MATCHES.c.text).where(MATCHES.c.id == match_id))
        if row is None:
            raise Problem(404, "no_match", Message("There is no such match."))
        return str(row.text)

    async def imported(self, match_id: str, who: Identity) -> MatchSource:
        """A match that somebody has imported."""
        source = {"key": match_id, "text": await self.imported_text(match_id)}
        return MatchSource(game_of(decoded(await self.computing.run(who, "game", match=source))), source)


def finished(table: Table) -> MatchSource:
    """The match of a finished table."""
    return MatchSource(table.game, queries.finished(table))
