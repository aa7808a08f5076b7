"""The application: use cases on one side, Litestar on the other, tied together here."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as distribution_version
from typing import Final

from litestar import Litestar

from arbitre_service.adapters.engine import EngineJudge
from arbitre_service.offload import Offload
from arbitre_service.problems import problem_response
from arbitre_service.request import ServiceRequest
from arbitre_service.routes import handlers
from arbitre_service.settings import Settings
from arbitre_service.table import Table

_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
_KEPT: Final = 32 << 20


def create_app(table: Table, settings: Settings | None = None) -> Litestar:
    """Make the ASGI application around a table."""
    settings = settings or Settings()
    offload = Offload(settings.threads or None)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            offload.close()

    return Litestar(
        handlers(table, offload, _version(), settings.body_limit),
        request_class=ServiceRequest,
        request_max_body_size=settings.body_limit,
        exception_handlers={Exception: problem_response},
        lifespan=[lifespan],
        # The document is ours, built from the msgspec structs, and so is the logging.
        openapi_config=None,
        logging_config=None,
        debug=False,
    )


def application() -> Litestar:
    """Make the application from the environment; uvicorn calls this in each worker."""
    settings = Settings.from_environment()
    app = create_app(Table(EngineJudge(settings.content)), settings)
    settle_memory()
    return app


def settle_memory() -> None:
    """Prepare the memory of a process that is about to serve until its end.

    What lives now stays: the collector needn't walk over it again and again, which is where the
    slowest answers to large bodies come from. And what a large body took is kept for the next
    one: glibc would return it and fetch it anew, page by page, a quarter of the time that a
    packed request takes.
    """
    gc.collect()
    gc.freeze()
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return  # Another C library, with other habits.
    mallopt(_M_TRIM_THRESHOLD, _KEPT)
    mallopt(_M_MMAP_THRESHOLD, _KEPT)


def _version() -> str:
    try:
        return distribution_version("arbitre")
    except PackageNotFoundError:
        return "0"
