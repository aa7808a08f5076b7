"""Callers of the routes of matches on a running service: httpx, msgpack, and websockets."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import msgpack
from service_process import PATIENCE, Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

MSGPACK = "application/msgpack"

# A connection for each request: with several workers, any of them may answer.
HTTP = httpx.Client(
    timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0), trust_env=False
)

GAME = "sept_solines"


@dataclass
class Caller:
    """Somebody with a token, or a host without."""

    url: str
    token: str = ""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        headers = {"accept": MSGPACK, **headers}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        content = None
        if body is not None:
            headers["content-type"] = MSGPACK
            content = msgpack.packb(body)
        return HTTP.request(method, self.url + path, content=content, headers=headers)

    def get(self, path: str) -> Any:
        return answer(self.ask("GET", path))

    def post(self, path: str, **body: Any) -> Any:
        return answer(self.ask("POST", path, body))

    def refused(self, method: str, path: str, status: int, code: str, body: Any = None) -> Any:
        response = self.ask(method, path, body)
        problem = msgpack.unpackb(response.content)
        assert (response.status_code, problem["code"]) == (status, code), problem
        return problem


def answer(response: httpx.Response) -> Any:
    content = msgpack.unpackb(response.content)
    assert response.status_code == 200, content
    return content


class Match:
    """A match of the service, with its callers."""

    def __init__(self, server: Server, key: str = "", **terms: Any) -> None:
        self.host = Caller(server.url, key)
        self.made = self.host.post("/v1/matches", **{"game": GAME, "players": 2, **terms})
        self.id: str = self.made["id"]
        self.path = f"/v1/matches/{self.id}"
        self.seats = [Caller(server.url, seat.get("token", "")) for seat in self.made["seats"]]
        self.spectator = Caller(server.url, self.made.get("spectator", ""))
        self.dice = random.Random(7)

    def step(self, **more: Any) -> dict[str, Any]:
        """A random move of whoever is to act."""
        number = self.host.get(f"{self.path}?brief=true")["to_act"][0]
        caller = self.seats[number]
        view = caller.get(self.path)
        move = self.dice.choice(view["view"]["moves"])["move"]
        played: dict[str, Any] = caller.post(f"{self.path}/moves", move=move, **more)
        return played

    @contextlib.contextmanager
    def stream(self, caller: Caller, query: str = "", **more: Any) -> Iterator[ClientConnection]:
        address = caller.url.replace("http", "ws", 1) + f"{self.path}/stream{query}"
        with connect(
            address,
            additional_headers={"authorization": f"Bearer {caller.token}"} if caller.token else {},
            open_timeout=PATIENCE,
            close_timeout=2,
            **more,
        ) as socket:
            yield socket


def frame(socket: ClientConnection, beats: bool = False) -> dict[str, Any]:
    """The next frame; heartbeats only when they are wanted."""
    while True:
        found: dict[str, Any] = msgpack.unpackb(socket.recv(timeout=PATIENCE))
        if beats or found["type"] != "heartbeat":
            return found


def closing(socket: ClientConnection) -> tuple[int, str]:
    """How a stream ends, after whatever else it says."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code, closed.rcvd.reason
