"""The adjudication of Satrapies over many positions: the same as playing them one by one."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import arbitre
from arbitre import CHANCE, State, WireError
from arbitre.kernels import satrapies as kernel
from support.satrapies import GAME, bare, build, give, middle, random_orders


@pytest.fixture(scope="module")
def written() -> list[State]:
    """Positions of all lengths of a game with order sets of every size."""
    dice = random.Random(5)
    found = []
    for number in range(120):
        variants: dict[str, Any] = {"border_clash": True} if number % 4 == 0 else {}
        start = middle(GAME, dice, number % 12, players=2 + number % 3, variants=variants)
        document = GAME.document(random_orders(GAME, start, dice, most=16))
        found.append(build(document))
    return found


def played(state: State) -> State:
    """The turn played by hand, up to the first lot."""
    while state.to_act and state.to_act[0] != CHANCE:
        turn = int(state.array["turn"])
        state = GAME.apply(state, state.to_act[0], {"kind": "submit"})
        if int(state.array["turn"]) != turn:
            break
    return state


def position(record: Any) -> bytes:
    """All of a record but the head, which counts moves."""
    data: bytes = record.tobytes()
    return data[GAME.state_dtype["head"].itemsize :]


def test_it_is_what_submitting_does(written: list[State]) -> None:
    after = kernel.adjudicate(GAME, written)
    assert 5 < after.due.sum() < len(written)
    for state, record, due in zip(written, after.states, after.due, strict=True):
        by_hand = played(state)
        assert due == (by_hand.to_act == (CHANCE,))
        assert position(record) == position(state.array if due else by_hand.array)


def test_lots_that_were_drawn_are_used(written: list[State]) -> None:
    waiting = [state for state in map(played, written) if state.to_act == (CHANCE,)]
    ends = []
    for number, state in enumerate(waiting):
        while state.to_act == (CHANCE,):
            waiting[number] = state
            before, state = state, GAME.apply(state, CHANCE, int(GAME.legal(state, CHANCE)[0]))
            waiting[number] = before
        ends.append(state)
    after = kernel.adjudicate(GAME, waiting)
    assert after.due.all()
    assert [position(record) for record in after.states] == [
        position(state.array) for state in waiting
    ]
    drawn = kernel.adjudicate(GAME, waiting, seed=1)
    assert not drawn.due.any()
    # With one lot left, one of its winners leads to what the kernel says.
    for state, record in zip(waiting, drawn.states, strict=True):
        nexts = [GAME.apply(state, CHANCE, int(code)) for code in GAME.legal(state, CHANCE)]
        assert position(record) in [position(each.array) for each in nexts]


def test_lots_are_fair() -> None:
    """Three tied in a sea: each wins a third of 30,000 lots."""
    state = build(
        bare(
            {
                "attica": ("hellenes", "1M"),
                "ionia": ("phrygians", "1M"),
                "levantine_sea": ("egyptians", "1M"),
            }
        )
    )
    for seat, zone in enumerate(("attica", "ionia", "levantine_sea")):
        state = give(state, seat, f"{zone} -> cyclades M")
    n = 30_000
    many = np.repeat(kernel.records(state), n)
    after = kernel.adjudicate(GAME, many, seed=7)
    cyclades = GAME.kinds["recruit"].fields["zone"].values.index("cyclades")
    winners = Counter(after.states["units"]["owner"][:, cyclades].tolist())
    assert winners.keys() == {0, 1, 2}
    assert all(abs(count - n / 3) < 5 * (n * 2 / 9) ** 0.5 for count in winners.values())


def test_seed_and_place_fix_the_result_whatever_the_threads(written: list[State]) -> None:
    many = np.tile(kernel.records(written), 20)
    one = kernel.adjudicate(GAME, many, seed=3)
    two = kernel.adjudicate(GAME, many, seed=3, threads=2)
    assert one.states.tobytes() == two.states.tobytes()
    assert one.due.tobytes() == two.due.tobytes()
    assert kernel.adjudicate(GAME, many, seed=4).states.tobytes() != one.states.tobytes()


def test_orders_may_be_given_apart_from_positions() -> None:
    start = build(bare({"ionia": ("phrygians", "2M"), "lydia": ("neutral", "1M")}))
    texts = ["ionia -> caria M", "ionia -> caria M; ionia -> mysia M", "", "recruit phrygia"]
    expected = [played(give(start, 1, text)) for text in texts]
    empty = kernel.orders(GAME, [])
    rows = np.array(
        [[empty, kernel.orders(GAME, GAME.parse_orders(text)), empty, empty] for text in texts],
        dtype=kernel.orders_dtype(GAME),
    )
    many = np.repeat(kernel.records(start), len(texts))
    after = kernel.adjudicate(GAME, many, rows)
    assert [position(r) for r in after.states] == [position(s.array) for s in expected]
    # One row serves all positions, and fewer powers than there are may be given.
    shared = kernel.adjudicate(GAME, many, rows[1, :2])
    assert {position(record) for record in shared.states} == {position(expected[1].array)}


def test_orders_are_packed_in_any_sequence() -> None:
    moves = GAME.parse_orders("ionia -> lydia 2M; promote phrygia M; ionia -> caria M")
    state = build(bare({"ionia": ("phrygians", "3M"), "phrygia": ("phrygians", "1M")}))
    for move in moves:
        state = GAME.apply(state, 1, move)
    packed = kernel.orders(GAME, reversed(moves))
    assert packed.tobytes() == state.array["powers"][1]["orders"].tobytes()
    for wrong, why in (
        (["recruit attica", "promote attica M"], "once a turn"),
        (["submit"], "expected a move"),
        ([f"attica -> {zone} M" for zone in TEN_AND_ONE], "at most 10"),
    ):
        with pytest.raises(ValueError, match=why):
            kernel.orders(GAME, GAME.parse_orders(";".join(wrong)))


TEN_AND_ONE = GAME.kinds["recruit"].fields["zone"].values[6:17]


def test_positions_and_orders_are_judged_before_anything_is_done(written: list[State]) -> None:
    good = kernel.records(written)
    over = GAME.initial(players=2, seed=1, chance="manual")
    document = GAME.document(over)
    document.update(turn=2, phase="over", result={"reason": "domination", "winners": [0]})
    for zone in ("phrygia", "bithynia", "mysia"):
        document["control"][zone] = "hellenes"
        document["units"][zone] = {"owner": None, "M": 0, "E": 0, "G": 0}
    bad = {
        "/phase": GAME.build(document).array,
        "hides orders": GAME.observe(written[0], 0).array,
    }
    for why, record in bad.items():
        many = good.copy()
        many[7:8] = kernel.records(np.array([record]))
        before = many.tobytes()
        with pytest.raises(WireError, match=rf"record 7: .*{why}"):
            kernel.adjudicate(GAME, many)
        assert many.tobytes() == before
    broken = good.copy()
    broken["units"]["owner"][9, 50] = 1
    with pytest.raises(WireError, match="record 9: "):
        kernel.adjudicate(GAME, broken, threads=2)
    orders = kernel.orders(GAME, GAME.parse_orders("crete -> cyclades G"))
    with pytest.raises(WireError, match=r"record 0: .*/powers/0/orders/moves"):
        kernel.adjudicate(GAME, good, orders[np.newaxis])


def test_other_games_and_shapes_are_refused(written: list[State]) -> None:
    other = arbitre.load("sept_solines")
    with pytest.raises(TypeError, match="expected a game of satrapies"):
        kernel.adjudicate(other, np.empty(0, dtype=other.state_dtype))
    aegean = arbitre.load("satrapies", map="aegean")
    with pytest.raises(WireError, match="UNKNOWN_RULES"):
        kernel.adjudicate(aegean, written)
    with pytest.raises(TypeError, match=r"records of game\.state_dtype"):
        kernel.adjudicate(GAME, np.zeros(3))
    with pytest.raises(TypeError, match="orders_dtype"):
        kernel.adjudicate(GAME, written, np.zeros(4))
    with pytest.raises(ValueError, match="expected 1 or"):
        kernel.adjudicate(GAME, written, np.zeros((2, 4), dtype=kernel.orders_dtype(GAME)))
    assert len(kernel.adjudicate(GAME, []).states) == 0
    assert len(kernel.adjudicate(GAME, written[0]).states) == 1
