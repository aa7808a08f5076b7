"""Matches on the server, measured: moves accepted end to end, streams held, recovery.

    python -m bench.matches                           SQLite in a temporary file
    python -m bench.matches --database URL            another database, made for it: it is filled
    python -m bench.matches --seconds 1 --matches 500 a quick look

Prints tables and writes bench/results/matches-<database>.json. The clients are asyncio tasks of
this process, each with one request on its way; where the machine is busy, trust ratios.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgpack

from arbitre_service.adapters.databases import open_store, upgrade
from arbitre_service.adapters.engine import EngineJudge
from arbitre_service.adapters.umpire import EngineUmpire
from arbitre_service.match_ports import Store
from arbitre_service.matches.records import MatchRecord, Row, SeatRecord
from arbitre_service.matches.replay import Replay

GAME = "sept_solines"
CLIENTS = (1, 8, 64)
STREAMS = (250, 1_000)
RESULTS = Path(__file__).parent / "results"
ARBITRE = str(Path(sys.executable).with_name("arbitre"))
HEAD = (
    "{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/msgpack\r\n"
    "accept: application/msgpack\r\ncontent-length: {length}\r\n\r\n"
)


class Service:
    """`arbitre serve`, with one worker."""

    def __init__(self, database: str) -> None:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("ARBITRE_")}
        environment |= {"ARBITRE_DATABASE": database, "ARBITRE_SEAT_RATE": "0"}
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [ARBITRE, "serve", "--port=0", "--log-level=error"],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stdout is not None
        said = re.search(r":(\d+)$", self.process.stdout.readline().strip())
        if said is None:
            raise RuntimeError("the service does not start")
        self.port = int(said[1])
        asyncio.run(self._wait())
        self.start_seconds = time.perf_counter() - began

    async def _wait(self) -> None:
        while True:
            try:
                async with Line(self.port) as line:
                    await line.ask("GET", "/health/ready")
                return
            except OSError:
                await asyncio.sleep(0.02)

    @property
    def resident(self) -> int:
        """Bytes in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(60)
        if self.process.stdout is not None:
            self.process.stdout.close()


class Line:
    """One connection."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def __aenter__(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.transport.abort()

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = b"" if body is None else msgpack.packb(body)
        head = HEAD.format(method=method, path=path, length=len(data))
        self.writer.write(head.encode() + data)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", answer, re.I)[1])  # type: ignore[index]
        content = msgpack.unpackb(await self.reader.readexactly(length))
        if not answer.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{method} {path}: {content}")
        return content


def figures(seconds: float, waits: list[float]) -> dict[str, float]:
    waits.sort()
    return {
        "per_second": round(len(waits) / seconds, 1),
        "p50_ms": round(1000 * waits[len(waits) // 2], 2),
        "p99_ms": round(1000 * waits[int(0.99 * (len(waits) - 1))], 2),
    }


async def moves(port: int, clients: int, seconds: float) -> dict[str, float]:
    """Moves through the service: each client plays both seats of a match of its own."""
    waits: list[float] = []
    end = time.perf_counter() + seconds

    async def client() -> None:
        async with Line(port) as line:
            while time.perf_counter() < end:
                made = await line.ask("POST", "/v1/matches", {"game": GAME, "players": 2})
                path = f"/v1/matches/{made['id']}"
                seen = await line.ask("GET", f"{path}?brief=true")
                number = 0
                while not seen["over"] and time.perf_counter() < end:
                    number += 1
                    body = {"seat": seen["to_act"][0], "move": 0, "key": f"k{number}"}
                    began = time.perf_counter()
                    answer = await line.ask("POST", f"{path}/moves", body)
                    waits.append(time.perf_counter() - began)
                    seen = answer["update"]

    began = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    return figures(time.perf_counter() - began, waits)


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    store = open_store(database)
    await store.open(lambda match: None)
    try:
        yield store
    finally:
        await store.close()


def record(number: int, digest: str) -> MatchRecord:
    return MatchRecord(
        id=f"bench-{os.getpid():x}-{number:x}".ljust(16, "_")[:16],
        host="bench",
        game=GAME,
        digest=digest,
        players=2,
        chance="auto",
        options={},
        seats=[SeatRecord(), SeatRecord()],
        luck=bytes(32),
        undo=False,
        late="allow",
        turn_seconds=0.0,
        created=time.time(),
    )


async def appends(database: str, clients: int, seconds: float, first: int) -> dict[str, float]:
    """Bare appends: a move and its draw, as the service writes them, and nothing else."""
    waits: list[float] = []
    end = time.perf_counter() + seconds

    async def client(store: Store, number: int) -> None:
        made = record(first + number, "0" * 16)
        await store.create(made, [Row(1, 256, "start", {}, 0.0)], 10**9)
        last = 1
        while time.perf_counter() < end:
            rows = [
                Row(last + 1, 0, "move", {"kind": "take", "place": 0}, 0.0, f"k{last}"),
                Row(last + 2, 254, "move", {"kind": "draw_card", "card": 7}, 0.0),
            ]
            began = time.perf_counter()
            await store.append(made.id, rows, 0.0, None)
            waits.append(time.perf_counter() - began)
            last += 2

    async with opened(database) as store:
        began = time.perf_counter()
        await asyncio.gather(*(client(store, number) for number in range(clients)))
        return figures(time.perf_counter() - began, waits)


async def streams(service: Service) -> dict[str, dict[str, float]]:
    """Streams held by one worker: its memory, and how long all of them take to hear of a move."""
    found = {}
    async with Line(service.port) as host:
        made = await host.ask("POST", "/v1/matches", {"game": GAME, "players": 2})
        path = f"/v1/matches/{made['id']}"
        request = (
            f"GET {path}/stream HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\n"
            "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"authorization: Bearer {made['spectator']}\r\n\r\n"
        ).encode()
        before = service.resident
        readers: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        for count in STREAMS:
            while len(readers) < count:
                reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
                writer.write(request)
                await reader.readuntil(b"\r\n\r\n")
                readers.append((reader, writer))
                await _message(reader)
            seen = await host.ask("GET", f"{path}?brief=true")
            body = {"seat": seen["to_act"][0], "move": 0}
            began = time.perf_counter()
            await asyncio.gather(
                host.ask("POST", f"{path}/moves", body), *(_message(one) for one, _ in readers)
            )
            found[str(count)] = {
                "kib_each": round((service.resident - before) / 1024 / count, 1),
                "move_heard_ms": round(1000 * (time.perf_counter() - began), 1),
            }
        for _, writer in readers:
            writer.transport.abort()
    return found


async def _message(reader: asyncio.StreamReader) -> None:
    first, length = await reader.readexactly(2)
    if length > 125:
        length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
    await reader.readexactly(length)
    if first & 0x0F != 2:  # A ping, say.
        await _message(reader)


async def recovery(database: str, matches: int) -> dict[str, float]:
    """What a restart has to do for so many matches, if all of them are asked for at once."""
    rules = EngineUmpire(EngineJudge()).rules(GAME, None)
    start = rules.start(2, {}, "auto", 1)
    rows = [Row(1, 256, "start", {}, 0.0)]
    rows += [Row(n, seat, "move", move, 0.0) for n, (seat, move) in enumerate(start.moves, 2)]
    replay = Replay(record(0, rules.digest), rules)
    list(replay.absorb(rows))
    while not replay.over and len(rows) < 60:
        seat = rules.facts(replay.position).to_act[0]
        plan = rules.plan(replay.position, seat, 0, len(rows), "en")
        more = [
            Row(n, who, "move", move, 0.0)
            for n, (who, move) in enumerate(plan.moves, len(rows) + 1)
        ]
        list(replay.absorb(more))
        rows += more
    names = [record(1_000_000 + number, rules.digest) for number in range(matches)]
    async with opened(database) as store:
        for at in range(0, matches, 250):
            await asyncio.gather(*(store.create(one, rows, 10**9) for one in names[at : at + 250]))
        began = time.perf_counter()
        for one in names:
            found = await store.record(one.id)
            assert found is not None
            for _ in (again := Replay(found, rules)).absorb(await store.rows(one.id, 0)):
                pass
            assert again.position == replay.position
        seconds = time.perf_counter() - began
    return {
        "matches": matches,
        "rows_each": len(rows),
        "replay_all_seconds": round(seconds, 2),
        "replay_one_ms": round(1000 * seconds / matches, 3),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--database", default="")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--matches", type=int, default=10_000)
    asked = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as folder:
        database = asked.database or f"sqlite:///{folder}/matches.db"
        kind = database.partition(":")[0]
        upgrade(database)
        found: dict[str, Any] = {"database": kind, "load": os.getloadavg()[0], "moves": {}}
        service = Service(database)
        try:
            for number, clients in enumerate(CLIENTS):
                played = asyncio.run(moves(service.port, clients, asked.seconds))
                bare = asyncio.run(appends(database, clients, asked.seconds, 1_000 * number))
                share = played["per_second"] / bare["per_second"]
                found["moves"][clients] = {**played, "bare": bare, "share": round(share, 3)}
                print(
                    f"{kind}, {clients:>2} clients: {played['per_second']:>8,.0f} moves/s, p50 "
                    f"{played['p50_ms']} ms, p99 {played['p99_ms']} ms; bare appends "
                    f"{bare['per_second']:,.0f}/s, share {share:.0%}"
                )
            found["streams"] = asyncio.run(streams(service))
            print(f"streams: {found['streams']}")
        finally:
            service.end()
        found["recovery"] = asyncio.run(recovery(database, asked.matches))
        again = Service(database)
        again.end()
        found["recovery"]["start_seconds"] = round(again.start_seconds, 2)
        print(f"recovery: {found['recovery']}")
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"matches-{kind}.json").write_text(json.dumps(found, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
