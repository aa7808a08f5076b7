"""The twin of Satrapies against the golden cases, the worked examples and laws of the rules."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from .satrapies import ending, orders, play, position, sampling, tables
from .satrapies.adjudicate import LotDue, adjudicate, resolve

GOLDEN = Path(__file__).parents[1] / "golden" / "satrapies.json"
CASES: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))["cases"]

Document = dict[str, Any]
Events = list[dict[str, Any]]


# --- Golden cases -----------------------------------------------------------------------------


def steps(pointer: str, doc: Any) -> tuple[Any, Any]:
    """The container that a JSON pointer ends in, and the last key or index."""
    *path, last = pointer.removeprefix("/").split("/")
    for part in path:
        doc = doc[int(part)] if isinstance(doc, list) else doc[part]
    return doc, int(last) if isinstance(doc, list) else last


def read(doc: Document, pointer: str) -> Any:
    container, key = steps(pointer, doc)
    return container[key]


def given_document(given: Mapping[str, Any]) -> Document:
    doc = position.initial(**given["initial"])
    for pointer, value in given.get("set", {}).items():
        container, key = steps(pointer, doc)
        container[key] = deepcopy(value)
    return doc


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def expect_document(doc: Document, events: Events, expected: Mapping[str, Any]) -> None:
    assert {pointer: read(doc, pointer) for pointer in expected} == expected


def expect_verdict(doc: Document, events: Events, expected: Any) -> None:
    for wanted in as_list(expected):
        before = deepcopy(doc)
        verdict = orders.validate(doc, wanted["seat"], wanted["move"])._asdict()
        for key in verdict.keys() & wanted.keys():
            # In a verdict null, "" and 0 are the same.
            assert (verdict[key] or None) == (wanted[key] or None), key
        if wanted["code"] != "OK":
            with pytest.raises(play.IllegalMove):
                play.apply(doc, wanted["seat"], wanted["move"])
        assert doc == before


def expect_legal(doc: Document, events: Events, expected: Any) -> None:
    numbers = {tuple(move.items()): number for number, move in enumerate(orders.all_moves())}
    for wanted in as_list(expected):
        moves = sorted(wanted["moves"], key=lambda move: numbers[tuple(move.items())])
        assert orders.legal(doc, wanted["seat"]) == moves


def expect_probability(doc: Document, events: Events, expected: list[int]) -> None:
    assert {probability for _, probability in play.chance(doc)} == {Fraction(*expected)}


def expect_events(doc: Document, events: Events, expected: list[str]) -> None:
    """The expected kinds appear in this sequence, among others."""
    happened = iter(event["kind"] for event in events)
    assert [kind for kind in expected if kind not in happened] == []


def expect_to_act(doc: Document, events: Events, expected: list[Any]) -> None:
    assert play.to_act(doc) == expected


def expect_scores(doc: Document, events: Events, expected: list[int]) -> None:
    assert [position.score(doc, state["id"]) for state in doc["powers"]] == expected


def expect_winners(doc: Document, events: Events, expected: list[int]) -> None:
    assert doc["result"]["winners"] == expected


def expect_over(doc: Document, events: Events, expected: bool) -> None:
    assert (doc["phase"] == "over") is expected


EXPECTATIONS: Mapping[str, Callable[[Document, Events, Any], None]] = {
    "document": expect_document,
    "verdict": expect_verdict,
    "legal": expect_legal,
    "probability": expect_probability,
    "events": expect_events,
    "to_act": expect_to_act,
    "scores": expect_scores,
    "winners": expect_winners,
    "over": expect_over,
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_golden_case(case: dict[str, Any]) -> None:
    doc = given_document(case["given"])
    events: Events = []
    for step in case["do"]:
        doc, happened = play.apply(doc, step["seat"], step["move"])
        events += happened
    for key, expected in case["expect"].items():
        EXPECTATIONS[key](doc, events, expected)


def test_golden_cases_are_all_there() -> None:
    assert len(CASES) == len({case["id"] for case in CASES}) == 305
    # Every refusal of SAT 4 has a case.
    codes = {v["code"] for case in CASES for v in as_list(case["expect"].get("verdict", []))}
    assert set(tables.REJECTION_CODES) - codes == set()


# --- Worked examples of SAT 9 -----------------------------------------------------------------

TOLD: dict[str, list[str]] = json.loads(
    (Path(__file__).parent / "data" / "satrapies_told.json").read_text(encoding="utf-8")
)


def told(events: Events) -> Iterator[str]:
    """Battles, losses after them, eliminations and the end, as SAT 9 writes them."""
    for event in events:
        if event["kind"] == "battle":
            totals = ", ".join(f"{owner} {total}" for owner, total in event["totals"].items())
            yield f"battle {event['zone']}: {totals} -> {event['winner']}"
        elif event["kind"] == "trimmed":
            yield f"trim {event['count']}{event['unit_class']} in {event['zone']}"
        elif event["kind"] == "recruit_lost":
            yield f"recruit of {event['power']} in {event['zone']} lost"
        elif event["kind"] == "eliminated":
            yield f"eliminated {event['power']}"
        elif event["kind"] == "game_over":
            winners = ", ".join(tables.POWERS[seat] for seat in event["winners"])
            yield f"end {event['reason']}: {winners}"


@pytest.mark.parametrize("name", TOLD)
def test_worked_example(name: str) -> None:
    """What the rules page tells of a battle, beyond the position that it leads to."""
    case = next(case for case in CASES if case["id"] == name)
    doc = given_document(case["given"])
    events: Events = []
    for step in case["do"]:
        doc, happened = play.apply(doc, step["seat"], step["move"])
        events += happened
    assert list(told(events)) == TOLD[name]


# --- Laws -------------------------------------------------------------------------------------


def some_positions(count: int) -> Iterator[tuple[random.Random, Document]]:
    """Positions with orders, of games and of no game, with options and without."""
    dice = random.Random("positions")
    while count > 0:
        players, variants = dice.randint(2, 4), sampling.random_variants(dice)
        found = list(sampling.played(dice, players, variants))
        found += [sampling.mutated(doc, dice) for doc in found]
        found += [sampling.invented(dice, players, variants) for _ in range(20)]
        for doc in found[:count]:
            yield dice, sampling.give_orders(doc, dice)
        count -= len(found)


def check_invariants(doc: Document) -> None:
    """SAT 2, between turns."""
    for zone, units in doc["units"].items():
        there = [units[unit_class] for unit_class in tables.CLASSES]
        assert min(there) >= 0
        assert sum(there) <= tables.capacity(zone)
        assert (units["owner"] is None) == (sum(there) == 0)
        if units["owner"] is not None and zone in tables.PROVINCES:
            assert doc["control"][zone] == units["owner"]
        if zone in tables.SEAS:
            assert units["owner"] != tables.NEUTRAL
    for state in doc["powers"]:
        counts = position.units_of(doc, state["id"])
        assert sum(counts.values()) <= 10
        assert counts["E"] <= 2
        assert counts["G"] <= 1
        if state["eliminated"]:
            assert (sum(counts.values()), position.provinces_of(doc, state["id"])) == (0, [])
            assert state["ap"] == 0


def test_a_turn_keeps_the_invariants() -> None:
    kinds = set()
    for dice, doc in some_positions(600):
        check_invariants(doc)
        after = sampling.finish(doc, dice)
        check_invariants(after)
        assert after["turn"] == doc["turn"] + 1
        assert len([state for state in after["powers"] if state["eliminated"]]) >= len(
            [state for state in doc["powers"] if state["eliminated"]]
        )
        kinds.add(after["result"] and after["result"]["reason"])
    assert kinds >= {None, "last_power", "domination", "turn_limit"}


def test_the_sequence_of_zones_makes_no_difference() -> None:
    """SAT 5.8: with the lots fixed by place, zones may be done in any sequence."""
    drawn = 0
    for dice, doc in some_positions(500):
        lots: dict[str, str] = {}

        def fixed(contest: Document, dice: Any = dice, lots: Any = lots) -> str:
            place = str((contest["zone"], contest["link"]))
            return str(lots.setdefault(place, dice.choice(contest["tied"])))

        expected, events = adjudicate(doc, fixed)
        drawn += len(lots)
        for _ in range(3):
            shuffled = dice.sample(tables.ZONES, len(tables.ZONES))
            after, others = adjudicate(doc, fixed, shuffled)
            assert after == expected
            assert sorted(map(str, others)) == sorted(map(str, events))
    assert drawn > 50


def test_lots_are_asked_one_after_the_other() -> None:
    """SAT-C22: the resolution stops at the first contest without a lot, and reports nothing."""
    for dice, doc in some_positions(300):
        contests: list[Document] = []

        def noted(contest: Document, dice: Any = dice, contests: Any = contests) -> str:
            contests.append({**contest, "winner": dice.choice(contest["tied"])})
            return str(contests[-1]["winner"])

        expected, _ = adjudicate(doc, noted)
        lots = [contest.pop("winner") for contest in contests]
        for known, contest in enumerate(contests):
            assert resolve({**doc, "lots": lots[:known]}).pending == contest
        assert resolve({**doc, "lots": lots}).document == expected


def test_a_contest_without_a_lot_is_raised() -> None:
    case = next(case for case in CASES if case["id"] == "SAT-T01")
    doc = given_document(case["given"])
    for step in case["do"]:
        doc, _ = play.apply(doc, step["seat"], step["move"])

    def never(contest: Document) -> str:
        raise LotDue(contest)

    with pytest.raises(LotDue) as due:
        adjudicate(doc, never)
    assert due.value.contest == doc["pending"]


def test_every_subset_of_a_legal_set_is_legal_in_any_sequence() -> None:
    """SAT 4: limits are those of the start of the turn, so nothing depends on the sequence."""
    for dice, doc in some_positions(300):
        doc["variants"]["open_orders"] = False
        for seat in play.waiting(doc):
            state = doc["powers"][seat]
            moves = [
                {"kind": "move", **{key: move[key] for key in ("from", "to", "unit_class")}}
                for move in state["orders"]["moves"]
                for _ in range(move["count"])
            ]
            for build in state["orders"]["builds"]:
                order = {"kind": build["kind"], "zone": build["zone"]}
                if build["kind"] == "promote":
                    order["unit_class"] = build["unit_class"]
                moves.append(order)
            assert len(moves) <= 10
            whole = state["orders"]
            subset = dice.sample(moves, dice.randint(0, len(moves)))
            for chosen in (subset, dice.sample(moves, len(moves))):
                state["orders"] = position.no_orders()
                for move in chosen:
                    assert orders.validate(doc, seat, move) == orders.OK
                    state["orders"] = orders.written(state["orders"], move)
            assert state["orders"] == whole


def test_packed_numbers() -> None:
    """SAT 11: the offset of each kind."""
    first: dict[str, int] = {}
    moves = orders.all_moves()
    for number, move in enumerate(moves):
        first.setdefault(move["kind"], number)
    assert len(moves) == 11842
    assert first == {
        "move": 0,
        "recruit": 5808,
        "promote": 5852,
        "cancel_move": 5984,
        "cancel_build": 11792,
        "submit": 11836,
        "lot": 11837,
    }


def order_sets(doc: Document, seat: int, options: list[dict[str, str]]) -> int:
    """How many different legal order sets there are with these orders and those before them."""
    if not options:
        return 1
    first, rest = options[0], options[1:]
    count, state = order_sets(doc, seat, rest), doc["powers"][seat]
    before = state["orders"]
    while orders.validate(doc, seat, first) == orders.OK:
        state["orders"] = orders.written(state["orders"], first)
        count += order_sets(doc, seat, rest)
    state["orders"] = before
    return count


@pytest.mark.parametrize(("seat", "sets"), [(0, 1159), (1, 6135), (2, 935), (3, 1155)])
def test_order_sets_of_the_first_turn(seat: int, sets: int) -> None:
    """SAT 11 counts them."""
    doc = position.initial()
    assert order_sets(doc, seat, orders.legal(doc, seat)[:-1]) == sets


def test_map_of_the_rules() -> None:
    """SAT 1.4 and 1.6: zones, links, ports, capacities and points."""
    assert (len(tables.PROVINCES), len(tables.SEAS), len(tables.LINKS)) == (36, 8, 93)
    assert sum(tables.capacity(zone) for zone in tables.ZONES) == 71
    assert sum(tables.points(zone, tables.VARIANTS) for zone in tables.PROVINCES) == 79
    for zone, row in tables.ZONE.items():
        assert row["capacity"] == tables.capacity(zone)
        if zone in tables.PROVINCES:
            assert row["defence_bonus"] == tables.bonus(zone, tables.VARIANTS)
            seas = [other for other in sampling.NEIGHBOURS[zone] if other in tables.SEAS]
            assert sorted(row["ports"]) == sorted(seas)
    ends = [tuple(map(tables.ZONES.index, (link["a"], link["b"]))) for link in tables.LINKS]
    assert ends == sorted(ends)
    assert ending.capitals_to_dominate(4) == 3
