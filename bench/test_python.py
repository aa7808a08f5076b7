"""One call at a time, as hosts and bots make them. The loop around the call is in the figure."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import pytest

import arbitre
from bench.measure import Measure
from bench.workload import Workload

FEW = 128  # of the slow ones
CALLS: dict[str, Callable[[arbitre.State], object]] = {
    "copy": copy.copy,
    "hash": hash,
    "to_bytes": arbitre.State.to_bytes,
    "array": attrgetter("array"),
}


def judging(work: Workload, moves: Sequence[Any]) -> Callable[[], None]:
    validate = work.game.validate

    def run() -> None:
        for state, seat, move in zip(work.states, work.seats, moves, strict=True):
            validate(state, seat, move)

    return run


def test_validate_code(measure: Measure, work: Workload) -> None:
    measure("validate_code", judging(work, work.actions), len(work.states), "call")


def test_validate_move(measure: Measure, work: Workload) -> None:
    moves = [work.game.move(action) for action in work.actions]
    measure("validate_move", judging(work, moves), len(work.states), "call")


def test_validate_mapping(measure: Measure, work: Workload) -> None:
    measure("validate_mapping", judging(work, work.moves), len(work.states), "call")


@pytest.mark.parametrize("name", ["apply", "step"])
def test_play(measure: Measure, work: Workload, name: str) -> None:
    play = getattr(work.game, name)

    def run() -> None:
        for state, seat, action in zip(work.states, work.seats, work.legal, strict=True):
            play(state, seat, action)

    measure(name, run, len(work.states), "call")


@pytest.mark.parametrize("name", ["legal", "moves"])
def test_list(measure: Measure, work: Workload, name: str) -> None:
    listing = getattr(work.game, name)

    def run() -> None:
        for state, seat in zip(work.states, work.seats, strict=True):
            listing(state, seat)

    measure(name, run, len(work.states), "call")


@pytest.mark.parametrize("name", CALLS)
def test_state(measure: Measure, work: Workload, name: str) -> None:
    call = CALLS[name]

    def run() -> None:
        for state in work.states[:FEW]:
            call(state)

    measure(name, run, FEW, "call")


def test_from_bytes(measure: Measure, work: Workload) -> None:
    from_bytes = work.game.from_bytes

    def run() -> None:
        for record in work.records:
            from_bytes(record)

    measure("from_bytes", run, len(work.records), "call")


def test_document(measure: Measure, work: Workload) -> None:
    document = work.game.document

    def run() -> None:
        for state in work.states[:FEW]:
            document(state)

    measure("document", run, FEW, "call")


def test_build(measure: Measure, work: Workload) -> None:
    build = work.game.build
    documents = [work.game.document(state) for state in work.states[:FEW]]

    def run() -> None:
        for document in documents:
            build(document, seed=1)

    measure("build", run, FEW, "call")


def test_explain(measure: Measure, work: Workload) -> None:
    explain = work.game.explain
    verdicts = [
        work.game.validate(state, seat, action)
        for state, seat, action in zip(work.states, work.seats, work.actions, strict=True)
    ]
    refused = [verdict for verdict in verdicts if not verdict.ok][:FEW]

    def run() -> None:
        for verdict in refused:
            explain(verdict)

    measure("explain", run, len(refused), "call")
