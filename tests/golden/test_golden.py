"""The golden cases of every game: a position, moves, and what the rules text says comes of them.

A case starts from `given.initial` (arguments of `initial`, chance played by the host) patched by
`given.set`, or from `given.document`. The keys of `expect` are the names of the functions below; a
key that has none fails its case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

import arbitre
from arbitre import Rejected, SetupError
from support import vitorian_wars
from support.golden import FOLDER, Case, Played, cases, given_state, play, seat_of
from support.pointers import read

CASES = list(cases())


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


# --- expectations ---


def expect_document(played: Played, expected: Mapping[str, Any]) -> None:
    document = played.game.document(played.state)
    assert {pointer: read(document, pointer) for pointer in expected} == expected


def expect_verdict(played: Played, expected: Any) -> None:
    game, state, _ = played
    before = state.to_bytes()
    for wanted in as_list(expected):
        seat = seat_of(wanted["seat"])
        verdict = game.validate(state, seat, wanted["move"])
        assert verdict.code == wanted["code"]
        for key in ("subject", "need", "have"):
            # In a verdict null, "" and 0 are the same, and an absent key is not compared.
            assert key not in wanted or (getattr(verdict, key) or None) == (wanted[key] or None)
        assert verdict.ok is (wanted["code"] == "OK")
        if not verdict.ok:
            with pytest.raises(Rejected) as refused:
                game.apply(state, seat, wanted["move"])
            assert refused.value.verdict == verdict
        assert state.to_bytes() == before


def expect_legal(played: Played, expected: Any) -> None:
    game, state, _ = played
    for wanted in as_list(expected):
        moves = [game.move(move) for move in wanted["moves"]]
        assert len(set(moves)) == len(moves)
        legal = game.moves(state, seat_of(wanted["seat"]))
        assert sorted(legal, key=int) == sorted(moves, key=int)


def expect_probability(played: Played, expected: list[int]) -> None:
    _, probabilities = played.game.chance(played.state)
    fractions = {Fraction(p).limit_denominator(1_000_000) for p in probabilities.tolist()}
    assert fractions == {Fraction(*expected)}


def expect_chance(played: Played, expected: list[tuple[Any, list[int]]]) -> None:
    game = played.game
    codes, probabilities = game.chance(played.state)
    pending = {
        code: Fraction(p).limit_denominator(1_000_000)
        for code, p in zip(codes.tolist(), probabilities.tolist(), strict=True)
    }
    assert pending == {game.move(move).code: Fraction(*share) for move, share in expected}


def expect_events(played: Played, expected: list[str]) -> None:
    kinds = iter([event.kind for event in played.events])
    assert [kind for kind in expected if kind in kinds] == expected


def expect_observe(played: Played, expected: Any) -> None:
    for wanted in as_list(expected):
        seen = played.game.observe(played.state, seat_of(wanted["seat"]))
        document = played.game.document(seen)
        for pointer, value in wanted["document"].items():
            assert read(document, pointer) == value, pointer


def expect_to_act(played: Played, expected: list[Any]) -> None:
    assert played.state.to_act == tuple(seat_of(seat) for seat in expected)


def expect_decision(played: Played, expected: str) -> None:
    """The name that the rules of Vitorian Wars give to the pending decision."""
    assert vitorian_wars.decision(played.game, played.state) == expected


def expect_scores(played: Played, expected: list[int]) -> None:
    assert list(played.state.scores) == expected


def expect_winners(played: Played, expected: list[int]) -> None:
    """Before the end: who would win if the position were the last."""
    state = played.state
    best = max(state.scores)
    leaders = [seat for seat in range(state.players) if state.scores[seat] == best]
    assert (list(state.winners) if state.over else leaders) == expected


def expect_over(played: Played, expected: bool) -> None:
    assert played.state.over is expected


EXPECTATIONS: Mapping[str, Callable[[Played, Any], None]] = {
    "document": expect_document,
    "verdict": expect_verdict,
    "legal": expect_legal,
    "probability": expect_probability,
    "chance": expect_chance,
    "events": expect_events,
    "observe": expect_observe,
    "to_act": expect_to_act,
    "decision": expect_decision,
    "scores": expect_scores,
    "winners": expect_winners,
    "over": expect_over,
}


# --- the cases ---


@pytest.mark.parametrize("case", CASES, ids=[case.body["id"] for case in CASES])
def test_golden_case(case: Case) -> None:
    game, body = case.game_of, case.body
    expected = dict(body["expect"])
    if "setup" in expected:
        with pytest.raises(SetupError) as refused:
            given_state(game, body["given"])
        assert list(refused.value.codes) == expected["setup"]
        return
    assert expected
    played = play(case)
    for key, value in expected.items():
        EXPECTATIONS[key](played, value)


def test_case_ids_are_unique_and_each_case_cites_its_rule() -> None:
    ids = [case.body["id"] for case in CASES]
    assert len(set(ids)) == len(ids)
    for case in CASES:
        assert case.body["title"]
        assert case.body["rules"]
        assert case.body.keys() == {"id", "title", "rules", "given", "do", "expect"}


@pytest.mark.parametrize("name", arbitre.games())
def test_every_game_has_golden_cases(name: str) -> None:
    assert [case for case in CASES if case.game == name], f"tests/golden/{name}.json is missing"


def test_every_golden_file_is_of_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} >= set(arbitre.games())
    assert {case.game for case in CASES} == set(arbitre.games())
