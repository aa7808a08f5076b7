"""Matches in PostgreSQL: a pool of connections, and one more that listens.

A move is one statement, which writes its rows and tells all workers of them. While the server is
away calls fail with `StorageDown`; the listener comes back by itself, and then asks for news.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg

from arbitre_service.adapters import statements
from arbitre_service.adapters.statements import Statement
from arbitre_service.errors import StorageDown, StorageFull, TooManyMatches
from arbitre_service.matches.records import Line, MatchRecord, Row, Snapshot
from arbitre_service.version import LIBRARY

CHANNEL: Final = "arbitre_matches"
POOL: Final = 8
CALL_SECONDS: Final = 10.0
RETRY_SECONDS: Final = 0.5
_EVENT: Final = ("number", "seat", "kind", "data", "key", "at")
_INSERT: Final = f"""
WITH written AS (
    INSERT INTO match_events (match, {", ".join(_EVENT)})
    SELECT $1, * FROM unnest(
        $2::integer[], $3::integer[], $4::varchar[], $5::text[], $6::varchar[], $7::float[]
    )
)
SELECT pg_notify('{CHANNEL}', $1)
"""
"""Rows by columns: whatever their number, it is the same statement."""
_DOWN: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.QueryCanceledError,
    OSError,
    TimeoutError,
)
_FULL: Final = (asyncpg.DiskFullError, asyncpg.OutOfMemoryError)


class PostgresStore:
    """A store on a server."""

    def __init__(self, address: str) -> None:
        """Name the database; its tables have been made."""
        self._address = address
        self._pool: asyncpg.Pool[Any] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._lists: dict[Any, Statement] = {}
        self._opening = asyncio.Lock()

    # --- life ---

    async def open(self, changed: Callable[[str], None]) -> None:
        """Begin to listen. A server that is away now may come later."""
        self._listening = asyncio.create_task(self._listen(changed))

    async def close(self) -> None:
        """Close the connections."""
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), CALL_SECONDS)
            except TimeoutError:
                self._pool.terminate()

    def stamp(self) -> object:
        """Return nothing: only the server knows."""
        return None

    def unchanged(self, stamp: object) -> bool:
        """Tell that the server has to be asked."""
        return False

    async def _listen(self, changed: Callable[[str], None]) -> None:
        """Hear what any worker writes. What is missed while the server is away is found again by
        whoever asks for a match, and by those that wait for one, which ask now and then."""
        while True:
            connection: asyncpg.Connection[Any] | None = None
            try:
                connection = await asyncpg.connect(self._address, timeout=CALL_SECONDS)
                gone = asyncio.Event()
                connection.add_termination_listener(lambda _, gone=gone: gone.set())
                await connection.add_listener(CHANNEL, lambda *said: changed(str(said[3])))
                changed("")  # Everything may have changed.
                await gone.wait()
            except (*_DOWN, asyncpg.PostgresError):
                pass
            finally:
                if connection is not None:
                    connection.terminate()
            await asyncio.sleep(RETRY_SECONDS)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        try:
            if self._pool is None:
                async with self._opening:
                    if self._pool is None:
                        self._pool = await asyncpg.create_pool(
                            self._address,
                            min_size=1,
                            max_size=POOL,
                            timeout=CALL_SECONDS,
                            command_timeout=CALL_SECONDS,
                        )
            async with self._pool.acquire(timeout=CALL_SECONDS) as connection:
                yield connection
        except _FULL as error:
            raise StorageFull("The disk of the database is full; nothing was written.") from error
        except _DOWN as error:
            raise StorageDown("The database doesn't answer; ask again.") from error

    # --- writing ---

    async def create(self, record: MatchRecord, rows: Sequence[Row], limit: int) -> None:
        """Write a new match."""
        match = statements.INSERT_MATCH
        async with self._connection() as connection, connection.transaction():
            if (
                not record.over
                and await connection.fetchval(*_call(statements.COUNT_OPEN)) >= limit
            ):
                raise TooManyMatches(f"{limit} matches are open, and no more may be.")
            await connection.execute(*_call(match, **statements.record_values(record)))
            await self._insert(connection, record.id, rows)

    async def append(
        self, match: str, rows: Sequence[Row], ended: float, snapshot: Snapshot | None
    ) -> bool:
        """Write rows, all or none."""
        try:
            async with self._connection() as connection:
                if not ended and snapshot is None:
                    await self._insert(connection, match, rows)
                    return True
                async with connection.transaction():
                    await self._insert(connection, match, rows)
                    if ended:
                        end = {"match": match, "_ended": ended}
                        await connection.execute(*_call(statements.END_MATCH, **end))
                    if snapshot is not None:
                        values = {
                            "_match": match,
                            "_number": snapshot.number,
                            "_library": LIBRARY,
                            "_data": snapshot.data,
                        }
                        await connection.execute(*_call(statements.KEEP_SNAPSHOT, **values))
                return True
        except (asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError):
            return False

    async def _insert(self, connection: Any, match: str, rows: Sequence[Row]) -> None:
        """Write rows and tell of them, in one statement."""
        values = [statements.row_values(match, row) for row in rows]
        columns = [[value[f"_{name}"] for value in values] for name in _EVENT]
        await connection.execute(_INSERT, match, *columns)

    async def forget(self, ended_before: float) -> int:
        """Delete old matches."""
        async with self._connection() as connection:
            said = await connection.execute(*_call(statements.FORGET, before=ended_before))
            return int(said.rpartition(" ")[2])

    # --- reading ---

    async def record(self, match: str) -> MatchRecord | None:
        """Return a match as it was set up."""
        found = await self._select(statements.FIND_MATCH, match=match)
        return statements.record_of(found[0]) if found else None

    async def rows(self, match: str, after: int) -> list[Row]:
        """Return the rows with greater numbers."""
        found = await self._select(statements.FIND_ROWS, match=match, after=after)
        return [statements.row_of(row) for row in found]

    async def snapshot(self, match: str) -> Snapshot | None:
        """Return the last snapshot of this version."""
        found = await self._select(statements.FIND_SNAPSHOT, match=match)
        if not found or found[0][1] != LIBRARY:
            return None
        return Snapshot(found[0][0], found[0][2])

    async def keyed(self, match: str, seat: int, key: str) -> Row | None:
        """Return the row of a request."""
        found = await self._select(statements.FIND_KEYED, match=match, seat=seat, key=key)
        return statements.row_of(found[0]) if found else None

    async def lines(
        self,
        host: str | None,
        game: str | None,
        over: bool | None,
        before: tuple[float, str] | None,
        limit: int,
    ) -> list[Line]:
        """List matches."""
        kind = host is None, game is None, over, before is None
        if kind not in self._lists:
            self._lists[kind] = statements.lines(host, game, over, before)
        created, id_ = before or (0.0, "")
        found = await self._select(
            self._lists[kind], host=host, game=game, created=created, id=id_, limit=limit
        )
        return [statements.line_of(tuple(row)) for row in found]

    async def waiting(self, since: float, after: str, limit: int) -> list[tuple[str, int]]:
        """Return matches that may wait for the service."""
        found = await self._select(statements.WAITING, since=since, after=after, limit=limit)
        return [(row[0], row[1]) for row in found]

    async def count_open(self) -> int:
        """Count the open matches."""
        return int((await self._select(statements.COUNT_OPEN))[0][0])

    async def ping(self) -> None:
        """Make sure that the server answers."""
        async with self._connection() as connection:
            await connection.fetchval("SELECT 1")

    async def _select(self, statement: Statement, **values: Any) -> list[Any]:
        async with self._connection() as connection:
            return list(await connection.fetch(*_call(statement, **values)))


def _call(statement: Statement, **values: Any) -> tuple[Any, ...]:
    return statement.postgresql, *statement.for_postgresql(values)
