"""Who asks: a host with a key, or somebody with the token of a seat; and how often one may ask."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Final, NamedTuple

from arbitre_service.errors import TooManyRequests

PREFIX: Final = "seat-"
"""How tokens of seats begin: it tells them from the keys of hosts."""

SPECTATOR_COST: Final = 0.02
"""What a request of a spectator counts: many share the one token."""

_FORGET_AT: Final = 10_000


class Host(NamedTuple):
    """A caller with a host key, by the name of the key."""

    name: str


class Holder(NamedTuple):
    """A caller with a seat's token, as its hash."""

    digest: str


Caller = Host | Holder


def new_token() -> tuple[str, str]:
    """Make a token of a seat; return it and its hash."""
    token = PREFIX + secrets.token_urlsafe(32)
    return token, digest_of(token.encode())


def digest_of(token: bytes) -> str:
    """Return what is kept of a token: it has 256 bits of chance, so one hash is enough."""
    return hashlib.sha256(token).hexdigest()


class Pace:
    """How often each caller may ask: a bucket of tokens that fills steadily."""

    def __init__(self, rate: float, clock: Callable[[], float]) -> None:
        """Allow so many requests a second, and ten seconds' worth at once; 0 allows any."""
        self._rate = rate
        self._room = max(1.0, 10 * rate)
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def admit(self, caller: str, cost: float = 1.0) -> None:
        """Count a request, or as much of one as it costs.

        Raises:
            TooManyRequests: the bucket is empty.
        """
        if not self._rate:
            return
        now = self._clock()
        left, at = self._buckets.get(caller, (self._room, now))
        left = min(self._room, left + (now - at) * self._rate)
        if left < cost:
            raise TooManyRequests(f"A token may ask {self._rate:g} times a second; wait.")
        if len(self._buckets) >= _FORGET_AT:
            self._forget(now)
        self._buckets[caller] = left - cost, now

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again."""
        self._buckets = {
            caller: (left, at)
            for caller, (left, at) in self._buckets.items()
            if left + (now - at) * self._rate < self._room
        }
