"""What is written down about a match: its set-up, once, and rows that are only ever appended.

The rows are the truth. A row that is a move can be replayed under the rules; the others say what
players and hosts did beside the board: resigned, asked to take a move back, were given a token.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

HOST: Final = 256
"""The viewer that sees everything."""

Kind = Literal["start", "move", "resign", "ask", "agree", "refuse", "undo", "token"]
Late = Literal["allow", "resign"]


class SeatRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat: a person with a token, or a bot."""

    name: str = ""
    bot: str = ""


class MatchRecord(msgspec.Struct, frozen=True):
    """A match as it was set up. Nothing of it changes but its end."""

    id: str
    host: str
    """Name of the caller that made it."""
    game: str
    digest: str
    players: int
    chance: Literal["auto", "manual"]
    options: dict[str, Any]
    seats: list[SeatRecord]
    luck: bytes
    """The secret that all draws of an automatic match follow from."""
    undo: bool
    late: Late
    turn_seconds: float
    """How long a seat may take for a decision; 0 is for ever."""
    created: float
    over: bool = False
    ended: float = 0.0
    """When it was over."""

    @property
    def has_bots(self) -> bool:
        """Whether bots may have to move."""
        return any(seat.bot for seat in self.seats)


class Row(msgspec.Struct, frozen=True):
    """One line of the log of a match. Numbers run from 1 without a gap."""

    number: int
    seat: int
    """Who did it; 254 is chance, 256 the host."""
    kind: Kind
    data: dict[str, Any]
    at: float
    key: str | None = None
    """What the caller named the request, so that it is done once; on the first of its rows."""


class Snapshot(msgspec.Struct, frozen=True):
    """A cache of what the rows up to `number` lead to; without it they are replayed."""

    number: int
    data: bytes


class Line(msgspec.Struct, frozen=True):
    """A match in a list."""

    record: MatchRecord
    number: int
    at: float
    """When its last row was written."""
