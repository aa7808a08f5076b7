"""Fixtures that run a test over every game, and over every set-up of every game."""

from __future__ import annotations

import gc
from collections.abc import Mapping

import pytest
from hypothesis import settings

from arbitre import Game
from support import games

pytest_plugins = ["support.signature"]

VARIANTS: Mapping[str, list[str]] = {
    name: games.variants(games.game(name)) for name in games.all_games()
}
"""For each game the options to test it with, as `support.games.Setup.variant` has them."""

SETUPS = [setup for name in games.all_games() for setup in games.some_setups(name)]

# The same examples in every run, and no verdict that depends on how busy the machine is.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")


def pytest_collection_finish() -> None:
    """What was made so far stays to the end: the garbage collector needn't look at it again."""
    gc.freeze()


@pytest.fixture(params=list(games.all_games()))
def game_name(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def game(game_name: str) -> Game:
    return games.game(game_name)


@pytest.fixture(params=SETUPS, ids=str)
def setup(request: pytest.FixtureRequest) -> games.Setup:
    found: games.Setup = request.param
    return found
