"""What is measured: positions from the middle of random games, with a move for each.

The C++ program reads the same positions and moves from a file, so that its figures and those from
Python are about the same work.
"""

from __future__ import annotations

import random
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import arbitre

GAME = "sept_solines"
SIZE = 4096
SEED = 7
GAMES = 256


class Workload:
    """Positions of one game, each with its seat to move and an action: half of them legal, half
    drawn from all codes, most of which are refused."""

    def __init__(self, game: arbitre.Game) -> None:
        self.game = game
        self.root = game.initial(players=max(game.players), seed=SEED)
        draw = random.Random(SEED)
        pool: list[arbitre.State] = []
        for number in range(GAMES):
            pool += _middle_game(game, draw, number)
        self.states = draw.choices(pool, k=SIZE)
        self.seats = [state.to_act[0] for state in self.states]
        self.legal = [
            int(draw.choice(game.legal(state, seat)))
            for state, seat in zip(self.states, self.seats, strict=True)
        ]
        self.actions = [
            legal if number % 2 else draw.randrange(game.action_count)
            for number, legal in enumerate(self.legal)
        ]

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

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write the rules and the moves, as the C++ program reads them."""
        rules = folder / f"{self.game.name}.rules"
        moves = folder / f"{self.game.name}.moves"
        rules.write_text(self.game.rules, encoding="utf-8", newline="")
        legal = np.array(self.legal, dtype="<u4")
        columns = (self.seat_column, self.action_column, legal)
        moves.write_bytes(self.wire + b"".join(column.tobytes() for column in columns))
        return rules, moves


def _middle_game(game: arbitre.Game, draw: random.Random, seed: int) -> list[arbitre.State]:
    """The decisions in the middle third of a random game."""
    state = game.initial(players=draw.choice(game.players), seed=seed)
    decisions = []
    while not state.over:
        decisions.append(state)
        seat = state.to_act[0]
        state = game.apply(state, seat, int(draw.choice(game.legal(state, seat))))
    return decisions[len(decisions) // 3 : 2 * len(decisions) // 3]
