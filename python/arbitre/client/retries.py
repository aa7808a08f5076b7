"""When a request is sent again, and after how long.

Calls of the stateless routes may be: the service keeps nothing of them, so nothing can happen
twice. That holds for `apply` too: it answers with the next state and forgets it, and the same
state and move always lead to the same answer, for the engine draws from the generator in the
state. `states` without a seed draws a new one each time, but nobody has seen the one before.

What is played in a match carries a key, by which the service knows it again. A new match or token
has none: such a call is sent again only when the first certainly hasn't arrived.

Sent again is what didn't reach the service or was turned away by it before any work was done.
A time-out while an answer is awaited is not: the service may be at work on it still, and the same
work once more is the last thing it needs then.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

import httpx

_BUSY: Final = 503

LOST: Final = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.ReadError,
    httpx.WriteError,
    httpx.RemoteProtocolError,
)
"""What a connection that can't be made, or that breaks, raises."""

UNSENT: Final = (httpx.ConnectError, httpx.ConnectTimeout)
"""Those that say that nothing has arrived."""


@dataclass(frozen=True, slots=True)
class Retries:
    """How often and how patiently; `Retries(0)` never sends again."""

    count: int = 3
    first_wait: float = 0.1
    """Seconds before the second attempt; each wait is twice as long as the one before."""
    longest_wait: float = 5.0
    """No wait is longer, whatever the service asks for."""

    def wait(self, attempt: int, response: httpx.Response | None) -> float | None:
        """Tell how long to wait after an attempt (0 the first); None: its outcome stands.

        `response` is None where the connection was lost.
        """
        if attempt >= self.count:
            return None
        asked = 0.0
        if response is not None:
            seconds = response.headers.get("retry-after", "")
            if response.status_code != _BUSY or not seconds.isdecimal():
                return None
            asked = float(seconds)
            if asked > self.longest_wait:
                return None
        # Chance keeps many clients from coming back all at once.
        backoff = self.first_wait * 2.0**attempt * random.uniform(0.5, 1.0)
        return min(max(asked, backoff), self.longest_wait)
