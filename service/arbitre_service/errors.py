"""Everything that can go wrong with a request, as exceptions that know nothing of HTTP.

`problems` gives each of them its status, its code and its title.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbitre_service.messages import Reason, Verdict


class ServiceError(Exception):
    """A refusal that is the caller's to repair; `detail` says how, in words for people."""

    def __init__(self, detail: str, *, pointer: str | None = None, code: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.pointer = pointer
        self.code = code


# --- the exchange ------------------------------------------------------------------------------


class Unauthorized(ServiceError):
    """No token that this service knows."""


class RequestTimeout(ServiceError):
    """The request took too long to arrive."""


class HeadersTooLarge(ServiceError):
    """The head of the request doesn't end."""


class Overloaded(ServiceError):
    """More is asked at once than the service takes on; nothing was done, so ask again."""


class NotAcceptable(ServiceError):
    """No format of this service satisfies the Accept header."""


class UnsupportedMediaType(ServiceError):
    """The body's type, or its compression, isn't one this service reads."""


class BodyTooLarge(ServiceError):
    """The body is, or declares itself, longer than the limit."""


class BodyIncomplete(ServiceError):
    """The body isn't as long as declared, or its sender has gone: nothing may be applied."""


class MalformedBody(ServiceError):
    """The bytes aren't a document of their declared type."""


# --- the fields of a body ----------------------------------------------------------------------


class InvalidField(ServiceError):
    """A field has the wrong type or a value outside its domain."""


class MissingField(ServiceError):
    """A required field isn't there."""


class UnexpectedField(ServiceError):
    """A field that doesn't belong there."""


# --- the game ----------------------------------------------------------------------------------


class UnknownGame(ServiceError):
    """No game of that name, or no content of that digest."""


class NoDecks(ServiceError):
    """The game isn't played with decks."""


class BadState(ServiceError):
    """State bytes that this version and these rules can't have produced."""

    def __init__(
        self, code: str, detail: str, *, pointer: str = "/state", record: int | None = None
    ) -> None:
        super().__init__(detail, pointer=pointer, code=code)
        self.record = record


class BadDocument(ServiceError):
    """A state document that is wrong or inconsistent."""


class SetupRefused(ServiceError):
    """Set-up options that can't stand, with every reason at once."""

    def __init__(self, reasons: Sequence[Reason]) -> None:
        first = reasons[0]
        detail = " ".join(reason.detail for reason in reasons)
        super().__init__(detail, pointer=first.pointer, code=first.code)
        self.reasons = list(reasons)


class MoveRefused(ServiceError):
    """An illegal move where only a legal one can be played."""

    def __init__(self, verdict: Verdict, detail: str) -> None:
        super().__init__(detail, pointer="/move", code=verdict.code)
        self.verdict = verdict


class NotReady(ServiceError):
    """The service can't judge yet."""


# --- matches -----------------------------------------------------------------------------------


class UnknownMatch(ServiceError):
    """No match of that id that the caller may know of."""


class NotYourSeat(ServiceError):
    """The token is for another seat, or for none that plays."""


class HostOnly(ServiceError):
    """Only the host of the match may do that."""


class StaleVersion(ServiceError):
    """The match has moved on since the caller saw it; `version` is what it is now."""

    def __init__(self, detail: str, version: int) -> None:
        super().__init__(detail, pointer="/expected_version")
        self.version = version


class MatchOver(ServiceError):
    """The match has ended."""


class MatchRunning(ServiceError):
    """That is for matches that have ended."""


class KeyReused(ServiceError):
    """The key names another request of the same seat."""


class UndoRefused(ServiceError):
    """Nothing can be taken back here."""


class RulesGone(ServiceError):
    """The rules that the match is played by aren't loaded any more."""


class MatchBroken(ServiceError):
    """What is written down of a match can't be replayed: the database was damaged or edited."""


class BadLog(ServiceError):
    """Bytes that are no match log, or one that the rules don't confirm."""


class TooManyMatches(ServiceError):
    """As many matches are open as may be."""


class TooManySockets(ServiceError):
    """As many sockets are open as may be."""


class TooManyRequests(ServiceError):
    """A token asks more often than it may."""


class StorageFull(ServiceError):
    """There is no room left to write a move down, so it wasn't played."""


class StorageDown(ServiceError):
    """The database doesn't answer."""


class NoDatabase(ServiceError):
    """The service runs without a database, so it holds no matches."""


def pointer_step(key: str) -> str:
    """Write a key as one step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
