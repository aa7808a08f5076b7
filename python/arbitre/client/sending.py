"""What both clients need to send a call, and the words they share."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

import httpx

from arbitre.client.calls import MEDIA_TYPE, Call, ServiceError
from arbitre.client.retries import LOST, UNSENT, Retries

Result = TypeVar("Result")
Chance = Literal["auto", "manual"]
Language = Literal["en", "fr"]
Late = Literal["allow", "resign"]


def headers(token: str | None) -> dict[str, str]:
    """Return the headers of every request."""
    found = {"content-type": MEDIA_TYPE, "accept": MEDIA_TYPE}
    if token is not None:
        found["authorization"] = f"Bearer {token}"
    return found


def one_of(states: bytes | None, state: bytes | None) -> tuple[bytes, bool]:
    """Return the states of a packed call, and whether they are one for all moves."""
    if (states is None) == (state is None):
        raise TypeError("give `states`, a record for each move, or one `state` for all")
    return (state, True) if state is not None else (states or b"", False)


class Attempts(Generic[Result]):
    """A call that is sent until its outcome stands; the clients send and wait, each in its way."""

    def __init__(self, call: Call[Result], retries: Retries) -> None:
        self._call = call
        self._retries = retries
        self._made = 0
        self._lost: httpx.HTTPError | None = None

    def failed(self, error: httpx.HTTPError) -> None:
        """Note a connection that failed. Raises `ServiceError` when the call may not be sent
        again."""
        sent = self._call.once and not isinstance(error, UNSENT)
        if sent or not isinstance(error, LOST):
            raise unreachable(error) from error
        self._lost = error

    def wait(self, response: httpx.Response | None) -> float | None:
        """Tell how long to wait before the next attempt; None when this outcome stands."""
        pause = self._retries.wait(self._made, response)
        self._made += 1
        return pause

    def result(self, response: httpx.Response | None) -> Result:
        """Return the outcome that stands, or raise what it says."""
        if response is None:
            raise unreachable(self._lost) from self._lost
        return self._call.result(response.status_code, response.content)


def unreachable(error: httpx.HTTPError | None) -> ServiceError:
    """Word a connection that failed."""
    code = "TIMEOUT" if isinstance(error, httpx.TimeoutException) else "UNREACHABLE"
    return ServiceError(0, code, str(error) or type(error).__name__)
