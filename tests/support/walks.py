"""Random games, each fixed by its set-up, its seed and who plays chance."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from arbitre import CHANCE, SPECTATOR, Event, Game, Move, State

from .effort import so_many
from .games import LONG_GAME, Chance, Setup, setups

# Random games of one game over all its set-ups; fewer when they are long.
GAMES = 200
PLIES = so_many(16_000, 60_000)

# Action spaces up to this size are tried out whole at every ply, larger ones by a sample: as large,
# or a part of it where games are long and have many plies to try.
ALL_CODES = 4_096
SOME_CODES = 512

# What costs much is asked of so many states of a game, evenly spread over a longer one.
STATES = so_many(24, 100)


MODES: tuple[Chance, Chance] = ("auto", "manual")


class Ply(NamedTuple):
    """One call of `apply` in a random game, with all that it reported."""

    before: State
    seat: int
    code: int
    after: State
    events: list[Event]
    played: list[tuple[int, Move]]


class Walk(NamedTuple):
    """A random game from its start to its end."""

    setup: Setup
    seed: int
    chance: Chance
    start: State
    start_events: list[Event]
    start_played: list[tuple[int, Move]]
    plies: list[Ply]
    prints: list[tuple[int, bytes]]
    """Hash and bytes of every state, taken when it was new."""

    @property
    def game(self) -> Game:
        return self.setup.game

    @property
    def states(self) -> list[State]:
        return [self.start, *(ply.after for ply in self.plies)]

    @property
    def end(self) -> State:
        return self.plies[-1].after

    @property
    def judged(self) -> list[State]:
        """The states for whatever costs much: all of a short game, some of a long one."""
        return self.states if len(self.states) <= STATES else self.some_states(STATES)

    def some_states(self, n: int) -> list[State]:
        """About n of the states, evenly spread, with the first and the last."""
        states = self.states
        return [states[i * (len(states) - 1) // (n - 1)] for i in range(n)]

    @property
    def events(self) -> list[Event]:
        return [*self.start_events, *(event for ply in self.plies for event in ply.events)]

    @property
    def log(self) -> list[tuple[int, Move]]:
        """Every move of the game, chance included."""
        return [*self.start_played, *(entry for ply in self.plies for entry in ply.played)]


def pick(game: Game, state: State, dice: random.Random, by_kind: bool) -> tuple[int, int]:
    """A seat that is to act and one of its legal moves. Chance goes by its probabilities; players
    pick evenly among their moves or, `by_kind`, first among the kinds of them."""
    seat = dice.choice(state.to_act)
    if seat == CHANCE:
        draws, probabilities = game.chance(state)
        return seat, dice.choices(draws.tolist(), probabilities.tolist())[0]
    codes = game.legal(state, seat).tolist()
    assert codes, f"seat {seat} is to act but has no legal move"
    if by_kind:
        kinds = {code: game.move(code).kind for code in codes}
        kind = dice.choice(sorted(set(kinds.values())))
        codes = [code for code in codes if kinds[code] == kind]
    return seat, dice.choice(codes)


@cache
def walk(setup: Setup, seed: int, chance: Chance) -> Walk:
    """One random game. Games of even pairs of seeds pick evenly among moves, the others by kind."""
    game = setup.game
    dice = random.Random(f"{setup} {seed} {chance}")
    start, events, played = setup.start(seed, chance)
    found = Walk(setup, seed, chance, start, events, played, [], [print_of(start)])
    state = start
    while state.to_act:
        assert len(found.plies) <= game.ply_bound, "the game is longer than its bound"
        seat, code = pick(game, state, dice, by_kind=seed // 2 % 2 == 1)
        after, events, played = game._advance(state, seat, code)
        found.plies.append(Ply(state, seat, code, after, events, played))
        found.prints.append(print_of(after))
        state = after
    return found


def print_of(state: State) -> tuple[int, bytes]:
    """What must never change about a state."""
    return hash(state), state.to_bytes()


def walks(setup: Setup) -> list[Walk]:
    """The random games of a set-up: engine and host take turns in playing chance."""
    starts = len(setups(setup.game_name))
    count = min(-(-GAMES // starts), PLIES // (starts * setup.game.ply_bound))
    return [walk(setup, seed, MODES[seed % 2]) for seed in range(max(2, count))]


def seats_to_try(players: int) -> list[int]:
    """Every seat, numbers that are none, chance and the spectator."""
    return [*range(players), players, 8, 253, CHANCE, SPECTATOR]


def codes_to_try(game: Game, state: State, dice: random.Random) -> npt.NDArray[np.uint32]:
    """All codes, ascending; of a large space a sample with every legal one and its neighbours."""
    if game.action_count <= ALL_CODES:
        return np.arange(game.action_count, dtype=np.uint32)
    size = ALL_CODES if game.ply_bound <= LONG_GAME else SOME_CODES
    numbers = np.random.default_rng(dice.getrandbits(64))
    codes = [numbers.choice(game.action_count, size, replace=False)]
    for seat in state.to_act:
        legal = game.legal(state, seat).astype(np.int64)
        codes += [legal - 1, legal, legal + 1]
    found = np.unique(np.concatenate(codes))
    return found[(found >= 0) & (found < game.action_count)].astype(np.uint32)


def judge_all(
    game: Game, state: State, seats: list[int], codes: npt.NDArray[np.uint32]
) -> npt.NDArray[np.uint16]:
    """The number of the verdict on every code of every seat: a row for each seat."""
    actions = np.tile(codes, len(seats))
    actors = np.repeat(np.array(seats, dtype=np.uint8), len(codes))
    verdicts = game.validate_many(state, actors, actions)
    return verdicts.code.reshape(len(seats), len(codes))


def assert_legal_is_what_validate_accepts(
    game: Game, state: State, codes: npt.NDArray[np.uint32]
) -> None:
    """The one law of legality, for every seat and number that could be one."""
    seats = seats_to_try(state.players)
    for seat, numbers in zip(seats, judge_all(game, state, seats, codes), strict=True):
        legal = game.legal(state, seat)
        assert codes[numbers == 0].tolist() == legal.tolist(), (state, seat)
