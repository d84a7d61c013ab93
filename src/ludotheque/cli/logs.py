"""What a house writes to its log: plain lines, or one JSON object a line for a collector.

Neither holds names, addresses, cookies or the ids of tables. In JSON an exception is told by its
kind and where it came from: its own words may hold what somebody typed.
"""

import json
import logging
import traceback
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any


class Format(StrEnum):
    """How a line of the log is written."""

    text = "text"
    json = "json"


class Json(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, who says it, what; for a request, what it was."""
        said: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage().strip(),
            **getattr(record, "said", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            said["error"] = type(error).__name__
            said["at"] = [_place(frame) for frame in traceback.extract_tb(error.__traceback__)]
        return json.dumps(said, ensure_ascii=False)


def _place(frame: traceback.FrameSummary) -> str:
    file = "/".join(frame.filename.replace("\\", "/").split("/")[-2:])
    return f"{file}:{frame.lineno} {frame.name}"


def settings(chosen: Format) -> dict[str, Any]:
    """The log's settings, as logging.config takes them; requests are told in JSON only."""
    is_json = chosen is Format.json
    plain = {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    level = "INFO" if is_json else "WARNING"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": Json} if is_json else plain},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {"ludotheque": {"level": level}},
    }
