"""The tables of matches, their log and their snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(16), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("chance", sa.String(8), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("luck", sa.LargeBinary(), nullable=False),
        sa.Column("undo", sa.Boolean(), nullable=False),
        sa.Column("late", sa.String(8), nullable=False),
        sa.Column("turn_seconds", sa.Float(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("watched", sa.Boolean(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index("matches_by_host", "matches", ["host", "created", "id"])
    _partial("matches_open", "matches", ["id"], "NOT over", "over = 0")
    _partial("matches_ended", "matches", ["ended"], "over", "over = 1")
    op.create_table(
        "match_events",
        sa.Column(
            "position",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("key", sa.String(80), nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("position", name=op.f("pk_match_events")),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
            name=op.f("fk_match_events_match_matches"),
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("match", "number", name="match_events_number"),
        sqlite_autoincrement=True,
    )
    keyed = "key IS NOT NULL"
    columns = ["match", "seat", "key"]
    _partial("match_events_key", "match_events", columns, keyed, keyed, unique=True)
    op.create_table(
        "match_snapshots",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("library", sa.String(64), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_match_snapshots")),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
            name=op.f("fk_match_snapshots_match_matches"),
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    """Drop the tables, and all matches with them."""
    op.drop_table("match_snapshots")
    op.drop_table("match_events")
    op.drop_table("matches")


def _partial(
    name: str, table: str, columns: list[str], where: str, sqlite: str, unique: bool = False
) -> None:
    op.create_index(
        name,
        table,
        columns,
        unique=unique,
        sqlite_where=sa.text(sqlite),
        postgresql_where=sa.text(where),
    )
