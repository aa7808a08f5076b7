"""The temperaments of Solar (SOL 8): computer-held nations with a taste of their own.

A temperament weighs every legal move by what it brings to the end of the game (`actions`,
`answers`), as far as its nation can see (`outlook`), and plays the best; equal ones are drawn by
lot. Besieged and Cornered are moods: they are read off the position, so a temperament keeps
nothing between choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random as Generator
from typing import ClassVar

from arbitre._native import Move, State
from arbitre.bots.solar.actions import Bias
from arbitre.bots.solar.answers import Answers
from arbitre.bots.solar.outlook import Outlook, facts_of
from arbitre.game import Game

__all__ = ["Bias", "Conqueror", "Opportunist", "Strategist", "Temperament"]


class Temperament:
    """Plays the move that its weights like best."""

    bias: ClassVar[Bias]

    def choose(self, game: Game, observation: State, seat: int, rng: Generator) -> Move:
        """One of the seat's best moves; `ValueError` when it has none."""
        moves = game.moves(observation, seat)
        if not moves:
            raise ValueError(f"seat {seat} has no legal move: it is not to act in this position")
        if len(moves) == 1:
            return moves[0]
        view = Outlook(facts_of(game.rules), game.document(observation), seat)
        values = self.values(view, moves)
        best = max(values)
        ties = [move for move, value in zip(moves, values, strict=True) if value == best]
        return ties[rng.randrange(len(ties))]

    def values(self, view: Outlook, moves: Sequence[Move]) -> list[float]:
        """The worth of each move."""
        answers = Answers(view, self.mood(view))
        asked = view.document["pending"][-1]["kind"]
        if asked != "action":
            return [answers.answer(move.kind, move) for move in moves]
        return [answers.worth.action(move.kind, move) for move in moves]

    def mood(self, view: Outlook) -> Bias:
        """The weights of the moment: a besieged nation retaliates and arms, one that is cornered
        arms and forces a way out (SOL 8)."""
        bias = self.bias
        if view.besiegers:
            bias = bias._replace(force=bias.force * 1.3, conquest=bias.conquest * 1.15)
        if view.cornered:
            bias = bias._replace(force=bias.force * 1.5, conquest=bias.conquest * 1.4)
        return bias


class Strategist(Temperament):
    """Plays the position without taste or scruple; takes whatever gains most."""

    bias = Bias()


class Conqueror(Temperament):
    """Saves its tokens to conquer, learns about others first, then strikes who cannot pay a
    defence."""

    bias = Bias(conquest=1.6, force=1.5, intelligence=2.0, events=0.7, agenda=0.8, diplomacy=0.5)


class Opportunist(Temperament):
    """Runs after events, diplomacy and its own agenda."""

    bias = Bias(conquest=0.8, events=1.8, agenda=1.6, diplomacy=1.6)
