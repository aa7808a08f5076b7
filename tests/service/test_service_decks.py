"""`POST /v1/games/{game}/decks/validate`: every reason against a deck, or its code."""

from __future__ import annotations

from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from service_kit import Codec, World

import arbitre
from support.games import game

Client = TestClient[Litestar]
GAME = game("vitorian_wars")
PATH = "/v1/games/vitorian_wars/decks/validate"
EMPTY: dict[str, Any] = {"sovereign": "moss_sov_circular"}
EMPTY |= {"maneuver": [], "convoy": [], "defense": []}


def test_a_good_deck_comes_with_its_code(engine_web: Client, codec: Codec) -> None:
    deck = GAME.deck("deck_azure")
    code = GAME.encode_deck(deck)
    good = {"ok": True, "reasons": [], "code": code, "deck": deck}
    for body in ({"deck": deck}, {"deck": "deck_azure"}, {"decks": [deck]}):
        assert codec.answer(codec.post(engine_web, PATH, body)) == {"decks": [good]}
    unfolded = {**good, "deck": GAME.decode_deck(code)}
    for body in ({"code": code}, {"deck": code}, {"decks": [code], "lang": "fr"}):
        assert codec.answer(codec.post(engine_web, PATH, body)) == {"decks": [unfolded]}


@pytest.mark.parametrize("lang", [None, "en", "fr"])
def test_a_bad_deck_comes_with_every_reason(
    engine_web: Client, codec: Codec, lang: str | None
) -> None:
    body = {"deck": EMPTY} if lang is None else {"deck": EMPTY, "lang": lang}
    (verdict,) = codec.answer(codec.post(engine_web, PATH, body))["decks"]
    reasons = GAME.check_deck(EMPTY)
    assert set(verdict) == {"ok", "reasons"} and verdict["ok"] is False
    assert [one["code"] for one in verdict["reasons"]] == [reason.code for reason in reasons]
    assert len(reasons) == 3
    for told, reason in zip(verdict["reasons"], reasons, strict=True):
        assert told["detail"].lower() == f"{reason.detail}.".lower()
        if lang is None:
            assert "message" not in told
        else:
            assert told["message"] == GAME.labels(lang).explain(reason.code)


def test_the_order_is_kept(engine_web: Client, codec: Codec) -> None:
    body = {"decks": [EMPTY, "deck_moss", "vw1-!", "nobody", "vw1-AAAA"]}
    answer = codec.answer(codec.post(engine_web, PATH, body))
    found = [[reason["code"] for reason in one["reasons"]] for one in answer["decks"]]
    assert found == [
        ["DECK_SIZE", "CONVOY_SIZE", "PILE_SIZE"],
        [],
        ["DECK_CODE_FORMAT"],
        ["BAD_OPTION_VALUE"],
        ["DECK_CODE_CHECKSUM"],
    ]


def test_games_without_decks_have_none(world: World, web: Client, codec: Codec) -> None:
    answer = codec.post(web, world.path("decks/validate"), {"deck": "deck_moss"})
    if world.game in arbitre.games():
        problem = codec.problem(answer, 404, "NO_DECKS")
        assert problem["type"] == "urn:arbitre:problem:no-decks"
        assert world.game in problem["detail"]
    else:
        assert codec.answer(answer)["decks"][0]["ok"] is True
    codec.problem(codec.post(web, "/v1/games/go/decks/validate", {}), 404, "UNKNOWN_GAME")


def test_rules_of_a_digest(engine_web: Client, codec: Codec) -> None:
    body = {"deck": "deck_moss", "digest": GAME.digest}
    assert codec.answer(codec.post(engine_web, PATH, body))["decks"][0]["ok"]
    body["digest"] = "f" * 16
    codec.problem(codec.post(engine_web, PATH, body), 404, "UNKNOWN_GAME")


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "MISSING_FIELD", "/deck"),
        ({"deck": "deck_moss", "code": "vw1-AAAA"}, "UNEXPECTED_FIELD", "/code"),
        ({"deck": "deck_moss", "decks": []}, "UNEXPECTED_FIELD", "/decks"),
        ({"deck": "deck_moss", "name": "Mine"}, "UNEXPECTED_FIELD", "/name"),
        ({"deck": 5}, "INVALID_FIELD", "/deck"),
        ({"deck": ["deck_moss"]}, "INVALID_FIELD", "/deck"),
        ({"decks": "deck_moss"}, "INVALID_FIELD", "/decks"),
        ({"decks": ["deck_moss", 5]}, "INVALID_FIELD", "/decks/1"),
        ({"decks": ["deck_moss"] * 33}, "INVALID_FIELD", "/decks"),
        ({"code": "v" * 513}, "INVALID_FIELD", "/code"),
        ({"deck": "deck_moss", "lang": "de"}, "INVALID_FIELD", "/lang"),
        ({"deck": "deck_moss", "digest": "x"}, "INVALID_FIELD", "/digest"),
    ],
)
def test_bodies_that_are_refused(
    world: World, web: Client, codec: Codec, body: Any, code: str, pointer: str
) -> None:
    problem = codec.problem(codec.post(web, world.path("decks/validate"), body), 422, code)
    assert problem["pointer"] == pointer


def test_a_body_has_its_limits(engine_web: Client, codec: Codec) -> None:
    deep: Any = {"card": "x", "n": 1}
    for _ in range(40):
        deep = [deep]
    body = {"deck": {**EMPTY, "convoy": deep}}
    codec.problem(codec.post(engine_web, PATH, body), 400, "MALFORMED_BODY")
    body = {"deck": {**EMPTY, "sovereign": "x" * (1 << 16)}}
    codec.problem(codec.post(engine_web, PATH, body), 413, "BODY_TOO_LARGE")
    # As many entries as fit: refused by their number, before any is looked at.
    body = {"deck": {**EMPTY, "convoy": [{"card": "", "n": 1}] * 2000}}
    (verdict,) = codec.answer(codec.post(engine_web, PATH, body))["decks"]
    assert verdict["reasons"] == [
        {
            "code": "BAD_OPTION_VALUE",
            "detail": "Convoy: expected at most 128 different cards.",
        }
    ]


def test_states_are_set_up_from_codes(engine_web: Client, codec: Codec) -> None:
    def set_up(decks: list[Any]) -> Any:
        body = {"players": 2, "seed": 7, "options": {"decks": decks}}
        return codec.post(engine_web, "/v1/games/vitorian_wars/states", body)

    code = GAME.encode_deck("deck_moss")
    states = [codec.answer(set_up([deck, "deck_azure"]))["state"] for deck in ("deck_moss", code)]
    assert states[0] == states[1]
    problem = codec.problem(set_up(["deck_azure", "vw1-AAAA"]), 422, "DECK_CODE_CHECKSUM")
    assert problem["pointer"] == "/options/decks"
    codec.problem(set_up(["deck_azure", "é" * 50]), 422, "BAD_OPTION_VALUE")
