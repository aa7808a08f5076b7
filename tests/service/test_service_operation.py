"""What an operator sees: tokens, metrics, logs, several workers, and refusals to start."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgpack
import pytest
from service_fakes import EXPLODE, GAME, SLEEP, FakeJudge, pack
from service_kit import JSON, MSGPACK
from service_process import APPLY, ENGINE, FAKE, PATIENCE, Line, Server, packed, request, serving
from typer.testing import CliRunner

from arbitre.cli.app import create as command_line
from arbitre_service.access import Tokens, asks_this_machine, exposed
from arbitre_service.errors import Unauthorized
from arbitre_service.metrics import Metrics

TOKEN = "correct-horse-battery"
OTHER = "staple-of-the-second-caller"
PATH = f"/v1/games/{GAME}"


# --- tokens ------------------------------------------------------------------------------------


def token_file(folder: Path, *lines: str) -> Path:
    file = folder / "tokens"
    file.write_text("\n".join(lines) + "\n")
    file.chmod(stat.S_IRUSR | stat.S_IWUSR)
    return file


def admit(tokens: Tokens, *values: bytes) -> str:
    return tokens.admit([(b"authorization", value) for value in values])


def test_tokens_are_read_with_their_names(tmp_path: Path) -> None:
    tokens = Tokens(str(token_file(tmp_path, "# ours", "", f"lobby:{TOKEN}", f"  {OTHER}  ")))
    assert len(tokens) == 2
    assert admit(tokens, b"Bearer " + TOKEN.encode()) == "lobby"
    assert admit(tokens, b"bearer  " + OTHER.encode()) == "line 4"
    for wrong in (b"", b"Bearer", b"Bearer ", b"Basic " + TOKEN.encode(), TOKEN.encode()):
        with pytest.raises(Unauthorized):
            admit(tokens, wrong)
    for near in (TOKEN[:-1], TOKEN + "x", TOKEN.upper(), "lobby:" + TOKEN, TOKEN + "\xff"):
        with pytest.raises(Unauthorized):
            admit(tokens, b"Bearer " + near.encode("latin-1"))
    with pytest.raises(Unauthorized):
        admit(tokens)
    assert TOKEN not in repr(vars(tokens))


def test_a_file_may_hold_hashes_only(tmp_path: Path) -> None:
    digest = hashlib.sha256(TOKEN.encode()).hexdigest()
    tokens = Tokens(str(token_file(tmp_path, f"lobby:sha256${digest}", OTHER)))
    assert admit(tokens, b"Bearer " + TOKEN.encode()) == "lobby"
    assert admit(tokens, b"Bearer " + OTHER.encode()) == "line 2"
    for wrong in (digest, f"sha256${digest}"):
        with pytest.raises(Unauthorized):
            admit(tokens, b"Bearer " + wrong.encode())


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "no token in it"),
        (["lobby:sha256$abc"], "line 1"),
        (["# nothing"], "no token in it"),
        ([TOKEN, "short"], "line 2"),
        ([f":{TOKEN}"], "line 1"),
        (["lobby:a token with spaces in it"], "line 1"),
        ([TOKEN, f"again:{TOKEN}"], "there already"),
        (["jetons:éèàùéèàùéèàùéèàù"], "only ASCII"),
    ],
)
def test_a_token_file_that_cannot_be_used(tmp_path: Path, lines: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why) as refused:
        Tokens(str(token_file(tmp_path, *lines)))
    assert TOKEN not in str(refused.value) and "short" not in str(refused.value)


def test_a_failed_reload_keeps_the_tokens(tmp_path: Path) -> None:
    file = token_file(tmp_path, TOKEN)
    tokens = Tokens(str(file))
    file.write_text("oops")
    with pytest.raises(ValueError, match="line 1"):
        tokens.reload()
    assert admit(tokens, b"Bearer " + TOKEN.encode())
    with pytest.raises(ValueError, match="No such file"):
        Tokens(str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("host", "outside"),
    [
        ("127.0.0.1", False),
        ("127.8.8.8", False),
        ("::1", False),
        ("localhost", False),
        ("0.0.0.0", True),
        ("::", True),
        ("192.168.1.5", True),
        ("games.example", True),
        ("", True),
    ],
)
def test_what_other_machines_can_reach(host: str, outside: bool) -> None:
    assert exposed(host) is outside


@pytest.mark.parametrize(
    ("host", "here"),
    [
        (b"127.0.0.1:8000", True),
        (b"LocalHost", True),
        (b"[::1]:8000", True),
        (b"games.example:8000", False),
        (b"127.0.0.1.games.example", False),
        (b"", False),
        (b"[::1", True),
        (b"\xff", False),
    ],
)
def test_whom_a_request_asks(host: bytes, here: bool) -> None:
    assert asks_this_machine([(b"accept", b"*/*"), (b"host", host)]) is here
    assert asks_this_machine([])


def serve(*arguments: str) -> str:
    refused = CliRunner().invoke(command_line(), ["serve", "--port", "0", *arguments])
    assert refused.exit_code == 2
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", refused.output).split())


def test_other_machines_need_tokens(tmp_path: Path) -> None:
    """Without tokens only loopback is served, and the message says what to do."""
    said = serve("--host", "0.0.0.0")
    assert "--token-file" in said and "--insecure-no-tokens" in said and "127.0.0.1" in said
    assert "No such file" in serve("--token-file", "none")
    assert "ARBITRE_LOG_SAMPLE" in serve("--log-sample", "2")
    assert "ARBITRE_BODY_TIMEOUT" in serve("--body-timeout", "0")
    assert not any(name.startswith("ARBITRE_") for name in os.environ)


def test_tokens_over_http(tmp_path: Path) -> None:
    file = token_file(tmp_path, f"lobby:{TOKEN}")
    with (
        serving(tmp_path, FAKE, ARBITRE_TOKEN_FILE=str(file)) as server,
        httpx.Client(base_url=server.url, timeout=PATIENCE) as client,
    ):
        for path in ("/v1/games", PATH, "/metrics", "/schema"):
            for headers in ({}, {"authorization": f"Bearer {OTHER}"}):
                refused = client.get(path, headers={"accept": JSON, **headers})
                assert refused.status_code == 401
                assert refused.headers["www-authenticate"] == 'Bearer realm="arbitre"'
                assert refused.json()["code"] == "UNAUTHORIZED"
            admitted = client.get(path, headers={"authorization": f"Bearer {TOKEN}"})
            assert admitted.status_code == 200
        for path in ("/health/live", "/health/ready"):
            assert client.get(path).status_code == 200
        with Line(server) as line:
            assert line.ask(request(APPLY)).status == 401
            assert line.ask(request(APPLY, authorization=f"Bearer {TOKEN}")).status == 200

        file.write_text(f"match:{OTHER}\n")
        server.process.send_signal(signal.SIGHUP)
        wait_for(server, "tokens read")
        with Line(server) as line:
            assert line.ask(request(APPLY, authorization=f"Bearer {TOKEN}")).status == 401
            assert line.ask(request(APPLY, authorization=f"Bearer {OTHER}")).status == 200
        file.write_text("oops")
        server.process.send_signal(signal.SIGHUP)
        wait_for(server, "tokens kept")
        with Line(server) as line:
            assert line.ask(request(APPLY, authorization=f"Bearer {OTHER}")).status == 200


def wait_for(server: Server, event: str) -> None:
    end = time.monotonic() + PATIENCE
    while not any(line["event"] == event for line in server.logged()):
        assert time.monotonic() < end
        time.sleep(0.02)


# --- metrics -----------------------------------------------------------------------------------


def metrics(server: Server) -> dict[str, float]:
    response = httpx.get(f"{server.url}/metrics", timeout=PATIENCE)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain; version=")
    lines = [line for line in response.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def verdicts(code: str) -> str:
    return f'arbitre_verdicts_total{{code="{code}",game="{GAME}"}}'


def requests(route: str, status: int) -> str:
    return f'arbitre_requests_total{{route="{route}",status="{status}"}}'


def test_metrics(tmp_path: Path) -> None:
    with serving(tmp_path, FAKE) as server, Line(server) as line:
        for move in (3, 3, 99):
            body = msgpack.packb({"state": pack(0), "seat": 0, "move": move})
            line.ask(request(body, path=f"{PATH}/validate"))
        body = msgpack.packb({"state": pack(0), "seat": 0, "moves": [1, 99, {"kind": "x"}]})
        line.ask(request(body, path=f"{PATH}/validate"))
        assert line.ask(request(APPLY)).status == 200
        refused = msgpack.packb({"state": pack(0), "seat": 1, "move": 3})
        assert line.ask(request(refused)).status == 409
        assert line.ask(request(packed(8000), path=f"{PATH}/validate/packed")).status == 200
        assert line.ask(request(b"\xc1")).status == 400
        assert line.ask(request(APPLY, path="/none")).status == 404
        counts = metrics(server)
        assert counts[requests("validate", 200)] == 4
        assert counts[requests("apply", 200)] == counts[requests("apply", 409)] == 1
        assert counts[requests("apply", 400)] == counts[requests("none", 404)] == 1
        assert counts[verdicts("OK")] == 2 + 1 + 1 + 8000
        assert counts[verdicts("UNKNOWN_ACTION")] == 1 + 2
        assert counts[verdicts("NOT_YOUR_TURN")] == 1
        assert counts['arbitre_request_seconds_count{route="validate"}'] == 4
        assert counts['arbitre_request_seconds_bucket{le="+Inf",route="validate"}'] == 4
        assert 0 < counts['arbitre_request_seconds_sum{route="validate"}'] < 10
        assert counts["arbitre_requests_in_flight"] == 1, "this very one"
        assert counts["arbitre_connections"] >= 2
        assert any(name.startswith("arbitre_info{version=") for name in counts)
        head = httpx.head(f"{server.url}/metrics", timeout=PATIENCE)
        assert head.status_code == 200 and head.content == b""


def test_work_under_way_is_seen(tmp_path: Path) -> None:
    with serving(tmp_path, FAKE) as server, Line(server) as line:
        line.send(request(packed(8000, SLEEP), path=f"{PATH}/validate/packed"))
        end = time.monotonic() + PATIENCE
        while metrics(server)["arbitre_requests_in_flight"] < 2:
            assert time.monotonic() < end
        assert line.answer().status == 200
        assert metrics(server)["arbitre_requests_in_flight"] == 1


def test_workers_add_up_what_they_count(tmp_path: Path) -> None:
    judge = FakeJudge()

    def worker() -> Metrics:
        return Metrics(lambda game: judge.game(game, None).codes, "1", str(tmp_path))

    here, there = worker(), worker()
    for worker_, seconds in ((here, 0.003), (there, 0.2)):
        worker_.route("validate").add(200, seconds)
        worker_.judged(GAME, {0: 2, "OK": 1, 3: 1})
        worker_.counts.in_flight = 1
        worker_.publish()
    there.counts.pid = 2**22 + 1  # beyond the greatest there is
    there.publish()
    text = here.exposition().decode()
    assert f"{requests('validate', 200)} 2.0" in text
    assert f"{verdicts('OK')} 6.0" in text and f"{verdicts('TOO_MUCH')} 2.0" in text
    assert "arbitre_requests_in_flight 1.0" in text, "a worker that is gone does nothing"
    assert 'arbitre_request_seconds_bucket{le="0.005",route="validate"} 1.0' in text
    assert "arbitre_request_seconds_count" in text


# --- logs --------------------------------------------------------------------------------------


def test_logs_tell_the_start_and_the_end_only(tmp_path: Path) -> None:
    with serving(tmp_path, FAKE) as server:
        with Line(server) as line:
            assert line.ask(request(APPLY)).status == 200
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(PATIENCE)
        started, stopped = server.logged()
        assert started["event"] == "started" and stopped["event"] == "stopped"
        assert started["games"] == [GAME] and started["tokens"] == 0 and started["version"]
        assert {"timestamp", "level", "pid"} <= started.keys() & stopped.keys()


def test_logs_hold_no_secrets(tmp_path: Path) -> None:
    """Whatever is sent and however it fails: no token, no state, no body."""
    file = token_file(tmp_path, f"lobby:{TOKEN}")
    settings = {"ARBITRE_TOKEN_FILE": str(file), "ARBITRE_LOG_SAMPLE": "1"}
    state = pack(7)
    with serving(tmp_path, FAKE, **settings) as server, Line(server) as line:
        ours = {"authorization": f"Bearer {TOKEN}"}
        for body in (
            msgpack.packb({"state": state, "seat": 0, "move": 3}),
            msgpack.packb({"state": state, "seat": EXPLODE, "move": 3}),
            msgpack.packb({"state": state, "seat": "private seat", "move": 3}),
            b"private body",
        ):
            line.ask(request(body, path=f"{PATH}/validate", **ours))
        theirs = {"authorization": f"Bearer {OTHER}"}
        assert line.ask(request(APPLY, path="/v1/games/a%0Ab/apply", **ours)).status == 404
        assert line.ask(request(APPLY, path=f"{PATH}/apply?token={OTHER}", **theirs)).status == 401
        line.ask(b"private bytes\r\n\r\n")
        lines = server.logged()
        text = server.log.read_text()
        for secret in (TOKEN, OTHER, "private", "TALY", repr(state), state.hex()):
            assert secret not in text
        sampled = [line for line in lines if line["event"] == "request"]
        assert [line["status"] for line in sampled if line["route"] != "ready"] == [
            *(200, 500, 422, 400, 404, 401)
        ]
        assert sampled[-2]["caller"] == "lobby" and sampled[-2]["game"] == "a\nb"
        assert all(line["ms"] >= 0 for line in sampled)
        assert sum("exception" in line for line in lines) == 1


def test_a_console_log_keeps_its_lines(tmp_path: Path) -> None:
    settings = {"ARBITRE_LOG_FORMAT": "console", "ARBITRE_LOG_SAMPLE": "1"}
    with serving(tmp_path, FAKE, **settings) as server, Line(server) as line:
        line.ask(request(APPLY, path="/v1/games/a%0Aforged/apply"))
        lines = server.log.read_text().splitlines()
        assert not any(line.startswith("forged") for line in lines)
        assert any("route=apply" in line and "status=404" in line for line in lines)


# --- workers -----------------------------------------------------------------------------------


def test_two_workers_serve_and_count_together(tmp_path: Path) -> None:
    with serving(tmp_path, ENGINE, "--port", "0", "--workers", "2") as server:

        def ask(_: int) -> int:
            with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
                body = msgpack.packb({"players": 2})
                path = "/v1/games/sept_solines/states"
                answer = client.post(path, content=body, headers={"content-type": MSGPACK})
                return answer.status_code

        with ThreadPoolExecutor(8) as threads:
            assert set(threads.map(ask, range(40))) == {200}
        end = time.monotonic() + PATIENCE
        pids: set[int] = set()
        # One worker may have answered everything before the other was there.
        while metrics(server)[requests("states", 200)] != 40 or len(pids) < 2:
            assert time.monotonic() < end
            time.sleep(0.1)
            pids = {line["pid"] for line in server.logged() if line["event"] == "started"}
        assert len(pids) == 2
        assert server.quiet()
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(PATIENCE)
        assert {line["pid"] for line in server.logged() if line["event"] == "stopped"} == pids
