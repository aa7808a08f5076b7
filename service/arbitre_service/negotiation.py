"""Which formats an exchange uses: read from `Content-Type`, written as `Accept` asks.

msgpack is the house format; JSON is spoken when asked. Both readings of the headers are strict on
requests (415, 406) and lenient for problem documents, which must reach their reader anyhow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from litestar.enums import MediaType

from arbitre_service.errors import NotAcceptable, UnsupportedMediaType
from arbitre_service.messages import encode_json, encode_msgpack, scan_json, scan_msgpack

Headers = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Format:
    """A media type, with the codec behind it."""

    media_type: str
    problem_type: str
    is_json: bool
    encode: Callable[[object], bytes]
    scan: Callable[[bytes], None]
    content_type: tuple[bytes, bytes]


def _format(media_type: str, *, is_json: bool = False) -> Format:
    return Format(
        media_type=media_type,
        # RFC 9457 registers a name for JSON only.
        problem_type="application/problem+json" if is_json else media_type,
        is_json=is_json,
        encode=encode_json if is_json else encode_msgpack,
        scan=scan_json if is_json else scan_msgpack,
        content_type=(b"content-type", media_type.encode()),
    )


MSGPACK: Final = _format("application/msgpack")
JSON: Final = _format(MediaType.JSON.value, is_json=True)

FORMATS: Final[dict[bytes, Format]] = {
    written.media_type.encode(): written
    for written in (
        MSGPACK,
        _format(MediaType.MESSAGEPACK.value),
        _format("application/vnd.msgpack"),
        JSON,
    )
}
"""Every media type the service reads and writes, in its own order of preference."""

_ACCEPTED: Final = b", ".join(FORMATS).decode()


@dataclass(frozen=True, slots=True)
class Exchange:
    """How a body is read and how its answer is written."""

    reader: Format
    writer: Format


_SAME: Final[dict[bytes, Exchange]] = {
    name: Exchange(written, written) for name, written in FORMATS.items()
}


def negotiate(headers: Headers) -> Exchange:
    """Settle both directions for a request with a body.

    Raises:
        UnsupportedMediaType: the body's type isn't one of `FORMATS`, or the body is compressed.
        NotAcceptable: `Accept` leaves no format to answer in.
    """
    content_type = accept = None
    for name, value in headers:
        if name == b"content-type":
            content_type = value
        elif name == b"accept":
            accept = value if accept is None else accept + b"," + value
        elif name == b"content-encoding" and value.strip().lower() != b"identity":
            raise UnsupportedMediaType("Send the body without compression.")
    if content_type is None:
        raise UnsupportedMediaType(f"Name the body's type in Content-Type: {_ACCEPTED}.")
    exchange = _SAME.get(content_type)
    if exchange is None:
        reader = _known(content_type)
        if reader is None:
            raise UnsupportedMediaType(f"A body is one of {_ACCEPTED}.")
        exchange = _SAME[reader.media_type.encode()]
    if accept is None or accept == b"*/*" or accept == content_type:
        return exchange
    return Exchange(exchange.reader, _writer(accept, exchange.reader))


def negotiate_answer(headers: Headers) -> Format:
    """Settle the format of an answer to a request without a body.

    Raises:
        NotAcceptable: `Accept` leaves no format to answer in.
    """
    accept, default = _wishes(headers)
    return default if accept is None else _writer(accept, default)


def negotiate_problem(headers: Headers) -> Format:
    """Choose the format of a problem document; this one never fails."""
    accept, default = _wishes(headers)
    if accept is None:
        return default
    return _choose(accept, default) or default


def _wishes(headers: Headers) -> tuple[bytes | None, Format]:
    accept = None
    default = MSGPACK
    for name, value in headers:
        if name == b"accept":
            accept = value if accept is None else accept + b"," + value
        elif name == b"content-type":
            default = _known(value) or MSGPACK
    return accept, default


def _writer(accept: bytes, default: Format) -> Format:
    writer = FORMATS.get(accept) or _choose(accept, default)
    if writer is None:
        raise NotAcceptable(f"Answers are one of {_ACCEPTED}.")
    return writer


def _known(content_type: bytes) -> Format | None:
    """Find the format of a Content-Type header, whose only harmless parameter is UTF-8."""
    media_type, *parameters = content_type.lower().split(b";")
    for parameter in parameters:
        name, _, value = parameter.partition(b"=")
        if name.strip() == b"charset" and value.strip().strip(b'"') not in (b"utf-8", b"utf8"):
            return None
    return FORMATS.get(media_type.strip())


def _choose(accept: bytes, default: Format) -> Format | None:
    """Pick the format with the best weight; among equals the most exactly named one."""
    ranges = [_media_range(part) for part in accept.lower().split(b",")]
    candidates = [default, *(other for other in FORMATS.values() if other is not default)]
    best: Format | None = None
    best_rank = (0.0, -1)
    for candidate in candidates:
        rank = _rank(candidate.media_type.encode(), ranges)
        if rank[0] > 0 and rank > best_rank:
            best, best_rank = candidate, rank
    return best


def _rank(media_type: bytes, ranges: list[tuple[bytes, float]]) -> tuple[float, int]:
    """Weigh a media type: the most exact range that covers it decides (RFC 9110, 12.5.1)."""
    exactness, weight = -1, 0.0
    for media_range, quality in ranges:
        if media_range == media_type:
            level = 2
        elif media_range == b"application/*":
            level = 1
        elif media_range == b"*/*":
            level = 0
        else:
            continue
        if level > exactness:
            exactness, weight = level, quality
    return weight, exactness


def _media_range(part: bytes) -> tuple[bytes, float]:
    media_range, *parameters = part.split(b";")
    quality = 1.0
    for parameter in parameters:
        name, _, value = parameter.partition(b"=")
        if name.strip() == b"q":
            try:
                quality = min(max(float(value), 0.0), 1.0)
            except ValueError:
                quality = 0.0
    return media_range.strip(), quality
