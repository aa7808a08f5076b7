"""Writes docs/http.md from the OpenAPI document of the service; `--check` only compares."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from generated import settle

PAGE = Path(__file__).parents[1] / "docs" / "http.md"
JSON = "application/json"
PROBLEM = "application/problem+json"
LONGEST = 48  # of a string or list in an example
WIDEST = 6
LINE = 110

INTRO = """\
# HTTP reference

{description}

The same as an OpenAPI document, for programs: `GET /schema`. How to run it: [Running the
service](service.md); what it trusts: [Security](security.md). Long strings and lists in the
examples are cut at an ellipsis, …

Every error is a problem document (RFC 9457), `application/problem+json` or
`application/problem+msgpack`: branch on its `code`, show its `detail`, find the field with its
`pointer`.

| route | what it does |
| --- | --- |
{table}
"""

Schema = Mapping[str, Any]


def main() -> int:
    return settle(PAGE, page(openapi()), "tools/docs_http.py")


def openapi() -> dict[str, Any]:
    """The document as a client gets it, whatever the environment says."""
    for name in [name for name in os.environ if name.startswith("ARBITRE_")]:
        del os.environ[name]
    os.environ |= {"ARBITRE_LOG_LEVEL": "critical", "ARBITRE_DATABASE": "none"}
    from arbitre_service.app import application

    with TestClient(application()) as client:
        document: dict[str, Any] = client.get("/schema").raise_for_status().json()
    return document


def page(document: dict[str, Any]) -> str:
    schemas = document["components"]["schemas"]
    routes = [
        (f"{method.upper()} {path}", operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
    ]
    table = "\n".join(
        f"| [`{name}`](#{operation['operationId']}) | {operation['summary']} |"
        for name, operation in routes
    )
    text = INTRO.format(description=document["info"]["description"], table=table)
    for name, operation in routes:
        text += "\n" + "\n".join(route(name, operation, schemas)) + "\n"
    text += "\n## Shapes\n\nWhat fields and answers above are made of.\n"
    for name in shapes(document):
        text += "\n" + "\n".join(shape(name, schemas[name])) + "\n"
    return text + "\n" + "\n".join(problems(routes)) + "\n"


def route(name: str, operation: dict[str, Any], schemas: Schema) -> Iterator[str]:
    yield f"## `{name}` {{ #{operation['operationId']} }}"
    yield ""
    yield f"{operation.get('description') or operation['summary']}".rstrip(".") + "."
    for parameter in operation.get("parameters", ()):
        kind = "in the path" if parameter["in"] == "path" else "in the query, optional"
        yield ""
        yield f"`{parameter['name']}`, {kind}: {parameter.get('description', '').rstrip('.')}."
    body = operation.get("requestBody")
    if body:
        content = body["content"][JSON]
        yield from ["", "The body:", "", *fields(resolved(content["schema"], schemas))]
        yield from example(content)
    answer = operation["responses"].get("200")
    if answer:
        content = answer["content"].get(JSON, {})
        yield from [
            "",
            f"The answer: {(answer.get('description') or 'plain text').rstrip('.')}.",
            "",
        ]
        if content:
            yield from fields(resolved(content["schema"], schemas))
            yield from example(content)
        else:
            yield f"As {', '.join(f'`{kind}`' for kind in answer['content'])}."
    codes = [code for status in operation["responses"] for code in codes_of(operation, status)]
    if codes:
        yield from ["", f"Problems: {', '.join(f'[`{code}`](#problems)' for code in codes)}."]


def fields(schema: Schema) -> Iterator[str]:
    """The properties of a body or an answer as a table."""
    if not schema.get("properties"):
        return
    yield "| field | type | |"
    yield "| --- | --- | --- |"
    required = schema.get("required", ())
    for name, of in schema["properties"].items():
        needed = "" if name in required else "optional; "
        said = cell(needed + of.get("description", "")).rstrip("; ")
        yield f"| `{name}` | {cell(type_of(of))} | {said} |"


def type_of(schema: Schema) -> str:
    """A type in a word or two."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(type_of(one) for one in schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    kind = schema.get("type", "any")
    if kind == "array":
        return f"list of {type_of(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"map of {type_of(schema['additionalProperties'])}"
    if schema.get("contentEncoding") == "base64":
        return "bytes"
    return {"object": "map", "any": "anything"}.get(str(kind), str(kind))


def example(content: Schema) -> Iterator[str]:
    if "example" in content:
        yield from ["", "```json", pretty(shortened(content["example"])), "```"]


def pretty(value: Any, indent: str = "") -> str:
    """JSON in which whatever fits on a line stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or len(indent) + len(line) <= LINE:
        return line
    inner = indent + "  "
    if isinstance(value, list):
        items = [pretty(item, inner) for item in value]
    else:
        items = [f"{json.dumps(key)}: {pretty(item, inner)}" for key, item in value.items()]
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return f"{opening}\n{inner}" + f",\n{inner}".join(items) + f"\n{indent}{closing}"


def shortened(value: Any) -> Any:
    if isinstance(value, str) and len(value) > LONGEST:
        return value[: LONGEST // 2] + "…"
    if isinstance(value, list):
        return [*map(shortened, value[:WIDEST]), *(["…"] if len(value) > WIDEST else [])]
    if isinstance(value, dict):
        short = {key: shortened(item) for key, item in list(value.items())[: 3 * WIDEST]}
        return short | ({"…": "…"} if len(value) > 3 * WIDEST else {})
    return value


def shapes(document: dict[str, Any]) -> list[str]:
    """The schemas that no route shows by itself."""
    shown = set()
    for item in document["paths"].values():
        for operation in item.values():
            for place in (operation.get("requestBody", {}), operation["responses"].get("200", {})):
                schema = place.get("content", {}).get(JSON, {}).get("schema", {})
                shown.add(schema.get("$ref", "").rpartition("/")[2])
    return [name for name in document["components"]["schemas"] if name not in shown]


def shape(name: str, schema: Schema) -> Iterator[str]:
    yield from [f"### {name}", "", cell(schema.get("description", "")), ""]
    yield from fields(schema)


def problems(routes: list[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    """Every code that a route may answer with."""
    found: dict[str, tuple[str, str]] = {}
    for _, operation in routes:
        for status in operation["responses"]:
            for code, title in codes_of(operation, status).items():
                found[code] = (status, title)
    yield from ["## Problems", "", "| code | status | what is wrong |", "| --- | --- | --- |"]
    for code, (status, title) in sorted(found.items(), key=lambda item: (item[1][0], item[0])):
        yield f"| `{code}` | {status} | {cell(title)} |"


def codes_of(operation: dict[str, Any], status: str) -> dict[str, str]:
    content = operation["responses"][status].get("content", {}).get(PROBLEM, {})
    return {code: said["summary"] for code, said in content.get("examples", {}).items()}


def resolved(schema: Schema, schemas: Schema) -> Schema:
    name = schema.get("$ref", "").rpartition("/")[2]
    found: Schema = schemas[name] if name else schema
    return found


def cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


if __name__ == "__main__":
    sys.exit(main())
