"""The published OpenAPI document put to the test by a tool that knows nothing else."""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Iterator
from typing import Any

import hypothesis
import hypothesis.errors
import msgpack
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from service_kit import MSGPACK
from service_process import ENGINE, PATIENCE, Server, serving

from arbitre_service.endpoints import GET_ROUTES, POST_ROUTES
from arbitre_service.match_endpoints import MATCH_ROUTES
from support.effort import so_many

EXAMPLES = so_many(8, 100)

# A schema can't say which bytes are a state, so a body may keep to it and be refused all the same.
BEYOND_A_SCHEMA = {"positive_data_acceptance"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("schema"), ENGINE, "--port", "0") as running:
        yield running


@schemathesis.serializer(MSGPACK)
def write(context: Any, value: Any) -> bytes:
    """Write a body of that type, which the tool doesn't know."""
    try:
        return bytes(msgpack.packb(value))
    except OverflowError:
        hypothesis.reject()  # A number that msgpack can't say.


@schemathesis.deserializer(MSGPACK)
def read(context: Any, response: Any) -> Any:
    """Read an answer of that type as its schema speaks of it: bytes are base64."""
    return _as_json(msgpack.unpackb(response.content))


def _as_json(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, dict):
        return {key: _as_json(item) for key, item in value.items()}
    return [_as_json(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("mode", GenerationMode)
def test_schemathesis_finds_nothing(server: Server, mode: GenerationMode) -> None:
    """Bodies and parameters that keep to the schema, then such as don't."""
    schema = schemathesis.openapi.from_url(f"{server.url}/schema")
    chosen = [check for check in CHECKS.get_all() if check.__name__ not in BEYOND_A_SCHEMA]
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) == len(GET_ROUTES) + len(POST_ROUTES) + len(MATCH_ROUTES)
    for operation in operations:
        asked = ask(operation, mode, chosen)
        takes_something = mode.is_positive or operation.method == "post"
        assert asked or not takes_something, operation.label
    assert server.quiet()


def ask(operation: Any, mode: GenerationMode, checks: list[Any]) -> int:
    """Ask in many ways; returns in how many."""
    asked = 0

    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    def exchange(case: Any) -> None:
        nonlocal asked
        case.call_and_validate(checks=checks, timeout=PATIENCE)
        asked += 1

    with contextlib.suppress(hypothesis.errors.Unsatisfiable):  # It takes nothing to get wrong.
        exchange()
    return asked
