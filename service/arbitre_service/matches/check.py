"""Replays every match of a store, as nothing else does, and tells what differs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import msgspec

from arbitre_service.errors import ServiceError
from arbitre_service.match_ports import Store, Umpire
from arbitre_service.matches.records import Line
from arbitre_service.matches.replay import Kept, Replay

_PAGE: Final = 200


class Finding(msgspec.Struct, frozen=True):
    """A match that was replayed."""

    match: str
    game: str
    rows: int
    number: int = 0
    """The first row that differs, where one does."""
    why: str = ""
    """What differs; "" when nothing does."""

    @property
    def ok(self) -> bool:
        """Whether nothing differs."""
        return not self.why


async def check(store: Store, umpire: Umpire) -> AsyncIterator[Finding]:
    """Replay all matches, the newest first."""
    before: tuple[float, str] | None = None
    while True:
        page = await store.lines(None, None, None, before, _PAGE)
        for line in page:
            yield await check_match(store, umpire, line)
        if len(page) < _PAGE:
            return
        before = page[-1].record.created, page[-1].record.id


async def check_match(store: Store, umpire: Umpire, line: Line) -> Finding:
    """Replay a match and compare what is kept of it."""
    record = line.record
    rows = await store.rows(record.id, 0)
    snapshot = await store.snapshot(record.id)

    def found(number: int = 0, why: str = "") -> Finding:
        return Finding(record.id, record.game, len(rows), number, why)

    number = 0
    try:
        replay = Replay(record, umpire.rules(record.game, record.digest))
        for group in replay.absorb(rows):
            number = group.number
            if snapshot is not None and snapshot.number == number:
                kept = msgspec.msgpack.decode(snapshot.data, type=Kept)
                same = replay.rules.unpack(kept.position) == replay.position
                if not same or kept.state != replay.state:
                    return found(number, "the snapshot isn't what the rows lead to; it may go")
    except ServiceError as error:
        return found(number + 1, error.detail)
    except (KeyError, TypeError, ValueError) as error:
        return found(number + 1, f"the row can't be read: {error!r}")
    if not rows:
        return found(1, "there are no rows")
    if record.over != replay.over:
        told, is_ = ("over", "not over") if record.over else ("not over", "over")
        return found(number, f"the match is said to be {told}, and by its rows it is {is_}")
    return found()
