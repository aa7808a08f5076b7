"""The routes of matches as data, as `endpoints` has the others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from arbitre_service import match_messages as words
from arbitre_service.endpoints import BODY_PROBLEMS, Problems, Scene
from arbitre_service.errors import (
    BadLog,
    HostOnly,
    InvalidField,
    KeyReused,
    MatchBroken,
    MatchOver,
    MatchRunning,
    MoveRefused,
    NoDatabase,
    NotAcceptable,
    NotYourSeat,
    RulesGone,
    SetupRefused,
    StaleVersion,
    StorageDown,
    StorageFull,
    TooManyMatches,
    TooManyRequests,
    TooManySockets,
    UndoRefused,
    UnknownGame,
    UnknownMatch,
)
from arbitre_service.matches.callers import Caller
from arbitre_service.matches.desk import Matches
from arbitre_service.messages import GameDetail, Reader


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as its route has read it."""

    matches: Matches
    caller: Caller
    path: dict[str, Any]
    body: Any
    query: Any

    @property
    def match(self) -> str:
        """The match that the path names."""
        return str(self.path["match"])


Use = Callable[[Asked], Awaitable[msgspec.Struct]]


@dataclass(frozen=True, slots=True)
class MatchRoute:
    """A route of matches."""

    method: Literal["get", "post"]
    path: str
    name: str
    summary: str
    answer: type[msgspec.Struct]
    use: Use
    reader: Reader[Any] | None = None
    query: type[words.Query] | None = None
    problems: Problems = ()
    example: Callable[[Scene, str], msgspec.Struct] | None = None
    """A body that could be sent, for a position and a game."""
    body_limit: int = 64 << 10
    waits: bool = False
    """Whether it may rest until something happens."""

    @property
    def all_problems(self) -> Problems:
        """What can go wrong, beyond what can everywhere."""
        found: list[Any] = [*_ALWAYS, *self.problems]
        if self.reader is not None:
            found += [kind for kind in BODY_PROBLEMS if kind is not UnknownGame]
            found.append(StorageFull)
        if "{match}" in self.path:
            found += [UnknownMatch, RulesGone, MatchBroken]
        if self.query is not None or "{ply}" in self.path:
            found.append(InvalidField)
        return tuple(dict.fromkeys(found))


_ALWAYS: Final[Problems] = (NotAcceptable, NoDatabase, StorageDown, TooManyRequests)
_MAKING: Final[Problems] = (HostOnly, SetupRefused, TooManyMatches)
_PLAYING: Final[Problems] = (NotYourSeat, StaleVersion, MatchOver, KeyReused)
_ONE: Final = "/v1/matches/{match}"

MATCH_ROUTES: Final = (
    MatchRoute(
        "post",
        "/v1/matches",
        "create_match",
        "Make a match, with a token for each seat",
        words.Created,
        lambda asked: asked.matches.create(asked.caller, asked.body),
        words.NEW_MATCH,
        problems=(*_MAKING, UnknownGame),
        example=lambda scene, game: words.NewMatch(
            game=game,
            seats=[words.NewSeat(name="Ada"), *[words.NewSeat(bot="greedy")] * (scene.players - 1)],
            undo=True,
            turn_seconds=3600.0,
        ),
    ),
    MatchRoute(
        "get",
        "/v1/matches",
        "list_matches",
        "List the matches of the caller, a host",
        words.MatchList,
        lambda asked: asked.matches.list(asked.caller, asked.query),
        query=words.ListQuery,
        problems=(HostOnly,),
    ),
    MatchRoute(
        "post",
        "/v1/matches/import",
        "import_match",
        "Go on with a match from its log",
        words.Created,
        lambda asked: asked.matches.restore(asked.caller, asked.body),
        words.IMPORT_MATCH,
        problems=(*_MAKING, BadLog),
        body_limit=3 << 20,
    ),
    MatchRoute(
        "get",
        _ONE,
        "match",
        "Show a match as the caller may see it",
        words.MatchView,
        lambda asked: asked.matches.look(
            asked.caller, asked.match, asked.query.lang, asked.query.brief, asked.query.picture
        ),
        query=words.LookQuery,
    ),
    MatchRoute(
        "get",
        f"{_ONE}/game",
        "match_game",
        "Describe the game of a match to whom it concerns, as `GET /v1/games/{game}` does",
        GameDetail,
        lambda asked: asked.matches.rules(asked.caller, asked.match),
    ),
    MatchRoute(
        "post",
        f"{_ONE}/moves",
        "play",
        "Play a move",
        words.PlayedMove,
        lambda asked: asked.matches.play(asked.caller, asked.match, asked.body),
        words.PLAY_MOVE,
        problems=(*_PLAYING, MoveRefused),
        example=lambda scene, game: words.PlayMove(
            move=scene.move, expected_version=7, key="3f0c1a"
        ),
    ),
    MatchRoute(
        "post",
        f"{_ONE}/undo",
        "undo",
        "Ask to take a move back, agree, or refuse",
        words.PlayedMove,
        lambda asked: asked.matches.undo(asked.caller, asked.match, asked.body),
        words.UNDO,
        example=lambda scene, game: words.Undo(action="agree"),
        problems=(*_PLAYING, UndoRefused),
    ),
    MatchRoute(
        "post",
        f"{_ONE}/resign",
        "resign",
        "Give up",
        words.PlayedMove,
        lambda asked: asked.matches.resign(asked.caller, asked.match, asked.body),
        words.RESIGN,
        problems=(NotYourSeat, MatchOver, KeyReused),
    ),
    MatchRoute(
        "get",
        f"{_ONE}/events",
        "events",
        "Tell what the caller was told after a version, and wait for it if asked to",
        words.Updates,
        lambda asked: asked.matches.updates(
            asked.caller,
            asked.match,
            asked.query.after,
            asked.query.wait,
            asked.query.limit,
            words.chosen(asked.query.lang),
        ),
        query=words.UpdatesQuery,
        problems=(TooManySockets,),
        waits=True,
    ),
    MatchRoute(
        "get",
        f"{_ONE}/log",
        "log",
        "Tell what happened: all of it to hosts and when the match is over",
        words.MatchLog,
        lambda asked: asked.matches.log(
            asked.caller,
            asked.match,
            asked.query.after,
            asked.query.limit,
            words.chosen(asked.query.lang),
        ),
        query=words.LogQuery,
    ),
    MatchRoute(
        "get",
        f"{_ONE}/export",
        "export_match",
        "Write a match as the file that `Match.save` writes",
        words.MatchFile,
        lambda asked: asked.matches.export(asked.caller, asked.match),
        problems=(MatchRunning,),
    ),
    MatchRoute(
        "get",
        f"{_ONE}/plies/{{ply}}",
        "ply",
        "Show a match as it was after so many moves",
        words.PlyView,
        lambda asked: asked.matches.ply(
            asked.caller, asked.match, asked.path["ply"], asked.query.lang, asked.query.picture
        ),
        query=words.PlyQuery,
        problems=(MatchRunning,),
    ),
    MatchRoute(
        "post",
        f"{_ONE}/fork",
        "fork_match",
        "Make a new match of the first moves of one that is over",
        words.Created,
        lambda asked: asked.matches.fork(asked.caller, asked.match, asked.body),
        words.FORK_MATCH,
        example=lambda scene, game: words.ForkMatch(ply=12),
        problems=(*_MAKING, MatchRunning),
    ),
    MatchRoute(
        "post",
        f"{_ONE}/tokens",
        "token",
        "Replace the token of a seat or of the spectators",
        words.Tokened,
        lambda asked: asked.matches.token(asked.caller, asked.match, asked.body),
        words.NEW_TOKEN,
        example=lambda scene, game: words.NewToken(seat="spectator"),
        problems=(HostOnly,),
    ),
)
