"""The bots make sense of Vitorian Wars: with all pairs of decks they beat one without a plan."""

from __future__ import annotations

from itertools import product
from random import Random as Generator
from typing import Any

import arbitre
from arbitre import Game, bots

DECKS = ("deck_scarlet", "deck_azure", "deck_ivory", "deck_moss")


def won(game: Game, bot: bots.Bot, seat: int, seed: int, **options: Any) -> bool:
    """Whether a bot on a seat wins against `Random`."""
    state = game.initial(players=2, seed=seed, **options)
    rng = Generator(seed)
    while state.to_act:
        (mover,) = state.to_act
        player = bot if mover == seat else bots.Random()
        move = player.choose(game, game.observe(state, mover), mover, rng)
        state = game.apply(state, mover, move)
    return state.winners == (seat,)


def test_greedy_beats_random_with_every_pair_of_decks() -> None:
    game = arbitre.load("vitorian_wars")
    wins = [
        won(game, bots.Greedy(), seat, seed, decks=list(pair))
        for seed, pair in enumerate(product(DECKS, repeat=2))
        for seat in (0, 1)
    ]
    assert sum(wins) >= 0.9 * len(wins)


def test_montecarlo_beats_random() -> None:
    game = arbitre.load("vitorian_wars")
    wins = [won(game, bots.MonteCarlo(playouts=20), seed % 2, seed) for seed in range(6)]
    assert sum(wins) >= 5
