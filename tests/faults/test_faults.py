"""What goes wrong around a service, and the answer that is promised for it.

Each test starts a service of its own, breaks something, and looks twice: that the answer has its
name, and that afterwards all is as if nothing had been.
"""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgpack
import pytest
from match_client import HTTP, Match, frame
from service_process import ENGINE, PATIENCE, Server, serving

from arbitre_service.adapters.databases import upgrade
from support.postgres import Cluster

KILL = Path(__file__).with_name("kill.py")
ARBITRE = str(Path(sys.executable).with_name("arbitre"))
SOCKETS = 1_000


def kept_whole(database: str) -> None:
    """Every match of a database replays."""
    checked = subprocess.run(
        [ARBITRE, "db", "check", "--database", database],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def metric(server: Server, name: str) -> float:
    text = HTTP.get(f"{server.url}/metrics").text
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
    return float(lines[f"arbitre_{name}"])


def move_of(match: Match) -> tuple[Any, dict[str, Any]]:
    """Who is to move, and a move."""
    number = match.host.get(f"{match.path}?brief=true")["to_act"][0]
    caller = match.seats[number]
    return caller, match.dice.choice(caller.get(match.path)["view"]["moves"])["move"]


# --- the service is killed ---


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_killed_again_and_again(kind: str, request: pytest.FixtureRequest) -> None:
    """The short form of kill.py; `make faults` runs the long one."""
    more = []
    if kind == "postgresql":
        running: Cluster = request.getfixturevalue("postgres")
        more = ["--database", running.create("kill")]
    done = subprocess.run(
        [sys.executable, str(KILL), "--short", *more],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 kills" in done.stdout and "0 differ" in done.stdout


# --- the disk is full ---


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of its own: a file system in memory."""
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "arbitre-test", str(disk)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk to fill")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk(tmp_path: Path) -> None:
    """507 STORAGE_FULL, and the move wasn't played; with room again it is."""
    with small_disk(tmp_path, "2m") as disk:
        database = f"sqlite:///{disk}/matches.db"
        with serving(tmp_path, ENGINE, ARBITRE_DATABASE=database) as server:
            match = Match(server)
            match.step()
            filler = disk / "filler"
            with suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(4096))
            for _ in range(500):  # There is some room in the files that are there already.
                view = match.host.get(f"{match.path}?brief=true")
                if view["over"]:
                    match = Match(server)
                    continue
                caller, move = move_of(match)
                response = caller.ask("POST", f"{match.path}/moves", {"move": move})
                if response.status_code != 200:
                    break
            problem = msgpack.unpackb(response.content)
            assert (response.status_code, problem["code"]) == (507, "STORAGE_FULL"), problem
            assert match.host.get(match.path)["version"] == view["version"]
            assert server.alive(), "what can be read is read"
            assert metric(server, "storage_errors_total") >= 1
            filler.unlink()
            played = caller.post(f"{match.path}/moves", move=move, key="room")
            assert not played["repeated"]
            match.step()
        kept_whole(database)


# --- the database is away ---


def test_a_database_that_is_down(tmp_path: Path, postgres: Cluster) -> None:
    """503 STORAGE_DOWN with Retry-After, not ready; and when it is back, all goes on."""
    database = postgres.create("down")
    upgrade(database)
    with serving(tmp_path, ENGINE, ARBITRE_DATABASE=database) as server:
        match = Match(server)
        match.step()
        with match.stream(match.spectator) as stream:
            frame(stream)
            caller, move = move_of(match)
            body = {"move": move, "key": "once"}
            postgres.stop()
            try:
                response = caller.ask("POST", f"{match.path}/moves", body)
                assert response.status_code == 503
                assert msgpack.unpackb(response.content)["code"] == "STORAGE_DOWN"
                assert response.headers["retry-after"] == "1"
                ready = HTTP.get(f"{server.url}/health/ready")
                assert ready.status_code == 503
                assert HTTP.get(f"{server.url}/health/live").status_code == 200
                state = HTTP.get(f"{server.url}/v1/games")
                assert state.status_code == 200, "judging needs no database"
                assert metric(server, "database_up") == 0
            finally:
                postgres.start()
            end = time.monotonic() + PATIENCE
            while (response := caller.ask("POST", f"{match.path}/moves", body)).status_code == 503:
                assert time.monotonic() < end
                time.sleep(0.1)
            assert response.status_code == 200, response.content
            assert caller.post(f"{match.path}/moves", **body)["repeated"]
            assert frame(stream)["type"] == "update", "the stream has outlived it"
            match.step()
            assert frame(stream)["type"] == "update"
    kept_whole(database)


def test_a_database_that_somebody_holds(tmp_path: Path) -> None:
    """A backup tool, say, that locks the file and doesn't let go."""
    database = tmp_path / "matches.db"
    with serving(tmp_path, ENGINE) as server:
        match = Match(server)
        caller, move = move_of(match)
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            response = caller.ask("POST", f"{match.path}/moves", {"move": move})
            assert response.status_code == 503
            assert msgpack.unpackb(response.content)["code"] == "STORAGE_DOWN"
            assert match.host.get(match.path)["version"] > 0, "readers don't mind"
            other.execute("ROLLBACK")
        assert not caller.post(f"{match.path}/moves", move=move)["repeated"]
    kept_whole(f"sqlite:///{database}")


# --- clients that don't listen ---


def test_clients_that_take_nothing(tmp_path: Path) -> None:
    """Streams whose clients neither read nor answer are ended, and the others go on. (What becomes
    of one that reads, but too slowly, is in test_match_stream.)"""
    settings = {"ARBITRE_BODY_TIMEOUT": "1", "ARBITRE_HEARTBEAT": "5"}
    with serving(tmp_path, ENGINE, **settings) as server:
        match = Match(server)
        with ExitStack() as stack:
            good = stack.enter_context(match.stream(match.spectator))
            frame(good)
            dead = [stack.enter_context(server.connect()) for _ in range(3)]
            for line in dead:
                line.sendall(handshake(match, match.spectator.token, "?picture=true"))
            match.step()
            assert frame(good)["type"] == "update"
            end = time.monotonic() + PATIENCE
            while metric(server, "streams_opened_total") < 4:
                assert time.monotonic() < end
                time.sleep(0.05)
            for line in dead:
                assert line.recv(1) == b"H", "the handshake was accepted"
            until_streams(server, 1)
            match.step()
            assert frame(good)["type"] == "update"


def handshake(match: Match, token: str, query: str = "") -> bytes:
    return (
        f"GET {match.path}/stream{query} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\n"
        f"upgrade: websocket\r\nsec-websocket-version: 13\r\n"
        f"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nauthorization: Bearer {token}\r\n\r\n"
    ).encode()


def until_streams(server: Server, count: int) -> None:
    end = time.monotonic() + PATIENCE
    while metric(server, "streams") != count:
        assert time.monotonic() < end, metric(server, "streams")
        time.sleep(0.05)


def test_a_thousand_idle_sockets(tmp_path: Path) -> None:
    """They are held, cost no share of the requests, and all hear of a move."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2 * SOCKETS:
        pytest.skip(f"this system allows {hard} open files only")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, SOCKETS + 512), hard))
    settings = {
        "ARBITRE_REQUEST_LIMIT": "16",
        "ARBITRE_SOCKET_LIMIT": str(SOCKETS),
        "ARBITRE_SEAT_RATE": "0",
        "ARBITRE_HEADER_TIMEOUT": "120",
        "ARBITRE_HEARTBEAT": "120",
    }
    try:
        with serving(tmp_path, ENGINE, **settings) as server:
            match = Match(server)
            with ExitStack() as stack:
                lines = [stack.enter_context(RawStream(server)) for _ in range(SOCKETS)]
                request = handshake(match, match.spectator.token)
                for at in range(0, SOCKETS, 50):
                    for line in lines[at : at + 50]:
                        line.socket.sendall(request)
                    for line in lines[at : at + 50]:
                        assert line.until(b"\r\n\r\n").startswith(b"HTTP/1.1 101")
                assert {line.message()["type"] for line in lines} == {"snapshot"}
                assert metric(server, "streams") == SOCKETS
                with RawStream(server) as one_more:
                    one_more.socket.sendall(request)
                    refused = one_more.rest()
                    assert refused.startswith(b"HTTP/1.1 503") and b"TOO_MANY_SOCKETS" in refused
                assert match.host.get(match.path)["over"] is False
                match.step()
                told = [line.message() for line in lines]
                assert told[0]["type"] == "update" and all(one == told[0] for one in told)
            until_streams(server, 0)
            match.step()
            assert server.quiet(), "that clients go is nothing to write down"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class RawStream:
    """A stream read byte by byte: a thousand of them cost no threads."""

    def __init__(self, server: Server) -> None:
        self.socket = server.connect()
        self._bytes = b""

    def __enter__(self) -> RawStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def until(self, end: bytes) -> bytes:
        while end not in self._bytes:
            data = self.socket.recv(65_536)
            assert data, self._bytes
            self._bytes += data
        found, _, self._bytes = self._bytes.partition(end)
        return found

    def rest(self) -> bytes:
        while data := self.socket.recv(65_536):
            self._bytes += data
        return self._bytes

    def message(self) -> Any:
        """The next message that isn't a sign of life; servers don't mask theirs."""
        while True:
            first, length = self._take(2)
            if length > 125:
                length = int.from_bytes(self._take(2 if length == 126 else 8), "big")
            data = self._take(length)
            if first & 0x0F == 2 and (found := msgpack.unpackb(data))["type"] != "heartbeat":
                return found

    def _take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            data = self.socket.recv(65_536)
            assert data, "the stream has ended"
            self._bytes += data
        found, self._bytes = self._bytes[:count], self._bytes[count:]
        return found
