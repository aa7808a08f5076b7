"""Players of any game: what a bot is, the bots there are, and their names.

A bot sees what its seat may see and nothing else. It keeps no generator of its own: the caller
hands one in with every choice, so a seeded caller gets the same game again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random as Generator
from types import MappingProxyType
from typing import Protocol

from arbitre._native import Move, State
from arbitre.bots.greedy import Greedy
from arbitre.bots.monte_carlo import MonteCarlo
from arbitre.bots.random import Random
from arbitre.bots.solar import Conqueror, Opportunist, Strategist
from arbitre.game import Game

__all__ = [
    "FACTORIES",
    "POLICIES",
    "Bot",
    "Greedy",
    "MonteCarlo",
    "Random",
    "make",
    "names",
    "told",
]


class Bot(Protocol):
    """Something that chooses moves.

    `observation` is what `seat` may see of the position (`game.observe`), and `seat` is one of
    those to act. `rng` is a `random.Random`: it is in the standard library, draws single numbers
    quickly, gives 64-bit seeds for `game.determinise` (`rng.getrandbits(64)`), and a host may hand
    in a `random.SystemRandom` instead. A bot takes all its chance from it.
    """

    def choose(self, game: Game, observation: State, seat: int, rng: Generator) -> Move:
        """One of the seat's legal moves."""
        ...


FACTORIES: Mapping[str, Callable[..., Bot]] = MappingProxyType(
    {
        "random": Random,
        "greedy": Greedy,
        "montecarlo": MonteCarlo,
    }
)
"""The bots of every game by name; a new one adds its line here. Each works when called without
arguments."""

POLICIES: Mapping[str, Mapping[str, Callable[[], Bot]]] = MappingProxyType(
    {
        "solar": MappingProxyType(
            {
                "strategist": Strategist,
                "conqueror": Conqueror,
                "opportunist": Opportunist,
            }
        ),
    }
)
"""The bots that know one game, by game and name."""


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game."""
    return (*FACTORIES, *POLICIES.get(game, ()))


def told() -> str:
    """The names of all bots in words, for help texts."""
    own = (f"in {game} also {', '.join(policies)}" for game, policies in POLICIES.items())
    return "; ".join([", ".join(FACTORIES), *own])


def make(name: str, game: str | None = None) -> Bot:
    """A bot by its name, which may carry a budget: `montecarlo:1000` plays 1,000 playouts a choice.
    With a game, a bot that plays it. `ValueError` lists the names there are."""
    kind, colon, budget = name.partition(":")
    policies = {
        k: make for g, own in POLICIES.items() if game in (None, g) for k, make in own.items()
    }
    known = {**FACTORIES, **policies}
    if kind not in known:
        raise ValueError(f"unknown bot {kind!r}; the bots are {', '.join(known)}")
    if not colon:
        return known[kind]()
    if known[kind] is not MonteCarlo:
        raise ValueError(f"{name!r}: a budget is for montecarlo; write {kind}")
    if not (budget.isascii() and budget.isdigit() and 0 < int(budget) < 2**32):
        raise ValueError(f"{name!r}: expected a number of playouts, as in montecarlo:1000")
    return MonteCarlo(int(budget))
