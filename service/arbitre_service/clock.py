"""The time of the service: the machine's when the process began, and steady from then on.

Deadlines and dates follow from it. When somebody sets the clock of the machine, forwards or
back, nothing happens to them; the difference is told in the metrics and, once, in the log.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

TOLERATED: Final = 2.0
"""Seconds by which the two may differ before it is worth a word."""


class Clock:
    """Seconds since 1970 that never jump."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._began = steady()
        self._origin = wall() - self._began
        self._told = 0.0

    def now(self) -> float:
        """Return the time."""
        return self._origin + self._steady()

    def steady(self) -> float:
        """Return seconds of no particular beginning."""
        return self._steady()

    def age(self) -> float:
        """Return for how long the process has run."""
        return self._steady() - self._began

    def offset(self) -> float:
        """Return by how much the machine's clock is ahead."""
        return self._wall() - self.now()

    def jumped(self) -> float | None:
        """Return the new offset when the machine's clock was set since the last question."""
        offset = self.offset()
        if abs(offset - self._told) <= TOLERATED:
            return None
        self._told = offset
        return offset
