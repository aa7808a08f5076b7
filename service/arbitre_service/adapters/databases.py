"""Databases by their address: which kind it is, its tables, and the store on top of it.

`sqlite:///file.db` is a file beside the service, `postgresql://user:password@host/name` a server.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, create_engine, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from arbitre_service.match_ports import Store

NONE: Final = "none"
"""The address that stands for no database."""

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_CONNECT_SECONDS: Final = 10

Result = TypeVar("Result")


class DatabaseError(Exception):
    """A database that can't be used; the message says why and what to do."""


def default_address() -> str:
    """Return the address of the file that is used when none is named."""
    folder = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if not folder:
        base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
        folder = str(Path(base) / "arbitre")
    return f"sqlite:///{folder}/matches.db"


def shown(address: str) -> str:
    """Return an address without its password."""
    return _parse(address).render_as_string(hide_password=True)


def open_store(address: str) -> Store:
    """Make the store of a database; nothing is opened yet.

    Raises:
        DatabaseError: there is no such kind of database.
    """
    url = _parse(address)
    if url.get_backend_name() == "sqlite":
        from arbitre_service.adapters.sqlite_store import SqliteStore

        return SqliteStore(_file(url))
    from arbitre_service.adapters.postgres_store import PostgresStore

    return PostgresStore(url.set(drivername="postgresql").render_as_string(hide_password=False))


def revision(address: str) -> tuple[str | None, str]:
    """Return the revision of the tables, None where there are none, and the newest one there is.

    Raises:
        DatabaseError: the database can't be reached.
    """
    # Only who looks after the tables needs Alembic; a worker doesn't.
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    newest = ScriptDirectory(str(_MIGRATIONS)).get_current_head() or ""
    url = _parse(address)
    if url.get_backend_name() == "sqlite" and not _file(url).exists():
        return None, newest
    return _run(url, lambda at: MigrationContext.configure(at).get_current_revision()), newest


def upgrade(address: str) -> tuple[str | None, str]:
    """Bring the tables to the newest revision, making them where there are none.

    Raises:
        DatabaseError: it can't be done.
    """
    from alembic import command
    from alembic.config import Config

    before, newest = revision(address)
    url = _parse(address)
    if url.get_backend_name() == "sqlite":
        _make_folder(_file(url))

    def work(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()

    _run(url, work)
    return before, newest


def make_ready(address: str) -> None:
    """See to it that a service may use a database: a new file gets its tables, all else has them.

    Raises:
        DatabaseError: it can't be used as it is.
    """
    found, newest = revision(address)
    if found == newest:
        return
    url = _parse(address)
    if found is None and url.get_backend_name() == "sqlite":
        upgrade(address)
        return
    have = "no tables" if found is None else f"tables of revision {found}"
    raise DatabaseError(
        f"{shown(address)} has {have}, and this version needs {newest}: back it up, then run "
        f"`arbitre db upgrade --database {shown(address)}`"
    )


def make_file(address: str) -> None:
    """Make the file of an address, with its tables, where there is none yet.

    Raises:
        DatabaseError: it can't be made.
    """
    url = _parse(address)
    if url.get_backend_name() == "sqlite" and not _file(url).exists():
        upgrade(address)


def _parse(address: str) -> URL:
    try:
        url = make_url(address)
        backend = url.get_backend_name()
    except ArgumentError:
        backend = ""
    if backend == "sqlite":
        if not url.database or url.database == ":memory:":
            raise DatabaseError("a database in memory would lose matches: name a file")
        return url
    if backend in ("postgresql", "postgres"):
        return url
    raise DatabaseError(
        "a database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME, or `none`"
    )


def _file(url: URL) -> Path:
    return Path(url.database or "").absolute()


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # The secrets of all matches are in it.
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        why = error.strerror or error
        raise DatabaseError(f"{file}: {why}; name another file with --database") from error


def _run(url: URL, work: Callable[[Connection], Result]) -> Result:
    try:
        if url.get_backend_name() == "sqlite":
            engine = create_engine(url.set(drivername="sqlite+pysqlite"), poolclass=NullPool)
            with engine.connect() as connection:
                # Once set it is a property of the file: readers don't wait for the writer.
                connection.exec_driver_sql("PRAGMA journal_mode=WAL")
                return work(connection)
        return asyncio.run(_run_async(url, work))
    except (SQLAlchemyError, sqlite3.Error, OSError, TimeoutError) as error:
        cause: Any = error.__cause__ or error
        said = " ".join(str(cause).split()) or type(cause).__name__
        raise DatabaseError(f"{url.render_as_string(hide_password=True)}: {said}") from error


async def _run_async(url: URL, work: Callable[[Connection], Result]) -> Result:
    engine = create_async_engine(
        url.set(drivername="postgresql+asyncpg"),
        poolclass=NullPool,
        connect_args={"timeout": _CONNECT_SECONDS},
    )
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()
