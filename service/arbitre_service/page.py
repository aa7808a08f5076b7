"""The page at `/`: files of this package, handed out as they are.

The page plays matches by the routes that everybody has. It needs nothing from elsewhere, and its
headers see to it that it gets nothing from elsewhere, whatever a name or a picture may hold.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from litestar.handlers import HTTPRouteHandler

from arbitre_service.negotiation import Headers
from arbitre_service.request import ServiceRequest
from arbitre_service.routes import Reply, Service, counted, read_route

INDEX: Final = "index.html"
BELOW: Final = "/page/"

_KINDS: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types arbitre-board",
    )
)
"""What the page may load and do: its own files, its own routes, and no text becomes markup but in
the one place that reads pictures."""

HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    # Kept, and asked for each time: an answer without a body where nothing has changed.
    (b"cache-control", b"no-cache"),
)


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page."""

    path: str
    kind: bytes
    body: bytes
    tag: bytes
    """Its entity tag: the hash of what is in it."""


def page_files() -> list[File]:
    """Read the files of the page, which don't change while a process runs."""
    return list(_walk(files("arbitre_service") / "static", ""))


def _walk(folder: Traversable, above: str) -> Iterable[File]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{above}{entry.name}"
        if entry.is_dir():
            yield from _walk(entry, f"{name}/")
            continue
        kind = _KINDS.get(f".{entry.name.rpartition('.')[2]}")
        if kind is not None:
            body = entry.read_bytes()
            tag = hashlib.sha256(body).hexdigest()[:32]
            path = "/" if name == INDEX else f"{BELOW}{name}"
            yield File(path, kind.encode(), body, f'"{tag}"'.encode())


def page_handlers(service: Service) -> list[HTTPRouteHandler]:
    """Make a handler for each file. They ask for no token: there is nothing secret in them."""
    return [_handler(file, service) for file in page_files()]


def _handler(file: File, service: Service) -> HTTPRouteHandler:
    kept = ((b"etag", file.tag), *HEADERS)
    whole = Reply((b"content-type", file.kind), file.body, headers=kept)
    unchanged = Reply((b"content-type", file.kind), b"", status=304, headers=kept)

    async def answer(request: ServiceRequest) -> Reply:
        return unchanged if _known(request.scope["headers"], file.tag) else whole

    handler = counted(service, "page", answer, open=True)
    return read_route(file.path, name=f"page:{file.path}")(handler)


def _known(headers: Headers, tag: bytes) -> bool:
    """Tell whether the client has this very file (RFC 9110, 13.1.2)."""
    told = [value for name, value in headers if name == b"if-none-match"]
    tags = [one.strip().removeprefix(b"W/") for value in told for one in value.split(b",")]
    return tag in tags or tags == [b"*"]
