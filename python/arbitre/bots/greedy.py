"""The bot that looks one move ahead."""

from __future__ import annotations

from random import Random as Generator

from arbitre._native import Move, State
from arbitre.game import Game


class Greedy:
    """Plays the move after which the game's own value function is highest for its seat.

    The value of a game is told in its page of the docs; a game without one uses the score. What
    the seat can't see is redrawn from its observation first. Equal moves are drawn by lot.
    """

    def choose(self, game: Game, observation: State, seat: int, rng: Generator) -> Move:
        """One of the seat's best moves; `ValueError` when it has none."""
        codes, values = game.evaluate(observation, seat, seed=rng.getrandbits(64))
        if codes.size == 0:
            raise ValueError(f"seat {seat} has no legal move: it is not to act in this position")
        best = (values == values.max()).nonzero()[0]
        return game.move(int(codes[best[rng.randrange(best.size)]]))
