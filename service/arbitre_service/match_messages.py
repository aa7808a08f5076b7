"""The words of the routes of matches: one struct for each body and answer."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from arbitre_service.messages import (
    Answer,
    Body,
    Chance,
    Digest,
    Language,
    Move,
    Reader,
    Seat,
)

MAX_LOG: Final = 2 << 20
"""Bytes of a match log; the library takes no more either."""

MatchId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16}$", description="The id of a match.")]
Name = Annotated[
    str, Meta(max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$", description="A name to show.")
]
Key = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_.:-]{1,64}$",
        description="The caller's own name of the request: sent again, it is not done again.",
    ),
]
Version = Annotated[
    int, Meta(ge=0, description="The version that the caller has seen: that of its own view.")
]
Token = Annotated[str, Meta(description="The token of a seat. It is told once and kept as a hash.")]
Viewer = Seat | Literal["host"]
PlayerSeat = Annotated[int, Meta(ge=0, le=252, description="A seat number.")]
Happened = Annotated[
    dict[str, Any],
    Meta(description="An event of the game, or of the match: its kind begins with `match_`."),
]
Texts = Annotated[
    list[str], Meta(description="The events in words, one for each, in the language asked for.")
]
InWords = Annotated[Language, Meta(description="A language to tell events in words, too.")]


# --- bodies ------------------------------------------------------------------------------------


class NewSeat(Body, frozen=True):
    """Who sits there: a person, or a bot by its name, such as `greedy` or `montecarlo:500`."""

    name: Name = ""
    bot: Annotated[str, Meta(max_length=32)] = ""


Seats = Annotated[
    list[NewSeat],
    Meta(max_length=64, description="One for each player; people without names when left out."),
]
TurnSeconds = Annotated[
    float,
    Meta(ge=0, le=31_536_000, description="How long a decision may take; 0 is for ever."),
]
LateRule = Annotated[
    Literal["allow", "resign"],
    Meta(description="What becomes of a seat whose time is up: nothing, or it has resigned."),
]


class Terms(Body, frozen=True, kw_only=True):
    """How a match is played, whatever the game."""

    seats: Seats | UnsetType = UNSET
    undo: Annotated[
        bool, Meta(description="Whether moves may be taken back, when all others agree.")
    ] = False
    spectators: Annotated[bool, Meta(description="Whether there is a token to look on.")] = True
    turn_seconds: TurnSeconds = 0.0
    late: LateRule = "allow"


class NewMatch(Terms, frozen=True, kw_only=True):
    """Make a match. `players` may be left out when `seats` are given."""

    game: Annotated[str, Meta(max_length=64, description="A name from `GET /v1/games`.")]
    players: Annotated[int, Meta(ge=1, le=253)] | UnsetType = UNSET
    chance: Chance = "auto"
    options: Annotated[
        dict[str, Any], Meta(description="Set-up options, as `GET /v1/games/{game}` lists them.")
    ] = msgspec.field(default_factory=dict)
    digest: Digest | UnsetType = UNSET


class ImportMatch(Terms, frozen=True, kw_only=True):
    """Go on with a match from its log, the file that `Match.save` and the export write."""

    log: Annotated[bytes, Meta(max_length=MAX_LOG, description="The log.")]


class ForkMatch(Terms, frozen=True, kw_only=True):
    """Make a new match of the first `ply` moves of one that is over, draws counted."""

    ply: Annotated[int, Meta(ge=0, le=1 << 31)]


class PlayMove(Body, frozen=True, kw_only=True):
    """Play a move. `seat` is the token's own; a host names it, `chance` where it draws."""

    move: Move
    seat: Seat | UnsetType = UNSET
    expected_version: Version | UnsetType = UNSET
    key: Key | UnsetType = UNSET
    lang: Language = "en"


class Undo(Body, frozen=True, kw_only=True):
    """Ask to take one's last move back, and all that came after it; agree; or refuse, which also
    takes back the question. A host's `ask` needs nobody's consent."""

    action: Literal["ask", "agree", "refuse"] = "ask"
    expected_version: Version | UnsetType = UNSET
    key: Key | UnsetType = UNSET


class Resign(Body, frozen=True, kw_only=True):
    """Give up. `seat` is the token's own; a host names it."""

    seat: PlayerSeat | UnsetType = UNSET
    key: Key | UnsetType = UNSET


class NewToken(Body, frozen=True, kw_only=True):
    """Make a new token for a seat, or for spectators, and revoke those before it."""

    seat: PlayerSeat | Literal["spectator"]
    revoke_only: bool = False


# --- queries -----------------------------------------------------------------------------------

Brief = Annotated[bool, Meta(description="Leave the plain map out, and the legal moves with it.")]
Picture = Annotated[bool, Meta(description="Draw the position, where the game has a drawing.")]
After = Annotated[int, Meta(ge=0, le=2**31, description="The version that is known already.")]


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """What a path may be followed by. Parameters that nobody knows are passed over."""


class ListQuery(Query, frozen=True, kw_only=True):
    """Which matches to list."""

    game: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    before: (
        Annotated[str, Meta(max_length=64, description="The `next` of the page before.")]
        | UnsetType
    ) = UNSET
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class LookQuery(Query, frozen=True, kw_only=True):
    """How to show a match."""

    lang: Language = "en"
    brief: Brief = False
    picture: Picture = False


class UpdatesQuery(Query, frozen=True, kw_only=True):
    """From where on, and how long to wait when there is nothing new."""

    after: After = 0
    wait: Annotated[float, Meta(ge=0, le=60, description="Seconds to wait for something new.")] = (
        0.0
    )
    limit: Annotated[int, Meta(ge=1, le=500)] = 500
    lang: InWords | UnsetType = UNSET


class LogQuery(Query, frozen=True, kw_only=True):
    """From where on, and how much."""

    after: After = 0
    limit: Annotated[int, Meta(ge=1, le=5000)] = 5000
    lang: InWords | UnsetType = UNSET


class PlyQuery(Query, frozen=True, kw_only=True):
    """How to show a position."""

    lang: Language = "en"
    picture: Picture = False


class StreamQuery(Query, frozen=True, kw_only=True):
    """From where on to stream; from the present when left out, with a snapshot first."""

    after: After | UnsetType = UNSET
    lang: InWords | UnsetType = UNSET
    picture: Picture = False


# --- answers -----------------------------------------------------------------------------------


class SeatTokens(Answer, frozen=True, kw_only=True):
    """A seat of a new match."""

    seat: int
    name: str = ""
    bot: str = ""
    token: Token | UnsetType = UNSET


class Created(Answer, frozen=True, kw_only=True):
    """A new match and the tokens of its seats, which are told this once."""

    id: MatchId
    game: str
    digest: Digest
    version: int
    seats: list[SeatTokens]
    spectator: Token | UnsetType = UNSET


class MatchLine(Answer, frozen=True, kw_only=True):
    """A match in a list."""

    id: MatchId
    game: str
    players: int
    names: list[str]
    bots: list[str]
    created: Annotated[float, Meta(description="Seconds since 1970.")]
    moved: Annotated[float, Meta(description="When something was written last.")]
    over: bool


class MatchList(Answer, frozen=True, kw_only=True):
    """Matches, the newest first; `next` is the `before` of the page that follows."""

    matches: list[MatchLine]
    next: str | UnsetType = UNSET


class SeatView(Answer, frozen=True, kw_only=True):
    """A seat as everybody sees it."""

    seat: int
    name: str = ""
    bot: str = ""
    resigned: bool = False


class UndoView(Answer, frozen=True, kw_only=True):
    """Whether moves may be taken back, who asks to, and who has agreed."""

    allowed: bool
    asked: int | UnsetType = UNSET
    agreed: list[int] = msgspec.field(default_factory=list)


class Standing(Answer, frozen=True, kw_only=True):
    """How a match stands, as the viewer may know it."""

    version: Annotated[int, Meta(description="How often this viewer was told something.")]
    to_act: list[Seat]
    over: bool
    scores: list[int]
    winners: list[int]


class MatchView(Standing, frozen=True, kw_only=True):
    """A match as a viewer may see it. A host sees everything."""

    id: MatchId
    game: str
    digest: Digest
    players: int
    viewer: Viewer
    chance: Chance
    seats: list[SeatView]
    undo: UndoView
    ended: Annotated[Literal["", "rules", "resigned"], Meta(description="Why the match is over.")]
    deadlines: Annotated[
        dict[str, float],
        Meta(description="Seat -> when its time is up, in seconds since 1970, by this service."),
    ]
    now: Annotated[float, Meta(description="The service's time.")]
    state: Annotated[bytes, Meta(description="The observation in wire form.")]
    view: (
        Annotated[
            dict[str, Any],
            Meta(description="The same as a plain map, `moves` being one's own legal moves."),
        ]
        | UnsetType
    ) = UNSET
    options: (
        Annotated[
            dict[str, Any], Meta(description="For the host, and for all when the match is over.")
        ]
        | UnsetType
    ) = UNSET
    svg: str | UnsetType = UNSET


class Update(Standing, frozen=True, kw_only=True):
    """What a viewer is told at once: it makes the version `version`."""

    at: Annotated[float, Meta(description="When, in seconds since 1970.")]
    events: list[Happened]
    texts: Texts | UnsetType = UNSET


class Updates(Answer, frozen=True, kw_only=True):
    """What a viewer was told after a version."""

    version: int
    over: bool
    updates: list[Update]


class PlayedMove(Answer, frozen=True, kw_only=True):
    """A move that was played, or had been played already when its key was sent before."""

    repeated: bool
    update: Update


class LogMove(Answer, frozen=True, kw_only=True):
    """A move of the match."""

    ply: int
    seat: Seat
    move: dict[str, Any]
    text: Annotated[str, Meta(description="The move in words.")] | UnsetType = UNSET


class MatchLog(Answer, frozen=True, kw_only=True):
    """What happened. Until the match is over seats and spectators find what they were told, and
    nothing else; then, and hosts at any time, all `moves` too, draws among them."""

    complete: bool
    version: int
    updates: list[Update]
    moves: list[LogMove] | UnsetType = UNSET


class MatchFile(Answer, frozen=True, kw_only=True):
    """A match as a file, for `arbitre replay`, `Match.load` and the import."""

    log: bytes


class PlyView(Answer, frozen=True, kw_only=True):
    """A match as it was after so many moves."""

    ply: int
    plies: int
    view: dict[str, Any]
    seat: Seat | UnsetType = UNSET
    move: dict[str, Any] | UnsetType = UNSET
    text: Annotated[str, Meta(description="The move in words.")] | UnsetType = UNSET
    events: list[Happened] = msgspec.field(default_factory=list)
    texts: Texts = msgspec.field(default_factory=list)
    svg: str | UnsetType = UNSET


class Tokened(Answer, frozen=True, kw_only=True):
    """The new token, if one was asked for."""

    token: Token | UnsetType = UNSET


# --- frames of the stream ----------------------------------------------------------------------


class SnapshotFrame(msgspec.Struct, frozen=True, tag="snapshot", kw_only=True):
    """The match as it is: the first frame, unless the stream resumes."""

    match: MatchView


class UpdateFrame(msgspec.Struct, frozen=True, tag="update", kw_only=True):
    """What the viewer is told."""

    update: Update


class HeartbeatFrame(msgspec.Struct, frozen=True, tag="heartbeat", kw_only=True):
    """Nothing new; the connection is alive."""

    version: int


def chosen(lang: Language | UnsetType) -> Language | None:
    """Return the language that was asked for, if one was."""
    return None if isinstance(lang, UnsetType) else lang


NEW_MATCH = Reader(NewMatch)
IMPORT_MATCH = Reader(ImportMatch)
FORK_MATCH = Reader(ForkMatch)
PLAY_MOVE = Reader(PlayMove)
UNDO = Reader(Undo)
RESIGN = Reader(Resign)
NEW_TOKEN = Reader(NewToken)
