"""The service as a running process, spoken to over a socket as no library would."""

from __future__ import annotations

import signal
import socket
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgpack
import pytest
from service_fakes import GAME, pack
from service_kit import BODY_LIMIT, JSON, MSGPACK
from service_process import APPLY, ENGINE, FAKE, PATIENCE, Line, Server, packed, request, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The service around a fake judge: everything about the wire, nothing about rules."""
    with serving(tmp_path_factory.mktemp("fake"), FAKE) as running:
        yield running


def test_one_connection_serves_many(server: Server) -> None:
    with Line(server) as line:
        for _ in range(3):
            response = line.ask(request(APPLY))
            assert response.status == 200
            assert response.headers["content-type"] == MSGPACK
            assert "server" not in response.headers
            assert response.content["state"] == pack(3, 1)


def test_a_connection_survives_problems(server: Server) -> None:
    with Line(server) as line:
        assert line.ask(request(b"\xc1")).status == 400
        assert line.ask(request(APPLY, content_type="text/plain")).status == 415
        assert line.ask(request(APPLY, content_type="")).status == 415
        assert line.ask(request(APPLY, accept="text/html")).status == 406
        assert line.ask(request(APPLY, path="/v1/games/go/apply")).status == 404
        assert line.ask(request(APPLY, content_encoding="gzip")).status == 415
        assert line.ask(request(b"x" * (BODY_LIMIT + 1))).status == 413
        assert line.ask(request(APPLY)).status == 200
    assert server.quiet()


def test_pipelined_requests_are_answered_in_order(server: Server) -> None:
    with Line(server) as line:
        moves = [msgpack.packb({"state": pack(0), "seat": 0, "move": move}) for move in range(8)]
        line.send(b"".join(request(move) for move in moves))
        for move in range(8):
            assert line.answer().content["state"] == pack(move, 1)


def test_a_body_in_small_pieces(server: Server) -> None:
    with Line(server) as line:
        for byte in request(APPLY):
            line.send(bytes([byte]))
        assert line.answer().status == 200


def chunked(*parts: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)


def test_chunked_bodies(server: Server) -> None:
    head = request(b"", content_length="", transfer_encoding="chunked")
    with Line(server) as line:
        response = line.ask(head + chunked(APPLY[:4], APPLY[4:]) + b"0\r\n\r\n")
        assert response.status == 200
        response = line.ask(head + chunked(APPLY, b"\xc0") + b"0\r\n\r\n")
        assert response.status == 400


def test_chunked_beyond_the_limit(server: Server) -> None:
    head = request(b"", content_length="", transfer_encoding="chunked")
    with Line(server) as line:
        line.send(head + chunked(*[b"x" * 65_536] * 5))
        response = line.answer()
        assert (response.status, response.content["code"]) == (413, "BODY_TOO_LARGE")
        line.send(chunked(b"x") + b"0\r\n\r\n")
        assert line.ask(request(APPLY)).status == 200


def test_a_declared_giant_is_refused_at_once(server: Server) -> None:
    with Line(server) as line:
        response = line.ask(request(b"", length=10**15, expect="100-continue"))
        assert response.status == 413
    with Line(server) as line:
        line.send(request(b"", length=len(APPLY), expect="100-continue"))
        assert line.answer().status == 100
        assert line.ask(APPLY).status == 200


def test_a_short_body_is_dropped(server: Server) -> None:
    with Line(server) as line:
        line.send(request(APPLY[:-3], length=len(APPLY)))
        line.socket.shutdown(socket.SHUT_WR)
        assert line.read() is None
    assert server.alive() and server.quiet()


def test_clients_that_go_away(server: Server) -> None:
    reset = struct.pack("ii", 1, 0)
    for data in (
        b"",
        b"POST /v1",
        request(b"", length=100),
        request(APPLY[:5], length=len(APPLY)),
        request(APPLY),
        request(b"x" * 50_000, length=100_000),
    ):
        for hard in (False, True):
            with Line(server) as line:
                line.send(data)
                if hard:
                    line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
    assert server.alive() and server.quiet()


def test_bytes_that_are_no_request(server: Server) -> None:
    for data in (
        b"\x16\x03\x01\x02\x00" * 20,
        b"GET\r\n\r\n",
        request(APPLY, content_length="abc"),
    ):
        with Line(server) as line:
            response = line.ask(data + b"\r\n\r\n")
            assert response.status == 400
    assert server.alive()


def test_strange_paths(server: Server) -> None:
    for path in ("/v1/games/%FF/apply", "/v1/games/%ED%A0%80/apply", "/v1/games/%00/apply"):
        with Line(server) as line:
            assert line.ask(request(APPLY, path=path)).status == 404
    assert server.quiet()


def test_an_independent_client_in_both_formats(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        listed = client.get("/v1/games")
        assert listed.headers["content-type"] == MSGPACK
        assert msgpack.unpackb(listed.content)["games"][0]["name"] == GAME
        listed = client.get("/v1/games", headers={"accept": JSON})
        assert listed.json()["games"][0]["name"] == GAME
        made = client.post(f"/v1/games/{GAME}/states", json={"players": 2})
        body = {"state": made.json()["state"], "seat": 0, "moves": [1, {"kind": "add"}]}
        judged = client.post(f"/v1/games/{GAME}/validate", json=body)
        assert [verdict["ok"] for verdict in judged.json()["verdicts"]] == [True, False]


def test_light_and_heavy_requests_together(server: Server) -> None:
    heavy, light = packed(8000), packed(3)
    path = f"/v1/games/{GAME}/validate/packed"

    def work(number: int) -> None:
        body, count = (heavy, 8000) if number % 4 == 0 else (light, 3)
        with Line(server) as line:
            for _ in range(5):
                response = line.ask(request(body, path=path))
                assert response.status == 200
                assert response.content["codes"] == bytes(2 * count)

    with ThreadPoolExecutor(16) as threads:
        for _ in threads.map(work, range(32)):
            pass
    assert server.quiet()


def test_an_unexpected_failure_is_logged_and_hidden(tmp_path: Path) -> None:
    with serving(tmp_path, FAKE) as running, Line(running) as line:
        body = msgpack.packb({"state": pack(0), "seat": 13, "move": 1})
        response = line.ask(request(body))
        assert (response.status, response.content["code"]) == (500, "INTERNAL_ERROR")
        assert b"secret" not in response.body
        assert line.ask(request(APPLY)).status == 200
        assert "the secret reason" in running.log.read_text()


def test_a_signal_ends_it_cleanly(tmp_path: Path) -> None:
    with serving(tmp_path, FAKE) as running:
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(PATIENCE) in (0, -signal.SIGTERM)
        assert "Traceback" not in running.log.read_text()


def test_a_port_in_use_is_said(tmp_path: Path, server: Server) -> None:
    environment = {"ARBITRE_PORT": str(server.port)}
    log = tmp_path / "log"
    with pytest.raises(AssertionError), serving(tmp_path, FAKE, **environment):
        pass
    assert "can't listen on" in log.read_text()


# --- with the engine ---------------------------------------------------------------------------


@pytest.mark.parametrize("workers", ["1", "2"])
def test_engine_matches_are_judged_over_http(tmp_path: Path, workers: str) -> None:
    """A whole match by the command's own process: set up, list, validate, apply, to the end."""
    with (
        serving(tmp_path, ENGINE, "--port", "0", "--workers", workers) as running,
        httpx.Client(base_url=f"{running.url}/v1/games/sept_solines", timeout=PATIENCE) as client,
    ):
        client.headers["content-type"] = MSGPACK

        def ask(route: str, **body: Any) -> Any:
            response = client.post(route, content=msgpack.packb(body))
            assert response.status_code == 200, response.content
            return msgpack.unpackb(response.content)

        position = ask("/states", players=3, seed=11)
        plies = 0
        while position["to_act"]:
            where = {"state": position["state"], "seat": position["to_act"][0]}
            moves = ask("/legal", format="moves", **where)["moves"]
            move = moves[plies % len(moves)]
            assert ask("/validate", move=move, **where)["verdicts"][0]["ok"]
            position = ask("/apply", move=move, **where)
            plies += 1
            assert plies < 500
        assert position["over"] is True and len(position["scores"]) == 3
        where = {"state": position["state"], "seat": 0}
        (verdict,) = ask("/validate", move={"kind": "take", "place": 0}, lang="fr", **where)[
            "verdicts"
        ]
        assert not verdict["ok"] and verdict["message"]
        assert running.quiet()
