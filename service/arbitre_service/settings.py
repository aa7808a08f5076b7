"""How the service is set: defaults, then the environment (`ARBITRE_*`), then the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

_PREFIX: Final = "ARBITRE_"

LogLevel = Literal["critical", "error", "warning", "info", "debug"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything an operator can choose."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    workers: Annotated[int, Meta(ge=1, le=256)] = 1
    body_limit: Annotated[int, Meta(ge=1)] = 8 * 1024 * 1024
    threads: Annotated[int, Meta(ge=0, le=1024)] = 0
    """Threads of each worker for heavy requests; 0 is one for each core."""
    log_level: LogLevel = "warning"
    content: tuple[str, ...] = ()
    """Content to load beside each game's own: `game=path` of a folder or TOML file."""

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
