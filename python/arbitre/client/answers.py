"""What the service answers, as typed values. Fields of later versions are ignored."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from typing import Any

import msgspec

Seat = int | str
"""A seat number, or `"chance"` or `"spectator"`."""

Move = int | dict[str, Any]
"""The code of a move, or its kind and fields by name."""


def numbers(kind: str, packed: bytes) -> list[int]:
    """Unpack little-endian numbers; `kind` is a type code of `array`."""
    column = array(kind, packed)
    if sys.byteorder == "big":
        column.byteswap()
    return column.tolist()


class Answer(msgspec.Struct, frozen=True):
    """A value that doesn't change."""


class GameSummary(Answer, frozen=True):
    """One line of the catalogue."""

    name: str
    digest: str
    players: list[int]
    state_size: int
    action_count: int
    labels: dict[str, str] = {}


class GameDetail(Answer, frozen=True):
    """All that is published about a game; `kinds`, `domains` and `options` as the service has them.

    `codes` names the codes of packed verdicts by their numbers, `subjects` what they are about.
    """

    name: str
    digest: str
    digests: list[str]
    players: list[int]
    state_size: int
    action_count: int
    labels: dict[str, str]
    kinds: dict[str, Any]
    domains: dict[str, Any]
    events: dict[str, Any]
    options: dict[str, Any]
    codes: dict[str, str]
    subjects: list[str]


class Position(Answer, frozen=True):
    """A position in wire form, and who may act in it."""

    state: bytes
    to_act: list[Seat]
    digest: str


class Verdict(Answer, frozen=True):
    """Whether a move is legal, and if not, why; `message` says it in words when asked for."""

    ok: bool
    code: str
    subject: str
    need: int
    have: int
    message: str = ""


class PackedVerdicts(Answer, frozen=True):
    """Verdicts as columns of little-endian numbers; the last three only when asked for."""

    codes: bytes
    """Unsigned 16-bit; 0 is legal."""
    subjects: bytes = b""
    """Unsigned 16-bit."""
    needs: bytes = b""
    """Signed 32-bit."""
    haves: bytes = b""
    """Signed 32-bit."""

    def __len__(self) -> int:
        return len(self.codes) // 2

    def __iter__(self) -> Iterator[int]:
        """Iterate over the codes."""
        return iter(numbers("H", self.codes))


class Applied(Answer, frozen=True):
    """The next position, and what happened on the way to it."""

    state: bytes
    events: list[dict[str, Any]]
    to_act: list[Seat]
    over: bool
    scores: list[int]


class Observed(Answer, frozen=True):
    """A redacted state, and the same as a plain map."""

    state: bytes
    view: dict[str, Any]


class DeckReason(Answer, frozen=True):
    """A rule that a deck breaks: a stable name, the figures in English, and the words of `lang`."""

    code: str
    detail: str
    message: str = ""


class DeckVerdict(Answer, frozen=True):
    """Whether a deck may be played, and if not, every reason; the code and the cards of a good
    one."""

    ok: bool
    reasons: list[DeckReason]
    code: str = ""
    deck: dict[str, Any] = {}


class DeckVerdicts(Answer, frozen=True):
    """One verdict for each deck."""

    decks: list[DeckVerdict]


class Reported(Answer, frozen=True):
    """The points of every seat, line by line; None for a game that has no such report."""

    report: dict[str, Any] | None


class Health(Answer, frozen=True):
    """What a probe reads."""

    status: str
    games: list[str] = []


class SeatTokens(Answer, frozen=True):
    """A seat of a new match; a bot has no token."""

    seat: int
    name: str = ""
    bot: str = ""
    token: str = ""


class CreatedMatch(Answer, frozen=True):
    """A new match with the tokens of its seats, which the service tells this once."""

    id: str
    game: str
    digest: str
    version: int
    seats: list[SeatTokens]
    spectator: str = ""


class MatchLine(Answer, frozen=True):
    """A match in a list; times are seconds since 1970."""

    id: str
    game: str
    players: int
    names: list[str]
    bots: list[str]
    created: float
    moved: float
    over: bool


class MatchList(Answer, frozen=True):
    """A page of matches; `next` is the `before` of the one that follows, "" at the end."""

    matches: list[MatchLine]
    next: str = ""


class SeatView(Answer, frozen=True):
    """A seat of a match as everybody sees it."""

    seat: int
    name: str = ""
    bot: str = ""
    resigned: bool = False


class UndoView(Answer, frozen=True):
    """Whether moves may be taken back, who asks to, and who has agreed."""

    allowed: bool
    asked: int | None = None
    agreed: list[int] = []


class MatchView(Answer, frozen=True):
    """A match as the token may see it; `view` holds one's own legal moves as `moves`."""

    id: str
    game: str
    digest: str
    players: int
    viewer: Seat
    version: int
    chance: str
    seats: list[SeatView]
    undo: UndoView
    to_act: list[Seat]
    over: bool
    scores: list[int]
    winners: list[int]
    ended: str
    deadlines: dict[str, float]
    now: float
    state: bytes
    view: dict[str, Any] = {}
    options: dict[str, Any] | None = None
    svg: str = ""


class Update(Answer, frozen=True):
    """What a viewer was told at once: it makes the version `version`."""

    version: int
    at: float
    events: list[dict[str, Any]]
    to_act: list[Seat]
    over: bool
    scores: list[int]
    winners: list[int]


class Updates(Answer, frozen=True):
    """What a viewer was told after a version."""

    version: int
    over: bool
    updates: list[Update]


class PlayedMove(Answer, frozen=True):
    """What was written down, now or, when it is `repeated`, before."""

    repeated: bool
    update: Update


class LogMove(Answer, frozen=True):
    """A move of a match."""

    ply: int
    seat: Seat
    move: dict[str, Any]


class MatchLog(Answer, frozen=True):
    """What happened; `moves` is None until the match is over, but for its host."""

    complete: bool
    version: int
    updates: list[Update]
    moves: list[LogMove] | None = None


class PlyView(Answer, frozen=True):
    """A match as it was after so many moves."""

    ply: int
    plies: int
    view: dict[str, Any]
    seat: Seat | None = None
    move: dict[str, Any] | None = None
    events: list[dict[str, Any]] = []
    svg: str = ""


class MatchFile(Answer, frozen=True):
    """A match log, as the service wraps it."""

    log: bytes


class Tokened(Answer, frozen=True):
    """A new token, as the service wraps it."""

    token: str = ""


class Catalogue(Answer, frozen=True):
    """The games, as the service wraps them."""

    games: list[GameSummary]


class Verdicts(Answer, frozen=True):
    """Verdicts, as the service wraps them."""

    verdicts: list[Verdict]


class LegalActions(Answer, frozen=True):
    """Legal moves as packed codes, as the service wraps them."""

    actions: bytes


class LegalMoves(Answer, frozen=True):
    """Legal moves by name, as the service wraps them."""

    moves: list[dict[str, Any]]
