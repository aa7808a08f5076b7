"""The requests of the API as values, what becomes of their answers, and nothing of sockets.

`Client` and `AsyncClient` send the same calls; only the waiting differs.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote

import msgpack
import msgspec

from arbitre.client import answers
from arbitre.client.answers import Move, Seat
from arbitre.errors import ArbitreError, DocumentError, Rejected, SetupError, WireError

MEDIA_TYPE: Final = "application/msgpack"
_PROBLEM: Final = "urn:arbitre:problem:"
_DOCUMENT: Final = "/document"

Result = TypeVar("Result")
Shape = TypeVar("Shape", bound=msgspec.Struct)


class ServiceError(ArbitreError):
    """A refusal of the service that says nothing about the game: a missing token, a field that is
    wrong, a service that is busy or that can't be reached.

    `code` is stable, `status` is HTTP's (0: there was no answer), `pointer` the field at fault.
    """

    def __init__(self, status: int, code: str, detail: str, pointer: str = "") -> None:
        super().__init__(status, code, detail, pointer)
        self.status = status
        self.code = code
        self.detail = detail
        self.pointer = pointer

    def __str__(self) -> str:
        status = str(self.status) if self.status else ""
        said = (f"{status} {self.code}".strip(), self.pointer, self.detail)
        return ": ".join(part for part in said if part)


@dataclass(frozen=True, slots=True)
class Call(Generic[Result]):
    """A request and the way to read its answer."""

    method: str
    path: str
    body: bytes | None
    read: Callable[[Any], Result]
    once: bool = False
    """Whether it may not be sent again when nobody knows what became of it."""

    def result(self, status: int, body: bytes) -> Result:
        """Read an answer.

        Raises:
            ArbitreError: it is a problem document, or it can't be read.
        """
        try:
            content = msgpack.unpackb(body)
            if status == 200:
                return self.read(content)
            problem = msgspec.convert(content, Problem)
        except (ValueError, msgpack.exceptions.UnpackException) as error:
            why = f"{self.method} {self.path}: the answer is none of this API"
            raise ServiceError(status, "BAD_ANSWER", why) from error
        raise problem.error()


class Problem(msgspec.Struct, frozen=True):
    """A problem document."""

    type: str
    code: str
    status: int
    detail: str = ""
    pointer: str = ""
    verdict: answers.Verdict | None = None
    errors: list[dict[str, str]] = []

    def error(self) -> ArbitreError:
        """Make the exception that the library raises for the same."""
        kind = self.type.removeprefix(_PROBLEM)
        if kind == "move-refused" and self.verdict is not None:
            return Rejected(self.verdict)
        if kind == "bad-state":
            return WireError(self.code, self.detail)
        if kind == "bad-document":
            return DocumentError(self.pointer.removeprefix(_DOCUMENT), self.detail)
        if kind == "setup-refused":
            reasons = self.errors or [{"code": self.code, "detail": self.detail}]
            return SetupError(
                tuple(reason.get("code", "") for reason in reasons),
                tuple(reason.get("detail", "") for reason in reasons),
            )
        return ServiceError(self.status, self.code, self.detail, self.pointer)


def health() -> Call[answers.Health]:
    """Whether moves can be judged."""
    return Call("GET", "/health/ready", None, as_(answers.Health))


def games() -> Call[list[answers.GameSummary]]:
    """The games."""
    read = as_(answers.Catalogue)
    return Call("GET", "/v1/games", None, lambda content: read(content).games)


def game(name: str, digest: str | None) -> Call[answers.GameDetail]:
    """All about a game."""
    query = f"?digest={quote(digest, safe='')}" if digest else ""
    return Call("GET", _path(name) + query, None, as_(answers.GameDetail))


def states(
    name: str,
    players: int | None,
    document: Mapping[str, Any] | None,
    seed: int | None,
    chance: str,
    options: Mapping[str, Any] | None,
    digest: str | None,
) -> Call[answers.Position]:
    """A position to begin with."""
    return _post(
        name,
        "states",
        as_(answers.Position),
        players=players,
        document=document,
        seed=seed,
        chance=chance,
        options=options,
        digest=digest,
    )


def validate(
    name: str, state: bytes, seat: Seat, moves: Sequence[Move], lang: str | None
) -> Call[list[answers.Verdict]]:
    """Verdicts on moves of a seat."""
    read = as_(answers.Verdicts)
    return _post(
        name,
        "validate",
        lambda content: read(content).verdicts,
        state=state,
        seat=seat,
        moves=list(moves),
        lang=lang,
    )


def validate_packed(
    name: str, states: bytes, seats: bytes, actions: Sequence[int] | bytes, one: bool, detail: bool
) -> Call[answers.PackedVerdicts]:
    """Verdicts on many moves."""
    packed = actions if isinstance(actions, bytes) else struct.pack(f"<{len(actions)}I", *actions)
    return _post(
        name,
        "validate/packed",
        as_(answers.PackedVerdicts),
        seats=seats,
        actions=packed,
        detail=detail,
        **{"state" if one else "states": states},
    )


def legal(name: str, state: bytes, seat: Seat) -> Call[list[int]]:
    """The codes of the legal moves."""
    read = as_(answers.LegalActions)
    return _post(
        name,
        "legal",
        lambda content: answers.numbers("I", read(content).actions),
        state=state,
        seat=seat,
    )


def moves(name: str, state: bytes, seat: Seat) -> Call[list[dict[str, Any]]]:
    """The legal moves by name."""
    read = as_(answers.LegalMoves)
    return _post(
        name, "legal", lambda content: read(content).moves, state=state, seat=seat, format="moves"
    )


def apply(
    name: str, state: bytes, seat: Seat, move: Move, lang: str | None
) -> Call[answers.Applied]:
    """The position after a move."""
    return _post(name, "apply", as_(answers.Applied), state=state, seat=seat, move=move, lang=lang)


def observe(name: str, state: bytes, seat: Seat, lang: str) -> Call[answers.Observed]:
    """What a seat may see."""
    return _post(name, "observe", as_(answers.Observed), state=state, seat=seat, lang=lang)


def report(name: str, state: bytes, lang: str | None) -> Call[dict[str, Any] | None]:
    """The points of every seat, line by line."""
    read = as_(answers.Reported)
    return _post(name, "report", lambda content: read(content).report, state=state, lang=lang)


def validate_decks(
    name: str, decks: Sequence[str | Mapping[str, Any]], lang: str | None, digest: str | None
) -> Call[list[answers.DeckVerdict]]:
    """Verdicts on decks."""
    read = as_(answers.DeckVerdicts)
    return _post(
        name,
        "decks/validate",
        lambda content: read(content).decks,
        decks=list(decks),
        lang=lang,
        digest=digest,
    )


def _post(name: str, route: str, read: Callable[[Any], Result], **fields: Any) -> Call[Result]:
    given = {field: value for field, value in fields.items() if value is not None}
    return Call("POST", f"{_path(name)}/{route}", msgpack.packb(given), read)


def _path(name: str) -> str:
    return f"/v1/games/{quote(name, safe='')}"


def as_(shape: type[Shape]) -> Callable[[Any], Shape]:
    """Return what reads an answer of this shape."""
    return lambda content: msgspec.convert(content, shape)
