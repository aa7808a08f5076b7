"""Litestar handlers of the routes of matches, and of their stream."""

from __future__ import annotations

import asyncio
import contextlib
import re
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec
from litestar import HttpMethod, WebSocket, route
from litestar import websocket as websocket_route
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import HTTPRouteHandler, WebsocketRouteHandler
from msgspec import UNSET

from arbitre_service import match_messages as words
from arbitre_service.access import Tokens, asks_this_machine, bearer
from arbitre_service.door import Door
from arbitre_service.errors import (
    InvalidField,
    NoDatabase,
    ServiceError,
    StorageDown,
    StorageFull,
    Unauthorized,
    UnknownMatch,
)
from arbitre_service.logs import LOG
from arbitre_service.match_endpoints import MATCH_ROUTES, Asked, MatchRoute
from arbitre_service.matches.callers import PREFIX, Caller, Holder, Host, digest_of
from arbitre_service.matches.desk import Matches
from arbitre_service.matches.live import Encode, Listener, Live
from arbitre_service.messages import encode_json, encode_msgpack
from arbitre_service.negotiation import Headers, negotiate, negotiate_answer
from arbitre_service.problems import answer_of, decode, row_of
from arbitre_service.request import ServiceRequest
from arbitre_service.routes import Reply, Service, counted, litestar_path

PROTOCOLS: Final[dict[str, Encode]] = {"arbitre": encode_msgpack, "arbitre.json": encode_json}
"""The names of the stream's formats, for clients that have to ask for one (browsers): binary
frames of msgpack, which come unasked, or text frames of JSON."""

# Why a stream is closed; below 4000 the codes of RFC 6455.
CLOSE_OVER: Final = 1000
CLOSE_GONE: Final = 1001
CLOSE_FAILED: Final = 1011
CLOSE_REVOKED: Final = 4401
CLOSE_SLOW: Final = 4408
CLOSE_STORAGE: Final = 4503

_MISSED: Final = 100
_ID: Final = re.compile(r"[A-Za-z0-9_-]{16}")


@dataclass(frozen=True, slots=True)
class MatchService:
    """What the handlers of matches work with, besides what all do."""

    matches: Matches | None
    heartbeat: float
    patience: float
    """Seconds that a client of a stream may take for a frame."""
    anybody: bool = False
    """Without tokens: whether hosts may ask by any name, not by loopback's alone."""

    def require(self) -> Matches:
        """Return the matches; `NoDatabase` if the service holds none."""
        if self.matches is None:
            raise NoDatabase("The service was started without a database.")
        return self.matches


def match_handlers(
    service: Service, held: MatchService, door: Door
) -> list[HTTPRouteHandler | WebsocketRouteHandler]:
    """Make the handlers of matches."""
    return [
        *(_handler(endpoint, service, held, door) for endpoint in MATCH_ROUTES),
        _stream_handler(service, held),
    ]


def _handler(
    endpoint: MatchRoute, service: Service, held: MatchService, door: Door
) -> HTTPRouteHandler:
    limit = min(service.body_limit, endpoint.body_limit)
    reader = endpoint.reader

    async def answer(request: ServiceRequest) -> Reply:
        scope = request.scope
        headers = scope["headers"]
        if reader is None:
            writer = negotiate_answer(headers)
            body = None
        else:
            exchange = negotiate(headers)
            writer = exchange.writer
        matches = held.require()
        caller = _caller(service.tokens, held, headers)
        path = _path(scope["path_params"], caller)
        if reader is not None:
            read = reader.json if exchange.reader.is_json else reader.msgpack
            body = decode(read, await request.body(), exchange.reader)
        query = None
        if endpoint.query is not None:
            query = _query(endpoint.query, scope["query_string"])
        asked = Asked(matches, caller, path, body, query)
        try:
            if endpoint.waits:
                with door.resting():
                    found = await endpoint.use(asked)
            else:
                found = await endpoint.use(asked)
        except (StorageDown, StorageFull):
            service.metrics.count("storage_errors")
            raise
        return Reply(writer.content_type, writer.encode(found))

    method = [HttpMethod.GET, HttpMethod.HEAD] if endpoint.method == "get" else [HttpMethod.POST]
    handler = counted(service, endpoint.name, answer, open=True)
    return route(
        litestar_path(endpoint.path),
        http_method=method,
        name=endpoint.name,
        status_code=200,
        request_max_body_size=limit,
    )(handler)


def _caller(
    tokens: Tokens, held: MatchService, headers: Headers, more: str | None = None
) -> Caller:
    """Tell who asks, by the header or, for a browser's socket, by what stands in for it."""
    token = bearer(headers) if more is None else more.encode()
    if token is not None and token.startswith(PREFIX.encode()):
        return Holder(digest_of(token))
    if not len(tokens) and not held.anybody and not asks_this_machine(headers):
        # To a browser, a page whose name was made to point here is one of this service.
        raise Unauthorized(
            "Without tokens, hosts ask for 127.0.0.1 or localhost by that name; for other names "
            "start the service with --token-file."
        )
    return Host(tokens.admit(headers) if more is None else tokens.admit_token(token or b""))


def _path(params: dict[str, Any], caller: Caller) -> dict[str, Any]:
    match = params.get("match")
    if match is not None and not _ID.fullmatch(match):
        if isinstance(caller, Holder):
            raise Unauthorized("The token is none of this match, or not any more.")
        raise UnknownMatch("There is no such match.")
    if "ply" in params:
        ply = params["ply"]
        if not (ply.isascii() and ply.isdigit() and len(ply) < 10):
            raise InvalidField("A ply is a number from 0.")
        return {**params, "ply": int(ply)}
    return params


def _query(shape: type[words.Query], text: bytes) -> Any:
    pairs = parse_qsl(text.decode("latin-1"), keep_blank_values=True)
    found = {name: value for name, value in pairs if name in shape.__struct_fields__}
    if len(found) < sum(name in found for name, _ in pairs):
        raise InvalidField("In the query a parameter is given twice.")
    try:
        return msgspec.convert(found, shape, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidField(f"In the query: {str(error)[:200]}.") from error


# --- the stream --------------------------------------------------------------------------------


def _stream_handler(service: Service, held: MatchService) -> WebsocketRouteHandler:
    metrics = service.metrics
    counter = metrics.route("stream")

    async def stream(socket: WebSocket[Any, Any, Any]) -> None:
        offered = socket.scope["subprotocols"]
        subprotocol = next((name for name in offered if name in PROTOCOLS), None)
        try:
            matches, live, viewer, digest, query = await _open(service, held, socket)
            encode = PROTOCOLS[subprotocol or "arbitre"]
            lang = words.chosen(query.lang)
            listener = matches.house.listen(live, viewer, digest, lang, encode)
        except ServiceError as error:
            counter.add(await _refuse(socket, error), 0.0)
            return
        counter.add(101, 0.0)
        metrics.count("streams_opened")
        levels = metrics.counts.levels
        levels["streams"] = levels.get("streams", 0) + 1
        try:
            await socket.accept(subprotocols=subprotocol)
            streaming = Stream(matches, live, viewer, listener, socket, held)
            code = await streaming.run(query)
            if code == CLOSE_SLOW:
                metrics.count("streams_overrun")
        finally:
            levels["streams"] -= 1
            matches.house.leave(live, listener)

    return websocket_route(litestar_path("/v1/matches/{match}/stream"), name="stream")(stream)


async def _open(
    service: Service, held: MatchService, socket: WebSocket[Any, Any, Any]
) -> tuple[Matches, Live, int, str, words.StreamQuery]:
    matches = held.require()
    protocols = socket.scope["subprotocols"]
    told = [name.removeprefix("token.") for name in protocols if name.startswith("token.")]
    headers = socket.scope["headers"]
    caller = _caller(service.tokens, held, headers, told[0] if told else None)
    if isinstance(caller, Host) and not len(service.tokens) and _from_elsewhere(headers):
        # Browsers ask nobody before they open a socket to this machine for some page.
        raise Unauthorized("Without tokens only pages of this service may look on.")
    path = _path(socket.scope["path_params"], caller)
    query: words.StreamQuery = _query(words.StreamQuery, socket.scope["query_string"])
    live, viewer = await matches.enter(caller, str(path["match"]))
    return matches, live, viewer, caller.digest if isinstance(caller, Holder) else "", query


def _from_elsewhere(headers: Headers) -> bool:
    """Tell whether a page of another origin asks."""
    said = dict(headers)
    origin = said.get(b"origin")
    return origin is not None and origin.partition(b"://")[2] != said.get(b"host")


async def _refuse(socket: WebSocket[Any, Any, Any], error: ServiceError) -> int:
    """Answer the handshake with a problem document."""
    answer = answer_of(error, socket.scope["headers"])
    headers = {**answer.headers, "content-type": answer.media_type}
    head: Any = {
        "type": "websocket.http.response.start",
        "status": answer.status,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    await socket.send(head)
    body: Any = {"type": "websocket.http.response.body", "body": answer.body}
    await socket.send(body)
    return answer.status


class Stream:
    """One client of a stream: a snapshot or what it has missed, then updates as they come."""

    def __init__(
        self,
        matches: Matches,
        live: Live,
        viewer: int,
        listener: Listener,
        socket: WebSocket[Any, Any, Any],
        held: MatchService,
    ) -> None:
        self._matches = matches
        self._live = live
        self._viewer = viewer
        self._listener = listener
        self._socket = socket
        self._held = held
        self._version = 0
        """What the client has been told."""

    async def run(self, query: words.StreamQuery) -> int:
        """Serve the client until the match is over or it is gone; return how that was told."""
        leaving = asyncio.create_task(self._hear())
        telling = asyncio.create_task(self._tell(query))
        try:
            await asyncio.wait({leaving, telling}, return_when=asyncio.FIRST_COMPLETED)
            if not telling.done():
                return CLOSE_GONE
            code, why = _ending(telling.exception())
            # One that takes nothing is cut off by the protocol before long.
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._socket.close(code, why), self._held.patience)
            return code
        finally:
            for task in (leaving, telling):
                task.cancel()
            await asyncio.gather(leaving, telling, return_exceptions=True)

    async def _hear(self) -> None:
        """Wait until the client is gone. What it says meanwhile is passed over."""
        while True:
            message: Any = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return

    async def _tell(self, query: words.StreamQuery) -> None:
        live, viewer = self._live, self._viewer
        if query.after is UNSET:
            now, lang = self._matches.house.clock.now(), self._listener.lang or "en"
            view = live.view(viewer, now, lang, True, query.picture)
            self._version = view.version
            await self._send(self._listener.encode(words.SnapshotFrame(match=view)))
        else:
            self._version = min(query.after, live.version(viewer))
            await self._catch_up()
        while not self._done():
            if not await self._listener.wait(self._held.heartbeat):
                await self._beat()
                continue
            if self._listener.overrun:
                raise TooSlow
            if self._listener.revoked:
                raise Unauthorized("The token was revoked.")
            # The listener was there before the first frame was sent: nothing is missing here.
            for version, frame in self._listener.take():
                if version > self._version:
                    await self._send(frame)
                    self._version = version

    def _done(self) -> bool:
        live = self._live
        return live.replay.over and live.version(self._viewer) <= self._version

    async def _catch_up(self) -> None:
        """Send what the client has missed."""
        live, viewer, listener = self._live, self._viewer, self._listener
        while live.version(viewer) > self._version:
            missed = await self._matches.updates_of(
                live, viewer, self._version, _MISSED, listener.lang
            )
            for update in missed.updates:
                await self._send(listener.encode(words.UpdateFrame(update=update)))
                self._version = update.version

    async def _beat(self) -> None:
        """Make sure that nothing was overheard, and say that all is well."""
        live, viewer = self._live, self._viewer
        with contextlib.suppress(StorageDown):
            await self._matches.house.refresh(live)
        if live.version(viewer) <= self._version:
            beat = words.HeartbeatFrame(version=live.version(viewer))
            await self._send(self._listener.encode(beat))

    async def _send(self, frame: bytes) -> None:
        if self._listener.encode is encode_json:
            sending = self._socket.send_text(frame.decode())
        else:
            sending = self._socket.send_bytes(frame)
        try:
            await asyncio.wait_for(sending, self._held.patience)
        except TimeoutError:
            raise TooSlow from None


class TooSlow(Exception):
    """The client takes less than it is sent."""


def _ending(error: BaseException | None) -> tuple[int, str]:
    """Tell why a stream ends."""
    match error:
        case None:
            return CLOSE_OVER, "MATCH_OVER"
        case TooSlow():
            return CLOSE_SLOW, "SLOW_CLIENT"
        case Unauthorized():
            return CLOSE_REVOKED, "UNAUTHORIZED"
        case ServiceError():
            return CLOSE_STORAGE, row_of(error).code
        case WebSocketDisconnect() | OSError():
            return CLOSE_GONE, ""
        case _:
            LOG.error("stream failed", exc_info=error)
            return CLOSE_FAILED, "INTERNAL_ERROR"
