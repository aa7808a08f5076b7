"""Law: whatever body a stranger sends, the answer is 200 or a problem document that says what is
wrong with the body, never a failure of the service.

The same examples in every run (`tests/conftest.py`), and few enough for the ordinary suite.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest
from bodies import Stranger
from hypothesis import given, settings
from hypothesis import strategies as st
from litestar import Litestar
from litestar.testing import TestClient
from service_kit import CODECS, ROUTES, Codec, World, engine_world

Client = TestClient[Litestar]

WITH_STATE = [route for route in ROUTES if route != "states"]
EXAMPLES = settings(max_examples=100)
CORPUS = Path(__file__).parent / "corpus" / "bodies"

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(1 << 63), (1 << 64) - 1),
    st.floats(allow_nan=False),
    st.text(max_size=12),
    st.binary(max_size=150),
)
names = st.text(max_size=8)
trees = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)
cuts = st.tuples(st.floats(0, 1), st.binary(max_size=6), st.integers(0, 6))
routes = st.sampled_from(ROUTES)
formats = st.sampled_from(sorted(CODECS))


@pytest.fixture(scope="module")
def world() -> World:
    return engine_world()


def test_the_corpus_is_judged() -> None:
    """What `make fuzz` begins with, and what it has found."""
    stranger = Stranger()
    judged = [stranger.send(path.read_bytes()) for path in sorted(CORPUS.iterdir())]
    assert judged.count(200) >= len(list(stranger.seeds()))


@pytest.fixture(scope="module")
def web(world: World) -> Iterator[Client]:
    with TestClient(world.app, raise_server_exceptions=False) as client:
        yield client


def assert_is_judged(web: Client, world: World, route: str, codec: Codec, body: bytes) -> None:
    response = codec.send(web, world.path(route), body)
    if response.status_code != 200:
        assert 400 <= response.status_code < 500, (response.status_code, response.content)
        codec.problem(response, response.status_code)


def splice(body: bytes, cut: tuple[float, bytes, int]) -> bytes:
    """The body with some bytes of it, at a place, replaced by others."""
    where, new, removed = cut
    at = int(where * len(body))
    return body[:at] + new + body[at + removed :]


@EXAMPLES
@given(routes, formats, st.binary(max_size=200))
def test_noise(web: Client, world: World, route: str, codec: str, body: bytes) -> None:
    assert_is_judged(web, world, route, CODECS[codec], body)


@EXAMPLES
@given(routes, formats, st.lists(cuts, min_size=1, max_size=3))
def test_good_bodies_with_other_bytes(
    web: Client, world: World, route: str, codec: str, changes: list[tuple[float, bytes, int]]
) -> None:
    body = CODECS[codec].encode(world.bodies()[route])
    for change in changes:
        body = splice(body, change)
    assert_is_judged(web, world, route, CODECS[codec], body)


@EXAMPLES
@given(routes, formats, st.data())
def test_good_bodies_with_other_values(
    web: Client, world: World, route: str, codec: str, data: st.DataObject
) -> None:
    body: dict[str, Any] = dict(world.bodies()[route])
    fields = [*body, "moves", "document", "variants", "lang", "format", "chance", "seat", "surplus"]
    for name in data.draw(st.lists(st.sampled_from(fields), min_size=1, max_size=2, unique=True)):
        body[name] = data.draw(trees)
    assert_is_judged(web, world, route, CODECS[codec], CODECS[codec].encode(body))


@EXAMPLES
@given(routes, trees)
def test_other_things_than_bodies(web: Client, world: World, route: str, body: Any) -> None:
    assert_is_judged(web, world, route, CODECS["msgpack"], msgpack.packb(body))


@EXAMPLES
@given(st.sampled_from(WITH_STATE), st.lists(cuts, min_size=1, max_size=4))
def test_states_with_other_bytes(
    web: Client, world: World, route: str, changes: list[tuple[float, bytes, int]]
) -> None:
    state = world.state
    for change in changes:
        state = splice(state, change)
    body = {**world.bodies()[route], "state": state}
    assert_is_judged(web, world, route, CODECS["msgpack"], msgpack.packb(body))


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 50_000, "1" * 5_000, '{"seed": 1e999}'])
def test_bodies_that_are_deep_or_large(web: Client, world: World, route: str, body: str) -> None:
    assert_is_judged(web, world, route, CODECS["json"], body.encode())


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("body", [b"\x91" * 100_000, b"\x81\xa1a" * 50_000, b"\xdd" + b"\xff" * 4])
def test_msgpack_that_is_deep_or_promises_too_much(
    web: Client, world: World, route: str, body: bytes
) -> None:
    assert_is_judged(web, world, route, CODECS["msgpack"], body)
