"""Plays many games and adds up how they end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context
from random import Random as Generator
from typing import Any

import numpy as np
import numpy.typing as npt

from arbitre import Game, State, bots

# As Game.playouts gives them: plies, over, winners (a bit mask of seats) and scores (one a seat).
Records = npt.NDArray[np.void]

CHUNK = 1024
"""Games a native call plays: small enough for a lively progress bar."""
BOT_CHUNK = 4
"""Games that a process plays before it tells of them."""


class Tally:
    """Sums over games by player, in constant memory however many there are.

    Player p sits at seat p; with `rotate`, in the game of index i at seat (p + i) mod players.
    """

    def __init__(self, players: int, *, rotate: bool = False) -> None:
        self.games = 0
        self.moves = 0
        self.unfinished = 0
        self.shared = 0
        self.wins = np.zeros(players)
        """Of each player; a shared win counts for each winner in equal parts."""
        self.seat_wins = np.zeros(players)
        self._rotate = rotate
        self._players = np.arange(players)
        self._score_sum = np.zeros(players)
        self._score_ranges: list[npt.NDArray[np.int64]] = []
        self._length_range: list[int] = []

    def add(self, records: Records) -> None:
        """Adds the games that follow those added before."""
        plies, scores = records["plies"].astype(np.int64), records["scores"].astype(np.int64)
        won = (records["winners"][:, np.newaxis] >> self._players) & 1
        winners = won.sum(axis=1)
        parts = won / np.maximum(winners, 1)[:, np.newaxis]
        self.seat_wins += parts.sum(axis=0)
        if self._rotate:
            seats = self._seats(np.arange(self.games, self.games + len(records)))
            parts = np.take_along_axis(parts, seats, axis=1)
            scores = np.take_along_axis(scores, seats, axis=1)
        self.games += len(records)
        self.moves += int(plies.sum())
        self.unfinished += int((~records["over"]).sum())
        self.shared += int((winners > 1).sum())
        self.wins += parts.sum(axis=0)
        self._score_sum += scores.sum(axis=0)
        ranges = [*self._score_ranges, *scores]
        self._score_ranges = [np.min(ranges, axis=0), np.max(ranges, axis=0)]
        lengths = [*self._length_range, int(plies.min()), int(plies.max())]
        self._length_range = [min(lengths), max(lengths)]

    def _seats(self, indices: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The seat of each player, a row for each game."""
        return (indices[:, np.newaxis] + self._players) % len(self._players)

    @property
    def win_rates(self) -> list[dict[str, float]]:
        """The share of games that each player won, with the bounds of its 95 % interval."""
        found = (wilson(wins, self.games) for wins in self.wins.tolist())
        return [
            {"rate": wins / self.games, "low": low, "high": high}
            for wins, (low, high) in zip(self.wins.tolist(), found, strict=True)
        ]

    @property
    def scores(self) -> list[dict[str, float]]:
        """Mean, least and greatest score of each player."""
        mean = self._score_sum / self.games
        low, high = self._score_ranges
        columns = zip(mean.tolist(), low.tolist(), high.tolist(), strict=True)
        return [{"mean": mean, "min": low, "max": high} for mean, low, high in columns]

    @property
    def lengths(self) -> dict[str, float]:
        """Mean, least and greatest number of moves in a game, chance included."""
        low, high = self._length_range
        return {"mean": self.moves / self.games, "min": low, "max": high}


def wilson(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """The interval of Wilson for a share, 95 % by default. It stays between 0 and 1, and says
    something useful about few games and about shares near the ends, too."""
    share, square = wins / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(share * (1 - share) / games + square / (4 * games))
    low = middle - half if wins > 0 else 0.0
    high = middle + half if wins < games else 1.0
    return low, high


def play_natively(
    game: Game,
    players: int,
    setups: Sequence[Mapping[str, Any]],
    each: int,
    seed: int,
    threads: int,
) -> Iterator[Records]:
    """Random games, played by the native core in chunks: `each` of the first set-up, then as many
    of the next.

    The root is a start with manual chance: no draw of the set-up has been made, so every playout
    makes its own.
    """
    for place, options in enumerate(setups):
        root = game.initial(players=players, seed=seed, chance="manual", **options)
        for done in range(0, each, CHUNK):
            n = min(CHUNK, each - done)
            first = place * each + done
            yield game.playouts(root, n=n, seed=seed, threads=threads, first=first)


def play_with(
    names: Sequence[str],
    game: Game,
    setups: Sequence[Mapping[str, Any]],
    each: int,
    seed: int,
    *,
    rotate: bool = False,
    processes: int = 1,
) -> Iterator[Records]:
    """Games between bots in seat order, `each` of every set-up; with `rotate` each bot moves on by
    a seat in every game. Seed and index alone fix each game, whatever the number of processes."""
    play = partial(_play_some, list(names), game, [dict(one) for one in setups], each, seed, rotate)
    games = len(setups) * each
    chunks = [range(first, min(first + BOT_CHUNK, games)) for first in range(0, games, BOT_CHUNK)]
    if processes == 1:
        yield from map(play, chunks)
        return
    workers = min(processes, len(chunks))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(play, chunks)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _play_some(
    names: list[str],
    game: Game,
    setups: list[dict[str, Any]],
    each: int,
    seed: int,
    rotate: bool,
    indices: range,
) -> Records:
    players = len(names)
    scores = ("scores", "<i4", (players,))
    layout = np.dtype([("plies", "<u4"), ("over", "?"), ("winners", "<u4"), scores])
    made = [bots.make(name) for name in names]
    records = []
    for index in indices:
        shift = index % players if rotate else 0
        seated = [made[(seat - shift) % players] for seat in range(players)]
        setup, *generators = (Generator(f"{seed}/{index}/{use}") for use in range(players + 1))
        options = setups[index // each]
        state = game.initial(players=players, seed=setup.getrandbits(64), **options)
        end = _play(game, state, seated, generators)
        winners = sum(1 << seat for seat in end.winners)
        records.append((end.ply, end.over, winners, end.scores))
    return np.array(records, layout)


def _play(
    game: Game, state: State, seated: Sequence[bots.Bot], generators: Sequence[Generator]
) -> State:
    while state.to_act and state.ply < game.ply_bound:
        seat = state.to_act[0]
        move = seated[seat].choose(game, game.observe(state, seat), seat, generators[seat])
        state = game.apply(state, seat, move)
    return state
