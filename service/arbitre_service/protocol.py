"""HTTP/1.1 on a socket: uvicorn's protocol, with limits and with patience that ends.

A request reaches the application when its body is here, so that a slow client holds a connection
and some bytes, but no task. Whatever may take long has a time-out, and all that adds up a limit.
"""

from __future__ import annotations

import asyncio
import http
import re
from collections import deque
from collections.abc import Callable
from math import inf
from typing import Any, Final
from urllib.parse import unquote

import httptools
from litestar.exceptions import HTTPException
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from arbitre_service import errors
from arbitre_service.door import Door, Stage, default_door, written
from arbitre_service.filling import FILL_FROM, Filling

_HEAD_LIMIT: Final = 64 << 10
_LINGER: Final = 2.0
_STREAM: Final = re.compile(rb"/v1/matches/[^/?]*/stream(\?.*)?")
_PROBES: Final = frozenset({"/health/live", "/health/ready", "/metrics"})
"""Answered however busy the service is: whoever asks wants to know just that."""

Message = dict[str, Any]
_GONE: Final[Message] = {"type": "http.disconnect"}


class Cycle(RequestResponseCycle):
    """A request and its answer."""

    gathered: bytes | bytearray | memoryview = b""
    started = False
    """Whether the application has it."""
    wanted: Callable[[], None]
    """Called once, when the application first asks for a body that hasn't come whole."""
    asked = False
    """Whether it has been called."""
    taken = False
    """Whether the application has the end of the body."""

    async def receive(self) -> Any:
        """Hand on what has come of the body: all of it, most often."""
        if self.waiting_for_100_continue and not self.transport.is_closing():
            self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            self.waiting_for_100_continue = False
        if (self.more_body or self.taken) and not self.disconnected and not self.response_complete:
            self.flow.resume_reading()
            if self.more_body and not self.asked:
                self.asked = True
                self.wanted()
            await self.message_event.wait()
        self.message_event.clear()
        if self.disconnected or self.response_complete:
            return _GONE
        body, self.gathered = self.gathered, b""
        self.taken = not self.more_body
        return {"type": "http.request", "body": body, "more_body": self.more_body}


class ServiceProtocol(HttpToolsProtocol):
    """One connection."""

    cycle: Cycle
    pipeline: deque[Cycle]  # type: ignore[assignment]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        state = getattr(self.app, "state", {})
        self.door: Door = state.get(Door.NAME) or default_door()
        self.deadline = inf
        """When what the connection waits for has to be here."""
        self.taken_by = inf
        """When what was written has to be taken."""
        self._stage = self._timed = Stage.HEAD
        self._answering: Cycle | None = None
        self._head = 0
        """Bytes of a head, beyond those that came together with its first one."""
        self._fresh = False
        """Whether a head has begun among the bytes being read."""
        self._declared = 0
        """Bytes of the body, as its head says."""
        self._held = 0
        """Bytes of bodies in memory."""
        self._streaming = False
        """Whether the connection becomes a WebSocket."""

    # --- the connection ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, or refuse the connection."""
        super().connection_made(transport)
        number = len(self.connections)
        self.door.count_connections(number)
        self.door.watch(self.connections, self.loop)
        if number > self.door.settings.connection_limit:
            self._refuse(errors.Overloaded("Too many connections; try again."), linger=0)
        else:
            self._enter(Stage.HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection, and whom it was to answer."""
        if self._answering is not None:
            self._answering.disconnected = True
            self._answering.message_event.set()
        self.pipeline.clear()
        super().connection_lost(exc)
        self.door.count_connections(len(self.connections))
        self._release()
        self.deadline = self.taken_by = inf
        self._answering = None

    def data_received(self, data: bytes) -> None:
        """Read on."""
        if self._stage is Stage.CLOSING:
            return
        self._fresh = False
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._streaming:
                self._hand_over()
                return
            # Nothing else here speaks anything else; the request is answered as it stands.
        except httptools.HttpParserError:
            self._refuse(HTTPException(status_code=400, detail="That is no HTTP/1.1 request."))
            return
        if self._stage is Stage.HEAD and not self._fresh:
            self._head += len(data)
            if self._head > _HEAD_LIMIT:
                self._refuse(errors.HeadersTooLarge(f"A head has at most {_HEAD_LIMIT} bytes."))
                return
        if self._stage is not self._timed:
            self._enter(self._stage)
        if self._stage is Stage.BODY and self._declared >= FILL_FROM and not self.cycle.started:
            self._fill()

    def _fill(self) -> None:
        """Have the rest of a large body received where it is to be read."""
        cycle = self.cycle
        missing = self._declared - len(cycle.gathered)
        too_long = self._declared > self.door.settings.body_limit
        if missing < FILL_FROM or too_long or cycle is not self._answering:
            return
        assert not isinstance(cycle.gathered, memoryview)
        begun, cycle.gathered = cycle.gathered, b""
        cycle.message_event.clear()
        Filling(self, begun, self._declared)

    def body_arrived(self, size: int) -> None:
        """Count bytes of a body that is received past the parser."""
        if self._stage is not Stage.CLOSING:
            self._hold(size)

    def body_filled(self, body: memoryview) -> None:
        """Go on as the parser does at the end of a body."""
        if self._stage is Stage.CLOSING:
            return
        self.parser = httptools.HttpRequestParser(self)  # The old one still waits for the body.
        self.cycle.gathered = body
        self.on_message_complete()
        self._enter(self._stage)

    def _enter(self, stage: Stage) -> None:
        self._stage = self._timed = stage
        patience = self.door.patience[stage]
        self.deadline = inf if patience == inf else self.loop.time() + patience

    def pause_writing(self) -> None:
        """Wait for the client to take what was written, but not forever."""
        super().pause_writing()
        self.taken_by = self.loop.time() + self.door.settings.body_timeout

    def resume_writing(self) -> None:
        """Go on writing."""
        super().resume_writing()
        self.taken_by = inf

    # --- the request ---

    def on_message_begin(self) -> None:
        """Begin a head."""
        super().on_message_begin()
        if self._stage is not Stage.CLOSING:
            self._stage = Stage.HEAD
        self._head = 0
        self._fresh = True
        self._declared = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header."""
        name = name.lower()
        if name == b"content-length":
            self._declared = int(value)
        elif name == b"expect" and value.lower() == b"100-continue":
            self.expect_100_continue = True
        self.headers.append((name, value))

    def _wants_stream(self) -> bool:
        """Whether this is the handshake of a stream."""
        return (
            self.parser.should_upgrade()
            and self.ws_protocol_class is not None
            and self._get_upgrade() == b"websocket"
            and self._answering is None
            and _STREAM.fullmatch(self.url) is not None
        )

    def _hand_over(self) -> None:
        """Let the protocol of WebSockets have the connection."""
        self._release()
        self.deadline = self.taken_by = inf
        self.scope["method"] = "GET"
        self.handle_websocket_upgrade()

    @property
    def _large(self) -> bool:
        """Whether the body is declared too long to be gathered."""
        return self._declared > self.door.gather_limit

    def on_headers_complete(self) -> None:
        """Make a request of the head."""
        if self._stage is Stage.CLOSING:
            return
        if self._wants_stream():
            self._streaming = True
            return
        parser, scope = self.parser, self.scope
        version = parser.get_http_version()
        scope["method"] = parser.get_method().decode("ascii")
        if version != "1.1":
            scope["http_version"] = version
        url = httptools.parse_url(self.url)
        path = url.path.decode("ascii")
        scope["path"] = self.root_path + (unquote(path) if "%" in path else path)
        scope["raw_path"] = url.path
        scope["query_string"] = url.query or b""
        keep_alive = version != "1.0" and parser.should_keep_alive()
        self.cycle = Cycle(
            scope=scope,
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=False,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=self.expect_100_continue,
            keep_alive=keep_alive and not parser.should_upgrade(),
            on_response=self.on_response_complete,
        )
        self.cycle.wanted = self._fill
        self._stage = Stage.BODY
        if self._answering is not None:
            self.flow.pause_reading()
            self.pipeline.appendleft(self.cycle)
        else:
            self._answering = self.cycle
            if self._large or self.expect_100_continue:
                # It may be refused before it is sent.
                self._start(self.cycle)

    def on_body(self, body: bytes) -> None:
        """Gather a piece of the body."""
        cycle = self.cycle
        if self._stage is Stage.CLOSING or cycle.response_complete:
            return
        if not self._hold(len(body)):
            return
        if not cycle.gathered:
            cycle.gathered = body
        elif isinstance(cycle.gathered, bytes):
            cycle.gathered = bytearray().join((cycle.gathered, body))
        else:
            assert isinstance(cycle.gathered, bytearray)
            cycle.gathered += body
        if len(cycle.gathered) > self.door.gather_limit:
            self.flow.pause_reading()
            cycle.message_event.set()
            if not cycle.started and cycle is self._answering:
                self._start(cycle)

    def on_message_complete(self) -> None:
        """Have the request answered."""
        if self._stage is Stage.CLOSING or self._streaming:
            return
        cycle = self.cycle
        cycle.more_body = False
        if cycle.response_complete:
            self._enter(Stage.IDLE)
            return
        self._stage = Stage.WORK
        if cycle.started:
            cycle.message_event.set()
        elif cycle is self._answering:
            self._start(cycle)

    def _start(self, cycle: Cycle) -> None:
        cycle.started = True
        app: Any = self.app
        full = len(self.tasks) - self.door.rests >= self.door.settings.request_limit
        if full and cycle.scope["path"] not in _PROBES:
            app = self.door.overloaded
        task = self.loop.create_task(cycle.run_asgi(app))
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)

    # --- the answer ---

    def on_response_complete(self) -> None:
        """Turn to the next request, or wait for it."""
        self.server_state.total_requests += 1
        self._answering = None
        if not self.pipeline:
            self._release()
        if self.transport.is_closing():
            self._enter(Stage.CLOSING)
            return
        if self.pipeline:
            self._answering = cycle = self.pipeline.pop()
            early = self._large or cycle.waiting_for_100_continue
            if early or not cycle.more_body or len(cycle.gathered) > self.door.gather_limit:
                self._start(cycle)
        if not self.pipeline:
            self.flow.resume_reading()
        # A request behind this one wasn't read on meanwhile: its time begins anew.
        idle = self._answering is None and self._stage is Stage.WORK
        self._enter(Stage.IDLE if idle else self._stage)

    def _hold(self, size: int) -> bool:
        """Count bytes that are kept in memory; refuse the request when there are too many."""
        self._held += size
        self.door.held += size
        if self.door.held > self.door.settings.memory_limit:
            self._refuse(errors.Overloaded("Too many bytes at once; ask again."))
            return False
        return True

    def _release(self) -> None:
        self.door.held -= self._held
        self._held = 0

    # --- the end ---

    def shutdown(self) -> None:
        """End the connection when its requests are answered."""
        if self._answering is None:
            self.transport.close()
        else:
            self._answering.keep_alive = False

    def expire(self, now: float) -> None:
        """End a connection whose time is up."""
        if self._stage is Stage.CLOSING or self.taken_by <= now:
            self.transport.abort()
        elif self._due():
            self._enter(self._stage)  # An earlier request is still being answered.
        elif self._stage is Stage.IDLE or self.headers is None:
            self.transport.close()
            self._enter(Stage.CLOSING)
        else:
            part = "head" if self._stage is Stage.HEAD else "body"
            self._refuse(errors.RequestTimeout(f"The {part} of the request took too long."))

    def _due(self) -> bool:
        """Tell whether an answer must go out before the request that is being read gets its own."""
        own = self._stage is Stage.BODY and self._answering is self.cycle
        return self._answering is not None and not own

    def _refuse(self, error: Exception, linger: float = _LINGER) -> None:
        """Answer the request being read with a problem, past the application, and hang up."""
        if self._due():
            assert self._answering is not None
            self._answering.keep_alive = False
            self.pipeline.clear()
            self._enter(Stage.CLOSING)
            return
        answered = self._stage is Stage.BODY and self.cycle.response_started
        cycle, self._answering = self._answering, None
        if cycle is not None:
            cycle.disconnected = True
            cycle.gathered = b""
            cycle.message_event.set()
        self._release()
        self._enter(Stage.CLOSING)
        if answered:
            self.transport.close()
            return
        status, headers, body = written(error, self.headers or [])
        self.door.count(status)
        self.transport.write(_raw(status, headers, body))
        if linger:
            # Closing at once could take the answer back from a client that is still sending.
            self.transport.write_eof()
            self.deadline = self.loop.time() + linger
        else:
            self.transport.close()


def _raw(status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> bytes:
    phrase = http.HTTPStatus(status).phrase.encode()
    lines = [b"HTTP/1.1 %d %s" % (status, phrase), *(b": ".join(pair) for pair in headers)]
    return b"\r\n".join([*lines, b"connection: close", b"", body])
