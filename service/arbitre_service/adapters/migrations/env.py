"""Alembic runs this; the connection comes from `adapters.databases`."""

from __future__ import annotations

from alembic import context

from arbitre_service.adapters.models import METADATA

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    # SQLite changes a table by copying it.
    render_as_batch=connection.dialect.name == "sqlite",
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
