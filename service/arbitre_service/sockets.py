"""WebSockets on a socket: uvicorn's protocol, with the patience of the door."""

from __future__ import annotations

import asyncio
from math import inf
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from arbitre_service.door import Door, default_door

MESSAGE_LIMIT: Final = 4096
"""Bytes that a client may say at once; nothing that it says is needed."""


class StreamProtocol(WebSocketsSansIOProtocol):
    """One stream. It counts as a connection, but not as a request that is being answered."""

    deadline = inf

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        state = getattr(self.app, "state", {})
        self._door: Door = state.get(Door.NAME) or default_door()
        self.tasks = self._door.streams
        self.taken_by = inf
        """When what was written has to be taken."""

    async def send(self, message: Any) -> None:
        """Send what the application says. A handshake that was answered with a problem is complete,
        which the parent would miss and report."""
        if self.close_sent and message["type"] == "websocket.send":
            raise ClientDisconnected  # It has just gone; the parent would call that a mistake.
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def pause_writing(self) -> None:
        """Wait for the client to take what was written, but not for ever."""
        super().pause_writing()
        self.taken_by = self.loop.time() + self._door.settings.body_timeout

    def resume_writing(self) -> None:
        """Go on writing."""
        super().resume_writing()
        self.taken_by = inf

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self.taken_by = inf
        self._door.count_connections(len(self.connections))

    def expire(self, now: float) -> None:
        """End a connection whose client takes nothing."""
        self.transport.abort()
