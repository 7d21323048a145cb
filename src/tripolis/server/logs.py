"""Logs: one JSON object a line, with the id of the request where there is one."""

from __future__ import annotations

import json
import logging
import logging.config
from collections import deque
from datetime import UTC, datetime
from typing import Any

EXTRA = ("request", "ms", "address")


class JsonFormatter(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger, message, and what belongs to the request."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in EXTRA if getattr(record, name, None) is not None}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class RecentErrors(logging.Handler):
    """Keeps the last errors, for the host's page."""

    def __init__(self, keep: int = 50) -> None:
        super().__init__(logging.ERROR)
        self.lines: deque[dict[str, Any]] = deque(maxlen=keep)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Note an error: without its trace, which is in the log under the same request."""
        self.count += 1
        text = record.getMessage()
        if record.exc_info and record.exc_info[0]:
            text += f" ({record.exc_info[0].__name__})"
        about = {"at": round(record.created * 1000), "text": text[:300], "request": getattr(record, "request", None)}
        self.lines.appendleft(about)


FOR_HOSTS = ("tripolis.server.watchdog", "tripolis.server.heartbeat")
"""What only somebody who runs a server for others can make use of: who held it, and for how long it was away."""


def set_up(level: str, for_hosts: bool = True) -> None:
    """Write the logs of server and web server to standard error."""
    quiet = {} if for_hosts else {name: {"level": "CRITICAL"} for name in FOR_HOSTS}
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"json": {"()": JsonFormatter}},
            "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "json"}},
            "loggers": {
                "tripolis": {"handlers": ["out"], "level": level.upper(), "propagate": False},
                "uvicorn": {"handlers": ["out"], "level": "WARNING", "propagate": False},
                "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
                **quiet,
            },
        }
    )
