"""Threads for the heavy requests, so that the light ones don't wait behind them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


class Offload:
    """Runs work on as many threads as there are cores.

    The engine releases the interpreter's lock, so a second core really helps. The semaphore
    keeps what waits in the event loop, in order of arrival, rather than in the pool's queue.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._count = threads or os.cpu_count() or 1
        self._free = asyncio.Semaphore(self._count)
        self._threads: ThreadPoolExecutor | None = None

    async def run(self, work: Callable[[*Arguments], Result], *args: *Arguments) -> Result:
        """Run a call on a thread and await its result."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._count, thread_name_prefix="arbitre")
        loop = asyncio.get_running_loop()
        async with self._free:
            return await loop.run_in_executor(self._threads, work, *args)

    def close(self) -> None:
        """Let running work end and stop the threads; a later `run` starts new ones."""
        if self._threads is not None:
            self._threads.shutdown(wait=True, cancel_futures=True)
            self._threads = None
