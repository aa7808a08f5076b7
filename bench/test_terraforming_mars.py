"""Terraforming Mars: whole random games, and the moves of a turn with a full hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

import arbitre
from arbitre import CHANCE, Game, State
from bench.measure import Measure
from bench.workload import SEED

GAMES = 16
POSITIONS = 256
HAND = 10
EARLIEST = 3  # generation


@pytest.fixture(scope="module")
def game() -> Game:
    return arbitre.load("terraforming_mars")


def turns(game: Game, draw: random.Random) -> list[State]:
    """Turns in random games of three, the active player's hand filled up to ten cards."""
    found: list[State] = []
    while len(found) < POSITIONS:
        state = game.initial(players=3, seed=draw.getrandbits(32))
        while state.to_act:
            seat = draw.choice(state.to_act)
            document = game.document(state) if draw.random() < 0.05 else None
            if document and seat != CHANCE and is_turn(document) and fill_hand(document, seat):
                found.append(game.build(document, seed=SEED))
            state = game.apply(state, seat, int(draw.choice(game.legal(state, seat))))
    return found[:POSITIONS]


def is_turn(document: dict[str, Any]) -> bool:
    in_turn = document["phase"] == "action" and not document["stack"]
    return bool(in_turn and document["generation"] >= EARLIEST)


def fill_hand(document: dict[str, Any], seat: int) -> bool:
    """Puts cards of the deck into the hand, or what is too much into the discard; false when the
    deck has too few."""
    held = document["seats"][seat]["hand"]
    drawn = document["deck"][: max(0, HAND - len(held))]
    if len(held) + len(drawn) < HAND:
        return False
    document["seats"][seat]["hand"] = [*held[:HAND], *drawn]
    document["discard"] += held[HAND:]
    document["deck"] = "rest"
    return True


def test_a_game_of_three(measure_one: Measure, game: Game) -> None:
    root = game.initial(players=3, seed=SEED)
    measure_one("terraforming_mars_game", lambda: game.playouts(root, GAMES, SEED), GAMES, "game")


def test_legal(measure_one: Measure, game: Game) -> None:
    """One call a position; most of a random game's positions have fewer cards."""
    pairs = [(state, state.to_act[0]) for state in turns(game, random.Random(SEED))]

    def run() -> None:
        for state, seat in pairs:
            game.legal(state, seat)

    measure_one("terraforming_mars_legal", run, POSITIONS, "position")
