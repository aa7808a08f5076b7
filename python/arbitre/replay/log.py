"""The format of match logs: reading, writing, and refusing what is none.

Must not know how moves are played: that is the package's own affair (`arbitre.replay`). A file may
come from anybody, so its size, its shapes and its words are checked before anything is made of it.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, NoReturn, TypeAlias, TypeVar

import msgpack
import msgspec
from msgspec import Meta

from arbitre._native import CHANCE
from arbitre.errors import LogError

FORMAT = 1
MAX_FILE_BYTES = 2 << 20
"""Some ten times the longest match."""
MAX_ITEMS = 4096
"""Of one list or map inside a record."""
MAX_DEPTH = 8
"""Of lists and maps inside the options."""

# Words of strangers are shown on terminals and name files, so they are ids and nothing else.
Id: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_]{1,64}\Z")]
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=CHANCE)] | Literal["chance"]

Record = TypeVar("Record", "Header", "Entry", "End")


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match started from: game and rules, players, who plays chance, options."""

    arbitre_log: int
    game: Id
    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
    players: Annotated[int, Meta(ge=1, lt=CHANCE)]
    chance: Literal["auto", "manual"]
    options: dict[Id, Any]
    library: Annotated[str, Meta(pattern=r"^[A-Za-z0-9.+!_-]{0,64}\Z")]

    def __post_init__(self) -> None:
        if "players" in self.options:
            raise ValueError("options: players is none; the header has a field of its own for it")
        if not _is_plain(self.options):
            raise ValueError("options: expected words, integers, and lists and maps of them")


class Entry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A move: by whom, its kind and fields, and the fingerprint of the position after it."""

    by: Seat
    move: dict[Id, bool | int | Id]
    fingerprint: Annotated[int, Meta(ge=0)]

    @property
    def seat(self) -> int:
        """The seat as a number."""
        return CHANCE if self.by == "chance" else self.by

    def __str__(self) -> str:
        fields = [f"{name}={value}" for name, value in self.move.items() if name != "kind"]
        return " ".join([str(self.move.get("kind", "?")), *fields])


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match stood when its log was written."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool
    moves: int


@dataclass(frozen=True)
class Log:
    """A match as it is written down."""

    header: Header
    entries: tuple[Entry, ...]
    end: End

    def to_bytes(self) -> bytes:
        """The log as it stands in a file."""
        return b"".join(map(msgspec.msgpack.encode, (self.header, *self.entries, self.end)))

    @staticmethod
    def from_bytes(data: bytes) -> Log:
        """The log of these bytes, whole but not replayed; `LogError` when they are none."""
        parts = parse(data)
        if parts.damage:
            raise parts.damage
        assert parts.end
        return Log(parts.header, parts.entries, parts.end)

    def save(self, path: str | Path) -> None:
        """Writes a file, which is there as a whole or not at all."""
        write_whole(path, self.to_bytes())


class Parts(NamedTuple):
    """What could be read of a log, and the damage that ended it."""

    header: Header
    entries: tuple[Entry, ...]
    end: End | None
    damage: LogError | None


def read(path: str | Path) -> Log:
    """The log of a file, whole but not replayed; `LogError` when it is none."""
    try:
        return Log.from_bytes(read_bytes(path))
    except LogError as error:
        error.file = str(path)
        raise


def read_bytes(path: str | Path) -> bytes:
    """A file up to the size that a log may have, and a byte more."""
    with Path(path).open("rb") as file:
        return file.read(MAX_FILE_BYTES + 1)


def write_whole(path: str | Path, data: bytes) -> None:
    """Replaces a file at once: whoever reads it finds all of the old or all of the new."""
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None


def parse(data: bytes) -> Parts:
    """Reads up to the end or to the first damage. `LogError` when not even a header is there."""
    if len(data) > MAX_FILE_BYTES:
        why = f"larger than {MAX_FILE_BYTES} bytes, and no match is as long as that"
        raise LogError("LOG_SIZE", f"{why}; hand in the log of one match")
    records = _records(data)
    header = _header(records)
    entries: list[Entry] = []
    end = damage = None
    try:
        for ply, found in enumerate(records, 1):
            if end:
                why = "a record after the end record; remove what follows it"
                raise LogError("LOG_RECORD", why, len(entries))
            if isinstance(found, dict):
                end = _typed(found, End, len(entries))
            else:
                entries.append(_typed(found, Entry, ply))
        if end is None:
            why = f"the file ends after {len(entries)} moves without an end record: it was cut off"
            raise LogError("LOG_TRUNCATED", f"{why}; take a whole copy", len(entries) + 1)
    except LogError as error:
        damage = error
    return Parts(header, tuple(entries), end, damage)


def _records(data: bytes) -> Iterator[object]:
    unpacker = msgpack.Unpacker(
        max_buffer_size=MAX_FILE_BYTES,
        max_array_len=MAX_ITEMS,
        max_map_len=MAX_ITEMS,
        ext_hook=_refuse_extension,
    )
    unpacker.feed(data)
    ply = 0
    while unpacker.tell() < len(data):
        try:
            found = unpacker.unpack()
        except msgpack.OutOfData:
            why = "the file ends inside this record: it was cut off; take a whole copy"
            raise LogError("LOG_TRUNCATED", why, ply) from None
        except (ValueError, OverflowError, RecursionError, msgpack.UnpackException) as error:
            said = str(error) or type(error).__name__
            why = f"no record ({said}): the file is damaged; take a whole copy"
            raise LogError("LOG_RECORD", why, ply) from None
        yield found
        ply += 1


def _refuse_extension(code: int, data: bytes) -> NoReturn:
    raise ValueError("an extension type")


def _header(records: Iterator[object]) -> Header:
    try:
        first = next(records, None)
    except LogError:
        first = None
    if not isinstance(first, dict) or "arbitre_log" not in first:
        why = "not a match log; hand in a file that Match.save has written"
        raise LogError("LOG_FORMAT", why)
    if first["arbitre_log"] != FORMAT:
        why = f"this version of arbitre reads format {FORMAT} only; use the one that wrote the log"
        raise LogError("LOG_VERSION", why)
    return _typed(first, Header, 0)


def _typed(found: object, kind: type[Record], ply: int) -> Record:
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        why = f"{error}: the log was edited or damaged; take a whole copy"
        raise LogError("LOG_RECORD", why, ply) from None


def _is_plain(value: object, depth: int = 0) -> bool:
    """Whether the engine may be asked to read this, and people to look at it."""
    if isinstance(value, str):
        return len(value) <= MAX_ITEMS and value.isprintable()
    if isinstance(value, list):
        return depth < MAX_DEPTH and all(_is_plain(item, depth + 1) for item in value)
    if isinstance(value, dict):
        items = [*value, *value.values()]
        return depth < MAX_DEPTH and all(_is_plain(item, depth + 1) for item in items)
    return value is None or isinstance(value, int)
