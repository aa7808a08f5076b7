"""The stream without a network: a client that is slower than what it is told."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgpack
import pytest
from match_kit import Club, club, new_sqlite, open_table, run, until

from arbitre_service import match_messages as words
from arbitre_service.match_routes import CLOSE_SLOW, MatchService, Stream, _from_elsewhere
from arbitre_service.ports import SPECTATOR


class Socket:
    """A client that takes a frame when it is let, and never says anything."""

    def __init__(self) -> None:
        self.taken: list[Any] = []
        self.closed: tuple[int, str] | None = None
        self.may = asyncio.Semaphore(0)

    async def send_bytes(self, data: bytes) -> None:
        await self.may.acquire()
        self.taken.append(msgpack.unpackb(data))

    async def receive(self) -> Any:
        await asyncio.Event().wait()

    async def close(self, code: int, why: str) -> None:
        self.closed = code, why


def stream_of(made: Club, live: Any, socket: Socket, patience: float) -> Stream:
    held = MatchService(made.matches, heartbeat=0.05, patience=patience)
    listener = made.house.listen(live, SPECTATOR)
    return Stream(made.matches, live, SPECTATOR, listener, socket, held)  # type: ignore[arg-type]


def test_a_slow_client_is_closed_and_comes_back_where_it_was(tmp_path: Any) -> None:
    async def work() -> None:
        async with club(new_sqlite(tmp_path), room=4) as made:
            dice = random.Random(1)
            table = await open_table(made)
            live = await made.house.find(table.id)
            socket = Socket()
            stream = stream_of(made, live, socket, 60.0)
            running = asyncio.create_task(stream.run(words.StreamQuery()))
            for _ in range(2):
                socket.may.release()
            await until(lambda: len(socket.taken) >= 1)
            for _ in range(12):
                await table.step(dice)
            listener = next(iter(live.listeners))
            assert listener.overrun and len(listener._frames) == 0, "bounded, whatever comes"
            for _ in range(50):
                socket.may.release()
            assert await running == CLOSE_SLOW
            assert socket.closed == (CLOSE_SLOW, "SLOW_CLIENT")
            updates = [one["update"]["version"] for one in socket.taken if "update" in one]
            start = socket.taken[0]["match"]["version"]
            assert updates == list(range(start + 1, start + 1 + len(updates)))
            # With the last number it goes on without a gap.
            known = updates[-1] if updates else start
            again = Socket()
            for _ in range(50):
                again.may.release()
            back = stream_of(made, live, again, 60.0)
            serving = asyncio.create_task(back.run(words.StreamQuery(after=known)))
            await until(lambda: any("version" in one for one in again.taken))
            missed = [one["update"]["version"] for one in again.taken if "update" in one]
            assert missed == list(range(known + 1, live.version(SPECTATOR) + 1))
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    run(work)


def test_a_client_that_takes_no_frame_at_all(tmp_path: Any) -> None:
    async def work() -> None:
        async with club(new_sqlite(tmp_path)) as made:
            table = await open_table(made)
            live = await made.house.find(table.id)
            socket = Socket()
            stream = stream_of(made, live, socket, 0.05)
            assert await stream.run(words.StreamQuery()) == CLOSE_SLOW
            assert socket.taken == [] and socket.closed == (CLOSE_SLOW, "SLOW_CLIENT")

    run(work)


@pytest.mark.parametrize(
    ("headers", "elsewhere"),
    [
        ([], False),
        ([(b"host", b"127.0.0.1:8000")], False),
        ([(b"host", b"127.0.0.1:8000"), (b"origin", b"http://127.0.0.1:8000")], False),
        ([(b"host", b"127.0.0.1:8000"), (b"origin", b"http://127.0.0.1:9000")], True),
        ([(b"host", b"127.0.0.1:8000"), (b"origin", b"https://evil.example")], True),
        ([(b"host", b"127.0.0.1:8000"), (b"origin", b"null")], True),
    ],
)
def test_pages_of_other_origins(headers: list[tuple[bytes, bytes]], elsewhere: bool) -> None:
    assert _from_elsewhere(headers) is elsewhere


def test_signs_of_life(tmp_path: Any) -> None:
    async def work() -> None:
        async with club(new_sqlite(tmp_path)) as made:
            table = await open_table(made)
            live = await made.house.find(table.id)
            socket = Socket()
            for _ in range(4):
                socket.may.release()
            stream = stream_of(made, live, socket, 60.0)
            running = asyncio.create_task(stream.run(words.StreamQuery(after=10_000)))
            await until(lambda: len(socket.taken) >= 2)
            version = live.version(SPECTATOR)
            assert socket.taken[:2] == [{"type": "heartbeat", "version": version}] * 2
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    run(work)
