"""The requests of server-held matches as values, as `calls` has the others."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

import msgpack

from arbitre.client import answers
from arbitre.client.answers import Move, Seat
from arbitre.client.calls import Call, as_

Terms = Mapping[str, Any]


def create(game: str, players: int | None, chance: str, terms: Terms) -> Call[answers.CreatedMatch]:
    """A new match."""
    body = {"game": game, "players": players, "chance": chance, **terms}
    return Call("POST", "/v1/matches", _packed(body), as_(answers.CreatedMatch), once=True)


def restore(log: bytes, terms: Terms) -> Call[answers.CreatedMatch]:
    """A new match of a log."""
    body = _packed({"log": log, **terms})
    return Call("POST", "/v1/matches/import", body, as_(answers.CreatedMatch), once=True)


def fork(match: str, ply: int, terms: Terms) -> Call[answers.CreatedMatch]:
    """A new match of the first moves of another."""
    body = _packed({"ply": ply, **terms})
    return Call("POST", _path(match, "/fork"), body, as_(answers.CreatedMatch), once=True)


def matches(
    game: str | None, over: bool | None, before: str | None, limit: int
) -> Call[answers.MatchList]:
    """A page of matches."""
    query = _query(game=game, over=over, before=before or None, limit=limit)
    return Call("GET", f"/v1/matches{query}", None, as_(answers.MatchList))


def match(name: str, lang: str, brief: bool, picture: bool) -> Call[answers.MatchView]:
    """A match as one may see it."""
    query = _query(lang=lang, brief=brief, picture=picture)
    return Call("GET", _path(name) + query, None, as_(answers.MatchView))


def play(
    name: str,
    move: Move,
    seat: Seat | None,
    expected_version: int | None,
    key: str | None,
    lang: str,
) -> Call[answers.PlayedMove]:
    """A move. Without a key of the caller's it gets one, so it may be sent again."""
    body = {"move": move, "seat": seat, "expected_version": expected_version, "lang": lang}
    return _keyed(name, "/moves", key, body)


def undo(
    name: str, action: str, expected_version: int | None, key: str | None
) -> Call[answers.PlayedMove]:
    """A question, or an answer to one."""
    return _keyed(name, "/undo", key, {"action": action, "expected_version": expected_version})


def resign(name: str, seat: int | None, key: str | None) -> Call[answers.PlayedMove]:
    """A resignation."""
    return _keyed(name, "/resign", key, {"seat": seat})


def updates(name: str, after: int, wait: float, lang: str | None) -> Call[answers.Updates]:
    """What one was told after a version."""
    path = _path(name, "/events") + _query(after=after, wait=wait, lang=lang)
    return Call("GET", path, None, as_(answers.Updates))


def log(name: str, after: int, lang: str | None) -> Call[answers.MatchLog]:
    """What happened."""
    path = _path(name, "/log") + _query(after=after, lang=lang)
    return Call("GET", path, None, as_(answers.MatchLog))


def export(name: str) -> Call[bytes]:
    """The match as a file."""
    read = as_(answers.MatchFile)
    return Call("GET", _path(name, "/export"), None, lambda content: read(content).log)


def ply(name: str, number: int, lang: str, picture: bool) -> Call[answers.PlyView]:
    """The match as it was."""
    path = _path(name, f"/plies/{number}") + _query(lang=lang, picture=picture)
    return Call("GET", path, None, as_(answers.PlyView))


def token(name: str, seat: Seat, revoke_only: bool) -> Call[str]:
    """A new token of a seat."""
    read = as_(answers.Tokened)
    body = _packed({"seat": seat, "revoke_only": revoke_only})
    path = _path(name, "/tokens")
    return Call("POST", path, body, lambda content: read(content).token, once=True)


def terms_of(
    seats: Sequence[Mapping[str, str]] | None,
    undo: bool,
    spectators: bool,
    turn_seconds: float,
    late: str,
) -> dict[str, Any]:
    """How a match is played."""
    return {
        "seats": None if seats is None else [dict(seat) for seat in seats],
        "undo": undo,
        "spectators": spectators,
        "turn_seconds": turn_seconds,
        "late": late,
    }


def _keyed(
    name: str, route: str, key: str | None, body: Mapping[str, Any]
) -> Call[answers.PlayedMove]:
    packed = _packed({**body, "key": key or secrets.token_hex(12)})
    return Call("POST", _path(name, route), packed, as_(answers.PlayedMove))


def _packed(fields: Mapping[str, Any]) -> bytes:
    return bytes(msgpack.packb({k: v for k, v in fields.items() if v is not None}))


def _query(**fields: Any) -> str:
    given = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in fields.items()
        if value is not None
    }
    return "?" + urlencode(given)


def _path(match: str, more: str = "") -> str:
    return f"/v1/matches/{quote(match, safe='')}{more}"
