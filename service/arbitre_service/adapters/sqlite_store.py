"""Matches in a SQLite file: one thread writes, in groups; another reads; all workers may.

What waits to be written when the writer becomes free is committed together, so a hundred moves
at once cost one wait for the disk. With the write-ahead log readers and the writer don't meet.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from arbitre_service.adapters import statements
from arbitre_service.adapters.statements import Statement
from arbitre_service.errors import ServiceError, StorageDown, StorageFull, TooManyMatches
from arbitre_service.matches.records import Line, MatchRecord, Row, Snapshot
from arbitre_service.version import LIBRARY

LOCK_SECONDS: Final = 5.0
"""How long another process may hold the right to write."""
WATCH_SECONDS: Final = 0.02
"""How often the file is asked for what other workers have written: it costs microseconds."""
_GROUP: Final = 512
_FULL: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})

Work = Callable[[sqlite3.Connection], Any]
Result = TypeVar("Result")


class _Job:
    """Something to write, and who waits for it."""

    __slots__ = ("done", "result", "work")

    def __init__(self, work: Work, done: asyncio.Future[Any]) -> None:
        self.work = work
        self.done = done
        self.result: Any = None


class SqliteStore:
    """A store in one file."""

    def __init__(self, file: Path) -> None:
        """Name the file; its tables have been made."""
        self._file = file
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="arbitre-read")
        self._reader: sqlite3.Connection | None = None
        self._probe: sqlite3.Connection | None = None
        self._writer: threading.Thread | None = None
        self._watch: asyncio.Task[None] | None = None
        self._lists: dict[Any, Statement] = {}
        self.groups = 0
        """How many groups were committed."""

    # --- life ---

    async def open(self, changed: Callable[[str], None]) -> None:
        """Start the threads and begin to watch."""
        self._loop = asyncio.get_running_loop()
        self._reader = await self._read(lambda _: _connect(self._file))
        self._probe = _connect(self._file)
        position = (await self._select(statements.LAST_POSITION))[0][0]
        self._writer = threading.Thread(target=self._write, name="arbitre-write", daemon=True)
        self._writer.start()
        self._watch = asyncio.create_task(self._look_out(changed, position))

    async def close(self) -> None:
        """Write what waits, then end."""
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch
        if self._writer is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
        if self._reader is not None:
            reader = self._reader
            await self._loop.run_in_executor(self._reading, reader.close)
        self._reading.shutdown()
        if self._probe is not None:
            self._probe.close()

    def stamp(self) -> object:
        """Return the file's change counter: it changes with every commit of another connection,
        and the probe itself writes nothing."""
        assert self._probe is not None
        try:
            return self._probe.execute("PRAGMA data_version").fetchone()[0]
        except sqlite3.Error:
            return None

    def unchanged(self, stamp: object) -> bool:
        """Tell that nothing was written since."""
        return stamp is not None and stamp == self.stamp()

    async def _look_out(self, changed: Callable[[str], None], position: int) -> None:
        stamp: object = None
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if self.unchanged(stamp):
                continue
            stamp = self.stamp()
            try:
                found = await self._select(statements.CHANGED, after=position)
            except ServiceError:
                stamp = None
                continue
            for match, last in found:
                position = max(position, last)
                changed(match)

    # --- writing ---

    async def create(self, record: MatchRecord, rows: Sequence[Row], limit: int) -> None:
        """Write a new match."""
        match = statements.INSERT_MATCH
        values = match.for_sqlite(statements.record_values(record))
        events = _arguments(record.id, rows)

        def work(connection: sqlite3.Connection) -> bool:
            if not record.over:
                (count,) = connection.execute(statements.COUNT_OPEN.sqlite).fetchone()
                if count >= limit:
                    return False
            connection.execute(match.sqlite, values)
            connection.executemany(statements.INSERT_EVENT.sqlite, events)
            return True

        if not await self._queue(work):
            raise TooManyMatches(f"{limit} matches are open, and no more may be.")

    async def append(
        self, match: str, rows: Sequence[Row], ended: float, snapshot: Snapshot | None
    ) -> bool:
        """Write rows, all or none."""
        events = _arguments(match, rows)

        def work(connection: sqlite3.Connection) -> bool:
            try:
                # When the first number is free so are those behind it, and only the first row
                # has a key: nothing is written of rows that can't all be.
                connection.executemany(statements.INSERT_EVENT.sqlite, events)
            except sqlite3.IntegrityError:
                return False
            if ended:
                end = statements.END_MATCH
                connection.execute(end.sqlite, end.for_sqlite({"match": match, "_ended": ended}))
            if snapshot is not None:
                keep = statements.KEEP_SNAPSHOT
                connection.execute(keep.sqlite, keep.for_sqlite(_snapshot_values(match, snapshot)))
            return True

        return bool(await self._queue(work))

    async def forget(self, ended_before: float) -> int:
        """Delete old matches."""
        forget = statements.FORGET
        arguments = forget.for_sqlite({"before": ended_before})
        return int(await self._queue(lambda c: c.execute(forget.sqlite, arguments).rowcount))

    async def _queue(self, work: Work) -> Any:
        job = _Job(work, self._loop.create_future())
        self._jobs.put(job)
        return await job.done

    def _write(self) -> None:
        connection: sqlite3.Connection | None = None
        while (job := self._jobs.get()) is not None:
            group = [job, *self._waiting()]
            failure: Exception | None = None
            try:
                connection = connection or _connect(self._file)
                self._commit(connection, group)
            except Exception as error:
                failure = error
                if connection is not None:
                    with contextlib.suppress(sqlite3.Error):
                        connection.rollback()
                    connection.close()
                    connection = None
            self._answer(group, failure)
        if connection is not None:
            connection.close()

    def _waiting(self) -> Iterator[_Job]:
        """Take what has come meanwhile, up to the end of the queue or of the store."""
        with contextlib.suppress(queue.Empty):
            for _ in range(_GROUP):
                job = self._jobs.get_nowait()
                if job is None:
                    self._jobs.put(None)
                    return
                yield job

    def _commit(self, connection: sqlite3.Connection, group: list[_Job]) -> None:
        _begin(connection)
        for job in group:
            job.result = job.work(connection)
        connection.execute("COMMIT")
        self.groups += 1

    def _answer(self, group: list[_Job], failure: Exception | None) -> None:
        def answer() -> None:
            for job in group:
                if job.done.done():
                    continue  # Whoever waited is gone; what was written stays.
                if failure is None:
                    job.done.set_result(job.result)
                else:
                    job.done.set_exception(_problem(failure))

        with contextlib.suppress(RuntimeError):  # The loop has ended without us.
            self._loop.call_soon_threadsafe(answer)

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
        return [statements.line_of(row) for row in found]

    async def waiting(self, since: float, after: str, limit: int) -> list[tuple[str, int]]:
        """Return matches that may wait for the service."""
        found = await self._select(statements.WAITING, since=since, after=after, limit=limit)
        return [(row[0], row[1]) for row in found]

    async def count_open(self) -> int:
        """Count the open matches."""
        return int((await self._select(statements.COUNT_OPEN))[0][0])

    async def ping(self) -> None:
        """Make sure that the file can be read, and that it is still the one that was opened."""
        await self._select(statements.LAST_POSITION)
        if not self._file.exists():
            raise StorageDown("The database file is gone.")

    async def _select(self, statement: Statement, **values: Any) -> list[Any]:
        arguments = statement.for_sqlite(values)
        return await self._read(lambda c: c.execute(statement.sqlite, arguments).fetchall())

    async def _read(self, work: Callable[[Any], Result]) -> Result:
        try:
            return await self._loop.run_in_executor(self._reading, work, self._reader)
        except sqlite3.Error as error:
            raise _problem(error) from error


def _connect(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{file.as_uri()}?mode=rw",
        uri=True,
        timeout=LOCK_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    # FULL: what is committed outlasts a power cut, not only the end of the process.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-16384"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _begin(connection: sqlite3.Connection) -> None:
    """Take the right to write, whoever of several processes has it just now."""
    end = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            connection.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise


def _problem(error: Exception) -> Exception:
    if not isinstance(error, sqlite3.Error):
        return error
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _FULL:
        return StorageFull("The disk of the database is full; nothing was written.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StorageDown("Another process holds the database; nothing was written.")
    return StorageDown("The database can't be used; nothing was written.")


def _arguments(match: str, rows: Sequence[Row]) -> list[list[Any]]:
    insert = statements.INSERT_EVENT
    return [insert.for_sqlite(statements.row_values(match, row)) for row in rows]


def _snapshot_values(match: str, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "_match": match,
        "_number": snapshot.number,
        "_library": LIBRARY,
        "_data": snapshot.data,
    }
