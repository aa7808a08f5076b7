"""The parts without a server: negotiation, problems, use cases, settings."""

from __future__ import annotations

import contextlib
import inspect
import os
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar.exceptions import InternalServerException, PermissionDeniedException
from service_fakes import DIGEST, GAME, FakeJudge, pack

from arbitre_service import errors, messages
from arbitre_service.command import serve
from arbitre_service.messages import Legal, States, Validate, ValidatePacked
from arbitre_service.negotiation import (
    FORMATS,
    negotiate,
    negotiate_answer,
    negotiate_problem,
)
from arbitre_service.problems import TABLE, decode, problem_of
from arbitre_service.settings import Settings
from arbitre_service.table import Table

MSGPACK = b"application/msgpack"
JSON = b"application/json"


def headers(**values: bytes) -> list[tuple[bytes, bytes]]:
    return [(name.replace("_", "-").encode(), value) for name, value in values.items()]


@pytest.mark.parametrize(
    ("accept", "content_type", "expected"),
    [
        (None, MSGPACK, MSGPACK),
        (None, JSON, JSON),
        (b"*/*", JSON, JSON),
        (b"application/*", JSON, JSON),
        (b"application/*;q=0.1", MSGPACK, MSGPACK),
        (JSON, MSGPACK, JSON),
        (MSGPACK, JSON, MSGPACK),
        (b"Application/JSON", MSGPACK, JSON),
        (b"application/json;charset=utf-8", MSGPACK, JSON),
        (b"application/x-msgpack", JSON, b"application/x-msgpack"),
        (b"text/html, application/json;q=0.5", MSGPACK, JSON),
        (b"application/json;q=0.5, application/msgpack", JSON, MSGPACK),
        (b"application/json;q=0.9, application/msgpack;q=0.8", MSGPACK, JSON),
        (b"application/json, */*;q=0.1", MSGPACK, JSON),
        (b"application/msgpack;q=0, */*", MSGPACK, b"application/x-msgpack"),
        (b"*/*, application/json", MSGPACK, JSON),
        (b"text/html, */*;q=0.8", JSON, JSON),
        (b"", MSGPACK, None),
        (b"text/html", MSGPACK, None),
        (b"application/json;q=0", MSGPACK, None),
        (b"application/json;q=x", MSGPACK, None),
        (b"application/jsonx", MSGPACK, None),
        (b"*", MSGPACK, None),
        (b",;q=,==;", MSGPACK, None),
    ],
)
def test_accept(accept: bytes | None, content_type: bytes, expected: bytes | None) -> None:
    sent = headers(content_type=content_type)
    if accept is not None:
        sent += headers(accept=accept)
    if expected is None:
        with pytest.raises(errors.NotAcceptable):
            negotiate(sent)
        with pytest.raises(errors.NotAcceptable):
            negotiate_answer(sent)
        assert negotiate_problem(sent) is FORMATS[content_type]
    else:
        assert negotiate(sent).reader is FORMATS[content_type]
        assert negotiate(sent).writer is FORMATS[expected]
        assert negotiate_answer(sent) is FORMATS[expected]
        assert negotiate_problem(sent) is FORMATS[expected]


def test_several_accept_headers_are_one_list() -> None:
    sent = headers(content_type=MSGPACK, accept=b"text/html") + headers(accept=JSON)
    assert negotiate(sent).writer is FORMATS[JSON]
    assert negotiate_answer(sent) is FORMATS[JSON]


def test_answers_are_msgpack_unless_asked() -> None:
    assert negotiate_answer([]) is FORMATS[MSGPACK]
    assert negotiate_problem(headers(content_type=b"text/plain")) is FORMATS[MSGPACK]


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_no_header_breaks_negotiation(accept: bytes, content_type: bytes) -> None:
    sent = headers(accept=accept, content_type=content_type)
    for function in (negotiate, negotiate_answer):
        with contextlib.suppress(errors.NotAcceptable, errors.UnsupportedMediaType):
            function(sent)
    assert negotiate_problem(sent) in FORMATS.values()


def test_every_error_has_its_row() -> None:
    kinds = {
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.ServiceError)
    }
    assert kinds - {errors.ServiceError} <= set(TABLE)
    codes = [row.code for row in TABLE.values()]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (ValueError("secret"), 500, "INTERNAL_ERROR"),
        (InternalServerException("secret"), 500, "INTERNAL_ERROR"),
        (PermissionDeniedException("no"), 403, "BAD_REQUEST"),
    ],
)
def test_errors_from_elsewhere(error: Exception, status: int, code: str) -> None:
    problem = problem_of(error)
    assert (problem.status, problem.code) == (status, code)
    assert "secret" not in repr(problem)


def read(body: bytes) -> Any:
    return decode(messages.VALIDATE.json, body, FORMATS[JSON])


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b'{"state":"","seat":0,"moves":[0,0,true]}', "/moves/2"),
        (b'{"state":"","seat":0,"moves":[{"a":[]}]}', "/moves/0"),
        (b'{"state":"","seat":0,"move":{"a":{}}}', "/move"),
        (b'{"state":"","seat":[],"move":0}', "/seat"),
        (b'{"a`b - at `$.seat`":0}', "/a`b - at `$.seat`"),
        (b"[]", ""),
    ],
)
def test_pointers(body: bytes, pointer: str) -> None:
    with pytest.raises(errors.ServiceError) as caught:
        read(body)
    assert caught.value.pointer == pointer
    assert " - at " not in caught.value.detail or "a`b" in caught.value.detail


def test_an_answer_does_not_repeat_long_words() -> None:
    with pytest.raises(errors.UnexpectedField) as caught:
        read(b'{"' + b"x" * 100_000 + b'":0}')
    assert len(caught.value.detail) < 300 and caught.value.pointer == ""
    with pytest.raises(errors.InvalidField) as invalid:
        read(b'{"state":"","seat":"' + b"x" * 100_000 + b'"}')
    assert len(invalid.value.detail) < 300 and invalid.value.pointer == "/seat"


def test_lone_surrogates_are_refused() -> None:
    with pytest.raises(errors.MalformedBody):
        read(rb'{"\ud800":0}')


@given(st.binary(max_size=200))
def test_any_bytes_decode_or_are_refused(body: bytes) -> None:
    for name, reader in (
        (MSGPACK, messages.STATES.msgpack),
        (JSON, messages.STATES.json),
        (MSGPACK, messages.APPLY.msgpack),
        (JSON, messages.VALIDATE_PACKED.json),
    ):
        try:
            decode(reader, body, FORMATS[name])
        except errors.ServiceError as error:
            assert problem_of(error).status in (400, 422)


# --- use cases ---------------------------------------------------------------------------------


@pytest.fixture
def table() -> Table:
    return Table(FakeJudge())


def test_the_table_judges_one_or_many(table: Table) -> None:
    one = table.validate(GAME, Validate(state=pack(0), seat=0, move=3))
    many = table.validate(GAME, Validate(state=pack(0), seat=0, moves=[3, 10]))
    assert [verdict.ok for verdict in many.verdicts] == [True, False]
    assert one.verdicts == many.verdicts[:1]
    assert one.verdicts[0].message is msgspec.UNSET


def test_the_table_wants_one_of_two(table: Table) -> None:
    with pytest.raises(errors.MissingField):
        table.validate(GAME, Validate(state=pack(0), seat=0))
    with pytest.raises(errors.MissingField):
        table.set_up(GAME, States())
    with pytest.raises(errors.UnexpectedField) as caught:
        table.set_up(GAME, States(document={"sum": 1}, options={"a": 1}))
    assert caught.value.pointer == "/options"


def test_the_table_builds_a_document(table: Table) -> None:
    position = table.set_up(GAME, States(document={"sum": 3}, digest=DIGEST))
    assert position.state == pack(3)


@pytest.mark.parametrize("value", [b"bytes", {1: 2}, {"a": [{(): 1}]}, object()])
def test_the_table_wants_plain_documents(table: Table, value: Any) -> None:
    with pytest.raises(errors.InvalidField) as caught:
        table.set_up(GAME, States(document={"a": value}))
    assert caught.value.pointer is not None and caught.value.pointer.startswith("/document/a")


def test_the_table_points_at_the_column_of_a_bad_record(table: Table) -> None:
    for states, pointer in ((pack(0) + b"x" * 8, "/states"), (b"x" * 16, "/states")):
        with pytest.raises(errors.BadState) as caught:
            body = ValidatePacked(states=memoryview(states), seats=b"\0\0", actions=bytes(8))
            table.validate_packed(GAME, body)
        assert caught.value.pointer == pointer
    assert caught.value.record == 0


def test_the_table_refuses_unknown_games(table: Table) -> None:
    with pytest.raises(errors.UnknownGame) as caught:
        table.require("x" * 10_000)
    assert len(str(caught.value)) < 200


def test_the_table_lists_legal_moves(table: Table) -> None:
    named = table.legal(GAME, Legal(state=pack(18), seat=0, format="moves"))
    assert named.moves == [{"kind": "add", "amount": amount} for amount in range(3)]
    assert named.actions is msgspec.UNSET


# --- settings ----------------------------------------------------------------------------------


def test_settings_survive_the_environment() -> None:
    settings = Settings(
        host="::1", port=0, workers=3, log_level="info", content=("a=/x", "b=/y"), threads=4
    )
    assert Settings.from_environment(settings.to_environment()) == settings
    assert Settings.from_environment(Settings().to_environment()) == Settings()
    assert Settings.from_environment({}) == Settings()
    assert Settings().body_limit == 8 * 1024 * 1024


def test_settings_read_variables() -> None:
    read = Settings.from_environment(
        {"ARBITRE_PORT": "81", "ARBITRE_CONTENT": os.pathsep.join(["g=1", "h=2"]), "OTHER": "x"}
    )
    assert (read.port, read.content) == (81, ("g=1", "h=2"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "x"),
        ("PORT", "70000"),
        ("WORKERS", "0"),
        ("LOG_LEVEL", "loud"),
        ("BODY_LIMIT", "-1"),
    ],
)
def test_settings_name_what_is_wrong(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"^ARBITRE_{name}: "):
        Settings.from_environment({f"ARBITRE_{name}": value})


def test_every_setting_has_its_flag_and_its_row_in_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "service.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `--([a-z-]+)` \| (\S*) ?\|", page, re.MULTILINE))
    assert {name.replace("-", "_") for name in rows} == set(Settings.__struct_fields__)
    assert set(inspect.signature(serve).parameters) == set(Settings.__struct_fields__)
    defaults = Settings().to_environment()
    for name, shown in rows.items():
        default = defaults.get("ARBITRE_" + name.replace("-", "_").upper(), "")
        said = {"": "", "off": "False"}.get(shown, shown.strip("`"))
        assert said == default.removesuffix(".0"), name
