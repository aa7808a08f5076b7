"""Bots that hold seats: they think on threads of their own, and not for ever.

A bot sees what its seat may see. One that hasn't chosen when its time is up gets any legal move,
so a match always goes on.
"""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from arbitre_service.errors import MatchOver, MoveRefused, ServiceError, StaleVersion
from arbitre_service.matches.desk import planned
from arbitre_service.matches.house import Decision, House
from arbitre_service.matches.live import Live
from arbitre_service.matches.records import HOST
from arbitre_service.matches.replay import Replay

PATIENCE: Final = 4
"""A bot waits for a free thread this many times as long as it may think."""


class Bots:
    """Everybody in the house who is none."""

    def __init__(self, house: House, *, seconds: float, threads: int = 1) -> None:
        """Let bots think for so long about a move."""
        self._house = house
        self._seconds = seconds
        self._count = threads
        self._free = asyncio.Semaphore(threads)
        self._threads: ThreadPoolExecutor | None = None
        self._closed = False

    def wake(self, live: Live) -> None:
        """Let bots play if it is their turn."""
        if live.thinking is None and not self._closed and self._turn(live.replay) is not None:
            live.thinking = asyncio.create_task(self._play(live))

    async def close(self) -> None:
        """Stop. What was thought of in vain is thought of again after the next start."""
        self._closed = True
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)

    def _turn(self, replay: Replay) -> int | None:
        if replay.over:
            return None
        for seat in replay.rules.facts(replay.position).to_act:
            if replay.bot_of(seat):
                return seat
        return None

    async def _play(self, live: Live) -> None:
        try:
            while (seat := self._turn(live.replay)) is not None and not self._closed:
                number = live.replay.state.number
                code = await self._choose(live.replay, seat)

                def decide(
                    replay: Replay, seat: int = seat, code: int = code, number: int = number
                ) -> Decision:
                    if replay.state.number != number:
                        raise StaleVersion("The bot thought about another position.", 0)
                    return planned(replay, seat, code)

                try:
                    await self._house.write(live, HOST, decide, actor=seat)
                except (StaleVersion, MatchOver, MoveRefused):
                    continue  # Somebody else has moved; think again.
                self._house.count("bot_moves")
        except ServiceError:
            self._house.count("bots_stopped")  # No database: the keeper wakes them again.
        finally:
            live.thinking = None

    async def _choose(self, replay: Replay, seat: int) -> int:
        rules, seen = replay.rules, replay.seen[seat]
        seed = secrets.randbits(64)
        bot = replay.bot_of(seat)
        try:
            await asyncio.wait_for(self._free.acquire(), PATIENCE * self._seconds)
        except TimeoutError:
            self._house.count("bots_out_of_time")
            return rules.any_move(seen, seat, seed)
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._count, thread_name_prefix="arbitre-bot")
        thinking = asyncio.get_running_loop().run_in_executor(
            self._threads, rules.choose, bot, seen, seat, seed, self._seconds
        )
        # The thread is free when it has done, whether anybody still waits for it or not.
        thinking.add_done_callback(lambda _: self._free.release())
        try:
            return await asyncio.wait_for(asyncio.shield(thinking), self._seconds)
        except TimeoutError:
            thinking.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._house.count("bots_out_of_time")
            return rules.any_move(seen, seat, seed)
