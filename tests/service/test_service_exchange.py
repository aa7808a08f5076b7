"""Requests that fail before or beside their bodies: resources, types, lengths, broken insides."""

from __future__ import annotations

import copy
import json
from typing import Any

import msgpack
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from service_fakes import EXPLODE, GAME, FakeJudge
from service_kit import BODY_LIMIT, CODECS, JSON, MSGPACK, ROUTES, Codec, World, call, make_world

from arbitre_service.app import create_app
from arbitre_service.table import Table

Client = TestClient[Litestar]


@pytest.mark.parametrize("route", ROUTES)
def test_unknown_game(world: World, web: Client, codec: Codec, route: str) -> None:
    path = f"/v1/games/go/{route}"
    codec.problem(codec.post(web, path, world.bodies()[route]), 404, "UNKNOWN_GAME")
    codec.problem(
        web.get("/v1/games/go", headers={"accept": codec.media_type}), 404, "UNKNOWN_GAME"
    )


@pytest.mark.parametrize("path", ["/page/x", "/v2/games", "/v1/games/tally/none", "/schema/none"])
def test_unknown_resource(web: Client, codec: Codec, path: str) -> None:
    codec.problem(web.get(path, headers={"accept": codec.media_type}), 404, "NOT_FOUND")


def test_unknown_method(world: World, web: Client, codec: Codec) -> None:
    headers = {"accept": codec.media_type}
    for method, path in (
        ("GET", world.path("validate")),
        ("DELETE", world.path("validate")),
        ("POST", "/v1/games"),
        ("PUT", "/health/live"),
    ):
        response = web.request(method, path, headers=headers)
        codec.problem(response, 405, "METHOD_NOT_ALLOWED")
        assert response.headers["allow"]


@pytest.mark.parametrize("path", ["/v1/games", "/health/live", "/health/ready", "/schema"])
def test_head_where_get_is(web: Client, path: str) -> None:
    head, get = web.head(path), web.get(path)
    assert head.status_code == get.status_code == 200
    assert head.content == b""
    for name in ("content-type", "content-length"):
        assert head.headers[name] == get.headers[name]


def test_methods_are_told(world: World, web: Client) -> None:
    for path, methods in (
        ("/v1/games", {"GET", "HEAD", "OPTIONS"}),
        ("/metrics", {"GET", "HEAD", "OPTIONS"}),
        (world.path("apply"), {"POST", "OPTIONS"}),
    ):
        told = web.options(path)
        assert told.status_code == 204
        refused = web.delete(path)
        assert refused.status_code == 405
        for response in (told, refused):
            assert set(response.headers["allow"].split(", ")) == methods


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "",
        "text/plain",
        "application/xml",
        "application/json; charset=latin-1",
        "multipart/form-data; boundary=x",
        "application/msgpack, application/json",
    ],
)
def test_types_that_are_not_read(
    world: World, web: Client, route: str, content_type: str | None
) -> None:
    body = msgpack.packb(world.bodies()[route])
    headers = {} if content_type is None else {"content-type": content_type}
    response = web.post(world.path(route), content=body, headers=headers)
    CODECS["msgpack"].problem(response, 415, "UNSUPPORTED_MEDIA_TYPE")
    assert MSGPACK in response.headers["accept"] and JSON in response.headers["accept"]


@pytest.mark.parametrize("encoding", ["gzip", "br", "identity, gzip", "deflate"])
def test_compressed_bodies(world: World, web: Client, codec: Codec, encoding: str) -> None:
    body = codec.encode(world.bodies()["validate"])
    headers = {"content-encoding": encoding}
    response = codec.send(web, world.path("validate"), body, **headers)
    codec.problem(response, 415, "UNSUPPORTED_MEDIA_TYPE")
    codec.answer(codec.send(web, world.path("validate"), body, **{"content-encoding": "identity"}))


@pytest.mark.parametrize("accept", ["text/html", "image/*", "application/json;q=0", "*/*;q=0"])
def test_formats_that_are_not_written(world: World, web: Client, codec: Codec, accept: str) -> None:
    body = codec.encode(world.bodies()["validate"])
    response = codec.send(web, world.path("validate"), body, accept=accept)
    codec.problem(response, 406, "NOT_ACCEPTABLE")
    response = web.get("/v1/games", headers={"accept": accept})
    CODECS["msgpack"].problem(response, 406, "NOT_ACCEPTABLE")


def test_problems_follow_accept(world: World, web: Client) -> None:
    response = CODECS["msgpack"].send(web, world.path("validate"), b"\xc1", accept=JSON)
    CODECS["json"].problem(response, 400, "MALFORMED_BODY")
    response = CODECS["json"].send(web, world.path("validate"), b"{", accept=MSGPACK)
    CODECS["msgpack"].problem(response, 400, "MALFORMED_BODY")


@pytest.mark.parametrize("route", ROUTES)
def test_bodies_beyond_the_limit(world: World, web: Client, codec: Codec, route: str) -> None:
    response = codec.send(web, world.path(route), b" " * (BODY_LIMIT + 1))
    codec.problem(response, 413, "BODY_TOO_LARGE")


def test_the_limit_itself_is_allowed(world: World, web: Client) -> None:
    body = json.dumps(world.bodies()["states"]).encode()
    padded = body + b" " * (BODY_LIMIT - len(body))
    CODECS["json"].answer(CODECS["json"].send(web, world.path("states"), padded))


def chunk(body: bytes, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


GONE = {"type": "http.disconnect"}


def test_chunked_bodies(world: World, codec: Codec) -> None:
    headers = {"content-type": codec.media_type}
    body = codec.encode(world.bodies()["apply"])
    path = world.path("apply")
    parts = [chunk(body[:5], True), chunk(b"", True), chunk(body[5:], True), chunk(b"", False)]
    assert call(world.app, path, parts, headers).status == 200
    endless = [chunk(b"x" * 65_536, True) for _ in range(64)]
    answer = call(world.app, path, endless, headers)
    assert answer.status == 413
    assert codec.decode(answer.body)["code"] == "BODY_TOO_LARGE"
    last = [chunk(b"x" * BODY_LIMIT, True), chunk(b"x", False)]
    assert call(world.app, path, last, headers).status == 413


def test_a_declared_length_over_the_limit_is_not_read(world: World, codec: Codec) -> None:
    headers = {"content-type": codec.media_type, "content-length": str(BODY_LIMIT + 1)}
    answer = call(world.app, world.path("apply"), [], headers)
    assert answer.status == 413


@pytest.mark.parametrize("length", ["abc", "-1", "1e3", ""])
def test_a_length_that_is_no_number(world: World, codec: Codec, length: str) -> None:
    headers = {"content-type": codec.media_type, "content-length": length}
    answer = call(world.app, world.path("apply"), [chunk(b"", False)], headers)
    assert answer.status == 400


def test_nothing_is_applied_for_an_incomplete_body() -> None:

    judge = FakeJudge()
    world = make_world(judge, GAME)
    app = create_app(Table(judge))
    body = msgpack.packb(world.bodies()["apply"])
    headers = {"content-type": MSGPACK, "content-length": str(len(body))}
    path = world.path("apply")
    for messages in (
        [GONE],
        [chunk(body, True), GONE],
        [chunk(body[:9], True), GONE],
        [chunk(body[:9], False)],
        [chunk(body + b"\xc0", False)],
    ):
        answer = call(app, path, copy.deepcopy(messages), headers)
        assert answer.status == 400
        assert msgpack.unpackb(answer.body)["code"] == "BODY_INCOMPLETE"
        assert judge.applied == 0
    assert call(app, path, [chunk(body, False)], headers).status == 200
    assert judge.applied == 1


@pytest.fixture
def fragile() -> World:

    return make_world(FakeJudge(), GAME)


def test_an_unexpected_failure_reveals_nothing(
    fragile: World, codec: Codec, caplog: pytest.LogCaptureFixture
) -> None:
    with TestClient(fragile.app, raise_server_exceptions=False) as client:
        body = {"state": fragile.state, "seat": EXPLODE, "move": 1}
        response = codec.post(client, fragile.path("validate"), body)
        problem = codec.problem(response, 500, "INTERNAL_ERROR")
        assert b"secret" not in response.content
        assert set(problem) == {"type", "title", "status", "detail", "code"}
        assert "the secret reason" in caplog.text, "the operator must see it"
        body["seat"] = fragile.seat
        codec.answer(codec.post(client, fragile.path("validate"), body))


def test_not_ready_without_a_game(codec: Codec) -> None:

    with TestClient(create_app(Table(FakeJudge(games=())))) as client:
        headers = {"accept": codec.media_type}
        codec.problem(client.get("/health/ready", headers=headers), 503, "NOT_READY")
        codec.answer(client.get("/health/live", headers=headers))
        assert client.get("/schema").status_code == 200
