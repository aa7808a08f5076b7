"""The request class: its body comes straight from the server, checked on the way."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.types import Empty

from arbitre_service.errors import BodyIncomplete, BodyTooLarge


class ServiceRequest(Request[Any, Any, Any]):
    """A request whose `body` reads `receive` directly.

    Litestar's own goes through an async generator and its stream keeps a body whose sender has
    gone; here a body is whole, within the limit and as long as declared, or it isn't there.
    """

    __slots__ = ()

    async def body(self) -> bytes:
        """Read the whole body.

        Raises:
            BodyTooLarge: it is, or declares itself, longer than the app's `request_max_body_size`.
            BodyIncomplete: its sender has gone, or it isn't as long as declared.
        """
        if self._body is not Empty:
            return self._body
        limit = self.route_handler.resolve_request_max_body_size()
        declared = None
        for name, value in self.scope["headers"]:
            if name == b"content-length":
                declared = _length(value)
                break
        if limit is not None and declared is not None and declared > limit:
            raise _too_large(limit)
        message = await self.receive()
        if message["type"] == "http.request" and not message.get("more_body"):
            body = message["body"]
        else:
            body = await self._gather(message, limit)
        if limit is not None and len(body) > limit:
            raise _too_large(limit)
        if declared is not None and len(body) != declared:
            raise BodyIncomplete("The body isn't as long as Content-Length says.")
        self._body = body
        return body

    async def _gather(self, message: Any, limit: int | None) -> bytes:
        chunks: list[bytes] = []
        size = 0
        while message["type"] == "http.request":
            chunk = message["body"]
            size += len(chunk)
            if limit is not None and size > limit:
                raise _too_large(limit)
            chunks.append(chunk)
            if not message.get("more_body"):
                return b"".join(chunks)
            message = await self.receive()
        self.is_connected = False
        raise BodyIncomplete("The client has gone before the end of the body.")


def _length(value: bytes) -> int:
    if not value.isdigit():
        raise BodyIncomplete("Content-Length isn't a number.")
    return int(value)


def _too_large(limit: int) -> BodyTooLarge:
    return BodyTooLarge(f"A body has at most {limit} bytes.")
