"""Solar: each kernel alone, over many combats and many middle-game positions of four nations."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt
import pytest

import arbitre
from arbitre import Game
from arbitre.kernels import solar as kernel
from bench.measure import Measure
from bench.workload import SEED

COMBATS = 65_536
POSITIONS = 1_024
EARLIEST, LATEST = 4, 8  # turns
SEATS, PAIRS = 4, 12


@pytest.fixture(scope="module")
def game() -> Game:
    return arbitre.load("solar")


@pytest.fixture(scope="module")
def states(game: Game) -> npt.NDArray[np.void]:
    """Every tenth decision of the middle turns of random games."""
    draw = random.Random(SEED)
    found: list[npt.NDArray[np.void]] = []
    while len(found) < POSITIONS:
        state, step = game.initial(players=4, seed=draw.getrandbits(32)), 0
        while state.to_act:
            seat = draw.choice(state.to_act)
            state = game.apply(state, seat, int(draw.choice(game.legal(state, seat))))
            step += 1
            if step % 10 == 0 and EARLIEST <= int(state.array["turn"]) <= LATEST:
                found.append(state.array)
    return np.array(found[:POSITIONS])


def test_combat(measure_one: Measure) -> None:
    draw = np.random.default_rng(SEED)

    def tokens() -> npt.NDArray[np.int64]:
        return draw.integers(0, 12, COMBATS)

    def flags() -> npt.NDArray[np.bool_]:
        return draw.random(COMBATS) < 0.3

    fights = {
        "tokens": tokens() + 1,
        "bonus": draw.integers(0, 5, COMBATS),
        "cruiser": flags(),
        "half": flags(),
        "garrison": draw.integers(1, 11, COMBATS),
        "defender_tokens": tokens(),
        "defender_bonus": draw.integers(0, 5, COMBATS),
        "defender_cruiser": flags(),
        "defender_half": flags(),
    }
    measure_one("solar_combat", lambda: kernel.combat(**fights), COMBATS, "combat")


def test_income(measure_one: Measure, game: Game, states: npt.NDArray[np.void]) -> None:
    measure_one("solar_income", lambda: kernel.income(game, states), POSITIONS * SEATS, "nation")


def test_upkeep(measure_one: Measure, game: Game, states: npt.NDArray[np.void]) -> None:
    measure_one("solar_upkeep", lambda: kernel.upkeep(game, states), POSITIONS * SEATS, "nation")


def test_tension(measure_one: Measure, game: Game, states: npt.NDArray[np.void]) -> None:
    measure_one("solar_tension", lambda: kernel.tension(game, states), POSITIONS * PAIRS, "pair")


def test_network(measure_one: Measure, game: Game, states: npt.NDArray[np.void]) -> None:
    measure_one("solar_network", lambda: kernel.network(game, states), POSITIONS * SEATS, "nation")


def test_journey(measure_one: Measure, game: Game, states: npt.NDArray[np.void]) -> None:
    nodes = np.arange(POSITIONS) % kernel.NODES
    measure_one(
        "solar_journey", lambda: kernel.journey(game, states, nodes), POSITIONS * SEATS, "nation"
    )
