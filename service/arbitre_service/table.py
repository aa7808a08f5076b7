"""The use cases: what each route does, free of HTTP and of the engine behind the port."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET

from arbitre_service import messages
from arbitre_service.errors import (
    BadState,
    InvalidField,
    MissingField,
    NotReady,
    UnexpectedField,
    UnknownGame,
)
from arbitre_service.plain import require_plain
from arbitre_service.ports import CHANCE, SPECTATOR, Judge

_SEATS: Final[dict[str, int]] = {"chance": CHANCE, "spectator": SPECTATOR}
_MAX_SEED: Final = 2**64 - 1
_MAX_DEPTH: Final = 32
_ACTION_SIZE: Final = 4


class Table:
    """Where requests meet the judge. It keeps nothing between two calls."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def require(self, game: str) -> None:
        """Refuse a game nobody can judge, before its body is read."""
        if not self._judge.knows(game):
            raise UnknownGame(f"There is no game {game[:64]!r}; GET /v1/games lists them.")

    def catalogue(self) -> messages.Catalogue:
        """List the games."""
        return messages.Catalogue(games=list(self._judge.games()))

    def describe(self, game: str, digest: str | None = None) -> messages.GameDetail:
        """Publish kinds, fields, domains, codes and labels of a game."""
        return self._judge.game(game, digest)

    def codes(self, game: str) -> Mapping[str, str]:
        """Name the codes of a game's verdicts by their numbers."""
        return self._judge.game(game, None).codes

    def ready(self) -> messages.Health:
        """Answer whether moves can be judged now."""
        names = [summary.name for summary in self._judge.games()]
        if not names:
            raise NotReady("No game is loaded.")
        return messages.Health(status="ready", games=names)

    def set_up(self, game: str, body: messages.States) -> messages.Position:
        """Make a position, from set-up options or from a document."""
        digest = None if body.digest is UNSET else body.digest
        if body.seed is not None and body.seed > _MAX_SEED:
            raise InvalidField("A seed is at most 2^64 - 1.", pointer="/seed")
        if body.document is not UNSET:
            if body.players is not UNSET:
                raise UnexpectedField("Give `players` or `document`, not both.", pointer="/players")
            if body.options:
                raise UnexpectedField("A document already says its options.", pointer="/options")
            require_plain(body.document, "/document", _MAX_DEPTH)
            return self._judge.build(
                game, body.document, seed=body.seed, chance=body.chance, digest=digest
            )
        if body.players is UNSET:
            raise MissingField("Give `players`, or a `document`.", pointer="/players")
        require_plain(body.options, "/options", _MAX_DEPTH)
        return self._judge.set_up(
            game,
            players=body.players,
            seed=body.seed,
            chance=body.chance,
            options=body.options,
            digest=digest,
        )

    def validate(self, game: str, body: messages.Validate) -> messages.Verdicts:
        """Judge one move, or several of the same seat."""
        if body.move is not UNSET:
            if body.moves is not UNSET:
                raise UnexpectedField("Give `move` or `moves`, not both.", pointer="/moves")
            moves: list[int | dict[str, Any]] = [body.move]
        elif body.moves is not UNSET:
            moves = body.moves
        else:
            raise MissingField("Give `move`, or `moves`.", pointer="/move")
        lang = None if body.lang is UNSET else body.lang
        return messages.Verdicts(
            self._judge.validate(game, body.state, _seat(body.seat), moves, lang)
        )

    def validate_packed(self, game: str, body: messages.ValidatePacked) -> messages.PackedVerdicts:
        """Judge n moves; the three columns must agree on n."""
        count = len(body.seats)
        if len(body.actions) != _ACTION_SIZE * count:
            raise InvalidField(
                f"`actions` has {len(body.actions)} bytes; {count} seats need "
                f"{_ACTION_SIZE * count}.",
                pointer="/actions",
            )
        if body.states is UNSET:
            if body.state is UNSET:
                raise MissingField("Give `states`, or one `state`.", pointer="/states")
            states: bytes | memoryview = body.state
            pointer = "/state"
        else:
            if body.state is not UNSET:
                raise UnexpectedField("Give `states` or `state`, not both.", pointer="/state")
            states, pointer = body.states, "/states"
            needed = self._judge.state_size(game) * count
            if len(states) != needed:
                raise InvalidField(
                    f"`states` has {len(states)} bytes; {count} records need {needed}.",
                    pointer=pointer,
                )
        try:
            return self._judge.validate_packed(game, states, body.seats, body.actions, body.detail)
        except BadState as error:
            error.pointer = pointer
            raise

    def legal(self, game: str, body: messages.Legal) -> messages.LegalMoves:
        """List the legal moves of a seat."""
        seat = _seat(body.seat)
        if body.format == "moves":
            return messages.LegalMoves(moves=self._judge.legal_moves(game, body.state, seat))
        return messages.LegalMoves(actions=self._judge.legal_actions(game, body.state, seat))

    def apply(self, game: str, body: messages.Apply) -> messages.Applied:
        """Play a move and report what happened."""
        lang = None if body.lang is UNSET else body.lang
        return self._judge.apply(game, body.state, _seat(body.seat), body.move, lang)

    def observe(self, game: str, body: messages.Observe) -> messages.Observed:
        """Reduce a position to what a seat may see."""
        return self._judge.observe(game, body.state, _seat(body.seat), body.lang)

    def report(self, game: str, body: messages.Report) -> messages.Reported:
        """Tell the points of every seat line by line."""
        return self._judge.report(game, body.state, None if body.lang is UNSET else body.lang)

    def validate_decks(self, game: str, body: messages.ValidateDecks) -> messages.DeckVerdicts:
        """Judge decks, given in one of three ways."""
        given = [name for name in ("deck", "decks", "code") if getattr(body, name) is not UNSET]
        if not given:
            raise MissingField("Give `deck`, `decks`, or `code`.", pointer="/deck")
        if len(given) > 1:
            raise UnexpectedField("Give one of `deck`, `decks` and `code`.", pointer=f"/{given[1]}")
        (name,) = given
        value = getattr(body, name)
        require_plain(value, f"/{name}", _MAX_DEPTH)
        return messages.DeckVerdicts(
            self._judge.validate_decks(
                game,
                value if name == "decks" else [value],
                None if body.lang is UNSET else body.lang,
                None if body.digest is UNSET else body.digest,
            )
        )


def _seat(seat: int | str) -> int:
    return _SEATS[seat] if isinstance(seat, str) else seat
