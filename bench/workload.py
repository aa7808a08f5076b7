"""What is measured: positions from the middle of random games, with a move for each.

Every game of the registry has a workload, as large as its states allow. The C++ programs read the
same positions and moves from a file, so that their figures and those from Python are about the
same work.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import arbitre

REFERENCE = "sept_solines"
"""The game that the service, the peers and `typed_bench` are measured with."""

RESOLVING = {"satrapies": "submit"}
"""Games with simultaneous orders, and the kind of move with which the last seat resolves them."""

SEED = 7
MOST = 4096
"""Positions of a workload, and moves of the largest packed request."""
BYTES = 1 << 20
"""What the states of a workload take at most, so that they stay in a core's cache."""
GAMES = 256
PASS = 0.0025
"""Seconds that the playouts of one call may take."""
PLAYOUTS = (16, 256)
"""The fewest, so that two threads have something to share, and the most."""
NODES = 50_000
"""Nodes that perft may count in one call."""


class Subject(NamedTuple):
    """A game that is measured, and the seats that its playouts and its perft start with."""

    game: str
    players: int


def subjects() -> tuple[Subject, ...]:
    """Every game of the registry, with as many players as it takes; the reference first."""
    names = sorted(arbitre.games(), key=lambda name: (name != REFERENCE, name))
    return tuple(Subject(name, max(arbitre.load(name).players)) for name in names)


class Workload:
    """Positions of one game, each with its seat to move and an action: half of them legal, half
    drawn from all codes, most of which are refused."""

    def __init__(self, game: arbitre.Game, players: int, resolving: str | None = None) -> None:
        self.game = game
        self.players = players
        self.root = game.initial(players=players, seed=SEED)
        self.size = size_of(game.state_size)
        draw = random.Random(SEED)
        pool: list[arbitre.State] = []
        for number in range(GAMES):
            pool += middle_game(game, draw, number)
            if len(pool) > 8 * self.size:
                break
        self.states = draw.choices(pool, k=self.size)
        self.seats = [state.to_act[0] for state in self.states]
        self.legal = [
            int(draw.choice(game.legal(state, seat)))
            for state, seat in zip(self.states, self.seats, strict=True)
        ]
        self.actions = [
            legal if number % 2 else draw.randrange(game.action_count)
            for number, legal in enumerate(self.legal)
        ]
        self.resolving = list(last_orders(game, pool, resolving)) if resolving else []

    @cached_property
    def playouts(self) -> int:
        """How many playouts one call makes: a power of two that takes about `PASS` seconds."""
        least, most = PLAYOUTS
        spent = []
        for _ in range(3):
            begin = perf_counter()
            self.game.playouts(self.root, least, SEED)
            spent.append(perf_counter() - begin)
        return power_of_two(least * PASS / min(spent), least, most)

    @cached_property
    def perft_depth(self) -> int:
        """The deepest perft that counts at most `NODES` nodes."""
        depth, before, nodes = 1, 1, self.game.perft(self.root, 1)
        # The next depth is counted only where it promises to be small.
        while nodes * max(1, nodes // before) <= 4 * NODES:
            deeper = self.game.perft(self.root, depth + 1)
            if deeper > NODES:
                break
            depth, before, nodes = depth + 1, nodes, deeper
        return depth

    @cached_property
    def moves(self) -> list[dict[str, Any]]:
        """The actions as mappings."""
        return [dict(self.game.move(action)) for action in self.actions]

    @cached_property
    def records(self) -> list[bytes]:
        """The states in wire form."""
        return [state.to_bytes() for state in self.states]

    @cached_property
    def wire(self) -> bytes:
        """All records, one after another."""
        return b"".join(self.records)

    @cached_property
    def raw(self) -> npt.NDArray[np.void]:
        """The states as records of `state_dtype`: their bytes behind the header."""
        dtype = self.game.state_dtype
        header = self.game.state_size - dtype.itemsize
        return np.frombuffer(b"".join(record[header:] for record in self.records), dtype=dtype)

    @cached_property
    def seat_column(self) -> npt.NDArray[np.uint8]:
        """The seats, packed."""
        return np.array(self.seats, dtype=np.uint8)

    @cached_property
    def action_column(self) -> npt.NDArray[np.uint32]:
        """The actions, packed."""
        return np.array(self.actions, dtype="<u4")

    def write(self, folder: Path) -> list[str]:
        """Write the rules and the moves; returns the arguments with which the C++ programs read
        them."""
        rules = folder / f"{self.game.name}.rules"
        rules.write_text(self.game.rules, encoding="utf-8", newline="")
        moves = folder / f"{self.game.name}.moves"
        legal = np.array(self.legal, dtype="<u4")
        _write_moves(moves, self.wire, self.seat_column, self.action_column, legal)
        arguments = [str(rules), str(moves), "--players", str(self.players)]
        arguments += ["--playouts", str(self.playouts), "--perft", str(self.perft_depth)]
        if self.resolving:
            last = folder / f"{self.game.name}.resolving"
            wire = b"".join(state.to_bytes() for state, _, _ in self.resolving)
            seats = np.array([seat for _, seat, _ in self.resolving], dtype=np.uint8)
            actions = np.array([action for _, _, action in self.resolving], dtype="<u4")
            _write_moves(last, wire, seats, actions, actions)
            arguments += ["--resolving", str(last)]
        return arguments


@cache
def workload(subject: Subject) -> Workload:
    """The workload of a game, made once."""
    game = arbitre.load(subject.game)
    return Workload(game, subject.players, RESOLVING.get(subject.game))


def size_of(state_size: int) -> int:
    """How many positions a workload has: 4,096, or as many as keep to `BYTES`."""
    return power_of_two(BYTES / state_size, 64, MOST)


def power_of_two(wanted: float, least: int, most: int) -> int:
    """The largest power of two that isn't above `wanted`, kept within limits."""
    return min(max(1 << max(int(wanted), 1).bit_length() - 1, least), most)


def middle_game(game: arbitre.Game, draw: random.Random, seed: int) -> list[arbitre.State]:
    """The decisions in the middle third of a random game."""
    state = game.initial(players=draw.choice(game.players), seed=seed)
    decisions = []
    while not state.over:
        decisions.append(state)
        seat = state.to_act[0]
        state = game.apply(state, seat, int(draw.choice(game.legal(state, seat))))
    return decisions[len(decisions) // 3 : 2 * len(decisions) // 3]


def last_orders(
    game: arbitre.Game, pool: list[arbitre.State], kind: str
) -> Iterator[tuple[arbitre.State, int, int]]:
    """Positions in which one seat is still awaited, and its move of that kind; 256 at most."""
    left = 256
    for state in pool:
        if len(state.to_act) != 1 or not left:
            continue
        seat = state.to_act[0]
        for action in game.legal(state, seat):
            if game.move(int(action)).kind == kind:
                left -= 1
                yield state, seat, int(action)
                break


def _write_moves(path: Path, wire: bytes, *columns: npt.NDArray[Any]) -> None:
    path.write_bytes(wire + b"".join(column.tobytes() for column in columns))
