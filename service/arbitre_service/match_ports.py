"""What server-held matches need from the world outside: rules to play by, and a place to keep them.

Positions and events pass through as values that only the rules look into.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from arbitre_service.matches.records import Line, MatchRecord, Row, Snapshot
from arbitre_service.messages import GameDetail

Position = Any
Happening = Any
Played = tuple[int, dict[str, Any]]
"""A seat and its move by name."""


class Start(NamedTuple):
    """The beginning of a match and the draws that led to it."""

    position: Position
    happenings: list[Happening]
    moves: list[Played]


class Plan(NamedTuple):
    """What a move comes to: itself and the draws behind it, and whether the game is over then."""

    moves: list[Played]
    over: bool


class Facts(NamedTuple):
    """What is true of a position, or of what a viewer sees of it."""

    to_act: tuple[int, ...]
    over: bool
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class ReadLog(NamedTuple):
    """A match log that the rules have confirmed."""

    game: str
    digest: str
    players: int
    chance: str
    options: dict[str, Any]
    moves: list[Played]


class Rules(Protocol):
    """One game under one set of rules. Positions are immutable values that can be compared."""

    @property
    def digest(self) -> str:
        """Return the digest of the rules."""
        ...

    def start(
        self, players: int, options: Mapping[str, Any], chance: str, luck: int | None
    ) -> Start:
        """Begin a match. With luck the rules draw, else draws that are due stay pending;
        `SetupRefused` names every option that can't stand."""
        ...

    def plan(
        self, position: Position, seat: int, move: int | Mapping[str, Any], luck: int, lang: str
    ) -> Plan:
        """Judge a move and return it by name, with the draws that follow where chance is
        automatic. `MoveRefused` has the verdict of an illegal one."""
        ...

    def named(self, move: int | Mapping[str, Any]) -> dict[str, Any]:
        """Write a move by name; `MoveRefused` when it is none of the game."""
        ...

    def draw(self, position: Position, luck: int) -> list[Played]:
        """Return the draws that an automatic match is in the middle of."""
        ...

    def play(self, position: Position, moves: Sequence[Played]) -> tuple[Position, list[Happening]]:
        """Play moves, those of chance among them, as they are written down."""
        ...

    def settled(self, position: Position, chance: str) -> Position:
        """Return the same position with nothing in it of how it was reached."""
        ...

    def observe(self, position: Position, viewer: int) -> Position:
        """Return what a seat or a spectator may see."""
        ...

    def visible(self, happenings: Sequence[Happening], viewer: int) -> list[Happening]:
        """Return the events that a seat or a spectator may see."""
        ...

    def plain(self, happenings: Sequence[Happening]) -> list[dict[str, Any]]:
        """Write events as maps."""
        ...

    def tell(self, events: Sequence[Mapping[str, Any]], lang: str) -> list[str]:
        """Say events, written as maps, in words; those of the match among them."""
        ...

    def phrase(self, move: Mapping[str, Any], lang: str) -> str:
        """Say a move in words."""
        ...

    def facts(self, position: Position) -> Facts:
        """Return what is true of a position."""
        ...

    def pack(self, position: Position) -> bytes:
        """Write a position in wire form."""
        ...

    def unpack(self, data: bytes) -> Position:
        """Read a position; `BadState` if it is none of these rules."""
        ...

    def view(self, position: Position, viewer: int | None, lang: str) -> dict[str, Any]:
        """Write a position for people, with the legal moves of the viewer."""
        ...

    def picture(self, position: Position, viewer: int | None, lang: str) -> str | None:
        """Draw a position; None where the game has no drawing."""
        ...

    def choose(self, bot: str, seen: Position, seat: int, seed: int, seconds: float) -> int:
        """Return the code of the move that a bot chooses from what its seat sees."""
        ...

    def any_move(self, seen: Position, seat: int, seed: int) -> int:
        """Return the code of some legal move."""
        ...

    def write_log(
        self, players: int, chance: str, options: Mapping[str, Any], moves: Sequence[Played]
    ) -> bytes:
        """Write a match as the file that the library saves."""
        ...


class Umpire(Protocol):
    """All games, under all rules that are loaded."""

    def rules(self, game: str, digest: str | None) -> Rules:
        """Return the rules of a game; `UnknownGame` if they aren't loaded."""
        ...

    def describe(self, game: str, digest: str) -> GameDetail:
        """Publish kinds, fields, domains, codes and labels of a game; `UnknownGame` as above."""
        ...

    def is_bot(self, name: str) -> bool:
        """Tell whether there is such a bot."""
        ...

    def read_log(self, data: bytes) -> ReadLog:
        """Read and replay a match log; `BadLog` names the first difference."""
        ...


class Store(Protocol):
    """Where matches are kept. Every call may raise `StorageFull` or `StorageDown`.

    What `create` and `append` have returned from is kept, whatever happens next.
    """

    async def open(self, changed: Callable[[str], None]) -> None:
        """Begin; from now on `changed` is called with the id of each match that any process has
        written to."""
        ...

    async def close(self) -> None:
        """End, after what is under way."""
        ...

    def unchanged(self, stamp: object) -> bool:
        """Tell, at once, that nothing at all was written since `stamp` was taken."""
        ...

    def stamp(self) -> object:
        """Return something to ask `unchanged` with."""
        ...

    async def create(self, record: MatchRecord, rows: Sequence[Row], limit: int) -> None:
        """Write a new match; `TooManyMatches` when `limit` are open."""
        ...

    async def append(
        self, match: str, rows: Sequence[Row], ended: float, snapshot: Snapshot | None
    ) -> bool:
        """Write rows, all or none; false when their numbers or their key are taken. `ended` is
        the time at which the match is over by them, 0 when it isn't."""
        ...

    async def record(self, match: str) -> MatchRecord | None:
        """Return a match as it was set up."""
        ...

    async def rows(self, match: str, after: int) -> list[Row]:
        """Return the rows with greater numbers."""
        ...

    async def snapshot(self, match: str) -> Snapshot | None:
        """Return the last snapshot."""
        ...

    async def keyed(self, match: str, seat: int, key: str) -> Row | None:
        """Return the row that a caller's request has led to."""
        ...

    async def lines(
        self,
        host: str | None,
        game: str | None,
        over: bool | None,
        before: tuple[float, str] | None,
        limit: int,
    ) -> list[Line]:
        """List matches, the newest first."""
        ...

    async def waiting(self, since: float, after: str, limit: int) -> list[tuple[str, int]]:
        """Return ids, greater than one, and last numbers of open matches that the service itself
        may have to go on with (bots, limits of time) and whose last row is older."""
        ...

    async def count_open(self) -> int:
        """Count the open matches."""
        ...

    async def forget(self, ended_before: float) -> int:
        """Delete matches that were over before, with all their rows; return how many."""
        ...

    async def ping(self) -> None:
        """Make sure that the database answers."""
        ...
