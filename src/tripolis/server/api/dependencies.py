"""What routes are handed: each part of the server under its own name."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar.di import NamedDependency, Provide
from litestar.params import PathParameter, SkipValidation

from ..domain.identity import Identity
from ..live.bots import Bots
from ..live.computing import Computing
from ..live.notices import Notices
from ..live.preparation import Preparation
from ..live.reviews import Reviews
from ..live.tables import LiveTable, LiveTables
from ..live.workers import Workers
from ..metrics import Figures
from ..rate_limit import RateLimit
from ..settings import Settings
from ..storage.guests import Guests
from ..storage.house import House
from ..storage.ratings import Ratings
from ..storage.store import Store
from .host import Host
from .identity import reader
from .matches import Matches
from .puzzles import Outcomes
from .seats import Seats
from .table_setup import TableSetup

TheBots: TypeAlias = NamedDependency[SkipValidation[Bots]]
TheComputing: TypeAlias = NamedDependency[SkipValidation[Computing]]
TheFigures: TypeAlias = NamedDependency[SkipValidation[Figures]]
TheGuests: TypeAlias = NamedDependency[SkipValidation[Guests]]
TheHouse: TypeAlias = NamedDependency[SkipValidation[House]]
TheHost: TypeAlias = NamedDependency[SkipValidation[Host]]
TheMatches: TypeAlias = NamedDependency[SkipValidation[Matches]]
TheNotices: TypeAlias = NamedDependency[SkipValidation[Notices]]
TheOutcomes: TypeAlias = NamedDependency[SkipValidation[Outcomes]]
ThePreparation: TypeAlias = NamedDependency[SkipValidation[Preparation]]
TheRatings: TypeAlias = NamedDependency[SkipValidation[Ratings]]
TheReviews: TypeAlias = NamedDependency[SkipValidation[Reviews]]
TheSeats: TypeAlias = NamedDependency[SkipValidation[Seats]]
TheSettings: TypeAlias = NamedDependency[SkipValidation[Settings]]
TheSetup: TypeAlias = NamedDependency[SkipValidation[TableSetup]]
TheStore: TypeAlias = NamedDependency[SkipValidation[Store]]
TheTables: TypeAlias = NamedDependency[SkipValidation[LiveTables]]
TheWorkers: TypeAlias = NamedDependency[SkipValidation[Workers]]
StreamLimit: TypeAlias = NamedDependency[SkipValidation[RateLimit]]
Who: TypeAlias = NamedDependency[SkipValidation[Identity]]
"""Who sends the request."""
Live: TypeAlias = NamedDependency[SkipValidation[LiveTable]]
"""The table of the address, as it stands in the database."""
TableId = Annotated[str, PathParameter(max_length=16, description="The code of a table.")]


async def find_table(tables: TheTables, who: Who, table_id: TableId) -> LiveTable:
    """The table of an address.

    It waits for `who`: Litestar asks independent dependencies at once, and cancels the query of one when another fails.
    """
    live = await tables.visit(table_id)
    tables.check(who, live.table, "look")
    return live


AT_TABLE = {"live": Provide(find_table)}
READING = {"who": Provide(reader)}
"""For routes that document the language of their words."""
