"""Logs: one JSON object a line, with the id of the request where there is one."""

from __future__ import annotations

import json
import logging
import logging.config
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


def set_up(level: str) -> None:
    """Write the logs of server and web server to standard error."""
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
            },
        }
    )
