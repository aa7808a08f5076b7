"""Litestar handlers, made from the table of endpoints."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Any, Final
from urllib.parse import parse_qs

from litestar import HttpMethod, post, route
from litestar.handlers import HTTPRouteHandler
from litestar.types import Receive, Scope, Send

from arbitre_service.access import Tokens
from arbitre_service.endpoints import GET_ROUTES, POST_ROUTES, GetRoute, PostRoute
from arbitre_service.errors import MoveRefused
from arbitre_service.logs import RequestLog
from arbitre_service.messages import encode_json
from arbitre_service.metrics import CONTENT_TYPE, Metrics, Tally
from arbitre_service.negotiation import JSON, Exchange, negotiate, negotiate_answer
from arbitre_service.offload import Offload
from arbitre_service.openapi import build_document
from arbitre_service.problems import decode, status_of
from arbitre_service.request import ServiceRequest
from arbitre_service.table import Table

_READ: Final = [HttpMethod.GET, HttpMethod.HEAD]


@dataclass(frozen=True, slots=True)
class Service:
    """What the handlers work with."""

    table: Table
    offload: Offload
    tokens: Tokens
    metrics: Metrics
    request_log: RequestLog
    version: str
    body_limit: int
    gauges: Callable[[], Awaitable[Mapping[str, tuple[str, float]]]]
    """What is measured when the metrics are asked for."""
    ready: Callable[[], Awaitable[None]]
    """Raises what keeps the service from being ready."""


class Reply:
    """An answer whose bytes are ready: two messages and nothing else to do."""

    __slots__ = ("_body", "_headers", "status")

    def __init__(
        self,
        content_type: tuple[bytes, bytes],
        body: bytes,
        *,
        status: int = 200,
        headers: Iterable[tuple[bytes, bytes]] = (),
    ) -> None:
        self.status = status
        self._body = body
        self._headers = [content_type, (b"content-length", b"%d" % len(body)), *headers]
        if status == 304:
            del self._headers[:2]  # They are those of the body that isn't sent.

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        await send(
            {
                "type": "http.response.start",
                "status": self.status,
                "headers": self._headers,
            }
        )
        await send({"type": "http.response.body", "body": self._body, "more_body": False})


Answer = Callable[[Any], Awaitable[Reply]]
"""Of a `ServiceRequest`, the class that the application gives to its routes."""


def handlers(service: Service) -> list[HTTPRouteHandler]:
    """Make every handler of the service."""
    return [
        *(_get_handler(route, service) for route in GET_ROUTES),
        *(_post_handler(route, service) for route in POST_ROUTES),
        _metrics_handler(service),
        _schema_handler(service),
    ]


def counted(service: Service, name: str, answer: Answer, *, open: bool = False) -> Answer:
    """Admit the caller unless the route is `open`, have the request answered, and count it."""
    counts, counter = service.metrics.counts, service.metrics.route(name)
    admit, log = service.tokens.admit, service.request_log

    async def handler(request: ServiceRequest) -> Reply:
        started = perf_counter()
        counts.in_flight += 1
        status, caller = 500, ""
        try:
            if not open:
                caller = admit(request.scope["headers"])
            reply = await answer(request)
            status = reply.status
            return reply
        except Exception as error:
            status = status_of(error)
            raise
        finally:
            counts.in_flight -= 1
            seconds = perf_counter() - started
            counter.add(status, seconds)
            if log.share:
                game = request.scope["path_params"].get("game", "")
                log.write(name, game, caller, status, seconds)

    return handler


def _post_handler(endpoint: PostRoute, service: Service) -> HTTPRouteHandler:
    table, metrics, offload = service.table, service.metrics, service.offload
    reader, use, judged = endpoint.reader, endpoint.use, endpoint.judged
    limit = min(service.body_limit, endpoint.body_limit or service.body_limit)

    def work(game: str, body: bytes, exchange: Exchange) -> tuple[bytes, Tally | None]:
        read = reader.json if exchange.reader.is_json else reader.msgpack
        answer = use(table, game, decode(read, body, exchange.reader))
        return exchange.writer.encode(answer), judged(answer) if judged else None

    async def answer(request: ServiceRequest) -> Reply:
        exchange = negotiate(request.scope["headers"])
        game: str = request.scope["path_params"]["game"]
        table.require(game)
        body = await request.body()
        try:
            if len(body) <= endpoint.inline_limit:
                written, tally = work(game, body, exchange)
            else:
                written, tally = await offload.run(work, game, body, exchange)
        except MoveRefused as refused:
            metrics.judged(game, {refused.verdict.code: 1})
            raise
        if tally:
            metrics.judged(game, tally)
        return Reply(exchange.writer.content_type, written)

    return post(
        litestar_path(endpoint.path),
        status_code=200,
        name=endpoint.name,
        request_max_body_size=limit,
        before_request=counted(service, endpoint.name, answer),
    )(_answered_before)


async def _answered_before() -> Reply:
    """Stand where a handler would: the hook before it has answered.

    A hook gets the request as it is. What a handler takes is converted against its signature first:
    one part in sixteen of all that a request for one verdict costs.
    """
    raise AssertionError("the hook gives every answer")


def _get_handler(endpoint: GetRoute, service: Service) -> HTTPRouteHandler:
    async def answer(request: ServiceRequest) -> Reply:
        written = negotiate_answer(request.scope["headers"])
        game = request.scope["path_params"].get("game", "")
        digests = parse_qs(request.scope["query_string"].decode("latin-1")).get("digest")
        if endpoint.name == "ready":
            await service.ready()
        found = endpoint.use(service.table, game, digests[0] if digests else None)
        return Reply(written.content_type, written.encode(found))

    handler = counted(service, endpoint.name, answer, open=endpoint.open)
    return read_route(endpoint.path, name=endpoint.name)(handler)


def _metrics_handler(service: Service) -> HTTPRouteHandler:
    async def answer(request: ServiceRequest) -> Reply:
        return Reply(CONTENT_TYPE, service.metrics.exposition(await service.gauges()))

    return read_route("/metrics", name="metrics")(counted(service, "metrics", answer))


def _schema_handler(service: Service) -> HTTPRouteHandler:
    @cache
    def document() -> bytes:
        secured = len(service.tokens) > 0
        return encode_json(build_document(service.table, service.version, secured))

    async def answer(request: ServiceRequest) -> Reply:
        return Reply(JSON.content_type, document())

    handler = counted(service, "schema", answer)
    return read_route("/schema", "/schema/openapi.json", name="schema")(handler)


def read_route(*paths: str, name: str) -> Callable[[Answer], HTTPRouteHandler]:
    """Make the route of a handler that is read with GET."""
    return route([litestar_path(path) for path in paths], http_method=_READ, name=name)


def litestar_path(path: str) -> str:
    """Write a path as Litestar wants it."""
    return re.sub(r"{(\w+)}", r"{\1:str}", path)
