"""Kills the service again and again while clients play, then looks for what was lost.

    python tests/faults/kill.py                       20 kills during 2,000 moves of 8 clients
    python tests/faults/kill.py --short               2 kills during 120 moves of 4
    python tests/faults/kill.py --database URL        not SQLite in a temporary file

Every acknowledged move has to be there, once, and every match has to replay. Exits with 0 if so.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from arbitre_service.adapters.databases import open_store, upgrade

GAME = "sept_solines"
START_SECONDS = 180.0
STALLED_SECONDS = 240.0
ARBITRE = str(Path(sys.executable).with_name("arbitre"))


class Lost(Exception):
    """The service has broken its promise."""


@dataclass
class Service:
    """The service, which is killed and started again on the same port."""

    database: str
    folder: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    kills: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        if not self.port:
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.port = free.getsockname()[1]
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("ARBITRE_")
        }
        environment |= {
            "ARBITRE_DATABASE": self.database,
            "ARBITRE_SEAT_RATE": "0",
            "ARBITRE_PORT": str(self.port),
        }
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [ARBITRE, "serve"], stdout=log, stderr=log, env=environment
            )
        end = time.monotonic() + START_SECONDS
        with httpx.Client(timeout=5, trust_env=False) as http:
            while time.monotonic() < end and self.process.poll() is None:
                try:
                    if http.get(f"{self.url}/health/ready").is_success:
                        return
                except httpx.TransportError:
                    time.sleep(0.1)
        raise Lost(f"the service doesn't start:\n{(self.folder / 'log').read_text()[-2000:]}")

    def kill(self) -> None:
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.kills += 1

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


@dataclass
class Book:
    """What was acknowledged, and to whom."""

    wanted: int
    moves: dict[str, tuple[str, int, dict[str, Any], int]] = field(default_factory=dict)
    """By key: match, seat, move and the version that it made."""
    repeated: int = 0
    failures: list[BaseException] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def done(self) -> bool:
        return bool(self.failures) or len(self.moves) >= self.wanted


class Pair:
    """Two seats of a match; when it is over they begin another."""

    def __init__(self, service: Service, number: int) -> None:
        self.service = service
        self.number = number
        self.lock = threading.Lock()
        self.match: dict[str, Any] = {}

    def current(self, http: httpx.Client, over: str = "") -> dict[str, Any]:
        """The match to play in, which isn't the one that is over."""
        with self.lock:
            if not self.match or self.match["id"] == over:
                body = {"game": GAME, "players": 2}
                self.match = ask(http, "POST", "/v1/matches", body)
            return self.match


def ask(
    http: httpx.Client, method: str, path: str, body: Any = None, token: str = ""
) -> dict[str, Any]:
    """Ask until there is an answer: the service may be away, or on its way back."""
    end = time.monotonic() + STALLED_SECONDS
    headers = {"accept": "application/json", "content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    content = None if body is None else json.dumps(body)
    while time.monotonic() < end:
        try:
            reply = http.request(method, path, content=content, headers=headers)
        except httpx.TransportError:
            time.sleep(0.1)
            continue
        if reply.status_code == 503:
            time.sleep(0.1)
            continue
        answer: dict[str, Any] = reply.json()
        if not reply.is_success:
            raise Lost(f"{method} {path}: {reply.status_code} {answer}")
        return answer
    raise Lost(f"{method} {path}: no answer")


def client(pair: Pair, seat: int, book: Book, seed: int) -> None:
    """Play one seat, a move at a time, each with a key of its own."""
    dice = random.Random(seed)
    over = ""
    with httpx.Client(base_url=pair.service.url, timeout=10, trust_env=False) as http:
        while not book.done:
            made = pair.current(http, over)
            path, token = f"/v1/matches/{made['id']}", made["seats"][seat]["token"]
            view = ask(http, "GET", path, token=token)
            if view["over"]:
                over = made["id"]
                continue
            if seat not in view["to_act"]:
                ask(http, "GET", f"{path}/events?after={view['version']}&wait=0.5", token=token)
                continue
            move = dice.choice(view["view"]["moves"])["move"]
            key = f"{pair.number}-{seat}-{dice.getrandbits(64):x}"
            body = {"move": move, "key": key, "expected_version": view["version"]}
            answer = ask(http, "POST", f"{path}/moves", body, token)
            with book.lock:
                book.moves[key] = made["id"], seat, move, answer["update"]["version"]
                book.repeated += answer["repeated"]


def guarded(book: Book, work: Any, *arguments: Any) -> None:
    try:
        work(*arguments)
    except BaseException as error:
        book.failures.append(error)


async def verify(database: str, book: Book) -> Counter[str]:
    """Compare what was acknowledged with what is there."""
    store = open_store(database)
    await store.open(lambda match: None)
    found: Counter[str] = Counter()
    try:
        matches = {match for match, *_ in book.moves.values()}
        for match in matches:
            keys: Counter[str] = Counter()
            versions: dict[int, list[int]] = {0: [], 1: []}
            for row in await store.rows(match, 0):
                if row.key is None:
                    continue
                keys[row.key] += 1
                found["written"] += 1
                told = book.moves.get(row.key)
                if told is None:
                    raise Lost(f"{match}: the move {row.key} was written, but its client gave up")
                if (told[0], told[1], told[2]) != (match, row.seat, row.data):
                    raise Lost(f"{match}: {row.key} is another move than was played: {row}")
                versions[row.seat].append(told[3])
            if any(count > 1 for count in keys.values()):
                raise Lost(f"{match}: a move is there twice")
            missing = [
                key for key, told in book.moves.items() if told[0] == match and not keys[key]
            ]
            if missing:
                raise Lost(f"{match}: acknowledged, and not there: {missing}")
            if any(told != sorted(set(told)) for told in versions.values()):
                raise Lost(f"{match}: versions went backwards")
        found["matches"] = len(matches)
    finally:
        await store.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--short", action="store_true", help="2 kills during 120 moves of 4")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--moves", type=int)
    parser.add_argument("--clients", type=int)
    parser.add_argument("--database", default="")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kills = asked.kills or (2 if asked.short else 20)
    moves = asked.moves or (120 if asked.short else 2_000)
    clients = asked.clients or (4 if asked.short else 8)
    dice = random.Random(asked.seed)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="arbitre-kill-") as folder:
        database = asked.database or f"sqlite:///{folder}/matches.db"
        upgrade(database)
        service = Service(database, Path(folder))
        book = Book(moves)
        threads: list[threading.Thread] = []
        try:
            service.start()
            pairs = [Pair(service, number) for number in range(clients // 2)]
            for number in range(clients):
                arguments = (book, client, pairs[number // 2], number % 2, book, dice.random())
                threads.append(threading.Thread(target=guarded, args=arguments, daemon=True))
            for thread in threads:
                thread.start()
            for number in range(kills):
                # At a random moment of each share of the moves.
                share = moves / kills
                _wait(book, int(share * number + dice.uniform(0.1, 0.8) * share))
                time.sleep(dice.uniform(0, 0.05))
                service.kill()
                service.start()
            _wait(book, moves)
            for thread in threads:
                thread.join(STALLED_SECONDS)
            if book.failures:
                raise book.failures[0]
            service.end()
            found = asyncio.run(verify(database, book))
            checked = subprocess.run(
                [ARBITRE, "db", "check", "--database", database],
                capture_output=True,
                text=True,
                check=False,
                timeout=STALLED_SECONDS,
            )
            if checked.returncode:
                raise Lost(f"not every match replays:\n{checked.stdout}{checked.stderr}")
        except Lost as lost:
            print(f"kill: {lost}", file=sys.stderr)
            return 1
        finally:
            book.wanted = 0
            service.end()
    print(
        f"{service.kills} kills, {len(book.moves)} moves acknowledged to {clients} clients in "
        f"{found['matches']} matches, all of them there once ({book.repeated} were sent again); "
        f"{checked.stdout.strip()}; {time.monotonic() - began:.0f} s"
    )
    return 0


def _wait(book: Book, moves: int) -> None:
    """Wait until so many moves are acknowledged."""
    end, seen = time.monotonic() + STALLED_SECONDS, 0
    while len(book.moves) < moves and not book.failures:
        if len(book.moves) > seen:
            end, seen = time.monotonic() + STALLED_SECONDS, len(book.moves)
        if time.monotonic() > end:
            raise Lost("nothing happens any more")
        time.sleep(0.005)


if __name__ == "__main__":
    sys.exit(main())
