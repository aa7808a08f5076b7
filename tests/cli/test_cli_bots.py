"""The bots that the command line seats."""

from __future__ import annotations

from collections import Counter
from random import Random as Generator

import pytest

import arbitre
from arbitre import bots


@pytest.fixture(scope="module")
def game() -> arbitre.Game:
    """The smallest game."""
    return arbitre.load("sept_solines")


@pytest.mark.parametrize("name", bots.FACTORIES)
def test_every_bot_plays_legal_moves_to_the_end(game: arbitre.Game, name: str) -> None:
    bot, rng = bots.make(name), Generator(1)
    state = game.initial(players=3, seed=1)
    while state.to_act:
        seat = state.to_act[0]
        move = bot.choose(game, game.observe(state, seat), seat, rng)
        assert game.validate(state, seat, move).ok
        state = game.apply(state, seat, move)
    assert state.over


@pytest.mark.parametrize("name", bots.FACTORIES)
def test_same_generator_same_choice(game: arbitre.Game, name: str) -> None:
    state = game.initial(players=2, seed=1)
    seat = state.to_act[0]
    seen = game.observe(state, seat)
    choices = [bots.make(name).choose(game, seen, seat, Generator(9)) for _ in range(2)]
    assert choices[0] == choices[1]


def test_random_is_uniform(game: arbitre.Game) -> None:
    state = game.initial(players=2, seed=1)
    seat, rng = state.to_act[0], Generator(1)
    counts = Counter(bots.Random().choose(game, state, seat, rng).code for _ in range(7000))
    assert sorted(counts) == game.legal(state, seat).tolist()
    assert all(850 < count < 1150 for count in counts.values())


def test_random_says_when_there_is_nothing_to_choose(game: arbitre.Game) -> None:
    state = game.initial(players=2, seed=1)
    with pytest.raises(ValueError, match="not to act"):
        bots.Random().choose(game, state, 1 - state.to_act[0], Generator(1))


def test_unknown_bot_lists_the_bots() -> None:
    with pytest.raises(ValueError, match=r"'clever'; the bots are random"):
        bots.make("clever")
