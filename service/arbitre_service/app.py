"""The application: use cases on one side, Litestar on the other, tied together here."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response

from arbitre_service.access import Tokens
from arbitre_service.adapters.databases import NONE, default_address, make_file, open_store
from arbitre_service.adapters.engine import EngineJudge
from arbitre_service.adapters.umpire import EngineUmpire
from arbitre_service.clock import Clock
from arbitre_service.door import Door
from arbitre_service.holding import Holding
from arbitre_service.logs import LOG, RequestLog, configure
from arbitre_service.match_ports import Store, Umpire
from arbitre_service.match_routes import MatchService, match_handlers
from arbitre_service.metrics import NO_ROUTE, PUBLISH_SECONDS, Metrics
from arbitre_service.offload import Offload
from arbitre_service.page import page_handlers
from arbitre_service.problems import problem_response, status_of
from arbitre_service.request import ServiceRequest
from arbitre_service.routes import Service, handlers
from arbitre_service.settings import Settings
from arbitre_service.table import Table
from arbitre_service.version import LIBRARY

_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
_KEPT: Final = 32 << 20


def create_app(
    table: Table,
    settings: Settings | None = None,
    umpire: Umpire | None = None,
    store: Store | None = None,
    clock: Clock | None = None,
) -> Litestar:
    """Make the ASGI application around a table and, with an umpire and a store, around matches.

    Raises:
        ValueError: the token file can't be used.
    """
    settings = settings or Settings()
    offload = Offload(settings.threads or None)
    tokens = Tokens(settings.token_file)
    metrics = Metrics(table.codes, LIBRARY, settings.metrics_folder)
    door = Door(settings, metrics)
    holding = None
    if umpire is not None and store is not None:
        holding = Holding(settings, umpire, store, clock or Clock(), offload, metrics)
    service = Service(
        table=table,
        offload=offload,
        tokens=tokens,
        metrics=metrics,
        request_log=RequestLog(settings.log_sample),
        version=LIBRARY,
        body_limit=settings.body_limit,
        gauges=_no_gauges if holding is None else holding.gauges,
        ready=_ready if holding is None else holding.ready,
    )
    held = MatchService(
        matches=None if holding is None else holding.matches,
        heartbeat=settings.heartbeat,
        patience=settings.body_timeout,
        anybody=settings.insecure_no_tokens,
    )

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        started = time.monotonic()
        measure = _no_measure if holding is None else holding.measure
        publishing = None
        if settings.metrics_folder:
            publishing = asyncio.create_task(_publish(metrics, measure))
        if holding is not None:
            await holding.open()
        LOG.info(
            "started",
            version=service.version,
            pid=os.getpid(),
            games=[game.name for game in table.catalogue().games],
            tokens=len(tokens),
        )
        try:
            with _reload_on_hangup(tokens):
                yield
        finally:
            if publishing is not None:
                publishing.cancel()
            if holding is not None:
                await holding.close()
            offload.close()
            metrics.publish()
            LOG.info("stopped", pid=os.getpid(), seconds=round(time.monotonic() - started, 1))

    def problem(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        # A handler counts its own requests; these have found none.
        scope: Mapping[str, Any] = request.scope
        if "route_handler" not in scope:
            metrics.route(NO_ROUTE).add(status_of(error), 0.0)
        return problem_response(request, error)

    app = Litestar(
        [*handlers(service), *match_handlers(service, held, door), *page_handlers(service)],
        request_class=ServiceRequest,
        request_max_body_size=settings.body_limit,
        exception_handlers={Exception: problem},
        lifespan=[lifespan],
        # The document is ours, built from the msgspec structs, and so is the logging.
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
    app.state[Door.NAME] = door
    return app


def application() -> Litestar:
    """Make the application from the environment; uvicorn calls this in each worker."""
    settings = Settings.from_environment()
    configure(settings)
    judge = EngineJudge(settings.content)
    umpire = store = None
    if settings.database != NONE:
        address = settings.database or default_address()
        make_file(address)  # `arbitre serve` has; other servers of ASGI haven't.
        umpire, store = EngineUmpire(judge), open_store(address)
    app = create_app(Table(judge), settings, umpire, store)
    settle_memory()
    return app


async def _publish(metrics: Metrics, measure: Callable[[], None]) -> None:
    while True:
        measure()
        metrics.publish()
        await asyncio.sleep(PUBLISH_SECONDS)


@contextmanager
def _reload_on_hangup(tokens: Tokens) -> Iterator[None]:
    """Read the token file anew at SIGHUP. Where that fails, the tokens read before stay."""

    def reload() -> None:
        try:
            tokens.reload()
        except ValueError as error:
            LOG.error("tokens kept", why=str(error))
        else:
            LOG.info("tokens read", tokens=len(tokens))

    loop = asyncio.get_running_loop()
    try:
        loop.add_signal_handler(signal.SIGHUP, reload)
    except (ValueError, RuntimeError, NotImplementedError, AttributeError):
        yield  # Not the main thread, or a system without that signal.
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGHUP)


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


async def _no_gauges() -> Mapping[str, tuple[str, float]]:
    return {}


async def _ready() -> None:
    pass


def _no_measure() -> None:
    pass
