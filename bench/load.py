"""Servers on one core or on all, and a load generator.

The generator keeps every connection busy with exactly one request. It speaks raw HTTP/1.1 over
non-blocking sockets: a few microseconds a request, a fraction of what a server needs, so it is the
server that is measured. `Sample.busy` tells whether that held.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

PATIENCE = 30.0
_CHUNK = 1 << 18
_LENGTH = b"\r\ncontent-length: "

CORES = frozenset(os.sched_getaffinity(0))
SERVER_CORE, CLIENT_CORE = min(CORES), max(CORES)


class Sample(NamedTuple):
    """What it cost to have a number of requests answered; seconds."""

    requests: int
    wall: float
    server: float
    """Processor time of the server: without the time that it waits for its core."""
    client: float

    @property
    def busy(self) -> float:
        """The part of the time that the generator was at work; near 1 it was the bottleneck."""
        return self.client / self.wall


@contextmanager
def on_cores(cores: Set[int]) -> Iterator[None]:
    """Keep this process, and processes it starts, on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Server:
    """A running server. It must print its address, as `arbitre serve` does, and each worker of the
    service must log that it has started."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        cores: Set[int] = frozenset({SERVER_CORE}),
        workers: int = 0,
    ) -> None:
        """`workers` that log their start are waited for; a server that logs nothing has none."""
        self._command = list(command)
        with on_cores(cores):
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
        self.port = self._read_port(workers)
        self._wait()
        # Workers are children of the process that was started, and have their own clocks.
        self.processes = [self._process.pid, *descendants(self._process.pid)]

    @property
    def cpu(self) -> float:
        """Seconds of processor time it has used, all processes and threads."""
        return sum(map(processor_time, self.processes))

    def shares(self, before: Sequence[float]) -> list[float]:
        """How the processor time since `before`, a reading of each process, is shared out."""
        spent = [processor_time(pid) - b for pid, b in zip(self.processes, before, strict=True)]
        return [part / max(sum(spent), 1e-9) for part in spent]

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()

    def _read_port(self, workers: int) -> int:
        """Read what the server prints until all of it runs; returns its port."""
        assert self._process.stdout is not None
        port, started, said = 0, 0, ""
        while not port or started < workers:
            line = self._process.stdout.readline()
            if not line:
                self._process.kill()
                self._process.communicate()
                raise RuntimeError(f"{shlex.join(self._command)}: did not start\n{said}")
            said += line
            if address := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                port = int(address[1])
            started += '"event": "started"' in line
        return port

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.02)
        self.__exit__()
        raise RuntimeError("the server does not answer")


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found += [child, *descendants(child)]
    return found


def processor_time(pid: int) -> float:
    """Seconds of processor time that another process has used, all its threads together."""
    # The clock of another process, as clock_getcpuclockid(3) makes it.
    return time.clock_gettime(~pid << 3 | 2)


class Load:
    """Connections to a server, and the requests that they send in turn. Use it in a `with`."""

    def __init__(self, server: Server, requests: Sequence[bytes], connections: int) -> None:
        self._server = server
        self._requests = cycle(requests)
        self._lines = [_Line(server.port) for _ in range(connections)]

    def run(self, requests: int) -> Sample:
        """Have so many requests answered. Each answer must be a 200, or `RuntimeError`."""
        poll = select.epoll()
        lines = {line.socket.fileno(): line for line in self._lines}
        for number in lines:
            poll.register(number, select.EPOLLIN)
        wall, client, server = time.perf_counter(), time.process_time(), self._server.cpu
        sent = done = 0
        for number, line in lines.items():
            if sent < requests:
                sent += 1
                poll.modify(number, line.send(next(self._requests)))
        while done < requests:
            ready = poll.poll(PATIENCE)
            if not ready:
                raise RuntimeError("the server has stopped answering")
            for number, events in ready:
                line = lines[number]
                if events & select.EPOLLOUT:
                    poll.modify(number, line.push())
                elif line.receive():
                    done += 1
                    if sent < requests:
                        sent += 1
                        wanted = line.send(next(self._requests))
                        if wanted != select.EPOLLIN:
                            poll.modify(number, wanted)
        sample = Sample(
            requests,
            time.perf_counter() - wall,
            self._server.cpu - server,
            time.process_time() - client,
        )
        poll.close()
        return sample

    def __enter__(self) -> Load:
        return self

    def __exit__(self, *_: object) -> None:
        for line in self._lines:
            line.socket.close()


class _Line:
    """One connection with at most one request on its way."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self._unsent = memoryview(b"")
        self._received = b""

    def send(self, request: bytes) -> int:
        """Begin a request; returns what to wait for."""
        self._unsent = memoryview(request)
        return self.push()

    def push(self) -> int:
        """Send as much as the socket takes; returns what to wait for."""
        with suppress(BlockingIOError):
            self._unsent = self._unsent[self.socket.send(self._unsent) :]
        return select.EPOLLOUT if self._unsent else select.EPOLLIN

    def receive(self) -> bool:
        """Take what has come; tells whether the answer is complete."""
        chunk = self.socket.recv(_CHUNK)
        if not chunk:
            raise RuntimeError("the server has hung up")
        data = self._received + chunk if self._received else chunk
        head = data.find(b"\r\n\r\n")
        if head >= 0:
            if not data.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(f"the server refuses: {data[:500]!r}")
            at = data.index(_LENGTH) + len(_LENGTH)
            if len(data) == head + 4 + int(data[at : data.index(b"\r", at)]):
                self._received = b""
                return True
        self._received = data
        return False


def get(path: str) -> bytes:
    """A request without a body."""
    return f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()


def post(path: str, body: bytes) -> bytes:
    """A request with a msgpack body, answered in msgpack."""
    head = (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/msgpack\r\n"
        f"accept: application/msgpack\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
