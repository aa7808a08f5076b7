"""Matches over HTTP and WebSocket, on a service of two workers that keeps hosts by their tokens."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import msgpack
import pytest
from match_client import GAME, Caller, Match, answer, closing, frame
from service_process import ENGINE, PATIENCE, Server, serving
from websockets.exceptions import InvalidStatus

from arbitre.replay import Log

KEY = "the-key-of-the-club"
OTHER = "the-key-of-another-club"
SETTINGS = {
    "ARBITRE_HEARTBEAT": "0.4",
    "ARBITRE_LOG_SAMPLE": "1",
    "ARBITRE_SEAT_RATE": "0",
    "ARBITRE_WORKERS": "2",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("matches")
    tokens = folder / "tokens"
    tokens.write_text(f"club:{KEY}\nother:{OTHER}\n")
    with serving(folder, ENGINE, "--token-file", str(tokens), **SETTINGS) as running:
        yield running


def test_a_match_over_http(server: Server) -> None:
    match = Match(server, KEY, undo=True, seats=[{"name": "Ada"}, {"name": "Zoë"}])
    view = match.seats[0].get(f"{match.path}?lang=fr&picture=true")
    assert view["viewer"] == 0 and view["seats"][1]["name"] == "Zoë"
    assert view["svg"].startswith("<svg") and view["view"]["moves"] is not None
    assert "options" not in view and "options" in match.host.get(match.path)
    played = match.step(key="first")
    assert played["repeated"] is False
    mover = match.seats[0 if played["update"]["events"][0].get("seat") == 0 else 1]
    mover.post(f"{match.path}/undo")
    other = match.seats[1 - match.seats.index(mover)]
    assert other.post(f"{match.path}/undo", action="agree")["update"]["events"]
    while not match.host.get(f"{match.path}?brief=true")["over"]:
        match.step()
    log = match.spectator.get(f"{match.path}/log")
    assert log["complete"] and len(log["moves"]) > 40
    file = match.spectator.get(f"{match.path}/export")["log"]
    assert Log.from_bytes(file).end.over
    again = match.host.post("/v1/matches/import", log=file)
    assert match.host.get(f"/v1/matches/{again['id']}")["over"]
    fork = match.host.post(f"{match.path}/fork", ply=20, seats=[{"bot": "greedy"}, {}])
    assert "token" not in fork["seats"][0] and "token" in fork["seats"][1]
    ply = match.seats[0].get(f"{match.path}/plies/3?picture=1")
    assert ply["ply"] == 3 and ply["svg"].startswith("<svg")
    listed = match.host.get("/v1/matches?over=true&limit=5")["matches"]
    assert {match.id, again["id"]} <= {line["id"] for line in listed}
    assert Caller(server.url, OTHER).get("/v1/matches")["matches"] == []


def test_json_is_spoken_too(server: Server) -> None:
    headers = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
    body = json.dumps({"game": GAME, "players": 3}).encode()
    made = httpx.post(
        f"{server.url}/v1/matches", content=body, headers=headers, timeout=PATIENCE
    ).json()
    assert len(made["seats"]) == 3
    document = httpx.get(f"{server.url}/schema", headers=headers, timeout=PATIENCE).json()
    operation = document["paths"]["/v1/matches"]["post"]
    example = operation["requestBody"]["content"]["application/json"]["example"]
    response = httpx.post(
        f"{server.url}/v1/matches",
        content=json.dumps(example).encode(),
        headers=headers,
        timeout=PATIENCE,
    )
    assert response.status_code == 200, "the example of the OpenAPI document can be sent"


def test_what_goes_wrong_and_its_answer(server: Server) -> None:
    match = Match(server, KEY)
    elsewhere = Match(server, KEY)
    number = match.host.get(match.path)["to_act"][0]
    seat, waiting = match.seats[number], match.seats[1 - number]
    version = seat.get(match.path)["version"]
    moves = f"{match.path}/moves"
    nobody = Caller(server.url)
    nobody.refused("GET", match.path, 401, "UNAUTHORIZED")
    nobody.refused("POST", "/v1/matches", 401, "UNAUTHORIZED", {"game": GAME, "players": 2})
    elsewhere.seats[0].refused("GET", match.path, 401, "UNAUTHORIZED")
    seat.refused("GET", "/v1/matches/nowhere", 401, "UNAUTHORIZED")
    Caller(server.url, OTHER).refused("GET", match.path, 404, "UNKNOWN_MATCH")
    for path in ("nowhere", "x" * 16, "%00" * 16, "é" * 16):
        match.host.refused("GET", f"/v1/matches/{path}", 404, "UNKNOWN_MATCH")
    seat.refused("GET", "/v1/matches", 403, "HOST_ONLY")
    seat.refused("POST", moves, 403, "NOT_YOUR_SEAT", {"move": 0, "seat": 1 - number})
    match.spectator.refused("POST", moves, 403, "NOT_YOUR_SEAT", {"move": 0})
    stale = seat.refused(
        "POST", moves, 409, "STALE_VERSION", {"move": 0, "expected_version": version + 5}
    )
    assert stale["version"] == version and stale["pointer"] == "/expected_version"
    refused = waiting.refused("POST", moves, 409, "NOT_YOUR_TURN", {"move": 0, "lang": "fr"})
    assert refused["verdict"]["message"] == refused["detail"]
    assert refused["type"] == "urn:arbitre:problem:move-refused"
    seat.refused("POST", f"{match.path}/undo", 409, "UNDO_REFUSED", {})
    seat.refused("GET", f"{match.path}/export", 409, "MATCH_RUNNING")
    seat.refused("GET", f"{match.path}/plies/0", 409, "MATCH_RUNNING")
    match.host.refused("POST", "/v1/matches", 404, "UNKNOWN_GAME", {"game": "go", "players": 2})
    bad = match.host.refused(
        "POST", "/v1/matches", 422, "INVALID_FIELD", {"game": GAME, "players": 0}
    )
    assert bad["pointer"] == "/players"
    bad = match.host.refused(
        "POST", "/v1/matches", 422, "INVALID_FIELD", {"game": GAME, "seats": [{}, {"bot": "no"}]}
    )
    assert bad["pointer"] == "/seats/1/bot"
    match.host.refused("POST", moves, 422, "MISSING_FIELD", {"move": 0})
    seat.refused("POST", moves, 422, "UNEXPECTED_FIELD", {"move": 0, "force": True})
    seat.refused("GET", f"{match.path}/events?after=-1", 422, "INVALID_FIELD")
    seat.refused("GET", f"{match.path}?lang=eo", 422, "INVALID_FIELD")
    seat.refused("GET", f"{match.path}?lang=en&lang=fr", 422, "INVALID_FIELD")
    assert seat.get(f"{match.path}?unknown=1&unknown=2&brief=1")["viewer"] == number
    match.host.refused("GET", f"{match.path}/plies/x", 422, "INVALID_FIELD")
    bad = match.host.refused("POST", "/v1/matches/import", 422, "LOG_FORMAT", {"log": b"no log"})
    assert bad["type"] == "urn:arbitre:problem:bad-log"
    assert seat.ask("POST", moves, b"x" * 70_000).status_code == 413
    assert seat.ask("DELETE", match.path).status_code == 405
    seat.post(f"{match.path}/resign")
    waiting.refused("POST", moves, 409, "MATCH_OVER", {"move": 0})


def test_long_polls(server: Server) -> None:
    match = Match(server, KEY)
    version = match.spectator.get(match.path)["version"]
    found: list[Any] = []

    def wait() -> None:
        path = f"{match.path}/events?after={version}&wait=20"
        found.append(match.spectator.get(path))

    threads = [threading.Thread(target=wait) for _ in range(6)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    began = time.monotonic()
    match.step()
    for thread in threads:
        thread.join(PATIENCE)
    assert time.monotonic() - began < 15, "the move wakes them, not the end of the wait"
    assert len(found) == 6 and all(one == found[0] for one in found)
    assert [update["version"] for update in found[0]["updates"]] == [version + 1]


def test_every_stream_tells_the_same_on_every_worker(server: Server) -> None:
    match = Match(server, KEY)
    with ExitStack() as stack:
        # So many connections that both workers have some.
        sockets = [stack.enter_context(match.stream(match.spectator)) for _ in range(8)]
        first = [frame(socket) for socket in sockets]
        assert all(one["type"] == "snapshot" for one in first)
        version = first[0]["match"]["version"]
        assert all(one["match"]["version"] == version for one in first)
        for _ in range(10):
            match.step()
        told = [[frame(socket) for _ in range(10)] for socket in sockets]
        assert all(one == told[0] for one in told)
        assert [one["update"]["version"] for one in told[0]] == list(
            range(version + 1, version + 11)
        )
        # Who comes back tells what it knows, however long ago that was.
        for known in (0, 1, version, version + 4, version + 10):
            with match.stream(match.spectator, f"?after={known}") as late:
                missed = [frame(late) for _ in range(version + 10 - known)]
                assert [one["update"]["version"] for one in missed] == list(
                    range(known + 1, version + 11)
                )
                recent = missed[-10:]
                assert recent == told[0][10 - len(recent) :]
                beat = frame(late, beats=True)
                assert beat == {"type": "heartbeat", "version": version + 10}
        match.seats[0].post(f"{match.path}/resign")
        for socket in sockets:
            last = frame(socket)["update"]
            assert last["over"] and last["events"][-1]["kind"] == "match_ended"
            assert closing(socket) == (1000, "MATCH_OVER")
    with match.stream(match.spectator) as over:
        assert frame(over)["match"]["over"]
        assert closing(over) == (1000, "MATCH_OVER")


def test_a_seat_is_told_what_it_may_know(server: Server) -> None:
    match = Match(server, KEY)
    with match.stream(match.seats[0], "?lang=fr") as seat, match.stream(match.host) as host:
        assert frame(seat)["match"]["viewer"] == 0
        assert frame(host)["match"]["viewer"] == "host"
        match.step()
        ours, theirs = frame(seat)["update"], frame(host)["update"]
        assert ours["version"] < theirs["version"], "a host counts rows"


def test_handshakes_that_are_refused(server: Server) -> None:
    match = Match(server, KEY)
    for caller, status, code in (
        (Caller(server.url), 401, "UNAUTHORIZED"),
        (Caller(server.url, "seat-" + "x" * 43), 401, "UNAUTHORIZED"),
        (Caller(server.url, OTHER), 404, "UNKNOWN_MATCH"),
    ):
        with pytest.raises(InvalidStatus) as refused, match.stream(caller):
            pass
        assert refused.value.response.status_code == status
        assert msgpack.unpackb(bytes(refused.value.response.body or b""))["code"] == code
    with pytest.raises(InvalidStatus) as refused, match.stream(match.spectator, "?after=x"):
        pass
    assert refused.value.response.status_code == 422


def test_a_browser_names_its_token_as_a_protocol(server: Server) -> None:
    match = Match(server, KEY)
    caller = Caller(server.url)
    protocols = ["arbitre", f"token.{match.seats[1].token}"]
    with match.stream(caller, subprotocols=protocols) as socket:
        assert socket.subprotocol == "arbitre"
        assert frame(socket)["match"]["viewer"] == 1


def test_a_browser_asks_for_text_frames_in_its_language(server: Server) -> None:
    match = Match(server, KEY)
    protocols = ["arbitre.json", f"token.{match.seats[1].token}"]
    caller = Caller(server.url)
    with (
        match.stream(caller, "?lang=fr", subprotocols=protocols) as text,
        match.stream(match.seats[1], "?lang=fr") as binary,
        match.stream(match.seats[1]) as wordless,
    ):
        assert text.subprotocol == "arbitre.json"
        first = json.loads(text.recv(timeout=PATIENCE))
        assert first["type"] == "snapshot" and first["match"]["view"]["moves"] is not None
        assert frame(binary)["type"] == frame(wordless)["type"] == "snapshot"
        match.step()
        update = _text_frame(text)["update"]
        assert update == frame(binary)["update"]
        assert len(update["texts"]) == len(update["events"]) > 0
        other = frame(wordless)["update"]
        assert "texts" not in other and other["events"] == update["events"]
    # What was missed is told in the same words.
    with match.stream(caller, "?after=1&lang=fr", subprotocols=protocols) as again:
        assert _text_frame(again)["update"] == update
    found = caller.ask("GET", f"{match.path}/game")
    assert found.status_code == 401
    assert match.seats[1].get(f"{match.path}/game")["name"] == GAME


def _text_frame(socket: Any) -> dict[str, Any]:
    while (found := json.loads(socket.recv(timeout=PATIENCE)))["type"] == "heartbeat":
        pass
    return found  # type: ignore[no-any-return]


def test_a_revoked_token_ends_its_streams_on_all_workers(server: Server) -> None:
    match = Match(server, KEY)
    with ExitStack() as stack:
        sockets = [stack.enter_context(match.stream(match.seats[0])) for _ in range(6)]
        for socket in sockets:
            frame(socket)
        token = match.host.post(f"{match.path}/tokens", seat=0)["token"]
        assert [closing(socket) for socket in sockets] == [(4401, "UNAUTHORIZED")] * 6
        with match.stream(Caller(server.url, token)) as again:
            assert frame(again)["match"]["viewer"] == 0


def test_what_a_client_says_on_a_stream_is_passed_over(server: Server) -> None:
    match = Match(server, KEY)
    with match.stream(match.spectator) as socket:
        frame(socket)
        for said in ("hello", b"\xff" * 4096, "{}"):
            socket.send(said)
        match.step()
        assert frame(socket)["type"] == "update"
        socket.send(b"x" * 5000)
        assert closing(socket)[0] == 1009


def test_metrics_tell_of_matches(server: Server) -> None:
    match = Match(server, KEY)
    match.step()

    def metrics() -> dict[str, float]:
        headers = {"authorization": f"Bearer {KEY}"}
        text = httpx.get(f"{server.url}/metrics", headers=headers, timeout=PATIENCE).text
        lines = (line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
        return {name: float(value) for name, value in lines}

    with match.stream(match.spectator) as socket:
        frame(socket)
        end = time.monotonic() + PATIENCE
        while not (
            (found := metrics())["arbitre_streams"] >= 1
            and found["arbitre_moves_played_total"] >= 1
            and found["arbitre_matches_created_total"] >= 1
        ):
            assert time.monotonic() < end
            time.sleep(0.2)
    assert found["arbitre_database_up"] == 1 and found["arbitre_matches_open"] >= 1
    assert found["arbitre_match_limit"] == 100_000
    assert found["arbitre_seat_rate"] == 0 and found["arbitre_retention_days"] == 0
    assert found["arbitre_socket_limit"] == 2 * 2048
    assert abs(found["arbitre_clock_offset_seconds"]) < 5


def test_the_log_of_the_service_tells_no_secrets(server: Server) -> None:
    """All that these tests have asked for was written down, a line each."""
    match = Match(server, KEY, seats=[{"name": "a private name"}, {}])
    match.step(key="a.private.key")
    match.seats[0].ask("POST", f"{match.path}/moves", {"move": {"kind": "a private kind"}})
    answer(match.spectator.ask("GET", f"{match.path}/events?after=0&private=query"))
    text = server.log.read_text()
    assert '"route": "play"' in text and '"route": "events"' in text
    tokens = [seat.token for seat in (*match.seats, match.spectator)]
    for secret in (KEY, OTHER, "private", "seat-", *tokens):
        assert secret not in text
    levels = {line["level"] for line in server.logged()}
    assert levels == {"info"}
