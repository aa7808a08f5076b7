"""Clients that are slow, many or gone, and a service that ends while it works.

The server under test has short time-outs; each test says which one it waits for.
"""

from __future__ import annotations

import contextlib
import re
import resource
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgpack
import pytest
from service_fakes import GAME, SLEEP, SLEEP_SECONDS, pack
from service_kit import JSON
from service_process import APPLY, FAKE, PATIENCE, Line, Server, packed, request, serving

IDLE = 1.2
SLOW = 0.6
HASTY = {
    "ARBITRE_HEADER_TIMEOUT": str(SLOW),
    "ARBITRE_BODY_TIMEOUT": str(SLOW),
    "ARBITRE_IDLE_TIMEOUT": str(IDLE),
}
HEAD = request(b"", length=len(APPLY))
HEAVY = request(packed(8000, SLEEP), path=f"/v1/games/{GAME}/validate/packed")


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("hasty"), FAKE, **HASTY) as running:
        yield running


@contextlib.contextmanager
def lasting(least: float, most: float = PATIENCE) -> Iterator[None]:
    began = time.monotonic()
    yield
    assert least * 0.8 <= time.monotonic() - began <= most


@pytest.mark.parametrize("sent", [b"P", b"POST /v1/games", HEAD[:-2], HEAD[:-1]])
def test_slow_head(hasty: Server, sent: bytes) -> None:
    with Line(hasty) as line, lasting(SLOW):
        line.send(sent)
        response = line.answer()
        assert (response.status, response.content["code"]) == (408, "REQUEST_TIMEOUT")
        assert response.headers["connection"] == "close"
        assert line.read() is None


def test_slow_head_byte_by_byte(hasty: Server) -> None:
    """It is the whole head that has to be here in time: a byte now and then buys nothing."""
    with Line(hasty) as line, lasting(SLOW, 2 * SLOW + 5):
        line.socket.settimeout(0.1)
        for byte in HEAD:
            with contextlib.suppress(TimeoutError):
                line.send(bytes([byte]))
                response = line.answer()
                break
        assert response.status == 408


def test_slow_head_on_a_used_connection(hasty: Server) -> None:
    with Line(hasty) as line:
        assert line.ask(request(APPLY)).status == 200
        with lasting(SLOW):
            assert line.ask(HEAD[:20]).status == 408


def test_slow_body(hasty: Server) -> None:
    with Line(hasty) as line, lasting(SLOW):
        response = line.ask(HEAD + APPLY[:-1])
        assert (response.status, response.content["code"]) == (408, "REQUEST_TIMEOUT")
        assert line.read() is None
    with Line(hasty) as line:
        line.send(request(APPLY[:-1], length=len(APPLY), accept=JSON))
        assert line.answer().headers["content-type"] == "application/problem+json"


def test_slow_body_that_the_application_waits_for(hasty: Server) -> None:
    """`Expect: 100-continue` brings the application in before the body is here."""
    with Line(hasty) as line:
        line.send(request(b"", length=len(APPLY), expect="100-continue"))
        assert line.answer().status == 100
        line.send(APPLY[:-1])
        assert line.answer().status == 408
    assert hasty.alive() and hasty.quiet()


def test_slow_chunked_body(hasty: Server) -> None:
    with Line(hasty) as line, lasting(SLOW):
        head = request(b"", content_length="", transfer_encoding="chunked")
        assert line.ask(head + b"5\r\nabcde\r\n").status == 408


def test_idle_connections(hasty: Server) -> None:
    with Line(hasty) as unused, lasting(SLOW):
        assert unused.read() is None
    with Line(hasty) as used:
        assert used.ask(request(APPLY)).status == 200
        with lasting(IDLE):
            assert used.read() is None


def test_a_refused_body_is_drained_for_a_while_only(hasty: Server) -> None:
    with Line(hasty) as line:
        line.send(request(b"", length=10**12))
        assert line.answer().status == 413
        with lasting(SLOW):
            assert line.read() is None


def test_an_answer_that_nobody_takes(hasty: Server) -> None:
    """The client sends and never reads: buffers fill, and then patience ends."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", hasty.port))
        one = f"GET /v1/games/{GAME} HTTP/1.1\r\nhost: x\r\n\r\n".encode()
        with pytest.raises(OSError), lasting(SLOW):
            for _ in range(200_000):
                line.sendall(one * 50)
    assert hasty.alive()


def test_an_answer_that_nobody_takes_with_half_a_request_behind(hasty: Server) -> None:
    """That an earlier answer is due excuses a slow head only while it is being taken."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", hasty.port))
        # Forty answers of 0.2 MB: more than the buffers between the two take.
        count = 18_000
        columns = {"state": pack(0), "seats": bytes(count), "actions": bytes(4 * count)}
        body = msgpack.packb({**columns, "detail": True})
        data = request(body, path=f"/v1/games/{GAME}/validate/packed")
        with lasting(SLOW), pytest.raises(OSError):
            line.sendall(data * 40 + HEAD[:20])
            while True:
                time.sleep(0.1)
                line.sendall(b"x")
    assert hasty.alive()


def test_pipelined_requests_wait_for_their_turn(tmp_path: Path) -> None:
    """What takes long here is the work on the first; the second isn't late."""
    slow = {**HASTY, "ARBITRE_HEADER_TIMEOUT": "0.2", "ARBITRE_BODY_TIMEOUT": "0.2"}
    with serving(tmp_path, FAKE, **slow) as server, Line(server) as line:
        line.send(HEAVY + request(APPLY) + HEAD + APPLY[:5])
        assert line.answer().status == 200
        assert line.answer().content["state"] == pack(3, 1)
        assert line.answer().status == 408


def test_a_head_without_end(hasty: Server) -> None:
    with Line(hasty) as line:
        line.send(b"GET / HTTP/1.1\r\n" + b"x-filler: " + b"x" * 10_000)
        time.sleep(SLOW / 4)
        line.send(b"x" * 100_000)
        response = line.answer()
        assert (response.status, response.content["code"]) == (431, "HEADERS_TOO_LARGE")
        assert line.read() is None


def test_other_protocols_are_not_spoken(hasty: Server) -> None:
    upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13"
    with Line(hasty) as line:
        line.send(f"GET /v1/games HTTP/1.1\r\nhost: x\r\n{upgrade}\r\n\r\n".encode())
        assert line.answer().status == 200
        assert line.read() is None
    with Line(hasty) as line:
        assert line.ask(b"CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n").status in (400, 404, 405)
    assert hasty.quiet()


# --- many --------------------------------------------------------------------------------------


@pytest.fixture
def many_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 4096:
        pytest.skip("this system allows too few open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4096), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_thousand_idle_and_four_hundred_slow_connections(
    tmp_path: Path, many_files: None
) -> None:
    with serving(tmp_path, FAKE) as server, contextlib.ExitStack() as open_lines:
        for _ in range(1000):
            open_lines.enter_context(server.connect())
        for number in range(400):
            slow = open_lines.enter_context(server.connect())
            slow.sendall((HEAD[:-9], HEAD + APPLY[:-5])[number % 2])
        with Line(server) as line:
            for _ in range(50):
                with lasting(0, 5):
                    assert line.ask(request(APPLY)).status == 200
        counts = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
        (connections,) = re.findall(r"^arbitre_connections (\d+)", counts, re.MULTILINE)
        assert 1400 < int(connections) < 1410
        assert server.quiet()


def test_too_many_connections(tmp_path: Path) -> None:
    with serving(tmp_path, FAKE, ARBITRE_CONNECTION_LIMIT="5") as server:
        with contextlib.ExitStack() as open_lines:
            lines = [open_lines.enter_context(Line(server)) for _ in range(5)]
            assert lines[4].ask(request(APPLY)).status == 200
            with Line(server) as line:
                response = line.answer()
                assert (response.status, response.content["code"]) == (503, "OVERLOADED")
                assert response.headers["retry-after"] == "1"
                assert line.read() is None
            assert lines[4].ask(request(APPLY)).status == 200
        end = time.monotonic() + PATIENCE
        while not server.alive():
            assert time.monotonic() < end


def test_too_many_requests(tmp_path: Path) -> None:
    """Two are being answered; others are turned away at once, probes are not."""
    settings = {"ARBITRE_REQUEST_LIMIT": "2", "ARBITRE_THREADS": "2"}
    with (
        serving(tmp_path, FAKE, **settings) as server,
        Line(server) as first,
        Line(server) as second,
        Line(server) as third,
    ):
        first.send(HEAVY)
        second.send(HEAVY)
        time.sleep(SLEEP_SECONDS / 4)
        with lasting(0, SLEEP_SECONDS / 2):
            response = third.ask(request(APPLY))
            assert (response.status, response.content["code"]) == (503, "OVERLOADED")
            assert response.headers["retry-after"] == "1"
            assert "connection" not in response.headers
            assert server.alive()
        assert first.answer().status == second.answer().status == 200
        time.sleep(SLEEP_SECONDS / 4)  # A request counts until a moment after its answer.
        assert third.ask(request(APPLY)).status == 200
        counts = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
        assert 'arbitre_requests_total{route="none",status="503"} 1.0' in counts


def test_too_many_bytes(tmp_path: Path) -> None:
    """Bodies that are still arriving count, and what is let go is free again."""
    with serving(tmp_path, FAKE, ARBITRE_MEMORY_LIMIT="300000") as server:
        half = request(b"x" * 200_000, length=250_000)
        with Line(server) as first, Line(server) as second, Line(server) as third:
            first.send(half)
            time.sleep(0.2)
            second.send(half)
            response = second.answer()
            assert (response.status, response.content["code"]) == (503, "OVERLOADED")
            assert second.read() is None
            first.send(b"x" * 50_000)
            assert first.answer().status == 400
            assert third.ask(request(b"x" * 250_000)).status == 400
            assert third.ask(request(b"x" * 250_000)).status == 400


# --- the end -----------------------------------------------------------------------------------


def test_it_ends_what_it_has_begun(tmp_path: Path) -> None:
    """At SIGTERM, under load: begun requests are answered, idle connections are closed."""
    with serving(tmp_path, FAKE) as server, Line(server) as idle, Line(server) as busy:
        assert idle.ask(request(APPLY)).status == 200
        busy.send(HEAVY)
        stop = threading.Event()

        def load() -> list[int]:
            answers = []
            with contextlib.suppress(OSError, AssertionError):
                while not stop.is_set():
                    with Line(server) as line:
                        answers.append(line.ask(request(APPLY)).status)
            return answers

        with ThreadPoolExecutor(4) as threads:
            loads = [threads.submit(load) for _ in range(4)]
            time.sleep(SLEEP_SECONDS / 3)
            server.process.send_signal(signal.SIGTERM)
            response = busy.answer()
            assert response.status == 200 and response.headers["connection"] == "close"
            assert idle.read() is None
            assert server.process.wait(PATIENCE) in (0, -signal.SIGTERM)
            stop.set()
            answered = [status for done in loads for status in done.result()]
        assert set(answered) == {200}
        assert server.quiet()
        assert server.logged()[-1]["event"] == "stopped"
        with pytest.raises(OSError):
            server.connect()


def test_it_waits_for_so_long_only(tmp_path: Path) -> None:
    with serving(tmp_path, FAKE, ARBITRE_DRAIN_TIMEOUT="1") as server, Line(server) as line:
        line.send(HEAD + APPLY[:-1])
        time.sleep(0.2)
        server.process.send_signal(signal.SIGTERM)
        with lasting(1, 10):
            server.process.wait(PATIENCE)
        assert line.read() is None
        assert "Traceback" not in server.log.read_text()


def test_a_body_of_several_pieces_is_whole(tmp_path: Path) -> None:
    """Longer than what is gathered in one piece, so that pieces reach the application."""
    with serving(tmp_path, FAKE, ARBITRE_BODY_LIMIT=str(4 << 20)) as server, Line(server) as line:
        count = 200_000
        columns = {"state": pack(0), "seats": bytes(count), "actions": bytes(4 * count)}
        body = msgpack.packb({**columns, "states": pack(0) * count})
        del columns["state"]
        for length in (None, ""):
            path = f"/v1/games/{GAME}/validate/packed"
            if length is None:
                data = request(body, path=path)
            else:
                head = request(b"", path=path, content_length="", transfer_encoding="chunked")
                data = head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
            response = line.ask(data)
            # Read to its end and understood: the two fields exclude each other.
            assert response.status == 422, response.body
            assert response.content["code"] == "UNEXPECTED_FIELD"
