"""How the service is set: defaults, then the environment (`ARBITRE_*`), then the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

_PREFIX: Final = "ARBITRE_"

LogLevel = Literal["critical", "error", "warning", "info", "debug"]
LogFormat = Literal["auto", "json", "console"]


Seconds = Annotated[float, Meta(gt=0, le=86_400)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything an operator can choose. Limits are those of each worker."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    workers: Annotated[int, Meta(ge=1, le=256)] = 1
    content: tuple[str, ...] = ()
    """Content to load beside each game's own: `game=path` of a folder or TOML file."""

    token_file: str = ""
    """Who may ask: see `access`. Without it, loopback only."""
    insecure_no_tokens: bool = False
    """Serve other machines without tokens all the same: something in front admits callers."""

    body_limit: Annotated[int, Meta(ge=1)] = 8 << 20
    memory_limit: Annotated[int, Meta(ge=1)] = 256 << 20
    """Bytes of bodies that are held at once, those still arriving included."""
    request_limit: Annotated[int, Meta(ge=1)] = 256
    """Requests that are answered at once."""
    connection_limit: Annotated[int, Meta(ge=1)] = 4096
    threads: Annotated[int, Meta(ge=0, le=1024)] = 0
    """Threads for heavy requests; 0 is one for each core."""

    header_timeout: Seconds = 10.0
    """How long the head of a request may take to arrive."""
    body_timeout: Seconds = 30.0
    """How long a body may take to arrive, and an answer to be taken."""
    idle_timeout: Seconds = 75.0
    """How long a connection may rest between requests."""
    drain_timeout: Seconds = 20.0
    """How long requests may take to end when the service does."""

    database: str = ""
    """Where matches are kept: `sqlite:///FILE`, `postgresql://USER:PASSWORD@HOST/NAME`, or `none`
    for a service that holds no matches. Empty: a file in the folder for such things."""
    match_limit: Annotated[int, Meta(ge=0)] = 100_000
    """Matches that may be open at once, over all workers."""
    retention_days: Annotated[float, Meta(ge=0, le=100_000)] = 0.0
    """How long a match is kept that is over; 0 is for ever."""
    seat_rate: Annotated[float, Meta(ge=0, le=100_000)] = 20.0
    """Requests a second of one seat's token, ten times as many at once; 0 is any number."""
    host_rate: Annotated[float, Meta(ge=0, le=1_000_000)] = 1000.0
    """The same of one host's key, on the routes of matches. Without keys there is no limit."""
    socket_limit: Annotated[int, Meta(ge=0)] = 2048
    """Streams and waiting requests at once."""
    queue_limit: Annotated[int, Meta(ge=1)] = 256
    """How many updates a stream may be behind before it is closed."""
    heartbeat: Annotated[float, Meta(gt=0, le=3600)] = 20.0
    """Seconds between two signs of life on a stream."""
    bot_seconds: Annotated[float, Meta(gt=0, le=600)] = 2.0
    """How long a bot may think about a move."""
    bot_threads: Annotated[int, Meta(ge=1, le=64)] = 1
    """How many bots think at once."""

    log_level: LogLevel = "info"
    log_format: LogFormat = "auto"
    """`auto` is text at a terminal and JSON elsewhere."""
    log_sample: Annotated[float, Meta(ge=0, le=1)] = 0.0
    """The share of requests that is logged."""
    metrics_folder: str = ""
    """Where several workers share what they count; the command makes one that lasts as it does."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Read `ARBITRE_HOST`, `ARBITRE_PORT`, ...; `ARBITRE_CONTENT` is a path-like list.

        Raises:
            ValueError: a variable has a value that can't stand; the message names it.
        """
        values: dict[str, object] = {}
        for field in cls.__struct_fields__:
            text = environment.get(_PREFIX + field.upper())
            if text is None:
                continue
            values[field] = text.split(os.pathsep) if field == "content" else text
        try:
            return msgspec.convert(values, cls, strict=False)
        except msgspec.ValidationError as error:
            expected, _, place = str(error).partition(" - at `$.")
            raise ValueError(f"{_PREFIX}{place.rstrip('`').upper()}: {expected}") from error

    def to_environment(self) -> dict[str, str]:
        """Write the settings as variables: that is how worker processes receive them."""
        values = {
            _PREFIX + field.upper(): str(getattr(self, field))
            for field in self.__struct_fields__
            if field != "content"
        }
        if self.content:
            values[_PREFIX + "CONTENT"] = os.pathsep.join(self.content)
        return values
