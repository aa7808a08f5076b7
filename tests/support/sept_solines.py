"""Positions of Sept Solines, and the engine beside the plain Python twin of `reference`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import arbitre
from arbitre import CHANCE, State
from reference import sept_solines as twin
from reference.sept_solines_kernels import all_moves

Document = dict[str, Any]

GAME = arbitre.load("sept_solines")
MOVES = all_moves()
RIVER = (4, 9, 13, 2, 20, 7, 25)
BOARDS = ("7news", "svnbc", "tv7")
COLOURS = ("blue", "orange", "green")
VARIANTS: Mapping[str, Sequence[Any]] = {
    "score_floor_zero": (False, True),
    "board_assignment": ("by_seat", "random", "chosen"),
    "rounds": (3, 1, 2, 4, 5),
    "green_needs_cubes": (False, True),
    "blue_keeps_cubes": (False, True),
}


def seat_for_twin(seat: int) -> Any:
    return "chance" if seat == CHANCE else seat


def position(
    players: int = 2,
    variants: Mapping[str, Any] | None = None,
    *,
    river: Sequence[int] = RIVER,
    river_cubes: Sequence[int] = (),
    seats: Sequence[Mapping[str, Any]] = (),
    **top: Any,
) -> Document:
    """A document as the worked examples of SEP 9 describe them: what is not said follows, or is
    round 2 with seat 0 to act and 7 cubes each; the last seat whose cubes are not given takes what
    is missing to 7 a player."""
    document = twin.initial(players, variants)
    document.update({"phase": "turn", "round": 2, "first": 0, "current": 0, **top})
    lying = [*river_cubes, *[0] * len(river)]
    document["river"] = [
        {"card": card, "cubes": cubes} for card, cubes in zip(river, lying, strict=False)
    ]
    given = [*seats, *[{}] * players][:players]
    for seat, patch in zip(document["seats"], given, strict=True):
        seat.update(patch)
        seat["discs"] = {colour: patch.get("discs", {}).get(colour, 0) for colour in COLOURS}
        seat["cards"] = sorted(seat["cards"])
        seat["retired"] = len(seat["cards"]) == 7
    free = [i for i, patch in enumerate(given) if "cubes" not in patch]
    if free:
        cubes = [seat["cubes"] for seat in document["seats"]]
        document["seats"][free[-1]]["cubes"] += 7 * players - sum(cubes) - sum(lying)
    taken = {*river, *(card for seat in document["seats"] for card in seat["cards"])}
    document["deck"] = [card for card in range(1, 29) if card not in taken]
    for colour in COLOURS:
        held = sum(seat["discs"][colour] for seat in document["seats"])
        document["supply"][colour] = 4 - held
    if document["phase"] == "over":
        document["winners"] = twin.winners(document)
    return document


def build(document: Document) -> State:
    return GAME.build(document, chance="manual", seed=0)


def random_position(dice: random.Random) -> Document:
    """A consistent position, most of them out of reach of play; every fourth ends a round."""
    players = dice.choice((2, 3))
    variants = {name: dice.choice(values) for name, values in VARIANTS.items()}
    rounds = variants["rounds"]
    ends_round = dice.random() < 0.25
    phase = "draw" if ends_round or dice.random() < 0.2 else "turn"
    current = dice.randrange(players)
    sizes = [7 if ends_round else dice.randint(0, 7) for _ in range(players)]
    if not ends_round:
        sizes[current] = dice.randint(1, 7) if phase == "draw" else dice.randint(0, 6)
    cards = dice.sample(range(1, 29), 28)
    river, cards = cards[: 7 if phase == "turn" else 6], cards[7:]
    piles = [0] * (len(river) + players)
    for _ in range(7 * players):
        piles[dice.randrange(len(piles))] += 1
    played = dice.randint(1, rounds)
    boards = dice.sample(BOARDS, players)
    supply = dict.fromkeys(COLOURS, 4)
    seats = []
    for seat in range(players):
        hand, cards = cards[: sizes[seat]], cards[sizes[seat] :]
        discs = dict.fromkeys(COLOURS, 0)
        if played > 1 and len(hand) < 7:
            for colour in COLOURS:
                discs[colour] = min(dice.randint(0, 2), supply[colour])
                supply[colour] -= discs[colour]
        counted = played - 1
        score = dice.randint(-23 * counted, 27 * counted)
        seats.append(
            {
                "board": boards[seat],
                "cubes": piles[len(river) + seat],
                "discs": discs,
                "cards": hand,
                "score": max(score, 0) if variants["score_floor_zero"] else score,
            }
        )
    return position(
        players,
        variants,
        river=river,
        river_cubes=piles[: len(river)],
        seats=seats,
        phase=phase,
        round=played,
        first=dice.randrange(players),
        current=current,
    )


# --- the engine beside the twin ---


def assert_same_move(state: State, document: Document, seat: int, code: int) -> Document:
    """One legal move in both: same document, same events, same players to act."""
    move = MOVES[code]
    after, events = GAME.step(state, seat, code)
    expected, happened = twin.apply(document, seat_for_twin(seat), move)
    assert GAME.document(after) == expected, (seat, move)
    assert [dict(event) for event in events] == happened, (seat, move)
    assert_same_standing(after, expected)
    return expected


def assert_same_standing(state: State, document: Document) -> None:
    """Who acts, what is pending, scores and winners."""
    assert [seat_for_twin(seat) for seat in state.to_act] == twin.to_act(document)
    assert list(state.scores) == [seat["score"] for seat in document["seats"]]
    assert list(state.winners) == (document["winners"] or [])
    assert state.over is (document["phase"] == "over")
    codes, probabilities = GAME.chance(state)
    pending = twin.chance(document) if CHANCE in state.to_act else []
    assert [MOVES[code] for code in codes.tolist()] == [move for move, _ in pending]
    assert probabilities.tolist() == [float(share) for _, share in pending]


def assert_same_legal(state: State, document: Document) -> None:
    """The exact legal moves of the seat to act, found in the twin by trying all."""
    for seat in state.to_act:
        if seat != CHANCE:  # assert_same_standing compares the draws
            expected = [i for i, m in enumerate(MOVES) if twin.validate(document, seat, m) == OK]
            assert GAME.legal(state, seat).tolist() == expected


OK = twin.Verdict("OK")


def verdict_of(state: State, seat: int, move: Any) -> twin.Verdict:
    verdict = GAME.validate(state, seat, move)
    return twin.Verdict(verdict.code, verdict.subject, verdict.need, verdict.have)
