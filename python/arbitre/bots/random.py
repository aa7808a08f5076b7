"""The bot that knows nothing: a baseline, and the quickest way through a game."""

from __future__ import annotations

from random import Random as Generator

from arbitre._native import Move, State
from arbitre.game import Game


class Random:
    """Plays any legal move, each as likely as the others."""

    def choose(self, game: Game, observation: State, seat: int, rng: Generator) -> Move:
        """One of the seat's legal moves; `ValueError` when it has none."""
        codes = game.legal(observation, seat)
        if codes.size == 0:
            raise ValueError(f"seat {seat} has no legal move: it is not to act in this position")
        return game.move(int(codes[rng.randrange(codes.size)]))
