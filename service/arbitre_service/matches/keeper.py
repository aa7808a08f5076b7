"""What has to be done though nobody asks: bots that wait, time that is up, matches to forget."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from arbitre_service.errors import ServiceError
from arbitre_service.matches.bots import Bots
from arbitre_service.matches.desk import Matches
from arbitre_service.matches.records import HOST

ROUND_SECONDS: Final = 1.0
SETTLED_SECONDS: Final = 2.0
"""A match that was written to more recently is somebody's business already."""
FORGET_SECONDS: Final = 600.0
_PAGE: Final = 200
_DAY: Final = 86_400.0

Log = Callable[..., None]


class Keeper:
    """Makes its rounds until it is closed."""

    def __init__(self, matches: Matches, bots: Bots, *, retention_days: float, log: Log) -> None:
        """`retention_days`: for how long matches are kept that are over; 0 is for ever."""
        self._matches = matches
        self._house = matches.house
        self._bots = bots
        self._retention = retention_days * _DAY
        self._log = log
        self._task: asyncio.Task[None] | None = None
        self._looked: dict[str, tuple[int, float]] = {}
        self._after = ""
        self._forgotten_at: float | None = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._rounds())

    async def close(self) -> None:
        """End."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _rounds(self) -> None:
        while True:
            try:
                await self.round()
            except ServiceError:
                self._house.count("rounds_failed")
            except Exception:
                # Whatever it was, the other matches are still to be looked after.
                self._house.count("rounds_failed")
                self._log("round failed", exc_info=True)
            await asyncio.sleep(ROUND_SECONDS)

    async def round(self) -> None:
        """Look after one page of matches, the next one each time."""
        house = self._house
        jump = house.clock.jumped()
        if jump is not None:
            self._log("clock set", seconds=round(jump, 1))
        now = house.clock.now()
        page = await house.store.waiting(now - SETTLED_SECONDS, self._after, _PAGE)
        for match, number in page:
            known = self._looked.get(match)
            if known is not None and known[0] == number and now < known[1]:
                continue
            try:
                await self._look_after(match, number, now)
            except ServiceError:
                # One that can't be judged doesn't keep the others from it.
                self._looked[match] = number, now + FORGET_SECONDS
        self._after = page[-1][0] if len(page) == _PAGE else ""
        if self._retention and self._due(now):
            gone = await house.store.forget(now - self._retention)
            if gone:
                self._log("matches forgotten", count=gone)

    async def _look_after(self, match: str, number: int, now: float) -> None:
        live = await self._house.find(match)
        await self._matches.settle(live)
        self._bots.wake(live)
        due = min(live.deadlines(HOST).values(), default=now + FORGET_SECONDS)
        # Until then there is nothing to do, unless somebody writes to it, which gives it another
        # number; bots that a failure has stopped are woken in a while.
        later = now + SETTLED_SECONDS if live.thinking is not None else max(due, now + 1)
        self._looked[match] = number, min(later, now + FORGET_SECONDS)
        if len(self._looked) > 100_000:
            self._looked.clear()

    def _due(self, now: float) -> bool:
        if self._forgotten_at is not None and now - self._forgotten_at < FORGET_SECONDS:
            return False
        self._forgotten_at = now
        return True
