"""What the tests of the service speak with: worlds, wire formats and a bare ASGI client."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgpack
from litestar import Litestar
from litestar.testing import TestClient

from arbitre_service.app import create_app
from arbitre_service.messages import Legal, States
from arbitre_service.ports import Judge
from arbitre_service.settings import Settings
from arbitre_service.table import Table

MSGPACK = "application/msgpack"
JSON = "application/json"
BODY_LIMIT = 256 * 1024
ROUTES = ("states", "validate", "validate/packed", "legal", "apply", "observe", "report")


@dataclass(frozen=True)
class World:
    """An application with a position to ask about; nothing in a test depends on the game."""

    judge: Judge
    app: Litestar
    game: str
    state: bytes
    seat: int
    action: int
    move: dict[str, Any]
    state_size: int
    action_count: int

    def path(self, route: str) -> str:
        return f"/v1/games/{self.game}/{route}"

    def bodies(self) -> dict[str, dict[str, Any]]:
        """A good body for each route."""
        one = {"state": self.state, "seat": self.seat}
        return {
            "states": {"players": 2, "seed": 7},
            "validate": {**one, "move": self.move},
            "validate/packed": {
                "state": self.state,
                "seats": bytes([self.seat, self.seat]),
                "actions": self.action.to_bytes(4, "little") + b"\xff\xff\xff\xff",
                "detail": True,
            },
            "legal": one,
            "apply": {**one, "move": self.move},
            "observe": one,
            "report": {"state": self.state, "lang": "en"},
        }


def make_world(judge: Judge, game: str) -> World:
    table = Table(judge)
    position = table.set_up(game, States(players=2, seed=7))
    seat = position.to_act[0]
    assert isinstance(seat, int)
    legal = table.legal(game, Legal(state=position.state, seat=seat))
    moves = table.legal(game, Legal(state=position.state, seat=seat, format="moves"))
    assert isinstance(legal.actions, bytes) and isinstance(moves.moves, list)
    summary = next(line for line in judge.games() if line.name == game)
    return World(
        judge=judge,
        app=create_app(table, Settings(body_limit=BODY_LIMIT, threads=2)),
        game=game,
        state=position.state,
        seat=seat,
        action=int.from_bytes(legal.actions[:4], "little"),
        move=moves.moves[0],
        state_size=summary.state_size,
        action_count=summary.action_count,
    )


def engine_world() -> World:
    from arbitre_service.adapters.engine import EngineJudge

    return make_world(EngineJudge(), "sept_solines")


@dataclass(frozen=True)
class Codec:
    """A wire format as a client knows it: by libraries that aren't the service's own."""

    media_type: str
    problem_type: str
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]

    def post(self, client: TestClient[Litestar], path: str, body: Any) -> Any:
        return self.send(client, path, self.encode(body))

    def send(self, client: TestClient[Litestar], path: str, body: bytes, **headers: str) -> Any:
        return client.post(path, content=body, headers={"content-type": self.media_type, **headers})

    def blob(self, value: Any) -> bytes:
        """Bytes as they come out of a decoded answer."""
        return value if isinstance(value, bytes) else base64.b64decode(value, validate=True)

    def problem(self, response: Any, status: int, code: str | None = None) -> dict[str, Any]:
        """Check that an answer is a problem document of this format and return it."""
        assert response.status_code == status, response.content
        assert response.headers["content-type"] == self.problem_type
        document: dict[str, Any] = self.decode(response.content)
        assert document["status"] == status
        assert document["type"].startswith("urn:arbitre:problem:")
        assert document["title"] and document["detail"] and document["code"]
        if code is not None:
            assert document["code"] == code
        return document

    def answer(self, response: Any) -> dict[str, Any]:
        """Check that an answer is a good one of this format and return it."""
        assert response.status_code == 200, response.content
        assert response.headers["content-type"] == self.media_type
        decoded: dict[str, Any] = self.decode(response.content)
        return decoded


def _json_default(value: Any) -> str:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    raise TypeError(type(value))


CODECS = {
    "msgpack": Codec(MSGPACK, MSGPACK, msgpack.packb, msgpack.unpackb),
    "json": Codec(
        JSON,
        "application/problem+json",
        lambda value: json.dumps(value, default=_json_default).encode(),
        json.loads,
    ),
}


@dataclass
class Exchange:
    """What an ASGI application sent."""

    status: int
    headers: dict[str, str]
    body: bytes


def call(
    app: Litestar,
    path: str,
    messages: list[dict[str, Any]],
    headers: dict[str, str],
    method: str = "POST",
) -> Exchange:
    """Speak ASGI to an application, message by message, as no well-behaved client could."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
    }
    waiting = list(messages)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]
    start, *rest = sent
    return Exchange(
        start["status"],
        {name.decode(): value.decode() for name, value in start["headers"]},
        b"".join(message["body"] for message in rest),
    )
