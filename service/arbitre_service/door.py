"""What stands between the socket and the application: limits, time-outs, and who is let in."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from functools import cache
from math import inf
from typing import Any, Final

from arbitre_service import errors
from arbitre_service.metrics import NO_ROUTE, Metrics
from arbitre_service.negotiation import Headers
from arbitre_service.problems import answer_of
from arbitre_service.settings import Settings

GATHER_LIMIT: Final = 1 << 20
"""A body of up to this many bytes is gathered before the application has the request. A longer one
may be refused by its head; when the application asks for it, it comes whole if its length is known,
else in such pieces."""


class Stage(IntEnum):
    """What a connection waits for."""

    IDLE = 0  # the next request
    HEAD = 1  # the rest of a head
    BODY = 2  # the rest of a body
    WORK = 3  # an answer of ours
    CLOSING = 4  # its end


class Door:
    """What the connections of a worker share: limits, what counts against them, and a clock."""

    NAME: Final = "door"

    def __init__(self, settings: Settings, metrics: Metrics | None = None) -> None:
        self.settings = settings
        self.gather_limit = min(GATHER_LIMIT, settings.body_limit)
        self.held = 0
        """Bytes of bodies in memory."""
        self.rests = 0
        """Requests that wait for something to happen: they take no share of the work."""
        self.streams: set[asyncio.Task[Any]] = set()
        self.patience: Final = {
            Stage.IDLE: settings.idle_timeout,
            Stage.HEAD: settings.header_timeout,
            Stage.BODY: settings.body_timeout,
            Stage.WORK: inf,
            Stage.CLOSING: settings.body_timeout,
        }
        self.overloaded = Refusal(errors.Overloaded("Too many requests at once; ask again."), self)
        self._metrics = metrics
        self._period = min(1.0, max(0.02, min(self.patience.values()) / 4))
        self._watching = False

    def count(self, status: int) -> None:
        """Count a request that is refused here."""
        if self._metrics is not None:
            self._metrics.route(NO_ROUTE).add(status, 0.0)

    def count_connections(self, number: int) -> None:
        """Note how many connections there are."""
        if self._metrics is not None:
            self._metrics.counts.connections = number

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Wrap the answer to a request that may wait for long."""
        self.rests += 1
        try:
            yield
        finally:
            self.rests -= 1

    def watch(self, connections: set[Any], loop: asyncio.AbstractEventLoop) -> None:
        """See to it that connections whose time is up are ended: one timer for all of them."""
        if not self._watching:
            self._watching = True
            loop.call_later(self._period, self._sweep, connections, loop)

    def _sweep(self, connections: set[Any], loop: asyncio.AbstractEventLoop) -> None:
        self._watching = False
        now = loop.time()
        for late in [c for c in connections if c.deadline <= now or c.taken_by <= now]:
            late.expire(now)
        if connections:
            self.watch(connections, loop)


class Refusal:
    """An application that answers every request with the same problem."""

    def __init__(self, error: Exception, door: Door) -> None:
        self._error = error
        self._door = door

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Send the problem document."""
        status, headers, body = written(self._error, scope["headers"])
        self._door.count(status)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


@cache
def default_door() -> Door:
    """Return what an application gets that brings nothing of its own."""
    return Door(Settings())


def written(error: Exception, asked: Headers) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    status, media_type, hints, body = answer_of(error, asked)
    headers = {**hints, "content-type": media_type, "content-length": str(len(body))}
    return status, [(name.encode(), value.encode()) for name, value in headers.items()], body
