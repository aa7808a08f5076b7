"""Plays many games and adds up how they end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random as Generator
from typing import Any

import numpy as np
import numpy.typing as npt

from arbitre import Game, State
from arbitre.bots import Bot

# As Game.playouts gives them: plies, over, winners (a bit mask of seats) and scores (one a seat).
Records = npt.NDArray[np.void]

CHUNK = 1024
"""Games a native call plays: small enough for a lively progress bar."""


class Tally:
    """Sums over games, in constant memory however many there are."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.moves = 0
        self.unfinished = 0
        self.shared = 0
        self.wins = np.zeros(players)
        self._seats = np.arange(players, dtype=np.uint32)
        self._score_sum = np.zeros(players)
        self._score_ranges: list[npt.NDArray[np.int64]] = []
        self._length_range: list[int] = []

    def add(self, records: Records) -> None:
        """Adds games; a shared win counts for each winner in equal parts."""
        plies, scores = records["plies"].astype(np.int64), records["scores"].astype(np.int64)
        won = (records["winners"][:, np.newaxis] >> self._seats) & 1
        winners = won.sum(axis=1)
        self.games += len(records)
        self.moves += int(plies.sum())
        self.unfinished += int((~records["over"]).sum())
        self.shared += int((winners > 1).sum())
        self.wins += (won / np.maximum(winners, 1)[:, np.newaxis]).sum(axis=0)
        self._score_sum += scores.sum(axis=0)
        ranges = [*self._score_ranges, *scores]
        self._score_ranges = [np.min(ranges, axis=0), np.max(ranges, axis=0)]
        lengths = [*self._length_range, int(plies.min()), int(plies.max())]
        self._length_range = [min(lengths), max(lengths)]

    @property
    def scores(self) -> list[dict[str, float]]:
        """Mean, least and greatest score of each seat."""
        mean = self._score_sum / self.games
        low, high = self._score_ranges
        columns = zip(mean.tolist(), low.tolist(), high.tolist(), strict=True)
        return [{"mean": mean, "min": low, "max": high} for mean, low, high in columns]

    @property
    def lengths(self) -> dict[str, float]:
        """Mean, least and greatest number of moves in a game, chance included."""
        low, high = self._length_range
        return {"mean": self.moves / self.games, "min": low, "max": high}


def play_natively(
    game: Game, players: int, games: int, seed: int, threads: int, options: Mapping[str, Any]
) -> Iterator[Records]:
    """Random games, played by the native core in chunks.

    The root is a start with manual chance: no draw of the set-up has been made, so every playout
    makes its own.
    """
    root = game.initial(players=players, seed=seed, chance="manual", **options)
    for first in range(0, games, CHUNK):
        n = min(CHUNK, games - first)
        yield game.playouts(root, n=n, seed=seed, threads=threads, first=first)


def play_with(
    bots: Sequence[Bot], game: Game, games: int, seed: int, options: Mapping[str, Any]
) -> Iterator[Records]:
    """Games between bots, one for each seat. Seed and index alone fix each game."""
    players = len(bots)
    scores = ("scores", "<i4", (players,))
    layout = np.dtype([("plies", "<u4"), ("over", "?"), ("winners", "<u4"), scores])
    for index in range(games):
        setup, *generators = (Generator(f"{seed}/{index}/{use}") for use in range(players + 1))
        state = game.initial(players=players, seed=setup.getrandbits(64), **options)
        end = _play(game, state, bots, generators)
        record = (end.ply, end.over, sum(1 << seat for seat in end.winners), end.scores)
        yield np.array([record], layout)


def _play(game: Game, state: State, bots: Sequence[Bot], generators: Sequence[Generator]) -> State:
    while state.to_act and state.ply < game.ply_bound:
        seat = state.to_act[0]
        move = bots[seat].choose(game, game.observe(state, seat), seat, generators[seat])
        state = game.apply(state, seat, move)
    return state
