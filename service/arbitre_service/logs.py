"""What the service writes down: its start and end, its failures, and a share of its requests.

Never a state, a body or a token. A line is JSON, or text for people at a terminal.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from random import random
from typing import Any, Final

import structlog
from structlog.stdlib import BoundLogger, ProcessorFormatter

from arbitre_service.settings import Settings

_NAME_LIMIT: Final = 64
_WARNING: Final = "warning"

_SHARED: Final[list[structlog.typing.Processor]] = [
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]

LOG: Final[BoundLogger] = structlog.wrap_logger(
    logging.getLogger("arbitre_service"),
    processors=[
        structlog.stdlib.filter_by_level,
        *_SHARED,
        ProcessorFormatter.wrap_for_formatter,
    ],
    wrapper_class=BoundLogger,
    context_class=dict,
)


def configure(settings: Settings) -> None:
    """Send this process's log to standard error, ours and that of the libraries alike."""
    people = sys.stderr.isatty() if settings.log_format == "auto" else False
    if people or settings.log_format == "console":
        render: list[structlog.typing.Processor] = [structlog.dev.ConsoleRenderer(colors=people)]
    else:
        render = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[_plain, ProcessorFormatter.remove_processors_meta, *render],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(_WARNING.upper())
    logging.getLogger("arbitre_service").setLevel(settings.log_level.upper())
    # The server's own lines tell less than ours; what goes wrong there is worth a line.
    library = max(logging.WARNING, logging.getLevelNamesMapping()[settings.log_level.upper()])
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).setLevel(library)


class RequestLog:
    """Writes a share of the requests down."""

    def __init__(self, share: float) -> None:
        self.share = share

    def write(self, route: str, game: str, caller: str, status: int, seconds: float) -> None:
        """Write this request down, or not: chance decides."""
        if random() < self.share:
            LOG.info(
                "request",
                route=route,
                **({"game": game[:_NAME_LIMIT]} if game else {}),
                **({"caller": caller} if caller else {}),
                status=status,
                ms=round(seconds * 1000, 3),
            )


def _plain(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Keep what a caller chose from breaking out of its line."""
    event["event"] = str(event["event"]).replace("\n", "\\n").replace("\r", "\\r")
    return event
