"""The matches that this process has in memory: found, kept up to date, written to, listened to.

Several processes may hold the same match. None of them owns it: who writes rows with numbers that
another has taken is told so, looks again, and decides anew.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from arbitre_service.clock import Clock
from arbitre_service.errors import (
    BadState,
    KeyReused,
    Overloaded,
    RulesGone,
    ServiceError,
    StaleVersion,
    TooManySockets,
    UnknownGame,
    UnknownMatch,
)
from arbitre_service.match_messages import Update
from arbitre_service.match_ports import Rules, Store, Umpire
from arbitre_service.matches.live import Encode, Listener, Live, update_of
from arbitre_service.matches.records import Kind, MatchRecord, Row, Snapshot
from arbitre_service.matches.replay import Group, Replay
from arbitre_service.messages import Language, encode_msgpack
from arbitre_service.offload import Offload

ATTEMPTS: Final = 20
"""How often a write is tried anew when others write to the same match."""
SNAPSHOT_ROWS: Final = 128
_INLINE_ROWS: Final = 64
"""So many rows are replayed at once; more of them on a thread."""

Count = Callable[[str], None]


class Deed(NamedTuple):
    """A row to be, without its number and time."""

    seat: int
    kind: Kind
    data: dict[str, Any]


class Decision(NamedTuple):
    """What is to be written, and whether the match is over by it."""

    deeds: list[Deed]
    over: bool = False


Decide = Callable[[Replay], Decision]


class Written(NamedTuple):
    """What came of a request to write."""

    update: Update
    repeated: bool


class House:
    """All matches."""

    def __init__(
        self,
        store: Store,
        umpire: Umpire,
        clock: Clock,
        offload: Offload,
        count: Count,
        *,
        kept: int = 512,
        sockets: int = 2048,
        room: int = 256,
        snapshots: int = SNAPSHOT_ROWS,
    ) -> None:
        """Make an empty house. `kept`: matches in memory that nobody listens to; `sockets`:
        listeners at most; `room`: how many frames one may be behind; `snapshots`: how many rows
        are replayed at most, where a snapshot can help."""
        self.store = store
        self.umpire = umpire
        self.clock = clock
        self.offload = offload
        self.count = count
        self.changed: Callable[[Live], None] = lambda live: None
        """Called after this process has written to a match."""
        self._kept = kept
        self._sockets = sockets
        self._room = room
        self._snapshots = snapshots
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._refreshing: set[asyncio.Task[None]] = set()
        self.listening = 0

    def __len__(self) -> int:
        return len(self._lives)

    # --- finding ---

    async def find(self, match: str, *, fresh: bool = True) -> Live:
        """Return a match; `fresh`: with all that any process has written to it.

        Raises:
            UnknownMatch: there is none.
            RulesGone: there is, but nothing to judge it by.
        """
        live = self._lives.get(match)
        if live is None:
            if match not in self._loading:
                self._loading[match] = asyncio.create_task(self._load(match))
            # Several may wait; that one of them goes away is nothing to the others.
            live = await asyncio.shield(self._loading[match])
        elif fresh:
            await self.refresh(live)
        if match in self._lives:
            self._lives.move_to_end(match)
        return live

    async def _load(self, match: str) -> Live:
        try:
            stamp = self.store.stamp()
            record = await self.store.record(match)
            if record is None:
                raise UnknownMatch("There is no such match.")
            replay = await self.replayed(record)
            live = self.keep(replay)
            live.stamp = stamp
            return live
        finally:
            del self._loading[match]

    def keep(self, replay: Replay) -> Live:
        """Take a match into memory; the one that was used least leaves it."""
        live = Live(replay)
        self._lives[replay.record.id] = live
        if len(self._lives) > self._kept:
            for name, other in self._lives.items():
                idle = not other.listeners and not other.lock.locked() and other.thinking is None
                if idle and other is not live:
                    del self._lives[name]
                    break
        return live

    async def replayed(self, record: MatchRecord, *, whole: bool = False) -> Replay:
        """Replay a match, from its last snapshot unless the `whole` of it is wanted."""
        rules = self.rules_of(record)
        snapshot = None if whole or record.undo else await self.store.snapshot(record.id)
        replay = None
        if snapshot is not None:
            try:
                replay = Replay.resumed(record, rules, snapshot.data)
            except (ValueError, BadState):
                self.count("snapshots_refused")
        replay = replay or Replay(record, rules)
        rows = await self.store.rows(record.id, replay.state.number)
        await self._follow(replay, rows)
        return replay

    async def history(
        self, live: Live, viewer: int, after: int, limit: int, lang: Language | None = None
    ) -> list[Update]:
        """Return what a viewer was told after a version, by a replay of the whole match."""
        rows = await self.store.rows(live.record.id, 0)
        rules = live.replay.rules

        def work() -> list[Update]:
            replay = Replay(live.record, rules)
            found: list[Update] = []
            for group in replay.absorb(rows):
                if group.versions.get(viewer, 0) > after:
                    found.append(update_of(replay, group, viewer, 0, lang))
                    if len(found) >= limit:
                        break
            return found

        return await self.offload.run(work)

    def rules_of(self, record: MatchRecord) -> Rules:
        """Return the rules that a match is played by."""
        try:
            return self.umpire.rules(record.game, record.digest)
        except UnknownGame as error:
            raise RulesGone(
                f"The match is played by rules {record.digest} of {record.game}, which aren't "
                "loaded here; the operator can load their content, or the version it began with."
            ) from error

    async def _follow(self, replay: Replay, rows: Sequence[Row]) -> None:
        def work() -> None:
            for _ in replay.absorb(rows):
                pass

        if len(rows) <= _INLINE_ROWS:
            work()
        else:
            await self.offload.run(work)

    # --- staying up to date ---

    async def refresh(self, live: Live) -> None:
        """Follow what other processes have written."""
        if self.store.unchanged(live.stamp):
            return
        async with live.lock:
            await self._refresh(live)

    async def _refresh(self, live: Live) -> bool:
        stamp = self.store.stamp()
        rows = await self.store.rows(live.record.id, live.replay.state.number)
        if rows:
            self._absorb(live, rows)
        live.stamp = stamp
        return bool(rows)

    def heard(self, match: str) -> None:
        """Note that a match, or any of them, was written to; listeners are to know of it."""
        for live in [*self._lives.values()] if match == "" else [self._lives.get(match)]:
            if live is not None and live.listeners:
                task = asyncio.create_task(self._refresh_quietly(live))
                self._refreshing.add(task)
                task.add_done_callback(self._refreshing.discard)

    async def _refresh_quietly(self, live: Live) -> None:
        try:
            async with live.lock:
                await self._refresh(live)
        except ServiceError:
            self.count("refreshes_failed")  # Who listens asks again before long.

    # --- writing ---

    async def create(self, record: MatchRecord, rows: Sequence[Row], limit: int) -> Live:
        """Begin a match with these rows."""
        rules = self.rules_of(record)
        replay = Replay(record, rules)
        await self._follow(replay, rows)
        if replay.over:
            record = MatchRecord(**{**_fields(record), "over": True, "ended": record.created})
            replay.record = record
        await self.store.create(record, rows, limit)
        self.count("matches_created")
        live = self.keep(replay)
        self.changed(live)
        return live

    async def write(
        self,
        live: Live,
        viewer: int,
        decide: Decide,
        *,
        actor: int,
        key: str | None = None,
        same: Callable[[Row], bool] = lambda row: True,
        expected: int | None = None,
    ) -> Written:
        """Have rows decided on, write them, and follow them.

        `decide` is asked again when the match has moved on meanwhile, and refuses by raising.
        A request whose key is known is not done again: its answer is; `same` tells whether a row
        is what the request asks for.
        """
        async with live.lock:
            behind = True
            for _ in range(ATTEMPTS):
                replay = live.replay
                try:
                    if expected is not None and expected != live.version(viewer):
                        raise StaleVersion(
                            f"The match is at version {live.version(viewer)} by now, not at "
                            f"{expected}; look at it again.",
                            live.version(viewer),
                        )
                    decision = decide(replay)
                except ServiceError:
                    # It may be right to refuse, or only for one who hasn't seen everything.
                    if behind and await self._refresh(live):
                        behind = False
                        continue
                    if key is not None:
                        again = await self._again(live, viewer, actor, key, same)
                        if again is not None:
                            return again
                    raise
                rows = self._rows(replay, decision.deeds, key)
                if await self._append(live, rows, decision.over):
                    groups = self._absorb(live, rows)
                    self.changed(live)
                    return Written(live.update(groups[-1], viewer), False)
                if key is not None:
                    again = await self._again(live, viewer, actor, key, same)
                    if again is not None:
                        return again
                await self._refresh(live)
        raise Overloaded("Others write to this match all the time; ask again.")

    def _absorb(self, live: Live, rows: list[Row]) -> list[Group]:
        try:
            return live.absorb(rows)
        except Exception:
            # What is in memory is no match any more; what is written may still be one.
            self._lives.pop(live.record.id, None)
            raise

    def _rows(self, replay: Replay, deeds: list[Deed], key: str | None) -> list[Row]:
        first = replay.state.number + 1
        # Time never runs backwards in a log, whatever the clocks of the workers say.
        at = max(self.clock.now(), replay.state.at)
        return [
            Row(number, deed.seat, deed.kind, deed.data, at, key if number == first else None)
            for number, deed in enumerate(deeds, first)
        ]

    async def _append(self, live: Live, rows: list[Row], over: bool) -> bool:
        snapshot = None
        number = live.replay.state.number
        if not live.record.undo and number - live.snapshot_at >= self._snapshots:
            snapshot = Snapshot(number, live.replay.keep())
        ended = rows[-1].at if over else 0.0
        if not await self.store.append(live.record.id, rows, ended, snapshot):
            return False
        if snapshot is not None:
            live.snapshot_at = number
        return True

    async def _again(
        self, live: Live, viewer: int, actor: int, key: str, same: Callable[[Row], bool]
    ) -> Written | None:
        """Return the answer of a request that was done before."""
        row = await self.store.keyed(live.record.id, actor, key)
        if row is None:
            return None
        if not same(row):
            raise KeyReused(f"The key {key!r} was sent with another request before.")
        rows = await self.store.rows(live.record.id, 0)
        rules = live.replay.rules

        def work() -> Update:
            replay = Replay(live.record, rules)
            for group in replay.absorb(rows):
                version = replay.state.versions.get(viewer, 0)
                if group.number >= row.number:
                    return update_of(replay, group, viewer, version)
            raise AssertionError("the row is among the rows")

        self.count("requests_repeated")
        return Written(await self.offload.run(work), True)

    # --- listening ---

    def listen(
        self,
        live: Live,
        viewer: int,
        digest: str = "",
        lang: Language | None = None,
        encode: Encode = encode_msgpack,
    ) -> Listener:
        """Begin to tell somebody of updates; `digest`: by which token, if by one; `lang`: in words
        too; `encode`: how frames are written.

        Raises:
            TooManySockets: so many listen already.
        """
        if self.listening >= self._sockets:
            raise TooManySockets(f"{self._sockets} listen already; try again later.")
        self.listening += 1
        listener = Listener(viewer, self._room, digest, lang, encode)
        live.listeners.add(listener)
        return listener

    def leave(self, live: Live, listener: Listener) -> None:
        """End that."""
        if listener in live.listeners:
            live.listeners.remove(listener)
            self.listening -= 1

    async def close(self) -> None:
        """Let go of everything."""
        for task in [*self._loading.values(), *self._refreshing]:
            task.cancel()


def _fields(record: MatchRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}
