"""What both clients need to send a call, and the words they share."""

from __future__ import annotations

from typing import Literal, TypeVar

import httpx

from arbitre.client.calls import MEDIA_TYPE, ServiceError

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


def unreachable(error: httpx.HTTPError | None) -> ServiceError:
    """Word a connection that failed."""
    code = "TIMEOUT" if isinstance(error, httpx.TimeoutException) else "UNREACHABLE"
    return ServiceError(0, code, str(error) or type(error).__name__)
