"""When the client asks again, seen from a transport that isn't there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import httpx
import msgpack
import pytest

from arbitre.client import AsyncClient, Client, Retries, ServiceError

GOOD = {"games": []}
BUSY = {"type": "urn:arbitre:problem:overloaded", "code": "OVERLOADED", "status": 503}
Step = httpx.Response | Exception


def answer(status: int, content: Any, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, content=msgpack.packb(content), headers=named)


def lost(kind: type[httpx.TransportError]) -> Exception:
    return kind("gone")


class Script(httpx.MockTransport):
    """Answers one step after the other, and keeps what it was asked."""

    def __init__(self, *steps: Step) -> None:
        self.asked: list[httpx.Request] = []
        self._steps = list(steps)
        super().__init__(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        step = self._steps.pop(0)
        if isinstance(step, Exception):
            raise step
        # A copy: an answer is read once.
        return httpx.Response(step.status_code, headers=step.headers, content=step.content)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits, which take no time here."""
    waited: list[float] = []

    async def no_sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(time, "sleep", waited.append)
    monkeypatch.setattr(asyncio, "sleep", no_sleep)
    return waited


def sync_games(script: Script, retries: Retries | None = None) -> Any:
    with Client("http://x", transport=script, retries=retries) as client:
        return client.games()


def async_games(script: Script, retries: Retries | None = None) -> Any:
    async def ask() -> Any:
        async with AsyncClient("http://x", transport=script, retries=retries) as client:
            return await client.games()

    return asyncio.run(ask())


Games = Callable[..., Any]
both = pytest.mark.parametrize("games", [sync_games, async_games])


@both
@pytest.mark.parametrize(
    "kind",
    [
        *(httpx.ConnectError, httpx.ConnectTimeout, httpx.ReadError),
        *(httpx.WriteError, httpx.RemoteProtocolError),
    ],
)
def test_lost_connections(games: Games, kind: Any, waits: list[float]) -> None:
    script = Script(lost(kind), lost(kind), answer(200, GOOD))
    assert games(script) == []
    assert len(script.asked) == 3
    assert 0.05 <= waits[0] <= 0.1 and 0.1 <= waits[1] <= 0.2


@both
def test_a_busy_service(games: Games, waits: list[float]) -> None:
    script = Script(answer(503, BUSY, retry_after="2"), answer(200, GOOD))
    assert games(script) == []
    assert waits == [2.0]


@both
def test_patience_ends(games: Games, waits: list[float]) -> None:
    script = Script(*[answer(503, BUSY, retry_after="1")] * 4)
    with pytest.raises(ServiceError) as refused:
        games(script)
    assert (refused.value.status, refused.value.code) == (503, "OVERLOADED")
    assert len(script.asked) == 4 and len(waits) == 3
    script = Script(*[lost(httpx.ConnectError)] * 2)
    with pytest.raises(ServiceError) as refused:
        games(script, Retries(1))
    assert (refused.value.status, refused.value.code) == (0, "UNREACHABLE")
    script = Script(lost(httpx.ConnectError))
    with pytest.raises(ServiceError):
        games(script, Retries(0))


@both
@pytest.mark.parametrize(
    "step",
    [
        answer(503, BUSY),
        answer(503, BUSY, retry_after="3600"),
        answer(503, BUSY, retry_after="Wed, 21 Oct 2026 07:28:00 GMT"),
        answer(500, {**BUSY, "status": 500}, retry_after="1"),
        answer(408, {**BUSY, "status": 408}),
        answer(429, {**BUSY, "status": 429}, retry_after="1"),
        answer(404, {**BUSY, "status": 404}),
    ],
)
def test_what_is_not_asked_again(games: Games, step: httpx.Response, waits: list[float]) -> None:
    script = Script(step)
    with pytest.raises(ServiceError) as refused:
        games(script)
    assert refused.value.status == step.status_code
    assert waits == []


@both
@pytest.mark.parametrize("kind", [httpx.ReadTimeout, httpx.WriteTimeout, httpx.PoolTimeout])
def test_work_that_may_be_under_way_is_not_asked_for_again(
    games: Games, kind: Any, waits: list[float]
) -> None:
    script = Script(lost(kind))
    with pytest.raises(ServiceError) as refused:
        games(script)
    assert (refused.value.status, refused.value.code) == (0, "TIMEOUT")
    assert waits == []


def test_the_same_request_is_sent_again(waits: list[float]) -> None:
    applied = {"state": b"x", "events": [], "to_act": [], "over": True, "scores": [1]}
    script = Script(lost(httpx.ReadError), answer(200, applied))
    with Client("http://x", "some-token", transport=script) as client:
        assert client.apply("a/b", b"y", "chance", {"kind": "draw"}).over
    first, second = script.asked
    assert first.content == second.content
    assert first.url.raw_path == b"/v1/games/a%2Fb/apply" and first.method == "POST"
    sent = msgpack.unpackb(first.content)
    assert sent == {"state": b"y", "seat": "chance", "move": {"kind": "draw"}}
    assert first.headers["authorization"] == "Bearer some-token"
    assert first.headers["content-type"] == first.headers["accept"] == "application/msgpack"


def test_no_wait_is_too_long() -> None:
    retries = Retries(count=50, first_wait=0.1, longest_wait=3.0)
    waits = [retries.wait(attempt, None) for attempt in range(51)]
    assert waits.pop() is None
    assert all(wait is not None and 0 < wait <= 3 for wait in waits)


@both
@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(200, content=b""),
        httpx.Response(200, content=b"\xc1"),
        httpx.Response(200, content=b"\x81\xa5games\x01"),
        httpx.Response(200, json={"games": []}),
        httpx.Response(502, content=b"<html>Bad Gateway</html>"),
        httpx.Response(200, content=b"\x91" * 100_000),
        answer(404, {"no": "problem"}),
        answer(404, None),
    ],
)
def test_answers_that_are_none(games: Games, response: httpx.Response) -> None:
    with pytest.raises(ServiceError) as refused:
        games(Script(response))
    assert refused.value.code == "BAD_ANSWER"
    assert refused.value.status == response.status_code


def test_fields_of_later_versions_are_ignored() -> None:
    health = {"status": "ready", "games": ["a"], "mood": "good"}
    with Client("http://x", transport=Script(answer(200, health))) as client:
        assert client.health().games == ["a"]
