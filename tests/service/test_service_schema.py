"""The OpenAPI document: real schemas, and examples that are real exchanges."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from service_kit import JSON, MSGPACK, World

from arbitre_service.endpoints import GET_ROUTES, POST_ROUTES
from arbitre_service.match_endpoints import MATCH_ROUTES
from arbitre_service.problems import TABLE

Client = TestClient[Litestar]


@pytest.fixture(scope="module")
def document(web: Client) -> dict[str, Any]:
    response = web.get("/schema")
    assert response.status_code == 200
    assert response.headers["content-type"] == JSON
    assert web.get("/schema/openapi.json").content == response.content
    loaded: dict[str, Any] = response.json()
    return loaded


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def test_every_route_is_described(document: dict[str, Any]) -> None:
    described = {(path, method) for path, method, _ in operations(document)}
    expected = {(route.path, "get") for route in GET_ROUTES}
    expected |= {(route.path, "post") for route in POST_ROUTES}
    expected |= {(route.path, route.method) for route in MATCH_ROUTES}
    assert described == expected
    assert document["openapi"].startswith("3.1")
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(names) == len(set(names))


def test_bodies_and_answers_in_both_formats(document: dict[str, Any]) -> None:
    for path, method, operation in operations(document):
        answers = operation["responses"]
        assert set(answers["200"]["content"]) == {MSGPACK, JSON}, path
        if method == "post":
            assert operation["requestBody"]["required"] is True
            assert set(operation["requestBody"]["content"]) == {MSGPACK, JSON}
            assert {"400", "406", "413", "415", "422", "500"} <= set(answers)
            assert "404" in answers or "{" not in path
        for status, answer in answers.items():
            if status != "200":
                assert set(answer["content"]) == {MSGPACK, "application/problem+json"}


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield item
            yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


def test_every_reference_resolves(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    found = set(references(document))
    assert found
    for reference in found:
        assert reference.removeprefix("#/components/schemas/") in schemas


def test_schemas_are_those_of_the_structs(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert schemas["Validate"]["required"] == ["state", "seat"]
    assert schemas["Validate"]["additionalProperties"] is False
    assert schemas["Validate"]["properties"]["state"]["contentEncoding"] == "base64"
    assert set(schemas["Problem"]["required"]) >= {"type", "title", "status", "code"}
    for route in POST_ROUTES:
        assert route.reader.message.__name__ in schemas
        assert route.answer.__name__ in schemas


def test_examples_are_real(world: World, web: Client, document: dict[str, Any]) -> None:
    """Each example body can be sent as it stands, and its answer is the example answer."""
    for path, method, operation in operations(document):
        if path.startswith("/v1/matches"):
            continue  # Each match is another: test_match_http plays one.
        path = path.replace("{game}", operation.get("parameters", [{}])[0].get("example", ""))
        answers = operation["responses"]["200"]["content"]
        if method == "post":
            body = operation["requestBody"]["content"][JSON]["example"]
            response = web.post(path, content=json.dumps(body), headers={"content-type": JSON})
        else:
            response = web.get(path, headers={"accept": JSON})
        assert response.status_code == 200, response.content
        assert response.json() == answers[JSON]["example"], path


def test_problem_examples_come_from_the_table(document: dict[str, Any]) -> None:
    rows = {row.code: row for row in TABLE.values()}
    seen = set()
    for _, _, operation in operations(document):
        for status, answer in operation["responses"].items():
            if status == "200":
                continue
            for code, example in answer["content"][MSGPACK]["examples"].items():
                assert example["value"]["code"] == code
                assert example["value"]["status"] == rows[code].status == int(status)
                seen.add(code)
    assert {"MOVE_REFUSED", "BAD_STATE", "BAD_DOCUMENT", "SETUP_REFUSED"} <= seen
