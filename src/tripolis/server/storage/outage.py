"""When the database does not answer: how that is recognized, what is answered, what is logged."""

from __future__ import annotations

import logging

import sqlalchemy as sa

from tripolis.engine.words import Message

from ..domain.problems import Problem
from ..rate_limit import RateLimit

LOG = logging.getLogger("tripolis.server")
OURS = (sa.exc.IntegrityError, sa.exc.DataError, sa.exc.ProgrammingError)
AWAY = (sa.exc.DBAPIError, sa.exc.TimeoutError, ConnectionError)
LINES = RateLimit(60, burst=1)
"""A line of the log each second, instead of one for every request."""


def is_away(error: BaseException) -> bool:
    """Is the database gone, or unable to write? Then no statement of ours is to blame."""
    return (isinstance(error, AWAY) and not isinstance(error, OURS)) or type(error).__module__.startswith("asyncpg.")


def log_outage(error: BaseException) -> bool:
    """Log that the database is away, once a second at most; False if this error has another reason."""
    if not is_away(error):
        return False
    if LINES.take("database"):
        LOG.error("the database does not answer: %r", error)
    return True


def unavailable() -> Problem:
    """The database is away."""
    return Problem(503, "unavailable", Message("The database does not answer: try again in a moment."))
