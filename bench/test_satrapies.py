"""Satrapies: whole turns resolved, and one power's orders listed, in middle-game positions."""

from __future__ import annotations

import random

import pytest

import arbitre
from arbitre import Game, State
from arbitre.kernels import satrapies as kernel
from bench.measure import Measure
from bench.workload import SEED

POSITIONS = 512
EARLIEST, LATEST = 4, 14  # turns


@pytest.fixture(scope="module")
def game() -> Game:
    return arbitre.load("satrapies")


def full_order_sets(game: Game, draw: random.Random) -> list[State]:
    """Positions in which only one submission is missing. Random powers write until they happen to
    submit, which is late: their points are spent by then."""
    found: list[State] = []
    while len(found) < POSITIONS:
        state = game.initial(players=4, seed=draw.getrandbits(32))
        while state.to_act:
            seat = draw.choice(state.to_act)
            move = game.move(int(draw.choice(game.legal(state, seat))))
            middle = EARLIEST <= int(state.array["turn"]) <= LATEST
            if middle and len(state.to_act) == 1 and move.kind == "submit":
                found.append(state)
            state = game.apply(state, seat, move)
    return found[:POSITIONS]


def test_adjudication(measure_one: Measure, game: Game) -> None:
    """With the checks of every position, and a lot for every tie."""
    states = kernel.records(full_order_sets(game, random.Random(SEED)))
    measure_one(
        "satrapies_adjudicate",
        lambda: kernel.adjudicate(game, states, seed=SEED),
        POSITIONS,
        "turn",
    )


def test_legal(measure_one: Measure, game: Game) -> None:
    states = full_order_sets(game, random.Random(SEED))
    seats = [state.to_act[0] for state in states]
    pairs = list(zip(states, seats, strict=True))

    def run() -> None:
        for state, seat in pairs:
            game.legal(state, seat)

    measure_one("satrapies_legal", run, POSITIONS, "position")
