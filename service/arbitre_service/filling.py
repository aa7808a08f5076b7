"""The rest of a large body, received straight into the memory that it is read from.

The parser of HTTP would cut it into pieces, each copied twice on its way. Once a head has said how
long its body is there is nothing to parse until its end.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, Protocol

import numpy as np

FILL_FROM: Final = 64 << 10
"""A body that lacks at least this many bytes is worth it."""


class Owner(Protocol):
    """The connection that the body belongs to."""

    transport: Any

    def body_arrived(self, size: int) -> None:
        """Count bytes of the body."""

    def body_filled(self, body: memoryview) -> None:
        """Take the whole body; the connection has its own protocol again."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""

    def pause_writing(self) -> None:
        """Wait for the client to take what was written."""

    def resume_writing(self) -> None:
        """Go on writing."""

    def eof_received(self) -> None:
        """Learn that the client sends no more."""


class Filling(asyncio.BufferedProtocol):
    """Stands in for the protocol of a connection until a body is complete."""

    def __init__(self, owner: Owner, begun: bytes | bytearray, size: int) -> None:
        """Take over a connection whose body of `size` bytes has begun."""
        self._owner = owner
        # Not filled with zeros, so what never arrives costs no memory either.
        self._body = np.empty(size, dtype=np.uint8).data
        self._filled = len(begun)
        self._body[: self._filled] = begun
        self._switch(self)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Offer the part of the body that is still missing, and not a byte more."""
        return self._body[self._filled :]

    def buffer_updated(self, nbytes: int) -> None:
        """Note what has come; give the connection back when that was all."""
        self._filled += nbytes
        self._owner.body_arrived(nbytes)
        if self._filled == len(self._body):
            self._switch(self._owner)
            self._owner.body_filled(self._body)

    def _switch(self, protocol: object) -> None:
        # A transport looks at the kind of its protocol when it begins to read.
        transport = self._owner.transport
        transport.pause_reading()
        transport.set_protocol(protocol)
        transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the connection."""
        self._owner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Tell the connection."""
        self._owner.pause_writing()

    def resume_writing(self) -> None:
        """Tell the connection."""
        self._owner.resume_writing()

    def eof_received(self) -> None:
        """Tell the connection."""
        self._owner.eof_received()
