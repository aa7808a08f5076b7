"""Satrapies: moves as numbers, each refusal by name and in its order, order sets, invariants."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arbitre
from arbitre import CHANCE, DocumentError, State, WireError
from support.pointers import changed
from support.satrapies import (
    EMPTY,
    GAME,
    POWERS,
    bare,
    build,
    give,
    middle,
    random_orders,
    submit_all,
    units,
)
from support.wire import body_of, with_body

GOLDEN = Path(__file__).parents[1] / "golden" / "satrapies.json"
SUBMIT = {"kind": "submit"}


def test_moves_have_the_numbers_of_the_rules() -> None:
    """SAT 11: offset and size of each kind."""
    found = {name: (kind.offset, kind.size) for name, kind in GAME.kinds.items()}
    assert found == {
        "move": (0, 5808),
        "recruit": (5808, 44),
        "promote": (5852, 132),
        "cancel_move": (5984, 5808),
        "cancel_build": (11792, 44),
        "submit": (11836, 1),
        "lot": (11837, 5),
    }
    assert GAME.action_count == 11842
    move = {"kind": "move", "from": "macedonia", "to": "thrace", "unit_class": "G"}
    assert GAME.move(move).code == (1 * 44 + 2) * 3 + 2
    assert GAME.move({"kind": "lot", "winner": "neutral"}).code == 11841


def test_a_state_has_at_most_a_kibibyte() -> None:
    assert GAME.state_dtype.itemsize == 696
    assert GAME.state_size <= 1024


# --- refusals ---


def test_every_code_is_in_a_golden_case() -> None:
    content = json.loads(GOLDEN.read_text(encoding="utf-8"))
    seen = set()
    for case in content["cases"]:
        verdicts = case["expect"].get("verdict", [])
        verdicts = verdicts if isinstance(verdicts, list) else [verdicts]
        seen |= {verdict["code"] for verdict in verdicts}
    own = {code for number, code in GAME.codes.items() if number >= 256}
    shared = {"UNKNOWN_FIELD", "NOT_A_CHANCE_MOVE", "NOT_A_PLAYER_MOVE", "NO_DRAW_PENDING"}
    assert seen == own | shared | {"NOT_YOUR_TURN"}
    # The others are about packed numbers and observations, and what this game says otherwise.
    rest = {"OK", "UNKNOWN_ACTION", "OBSERVATION_ONLY", "UNKNOWN_ID", "UNKNOWN_SEAT", "GAME_OVER"}
    assert set(GAME.codes.values()) == seen | rest


def move(start: str, end: str, unit_class: str = "M") -> dict[str, Any]:
    return {"kind": "move", "from": start, "to": end, "unit_class": unit_class}


def recruit(zone: str) -> dict[str, Any]:
    return {"kind": "recruit", "zone": zone}


def promote(zone: str, unit_class: str) -> dict[str, Any]:
    return {"kind": "promote", "zone": zone, "unit_class": unit_class}


ORDER_OF_CODES: list[tuple[int | str, dict[str, Any], str]] = [
    # Each of these has at least two things wrong with it; the first of SAT 4 is told.
    (9, {"kind": "convoy", "count": 1}, "UNKNOWN_ORDER"),
    (9, {**move("x", "attica"), "count": 1}, "UNKNOWN_FIELD"),
    (9, move("atlantis", "atlantis", "X"), "UNKNOWN_ZONE"),
    (9, move("attica", "attica", "X"), "UNKNOWN_UNIT_CLASS"),
    (9, {"kind": "lot", "winner": "medes"}, "UNKNOWN_POWER"),
    (CHANCE, SUBMIT, "NOT_A_CHANCE_MOVE"),
    (1, {"kind": "lot", "winner": "medes"}, "NOT_A_PLAYER_MOVE"),
    (CHANCE, {"kind": "lot", "winner": "neutral"}, "NO_DRAW_PENDING"),
    (1, move("attica", "attica"), "POWER_ELIMINATED"),
    (2, recruit("cyclades"), "ORDERS_ALREADY_SUBMITTED"),
    (0, move("cyclades", "cyclades"), "SAME_ZONE"),
    (0, move("judea", "levantine_sea"), "PORT_REQUIRED"),
    (0, move("judea", "media"), "NOT_ADJACENT"),
    (0, recruit("cyclades"), "NOT_A_PROVINCE"),
    (0, promote("ionia", "G"), "NOT_CONTROLLED"),
    (0, promote("thessaly", "G"), "NO_MAJOR_CITADEL"),
    (0, promote("attica", "G"), "PROVINCE_ALREADY_USED"),
    (0, promote("arcadia", "G"), "NOT_PROMOTABLE"),
    (0, promote("arcadia", "E"), "NO_OWN_UNIT_THERE"),
    (0, move("attica", "cyclades"), "UNITS_OVERCOMMITTED"),
    (0, recruit("arcadia"), "UNIT_LIMIT"),
    (0, promote("arcadia", "M"), "ELITE_LIMIT"),
    (0, move("thessaly", "macedonia"), "INSUFFICIENT_AP"),
    (
        0,
        {
            "kind": "cancel_move",
            **{k: v for k, v in move("attica", "arcadia").items() if k != "kind"},
        },
        "NO_SUCH_ORDER",
    ),
    (0, {"kind": "cancel_build", "zone": "attica"}, "CANCEL_LIMIT"),
]


@pytest.fixture(scope="module")
def crowded() -> State:
    """Hellenes at every limit: ten units, two elites, no points and no cancellation left."""
    document = bare(
        {
            "attica": ("hellenes", "1M1E"),
            "thessaly": ("hellenes", "2M"),
            "arcadia": ("hellenes", "2M"),
            "aetolia": ("hellenes", "1M"),
            "macedonia": ("hellenes", "1M1E"),
            "thrace": ("hellenes", "1M"),
            "judea": ("egyptians", "1M"),
        }
    )
    document["powers"][0]["ap"] = 4
    document["powers"][1] |= {"eliminated": True, "ap": 0}
    document["control"]["phrygia"] = "neutral"
    document["powers"][0]["cancels"] = 0
    document["powers"][2]["submitted"] = True
    document["powers"][0]["orders"] = {
        "moves": [{"from": "attica", "to": "thessaly", "unit_class": "M", "count": 1}],
        "builds": [{"zone": "attica", "kind": "promote", "unit_class": "E"}],
    }
    return build(document)


@pytest.mark.parametrize(("seat", "order", "code"), ORDER_OF_CODES)
def test_the_first_reason_in_the_order_of_the_rules_is_told(
    crowded: State, seat: int, order: dict[str, Any], code: str
) -> None:
    assert GAME.validate(crowded, seat, order).code == code


def test_a_packed_number_beyond_the_last_is_unknown() -> None:
    state = GAME.initial(players=4, seed=1)
    assert GAME.validate(state, 0, GAME.action_count).code == "UNKNOWN_ACTION"


# --- order sets ---


def order_sets(seat: int) -> int:
    """How many different sets of orders a power may submit on turn 1, by trying all."""
    start = GAME.initial(players=4, seed=0)
    seen = {GAME.observe(start, seat)}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for found in GAME.moves(state, seat):
            if found.kind in ("move", "recruit", "promote"):
                after = GAME.apply(state, seat, found)
                if (shown := GAME.observe(after, seat)) not in seen:
                    seen.add(shown)
                    waiting.append(after)
    return len(seen)


@pytest.mark.parametrize(("seat", "count"), [(0, 1159), (1, 6135), (2, 935), (3, 1155)])
def test_first_turns_have_as_many_order_sets_as_the_rules_say(seat: int, count: int) -> None:
    assert order_sets(seat) == count


def test_perft_of_writing_orders_counted_by_hand() -> None:
    """One mercenary in Thebaid, which has one way out; all others have no unit and no points."""
    document = bare({"thebaid": ("egyptians", "1M")}, ap=0)
    document["powers"][2]["ap"] = 1
    document["control"]["attica"] = document["control"]["phrygia"] = "neutral"
    for seat in (0, 1, 3):
        document["powers"][seat]["submitted"] = seat != 3
    state = build(document)
    # Submit for either of two powers, or the move: 3. After Egypt's submission only the Medes are
    # left (1); after theirs Egypt has the move and the submission (2); after the move: cancel it,
    # or two submissions (3).
    assert GAME.perft(state, 1) == 3
    assert GAME.perft(state, 2) == 1 + 2 + 3
    split = {str(found): count for found, count in GAME.perft(state, 2, split=True).items()}
    assert sorted(split.values()) == [3, 3]  # the two submissions are one move of two seats


def test_any_sequence_of_the_same_orders_is_the_same_set() -> None:
    text = "attica -> arcadia 1E; attica -> aetolia M; thessaly -> macedonia M; recruit attica"
    orders = text.split(";")
    start = GAME.initial(players=4, seed=1)
    expected = GAME.document(give(start, 0, text))
    dice = random.Random(1)
    for _ in range(10):
        dice.shuffle(orders)
        assert GAME.document(give(start, 0, ";".join(orders))) == expected


@pytest.mark.parametrize("seed", range(6))
def test_every_part_of_a_legal_set_is_legal(seed: int) -> None:
    """SAT-C12: taking an order out never makes another one illegal."""
    dice = random.Random(seed)
    state = random_orders(GAME, middle(GAME, dice, 4), dice)
    document = GAME.document(state)
    for power in document["powers"]:
        for kind in ("moves", "builds"):
            whole = power["orders"][kind]
            power["orders"][kind] = [each for each in whole if dice.random() < 0.6]
    assert GAME.document(build(document)) == document


# --- what is a position ---


def faults() -> dict[str, tuple[str, Any]]:
    """Pointer -> the pointer of the refusal and the value that is refused."""
    moves = [{"from": "attica", "to": "arcadia", "unit_class": "M", "count": 1}]
    return {
        "/control/attica": ("/units", "neutral"),
        "/units/attica/owner": ("/units", "medes"),
        "/units/cyclades": ("/units", units("neutral", "1M")),
        "/units/crete": ("/units", {**EMPTY, "owner": "neutral"}),
        "/units/crete/M": ("/units", 1),
        "/units/aetolia": ("/units/aetolia/M", units("hellenes", "2M")),
        "/units/attica": ("/units", units("hellenes", "1M2E")),
        "/powers/0/ap": ("/powers/0/ap", 34),
        "/powers/0/eliminated": ("/powers/0/ap", True),
        "/powers/0/orders/moves": ("/powers/0/orders/moves", [*moves, *moves]),
        "/powers/1/orders/moves": ("/powers/1/orders/moves", moves),
        "/powers/0/orders/builds": (
            "/powers/0/orders/builds",
            [{"zone": "thessaly", "kind": "recruit", "unit_class": "M"}],
        ),
        "/turn": ("/turn", 17),
        "/phase": ("/phase", "lots"),
        "/lots": ("/lots", ["medes"]),
        "/pending": ("/pending", {"zone": "attica", "link": None, "tied": ["medes", "neutral"]}),
        "/result": ("/result", {"reason": "extinction", "winners": []}),
    }


@pytest.mark.parametrize("pointer", faults())
def test_what_contradicts_the_rules_is_refused(pointer: str) -> None:
    blamed, value = faults()[pointer]
    document = GAME.document(GAME.initial(players=4, seed=0))
    with pytest.raises(DocumentError) as refused:
        GAME.build(changed(document, pointer, value))
    assert refused.value.pointer == blamed


def order_faults() -> list[tuple[str, Mapping[str, Any]]]:
    """Order sets that no legal moves build, with the list that is blamed."""

    def m(start: str, end: str, unit_class: str = "M", count: int = 1) -> dict[str, Any]:
        return {"from": start, "to": end, "unit_class": unit_class, "count": count}

    def b(zone: str, kind: str = "recruit", unit_class: str = "M") -> dict[str, Any]:
        return {"zone": zone, "kind": kind, "unit_class": unit_class}

    return [
        ("moves", {"moves": [m("attica", "attica")]}),
        ("moves", {"moves": [m("attica", "media")]}),
        ("moves", {"moves": [m("attica", "arcadia"), m("attica", "aetolia", "E")]}),
        ("moves", {"moves": [m("attica", "arcadia", count=2)]}),
        ("moves", {"moves": [m("attica", "aetolia"), m("attica", "arcadia")]}),
        ("moves", {"moves": [m("attica", "arcadia", "G")]}),
        ("moves", {"moves": [m("attica", "arcadia")], "builds": [b("attica", "promote")]}),
        ("builds", {"builds": [b("attica"), b("attica")]}),
        ("builds", {"builds": [b("cyclades")]}),
        ("builds", {"builds": [b("phrygia")]}),
        ("builds", {"builds": [b("aetolia")]}),
        ("builds", {"builds": [b("attica", "promote", "G")]}),
        ("builds/0/unit_class", {"builds": [b("attica", "recruit", "E")]}),
        ("", {"moves": [m("attica", "thracian_sea"), m("attica", "cyclades", "E")],
              "builds": [b("attica")]}),
    ]  # fmt: skip


@pytest.mark.parametrize(("blamed", "orders"), order_faults())
def test_order_sets_that_nobody_can_write_are_refused(
    blamed: str, orders: Mapping[str, Any]
) -> None:
    document = GAME.document(GAME.initial(players=4, seed=0))
    document["powers"][0]["orders"] |= orders
    with pytest.raises(DocumentError) as refused:
        GAME.build(document)
    assert refused.value.pointer == f"/powers/0/orders/{blamed}".rstrip("/")


def test_lots_belong_to_their_ties() -> None:
    state = build(bare({"aetolia": ("hellenes", "1M"), "epirus": ("phrygians", "1M")}))
    state, _ = submit_all(give(state, 1, "epirus -> aetolia M"))
    document = GAME.document(state)
    assert document["pending"] == {
        "zone": "aetolia",
        "link": None,
        "tied": ["hellenes", "phrygians"],
    }
    for lots in (["medes"], ["hellenes"], ["hellenes", "hellenes"]):
        with pytest.raises(DocumentError) as refused:
            build({**document, "lots": lots})
        assert refused.value.pointer in ("/lots", "/phase")


def test_with_open_orders_nobody_has_written_out_of_turn() -> None:
    state = GAME.initial(players=4, seed=1, variants={"open_orders": True})
    document = GAME.document(state)
    for pointer, value in (("submitted", True), ("cancels", 7)):
        with pytest.raises(DocumentError) as refused:
            GAME.build(changed(document, f"/powers/2/{pointer}", value))
        assert refused.value.pointer == f"/powers/2/{pointer}"
    given = GAME.document(give(state, 0, "attica -> arcadia E"))
    assert GAME.document(GAME.build(given)) == given
    orders = given["powers"][0]["orders"]
    with pytest.raises(DocumentError, match="more units than there are"):
        GAME.build(changed(document, "/powers/1/orders", orders))
    orders["moves"][0] |= {"from": "mysia", "to": "ionia"}
    with pytest.raises(DocumentError, match="a lower power has not submitted"):
        GAME.build(changed(document, "/powers/1/orders", orders))


def test_bytes_that_hold_more_than_there_is_are_refused() -> None:
    """Fields behind the last zone, power or order must be zero, so equal positions are equal."""
    state = give(GAME.initial(players=2, seed=1), 0, "recruit attica")
    record = np.frombuffer(body_of(state), dtype=GAME.state_dtype).copy()
    zones, provinces = 44, 36
    edits: dict[str, Any] = {
        "control": lambda r: r["control"][0].__setitem__(provinces, 1),
        "units": lambda r: r["units"]["owner"][0].__setitem__(zones, 0),
        "count": lambda r: r["units"]["count"][0][zones].__setitem__(0, 1),
        "power": lambda r: r["powers"]["ap"][0].__setitem__(2, 1),
        "room": lambda r: r["powers"]["orders"]["builds"]["items"]["zone"][0][0].__setitem__(5, 1),
        "size": lambda r: r["powers"]["orders"]["moves"]["size"][0].__setitem__(0, 11),
        "build": lambda r: r["powers"]["orders"]["builds"]["items"]["build"][0][0].__setitem__(
            0, 3
        ),
        "lots": lambda r: r["lots"]["size"].__setitem__(0, 41),
        "reserved": lambda r: r["reserved"][0].__setitem__(2, 1),
        "option": lambda r: r["options"]["ties"].__setitem__(0, 3),
    }
    assert GAME.from_bytes(with_body(state, record.tobytes())) == state
    for name, edit in edits.items():
        broken = record.copy()
        edit(broken)
        assert broken.tobytes() != record.tobytes(), name
        with pytest.raises(WireError, match="WIRE_INVARIANT"):
            GAME.from_bytes(with_body(state, broken.tobytes()))


# --- what is told, and to whom ---


def test_orders_are_told_to_their_power_alone_until_all_are_in() -> None:
    state = GAME.initial(players=4, seed=1)
    state, added = GAME.step(state, 0, move("attica", "arcadia", "E"))
    assert [dict(event) for event in added] == [
        {"kind": "order_added", "power": "hellenes", "move": move("attica", "arcadia", "E")}
    ]
    assert [len(GAME.observe_events(added, seat)) for seat in (0, 1, 2, 3, arbitre.SPECTATOR)] == [
        *(1, 0, 0, 0, 0)
    ]
    seen = GAME.document(GAME.observe(state, 1))
    assert seen["powers"][0]["orders"] is None
    assert seen["powers"][0]["cancels"] is None
    assert seen["powers"][1]["orders"] == {"moves": [], "builds": []}
    own = GAME.document(GAME.observe(state, 0))["powers"][0]
    assert own == GAME.document(state)["powers"][0]


def test_open_orders_are_told_to_everybody() -> None:
    state = GAME.initial(players=3, seed=1, variants={"open_orders": True})
    state, added = GAME.step(state, 0, recruit("attica"))
    state, taken = GAME.step(state, 0, {"kind": "cancel_build", "zone": "attica"})
    assert [event.kind for event in (*added, *taken)] == ["order_added", "order_cancelled"]
    assert len(GAME.observe_events([*added, *taken], 2)) == 2
    assert GAME.document(GAME.observe(state, 2)) == GAME.document(state)


def test_a_turn_is_told_in_the_order_of_the_rules() -> None:
    """Everything at once: promotion, battle, conquest, recruits, trimming, elimination, the end."""
    document = bare(
        {
            "aetolia": ("hellenes", "1M"),
            "epirus": ("phrygians", "2M"),
            "phrygia": ("phrygians", "1M1E"),
            "egypt": ("egyptians", "1M"),
            "cyclades": ("medes", "1E"),
        },
        control={"attica": "neutral"},
    )
    document["turn"] = 16
    state = give(build(document), 1, "epirus -> aetolia 2M; promote phrygia M")
    state = give(state, 2, "recruit egypt")
    state = give(state, 3, "recruit media; cyclades -> ionia E")
    state, events = submit_all(state)
    told = [{key: value for key, value in dict(event).items()} for event in events]
    assert [event["kind"] for event in told] == [
        *("orders_submitted", *["orders_revealed"] * 4, "promoted", "battle", "conquered"),
        *("conquered", "recruited", "recruited", "trimmed", "eliminated", *["income"] * 3),
        *("turn_ended", "game_over"),
    ]
    by_kind = {event["kind"]: event for event in told}
    assert by_kind["battle"] == {
        "kind": "battle",
        "zone": "aetolia",
        "powers": ["hellenes", "phrygians"],
        "totals": [1, 2],
        "winners": ["phrygians"],
    }
    assert told[2]["orders"] == [
        move("epirus", "aetolia"),
        move("epirus", "aetolia"),
        promote("phrygia", "M"),
    ]
    assert told[7] == {
        "kind": "conquered",
        "power": "phrygians",
        "zone": "aetolia",
        "before": "hellenes",
    }
    assert by_kind["trimmed"] == {
        "kind": "trimmed",
        "power": "phrygians",
        "zone": "aetolia",
        "unit_class": "M",
        "count": 1,
    }
    assert by_kind["eliminated"]["power"] == "hellenes"
    assert by_kind["turn_ended"]["turn"] == 16
    assert (by_kind["game_over"]["reason"], by_kind["game_over"]["winners"]) == (
        *("turn_limit", ["phrygians"]),
    )
    assert state.over
    assert POWERS[state.winners[0]] == "phrygians"


def test_nothing_of_a_resolution_is_told_while_a_lot_is_due() -> None:
    state = build(
        bare(
            {"aetolia": ("hellenes", "1M"), "epirus": ("phrygians", "1M")},
            control={"crete": "medes"},
        )
    )
    state, events = submit_all(give(state, 1, "epirus -> aetolia M"))
    assert [event.kind for event in events] == ["orders_submitted", "draw_due"]
    assert dict(events[1]) == {
        "kind": "draw_due",
        "zones": ["aetolia"],
        "tied": ["hellenes", "phrygians"],
    }
    after, events = GAME.step(state, CHANCE, {"kind": "lot", "winner": "hellenes"})
    assert [event.kind for event in events][:2] == ["lot", "orders_revealed"]
    assert GAME.document(after)["lots"] == []
