"""The games that the contract is tested on, and the set-ups of each.

Every game of the registry is here by itself. A game that is for tests only joins through `EXTRA`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Literal, TypeAlias

import arbitre
from arbitre import Event, Game, Move, SetupError, State
from arbitre.game import remember

from .effort import LONG


def _toy() -> Game:
    """The test-only game, whose native rules are in an extension module of their own."""
    import arbitre_toy

    return remember(Game(arbitre_toy.RULES, plugin=arbitre_toy.GAME))


# Further games to run the contract on. They need no perft table, golden cases, labels or page of
# rules: those are asked of the registry's games alone.
EXTRA: dict[str, Callable[[], Game]] = {"toy": _toy}

Chance: TypeAlias = Literal["auto", "manual"]

# Where a game may be longer than this, it is played and varied less often.
LONG_GAME = 1_000

# More set-ups than this of one game would take too long.
MOST_SETUPS = 20

# An option with more values than this is tried at its first and last value only.
MOST_VALUES = 8


def all_games() -> dict[str, Callable[[], Game]]:
    """How to load each game that the contract is tested on."""
    return {**{name: partial(arbitre.load, name) for name in arbitre.games()}, **EXTRA}


@cache
def game(name: str) -> Game:
    """A game, loaded once."""
    return all_games()[name]()


@dataclass(frozen=True)
class Setup:
    """A way to start a game: its name, the number of players and the options."""

    game_name: str
    players: int
    variant: str = "-"
    """The options as keyword arguments of `initial`, in compact JSON; "-" for none."""

    @property
    def game(self) -> Game:
        return game(self.game_name)

    @property
    def options(self) -> dict[str, Any]:
        return options_of(self.variant)

    def initial(self, seed: int, chance: Chance = "auto") -> State:
        return self.game.initial(players=self.players, seed=seed, chance=chance, **self.options)

    def start(self, seed: int, chance: Chance) -> tuple[State, list[Event], list[tuple[int, Move]]]:
        """Like `initial`, with the events and with the moves played, as a match log has them."""
        return self.game._start(self.players, seed, chance, self.options)

    def __str__(self) -> str:
        chosen: dict[str, Any] = {}
        for name, value in self.options.items():
            chosen |= value if isinstance(value, dict) else {name: value}
        words = [f"{name}={value}" for name, value in chosen.items()] or ["standard"]
        return "-".join((self.game_name, f"{self.players}p", *words))


def options_of(variant: str) -> dict[str, Any]:
    """The keyword arguments that a variant in compact JSON stands for."""
    options: dict[str, Any] = {} if variant == "-" else json.loads(variant)
    return options


def variant_of(options: Mapping[str, Any]) -> str:
    """The inverse of `options_of`."""
    return json.dumps(options, separators=(",", ":")) if options else "-"


def other_values(domain: tuple[Any, ...] | Mapping[str, int], default: Any) -> list[Any]:
    """The values of an option to try: all but the default, or the extremes of many."""
    values = list(domain.values()) if isinstance(domain, Mapping) else list(domain)
    if len(values) > MOST_VALUES:
        values = [values[0], values[-1]]
    # True == 1, so the types are compared too.
    return [value for value in values if (type(value), value) != (type(default), default)]


def variants(played: Game) -> list[str]:
    """The standard game, then each option by itself at each other value."""
    found = ["-"]
    for option in played.options.values():
        for value in other_values(option.domain, option.default):
            alone = {option.name: value}
            found.append(variant_of({option.group: alone} if option.group else alone))
    return found


def is_playable(setup: Setup) -> bool:
    """Whether the game takes these options with so many players."""
    try:
        setup.initial(seed=0)
    except SetupError:
        return False
    return True


def candidates(name: str) -> Iterator[Setup]:
    """Every variant with every number of players. Where that is more than `MOST_SETUPS`, the
    standard game alone has every number; the variants take turns with them."""
    counts = game(name).players
    found = variants(game(name))
    if len(found) * len(counts) <= MOST_SETUPS:
        yield from (Setup(name, players, variant) for variant in found for players in counts)
        return
    yield from (Setup(name, players) for players in counts)
    for turn, variant in enumerate(found[1:]):
        yield Setup(name, counts[turn % len(counts)], variant)


@cache
def setups(name: str) -> tuple[Setup, ...]:
    """The ways to start a game that the contract is tested on."""
    return tuple(setup for setup in candidates(name) if is_playable(setup))


def some_setups(name: str) -> tuple[Setup, ...]:
    """Those that an ordinary run has time for where much is asked of each: the standard game with
    every number of players, and every variant once, with numbers that take turns."""
    if LONG:
        return setups(name)
    ways: dict[str, list[Setup]] = {}
    for setup in setups(name):
        ways.setdefault(setup.variant, []).append(setup)
    standard = ways.pop("-")
    return (*standard, *(way[turn % len(way)] for turn, way in enumerate(ways.values())))
