"""Orders of Satrapies as text: both ways, the liberties of a writer, the faults of a text."""

from __future__ import annotations

import random
from typing import Any

import pytest

import arbitre
from arbitre import ArbitreError, OrdersError
from support.satrapies import GAME, bare, build, give, middle, random_orders


def move(start: str, end: str, unit_class: str = "M") -> dict[str, Any]:
    return {"kind": "move", "from": start, "to": end, "unit_class": unit_class}


def read(text: str) -> list[dict[str, Any]]:
    return [dict(each) for each in GAME.parse_orders(text)]


def test_orders_are_written_one_a_line() -> None:
    state = build(bare({"ionia": ("phrygians", "2M1E"), "phrygia": ("phrygians", "1M")}))
    text = "promote phrygia M; ionia -> lydia M; ionia -> cyclades E; ionia -> lydia M"
    state = give(state, 1, text)
    assert GAME.orders_text(state, 1) == (
        "ionia -> lydia 2M\nionia -> cyclades 1E\npromote phrygia M\n"
    )
    assert GAME.orders_text(state, 0) == ""


@pytest.mark.parametrize("lang", [None, "en", "fr"])
@pytest.mark.parametrize("seed", range(8))
def test_what_is_written_is_read_back_as_the_same_set(seed: int, lang: str | None) -> None:
    dice = random.Random(seed)
    start = middle(GAME, dice, seed % 5)
    state = random_orders(GAME, start, dice)
    again = start
    for seat in start.to_act:
        again = give(again, seat, GAME.orders_text(state, seat, lang))
    assert GAME.document(again) == GAME.document(state)


ALIKE = {
    "attica -> arcadia 1E": [
        *(
            "attica -> arcadia E",
            "Attica - Arcadia 1E",
            "ATTICA\u2192ARCADIA 1 E",
            "attica to arcadia E",
        ),
        *(
            "1E attica -> arcadia",
            "e attica-arcadia",
            "E att - arc",
            "  attica  ->  arcadia  1E  # go",
        ),
        "attica \u2013 arcadia 1E",
    ],
    "ionian_sea -> libyan_sea G": [
        *("Ionian Sea -> Libyan Sea G", "G ionian-sea - libyan-sea", "ionian - libyan G"),
    ],
    "recruit attica": ["RECRUIT Attica", "Recruter Attica", "recruit ATT"],
    "promote attica E": ["promote E attica", "PROMOUVOIR attica 1E", "promote att e"],
    "submit": ["SUBMIT", "envoyer"],
}


@pytest.mark.parametrize(("text", "others"), ALIKE.items())
def test_a_writer_may_take_liberties(text: str, others: list[str]) -> None:
    for other in others:
        assert read(other) == read(text), other


def test_orders_are_parted_by_lines_semicolons_and_commas() -> None:
    text = """
        # my first turn
        attica -> arcadia E, thessaly -> attica M;   # all on Sparta
        ; recruit attica

        submit
    """
    assert read(text) == [
        move("attica", "arcadia", "E"),
        move("thessaly", "attica"),
        {"kind": "recruit", "zone": "attica"},
        {"kind": "submit"},
    ]
    assert read("") == read("\n# nothing\n;;") == []


def test_a_count_is_so_many_moves() -> None:
    assert read("ionia -> lydia 3M") == [move("ionia", "lydia")] * 3


def test_the_rules_of_the_game_judge_what_is_read() -> None:
    """A text that can be read need not be legal."""
    state = GAME.initial(players=4, seed=1)
    (order,) = GAME.parse_orders("attica -> media 1G")
    assert GAME.validate(state, 0, order).code == "NOT_ADJACENT"


WRONG = [
    # text, line, column, token, a part of what was expected
    ("attica -> arcadia E\nattica -> lidia M", 2, 11, "lidia", "did you mean lydia"),
    ("lyd -> ly M", 1, 8, "ly", "a zone of this map"),
    ("attica -> c M", 1, 11, "c", "a zone of this map"),
    ("par -> media M", 1, 1, "", None),
    ("arab -> ar M", 1, 1, "arab", "more letters, as this may be arabia or arabian_gulf"),
    ("lib -> cyc X", 1, 12, "X", "units, such as 2M"),
    ("attica -> arcadia 1X", 1, 19, "1X", "units, such as 2M"),
    ("attica -> arcadia", 1, 18, "", "units, such as 2M"),
    ("attica arcadia 1E", 1, 18, "", "an arrow and the zone to move to"),
    ("2M attica", 1, 10, "", "an arrow and the zone to move to"),
    ("attica -> 1E", 1, 13, "", "a zone"),
    ("-> attica M", 1, 1, "->", "a zone"),
    ("attica -> arcadia 0M", 1, 19, "0M", "a count from 1 to 10"),
    ("attica -> arcadia 11 M", 1, 19, "11", "a count from 1 to 10"),
    ("hold attica", 1, 1, "hold", "an order, such as 'attica -> arcadia 1E'"),
    ("recruit", 1, 8, "", "a zone"),
    ("recruit attica; recruit troy", 1, 25, "troy", "a zone of this map"),
    ("promote attica", 1, 15, "", "the class to promote, M or E"),
    ("promote 2M attica", 1, 1, "promote", "one promotion an order"),
    ("submit now", 1, 8, "now", "nothing behind submit"),
    ("recruit mac edon", 1, 9, "mac edon", "a zone of this map"),
    ("?", 1, 1, "?", "an order"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "token", "expected"), WRONG)
def test_what_is_wrong_is_named_with_its_place_and_what_was_expected(
    text: str, line: int, column: int, token: str, expected: str | None
) -> None:
    if expected is None:
        assert read(text) == [move("parthia", "media")]
        return
    with pytest.raises(OrdersError) as caught:
        GAME.parse_orders(text)
    error = caught.value
    assert (error.line, error.column, error.token) == (line, column, token)
    assert expected in error.expected
    assert isinstance(error, ArbitreError)
    assert f"line {line}, column {column}: expected " in str(error)


def test_an_abbreviation_that_fits_several_zones_names_them() -> None:
    with pytest.raises(OrdersError, match="more letters, as this may be thrace or thracian_sea"):
        GAME.parse_orders("macedonia -> thr M")


def test_whole_names_are_not_abbreviations() -> None:
    """`media` is a zone, though no other begins like it; `persia` is not the Persian Gulf."""
    assert read("media -> persia M") == [move("media", "persia")]
    aegean = arbitre.load("satrapies", map="aegean")
    (order,) = aegean.parse_orders("phr -> lyd E")
    assert dict(order) == move("phrygia", "lydia", "E")
    with pytest.raises(OrdersError, match="a zone of this map"):
        aegean.parse_orders("media -> persia M")


def test_other_games_have_no_notation() -> None:
    game = arbitre.load("sept_solines")
    with pytest.raises(NotImplementedError, match="sept_solines has no notation"):
        game.orders_text(game.initial(players=2, seed=1), 0)
    with pytest.raises(NotImplementedError, match="sept_solines has no notation"):
        game.parse_orders("submit")


def test_hidden_orders_and_unknown_seats_are_refused() -> None:
    state = give(GAME.initial(players=4, seed=1), 0, "recruit attica")
    assert GAME.orders_text(GAME.observe(state, 0), 0) == "recruit attica\n"
    with pytest.raises(ValueError, match="hidden"):
        GAME.orders_text(GAME.observe(state, 1), 0)
    with pytest.raises(ValueError, match="expected 0 to 3, got 4"):
        GAME.orders_text(state, 4)
    with pytest.raises(ValueError, match="the languages are"):
        GAME.orders_text(state, 0, "de")
