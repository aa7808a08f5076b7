"""Whole loops in one native call, beside the same loop in the C++ program."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bench.measure import Measure
from bench.workload import SEED, Workload

BATCH = 1024

THREADS = pytest.mark.parametrize("threads", [1, 2])


@THREADS
def test_playouts(measure: Measure, work: Workload, threads: int) -> None:
    game, root, playouts = work.game, work.root, work.playouts
    moves = int(game.playouts(root, playouts, SEED)["plies"].sum())
    measure(
        f"playouts_{threads}",
        lambda: game.playouts(root, playouts, SEED, threads),
        moves,
        "move",
        beside=f"playouts_{threads}",
    )


@THREADS
@pytest.mark.parametrize("form", ["wire", "raw", "one", "list"])
def test_validate_many(measure: Measure, work: Workload, form: str, threads: int) -> None:
    forms: dict[str, Any] = {
        "wire": work.wire,
        "raw": work.raw,
        "one": work.states[0],
        "list": work.states,
    }
    states = forms[form]
    validate_many, seats, actions = work.game.validate_many, work.seat_column, work.action_column
    measure(
        f"validate_many_{form}_{threads}",
        lambda: validate_many(states, seats, actions, threads=threads),
        len(work.states),
        "move",
        beside=None if form == "list" else f"validate_many_{form}_{threads}",
    )


@THREADS
def test_batch(measure: Measure, work: Workload, threads: int) -> None:
    """What a learner does at each turn: list the moves, pick one in each game, play, begin anew."""
    batch = work.game.batch(BATCH, players=work.players, seed=SEED, threads=threads)
    draw = np.random.default_rng(SEED)

    def run() -> None:
        codes, offsets = batch.legal()
        picks = offsets[:-1] + (draw.random(BATCH) * np.diff(offsets)).astype(np.int64)
        batch.step(codes[picks])
        batch.reset()

    measure(f"batch_{threads}", run, BATCH, "move")


def test_perft(measure: Measure, work: Workload) -> None:
    game, root, depth = work.game, work.root, work.perft_depth
    nodes = game.perft(root, depth)
    measure("perft", lambda: game.perft(root, depth), nodes, "node", beside="perft")
