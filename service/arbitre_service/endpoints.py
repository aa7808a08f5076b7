"""The routes as data: what each one reads, does and answers.

`routes` makes handlers of this table and `openapi` the published description, so that neither
can say something the other doesn't.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import numpy as np

from arbitre_service import messages
from arbitre_service.errors import (
    BadDocument,
    BadState,
    BodyIncomplete,
    BodyTooLarge,
    HeadersTooLarge,
    InvalidField,
    MalformedBody,
    MissingField,
    MoveRefused,
    NoDecks,
    NotAcceptable,
    NotReady,
    Overloaded,
    RequestTimeout,
    ServiceError,
    SetupRefused,
    Unauthorized,
    UnexpectedField,
    UnknownGame,
    UnsupportedMediaType,
)
from arbitre_service.messages import Reader
from arbitre_service.metrics import Tally
from arbitre_service.table import Table

Problems = tuple[type[ServiceError], ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A position to make examples with."""

    players: int
    state: bytes
    seat: messages.Seat
    action: int
    move: dict[str, Any]


@dataclass(frozen=True, slots=True)
class GetRoute:
    """A route that is read with GET."""

    path: str
    name: str
    summary: str
    answer: type[msgspec.Struct]
    use: Callable[[Table, str, str | None], msgspec.Struct]
    problems: Problems = (NotAcceptable,)
    open: bool = False
    """Whether it is answered without a token, too."""

    @property
    def takes_game(self) -> bool:
        """Whether the path names a game."""
        return "{game}" in self.path


@dataclass(frozen=True, slots=True)
class PostRoute:
    """A route that takes a body with POST."""

    path: str
    name: str
    summary: str
    reader: Reader[Any]
    answer: type[msgspec.Struct]
    use: Callable[[Table, str, Any], msgspec.Struct]
    example: Callable[[Scene], msgspec.Struct]
    problems: Problems = (BadState,)
    body_limit: int | None = None
    """A limit of its own, where the service's is needlessly wide."""
    inline_limit: int = 8 << 10
    """Bodies up to this many bytes are judged in the event loop: a thread would cost more."""
    judged: Callable[[Any], Tally] | None = None
    """How many verdicts of each code an answer holds."""
    game: str | None = None
    """The game of the example, where not every game has an answer."""


EVERYWHERE: Final[Problems] = (Unauthorized, RequestTimeout, HeadersTooLarge, Overloaded)
"""What can go wrong on every route, before it is reached."""

BODY_PROBLEMS: Final[Problems] = (
    MalformedBody,
    BodyIncomplete,
    UnknownGame,
    NotAcceptable,
    BodyTooLarge,
    UnsupportedMediaType,
    InvalidField,
    MissingField,
    UnexpectedField,
)
"""What can go wrong on every route with a body."""

_LEGAL: Final[Tally] = {0: 1}


def _judged(answer: messages.Verdicts) -> Tally:
    verdicts = answer.verdicts
    if len(verdicts) == 1:
        return {verdicts[0].code: 1}
    return Counter(verdict.code for verdict in verdicts)


def _judged_packed(answer: messages.PackedVerdicts) -> Tally:
    counts = np.bincount(np.frombuffer(answer.codes, "<u2"))
    return {int(code): int(counts[code]) for code in np.flatnonzero(counts)}


GET_ROUTES: Final = (
    GetRoute(
        "/v1/games",
        "games",
        "List the games",
        messages.Catalogue,
        lambda table, game, digest: table.catalogue(),
    ),
    GetRoute(
        "/v1/games/{game}",
        "game",
        "Describe a game: kinds of moves, fields, domains, codes, labels",
        messages.GameDetail,
        lambda table, game, digest: table.describe(game, digest),
        (UnknownGame, NotAcceptable),
    ),
    GetRoute(
        "/health/live",
        "live",
        "Tell that the process answers",
        messages.Health,
        lambda table, game, digest: messages.Health(status="alive"),
        open=True,
    ),
    GetRoute(
        "/health/ready",
        "ready",
        "Tell that moves can be judged",
        messages.Health,
        lambda table, game, digest: table.ready(),
        (NotAcceptable, NotReady),
        open=True,
    ),
)

POST_ROUTES: Final = (
    PostRoute(
        "/v1/games/{game}/states",
        "states",
        "Set up a position, from options or from a document",
        messages.STATES,
        messages.Position,
        Table.set_up,
        lambda scene: messages.States(players=scene.players, seed=7),
        (SetupRefused, BadDocument),
        # A document is free in its shape, and small things unfold: 1 MiB can take 50 in memory.
        body_limit=1 << 20,
    ),
    PostRoute(
        "/v1/games/{game}/validate",
        "validate",
        "Judge one move, or several moves of a seat",
        messages.VALIDATE,
        messages.Verdicts,
        Table.validate,
        lambda scene: messages.Validate(
            state=scene.state, seat=scene.seat, move=scene.move, lang="en"
        ),
        judged=_judged,
    ),
    PostRoute(
        "/v1/games/{game}/validate/packed",
        "validate_packed",
        "Judge many moves at once, as packed columns",
        messages.VALIDATE_PACKED,
        messages.PackedVerdicts,
        Table.validate_packed,
        lambda scene: messages.ValidatePacked(
            state=scene.state,
            seats=bytes([_seat_number(scene), _seat_number(scene)]),
            actions=scene.action.to_bytes(4, "little") + b"\xff\xff\xff\xff",
            detail=True,
        ),
        judged=_judged_packed,
        # So many take some 50 us to judge; to hand them to a thread takes twice that.
        inline_limit=64 << 10,
    ),
    PostRoute(
        "/v1/games/{game}/legal",
        "legal",
        "List the legal moves of a seat",
        messages.LEGAL,
        messages.LegalMoves,
        Table.legal,
        lambda scene: messages.Legal(state=scene.state, seat=scene.seat, format="moves"),
    ),
    PostRoute(
        "/v1/games/{game}/apply",
        "apply",
        "Play a move: the next position and what happened",
        messages.APPLY,
        messages.Applied,
        Table.apply,
        lambda scene: messages.Apply(state=scene.state, seat=scene.seat, move=scene.move),
        (BadState, MoveRefused),
        judged=lambda answer: _LEGAL,
    ),
    PostRoute(
        "/v1/games/{game}/observe",
        "observe",
        "Reduce a position to what a seat may see",
        messages.OBSERVE,
        messages.Observed,
        Table.observe,
        lambda scene: messages.Observe(state=scene.state, seat=scene.seat),
    ),
    PostRoute(
        "/v1/games/{game}/report",
        "report",
        "Tell the points of every seat, line by line",
        messages.REPORT,
        messages.Reported,
        Table.report,
        lambda scene: messages.Report(state=scene.state, lang="en"),
    ),
    PostRoute(
        "/v1/games/{game}/decks/validate",
        "validate_decks",
        "Judge decks: every reason against each, or its code",
        messages.VALIDATE_DECKS,
        messages.DeckVerdicts,
        Table.validate_decks,
        lambda scene: messages.ValidateDecks(
            deck={
                "sovereign": "moss_sov_circular",
                "maneuver": [{"card": "moss_river_levy", "n": 5}],
                "convoy": [{"card": "res_moss_p_1", "n": 10}],
                "defense": [{"card": "res_moss_p_2", "n": 4}],
            },
            lang="en",
        ),
        (NoDecks,),
        body_limit=1 << 16,
        game="vitorian_wars",
    ),
)


def scene(table: Table, game: messages.GameSummary) -> Scene:
    """Set up a small match and look at its first decision."""
    players = game.players[0]
    position = table.set_up(game.name, messages.States(players=players, seed=7))
    state, seat = position.state, position.to_act[0]
    actions = table.legal(game.name, messages.Legal(state=state, seat=seat)).actions
    moves = table.legal(game.name, messages.Legal(state=state, seat=seat, format="moves")).moves
    assert isinstance(actions, bytes) and isinstance(moves, list)
    return Scene(players, state, seat, int.from_bytes(actions[:4], "little"), moves[0])


def _seat_number(scene: Scene) -> int:
    return scene.seat if isinstance(scene.seat, int) else 254
