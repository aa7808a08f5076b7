"""The words of the HTTP API: one struct for each body and answer, with its decoders.

Decoders are built once, at import: a typed msgspec decoder reads and checks a body in one pass.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

MessageType = TypeVar("MessageType", bound=msgspec.Struct)

MAX_MOVES: Final = 4096
"""The most moves one `validate` judges; the packed route is made for more."""

MAX_DECKS: Final = 32
"""The most decks one request judges."""

MAX_FIELDS: Final = 64
"""The most fields a move may have. No game comes near; it bounds what a body can unfold to."""

State = Annotated[
    bytes,
    Meta(
        title="State",
        description="A position in wire form, header included. msgpack: bin; JSON: base64.",
    ),
]
PackedBytes = Annotated[
    bytes, Meta(description="Packed little-endian numbers. msgpack: bin; JSON: base64.")
]
Seat = (
    Annotated[int, Meta(ge=0, le=255, description="A seat number; 254 is chance, 255 spectator.")]
    | Literal["chance", "spectator"]
)
ActionCode = Annotated[int, Meta(ge=0, le=0xFFFF_FFFF, description="The packed code of a move.")]
MoveFields = Annotated[
    dict[str, int | float | str | bool | None],
    Meta(
        max_length=MAX_FIELDS,
        description="A move by name: `kind` and its fields, as `GET /v1/games/{game}` lists them.",
    ),
]
Move = ActionCode | MoveFields
Language = Literal["en", "fr"]
Chance = Literal["auto", "manual"]
Digest = Annotated[
    str, Meta(pattern="^[0-9a-f]{16}$", description="The digest of a game's compiled content.")
]
Document = Annotated[
    dict[str, Any],
    Meta(description="A position by name: the state document of the game's rules."),
]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request body. Unknown fields are refused: a misspelt option must not pass unseen."""


class Answer(msgspec.Struct, frozen=True):
    """An answer. Fields that were not asked for are left out."""


# --- catalogue ---------------------------------------------------------------------------------


class GameSummary(Answer, frozen=True):
    """One line of the catalogue."""

    name: str
    digest: Digest
    players: list[int]
    state_size: int
    action_count: int
    labels: dict[str, str] = {}


class Catalogue(Answer, frozen=True):
    """The games this service judges."""

    games: list[GameSummary]


class DomainInfo(Answer, frozen=True):
    """The values a field may take, in the order of their codes, and their labels by language."""

    values: list[str | int | bool]
    labels: dict[str, list[str]]


class FieldInfo(Answer, frozen=True):
    """A field of a move and the name of its domain."""

    name: str
    domain: str
    labels: dict[str, str]


class KindInfo(Answer, frozen=True):
    """A kind of move. Its codes run from `offset` to `offset + size - 1`: the mixed radix of its
    fields, the first one most significant."""

    offset: int
    size: int
    chance: bool
    fields: list[FieldInfo]
    labels: dict[str, str]


class OptionInfo(Answer, frozen=True):
    """A set-up option. With a `group` it is given inside that map: `{"variants": {name: value}}`.

    `domain` lists its values, or gives their least and greatest.
    """

    group: str
    domain: list[str | int | bool | list[str | int] | None] | dict[str, int]
    default: str | int | bool | list[str | int] | None
    labels: dict[str, str]


class GameDetail(Answer, frozen=True):
    """Everything a client needs to speak about a game: kinds, fields, domains, codes, labels."""

    name: str
    digest: Digest
    digests: Annotated[list[Digest], Meta(description="Every content loaded for this game.")]
    players: list[int]
    state_size: int
    action_count: int
    labels: dict[str, str]
    kinds: Annotated[dict[str, KindInfo], Meta(description="The kinds of moves.")]
    domains: Annotated[dict[str, DomainInfo], Meta(description="The domains of their fields.")]
    events: Annotated[
        dict[str, dict[str, str | None]],
        Meta(description="Kind of event -> its fields with the domain of each, null for numbers."),
    ]
    options: Annotated[dict[str, OptionInfo], Meta(description="What `states` takes.")]
    codes: Annotated[
        dict[str, str], Meta(description="Number of a rejection code in packed answers -> name.")
    ]
    subjects: Annotated[
        list[str], Meta(description="What a verdict is about, by its number in packed answers.")
    ]


# --- states ------------------------------------------------------------------------------------

_SEED: Final = Meta(
    ge=0,
    description="0 to 2^64 - 1; drawn when left out.",
    extra_json_schema={"maximum": 2**64 - 1},  # msgspec itself compares with 63 bits only
)


class States(Body, frozen=True):
    """Set up a position: from `players` and options, or from a `document`."""

    players: Annotated[int, Meta(ge=1, le=253)] | UnsetType = UNSET
    seed: Annotated[int, _SEED] | None = None
    chance: Chance = "auto"
    options: Annotated[
        dict[str, Any], Meta(description="Set-up options, as `GET /v1/games/{game}` lists them.")
    ] = {}
    document: Document | UnsetType = UNSET
    digest: Digest | UnsetType = UNSET


class Position(Answer, frozen=True):
    """A position, who may act in it and the content it was made with."""

    state: State
    to_act: list[Seat]
    digest: Digest


# --- verdicts ----------------------------------------------------------------------------------


class Validate(Body, frozen=True):
    """Judge one `move` or several `moves` of a seat in one position."""

    state: State
    seat: Seat
    move: Move | UnsetType = UNSET
    moves: Annotated[list[Move], Meta(max_length=MAX_MOVES)] | UnsetType = UNSET
    lang: Language | UnsetType = UNSET


class Verdict(Answer, frozen=True, gc=False):
    """Whether a move is legal, and if not, why."""

    ok: bool
    code: str
    subject: str
    need: int
    have: int
    message: str | UnsetType = UNSET


class Verdicts(Answer, frozen=True):
    """One verdict for each move, in the order asked."""

    verdicts: list[Verdict]


class ValidatePacked(Body, frozen=True):
    """Judge n moves at once: record i of `states` (or the one `state`), seat i, action i."""

    seats: Annotated[bytes, Meta(description="n seats, one byte each.")]
    actions: Annotated[bytes, Meta(description="n action codes, unsigned 32-bit little-endian.")]
    states: (
        Annotated[
            memoryview, Meta(description="n states of `state_size` bytes, one after another.")
        ]
        | UnsetType
    ) = UNSET
    state: State | UnsetType = UNSET
    detail: bool = False


class PackedVerdicts(Answer, frozen=True):
    """n verdicts as numbers; `GET /v1/games/{game}` has the names of codes and subjects."""

    codes: Annotated[bytes, Meta(description="n codes, unsigned 16-bit little-endian; 0 is legal.")]
    subjects: Annotated[bytes, Meta(description="n subjects, unsigned 16-bit.")] | UnsetType = UNSET
    needs: Annotated[bytes, Meta(description="n numbers, signed 32-bit.")] | UnsetType = UNSET
    haves: Annotated[bytes, Meta(description="n numbers, signed 32-bit.")] | UnsetType = UNSET


# --- legal, apply, observe ---------------------------------------------------------------------


class Legal(Body, frozen=True):
    """List the legal moves of a seat, as codes or by name."""

    state: State
    seat: Seat
    format: Literal["actions", "moves"] = "actions"


class LegalMoves(Answer, frozen=True):
    """The legal moves in the order of their codes."""

    actions: (
        Annotated[bytes, Meta(description="n action codes, unsigned 32-bit little-endian.")]
        | UnsetType
    ) = UNSET
    moves: list[dict[str, Any]] | UnsetType = UNSET


class Apply(Body, frozen=True):
    """Play a move. The given state is not changed: the answer holds the next one."""

    state: State
    seat: Seat
    move: Move
    lang: Language | UnsetType = UNSET


class Applied(Answer, frozen=True):
    """The next position and what happened on the way to it."""

    state: State
    events: list[dict[str, Any]]
    to_act: list[Seat]
    over: bool
    scores: list[int]


class Observe(Body, frozen=True):
    """Reduce a position to what a seat, or a spectator, may see."""

    state: State
    seat: Seat
    lang: Language = "en"


class Observed(Answer, frozen=True):
    """A redacted state, and the same as a plain map for people and user interfaces."""

    state: State
    view: dict[str, Any]


class Report(Body, frozen=True):
    """Ask for the points of a position line by line. With `lang`, each line has a `text`, too."""

    state: State
    lang: Language | UnsetType = UNSET


class Reported(Answer, frozen=True):
    """The points of every seat, line by line; null for a game that has no such report."""

    report: dict[str, Any] | None


# --- decks -------------------------------------------------------------------------------------

DeckCode = Annotated[str, Meta(max_length=512, description="A deck code, `vw1-...`.")]
Deck = Annotated[
    str | dict[str, Any],
    Meta(
        description="The name of a ready deck, a deck code, or a deck by its cards, as the page of "
        "the game shows."
    ),
]


class ValidateDecks(Body, frozen=True):
    """Judge one `deck`, several `decks`, or the deck of a `code`; the answer says why not."""

    deck: Deck | UnsetType = UNSET
    decks: Annotated[list[Deck], Meta(max_length=MAX_DECKS)] | UnsetType = UNSET
    code: DeckCode | UnsetType = UNSET
    lang: Language | UnsetType = UNSET
    digest: Digest | UnsetType = UNSET


class DeckReason(Answer, frozen=True):
    """A rule that a deck breaks. `lang` adds the `message`, in words for players."""

    code: str
    detail: str
    message: str | UnsetType = UNSET


class DeckVerdict(Answer, frozen=True):
    """Whether a deck may be played, and if not, every reason. A good one comes with its code and
    its cards."""

    ok: bool
    reasons: list[DeckReason]
    code: str | UnsetType = UNSET
    deck: dict[str, Any] | UnsetType = UNSET


class DeckVerdicts(Answer, frozen=True):
    """One verdict for each deck, in the order asked."""

    decks: list[DeckVerdict]


# --- health and problems -----------------------------------------------------------------------


class Health(Answer, frozen=True):
    """What a probe reads."""

    status: Literal["alive", "ready"]
    games: list[str] | UnsetType = UNSET


class Reason(Answer, frozen=True):
    """One of several reasons of a problem."""

    code: str
    detail: str
    pointer: str


class Problem(Answer, frozen=True, omit_defaults=True):
    """A problem document (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: Annotated[str, Meta(description="A stable name, UPPER_SNAKE, to branch on.")]
    pointer: (
        Annotated[str, Meta(description="JSON pointer to the offending field of the body.")]
        | UnsetType
    ) = UNSET
    record: (
        Annotated[int, Meta(description="Index of the offending record of a packed body.")]
        | UnsetType
    ) = UNSET
    verdict: Verdict | UnsetType = UNSET
    errors: list[Reason] | UnsetType = UNSET
    version: (
        Annotated[int, Meta(description="The version of the match now, as the caller counts.")]
        | UnsetType
    ) = UNSET


class Reader(Generic[MessageType]):
    """The decoders of one body: one for each wire format."""

    def __init__(self, message: type[MessageType]) -> None:
        self.message = message
        self.msgpack = msgspec.msgpack.Decoder(message).decode
        self.json = msgspec.json.Decoder(message).decode


STATES = Reader(States)
VALIDATE = Reader(Validate)
VALIDATE_PACKED = Reader(ValidatePacked)
LEGAL = Reader(Legal)
APPLY = Reader(Apply)
OBSERVE = Reader(Observe)
REPORT = Reader(Report)
VALIDATE_DECKS = Reader(ValidateDecks)

encode_msgpack = msgspec.msgpack.Encoder().encode
encode_json = msgspec.json.Encoder().encode

_walk_msgpack = msgspec.msgpack.Decoder(msgspec.Raw).decode
_walk_json = msgspec.json.Decoder(msgspec.Raw).decode
_SCAN_LIMIT: Final = 1 << 20


def scan_json(body: bytes) -> None:
    """Tell whether a body is JSON at all, without building anything.

    Raises:
        ValueError: it isn't.
        RecursionError: it is nested too deep.
    """
    _walk_json(body)
    body.decode()


def scan_msgpack(body: bytes) -> None:
    """Tell whether a body is msgpack at all.

    A walk builds nothing, but doesn't look into text either; a body of modest size is read in
    full as well. A large one isn't: empty arrays take a byte each there and 56 in memory.

    Raises:
        ValueError: it isn't, or it has extension types.
        RecursionError: it is nested too deep.
    """
    _walk_msgpack(body)
    if len(body) <= _SCAN_LIMIT:
        _read_msgpack(body)


def _refuse_extension(code: int, data: memoryview) -> Any:
    raise msgspec.DecodeError("Extension types aren't accepted")


_read_msgpack = msgspec.msgpack.Decoder(ext_hook=_refuse_extension).decode
