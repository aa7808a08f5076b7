"""Every route in both formats: the answers."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from service_kit import CODECS, JSON, Codec, World

Client = TestClient[Litestar]


def test_catalogue_lists_the_game(world: World, web: Client, codec: Codec) -> None:
    answer = codec.answer(web.get("/v1/games", headers={"accept": codec.media_type}))
    line = next(line for line in answer["games"] if line["name"] == world.game)
    assert line["state_size"] == world.state_size == len(world.state)
    assert line["action_count"] == world.action_count
    assert len(line["digest"]) == 16


def test_detail_names_codes_and_subjects(world: World, web: Client, codec: Codec) -> None:
    detail = codec.answer(web.get(f"/v1/games/{world.game}", headers={"accept": codec.media_type}))
    assert detail["digest"] in detail["digests"]
    assert world.move["kind"] in detail["kinds"]
    assert detail["codes"]["0"]
    assert "UNKNOWN_ACTION" in detail["codes"].values()
    for kind in detail["kinds"].values():
        assert all(field["domain"] in detail["domains"] for field in kind["fields"])
    assert "" in detail["subjects"]


def test_detail_of_a_digest(world: World, web: Client) -> None:
    path = f"/v1/games/{world.game}"
    headers = {"accept": JSON}
    digest = web.get(path, headers=headers).json()["digest"]
    assert web.get(path, headers=headers, params={"digest": digest}).json()["digest"] == digest
    missing = web.get(path, headers=headers, params={"digest": "f" * 16})
    assert missing.status_code == 404 and missing.json()["code"] == "UNKNOWN_GAME"


def test_states_from_options(world: World, web: Client, codec: Codec) -> None:
    answer = codec.answer(codec.post(web, world.path("states"), {"players": 2, "seed": 7}))
    assert codec.blob(answer["state"]) == world.state
    assert answer["to_act"] == [world.seat]
    assert len(answer["digest"]) == 16


def test_states_with_a_digest(world: World, web: Client, codec: Codec) -> None:
    path = world.path("states")
    digest = codec.answer(codec.post(web, path, {"players": 2}))["digest"]
    body = {"players": 2, "seed": 7, "digest": digest, "chance": "auto", "options": {}}
    assert codec.blob(codec.answer(codec.post(web, path, body))["state"]) == world.state
    codec.problem(codec.post(web, path, {"players": 2, "digest": "f" * 16}), 404, "UNKNOWN_GAME")


def test_validate_by_name_and_by_code(world: World, web: Client, codec: Codec) -> None:
    for move in (world.move, world.action):
        body = {"state": world.state, "seat": world.seat, "move": move}
        answer = codec.answer(codec.post(web, world.path("validate"), body))
        (verdict,) = answer["verdicts"]
        assert set(verdict) == {"ok", "code", "subject", "need", "have"}
        assert verdict["ok"] is True and verdict["need"] == verdict["have"] == 0


def test_validate_says_why_not(world: World, web: Client, codec: Codec) -> None:
    body = {"state": world.state, "seat": world.seat + 1, "move": world.move}
    (verdict,) = codec.answer(codec.post(web, world.path("validate"), body))["verdicts"]
    assert verdict["ok"] is False
    assert verdict["code"] == "NOT_YOUR_TURN"
    assert (verdict["subject"], verdict["need"], verdict["have"]) == (
        "seat",
        world.seat,
        world.seat + 1,
    )


def test_validate_many_keeps_the_order(world: World, web: Client, codec: Codec) -> None:
    moves: list[Any] = [world.action, world.action_count, world.move, {"kind": "no_such_kind"}]
    body = {"state": world.state, "seat": world.seat, "moves": moves}
    verdicts = codec.answer(codec.post(web, world.path("validate"), body))["verdicts"]
    assert [verdict["ok"] for verdict in verdicts] == [True, False, True, False]
    assert verdicts[1]["code"] == verdicts[3]["code"] == "UNKNOWN_ACTION"
    body["moves"] = []
    assert codec.answer(codec.post(web, world.path("validate"), body)) == {"verdicts": []}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_validate_adds_words(world: World, web: Client, codec: Codec, lang: str) -> None:
    body = {
        "state": world.state,
        "seat": world.seat,
        "move": world.action_count,
        "lang": lang,
    }
    (verdict,) = codec.answer(codec.post(web, world.path("validate"), body))["verdicts"]
    assert isinstance(verdict["message"], str) and verdict["message"]


@pytest.mark.parametrize("seat", ["chance", "spectator", 254, 255])
def test_seats_have_words(world: World, web: Client, codec: Codec, seat: Any) -> None:
    body = {"state": world.state, "seat": seat, "move": world.action}
    (verdict,) = codec.answer(codec.post(web, world.path("validate"), body))["verdicts"]
    assert verdict["ok"] is False
    twin = {"chance": 254, "spectator": 255, 254: "chance", 255: "spectator"}[seat]
    body["seat"] = twin
    assert codec.answer(codec.post(web, world.path("validate"), body))["verdicts"] == [verdict]


def test_packed_broadcasts_one_state(world: World, web: Client, codec: Codec) -> None:
    body = {
        "state": world.state,
        "seats": bytes([world.seat] * 3),
        "actions": struct.pack("<3I", world.action, world.action_count, 2**32 - 1),
    }
    answer = codec.answer(codec.post(web, world.path("validate/packed"), body))
    assert set(answer) == {"codes"}
    codes = struct.unpack("<3H", codec.blob(answer["codes"]))
    assert codes[0] == 0 and codes[1] == codes[2] != 0


def test_packed_agrees_with_validate(world: World, web: Client, codec: Codec) -> None:
    headers = {"accept": codec.media_type}
    detail = codec.answer(web.get(f"/v1/games/{world.game}", headers=headers))
    actions = list(range(min(world.action_count, 64) + 1))
    seats = bytes([world.seat] * len(actions))
    packed = {
        "states": world.state * len(actions),
        "seats": seats,
        "actions": struct.pack(f"<{len(actions)}I", *actions),
        "detail": True,
    }
    answer = codec.answer(codec.post(web, world.path("validate/packed"), packed))
    columns = [
        struct.unpack(f"<{len(actions)}{letter}", codec.blob(answer[name]))
        for name, letter in (("codes", "H"), ("subjects", "H"), ("needs", "i"), ("haves", "i"))
    ]
    body = {"state": world.state, "seat": world.seat, "moves": actions}
    verdicts = codec.answer(codec.post(web, world.path("validate"), body))["verdicts"]
    for verdict, code, subject, need, have in zip(verdicts, *columns, strict=True):
        assert verdict["ok"] is (code == 0)
        assert verdict["code"] == detail["codes"][str(code)]
        assert verdict["subject"] == detail["subjects"][subject]
        assert (verdict["need"], verdict["have"]) == (need, have)


def test_packed_of_nothing(world: World, web: Client, codec: Codec) -> None:
    body = {"states": b"", "seats": b"", "actions": b""}
    answer = codec.answer(codec.post(web, world.path("validate/packed"), body))
    assert codec.blob(answer["codes"]) == b""


def test_packed_beyond_the_inline_limit(world: World, web: Client, codec: Codec) -> None:
    count = 80_000 // world.state_size
    body = {
        "states": world.state * count,
        "seats": bytes([world.seat] * count),
        "actions": struct.pack("<I", world.action) * count,
    }
    answer = codec.answer(codec.post(web, world.path("validate/packed"), body))
    assert codec.blob(answer["codes"]) == bytes(2 * count)


def test_legal_as_codes_and_by_name(world: World, web: Client, codec: Codec) -> None:
    body: dict[str, Any] = {"state": world.state, "seat": world.seat}
    packed = codec.blob(codec.answer(codec.post(web, world.path("legal"), body))["actions"])
    body["format"] = "actions"
    again = codec.answer(codec.post(web, world.path("legal"), body))
    assert codec.blob(again["actions"]) == packed and set(again) == {"actions"}
    body["format"] = "moves"
    named = codec.answer(codec.post(web, world.path("legal"), body))
    assert set(named) == {"moves"}
    assert len(named["moves"]) * 4 == len(packed) > 0
    assert named["moves"][0] == world.move
    judged = {"state": world.state, "seat": world.seat, "moves": named["moves"]}
    verdicts = codec.answer(codec.post(web, world.path("validate"), judged))["verdicts"]
    assert all(verdict["ok"] for verdict in verdicts)


def test_legal_of_a_seat_that_waits(world: World, web: Client, codec: Codec) -> None:
    body = {"state": world.state, "seat": world.seat + 1}
    answer = codec.answer(codec.post(web, world.path("legal"), body))
    assert codec.blob(answer["actions"]) == b""


def test_apply(world: World, web: Client, codec: Codec) -> None:
    body = {"state": world.state, "seat": world.seat, "move": world.move}
    answer = codec.answer(codec.post(web, world.path("apply"), body))
    assert set(answer) == {"state", "events", "to_act", "over", "scores"}
    assert codec.blob(answer["state"]) != world.state
    assert answer["over"] is False and len(answer["scores"]) == 2
    assert answer["events"] and all(event["kind"] for event in answer["events"])
    assert codec.answer(codec.post(web, world.path("apply"), body))["to_act"] == answer["to_act"]


def test_apply_refused(world: World, web: Client, codec: Codec) -> None:
    body = {"state": world.state, "seat": world.seat + 1, "move": world.move, "lang": "fr"}
    problem = codec.problem(codec.post(web, world.path("apply"), body), 409, "NOT_YOUR_TURN")
    assert problem["type"] == "urn:arbitre:problem:move-refused"
    assert problem["verdict"]["code"] == "NOT_YOUR_TURN"
    assert problem["verdict"]["ok"] is False
    assert problem["verdict"]["message"]


def test_observe(world: World, web: Client, codec: Codec) -> None:
    for seat in (world.seat, "spectator"):
        body = {"state": world.state, "seat": seat, "lang": "fr"}
        answer = codec.answer(codec.post(web, world.path("observe"), body))
        assert len(codec.blob(answer["state"])) == world.state_size
        assert isinstance(answer["view"], dict) and answer["view"]


def test_report(world: World, web: Client, codec: Codec) -> None:
    """Games without a report of points answer null."""
    for more in ({}, {"lang": "fr"}):
        body = {"state": world.state, **more}
        answer = codec.answer(codec.post(web, world.path("report"), body))
        assert set(answer) == {"report"}
        assert answer["report"] is None or isinstance(answer["report"], dict)


@pytest.mark.parametrize("route", ["live", "ready"])
def test_health(web: Client, codec: Codec, route: str) -> None:
    answer = codec.answer(web.get(f"/health/{route}", headers={"accept": codec.media_type}))
    assert answer["status"] == {"live": "alive", "ready": "ready"}[route]


@pytest.mark.parametrize("name", ["application/x-msgpack", "application/vnd.msgpack"])
def test_other_names_of_msgpack(world: World, web: Client, name: str) -> None:
    codec = CODECS["msgpack"]
    body = codec.encode(world.bodies()["validate"])
    response = web.post(world.path("validate"), content=body, headers={"content-type": name})
    assert response.status_code == 200
    assert response.headers["content-type"] == name
    assert codec.decode(response.content)["verdicts"][0]["ok"] is True


def test_read_in_one_format_and_answered_in_the_other(world: World, web: Client) -> None:
    for reads, writes in (("json", "msgpack"), ("msgpack", "json")):
        body = CODECS[reads].encode(world.bodies()["validate"])
        response = CODECS[reads].send(
            web, world.path("validate"), body, accept=CODECS[writes].media_type
        )
        assert CODECS[writes].answer(response)["verdicts"][0]["ok"] is True


def test_answers_declare_their_length(world: World, web: Client, codec: Codec) -> None:
    for route, body in world.bodies().items():
        response = codec.post(web, world.path(route), body)
        assert int(response.headers["content-length"]) == len(response.content)


def test_a_trailing_slash_is_the_same_resource(world: World, web: Client, codec: Codec) -> None:
    codec.answer(codec.post(web, world.path("validate/"), world.bodies()["validate"]))
