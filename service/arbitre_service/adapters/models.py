"""The tables of server-held matches, as SQLAlchemy knows them; migrations make them.

`match_events` is the truth: rows are appended and never changed. `position` numbers them over all
matches, which is how a process finds what others have written.
"""

from __future__ import annotations

from advanced_alchemy.base import BasicAttributes, CommonTableAttributes, create_registry
from sqlalchemy import (
    BigInteger,
    Boolean,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

POSITION = BigInteger().with_variant(Integer, "sqlite")


class Base(CommonTableAttributes, BasicAttributes, DeclarativeBase):
    """Tables of this service, in a registry of their own."""

    __abstract__ = True
    registry = create_registry()


class Match(Base):
    """A match as it was set up, and whether it is over."""

    __tablename__ = "matches"
    __table_args__ = (
        Index("matches_by_host", "host", "created", "id"),
        # As statements say it in each of the databases, or the index isn't used.
        Index(
            "matches_open", "id", sqlite_where=text("over = 0"), postgresql_where=text("NOT over")
        ),
        Index(
            "matches_ended", "ended", sqlite_where=text("over = 1"), postgresql_where=text("over")
        ),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    host: Mapped[str] = mapped_column(Text)
    game: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(16))
    players: Mapped[int] = mapped_column(Integer)
    chance: Mapped[str] = mapped_column(String(8))
    options: Mapped[str] = mapped_column(Text)
    seats: Mapped[str] = mapped_column(Text)
    luck: Mapped[bytes] = mapped_column(LargeBinary)
    undo: Mapped[bool] = mapped_column(Boolean(create_constraint=False))
    late: Mapped[str] = mapped_column(String(8))
    turn_seconds: Mapped[float] = mapped_column(Float)
    created: Mapped[float] = mapped_column(Float)
    watched: Mapped[bool] = mapped_column(Boolean(create_constraint=False))
    over: Mapped[bool] = mapped_column(Boolean(create_constraint=False))
    ended: Mapped[float] = mapped_column(Float)


class MatchEvent(Base):
    """One row of the log of a match."""

    __tablename__ = "match_events"
    __table_args__ = (
        UniqueConstraint("match", "number", name="match_events_number"),
        Index(
            "match_events_key",
            "match",
            "seat",
            "key",
            unique=True,
            sqlite_where=text("key IS NOT NULL"),
            postgresql_where=text("key IS NOT NULL"),
        ),
        {"sqlite_autoincrement": True},
    )

    position: Mapped[int] = mapped_column(POSITION, primary_key=True, autoincrement=True)
    match: Mapped[str] = mapped_column(String(16), ForeignKey("matches.id", ondelete="CASCADE"))
    number: Mapped[int] = mapped_column(Integer)
    seat: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(8))
    data: Mapped[str] = mapped_column(Text)
    key: Mapped[str | None] = mapped_column(String(80))
    at: Mapped[float] = mapped_column(Float)


class MatchSnapshot(Base):
    """What the rows up to a number lead to: a cache, which may be deleted at any time."""

    __tablename__ = "match_snapshots"

    match: Mapped[str] = mapped_column(
        String(16), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer)
    library: Mapped[str] = mapped_column(String(64))
    data: Mapped[bytes] = mapped_column(LargeBinary)


METADATA = Base.metadata
