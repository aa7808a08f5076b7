"""Problem documents (RFC 9457): one table from exception to status, code and title.

Whatever fails, on whatever route, its answer is made here, in the format the request asked for.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from msgspec import UNSET

from arbitre_service import errors
from arbitre_service.errors import ServiceError, pointer_step
from arbitre_service.messages import Problem
from arbitre_service.negotiation import FORMATS, Format, Headers, negotiate_problem

_LOG: Final = logging.getLogger("arbitre_service")


class Row(NamedTuple):
    """One kind of problem. An exception that has a code of its own (a verdict's, a wire code)
    replaces `code`; `type` stays."""

    status: int
    code: str
    title: str

    @property
    def type(self) -> str:
        """A stable URI for the kind of problem."""
        return "urn:arbitre:problem:" + self.code.lower().replace("_", "-")


TABLE: Final[dict[type[Exception], Row]] = {
    errors.MalformedBody: Row(400, "MALFORMED_BODY", "The body can't be decoded"),
    errors.BodyIncomplete: Row(400, "BODY_INCOMPLETE", "The body isn't complete"),
    errors.Unauthorized: Row(401, "UNAUTHORIZED", "A token is required"),
    errors.NotYourSeat: Row(403, "NOT_YOUR_SEAT", "The token is for another seat"),
    errors.HostOnly: Row(403, "HOST_ONLY", "That is for the host of the match"),
    errors.UnknownMatch: Row(404, "UNKNOWN_MATCH", "There is no such match"),
    errors.UnknownGame: Row(404, "UNKNOWN_GAME", "There is no such game"),
    errors.NoDecks: Row(404, "NO_DECKS", "The game isn't played with decks"),
    NotFoundException: Row(404, "NOT_FOUND", "There is no such resource"),
    MethodNotAllowedException: Row(405, "METHOD_NOT_ALLOWED", "The resource has no such method"),
    errors.NotAcceptable: Row(406, "NOT_ACCEPTABLE", "No acceptable format"),
    errors.RequestTimeout: Row(408, "REQUEST_TIMEOUT", "The request came too slowly"),
    errors.MoveRefused: Row(409, "MOVE_REFUSED", "The move is illegal"),
    errors.StaleVersion: Row(409, "STALE_VERSION", "The match has moved on"),
    errors.MatchOver: Row(409, "MATCH_OVER", "The match has ended"),
    errors.MatchRunning: Row(409, "MATCH_RUNNING", "The match hasn't ended"),
    errors.KeyReused: Row(409, "KEY_REUSED", "The key names another request"),
    errors.UndoRefused: Row(409, "UNDO_REFUSED", "Nothing can be taken back"),
    errors.RulesGone: Row(409, "RULES_GONE", "The rules of the match aren't loaded"),
    errors.BodyTooLarge: Row(413, "BODY_TOO_LARGE", "The body is too large"),
    errors.UnsupportedMediaType: Row(415, "UNSUPPORTED_MEDIA_TYPE", "The body's type isn't read"),
    errors.InvalidField: Row(422, "INVALID_FIELD", "A field is invalid"),
    errors.MissingField: Row(422, "MISSING_FIELD", "A field is missing"),
    errors.UnexpectedField: Row(422, "UNEXPECTED_FIELD", "A field doesn't belong there"),
    errors.BadState: Row(422, "BAD_STATE", "The state bytes are refused"),
    errors.BadDocument: Row(422, "BAD_DOCUMENT", "The state document is refused"),
    errors.SetupRefused: Row(422, "SETUP_REFUSED", "The set-up is refused"),
    errors.BadLog: Row(422, "BAD_LOG", "The match log is refused"),
    errors.TooManyRequests: Row(429, "TOO_MANY_REQUESTS", "The token asks too often"),
    errors.HeadersTooLarge: Row(431, "HEADERS_TOO_LARGE", "The head of the request is too large"),
    errors.Overloaded: Row(503, "OVERLOADED", "The service is busy"),
    errors.NotReady: Row(503, "NOT_READY", "The service isn't ready"),
    errors.MatchBroken: Row(500, "MATCH_BROKEN", "The match can't be replayed"),
    errors.TooManyMatches: Row(503, "TOO_MANY_MATCHES", "No more matches are taken on"),
    errors.TooManySockets: Row(503, "TOO_MANY_SOCKETS", "No more sockets are taken on"),
    errors.StorageDown: Row(503, "STORAGE_DOWN", "The database doesn't answer"),
    errors.NoDatabase: Row(503, "NO_DATABASE", "The service holds no matches"),
    errors.StorageFull: Row(507, "STORAGE_FULL", "There is no room left to write"),
    HTTPException: Row(400, "BAD_REQUEST", "The request is refused"),
    Exception: Row(500, "INTERNAL_ERROR", "The service failed"),
}

_HINTS: Final[dict[type[Exception], dict[str, str]]] = {
    # RFC 9110, 15.5.16: a 415 says what would have been accepted.
    errors.UnsupportedMediaType: {
        "accept": b", ".join(FORMATS).decode(),
        "accept-encoding": "identity",
    },
    errors.Unauthorized: {"www-authenticate": 'Bearer realm="arbitre"'},
    errors.Overloaded: {"retry-after": "1"},
    errors.NotReady: {"retry-after": "1"},
    errors.TooManyRequests: {"retry-after": "1"},
    errors.TooManyMatches: {"retry-after": "60"},
    errors.TooManySockets: {"retry-after": "5"},
    errors.StorageDown: {"retry-after": "1"},
}

_ECHO_LIMIT: Final = 100
"""How much of a caller's own words an answer repeats."""

_MISSING: Final = re.compile(r"Object missing required field `(.*?)`")
_UNEXPECTED: Final = re.compile(r"Object contains unknown field `(.*)`(?= - at |$)", re.DOTALL)
_PLACE: Final = re.compile(r" - at (?:`key` in )?`\$([^`]*)`$")
_STEP: Final = re.compile(r"\.(?P<name>\w+)|\[(?P<index>\d+)\]")


def row_of(error: Exception) -> Row:
    """Find the row of an exception: its class's, or that of its nearest ancestor."""
    if isinstance(error, HTTPException) and error.status_code >= 500:
        return TABLE[Exception]
    return next(TABLE[kind] for kind in type(error).__mro__ if kind in TABLE)


def problem_of(error: Exception) -> Problem:
    """Word an exception as a problem document. An unexpected one reveals nothing of itself."""
    row = row_of(error)
    if isinstance(error, ServiceError):
        return Problem(
            type=row.type,
            title=row.title,
            status=row.status,
            detail=error.detail,
            code=error.code or row.code,
            pointer=UNSET if error.pointer is None else error.pointer,
            record=_or_unset(getattr(error, "record", None)),
            verdict=_or_unset(getattr(error, "verdict", None)),
            errors=_or_unset(getattr(error, "reasons", None)),
            version=_or_unset(getattr(error, "version", None)),
        )
    detail = row.title + "."
    if isinstance(error, HTTPException) and row.status < 500:
        detail = error.detail or detail
    return Problem(
        type=row.type, title=row.title, status=status_of(error), detail=detail, code=row.code
    )


def status_of(error: Exception) -> int:
    """Tell the status an exception is answered with."""
    status = row_of(error).status
    return error.status_code if isinstance(error, HTTPException) and status < 500 else status


class Answer(NamedTuple):
    """A problem document as it goes out."""

    status: int
    media_type: str
    headers: dict[str, str]
    body: bytes


def answer_of(error: Exception, asked: Headers) -> Answer:
    """Write an exception in the format that the headers of its request ask for."""
    problem = problem_of(error)
    written = negotiate_problem(asked)
    headers = dict(_HINTS.get(type(error), {}))
    if isinstance(error, HTTPException) and error.headers:
        headers.update(error.headers)
    return Answer(problem.status, written.problem_type, headers, written.encode(problem))


def problem_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer an exception; this is the app's one exception handler."""
    answer = answer_of(error, request.scope["headers"])
    if answer.status >= 500 and not isinstance(error, ServiceError):
        _LOG.error("%s %s failed", request.scope["method"], request.scope["path"], exc_info=error)
    return Response(
        answer.body,
        status_code=answer.status,
        media_type=answer.media_type,
        headers=answer.headers,
    )


def decode(read: Callable[[bytes], Any], body: bytes, written: Format) -> Any:
    """Decode a body, telling bytes that say nothing (400) from a wrong shape (422).

    msgspec stops at the first thing it doesn't expect, before it knows whether the rest can be
    read at all. So a refused body is scanned once more.
    """
    try:
        return read(body)
    except msgspec.ValidationError as error:
        refused = error
    except (msgspec.DecodeError, RecursionError, MemoryError) as error:
        raise _malformed(error) from error
    try:
        written.scan(body)
    except (ValueError, RecursionError) as error:
        raise _malformed(error) from error
    raise _field_error(str(refused)) from refused


def _malformed(error: Exception) -> errors.MalformedBody:
    if isinstance(error, RecursionError):
        return errors.MalformedBody("The body is nested too deep.")
    if isinstance(error, UnicodeDecodeError):
        return errors.MalformedBody("Invalid UTF-8 encoded string.")
    return errors.MalformedBody(f"{error}." if str(error) else "The body is too large to decode.")


def _field_error(message: str) -> ServiceError:
    """Turn msgspec's words and path into an error with a JSON pointer."""
    place = _PLACE.search(message)
    pointer = _pointer(place.group(1)) if place else ""
    detail = (message[: place.start()] if place else message) + "."
    if "got `ext`" in detail:
        return errors.MalformedBody("Extension types aren't accepted.", pointer=pointer)
    if missing := _MISSING.match(detail):
        return errors.MissingField(detail, pointer=f"{pointer}/{missing.group(1)}")
    if unexpected := _UNEXPECTED.match(message):
        name = unexpected.group(1)
        if len(name) > _ECHO_LIMIT:
            return errors.UnexpectedField("Object contains an unknown field.", pointer=pointer)
        return errors.UnexpectedField(detail, pointer=f"{pointer}/{pointer_step(name)}")
    if len(detail) > 2 * _ECHO_LIMIT:
        detail = detail[: 2 * _ECHO_LIMIT] + "..."
    return errors.InvalidField(detail, pointer=pointer)


def _pointer(path: str) -> str:
    """Follow a msgspec path as far as it names its steps; a key of a map shows as `[...]`."""
    pointer = ""
    position = 0
    while step := _STEP.match(path, position):
        pointer += "/" + (step["name"] or step["index"])
        position = step.end()
    return pointer


def _or_unset(value: Any) -> Any:
    return UNSET if value is None else value
