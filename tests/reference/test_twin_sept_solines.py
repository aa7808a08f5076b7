"""The twin of Sept Solines against the golden cases, and against itself in random games."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from support.effort import so_many

from . import sept_solines as twin
from . import sept_solines_kernels as kernels

GOLDEN = Path(__file__).parents[1] / "golden" / "sept_solines.json"
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
    doc = twin.initial(**given["initial"])
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
        verdict = twin.validate(doc, wanted["seat"], wanted["move"])._asdict()
        for key in verdict.keys() & wanted.keys():
            # In a verdict null, "" and 0 are the same.
            assert (verdict[key] or None) == (wanted[key] or None), key
        if wanted["code"] != "OK":
            with pytest.raises(twin.IllegalMove):
                twin.apply(doc, wanted["seat"], wanted["move"])
        assert doc == before


def expect_legal(doc: Document, events: Events, expected: Any) -> None:
    for wanted in as_list(expected):
        packed = sorted(twin.pack(move) for move in wanted["moves"])
        assert [twin.pack(move) for move in twin.legal(doc, wanted["seat"])] == packed


def expect_probability(doc: Document, events: Events, expected: list[int]) -> None:
    assert {probability for _, probability in twin.chance(doc)} == {Fraction(*expected)}


def expect_events(doc: Document, events: Events, expected: list[str]) -> None:
    assert [event["kind"] for event in events] == expected


def expect_to_act(doc: Document, events: Events, expected: list[Any]) -> None:
    assert twin.to_act(doc) == expected


def expect_scores(doc: Document, events: Events, expected: list[int]) -> None:
    assert [state["score"] for state in doc["seats"]] == expected


def expect_winners(doc: Document, events: Events, expected: list[int]) -> None:
    assert doc["winners"] == twin.winners(doc) == expected


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
    assert twin.check(doc) == []
    events: Events = []
    for step in case["do"]:
        doc, happened = twin.apply(doc, step["seat"], step["move"])
        assert twin.check(doc) == []
        events += happened
    for key, expected in case["expect"].items():
        EXPECTATIONS[key](doc, events, expected)


def test_golden_cases_are_all_there() -> None:
    assert len(CASES) == len({case["id"] for case in CASES}) == 142


# --- Random games -----------------------------------------------------------------------------

VARIANTS: list[dict[str, Any]] = [
    {},
    {"score_floor_zero": True},
    {"board_assignment": "random"},
    {"board_assignment": "chosen"},
    {"rounds": 1},
    {"rounds": 5},
    {"green_needs_cubes": True},
    {"blue_keeps_cubes": True},
    {
        "score_floor_zero": True,
        "board_assignment": "random",
        "rounds": 4,
        "green_needs_cubes": True,
        "blue_keeps_cubes": True,
    },
]


def any_move(dice: random.Random, moves: list[dict[str, Any]]) -> dict[str, Any]:
    return dice.choice(moves)


def any_kind(dice: random.Random, moves: list[dict[str, Any]]) -> dict[str, Any]:
    """First a kind, then a move of it: discs are played as soon as there are any."""
    kind = dice.choice(sorted({move["kind"] for move in moves}))
    return dice.choice([move for move in moves if move["kind"] == kind])


def keep_playing_discs(dice: random.Random, moves: list[dict[str, Any]]) -> dict[str, Any]:
    """Discs that bring no lasting card first: the longest rounds."""
    stalling = [move for move in moves if move["kind"] in ("disc_green", "disc_blue")]
    return dice.choice(stalling or moves)


POLICIES = [any_move, any_kind, keep_playing_discs]
Policy = Callable[[random.Random, list[dict[str, Any]]], dict[str, Any]]


def play(
    players: int, variants: Mapping[str, Any], policy: Policy, seed: int
) -> Iterator[tuple[Document, int | str, dict[str, Any], Document, Events]]:
    """Every ply of one game: before, seat, move, after, events."""
    dice = random.Random(f"{players} {sorted(variants.items())} {policy.__name__} {seed}")
    doc = twin.initial(players, variants)
    assert twin.check(doc) == []
    while actors := twin.to_act(doc):
        (seat,) = actors
        if seat == "chance":
            outcomes = twin.chance(doc)
            assert sum(probability for _, probability in outcomes) == 1
            moves = [move for move, _ in outcomes]
            move = dice.choice(moves)
        else:
            assert twin.chance(doc) == []
            moves = twin.legal(doc, seat)
            move = policy(dice, moves)
        assert 1 <= len(moves) <= 57
        before = deepcopy(doc)
        after, events = twin.apply(doc, seat, move)
        assert doc == before
        yield before, seat, move, after, events
        doc = after


def unreachable(doc: Document) -> list[str]:
    """What is consistent by SEP 12, but never met in play."""
    found = []
    seats, counted = doc["seats"], doc["round"] - (doc["phase"] != "over")
    for state in seats:
        if doc["phase"] == "setup" and state["cubes"] != 7:
            found.append("cubes moved in set-up")
        low, high = (counted * bound for bound in twin.ROUND_TOTALS)
        if not low <= state["score"] <= high:
            found.append("a score beyond the rounds counted")
        if doc["variants"]["score_floor_zero"] and state["score"] < 0:
            found.append("a score below the floor")
    if doc["phase"] == "setup" and doc["round"] != 1:
        found.append("set-up of a later round")
    if doc["phase"] == "over" and doc["round"] != doc["variants"]["rounds"]:
        found.append("over before the last round")
    return found


def cubes_explained(before: Document, after: Document, events: Events) -> bool:
    """The cubes of each seat change by what the events say, and by nothing else."""
    cubes = Counter({seat: state["cubes"] for seat, state in enumerate(before["seats"])})
    for event in events:
        if event["kind"] == "cubes_paid":
            cubes[event["seat"]] -= event["cubes"]
        elif event["kind"] in ("card_taken", "cubes_collected"):
            cubes[event["seat"]] += event["cubes"]
    return all(cubes[seat] == state["cubes"] for seat, state in enumerate(after["seats"]))


def ply_bound(players: int, variants: Mapping[str, Any]) -> int:
    """SEP 3: set-up, 7n lasting cards with a draw each, 4n other turns from round 2."""
    rounds: int = variants.get("rounds", 3)
    boards = players if variants.get("board_assignment", "by_seat") != "by_seat" else 0
    return boards + 8 + rounds * 14 * players + (rounds - 1) * 4 * players


def test_ply_bound_of_the_rules() -> None:
    assert (ply_bound(2, {}), ply_bound(3, {})) == (108, 158)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variants", VARIANTS, ids=lambda variants: "+".join(variants) or "none")
@pytest.mark.parametrize("players", [2, 3])
def test_random_games(players: int, variants: dict[str, Any], policy: Policy) -> None:
    for seed in range(so_many(1, 8)):
        plies = drawn = 0
        rounds = []
        for before, seat, move, after, events in play(players, variants, policy, seed):
            plies += 1
            assert twin.check(after) == []
            assert unreachable(after) == []
            assert cubes_explained(before, after, events)
            kinds = [event["kind"] for event in events]
            if before["phase"] == "turn":
                # One draw for each turn that brings a lasting card, and no other (SEP 5.5).
                lasting = move["kind"] in ("take", "disc_orange")
                assert (after["phase"] == "draw") is lasting
                cards = [len(doc["seats"][seat]["cards"]) for doc in (before, after)]
                assert cards[1] - cards[0] == lasting
            drawn += before["phase"] == "draw"
            if "counted" in kinds:
                # The draw that ends the round leaves 28 - 7 - 7n cards (SEP 5.5).
                assert drawn == 7 * players
                assert len(before["deck"]) - 1 == 21 - 7 * players
                assert len(after["deck"]) == (21 if after["phase"] == "turn" else 21 - drawn)
                assert kinds.count("counted") == players
                rounds.append(before["round"])
                drawn = 0
        assert plies <= ply_bound(players, variants)
        assert after["phase"] == "over"
        assert rounds == list(range(1, after["variants"]["rounds"] + 1))
        assert events[-1] == {"kind": "game_over", "winners": after["winners"]}


# --- Moves ------------------------------------------------------------------------------------


def test_packed_numbers() -> None:
    moves = [twin.unpack(code) for code in range(248)]
    assert [twin.pack(move) for move in moves] == list(range(248))
    first = {move["kind"]: code for code, move in reversed(list(enumerate(moves)))}
    assert first == {
        "take": 0,
        "disc_green": 7,
        "disc_orange": 8,
        "disc_blue": 15,
        "choose_board": 211,
        "draw_board": 214,
        "draw_card": 217,
        "draw_first": 245,
    }
    assert twin.unpack(15 + 2 * 28 + 25) == {"kind": "disc_blue", "place": 2, "card": 26}
    for code in (-1, 248):
        with pytest.raises(ValueError):
            twin.unpack(code)
    for move in ({"kind": "pass"}, {"kind": "take"}, {"kind": "take", "place": True}):
        with pytest.raises(ValueError):
            twin.pack(move)


def test_refusals_have_one_sequence() -> None:
    """Repair one fault after the other and meet the codes of SEP 4 in their sequence."""
    doc = twin.initial(2, {"green_needs_cubes": True})
    move: dict[str, Any] = {"kind": "pass", "cards": 4}
    seen = []

    def refused(seat: int | str) -> None:
        verdict = twin.validate(doc, seat, move)
        seen.append(verdict.code)

    refused(2)
    move["kind"] = "disc_blue"
    refused(2)
    del move["cards"]
    refused(2)
    move["place"] = 6
    refused(2)
    move["card"] = 25
    refused(2)
    refused("chance")
    refused(1)
    river = [4, 9, 13, 2, 20, 7, 25]
    hand = [1, 3, 5, 6, 8, 10, 11]
    doc.update(phase="turn", first=0, current=0)
    doc["river"] = [{"card": card, "cubes": 0} for card in river]
    doc["seats"][1].update(cards=hand, retired=True, cubes=0)
    doc["seats"][0].update(cubes=14)
    refused(1)
    doc["seats"][1].update(cards=[], retired=False)
    refused(1)
    doc.update(current=1)
    refused(1)
    doc.update(round=2)
    refused(1)
    doc["seats"][1]["discs"]["blue"] = 1
    refused(1)
    doc["seats"][1]["cubes"] = 6
    refused(1)
    doc["seats"][1]["cards"] = [1]
    refused(1)
    move["card"] = 28
    refused(1)
    move["card"] = 1
    refused(1)
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
        "OK",
    ]


# --- Tables and counting ----------------------------------------------------------------------


def test_tables_of_the_rules() -> None:
    """The sums of SEP 1.1 and the arrangement of SEP 1.2."""
    cards = kernels.TABLES["cards"]
    positive = [card["value"] for card in cards if card["value"] > 0]
    negative = [card for card in cards if card["value"] < 0]
    assert [card["number"] for card in cards] == list(range(1, 29))
    assert (len(cards), len(positive), sum(positive)) == (28, 16, 33)
    assert (len(negative), sum(card["value"] for card in negative)) == (12, -25)
    assert Counter(card["dot"] for card in negative) == {"blue": 4, "orange": 4, "green": 4}
    assert all((card["dot"] is None) == (card["value"] > 0) for card in cards)
    boards = [kernels.comments_of(board, kernels.TABLES) for board in ("7news", "svnbc", "tv7")]
    for comments in boards:
        assert Counter(comments) == {"blue": 2, "orange": 2, "green": 2, None: 1}
    for slot, colours in enumerate(zip(*boards, strict=True), 1):
        assert set(colours) == ({None} if slot == 4 else {"blue", "orange", "green"})


def extreme_total(board: str, pick: Callable[[int, int], int]) -> int:
    """Least or greatest total of a hand, card by card in ascending order."""
    comments = kernels.comments_of(board, kernels.TABLES)
    multipliers = kernels.TABLES["multipliers"]
    best: dict[int, int] = {0: 0}  # slots filled so far -> extreme total
    for number in kernels.card_numbers(kernels.TABLES):
        card = kernels.card_row(number, kernels.TABLES)
        for slot in sorted(best, reverse=True):
            if slot == len(comments):
                continue
            neutral = card["dot"] is not None and card["dot"] == comments[slot]
            total = best[slot] + (0 if neutral else card["value"] * multipliers[slot])
            best[slot + 1] = pick(best.get(slot + 1, total), total)
    return best[len(comments)]


def test_totals_of_one_round() -> None:
    boards = kernels.board_names(kernels.TABLES)
    least = min(extreme_total(board, min) for board in boards)
    greatest = max(extreme_total(board, max) for board in boards)
    assert (least, greatest) == twin.ROUND_TOTALS


def test_example_of_the_rules_has_twelve_hands() -> None:
    """SEP 1.3: 8 points, 20 doubled, 15 under x0, 3 and 26 neutralised."""
    example = (3, 15, 20, 26)
    others = [card for card in range(1, 29) if card not in example]
    found: Counter[str] = Counter()
    for board in kernels.board_names(kernels.TABLES):
        for rest in combinations(others, 3):
            hand = sorted((*example, *rest))
            score = twin.score_hand(board, hand)
            doubled = score.slots[hand.index(20)] == 2 * 3
            unseen = hand.index(15) == 3
            if score.total == 8 and score.neutralised == (3, 26) and doubled and unseen:
                found[board] += 1
    assert found == {"svnbc": 12}


def test_every_single_damage_is_noticed() -> None:
    """`check` complains about each of these changes of a consistent document."""
    doc = given_document(next(case["given"] for case in CASES if case["id"] == "SEP-L05"))
    damages: dict[str, Any] = {
        "/game": "solar",
        "/players": 3,
        "/variants": {},
        "/phase": "draw",
        "/round": 1,
        "/first": None,
        "/current": 2,
        "/river": doc["river"][:6],
        "/deck": doc["deck"][::-1],
        "/seats/0/board": "svnbc",
        "/seats/1/board": None,
        "/seats/0/cubes": doc["seats"][0]["cubes"] + 1,
        "/seats/0/discs/blue": 3,
        "/seats/0/cards": doc["seats"][0]["cards"][::-1],
        "/seats/0/score": 82,
        "/seats/0/retired": True,
        "/supply/green": 4,
        "/winners": [0],
    }
    assert twin.check(doc) == []
    for pointer, value in damages.items():
        damaged = deepcopy(doc)
        container, key = steps(pointer, damaged)
        container[key] = value
        assert twin.check(damaged) != [], pointer


@pytest.mark.parametrize(
    ("previous", "scores", "discs", "cubes", "first"),
    [
        # No golden case decides by cubes against the clockwise order.
        (0, [5, 5, 9], [1, 1, 0], [3, 4, 0], 0),
        (0, [5, 5, 5], [1, 1, 1], [4, 4, 3], 2),
        (1, [2, 2], [0, 0], [6, 7], 0),
        (1, [2, 2], [0, 0], [7, 6], 1),
        (2, [0, 0, 0], [0, 0, 0], [7, 7, 7], 0),
    ],
)
def test_first_player_of_the_next_round(
    previous: int, scores: list[int], discs: list[int], cubes: list[int], first: int
) -> None:
    assert twin.next_first(previous, scores, discs, cubes) == first


def test_a_card_is_neutralised_even_without_a_disc_in_the_supply() -> None:
    """SEP 5.6, step 2: only a supply that play never meets shows it."""
    doc = given_document(next(case["given"] for case in CASES if case["id"] == "SEP-F07"))
    doc["supply"]["blue"] = 0
    after, events = twin.apply(doc, "chance", {"kind": "draw_card", "card": 25})
    neutralised = [event["card"] for event in events if event["kind"] == "neutralised"]
    assert neutralised == [3, 24, 26, 12]
    assert [state["discs"]["blue"] for state in after["seats"]] == [0, 0]
    assert [state["score"] for state in after["seats"]] == [2, -1]
