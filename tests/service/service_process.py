"""A service in a process of its own, and a client that can send anything."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import httpx
import msgpack
from service_fakes import GAME, pack
from service_kit import BODY_LIMIT, MSGPACK

import arbitre_service

HERE = Path(__file__).parent
PATIENCE = 30.0
START_PATIENCE = 120.0
"""Several workers that import everything on a machine that is busy."""
FAKE = """
import service_fakes
from arbitre_service.command import run
from arbitre_service.settings import Settings
run(Settings.from_environment(), "service_fakes:application")
"""
ENGINE = """
import sys
import typer
from arbitre_service.command import register
app = typer.Typer()
register(app)
app(["serve", *sys.argv[1:]])
"""

# A service takes a second or two to import, and the tests start dozens: they are forked from a
# process that has imported it already. Those of tests/faults/kill.py are started as users do.
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        *(f"arbitre_service.{name}" for name in ("app", "command", "protocol", "sockets")),
        *("aiosqlite", "asyncpg", "uvicorn", "uvloop"),
    ]
)


@dataclass
class Child:
    """A forked process, used as `subprocess.Popen` is."""

    process: ForkServerProcess

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self, timeout: float) -> int:
        self.process.join(timeout)
        if (code := self.poll()) is None:
            raise subprocess.TimeoutExpired(self.process.name, timeout)
        return code

    def send_signal(self, number: int) -> None:
        assert self.process.pid is not None
        if self.poll() is None:
            os.kill(self.process.pid, number)


@dataclass
class Server:
    """A running service."""

    process: Child
    log: Path
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def alive(self) -> bool:
        return httpx.get(f"{self.url}/health/ready", timeout=PATIENCE).status_code == 200

    def logged(self) -> list[dict[str, Any]]:
        """What was logged: a JSON object a line, and nothing else."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def quiet(self) -> bool:
        """Whether nothing calls for the operator: a bad request is no event for him."""
        return all(line["level"] == "info" for line in self.logged())


@contextlib.contextmanager
def serving(folder: Path, code: str, *arguments: str, **settings: str) -> Iterator[Server]:
    log = folder / "log"
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("ARBITRE_")
    }
    paths = [str(HERE), str(Path(arbitre_service.__file__).parents[1])]
    paths += filter(None, [environment.get("PYTHONPATH")])
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    environment |= {
        "ARBITRE_PORT": "0",
        "ARBITRE_BODY_LIMIT": str(BODY_LIMIT),
        "ARBITRE_DATABASE": f"sqlite:///{folder}/matches.db",
        **settings,
    }
    out, said = _FORKS.Pipe(duplex=False)
    forked = _FORKS.Process(target=_become, args=(code, arguments, environment, said, log))
    forked.start()
    said.close()
    process = Child(forked)
    server = Server(process, log)
    try:
        server.port = _port(out, log)
        _wait_until_ready(server)
        yield server
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE)
        out.close()


def _become(
    code: str, arguments: Sequence[str], environment: Mapping[str, str], said: Connection, log: Path
) -> None:
    """Runs in the forked process, which becomes `python -u -c code arguments`."""
    with open(os.devnull) as nothing, log.open("w") as errors:
        for number, file in enumerate((nothing, said, errors)):
            os.dup2(file.fileno(), number)
    sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w", buffering=1)
    sys.argv = ["-c", *arguments]
    os.environ.clear()
    os.environ.update(environment)
    exec(code, {"__name__": "__main__"})


def _port(out: Connection, log: Path) -> int:
    ready, _, _ = select.select([out], [], [], START_PATIENCE)
    line = os.read(out.fileno(), 1024).decode() if ready else ""
    said = re.fullmatch(r"arbitre listens on http://127\.0\.0\.1:(\d+)\n", line)
    assert said, (line, log.read_text())
    return int(said.group(1))


def _wait_until_ready(server: Server) -> None:
    end = time.monotonic() + START_PATIENCE
    while time.monotonic() < end:
        assert server.process.poll() is None, server.log.read_text()
        try:
            if server.alive():
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError(server.log.read_text())


def request(
    body: bytes,
    *,
    path: str = f"/v1/games/{GAME}/apply",
    length: int | None = None,
    **headers: str,
) -> bytes:
    lines = {
        "host": "x",
        "content-type": MSGPACK,
        "content-length": str(len(body) if length is None else length),
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
    return f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body


APPLY = msgpack.packb({"state": pack(0), "seat": 0, "move": 3})


def packed(count: int, first_seat: int = 0) -> bytes:
    """A body of `validate/packed`; from some 5,000 moves on it is judged on a thread."""
    seats = bytes([first_seat]) + bytes(count - 1)
    columns = {"states": pack(0) * count, "seats": seats, "actions": bytes(4 * count)}
    return bytes(msgpack.packb(columns))


@dataclass
class Response:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def content(self) -> Any:
        return msgpack.unpackb(self.body)


class Line:
    """One connection, read answer by answer."""

    def __init__(self, server: Server) -> None:
        self.socket = server.connect()
        self._rest = b""

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def read(self) -> Response | None:
        """Read one answer; None when the server has closed the connection."""
        while b"\r\n\r\n" not in self._rest:
            data = self.socket.recv(65_536)
            if not data:
                assert self._rest == b""
                return None
            self._rest += data
        head, self._rest = self._rest.split(b"\r\n\r\n", 1)
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines)
        length = int(headers.get("content-length", "0"))
        while len(self._rest) < length:
            data = self.socket.recv(65_536)
            assert data, "the answer is cut"
            self._rest += data
        body, self._rest = self._rest[:length], self._rest[length:]
        return Response(int(first.split()[1]), headers, body)

    def answer(self) -> Response:
        response = self.read()
        assert response is not None
        return response

    def ask(self, data: bytes) -> Response:
        self.send(data)
        return self.answer()
