"""Other libraries at work of the like kind, beside arbitre in the same run, in turns.

They play other games, so this compares what one move costs a program, not rules of one size.
arbitre plays the reference game. What is compared with what, by its kind:

- `playouts`: random games to their end in one native call. OpenSpiel has no call for that alone;
  its Monte-Carlo bot with a single simulation does nothing but roll out from the root. It doesn't
  tell how many moves it made, so that is the number of rollouts times the mean length of random
  games from the same root, counted beforehand.
- `calls`: a Python loop that lists the legal moves, picks one and plays it: two or three calls a
  move.
- `observing`: the same with an observation of the seat to move, as an array, at every move. The
  environments of PettingZoo make one whether or not it is asked for.
- `perft`: a Python loop over the tree of moves; the leaves are counted, not made.

All of it on one thread, and measured in processor time: turns of a peer are too long to find one
that other programs don't interrupt. What isn't installed is left out, and the report says how to
install it.
"""

from __future__ import annotations

import importlib
import os
import random
import statistics
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np

import arbitre
from bench.figures import Figure, Peer
from bench.workload import SEED, Workload

BUDGET = 1.6
"""Seconds of a comparison, as far as its rounds allow."""
ROUNDS = (10, 60)
TURN = 0.01
"""Seconds of a turn at least, in which what the other's turn left in the caches is soon gone."""
COUNTED = 200
"""Random games whose mean length stands for those that can't be counted."""

# Rollouts in one call: enough that their lengths average out.
OPEN_SPIEL = {"leduc_poker": 512, "hearts": 64, "backgammon": 16, "chess": 32}
PETTING_ZOO = ("connect_four_v3", "leduc_holdem_v4", "chess_v6")
FIRST_MOVES = 40
"""A game of PettingZoo is left after so many, for one of chess would take seconds."""
CHESS_DEPTH, DEPTH = 3, 4

Pass = Callable[[], float]
"""Does some work and returns how many operations that were."""


class Comparison(NamedTuple):
    """A peer at work, and arbitre at the like."""

    peer: str
    kind: str
    theirs: Pass
    ours: Pass
    unit: str = "move"


def measure(work: Workload) -> tuple[list[Peer], dict[str, str]]:
    """Measure the peers that are installed; returns them, and for the others what to do."""
    found, absent = [], {}
    for package, comparisons in PACKAGES.items():
        try:
            version(package)
        except PackageNotFoundError:
            absent[package] = f"{package} is not installed; `make bench-peers` installs it"
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the insides of the peers
            found += [take_turns(comparison) for comparison in comparisons(work)]
    return found, absent


def take_turns(comparison: Comparison) -> Peer:
    """Theirs, ours, theirs, ours, after one of each that isn't counted."""
    peer, kind, theirs, ours, unit = comparison
    begin = perf_counter()
    turn(theirs)
    turn(ours)
    least, most = ROUNDS
    rounds = min(max(round(BUDGET / (perf_counter() - begin)), least), most)
    pairs = [(turn(theirs), turn(ours)) for _ in range(rounds)]
    return Peer(
        peer,
        kind,
        Figure.of(unit, [their for their, _ in pairs]),
        Figure.of(unit, [our for _, our in pairs]),
        statistics.median(their / our for their, our in pairs),
    )


def turn(run: Pass) -> float:
    """Nanoseconds of one operation."""
    operations, spent, begin = 0.0, 0.0, process_time()
    while spent < TURN:
        operations += run()
        spent = process_time() - begin
    return 1e9 * spent / operations


class Ours:
    """arbitre at work: each method is a pass."""

    def __init__(self, work: Workload) -> None:
        self._game, self._root, self._playouts = work.game, work.root, work.playouts
        self._draw = random.Random(SEED).random

    def playouts(self) -> float:
        return float(self._game.playouts(self._root, self._playouts, SEED)["plies"].sum())

    def calls(self) -> float:
        legal, apply, state = self._game.legal, self._game.apply, self._root
        moves = 0
        while not state.over:
            seat = state.to_act[0]
            state = apply(state, seat, int(pick(legal(state, seat), self._draw)))
            moves += 1
        return moves

    def observing(self) -> float:
        game, state = self._game, self._root
        moves = 0
        while not state.over:
            seat = state.to_act[0]
            _ = game.observe(state, seat).array
            state = game.apply(state, seat, int(pick(game.legal(state, seat), self._draw)))
            moves += 1
        return moves

    def perft(self) -> float:
        return self._leaves(self._root, DEPTH)

    def _leaves(self, state: arbitre.State, depth: int) -> int:
        seat = state.to_act[0]
        actions = self._game.legal(state, seat)
        if depth == 1:
            return len(actions)
        apply = self._game.apply
        return sum(self._leaves(apply(state, seat, int(a)), depth - 1) for a in actions)


def pick(actions: Any, draw: Callable[[], float]) -> Any:
    """One of them, as cheaply as Python can; the same for all."""
    return actions[int(draw() * len(actions))]


def open_spiel(work: Workload) -> Iterator[Comparison]:
    """Random games of a few sizes, by its Python interface and inside it."""
    pyspiel: Any = importlib.import_module("pyspiel")
    ours, name = Ours(work), f"OpenSpiel {version('open_spiel')}"
    generator = random.Random(SEED)
    for game_name, rollouts in OPEN_SPIEL.items():
        game = pyspiel.load_game(game_name)
        root = dealt(game, generator)

        def calls(root: Any = root) -> float:
            return play_open_spiel(root.clone(), generator)

        length = statistics.mean(calls() for _ in range(COUNTED))
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, SEED)
        # One simulation evaluates the root and ends: see above.
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, SEED, False)

        def playouts(
            search: Callable[[Any], object] = bot.mcts_search,
            root: Any = root,
            moves: float = rollouts * length,
        ) -> float:
            search(root)
            return moves

        yield Comparison(f"{name}, {game_name}", "playouts", playouts, ours.playouts)
        yield Comparison(f"{name}, {game_name}", "calls", calls, ours.calls)


def dealt(game: Any, generator: random.Random) -> Any:
    """The first position in which a player decides."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance(state, generator))
    return state


def chance(state: Any, generator: random.Random) -> int:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    drawn: int = generator.choices(actions, weights)[0]
    return drawn


def play_open_spiel(state: Any, generator: random.Random) -> int:
    """Play on to the end; returns the number of moves, chance included."""
    draw, moves = generator.random, 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance(state, generator))
        else:
            state.apply_action(pick(state.legal_actions(), draw))
        moves += 1
    return moves


def python_chess(work: Workload) -> Iterator[Comparison]:
    """The tree of chess moves from the first position."""
    chess: Any = importlib.import_module("chess")
    board = chess.Board()

    def leaves(depth: int) -> int:
        if depth == 1:
            count: int = board.legal_moves.count()
            return count
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += leaves(depth - 1)
            board.pop()
        return total

    yield Comparison(
        f"python-chess {version('chess')}",
        "perft",
        lambda: leaves(CHESS_DEPTH),
        Ours(work).perft,
        "node",
    )


def petting_zoo(work: Workload) -> Iterator[Comparison]:
    """Steps of a few classic environments."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    ours, name = Ours(work), f"PettingZoo {version('pettingzoo')}"
    draw = random.Random(SEED).random
    for module in PETTING_ZOO:
        environment = importlib.import_module(f"pettingzoo.classic.{module}").env()

        def observing(environment: Any = environment) -> float:
            return play_petting_zoo(environment, draw)

        yield Comparison(
            f"{name}, {module.rpartition('_')[0]}", "observing", observing, ours.observing
        )


def play_petting_zoo(environment: Any, draw: Callable[[], float]) -> int:
    """Play a game to its end, or its first moves; returns the number of moves."""
    environment.reset(seed=int(draw() * 1e9))
    moves = 0
    for _ in environment.agent_iter():
        seen, _, terminated, truncated, info = environment.last()
        if terminated or truncated:
            environment.step(None)
            continue
        mask = seen.get("action_mask") if isinstance(seen, dict) else None
        mask = info["action_mask"] if mask is None else mask
        environment.step(int(pick(np.flatnonzero(mask), draw)))
        moves += 1
        if moves == FIRST_MOVES:
            break
    return moves


PACKAGES: dict[str, Callable[[Workload], Iterator[Comparison]]] = {
    "open_spiel": open_spiel,
    "chess": python_chess,
    "pettingzoo": petting_zoo,
}
