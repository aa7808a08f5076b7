"""Bodies that fail, on every route and in both formats: bytes, fields, states, documents."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from service_kit import CODECS, ROUTES, Codec, World

Client = TestClient[Litestar]
STATE_ROUTES = ROUTES[1:]

MALFORMED_MSGPACK = {
    "empty": b"",
    "truncated map": b"\x82\xa5state",
    "truncated bin": b"\x81\xa5state\xc4\x10abc",
    "trailing bytes": b"\x80\x80",
    "huge declared bin": b"\x81\xa5state\xc6\xff\xff\xff\xffa",
    "huge declared map": b"\xdf\xff\xff\xff\xff",
    "huge declared array": b"\x81\xa5moves\xdd\xff\xff\xff\xff",
    "unused opcode": b"\xc1",
    "extension type": b"\x81\xa5state\xd4\x05\x01",
    "extension for a body": b"\xd4\x05\x01",
    "bad UTF-8 key": b"\x81\xa2\xff\xfe\x01",
    "bad UTF-8 value": b"\x81\xa4lang\xa2\xff\xfe",
    "deep arrays": b"\x91" * 100_000 + b"\xc0",
    "deep arrays in a field": b"\x81\xa4move" + b"\x91" * 100_000 + b"\xc0",
    "deep maps in a document": b"\x81\xa8document" + b"\x81\xa1a" * 50_000 + b"\xc0",
}
MALFORMED_JSON = {
    "empty": b"",
    "truncated": b'{"state": "',
    "trailing": b"{} {}",
    "not JSON": b"{seat: 1}",
    "single quotes": b"{'seat': 1}",
    "NaN": b'{"seat": NaN}',
    "byte order mark": b"\xef\xbb\xbf{}",
    "bad UTF-8": b'{"lang": "\xff"}',
    "deep arrays": b"[" * 100_000 + b"]" * 100_000,
    "deep in a field": b'{"document":' + b'{"a":' * 20_000 + b"1" + b"}" * 20_001,
}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", MALFORMED_MSGPACK)
def test_malformed_msgpack(world: World, web: Client, route: str, name: str) -> None:
    codec = CODECS["msgpack"]
    response = codec.send(web, world.path(route), MALFORMED_MSGPACK[name])
    if name == "deep maps in a document" and route != "states":
        # A field that doesn't belong there, and can't be read either: the bytes come first.
        assert response.status_code == 400
    codec.problem(response, 400, "MALFORMED_BODY")


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", MALFORMED_JSON)
def test_malformed_json(world: World, web: Client, route: str, name: str) -> None:
    codec = CODECS["json"]
    codec.problem(codec.send(web, world.path(route), MALFORMED_JSON[name]), 400, "MALFORMED_BODY")


def test_truncation_at_every_byte(world: World, web: Client, codec: Codec) -> None:
    """No prefix of a good body is a good body, whatever it is cut in."""
    whole = codec.encode(world.bodies()["apply"])
    for length in range(len(whole)):
        codec.problem(codec.send(web, world.path("apply"), whole[:length]), 400, "MALFORMED_BODY")


@pytest.mark.parametrize("value", [msgpack.ExtType(5, b"x"), msgpack.Timestamp(0)])
@pytest.mark.parametrize("field", ["document", "options"])
def test_extension_types_deep_in_free_fields(
    world: World, web: Client, field: str, value: Any
) -> None:
    codec = CODECS["msgpack"]
    body: dict[str, Any] = {field: {"a": [{"b/c": value}]}}
    if field == "options":
        body["players"] = 2
    problem = codec.problem(codec.post(web, world.path("states"), body), 400)
    assert problem["code"] == "MALFORMED_BODY"
    assert problem["pointer"] == f"/{field}/a/0/b~1c"


def test_documents_have_a_depth(world: World, web: Client, codec: Codec) -> None:
    deep: Any = 1
    for _ in range(40):
        deep = [deep]
    body = {"document": {"a": deep}}
    codec.problem(codec.post(web, world.path("states"), body), 400, "MALFORMED_BODY")


REQUIRED = [
    ("states", "players", "/players"),
    *((route, "state", "/state") for route in ("validate", "legal", "apply", "observe", "report")),
    *((route, "seat", "/seat") for route in ("validate", "legal", "apply", "observe")),
    ("validate", "move", "/move"),
    ("apply", "move", "/move"),
    ("validate/packed", "state", "/states"),
    ("validate/packed", "seats", "/seats"),
    ("validate/packed", "actions", "/actions"),
]


@pytest.mark.parametrize(("route", "field", "pointer"), REQUIRED)
def test_missing_field(
    world: World, web: Client, codec: Codec, route: str, field: str, pointer: str
) -> None:
    body = world.bodies()[route]
    del body[field]
    problem = codec.problem(codec.post(web, world.path(route), body), 422, "MISSING_FIELD")
    assert problem["pointer"] == pointer


@pytest.mark.parametrize("route", ROUTES)
def test_unexpected_field(world: World, web: Client, codec: Codec, route: str) -> None:
    body = {**world.bodies()[route], "mo/ves~": 1}
    problem = codec.problem(codec.post(web, world.path(route), body), 422, "UNEXPECTED_FIELD")
    assert problem["pointer"] == "/mo~1ves~0"


@pytest.mark.parametrize("body", [None, 1, "x", [], [1, 2], True, 1.5])
def test_bodies_are_maps(world: World, web: Client, codec: Codec, body: Any) -> None:
    problem = codec.problem(codec.post(web, world.path("validate"), body), 422)
    assert problem["code"] == "INVALID_FIELD" and problem["pointer"] == ""


WRONG: list[tuple[str, str, Any]] = [
    *(
        (route, "seat", value)
        for route in ("validate", "legal", "apply", "observe")
        for value in (
            "1",
            -1,
            256,
            2**70 if route == "none" else 2**63,
            1.5,
            True,
            None,
            [0],
            "nobody",
        )
    ),
    *(
        (route, "state", value)
        for route in ("validate", "legal", "apply", "observe", "report", "validate/packed")
        for value in (5, None, True, [1], {"a": 1})
    ),
    *(
        (route, "move", value)
        for route in ("validate", "apply")
        for value in (True, False, "1", -1, 2**32, 1.0, None, [1], {"kind": ["take"]})
    ),
    ("validate", "lang", "de"),
    ("validate", "lang", 1),
    ("apply", "lang", "EN"),
    ("observe", "lang", None),
    ("report", "lang", "de"),
    ("legal", "format", "json"),
    ("legal", "format", True),
    ("validate/packed", "detail", 1),
    ("validate/packed", "seats", [0, 0]),
    ("validate/packed", "actions", "!"),
    ("states", "players", "2"),
    ("states", "players", -1),
    ("states", "players", 0),
    ("states", "players", 254),
    ("states", "players", True),
    ("states", "players", 2.0),
    ("states", "seed", -1),
    ("states", "seed", "7"),
    ("states", "seed", True),
    ("states", "chance", "random"),
    ("states", "chance", 0),
    ("states", "options", []),
    ("states", "digest", "xyz"),
    ("states", "digest", "0123456789ABCDEF"),
]


@pytest.mark.parametrize(("route", "field", "value"), WRONG, ids=repr)
def test_wrong_values(
    world: World, web: Client, codec: Codec, route: str, field: str, value: Any
) -> None:
    body = {**world.bodies()[route], field: value}
    problem = codec.problem(codec.post(web, world.path(route), body), 422, "INVALID_FIELD")
    assert problem["pointer"] == f"/{field}"


def test_text_is_no_state_in_msgpack(world: World, web: Client) -> None:
    codec = CODECS["msgpack"]
    body = {**world.bodies()["validate"], "state": "YWJj"}
    problem = codec.problem(codec.post(web, world.path("validate"), body), 422)
    assert problem["pointer"] == "/state"


def test_base64_is_checked_in_json(world: World, web: Client) -> None:
    codec = CODECS["json"]
    for text in ("@@@@", "YQ", "Y Q="):
        body = {**world.bodies()["validate"], "state": text}
        problem = codec.problem(codec.post(web, world.path("validate"), body), 422)
        assert problem["pointer"] == "/state"


def test_seed_beyond_64_bits(world: World, web: Client) -> None:
    codec = CODECS["json"]
    response = codec.post(web, world.path("states"), {"players": 2, "seed": 2**64})
    assert codec.problem(response, 422, "INVALID_FIELD")["pointer"] == "/seed"
    codec.answer(codec.post(web, world.path("states"), {"players": 2, "seed": 2**64 - 1}))


def test_one_bad_move_among_many_is_pointed_at(world: World, web: Client, codec: Codec) -> None:
    body = {"state": world.state, "seat": world.seat, "moves": [0, {"kind": "x", "y": [1]}]}
    problem = codec.problem(codec.post(web, world.path("validate"), body), 422)
    assert problem["pointer"] == "/moves/1"
    body["moves"] = [0] * 5000
    problem = codec.problem(codec.post(web, world.path("validate"), body), 422)
    assert problem["pointer"] == "/moves"


ONE_OF = [
    ("validate", {"moves": [0]}, "/moves"),
    ("validate/packed", {"states": b""}, "/state"),
    ("states", {"document": {}}, "/players"),
]


@pytest.mark.parametrize(("route", "more", "pointer"), ONE_OF)
def test_one_or_the_other(
    world: World, web: Client, codec: Codec, route: str, more: dict[str, Any], pointer: str
) -> None:
    body = {**world.bodies()[route], **more}
    problem = codec.problem(codec.post(web, world.path(route), body), 422, "UNEXPECTED_FIELD")
    assert problem["pointer"] == pointer


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"actions": b"\0" * 7}, "/actions"),
        ({"actions": b"\0" * 12}, "/actions"),
        ({"actions": b""}, "/actions"),
        ({"states": b"one byte too many", "state": None}, "/states"),
        ({"states": b"", "state": None}, "/states"),
    ],
)
def test_packed_columns_agree(
    world: World, web: Client, codec: Codec, change: dict[str, Any], pointer: str
) -> None:
    body = {**world.bodies()["validate/packed"], **change}
    body = {name: value for name, value in body.items() if value is not None}
    problem = codec.problem(codec.post(web, world.path("validate/packed"), body), 422)
    assert (problem["code"], problem["pointer"]) == ("INVALID_FIELD", pointer)


def flipped(state: bytes, at: int) -> bytes:
    changed = bytearray(state)
    changed[at] ^= 0x55
    return bytes(changed)


@pytest.mark.parametrize("route", STATE_ROUTES)
def test_state_bytes_that_lie(world: World, web: Client, codec: Codec, route: str) -> None:
    liars = {
        "empty": b"",
        "short": world.state[:-1],
        "long": world.state + b"\0",
        "wrong magic": flipped(world.state, 0),
        "wrong checksum": flipped(world.state, len(world.state) - 1),
        "nonsense": bytes(len(world.state)),
    }
    for name, state in liars.items():
        body = {**world.bodies()[route], "state": state}
        problem = codec.problem(codec.post(web, world.path(route), body), 422)
        assert problem["pointer"] == "/state", name
        assert problem["type"] == "urn:arbitre:problem:bad-state", name
        assert problem["code"].isupper(), name


def test_a_bad_record_is_named(world: World, web: Client, codec: Codec) -> None:
    body = {
        "states": world.state * 2 + flipped(world.state, 5) + world.state,
        "seats": bytes([world.seat] * 4),
        "actions": bytes(16),
    }
    problem = codec.problem(codec.post(web, world.path("validate/packed"), body), 422)
    assert problem["pointer"] == "/states" and problem["record"] == 2


def test_setup_refused_with_every_reason(world: World, web: Client, codec: Codec) -> None:
    body = {"players": 250, "options": {"no_such_option": 1}}
    problem = codec.problem(codec.post(web, world.path("states"), body), 422)
    assert problem["type"] == "urn:arbitre:problem:setup-refused"
    assert len(problem["errors"]) == 2
    assert all(reason["code"] and reason["detail"] for reason in problem["errors"])
    assert problem["code"] == problem["errors"][0]["code"]
    assert problem["pointer"] == "/players"
    pointers = [reason["pointer"] for reason in problem["errors"]]
    assert pointers == ["/players", "/options/no_such_option"]


def test_document_refused_with_a_pointer(world: World, web: Client, codec: Codec) -> None:
    problem = codec.problem(codec.post(web, world.path("states"), {"document": {"game": 1}}), 422)
    assert problem["type"] == "urn:arbitre:problem:bad-document"
    assert problem["pointer"].startswith("/document")
