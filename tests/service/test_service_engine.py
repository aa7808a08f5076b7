"""The service with the engine behind it says what the engine says, whatever lies between."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from litestar import Litestar
from litestar.testing import TestClient
from service_kit import CODECS, Codec, World

import arbitre
from arbitre_service.adapters.engine import EngineJudge
from arbitre_service.app import create_app
from arbitre_service.table import Table

Client = TestClient[Litestar]
GAME = "sept_solines"
PATH = f"/v1/games/{GAME}"
MSGPACK = CODECS["msgpack"]


@pytest.fixture(scope="module")
def game() -> arbitre.Game:
    return arbitre.load(GAME)


def seats_of(state: arbitre.State) -> list[int | str]:
    return ["chance" if seat == arbitre.CHANCE else seat for seat in state.to_act]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("chance", ["auto", "manual"])
def test_a_match_ply_by_ply(
    engine_web: Client, codec: Codec, game: arbitre.Game, players: int, chance: Any
) -> None:
    """Every answer along a random match equals the one in process."""
    choose = random.Random(players)
    state = game.initial(players=players, seed=3, chance=chance)
    body = {"players": players, "seed": 3, "chance": chance}
    position = codec.answer(codec.post(engine_web, f"{PATH}/states", body))
    assert position["to_act"] == seats_of(state)
    while state.to_act:
        assert codec.blob(position["state"]) == state.to_bytes()
        seat = state.to_act[0]
        said = seats_of(state)[0]
        where = {"state": state.to_bytes(), "seat": said}
        legal = codec.answer(codec.post(engine_web, f"{PATH}/legal", where))
        actions = [int(action) for action in game.legal(state, seat)]
        packed = codec.blob(legal["actions"])
        assert list(struct.unpack(f"<{len(actions)}I", packed)) == actions
        asked = [choose.randrange(game.action_count + 2) for _ in range(8)]
        body = {**where, "moves": asked, "lang": "fr"}
        verdicts = codec.answer(codec.post(engine_web, f"{PATH}/validate", body))["verdicts"]
        for action, verdict in zip(asked, verdicts, strict=True):
            mine = game.validate(state, seat, action)
            assert verdict == {
                "ok": mine.ok,
                "code": mine.code,
                "subject": mine.subject,
                "need": mine.need,
                "have": mine.have,
                "message": game.explain(mine, "fr"),
            }
        move = game.moves(state, seat)[choose.randrange(len(actions))]
        state, events = game.step(state, seat, move)
        body = {**where, "move": dict(move)}
        position = codec.answer(codec.post(engine_web, f"{PATH}/apply", body))
        assert position["events"] == [dict(event) for event in events]
        assert position["to_act"] == seats_of(state)
        assert position["over"] is state.over
        assert position["scores"] == list(state.scores)
    assert position["over"] is True


def test_a_document_becomes_a_position(
    engine_web: Client, codec: Codec, game: arbitre.Game
) -> None:
    state = game.initial(players=2, seed=5)
    for _ in range(9):
        state = game.apply(state, state.to_act[0], game.moves(state, state.to_act[0])[0])
    document = game.document(state)
    body = {"document": document, "seed": 1}
    answer = codec.answer(codec.post(engine_web, f"{PATH}/states", body))
    assert game.document(game.from_bytes(codec.blob(answer["state"]))) == document
    assert answer["digest"] == game.digest
    document["seats"][1]["cubes"] = "seven"
    problem = codec.problem(codec.post(engine_web, f"{PATH}/states", body), 422)
    assert problem["pointer"] == "/document/seats/1/cubes"
    assert problem["type"] == "urn:arbitre:problem:bad-document"


def test_an_observation_is_that_of_the_engine(
    engine_web: Client, codec: Codec, engine: World, game: arbitre.Game
) -> None:
    state = game.from_bytes(engine.state)
    for said, seat in ((0, 0), ("spectator", arbitre.SPECTATOR)):
        body: dict[str, Any] = {"state": engine.state, "seat": said, "lang": "fr"}
        answer = codec.answer(codec.post(engine_web, f"{PATH}/observe", body))
        assert codec.blob(answer["state"]) == game.observe(state, seat).to_bytes()
        assert answer["view"] == game.view(state, seat, "fr")
    for stranger in (5, "chance"):
        body["seat"] = stranger
        problem = codec.problem(codec.post(engine_web, f"{PATH}/observe", body), 422)
        assert problem["pointer"] == "/seat"


def test_a_report_is_that_of_the_engine(engine_web: Client, codec: Codec, engine: World) -> None:
    """With a language each line is told in words, too; observations lack what lines are made of."""
    path = "/v1/games/solar/report"
    game = arbitre.load("solar")
    state = game.initial(players=3, seed=5)
    answer = codec.answer(codec.post(engine_web, path, {"state": state.to_bytes()}))
    assert answer["report"] == game.report(state)
    body = {"state": state.to_bytes(), "lang": "fr"}
    worded = codec.answer(codec.post(engine_web, path, body))["report"]
    lines = [line for nation in worded["nations"] for line in nation["lines"]]
    assert all(line.pop("text") for line in lines)
    assert worded == game.report(state)
    seen = game.observe(state, 1).to_bytes()
    problem = codec.problem(codec.post(engine_web, path, {"state": seen}), 422)
    assert "OBSERVATION_ONLY" in str(problem)
    body = {"state": engine.state}
    assert codec.answer(codec.post(engine_web, f"{PATH}/report", body)) == {"report": None}


def test_the_catalogue_is_that_of_the_engine(engine_web: Client, game: arbitre.Game) -> None:
    detail = MSGPACK.answer(engine_web.get(PATH))
    assert detail["digest"] == game.digest
    assert detail["codes"] == {str(number): code for number, code in game.codes.items()}
    assert detail["subjects"] == list(game.words)
    assert list(detail["kinds"]) == list(game.kinds)
    for name, kind in game.kinds.items():
        described = detail["kinds"][name]
        assert (described["offset"], described["size"]) == (kind.offset, kind.size)
        assert [field["name"] for field in described["fields"]] == list(kind.fields)
        for field, domain in zip(described["fields"], kind.fields.values(), strict=True):
            values = detail["domains"][field["domain"]]
            assert values["values"] == list(domain.values)
            assert values["labels"]["en"] == list(domain.labels)
            assert set(values["labels"]) == set(game.languages)
    assert list(detail["options"]) == list(game.options)


OPTIONS: list[tuple[dict[str, Any], str, str]] = [
    ({"players": 9}, "BAD_PLAYERS", "/players"),
    ({"players": 2, "options": {"draws": 1}}, "UNKNOWN_OPTION", "/options/draws"),
    ({"players": 2, "options": {"self": 1}}, "UNKNOWN_OPTION", "/options/self"),
    ({"players": 2, "options": {"seed": 1}}, "UNKNOWN_OPTION", "/options/seed"),
    ({"players": 2, "options": {"variants": 3}}, "BAD_OPTION_VALUE", "/options/variants"),
    (
        {"players": 2, "options": {"variants": {"rounds": 99}}},
        "BAD_OPTION_VALUE",
        "/options/variants/rounds",
    ),
]


@pytest.mark.parametrize(("body", "code", "pointer"), OPTIONS)
def test_options_that_cannot_stand(
    engine_web: Client, codec: Codec, body: dict[str, Any], code: str, pointer: str
) -> None:
    problem = codec.problem(codec.post(engine_web, f"{PATH}/states", body), 422, code)
    assert problem["pointer"] == problem["errors"][0]["pointer"] == pointer


def test_options_reach_the_engine(engine_web: Client, codec: Codec, game: arbitre.Game) -> None:
    body = {"players": 3, "seed": 1, "options": {"variants": {"rounds": 1}}}
    answer = codec.answer(codec.post(engine_web, f"{PATH}/states", body))
    expected = game.initial(players=3, seed=1, variants={"rounds": 1})
    assert codec.blob(answer["state"]) == expected.to_bytes()


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"kind": None},
        {"kind": "take"},
        {"kind": "take", "place": 7},
        {"kind": "take", "place": -1},
        {"kind": "take", "place": 1.5},
        {"kind": "take", "place": True},
        {"kind": "take", "place": 2**63},
        {"kind": "take", "place": 0, "colour": "blue"},
        {"kind": "draw_card", "card": 1},
        {"place": 0},
    ],
)
def test_moves_that_are_none_get_a_verdict(
    engine_web: Client, engine: World, codec: Codec, game: arbitre.Game, move: dict[str, Any]
) -> None:
    body = {"state": engine.state, "seat": engine.seat, "move": move, "lang": "en"}
    (verdict,) = codec.answer(codec.post(engine_web, f"{PATH}/validate", body))["verdicts"]
    mine = game.validate(game.from_bytes(engine.state), engine.seat, move)
    assert not mine.ok
    assert (verdict["code"], verdict["subject"]) == (mine.code, mine.subject)
    assert verdict["message"]
    problem = codec.problem(codec.post(engine_web, f"{PATH}/apply", body), 409, mine.code)
    assert problem["verdict"] == verdict
    assert problem["detail"] == verdict["message"]


def test_each_fault_of_the_bytes_has_its_code(engine_web: Client, engine: World) -> None:
    good = engine.state
    faults = {
        "WIRE_LENGTH": good[:-1],
        "WIRE_MAGIC": b"\0" + good[1:],
        "WIRE_GAME": good[:4] + b"\0\0\0\0" + good[8:],
        "WIRE_VERSION": good[:8] + b"\xff\xff" + good[10:],
        "WIRE_CHECKSUM": good[:-1] + bytes([good[-1] ^ 1]),
    }
    for code, state in faults.items():
        body = {"state": state, "seat": 0, "move": 0}
        MSGPACK.problem(MSGPACK.post(engine_web, f"{PATH}/validate", body), 422, code)


@hypothesis_settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_mutated_states_are_refused_or_judged(
    engine_web: Client, engine: World, data: st.DataObject
) -> None:
    state = bytearray(engine.state)
    for _ in range(data.draw(st.integers(1, 4))):
        state[data.draw(st.integers(0, len(state) - 1))] = data.draw(st.integers(0, 255))
    for route, more in (("validate", {"move": 0}), ("legal", {}), ("observe", {})):
        body = {"state": bytes(state), "seat": 0, **more}
        response = MSGPACK.post(engine_web, f"{PATH}/{route}", body)
        assert response.status_code in (200, 422)


# --- other content -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def overlay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Content that differs from the game's own in two numbers."""
    path = tmp_path_factory.mktemp("content") / "rich.toml"
    path.write_text("[params]\ntrack_spaces = 31\ndiscs_per_colour = 3\n")
    return path


@pytest.fixture(scope="module")
def other(overlay: Path) -> arbitre.Game:
    return arbitre.load(GAME, content=overlay)


@pytest.fixture(scope="module")
def both(overlay: Path) -> Iterator[Client]:
    judge = EngineJudge([f"{GAME}={overlay}"])
    with TestClient(create_app(Table(judge)), raise_server_exceptions=False) as client:
        yield client


def test_a_state_is_judged_by_its_own_content(
    both: Client, codec: Codec, game: arbitre.Game, other: arbitre.Game
) -> None:
    assert game.digest != other.digest
    detail = codec.answer(both.get(PATH, headers={"accept": codec.media_type}))
    assert detail["digests"] == [game.digest, other.digest]
    for rules in (game, other):
        body: dict[str, Any] = {"players": 2, "seed": 4, "digest": rules.digest}
        position = codec.answer(codec.post(both, f"{PATH}/states", body))
        state = rules.initial(players=2, seed=4)
        assert codec.blob(position["state"]) == state.to_bytes()
        assert position["digest"] == rules.digest
        body = {"state": state.to_bytes(), "seat": state.to_act[0], "move": 0}
        answer = codec.answer(codec.post(both, f"{PATH}/apply", body))
        after = rules.apply(state, state.to_act[0], 0)
        assert codec.blob(answer["state"]) == after.to_bytes()
        body = {
            "states": state.to_bytes() * 2,
            "seats": bytes(state.to_act * 2),
            "actions": bytes(8),
        }
        answer = codec.answer(codec.post(both, f"{PATH}/validate/packed", body))
        assert codec.blob(answer["codes"]) == bytes(4)


def test_packed_states_share_their_content(
    both: Client, game: arbitre.Game, other: arbitre.Game
) -> None:
    states = [rules.initial(players=2, seed=4).to_bytes() for rules in (other, game)]
    body = {"states": b"".join(states), "seats": b"\0\0", "actions": bytes(8)}
    problem = MSGPACK.problem(MSGPACK.post(both, f"{PATH}/validate/packed", body), 422)
    assert (problem["code"], problem["record"]) == ("UNKNOWN_RULES", 1)


def test_states_of_content_that_is_not_loaded(
    engine_web: Client, codec: Codec, other: arbitre.Game
) -> None:
    state = other.initial(players=2, seed=4).to_bytes()
    body = {"state": state, "seat": 0, "move": 0}
    codec.problem(codec.post(engine_web, f"{PATH}/validate", body), 422, "UNKNOWN_RULES")


def test_content_that_cannot_be_loaded(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("[params]\nno_such_key = 1\n")
    for entry in (str(broken), f"chess={broken}"):
        with pytest.raises(ValueError, match="GAME=PATH"):
            EngineJudge([entry])
    with pytest.raises(arbitre.RulesError):
        EngineJudge([f"{GAME}={broken}"])
