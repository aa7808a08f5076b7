"""Servers and the load generator: what they count, and when they give up."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any

import pytest
from bench.load import Load, Server, descendants, get, post, processor_time

# A server of two workers, as the benchmarks meet one: the address comes first, the workers later.
SERVER = """
import socket, subprocess, sys, time
listener = socket.create_server(("127.0.0.1", 0))
print(f"arbitre listens on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
burn = "import time\\nwhile time.process_time() < 0.2: pass\\ntime.sleep(60)"
workers = [subprocess.Popen([sys.executable, "-c", burn]) for _ in range(2)]
for number in range(2):
    print('{"event": "started"}', file=sys.stderr, flush=True)
try:
    time.sleep(60)
finally:
    for worker in workers:
        worker.kill()
"""
FOR_A_SIGNAL = "import signal\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(0))\n"


def test_workers_are_waited_for_and_their_time_is_counted() -> None:
    script = SERVER.replace("listener =", f"{FOR_A_SIGNAL}listener =", 1)
    with Server([sys.executable, "-c", script], workers=2) as server:
        supervisor, *workers = server.processes
        assert len(workers) == 2
        before = [processor_time(pid) for pid in server.processes]
        while min(map(processor_time, workers)) < 0.2:
            pass
        assert server.cpu >= 0.4 > processor_time(supervisor)
        shares = server.shares([0.0, 0.0, 0.0])
        assert sum(shares) == pytest.approx(1.0) and sorted(shares)[-2] > 0.25
        assert len(before) == 3
    assert server._process.returncode == 0


def test_a_server_that_ends_before_it_listens_is_quoted() -> None:
    with pytest.raises(RuntimeError, match="the port is taken"):
        Server([sys.executable, "-c", "print('the port is taken')"])


def test_a_server_that_starts_too_few_workers_is_given_up() -> None:
    script = "print('http://127.0.0.1:9'); print('\"event\": \"started\"')"
    with pytest.raises(RuntimeError, match="did not start"):
        Server([sys.executable, "-c", script], workers=2)


def test_children_of_children_are_found() -> None:
    inner = "import time; print('up', flush=True); time.sleep(60)"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    with subprocess.Popen([sys.executable, "-c", outer], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"up\n"
        found = descendants(process.pid)
        assert len(found) == 1 and descendants(found[0]) == []
        subprocess.run(["kill", str(found[0])], check=True)


class Answers(BaseHTTPRequestHandler):
    """Answers what it was sent, or that it won't."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.answer(200 if self.path == "/good" else 503, b"hello")

    def do_POST(self) -> None:
        self.answer(200, self.rfile.read(int(self.headers["content-length"])))

    def answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        # First, for whoever has the answer looks there.
        self.server.answered.append(len(body))  # type: ignore[attr-defined]
        self.wfile.write(body)

    def send_header(self, keyword: str, value: str) -> None:
        super().send_header(keyword.lower(), value)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Any]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as http:
        http.daemon_threads = True
        http.answered = []  # type: ignore[attr-defined]
        thread = threading.Thread(target=http.serve_forever)
        thread.start()
        try:
            yield SimpleNamespace(port=http.server_port, cpu=0.0, answered=http.answered)  # type: ignore[attr-defined]
        finally:
            http.shutdown()
            thread.join()


def test_every_request_is_answered_once(server: Any) -> None:
    body = b"x" * 300_000
    with Load(server, [get("/good"), post("/", body)], connections=3) as load:
        sample = load.run(11)
        assert sample.requests == 11
        assert sorted(server.answered) == [5] * 6 + [len(body)] * 5
        load.run(2)
        assert len(server.answered) == 13
    assert sample.wall > 0 and sample.busy > 0


def test_a_refusal_ends_the_load(server: Any) -> None:
    with (
        Load(server, [get("/bad")], connections=1) as load,
        pytest.raises(RuntimeError, match=r"the server refuses: b'HTTP/1\.1 503"),
    ):
        load.run(1)
