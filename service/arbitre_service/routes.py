"""Litestar handlers, made from the table of endpoints."""

from __future__ import annotations

from functools import cache
from typing import Final
from urllib.parse import parse_qs

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.types import Receive, Scope, Send

from arbitre_service.endpoints import GET_ROUTES, POST_ROUTES, GetRoute, PostRoute
from arbitre_service.messages import encode_json
from arbitre_service.negotiation import JSON, Exchange, Format, negotiate, negotiate_answer
from arbitre_service.offload import Offload
from arbitre_service.openapi import build_document
from arbitre_service.problems import decode
from arbitre_service.request import ServiceRequest
from arbitre_service.table import Table

INLINE_LIMIT: Final = 8 * 1024
"""Bodies up to this many bytes are judged in the event loop: a thread would cost more."""


class Reply:
    """An answer whose bytes are ready: two messages and nothing else to do."""

    __slots__ = ("_body", "_written")

    def __init__(self, written: Format, body: bytes) -> None:
        self._written = written
        self._body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [
                    self._written.content_type,
                    (b"content-length", b"%d" % len(self._body)),
                ],
            }
        )
        await send({"type": "http.response.body", "body": self._body, "more_body": False})


def handlers(
    table: Table, offload: Offload, version: str, body_limit: int
) -> list[HTTPRouteHandler]:
    """Make every handler of the service."""
    return [
        *(_get_handler(route, table) for route in GET_ROUTES),
        *(_post_handler(route, table, offload, body_limit) for route in POST_ROUTES),
        _schema_handler(table, version),
    ]


def _post_handler(
    route: PostRoute, table: Table, offload: Offload, body_limit: int
) -> HTTPRouteHandler:
    reader, use = route.reader, route.use
    limit = min(body_limit, route.body_limit or body_limit)

    def work(game: str, body: bytes, exchange: Exchange) -> bytes:
        read = reader.json if exchange.reader.is_json else reader.msgpack
        return exchange.writer.encode(use(table, game, decode(read, body, exchange.reader)))

    @post(
        _litestar_path(route.path),
        status_code=200,
        name=route.name,
        request_max_body_size=limit,
    )
    async def handler(request: ServiceRequest) -> Reply:
        exchange = negotiate(request.scope["headers"])
        game: str = request.scope["path_params"]["game"]
        table.require(game)
        body = await request.body()
        if len(body) <= INLINE_LIMIT:
            answer = work(game, body, exchange)
        else:
            answer = await offload.run(work, game, body, exchange)
        return Reply(exchange.writer, answer)

    return handler


def _get_handler(route: GetRoute, table: Table) -> HTTPRouteHandler:
    @get(_litestar_path(route.path), name=route.name)
    async def handler(request: ServiceRequest) -> Reply:
        written = negotiate_answer(request.scope["headers"])
        game = request.scope["path_params"].get("game", "")
        digests = parse_qs(request.scope["query_string"].decode("latin-1")).get("digest")
        answer = route.use(table, game, digests[0] if digests else None)
        return Reply(written, written.encode(answer))

    return handler


def _schema_handler(table: Table, version: str) -> HTTPRouteHandler:
    @cache
    def document() -> bytes:
        return encode_json(build_document(table, version))

    @get(["/schema", "/schema/openapi.json"], name="schema")
    async def handler() -> Reply:
        return Reply(JSON, document())

    return handler


def _litestar_path(path: str) -> str:
    return path.replace("{game}", "{game:str}")
