"""The OpenAPI document, made from the table of routes and the message structs.

Schemas come from the very structs that decode the bodies, problems from the one table of
`problems`, and every example is a real exchange: it can be sent as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from arbitre_service.endpoints import (
    BODY_PROBLEMS,
    EVERYWHERE,
    GET_ROUTES,
    POST_ROUTES,
    GetRoute,
    PostRoute,
    Scene,
    scene,
)
from arbitre_service.errors import ServiceError
from arbitre_service.match_endpoints import MATCH_ROUTES, MatchRoute
from arbitre_service.matches.callers import PREFIX
from arbitre_service.messages import Problem
from arbitre_service.negotiation import JSON, MSGPACK
from arbitre_service.problems import TABLE, Row
from arbitre_service.table import Table

_REF: Final = "#/components/schemas/{name}"
_DESCRIPTION: Final = (
    "Judges moves of strategy games. Bodies and answers are msgpack; `Content-Type` and `Accept` "
    "select JSON, where bytes are base64. A full state contains secrets: these routes are for "
    "trusted callers such as game servers. Examples are written in JSON. Matches (`/v1/matches`) "
    "are held by the service itself; hosts make them with their own token, and players reach them "
    f"with the token of a seat, which begins with `{PREFIX}`."
)
_MATCH: Final[dict[str, Any]] = {
    "name": "match",
    "in": "path",
    "required": True,
    "description": "The id of a match.",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{16}$"},
}
_PLY: Final[dict[str, Any]] = {
    "name": "ply",
    "in": "path",
    "required": True,
    "description": "How many moves to play, draws counted.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
}
_GAME: Final[dict[str, Any]] = {
    "name": "game",
    "in": "path",
    "required": True,
    "description": "A name from `GET /v1/games`.",
    "schema": {"type": "string"},
}
_DIGEST: Final[dict[str, Any]] = {
    "name": "digest",
    "in": "query",
    "required": False,
    "description": "The content to describe, where more than one is loaded.",
    "schema": {"type": "string"},
}


def build_document(table: Table, version: str, secured: bool) -> dict[str, Any]:
    """Describe the whole API as an OpenAPI 3.1 document; `secured`: tokens are asked for."""
    structs = {
        Problem,
        *(route.answer for route in GET_ROUTES),
        *(route.reader.message for route in POST_ROUTES),
        *(route.answer for route in POST_ROUTES),
        *(route.answer for route in MATCH_ROUTES),
        *(route.reader.message for route in MATCH_ROUTES if route.reader is not None),
    }
    _, schemas = msgspec.json.schema_components(
        sorted(structs, key=lambda struct: struct.__name__), ref_template=_REF
    )
    # The smallest game makes the shortest examples.
    smallest = min(table.catalogue().games, key=lambda game: game.action_count, default=None)
    game = smallest.name if smallest else None
    view = scene(table, smallest) if smallest else None
    paths: dict[str, Any] = {route.path: {} for route in (*GET_ROUTES, *POST_ROUTES)}
    for read in GET_ROUTES:
        paths[read.path]["get"] = _get(read, table, game)
    games = [summary.name for summary in table.catalogue().games]
    for write in POST_ROUTES:
        shown = write.game if write.game in games else game
        paths[write.path]["post"] = _post(write, table, shown, view)
    for route in MATCH_ROUTES:
        paths.setdefault(route.path, {})[route.method] = _of_match(route, view, game)
    return {
        "openapi": "3.1.0",
        "info": {"title": "arbitre", "version": version, "description": _DESCRIPTION},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}] if secured else [],
    }


def _get(route: GetRoute, table: Table, game: str | None) -> dict[str, Any]:
    operation: dict[str, Any] = {"operationId": route.name, "summary": route.summary}
    if route.open:
        operation["security"] = []
    example = None
    if route.takes_game:
        operation["parameters"] = [_with_example(_GAME, game), _DIGEST]
    if game is not None:
        example = route.use(table, game, None)
    operation["responses"] = _responses(route.answer, example, route.problems)
    return operation


def _post(route: PostRoute, table: Table, game: str | None, view: Scene | None) -> dict[str, Any]:
    body = answer = None
    if game is not None and view is not None:
        body = route.example(view)
        answer = route.use(table, game, body)
    return {
        "operationId": route.name,
        "summary": route.summary,
        "description": route.reader.message.__doc__,
        "parameters": [_with_example(_GAME, game)],
        "requestBody": {"required": True, "content": _content(route.reader.message, body)},
        "responses": _responses(route.answer, answer, (*BODY_PROBLEMS, *route.problems)),
    }


def _of_match(route: MatchRoute, view: Scene | None, game: str | None) -> dict[str, Any]:
    operation: dict[str, Any] = {"operationId": route.name, "summary": route.summary}
    parameters = [
        parameter for parameter in (_MATCH, _PLY) if f"{{{parameter['name']}}}" in route.path
    ]
    if route.query is not None:
        parameters += _query(route.query)
    if parameters:
        operation["parameters"] = parameters
    if route.reader is not None:
        message = route.reader.message
        body = None
        if view is not None and game is not None and route.example is not None:
            body = route.example(view, game)
        operation["description"] = message.__doc__
        operation["requestBody"] = {"required": True, "content": _content(message, body)}
    operation["responses"] = _responses(route.answer, None, route.all_problems)
    return operation


def _query(query: type[msgspec.Struct]) -> list[dict[str, Any]]:
    """Describe the fields of a query as parameters."""
    schema: dict[str, Any] = msgspec.json.schema(query)
    properties = schema["$defs"][query.__name__]["properties"]
    parameters = []
    for name, of in properties.items():
        of = dict(of)
        described = {"name": name, "in": "query", "required": False}
        if "description" in of:
            described["description"] = of.pop("description")
        parameters.append({**described, "schema": of})
    return parameters


def _responses(
    answer: type[msgspec.Struct],
    example: msgspec.Struct | None,
    problems: Iterable[type[ServiceError]],
) -> dict[str, Any]:
    responses: dict[str, Any] = {
        "200": {"description": answer.__doc__, "content": _content(answer, example)}
    }
    rows = sorted({TABLE[kind] for kind in (*EVERYWHERE, *problems, Exception)})
    for status in sorted({row.status for row in rows}):
        responses[str(status)] = _problem([row for row in rows if row.status == status])
    return responses


def _problem(rows: list[Row]) -> dict[str, Any]:
    content = {
        "schema": {"$ref": _REF.format(name=Problem.__name__)},
        "examples": {
            row.code: {
                "summary": row.title,
                "value": msgspec.to_builtins(
                    Problem(
                        type=row.type,
                        title=row.title,
                        status=row.status,
                        detail=row.title + ".",
                        code=row.code,
                    )
                ),
            }
            for row in rows
        },
    }
    return {
        "description": "; ".join(row.title for row in rows),
        "content": {MSGPACK.problem_type: content, JSON.problem_type: content},
    }


def _content(struct: type[msgspec.Struct], example: msgspec.Struct | None) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": {"$ref": _REF.format(name=struct.__name__)}}
    if example is not None:
        content["example"] = msgspec.to_builtins(example)
    return {MSGPACK.media_type: content, JSON.media_type: content}


def _with_example(parameter: dict[str, Any], example: str | None) -> dict[str, Any]:
    return parameter if example is None else {**parameter, "example": example}
