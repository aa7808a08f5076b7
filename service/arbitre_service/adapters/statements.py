"""The statements of the store, written once for both databases and compiled at import.

Drivers are spoken to directly: a move is one statement and one row, and SQLAlchemy's share of
that would be the greatest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import (
    Float,
    Integer,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.sql import ClauseElement

from arbitre_service.adapters.models import Match, MatchEvent, MatchSnapshot
from arbitre_service.matches.records import Line, MatchRecord, Row, SeatRecord

_SQLITE: Final = sqlite.dialect()
_POSTGRESQL: Final[Any] = asyncpg.dialect()  # type: ignore[no-untyped-call]

_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.decode
_seats: Final = msgspec.json.Decoder(list[SeatRecord]).decode


class Statement:
    """SQL for both databases, with its arguments by name."""

    def __init__(self, clause: ClauseElement, postgresql: ClauseElement | None = None) -> None:
        """Compile it; `postgresql` where that database needs other words."""
        self.sqlite, self._sqlite = _compiled(clause, _SQLITE)
        self.postgresql, self._postgresql = _compiled(
            clause if postgresql is None else postgresql, _POSTGRESQL
        )

    def for_sqlite(self, values: Mapping[str, Any]) -> list[Any]:
        """Put arguments into the order of `sqlite`."""
        return [values.get(name, default) for name, default in self._sqlite]

    def for_postgresql(self, values: Mapping[str, Any]) -> list[Any]:
        """Put arguments into the order of `postgresql`."""
        return [values.get(name, default) for name, default in self._postgresql]


def _compiled(clause: ClauseElement, dialect: Any) -> tuple[str, list[tuple[str, Any]]]:
    compiled: Any = clause.compile(dialect=dialect)
    names = compiled.positiontup or []
    return str(compiled), [(name, compiled.params.get(name)) for name in names]


def _all(table: Any) -> dict[str, Any]:
    """A parameter for each column, of its own name; `match` is one of all tables."""
    return {
        column.name: bindparam(f"_{column.name}", type_=column.type)
        for column in table.__table__.columns
    }


_event: Final = {name: value for name, value in _all(MatchEvent).items() if name != "position"}
_match = bindparam("match", type_=MatchEvent.match.type)
_limit = bindparam("limit", type_=Integer)

INSERT_MATCH: Final = Statement(insert(Match).values(**_all(Match)).inline())
INSERT_EVENT: Final = Statement(insert(MatchEvent).values(**_event).inline())
COUNT_OPEN: Final = Statement(select(func.count()).select_from(Match).where(~Match.over))
END_MATCH: Final = Statement(
    update(Match)
    .where(Match.id == _match)
    .values(over=true(), ended=bindparam("_ended", type_=Float))
)
FIND_MATCH: Final = Statement(select(Match.__table__).where(Match.id == _match))
FIND_ROWS: Final = Statement(
    select(
        MatchEvent.number,
        MatchEvent.seat,
        MatchEvent.kind,
        MatchEvent.data,
        MatchEvent.at,
        MatchEvent.key,
    )
    .where(MatchEvent.match == _match, MatchEvent.number > bindparam("after", type_=Integer))
    .order_by(MatchEvent.number)
)
FIND_KEYED: Final = Statement(
    select(
        MatchEvent.number,
        MatchEvent.seat,
        MatchEvent.kind,
        MatchEvent.data,
        MatchEvent.at,
        MatchEvent.key,
    ).where(
        MatchEvent.match == _match,
        MatchEvent.seat == bindparam("seat", type_=Integer),
        MatchEvent.key == bindparam("key", type_=MatchEvent.key.type),
    )
)
FIND_SNAPSHOT: Final = Statement(
    select(MatchSnapshot.number, MatchSnapshot.library, MatchSnapshot.data).where(
        MatchSnapshot.match == _match
    )
)


def _upsert(dialect: Any) -> ClauseElement:
    wanted: Any = dialect.insert(MatchSnapshot.__table__).values(**_all(MatchSnapshot))
    upsert: ClauseElement = wanted.on_conflict_do_update(
        index_elements=["match"],
        set_={name: wanted.excluded[name] for name in ("number", "library", "data")},
    )
    return upsert


KEEP_SNAPSHOT: Final = Statement(_upsert(sqlite), _upsert(postgresql))
DROP_SNAPSHOTS: Final = Statement(delete(MatchSnapshot))
CHANGED: Final = Statement(
    select(MatchEvent.match, func.max(MatchEvent.position))
    .where(MatchEvent.position > bindparam("after", type_=MatchEvent.position.type))
    .group_by(MatchEvent.match)
)
LAST_POSITION: Final = Statement(select(func.coalesce(func.max(MatchEvent.position), 0)))
_newest = select(func.max(MatchEvent.number)).where(MatchEvent.match == Match.id).scalar_subquery()
WAITING: Final = Statement(
    select(Match.id, MatchEvent.number)
    .join(
        MatchEvent,
        and_(MatchEvent.match == Match.id, MatchEvent.number == _newest.correlate(Match)),
    )
    .where(
        ~Match.over,
        Match.watched,
        MatchEvent.at < bindparam("since", type_=Float),
        Match.id > bindparam("after", type_=Match.id.type),
    )
    .order_by(Match.id)
    .limit(_limit)
)
FORGET: Final = Statement(
    delete(Match).where(Match.over, Match.ended < bindparam("before", type_=Float))
)


def lines(
    host: str | None, game: str | None, over: bool | None, before: tuple[float, str] | None
) -> Statement:
    """Make the statement of a list; there are few of them, so each is compiled once."""
    clause = (
        select(Match.__table__, MatchEvent.number, MatchEvent.at)
        .outerjoin(
            MatchEvent,
            and_(MatchEvent.match == Match.id, MatchEvent.number == _newest.correlate(Match)),
        )
        .order_by(Match.created.desc(), Match.id.desc())
        .limit(_limit)
    )
    if host is not None:
        clause = clause.where(Match.host == bindparam("host", type_=Match.host.type))
    if game is not None:
        clause = clause.where(Match.game == bindparam("game", type_=Match.game.type))
    if over is not None:
        clause = clause.where(Match.over if over else ~Match.over)
    if before is not None:
        created = bindparam("created", type_=Float)
        clause = clause.where(
            or_(
                Match.created < created,
                and_(Match.created == created, Match.id < bindparam("id", type_=Match.id.type)),
            )
        )
    return Statement(clause)


# --- rows and records --------------------------------------------------------------------------


def record_values(record: MatchRecord) -> dict[str, Any]:
    """Write a match as arguments of INSERT_MATCH."""
    return {
        "_id": record.id,
        "_host": record.host,
        "_game": record.game,
        "_digest": record.digest,
        "_players": record.players,
        "_chance": record.chance,
        "_options": _encode(record.options).decode(),
        "_seats": _encode(record.seats).decode(),
        "_luck": record.luck,
        "_undo": record.undo,
        "_late": record.late,
        "_turn_seconds": record.turn_seconds,
        "_created": record.created,
        "_watched": record.has_bots or record.late == "resign",
        "_over": record.over,
        "_ended": record.ended,
    }


RECORD_COLUMNS: Final = [column.name for column in Match.__table__.columns]


def record_of(found: Sequence[Any]) -> MatchRecord:
    """Read a match."""
    row = dict(zip(RECORD_COLUMNS, found, strict=False))
    return MatchRecord(
        id=row["id"],
        host=row["host"],
        game=row["game"],
        digest=row["digest"],
        players=row["players"],
        chance=row["chance"],
        options=_decode(row["options"]),
        seats=_seats(row["seats"]),
        luck=bytes(row["luck"]),
        undo=bool(row["undo"]),
        late=row["late"],
        turn_seconds=row["turn_seconds"],
        created=row["created"],
        over=bool(row["over"]),
        ended=row["ended"],
    )


def line_of(found: Sequence[Any]) -> Line:
    """Read a match of a list."""
    record = record_of(found[: len(RECORD_COLUMNS)])
    number, at = found[len(RECORD_COLUMNS) :]
    # Without rows it is broken, and listed all the same.
    return Line(record, number or 0, at or record.created)


def row_values(match: str, row: Row) -> dict[str, Any]:
    """Write a row as arguments of INSERT_EVENT."""
    return {
        "_match": match,
        "_number": row.number,
        "_seat": row.seat,
        "_kind": row.kind,
        "_data": _encode(row.data).decode(),
        "_key": row.key,
        "_at": row.at,
    }


def row_of(found: Sequence[Any]) -> Row:
    """Read a row."""
    number, seat, kind, data, at, key = found
    return Row(number, seat, kind, _decode(data), at, key)
