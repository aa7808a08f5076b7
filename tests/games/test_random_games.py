"""Random games of every game and number of players end by the rules, and every position on the way
is one that the engine would take from a stranger: whole batches, each record checked at each move.

300 games of each kind; in the long form 100,000, or as many as `ARBITRE_GAMES` says. Where players
bring decks, these are shared out over all pairs of ready ones.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import arbitre
from arbitre import Batch, Game
from support.effort import so_many

GAMES = int(os.environ.get("ARBITRE_GAMES", so_many(300, 100_000)))
AT_ONCE = 4_096
OVER = 255


def kinds() -> Iterator[Any]:
    """Name, players, options and the number of games."""
    for name in arbitre.games():
        game = arbitre.load(name)
        decks = game.options["decks"].domain if "decks" in game.options else ()
        for n in game.players:
            if not decks:
                yield pytest.param(name, n, {}, GAMES, id=f"{name}-{n}")
            for pair in decks:
                id = "-".join((name, *pair))
                yield pytest.param(name, n, {"decks": pair}, -(-GAMES // len(decks)), id=id)


def check_all(game: Game, batch: Batch) -> None:
    """Every record of the batch; `WireError` names the first that is no position."""
    n = len(batch)
    seats = np.where(batch.to_act == OVER, 0, batch.to_act).astype(np.uint8)
    game.validate_many(batch.states, seats, np.zeros(n, dtype=np.uint32))


@pytest.mark.parametrize(("name", "players", "options", "games"), list(kinds()))
def test_random_games_keep_every_invariant(
    name: str, players: int, options: dict[str, Any], games: int
) -> None:
    game = arbitre.load(name)
    dice = np.random.default_rng(players)
    left = games
    while left > 0:
        n = min(left, AT_ONCE)
        left -= n
        seed = int(dice.integers(1 << 62))
        batch = game.batch(n, players=players, seed=seed, threads=1, **options)
        for _ in range(game.action_count + 1_000_000):
            check_all(game, batch)
            playing = ~batch.done
            if not playing.any():
                break
            codes, offsets = batch.legal()
            sizes = np.diff(offsets)
            assert (sizes[playing] > 0).all(), "somebody is to act and can do nothing"
            picks = offsets[:-1] + (dice.random(n) * sizes).astype(np.int64)
            actions = np.where(playing, codes[np.minimum(picks, max(len(codes) - 1, 0))], 0)
            verdicts = batch.step(actions.astype(np.uint32))
            assert (verdicts[playing] == 0).all()
        assert batch.done.all()
