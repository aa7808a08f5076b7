"""Sept Solines: the engine against the Python twin in whole games, and each refusal by name."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from arbitre import CHANCE, SPECTATOR
from reference import sept_solines as twin
from support.games import Setup, some_setups
from support.sept_solines import (
    GAME,
    MOVES,
    OK,
    assert_same_legal,
    assert_same_move,
    build,
    position,
    seat_for_twin,
    verdict_of,
)
from support.walks import MODES, walk

SETUPS = some_setups("sept_solines")
GAMES_EACH = 4  # 64 games over 16 set-ups

# Shared codes that the rules of this game never name.
UNUSED = {"UNKNOWN_ID", "GAME_OVER"}


def test_both_number_the_moves_alike() -> None:
    assert len(MOVES) == GAME.action_count == 248
    for code, move in enumerate(MOVES):
        assert dict(GAME.move(code)) == move
        assert twin.pack(move) == code


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_both_start_alike(setup: Setup) -> None:
    variants = setup.options.get("variants")
    state = setup.initial(seed=0, chance="manual")
    assert GAME.document(state) == twin.initial(setup.players, variants)


def wild_move(dice: random.Random) -> dict[str, Any]:
    """A move with something wrong in it, most of the time."""
    move = dict(dice.choice(MOVES))
    match dice.randrange(5):
        case 0:
            move["kind"] = dice.choice(("pass", "", "TAKE", None, 3, True))
        case 1:
            move[dice.choice(("place", "card", "seat", "board", "colour"))] = 1
        case 2:
            move.pop(dice.choice(sorted(move)))
        case 3:
            field = dice.choice(sorted(move))
            move[field] = dice.choice((None, -1, 7, 28, 29, 0.0, 1.0, True, "tv7", "1", [], {}))
    return move


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_whole_games_are_played_alike(setup: Setup) -> None:
    for seed in range(1, 2 * GAMES_EACH, 2):
        played = walk(setup, seed, "manual")
        dice = random.Random(f"{setup} {seed}")
        document = GAME.document(played.start)
        for ply in played.plies:
            assert_same_legal(ply.before, document)
            for _ in range(8):
                seat = dice.choice((*range(setup.players + 1), CHANCE, *ply.before.to_act * 3))
                actor = seat_for_twin(seat)
                move = dice.choice(MOVES) if dice.random() < 0.5 else wild_move(dice)
                verdict = twin.validate(document, actor, move)
                assert verdict_of(ply.before, seat, move) == verdict, (seat, move)
            document = assert_same_move(ply.before, document, ply.seat, ply.code)
            assert twin.check(document) == []
        assert played.end.over


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_games_are_no_longer_than_the_rules_say(setup: Setup) -> None:
    variants = setup.options.get("variants", {})
    n, rounds = setup.players, variants.get("rounds", 3)
    boards = 0 if variants.get("board_assignment", "by_seat") == "by_seat" else n
    bound = boards + 8 + rounds * 14 * n + (rounds - 1) * 4 * n
    assert bound <= GAME.ply_bound
    for seed in range(8):
        assert walk(setup, seed, MODES[seed % 2]).end.ply <= bound


def test_no_position_has_more_than_57_moves() -> None:
    discs = dict.fromkeys(("blue", "orange", "green"), 1)
    full = position(seats=[{"cards": [1, 3, 5, 6, 8, 10], "discs": discs, "cubes": 7}])
    assert len(GAME.legal(build(full), 0)) == 57
    for setup in SETUPS:
        for state in walk(setup, 3, "manual").states:
            for seat in range(setup.players):
                assert len(GAME.legal(state, seat)) <= 57


# --- refusals ---

SEVEN = [1, 3, 5, 6, 8, 10, 11]
BLUE = {"cards": [3], "discs": {"blue": 1}}
CHOSEN = {"board_assignment": "chosen"}
RANDOM = {"board_assignment": "random"}
SETUP: Mapping[str, Any] = {"phase": "setup", "round": 1, "first": None, "current": None}
NO_BOARDS = [{"board": None}, {"board": None}]

# Code, position, seat, move, subject, need, have.
Refusal = tuple[str, dict[str, Any], int, Any, str, int, int]
REFUSALS: list[Refusal] = [
    ("UNKNOWN_ACTION", position(), 0, {"kind": "pass"}, "pass", 0, 0),
    ("UNKNOWN_ACTION", position(), 0, {}, "", 0, 0),
    ("UNKNOWN_FIELD", position(), 0, {"kind": "take", "place": 0, "card": 4}, "card", 0, 0),
    ("BAD_RIVER_INDEX", position(), 0, {"kind": "take", "place": 7}, "place", 0, 0),
    ("BAD_RIVER_INDEX", position(), 0, {"kind": "disc_blue", "card": 0}, "place", 0, 0),
    ("UNKNOWN_CARD", position(), 0, {"kind": "disc_blue", "place": 0, "card": 0}, "card", 0, 0),
    ("UNKNOWN_CARD", position(), CHANCE, {"kind": "draw_card", "card": 29}, "card", 0, 0),
    ("UNKNOWN_BOARD", position(), 0, {"kind": "choose_board", "board": "bfm"}, "board", 0, 0),
    ("UNKNOWN_SEAT", position(), CHANCE, {"kind": "draw_first", "seat": 3}, "seat", 0, 0),
    ("UNKNOWN_SEAT", position(), 2, {"kind": "take", "place": 0}, "seat", 0, 0),
    ("UNKNOWN_SEAT", position(), SPECTATOR, {"kind": "draw_card", "card": 1}, "seat", 0, 0),
    (
        "UNKNOWN_SEAT",
        position(**SETUP),
        CHANCE,
        {"kind": "draw_first", "seat": 2},
        "seat",
        0,
        0,
    ),
    ("NOT_A_CHANCE_MOVE", position(), CHANCE, {"kind": "take", "place": 0}, "take", 0, 0),
    ("NOT_A_PLAYER_MOVE", position(), 0, {"kind": "draw_card", "card": 1}, "draw_card", 0, 0),
    ("NO_DRAW_PENDING", position(), CHANCE, {"kind": "draw_card", "card": 1}, "draw_card", 0, 0),
    (
        "NO_DRAW_PENDING",
        position(**SETUP),
        CHANCE,
        {"kind": "draw_card", "card": 1},
        "draw_card",
        0,
        0,
    ),
    (
        "CARD_NOT_IN_DECK",
        position(river=(4, 9), **SETUP),
        CHANCE,
        {"kind": "draw_card", "card": 9},
        "card",
        0,
        0,
    ),
    (
        "BOARD_TAKEN",
        position(variants=RANDOM, river=(), seats=[{"board": "tv7"}, {"board": None}], **SETUP),
        CHANCE,
        {"kind": "draw_board", "board": "tv7"},
        "tv7",
        0,
        0,
    ),
    (
        "BOARD_TAKEN",
        position(variants=CHOSEN, river=(), seats=[{"board": "tv7"}, {"board": None}], **SETUP),
        1,
        {"kind": "choose_board", "board": "tv7"},
        "tv7",
        0,
        0,
    ),
    ("NOT_CHOOSING_BOARDS", position(), 0, {"kind": "choose_board", "board": "tv7"}, "turn", 0, 0),
    (
        "NOT_CHOOSING_BOARDS",
        position(variants=RANDOM, river=(), seats=NO_BOARDS, **SETUP),
        0,
        {"kind": "choose_board", "board": "tv7"},
        "setup",
        0,
        0,
    ),
    (
        "NOT_YOUR_TURN",
        position(variants=CHOSEN, river=(), seats=NO_BOARDS, **SETUP),
        1,
        {"kind": "choose_board", "board": "tv7"},
        "seat",
        0,
        1,
    ),
    ("NOT_YOUR_TURN", position(current=1), 0, {"kind": "take", "place": 0}, "seat", 1, 0),
    ("NOT_IN_TURN_PHASE", position(**SETUP), 0, {"kind": "take", "place": 0}, "setup", 0, 0),
    (
        "NOT_IN_TURN_PHASE",
        position(phase="draw", river=(4, 9, 13, 2, 20, 7), seats=[{"cards": [1]}]),
        0,
        {"kind": "disc_green"},
        "draw",
        0,
        0,
    ),
    (
        "NOT_IN_TURN_PHASE",
        position(
            phase="over",
            current=None,
            seats=[{"cards": SEVEN}, {"cards": [12, 14, 15, 16, 17, 18, 19]}],
        ),
        0,
        {"kind": "take", "place": 0},
        "over",
        0,
        0,
    ),
    (
        "PLAYER_RETIRED",
        position(current=1, seats=[{"cards": SEVEN}]),
        0,
        {"kind": "take", "place": 0},
        "seat",
        0,
        0,
    ),
    ("DISCS_LOCKED", position(round=1), 0, {"kind": "disc_green"}, "round", 2, 1),
    ("DISC_NOT_OWNED", position(), 0, {"kind": "disc_orange", "place": 0}, "orange", 1, 0),
    (
        "NO_CUBES_IN_RIVER",
        position(variants={"green_needs_cubes": True}, seats=[{"discs": {"green": 1}}]),
        0,
        {"kind": "disc_green"},
        "river",
        1,
        0,
    ),
    (
        "NOT_ENOUGH_CUBES",
        position(seats=[{"cubes": 1}]),
        0,
        {"kind": "take", "place": 2},
        "cubes",
        2,
        1,
    ),
    (
        "NOT_ENOUGH_CUBES",
        position(seats=[{**BLUE, "cubes": 0}]),
        0,
        {"kind": "disc_blue", "place": 6, "card": 3},
        "cubes",
        6,
        0,
    ),
    (
        "NO_CARD_TO_RETURN",
        position(seats=[{"discs": {"blue": 1}}]),
        0,
        {"kind": "disc_blue", "place": 0, "card": 4},
        "card",
        1,
        0,
    ),
    (
        "RETURN_TAKEN_CARD",
        position(seats=[BLUE]),
        0,
        {"kind": "disc_blue", "place": 0, "card": 4},
        "card",
        0,
        0,
    ),
    (
        "CARD_NOT_OWNED",
        position(seats=[BLUE, {"cards": [1]}]),
        0,
        {"kind": "disc_blue", "place": 0, "card": 1},
        "card",
        0,
        0,
    ),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: f"{refusal[0]}-{refusal[4]}")
def test_a_refusal_has_its_code_subject_and_numbers(refusal: Refusal) -> None:
    code, document, seat, move, subject, need, have = refusal
    expected = twin.Verdict(code, subject, need, have)
    assert twin.check(document) == []
    assert twin.validate(document, seat_for_twin(seat), move) == expected
    assert verdict_of(build(document), seat, move) == expected


def test_every_code_of_the_game_is_reached() -> None:
    reached = {refusal[0] for refusal in REFUSALS}
    state = build(position())
    reached.add(GAME.validate(state, 0, {"kind": "take", "place": 0}).code)
    reached.add(GAME.validate(GAME.observe(state, 1), 0, {"kind": "take", "place": 0}).code)
    assert {"OK", "OBSERVATION_ONLY"} <= reached
    assert reached == set(GAME.codes.values()) - UNUSED


def test_faults_repaired_one_by_one_are_met_in_the_order_of_the_rules() -> None:
    """SEP 4: the first failing check is reported, whatever else is wrong."""
    variants = {"green_needs_cubes": True}
    seats: list[dict[str, Any]] = [{"cubes": 14}, {"cubes": 0, "cards": SEVEN}]
    top: dict[str, Any] = dict(SETUP)
    move: dict[str, Any] = {"kind": "pass", "cards": 4}
    seat, seen = 2, []

    def refused() -> None:
        document = position(2, variants, seats=seats, **top)
        if top["phase"] == "setup":
            document = position(2, variants, **top)
        verdict = verdict_of(build(document), seat, move)
        assert verdict == twin.validate(document, seat_for_twin(seat), move)
        seen.append(verdict.code)

    refused()
    move["kind"] = "disc_blue"
    refused()
    del move["cards"]
    refused()
    move["place"] = 6
    refused()
    move["card"] = 25
    refused()
    seat = CHANCE
    refused()
    seat = 1
    refused()
    top = {"phase": "turn", "round": 1, "first": 0, "current": 0}
    refused()
    seats[1]["cards"] = []
    refused()
    top["current"] = 1
    refused()
    top["round"] = 2
    refused()
    seats[1]["discs"] = {"blue": 1}
    refused()
    seats[0]["cubes"], seats[1]["cubes"] = 8, 6
    refused()
    seats[1]["cards"] = [1]
    refused()
    move["card"] = 28
    refused()
    move["card"] = 1
    refused()
    assert seen == [
        "UNKNOWN_ACTION",
        "UNKNOWN_FIELD",
        "BAD_RIVER_INDEX",
        "UNKNOWN_CARD",
        "UNKNOWN_SEAT",
        "NOT_A_CHANCE_MOVE",
        "NOT_IN_TURN_PHASE",
        "PLAYER_RETIRED",
        "NOT_YOUR_TURN",
        "DISCS_LOCKED",
        "DISC_NOT_OWNED",
        "NOT_ENOUGH_CUBES",
        "NO_CARD_TO_RETURN",
        "RETURN_TAKEN_CARD",
        "CARD_NOT_OWNED",
        OK.code,
    ]
