"""Match logs: replaying them move by move, and reading them aloud.

A log is a stream of msgpack objects, one record after another:

- a header, the map {arbitre_log: 1, game, digest, players, chance, options, library};
- for each move, chance included, the array [seat, {kind, fields...}, fingerprint of the position
  after it]; the seat of chance is "chance";
- an end, the map {scores, winners, over, moves}.

Moves are written with kinds and ids, not with codes, which change with the content. A log tells
all secrets of its match but not its seed: what it does not hold yet can't be foretold from it.

Replaying plays every move, those of chance too, and compares every position with its fingerprint,
so a log that was edited, or rules that changed since, are found at the first move that differs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from arbitre._native import CHANCE, Event, Move, State
from arbitre.errors import LogError, Rejected, SetupError
from arbitre.game import Chance, Game, MoveLike, load
from arbitre.i18n import Labels
from arbitre.replay.log import (
    FORMAT,
    MAX_FILE_BYTES,
    End,
    Entry,
    Header,
    Log,
    parse,
    read,
    read_bytes,
    write_whole,
)
from arbitre.rules import games

__all__ = [
    "FORMAT",
    "MAX_FILE_BYTES",
    "End",
    "Entry",
    "Header",
    "Log",
    "Position",
    "Verification",
    "dump",
    "game_of",
    "positions",
    "read",
    "record",
    "replay",
    "verify",
    "write_whole",
]


class Position(NamedTuple):
    """A position and the move that led to it; the start, ply 0, has neither seat nor move."""

    ply: int
    seat: int | None
    move: Move | None
    state: State
    events: list[Event]


@dataclass(frozen=True)
class Verification:
    """What verifying a log found; true when the log is whole and the rules confirm all of it."""

    moves: int
    """Moves confirmed, chance included: all of the log, or those before the difference."""
    difference: LogError | None = None
    """The first difference, with its ply."""
    header: Header | None = None
    """What the match started from; None when it can't be read."""
    entries: tuple[Entry, ...] = ()
    """The moves that could be read, confirmed or not."""
    end: End | None = None
    """How the match stands, confirmed or not; None when it can't be read."""

    @property
    def ok(self) -> bool:
        """Whether there is no difference."""
        return self.difference is None

    def __bool__(self) -> bool:
        return self.ok


# --- playing ---


def positions(
    game: Game,
    players: int,
    options: Mapping[str, Any],
    moves: Iterable[tuple[int, MoveLike]],
) -> Iterator[Position]:
    """The start and the position after each move, those of chance among the moves. Raises
    `SetupError`, and `Rejected` at the first move that is illegal."""
    state, events, _ = game._start(players, 0, "manual", options)
    yield Position(0, None, None, state, events)
    for ply, (seat, move) in enumerate(moves, 1):
        state, events, played = game._advance(state, seat, move)
        yield Position(ply, seat, played[0][1], state, events)


def record(
    game: Game,
    players: int,
    chance: Chance,
    options: Mapping[str, Any],
    moves: Iterable[tuple[int, MoveLike]],
) -> Log:
    """The log of these moves, chance included."""
    start, *later = positions(game, players, options, moves)
    entries = tuple(
        Entry(
            "chance" if position.seat == CHANCE else position.seat or 0,
            dict(position.move or {}),
            position.state.fingerprint,
        )
        for position in later
    )
    header = Header(FORMAT, game.name, game.digest, players, chance, dict(options), _library())
    return Log(header, entries, _end([start, *later][-1]))


def replay(game: Game, log: Log) -> Iterator[Position]:
    """The positions of a log, the start first. Stops with a `LogError` that names the first
    difference: other rules, a move that is illegal, another position, another end."""
    last = None
    for last in _confirmed(game, log.header, log.entries):
        yield last
    assert last
    _compare_end(log.end, _end(last))


def verify(path: str | Path, game: Game | None = None) -> Verification:
    """Replays a log move by move. `game` is needed when the log was played under other content
    than the game's own. Whatever the file holds is an answer; `OSError` when it can't be read."""
    parts = last = None
    try:
        parts = parse(read_bytes(path))
        header = parts.header
        for position in _confirmed(game or game_of(header), header, parts.entries):
            last = position
        if parts.damage:
            raise parts.damage
        assert last and parts.end
        _compare_end(parts.end, _end(last))
        difference = None
    except LogError as error:
        error.file = str(path)
        difference = error
    moves = last.ply if last else 0
    if parts is None:
        return Verification(moves, difference)
    return Verification(moves, difference, parts.header, parts.entries, parts.end)


def game_of(header: Header) -> Game:
    """The game of a log, under its own content; `LogError` when it is not in the registry."""
    if header.game not in games():
        why = f"there is no game {header.game} here, only {', '.join(games())}"
        raise LogError("LOG_GAME", f"{why}; if another package brings it, hand it in", 0)
    return load(header.game)


def _confirmed(game: Game, header: Header, entries: tuple[Entry, ...]) -> Iterator[Position]:
    """The positions, as long as they are those of the log."""
    if (header.game, header.digest) != (game.name, game.digest):
        why = f"the log is of {header.game} under rules {header.digest}, not of {game.name} under"
        why += f" rules {game.digest}; load the content that it was played with and hand it in"
        raise LogError("LOG_RULES", why, 0)
    moves = ((entry.seat, entry.move) for entry in entries)
    following = 0
    try:
        for position in positions(game, header.players, header.options, moves):
            if position.ply:
                _compare(position, entries[position.ply - 1], header)
            following = position.ply + 1
            yield position
    except SetupError as error:
        raise LogError("LOG_SETUP", f"the rules refuse this set-up: {error}", 0) from None
    except Rejected as refused:
        why = f"{entries[following - 1]} is illegal ({refused}): {game.explain(refused.verdict)}"
        why += " The log was edited, or the rules play otherwise than those that it was played with"
        raise LogError("LOG_MOVE", why, following, refused.verdict) from None


def _compare(position: Position, entry: Entry, header: Header) -> None:
    if position.state.fingerprint != entry.fingerprint:
        why = f"{entry} leads to the position {position.state.fingerprint:016x}, not to"
        why += f" {entry.fingerprint:016x} as told: the log was edited, or the rules play otherwise"
        why += f" than those of arbitre {header.library or '?'}, which wrote it"
        raise LogError("LOG_POSITION", why, position.ply)


def _compare_end(told: End, found: End) -> None:
    for name in End.__struct_fields__:
        ours, theirs = getattr(found, name), getattr(told, name)
        if ours != theirs:
            why = f"the end record tells {name} {_shown(theirs)}, the moves lead to {_shown(ours)}:"
            raise LogError("LOG_END", f"{why} the log was edited or a part is missing", found.moves)


def _end(last: Position) -> End:
    return End(last.state.scores, last.state.winners, last.state.over, last.ply)


@cache
def _library() -> str:
    try:
        return version("arbitre")
    except PackageNotFoundError:
        return ""


# --- reading aloud ---


def dump(path: str | Path, lang: str = "en", game: Game | None = None) -> Iterator[str]:
    """The lines of a log as text, moves described in a language. It is not replayed, so it may be
    a log of any rules. What can be read of a damaged log comes before its `LogError`."""
    try:
        parts = parse(read_bytes(path))
        labels = game.labels(lang) if game else Labels(parts.header.game, lang)
        yield labels.title
        for name in Header.__struct_fields__:
            value = getattr(parts.header, name)
            yield f"{name}: {_shown(value) if isinstance(value, dict) else value}"
        yield ""
        for ply, entry in enumerate(parts.entries, 1):
            fields = {name: value for name, value in entry.move.items() if name != "kind"}
            said = labels.describe(str(entry.move.get("kind")), fields)
            by = labels.label("seat", entry.by)
            yield f"{ply:>4}  {by:<8}  {entry.fingerprint:016x}  {entry}: {said}"
        if parts.damage:
            raise parts.damage
        yield ""
        for name in End.__struct_fields__:
            yield f"{name}: {_shown(getattr(parts.end, name))}"
    except LogError as error:
        error.file = str(path)
        raise


def _shown(value: object) -> str:
    return json.dumps(value)
