"""What all suites share: a workload for each game, and the C++ programs, built when first asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from arbitre import Game
from bench.measure import Measure
from bench.native import Native
from bench.workload import REFERENCE, Workload, subjects, workload


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", action="append", help="a game to measure; all without it")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "work" in metafunc.fixturenames:
        wanted = metafunc.config.getoption("game") or [subject.game for subject in subjects()]
        chosen = [subject for subject in subjects() if subject.game in wanted]
        metafunc.parametrize(
            "work", chosen, ids=[subject.game for subject in chosen], indirect=True, scope="session"
        )


@pytest.fixture(scope="session")
def work(request: pytest.FixtureRequest) -> Workload:
    """A game that is measured: suites that ask for it run for each."""
    return workload(request.param)


@pytest.fixture(scope="session")
def reference() -> Workload:
    """The game that the service is measured with."""
    return next(workload(subject) for subject in subjects() if subject.game == REFERENCE)


@pytest.fixture(scope="session")
def native(work: Workload) -> Iterator[Native]:
    with Native(work) as programs:
        yield programs


@pytest.fixture
def measure(benchmark: BenchmarkFixture, request: pytest.FixtureRequest, work: Workload) -> Measure:
    return Measure(benchmark, work.game.name, lambda: request.getfixturevalue("native"))


@pytest.fixture
def measure_one(benchmark: BenchmarkFixture, game: Game) -> Measure:
    """For suites of one game, which have a fixture `game`: without a yardstick in C++."""

    def refuse() -> Native:
        raise LookupError("this suite has no yardstick")

    return Measure(benchmark, game.name, refuse)
