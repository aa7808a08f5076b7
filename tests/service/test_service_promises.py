"""Each kind of bad input and the answer it is promised, from the service as it runs.

`PROMISES` is the table: a row has the words for what goes wrong, requests that go wrong that way
and what their answer must be. The engine judges, and callers need a token.
"""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgpack
import pytest
from service_kit import BODY_LIMIT, JSON, MSGPACK
from service_process import ENGINE, Line, Response, Server, request, serving

import arbitre

GAME = "sept_solines"
TOKEN = "the-token-of-the-promises"
PATH = f"/v1/games/{GAME}"

game = arbitre.load(GAME)
state = game.initial(players=2, seed=7)
wire = state.to_bytes()
seat = state.to_act[0]
move = int(game.legal(state, seat)[0])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("promises")
    tokens = folder / "tokens"
    tokens.write_text(TOKEN)
    with serving(folder, ENGINE, "--port", "0", "--token-file", str(tokens)) as running:
        yield running


def ask(body: bytes, route: str = "apply", **headers: Any) -> bytes:
    path = headers.pop("path", f"{PATH}/{route}")
    return request(body, path=path, **{"authorization": f"Bearer {TOKEN}", **headers})


def encoded(**changes: Any) -> bytes:
    body = {"state": wire, "seat": seat, "move": move, **changes}
    return bytes(msgpack.packb({key: value for key, value in body.items() if value is not ...}))


def validate_many(states: bytes) -> bytes:
    count = len(states) // len(wire)
    return bytes(
        msgpack.packb(
            {"states": states, "seats": bytes([seat]) * count, "actions": bytes(4 * count)}
        )
    )


def flipped(at: int) -> bytes:
    changed = bytearray(wire)
    changed[at] ^= 0x55
    return bytes(changed)


def chunked(body: bytes) -> bytes:
    head = ask(b"", content_length="", transfer_encoding="chunked")
    return head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


GOOD = encoded()
PADDED = GOOD + b" " * (BODY_LIMIT + 1 - len(GOOD))
NO_PLACE: Callable[[Response], bool] = lambda answer: True  # noqa: E731


def at(pointer: str, code: str | None = None) -> Callable[[Response], bool]:
    def check(answer: Response) -> bool:
        problem = answer.content
        return problem["pointer"] == pointer and code in (None, problem["code"])

    return check


@dataclass(frozen=True)
class Promise:
    """Requests that go wrong in one way."""

    status: int
    code: str | None
    requests: dict[str, bytes]
    more: Callable[[Response], bool] = field(default=NO_PLACE)


def with_states(liars: dict[str, bytes]) -> dict[str, bytes]:
    return {
        f"{name} on {route}": ask(encoded(state=bad, move=... if route == "legal" else move), route)
        for name, bad in liars.items()
        for route in ("validate", "apply", "legal")
    }


PROMISES = {
    "bytes that say nothing": Promise(
        400,
        "MALFORMED_BODY",
        {
            "truncated": ask(GOOD[:-1]),
            "trailing bytes": ask(GOOD + b"\xc0"),
            "huge declared length": ask(b"\x81\xa5state\xc6\xff\xff\xff\xffa"),
            "huge declared map": ask(b"\xdf\xff\xff\xff\xff"),
            "extension type": ask(b"\x81\xa5state\xd4\x05\x01"),
            "bad UTF-8": ask(b"\x81\xa4lang\xa2\xff\xfe"),
            "empty": ask(b""),
            "nested too deep": ask(b"\x81\xa4move" + b"\x91" * 50_000 + b"\xc0"),
            "nested too deep in a document": ask(
                msgpack.packb({"document": {"a": [[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}})[:-1]
                + b"\x91" * 40
                + b"\xc0",
                "states",
            ),
        },
    ),
    "missing field": Promise(
        422,
        "MISSING_FIELD",
        {
            "state": ask(encoded(state=...)),
            "in JSON": ask(b'{"seat": 0, "move": 1}', content_type=JSON, accept=MSGPACK),
        },
        at("/state"),
    ),
    "wrong type or value": Promise(
        422,
        "INVALID_FIELD",
        {
            "text for an int": ask(encoded(seat="1")),
            "negative": ask(encoded(seat=-1)),
            "over range": ask(encoded(seat=256)),
            "a fraction": ask(encoded(seat=1.5)),
            "a truth": ask(encoded(seat=True)),
        },
        at("/seat"),
    ),
    "Content-Type": Promise(
        415,
        "UNSUPPORTED_MEDIA_TYPE",
        {
            "wrong": ask(GOOD, content_type="text/plain"),
            "missing": ask(GOOD, content_type=""),
            "form": ask(GOOD, content_type="application/x-www-form-urlencoded"),
            "compressed body": ask(GOOD, content_encoding="gzip"),
        },
        lambda answer: "application/msgpack" in answer.headers["accept"],
    ),
    "Accept that can't be served": Promise(
        406, "NOT_ACCEPTABLE", {"html": ask(GOOD, accept="text/html")}
    ),
    "body over the limit": Promise(
        413,
        "BODY_TOO_LARGE",
        {
            "sized": ask(PADDED),
            "declared": ask(b"", length=10**12),
            "chunked": chunked(PADDED),
        },
    ),
    "illegal move on apply": Promise(
        409,
        None,
        {"not in turn": ask(encoded(seat=seat + 1)), "unknown": ask(encoded(move=2**31))},
        lambda answer: (
            answer.content["verdict"]["ok"] is False
            and answer.content["verdict"]["code"] == answer.content["code"]
        ),
    ),
    "state bytes": Promise(
        422,
        None,
        with_states(
            {
                "empty": b"",
                "short": wire[:-1],
                "long": wire + b"\0",
                "wrong magic": flipped(0),
                "another version": flipped(4),
                "altered": flipped(len(wire) - 1),
                "of no rules": wire[:8] + bytes(8) + wire[16:],
                "nonsense": bytes(len(wire)),
            }
        ),
        lambda answer: at("/state")(answer) and answer.content["type"].endswith(":bad-state"),
    ),
    "state bytes among many": Promise(
        422,
        None,
        {"third": ask(validate_many(wire * 2 + flipped(9) + wire), "validate/packed")},
        lambda answer: at("/states")(answer) and answer.content["record"] == 2,
    ),
    "unknown game": Promise(404, "UNKNOWN_GAME", {"no such": ask(GOOD, path="/v1/games/go/apply")}),
    "unknown resource": Promise(404, "NOT_FOUND", {"no such": ask(GOOD, path=f"{PATH}/matches")}),
    "wrong token": Promise(
        401,
        "UNAUTHORIZED",
        {
            "none": ask(GOOD, authorization=""),
            "another": ask(GOOD, authorization="Bearer the-token-of-somebody-else"),
            "another scheme": ask(GOOD, authorization=f"Basic {TOKEN}"),
        },
        lambda answer: answer.headers["www-authenticate"].startswith("bearer"),
    ),
}


@pytest.mark.parametrize(
    ("what", "which"), [(what, which) for what, row in PROMISES.items() for which in row.requests]
)
def test_promise(server: Server, what: str, which: str) -> None:
    promise = PROMISES[what]
    with Line(server) as line:
        answer = line.ask(promise.requests[which])
        assert answer.status == promise.status, answer.body
        assert answer.headers["content-type"] == MSGPACK
        problem = answer.content
        assert problem["status"] == promise.status
        assert promise.code in (None, problem["code"])
        assert problem["code"].isupper() and problem["title"] and problem["detail"]
        assert promise.more(answer), problem


def test_problems_in_the_negotiated_format(server: Server) -> None:
    with Line(server) as line:
        for row in PROMISES.values():
            first, *_ = row.requests.values()
            if row.status == 406:
                continue
            answer = line.ask(first.replace(b"\r\n", b"\r\naccept: application/json\r\n", 1))
            if answer.headers["content-type"] == MSGPACK:
                continue  # The request has said otherwise itself.
            assert answer.headers["content-type"] == "application/problem+json"
            assert json.loads(answer.body)["status"] == answer.status == row.status


def test_json_when_asked(server: Server) -> None:
    with Line(server) as line:
        answer = line.ask(ask(GOOD, accept=JSON))
        assert answer.status == 200 and answer.headers["content-type"] == JSON
        assert json.loads(answer.body)["over"] is False


def test_an_illegal_move_on_validate_is_an_answer(server: Server) -> None:
    with Line(server) as line:
        answer = line.ask(ask(encoded(seat=seat + 1), "validate"))
        assert answer.status == 200
        (verdict,) = answer.content["verdicts"]
        assert verdict["ok"] is False and verdict["code"] == "NOT_YOUR_TURN"


@pytest.mark.parametrize("cut", [1, len(GOOD) // 2, len(GOOD)])
@pytest.mark.parametrize("how", ["half closed", "closed", "reset"])
def test_a_body_shorter_than_declared_applies_nothing(server: Server, cut: int, how: str) -> None:
    before = applied(server)
    with Line(server) as line:
        line.send(ask(GOOD[:-cut], length=len(GOOD)))
        if how == "half closed":
            line.socket.shutdown(socket.SHUT_WR)
            assert line.read() is None
        elif how == "reset":
            line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert applied(server) == before
    assert server.quiet()


def applied(server: Server) -> list[str]:
    """What the service has counted on `apply`."""
    with Line(server) as line:
        get = f"GET /metrics HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {TOKEN}\r\n\r\n"
        text = line.ask(get.encode()).body.decode()
    return [line for line in text.splitlines() if 'route="apply"' in line]
