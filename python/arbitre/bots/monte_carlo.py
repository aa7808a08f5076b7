"""The bot that plays games out in its head."""

from __future__ import annotations

from random import Random as Generator

from arbitre._native import Move, State
from arbitre.game import Game


class MonteCarlo:
    """Compares its moves by playouts and plays the one that leaves it furthest ahead.

    Each playout starts from a position redrawn from the seat's observation, so the search never
    peeks; the same positions are used for all moves, and the worse half of the moves drops out
    again and again (sequential halving). `playouts` is the budget of one choice, `seconds` a limit
    of time (0 = none; with a limit, choices depend on the machine). With the budget alone, the
    generator fixes the choice, whatever the number of `threads`.
    """

    def __init__(self, playouts: int = 200, *, seconds: float = 0.0, threads: int = 1) -> None:
        if playouts < 1 or seconds < 0 or threads < 1:
            raise ValueError("playouts and threads: expected 1 or more; seconds: 0 or more")
        self.playouts = playouts
        self.seconds = seconds
        self.threads = threads

    def choose(self, game: Game, observation: State, seat: int, rng: Generator) -> Move:
        """The best move found; `ValueError` when the seat has none."""
        seed = rng.getrandbits(64)
        found = game.search(
            observation,
            seat,
            playouts=self.playouts,
            seconds=self.seconds,
            seed=seed,
            threads=self.threads,
        )
        if not found:
            raise ValueError(f"seat {seat} has no legal move: it is not to act in this position")
        return found[0].move
