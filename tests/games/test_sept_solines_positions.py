"""Sept Solines: the engine against the Python twin in positions that play would hardly meet."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbitre import CHANCE, DocumentError
from reference import sept_solines as twin
from reference.sept_solines_kernels import gather_right, lift_card, pay_cubes, put_back_card
from support.pointers import changed, pointers
from support.sept_solines import (
    BOARDS,
    GAME,
    MOVES,
    RIVER,
    assert_same_legal,
    assert_same_move,
    assert_same_standing,
    build,
    position,
    random_position,
    seat_for_twin,
)

dices = st.randoms(use_true_random=False)
many = settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
some = settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])


# --- whole positions ---


@many
@given(dices)
def test_every_legal_move_of_a_position_is_played_alike(dice: random.Random) -> None:
    document = random_position(dice)
    assert twin.check(document) == []
    state = build(document)
    assert GAME.document(state) == document
    assert_same_standing(state, document)
    assert_same_legal(state, document)
    for seat in state.to_act:
        for code in GAME.legal(state, seat).tolist():
            assert_same_move(state, document, seat, code)


@some
@given(dices)
def test_every_move_of_every_seat_is_judged_alike(dice: random.Random) -> None:
    document = random_position(dice)
    state = build(document)
    seats = [*range(document["players"] + 1), CHANCE]
    for seat in seats:
        judged = GAME.validate_many(state, seat, np.arange(GAME.action_count))
        for move, code, subject, need, have in zip(
            MOVES, *(part.tolist() for part in judged), strict=True
        ):
            verdict = twin.Verdict(GAME.codes[code], GAME.words[subject], need, have)
            assert verdict == twin.validate(document, seat_for_twin(seat), move), (seat, move)


@some
@given(dices, st.data())
def test_both_take_and_refuse_the_same_documents(dice: random.Random, data: st.DataObject) -> None:
    """What the twin finds broken `build` refuses; numbers and flags of a document are changed."""
    document = random_position(dice)
    leaves = [(p, v) for p, v in pointers(document) if not isinstance(v, dict | list)]
    for _ in range(data.draw(st.integers(1, 2))):
        pointer, value = data.draw(st.sampled_from(leaves))
        same = [other for _, other in leaves if type(other) is type(value)]
        document = changed(document, pointer, data.draw(st.sampled_from(same)))
    if twin.check(document):
        with pytest.raises(DocumentError):
            build(document)
    else:
        assert GAME.document(build(document)) == document


# --- the river ---


cubes_lying = st.lists(st.integers(0, 2), min_size=7, max_size=7)
places = st.integers(0, 6)


def river_with(cubes: list[int]) -> list[dict[str, int]]:
    return [{"card": card, "cubes": n} for card, n in zip(RIVER, cubes, strict=True)]


def river_of(document: dict[str, Any]) -> list[dict[str, int]]:
    river: list[dict[str, int]] = document["river"]
    return river


@given(cubes_lying, places)
def test_taking_a_card_pays_to_the_left_and_closes_the_river(cubes: list[int], place: int) -> None:
    start = position(3, river_cubes=cubes, seats=[{"cubes": 7}, {"cubes": 0}])
    after, events = GAME.step(build(start), 0, {"kind": "take", "place": place})
    card, collected, river = lift_card(pay_cubes(river_with(cubes), place), place)
    document = GAME.document(after)
    assert river_of(document) == river
    assert document["seats"][0]["cubes"] == 7 - place + collected
    assert document["seats"][0]["cards"] == [card]
    assert [dict(event) for event in events] == [
        {"kind": "cubes_paid", "seat": 0, "cubes": place},
        {"kind": "card_taken", "seat": 0, "place": place, "card": card, "cubes": collected},
    ]
    drawn = GAME.document(GAME.apply(after, CHANCE, {"kind": "draw_card", "card": 28}))
    assert river_of(drawn) == [*river, {"card": 28, "cubes": 0}]


@given(cubes_lying)
def test_a_green_disc_gathers_two_cubes_from_the_right(cubes: list[int]) -> None:
    own = {"cubes": 0, "discs": {"green": 1}}
    start = position(3, river_cubes=cubes, seats=[own, {"cubes": 0}])
    document = GAME.document(GAME.apply(build(start), 0, {"kind": "disc_green"}))
    river, gathered = gather_right(river_with(cubes), 2)
    assert river_of(document) == river
    assert document["seats"][0]["cubes"] == gathered == min(2, sum(cubes))
    assert document["supply"]["green"] == 4


@given(cubes_lying, places, st.booleans())
def test_a_blue_disc_exchanges_two_cards_in_place(cubes: list[int], place: int, keep: bool) -> None:
    own = {"cubes": 6, "discs": {"blue": 1}, "cards": [28]}
    start = position(3, {"blue_keeps_cubes": keep}, river_cubes=cubes, seats=[own, {"cubes": 0}])
    move = {"kind": "disc_blue", "place": place, "card": 28}
    document = GAME.document(GAME.apply(build(start), 0, move))
    card, lifted, gap = lift_card(pay_cubes(river_with(cubes), place), place)
    assert river_of(document) == put_back_card(gap, place, 28, lifted if keep else 0)
    assert document["seats"][0]["cards"] == [card]
    assert document["seats"][0]["cubes"] == 6 - place + (0 if keep else lifted)
    assert document["deck"] == start["deck"]


# --- counting ---


def last_draw(dice: random.Random, boards: list[str], rounds: int, played: int) -> dict[str, Any]:
    """A position of full hands in which the draw that ends the round is due."""
    players = len(boards)
    cards = dice.sample(range(1, 29), 28)
    hands = [sorted(cards[7 * i : 7 * i + 7]) for i in range(players)]
    river = [card for card in cards[7 * players :]][:6]
    scores = [dice.choice((0, 0, 1, -4, 5)) for _ in range(players)]
    cubes = [dice.choice((3, 4, 4)) for _ in range(players)]
    return position(
        players,
        {"rounds": rounds},
        river=river,
        river_cubes=[7 * players - sum(cubes)],
        seats=[
            {"board": board, "cards": hand, "score": score if played > 1 else 0, "cubes": n}
            for board, hand, score, n in zip(boards, hands, scores, cubes, strict=True)
        ],
        phase="draw",
        round=played,
        first=dice.randrange(players),
        current=dice.randrange(players),
    )


@many
@given(dices, st.permutations(BOARDS), st.sampled_from([2, 3]), st.integers(1, 3))
def test_hands_are_counted_like_the_rules_count_them(
    dice: random.Random, boards: list[str], players: int, played: int
) -> None:
    """Points, neutralised cards and discs of every hand, then who starts or who wins."""
    start = last_draw(dice, boards[:players], 3, played)
    state = build(start)
    draw = {"kind": "draw_card", "card": dice.choice(start["deck"])}
    after, events = GAME.step(state, CHANCE, draw)
    happened = [dict(event) for event in events]
    for seat, (before, counted) in enumerate(
        zip(start["seats"], GAME.document(after)["seats"], strict=True)
    ):
        hand = twin.score_hand(before["board"], before["cards"])
        assert counted["score"] == before["score"] + hand.total
        assert counted["discs"] == hand.discs
        assert -23 <= hand.total <= 27
        told = [e for e in happened if e.get("seat") == seat]
        assert tuple(e["card"] for e in told if e["kind"] == "neutralised") == hand.neutralised
        assert {
            "kind": "counted",
            "seat": seat,
            "total": hand.total,
            "score": counted["score"],
        } in (told)
    scores = [seat["score"] for seat in GAME.document(after)["seats"]]
    discs = [sum(seat["discs"].values()) for seat in GAME.document(after)["seats"]]
    cubes = [seat["cubes"] for seat in start["seats"]]
    if played < 3:
        first = twin.next_first(start["first"], scores, discs, cubes)
        assert happened[-1] == {"kind": "round_started", "round": played + 1, "first": first}
        assert after.to_act == (first,)
    else:
        ranks = list(zip(scores, discs, cubes, strict=True))
        winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        assert happened[-1] == {"kind": "game_over", "winners": winners}
        assert list(after.winners) == winners


@pytest.mark.parametrize("board", BOARDS)
def test_every_card_in_every_slot_is_worth_what_the_tables_say(board: str) -> None:
    """Hands that put each card into each slot that it can have."""
    dice = random.Random(board)
    seen = set()
    others = [other for other in BOARDS if other != board]
    for _ in range(400):
        start = last_draw(dice, [board, others[0]], 3, 2)
        hand = start["seats"][0]["cards"]
        draw = {"kind": "draw_card", "card": start["deck"][0]}
        _, events = GAME.step(build(start), CHANCE, draw)
        totals = {e.seat: e.total for e in events if e.kind == "counted"}
        assert totals[0] == twin.score_hand(board, hand).total
        seen |= {(card, slot) for slot, card in enumerate(hand)}
    possible = {(card, slot) for card in range(1, 29) for slot in range(7) if slot < card}
    possible = {(card, slot) for card, slot in possible if 6 - slot <= 28 - card}
    assert seen <= possible
    assert {card for card, _ in seen} == set(range(1, 29))
    assert len(seen) > 0.6 * len(possible)
