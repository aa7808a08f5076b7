"""What the use cases need from the world outside: protocols, no implementation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from arbitre_service.messages import (
    Applied,
    DeckVerdict,
    GameDetail,
    GameSummary,
    Observed,
    PackedVerdicts,
    Position,
    Reported,
    Verdict,
)

CHANCE: Final = 254
"""The seat that plays dice and draws."""

SPECTATOR: Final = 255
"""The seat that sees what everybody sees and plays nothing."""


class Judge(Protocol):
    """A rules engine: every question has all it needs in its arguments, and no answer is kept.

    Calls may come from several threads at once. An unknown game or digest raises `UnknownGame`;
    state bytes that can't be trusted raise `BadState`.
    """

    def games(self) -> Sequence[GameSummary]:
        """Return one line for each game."""
        ...

    def game(self, game: str, digest: str | None) -> GameDetail:
        """Return everything published about a game, for its own content or another one."""
        ...

    def knows(self, game: str) -> bool:
        """Tell whether the game can be judged."""
        ...

    def state_size(self, game: str) -> int:
        """Return the size of a state in wire form."""
        ...

    def set_up(
        self,
        game: str,
        *,
        players: int,
        seed: int | None,
        chance: str,
        options: Mapping[str, Any],
        digest: str | None,
    ) -> Position:
        """Set up a new match; `SetupRefused` names every option that can't stand."""
        ...

    def build(
        self,
        game: str,
        document: Mapping[str, Any],
        *,
        seed: int | None,
        chance: str,
        digest: str | None,
    ) -> Position:
        """Set up any position; `BadDocument` points at what is wrong in it."""
        ...

    def validate(
        self,
        game: str,
        state: bytes,
        seat: int,
        moves: Sequence[int | Mapping[str, Any]],
        lang: str | None,
    ) -> list[Verdict]:
        """Judge each move in the same position; `lang` adds the reason in words."""
        ...

    def validate_packed(
        self,
        game: str,
        states: bytes | memoryview,
        seats: bytes,
        actions: bytes,
        detail: bool,
    ) -> PackedVerdicts:
        """Judge many moves; `states` holds one record for each, or one for all of them."""
        ...

    def legal_actions(self, game: str, state: bytes, seat: int) -> bytes:
        """Return the codes of the legal moves, unsigned 32-bit little-endian."""
        ...

    def legal_moves(self, game: str, state: bytes, seat: int) -> list[dict[str, Any]]:
        """Return the legal moves by name, in the order of their codes."""
        ...

    def apply(
        self,
        game: str,
        state: bytes,
        seat: int,
        move: int | Mapping[str, Any],
        lang: str | None,
    ) -> Applied:
        """Play a move; `MoveRefused` has the verdict of an illegal one."""
        ...

    def observe(self, game: str, state: bytes, seat: int, lang: str) -> Observed:
        """Return what a seat may see."""
        ...

    def report(self, game: str, state: bytes, lang: str | None) -> Reported:
        """Return the points of every seat line by line; `lang` adds the lines in words."""
        ...

    def validate_decks(
        self,
        game: str,
        decks: Sequence[str | Mapping[str, Any]],
        lang: str | None,
        digest: str | None,
    ) -> list[DeckVerdict]:
        """Judge each deck; `lang` adds the reasons in words. `NoDecks` for a game without decks."""
        ...
